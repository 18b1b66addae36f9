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
    numbers = range(_number(first), _number(last) + 1)
    return [f"{number // 12:04}-{number % 12 + 1:02}" for number in numbers]


def _number(month: str) -> int:
    return int(month[:4]) * 12 + int(month[5:]) - 1


def arrange(tiles: Sequence[MonthTile], columns: int) -> list[list[Cell]]:
    """Lay months out in rows of `columns` (a divisor of twelve)."""
    if not tiles:
        return []
    held = {one.month: one for one in tiles}
    first, last = min(held), max(held)
    if _number(last) - _number(first) < columns:
        row: list[Cell] = [
            _cell(month, held, dated=place == 0 or month.endswith("-01"))
            for place, month in enumerate(months_between(first, last))
        ]
        return [_filled(row, columns)]
    rows: list[list[Cell]] = []
    for year in sorted({month[:4] for month in held}):  # one wrong date may lie thousands of years away
        for place, row in enumerate(_year(year, held, columns)):
            rows += [_filled([YearHead(year, again=place > 0)], columns), row]
    return rows


def _year(year: str, held: dict[str, MonthTile], columns: int) -> list[list[Cell]]:
    first, last = min(held), max(held)
    months = [f"{year}-{number:02}" for number in range(1, 13)]
    cells = [_cell(month, held) if first <= month <= last else None for month in months]
    rows = [cells[at : at + columns] for at in range(0, 12, columns)]
    return [row for row in rows if any(isinstance(cell, Tile) for cell in row)]


def _cell(month: str, held: dict[str, MonthTile], *, dated: bool = False) -> Cell:
    return Tile(held[month], dated) if month in held else Gap(month)


def _filled(row: list[Cell], columns: int) -> list[Cell]:
    return row + [None] * (columns - len(row))
