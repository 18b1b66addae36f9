"""A server on loopback that answers as told: streams, stalls, cuts, refuses, lies."""

import asyncio
import base64
import json
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

REASONS = {
    200: "OK",
    307: "Temporary Redirect",
    400: "Bad Request",
    404: "Not Found",
    429: "Too Many Requests",
}


@dataclass
class Asked:
    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Answer:
    """What goes over the wire; `pieces` are sent one by one with `pause` between them."""

    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pieces: Sequence[bytes] = ()
    pause: float = 0.0
    stall: bool = False  # after the last piece, say nothing more
    length: int | None = None  # claimed; a lie cuts the answer off
    silent: bool = False  # not even a status line
    drop: bool = False  # close at once


Script = Callable[[Asked], Answer]


def data(value: object, status: int = 200, **headers: str) -> Answer:
    body = json.dumps(value, ensure_ascii=False).encode()
    return Answer(status, {"content-type": "application/json", **_named(headers)}, [body])


def page(status: int = 200) -> Answer:
    return Answer(
        status, {"content-type": "text/html"}, [b"<!doctype html><html><title>Welcome</title></html>"]
    )


def error(status: int, message: str, /, code: str = "", param: str | None = None, **headers: str) -> Answer:
    return data({"error": {"message": message, "code": code, "param": param}}, status, **headers)


def events(*values: object, done: bool = True, pause: float = 0.0, stall: bool = False) -> Answer:
    pieces = [f"data: {json.dumps(value, ensure_ascii=False)}\n\n".encode() for value in values]
    return Answer(
        200,
        {"content-type": "text/event-stream"},
        [*pieces, *([b"data: [DONE]\n\n"] if done else [])],
        pause,
        stall,
    )


def said(text: str, finish: str | None = "stop", **more: object) -> Answer:
    message = {"role": "assistant", "content": text, **more}
    usage = {"prompt_tokens": 7, "completion_tokens": 3}
    return data({"model": "tiny", "choices": [{"message": message, "finish_reason": finish}], "usage": usage})


def piece(text: str = "", finish: str | None = None, **more: object) -> dict[str, object]:
    return {"choices": [{"delta": {"content": text, **more}, "finish_reason": finish}]}


def vectors(*rows: Sequence[float | None] | str, order: Sequence[int] | None = None) -> Answer:
    numbers = order if order is not None else range(len(rows))
    return data({"data": [{"index": n, "embedding": row} for n, row in zip(numbers, rows, strict=True)]})


def ranked(*rows: tuple[object, object]) -> Answer:
    return data({"results": [{"index": n, "relevance_score": score} for n, score in rows]})


def packed(row: Sequence[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(row)}f", *row)).decode()


def _named(headers: dict[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}


class Loopback:
    """`script` decides each answer; what was asked is kept."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.script: Script = lambda asked: error(404, "nothing here")
        self.gone = asyncio.Event()  # somebody left before the end
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "Loopback":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._server.wait_closed()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def answers(self, *answers: Answer) -> None:
        """One after the other; the last one stays."""
        left = list(answers)
        self.script = lambda asked: left.pop(0) if len(left) > 1 else left[0]

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            asked = await self._read(reader, writer)
            self.asked.append(asked)
            await self._answer(self.script(asked), reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            self.gone.set()
        finally:
            self._tasks.discard(task)
            writer.close()
            with suppress(ConnectionError):
                await writer.wait_closed()

    async def _read(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Asked:
        first = await reader.readexactly(1)
        if first == b"\x16":  # the greeting of an encrypted connection, answered as plain servers do
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
            raise ConnectionError
        head = (first + await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        kept = {line.split(": ", 1)[0].lower(): line.split(": ", 1)[1] for line in head[1:] if ": " in line}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        return Asked(method, path, kept, json.loads(body) if body else None)

    async def _answer(
        self, answer: Answer, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        if answer.drop:
            return
        if not answer.silent:
            headers = {**answer.headers, "connection": "close"}
            if answer.length is not None:
                headers["content-length"] = str(answer.length)
            lines = [f"HTTP/1.1 {answer.status} {REASONS.get(answer.status, 'X')}"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            writer.write("\r\n".join([*lines, "", ""]).encode())
            for number, part in enumerate(answer.pieces):
                if number and answer.pause:
                    await asyncio.sleep(answer.pause)
                writer.write(part)
                await writer.drain()
        if answer.silent or answer.stall:
            await reader.read(1)  # until the other side leaves
            self.gone.set()
