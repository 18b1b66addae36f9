"""Choose what of an exchange is worth quoting, and which neighbouring exchanges tell of one thing."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from app.domain.drafts import Exchange
from app.domain.text import estimate_tokens
from app.models.builtin.sentences import Sentence, matter, sentences

# Tokens of quotes a memory holds: five recalled ones then cost about 600.
BUDGET: Final = 110
ANSWER_LEAST: Final = 45
EXCHANGES: Final = 3
PARTS: Final = 6
# An answer this short is not understood without its question.
SHORT: Final = 6
# What makes a statement of the character worth quoting although nobody asked for it.
_TELLING: Final = frozenset({"title", "self", "promise", "bond", "advice", "name", "age", "family", "plan"})


@dataclass(frozen=True, slots=True)
class Told:
    """One exchange reduced to its quotes, in order; `asked` is the character's last question in it."""

    exchange: Exchange
    quotes: tuple[Sentence, ...]
    asked: Sentence | None = None

    @property
    def size(self) -> int:
        return sum(estimate_tokens(quote.text) for quote in self.quotes)

    def said(self, *, own: bool) -> str:
        """Give the partner's quoted words, or with `own` the character's."""
        return " ".join(q.text for q in self.quotes if (q.message.role == "assistant") is own)


def tell(exchange: Exchange) -> Iterator[Told]:
    """Reduce an exchange to what is worth keeping: nothing, one, or for a very long one several parts."""
    everything = [sentence for message in exchange.messages for sentence in sentences(message)]
    partner = [s for s in everything if s.message.role != "assistant" and not s.empty]
    own = [s for s in everything if s.message.role == "assistant"]
    answer = [s for s in own if not s.empty and not s.question and _worth(s, partner)]
    asked = next((s for s in reversed(own) if s.question and not s.empty), None)
    if not partner and not any(s.kinds & _TELLING for s in answer):
        return
    parts = list(_parts(partner)) or [[]]
    for part in parts[:-1]:
        yield Told(exchange, tuple(part))
    rest = max(ANSWER_LEAST, BUDGET - _size(parts[-1]))
    last = [*parts[-1], *_heaviest(answer, rest)]
    yield Told(exchange, tuple(sorted(last, key=everything.index)), asked)


def groups(told: Iterable[Told]) -> Iterator[tuple[Told, ...]]:
    """Bind neighbouring exchanges of one day that fit into one memory; what was left out between them parts them."""
    open_: tuple[Told, ...] = ()
    for one in told:
        if open_ and _fits(open_, one):
            open_ = (*open_, one)
            continue
        if open_:
            yield _understood(open_)
        open_ = (one,)
    if open_:
        yield _understood(open_)


def _worth(sentence: Sentence, partner: list[Sentence]) -> bool:
    """An answer to a question is kept; beside a statement only what carries something itself."""
    return any(s.question for s in partner) or bool(sentence.kinds & _TELLING)


def _parts(partner: list[Sentence]) -> Iterator[list[Sentence]]:
    """Cut what the partner said into parts of the budget; the weightiest ones when there are too many."""
    parts: list[list[Sentence]] = []
    for sentence in partner:
        if parts and _size(parts[-1]) + estimate_tokens(sentence.text) <= BUDGET:
            parts[-1].append(sentence)
        else:
            parts.append([sentence])
    best = sorted(parts, key=lambda part: -sum(s.weight for s in part))[:PARTS]
    return iter([part for part in parts if part in best])


def _heaviest(answer: list[Sentence], room: int) -> list[Sentence]:
    """The weightiest sentences that fit; the first always does."""
    chosen: list[Sentence] = []
    for sentence in sorted(answer, key=lambda s: -s.weight):
        if not chosen or _size(chosen) + estimate_tokens(sentence.text) <= room:
            chosen.append(sentence)
    return chosen


def _fits(open_: tuple[Told, ...], one: Told) -> bool:
    last = open_[-1].exchange.messages[-1]
    first = one.exchange.messages[0]
    return (
        len(open_) < EXCHANGES
        and one.exchange is not open_[-1].exchange
        and first.session == last.session
        and first.occurred.start is not None
        and (first.occurred.start[:10] == (last.occurred.start or "")[:10])
        and sum(len(t.exchange.messages) for t in (*open_, one)) <= 8
        and sum(t.size for t in (*open_, one)) <= BUDGET
    )


def _understood(group: tuple[Told, ...]) -> tuple[Told, ...]:
    """Put the character's question back where the partner's next answer is too short without it."""
    pairs = zip(group, [*group[1:], None], strict=True)
    return tuple(_with_question(one) if _is_short(after) else one for one, after in pairs)


def _is_short(one: Told | None) -> bool:
    return one is not None and matter(one.said(own=False)) < SHORT


def _with_question(one: Told) -> Told:
    return replace(one, quotes=(*one.quotes, one.asked)) if one.asked else one


def _size(some: list[Sentence]) -> int:
    return sum(estimate_tokens(sentence.text) for sentence in some)
