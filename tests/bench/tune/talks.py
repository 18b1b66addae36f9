"""Labelled conversations as recall sees them, read by our own readers, in two halves; nothing of them is kept here."""

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from app.domain.records import CharacterRecord, MessageRecord, Remainder
from app.formats.registry import open_records

ZONE = "UTC"
ADVERSARIAL = 5


@dataclass
class Talk:
    """One character's messages and what is asked of them; `half` A was tuned on, B held out."""

    corpus: str
    name: str
    speakers: tuple[str, ...] = ()
    half: str = "A"
    messages: list[MessageRecord] = field(default_factory=list)
    questions: list[tuple[str, frozenset[str], str]] = field(default_factory=list)


def talks(folder: Path) -> list[Talk]:
    """Every second user of MemoryBank and of LoCoMo's samples is held out; translations are on one side."""
    found = [*_memorybank(folder), *_locomo(folder)]
    places: dict[str, int] = {}
    for talk in found:
        place = places[talk.corpus] = places.get(talk.corpus, 0) + 1
        talk.half = "AB"[(place - 1) % 2]
    return found


def _read(path: Path) -> tuple[list[CharacterRecord], dict[str, list[MessageRecord]], dict[str, list[dict]]]:
    people: list[CharacterRecord] = []
    said: dict[str, list[MessageRecord]] = {}
    asked: dict[str, list[dict]] = {}
    for record in open_records(path, ZONE):
        if isinstance(record, CharacterRecord):
            people.append(record)
            said[record.external_id] = []
        elif isinstance(record, MessageRecord):
            said[people[-1].external_id].append(record)
        elif isinstance(record, Remainder) and record.name == "locomo/qa" and record.character:
            asked[record.character] = record.payload
    return people, said, asked


def _memorybank(folder: Path) -> list[Talk]:
    found = []
    for tongue, name in (("cn", "MemoryBank zh"), ("en", "MemoryBank en")):
        path = folder / f"memory_bank_{tongue}.json"
        if not path.exists():
            continue
        gold = json.loads((folder / f"questions_gold_{tongue}.json").read_text("utf-8"))
        people, said, _ = _read(path)
        for one in people:
            questions = [
                (q["question"], frozenset(f"{day}#{at}" for day, at in q["evidence"]), q["answer"])
                for q in gold.get(one.external_id, ())
                if q["evidence"]
            ]
            messages = said[one.external_id]
            speakers = tuple(dict.fromkeys(m.speaker for m in messages))
            found.append(Talk(name, one.name, speakers, messages=messages, questions=questions))
    return found


def _locomo(folder: Path) -> list[Talk]:
    found = []
    for path in sorted(folder.glob("locomo*.json")):
        people, said, asked = _read(path)
        for one in people:
            questions = [
                (q["question"], _turns(q["evidence"]), str(q.get("answer", "")))
                for q in asked.get(one.external_id, ())
                if q["category"] != ADVERSARIAL and q["evidence"]
            ]
            messages = said[one.external_id]
            speakers = tuple(dict.fromkeys(m.speaker for m in messages))
            found.append(Talk("LoCoMo", one.external_id, speakers, messages=messages, questions=questions))
    return found


def _turns(evidence: list[str]) -> frozenset[str]:
    return frozenset(f"D{a}:{b}" for one in evidence for a, b in re.findall(r"D:?(\d+):(\d+)", one))
