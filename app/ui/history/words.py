"""What a line of the history says beside its label: who, when, how much; and a run's counts."""

from collections.abc import Mapping
from typing import Any

from app.domain.rooms import ROOM_KEYS
from app.storage.history import Line
from app.ui.i18n import format_number, format_time, tr
from app.ui.moments import local
from app.ui.words import actor_name

#: first words of an edit's label → icon
_ICONS = (
    ("Merge", "merge"),
    ("Forget", "trash"),
    ("Bring back", "undo"),
    ("Pin", "pin"),
    ("Unpin", "pin"),
    ("Tag", "tag"),
    ("Importance", "flame"),
    ("Link", "link"),
    ("Make", "link"),
    ("Remove", "link"),
    ("Date", "clock"),
    ("Write", "plus"),
    ("Leave", "check"),
    ("Repair", "check"),
)


def icon_of(line: Line) -> str:
    """An icon for a line: by the kind of run, or what the edit does."""
    if line.entry.state == "sealed":
        return "lock"
    if line.entry.run:
        return "import" if line.entry.kind == "import" else "chip"
    label, room = line.entry.label.template, line.entry.label.facts.get("room")
    if label.startswith("Move") and room in ROOM_KEYS:
        return f"rooms/{room}"
    return next((shape for start, shape in _ICONS if label.startswith(start)), "edit")


def beside(line: Line) -> str:
    """Who · when · how much."""
    entry = line.entry
    at = local(entry.at)
    parts = [tr("run") if entry.run else actor_name(entry.actor)]
    if entry.run and entry.actor == "rule":
        parts.append(tr("built-in"))
    parts.append(format_time(at))
    if line.undone_at is not None:
        undone = local(line.undone_at)
        same_day = undone.date() == at.date()
        when = format_time(undone) if same_day else undone.date().isoformat()
        parts.append(tr("undone at {time}", time=when) if same_day else tr("undone on {day}", day=when))
    elif entry.state == "interrupted":
        parts.append(tr("running") if line.status in ("running", "queued") else tr("interrupted"))
    elif line.status == "failed":
        parts.append(tr("stopped by an error"))
    elif entry.run:
        parts.append(tr("{n} edit", "{n} edits", n=line.edits))
    elif line.memories:
        parts.append(tr("{n} memory", "{n} memories", n=line.memories))
    elif entry.rows > 1:
        parts.append(tr("{n} row", "{n} rows", n=entry.rows))
    if entry.state == "sealed":
        parts.append(tr("words kept, undo gone"))
    return " · ".join(parts)


def counts(line: Line) -> list[tuple[str, str]]:
    """A run's counts as (figure, what); what came to nothing is left out."""
    report = line.report or {}
    found = _imported(report) if isinstance(report.get("kinds"), Mapping) else _read(report)
    if not found and line.memories:
        found = [(line.memories, tr("memories"))]
    return [(format_number(count), what) for count, what in found if count]


def _read(report: Mapping[str, Any]) -> list[tuple[int, str]]:
    names = (
        ("read", tr("messages read")),
        ("created", tr("memories added")),
        ("links", tr("links made")),
        ("duplicates", tr("doubles, to the Inbox")),
        ("proposed", tr("proposals, to the Inbox")),
        ("promoted", tr("to the bedroom")),
        ("evicted", tr("to the store-box")),
    )
    return [(int(report.get(key) or 0), what) for key, what in names]


def _imported(report: Mapping[str, Any]) -> list[tuple[int, str]]:
    kinds = {
        "messages": tr("new messages"),
        "memories": tr("new memories"),
        "links": tr("new links"),
        "fragments": tr("new day entries"),
        "months": tr("new month summaries"),
        "boxes": tr("new event boxes"),
        "sessions": tr("new sessions"),
        "characters": tr("new characters"),
        "vectors": tr("vectors"),
    }
    found = [
        (int(counted.get("new") or 0), kinds[kind])
        for kind, counted in report["kinds"].items()
        if kind in kinds
    ]
    rest = (
        ("known", tr("known already")),
        ("changed", tr("changed")),
        ("skipped", tr("skipped")),
        ("proposals", tr("proposals, to the Inbox")),
    )
    return found + [(int(report.get(key) or 0), what) for key, what in rest]
