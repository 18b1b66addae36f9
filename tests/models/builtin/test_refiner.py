"""The built-in refiner and day keeper: whole sentences of the month, in order, no quotation broken, none twice."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from making import HashEmbedder

from app.domain.drafts import ReadMessage
from app.domain.months.length import Length, of_day, of_month
from app.domain.months.passages import is_balanced
from app.domain.text import estimate_tokens
from app.domain.when import day_of
from app.models.builtin import daykeeper
from app.models.builtin.refiner import Entry, label, refine

EMBEDDER = HashEmbedder()
LONG = Length(200, 600, "zh")


def drafted(*contents, length=LONG, **more):
    entries = [Entry(n, f"2026-03-{n:02d}", text) for n, text in enumerate(contents, 1)]
    return refine(entries, length, EMBEDDER, **more)


def test_a_sentence_is_told_once():
    made = drafted(
        "林夏修好了收音机。", "林夏修好了收音机。", "阳台上装了风铃。", length=Length(10, 30, "zh")
    )
    assert made.text.count("林夏修好了收音机") == 1
    assert "风铃" in made.text


def test_quotations_stay_with_who_said_them_and_answers_with_what_they_answer():
    talk = "- TA说：「坐火车好还是开车好？」「我想看窗外。」我答：「坐火车吧。」\n- TA说：「我对虾过敏。」"
    made = drafted(talk)
    assert "TA说：「坐火车好还是开车好？」「我想看窗外。」我答：「坐火车吧。」" in made.text
    assert is_balanced(made.text)
    short = drafted(
        "TA说：「" + "我们去青岛看海，" * 20 + "好吗？」我答：「好，坐火车去青岛。」",
        length=Length(5, 20, "zh"),
    )
    assert "我答" not in short.text


def test_a_sentence_whose_quotation_was_never_closed_is_left_out():
    made = drafted("林夏说：“我们去看海吧", "林夏修好了收音机。")
    assert made.text.startswith("3月2日：林夏修好了收音机。")


def test_what_breaks_off_at_the_end_of_an_entry_is_left_out():
    made = drafted("Mara repaired the radio. Caroline commented on", length=of_month(100, "en"))
    assert made.text.startswith("1 March: Mara repaired the radio.")
    assert "commented" not in made.text


def test_lines_of_a_list_become_sentences():
    made = drafted("- 林夏买到了柚子汽水\n- 我们讨论了风铃")
    assert made.text.startswith("3月1日：林夏买到了柚子汽水；我们讨论了风铃。")
    assert drafted("- bought bread today\n- called Ines twice", length=of_month(9, "en")).text.startswith(
        "1 March: bought bread today; called Ines twice."
    )


def test_a_quotation_without_an_end_gets_one_and_english_ones_keep_their_spaces():
    made = drafted("- TA说：「外婆来电话了」\n- TA说：「地铁上信号很差」", "阳台上装了风铃。")
    assert made.text.startswith(
        "3月1日：TA说：「外婆来电话了」；TA说：「地铁上信号很差」。3月2日：阳台上装了风铃。"
    )
    made = drafted(
        "Theo said “the lamp broke yesterday.” Mara bought a new lamp.", length=of_month(200, "en")
    )
    assert "yesterday.” Mara" in made.text
    made = drafted("- Theo called it “the broken lamp”\n- Mara bought a new lamp", length=of_month(200, "en"))
    assert made.text.startswith("1 March: Theo called it “the broken lamp”; Mara bought a new lamp.")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("On March 1, 2026 at 1:14 pm Mara repaired the radio.", "On March 1"),
        ("3月1日林夏修好了收音机。", "3月1日林夏"),
        ("今天林夏修好了收音机。", "3月1日：今天"),
        ("On Sunday Mara repaired the radio.", "3月1日：On Sunday"),
        ("On March 9, 2025 Mara bought the radio.", "3月1日：On March 9"),
    ],
)
def test_a_day_is_said_once_and_today_is_no_day(text, start):
    assert drafted(text).text.startswith(start)


@pytest.mark.parametrize("day", ["9999-12-31", "9999-11-30", "0001-01-01"])
def test_the_first_and_last_days_there_are(day):
    made = refine([Entry(1, day, "We put the clock away.")], Length(10, 30, "en"), EMBEDDER)
    assert made.text.startswith(f"{label(day, 'en')}We put the clock away.")


def test_a_text_without_an_end_is_cut_at_a_clause_and_says_so():
    made = drafted("林夏修好了收音机，" * 90)
    assert "收音机，…" in made.text


def test_keywords_are_the_months_own_and_nobodys_name():
    texts = [
        "Mara repaired the radio with Theo.",
        "The radio played.",
        "Mara bought bread for the radio party.",
    ]
    made = drafted(*texts, length=of_month(100, "en"), names=("Wren", "Mara"))
    words = made.text.rpartition("Keywords: ")[2].split(", ")
    assert "radio" in [word.lower() for word in words]
    assert "Mara" not in words


def test_nothing_to_tell_is_no_draft():
    assert drafted("嗯嗯。", "……") is None
    assert refine([], LONG, EMBEDDER) is None


_TEXT = st.lists(
    st.sampled_from(
        [
            "林夏修好了收音机。",
            "她说：“好。真的。”",
            "我们去看海，",
            "Theo held the torch. ",
            "- 买面包\n",
            "「晚安。」",
            "（笑）",
            "？",
            '"',
        ],
    ),
    max_size=8,
).map("".join)


@settings(max_examples=60)
@given(st.lists(_TEXT, max_size=6), st.sampled_from([Length(10, 40, "zh"), LONG]), st.booleans())
def test_whatever_the_days_hold_a_draft_is_made_of_them(contents, length, listed):
    made = drafted(*contents, length=length, listed=listed)
    if made is None:
        return
    for entry, start, end in made.rests_on:
        text = contents[entry - 1][start:end]
        assert text.strip() == text
        assert " ".join(text.split()) in made.text
        assert is_balanced(text)
    assert [entry for entry, *_ in made.rests_on] == sorted(entry for entry, *_ in made.rests_on)
    own = sum(estimate_tokens(contents[entry - 1][start:end]) for entry, start, end in made.rests_on)
    assert own <= length.tokens or len(made.rests_on) == 1


def test_a_long_month_keeps_to_its_length_and_covers_its_days():
    texts = [
        f"林夏第{n}天带回{n}个贝壳，把第{n}个放在窗台上。她说了第{n}个故事，讲的是{n}号船。"
        for n in range(1, 29)
    ]
    made = drafted(*texts)
    assert estimate_tokens(made.text) < 1.3 * LONG.tokens
    assert made.days > 10


def test_of_four_hundred_entries_only_the_weightiest_sentences_are_compared(monkeypatch):
    asked = []

    class Counting(HashEmbedder):
        def embed(self, texts):
            asked.append(len(texts))
            return super().embed(texts)

    entries = [
        Entry(n, f"2026-03-{1 + n % 31:02d}", "".join(f"林夏第{n}天带回{k}个贝壳。" for k in range(8)))
        for n in range(400)
    ]
    made = refine(sorted(entries, key=lambda one: one.day), LONG, Counting())
    assert asked == [800]
    assert made.days > 10


def test_labels_and_lengths():
    assert (label("2026-03-05", "zh"), label("2026-03-05", "en")) == ("3月5日：", "5 March: ")
    assert [of_month(n, "zh").told for n in (1, 601, 2401)] == ["100到200字", "200到400字", "300到600字"]
    assert of_day(0, "en").told == "20 to 80 words"


def said(*pairs):
    found = []
    for query, answer in pairs:
        for role, text in (("user", query), ("assistant", answer)):
            number = len(found) + 1
            found.append(
                ReadMessage(
                    number,
                    role,
                    "Mara" if role == "user" else "Wren",
                    text,
                    None,
                    day_of("2026-03-01", "UTC"),
                    1,
                )
            )
    return found


def test_the_day_keeper_takes_answers_only_to_questions():
    talk = said(
        ("I am allergic to shrimp.", "I will remember."),
        ("Which train should I take to the sea?", "Take the slow one, it runs along the coast."),
        ("ok", "ok"),
    )
    made = daykeeper.keep(talk, "Wren", "Mara", "en", EMBEDDER)
    lines = made.content.splitlines()
    assert "- Mara said: “I am allergic to shrimp.”" in lines
    assert any("I answered: “Take the slow one" in line for line in lines)
    assert not re.search(r"\bok\b", made.content)
    assert set(made.message_ids) <= {1, 2, 3, 4}
    assert daykeeper.keep(said(("ok", "ok")), "Wren", "Mara", "en", EMBEDDER) is None


def test_a_long_day_keeps_its_weightiest_lines_in_order():
    talk = said(
        *((f"My friend Ines number {n} moved to town {n} with {n} cats.", "Oh.") for n in range(1, 90))
    )
    made = daykeeper.keep(talk, "Wren", "Mara", "en", EMBEDDER)
    numbers = [int(found) for found in re.findall(r"number (\d+)", made.content)]
    assert numbers == sorted(numbers)
    assert 3 < len(numbers) <= daykeeper.LINES
