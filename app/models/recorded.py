"""Record what a provider was asked and answered, and answer from the record without a network."""

import base64
import hashlib
import json
import os
import re
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, cast

import numpy as np

from app.domain.errors import KnownError
from app.domain.text import clean
from app.models.embedding import Vectors
from app.models.provider import ChatReply, ChatRequest, Delta, Provider, Usage
from app.models.redaction import redact

FORMAT: Final = "belvedere recording"
VERSION: Final = 1
NAMED: Final = (
    "recorded:"  # how the name of a model that only replays begins: nobody shall take it for a live one
)
_CODE: Final = re.compile(r"(?m)(?<=^<<<)(\w+) [0-9a-f]{12}$|^[0-9a-f]{12}(?=>>>$)")


def request_hash(request: ChatRequest) -> str:
    """What makes two requests the same: everything that is asked, not who is asked."""
    return _hash(json.dumps(asdict(request), sort_keys=True, ensure_ascii=True))


def material_hash(messages: Sequence[Mapping[str, Any]], schema: object) -> str:
    """What makes two requests alike though their frame differs: the material and the form of the answer.

    Who the character is and how the task is worded may change; the codes of the marks follow from the material.
    """
    said = [_CODE.sub(r"\1", one["content"]) for one in messages if one["role"] != "system"]
    return _hash(json.dumps([said, schema], sort_keys=True, ensure_ascii=True))


def _ranking_hash(query: str, documents: Sequence[str]) -> str:
    return _hash(json.dumps([clean(query), [clean(text) for text in documents]], ensure_ascii=True))


def _hash(text: str) -> str:
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


class Recorder:
    """Passes everything on to a provider and keeps it; written when it is saved or closed."""

    def __init__(self, provider: Provider, path: Path) -> None:
        self._provider = provider
        self._path = path
        self._chats: list[dict[str, Any]] = []
        self._vectors: dict[str, str] = {}
        self._rankings: dict[str, list[float]] = {}

    @property
    def model(self) -> str:
        return self._provider.model

    async def chat(self, request: ChatRequest) -> ChatReply:
        try:
            reply = await self._provider.chat(request)
        except KnownError as error:
            self._keep(request, failure=error.stored())
            raise
        self._keep(request, reply=asdict(reply))
        return reply

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta | ChatReply]:
        pieces: list[str] = []
        try:
            stream = cast("Any", self._provider.stream(request))
            async with aclosing(stream):
                async for piece in stream:
                    if isinstance(piece, ChatReply):
                        self._keep(request, reply=asdict(piece), pieces=pieces)
                    else:
                        pieces.append(piece.text)
                    yield piece
        except KnownError as error:
            self._keep(request, failure=error.stored(), pieces=pieces)
            raise

    async def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = await self._provider.embed(texts)
        for text, vector in zip(texts, vectors, strict=True):
            self._vectors[_hash(clean(text))] = base64.b64encode(vector.astype("<f4").tobytes()).decode()
        return vectors

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        found = await self._provider.rerank(query, documents)
        self._rankings[_ranking_hash(query, documents)] = found
        return found

    def save(self) -> None:
        """Write the record in one step, without keys."""
        raw = {
            "format": FORMAT,
            "version": VERSION,
            "model": self.model,
            "chats": _redacted(self._chats),
            "vectors": self._vectors,
            "rankings": self._rankings,
        }
        beside = self._path.with_name(self._path.name + ".new")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            beside.write_text(clean(json.dumps(raw, ensure_ascii=False, indent=1)), encoding="utf-8")
            os.replace(beside, self._path)  # noqa: PTH105 - atomic on every platform
        except OSError as error:
            raise KnownError(
                "recorded.save",
                "The recording could not be written to {path}: {said}",
                "Choose another folder; the run itself is not touched.",
                path=self._path,
                said=error.strerror or "–",
            ) from error

    async def close(self) -> None:
        try:
            self.save()
        finally:
            await self._provider.close()

    def _keep(self, request: ChatRequest, **what: object) -> None:
        asked = {name: value for name, value in asdict(request).items() if value not in (None, False)}
        self._chats.append({"hash": request_hash(request), "request": asked, **what})


class Replayer:
    """Answers each request as it was answered when recorded, the same one again with its next answer.

    With `by_material` one that was never asked gets the answer to the same material, if there is one: who the
    character is and how the task is worded may have changed since.
    """

    def __init__(self, raw: dict[str, Any], name: str, *, by_material: bool = False) -> None:
        self.model = NAMED + str(raw.get("model", "")).removeprefix(NAMED)
        self._name = name
        self._answers: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for chat in raw["chats"]:
            self._answers[str(chat["hash"])].append(chat)
            if by_material:
                asked = chat["request"]
                self._answers[material_hash(asked["messages"], asked.get("schema"))].append(chat)
        self._vectors = {str(digest): str(packed) for digest, packed in raw["vectors"].items()}
        self._rankings: dict[str, list[float]] = {
            str(digest): found for digest, found in raw.get("rankings", {}).items()
        }
        if not all(0 <= one <= 1 for found in self._rankings.values() for one in found):
            raise ValueError("a relevance lies between 0 and 1")
        self._given: dict[str, int] = defaultdict(int)

    @classmethod
    def load(cls, path: Path, *, by_material: bool = False) -> "Replayer":
        try:
            raw = json.loads(path.read_text(encoding="utf-8"))
            if raw["format"] == FORMAT and raw["version"] == VERSION:
                return cls(raw, path.name, by_material=by_material)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
        raise KnownError(
            "recorded.unreadable",
            "{name} is not a recording this version can read.",
            "Choose another file, or record the run again.",
            name=path.name,
        )

    async def chat(self, request: ChatRequest) -> ChatReply:
        return _reply(self._next(request))

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta | ChatReply]:
        chat = self._next(request)
        for piece in chat.get("pieces") or ():
            yield Delta(str(piece))
        reply = _reply(chat)
        if not chat.get("pieces"):
            yield Delta(reply.text, reply.reasoning)
        yield reply

    async def embed(self, texts: Sequence[str]) -> Vectors:
        packed = [self._vectors.get(_hash(clean(text))) for text in texts]
        if None in packed:
            raise self._unknown(texts[packed.index(None)])
        rows = [np.frombuffer(base64.b64decode(one), "<f4") for one in packed if one]
        return np.asarray(rows, np.float32) if rows else np.empty((0, 0), np.float32)

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        found = self._rankings.get(_ranking_hash(query, documents))
        if found is None or len(found) != len(documents):
            raise self._unknown(query)
        return found

    async def close(self) -> None:
        """Nothing is open."""

    def knows(self, request: ChatRequest) -> bool:
        """Tell whether there is an answer to this request or to the same material."""
        return self._key(request) in self._answers

    def _key(self, request: ChatRequest) -> str:
        exact = request_hash(request)
        if exact in self._answers:
            return exact
        raw = asdict(request)
        return material_hash(raw["messages"], raw["schema"])

    def _next(self, request: ChatRequest) -> dict[str, Any]:
        digest = self._key(request)
        answers = self._answers.get(digest, [])
        number = self._given[digest]
        if number >= len(answers):
            raise self._unknown(request.messages[-1].content if request.messages else "")
        self._given[digest] += 1
        return answers[number]

    def _unknown(self, asked: str) -> KnownError:
        return KnownError(
            "recorded.unknown",
            "The recording {name} holds no answer to “{asked}”.",
            "Replay it with the same palace, prompts and settings, or record the run again.",
            name=self._name,
            asked=redact(" ".join(asked.split()))[:80],
        )


def _reply(chat: dict[str, Any]) -> ChatReply:
    if failure := chat.get("failure"):
        raise KnownError(failure["code"], failure["message"], failure["remedy"], **failure["facts"])
    raw = chat["reply"]
    model = NAMED + str(raw["model"]).removeprefix(NAMED)
    return ChatReply(raw["text"], raw["reasoning"], raw["finish"], Usage(**raw["usage"]), model)


def _redacted(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)
    if isinstance(value, dict):
        return {name: _redacted(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_redacted(inner) for inner in value]
    return value
