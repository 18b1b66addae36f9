"""Where each month stands: years as rows of six, half a year each, so that gaps show; a short span in one row."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine.months.overview import MonthTile


@dataclass(frozen=True, slots=True)
class YearHead:
    """The name of a year over a row of its months; `again`: a row of it stands above."""

    year: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Gap:
    """A month between others in which nothing was said, kept or written."""

    month: str


@dataclass(frozen=True, slots=True)
class Tile:
    """A month; `dated`: its year is told with it, because no head tells it."""

    facts: MonthTile
    dated: bool = False


Cell = YearHead | Gap | Tile | None


def months_between(first: str, last: str) -> list[str]:
    """Give every month from the first to the last (`YYYY-MM`)."""
    at, until = (int(one[:4]) * 12 + int(one[5:]) - 1 for one in (first, last))
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in range(at, until + 1)]


def arrange(tiles: Sequence[MonthTile], columns: int) -> list[list[Cell]]:
    """Lay months out in rows of `columns` (a divisor of twelve)."""
    if not tiles:
        return []
    held = {one.month: one for one in tiles}
    span = months_between(min(held), max(held))
    if len(span) <= columns:
        row: list[Cell] = [
            _cell(month, held, dated=place == 0 or month.endswith("-01")) for place, month in enumerate(span)
        ]
        return [_filled(row, columns)]
    rows: list[list[Cell]] = []
    for year in range(int(span[0][:4]), int(span[-1][:4]) + 1):
        for place, row in enumerate(_year(f"{year:04}", held, span, columns)):
            rows += [_filled([YearHead(f"{year:04}", again=place > 0)], columns), row]
    return rows


def _year(year: str, held: dict[str, MonthTile], span: Sequence[str], columns: int) -> list[list[Cell]]:
    within = set(span)
    cells: list[Cell] = []
    for number in range(1, 13):
        month = f"{year}-{number:02}"
        cells.append(_cell(month, held) if month in within else None)
    rows = [cells[at : at + columns] for at in range(0, 12, columns)]
    return [row for row in rows if any(isinstance(cell, Tile) for cell in row)]


def _cell(month: str, held: dict[str, MonthTile], *, dated: bool = False) -> Cell:
    return Tile(held[month], dated) if month in held else Gap(month)


def _filled(row: list[Cell], columns: int) -> list[Cell]:
    return row + [None] * (columns - len(row))
