"""The built-in extractor: it chooses, attributes and quotes; it never writes prose of its own."""

from collections.abc import Sequence
from typing import Final

from app.domain.drafts import Draft, ReadMessage
from app.domain.mood import mood_va
from app.domain.text import Language
from app.models.builtin.exchanges import exchanges
from app.models.builtin.judging import Judgement, judge
from app.models.builtin.tags import Tagger
from app.models.builtin.telling import Told, groups, tell
from app.models.builtin.wording import Cast, cast, wording
from app.models.embedding import Embedder

ORIGIN_DETAIL: Final = "built-in extractor"


def extract(
    messages: Sequence[ReadMessage],
    character_name: str,
    partner_name: str | None,
    language: Language,
    embedder: Embedder,
    zone: str = "UTC",
) -> list[Draft]:
    """Give the memories that a run of messages, in order, is worth."""
    who = cast(messages, character_name, partner_name, language, zone)
    told = (part for exchange in exchanges(messages, zone) for part in tell(exchange))
    found = list(groups(told))
    tagger = Tagger((message.content for message in messages), (character_name, partner_name))
    return [
        _draft(group, judgement, who, tagger)
        for group, judgement in zip(found, judge(found, embedder), strict=True)
    ]


def _draft(group: tuple[Told, ...], judgement: Judgement, who: Cast, tagger: Tagger) -> Draft:
    quotes = tuple(quote for told in group for quote in told.quotes)
    messages = [message for told in group for message in told.exchange.messages]
    occurred = messages[0].occurred
    content, spans = wording(quotes, occurred, who)
    valence, arousal = mood_va(judgement.mood) or (None, None)
    return Draft(
        content=content,
        room=judgement.room,
        importance=judgement.importance,
        mood=judgement.mood,
        tags=tagger.tags(" ".join(span.text for span in spans)),
        occurred=occurred,
        assertion=judgement.assertion,
        message_ids=tuple(message.id for message in messages),
        quotes=spans,
        reason=judgement.reasons,
        valence=valence,
        arousal=arousal,
    )
