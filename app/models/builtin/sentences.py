"""Cut a message into sentences that know their place in it, and tell matter from manners."""

import re
from dataclasses import dataclass
from typing import Final

from app.domain.drafts import ReadMessage
from app.domain.stop_words import FUNCTION_CHARACTERS, STOP_WORDS
from app.domain.text import Language, clean, language
from app.models.builtin.lexicon import Fillers, fillers, kinds_in
from app.models.pieces import cut

LONGEST: Final = 240
PERSONAL: Final = 3
LITTLE: Final = 8
_ABBREVIATED: Final = (
    r"(?<!\bMr\.)(?<!\bMrs\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bvs\.)(?<!e\.g\.)(?<!i\.e\.)"
)
_END: Final = re.compile(
    rf"(?<=[。！？!?…])[”’」』）)\"'~～]*|(?<=\.){_ABBREVIATED}[”\"')]*(?=\s)|\n+|(?<=[~～])(?=\s)"
)
_CLAUSE: Final = re.compile(r"[，。！？；：、,.!?;:~～…\s]*[，。！？；：,.!?;:~～…\n]+\s*")
_QUESTION: Final = re.compile(
    r"[?？]|[吗呢](?:[，。！!~～\s]|$)|(?:什么|怎么样|如何|哪[里些个儿])[^，。！？]{0,12}$"
)
# what stands for a picture or a sticker that came without words; with words behind a colon it tells something
_ATTACHED: Final = re.compile(r"\s*(?:[\[［【][^\[\]［］【】:：\n]{1,20}[\]］】]\s*|<[Mm]edia omitted>\s*)+")
_HAN: Final = re.compile(r"[\u3400-\u9fff]")
_WORD: Final = re.compile(r"[^\W_\u3400-\u9fff]+(?:['’][^\W_]+)?")
# What a sentence is worth quoting for; everything unnamed weighs nothing by itself.
WEIGHTS: Final = {
    "title": 3.0,
    "name": 3.0,
    "promise": 3.0,
    "change": 3.0,
    "health": 2.0,
    "plan": 2.0,
    "preference": 2.0,
    "self": 2.0,
    "advice": 2.0,
    "trouble": 2.0,
    "bond": 2.0,
    "age": 2.0,
    "family": 1.5,
    "pet": 1.5,
    "work": 1.0,
    "learning": 1.0,
    "remember": 1.0,
    "habit": 1.0,
    "friend": 0.5,
}
# The speaker tells of itself and not of the other: worth keeping from a character with a life of its own.
_FIRST: Final = {"zh": re.compile("我"), "en": re.compile(r"\b(?:i|my|we|our)\b", re.IGNORECASE)}
_SECOND: Final = {"zh": re.compile("[你您]"), "en": re.compile(r"\byou(?:r|rs)?\b", re.IGNORECASE)}
# However short, this is never mere manners.
_TELLING: Final = frozenset(
    {
        "name",
        "title",
        "promise",
        "change",
        "health",
        "plan",
        "preference",
        "trouble",
        "bond",
        "age",
        "family",
        "pet",
    }
)
_NUMBER: Final = re.compile(r"\d|[一二三四五六七八九十百千]+(?:个|天|年|月|点|次|本|部|分钟|小时|公里|岁)")


@dataclass(frozen=True, slots=True)
class Sentence:
    """Verbatim words of a message with what they carry; `empty` when that is nothing but manners."""

    message: ReadMessage
    start: int
    end: int
    language: Language
    kinds: frozenset[str]
    question: bool
    empty: bool

    @property
    def text(self) -> str:
        return self.message.content[self.start : self.end]

    @property
    def personal(self) -> bool:
        """Tell whether the speaker says something of itself alone."""
        text = self.text
        own = _FIRST[self.language].search(text) and not _SECOND[self.language].search(text)
        return bool(own) and matter(text) >= PERSONAL

    @property
    def weight(self) -> float:
        marked = sum(WEIGHTS.get(kind, 0.0) for kind in self.kinds)
        return marked + self.personal + bool(_NUMBER.search(self.text)) + min(len(self.text), 200) / 200


def sentences(message: ReadMessage) -> list[Sentence]:
    """All sentences of a message in order; white space between them belongs to none."""
    found: list[Sentence] = []
    start = 0
    content = message.content
    whole = language(clean(content))
    ends = [match.end() for match in _END.finditer(content)]
    for end in [*ends, len(content)]:
        for text in cut(content[start:end], LONGEST) if end > start else ():
            at = content.find(text, start, end)
            if text.strip() and at >= 0:
                found.append(_sentence(message, at, at + len(text), whole))
                start = at + len(text)
        start = max(start, end)
    return found


def _sentence(message: ReadMessage, start: int, end: int, whole: Language) -> Sentence:
    text = message.content[start:end]
    tongue = language(text) if any(sign.isalpha() for sign in text) else whole
    kinds = kinds_in(text, tongue)
    return Sentence(
        message,
        start,
        end,
        tongue,
        kinds,
        bool(_QUESTION.search(text)),
        not kinds & _TELLING and is_empty(text, tongue),
    )


def is_empty(text: str, tongue: Language) -> bool:
    """Tell mere manners: set sentences that say little else, set clauses and phrases, pictures without words."""
    if _ATTACHED.fullmatch(text):
        return True
    known = fillers(tongue)
    if known.sentence.search(text) and matter(known.sentence.sub(" ", text)) < LITTLE:
        return True
    return all(_empty_clause(clause, known) for clause in _CLAUSE.split(text))


def _empty_clause(clause: str, known: Fillers) -> bool:
    rest = known.phrase.sub(" ", clause).strip()
    return not rest or bool(known.clause.match(rest)) or matter(rest) == 0


def matter(text: str) -> int:
    """Count what carries meaning: Chinese characters without grammar in pairs, other words without stop words."""
    han = sum(sign not in FUNCTION_CHARACTERS for sign in _HAN.findall(text))
    words = sum(
        word.lower().replace("’", "").replace("'", "") not in STOP_WORDS for word in _WORD.findall(text)
    )
    return han // 2 + words
