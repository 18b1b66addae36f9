"""Tokens, hashes, languages and estimates of texts."""

import time
import unicodedata

import pytest
from domain.making import golden
from hypothesis import given
from hypothesis import strategies as st

from app.domain import traditional
from app.domain.text import (
    clean,
    estimate_tokens,
    flat,
    language,
    normal,
    query_tokens,
    sully_tokens,
    text_hash,
    tokens,
)

ANY = st.text(st.characters(), max_size=60)  # lone surrogates too


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("小明去", ["小", "明", "去", "小明", "明去"]),
        ("猫", ["猫"]),
        ("Hello, World", ["hello", "world"]),
        ("John’s dog didn't eat", ["john", "dog", "didnt", "eat"]),
        ("2026年3月", ["2026", "年", "3", "月"]),
        ("1,234 and 12,34", ["1234", "and", "12", "34"]),
        ("ＡＢＣ全角", ["abc", "全", "角", "全角"]),
        ("臺灣", ["台", "湾", "台湾"]),
        ("café naïve", ["cafe", "naive"]),
        ("猫🐈猫", ["猫", "猫"]),
        ("ねこ 고양이", ["ね", "こ", "ねこ", "고", "양", "이", "고양", "양이"]),
        ("snake_case", ["snake", "case"]),
        ("。。。 \n", []),
    ],
)
def test_tokens(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize("case", golden("tokenize"), ids=lambda case: case["text"])
def test_sully_tokens_are_that_programs(case):
    assert sully_tokens(case["text"]) == case["tokens"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            "小明的猫",
            ["猫", "小明", "明的", "的猫"],
        ),  # a single character only where it stands between grammar
        ("猫", ["猫"]),
        ("外婆住在哪里", ["外婆", "婆住", "住在"]),
        ("What is the cat's name?", ["cat", "name"]),
        ("记得什么 cat cat", ["cat"]),
        ("the who", ["the", "who"]),  # all grammar: better than nothing
        ("什么", ["什", "么", "什么"]),
        ("!?", []),
    ],
)
def test_query_tokens(question, expected):
    assert query_tokens(question) == expected


@given(ANY)
def test_tokens_never_raise_and_are_plain_words(text):
    found = tokens(text)
    assert all(token and token == token.lower() and not any(map(str.isspace, token)) for token in found)
    assert not any(unicodedata.category(sign) == "Cs" for token in found for sign in token)
    assert found == tokens(normal(text)) or "'" in normal(text)


@given(st.text("猫狗小明去了海边abc 的。", max_size=30))
def test_a_question_finds_the_text_it_is_made_of(text):
    assert set(query_tokens(text)) <= set(tokens(text))


@given(ANY)
def test_sully_tokens_never_raise(text):
    assert all(sully_tokens(text)) or not text


def test_spellings_of_one_text_have_the_same_tokens():
    assert tokens("說話 Ａ") == tokens("说话 a")


@pytest.mark.slow
def test_tokens_are_fast_enough_for_an_import():
    text = ("昨天我和阿哲去看了新的電影，然后 went home " * 5)[:100]
    start = time.process_time()
    for _ in range(2000):
        tokens(text)
    assert (
        time.process_time() - start < 2
    )  # a tenth of this on a quiet machine; a quadratic rule would not pass


def test_the_table_of_characters_is_the_librarys():
    from opencc_purepy import OpenCC

    convert = OpenCC("t2s").convert
    ours = {chr(old): new for old, new in traditional.TO_SIMPLIFIED.items()}
    added = {"妳": "你", "瞭": "了"}
    assert {old: new for old, new in ours.items() if convert(old) != new} == added
    missing = [
        sign
        for sign in map(chr, range(0x4E00, 0xA000))
        if sign not in ours
        and (simple := convert(sign)) != sign
        and len(simple) == 1
        and simple < "\U00010000"
    ]
    assert missing == []


@given(ANY)
def test_folding_and_flattening_keep_the_length(text):
    assert len(traditional.fold(text)) == len(text)
    assert len(flat(text)) == len(text)


@given(ANY)
def test_clean_text_can_be_encoded(text):
    cleaned = clean(text)
    assert cleaned.encode().decode() == cleaned
    assert clean(cleaned) == cleaned


def test_clean_joins_pairs_and_drops_halves():
    assert clean("a\ud83d\ude00b\ud83dc\ude00") == "a😀bc"
    untouched = "emoji 😀 测试"
    assert clean(untouched) is untouched


def test_a_hash_is_of_the_very_text():
    assert len(text_hash("猫")) == 16
    assert text_hash("猫") == text_hash("猫\ud800") != text_hash("猫 ")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("今天去看海", "zh"),
        ("We went to the sea", "en"),
        ("我今天在 Starbucks 喝 coffee", "zh"),
        ("She calls it 猫 in every long English sentence", "en"),
        ("", "en"),
        ("123", "en"),
    ],
)
def test_language(text, expected):
    assert language(text) == expected


def test_tokens_are_estimated_by_script():
    assert estimate_tokens("") == 0
    assert estimate_tokens("猫" * 100) == 79
    assert estimate_tokens("a" * 100) == 22
