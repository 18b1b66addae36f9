"""Dates as the author writes them."""

import pytest

from app.domain.when import Occurred
from app.ui.inspector import dates

ZONE, NOW = "Asia/Shanghai", 1_772_500_000_000  # 3 March 2026


@pytest.mark.parametrize(
    ("written", "start", "end", "precision"),
    [
        ("2026-03-05", "2026-03-05", None, "day"),
        ("5 March 2026", "2026-03-05", None, "day"),
        ("2026年3月5日 19:42", "2026-03-05T19:42:00", None, "time"),
        ("2026-03-05 9:05", "2026-03-05T09:05:00", None, "time"),
        ("三月", "2026-03", None, "month"),
        ("March 2026", "2026-03", None, "month"),
        ("2025", "2025", None, "year"),
        ("去年", "2025", None, "year"),
        ("yesterday", "2026-03-02", None, "day"),
        ("上周", "2026-02-23", "2026-03-01", "day"),
        ("", None, None, "none"),
    ],
)
def test_spellings(written: str, start: str | None, end: str | None, precision: str) -> None:
    read = dates.read(written, ZONE, NOW)
    assert read is not None
    assert (read.start, read.end, read.precision) == (start, end, precision)


@pytest.mark.parametrize("written", ["some day", "soon", "2026-13-40", "三月和五月"])
def test_what_is_not_understood(written: str) -> None:
    assert dates.read(written, ZONE, NOW) is None


@pytest.mark.parametrize("written", ["2026-03-05", "2026-03-05 19:42", "2026-03", "2025"])
def test_what_stands_in_the_line_reads_as_the_same(written: str) -> None:
    read = dates.read(written, ZONE, NOW)
    assert read is not None
    assert dates.to_write(read, ZONE) == written
    assert dates.to_write(Occurred(), ZONE) == ""
