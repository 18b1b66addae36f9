"""Date words and written dates: right on what they know, silent on the rest."""

from datetime import UTC, date, datetime, timedelta, timezone
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from domain.making import golden
from hypothesis import example, given
from hypothesis import strategies as st

from app.domain import dates, dates_en, dates_written, dates_zh, holidays
from app.domain.dates import LONGEST, find, parse_day, resolve

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 8, 12, 20, 0, tzinfo=SHANGHAI)  # a Wednesday


def read(text, now=NOW):
    """Give `label first-last` for each range, last inclusive; ~ marks a fuzzy one."""
    return [
        f"{found.label} {found.start:%Y%m%d}-{found.end - timedelta(seconds=1):%Y%m%d}{'' if found.confidence == 'exact' else '~'}"
        for found in resolve(text, now)
    ]


CHINESE = """
昨天 20260811-20260811
前天 20260810-20260810
大前天 20260809-20260809
今天 20260812-20260812
明天 20260813-20260813
后天 20260814-20260814
大后天 20260815-20260815
昨晚 20260811-20260812~
今晚 20260812-20260812
上周 20260803-20260809~
上上周 20260727-20260802~
本周 20260810-20260816~
这个星期 20260810-20260816~
下周 20260817-20260823~
上周五 20260807-20260807
上个礼拜天 20260809-20260809
周五 20260807-20260807
周三 20260812-20260812
这周三 20260812-20260812
下周三 20260819-20260819
周末 20260808-20260809~
上周末 20260808-20260809~
这个周末 20260815-20260816~
上个月 20260701-20260731~
上上个月 20260601-20260630~
这个月 20260801-20260831~
上月底 20260721-20260731~
去年 20250101-20251231~
前年 20240101-20241231~
今年 20260101-20261231~
去年三月 20250301-20250331~
前年的十二月 20241201-20241231~
今年3月5日 20260305-20260305
去年年底 20251101-20251231~
去年夏天 20250601-20250831~
去年冬天 20251201-20260228~
三月 20260301-20260331~
3月份 20260301-20260331~
九月 20250901-20250930~
十二月初 20251201-20251210~
3月下旬 20260321-20260331~
十一月七号 20251107-20251107
11月7日 20251107-20251107
3月5号 20260305-20260305
8月30日 20250830-20250830
2月29日 20240229-20240229
2024年十二月 20241201-20241231~
2024年 20240101-20241231~
二〇二四年三月五日 20240305-20240305
26年3月5号 20260305-20260305
２０２６年３月５日 20260305-20260305
三天前 20260809-20260809
10天前 20260801-20260803~
两周前 20260726-20260801~
两个月前 20260531-20260624~
半年前 20260121-20260306~
一个半月前 20260615-20260709~
几天前 20260806-20260810~
最近 20260806-20260812~
最近一周 20260806-20260812~
过去三个月 20260513-20260812~
前几天 20260805-20260811~
前些天 20260802-20260811~
前两天 20260809-20260811~
前几个月 20260112-20260811~
上个夏天 20250601-20250831~
这个夏天 20260601-20260831~
去年上半年 20250101-20250630~
一天半前 20260811-20260811
十二年前 20130531-20151024~
前阵子 20260628-20260811~
月初 20260801-20260810~
月底 20260721-20260731~
年初 20260101-20260228~
春节 20260216-20260223~
大年初一 20260217-20260217
元旦 20260101-20260101
圣诞节 20251225-20251225
情人节 20260214-20260214
中秋 20251006-20251006
去年中秋节 20251006-20251006
端午 20260619-20260619
国庆 20251001-20251007~
上週五 20260807-20260807
禮拜三 20260812-20260812
"""
ENGLISH = """
yesterday 20260811-20260811
the day before yesterday 20260810-20260810
last night 20260811-20260812~
this morning 20260812-20260812
tomorrow 20260813-20260813
last week 20260803-20260809~
this week 20260810-20260816~
next week 20260817-20260823~
the week before last 20260727-20260802~
at the end of March 20260321-20260331~
at the start of March 20260301-20260310~
the week after next 20260824-20260830~
the weekend after next 20260829-20260830~
the month after next 20261001-20261031~
the year after next 20280101-20281231~
two winters ago 20241201-20250228~
three summers ago 20230601-20230831~
last month 20260701-20260731~
next month 20260901-20260930~
end of last month 20260721-20260731~
last year 20250101-20251231~
late last year 20250901-20251231~
last Tuesday 20260811-20260811
last Wednesday 20260805-20260805
this Tuesday 20260811-20260811
next Tuesday 20260818-20260818
Friday 20260807-20260807
last weekend 20260808-20260809~
this past weekend 20260808-20260809~
last Fri 20260807-20260807
3 days ago 20260809-20260809
three days ago 20260809-20260809
a couple of weeks ago 20260726-20260801~
half a year ago 20260121-20260306~
in March 20260301-20260331~
in september 20250901-20250930~
last March 20260301-20260331~
last August 20250801-20250831~
early March 20260301-20260310~
March 2025 20250301-20250331~
March last year 20250301-20250331~
5 March 20260305-20260305
5 March 2026 20260305-20260305
March 5th 20260305-20260305
March 5th, 2026 20260305-20260305
on march 5 20260305-20260305
Dec 24 20251224-20251224
2026-03-05 20260305-20260305
2026/3/5 20260305-20260305
2026.3.5 20260305-20260305
2026-03 20260301-20260331~
3/5/2026 20260305-20260305~
13/5/2026 20260513-20260513
5.3.2026 20260305-20260305~
the night before last 20260810-20260811~
the weekend before last 20260801-20260802~
the month before last 20260601-20260630~
the year before last 20240101-20241231~
the end of the month 20260721-20260731~
the beginning of the year 20260101-20260430~
this March 20260301-20260331~
next March 20270301-20270331~
next September 20260901-20260930~
next summer 20270601-20270831~
next year 20270101-20271231~
this Christmas 20261225-20261225
on Fri 20260807-20260807
a fortnight ago 20260726-20260801~
one and a half months ago 20260615-20260709~
the past month 20260713-20260812~
the other day 20260805-20260811~
the last few weeks 20260709-20260812~
last summer 20250601-20250831~
this summer 20260601-20260831~
summer of 2024 20240601-20240831~
in 2024 20240101-20241231~
Christmas 20251225-20251225
last Christmas 20251225-20251225
Christmas 2024 20241225-20241225
New Year's Eve 20251231-20251231
Mother's Day 20260510-20260510
"""


@pytest.mark.parametrize("line", [*CHINESE.strip().splitlines(), *ENGLISH.strip().splitlines()])
def test_a_date_word_alone_and_in_a_sentence(line):
    words = line.rsplit(" ", 1)[0]
    assert read(words) == [line]
    chinese = not words.isascii()
    around = f"你还记得{words}我们去了哪里吗" if chinese else f"(Do you remember, {words}, we met?)"
    assert read(around) == [line]


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("我们11月7日那天吵架了", ["11月7日"]),
        ("大前天去了上海，前天回来", ["大前天", "前天"]),
        ("晚上周末", ["周末"]),
        ("早上周五", ["周五"]),
        ("五月天气很好", ["五月"]),
        ("上周一直在下雨", ["上周"]),
        ("三月前", ["三月"]),
        ("3月5日前", ["3月5日"]),
        ("去年 12 月", ["去年 12 月"]),
        ("15号那天", ["15号"]),
        ("Did he call on Sunday or last Monday?", ["Sunday", "last Monday"]),
        ("2026-03-05T12:00:00Z", ["2026-03-05"]),
    ],
)
def test_labels_are_the_very_words_in_order(text, labels):
    assert [found.label for found in resolve(text, NOW)] == labels


@pytest.mark.parametrize(
    "text",
    [
        "没有日期",
        "早上周围没人",
        "楼下围了一圈人",
        "一月饼",
        "八月饼",
        "五月天的演唱会",
        "目前天气不错",
        "以前年轻",
        "如今年轻人",
        "聪明天真",
        "说明天气",
        "发明日期",
        "一周五次",
        "每周五",
        "每个周末",
        "每年三月",
        "周日常",
        "3号线",
        "第三天前",
        "最近的地铁站",
        "离我家最近的超市",
        "这一天",
        "三个月",
        "圣诞老人",
        "三百年前",
        "2024年级",
        "9999年",
        "13月5日",
        "I may remember",
        "It may be",
        "they march on the capital",
        "may 5 people come",
        "April told me",
        "June is my sister",
        "last marching band",
        "every Tuesday",
        "Tuesdays",
        "Good Friday",
        "this sat well with her",
        "sun was shining and I sat there",
        "Christmas tree",
        "for 3 weeks",
        "at 3:05 pm",
        "9999 years ago",
        "room 2024",
        "in 2024 dollars",
        "1.5 years ago",
        "2026-02-30",
        "2026-13-01",
        "1234567890",
        "192.168.1.2026",
    ],
)
def test_what_only_looks_like_a_date_stays_a_word(text):
    assert resolve(text, NOW) == []


# Where we differ from SullyOS on purpose.
_OURS = {
    "大前天": "theirs finds 前天 inside it as well",
    "这周": "label: we give the very words, theirs says 本周",
    "最近一周": "label: the very words, theirs says 最近",
    "8月30日": "a day without a year is the nearest past one, theirs answers with a day to come",
    "晚上周末": "theirs finds 上周 between two words",
    "2024年十二月": "theirs does not read Chinese numerals after a year",
    "去年 12 月": "theirs reads a blank as the end of the word and adds all of 去年",
}


@pytest.mark.parametrize("case", golden("date_resolver")["cases"], ids=lambda case: case["q"])
def test_sullyos_answers_are_ours_but_for_the_listed(case):
    now = datetime.fromisoformat(golden("date_resolver")["now"])
    ours = [
        (found.label, found.start.timestamp() * 1000, found.end.timestamp() * 1000, found.confidence)
        for found in resolve(case["q"], now)
    ]
    theirs = [(one["label"], one["start"], one["end"], one["confidence"]) for one in case["ranges"]]
    assert (ours == theirs) is (case["q"] not in _OURS)


def test_ranges_carry_the_zone_and_follow_its_clock():
    berlin = ZoneInfo("Europe/Berlin")
    (found,) = resolve("yesterday", datetime(2026, 3, 30, 12, tzinfo=berlin))
    assert found.start.tzinfo is berlin
    day = found.end.astimezone(UTC) - found.start.astimezone(UTC)
    assert day == timedelta(hours=23)  # the clocks went forward


def test_the_same_words_mean_other_days_elsewhere():
    now = datetime(2026, 8, 12, 1, 0, tzinfo=UTC)
    west = now.astimezone(timezone(timedelta(hours=-8)))
    assert read("昨天", now) == ["昨天 20260811-20260811"]
    assert read("昨天", west) == ["昨天 20260810-20260810"]


SIGNS = st.sampled_from(
    [
        *"一二三四五六七八九十两半几上下这本前后去今明昨大天日周月年号初底末的个早晚星期礼拜春节中秋0123456789-/.: \n，,'",
        "last ", "this ", "next ", "week", "month", "year", " ago", "day", "may ", "march ", "March ", "in ", "of ", "the ",
        "two ", "hundred ", "and a half ", "couple of ", "5th", "2026", "yesterday", "Tuesday", "Christmas", "summer",
        "过去", "最近", "以前", "李", "\ud800", "😀", "İ", "ß", "Ⅷ", "㋀", "２", "廿",
    ]
)  # fmt: skip


@given(
    st.one_of(st.lists(SIGNS, max_size=40).map("".join), st.text(st.characters(), max_size=80)),
    st.datetimes(datetime(1901, 1, 1), datetime(2190, 1, 1)),
    st.sampled_from(["UTC", "Asia/Shanghai", "America/Sao_Paulo", "Africa/Cairo"]),
)
@example("2月29日" * 3, datetime(1901, 3, 1), "UTC")
@example("去年冬天 上上上周 大年三十", datetime(1901, 1, 1), "UTC")
def test_any_text_gives_sound_ranges(text, now, zone):
    found = resolve(text, now.replace(tzinfo=ZoneInfo(zone)))
    places = [(one.start, one.end) for one in find(text, now.date())]
    assert all(one.label and one.label in text for one in found)
    assert all(one.start < one.end and one.start.timestamp() < one.end.timestamp() for one in found)
    assert all(end <= start for (_, end), (start, _) in pairwise(places))


@pytest.mark.parametrize("part", ["一", "1", " ", "twenty and ", "1月", "离最近", "march 5 ", "上上", "1,"])
def test_only_the_beginning_of_a_long_text_is_read(part):
    text = part * 50_000
    assert all(one.end <= LONGEST for one in find(text, NOW.date()))


def test_rules_all_fire_somewhere():
    """Each rule that reads is reached by some text of the tests: no dead pattern."""
    texts = [*CHINESE.splitlines(), *ENGLISH.splitlines(), "5 March of 2026", "March 5, 2026", "20260305", "15号那天",
             "前些天", "the night before last", "recently", "a while ago", "this March", "two weeks after 1990", "past month",
             "the end of the month", "mid 2023", "上个夏天", "前两天", "this Christmas", "the day after tomorrow", "January",
             "over the past 3 days"]  # fmt: skip
    fired = {
        rule
        for rule in (*dates_written.RULES, *dates_zh.RULES, *dates_en.RULES)
        if rule.reader and any(rule.pattern.search(text.lower()) for text in texts)
    }
    silent = [
        rule.source
        for rule in (*dates_written.RULES, *dates_zh.RULES, *dates_en.RULES)
        if rule.reader and rule not in fired
    ]
    assert silent == []


# Spring festivals as the calendars of those years print them.
_SPRING_FESTIVALS = """
2000-02-05 2004-01-22 2008-02-07 2012-01-23 2015-02-19 2018-02-16 2020-01-25 2021-02-12 2022-02-01
2023-01-22 2024-02-10 2025-01-29 2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-03
"""


@pytest.mark.parametrize("day", _SPRING_FESTIVALS.split())
def test_the_lunar_year_begins_when_calendars_say(day):
    year = int(day[:4])
    first = holidays.CHINESE["大年初一"](year)
    eve = holidays.CHINESE["除夕"](year)
    assert first is not None
    assert first.start.date().isoformat() == day
    assert eve is not None
    assert eve.end == first.start


def test_no_lunar_day_is_guessed_beyond_the_table():
    assert holidays.CHINESE["中秋"](2080) is None
    assert resolve("2080年中秋", NOW)[0].label == "2080年"


WRITTEN = """
2026-03-05 | 2026/3/5 | 2026.3.5 | 2026年3月5日 | 2026年03月05日 12:33 | 2026年3月5日 星期四 | 星期四，2026年3月5日
2026年3月5日（周四） 12:30 | 2026年3月5日晚上8点 | 2026年3月5日凌晨 | 2026/3/5 上午10:00:00 | 2026/3/5 12:00:00
2026-03-05T12:00:00Z | 2026-03-05T12:00:00.000+08:00 | 2026-03-05 12:00 | 20260305 | 二〇二六年三月五日 | 26年3月5日
２０２６／３／５ | March 5, 2026 | March 5th, 2026 at 5pm | 5 March 2026 | 5 Mar. 2026 | Mar 5 2026 | 3/5/2026
3/5/2026, 10:00:00 AM | 5.3.2026 | Thu, 05 Mar 2026 10:00:00 GMT | Thu Mar 05 2026 10:00:00 GMT+0800 (China)
Thursday, March 5, 2026 |  2026-3-5\t
"""


@pytest.mark.parametrize("text", [text for line in WRITTEN.strip().splitlines() for text in line.split("|")])
def test_all_spellings_of_one_day(text):
    assert parse_day(text) == ("2026-03-05", "day")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026年12月", ("2026-12", "month")),
        ("2026-03", ("2026-03", "month")),
        ("March 2026", ("2026-03", "month")),
        ("2026", ("2026", "year")),
        ("2024年", ("2024", "year")),
        ("13/5/2026", ("2026-05-13", "day")),
        ("昨天", None),
        ("hello", None),
        ("", None),
        ("12", None),
        ("2026-13-40", None),
        ("2026-02-30", None),
        ("2026-127", None),
        ("0000-00-00", None),
        ("2026-03-05 至 2026-03-09", None),
        ("2026-3-5 we met", None),
        ("1772640000000", None),
    ],
)
def test_other_fields(text, expected):
    assert parse_day(text) == expected


def test_day_and_month_of_a_column():
    assert parse_day("3/5/2026", day_first=True) == ("2026-05-03", "day")
    assert parse_day("3/25/2026", day_first=True) == ("2026-03-25", "day")


@given(st.text(st.characters(), max_size=50))
def test_a_field_is_a_day_a_month_a_year_or_nothing(text):
    found = parse_day(text)
    if found is not None:
        day, precision = found
        whole = day + {"day": "", "month": "-01", "year": "-01-01"}[precision]
        assert date.fromisoformat(whole).isoformat() == whole


@given(st.dates(date(1900, 1, 1), date(2199, 12, 31)))
def test_what_is_written_is_read(day):
    for text in (
        f"{day:%Y-%m-%d}",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day:%d %B %Y}",
        f"{day:%B} {day.day}, {day.year}",
    ):
        assert parse_day(text) == (day.isoformat(), "day")
        (found,) = resolve(text, NOW)
        assert found.start.date() == day
        assert found.confidence == "exact"


def test_find_gives_places():
    (found,) = dates.find("在上周五见", NOW.date())
    assert (found.start, found.end) == (1, 4)
