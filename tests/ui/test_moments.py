"""List points as one line."""

import pytest

from app.ui.moments import plain_lines


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
