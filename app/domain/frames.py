"""Two texts that are word for word the same but for one thing they name: a corgi and a beagle.

Whoever tells the same thing again changes the sentence, not only its noun. Where it is a synonym after all, two
memories are kept instead of one: nothing is lost by it.
"""

import re
from typing import Final

_ZH_THING: Final = re.compile("[\u4e00-\u9fff]{1,4}")
_ZH_BEFORE: Final = re.compile("[一两三这那几][只条个张把本辆件台部首家盆杯碗]$")
_EN_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)?|[^\sa-z]")
_EN_BEFORE: Final = frozenset(["a", "an", "the", "this", "that", "my", "his", "her", "their", "our"])
_EN_AFTER: Final = frozenset(
    [".", ",", ";", "!", "?", "in", "on", "at", "of", "from", "with", "for", "to", "and"]
)
_LEAST_EN: Final = 4  # words that both must share: less is no frame
_LEAST_ZH: Final = 4  # signs


def swapped_thing(left: str, right: str, *, chinese: bool) -> tuple[str, str] | None:
    """Give the only thing in which two texts in flat form differ, or None."""
    return _chinese(left, right) if chinese else _english(left, right)


def _chinese(left: str, right: str) -> tuple[str, str] | None:
    head, tail = _shared(left, right)
    one, other = left[head : len(left) - tail], right[head : len(right) - tail]
    if head + tail < _LEAST_ZH or not _ZH_BEFORE.search(left[:head]):
        return None
    return (one, other) if _ZH_THING.fullmatch(one) and _ZH_THING.fullmatch(other) else None


def _english(left: str, right: str) -> tuple[str, str] | None:
    one, other = _EN_WORD.findall(left), _EN_WORD.findall(right)
    head, tail = _shared(one, other)
    if head + tail < _LEAST_EN or (len(one) - head - tail, len(other) - head - tail) != (1, 1):
        return None
    here, there = one[head], other[head]
    framed = head and one[head - 1] in _EN_BEFORE and (not tail or one[head + 1] in _EN_AFTER)
    related = here.startswith(there[:4]) or there.startswith(here[:4])
    return (here, there) if framed and not related and here.isalpha() and there.isalpha() else None


def _shared(one: str | list[str], other: str | list[str]) -> tuple[int, int]:
    """Give how many parts two sequences share at the beginning and, beyond it, at the end."""
    shorter = min(len(one), len(other))
    head = next((at for at in range(shorter) if one[at] != other[at]), shorter)
    rest = shorter - head
    return head, next((at for at in range(rest) if one[-1 - at] != other[-1 - at]), rest)
