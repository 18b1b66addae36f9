"""What a chat model is to the program: messages in, one reply out, whoever answers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

Role = Literal["system", "user", "assistant"]
Schema = Mapping[str, object]  # a JSON schema; a provider that knows none leaves it out


@dataclass(frozen=True, slots=True)
class ChatMessage:
    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens as the provider counted them; None where it does not say."""

    prompt: int | None = None
    completion: int | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back, unread: `finish` is the provider's reason for ending, None when the stream broke off."""

    text: str
    finish: str | None = "stop"
    usage: Usage = Usage()
    model: str = ""
    reasoning: str = ""  # thoughts that the provider keeps apart from the answer


class ChatModel(Protocol):
    """One chat model. The world's failures come as KnownError, a cancel as CancelledError."""

    @property
    def model(self) -> str:
        """The name by which runs, memories and the ledger call it."""
        ...

    async def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        temperature: float,
        max_tokens: int,
        schema: Schema | None = None,
        purpose: str,
    ) -> Reply: ...
