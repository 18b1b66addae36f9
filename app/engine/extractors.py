"""Who reads messages into drafts: the built-in extractor or a model; `process` knows only this."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from app.domain.drafts import Draft, ReadMessage
from app.domain.errors import KnownError
from app.domain.text import language as language_of
from app.engine.engine import Engine
from app.models.builtin.extractor import ORIGIN_DETAIL, extract
from app.models.embedding import Embedder
from app.storage.characters import Character

LANGUAGE_SAMPLE = 40


@dataclass(frozen=True, slots=True)
class Extraction:
    """What a chunk of messages gave.

    `drafts` may be kept as memories; `unsure` ones wait as proposals in any case, for their notation was mended.
    `proposals` are rows that are ready but for character and run. Messages not in `read` stay unread; `failures`
    say why. `fault` ended the reading: what stands beside it is kept first.
    """

    read: tuple[int, ...]
    drafts: Sequence[Draft] = ()
    unsure: Sequence[Draft] = ()
    proposals: Sequence[Mapping[str, Any]] = ()
    failures: tuple[str, ...] = ()
    fault: KnownError | None = None


class Reader(Protocol):
    """One run's reading for one character. `facts` say what reads: they go into the run."""

    origin: Literal["rule", "model"]
    detail: str
    identity_hash: bytes | None
    facts: Mapping[str, object]

    async def read(self, messages: Sequence[ReadMessage], run: str) -> Extraction: ...

    async def end(self, run: str, fault: BaseException | None) -> Mapping[str, object]:
        """Close the books; what is given goes into the run's report."""
        ...


class Extractor(Protocol):
    @property
    def model(self) -> str | None:
        """The model that reads; None when it is the built-in rules."""
        ...

    async def begin(
        self, engine: Engine, character: Character, embedder: Embedder, take: Sequence[int]
    ) -> Reader: ...


class BuiltIn:
    """The extractor that needs no model: it chooses, attributes and quotes."""

    model: str | None = None

    async def begin(
        self, engine: Engine, character: Character, embedder: Embedder, take: Sequence[int]
    ) -> Reader:
        del engine, take
        return _BuiltInReader(character, embedder)


class _BuiltInReader:
    origin: Literal["rule", "model"] = "rule"
    detail = ORIGIN_DETAIL
    identity_hash: bytes | None = None

    def __init__(self, character: Character, embedder: Embedder) -> None:
        self.facts: Mapping[str, object] = {}
        self._character = character
        self._embedder = embedder

    async def read(self, messages: Sequence[ReadMessage], run: str) -> Extraction:
        del run
        who = self._character
        told = language_of("\n".join(message.content for message in messages[:LANGUAGE_SAMPLE]))
        if who.language:
            told = "zh" if who.language == "zh" else "en"
        drafts = await asyncio.to_thread(
            extract, messages, who.name, who.partner_name, told, self._embedder, who.timezone
        )
        return Extraction(tuple(message.id for message in messages), drafts)

    async def end(self, run: str, fault: BaseException | None) -> Mapping[str, object]:
        del run, fault
        return {}
