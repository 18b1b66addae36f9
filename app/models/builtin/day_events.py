"""Entries of the log as memories, word for word: each line or stretch of an entry is one, and none is left out."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.drafts import Draft, Exchange, ReadMessage
from app.domain.errors import mark
from app.domain.months.passages import sentences as cut
from app.domain.mood import key_of, mood_va
from app.domain.text import estimate_tokens
from app.domain.when import day_of
from app.models.builtin.judging import Judged, judge
from app.models.builtin.sentences import sentences
from app.models.builtin.tags import Tagger
from app.models.builtin.telling import Told
from app.models.embedding import Embedder

NAME: Final = "built-in, word for word"
WORD_FOR_WORD: Final = mark("An entry of the log, word for word")
LONGEST: Final = 150  # tokens of one memory: as many as the built-in extractor's quotes have
# What nothing speaks for: an everyday matter of little weight.
_ROOM: Final = "living_room"
_IMPORTANCE: Final = 3
_BULLET: Final = re.compile(r"^[ \t]*[-*•·–—－][ \t]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A dated fragment; `id` is its row's."""

    id: int
    day: str
    content: str
    mood: str | None = None


def events(
    entries: Sequence[Entry], names: Sequence[str | None], zone: str, embedder: Embedder
) -> list[Draft]:
    """Give the memories of entries, in their order; each keeps the entry's own local day."""
    pieces = [(entry, text) for entry in entries for text in _pieces(entry.content)]
    told = [_told(number, text) for number, (_, text) in enumerate(pieces)]
    judged = {one.told.exchange.message_ids[0]: one for one in judge(told, embedder)}
    tagger = Tagger([text for _, text in pieces], names)
    return [
        _draft(entry, text, judged.get(number), tagger, zone) for number, (entry, text) in enumerate(pieces)
    ]


def _pieces(content: str) -> Iterator[str]:
    """Give the lines of a list; of prose as many sentences together as a memory holds."""
    for line in _BULLET.sub("\n", content).splitlines():
        start, end = 0, 0
        for one in cut(line):
            if end > start and estimate_tokens(line[start : one.end]) > LONGEST:
                yield line[start:end]
                start = one.start
            start, end = (one.start if end == 0 else start), one.end
        if end > start:
            yield line[start:end]


def _told(number: int, text: str) -> Told:
    message = ReadMessage(number, "user", "", text, None, day_of("2000-01-01", "UTC"), number)
    return Told(Exchange((message,)), tuple(sentences(message)))


def _draft(entry: Entry, text: str, judged: Judged | None, tagger: Tagger, zone: str) -> Draft:
    own = key_of(entry.mood)
    mood = own if mood_va(own) else (judged.mood if judged else None)
    valence, arousal = mood_va(mood) or (None, None)
    return Draft(
        content=text,
        room=judged.room if judged else _ROOM,
        importance=judged.importance if judged else _IMPORTANCE,
        mood=mood,
        tags=tagger.tags(text),
        occurred=day_of(entry.day, zone),
        assertion="stated",
        fragment_ids=(entry.id,),
        reason=(WORD_FOR_WORD,),
        valence=valence,
        arousal=arousal,
    )
