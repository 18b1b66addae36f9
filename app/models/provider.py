"""What the program asks of a language model, whoever answers: an endpoint, a recording."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from app.models.embedding import Vectors


@dataclass(frozen=True, slots=True)
class Say:
    """One message of a conversation with a model."""

    role: str  # system, user or assistant
    content: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """What is asked, without saying of whom."""

    messages: tuple[Say, ...]
    temperature: float | None = None
    max_tokens: int | None = None
    schema: Mapping[str, object] | None = None  # of the JSON wanted; with neither this nor `json`, prose
    json: bool = False


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the endpoint counted them; zero when it did not say."""

    prompt: int = 0
    completion: int = 0


@dataclass(frozen=True, slots=True)
class ChatReply:
    """An answer; `finish` is None when the answer broke off before its maker said it was done."""

    text: str
    reasoning: str = ""
    finish: str | None = "stop"
    usage: Usage = field(default_factory=Usage)
    model: str = ""

    @property
    def cut(self) -> bool:
        return self.finish is None or self.finish == "length"


@dataclass(frozen=True, slots=True)
class Delta:
    """A piece of an answer that is still being given."""

    text: str = ""
    reasoning: str = ""


class Provider(Protocol):
    """Answers requests; every call can be cancelled, and fails with a KnownError."""

    @property
    def model(self) -> str: ...

    async def chat(self, request: ChatRequest) -> ChatReply: ...

    def stream(self, request: ChatRequest) -> AsyncIterator[Delta | ChatReply]:
        """Pieces as they come; the last thing is the whole reply."""
        ...

    async def embed(self, texts: Sequence[str]) -> Vectors:
        """One unit vector a text, in the order given."""
        ...

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        """The relevance of each document to the query, from 0 to 1, in the order given."""
        ...

    async def close(self) -> None: ...
