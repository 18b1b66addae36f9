"""A question without what is understood by itself; never without everything."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.question import distil, plain, stems
from app.domain.text import query_tokens

TODAY = date(2026, 3, 20)


def test_plain_takes_it_as_it_stands():
    asked = plain("What did Mara mend?")
    assert asked.meaning == "What did Mara mend?"
    assert asked.words == tuple(query_tokens(asked.meaning))
    assert not asked.named


@pytest.mark.parametrize("name", ["Mara", "Mara Voss"])
def test_a_speaker_s_name_is_heard_and_taken_out(name):
    asked = distil("What did Mara's brother mend?", TODAY, [name, "Odd"])
    assert asked.named == {name}
    assert asked.words == ("brother", "mend")
    assert "Mara" not in asked.meaning


def test_a_name_within_a_word_is_none():
    assert not distil("Does she like oddities?", TODAY, ["Odd"]).named


def test_a_chinese_name_stands_anywhere():
    asked = distil("林夏喜欢什么茶？", TODAY, ["林夏"])
    assert asked.named == {"林夏"}
    assert "喜欢" in asked.words
    assert not any("林" in word for word in asked.words)


def test_date_words_say_when_not_what():
    asked = distil("我们3月5日去看了哪部电影？", TODAY)
    assert not any(sign in word for word in asked.words for sign in "35")
    assert "电影" in asked.words
    assert "3月5日" not in asked.meaning
    assert "march" not in distil("Which film did we see on March 5?", TODAY).words


def test_pairs_across_two_words_are_dropped():
    assert "你咨" not in distil("我向你咨询了什么", TODAY).words
    assert "咨询" in distil("我向你咨询了什么", TODAY).words


@pytest.mark.parametrize("text", ["Mara", "昨天", "on March 5?", "林夏", "Mara yesterday", "", "？"])
def test_what_would_leave_nothing_is_kept(text):
    asked = distil(text, TODAY, ["Mara", "林夏"])
    assert asked.meaning == text
    assert bool(asked.words) == bool(query_tokens(text))


@given(st.text(max_size=60), st.lists(st.text(max_size=8), max_size=4))
def test_any_text_and_any_names_are_taken(text, names):
    asked = distil(text, TODAY, names)
    assert asked.named <= set(names)
    assert bool(asked.words) == bool(query_tokens(text))


def test_forms_of_a_word_are_one_and_chinese_has_none():
    assert len(set(stems(["mending", "mended", "mends"]))) == 1
    assert stems(["咨询"]) == ["咨询"]
