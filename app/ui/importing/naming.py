"""How the report names kinds, shapes, amounts, speakers and sizes."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from app.engine.ingest.account import Account, KindCount
from app.ui.i18n import format_day, format_number, format_time, tr

#: Kinds in the order of the table, with their icons.
ICONS: Mapping[str, str] = {
    "messages": "chat",
    "memories": "palace",
    "vectors": "chip",
    "links": "link",
    "boxes": "book",
    "anticipations": "clock",
    "months": "months",
    "fragments": "months",
    "characters": "star",
    "sessions": "chat",
    "kept": "file",
}
_NOON = (12, 0, 0)


_PROPER = {"memorybank": "MemoryBank", "locomo": "LoCoMo"}  # names that are not translated


def kind_name(kind: str) -> str:
    """Name of a kind of record; one we do not know keeps its own."""
    names = {
        "messages": tr("Messages"),
        "memories": tr("Memories"),
        "vectors": tr("Vectors"),
        "links": tr("Links"),
        "boxes": tr("Event boxes"),
        "anticipations": tr("Anticipations"),
        "months": tr("Monthly summaries"),
        "fragments": tr("Days of the log"),
        "characters": tr("Characters"),
        "sessions": tr("Sessions"),
        "kept": tr("Kept as they are"),
    }
    return names.get(kind, kind)


def format_name(account: Account) -> str:
    """Name of the file's format and shape."""
    found = account.found_as
    if found is None:
        return "–"
    names = {
        "zip-v2": tr("SullyOS backup v2"),
        "zip-v1": tr("SullyOS backup v1"),
        "folder-v2": tr("SullyOS backup v2, unpacked"),
        "bare": tr("SullyOS backup, bare JSON"),
        "palace-export": tr("SullyOS palace export"),
        "card": tr("SullyOS character card"),
        "text-dump": tr("SullyOS text dump"),
    }
    if found.format in _PROPER:
        return _PROPER[found.format]
    if found.format == "worldbook":
        return tr("Worldbook")
    return names.get(found.shape, f"{found.format} {found.shape}")


def rows_of(account: Account) -> list[KindCount]:
    """The account's rows in the order of the table; what was not found at all has none."""
    order = list(ICONS)
    found = [count for count in account.kinds.values() if count.found]
    return sorted(found, key=lambda count: order.index(count.kind) if count.kind in order else len(order))


def note_of(account: Account, kind: str) -> str:
    """What the table says beside a kind."""
    if kind == "messages":
        hidden = sum(n for (_, role), n in account.speakers.items() if role == "system")
        said = sum(account.speakers.values()) - hidden
        return tr("{said} spoken · {hidden} that nobody said", said=said, hidden=hidden) if hidden else ""
    if kind == "vectors":
        return tr("the built-in model makes a set of its own beside them")
    if kind == "kept":
        return tr("not used here; goes back with an export")
    if kind == "characters":
        return tr(", ||between names").join(one.name for one in account.characters.values())
    return ""


def amounts(account: Account) -> str:
    """The amounts that an import adds or changes: `18,204 messages and 949 memories`."""
    found = {name: count.new + count.changed for name, count in account.kinds.items()}
    parts = []
    if found.get("messages"):
        parts.append(tr("{n} message", "{n} messages", n=found["messages"]))
    if found.get("memories"):
        parts.append(tr("{n} memory", "{n} memories", n=found["memories"]))
    if len(parts) == 2:
        return tr("{first} and {second}", first=parts[0], second=parts[1])
    return parts[0] if parts else tr("{n} record", "{n} records", n=sum(found.values()))


def speaker_becomes(account: Account, speaker: str, role: str) -> str:
    """Who a speaker of the file is in the palace."""
    if role == "user":
        return tr("{name} · partner", name=speaker)
    if role == "system":
        return tr("nobody’s words · hidden")
    names = {one.name for one in account.characters.values()}
    if len(names) == 1:
        return tr("{name} · character", name=next(iter(names)))
    if speaker in names or not any(name in names for name, said_as in account.speakers if said_as == role):
        return tr("{name} · character", name=speaker)
    return tr("{name} · another voice", name=speaker)


def moment(ms: int | None, zone: str) -> str:
    """A message's time in the zone of the report; a day without a time of day stands at noon and shows none."""
    if ms is None:
        return "–"
    at = datetime.fromtimestamp(ms / 1000, ZoneInfo(zone))
    day = format_day(at.date(), year=True, short=True)
    return day if (at.hour, at.minute, at.second) == _NOON else f"{day} {format_time(at)}"


def size_of(path: Path) -> str:
    """Size of a file (or of what a folder holds), as people say it."""
    try:
        inside = [one for one in path.rglob("*") if one.is_file()] if path.is_dir() else [path]
        size = sum(one.stat().st_size for one in inside)
    except OSError:
        return ""
    if size < 1_000_000:
        return f"{format_number(max(1, round(size / 1000)))} kB"
    return f"{format_number(size / 1_000_000, 1)} MB"
