"""What the page says: who reads, what waits and why not, what came of it."""

from app.domain import buffer
from app.domain.buffer import Plan
from app.engine.process import Reading
from app.engine.steps.consent import Way
from app.engine.steps.spending import Spending
from app.ui.i18n import format_number, tr
from app.ui.moments import duration
from app.ui.processing.readers import Reader


def way_name(way: Way) -> str:
    """Name what becomes of a step's output."""
    return {"off": tr("Leave out"), "review": tr("To the Inbox"), "auto": tr("At once")}[way]


def reader_name(reader: Reader) -> str:
    """Name somebody who can read."""
    if reader.kind == "endpoint":
        return f"{reader.name} · {reader.host}"
    return tr("Recorded model (demo)") if reader.kind == "recorded" else tr("Built-in extractor")


def reader_told(reader: Reader) -> str:
    """Say honestly what this reader does, and what leaves the machine."""
    if reader.kind == "recorded":
        return tr(
            "Replays what a model was asked and answered about exactly these messages of the demo. Nothing is "
            "computed and nothing is sent; what it gives is marked as recorded."
        )
    if reader.kind == "built-in":
        return tr(
            "Chooses sentences and quotes them: it invents nothing and understands little. It needs no network, and "
            "sees no deeper links."
        )
    if reader.local:
        return tr("Writes memories in the character’s own words. It runs on this machine; nothing leaves it.")
    return tr(
        "Writes memories in the character’s own words. The messages read, memories near to them and the character’s "
        "own text are sent to {host}.",
        host=reader.host,
    )


def plan_told(plan: Plan, every: Plan, *, all_: bool) -> str:
    """Say what would be read, what stays, or why nothing would be done."""
    if not plan.take:
        reason = tr(plan.reason or buffer.NOTHING_NEW)
        reason = reason[:1].upper() + reason[1:]
        if every.take and not all_:
            return tr("{reason}. {n} unread in all.", reason=reason, n=format_number(len(every.take)))
        return tr("{reason}.", reason=reason)
    left = len(every.take) - len(plan.take)
    if not left:
        return tr("{n} message is read.", "{n} messages are read.", n=len(plan.take))
    return tr(
        "{n} message is read. The newest {left} stay unread: they may still be talked about.",
        "{n} messages are read. The newest {left} stay unread: they may still be talked about.",
        n=len(plan.take),
        left=format_number(left),
    )


def made(reading: Reading) -> str:
    """Say what was made, first what is new."""
    parts = []
    if reading.created:
        parts.append(tr("{n} memory made", "{n} memories made", n=reading.created))
    if reading.deep_links:
        parts.append(tr("{n} deeper link", "{n} deeper links", n=reading.deep_links))
    if reading.boxes:
        parts.append(tr("{n} box named", "{n} boxes named", n=reading.boxes))
    waits = reading.proposed + reading.duplicates
    if waits:
        parts.append(tr("{n} proposal waits in the Inbox", "{n} proposals wait in the Inbox", n=waits))
    if reading.rejected:
        parts.append(tr("{n} reply turned down", "{n} replies turned down", n=reading.rejected))
    return " · ".join(parts) or tr("Nothing worth a memory")


def detail(reading: Reading, spent: Spending | None, *, recorded: bool) -> str:
    """Say how much was read, and what it cost."""
    told = tr("{n} message read", "{n} messages read", n=reading.read)
    if recorded:
        return told + " · " + tr("replayed from the recording")
    if spent is None or not spent.calls:
        return told
    return (
        told
        + " · "
        + tr(
            "{calls} calls, {tokens} tokens, {time}",
            calls=format_number(spent.calls),
            tokens=format_number(spent.tokens),
            time=duration(spent.seconds),
        )
    )
