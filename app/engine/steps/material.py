"""Messages and memories as a model reads them: numbered, dated in local time, each on one line."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from app.domain.drafts import ReadMessage
from app.domain.mood import CORE_MOODS
from app.domain.rooms import ROOMS
from app.domain.text import Language
from app.domain.when import Occurred

LONGEST_LINE: Final = 600
LONGEST_NOTE: Final = 160
_UNDATED: Final = {"zh": "日期不详", "en": "undated"}
_WEEKDAYS: Final = {"zh": "一二三四五六日", "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")}


@dataclass(frozen=True, slots=True)
class Note:
    """A memory as the material shows it."""

    id: int
    content: str
    room: str | None = None
    day: str | None = None
    mood: str | None = None


def line(text: str, longest: int) -> str:
    """Give a text on one line, shortened if it is too long."""
    flat = " ".join(text.split())
    return flat if len(flat) <= longest else flat[: longest - 1].rstrip() + "…"


def messages_told(messages: Sequence[ReadMessage], zone: str, language: Language) -> str:
    """Give `[3] 2026-03-05 Thu 19:42 Name: text`, a blank line where another session begins."""
    lines: list[str] = []
    before = messages[0].session if messages else None
    for number, message in enumerate(messages, 1):
        if message.session != before:
            lines.append("")
            before = message.session
        when = moment(message.occurred, zone, language)
        lines.append(
            f"[{number}] {when} {message.speaker or message.role}: {line(message.content, LONGEST_LINE)}"
        )
    return "\n".join(lines)


def notes_told(notes: Sequence[Note], letter: str, language: Language, longest: int = LONGEST_NOTE) -> str:
    """Give `O0 (user_room, 2026-03-05, happy): text` for each memory."""
    return "\n".join(
        f"{letter}{number} ({', '.join(part for part in (note.room, note.day or _UNDATED[language], note.mood) if part)}):"
        f" {line(note.content, longest)}"
        for number, note in enumerate(notes)
    )


def moment(occurred: Occurred, zone: str, language: Language) -> str:
    """Give a local time as precisely as it is known."""
    if occurred.start is None or occurred.precision == "none":
        return _UNDATED[language]
    if occurred.precision in {"month", "year"}:
        return occurred.start
    if occurred.precision == "instant":
        local = datetime.fromisoformat(occurred.start).astimezone(ZoneInfo(zone))
    else:
        local = datetime.fromisoformat(occurred.start)
    weekday = _WEEKDAYS[language][local.weekday()]
    day = f"{local:%Y-%m-%d} {'周' if language == 'zh' else ''}{weekday}"
    return day if occurred.precision == "day" else f"{day} {local:%H:%M}"


def days_of(messages: Sequence[ReadMessage], zone: str) -> list[str]:
    """Give the local days that the messages fall on, in order of time."""
    return sorted({day for message in messages if (day := message.occurred.day(zone))})


def day_or_unknown(day: str | None, language: Language) -> str:
    return day or _UNDATED[language]


def rooms_told(language: Language) -> str:
    """Give the seven rooms with their duties, a line each."""
    return "\n".join(
        f"  - {room.key}: {room.duty_zh if language == 'zh' else room.duty_en}" for room in ROOMS
    )


def moods_told(language: Language) -> str:
    """Give the twelve moods; in Chinese with what each means."""
    if language == "zh":
        return "、".join(f"{mood.key}（{mood.zh}）" for mood in CORE_MOODS)
    return ", ".join(mood.key for mood in CORE_MOODS)
