"""The built-in day keeper: a day of talk as a log of quotes, the weightiest exchanges in their order.

Like the built-in extractor it attributes and quotes; it writes no prose of its own.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.drafts import ReadMessage
from app.domain.months import length
from app.domain.text import Language, estimate_tokens
from app.domain.when import Occurred
from app.models.builtin.exchanges import exchanges
from app.models.builtin.judging import Judged, judge
from app.models.builtin.sentences import Sentence
from app.models.builtin.telling import Told, tell
from app.models.builtin.wording import cast, wording
from app.models.embedding import Embedder

NAME: Final = "built-in day keeper"
LINES: Final = 12
SAID: Final = 45  # tokens of the partner's words in a line
ANSWERED: Final = 30
ROOM: Final = 1.5  # quotations need more room than an account
_PLAIN: Final = "neutral"


@dataclass(frozen=True, slots=True)
class Kept:
    """An entry: a line an exchange, the mood that weighs most, and the messages they rest on."""

    content: str
    mood: str | None
    message_ids: tuple[int, ...]


def keep(
    messages: Sequence[ReadMessage],
    character_name: str,
    partner_name: str | None,
    language: Language,
    embedder: Embedder,
    zone: str = "UTC",
) -> Kept | None:
    """Keep a day from its messages, in order; None when nothing was said that is worth a line."""
    who = cast(messages, character_name, partner_name, language, zone)
    told = [part for exchange in exchanges(messages, zone) for part in tell(exchange)]
    judged = list(judge(told, embedder))
    if not judged:
        return None
    said = sum(estimate_tokens(message.content) for message in messages)
    quotes = [_brief(one.told) for one in judged]
    lines = [wording(each, Occurred(), who)[0] for each in quotes]
    chosen = _weightiest(judged, lines, ROOM * length.of_day(said, language).tokens)
    return Kept(
        "\n".join(f"- {lines[i]}" for i in chosen),
        _mood([judged[i] for i in chosen]),
        tuple(dict.fromkeys(quote.message.id for i in chosen for quote in quotes[i])),
    )


def _brief(told: Told) -> tuple[Sentence, ...]:
    """Reduce an exchange to the heart of it: the partner's weightiest words, and an answer where one was asked for."""
    partner, own = told.told_by(own=False), told.told_by(own=True)
    chosen = _heaviest(partner, SAID)
    if not chosen or all(quote.question for quote in chosen):
        chosen += _heaviest(own, ANSWERED)
    return tuple(quote for quote in told.quotes if quote in chosen)


def _heaviest(quotes: Sequence[Sentence], room: int) -> list[Sentence]:
    chosen: list[Sentence] = []
    for one in sorted(quotes, key=lambda quote: -quote.weight):
        if not chosen or sum(estimate_tokens(each.text) for each in (*chosen, one)) <= room:
            chosen.append(one)
    return chosen


def _weightiest(judged: Sequence[Judged], lines: Sequence[str], budget: float) -> list[int]:
    """Choose the weightiest exchanges that fit, at least one; give their places in order of time."""
    chosen: list[int] = []
    left = budget
    for i in sorted(range(len(judged)), key=lambda i: (-judged[i].importance, i)):
        size = estimate_tokens(lines[i])
        if len(chosen) < LINES and (not chosen or size <= left):
            chosen.append(i)
            left -= size
    return sorted(chosen)


def _mood(chosen: Sequence[Judged]) -> str | None:
    """Give the mood that weighs most; neutral only where there is no other."""
    weights: Counter[str] = Counter()
    for one in chosen:
        weights[one.mood] += one.importance
    moved = [mood for mood, _ in weights.most_common() if mood != _PLAIN]
    return moved[0] if moved else next(iter(weights), None)
