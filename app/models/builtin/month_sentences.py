"""The sentences of a day's entry with what they carry: what the built-in refiner chooses from."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from app.domain import dates
from app.domain.months.passages import Sentence, is_balanced, sentences
from app.domain.mood import mood_va
from app.domain.text import Language, clean, estimate_tokens, language
from app.models.builtin.lexicon import kinds_in
from app.models.builtin.sentences import WEIGHTS, is_empty, matter
from app.models.builtin.wording import ELLIPSIS
from app.models.pieces import cut as pieces_of

LEAST: Final = 2  # words that carry something
LONGEST: Final = 400  # characters of a sentence; a longer one is cut at its clauses
FULL: Final = 8.0  # a sentence with this much in it carries as much as one can
_HEAD: Final = 100  # characters in which a sentence says its day
_LEAD: Final = re.compile(r"\A(?:[-*•·–—－・]+\s*|\d{1,2}[.、)]\s+|\[\d{1,2}:\d\d(?::\d\d)?\]\s*|#+\s*)+")
_DANGLING: Final = re.compile(
    r"\A(?:(?:she|he|they|it|this|that|these|those|both|then|but|and|so|however|also|later|afterwards?|instead|in response|in return"
    r"|after that|as a result|because of this|the conversation)\b|这|那|它|其中|然后|于是|但|不过|而且|而|所以|因此|接着|后来|之后|最后|同时|并且|并|也|还|又|其实)",
    re.IGNORECASE,
)
_ANSWER: Final = re.compile(r"我答|我回答|我回[：:]|I answered|I replied")
_QUOTED_ON: Final = ("」「", "」“", "”“", "』『")
#: says that people talked and hardly what about
_FRAME: Final = re.compile(
    r"\b(?:had a (?:\w+ )?(?:conversation|chat|talk)|caught up|(?:were|was|are) (?:chatting|talking)|the conversation (?:ends?|ended|concludes?|took place)|(?:greet|thank)(?:s|ed) (?:him|her|them|each other)"
    r"|(?:say|said|says)(?:ing)? (?:good ?bye|hello)|express(?:es|ed|ing)? (?:excitement|gratitude|appreciation|support|happiness|interest|admiration)"
    r"|(?:prais|commend|compliment|congratulat|encourag|admir|applaud)(?:s|es|ed)\b|want(?:s|ed) to know more|inquire[sd]? about)"
    r"|(?:聊了(?:一会儿|很久|很多)|互道晚安|打了招呼|聊天结束)",
    re.IGNORECASE,
)
_NAME: Final = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+|\b[A-Z]{3,}\b|《[^》]{1,30}》")
_ENDED: Final = re.compile(r"[。！？!?….~～”’」』）)\"']\s*\Z")
_QUOTED: Final = re.compile(
    r"[^。！？!?….~～][”’」』\"']+\Z"
)  # the quotation ends, nothing says that the sentence does
_NUMBER: Final = re.compile(
    r"\d|[一二三四五六七八九十百千两]+(?:个|天|年|月|点|次|本|部|分钟|小时|公里|岁|块|元)"
)


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of an entry: `told` is its text on one line; `weight` says from 0 to 1 how much it carries."""

    entry: int
    day: str
    start: int
    end: int
    text: str
    weight: float
    dangling: bool
    answer: bool  # what somebody answered: nothing without what it answers
    cut: bool  # goes on beyond its end
    first: bool  # of its entry

    @property
    def told(self) -> str:
        return " ".join(self.text.split()) + (ELLIPSIS if self.cut else "")

    @property
    def dated(self) -> bool:
        """Tell whether it says its own day itself."""
        return _says_day(self.text, self.day)

    @property
    def ended(self) -> bool:
        """Tell whether a sign ends it; a line of a list may have none, also behind its quotation."""
        return bool(_ENDED.search(self.told)) and not _QUOTED.search(self.told)

    @property
    def tokens(self) -> int:
        return estimate_tokens(self.text)


def said_in(entry: int, day: str, content: str, mood: str | None) -> list[Said]:
    """Give the sentences of an entry that say something, whole and with their quotations closed."""
    found: list[Said] = []
    moved = _moved(mood)
    whole = language(clean(content))
    for one in _whole(_joined(sentences(content), content), content):
        start = one.start
        for text in pieces_of(one.text, LONGEST):
            at = content.find(text, start, one.end)
            if at < 0:
                continue
            start = at + len(text)
            lead = _LEAD.match(text)
            at += lead.end() if lead else 0
            piece, cut = content[at:start].rstrip(), start < one.end
            made = _said(entry, day, at, piece, moved, whole, cut=cut, first=not found)
            if made is not None:
                found.append(made)
    return found


def _joined(said: list[Sentence], content: str) -> list[Sentence]:
    """Keep quotations together that one speaker's name stands before."""
    found: list[Sentence] = []
    for one in said:
        before = found[-1] if found else None
        if (
            before
            and before.text[-1] + one.text[0] in _QUOTED_ON
            and "\n" not in content[before.end : one.start]
        ):
            found[-1] = Sentence(before.start, one.end, content[before.start : one.end])
        else:
            found.append(one)
    return found


def _whole(said: list[Sentence], content: str) -> list[Sentence]:
    """Leave out a last sentence that breaks off: the ones before it end with a sign, on the same line."""
    if len(said) < 2 or _ENDED.search(said[-1].text) or not _ENDED.search(said[-2].text):
        return said
    return said if "\n" in content[said[-2].end : said[-1].start] else said[:-1]


def _said(
    entry: int, day: str, at: int, text: str, moved: float, whole: Language, *, cut: bool, first: bool
) -> Said | None:
    if matter(text) < LEAST or not is_balanced(text):
        return None
    tongue = language(text) if any(sign.isalpha() for sign in text) else whole
    kinds = kinds_in(text, tongue)
    if is_empty(text, tongue) and not kinds:
        return None
    carried = sum(WEIGHTS.get(kind, 0.0) for kind in kinds) + 1.5 * len(set(_NAME.findall(text)))
    carried += bool(_NUMBER.search(text)) + moved + min(matter(text), 16) / 8
    frame = _FRAME.search(text) is not None
    return Said(
        entry,
        day,
        at,
        at + len(text),
        text,
        min(1.0, carried / (3 * FULL if frame else FULL)),
        bool(_DANGLING.match(text)),
        bool(_ANSWER.match(text)),
        cut,
        first and not frame,
    )


def _says_day(text: str, day: str) -> bool:
    """Tell whether a sentence gives its own day at its beginning: in figures, for “today” tells a reader nothing."""
    if len(day) < len("YYYY-MM-DD"):
        return False
    own, apart = date.fromisoformat(day), timedelta(days=40)  # “today” and “Monday” are other days then
    later = own + apart if own <= date.max - apart else own - apart
    return any(
        found.span.exact and found.span.start.strftime("%m-%d") == day[5:]
        for found in dates.find(text[:_HEAD], later)
    )


def _moved(mood: str | None) -> float:
    """Give how much a day's mood speaks for its sentences."""
    valence, arousal = mood_va(mood) or (0.0, 0.0)
    return abs(valence) + abs(arousal) / 2
