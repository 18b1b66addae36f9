"""Choose what of an exchange is worth quoting."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.domain.drafts import Exchange
from app.domain.text import estimate_tokens
from app.models.builtin.sentences import Sentence, sentences

# Tokens of quotes a memory holds: five recalled ones then cost some 480 (docs/quality.md, "Recall").
BUDGET: Final = 150
ANSWER_LEAST: Final = 45
PARTS: Final = 6
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

    def told_by(self, *, own: bool) -> tuple[Sentence, ...]:
        """Give the partner's quotes, or with `own` the character's."""
        return tuple(quote for quote in self.quotes if (quote.message.role == "assistant") is own)

    def said(self, *, own: bool) -> str:
        return " ".join(quote.text for quote in self.told_by(own=own))


def tell(exchange: Exchange) -> Iterator[Told]:
    """Reduce an exchange to what is worth keeping: nothing, one, or for a very long one several parts."""
    everything = [sentence for message in exchange.messages for sentence in sentences(message)]
    partner = [s for s in everything if s.message.role != "assistant" and not s.empty]
    own = [s for s in everything if s.message.role == "assistant"]
    answer = [s for s in own if not s.empty and not s.question and _worth(s, partner)]
    asked = next((s for s in reversed(own) if s.question and not s.empty), None)
    if not partner and not any(_tells(s) for s in answer):
        return
    parts = list(_parts(partner)) or [[]]
    for part in parts[:-1]:
        yield Told(exchange, tuple(part))
    rest = max(ANSWER_LEAST, BUDGET - _size(parts[-1]))
    last = [*parts[-1], *_heaviest(answer, rest)]
    yield Told(exchange, tuple(sorted(last, key=everything.index)), asked)


def _worth(sentence: Sentence, partner: list[Sentence]) -> bool:
    """An answer to a question is kept; beside a statement only what carries something itself."""
    return any(s.question for s in partner) or _tells(sentence)


def _tells(sentence: Sentence) -> bool:
    return sentence.personal or bool(sentence.kinds & _TELLING)


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


def _size(some: list[Sentence]) -> int:
    return sum(estimate_tokens(sentence.text) for sentence in some)
