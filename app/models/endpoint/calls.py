"""Calls to one endpoint: opened late, limited in time and number, tried again, with what it refuses left out."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from app.domain.errors import KnownError
from app.models.endpoint.answers import Payload, payload_of
from app.models.endpoint.blame import Call, by_connection, by_silence, by_status, named_parameter
from app.models.endpoint.line import open_line
from app.models.endpoint.retry import Gate, PassingError, Patience
from app.models.endpoint.settings import Endpoint

if TYPE_CHECKING:
    from httpx2 import Response
    from openai import APIStatusError, AsyncOpenAI

_SCHEMA: Final = "response_format:json_schema"
_LIMIT: Final = "max_tokens"
_NEW_LIMIT: Final = "max_completion_tokens"  # what newer models call it
#: answers that may name a parameter
_NAMING: Final = frozenset((400, 422))

Sleep = Callable[[float], Awaitable[None]]


class Opened:
    """An answer that has begun: a stream of events, or the whole of it from a server that does not stream."""

    def __init__(self, response: "Response") -> None:
        self.response = response

    @property
    def kind(self) -> str:
        return str(self.response.headers.get("content-type", ""))

    @property
    def streams(self) -> bool:
        return "event-stream" in self.kind


class Caller:
    """Sends requests to one endpoint; `dropped` holds the parameters it turned out not to understand."""

    def __init__(self, endpoint: Endpoint, key: str, patience: Patience, sleep: Sleep) -> None:
        self.endpoint = endpoint
        self.dropped: set[str] = set(endpoint.dropped)
        self.gate = Gate(patience, sleep)
        self.slots = asyncio.Semaphore(max(1, endpoint.parallel))
        self._key = key
        self._opening = asyncio.Lock()
        self._line: AsyncOpenAI | None = None

    def about(self, path: str) -> Call:
        """What is known of a call, for the words when it fails."""
        return Call(self.endpoint.base + path, self.endpoint.model, bool(self._key), self.endpoint.timeout)

    async def close(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await line.close()

    async def get(self, path: str) -> Payload:
        return self._payload(path, await self._persist(path, None, {}, stream=False))

    async def post(self, path: str, body: Payload, wishes: Mapping[str, object]) -> Payload:
        """The answer to a request; `wishes` are the parameters that may be left out."""
        async with self.slots:
            return self._payload(path, await self._persist(path, body, wishes, stream=False))

    async def start(self, path: str, body: Payload, wishes: Mapping[str, object]) -> Opened:
        """The beginning of an answer that comes in pieces; the caller holds a slot and closes it."""
        return await self._persist(path, {**body, "stream": True}, wishes, stream=True)

    def _payload(self, path: str, opened: Opened) -> Payload:
        return payload_of(self.about(path), opened.response.text, opened.kind)

    async def _persist(
        self, path: str, body: Payload | None, wishes: Mapping[str, object], *, stream: bool
    ) -> Opened:
        """Send until it is answered or hopeless; each parameter a refusal names is left out from then on."""
        while True:
            sent = self._understood(wishes)
            whole = None if body is None else {**body, **sent}
            try:
                return await self.gate.persist(partial(self._send, path, whole, stream=stream))
            except PassingError as passing:
                if not (passing.body and self._drop(passing.body, sent)):
                    raise passing.error from None

    def _understood(self, wishes: Mapping[str, object]) -> dict[str, object]:
        sent = {name: wish for name, wish in wishes.items() if wish is not None and name not in self.dropped}
        if _LIMIT in self.dropped and wishes.get(_LIMIT) and _NEW_LIMIT not in self.dropped:
            sent[_NEW_LIMIT] = wishes[_LIMIT]
        if "response_format" in sent and _SCHEMA in self.dropped:
            sent["response_format"] = {"type": "json_object"}
        return sent

    def _drop(self, body: str, sent: Mapping[str, object]) -> bool:
        """Remember the parameter a refusal names; a schema gives way to plain JSON first."""
        name = named_parameter(body, sent)
        if name is None:
            return False
        form = sent.get("response_format")
        if name == "response_format" and isinstance(form, dict) and form.get("type") == "json_schema":
            name = _SCHEMA
        self.dropped.add(name)
        return True

    async def _opened_line(self) -> "AsyncOpenAI":
        async with self._opening:
            if self._line is None:
                self._line = await open_line(self.endpoint.base, self._key, self.endpoint.timeout)
            return self._line

    async def _send(self, path: str, body: Payload | None, *, stream: bool) -> Opened:
        """One try; every failure of the world comes out as PassingError."""
        line = await self._opened_line()
        call = self.about(path)
        import httpx2
        import openai

        try:
            async with asyncio.timeout(self.endpoint.timeout):
                if stream:
                    return await _start(line, path, body)
                if body is None:
                    return Opened(await line.get(path, cast_to=httpx2.Response))
                return Opened(await line.post(path, cast_to=httpx2.Response, body=body))
        except openai.APIStatusError as error:
            raise _refusal(call, error) from error
        except (openai.APITimeoutError, TimeoutError) as error:
            raise by_silence(call, error) from error
        except (openai.APIConnectionError, httpx2.HTTPError, ssl.SSLError, OSError) as error:
            raise by_connection(call, error) from error


async def _start(line: "AsyncOpenAI", path: str, body: Payload | None) -> Opened:
    import httpx2
    from openai import AsyncStream

    # Asked for a bare response, openai gives it unread; its own stream leaves generators behind when it ends.
    response: Any = await line.post(
        path, cast_to=httpx2.Response, body=body, stream=True, stream_cls=AsyncStream[object]
    )
    opened = Opened(response)
    if not opened.streams:
        await response.aread()
    return opened


def _refusal(call: Call, error: "APIStatusError") -> PassingError:
    body = error.response.text
    headers = {name.lower(): value for name, value in error.response.headers.items()}
    passing = by_status(call, error.status_code, headers, body)
    if error.status_code in _NAMING:
        passing.body = body
    return passing


def first_of(failures: BaseExceptionGroup[BaseException]) -> BaseException:
    """The told failure among those of several calls at once; else the first one."""
    known, _ = failures.split(KnownError)
    group: BaseException = known or failures
    while isinstance(group, BaseExceptionGroup):
        group = group.exceptions[0]
    return group
