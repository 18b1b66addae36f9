"""Two to five words by which a memory is filed: titles, names, and the words this talk keeps coming back to."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from typing import Final

from app.domain.names import chinese_names
from app.domain.stop_words import STOP_WORDS
from app.domain.text import flat, has_cjk
from app.models.builtin.lexicon import table

MOST: Final = 5
LEAST: Final = 2
_TITLE: Final = re.compile(r"《([^》]{1,30})》|[\"“]([A-Z][^\"”]{1,40})[\"”]")
_NAME: Final = re.compile(r"(?<=[a-zà-ÿ,;] )[A-ZÀ-Þ][a-zß-ÿ]+(?: [A-ZÀ-Þ][a-zß-ÿ]+){0,3}")
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'’-]{2,}")
_POSSESSIVE: Final = re.compile(r"['’]s$")
_HAN_RUN: Final = re.compile(r"[\u3400-\u9fff]+")


class Tagger:
    """Knows how often each word falls in one run of messages."""

    def __init__(self, texts: Sequence[str], names: Iterable[str | None]) -> None:
        self._names = {name.lower() for name in names if name}
        self._often = Counter(word for text in texts for word in set(_words(text)))
        self._texts = max(2, len(texts))

    def tags(self, text: str) -> tuple[str, ...]:
        """Titles first, then names, then words that come back but not everywhere; nobody's own name."""
        titles = [a or b.rstrip(" ,.") for a, b in _TITLE.findall(text)]
        rest = _TITLE.sub(" ", text)
        names = [name for name in _named(rest) if name.lower() not in _stop().english]
        words = sorted(dict.fromkeys(_words(rest)), key=lambda word: -self._telling(word))
        known = [word for word in words if self._is_known(word)]
        chosen: list[str] = []
        for enough, tags in ((MOST, [*titles, *names, *known]), (LEAST, words)):
            for tag in tags:
                if len(chosen) < enough and self._is_new(tag, chosen):
                    chosen.append(tag)
        return tuple(chosen)

    def _is_known(self, word: str) -> bool:
        """A word said a single time may be a slip of the cutting; it serves only where nothing better is there."""
        return self._often[word] > 1 or word in _stop().topics

    def _telling(self, word: str) -> float:
        """Words of known topics first, the others by rarity."""
        return log(self._texts / max(1, self._often[word])) + 2 * (word in _stop().topics)

    def _is_new(self, tag: str, chosen: list[str]) -> bool:
        low = tag.lower()
        return low not in self._names and not any(low in one.lower() or one.lower() in low for one in chosen)


@dataclass(frozen=True, slots=True)
class Stop:
    english: frozenset[str]
    chinese: re.Pattern[str]
    topics: frozenset[str]
    topic: re.Pattern[str]


def _named(text: str) -> list[str]:
    """Names of people and places; English ones of several words stay together."""
    chinese = chinese_names(text, flat(text), ()) if has_cjk(text) else []
    return [name for name in [*_NAME.findall(text), *chinese] if len(name) > 1]


def _words(text: str) -> list[str]:
    """English words of some length; in Chinese the known topics, and what stands between grammar."""
    stop = _stop()
    english = [_POSSESSIVE.sub("", word.lower()) for word in _WORD.findall(text)]
    found = [word for word in english if not _is_grammar(word) and word not in stop.english]
    for run in _HAN_RUN.findall(text):
        found += stop.topic.findall(run)
        parts = stop.chinese.split(stop.topic.sub("的", run))
        found += [part for part in parts if 2 <= len(part) <= 4]
    return found


def _is_grammar(word: str) -> bool:
    plain = word.replace("’", "'")
    return plain.replace("'", "") in STOP_WORDS or plain.split("'")[0] in STOP_WORDS


@cache
def _stop() -> Stop:
    entry = table("tags")
    longest_first = sorted(entry["zh"], key=len, reverse=True)
    topics = sorted(entry["zh_topics"], key=len, reverse=True)
    return Stop(
        frozenset(entry["en"]),
        re.compile("|".join([*longest_first, f"[{entry['zh_signs']}]"])),
        frozenset(topics),
        re.compile("|".join(topics)),
    )
