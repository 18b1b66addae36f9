"""English date words: yesterday, last Tuesday, 3 days ago, in March, the summer of 2024, last Christmas."""

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from app.domain import holidays, numerals, spans
from app.domain.dates_written import EN_DAY, EN_MONTH, en_day, en_month
from app.domain.spans import Rule, Span

Match = re.Match[str]

_WEEKDAY_NAMES: Final = "monday tuesday wednesday thursday friday saturday sunday"
_WEEKDAYS: Final = {name: number for number, name in enumerate(_WEEKDAY_NAMES.split())}
_SHORT_WEEKDAYS: Final = {
    "mon": 0, "tue": 1, "tues": 1, "wed": 2, "weds": 2, "thu": 3, "thur": 3, "thurs": 3, "fri": 4, "sat": 5, "sun": 6,
}  # fmt: skip
_SHORT_WEEKDAY: Final = f"(?P<wd>{'|'.join(_SHORT_WEEKDAYS)})"
_WEEKDAY: Final = f"(?P<wd>{'|'.join(_WEEKDAYS)})"
_SEASONS: Final = {
    "spring": spans.SPRING, "summer": spans.SUMMER, "autumn": spans.AUTUMN, "fall": spans.AUTUMN, "winter": spans.WINTER,
}  # fmt: skip
_SEASON: Final = f"(?P<s>{'|'.join(_SEASONS)})"
_HOLIDAY: Final = f"(?P<h>{'|'.join(sorted(holidays.ENGLISH, key=len, reverse=True))})"
_REL: Final = {"last": -1, "past": -1, "this": 0, "next": 1, "the coming": 1}
_RELATIVE: Final = r"\b(?P<rel>last|this|next)"
_UNIT: Final = r"(?P<u>day|night|week|fortnight|month|year|decade)s?"
_UNITS: Final = {"night": (1, "day"), "fortnight": (2, "week"), "decade": (10, "year")}
_VAGUE: Final = {
    "a": (1, 1), "an": (1, 1), "one": (1, 1), "a couple of": (2, 2), "a couple": (2, 2), "couple of": (2, 2), "a few": (2, 5),
    "few": (2, 5), "several": (3, 7), "half a": (0.5, 0.5), "some": (3, 10),
}  # fmt: skip
_COUNT: Final = rf"(?<![\w.,$])(?P<n>\d{{1,3}}|{'|'.join(sorted(_VAGUE, key=len, reverse=True))}|{numerals.EN_NUMBER})(?: and a (?P<half>half))?"
_PART: Final = r"(?:(?:the )?(?P<part>early|mid|late|beginning of|start of|middle of|end of)[ -])?"
_PARTS: Final = {
    "early": "early", "beginning of": "early", "start of": "early", "mid": "mid", "middle of": "mid", "late": "late",
    "end of": "late",
}  # fmt: skip
_YEAR_PARTS: Final = {"early": (1, 4), "mid": (5, 8), "late": (9, 12), "all": (1, 12)}
# 1900 to 2099 standing for a year.
_YEAR: Final = r"(?P<y>(?:19|20)\d\d)(?![\d,.]\d|\d|%|[ -]?(?:dollars|euros|yuan|words|points|steps|meters|miles|km|kg)\b)"
# Month names that are also other words; in lower case they need help.
_AMBIGUOUS: Final = frozenset("may march mar jun dec sep".split())  # noqa: SIM905
_YEAR_WORD: Final = r"(?:,? (?:of )?(?P<ry>last|this|next) year)?"


def _capital(match: Match, label: str, group: str) -> bool:
    return label[match.start(group) - match.start()].isupper()


def _plausible(match: Match, label: str) -> bool:
    """A lower-case may or march is a month only where something beside it says so: a year, a th, an "on", a clause's end."""
    if match["m"].rstrip(".") not in _AMBIGUOUS or _capital(match, label, "m"):
        return True
    found = match.groupdict()
    day = found.get("d") or ""
    closed = not match.string[match.end() : match.end() + 1].strip(".,;!?)")
    return bool(
        found.get("y")
        or found.get("ry")
        or day.endswith(("st", "nd", "rd", "th"))
        or (day and (found.get("on") or closed))
    )


def _in_year(match: Match, today: date) -> int | None:
    found = match.groupdict()
    if found.get("y"):
        return int(match["y"])
    return today.year + _REL[match["ry"]] if found.get("ry") else None


def _month_day(match: Match, today: date, label: str) -> Span | None:
    if not _plausible(match, label):
        return None
    number, day, year = en_month(match["m"]), en_day(match["d"]), _in_year(match, today)
    return spans.day(date(year, number, day)) if year else spans.latest_day(number, day, today)


def _month(match: Match, today: date, label: str) -> Span | None:
    """March 2025, March last year, in March: without a year the nearest that has begun."""
    if not _plausible(match, label):
        return None
    part, number = _PARTS.get(match.groupdict().get("part") or ""), en_month(match["m"])
    year = _in_year(match, today)
    return spans.month(year, number, part) if year else spans.latest_month(number, today, part)


def _in_month(match: Match, today: date, label: str) -> Span | None:
    """A preposition makes even a lower-case march a month; what follows must not make it a verb."""
    if match["m"] in {"mar.", "mar", "jun", "dec", "sep"} and not _capital(match, label, "m"):
        return None
    return spans.latest_month(en_month(match["m"]), today, _PARTS.get(match["part"] or ""))


def _relative_named_month(match: Match, today: date, _label: str) -> Span:
    number, rel = en_month(match["m"]), match["rel"]
    if rel == "this":
        return spans.month(today.year, number)
    if rel == "next":
        return spans.month(today.year + (number <= today.month), number)
    return spans.month(today.year - (number >= today.month), number)


def _ago(match: Match, today: date, _label: str) -> Span | None:
    counts = _counts(match)
    return spans.ago(*counts, today) if counts[1] else None


def _past(match: Match, today: date, _label: str) -> Span | None:
    _low, high, unit = _counts(match)
    return spans.past(max(high, 1.0), unit, today) if high else None


def _counts(match: Match) -> tuple[float, float, str]:
    words = match["n"].strip()
    number = numerals.chinese(words) if words.isdecimal() else numerals.english(words)
    low, high = _VAGUE.get(words) or (number or 0,) * 2
    factor, unit = _UNITS.get(match["u"], (1, match["u"]))
    half = 0.5 if match["half"] else 0.0
    return (low + half) * factor, (high + half) * factor, unit


def _relative(match: Match, today: date, _label: str) -> Span:
    offset, unit = _REL[match["rel"]], match["u"]
    if unit == "week":
        return spans.week(today, offset)
    if unit == "weekend":
        return spans.weekend(today, offset)
    part = _PARTS.get(match["part"] or "")
    if unit == "year":
        return spans.months(today.year + offset, *_YEAR_PARTS[part or "all"])
    of = spans.add_months(today, offset)
    return spans.month(of.year, of.month, part)


def _part_of_this(match: Match, today: date, _label: str) -> Span:
    """Read the end of the month as this month's when it has begun, else last month's; a year's alike."""
    part = _PARTS[match["part"]]
    if match["u"] == "year":
        return spans.latest(lambda of: spans.months(of, *_YEAR_PARTS[part]), today)
    return spans.latest_part(part, today)


def _after_next(match: Match, today: date, _label: str) -> Span:
    unit = match["u"]
    if unit == "week":
        return spans.week(today, 2)
    if unit == "weekend":
        return spans.weekend(today, 2)
    if unit == "year":
        return spans.year(today.year + 2)
    of = spans.add_months(today, 2)
    return spans.month(of.year, of.month)


def _seasons_ago(match: Match, today: date, _label: str) -> Span | None:
    """Read two winters ago, one being the last that is over."""
    number = numerals.english(match["n"])
    if not number or number > 20:
        return None
    begins = _SEASONS[match["s"]]
    return spans.season(_last_season(begins, today).start.year - number + 1, begins)


def _last_season(begins: int, today: date) -> Span:
    """Give the last such season that is over."""
    span = spans.latest(lambda of: spans.season(of, begins), today)
    return spans.season(span.start.year - 1, begins) if span.end.date() > today else span


def _before_last(match: Match, today: date, _label: str) -> Span:
    unit = match["u"]
    if unit == "week":
        return spans.week(today, -2)
    if unit == "weekend":
        return spans.weekend(today, -2)
    if unit == "year":
        return spans.year(today.year - 2)
    if unit == "night":
        return spans.night(today - timedelta(2))
    of = spans.add_months(today, -2)
    return spans.month(of.year, of.month)


def _relative_weekday(match: Match, today: date, _label: str) -> Span:
    return _weekday_from(match["rel"], _WEEKDAYS[match["wd"]], today)


def _weekday_from(rel: str, weekday: int, today: date) -> Span:
    """Read last as the nearest before today, this as of this week, next as the first after today."""
    if rel == "this":
        return spans.day(spans.monday(today) + timedelta(weekday))
    if rel == "next":
        return spans.day(today + timedelta((weekday - today.weekday() - 1) % 7 + 1))
    return spans.latest_weekday(weekday, today - timedelta(1))


def _short_weekday(match: Match, today: date, label: str) -> Span | None:
    """Read last Fri, on Sat: only with a capital, or "this sat well" would be a day."""
    if not _capital(match, label, "wd"):
        return None
    weekday, rel = _SHORT_WEEKDAYS[match["wd"]], match["rel"]
    return spans.latest_weekday(weekday, today) if rel == "on" else _weekday_from(rel, weekday, today)


def _weekday(match: Match, today: date, _label: str) -> Span:
    return spans.latest_weekday(_WEEKDAYS[match["wd"]], today)


def _season(match: Match, today: date, _label: str) -> Span:
    """Read last summer as the last that is over; this summer as this year's; with a year, that year's."""
    begins, year = _SEASONS[match["s"]], _in_year(match, today)
    if year:
        return spans.season(year, begins)
    rel = match["rel"]
    if rel == "this":
        return spans.season(today.year, begins)
    if rel == "next":
        return spans.season(spans.latest(lambda of: spans.season(of, begins), today).start.year + 1, begins)
    return _last_season(begins, today)


def _holiday(match: Match, today: date, _label: str) -> Span | None:
    holiday, year = holidays.ENGLISH[match["h"]], _in_year(match, today)
    return holiday(year) if year else holidays.latest_holiday(holiday, today)


def _relative_holiday(match: Match, today: date, _label: str) -> Span | None:
    """Read last Christmas as the nearest that has come; this and next count by the year."""
    holiday, rel = holidays.ENGLISH[match["h"]], match["rel"]
    if rel == "last":
        return holidays.latest_holiday(holiday, today - timedelta(1))
    return holiday(today.year + _REL[rel])


def _year(match: Match, _today: date, _label: str) -> Span:
    return spans.months(int(match["y"]), *_YEAR_PARTS[_PARTS.get(match["part"] or "", "all")])


def _offset(days: int) -> Callable[[Match, date, str], Span]:
    return lambda _match, today, _label: spans.day(today + timedelta(days))


def _stretch(first: int, last: int) -> Callable[[Match, date, str], Span]:
    return lambda _match, today, _label: Span.days(today + timedelta(first), today + timedelta(last))


def _last_night(_match: Match, today: date, _label: str) -> Span:
    return spans.night(today - timedelta(1))


_NOT_A_VERB: Final = (
    r"(?! (?:be|have|not|well|also|never|seem|look|need|come|go|on|to|into|out|off|away|up|past)\b)"
)

RULES: Final[tuple[Rule, ...]] = (
    Rule(r"\bthe day before yesterday\b", _offset(-2)),
    Rule(r"\bthe day after tomorrow\b", _offset(2)),
    Rule(r"\b(?:last night|yesterday (?:evening|night))\b", _last_night),
    Rule(rf"\blast {_WEEKDAY} (?:of|in) (?:the|each|every) (?:month|year)\b"),
    Rule(r"\bthe (?P<u>week|weekend|month|year|night) before last\b", _before_last),
    Rule(r"\bthe (?P<u>week|weekend|month|year) after next\b", _after_next),
    Rule(rf"(?P<n>{numerals.EN_NUMBER}) {_SEASON}s? ago\b", _seasons_ago),
    Rule(rf"{_COUNT} {_UNIT}(?: (?P<tail>or so))? (?:ago|back|earlier)\b", _ago),
    Rule(rf"\b(?:in|over|during|for|within)? ?the (?:last|past) {_COUNT} {_UNIT}\b", _past),
    Rule(
        r"\b(?:the )?past (?P<n>)(?P<half>)(?P<u>week|month|year)\b",
        lambda m, today, _l: spans.past(1, m["u"], today),
    ),
    Rule(r"\bthe other (?:day|night)\b", _stretch(-7, -1)),
    Rule(r"\b(?:recently|lately|these days|the last few days)\b", _stretch(-6, 0)),
    Rule(r"\ba (?:little )?while (?:ago|back)\b|\bsome time ago\b|\bnot long ago\b", _stretch(-45, -1)),
    # What looks like a date and is none.
    Rule(
        rf"\b(?:every|each|any|most|all|good|black|ruby|cyber) (?:{'|'.join(_WEEKDAYS)})\b|\bevery {EN_MONTH}|\bman friday\b"
    ),
    Rule(
        rf"\b(?:every|each) {_SEASON}\b|\bchristmas (?:tree|card|carol|song|present|gift|movie)s?\b|\byesterday once more\b"
    ),
    Rule(rf"(?<![\d.:/-])\b(?P<d>{EN_DAY})(?: of)? (?P<m>{EN_MONTH})(?!\w){_YEAR_WORD}", _month_day),
    Rule(
        rf"\b(?P<on>on )?(?P<m>{EN_MONTH}) (?:the )?(?P<d>{EN_DAY})(?![\d:]|[.,]\d|%| ?(?:am|pm)\b){_YEAR_WORD}",
        _month_day,
    ),
    Rule(rf"\b{_PART}(?P<m>{EN_MONTH}),? (?:of )?{_YEAR}", _month),
    Rule(rf"\b{_PART}(?P<m>{EN_MONTH}),? (?:of )?(?P<ry>last|this|next) year\b", _month),
    Rule(rf"{_RELATIVE} (?P<m>{EN_MONTH})(?!\w)", _relative_named_month),
    Rule(
        rf"\b(?:back )?(?:at|towards?|in|since|during|of|until|by|around|before|after) {_PART}(?P<m>{EN_MONTH})(?!\w){_NOT_A_VERB}",
        _in_month,
    ),
    Rule(
        rf"\b(?P<part>early|mid|late)[ -](?P<m>{EN_MONTH})(?!\w)",
        _month,
    ),
    Rule(r"\b(?P<m>january|february|july|september|october|november|december)\b", _month),
    Rule(rf"\b(?:this )?(?P<rel>last|past|this|next) {_WEEKDAY}\b", _relative_weekday),
    Rule(rf"\b(?P<rel>last|past|this|next|on) {_SHORT_WEEKDAY}(?!\w)", _short_weekday),
    Rule(r"\b(?:this |the )?past weekend\b", lambda _m, today, _l: spans.weekend(today, -1)),
    Rule(rf"\b{_WEEKDAY}\b", _weekday),
    Rule(rf"\b(?:the )?{_SEASON},? (?:of |in )?{_YEAR}", _season),
    Rule(rf"{_RELATIVE} {_SEASON}\b", _season),
    Rule(rf"{_RELATIVE} {_HOLIDAY}(?!\w)", _relative_holiday),
    Rule(rf"\b{_HOLIDAY}(?!\w)(?:,? (?:of |in )?{_YEAR})?{_YEAR_WORD}", _holiday),
    Rule(rf"\b{_PART}{_RELATIVE[2:]} (?P<u>week|weekend|month|year)(?!\w)", _relative),
    Rule(r"\bthe (?P<part>beginning of|start of|middle of|end of) the (?P<u>month|year)\b", _part_of_this),
    Rule(r"\byesterday\b", _offset(-1)),
    Rule(r"\b(?:today|tonight|this (?:morning|afternoon|evening|noon))\b", _offset(0)),
    Rule(r"\btomorrow\b", _offset(1)),
    Rule(rf"\b(?:in|since|of|during|from|until|by|before|after|around|year|back in) {_PART}{_YEAR}", _year),
    Rule(rf"\b(?P<part>early|mid|late)[ -]{_YEAR}", _year),
)
