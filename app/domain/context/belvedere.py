"""Our own layout: who the character is, its months, the days told in full, and what comes to mind."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from app.domain.assemble import Block
from app.domain.assemble_lines import Line, say
from app.domain.context.known import Count, DayText, Known, Mode, MonthText

_WORDS: Final = {
    "zh": {
        "months": "### 月度总结",
        "role": "### 本月的日子",
        "core": "### 展开的月份",
        "day": "- {day}（{mood}）：",
        "plain": "- {day}：",
    },
    "en": {
        "months": "### Months in summary",
        "role": "### This month, day by day",
        "core": "### Months recalled in full",
        "day": "- {day} ({mood}):",
        "plain": "- {day}:",
    },
}

_BULLETS: Final = ("- ", "* ", "• ")


def layout(known: Known, mode: Mode, count: Count) -> list[Block]:
    """Give the blocks of a context in order; the oldest days give way where the budget is used up, then the oldest months."""
    months, days, left_out = _within(known, mode, count)
    return [
        Block("identity", list(identity(known))),
        Block("months", list(month_lines(known, months)), clipped=left_out[0]),
        Block("days", list(day_lines(known, mode, days)), clipped=left_out[1]),
        *([Block("palace", known.palace)] if mode == "core" else []),
    ]


def identity(known: Known) -> Iterator[Line]:
    """Give the character's own text in the order in which it was written."""
    for one in known.selves:
        for line in one.content.splitlines():
            yield Line(line, one.uid)


def month_lines(known: Known, months: Sequence[MonthText]) -> Iterator[Line]:
    """Give the months' texts under their heading; nothing where there is none."""
    if months:
        yield Line(_words(known)["months"])
    for one in months:
        yield from month_line(one)


def month_line(one: MonthText) -> Iterator[Line]:
    """Give a month's text as it stands in the prompt, further lines set in."""
    return _set_in(f"- [{one.month}] {one.content or ''}", one.uid)


def day_lines(known: Known, mode: Mode, days: Sequence[DayText]) -> Iterator[Line]:
    """Give days told in full, month by month."""
    if days:
        yield Line(_words(known)[mode])
    for month, entries in groupby(days, key=lambda one: one.month):
        yield Line(f"> {month}")
        for one in entries:
            yield from day_line(one, known.language)


def day_line(one: DayText, language: str) -> Iterator[Line]:
    """Give an entry of a day as it stands in the prompt; one of several lines, or a list, stands below its date."""
    words = _WORDS["zh" if language == "zh" else "en"]
    head = words["day" if one.mood else "plain"].format(day=one.day, mood=one.mood)
    if "\n" in one.content or one.content.startswith(_BULLETS):
        return _set_in(f"{head}\n{one.content}", one.uid)
    blank = "" if head.endswith("：") else " "
    return _set_in(f"{head}{blank}{one.content}", one.uid)


def _set_in(text: str, uid: str) -> Iterator[Line]:
    for place, line in enumerate(say(text, uid)):
        yield line if not place else Line(f"  {line.text}", uid)


def _words(known: Known) -> dict[str, str]:
    return _WORDS["zh" if known.language == "zh" else "en"]


def _within(known: Known, mode: Mode, count: Count) -> tuple[list[MonthText], list[DayText], tuple[int, int]]:
    """Take the newest months, then the newest days, until the budget is used; tell how many lines each leaves out."""
    told = [one for one in known.months if one.content]
    days = known.days_of(mode)
    if known.budget is None:
        return told, days, (0, 0)
    month_costs = [[line.text for line in month_line(one)] for one in told]
    day_costs = [[line.text for line in day_line(one, known.language)] for one in days]
    months_from, left = _newest(month_costs, known.budget, count)
    days_from, _ = _newest(day_costs, left, count)
    gone = sum(map(len, month_costs[:months_from])), sum(map(len, day_costs[:days_from]))
    return told[months_from:], days[days_from:], gone


def _newest(texts: Sequence[Sequence[str]], budget: int, count: Count) -> tuple[int, int]:
    """Give the first of the newest texts that fit together, and what is left."""
    for place in range(len(texts), 0, -1):
        cost = sum(count(line + "\n") for line in texts[place - 1])
        if cost > budget:
            return place, budget
        budget -= cost
    return 0, budget
