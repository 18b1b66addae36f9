"""Put a memory into words: a date, who said it, the words themselves, and which days they mean; nothing else is added."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Final

from app.domain.drafts import QuoteSpan, ReadMessage
from app.domain.text import Language
from app.domain.when import Occurred
from app.models.builtin.meant import day_name, meant, month_name
from app.models.builtin.sentences import Sentence

ELLIPSIS: Final = "…"


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is who in these messages."""

    character: str
    partner: str | None
    language: Language
    zone: str
    characters: frozenset[str]  # everyone who speaks as a character
    partners: frozenset[str]

    def own(self, message: ReadMessage) -> bool:
        """Tell the character's words from another character's in a group."""
        return message.role == "assistant" and (len(self.characters) < 2 or message.speaker == self.character)

    def name(self, message: ReadMessage) -> str:
        """How the memory names a speaker who is not the character itself."""
        if message.role == "assistant" or (len(self.partners) > 1 and message.speaker != self.partner):
            return message.speaker
        return "TA" if self.language == "zh" else self.partner or message.speaker or "my partner"


def cast(
    messages: Iterable[ReadMessage], character: str, partner: str | None, language: Language, zone: str
) -> Cast:
    spoken = [(message.role, message.speaker) for message in messages]
    own = frozenset(speaker for role, speaker in spoken if role == "assistant")
    theirs = frozenset(speaker for role, speaker in spoken if role == "user")
    return Cast(character, partner, language, zone, own, theirs)


def wording(quotes: tuple[Sentence, ...], occurred: Occurred, who: Cast) -> tuple[str, tuple[QuoteSpan, ...]]:
    """Give the text of a memory and the spans it quotes."""
    text = _date(occurred, who)
    days = {quote.message.id: quote.message.occurred.day(who.zone) for quote in quotes}
    spans: list[QuoteSpan] = []
    answered = False
    for key, said in groupby(quotes, key=lambda quote: (who.own(quote.message), who.name(quote.message))):
        own, name = key
        own_spans = list(_spans(said))
        text += _attribution(name, own=own, answers=answered, first=not spans, who=who)
        text += _quoted(own_spans, who, days)
        spans += own_spans
        answered = True
    return text.strip(), tuple(spans)


def _date(occurred: Occurred, who: Cast) -> str:
    day = occurred.day(who.zone)
    zh = who.language == "zh"
    if day is not None:
        name = day_name(date.fromisoformat(day), who.language)
        return f"{name}，" if zh else f"On {name} "
    if occurred.precision == "month" and occurred.start:
        name = month_name(date(int(occurred.start[:4]), int(occurred.start[5:7]), 1), who.language)
        return f"{name}，" if zh else f"In {name} "
    if occurred.precision == "year" and occurred.start:
        return f"{occurred.start[:4]}年，" if zh else f"In {occurred.start[:4]} "
    return ""


def _attribution(name: str, *, own: bool, answers: bool, first: bool, who: Cast) -> str:
    if who.language == "zh":
        return ("我答：" if answers else "我说：") if own else f"{name}说："
    blank = "" if first else " "
    return blank + ((("I answered: ") if answers else "I said: ") if own else f"{name} said: ")


def _spans(said: Iterable[Sentence]) -> Iterator[QuoteSpan]:
    """Join sentences that stand side by side in one message."""
    open_: list[Sentence] = []
    for sentence in said:
        if open_ and not _adjacent(open_[-1], sentence):
            yield _span(open_)
            open_ = []
        open_.append(sentence)
    if open_:
        yield _span(open_)


def _adjacent(before: Sentence, after: Sentence) -> bool:
    same = before.message.id == after.message.id
    return same and not before.message.content[before.end : after.start].strip()


def _span(some: list[Sentence]) -> QuoteSpan:
    message, start, end = some[0].message, some[0].start, some[-1].end
    return QuoteSpan(message.id, start, end, message.content[start:end])


def _quoted(spans: list[QuoteSpan], who: Cast, days: Mapping[int, str | None]) -> str:
    """Quote marks around each message's words, … where something between was left out; then which days they mean."""
    opening, closing = ("「", "」") if who.language == "zh" else ("“", "”")
    quotes = []
    for message, own in groupby(spans, key=lambda span: span.message_id):
        words = ELLIPSIS.join(" ".join(span.text.split()) for span in own)
        day = days[message]
        quotes.append(opening + words + closing)
        if day is not None:
            quotes[-1] += meant(words, date.fromisoformat(day), who.language)
    return ("" if who.language == "zh" else " ").join(quotes)
