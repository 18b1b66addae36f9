from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.drafts import ReadMessage
from app.domain.when import Occurred
from app.models.builtin.sentences import LONGEST, Sentence, sentences


def said(text: str, role: str = "user") -> list[Sentence]:
    return sentences(ReadMessage(1, role, "Emily", text, None, Occurred(), 1))


@given(st.text(max_size=300))
def test_sentences_are_verbatim_in_order_and_lose_only_white_space(text: str) -> None:
    found = said(text)
    assert all(one.text == text[one.start : one.end] for one in found)
    assert all(one.end <= after.start for one, after in pairwise(found))
    assert all(len(one.text) <= LONGEST for one in found)
    assert "".join("".join(one.text.split()) for one in found) == "".join(text.split())


def test_both_languages_are_cut_at_their_marks() -> None:
    assert [one.text for one in said("今天下雨。我没带伞！你呢？")] == ["今天下雨。", "我没带伞！", "你呢？"]
    assert [one.text for one in said('It rained. "Really?" he said. Dr. Who came at 3.5 km.')] == [
        "It rained.",
        '"Really?"',
        "he said.",
        "Dr. Who came at 3.5 km.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "你好呀！",
        "谢谢你的建议。",
        "好的，我会去试试。",
        "不客气，加油！",
        "嗯嗯，听起来很不错呢。",
        "Hello there!",
        "Thank you so much for your advice.",
        "Okay, I'll consider your advice.",
        "That sounds great!",
        "You're welcome, good luck!",
        "……",
        "🎉🎉",
        "[图片]",
        "[sticker] [voice message]",
        "【动画表情】",
        "<Media omitted>",
    ],
)
def test_manners_are_empty(text: str) -> None:
    found = said(text)
    assert found
    assert all(one.empty for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "你好，我叫小周。",
        "谢谢，我对花生过敏。",
        "[图片：外婆在院子里]",
        "推荐你看《海上花》。",
        "我答应你。",
        "Hi, my name is Joe.",
        "Thanks, I am allergic to peanuts.",
        'You should read "The Waves".',
        "I promise.",
    ],
)
def test_what_carries_something_is_not(text: str) -> None:
    assert not all(one.empty for one in said(text))


@pytest.mark.parametrize(
    ("text", "asks"),
    [("你喜欢什么？", True), ("你喜欢猫吗", True), ("Do you like cats?", True), ("I like cats.", False)],
)
def test_questions_are_known(text: str, asks: bool) -> None:
    assert said(text)[0].question is asks


def test_the_words_of_a_title_are_not_the_speakers() -> None:
    assert "title" in said("我在看《百年孤独》。")[0].kinds
    assert "trouble" not in said("我在看《百年孤独》。")[0].kinds
    assert "trouble" in said("我很孤独。")[0].kinds


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("我妈妈是老师", "family"),
        ("我最喜欢爵士乐", "preference"),
        ("我打算明年去冰岛", "plan"),
        ("我被确诊了抑郁症", "health"),
        ("我们决定结婚了", "change"),
        ("我答应你每天早睡", "promise"),
        ("最近压力很大，不知道怎么办", "trouble"),
        ("好想你，抱抱", "bond"),
        ("My mother is a teacher", "family"),
        ("I really love jazz", "preference"),
        ("I plan to go to Iceland", "plan"),
        ("I was diagnosed with depression", "health"),
        ("We got married", "change"),
        ("I promise to sleep early", "promise"),
        ("I feel lost and don't know what to do", "trouble"),
        ("I miss you", "bond"),
    ],
)
def test_kinds_are_found_in_both_languages(text: str, kind: str) -> None:
    assert kind in said(text)[0].kinds
