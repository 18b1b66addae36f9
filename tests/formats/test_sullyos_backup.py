"""SullyOS backups: every store, all layouts alike, and what refers to nothing."""

from pathlib import Path
from typing import Any

import pytest
from formats.exports import CHARACTER, T0, backup, bare, character, message, node, of, sharded, told, zipped

from app.domain.records import (
    BoxRecord,
    CharacterRecord,
    Closing,
    FragmentRecord,
    LinkRecord,
    MemoryRecord,
    MessageRecord,
    Remainder,
    SessionRecord,
    Skip,
    SummaryRecord,
    VectorRecord,
)
from app.domain.when import instant

STORES: dict[str, Any] = backup(
    characters=[
        character(
            avatar="",
            memories=[
                {"id": "f1", "date": "2026-03-04", "summary": "A day", "mood": "archive"},
                {"id": "f2", "date": "2026年2月14日", "summary": "Puzzle", "mood": "开心"},
                {"id": "f3", "date": "2025/12/7", "summary": "First"},
                {"id": "f4", "date": "unknown", "summary": "Some day", "mood": ""},
                {"id": "f5", "date": "2026-03-05", "summary": ""},
            ],
            refinedMemories={"2026-02": "Quiet.", "2025年1月": "Old.", "soon": "?"},
            activeMemoryMonths=["2026-03", "2026-02"],
            selfInsights=["I remember weather."],
            personalityStyle="narrative",
            ruminationTendency=0.4,
            customTimezoneEnabled=True,
            customTimezone="Asia/Tokyo",
        ),
        {"id": "char-2", "name": "Ember", "memories": []},
    ],
    messages=[message(n) for n in range(1, 7)],
    memoryNodes=[
        node("mn_1"),
        node("mn_2", room="cellar", importance=14, valence=3, mood="冷", archived=True, eventBoxId="eb_1"),
        node("mn_3", isBoxSummary=True),
        node("mn_4", origin="system", content="x" * 20_000, sourceId="mn_1", pinnedUntil=T0 + 5),
    ],
    memoryLinks=[
        {"id": "l1", "sourceId": "mn_1", "targetId": "mn_2", "type": "causal", "strength": 0.65},
        {"id": "l2", "sourceId": "mn_2", "targetId": "mn_1", "type": "causal", "strength": 0.5},
        {"id": "l3", "sourceId": "mn_1", "targetId": "gone", "type": "causal", "strength": 0.5},
        {"id": "l4", "sourceId": "mn_1", "targetId": "mn_1", "type": "causal", "strength": 0.5},
        {"id": "l5", "sourceId": "mn_1", "targetId": "mn_3", "type": "cosmic", "strength": 0.5},
    ],
    eventBoxes=[
        {
            "id": "eb_1", "charId": CHARACTER, "name": "Trip", "tags": ["sea"], "summaryNodeId": "mn_3",
            "liveMemoryIds": ["mn_1"], "archivedMemoryIds": ["mn_2"], "compressionCount": 1, "sealed": True,
            "lastCompressedAt": T0,
        }
    ],
    anticipations=[
        {
            "id": "ant_1", "charId": CHARACTER, "content": "See the snow", "status": "anchor", "createdAt": T0,
            "anchoredAt": T0 + 9, "resolvedAt": None,
        }
    ],
    roomPlates=[{"id": f"{CHARACTER}:study", "entries": []}],
    topicBoxes=[],
    theme={"name": "dark"},
    memoryPalaceHighWaterMarks={CHARACTER: 4},
)  # fmt: skip
VECTORS = {"mn_1": [1.0, 0.5], "mn_2": [0.0, 2.0]}


@pytest.fixture(params=["bare", "zip-v1", "zip-v2", "folder-v2"])
def records(request: pytest.FixtureRequest, tmp_path: Path) -> list[Any]:
    """The same backup in each layout."""
    rows = [
        {"memoryId": name, "charId": CHARACTER, "vector": v, "dimensions": 2, "model": "m"}
        for name, v in VECTORS.items()
    ]
    whole = {**STORES, "memoryVectors": rows}
    path = tmp_path / "named-as-you-like"
    if request.param == "bare":
        bare(path, whole)
    elif request.param == "zip-v1":
        bare(tmp_path / "data", whole)
        zipped(path, {"data.json": (tmp_path / "data").read_bytes()})
    elif request.param == "zip-v2":
        zipped(path, sharded(STORES, VECTORS))
    else:
        for name, data in sharded(STORES, VECTORS).items():
            (path / name).parent.mkdir(parents=True, exist_ok=True)
            (path / name).write_bytes(data)
    found = told(path)
    assert found[0].shape == request.param
    return found


def test_characters(records: list[Any]) -> None:
    ember, other = of(records, CharacterRecord)
    assert (ember.external_id, ember.name, ember.partner_name, ember.timezone) == (
        CHARACTER,
        "Ember",
        "Mara",
        "Asia/Tokyo",
    )
    assert ember.self_blocks == {
        "self_model": "You are Ember, a lighthouse keeper.",
        "world": "An island.",
        "self_insights": "I remember weather.",
    }
    assert (ember.personality_style, ember.rumination_tendency) == ("narrative", 0.4)
    assert ember.extra["avatar"] == ""
    assert not {"memories", "refinedMemories", "systemPrompt"} & set(ember.extra)
    assert other.name == "Ember"


def test_messages_and_marks(records: list[Any]) -> None:
    (session,) = of(records, SessionRecord)
    assert (session.external_id, session.kind) == (f"chat:{CHARACTER}", "chat")
    assert [(p.name, p.kind, p.character) for p in session.participants] == [
        ("Mara", "partner", None),
        ("Ember", "character", CHARACTER),
    ]
    messages = of(records, MessageRecord)
    assert [m.external_id for m in messages] == ["1", "2", "3", "4", "5", "6"]
    assert [m.processed for m in messages] == [True] * 4 + [False] * 2
    assert messages[0].occurred == instant(T0 + 60_000)
    assert [m.speaker for m in messages[:2]] == ["Mara", "Ember"]
    assert messages[0].extra == {}


def test_memories(records: list[Any]) -> None:
    first, second, summary, system, hope = of(records, MemoryRecord)
    assert (first.room, first.importance, first.tags, first.access_count) == ("bedroom", 6, ("tea",), 2)
    assert first.box == "eb_1"
    assert (second.room, second.importance, second.valence, second.status) == (
        "living_room",
        10,
        1.0,
        "archived",
    )
    assert {name: second.extra[name] for name in ("room", "importance", "valence")} == {
        "room": "cellar",
        "importance": 14,
        "valence": 3,
    }
    assert (summary.kind, summary.box) == ("summary", "eb_1")
    assert (system.kind, system.derived_from, system.pinned_until) == ("system", "mn_1", T0 + 5)
    assert len(system.content) == 20_000
    assert (hope.kind, hope.room) == ("anticipation", "windowsill")
    assert hope.anticipation == {
        "state": "anchor",
        "anchored_at": T0 + 9,
        "resolved_at": None,
        "external_id": "ant_1",
    }


def test_boxes_links_and_vectors(records: list[Any]) -> None:
    (box,) = of(records, BoxRecord)
    assert (box.name, box.tags, box.sealed, box.compression_count, box.last_compressed_at) == (
        "Trip",
        ("sea",),
        True,
        1,
        T0,
    )
    (link,) = of(records, LinkRecord)
    assert (link.source, link.target, link.kind, link.strength) == ("mn_1", "mn_2", "causal", 0.65)
    assert [(v.memory, v.model, len(v.values)) for v in of(records, VectorRecord)] == [
        ("mn_1", "m", 8),
        ("mn_2", "m", 8),
    ]


def test_days_and_months(records: list[Any]) -> None:
    assert [(f.day, f.day_text, f.mood, f.provenance) for f in of(records, FragmentRecord)] == [
        ("2026-03-04", "2026-03-04", None, "archive"),
        ("2026-02-14", "2026年2月14日", "开心", "import"),
        ("2025-12-07", "2025/12/7", None, "import"),
        (None, "unknown", None, "import"),
    ]
    assert [(m.key, m.content, m.active) for m in of(records, SummaryRecord)] == [
        ("2026-02", "Quiet.", True),
        ("2025-01", "Old.", False),
        ("2026-03", None, True),
    ]


def test_what_is_not_read_is_kept(records: list[Any]) -> None:
    kept = {r.name: r.payload for r in of(records, Remainder)}
    assert kept["roomPlates"] == STORES["roomPlates"]
    assert kept["topicBoxes"] == []
    assert kept["theme"] == {"name": "dark"}
    assert kept["userProfile"] == {"name": "Mara"}
    assert kept["manifest"]["formatVersion"] in (1, 2)


def test_what_is_not_taken_is_told_and_kept(records: list[Any]) -> None:
    skips = of(records, Skip)
    assert sorted(s.kind for s in skips) == ["fragments", "links", "links", "links", "links", "months"]
    assert all(s.place and s.reason for s in skips)
    kept = {r.name: r.payload for r in of(records, Remainder)}
    assert [link["id"] for link in kept["skipped/links"]] == ["l2", "l3", "l4", "l5"]


def read_bare(tmp_path: Path, **stores: Any) -> list[Any]:
    return told(bare(tmp_path / "b", backup(**stores)))


def test_lost_wrong_and_orphan_vectors_are_skipped(tmp_path: Path) -> None:
    rows: list[dict[str, Any]] = [
        {"memoryId": name, "vector": vector, "dimensions": 1024, "model": "m"}
        for name, vector in (
            ("mn_1", [1, 2]),
            ("mn_2", [3.5, 1]),
            ("mn_3", [1, 2, 3]),
            ("mn_4", {}),
            ("mn_5", [0, 0]),
            ("gone", [1, 1]),
            ("mn_1", [1, 1]),
            ("mn_6", {"0": 0, "1": 0, "2": 128, "3": 63, "4": 0, "5": 0, "6": 0, "7": 64}),
            ("mn_7", [1e300, 1]),
            ("mn_8", "text"),
        )
    ]
    records = read_bare(tmp_path, memoryNodes=[node(f"mn_{n}") for n in range(1, 9)], memoryVectors=rows)
    assert [v.memory for v in of(records, VectorRecord)] == ["mn_1", "mn_2", "mn_6"]
    assert len([s for s in of(records, Skip) if s.kind == "vectors"]) == 7


def test_broken_records_are_skipped_one_by_one(tmp_path: Path) -> None:
    records = read_bare(
        tmp_path,
        characters=[character(), character(), {"name": "no id"}, 7],
        messages=[
            message(1),
            message(1),
            message(2, charId="gone"),
            {"charId": CHARACTER, "content": "x"},
            None,
        ],
        memoryNodes=[
            node("a"),
            node("a"),
            node("b", content=" "),
            node("c", charId="gone"),
            {"id": 5, "charId": CHARACTER, "content": "ok"},
        ],
    )
    assert [m.external_id for m in of(records, MemoryRecord)] == ["a", "5"]
    assert [m.external_id for m in of(records, MessageRecord)] == ["1"]
    assert (
        sorted(s.kind for s in of(records, Skip)) == ["characters"] * 3 + ["memories"] * 3 + ["messages"] * 4
    )


def test_a_mark_beyond_the_newest_message_is_not_believed(tmp_path: Path) -> None:
    records = read_bare(tmp_path, messages=[message(1)], memoryPalaceHighWaterMarks={CHARACTER: 900})
    assert [m.processed for m in of(records, MessageRecord)] == [False]
    assert len(of(records, Closing)[0].warnings) == 1


def test_the_mirror_of_a_mark_counts(tmp_path: Path) -> None:
    asset = {"id": f"mp_hwm_v1_{CHARACTER}", "data": {"version": 1, "msgId": 2}}
    records = read_bare(tmp_path, messages=[message(1), message(2), message(3)], assets=[asset])
    assert [m.processed for m in of(records, MessageRecord)] == [True, True, False]


def test_without_a_store_of_characters_they_are_known_by_their_ids(tmp_path: Path) -> None:
    stores = {"timestamp": 1, "version": 3, "messages": [message(1)], "memoryNodes": [node("a")]}
    records = told(bare(tmp_path / "b", stores))
    assert [c.name for c in of(records, CharacterRecord)] == [CHARACTER]
    assert len(of(records, MessageRecord)) == len(of(records, MemoryRecord)) == 1


def test_an_empty_backup_is_told(tmp_path: Path) -> None:
    records = told(bare(tmp_path / "b", backup(characters=[], messages=[])))
    assert of(records, Closing)[0].warnings == ("There is no character in the file.",)
    assert not of(records, MessageRecord)


def test_a_box_after_its_follower_is_told_before_it(tmp_path: Path) -> None:
    boxes = [
        {"id": "late", "charId": CHARACTER, "name": "b", "predecessorBoxId": "early"},
        {"id": "early", "charId": CHARACTER, "name": "a"},
    ]
    assert [b.external_id for b in of(read_bare(tmp_path, eventBoxes=boxes), BoxRecord)] == ["early", "late"]


def test_long_remainders_come_in_parts_that_make_the_whole(tmp_path: Path) -> None:
    prompts = [{"id": n, "content": "w" * 1000} for n in range(600)]
    kept = [
        r
        for r in of(read_bare(tmp_path, chatArchivePrompts=prompts), Remainder)
        if r.name.startswith("chatArchive")
    ]
    assert [r.name for r in kept] == [
        "chatArchivePrompts",
        "chatArchivePrompts.001",
        "chatArchivePrompts.002",
    ]
    assert [row for part in kept for row in part.payload] == prompts
