"""Whether the days of a month tell a name, in any spelling that is still the same, and which name was meant else."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from functools import cached_property
from typing import Final

from app.domain import names as written
from app.domain.months.named import WORD, Name, bare, by_place, by_surname, is_no_name, plain_name, tell
from app.domain.stop_words import STOP_WORDS
from app.domain.text import flat, has_cjk

_TITLED: Final = """mr mrs ms miss dr doctor uncle aunt auntie sir lady st saint professor coach father sister brother
grandma grandpa granny captain officer judge king queen prince princess"""
_HONORIFICS: Final = frozenset(_TITLED.split())
# Ends by which a place and its people, or a family and its name, differ.
_STUMPS: Final = frozenset(("", "a", "y", "e", "l", "al", "ia", "o"))
_DEMONYMS: Final = frozenset(
    ("an", "n", "ian", "ese", "uese", "ish", "s", "es", "ns", "ans", "ians", "er", "ers", "ic")
)
_NICKNAME: Final = 3  # letters of a short form: Mel of Melanie
_SHARED: Final = 0.8
_LIKE: Final = 0.6  # share of letters from which a name is the one that was meant

_SHORT_NAME: Final = 3  # characters: one of them alone may call the same one, 小庄 and 庄师傅
_SHORT_TITLE: Final = 2  # characters: a work's title so short may stand anywhere as a plain word


@dataclass(frozen=True)
class Told:
    """What the days of a month tell by name; `given` are names the palace knows anyway."""

    days: Sequence[str]
    given: Sequence[str] = ()
    whole: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "whole", plain_name("\n".join(self.days)))

    @cached_property
    def _flat(self) -> str:
        return flat("\n".join(self.days))

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(bare(one) for one in WORD.findall("\n".join((*self.days, *self.given))))

    @cached_property
    def capitals(self) -> dict[str, str]:
        """Words with a capital by their lower-case form, as written."""
        return {
            bare(one): one for one in WORD.findall("\n".join((*self.days, *self.given))) if one[0].isupper()
        }

    @cached_property
    def full_names(self) -> tuple[str, ...]:
        """Chinese names of people with their surname."""
        return tuple(one for one in self.names if written.is_full_name(one))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Names in the days, longest first; also of people the palace knows."""
        found: dict[str, None] = dict.fromkeys(self.given)
        for text in self.days:
            named = (*tell(text, self.given, opening=False), *by_place(text))
            found |= dict.fromkeys(one.text for one in named)
        return tuple(sorted((one for one in found if one), key=len, reverse=True))

    @cached_property
    def placed(self) -> frozenset[str]:
        """What stands in the days where names do, and surnames that are told as such."""
        return frozenset(one.text for day in self.days for one in (*by_place(day), *by_surname(day)))

    def tells(self, name: Name) -> bool:
        """Tell whether the days have this name, in any spelling that is still the same."""
        plain = plain_name(name.text)
        if name.kind == "title" and has_cjk(plain) and len(plain) <= _SHORT_TITLE:
            return bool(
                re.search(
                    f"《{plain}》|(?:看|读|追|听|唱|写|演|播|叫|玩|弹)(?:了|过|完|着|的是|做)?{plain}",
                    self._flat,
                )
            )
        if plain in self.whole or any(plain in plain_name(one) for one in self.given):
            return True
        if has_cjk(name.text):
            return False
        parts = [bare(word) for word in WORD.findall(name.text)]
        if name.kind == "title":
            return _run(parts) in _run([bare(word) for word in WORD.findall("\n".join(self.days))])
        return all(self._word(part, alone=len(parts) == 1) for part in parts if part not in STOP_WORDS)

    @cached_property
    def people(self) -> tuple[str, ...]:
        """Give the names of people and places in the days, longest first, without those the palace knows anyway."""
        found: dict[str, str] = {}
        for text in self.days:
            for one in (*tell(text, self.given, opening=False), *by_place(text)):
                if one.kind == "name":
                    found.setdefault(plain_name(one.text), one.text)
        given = {plain_name(one) for one in self.given}
        return tuple(
            sorted(
                (one for key, one in found.items() if len(key) > 1 and key not in given),
                key=len,
                reverse=True,
            )
        )

    def heard(self, text: str) -> tuple[str, ...]:
        """Give which of these people and places a text names."""
        plain = plain_name(text)
        return tuple(name for name in self.people if _named(name).search(plain))

    def strays(self, sentence: str, near: str) -> Iterable[Name]:
        """Give the names of a sentence that some day has, but not `near`, what it rests on, in any form."""
        plain, beside = plain_name(sentence), plain_name(near)
        taken: set[int] = set()
        for name in self.people:
            for match in _named(name).finditer(plain):
                if taken.isdisjoint(range(*match.span())):
                    taken.update(range(*match.span()))
                    if not any(part in beside for part in _parts(plain_name(name))):
                        yield Name(*match.span(), sentence[match.start() : match.end()])

    def nearest(self, name: Name) -> str | None:
        """Give the name of the days that was probably meant: of like spelling or with a word in common."""
        best, chosen = 0.0, None
        capitals = (one for one in self.capitals.values() if not is_no_name(one))
        for one in (*self.names, *capitals):
            share = _likeness(plain_name(name.text), plain_name(one))
            if share > best:
                best, chosen = share, one
        return chosen if best >= _LIKE else None

    def _word(self, word: str, *, alone: bool) -> bool:
        if word in self.capitals or (alone and word in self.words) or (word in _HONORIFICS and not alone):
            return True
        if any(
            word.startswith(bare(one)) or bare(one).startswith(word)
            for one in self.given
            if len(word) >= _NICKNAME
        ):
            return True
        return any(_kin(word, one) for one in self.capitals)


def _run(words: Sequence[str]) -> str:
    return f" {' '.join(words)} "


def _likeness(one: str, other: str) -> float:
    """Give how alike two names are, 0 to 1; a word in common or one inside the other counts as much as a slip of the pen."""
    parts, others = (set(name.split()) - _HONORIFICS for name in (one, other))
    if parts & others or (min(len(one), len(other)) > 1 and (one in other or other in one)):
        return max(_SHARED, SequenceMatcher(None, one, other).ratio())
    pairs = [(a, b) for a in parts or {one} for b in others or {other}]
    return max(SequenceMatcher(None, a, b).ratio() for a, b in pairs)


def _named(name: str) -> re.Pattern[str]:
    plain = re.escape(plain_name(name))
    return re.compile(plain if has_cjk(name) else rf"\b{plain}\b")


def _parts(name: str) -> list[str]:
    """Give by what a name would be known in another form: each word of it, each character of a given name."""
    if has_cjk(name):
        return [sign for sign in name if sign not in "小老阿大"] if len(name) <= _SHORT_NAME else [name]
    return [word for word in name.split() if word not in _HONORIFICS and word not in STOP_WORDS]


def _kin(word: str, other: str) -> bool:
    """Tell Portugal from Portuguese as one, and the Okafors from Okafor."""
    shorter, longer = sorted((word, other), key=len)
    head = next((at for at in range(len(shorter)) if shorter[at] != longer[at]), len(shorter))
    return head > 3 and shorter[head:] in _STUMPS and (longer[head:] in _DEMONYMS or not longer[head:])
