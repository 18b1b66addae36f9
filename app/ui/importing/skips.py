"""What was skipped: gathered by reason for the eye, every place of it as a table for a spreadsheet."""

import csv
import io
from dataclasses import dataclass

from app.engine.ingest.account import Account
from app.ui.i18n import tr
from app.ui.importing.naming import kind_name

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class SkipGroup:
    """One reason: how many, of which kind, the first place and how many places in all."""

    kind: str
    reason: str
    count: int
    place: str
    places: int


def grouped(account: Account) -> list[SkipGroup]:
    """Give the reasons, the most frequent first."""
    counts: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for (kind, place, reason), number in account.skips.items():
        counts.setdefault((kind, reason), []).append((place, number))
    groups = [
        SkipGroup(kind, reason, sum(n for _, n in places), places[0][0], len(places))
        for (kind, reason), places in counts.items()
    ]
    return sorted(groups, key=lambda group: -group.count)


def as_csv(account: Account) -> str:
    """Every skip with its place; a cell that a spreadsheet would run as a formula is quoted."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow([tr("Kind"), tr("Place"), tr("Reason"), tr("Count")])
    for (kind, place, reason), number in sorted(account.skips.items()):
        writer.writerow([_safe(kind_name(kind)), _safe(place), _safe(tr(reason)), number])
    return out.getvalue()


def _safe(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
