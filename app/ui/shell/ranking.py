"""What the command palette finds first: a beginning before a part, words before pinyin, then near misses. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_NEAR = 72.0
_HAN = ("\u4e00", "\u9fff")


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to do or to go to."""

    group: str  # actions | memories | panels
    key: str
    text: str
    icon: str = ""
    role: str = "text_muted"
    hint: str = ""
    keys: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class Match:
    """An entry with how well it fits and where, as (start, end)."""

    entry: Entry
    score: float
    span: tuple[int, int] | None
    near: bool = False


def rank(query: str, entries: Sequence[Entry], limit: int = 8) -> list[Match]:
    """The entries that fit, best first; all in their order when nothing is asked."""
    wanted = " ".join(query.split()).casefold()
    if not wanted:
        return [Match(entry, 0.0, None) for entry in entries[:limit]]
    found = [match for entry in entries if (match := fit(wanted, entry)) is not None]
    found = [match for match in found if not match.near] or found  # a near miss only for want of better
    found.sort(key=lambda match: -match.score)
    return found[:limit]


def fit(wanted: str, entry: Entry) -> Match | None:
    """How well an entry fits, or None."""
    text = entry.text.casefold()
    at = text.find(wanted)
    if at >= 0:
        whole = at == 0 or not text[at - 1].isalnum()
        score = 100.0 if at == 0 else 90.0 if whole else 80.0
        return Match(entry, score - len(text) / 1000, (at, at + len(wanted)))
    for alias in entry.aliases:
        if wanted in alias.casefold():
            return Match(entry, 75.0 if alias.casefold().startswith(wanted) else 70.0, None)
    if wanted.isascii() and any(_HAN[0] <= sign <= _HAN[1] for sign in text):
        return _by_pinyin(wanted.replace(" ", ""), entry)
    return _nearly(wanted, entry, text)


def _by_pinyin(wanted: str, entry: Entry) -> Match | None:
    initials, full = pinyin(entry.text)
    for spelled, begin, inside in ((initials, 88.0, 66.0), (full, 86.0, 62.0)):
        at = spelled.find(wanted)
        if at >= 0:
            span = (
                (at, at + len(wanted)) if spelled == initials and len(initials) == len(entry.text) else None
            )
            return Match(entry, (begin if at == 0 else inside) - len(entry.text) / 1000, span)
    return None


def _nearly(wanted: str, entry: Entry, text: str) -> Match | None:
    if len(wanted) < 4:
        return None
    from rapidfuzz import fuzz

    score = fuzz.partial_ratio(wanted, text, score_cutoff=_NEAR)
    return Match(entry, score / 2, None, near=True) if score else None


@lru_cache(maxsize=4096)
def pinyin(text: str) -> tuple[str, str]:
    """Initials and full spelling; signs that are not Chinese stay as they are. Imported when first needed: 57 MB."""
    from pypinyin import lazy_pinyin

    # As a whole, not sign by sign: 重 is chóng in 重复 and zhòng in 重要.
    spelled = lazy_pinyin(text.casefold(), errors=list)  # type: ignore[arg-type]
    initials = "".join(part[:1] for part in spelled)
    return initials, "".join(spelled).replace(" ", "")
