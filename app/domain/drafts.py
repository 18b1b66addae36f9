"""What an extractor reads and what it hands back: plain values between buffer and edit."""

from dataclasses import dataclass
from typing import Final

from app.domain.when import Occurred

ASSERTIONS: Final = ("stated", "inferred", "guessed", "confirmed", "refuted", "unknown")


@dataclass(frozen=True, slots=True)
class ReadMessage:
    """A message as the extractor sees it; `occurred_at` is the sort key in milliseconds UTC."""

    id: int
    role: str  # user | assistant | system
    speaker: str
    content: str
    occurred_at: int | None
    occurred: Occurred
    session: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """What one side said and the other answered: neighbouring messages of one session, in order."""

    messages: tuple[ReadMessage, ...]

    @property
    def message_ids(self) -> tuple[int, ...]:
        return tuple(message.id for message in self.messages)


@dataclass(frozen=True, slots=True)
class QuoteSpan:
    """Verbatim words of a message: `text == content[start:end]`."""

    message_id: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A memory that an extractor proposes; `reason` says why in English templates, the weightiest first."""

    content: str
    room: str
    importance: int
    mood: str | None
    tags: tuple[str, ...]
    occurred: Occurred
    assertion: str = "unknown"
    message_ids: tuple[int, ...] = ()
    quotes: tuple[QuoteSpan, ...] = ()
    reason: tuple[str, ...] = ()
    valence: float | None = None
    arousal: float | None = None
    fragment_ids: tuple[int, ...] = ()  # entries of the log that it rests on
