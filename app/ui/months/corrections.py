"""One-click corrections of a text: words in the place of others, a sentence where its day belongs."""

from app.domain.months.passages import sentences
from app.domain.months.truth import Forgotten, Report
from app.domain.text import has_cjk
from app.ui.months.truth_cards import Fragments


def replaced(text: str, start: int, end: int, words: str) -> str:
    """Put words in the place of others; nothing in the place of a sentence leaves no gap."""
    before, after = text[:start], text[end:]
    if not words:
        before = before.rstrip(" ")
        after = after.lstrip(" ") if not before or before.endswith("\n") else after
    return (before + words + after).strip()


def place_for(report: Report, fragments: Fragments, day: str | None) -> int | None:
    """Give where a sentence about a day belongs: behind the last one that tells of no later day."""
    found: int | None = None
    for one in report.sentences:
        told = [fragments[rest.fragment].day or "" for rest in one.rests_on if rest.fragment in fragments]
        if told and day and max(told) <= day:
            found = one.end
    if found is None and report.sentences:
        found = report.sentences[-1].end
    return found


def added(text: str, place: int, sentence: str) -> str:
    """Put a sentence behind a place of a text."""
    blank = "" if has_cjk(sentence) or not text[:place].strip() else " "
    return text[:place] + blank + sentence + text[place:]


def sentence_of(one: Forgotten, fragments: Fragments) -> str:
    """Give what an entry says first, without the sign of a list."""
    fragment = fragments.get(one.fragment)
    said = sentences(fragment.content) if fragment is not None else []
    return said[0].text.lstrip("-*• ") if said else ""
