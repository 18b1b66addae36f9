"""Passages: sentences with their places, two texts side by side, one text out of verdicts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.months.passages import Mine, Pair, align, compose, paragraphs, sentences

OLD = "Mara began the month tired.\n\nOn the 11th the radio broke.\n\nWe spoke of the sea."
NEW = "Mara began the month tired; three nights out of seven.\n\nOn the 11th the radio came back to life.\n\nWe spoke of the sea."


def texts(text):
    return [one.text for one in sentences(text)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("她累了。睡着了！", ["她累了。", "睡着了！"]),
        ("他说：“好。真的。”然后走了。", ["他说：“好。真的。”", "然后走了。"]),
        ("她写道「好吧……算了。」就停笔。", ["她写道「好吧……算了。」", "就停笔。"]),
        (
            "Dr. Lee came at 5 p.m. on Monday. We ran 3.5 km.",
            ["Dr. Lee came at 5 p.m. on Monday.", "We ran 3.5 km."],
        ),
        ('She said "Fine. Really." Then left.', ['She said "Fine. Really."', "Then left."]),
        ("- milk\n- eggs", ["- milk", "- eggs"]),
        ("It is 5” wide. So what.", ["It is 5” wide.", "So what."]),
        ("", []),
        (" \n ", []),
    ],
)
def test_sentences_end_where_they_end_and_not_inside_a_quotation(text, parts):
    assert texts(text) == parts


def test_a_quotation_that_is_never_closed_swallows_no_book():
    text = "他说：“" + "好的。" * 400
    assert len(texts(text)) > 100


@given(st.text(alphabet="ab. 。！？\n“”「」\"'", max_size=120))
def test_sentences_hold_every_sign_and_know_their_place(text):
    found = sentences(text)
    assert all(text[one.start : one.end] == one.text for one in found)
    assert "".join("".join(one.text for one in found).split()) == "".join(text.split())


def test_paragraphs_answer_to_each_other():
    pairs = align(OLD, NEW)
    assert [pair.same for pair in pairs] == [False, False, True]
    assert compose(pairs, ["take", "keep", "take"]) == (
        "Mara began the month tired; three nights out of seven.\n\nOn the 11th the radio broke.\n\nWe spoke of the sea."
    )


def test_a_new_passage_can_be_left_out_and_an_old_one_let_go():
    pairs = align("One about the sea.\n\nAnother about bread.", "Fresh words entirely.\n\nOne about the sea.")
    assert [(pair.old is None, pair.new is None) for pair in pairs] == [
        (True, False),
        (False, False),
        (False, True),
    ]
    assert compose(pairs, ["keep", "take", "take"]) == "One about the sea."
    assert compose(pairs, ["take", "keep", Mine("Bread, then.")]) == (
        "Fresh words entirely.\n\nOne about the sea.\n\nBread, then."
    )


def test_one_paragraph_is_cut_to_answer_to_several():
    old = "三月她很累。十一日收音机坏了。我们又说起海。"
    new = "三月她很累，常常睡着。\n\n十一日收音机修好了。\n\n我们又说起海，她想五月去。"
    pairs = align(old, new)
    assert [pair.old for pair in pairs] == ["三月她很累。", "十一日收音机坏了。", "我们又说起海。"]
    assert [pair.old for pair in align(new, old)] == paragraphs(new)


def test_two_single_paragraphs_are_compared_by_sentence():
    pairs = align("她很累。收音机坏了。", "她很累。收音机修好了。")
    assert [pair.same for pair in pairs] == [True, False]
    assert compose(pairs, ["take", "take"]) == "她很累。收音机修好了。"
    assert (
        compose(align("A fox ran. It hid.", "A fox ran. It hid well."), ["take", "take"])
        == "A fox ran. It hid well."
    )


def test_lines_of_a_list_stay_lines():
    text = "- 5 March: milk\n- 6 March: eggs\n\nKeywords: milk"
    assert compose(align(text, text), ["keep"] * 3) == text


def test_a_month_without_a_text_has_only_new_passages():
    assert align("", "One.\n\nTwo.") == [Pair(None, "One.", False), Pair(None, "Two.", False)]
    assert align("", "") == []


def test_every_verdict_needs_its_passage():
    with pytest.raises(ValueError, match="3 passages, 1 verdicts"):
        compose(align(OLD, NEW), ["take"])


_WORDS = st.lists(
    st.lists(
        st.sampled_from(["sea", "radio", "tired", "bread", "海边", "收音机"]), min_size=1, max_size=4
    ).map(" ".join),
    max_size=5,
).map("\n\n".join)


@given(_WORDS, _WORDS)
def test_no_passage_is_lost(old, new):
    pairs = align(old, new)
    for side, whole in ((lambda p: p.old, old), (lambda p: p.new, new)):
        told = [side(pair) for pair in pairs if side(pair) is not None]
        assert " ".join(told).split() == whole.split()
    assert compose(pairs, ["take"] * len(pairs)).split() == new.split()
    assert compose(pairs, ["keep"] * len(pairs)).split() == old.split()
