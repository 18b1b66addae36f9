"""The truth check of a month's text: its days, their vectors and what the author has waved off, brought together."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from hashlib import blake2b
from typing import Final, Literal
from weakref import WeakKeyDictionary

import numpy as np

from app.domain.errors import mark
from app.domain.months import truth
from app.domain.months.claimed import Flag
from app.domain.months.evidence import Days, Evidence
from app.domain.months.truth import Forgotten, Matrix, Report
from app.domain.text import clean, language, text_hash
from app.engine import embedding
from app.engine.commands.base import Effect
from app.engine.engine import Engine
from app.models.embedding import Embedder, Vectors
from app.storage import months, rows, truths
from app.storage.characters import Character
from app.storage.driver import Connection

_KEPT: Final = 20_000  # sentences whose vectors stay in memory: 40 MB
_DIGEST: Final = 12  # bytes of a key

# Vectors of single sentences stay in memory, by text: in the palace they would belong to no row, outlive what they
# were made of, and be counted as left over by its check.
_held: WeakKeyDictionary[Engine, OrderedDict[tuple[str, bytes], Vectors]] = WeakKeyDictionary()


async def check(
    engine: Engine, character: Character, month: str, text: str, embedder: Embedder | None
) -> Report:
    """Hold a text against the days of its month (`YYYY-MM`); what the author waved off stands apart, in `waved`.

    `embedder` None: by words alone, which the report says.
    """

    def read(conn: Connection) -> tuple[Days, frozenset[str]]:
        importance = truths.importance_by_day(conn, character.id, month)
        told = tuple(_evidence(one, importance) for one in months.fragments(conn, character.id, month))
        days = Days(told, date.fromisoformat(f"{month}-01"), tuple(truths.people(conn, character.id)))
        return days, truths.waved(conn, character.id)

    days, waved = await engine.ask(read)
    text = clean(text)
    likeness = await _likeness(engine, days, text, embedder) if embedder else None
    report = await asyncio.to_thread(truth.check, text, days, likeness)
    return _without(report, month, waved)


@dataclass(frozen=True, slots=True)
class WaveOff:
    """Leave words of a month as they are, or a day out of it: not shown again until the sentence changes.

    `keys` as `key_of` gives them; `verdict`: confirmed says that it is true, dismissed that it does not matter.
    """

    character: int
    month: str
    keys: Sequence[str]
    verdict: Literal["confirmed", "dismissed"] = "dismissed"

    label = property(
        lambda self: (
            mark("Confirm what {month} says")
            if self.verdict == "confirmed"
            else mark("Leave {month} as it is")
        )
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {"month": self.month}

    def apply(self, conn: Connection, now: int) -> Effect:
        new = [key for key in dict.fromkeys(self.keys) if key not in truths.waved(conn, self.character)]
        if not new:
            return Effect(notes=(mark("Nothing to change."),))
        values = [
            {
                "kind": truths.WAVED + key,
                "target_kind": "character",
                "target_id": self.character,
                "other_id": None,
                "recorded_at": now,
            }
            for key in new
        ]
        return Effect(tuple(rows.insert_many(conn, "dismissal", values)), {"dismissals": len(values)})


def key_of(report: Report, month: str, one: Flag | Forgotten) -> str:
    """Give by what a flag or a forgotten day is remembered: the words, and the sentence they stand in."""
    if isinstance(one, Forgotten):
        told = f"forgotten\0{one.fragment}"
    else:
        told = "\0".join((one.kind, one.text, *_sentences_at(report, one)))
    digest = blake2b(f"{month}\0{told}".encode("utf-8", "replace"), digest_size=_DIGEST)
    return digest.hexdigest()


def _sentences_at(report: Report, flag: Flag) -> Iterable[str]:
    return (one.text for one in report.sentences if one.start <= flag.start < one.end)


def _without(report: Report, month: str, waved: frozenset[str]) -> Report:
    told = _outermost(report.flags)
    off = tuple(flag for flag in told if key_of(report, month, flag) in waved)
    return replace(
        report,
        flags=tuple(flag for flag in told if flag not in off),
        forgotten=tuple(one for one in report.forgotten if key_of(report, month, one) not in waved),
        waved=off,
    )


def _outermost(flags: Sequence[Flag]) -> tuple[Flag, ...]:
    """Leave out words of a sentence that is flagged as a whole: it is judged, corrected and waved off as one."""
    whole = [flag for flag in flags if flag.kind == "sentence"]
    return tuple(
        flag
        for flag in flags
        if flag.kind == "sentence" or not any(one.start <= flag.start < one.end for one in whole)
    )


def _evidence(one: months.Fragment, importance: Mapping[str, int]) -> Evidence:
    day = date.fromisoformat(one.day) if one.day else None
    return Evidence(one.id, day, clean(one.content), one.mood, importance.get(one.day or ""))


async def _likeness(engine: Engine, days: Days, text: str, embedder: Embedder) -> Matrix:
    """Give calibrated cosines: a row for each sentence of the text, a column for each piece of the days."""
    said = [one.text for one in truth.told_in(text)]
    pieces = [one.text for one in await asyncio.to_thread(lambda: days.pieces)]
    made = await _vectors(engine, embedder, [*said, *pieces])
    return await asyncio.to_thread(_calibrated, embedder, said, made)


def _calibrated(embedder: Embedder, said: Sequence[str], made: Vectors) -> Matrix:
    cosines = made[: len(said)] @ made[len(said) :].T
    found: list[list[float]] = [
        embedder.calibrate(row, language(text)).tolist() for row, text in zip(cosines, said, strict=True)
    ]
    return found


async def _vectors(engine: Engine, embedder: Embedder, texts: Sequence[str]) -> Vectors:
    """Give the vectors of sentences, those embedded before from memory."""
    held = _held.setdefault(engine, OrderedDict())
    keys = [(embedder.model, text_hash(text)) for text in texts]
    new = {key: text for key, text in zip(keys, texts, strict=True) if key not in held}
    made = await embedding.embed_texts(embedder, list(new.values()))
    fresh = dict(zip(new, made, strict=True))
    found = [fresh[key] if key in fresh else held[key] for key in keys]
    held.update(fresh)
    for key in keys:
        held.move_to_end(key)
    while len(held) > _KEPT:
        held.popitem(last=False)
    return np.stack(found) if found else np.empty((0, embedder.dim), np.float32)
