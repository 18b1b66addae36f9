import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.drafts import ASSERTIONS, Draft, ReadMessage
from app.domain.mood import BY_KEY as MOODS
from app.domain.rooms import ROOM_KEYS
from app.domain.when import Occurred, day_of, instant
from app.models.builtin.extractor import extract
from app.models.use import UseEmbedder

ZONE = "Asia/Shanghai"
Talk = Callable[..., list[ReadMessage]]
Extract = Callable[..., list[Draft]]

ZH = (
    ("user", "你好，我叫小周，在成都做护士。"),
    ("assistant", "你好小周，很高兴认识你！"),
    ("user", "我最喜欢爵士乐，你有什么推荐吗？"),
    ("assistant", "我推荐《蓝调之路》，还有《午夜的圆》，你可以先听听看。"),
    ("user", "谢谢你的推荐！"),
    ("assistant", "不客气，随时找我哦。"),
    ("user", "最近和妈妈吵架了，到现在都没说话，我很难过，不知道该怎么办。", "2026-03-06"),
    ("assistant", "我在呢。你可以先给她写一封信。", "2026-03-06"),
    ("user", "等攒够钱，我打算明年去冰岛看极光。", "2026-03-07"),
    ("assistant", "我答应你，到时候陪你一起看。", "2026-03-07"),
    ("user", "好想你，有你在真好，抱抱。", "2026-03-08"),
    ("assistant", "我也想你。", "2026-03-08"),
    ("user", "我在准备期末考试，高数好难，怎么复习好？", "2026-03-09"),
    ("assistant", "建议你先把错题整理一遍，再做两套往年试卷。", "2026-03-09"),
    ("user", "你平时喜欢做什么呢？", "2026-03-10"),
    ("assistant", "我喜欢雨天，安静的时候会想很多，最近在读一本叫《海边的灯》的小说。", "2026-03-10"),
)
EN = (
    ("user", "Hi, my name is Emily and I'm a nurse in Leeds."),
    ("assistant", "Hello Emily, nice to meet you!"),
    ("user", "I love jazz. Can you recommend an album?"),
    ("assistant", 'I recommend "Blue Roads" and also "The Midnight Round".'),
    ("user", "Thank you so much!"),
    ("assistant", "You're welcome, feel free to ask me anything."),
    (
        "user",
        "I had a fight with my mother and we still don't talk. I feel sad and don't know what to do.",
        "2026-03-06",
    ),
    ("assistant", "You could write her a letter first.", "2026-03-06"),
    (
        "user",
        "When I have saved enough I plan to see the northern lights in Iceland next year.",
        "2026-03-07",
    ),
    ("assistant", "I promise I will watch them with you.", "2026-03-07"),
    ("user", "I miss you. It's so good to have you, hug me.", "2026-03-08"),
    ("assistant", "I miss you too.", "2026-03-08"),
    ("user", "I'm preparing for my maths exam and it is hard. How should I study?", "2026-03-09"),
    ("assistant", "I suggest you go through your mistakes first and then try two old papers.", "2026-03-09"),
    ("user", "What do you like to do?", "2026-03-10"),
    (
        "assistant",
        'I like rainy days, and I have been reading a novel called "The Lamp by the Sea".',
        "2026-03-10",
    ),
)


@pytest.fixture(scope="session")
def read(embedder: UseEmbedder) -> Extract:
    def run(
        messages: Sequence[ReadMessage], language: str = "zh", partner: str | None = "Emily"
    ) -> list[Draft]:
        return extract(messages, "Ash", partner, language, embedder, ZONE)  # type: ignore[arg-type]

    return run


def of(drafts: list[Draft], words: str) -> Draft:
    return next(draft for draft in drafts if words in draft.content)


def assert_sound(drafts: list[Draft], messages: Sequence[ReadMessage]) -> None:
    by_id = {message.id: message for message in messages}
    for draft in drafts:
        assert draft.room in ROOM_KEYS
        assert draft.mood in MOODS
        assert draft.assertion in ASSERTIONS
        assert 1 <= draft.importance <= 10
        assert len(draft.tags) <= 5
        assert 1 <= len(draft.message_ids) <= 8
        assert list(draft.message_ids) == sorted(set(draft.message_ids))
        assert draft.reason
        assert draft.quotes
        for span in draft.quotes:
            assert span.message_id in draft.message_ids
            assert by_id[span.message_id].content[span.start : span.end] == span.text
            assert span.text.strip()
            assert " ".join(span.text.split()) in draft.content


def test_chinese_memories_attribute_and_quote(read: Extract, talk: Talk) -> None:
    messages = talk(*ZH)
    drafts = read(messages)
    assert_sound(drafts, messages)
    jazz = of(drafts, "爵士乐")
    assert jazz.content.startswith("2026年3月5日，TA说：「")
    assert "我答：「我推荐《蓝调之路》，还有《午夜的圆》，你可以先听听看。」" in jazz.content
    assert {"蓝调之路", "午夜的圆"} <= set(jazz.tags)


def test_english_memories_name_the_partner(read: Extract, talk: Talk) -> None:
    messages = talk(*EN)
    drafts = read(messages, "en")
    assert_sound(drafts, messages)
    jazz = of(drafts, "jazz")
    assert jazz.content.startswith("On 5 March 2026 Emily said: “")
    assert 'I answered: “I recommend "Blue Roads" and also "The Midnight Round".”' in jazz.content
    assert {"Blue Roads", "The Midnight Round"} <= set(jazz.tags)


@pytest.mark.parametrize(
    ("turns", "language", "rooms"),
    [
        (ZH, "zh", {"护士": "user_room", "吵架": "attic", "极光": "windowsill", "想你": "bedroom", "高数": "study", "雨天": "self_room"}),
        (EN, "en", {"nurse": "user_room", "fight": "attic", "Iceland": "windowsill", "miss": "bedroom", "exam": "study", "rainy": "self_room"}),
    ],
)  # fmt: skip
def test_each_thing_finds_its_room(
    read: Extract, talk: Talk, turns: tuple[tuple[str, ...], ...], language: str, rooms: dict[str, str]
) -> None:
    drafts = read(talk(*turns), language)
    assert {words: of(drafts, words).room for words in rooms} == rooms


@pytest.mark.parametrize(("turns", "language"), [(ZH, "zh"), (EN, "en")])
def test_thanks_are_no_memory_and_trouble_weighs_more_than_weather(
    read: Extract, talk: Talk, turns: tuple[tuple[str, ...], ...], language: str
) -> None:
    drafts = read(talk(*turns), language)
    sources = {number for draft in drafts for number in draft.message_ids}
    assert not sources & {5, 6}
    small = read(talk(("user", "今天天气不错，出门买了瓶水。"), ("assistant", "嗯嗯。")))
    trouble = of(drafts, "吵架" if language == "zh" else "fight")
    assert trouble.mood in {"sad", "hurt", "confused"}
    assert trouble.valence is not None
    assert trouble.valence < 0
    assert all(trouble.importance > draft.importance for draft in small)


def test_it_says_the_same_every_time(read: Extract, talk: Talk) -> None:
    assert read(talk(*ZH)) == read(talk(*ZH))


@pytest.mark.parametrize(
    "turns",
    [
        (),
        (("user", "你好"), ("assistant", "你好呀！")),
        (
            ("user", "早上好！"),
            ("assistant", "早安～"),
            ("user", "谢谢你的建议，我会试试。"),
            ("assistant", "不客气，加油！"),
        ),
        (
            ("user", "Hello there!"),
            ("assistant", "Hi!"),
            ("user", "Thank you!"),
            ("assistant", "You're welcome."),
        ),
        (("system", "今天是3月5日，你叫阿灰，喜欢爵士乐。"), ("system", "My name is Ash.")),
        (("user", "   "), ("assistant", "\n")),
    ],
)
def test_where_nothing_is_told_nothing_is_kept(
    read: Extract, talk: Talk, turns: tuple[tuple[str, str], ...]
) -> None:
    assert read(talk(*turns)) == []


@pytest.mark.parametrize("who", ["user", "assistant"])
def test_a_single_message_can_be_a_memory(read: Extract, talk: Talk, who: str) -> None:
    messages = talk((who, "我对花生过敏，一点都不能碰。"))
    (draft,) = read(messages)
    assert draft.message_ids == (1,)
    assert ("TA说：" if who == "user" else "我说：") in draft.content


def test_twenty_thousand_characters_become_a_few_memories(read: Extract, talk: Talk) -> None:
    story = (
        "我妈妈今年六十岁，住在青岛，最喜欢养花。"
        + "后来我们去了海边散步，看到了很多船，天慢慢黑下来。" * 800
    )
    messages = talk(("user", story[:20_000]), ("assistant", "真好。"))
    drafts = read(messages)
    assert_sound(drafts, messages)
    assert 1 <= len(drafts) <= 6
    assert all(len(draft.content) < 500 for draft in drafts)
    assert any("六十岁" in draft.content for draft in drafts)


def test_twenty_thousand_characters_without_a_border(read: Extract, talk: Talk) -> None:
    messages = talk(("user", "我喜欢猫" * 5000))
    drafts = read(messages)
    assert_sound(drafts, messages)
    assert drafts


def test_messages_without_dates_are_told_without_one(read: Extract, talk: Talk) -> None:
    for language, start in (("zh", "TA说：「"), ("en", "Emily said: “")):
        (draft,) = read(talk(("user", "我养了一只橘猫，叫年糕。"), day=None), language)
        assert draft.content.startswith(start)
        assert draft.occurred == Occurred()


def test_the_day_is_the_local_one(read: Extract) -> None:
    evening = instant(1_772_640_000_000 + 20 * 3_600_000)  # 2026-03-04 16:00 UTC + 20 h → 6 March in Shanghai
    message = ReadMessage(1, "user", "Emily", "我养了一只橘猫，叫年糕。", 0, evening, 1)
    (draft,) = read([message])
    day = evening.day(ZONE)
    assert day is not None
    assert draft.content.startswith(f"{day[:4]}年{int(day[5:7])}月{int(day[8:])}日，")
    assert draft.occurred == evening


@pytest.mark.parametrize(
    ("text", "day", "reason"),
    [
        ("昨天我去看牙医了，拔了一颗智齿。", "2026-03-04", "Dated by its own words"),
        ("I saw the dentist yesterday and lost a tooth.", "2026-03-04", "Dated by its own words"),
        ("我们是2019年5月20日结婚的。", "2019-05-20", "Dated by its own words"),
        ("上个月我去看牙医了，拔了一颗智齿。", "2026-03-05", "Its words name another time"),
        ("明天我要去看牙医，拔一颗智齿。", "2026-03-05", "Its words name another time"),
        ("今天我去看牙医了，拔了一颗智齿。", "2026-03-05", None),
    ],
)
def test_only_an_exact_earlier_day_moves_the_date(
    read: Extract, talk: Talk, text: str, day: str, reason: str | None
) -> None:
    (draft,) = read(talk(("user", text)))
    assert draft.occurred.day(ZONE) == day
    assert draft.content.startswith("2026年3月5日，")
    assert (reason in draft.reason) if reason else len(draft.reason) >= 1
    if day != "2026-03-05":
        assert draft.occurred.text
        assert draft.occurred.text in text


def test_a_group_names_everyone_but_the_character(read: Extract, talk: Talk) -> None:
    messages = talk(
        ("user", "我下个月要搬去杭州住，你们谁来过？"),
        ("assistant:Birch", "我小时候住在西湖边，最喜欢那里的藕粉。"),
        ("assistant:Ash", "我没去过，不过我想去看断桥。"),
    )
    text = "".join(draft.content for draft in read(messages))
    assert "Birch说：「我小时候住在西湖边" in text
    assert "我答：「我没去过" in text
    assert "TA说：「我下个月要搬去杭州住" in text


def test_several_people_on_the_other_side_keep_their_names(read: Extract, talk: Talk) -> None:
    messages = talk(("user", "I am allergic to peanuts."), ("user:Joe", "My cat is called Biscuit."))
    text = "".join(draft.content for draft in read(messages, "en"))
    assert "Emily said: “I am allergic to peanuts.”" in text
    assert "Joe said: “My cat is called Biscuit.”" in text


def test_days_and_sessions_are_never_bound_together(read: Extract, talk: Talk) -> None:
    cats = ("user", "我养了一只橘猫，叫年糕。"), ("assistant", "真可爱。")
    dogs = ("user", "我还养了一只小狗，叫芝麻。"), ("assistant", "真可爱。")
    assert len(read(talk(*cats, *dogs))) == 1
    later = [(who, text, "2026-03-06") for who, text in dogs]
    assert len(read(talk(*cats, *later))) == 2
    other = talk(*dogs, session=2)
    moved = [ReadMessage(m.id + 2, m.role, m.speaker, m.content, m.occurred_at, m.occurred, 2) for m in other]
    assert len(read([*talk(*cats), *moved])) == 2


def test_a_short_answer_keeps_its_question(read: Extract, talk: Talk) -> None:
    messages = talk(
        ("user", "我最喜欢吃面。"),
        ("assistant", "你最喜欢哪一种面呢？"),
        ("user", "担担面。"),
        ("assistant", "好的。"),
    )
    (draft,) = read(messages)
    assert "我答：「你最喜欢哪一种面呢？」TA说：「担担面。」" in draft.content


def test_a_question_put_back_stands_where_it_was_asked(read: Extract, talk: Talk) -> None:
    messages = talk(
        ("user", "早上好！"),
        ("assistant", "你喜欢什么样的天气呢？我最喜欢安静的雨天。"),
        ("user", "晴天。"),
        ("assistant", "我在海边长大。"),
    )
    drafts = read(messages)
    assert_sound(drafts, messages)
    assert "「你喜欢什么样的天气呢？我最喜欢安静的雨天。」TA说：「晴天。」" in drafts[0].content


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("昨天我去看牙医了，拔了一颗智齿。", "zh", "智齿。」（昨天：2026年3月4日）"),
        ("上个月我去看牙医了，拔了一颗智齿。", "zh", "智齿。」（上个月：2026年2月）"),
        ("去年我去看牙医了，拔了一颗智齿。", "zh", "智齿。」（去年：2025年）"),
        ("最近我去看牙医了，拔了一颗智齿。", "zh", "智齿。」"),
        ("今天我去看牙医了，拔了一颗智齿。", "zh", "智齿。」"),
        ("我们是2019年5月20日结婚的。", "zh", "结婚的。」"),
        ("I lost a wisdom tooth yesterday.", "en", "yesterday.” (yesterday: 4 March 2026)"),
        ("My sister got married last year.", "en", "last year.” (last year: 2025)"),
    ],
)
def test_date_words_are_told_as_the_day_they_mean(
    read: Extract, talk: Talk, text: str, language: str, told: str
) -> None:
    (draft,) = read(talk(("user", text)), language)
    assert draft.content.endswith(told)


def test_short_exchanges_stand_together_and_long_ones_alone(read: Extract, talk: Talk) -> None:
    short = (
        ("user", "My name is Emily and I live in Leeds."),
        ("assistant", "I grew up in a lighthouse by the sea."),
        ("user", "I had a fight with my mother and feel sad."),
        ("assistant", "I was angry with my brother for years."),
    )
    assert [draft.message_ids for draft in read(talk(*short), "en")] == [(1, 2, 3, 4)]
    long = [
        (who, f"{text} {' '.join(f'I carried {n} heavy stones uphill.' for n in range(8))}")
        for who, text in short
    ]
    assert [draft.message_ids for draft in read(talk(*long), "en")] == [(1, 2), (3, 4)]


def test_of_many_words_those_are_quoted_that_tell_most(read: Extract, talk: Talk) -> None:
    chatter = "It was nice, really nice, it was so nice that it was nice. " * 6
    messages = talk(
        ("user", f"{chatter}I moved to 14 Harbour Street in Bristol."),
        ("assistant", f"{chatter}I planted two walnut trees behind the chapel."),
    )
    (draft,) = read(messages, "en")
    assert "14 Harbour Street in Bristol" in draft.content
    assert "two walnut trees behind the chapel" in draft.content
    assert len(draft.content) < 650


def test_the_character_is_heard_beside_a_mere_greeting(read: Extract, talk: Talk) -> None:
    messages = talk(
        ("user", "Hi there, how are you doing?"),
        ("assistant", "I finally took my kids to a pottery workshop and we made our own pots."),
        ("user", "Good morning! Thank you so much!", "2026-03-06"),
        ("assistant", "You're welcome, have a nice day!", "2026-03-06"),
    )
    (draft,) = read(messages, "en")
    assert "pottery workshop" in draft.content


def test_what_is_left_out_between_quotes_shows(read: Extract, talk: Talk) -> None:
    messages = talk(("user", "我对花生过敏。谢谢你！我妈妈住在青岛。"))
    (draft,) = read(messages)
    assert "「我对花生过敏。…我妈妈住在青岛。」" in draft.content


@settings(max_examples=15)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["user", "assistant", "system"]),
            st.one_of(st.text(max_size=60), st.sampled_from([text for _, text, *_ in (*ZH, *EN)])),
        ),
        max_size=14,
    ),
    st.sampled_from(["zh", "en"]),
)
def test_any_talk_gives_sound_memories(
    embedder: UseEmbedder, turns: list[tuple[str, str]], language: str
) -> None:
    day = day_of("2026-03-05", ZONE)
    messages = [
        ReadMessage(number, role, role, text, None, day, 1) for number, (role, text) in enumerate(turns, 1)
    ]
    assert_sound(extract(messages, "Ash", None, language, embedder, ZONE), messages)  # type: ignore[arg-type]


def test_the_labels_for_the_bench_hold_no_text() -> None:
    labels = json.loads((Path(__file__).parents[1] / "data/labels.json").read_text("utf-8"))["labels"]
    assert len(labels) >= 200
    for corpus, user, day, index, verdict, rooms, moods in labels:
        assert corpus.startswith("memorybank/")
        assert len(user) <= 20
        assert len(day) == 10
        assert index >= 0
        assert verdict in {"keep", "either", "drop"}
        assert set(rooms) <= set(ROOM_KEYS)
        assert set(moods) <= set(MOODS)
