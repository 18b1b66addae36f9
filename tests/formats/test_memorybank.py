"""MemoryBank: a character a user, a session a day, the ids that questions point at."""

from pathlib import Path

from formats.exports import bare, of, told

from app.domain.records import (
    CharacterRecord,
    Closing,
    Found,
    FragmentRecord,
    MessageRecord,
    SessionRecord,
    Skip,
)
from app.domain.when import Occurred

BANK = {
    "Mara": {
        "name": "Mara",
        "summary": {"2023-04-27": {"content": "We met."}, "2023-04-28": ""},
        "personality": {},
        "overall_history": "",
        "meta_information": {"hobbies": "tea"},
        "history": {
            "2023-04-27": [
                {"query": "Hello", "response": "Hello Mara", "memory_strength": 2},
                {"query": "I like tea", "response": "Noted"},
            ],
            "27 or so": [["Old form", "Answered"]],
        },
    },
    "林夏": {"history": {"2023-04-27": [{"query": "你好", "response": "你好呀"}]}},
}


def test_reads_people_days_and_exchanges(tmp_path: Path) -> None:
    records = told(bare(tmp_path / "x.bin", BANK))
    assert records[0] == Found("memorybank", "json", "utf-8", "memorybank", needs_timezone=True)
    mara, lin = of(records, CharacterRecord)
    assert (mara.external_id, mara.name, mara.partner_name) == ("Mara", "Mara", "Mara")
    assert mara.extra["meta_information"] == {"hobbies": "tea"}
    assert [m.external_id for m in of(records, MessageRecord)[:4]] == [
        "2023-04-27#0/query",
        "2023-04-27#0/response",
        "2023-04-27#1/query",
        "2023-04-27#1/response",
    ]
    first = of(records, MessageRecord)[0]
    assert (first.role, first.speaker, first.content) == ("user", "Mara", "Hello")
    assert first.occurred == Occurred("2023-04-27", None, "day", None, "Europe/Oslo")
    assert first.extra == {"memory_strength": 2}
    assert lin.name == "林夏"


def test_sessions_are_apart_and_speakers_are_told_apart(tmp_path: Path) -> None:
    records = told(bare(tmp_path / "x", BANK))
    sessions = of(records, SessionRecord)
    assert len({s.external_id for s in sessions}) == len(sessions) == 3
    for session in sessions:
        names = {p.name for p in session.participants}
        spoken = {m.speaker for m in of(records, MessageRecord) if m.session == session.external_id}
        assert spoken == names
        assert [p.character for p in session.participants if p.kind == "character"] != [None]
    assert of(records, MessageRecord)[-1].speaker == "AI伴侣"


def test_a_date_that_is_none_stays_as_written(tmp_path: Path) -> None:
    odd = [m for m in of(told(bare(tmp_path / "x", BANK)), MessageRecord) if m.session == "Mara/27 or so"]
    assert [m.content for m in odd] == ["Old form", "Answered"]
    assert odd[0].occurred == Occurred(None, None, "none", "27 or so", "Europe/Oslo")


def test_its_own_daily_summaries_become_fragments(tmp_path: Path) -> None:
    (fragment,) = of(told(bare(tmp_path / "x", BANK)), FragmentRecord)
    assert (fragment.day, fragment.content, fragment.character) == ("2023-04-27", "We met.", "Mara")


def test_what_is_no_exchange_is_skipped_with_its_place(tmp_path: Path) -> None:
    bank = {
        "Mara": {
            "history": {
                "2023-04-27": [{"query": "Hi", "response": ""}, 5, {"query": 1, "response": "ok"}],
                "x": 3,
            }
        },
        "Odd": {"history": []},
    }
    records = told(bare(tmp_path / "x", bank))
    assert [(s.kind, s.place) for s in of(records, Skip)] == [
        ("messages", "Mara/2023-04-27[0].response"),
        ("messages", "Mara/2023-04-27[1]"),
        ("messages", "Mara/2023-04-27[2].query"),
        ("sessions", "Mara/x"),
        ("characters", "Odd"),
    ]
    assert [m.content for m in of(records, MessageRecord)] == ["Hi", "ok"]


def test_half_characters_are_shown_replaced_and_kept_as_they_were(tmp_path: Path) -> None:
    bank = {"Mara": {"history": {"2023-04-27": [{"query": "cut \ud83d here", "response": "ok"}]}}}
    records = told(bare(tmp_path / "x", bank))
    message = of(records, MessageRecord)[0]
    assert message.content == "cut \ufffd here"
    assert message.extra["content"] == "cut \ud83d here"
    assert len(of(records, Closing)[0].warnings) == 1
