"""One endpoint as a provider: conversation, streams, vectors, ranking; every answer is checked."""

import asyncio
import json
import ssl
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing
from typing import Final, cast

import numpy as np

from app.domain.errors import KnownError
from app.domain.text import clean
from app.models.embedding import Vectors
from app.models.endpoint.answers import (
    Payload,
    chat_of,
    delta_of,
    models_of,
    payload_of,
    ranking_of,
    vectors_of,
)
from app.models.endpoint.blame import Call, by_connection, words
from app.models.endpoint.calls import Caller, Opened, Sleep, first_of
from app.models.endpoint.events import events_of
from app.models.endpoint.retry import Patience
from app.models.endpoint.settings import Endpoint
from app.models.provider import ChatReply, ChatRequest, Delta, Usage

_CHAT: Final = "/chat/completions"
_EMBEDDINGS: Final = "/embeddings"
_RERANK: Final = "/rerank"
_BATCH_CHARACTERS: Final = 32_000
_LONGEST_TEXT: Final = 24_000  # characters; no embedding model reads on
_STREAM_TIMES: Final = 20  # a stream may last this many time-outs in all
#: failures of a batch after which its texts are sent one by one
_ALONE: Final = frozenset(("bad_request", "too_long", "wrong_count", "wrong_order", "no_vectors"))


class Client:
    """Speaks with one endpoint; belongs to the event loop in which it is first used."""

    def __init__(
        self,
        endpoint: Endpoint,
        key: str = "",
        *,
        patience: Patience | None = None,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        self.endpoint = endpoint
        self._calls = Caller(endpoint, key, patience or Patience(), sleep)

    @property
    def model(self) -> str:
        return self.endpoint.model

    @property
    def retries(self) -> int:
        """How often a call was tried again."""
        return self._calls.gate.retries

    @property
    def dropped(self) -> tuple[str, ...]:
        """Parameters the endpoint turned out not to understand, to be kept with its settings."""
        return tuple(sorted(self._calls.dropped))

    async def close(self) -> None:
        await self._calls.close()

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def models(self) -> tuple[str, ...]:
        return models_of(self._calls.about("/models"), await self._calls.get("/models"))

    async def chat(self, request: ChatRequest) -> ChatReply:
        payload = await self._calls.post(_CHAT, _body(self.model, request), _wishes(request))
        return chat_of(self._calls.about(_CHAT), payload)

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta | ChatReply]:
        """Pieces as they come, then the whole reply; its `finish` is None when the stream broke off."""
        wishes = {**_wishes(request), "stream_options": {"include_usage": True}}
        async with self._calls.slots:
            opened = await self._calls.start(_CHAT, _body(self.model, request), wishes)
            listening = _Listening(self._calls.about(_CHAT), opened)
            try:
                async with aclosing(listening.pieces()) as pieces:
                    async for piece in pieces:
                        yield piece
            finally:
                await opened.response.aclose()
            yield listening.reply()

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text; a batch that is refused is sent again text by text."""
        batches = _batches(
            [clean(text)[:_LONGEST_TEXT].strip() or "." for text in texts], self.endpoint.batch
        )
        if not batches:
            return np.empty((0, self.endpoint.size), np.float32)
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._batch(at, part)) for at, part in batches]
        except BaseExceptionGroup as failures:
            raise first_of(failures) from None
        return self._joined([task.result() for task in tasks])

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        """The relevance of each document to the query, from 0 to 1, in the order given."""
        body: Payload = {
            "model": self.model,
            "query": clean(query),
            "documents": [clean(text) for text in documents],
        }
        wishes = {"top_n": len(documents), "return_documents": False}
        payload = await self._calls.post(_RERANK, body, wishes)
        return ranking_of(self._calls.about(_RERANK), payload, len(documents))

    async def _batch(self, at: int, texts: list[str]) -> Vectors:
        try:
            return await self._once(texts)
        except KnownError as error:
            if not _alone(error):
                raise
            if len(texts) == 1:
                raise self._blamed(error, at, texts[0]) from None
        return self._joined([await self._batch(at + offset, [text]) for offset, text in enumerate(texts)])

    async def _once(self, texts: list[str]) -> Vectors:
        wishes = {"encoding_format": "float", "dimensions": self.endpoint.dimensions or None}
        payload = await self._calls.post(_EMBEDDINGS, {"model": self.model, "input": texts}, wishes)
        ordered = 0 if "dimensions" in self.dropped else self.endpoint.dimensions
        size = self.endpoint.size or ordered
        return vectors_of(self._calls.about(_EMBEDDINGS), payload, len(texts), size)

    def _joined(self, parts: list[Vectors]) -> Vectors:
        sizes = sorted({vectors.shape[1] for vectors in parts})
        if len(sizes) > 1:
            raise self._calls.about(_EMBEDDINGS).failed("wrong_length", got=sizes[0], want=sizes[-1])
        return np.concatenate(parts)

    def _blamed(self, error: KnownError, at: int, text: str) -> KnownError:
        """A text refused by itself is named; a failure that says more of the endpoint stays as it is."""
        if error.code not in ("endpoint.bad_request", "endpoint.too_long"):
            return error
        about = self._calls.about(_EMBEDDINGS)
        return about.failed("bad_text", position=at + 1, length=len(text), said=error.facts.get("said", "–"))


class _Listening:
    """Reads the pieces of one answer and keeps what was said."""

    def __init__(self, call: Call, opened: Opened) -> None:
        self._call = call
        self._opened = opened
        self._said: list[Delta] = []
        self._finish: str | None = None
        self._usage = Usage()
        self._whole: ChatReply | None = None

    async def pieces(self) -> AsyncGenerator[Delta, None]:
        if not self._opened.streams:
            body, kind = self._opened.response.text, self._opened.kind
            self._whole = chat_of(self._call, payload_of(self._call, body, kind))
            yield Delta(self._whole.text, self._whole.reasoning)
            return
        until = asyncio.get_running_loop().time() + self._call.seconds * _STREAM_TIMES
        lines = cast("AsyncGenerator[str, None]", self._opened.response.aiter_lines())
        async with aclosing(lines), aclosing(events_of(lines)) as events:
            while (event := await self._next(events, until)) is not _END:
                delta, finish, usage = delta_of(event)
                self._finish = finish or self._finish
                self._usage = usage or self._usage
                if delta.text or delta.reasoning:
                    self._said.append(delta)
                    yield delta

    async def _next(self, events: AsyncIterator[object], until: float) -> object:
        """The next event, `_END` when there is none; a stream that breaks off after its first words only ends."""
        import httpx2

        try:
            async with asyncio.timeout_at(min(until, asyncio.get_running_loop().time() + self._call.seconds)):
                event = await anext(events, _END)
        except (httpx2.TimeoutException, TimeoutError):
            raise self._call.failed("stalled") from None
        except (httpx2.HTTPError, ssl.SSLError, OSError) as error:
            if self._said:
                return _END
            raise by_connection(self._call, error, answered=True).error from None
        except ValueError as error:  # an event that is no JSON
            raise self._call.failed("unreadable", said=words(str(error))) from None
        if isinstance(event, dict) and event.get("error") and not event.get("choices"):
            raise self._call.failed("server", status=200, said=words(json.dumps(event, ensure_ascii=False)))
        return event

    def reply(self) -> ChatReply:
        if self._whole is not None:
            return self._whole
        text = clean("".join(delta.text for delta in self._said))
        reasoning = clean("".join(delta.reasoning for delta in self._said))
        if not self._said and self._finish is None:
            raise self._call.failed("no_answer", said="–")
        if self._finish == "content_filter" and not text:
            raise self._call.failed("filtered")
        return ChatReply(text, reasoning, self._finish, self._usage, self._call.model)


_END: Final = object()


def _alone(error: KnownError) -> bool:
    return error.code.removeprefix("endpoint.") in _ALONE


def _body(model: str, request: ChatRequest) -> Payload:
    messages = [{"role": say.role, "content": clean(say.content)} for say in request.messages]
    return {"model": model, "messages": messages}


def _wishes(request: ChatRequest) -> dict[str, object]:
    """The parameters an endpoint may not understand."""
    form: Payload | None = {"type": "json_object"} if request.json else None
    if request.schema is not None:
        schema = {"name": "answer", "schema": dict(request.schema), "strict": True}
        form = {"type": "json_schema", "json_schema": schema}
    return {"temperature": request.temperature, "max_tokens": request.max_tokens, "response_format": form}


def _batches(texts: Sequence[str], limit: int) -> list[tuple[int, list[str]]]:
    """Runs of texts within the limits of number and length, each with its position."""
    made: list[tuple[int, list[str]]] = []
    room = 0
    for at, text in enumerate(texts):
        if not made or len(made[-1][1]) >= max(1, limit) or room < len(text):
            made.append((at, []))
            room = _BATCH_CHARACTERS
        made[-1][1].append(text)
        room -= len(text)
    return made
