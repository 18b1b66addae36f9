"""List points as one line, and lines without the day that a row says beside them."""

import pytest

from app.ui.moments import behind_its_day, plain_lines


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- the radio\n- two burns", "the radio · two burns"),
        ("- The radio hissed.\n- Two burns!\n", "The radio hissed. Two burns!"),
        ("- 第一盘和棋。\n- 父亲说：“我知道。”\n- 雪停了", "第一盘和棋。父亲说：“我知道。”雪停了"),
        ("", ""),
    ],
)
def test_a_dot_stands_only_where_nothing_ends_a_point(text: str, line: str) -> None:
    assert plain_lines(text) == line


@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("On 8 February 2026 Mara said: “rain”", "Mara said: “rain”"),
        ("2026年2月8日，阿满说：「下雨」", "阿满说：「下雨」"),
        ("On 9 February 2026 Mara said: “rain”", "On 9 February 2026 Mara said: “rain”"),
        ("It rained On 8 February 2026 all day", "It rained On 8 February 2026 all day"),
        ("2026年2月8日，", "2026年2月8日，"),
    ],
)
def test_only_the_day_of_the_row_is_left_out_and_only_where_it_opens(line: str, left: str) -> None:
    assert behind_its_day(line, "2026-02-08") == left
    assert behind_its_day(line, None) == line
