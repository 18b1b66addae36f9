"""What crosses from the reading process: everything, but no half of a letter that the palace could not hold."""

import json
from typing import Any

import pytest

from app.domain.records import CharacterRecord, MemoryRecord, ParticipantRecord, SessionRecord
from app.domain.when import Occurred
from app.formats.wire import decode, encode

LONE = "cut \ud83d off"
WHOLE = "whole \U0001f98a and \\ud83d written out"


def crossed(record: Any) -> Any:
    return decode(json.loads(encode(record)))


@pytest.mark.parametrize("text", [LONE, "\udc00", "\ud83d\ud83d", "a\udc00\ud83d"])
def test_halves_are_left_out_wherever_they_stand(text: str) -> None:
    character = crossed(
        CharacterRecord(text, text, card={text: [text, {"k": text}]}, self_blocks={"self_model": text})
    )
    memory = crossed(MemoryRecord("m", "c", text, Occurred(text=text), tags=(text, "tag")))
    session = crossed(SessionRecord(text, (ParticipantRecord(text, "partner"),)))
    for record in (character, memory, session):
        str(record).encode()
    assert memory.tags[1] == "tag"
    assert session.participants[0].kind == "partner"


def test_what_is_kept_for_the_way_home_stays_as_it_stood() -> None:
    assert crossed(CharacterRecord("c", LONE, extra={"x": LONE})).extra == {"x": LONE}


def test_whole_letters_are_untouched() -> None:
    record = CharacterRecord("c", WHOLE, card={"x": WHOLE})
    assert crossed(record) == record
