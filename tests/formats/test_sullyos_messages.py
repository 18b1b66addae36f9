"""SullyOS messages that are no plain text, calls, meetings and groups."""

from pathlib import Path
from typing import Any

import pytest
from formats.exports import CHARACTER, backup, bare, character, message, of, told

from app.domain.records import MessageRecord, SessionRecord
from app.formats.sullyos.content import readable


@pytest.mark.parametrize(
    ("kind", "content", "metadata", "en", "zh"),
    [
        ("image", "data:image/png;base64,AAAA", {}, "[image]", "[图片]"),
        ("image", "", {"description": "a cat"}, "[image: a cat]", "[图片：a cat]"),
        ("emoji", "https://example.invalid/1.png", {"name": "wave"}, "[sticker: wave]", "[表情包：wave]"),
        (
            "voice",
            "blob:xyz",
            {"transcript": "on the train"},
            "[voice message] on the train",
            "[语音] on the train",
        ),
        ("voice", "blob:xyz", {"transcript": "data:audio/mp3;base64,AA"}, "[voice message]", "[语音]"),
        ("voice", "spoken words", {}, "[voice message] spoken words", "[语音] spoken words"),
        ("transfer", "", {"amount": 52, "status": "open"}, "[transfer: 52, open]", "[转账：52，open]"),
        (
            "interaction",
            "Mara poked Ember",
            {},
            "[interaction: Mara poked Ember]",
            "[互动：Mara poked Ember]",
        ),
        (
            "music_card",
            '{"x":1}',
            {"song": {"title": "Rain", "artist": "Odd"}},
            "[music card: Rain — Odd]",
            "[music卡片：Rain — Odd]",
        ),
        ("score_card", "", {}, "[score card]", "[score卡片]"),
        ("strange", "plain words", {}, "plain words", "plain words"),
        ("strange", "", {"title": "A page"}, "[strange: A page]", "[strange：A page]"),
        ("system", "Ember joined", {}, "Ember joined", "Ember joined"),
    ],
)
def test_one_readable_line(kind: str, content: str, metadata: dict[str, Any], en: str, zh: str) -> None:
    assert readable(kind, content, metadata, zh=False) == en
    assert readable(kind, content, metadata, zh=True) == zh


def test_the_original_is_kept_beside_the_line(tmp_path: Path) -> None:
    transfer = message(1, type="transfer", content="", metadata={"amount": 5}, replyTo={"id": 9})
    (record,) = of(told(bare(tmp_path / "b", backup(messages=[transfer]))), MessageRecord)
    assert (record.content, record.content_type) == ("[transfer: 5]", "transfer")
    assert record.payload == {"type": "transfer", "content": "", "metadata": {"amount": 5}}
    assert record.extra == {"replyTo": {"id": 9}}


def test_calls_meetings_and_groups_are_sessions_of_their_own(tmp_path: Path) -> None:
    messages = [
        message(1),
        message(2, metadata={"source": "call", "callSessionId": "c7"}),
        message(3, metadata={"source": "date"}),
        message(4, groupId="g1", charId="char-2"),
        message(5, groupId="g1"),
        message(6, groupId="g1", charId="gone"),
        message(7, groupId="g2", role="system"),
    ]
    groups = [{"id": "g1", "name": "Supper", "members": [CHARACTER, "char-2", "deleted"]}]
    marks = {"group_g1": 4, CHARACTER: 1}
    people = [character(), {"id": "char-2", "name": "Mara"}]
    stores = backup(characters=people, messages=messages, groups=groups, memoryPalaceHighWaterMarks=marks)
    records = told(bare(tmp_path / "b", stores))
    assert [(s.external_id, s.kind, s.title) for s in of(records, SessionRecord)] == [
        ("chat:char-1", "chat", None),
        ("call:char-1:c7", "call", None),
        ("date:char-1", "date", None),
        ("group:g1", "group", "Supper"),
        ("group:g2", "group", None),
    ]
    supper = of(records, SessionRecord)[3]
    assert [(p.name, p.kind, p.character) for p in supper.participants] == [
        ("Mara", "partner", None),
        ("Ember", "character", CHARACTER),
        ("Mara (2)", "character", "char-2"),
        ("gone", "other", None),
    ]
    spoken = {m.external_id: m.speaker for m in of(records, MessageRecord)}
    assert (spoken["4"], spoken["5"], spoken["6"], spoken["7"]) == ("Mara (2)", "Mara", "gone", "System")
    assert [m.external_id for m in of(records, MessageRecord) if m.processed] == ["1", "4"]


def test_a_role_that_is_unknown_is_kept(tmp_path: Path) -> None:
    (record,) = of(told(bare(tmp_path / "b", backup(messages=[message(1, role="narrator")]))), MessageRecord)
    assert (record.role, record.extra["role"]) == ("system", "narrator")


@pytest.mark.parametrize("stamp", [None, "soon", -5, 9e18, True, {}])
def test_a_time_that_is_none_is_unknown_and_kept(tmp_path: Path, stamp: Any) -> None:
    (record,) = of(told(bare(tmp_path / "b", backup(messages=[message(1, timestamp=stamp)]))), MessageRecord)
    assert record.occurred.start is None
    assert record.extra["timestamp"] == stamp
