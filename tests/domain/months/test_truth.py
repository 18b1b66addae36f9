"""The truth check: a month's text held against its days, in both languages, by words alone and with likeness."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.months import claims
from app.domain.months.contrast import namesakes
from app.domain.months.evidence import Days, Evidence
from app.domain.months.named import tell
from app.domain.months.passages import sentences
from app.domain.months.respell import chinese, day_like, weekday_like
from app.domain.months.told import Told
from app.domain.months.truth import check

MARCH = date(2026, 3, 1)
WREN = (
    Evidence(
        1, date(2026, 3, 5), "The third night out of seven on the sofa, with the radio on.", "tender", 4
    ),
    Evidence(2, date(2026, 3, 8), "The quarterly talk went badly. She cried in the car park.", "hurt", 7),
    Evidence(
        3,
        date(2026, 3, 11),
        "- Her grandmother's radio lay on the table in forty pieces\n- Theo from next door held the torch",
        None,
        5,
    ),
    Evidence(4, date(2026, 3, 14), "We spoke of the sea. She wants to see it in May, for ten days."),
)
FOUR = date(2026, 4, 1)
TANG = (
    Evidence(1, date(2026, 4, 2), "- 阿远把辞职信写好了，又删掉了\n- 他说再给自己三个月"),
    Evidence(2, date(2026, 4, 9), "他妹妹小满高考模拟考了612分，全家视频的时候他笑得比谁都大声。"),
    Evidence(3, date(2026, 4, 18), "他把阳台收拾出来，种了六盆番茄，其中一盆取名叫「丞相」。", None, 8),
    Evidence(4, date(2026, 4, 26), "周日，他和老周去爬了莫干山，走了18公里。"),
)


def found(text, days=WREN, month=MARCH, names=("Mara", "Wren"), likeness=None):
    report = check(text, Days(tuple(days), month, tuple(names)), likeness)
    return report, {(flag.kind, flag.text): flag for flag in report.flags}


def test_a_true_sentence_rests_on_its_day():
    report, flags = found(
        "On the 11th her grandmother's radio lay in forty pieces while Theo held the torch."
    )
    assert not flags
    judged = report.sentences[0]
    assert judged.verdict == "supported"
    assert {rest.fragment for rest in judged.rests_on} == {3}
    told = WREN[2].text[judged.rests_on[0].start : judged.rests_on[0].end]
    assert "radio" in told or "Theo" in told
    assert report.went == {3: (0,)}
    assert report.by == "words"


def test_a_day_to_come_is_told_by_the_day_that_plans_it():
    days = (Evidence(1, date(2023, 6, 19), "Jon said that his studio opens on 20 June; Gina was glad."),)
    june = date(2023, 6, 1)
    assert not found("19 June: Jon said that his studio opens on 20 June.", days, june, ("Jon", "Gina"))[1]
    wrong = found(
        "Jon said that his studio opens on 22 June, and Gina was glad.", days, june, ("Jon", "Gina")
    )[1]
    assert ("date", "22 June") in wrong


@pytest.mark.parametrize(
    "line", ["Keywords: Friendship, Adoption, radio", "**Keywords:** torch, Healing Walks"]
)
def test_keywords_claim_nothing(line):
    text = f"Her grandmother's radio lay in forty pieces while Theo held the torch.\n\n{line}"
    report, flags = found(text)
    assert not flags
    assert len(report.sentences) == 1


def test_a_name_among_the_keywords_that_is_nearly_one_of_the_days_is_flagged():
    text = "Theo held the torch over the radio.\n\nKeywords: Thea, radio"  # and one day begins with “The”
    _, flags = found(text)
    assert flags[("name", "Thea")].correction == "Theo"
    assert text[flags[("name", "Thea")].start :].startswith("Thea")
    report, flags = found("他和老周去爬了莫干山。\n\n关键词：番茄、日子、爬山", TANG, FOUR, ("阿远",))
    assert not flags
    assert len(report.sentences) == 1


def test_the_mockup():
    """“17th” is in no day of March, “Uncle Teo” is not mentioned: each with what the day says."""
    text = "On the 17th her grandmother's radio lay on the table in pieces, and Uncle Teo held the torch."
    _, flags = found(text)
    day = flags["date", "17th"]
    assert (day.nearest, day.fragment, day.correction) == ("2026-03-11", 3, "11th")
    name = flags["name", "Uncle Teo"]
    assert (name.nearest, name.fragment, name.correction) == ("Theo", 3, "Theo")
    assert text[name.start : name.end] == "Uncle Teo"


def test_a_day_beside_the_entrys_own_is_put_right_by_one_that_the_entry_tells():
    days = (
        Evidence(1, date(2026, 3, 12), "The quarterly talk is on the 24th; twelve slides, one sentence."),
    )
    text = "12 March: The quarterly talk is on the 17th; twelve slides and one sentence."
    _, flags = found(text, days)
    day = flags["date", "17th"]
    assert (day.nearest, day.fragment, day.correction) == ("2026-03-24", 1, "24th")


@pytest.mark.parametrize(
    ("text", "kind", "words", "nearest"),
    [
        ("She spent five nights out of seven on the sofa with the radio on.", "number", "five", None),
        ("The grandmother's radio lay in 14 pieces on the table.", "number", "14", "forty"),
        ("She wants to see the sea in September, for ten days.", "date", "September", "May"),
        ("She wants to see the sea in May, for a fortnight.", "number", None, None),
        (
            "On Tuesday, 11 March, the radio lay on the table in forty pieces.",
            "date",
            "Tuesday",
            "2026-03-11",
        ),
    ],
)
def test_english_details(text, kind, words, nearest):
    _, flags = found(text)
    if words is None:
        return
    assert flags[kind, words].nearest == nearest


@pytest.mark.parametrize(
    ("text", "kind", "words", "correction"),
    [
        ("他写好了辞职信又删掉，说再给自己半年。", "number", "半年", "三个月"),
        ("妹妹小满模拟考了621分。", "number", "621分", "612分"),
        ("妹妹小雅模拟考了612分，他笑得最大声。", "name", "小雅", "小满"),
        ("19号，妹妹小满模拟考了612分。", "date", "19号", "9号"),
        ("四月十六日，他和老周去爬了莫干山。", "date", "四月十六日", "四月二十六日"),
        ("他和老周去爬了天目山，走了18公里。", "name", "天目山", None),
        ("他种了六盆番茄，一盆取名叫「将军」。", "name", "将军", None),
    ],
)
def test_chinese_details(text, kind, words, correction):
    _, flags = found(text, TANG, FOUR, ("小棠", "阿远"))
    assert (kind, words) in flags, flags
    if correction:
        assert flags[kind, words].correction == correction


@pytest.mark.parametrize(
    "text",
    [
        "9日，小满考了六百一十二分。",
        "4月26日他跟老周爬莫干山，一共18千米。",
        "二十六号周日，他和老周去爬莫干山。",
        "阳台上种了6盆番茄，有一盆叫丞相。",
        "阿远写好辞职信又删了，再给自己三个月。",
    ],
)
def test_other_spellings_are_true(text):
    report, flags = found(text, TANG, FOUR, ("小棠", "阿远"))
    assert not flags, flags
    assert report.sentences[0].verdict != "unsupported"


def test_what_no_day_tells():
    report, flags = found("She painted the hallway yellow. He dyed his hair.")
    assert [one.verdict for one in report.sentences] == ["unsupported"] * 2
    assert {kind for kind, _ in flags} == {"sentence"}
    assert not report.went


def test_important_days_that_no_sentence_tells():
    report, _ = found("Her grandmother's radio lay on the table in forty pieces.")
    assert [(one.fragment, one.why) for one in report.forgotten] == [(2, "importance")]
    told, _ = found("The quarterly talk went badly and she cried in the car park.")
    assert not told.forgotten


def test_a_relative_word_in_a_day_tells_the_date():
    days = (Evidence(1, date(2023, 8, 14), "I went to a pride parade last Friday and it was awesome."),)
    _, flags = found("She went to a pride parade on 11 August.", days, date(2023, 8, 1))
    assert not flags
    _, flags = found("She went to a pride parade on 18 August.", days, date(2023, 8, 1))
    assert ("date", "18 August") in flags


def test_likeness_carries_a_paraphrase_and_its_absence_is_told():
    text = "Her presentation was a disaster."
    pieces = Days(WREN, MARCH).pieces
    row = [0.9 if "talk" in one.text else 0.1 for one in pieces]
    report, _ = found(text, likeness=[row])
    assert report.by == "vectors"
    bare, _ = found(text)
    assert bare.by == "words"
    assert bare.sentences[0].verdict == "unsupported"


def test_another_language_than_the_days_goes_by_meaning():
    pieces = Days(WREN, MARCH).pieces
    row = [0.9 if "talk" in one.text else 0.1 for one in pieces]
    report, flags = found("季度汇报很糟糕，她在停车场哭了。", likeness=[row])
    assert report.sentences[0].verdict == "supported"
    assert not flags


def test_nothing_to_go_by():
    empty, flags = found("Something happened on the 3rd.", ())
    assert empty.sentences[0].verdict == "unsupported"
    assert ("date", "3rd") in flags
    assert not found("")[0].sentences
    undated, _ = found("不知道哪天，她说讨厌香菜。", (Evidence(1, None, "林夏说讨厌香菜。"),))
    assert undated.sentences[0].verdict != "unsupported"


def test_dates_that_a_text_states():
    def told(text):
        return [(text[one.start : one.end], one.scope) for one in claims.dates(text, MARCH)]

    assert told("On the 3rd, by 14 March and since 2019.") == [
        ("3rd", "day"),
        ("14 March", "day"),
        ("2019", "year"),
    ]
    assert told("Yesterday, last week, recently, for the 3rd time.") == []
    assert told("on the twenty-first") == [("twenty-first", "day")]
    assert told("三月十一日，17号和28日；上周，昨天，第3次") == [
        ("三月十一日", "day"),
        ("17号", "day"),
        ("28日", "day"),
    ]
    assert claims.dates("31日", date(2026, 2, 1)) == ()


def test_numbers_that_a_text_states():
    def told(text):
        return [text[one.start : one.end].strip() for one in claims.numbers(text, claims.dates(text, MARCH))]

    assert told("The two of them had a cat and 3 dogs at half past ten on 4 March.") == ["3", "half past ten"]
    assert told("她一个人坐了两个半小时，3月4日花了百分之八。") == ["两个半小时", "百分之八"]


def test_names_that_a_text_tells():
    def told(text, *given):
        return [one.text for one in tell(text, given)]

    assert told("Halvorsen interrupted her. Snow fell. She met Inès in Lyon.") == [
        "Halvorsen",
        "Inès",
        "Lyon",
    ]
    assert told('We read "The Lean Startup" on Monday night.')[0] == "The Lean Startup"
    assert told("她读《百年孤独》，把克里斯·加纳的故事讲给王阿姨听。") == [
        "百年孤独",
        "克里斯·加纳",
        "王阿姨",
    ]
    days = Told(["I called Okafor about Portugal."], ["Melanie"])
    assert all(
        days.tells(one) for one in tell("He asked the Okafors about Portuguese food with Mel.", ["Melanie"])
    )


def test_a_known_surname_with_another_given_name():
    told = Told(["苏蔓搬进了新租的房子。"], ["苏蔓"])
    assert [swap.name.text for swap in namesakes("12月1日苏禾搬了家。", told)] == ["苏禾"]
    assert not list(namesakes("12月1日苏蔓搬了家。", told))


@pytest.mark.parametrize(
    ("text", "was", "now", "spelled"),
    [
        ("17th", 17, 1, "1st"),
        ("14 March", 14, 4, "4 March"),
        ("March 14, 2026", 14, 22, "March 22, 2026"),
        ("2026-03-17", 17, 4, "2026-03-04"),
        ("3月14日", 14, 4, "3月4日"),
        ("十九号", 19, 9, "九号"),
        ("三月三十日", 30, 21, "三月二十一日"),
        ("the ides", 15, 4, None),
    ],
)
def test_a_day_in_the_same_spelling(text, was, now, spelled):
    assert day_like(text, MARCH.replace(day=was), MARCH.replace(day=now)) == spelled


def test_other_spellings():
    assert day_like("17th", date(2026, 3, 17), date(2026, 4, 11)) is None
    assert [chinese(number) for number in (4, 10, 11, 20, 23, 31)] == [
        "四",
        "十",
        "十一",
        "二十",
        "二十三",
        "三十一",
    ]
    assert weekday_like("周二", date(2026, 3, 11)) == "周三"
    assert weekday_like("Tuesday", date(2026, 3, 11)) == "Wednesday"


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_checked_in_bounds(text, day):
    report = check(text, Days((Evidence(1, date(2026, 3, 3), day),), MARCH, ("Mara",)), None)
    assert len(report.sentences) == len(sentences(text))
    for flag in report.flags:
        assert 0 <= flag.start < flag.end <= len(text)
        assert text[flag.start : flag.end] == flag.text


def test_days_in_two_languages():
    """Each sentence is read by its own language: its numbers, and whether the days can tell it in words."""
    days = (
        Evidence(1, date(2026, 3, 2), "第2天，她去了公园，走了7公里。Then they ate 12 dumplings with Anna."),
        Evidence(2, date(2026, 3, 3), "Mara fixed the radio with Theo."),
    )
    _, flags = found(
        "She ate 12 dumplings with Anna. 她去公园走了7公里。Mara fixed the radio with Theo.", days
    )
    assert not flags
    _, flags = found("They ate 15 dumplings with Anna. 她去公园走了9公里。", days)
    assert {(kind, words) for kind, words in flags} == {("number", "15"), ("number", "9公里")}


def test_a_greeting_can_be_of_any_day_and_a_weekday_is_no_name():
    days = (
        Evidence(1, date(2023, 7, 6), "Mara: Hey Wren! We went to the museum last Tues."),
        Evidence(2, date(2023, 7, 17), "Mara: Hey Wren, let us talk with each other again."),
    )
    _, flags = found("Mara and Wren talked with each other on 6 July.", days, date(2023, 7, 1))
    assert ("date", "6 July") not in flags
    _, flags = found("They went to the museum last Tuesday.", days, date(2023, 7, 1))
    assert not flags


def test_weekdays_in_the_plural_are_no_names():
    days = (Evidence(1, date(2023, 7, 9), "We read the shipping forecast in bed, with Pocket."),)
    _, flags = found("On lazy Sundays we read the shipping forecast in bed.", days, date(2023, 7, 1))
    assert not flags


LEASE = (
    Evidence(1, date(2026, 3, 2), "He signed the lease on a shop; the oven in it is older than he is."),
    Evidence(2, date(2026, 3, 6), "He wrote his brother Radek a letter and did not post it."),
    Evidence(3, date(2026, 3, 14), "Opening day: the plum buns sold out by ten, and Lila wrapped them."),
    Evidence(4, date(2026, 3, 17), "His knee hurts. The doctor says no surgery for now."),
    Evidence(5, date(2026, 3, 25), "Radek turned up at the shop without calling and ate cake on the step."),
)
MAY = date(2026, 5, 1)
GUAVA = (
    Evidence(1, date(2026, 5, 2), "向晚去了菜市场，买了两斤荔枝和一条鲈鱼。"),
    Evidence(2, date(2026, 5, 4), "她的室友安然搬走了，留下一盆薄荷。"),
    Evidence(3, date(2026, 5, 7), "面试官姓陶，她紧张得把水杯碰翻了。"),
    Evidence(4, date(2026, 5, 17), "她约春生去看展，春生迟到了一个小时。"),
    Evidence(5, date(2026, 5, 28), "外婆的手术顺利。"),
    Evidence(6, date(2026, 5, 31), "她列了六月的单子：学游泳，还春生的钱。"),
)


@pytest.mark.parametrize(
    ("text", "kind", "words", "nearest"),
    [
        ("The apricot buns sold out by ten on opening day.", "word", "apricot", "plum"),
        ("He wrote his brother a letter and posted it.", "word", "posted", "not post"),
        ("The doctor says that his knee needs surgery.", "word", "surgery", "no surgery"),
        ("Lila turned up at the shop without calling and ate cake on the step.", "swapped", "Lila", "Radek"),
        ("Declan, the brother of his, turned up at the shop without calling.", "name", "Declan", "Radek"),
    ],
)
def test_english_words_that_a_day_has_otherwise(text, kind, words, nearest):
    _, flags = found(text, LEASE, names=("Juniper", "Tomas"))
    assert flags[kind, words].nearest == nearest


@pytest.mark.parametrize(
    "text",
    [
        "The plum buns were gone by ten on opening day.",
        "He wrote to Radek and kept the letter.",
        "There were no plum buns left by ten on opening day.",
        "Radek, who never got the letter, turned up at the shop and ate cake on the step.",
        "Lila, who wrapped the plum buns, saw how Radek turned up at the shop and ate cake.",
    ],
)
def test_what_a_day_has_in_other_words_is_left_alone(text):
    assert not found(text, LEASE, names=("Juniper", "Tomas"))[1]


@pytest.mark.parametrize(
    ("text", "kind", "words", "nearest"),
    [
        ("她去菜市场买了两斤柚子和一条鲈鱼。", "word", "柚子", "荔枝"),
        ("六月的单子上写着学开车，还春生的钱。", "word", "开车", "游泳"),
        ("外婆的手术不太顺利。", "word", "不太顺利", "顺利"),
        ("室友晴朗搬走以后，留下一盆薄荷。", "name", "晴朗", "安然"),
        ("她和秋实约好去看展，对方迟到了一个小时。", "name", "秋实", "春生"),
        ("面试官姓葛，她紧张得碰翻了水杯。", "name", "葛", "陶"),
        ("六月的单子：还安然的钱，学游泳。", "swapped", "安然", None),
    ],
)
def test_chinese_words_that_a_day_has_otherwise(text, kind, words, nearest):
    _, flags = found(text, GUAVA, MAY, ("石榴", "向晚"))
    assert (kind, words) in flags, flags
    assert nearest is None or flags[kind, words].nearest == nearest


@pytest.mark.parametrize(
    "text",
    [
        "她在菜市场买到了荔枝，还有一条鱼。",
        "安然搬了出去，只留下一盆薄荷。",
        "面试时她太紧张，碰翻了水杯。",
        "春生来晚了一小时，两人还是看了展。",
        "月底的单子上写着还春生的钱，也写着学会游泳。",
    ],
)
def test_what_a_chinese_day_has_in_other_words_is_left_alone(text):
    assert not found(text, GUAVA, MAY, ("石榴", "向晚"))[1]


def test_an_opposite_of_something_else_is_no_contradiction():
    days = (Evidence(1, date(2026, 3, 6), "She wished she had known Mara then. They chatted about flowers."),)
    assert not found("She said that she was sorry for not knowing Mara then.", days)[1]


def test_a_night_by_its_number_and_a_year_of_two_figures():
    assert not found("She spent three nights of seven on the sofa with the radio on.")[1]
    old = (Evidence(1, date(2026, 4, 2), "来了一辆1987年的老上海轿车，要修三个星期。"),)
    assert not found("一辆八七年的老上海轿车，要修三周。", old, FOUR)[1]


def test_a_thing_of_no_known_kind_by_the_words_round_it():
    days = (
        Evidence(1, date(2026, 4, 2), "她说茶里有碎屑。晚上煮了一碗疙瘩汤，没吃完。"),
        Evidence(2, date(2026, 4, 3), "She came home with glitter in her hair and asked about the atlas."),
    )
    _, flags = found("她说茶里有鱼鳞。", days, FOUR)
    assert flags["word", "鱼鳞"].nearest == "碎屑"
    _, flags = found("She came home with sawdust in her hair.", days, FOUR)
    assert flags["word", "sawdust"].nearest == "glitter"
    assert not found("She came home with some sparkle in her hair, late in the evening.", days, FOUR)[1]


def test_what_failed_is_no_denial_of_the_deed():
    days = (Evidence(1, date(2026, 4, 2), "他看完了一整本茶经，说有一半看不懂。账上少收了三笔货款。"),)
    assert not found("他看完了茶经。", days, FOUR)[1]
    assert not found("他有三笔货款没收上来。", days, FOUR)[1]


def test_a_prize_of_another_rank():
    days = (Evidence(1, date(2026, 4, 2), "年会抽奖，她中了三等奖，一台空气炸锅。"),)
    _, flags = found("年会抽奖她中了一等奖。", days, FOUR)
    assert flags["word", "一等奖"].nearest == "三等奖"


def test_a_part_of_the_month_and_a_feast_that_the_day_does_not_have():
    days = (
        Evidence(1, date(2026, 4, 4), "收到英格丽寄来的明信片，背面抄了一句诗。"),
        Evidence(2, date(2026, 4, 20), "谷雨。木工来打柜子，一整天电钻声。"),
        Evidence(3, date(2026, 4, 28), "姥姥出院，住到小姨家。室友说八月底要搬去深圳。"),
    )
    assert not found("英格丽寄的明信片月初就到了。", days, FOUR)[1]
    _, flags = found("英格丽寄的明信片，背面抄了一句诗，月底才到。", days, FOUR)
    assert flags["date", "月底"].nearest == "2026-04-04"
    assert flags["date", "月底"].correction is None
    _, flags = found("清明那天木工来打柜子，一整天电钻声。", days, FOUR)
    assert flags["word", "清明"].nearest == "谷雨"
    _, flags = found("室友说十月底要搬去深圳。", days, FOUR)
    assert ("date", "十月底") in flags
    assert not found("室友说八月底要搬去深圳。", days, FOUR)[1]
    _, flags = found("姥姥24号出的院，住到小姨家。", days, FOUR)
    assert flags["date", "24号"].nearest == "2026-04-28"


def test_an_english_part_of_the_month():
    _, flags = found("By mid-month Theo held the torch over her grandmother's radio.")
    assert not flags
    _, flags = found("At the end of the month Theo held the torch over her grandmother's radio.")
    assert flags["date", "At the end of the month"].nearest == "2026-03-11"


def test_names_of_one_character_in_common_and_of_who_comes_after_what_they_do():
    days = (
        Evidence(1, date(2026, 4, 9), "若璃从成都飞来看她，带了两包张飞牛肉。"),
        Evidence(2, date(2026, 4, 12), "空调坏了，修空调的小郑说要等配件。"),
    )
    _, flags = found("若岚带着两包张飞牛肉来看她。", days, FOUR)
    assert flags["name", "若岚"].correction == "若璃"
    _, flags = found("修空调的小丁说要等配件。", days, FOUR)
    assert ("name", "小丁") in flags
    assert not found("若璃带着两包张飞牛肉来看她，修空调的小郑说要等配件。", days, FOUR)[1]


def test_a_name_tells_of_whom_and_not_what():
    days = Days((Evidence(1, date(2026, 3, 3), "She went to the market with Isla."),), MARCH, ("Mara",))
    assert days.weight("isla") < days.weight("market")
    assert days.weight("mara") < days.weight("lantern")


def test_latin_letters_end_where_chinese_begins():
    assert [one.text for one in tell("阿Kay要搬去深圳，她当面道了喜。")] == ["Kay", "深圳"]


@pytest.mark.parametrize("month", [date(1, 1, 1), date(9998, 12, 1), date(9999, 12, 1)])
def test_the_ends_of_time_can_be_told_of(month: date) -> None:
    for text in (
        "At the end of the month, on the 17th and on 31 December, Mara slept.",
        "月底和17日，还有12月31日。",
    ):
        found = claims.dates(text, month)
        assert (17, "day") in {(one.first.day, one.scope) for one in found}
