from hypothesis import given
from hypothesis import strategies as st

from app.models.pieces import cut


def bare(text: str) -> str:
    return "".join(text.split())


@given(st.text(max_size=400), st.integers(5, 80))
def test_pieces_fit_and_lose_only_white_space(text: str, limit: int) -> None:
    pieces = cut(text, limit)
    assert pieces
    assert all(len(piece) <= limit for piece in pieces)
    assert bare("".join(pieces)) == bare(text)


def test_a_short_text_is_its_own_piece() -> None:
    assert cut("今天去了公园。", 500) == ["今天去了公园。"]


def test_pieces_end_where_sentences_end() -> None:
    text = "我喜欢下雨天。" * 30 + "I like rain. " * 30
    pieces = cut(text, 100)
    assert all(piece.endswith(("。", ".")) for piece in pieces)
    assert len(pieces) > 4


def test_text_without_any_border_is_cut_all_the_same() -> None:
    assert [len(piece) for piece in cut("啊" * 1234, 500)] == [500, 500, 234]


def test_the_smallest_border_that_does_is_taken() -> None:
    assert cut("一二三，四五六，七八九", 8) == ["一二三，四五六，", "七八九"]
    assert cut("first line\nsecond line", 12) == ["first line", "second line"]
