"""Two to five words by which a memory is filed: titles, names, and the words this talk keeps coming back to."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from app.domain.stop_words import STOP_WORDS
from app.models.builtin.lexicon import table

MOST: Final = 5
_TITLE: Final = re.compile(r"《([^》]{1,30})》|[\"“]([A-Z][^\"”]{1,40})[\"”]")
_NAME: Final = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+(?: [A-Z][a-z]+){0,3}")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'’-]{2,}")
_HAN_RUN: Final = re.compile(r"[\u3400-\u9fff]+")


class Tagger:
    """Knows how often each word falls in one run of messages."""

    def __init__(self, texts: Iterable[str], names: Sequence[str | None]) -> None:
        self._names = {name.lower() for name in names if name}
        self._often = Counter(word for text in texts for word in set(_words(text)))

    def tags(self, text: str) -> tuple[str, ...]:
        """Titles first, then names, then the words most spoken of; no grammar, nobody's own name."""
        titles = [a or b.rstrip(" ,.") for a, b in _TITLE.findall(text)]
        rest = _TITLE.sub(" ", text)
        names = [name for name in _NAME.findall(rest) if name.lower() not in _stop()["en"]]
        words = sorted(dict.fromkeys(_words(rest)), key=lambda word: (-self._often[word], -len(word)))
        chosen: list[str] = []
        for tag in [*titles, *names, *words]:
            if len(chosen) < MOST and self._is_new(tag, chosen):
                chosen.append(tag)
        return tuple(chosen)

    def _is_new(self, tag: str, chosen: list[str]) -> bool:
        low = tag.lower()
        return low not in self._names and not any(low in one.lower() or one.lower() in low for one in chosen)


def _words(text: str) -> list[str]:
    """English words of some length, and what stands between grammar in Chinese: two to four characters."""
    stop = _stop()
    english = [word.lower() for word in _WORD.findall(text)]
    found = [word for word in english if word not in STOP_WORDS and word not in stop["en"]]
    for run in _HAN_RUN.findall(text):
        found += [part for part in stop["zh"].split(run) if 2 <= len(part) <= 4]
    return found


@cache
def _stop() -> dict[str, Any]:
    entry = table("tags")
    longest_first = sorted(entry["zh"], key=len, reverse=True)
    return {
        "en": frozenset(entry["en"]),
        "zh": re.compile("|".join([*longest_first, f"[{entry['zh_signs']}]"])),
    }
