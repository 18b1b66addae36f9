"""LoCoMo: a character a sample, a session a talk, the ids that questions point at."""

from pathlib import Path
from typing import Any

import pytest
from formats.exports import bare, of, told

from app.domain.records import (
    CharacterRecord,
    Found,
    FragmentRecord,
    MessageRecord,
    ParticipantRecord,
    Remainder,
    SessionRecord,
    Skip,
)
from app.domain.when import Occurred
from app.formats.registry import name_of


def turn(speaker: str, key: str, text: str, **more: Any) -> dict[str, Any]:
    return {"speaker": speaker, "dia_id": key, "text": text, **more}


def sample(name: str = "talk-1", **more: Any) -> dict[str, Any]:
    return {
        "sample_id": name,
        "qa": [{"question": "What does Odd mend?", "answer": "nets", "evidence": ["D1:2"], "category": 4}],
        "conversation": {
            "speaker_a": "Mara",
            "speaker_b": "Odd",
            "session_10_date_time": "12:05 am on 1 March, 2024",
            "session_10": [turn("Odd", "D10:1", "Late again")],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                turn("Mara", "D1:1", "Hey Odd!", img_url=["http://a.invalid/x.jpg"], blip_caption="a photo of a boat", query="red boat"),
                turn("Odd", "D1:2", "I mended the nets"),
                turn("Odd", "D1:3", " ", blip_caption="a net"),
            ],
            "session_11_date_time": "noon or so",
        },
        "session_summary": {"session_1_summary": "Odd mended nets.", "session_11_summary": "  "},
        "observation": {"session_1_observation": {"Odd": [["Odd mends nets.", "D1:2"]]}},
        "event_summary": {"events_session_1": {"Odd": ["Odd mends nets."], "date": "8 May, 2023"}},
        **more,
    }  # fmt: skip


def test_the_second_speaker_is_the_companion_of_the_first(tmp_path: Path) -> None:
    records = told(bare(tmp_path / "x", [sample(), sample("talk-2")]))
    assert records[0] == Found("locomo", "json", "utf-8", "locomo", needs_timezone=True)
    assert name_of(records[0]) == "locomo"
    one, two = of(records, CharacterRecord)
    assert (one.external_id, one.name, one.partner_name) == ("talk-1", "Odd", "Mara")
    assert two.external_id == "talk-2"
    first, *_ = of(records, SessionRecord)
    assert first.participants == (
        ParticipantRecord("Mara", "partner"),
        ParticipantRecord("Odd", "character", "talk-1"),
    )
    assert len({session.external_id for session in of(records, SessionRecord)}) == 4


def test_sessions_come_in_order_and_turns_keep_their_ids(tmp_path: Path) -> None:
    messages = of(told(bare(tmp_path / "x", [sample()])), MessageRecord)
    assert [m.external_id for m in messages] == ["D1:1", "D1:2", "D1:3", "D10:1"]
    assert [m.role for m in messages] == ["user", "assistant", "assistant", "assistant"]
    assert messages[1].occurred == Occurred(
        "2023-05-08T13:56:00", None, "time", "1:56 pm on 8 May, 2023", "Europe/Oslo"
    )
    assert messages[3].occurred.start == "2024-03-01T00:05:00"


def test_a_picture_can_be_read_and_goes_home_whole(tmp_path: Path) -> None:
    first, second, third, _ = of(told(bare(tmp_path / "x", [sample()])), MessageRecord)
    assert first.content == "Hey Odd!\n[picture: a photo of a boat; red boat]"
    assert first.content_type == "image"
    assert first.payload["img_url"] == ["http://a.invalid/x.jpg"]
    assert first.extra == {"text": "Hey Odd!"}
    assert (second.content_type, second.payload, second.extra) == ("text", None, {})
    assert (third.content, third.extra) == ("[picture: a net]", {"text": " "})


def test_session_summaries_become_the_days_and_the_rest_is_kept(tmp_path: Path) -> None:
    records = told(bare(tmp_path / "x", [sample()]))
    (day,) = of(records, FragmentRecord)
    assert (day.day, day.content, day.character) == ("2023-05-08", "Odd mended nets.", "talk-1")
    kept = {record.name: record.payload for record in of(records, Remainder)}
    assert set(kept) == {
        "locomo/qa",
        "locomo/observation",
        "locomo/event_summary",
        "locomo/conversation",
    }
    assert kept["locomo/conversation"] == {"session_11_date_time": "noon or so"}


def test_a_sample_alone_and_one_without_id_are_read(tmp_path: Path) -> None:
    lone = sample()
    del lone["sample_id"]
    (character,) = of(told(bare(tmp_path / "x", lone)), CharacterRecord)
    assert character.external_id == "sample-1"


@pytest.mark.parametrize(
    ("spoilt", "kind"),
    [
        ({"speaker_a": "Mara"}, "characters"),
        ({"speaker_a": "Mara", "speaker_b": "Odd", "session_1": "none"}, "sessions"),
        ({"speaker_a": "Mara", "speaker_b": "Odd", "session_1": ["hey"]}, "messages"),
        (
            {"speaker_a": "Mara", "speaker_b": "Odd", "session_1": [turn("Odd", "D1:1", "")]},
            "messages",
        ),
    ],
)
def test_what_is_no_talk_is_skipped_with_its_place(tmp_path: Path, spoilt: Any, kind: str) -> None:
    records = told(bare(tmp_path / "x", [sample(), sample("talk-2", conversation=spoilt)]))
    (skip,) = of(records, Skip)
    assert skip.kind == kind
    assert len(of(records, MessageRecord)) == 4


def test_the_same_id_twice_is_taken_once(tmp_path: Path) -> None:
    records = told(bare(tmp_path / "x", [sample(), sample()]))
    assert len(of(records, CharacterRecord)) == 1
    assert len(of(records, Skip)) == 1


def test_a_third_voice_and_an_odd_date_stay_as_they_are(tmp_path: Path) -> None:
    talk = {
        "speaker_a": "Mara",
        "speaker_b": "Odd",
        "session_1_date_time": "a foggy morning",
        "session_1": [turn("Gull", "D1:1", "Kra"), turn("Odd", "", "Shoo")],
    }
    records = told(bare(tmp_path / "x", [sample(conversation=talk)]))
    (session,) = of(records, SessionRecord)
    assert session.participants[-1] == ParticipantRecord("Gull", "other")
    gull, odd = of(records, MessageRecord)
    assert (gull.role, gull.occurred.precision, gull.occurred.text) == ("user", "none", "a foggy morning")
    assert odd.external_id == "session_1:2"
