"""The built-in extractor: it chooses, attributes and quotes; it never writes prose of its own."""

from collections.abc import Sequence
from typing import Final

from app.domain.drafts import Draft, ReadMessage
from app.domain.mood import mood_va
from app.domain.text import Language
from app.models.builtin.binding import Bound, bind
from app.models.builtin.dating import dated
from app.models.builtin.exchanges import exchanges
from app.models.builtin.judging import judge
from app.models.builtin.reasons import reasons
from app.models.builtin.tags import Tagger
from app.models.builtin.telling import tell
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
    told = [part for exchange in exchanges(messages, zone) for part in tell(exchange)]
    tagger = Tagger([message.content for message in messages], (character_name, partner_name))
    return [_draft(bound, who, tagger) for bound in bind(judge(told, embedder), zone)]


def _draft(bound: Bound, who: Cast, tagger: Tagger) -> Draft:
    content, spans = wording(bound.quotes, bound.messages[0].occurred, who)
    occurred, dating = dated(bound, who.zone)
    weightiest = bound.weightiest
    valence, arousal = mood_va(weightiest.mood) or (None, None)
    return Draft(
        content=content,
        room=weightiest.room,
        importance=weightiest.importance,
        mood=weightiest.mood,
        tags=tagger.tags(" ".join(span.text for span in spans)),
        occurred=occurred,
        assertion=bound.assertion,
        message_ids=tuple(message.id for message in bound.messages),
        quotes=spans,
        reason=reasons(bound.kinds, *dating),
        valence=valence,
        arousal=arousal,
    )
