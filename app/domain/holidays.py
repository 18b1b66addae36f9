"""Days with a name: fixed ones, movable ones, and those of the lunar calendar from a table."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Final

from app.domain.spans import Span, day

# Spring festival, dragon boat, double seventh, mid-autumn and double ninth, one year a line from 1990.
_LUNAR_FROM: Final = 1990
_LUNAR: Final = tuple(
    line.split()
    for line in """\
0127 0528 0826 1003 1026
0215 0616 0816 0922 1016
0204 0605 0805 0911 1004
0123 0624 0824 0930 1023
0210 0613 0813 0920 1013
0131 0602 0802 0909 1101
0219 0620 0820 0927 1020
0207 0609 0809 0916 1010
0128 0530 0828 1005 1028
0216 0618 0817 0924 1017
0205 0606 0806 0912 1006
0124 0625 0825 1001 1025
0212 0615 0815 0921 1014
0201 0604 0804 0911 1004
0122 0622 0822 0928 1022
0209 0611 0811 0918 1011
0129 0531 0731 1006 1030
0218 0619 0819 0925 1019
0207 0608 0807 0914 1007
0126 0528 0826 1003 1026
0214 0616 0816 0922 1016
0203 0606 0806 0912 1005
0123 0623 0823 0930 1023
0210 0612 0813 0919 1013
0131 0602 0802 0908 1002
0219 0620 0820 0927 1021
0208 0609 0809 0915 1009
0128 0530 0828 1004 1028
0216 0618 0817 0924 1017
0205 0607 0807 0913 1007
0125 0625 0825 1001 1025
0212 0614 0814 0921 1014
0201 0603 0804 0910 1004
0122 0622 0822 0929 1023
0210 0610 0810 0917 1011
0129 0531 0829 1006 1029
0217 0619 0819 0925 1018
0206 0609 0808 0915 1008
0126 0528 0826 1003 1026
0213 0616 0816 0922 1016
0203 0605 0805 0912 1005
0123 0624 0824 1001 1024
0211 0612 0812 0919 1012
0131 0601 0801 0908 1001
0219 0620 0820 0927 1020
0208 0610 0810 0916 1009
0128 0530 0828 1004 1027
0215 0618 0817 0924 1017
0204 0607 0807 0913 1007
0124 0527 0826 1002 1026
0212 0614 0814 0920 1014
0201 0603 0803 0910 1003
0122 0622 0822 0928 1022
0210 0611 0811 0917 1011
0130 0531 0731 1005 1029
0217 0619 0819 0925 1018
0206 0608 0808 0915 1008
0126 0529 0827 1004 1027
0214 0615 0816 0922 1016
0202 0604 0805 0911 1005
0123 0623 0823 0930 1024""".splitlines()
)
_SPRING, _DRAGON_BOAT, _SEVENTH, _MID_AUTUMN, _NINTH = range(5)

Holiday = Callable[[int], Span | None]


def _fixed(month: int, first: int, last: int | None = None) -> Holiday:
    def read(year: int) -> Span:
        start = date(year, month, first)
        return day(start) if last is None else Span.days(start, date(year, month, last))

    return read


def _weekday(month: int, number: int, weekday: int) -> Holiday:
    """The first, second … such weekday of a month."""

    def read(year: int) -> Span:
        first = date(year, month, 1)
        return day(first + timedelta((weekday - first.weekday()) % 7 + 7 * (number - 1)))

    return read


def _lunar(column: int, before: int = 0, after: int | None = None) -> Holiday:
    """A day of the table, moved by `before` days, lasting to `after` days beyond it; None outside the table."""

    def read(year: int) -> Span | None:
        if not 0 <= year - _LUNAR_FROM < len(_LUNAR):
            return None
        cell = _LUNAR[year - _LUNAR_FROM][column]
        of = date(year, int(cell[:2]), int(cell[2:]))
        first = of + timedelta(before)
        return day(first) if after is None else Span.days(first, of + timedelta(after))

    return read


CHINESE: Final[dict[str, Holiday]] = {
    "元旦": _fixed(1, 1),
    "情人节": _fixed(2, 14),
    "妇女节": _fixed(3, 8),
    "愚人节": _fixed(4, 1),
    "清明节": _fixed(4, 4, 6),
    "劳动节": _fixed(5, 1, 5),
    "五一": _fixed(5, 1, 5),
    "儿童节": _fixed(6, 1),
    "六一": _fixed(6, 1),
    "教师节": _fixed(9, 10),
    "国庆": _fixed(10, 1, 7),
    "国庆节": _fixed(10, 1, 7),
    "万圣节": _fixed(10, 31),
    "双十一": _fixed(11, 11),
    "双十二": _fixed(12, 12),
    "平安夜": _fixed(12, 24),
    "圣诞": _fixed(12, 25),
    "圣诞节": _fixed(12, 25),
    "跨年夜": _fixed(12, 31),
    "母亲节": _weekday(5, 2, 6),
    "父亲节": _weekday(6, 3, 6),
    "感恩节": _weekday(11, 4, 3),
    "除夕": _lunar(_SPRING, -1),
    "大年三十": _lunar(_SPRING, -1),
    "大年初一": _lunar(_SPRING),
    "大年初二": _lunar(_SPRING, 1),
    "大年初三": _lunar(_SPRING, 2),
    "春节": _lunar(_SPRING, -1, 6),
    "元宵": _lunar(_SPRING, 14),
    "元宵节": _lunar(_SPRING, 14),
    "端午": _lunar(_DRAGON_BOAT),
    "端午节": _lunar(_DRAGON_BOAT),
    "七夕": _lunar(_SEVENTH),
    "七夕节": _lunar(_SEVENTH),
    "中秋": _lunar(_MID_AUTUMN),
    "中秋节": _lunar(_MID_AUTUMN),
    "重阳节": _lunar(_NINTH),
}
ENGLISH: Final[dict[str, Holiday]] = {
    "new year's eve": _fixed(12, 31),
    "new year's day": _fixed(1, 1),
    "new year's": _fixed(1, 1),
    "valentine's day": _fixed(2, 14),
    "valentine's": _fixed(2, 14),
    "april fools' day": _fixed(4, 1),
    "halloween": _fixed(10, 31),
    "christmas eve": _fixed(12, 24),
    "christmas day": _fixed(12, 25),
    "christmas": _fixed(12, 25),
    "boxing day": _fixed(12, 26),
    "mother's day": _weekday(5, 2, 6),
    "father's day": _weekday(6, 3, 6),
    "thanksgiving": _weekday(11, 4, 3),
    "chinese new year": _lunar(_SPRING, -1, 6),
    "lunar new year": _lunar(_SPRING, -1, 6),
    "spring festival": _lunar(_SPRING, -1, 6),
    "mid-autumn festival": _lunar(_MID_AUTUMN),
    "dragon boat festival": _lunar(_DRAGON_BOAT),
}


def latest_holiday(holiday: Holiday, today: date) -> Span | None:
    """The nearest one that has come; None when the table does not reach so far."""
    for year in (today.year, today.year - 1):
        span = holiday(year)
        if span is not None and span.start.date() <= today:
            return span
    return None
