"""Where months stand, what they cost, what a switch would change: plain values."""

import pytest

from app.domain.errors import KnownError
from app.engine.months.overview import DayHeat, MonthTile, Overview
from app.ui.months.budget import read_tokens
from app.ui.months.cost import SUMMARIES, cost_of, ghost_of, left_out
from app.ui.months.day_rows import DayHead, Entry, rows_of
from app.ui.months.grid import Gap, Tile, YearHead, arrange
from app.ui.months.words import fitting_month, price_words, state_words


def tile(month: str, *, text: int = 0, days: int = 0, active: bool = False, state: str = "") -> MonthTile:
    told = state or ("refined" if text else "missing")
    return MonthTile(month, told, False, active, 3, 0, 0, (), (), text, days, "estimate")  # type: ignore[arg-type]


def places(rows: list) -> list[list[str]]:
    def name(cell: object) -> str:
        if isinstance(cell, Tile):
            return cell.facts.month + ("!" if cell.dated else "")
        if isinstance(cell, YearHead):
            return f"({cell.year})" if cell.again else cell.year
        return f"-{cell.month}" if isinstance(cell, Gap) else ""

    return [[name(cell) for cell in row] for row in rows]


def test_a_short_span_is_one_row_and_names_its_years() -> None:
    rows = arrange([tile(month) for month in ("2025-10", "2025-12", "2026-01", "2026-03")], 6)
    assert places(rows) == [["2025-10!", "-2025-11", "2025-12", "2026-01!", "-2026-02", "2026-03"]]


def test_years_are_rows_of_half_a_year_with_gaps_in_their_place() -> None:
    rows = arrange([tile("2024-11"), tile("2025-02"), tile("2025-09")], 6)
    assert places(rows) == [
        ["2024", "", "", "", "", ""],
        ["", "", "", "", "2024-11", "-2024-12"],
        ["2025", "", "", "", "", ""],
        ["-2025-01", "2025-02", "-2025-03", "-2025-04", "-2025-05", "-2025-06"],
        ["(2025)", "", "", "", "", ""],
        ["-2025-07", "-2025-08", "2025-09", "", "", ""],
    ]


def test_a_wrong_date_thousands_of_years_away_is_one_row_more() -> None:
    rows = arrange([tile(month) for month in ("0001-01", "2026-03", "9999-12")], 6)
    assert [row[0] for row in places(rows)] == ["0001", "0001-01", "2026", "-2026-01", "9999", "-9999-07"]


@pytest.mark.parametrize("columns", [6, 4, 3, 2])
def test_every_month_has_one_place(columns: int) -> None:
    months = [f"{year}-{number:02}" for year in range(2021, 2026) for number in range(1, 13)]
    rows = arrange([tile(month) for month in months], columns)
    assert all(len(row) == columns for row in rows)
    found = [cell.facts.month for row in rows for cell in row if isinstance(cell, Tile)]
    assert found == months


def overview(*months: MonthTile, budget: int | None = 1_000) -> Overview:
    cost = sum(one.summary_tokens + (one.detail_tokens if one.active else 0) for one in months)
    return Overview(months, 0, cost, budget, "estimate", False)


def test_the_meter_has_the_texts_first_then_the_days_of_each_month_switched_on() -> None:
    cost = cost_of(
        overview(
            tile("2026-01", text=40, days=300),
            tile("2026-02", text=60, days=200, active=True),
            tile("2026-03", days=100, active=True),
        )
    )
    assert [(one.key, one.tokens) for one in cost.stretches] == [
        (SUMMARIES, 100),
        ("2026-02", 200),
        ("2026-03", 100),
    ]
    assert (cost.total, cost.over) == (400, 0)


def test_a_ghost_tells_what_a_switch_would_change_and_nothing_twice() -> None:
    off, on = tile("2026-01", text=40, days=300), tile("2026-02", days=200, active=True)
    cost = cost_of(overview(off, on))
    assert ghost_of([off, on], on=True).change(cost) == 300
    assert ghost_of([off, on], on=False).change(cost) == -200
    assert ghost_of([], on=True).change(cost) == 0


def test_the_oldest_days_give_way_first_then_texts() -> None:
    months = (
        tile("2026-01", text=100, days=400, active=True),
        tile("2026-02", days=300, active=True),
        tile("2026-03", days=300, active=True),
    )
    assert left_out(cost_of(overview(*months, budget=1_100))) == []
    gone = left_out(cost_of(overview(*months, budget=800)))
    assert [(one.key, one.name) for one in gone] == [("2026-01", "the oldest Jan days")]
    gone = left_out(cost_of(overview(*months, budget=500)))
    assert [one.name for one in gone] == ["Jan days", "the oldest Feb days"]
    gone = left_out(cost_of(overview(*months, budget=400)))
    assert [one.name for one in gone] == ["Jan days", "Feb days"]
    gone = left_out(cost_of(overview(*months, budget=50)))
    assert [one.key for one in gone] == ["2026-01", "2026-02", "2026-03", SUMMARIES]
    assert gone[-1].name == "the oldest of 1 summary"
    assert left_out(cost_of(overview(*months, budget=None))) == []


@pytest.mark.parametrize(
    ("text", "tokens"), [("10,000", 10_000), ("10 000", 10_000), ("12k", 12_000), ("８０００", 8_000)]
)
def test_a_budget_is_read_as_it_is_written(text: str, tokens: int) -> None:
    assert read_tokens(text) == tokens


@pytest.mark.parametrize("text", ["many", "", "-4", "1.5k", "9" * 30])
def test_what_is_no_number_is_told(text: str) -> None:
    with pytest.raises(KnownError, match="no number of tokens"):
        read_tokens(text)


def test_words_of_a_tile() -> None:
    assert price_words(tile("2026-01", text=412, days=300)) == "412 tokens"
    assert price_words(tile("2026-01", text=412, days=1_640, active=True)) == "412 + 1,640 days"
    assert price_words(tile("2026-01", days=1_640, active=True)) == "1,640 days"
    assert price_words(tile("2026-01", days=300)) == "3 entries"
    assert state_words(tile("2026-01", text=4, state="edited")) == "edited by hand"


@pytest.mark.parametrize(("room", "name"), [(8, "May 2023"), (7, "May")])
def test_a_month_gives_up_its_year_before_it_is_cut(room: int, name: str) -> None:
    assert fitting_month("2023-05", lambda told: len(told) <= room, year=True) == name


def test_days_with_nothing_are_left_out_and_those_that_lost_their_entry_are_told() -> None:
    days = [
        DayHeat("2026-03-01", 0, 4, 1, 0.5),
        DayHeat("2026-03-02", 0, 0, 0, 0.0),
        DayHeat("2026-03-03", 0, 0, 0, 0.0),
    ]
    rows = rows_of(days, [], ["2026-03-03"])
    assert rows == [DayHead("2026-03-01", 0, 4, 1), DayHead("2026-03-03", 0, 0, 0, changed=True)]
    assert not any(isinstance(row, Entry) for row in rows)
