"""The word diff: both sides are rebuilt from it, whatever the texts."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from app.ui import diff

_WORDS = st.lists(
    st.sampled_from(
        [
            "虾",
            "过敏",
            "Mara",
            " ",
            "  ",
            "\n",
            "11",
            "7",
            "3.5",
            "月",
            "。",
            "it’s",
            "é",
            "🦐",
            "a_b",
            "\ud800",
        ]
    )
).map("".join)


@given(_WORDS | st.text(), _WORDS | st.text())
def test_both_sides_are_rebuilt(old: str, new: str) -> None:
    parts = diff.pieces(old, new)
    assert "".join(part.old for part in parts) == old
    assert "".join(part.new for part in parts) == new
    assert diff.old_side(parts)[0] == old
    assert diff.new_side(parts)[0] == new


@given(_WORDS, _WORDS)
def test_same_and_changed_alternate(old: str, new: str) -> None:
    parts = diff.pieces(old, new)
    assert all(first.same != second.same for first, second in pairwise(parts))


@given(_WORDS, _WORDS)
def test_unmarked_text_is_what_both_share(old: str, new: str) -> None:
    parts = diff.pieces(old, new)
    shown, marks = diff.together(parts)
    struck = {i for mark in marks if mark.strike for i in range(mark.start, mark.end)}
    added = {i for mark in marks if mark.underline for i in range(mark.start, mark.end)}
    assert not struck & added
    assert "".join(sign for i, sign in enumerate(shown) if i not in struck) == new
    assert "".join(sign for i, sign in enumerate(shown) if i not in added) == old


def _changed(old: str, new: str) -> list[tuple[str, str]]:
    return [(part.old, part.new) for part in diff.pieces(old, new) if not part.same]


def test_whole_numbers_and_words_change() -> None:
    assert _changed("11月7日", "11月17日") == [("7", "17")]
    assert _changed("她喜欢虾。", "她不喜欢虾。") == [("", "不")]
    assert _changed("She likes shrimp", "She liked shrimp") == [("likes", "liked")]
    assert _changed("it’s 3.5", "it’s 3.75") == [("3.5", "3.75")]


def test_changes_with_a_space_between_are_one() -> None:
    assert _changed("a red big dog", "a blue small dog") == [("red big", "blue small")]


def test_equal_texts_have_nothing_to_paint() -> None:
    assert diff.together(diff.pieces("the same", "the same")) == ("the same", ())
    assert diff.pieces("", "") == ()


def test_very_long_texts_are_compared_by_line() -> None:
    lines = [f"第{n}行，她说了很多很多话。\n" for n in range(1_000)]
    other = [line.replace("说", "讲") if n % 7 == 0 else line for n, line in enumerate(lines)]
    parts = diff.pieces("".join(lines), "".join(other))
    assert sum(not part.same for part in parts) == len(range(0, 1_000, 7))
