"""SullyOS's smaller exports: palace export, card, text dump; and worldbooks."""

from pathlib import Path
from typing import Any

import pytest
from formats.exports import CHARACTER, KEY, T0, bare, node, of, told

from app.domain.records import (
    BoxRecord,
    CharacterRecord,
    Closing,
    FragmentRecord,
    MemoryRecord,
    Remainder,
    Skip,
    SummaryRecord,
    VectorRecord,
)

DUMP = """【角色档案】
Name: 余烬
Exported: 2026/8/12 20:00:00

=== 核心记忆 ===
[2025-12]: 初识。
关键词: 雨
[2026-02]: 安静。

=== 详细日志 ===

[ 2025年 ]

-- 12月 --

2025/12/7 
第一次聊到灯塔。

--------------------------


[ 2026年 ]

-- 3月 --

2026-03-04 (#archive)
- 第一行
- 第二行

--------------------------

2026-03-04 (#开心)
同一天又一条。

--------------------------

unknown 
不知道哪天。

--------------------------
"""  # noqa: W291 the program writes that blank


def palace_export() -> dict[str, Any]:
    def one(key: str, name: str) -> dict[str, Any]:
        box = {
            "id": f"eb_{key}",
            "charId": key,
            "name": "Trip",
            "liveMemoryIds": [f"mn_{key}"],
            "archivedMemoryIds": [],
        }
        return {
            "charId": key,
            "charName": name,
            "counts": {"nodes": 1},
            "nodes": [node(f"mn_{key}", charId=key, roomLabel="Bedroom", eventBoxId=f"eb_{key}")],
            "eventBoxes": [box],
            "anticipations": [
                {"id": f"ant_{key}", "charId": key, "content": "Snow", "status": "active", "createdAt": T0}
            ],
            "roomPlates": [{"id": f"{key}:study"}],
            "vectors": [{"memoryId": f"mn_{key}", "vector": [1.5, 2], "dimensions": 2, "model": "m"}],
        }

    return {
        "note": "n",
        "characters": [one(CHARACTER, "Ember"), one("char-2", "Ember"), {"charName": "nobody"}],
        "version": 1,
        "type": "sully_memory_palace_export",
    }


def test_palace_export_holds_several_characters(tmp_path: Path) -> None:
    records = told(bare(tmp_path / "x", palace_export()))
    assert records[0].shape == "palace-export"
    assert [(c.external_id, c.name) for c in of(records, CharacterRecord)] == [
        (CHARACTER, "Ember"),
        ("char-2", "Ember"),
    ]
    assert [(m.character, m.kind) for m in of(records, MemoryRecord)] == [
        (CHARACTER, "episode"),
        (CHARACTER, "anticipation"),
        ("char-2", "episode"),
        ("char-2", "anticipation"),
    ]
    assert "roomLabel" not in of(records, MemoryRecord)[0].extra
    assert [m.box for m in of(records, MemoryRecord)] == ["eb_char-1", None, "eb_char-2", None]
    assert [b.character for b in of(records, BoxRecord)] == [CHARACTER, "char-2"]
    assert [(v.memory, v.character) for v in of(records, VectorRecord)] == [
        ("mn_char-1", CHARACTER),
        ("mn_char-2", "char-2"),
    ]
    assert {(r.name, r.character) for r in of(records, Remainder)} >= {
        ("roomPlates", CHARACTER),
        ("palace-export", None),
    }
    assert [s.place for s in of(records, Skip)] == ["characters[2]"]


def test_a_memory_of_a_backup_and_of_an_export_is_the_same(tmp_path: Path) -> None:
    from formats.exports import backup

    one = of(told(bare(tmp_path / "a", backup(memoryNodes=[node("mn_1")]))), MemoryRecord)
    export = {
        "type": "sully_memory_palace_export",
        "characters": [{"charId": CHARACTER, "nodes": [node("mn_1", roomLabel="x")]}],
    }
    assert of(told(bare(tmp_path / "b", export)), MemoryRecord) == one


def test_card_keeps_the_whole_card_without_keys(tmp_path: Path) -> None:
    card = {
        "name": "Ember", "systemPrompt": "You are Ember.", "worldview": "", "selfInsights": ["a", "b"], "avatar": "",
        "embeddingConfig": {"apiKey": KEY, "model": "m"}, "version": 1, "type": "sully_character_card",
    }  # fmt: skip
    records = told(bare(tmp_path / "x", card))
    (ember,) = of(records, CharacterRecord)
    assert (ember.name, ember.partner_name) == ("Ember", None)
    assert ember.self_blocks == {"self_model": "You are Ember.", "self_insights": "a\nb"}
    assert ember.card == {**card, "embeddingConfig": {"apiKey": "", "model": "m"}}
    assert of(records, Closing)[0].dropped_credentials == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "gb18030"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_text_dump_in_every_writing(tmp_path: Path, encoding: str, newline: str) -> None:
    path = tmp_path / "dump"
    path.write_bytes(DUMP.replace("\n", newline).encode(encoding))
    records = told(path)
    assert records[0].shape == "text-dump"
    (ember,) = of(records, CharacterRecord)
    assert (ember.external_id, ember.name) == ("dump:余烬", "余烬")
    assert [(m.key, m.content) for m in of(records, SummaryRecord)] == [
        ("2025-12", "初识。\n关键词: 雨"),
        ("2026-02", "安静。"),
    ]
    assert [(f.external_id, f.day, f.mood, f.provenance, f.content) for f in of(records, FragmentRecord)] == [
        ("2025/12/7#1", "2025-12-07", None, "import", "第一次聊到灯塔。"),
        ("2026-03-04#1", "2026-03-04", None, "archive", "- 第一行\n- 第二行"),
        ("2026-03-04#2", "2026-03-04", "开心", "import", "同一天又一条。"),
        ("unknown#1", None, None, "import", "不知道哪天。"),
    ]


def test_text_dump_without_months_has_no_headings(tmp_path: Path) -> None:
    head, _, days = DUMP.partition("=== 核心记忆 ===")
    path = tmp_path / "dump"
    path.write_text(head + days.partition("=== 详细日志 ===")[2], encoding="utf-8")
    records = told(path)
    assert len(of(records, FragmentRecord)) == 4
    assert not of(records, SummaryRecord)


def test_cut_text_dump_gives_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "dump"
    for size in range(len("【角色档案】".encode()), len(DUMP.encode()), 7):
        path.write_bytes(DUMP.encode()[:size])
        assert len(of(told(path), CharacterRecord)) == 1


@pytest.mark.parametrize("entries", [{"0": {"uid": 0, "key": ["sea"]}}, [{"uid": 0}]])
def test_worldbook_is_kept_and_told(tmp_path: Path, entries: Any) -> None:
    records = told(bare(tmp_path / "x", {"entries": entries}))
    (book,) = of(records, Remainder)
    assert book.payload == {"entries": entries}
    assert book.name.startswith("worldbook/")
    assert len(of(records, Closing)[0].warnings) == 1
