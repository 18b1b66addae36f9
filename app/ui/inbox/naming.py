"""How proposals, their runs, verdicts and reasons are named."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from app.domain.errors import mark
from app.domain.when import Occurred
from app.storage.proposals import DECIDED, Proposal
from app.storage.runs import Run
from app.ui import words
from app.ui.i18n import format_day, format_month, format_time, said, tr
from app.ui.moments import behind_its_day, local

ICONS: Mapping[str, str] = {
    "add": "plus",
    "duplicate": "merge",
    "change": "edit",
    "gone": "trash",
    "link": "link",
    "rejected": "warn",
    "month": "months",
    "fragment": "edit",
}

#: Reasons for a refusal, kept with it in English.
NOTE_BREAK: Final = "; "
REASONS: Final = (mark("not true"), mark("not worth keeping"), mark("already known"), mark("wrong words"))


def icon_of(proposal: Proposal) -> str:
    return ICONS.get(proposal.op, "flag")


def row_words(proposal: Proposal) -> tuple[str, str]:
    """The operation in words for a row: what is muted, and what stands out behind it."""
    if proposal.op == "add":
        return tr("New in||before a room"), words.room_name(proposal.patch.get("room"))
    if proposal.op == "link":
        return tr("Link:||before its kind"), words.link_name(str(proposal.patch.get("kind", "")))
    if proposal.op == "month":
        return tr("Text for||before a month"), _month_words(proposal)
    if proposal.op == "fragment":
        return tr("Entry of||before a day"), _day_words(proposal)
    of_box = proposal.patch.get("table") == "box"
    return {
        "duplicate": (tr("Double of a memory"), ""),
        "change": (_change_words(proposal), ""),
        "gone": (tr("Event box gone in the file") if of_box else tr("Gone in the file"), ""),
        "rejected": (tr("A reply turned down") if by_model(proposal) else tr("Rejected: not a memory"), ""),
    }.get(proposal.op, (proposal.op, ""))


def _month_words(proposal: Proposal) -> str:
    return format_month(str(proposal.patch["month"]))


def _day_words(proposal: Proposal) -> str:
    return format_day(date.fromisoformat(proposal.patch["day"]))


def month_of(proposal: Proposal) -> str | None:
    """Give the month that a proposal is about, also one that was turned down; None for any other."""
    month, day = proposal.patch.get("month"), proposal.patch.get("day")
    told = month if isinstance(month, str) else day[:7] if isinstance(day, str) else None
    return told if proposal.op in {"month", "fragment", "rejected"} else None


def by_model(proposal: Proposal) -> bool:
    """Whether a model suggests it."""
    return proposal.patch.get("origin") == "model"


def _change_words(proposal: Proposal) -> str:
    if proposal.patch.get("table") == "box":
        return tr("Name of an event box") if by_model(proposal) else tr("Event box differs")
    if by_model(proposal):
        return tr("Another text")
    return tr("Text differs") if "content" in proposal.patch else tr("Differs")


def _change_title(proposal: Proposal) -> str:
    if proposal.patch.get("table") == "box":
        named = tr("The model suggests a name for an event box")
        return named if by_model(proposal) else tr("Event box changed here and in the other program")
    if by_model(proposal):
        return tr("The model suggests another text")
    return tr("Changed here and in the other program")


def title_of(proposal: Proposal) -> str:
    """The operation as the detail's title."""
    if proposal.op == "add":
        return tr("New memory: {room}", room=words.room_name(proposal.patch.get("room")))
    if proposal.op == "link":
        return tr("Link of two memories: {kind}", kind=words.link_name(str(proposal.patch.get("kind", ""))))
    if proposal.op == "month":
        return tr("A text for {month}", month=_month_words(proposal))
    if proposal.op == "fragment":
        return tr("An entry of {day}", day=_day_words(proposal))
    if proposal.op == "gone":
        return tr("Gone in the other program")
    if proposal.op == "change":
        return _change_title(proposal)
    return row_words(proposal)[0]


def line_of(proposal: Proposal, target: str | None, zone: str) -> str:
    """The one line that stands for the proposal in the list; the day it opens with stands at the row's right."""
    of_box = proposal.patch.get("name") if proposal.patch.get("table") == "box" else None
    content = proposal.patch.get("content") or proposal.patch.get("text") or of_box or target
    if isinstance(content, str) and content.strip():
        line = " ".join(content.split())
        occurred = occurred_of(proposal.patch)
        day = occurred.day(zone) if occurred is not None and proposal.state not in DECIDED else None
        return behind_its_day(line, day)
    return ", ".join(str(name) for name in proposal.patch) or "–"


def state_words(state: str) -> str:
    """What was decided."""
    names = {
        "accepted": tr("Accepted"),
        "refused": tr("Refused"),
        "later": tr("Put off"),
        "waiting": tr("Waiting"),
        "outdated": tr("Outdated: what it is about is gone"),
    }
    return names.get(state, state)


def group_words(run: Run | None) -> tuple[str, str]:
    """Title and second line of a run's group; its day is this machine's, as in the History."""
    if run is None:
        return tr("Without a run"), ""
    day = format_day(local(run.started_at).date())
    if run.kind == "process":
        read = run.report.get("read") if isinstance(run.report, dict) else None
        told = tr("{n} message read", "{n} messages read", n=read) if isinstance(read, int) else ""
        reader = str(run.facts.get("model") or tr("built-in"))
        return tr("Reading, {day}", day=day), " · ".join(part for part in (told, reader) if part)
    if run.kind == "import":
        return tr("Re-import, {day}", day=day), str(run.facts.get("file", ""))
    return f"{said(run.label)}, {day}", ""


def stamp(ms: int) -> str:
    """When something was done, on this machine's clock: `3 March, 23:14`."""
    at = local(ms)
    return tr("{day}, {time}", day=format_day(at.date()), time=format_time(at))


def occurred_of(patch: Mapping[str, Any]) -> Occurred | None:
    told = patch.get("occurred")
    return Occurred(*told) if isinstance(told, list) and told else None


def happened(occurred: Occurred | None, zone: str, *, short: bool = False) -> str:
    """When something happened, as precisely as it is known; empty when it is not."""
    if occurred is None or occurred.start is None or occurred.precision == "none":
        return ""
    if occurred.precision == "year":
        return occurred.start[:4]
    if occurred.precision == "month":
        return format_month(occurred.start[:7])
    day = date.fromisoformat(occurred.day(zone) or occurred.start[:10])
    told = format_day(day, year=None if short else True, short=short)
    if short or occurred.precision == "day":
        return told
    at = datetime.fromisoformat(occurred.start)
    there = at.astimezone(ZoneInfo(zone)) if occurred.precision == "instant" else at
    return tr("{day}, {time}", day=told, time=format_time(there))


def difference_name(kind: str) -> str:
    """What kind of detail sets two texts apart."""
    names = {
        "date": tr("date"),
        "number": tr("number"),
        "unit": tr("measure"),
        "name": tr("name"),
        "negation": tr("negation"),
        "opposite": tr("opposite"),
        "word": tr("word"),
        "person": tr("person||grammar"),
    }
    return names.get(kind, kind)


def assertion_words(assertion: str, partner: str | None) -> str:
    """How sure a memory is."""
    return {
        "stated": tr("stated by {name}", name=partner) if partner else tr("stated"),
        "inferred": tr("inferred"),
        "guessed": tr("guessed"),
        "confirmed": tr("confirmed"),
        "refuted": tr("refuted"),
        "unknown": tr("unknown||how sure"),
    }.get(assertion, assertion)
