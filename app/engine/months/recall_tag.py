"""What a companion's `[[RECALL: 2026-03]]` brings back: the days of that month, word for word."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal
from zoneinfo import ZoneInfo

from app.domain.context.sullyos import sully_mood
from app.domain.months import recall_tags
from app.engine.clock import character_now
from app.engine.engine import Engine
from app.storage import characters, contexts
from app.storage.characters import Character
from app.storage.driver import Connection

Reason = Literal["no_month", "no_logs"]
_BRACKETS: Final = frozenset("[［【")
_LINE: Final = "[{written}] ({mood}): {text}"


@dataclass(frozen=True, slots=True)
class TagAnswer:
    """What one tag gives. `already_active`: its days are in the prompt anyway, so nothing is fetched.

    `reason` when it gives nothing: `no_month` (the tag names none), `no_logs` (the month has no days).
    """

    tag: str
    month: str | None
    ok: bool
    already_active: bool
    reason: Reason | None
    text: str | None


async def recall_tried(engine: Engine, character: Character, text: str) -> tuple[TagAnswer, ...]:
    """Answer what an author tries: a reply with tags, or a month alone in any spelling."""
    bare = _BRACKETS.isdisjoint(text)
    return await recall_months(engine, character, f"[[RECALL: {text}]]" if bare else text)


async def recall_months(engine: Engine, character: Character, reply: str) -> tuple[TagAnswer, ...]:
    """Answer every distinct tag of a reply, in its order; a text without one is a tag that names no month."""
    real, profile = engine.now(), engine.profile

    def read(conn: Connection) -> tuple[TagAnswer, ...]:
        last = characters.span(conn, character.id).last_at
        now = character_now(character.clock, last, profile, real)
        today = datetime.fromtimestamp(now / 1000, ZoneInfo(character.timezone)).date()
        tags = recall_tags.find(reply, today) or [recall_tags.RecallTag(None, 0, len(reply), reply)]
        return tuple(_answer(conn, character, one) for one in tags)

    return await engine.ask(read)


def _answer(conn: Connection, character: Character, tag: recall_tags.RecallTag) -> TagAnswer:
    if tag.month is None:
        return TagAnswer(tag.text, None, False, False, "no_month", None)
    active = {one.month for one in contexts.month_texts(conn, character.id) if one.active}
    if tag.month in active:
        return TagAnswer(tag.text, tag.month, True, True, None, None)
    days = contexts.day_texts(conn, character.id, [tag.month])
    if not days:
        return TagAnswer(tag.text, tag.month, False, False, "no_logs", None)
    told = [
        _LINE.format(written=one.written, mood=sully_mood(one) or "normal", text=one.content) for one in days
    ]
    return TagAnswer(tag.text, tag.month, True, False, None, "\n".join(told))
