"""What a question is really about: its words without the names and dates that are understood by themselves."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import Final

from app.domain import dates
from app.domain.english import stem
from app.domain.stop_words import FUNCTION_CHARACTERS, STOP_WORDS
from app.domain.text import has_cjk, normal, query_tokens, tokens

_SPACES: Final = re.compile(r"\s+")
_LEAST_NAME: Final = 2  # characters: a shorter name stands in too many words


@dataclass(frozen=True, slots=True)
class Asked:
    """`words` for full text, `meaning` for the vector, and which of the speakers are named."""

    words: tuple[str, ...]
    meaning: str
    named: frozenset[str] = frozenset()


def plain(text: str) -> Asked:
    """Take a question as it stands."""
    return Asked(tuple(query_tokens(text)), text)


def distil(text: str, today: date, speakers: Iterable[str] = ()) -> Asked:
    """Take out the dates and the names of speakers, which say when and by whom but not what; never everything."""
    people = [name for name in dict.fromkeys(speakers) if len(name.strip()) >= _LEAST_NAME]
    named = frozenset(name for name in people if _names(name, text))
    rest = _without_dates(text, today)
    for name in named:
        rest = _name_pattern(name).sub(" ", rest)
    rest = _SPACES.sub(" ", rest).strip()
    own = {part for name in people for part in tokens(name)}
    words = [word for word in query_tokens(rest) if word not in own and not _straddles(word)] if rest else []
    kept = words or [word for word in query_tokens(text) if word not in own] or query_tokens(text)
    return Asked(tuple(kept), rest if words else text, named)


def stems(words: Sequence[str]) -> list[str]:
    """Give one form for the forms of a word; Chinese has none."""
    return [_stem(word) if word.isascii() else word for word in words]


@lru_cache(maxsize=1 << 14)
def _stem(word: str) -> str:
    return stem(word)


def _without_dates(text: str, today: date) -> str:
    for found in reversed(dates.find(text, today)):
        text = f"{text[: found.start]} {text[found.end :]}"
    return text


def _names(name: str, text: str) -> bool:
    return _name_pattern(name).search(text) is not None


def _name_pattern(name: str) -> "re.Pattern[str]":
    """A Chinese name stands anywhere; of another the whole or a part of it stands as a word, with or without 's."""
    if has_cjk(name):
        return re.compile(re.escape(name))
    parts = [part for part in name.split() if len(part) >= _LEAST_NAME and normal(part) not in STOP_WORDS]
    whole = "|".join(re.escape(part) for part in sorted({name, *parts}, key=len, reverse=True))
    return re.compile(rf"\b(?:{whole})(?:['\u2019]s)?(?!\w)", re.IGNORECASE)


def _straddles(word: str) -> bool:
    """A pair of which one half is grammar lies across two words and finds others by chance."""
    return len(word) > 1 and has_cjk(word) and any(sign in FUNCTION_CHARACTERS for sign in word)
