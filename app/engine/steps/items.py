"""A model's items judged one by one: drafts, corrections, notes to unpin, and what is turned down and why."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any, Final

from app.domain import dates
from app.domain.drafts import Draft, ReadMessage
from app.domain.errors import mark
from app.domain.mood import key_of, mood_va
from app.domain.profile import Extraction as Numbers
from app.domain.rooms import ROOM_KEYS, ROOMS
from app.domain.text import has_cjk
from app.domain.when import Occurred, day_of
from app.engine.steps import fields
from app.engine.steps.material import Note, days_of

LONGEST: Final = 2_000  # characters of a memory
LONGEST_WORD: Final = 24
LONGEST_WHY: Final = 300
SOURCES: Final = 8  # messages a memory may rest on
_DAY: Final = timedelta(days=1)
_ROOMS: Final = {name: room.key for room in ROOMS for name in (room.key, room.zh, room.en.lower())}
_ASSERTIONS: Final = frozenset({"stated", "inferred", "guessed"})

BY_MODEL: Final = mark("A model chose it")
NO_CONTENT: Final = mark("It has no text that could be a memory.")
NO_ROOM: Final = mark("It names no room of the house.")
NO_IMPORTANCE: Final = mark("Its importance is no number from 1 to 10.")
NO_KIND: Final = mark("It is neither a memory nor a correction nor a note to unpin.")
NO_TARGET: Final = mark("It speaks of a memory that it was not shown.")
SAME: Final = mark("It corrects nothing: the text is the same.")
NO_SOURCES: Final = mark("The model names no message that it rests on")
DATE_DOUBTED: Final = mark("The model’s date lies outside these messages; dated by its messages")
DATE_FROM_SOURCES: Final = mark("Dated by its messages")
DATE_UNKNOWN: Final = mark("Without a date")
CORRECTS: Final = mark("A model corrects this memory")
UNPINS: Final = mark("A model finds that this has run its course")


@dataclass(frozen=True, slots=True)
class Shown:
    """What the model was shown: the messages by number, known memories as O…, pinned ones as P…."""

    messages: Sequence[ReadMessage]
    known: Sequence[Note]
    pins: Sequence[Note]
    zone: str


@dataclass(frozen=True, slots=True)
class Change:
    """What the model would change of a memory: always a proposal."""

    memory: int
    patch: Mapping[str, Any]
    base: Mapping[str, Any]
    reason: str
    messages: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    content: str
    reason: str
    raw: str


@dataclass(slots=True)
class Understood:
    drafts: list[Draft] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    rejected: list[Rejected] = field(default_factory=list)


def understand(items: Sequence[Mapping[str, Any]], shown: Shown, numbers: Numbers) -> Understood:
    """Judge the items of a reply; none is lost: what cannot be a memory is turned down with its reason."""
    found = Understood()
    for item in items:
        made = _judge(item, shown, numbers)
        if isinstance(made, Draft):
            found.drafts.append(made)
        elif isinstance(made, Change):
            if all(
                (one.memory, one.patch.keys()) != (made.memory, made.patch.keys()) for one in found.changes
            ):
                found.changes.append(made)
        else:
            content = fields.text(item, "content", fields.RAW_LONGEST) or fields.text(item, "note", LONGEST)
            found.rejected.append(Rejected(content or "", made, fields.raw(item)))
    return found


def _judge(item: Mapping[str, Any], shown: Shown, numbers: Numbers) -> Draft | Change | str:
    kind = item.get("kind")
    if kind == "correct" or "correct" in item:
        return _correction(item, shown)
    if kind == "unpin" or "unpin" in item:
        return _unpin(item, shown)
    if kind == "memory" or (kind is None and "content" in item):
        return _draft(item, shown, numbers)
    return NO_KIND


def _draft(item: Mapping[str, Any], shown: Shown, numbers: Numbers) -> Draft | str:
    content = fields.text(item, "content", LONGEST)
    room = _ROOMS.get(str(item.get("room", "")).strip().lower())
    weight = fields.number(item, "importance")
    if content is None:
        return NO_CONTENT
    if room is None or room not in ROOM_KEYS:
        return NO_ROOM
    if "importance" in item and (weight is None or not 1 <= weight <= 10):
        return NO_IMPORTANCE
    cited = [shown.messages[n - 1] for n in fields.numbers(item, "messages", len(shown.messages), SOURCES)]
    occurred, dating = _dated(item, cited, shown)
    mood = key_of(fields.text(item, "mood", LONGEST_WORD))
    place = mood_va(mood) or (None, None)
    valence = fields.between(fields.number(item, "valence"), -1, 1)
    arousal = fields.between(fields.number(item, "arousal"), -1, 1)
    assertion = str(item.get("assertion", "")).strip().lower()
    return Draft(
        content=content,
        room=room,
        importance=numbers.importance_default if weight is None else round(weight),
        mood=mood,
        tags=fields.words(item, "tags", numbers.tags_most, LONGEST_WORD),
        occurred=occurred,
        assertion=assertion if assertion in _ASSERTIONS else "unknown",
        message_ids=tuple(message.id for message in cited),
        reason=(BY_MODEL, *dating, *(() if cited else (NO_SOURCES,))),
        valence=place[0] if valence is None else valence,
        arousal=place[1] if arousal is None else arousal,
    )


def _dated(
    item: Mapping[str, Any], cited: Sequence[ReadMessage], shown: Shown
) -> tuple[Occurred, tuple[str, ...]]:
    """Give the memory's own local day: the model's if the messages can bear it, else that of its messages."""
    told = fields.text(item, "date", 40)
    days = days_of(shown.messages, shown.zone)
    read = dates.parse_day(told) if told else None
    if read is not None and read[1] == "day" and days:
        day = date.fromisoformat(read[0])
        if date.fromisoformat(days[0]) - _DAY <= day <= date.fromisoformat(days[-1]) + _DAY:
            return day_of(read[0], shown.zone, told), ()
    own = days_of(cited, shown.zone) or (days if len(days) == 1 else [])
    if own:
        return day_of(own[0], shown.zone, told), (DATE_DOUBTED if told else DATE_FROM_SOURCES,)
    return Occurred(text=told), (DATE_UNKNOWN,)


def _correction(item: Mapping[str, Any], shown: Shown) -> Change | str:
    place = fields.handle(item.get("of", item.get("correct")), "O", len(shown.known))
    if place is None:
        return NO_TARGET
    note = shown.known[place]
    content = fields.text(item, "content", LONGEST)
    remark = fields.text(item, "note", LONGEST_WHY)
    if content is None and remark is not None:
        content = f"{note.content}\n{_remark(remark, shown)}"
    if content is None:
        return NO_CONTENT
    if content == note.content.strip():
        return SAME
    cited = fields.numbers(item, "messages", len(shown.messages), SOURCES)
    why = fields.text(item, "why", LONGEST_WHY)
    return Change(
        note.id,
        {"content": content},
        {"content": note.content},
        f"{CORRECTS}\n{why}" if why else CORRECTS,
        tuple(shown.messages[n - 1].id for n in cited),
    )


def _remark(remark: str, shown: Shown) -> str:
    """Give a correction that came as a remark: it stands below the text, with the last day that was read."""
    days = days_of(shown.messages, shown.zone)
    day = f"{days[-1]} " if days else ""
    return f"（{day}更正：{remark}）" if has_cjk(remark) else f"({day}corrected: {remark})"


def _unpin(item: Mapping[str, Any], shown: Shown) -> Change | str:
    place = fields.handle(item.get("of", item.get("unpin")), "P", len(shown.pins))
    if place is None:
        return NO_TARGET
    why = fields.text(item, "why", LONGEST_WHY)
    reason = f"{UNPINS}\n{why}" if why else UNPINS
    return Change(shown.pins[place].id, {"pinned_until": None}, {}, reason)
