"""Bind neighbouring exchanges into memories: one day of one session, few words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from app.domain.drafts import ReadMessage
from app.models.builtin.choosing import chosen
from app.models.builtin.judging import Judged
from app.models.builtin.sentences import Sentence, matter
from app.models.builtin.telling import BUDGET, Told

EXCHANGES: Final = 3
MESSAGES: Final = 8
# Tokens of quotes, before they are chosen from: what is said in few words belongs to what is said around it, whatever
# rooms they would lie in; what is said at length stands with its like, or alone (docs/quality.md, "Extractor").
BRIEF: Final = 85  # an exchange on the average
# An answer this short is not understood without its question.
SHORT: Final = 10
LEAST: Final = 3


@dataclass(frozen=True, slots=True)
class Bound:
    """The exchanges of one memory; room, importance and mood are those of the weightiest."""

    parts: tuple[Judged, ...]

    @property
    def weightiest(self) -> Judged:
        return max(self.parts, key=lambda part: part.importance)

    @property
    def assertion(self) -> str:
        """Only as sure as its least sure part that states anything."""
        found = {part.assertion for part in self.parts}
        return "guessed" if "guessed" in found else "stated" if "stated" in found else "inferred"

    @property
    def kinds(self) -> frozenset[str]:
        return frozenset().union(*(part.kinds for part in self.parts))

    @property
    def quotes(self) -> tuple[Sentence, ...]:
        return tuple(quote for part in self.parts for quote in part.told.quotes)

    @property
    def messages(self) -> tuple[ReadMessage, ...]:
        return tuple(message for part in self.parts for message in part.told.exchange.messages)


def bind(judged: Iterable[Judged], zone: str) -> Iterator[Bound]:
    """Give the memories in order; what says next to nothing even with its neighbours is none."""
    open_: list[Judged] = []
    for one in judged:
        if open_ and not _fits(open_, one, zone):
            yield from _closed(open_)
            open_ = []
        open_.append(one)
    if open_:
        yield from _closed(open_)


def _closed(open_: list[Judged]) -> Iterator[Bound]:
    bound = _understood(open_)
    if bound.kinds or sum(matter(quote.text) for quote in bound.quotes) >= LEAST:
        yield Bound(chosen(bound.parts))


def _fits(open_: list[Judged], one: Judged, zone: str) -> bool:
    exchanges = [part.told.exchange for part in (*open_, one)]
    last, first = exchanges[-2].messages[-1], exchanges[-1].messages[0]
    return (
        len(exchanges) <= EXCHANGES
        and exchanges[-1] is not exchanges[-2]
        and first.session == last.session
        and first.occurred.day(zone) == last.occurred.day(zone)
        and sum(len(exchange.messages) for exchange in exchanges) <= MESSAGES
        and _is_brief(open_, one)
    )


def _is_brief(open_: list[Judged], one: Judged) -> bool:
    size = sum(part.told.size for part in (*open_, one))
    alike = one.room == open_[-1].room or _is_short(one.told)
    return size <= (BUDGET if alike else 0) or size <= BRIEF * (len(open_) + 1)


def _understood(open_: list[Judged]) -> Bound:
    """Put the character's question back where the partner's next answer is too short without it."""
    followers = [*(_is_short(part.told) for part in open_[1:]), False]
    return Bound(
        tuple(
            replace(part, told=_with_question(part.told)) if short else part
            for part, short in zip(open_, followers, strict=True)
        )
    )


def _is_short(told: Told) -> bool:
    return matter(told.said(own=False)) < SHORT


def _with_question(told: Told) -> Told:
    if told.asked is None or told.asked in told.quotes:
        return told
    order = told.exchange.message_ids
    quotes = sorted((*told.quotes, told.asked), key=lambda one: (order.index(one.message.id), one.start))
    return replace(told, quotes=tuple(quotes))
