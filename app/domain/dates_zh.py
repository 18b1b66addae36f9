"""Chinese date words: 昨天, 上周五, 三天前, 去年三月初, 前阵子, 中秋."""

import re
from datetime import date, timedelta
from typing import Final

from app.domain import holidays, spans
from app.domain.dates_written import ZH_DAY, ZH_MONTH, ZH_YEAR, zh_number, zh_year
from app.domain.spans import Rule, Span

Match = re.Match[str]

_YEARS: Final = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "本年": 0, "明年": 1, "后年": 2}
_YEAR: Final = rf"(?:(?P<y>{ZH_YEAR}) ?年|(?P<ry>{'|'.join(_YEARS)}))"
_OF: Final = " ?的? ?"
_MONTH: Final = rf"(?<![\d一二三四五六七八九十第每几])(?P<m>{ZH_MONTH}) ?月"
_PARTS: Final = {
    "月初": "early", "初": "early", "上旬": "early", "中旬": "mid",
    "下旬": "late", "底": "late", "末": "late", "月底": "late", "月末": "late",
}  # fmt: skip
_PART: Final = r"(?:份? ?(?P<part>初|上旬|中旬|下旬|底|末)|份)?"
_DAYS: Final = {
    "大前天": -3, "前天": -2, "前日": -2, "昨天": -1, "昨日": -1, "昨儿": -1, "今天": 0, "今日": 0, "今儿": 0, "今早": 0,
    "今晨": 0, "今晚": 0, "今夜": 0, "昨早": -1, "明天": 1, "明日": 1, "明儿": 1, "明早": 1, "明晚": 1, "大后天": 3,
    "后天": 2,
}  # fmt: skip
_WEEKDAYS: Final = {sign: number for number, sign in enumerate("一二三四五六日")} | {"天": 6}
_WEEK: Final = r"(?:周|星期|礼拜)"
# Words in which the numeral after 周 belongs to what follows: 上周一直, 周三次.
_WEEKDAY: Final = r"(?P<wd>一(?![直起定样切般边共次个天整])|[二三四五六](?![次个人十手])|日(?![常记程历本子])|天(?![天气空]))"
_REL: Final = {"上上上": -3, "上上": -2, "上": -1, "这": 0, "本": 0, "下": 1, "下下": 2}
_RELATIVE: Final = "(?P<rel>上上上|上上|上|这|本|下下|下)"
_SEASONS: Final = {
    "春天": spans.SPRING, "春季": spans.SPRING, "夏天": spans.SUMMER, "夏季": spans.SUMMER, "秋天": spans.AUTUMN,
    "秋季": spans.AUTUMN, "冬天": spans.WINTER, "冬季": spans.WINTER,
}  # fmt: skip
_YEAR_PARTS: Final = {
    "年初": (1, 2), "年底": (11, 12), "年末": (11, 12), "上半年": (1, 6), "下半年": (7, 12), "暑假": (7, 8), "寒假": (1, 2),
}  # fmt: skip
_HOLIDAY: Final = "|".join(sorted(holidays.CHINESE, key=len, reverse=True))

_UNITS: Final = {
    "天": "day",
    "日": "day",
    "周": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "年": "year",
}
_UNIT: Final = rf"(?P<u>{'|'.join(_UNITS)})"
_VAGUE: Final = {
    "几": (2, 6), "好几": (3, 8), "数": (2, 6), "一两": (1, 2), "两三": (2, 3), "三四": (3, 4), "三五": (3, 5), "半": (0.5, 0.5),
}  # fmt: skip
_COUNT: Final = (
    rf"(?<![\d第月年号.一二两三四五六七八九十百])(?P<n>{'|'.join(_VAGUE)}|\d{{1,3}}|[一二两三四五六七八九十百]{{1,5}})"
    r" ?(?P<ge>个)? ?(?P<half>半)? ?"
)
_AFTER: Final = "(?![天年夕日往台途景面])"

_RECENT: Final = "最近|近来|近期|近日|这阵子|这一阵|这段时间|这段日子|这些天|这几天|近段时间"
_LATELY: Final = "前一?阵子?|前一?段(?:时间|日子)|前些日子|前不久|不久[以之]?前"


def _counts(match: Match) -> tuple[float, float] | None:
    """How many units: a low and a high guess; None when the words are no count of that unit (三月前 is a month's name)."""
    unit, words = match["u"], match["n"]
    if unit == "月" and not (match["ge"] or match["half"]) and words not in {"数", "几"}:
        return None
    low, high = _VAGUE.get(words) or (zh_number(words),) * 2
    half = 0.5 if match["half"] or match.groupdict().get("tail") else 0.0
    return low + half, high + half


def _ago(match: Match, today: date, _label: str) -> Span | None:
    counts = _counts(match)
    return spans.ago(*counts, _UNITS[match["u"]], today) if counts and counts[1] else None


def _past(match: Match, today: date, _label: str) -> Span | None:
    counts = _counts(match)
    if counts is None or not counts[1]:
        return None
    return spans.past(max(1.0, counts[1]) if match["u"] in "天日" else counts[1], _UNITS[match["u"]], today)


def _few_before(match: Match, today: date, _label: str) -> Span:
    """前两天, 前几个月: the stretch that ended yesterday."""
    amount = 3 if match["n"] == "两" else 7
    return Span.days(spans.back(amount, _UNITS[match["u"]], today), today - timedelta(1))


def _year_of(match: Match, today: date) -> int:
    return zh_year(match["y"]) if match["y"] else today.year + _YEARS[match["ry"]]


def _year_month_day(match: Match, today: date, _label: str) -> Span:
    return spans.day(date(_year_of(match, today), zh_number(match["m"]), zh_number(match["d"])))


def _year_month(match: Match, today: date, _label: str) -> Span:
    return spans.month(_year_of(match, today), zh_number(match["m"]), _PARTS.get(match["part"] or ""))


def _year_part(match: Match, today: date, _label: str) -> Span | None:
    year, word = _year_of(match, today), match["what"]
    if word in _SEASONS:
        return spans.season(year, _SEASONS[word])
    if word in holidays.CHINESE:
        return holidays.CHINESE[word](year)
    first, last = _YEAR_PARTS.get(word) or _YEAR_PARTS["年" + word]
    return spans.months(year, first, last)


def _year_alone(match: Match, today: date, _label: str) -> Span | None:
    if match["y"] and len(match["y"]) == 2:
        return None
    return spans.year(_year_of(match, today))


def _month_day(match: Match, today: date, _label: str) -> Span | None:
    return spans.latest_day(zh_number(match["m"]), zh_number(match["d"]), today)


def _month_alone(match: Match, today: date, _label: str) -> Span:
    return spans.latest_month(zh_number(match["m"]), today, _PARTS.get(match["part"] or ""))


def _day_of_month(match: Match, today: date, _label: str) -> Span:
    number = zh_number(match["d"])
    this = spans.month(today.year, today.month).start.date()
    for back in range(4):
        first = spans.add_months(this, -back)
        if spans.add_months(first, 1) - timedelta(1) >= (of := first + timedelta(number - 1)) and of <= today:
            return spans.day(of)
    raise ValueError(number)


def _relative_day(match: Match, today: date, _label: str) -> Span:
    return spans.day(today + timedelta(_DAYS[match[0]]))


def _last_night(_match: Match, today: date, _label: str) -> Span:
    return spans.night(today - timedelta(1))


def _relative_week(match: Match, today: date, _label: str) -> Span:
    weeks, word = _REL[match["rel"]], match["wd"]
    if word:
        return spans.day(spans.monday(today, weeks) + timedelta(_WEEKDAYS[word]))
    return spans.weekend(today, weeks) if match["end"] else spans.week(today, weeks)


def _weekday(match: Match, today: date, _label: str) -> Span:
    return spans.latest_weekday(_WEEKDAYS[match["wd"]], today)


def _weekend(_match: Match, today: date, _label: str) -> Span:
    return spans.latest_weekend(today)


def _relative_month(match: Match, today: date, _label: str) -> Span:
    of = spans.add_months(today, _REL[match["rel"]])
    return spans.month(of.year, of.month, _PARTS.get(match["part"] or ""))


def _part_of_month(match: Match, today: date, _label: str) -> Span:
    return spans.latest_part(_PARTS[match[0]], today)


def _part_of_year(match: Match, today: date, _label: str) -> Span:
    first, last = _YEAR_PARTS[match[0]]
    return spans.latest(lambda year: spans.months(year, first, last), today)


def _relative_season(match: Match, today: date, _label: str) -> Span:
    """上个夏天: the last that is over; 这个夏天: the latest that has begun."""
    begins = _SEASONS[match["what"]]
    span = spans.latest(lambda year: spans.season(year, begins), today)
    if match["rel"] == "上" and span.end.date() > today:
        return spans.season(span.start.year - 1, begins)
    return span


def _holiday(match: Match, today: date, _label: str) -> Span | None:
    return holidays.latest_holiday(holidays.CHINESE[match["name"]], today)


def _recent(_match: Match, today: date, _label: str) -> Span:
    return Span.days(today - timedelta(6), today)


def _lately(_match: Match, today: date, _label: str) -> Span:
    return Span.days(today - timedelta(45), today - timedelta(1))


RULES: Final[tuple[Rule, ...]] = (
    Rule(r"离.{1,4}最近|最近的(?:一家|地铁|医院|超市|商场|店|路|车站|站|公园)|附近|接近|靠近"),
    Rule(rf"(?:最近|过去|近|这)的? ?(?!一[天日年个]){_COUNT}{_UNIT}(?:以?来|里|内|间)?(?!前)", _past),
    Rule(rf"{_COUNT}{_UNIT}(?P<tail>半)?(?:多|左右)? ?(?:以前|之前|前){_AFTER}", _ago),
    Rule(rf"前(?P<n>几|两) ?个? ?{_UNIT}", _few_before),
    Rule(r"前些(?P<n>天)", lambda _m, today, _label: Span.days(today - timedelta(10), today - timedelta(1))),
    Rule(_LATELY, _lately),
    Rule(_RECENT, _recent),
    # What looks like a date word and is none.
    Rule(
        "[晚早马路身网世线手楼街天地心桌脸车床山海船岸头背墙关爱遇碰赶加以校堂班]上(?=上?个?[周月星礼])"
        "|[楼以底手地脚天乡旗名一](?:下)(?=个?[周月星礼])|目前|以前|之前|如今(?=年[轻代])|过去(?=年)|以后|今后|之后|然后"
        "|最后|背后|[说聪发透证表文黎清光](?=明[天年日])明|基本(?=周)|今日头条|明日(?:方舟|香|之后)|明天(?=气温|气候)|前天(?=气)"
        f"|前年(?=[轻龄])|今年(?=[轻龄])|每一?个?{_WEEK}[一二三四五六日天末]?|每个?[周月]末?|每年(?:{ZH_MONTH}月)?|五月天(?!气)"
        f"|{ZH_MONTH}月饼|{_WEEK}[围边期到折密旋全刊报游详转]|一月[一两二三几][次回趟]|岁月|圣诞(?:老人|树|帽|歌)|五一(?=[二三四五六七八九十\\d])"
    ),
    Rule(rf"{_YEAR}{_OF}(?P<m>{ZH_MONTH}) ?月 ?(?P<d>{ZH_DAY})(?: ?[日号]|(?![\d个]))", _year_month_day),
    Rule(rf"{_YEAR}{_OF}(?P<m>{ZH_MONTH}) ?月{_PART}(?![饼亮球])", _year_month),
    Rule(rf"{_YEAR}{_OF}(?P<what>{'|'.join([*_SEASONS, *_YEAR_PARTS])}|[初底末]|{_HOLIDAY})", _year_part),
    Rule(rf"(?P<name>{_HOLIDAY})(?:假期|长假)?", _holiday),
    Rule(rf"{_MONTH} ?(?P<d>{ZH_DAY}) ?[日号]", _month_day),
    Rule(rf"{_MONTH}{_PART}(?![饼亮球])", _month_alone),
    Rule(rf"{_YEAR}(?![级轻龄代度前])", _year_alone),
    Rule(r"(?<![月\d第])(?P<d>[12]?[0-9]|3[01])[号日](?=那天|当天|早上|晚上|上午|下午|中午)", _day_of_month),
    Rule("昨晚|昨夜|昨天(?:晚上|夜里|半夜)", _last_night),
    Rule("|".join(_DAYS), _relative_day),
    Rule(rf"{_RELATIVE}一?个? ?{_WEEK}(?:{_WEEKDAY}|(?P<end>末))?(?![围边期年])", _relative_week),
    Rule(rf"(?<![一两二三四五六七八九十几\d]){_WEEK}{_WEEKDAY}", _weekday),
    Rule("周末|双休日", _weekend),
    Rule(rf"{_RELATIVE}一?个?月 ?(?P<part>初|上旬|中旬|下旬|底|末)?(?![亮光球饼色台])", _relative_month),
    Rule(r"(?<![\d一二三四五六七八九十])月(?:初|底|末)", _part_of_month),
    Rule("(?<![一多半百千万几整去今明前])年(?:初|底|末)", _part_of_year),
    Rule(rf"(?P<rel>上|这)一?个(?P<what>{'|'.join(_SEASONS)})", _relative_season),
)
