"""Import: the account adds up, a second import adds nothing, what the author wrote is never overwritten."""

import json

import pytest

from app.domain.errors import KnownError
from app.domain.records import CharacterRecord, Closing, Found, SummaryRecord
from app.engine.commands import ChangeCharacter, ChangeMemory
from app.engine.ingest import ingest
from app.engine.ingest.ingest import take_all
from app.storage import characters, history, intake, memories, messages, proposals, rows

DAYS = {
    "Ada": {
        "2026-02-01": [("I bought a green lamp.", "Green suits your desk."), ("Good night!", "Sleep well.")]
    },
    "小满": {"2026-02-02": [("我对虾过敏。", "我记下了。")]},
}


def adds_up(account):
    return account.found == sum(account.total(o) for o in ("new", "known", "changed", "skipped"))


async def test_everything_is_counted_once(engine, memorybank):
    account = await ingest(engine, memorybank(DAYS), timezone="Asia/Shanghai")
    assert adds_up(account)
    assert account.kinds["messages"].new == 6
    assert {c.name for c in account.characters.values()} == {"Ada", "小满"}
    assert account.days == {"2026-02-01", "2026-02-02"}


async def test_dry_run_writes_nothing_and_counts_the_same(engine, memorybank):
    path = memorybank(DAYS)
    dry = await ingest(engine, path, timezone="UTC", dry_run=True)
    assert await engine.ask(characters.every) == []
    real = await ingest(engine, path, timezone="UTC")
    assert {k: v.new for k, v in dry.kinds.items()} == {k: v.new for k, v in real.kinds.items()}
    assert dry.run is None
    assert len(dry.samples()) == 3


async def test_second_import_adds_nothing(engine, memorybank):
    path = memorybank(DAYS)
    await ingest(engine, path)
    again = await ingest(engine, path)
    assert again.total("new") == again.total("changed") == 0
    assert again.total("known") == again.found


async def test_changed_message_becomes_a_variant(engine, memorybank):
    await ingest(engine, memorybank(DAYS))
    later = json.loads(json.dumps(DAYS))
    later["Ada"]["2026-02-01"][0][0] = "I bought a red lamp."
    changed = await ingest(engine, memorybank(later, "later.json"))
    assert changed.kinds["messages"].changed == 1
    ada = (await engine.ask(characters.find, "Ada"))[0]
    ids = await engine.ask(messages.ids_in_order, ada.id)
    lines = await engine.ask(messages.many, ids)
    assert lines[0].content == "I bought a green lamp."
    assert [v.content for v in await engine.ask(messages.variants, ids[0])] == ["I bought a red lamp."]
    third = await ingest(engine, memorybank(later, "later.json"))
    assert third.total("changed") == third.total("new") == 0


async def test_import_is_one_run_and_can_be_undone(engine, memorybank):
    account = await ingest(engine, memorybank(DAYS))
    edits = await engine.ask(history.edits)
    assert [e.id for e in edits] == [account.run]
    await engine.undo()
    assert await engine.ask(characters.every) == []
    await engine.redo()
    assert len(await engine.ask(characters.every)) == 2


async def test_not_an_export_is_told_and_changes_nothing(engine, tmp_path):
    path = tmp_path / "x.json"
    path.write_text('{"hello": 1}', encoding="utf-8")
    with pytest.raises(KnownError):
        await ingest(engine, path)
    assert await engine.ask(characters.every) == []


def palace_export(nodes):
    return {
        "type": "sully_memory_palace_export",
        "version": 1,
        "exportedAt": 1_772_000_000_000,
        "includeVectors": False,
        "characters": [
            {"charId": "char-1", "charName": "阿烛", "nodes": nodes, "eventBoxes": [], "anticipations": []}
        ],
    }


def node(key, content, **more):
    return {
        "id": key,
        "charId": "char-1",
        "content": content,
        "room": "bedroom",
        "tags": ["夜"],
        "importance": 6,
        "mood": "tender",
        "embedded": False,
        "createdAt": 1_771_900_000_000,
        "lastAccessedAt": 1_771_900_000_000,
        "accessCount": 2,
        **more,
    }


async def put(engine, tmp_path, nodes, name):
    path = tmp_path / name
    path.write_text(json.dumps(palace_export(nodes), ensure_ascii=False), encoding="utf-8")
    return await ingest(engine, path, timezone="Asia/Shanghai")


async def the_memory(engine):
    one = (await engine.ask(characters.every))[0]
    ids = await engine.ask(memories.ids_in_order, one.id)
    return (await engine.ask(memories.many, ids))[0]


async def test_theirs_changed_and_ours_not_is_taken(engine, tmp_path):
    await put(engine, tmp_path, [node("mn_1", "夜里下雨。")], "a.json")
    second = await put(engine, tmp_path, [node("mn_1", "夜里下了一场雨。")], "b.json")
    assert second.kinds["memories"].changed == 1
    assert (await the_memory(engine)).content == "夜里下了一场雨。"


async def test_both_changed_becomes_a_proposal(engine, tmp_path):
    await put(engine, tmp_path, [node("mn_1", "夜里下雨。")], "a.json")
    mine = await the_memory(engine)
    await engine.execute(ChangeMemory(mine.id, {"content": "我写的雨。"}))
    second = await put(engine, tmp_path, [node("mn_1", "他们写的雨。", importance=8)], "b.json")
    assert second.kinds["memories"].changed == 1
    held = await the_memory(engine)
    assert held.content == "我写的雨。"
    assert held.importance == 8
    waiting = await engine.ask(proposals.listed, None, ["waiting"])
    assert [p.patch["content"] for p in waiting] == ["他们写的雨。"]
    third = await put(engine, tmp_path, [node("mn_1", "他们写的雨。", importance=8)], "b.json")
    assert third.total("new") == third.total("changed") == 0


def of_characters(*told):
    found = Found("other", "other", "utf-8", "other", needs_timezone=False)
    return [
        found,
        *(CharacterRecord(key, name, partner_name=partner) for key, name, partner in told),
        Closing(),
    ]


async def test_what_both_changed_of_a_character_is_proposed_once_for_each(engine):
    await take_all(engine, of_characters(("c1", "Ada", "Tom"), ("c2", "Bea", "Tom")), "Import")
    for one in await engine.ask(characters.every):
        await engine.execute(ChangeCharacter(one.id, {"partner_name": "Thomas"}))
    theirs = of_characters(("c1", "Ada", "Tommy"), ("c2", "Bea", "Tommy"))
    second = await take_all(engine, theirs, "Import")
    assert second.kinds["characters"].changed == 2
    assert [one.partner_name for one in await engine.ask(characters.every)] == ["Thomas", "Thomas"]
    waiting = await engine.ask(proposals.listed, None, ["waiting"])
    assert [p.patch for p in waiting] == [{"partner_name": "Tommy"}] * 2
    third = await take_all(engine, theirs, "Import")
    assert third.kinds["characters"].known == 2


async def test_gone_in_theirs_is_proposed_never_deleted(engine, tmp_path):
    await put(engine, tmp_path, [node("mn_1", "一。"), node("mn_2", "二。")], "a.json")
    second = await put(engine, tmp_path, [node("mn_1", "一。")], "b.json")
    assert second.gone == 1
    waiting = await engine.ask(proposals.listed, None, ["waiting"])
    assert [p.op for p in waiting] == ["gone"]
    one = (await engine.ask(characters.every))[0]
    assert len(await engine.ask(memories.ids_in_order, one.id)) == 2


def box(key, name, **more):
    return {
        "id": key,
        "charId": "char-1",
        "name": name,
        "tags": ["海"],
        "sealed": False,
        "compressionCount": 0,
        "liveMemoryIds": [],
        "archivedMemoryIds": [],
        **more,
    }


async def put_boxes(engine, tmp_path, boxes, name):
    export = palace_export([node("mn_1", "一。")])
    export["characters"][0]["eventBoxes"] = boxes
    path = tmp_path / name
    path.write_text(json.dumps(export, ensure_ascii=False), encoding="utf-8")
    return await ingest(engine, path, timezone="Asia/Shanghai")


async def boxes_held(engine):
    query = "SELECT id, name, tags, sealed FROM box ORDER BY id"
    return await engine.ask(lambda conn: list(conn.execute(query)))


async def test_a_box_they_changed_is_taken(engine, tmp_path):
    await put_boxes(engine, tmp_path, [box("eb_1", "出海")], "a.json")
    again = await put_boxes(engine, tmp_path, [box("eb_1", "出海")], "a.json")
    assert (again.kinds["boxes"].known, again.kinds["boxes"].changed) == (1, 0)
    second = await put_boxes(engine, tmp_path, [box("eb_1", "夜航", sealed=True)], "b.json")
    assert second.kinds["boxes"].changed == 1
    assert [row[1:] for row in await boxes_held(engine)] == [("夜航", '["海"]', 1)]
    await engine.undo(second.run)
    assert [row[1:] for row in await boxes_held(engine)] == [("出海", '["海"]', 0)]


async def test_a_box_both_changed_is_proposed_once(engine, tmp_path):
    await put_boxes(engine, tmp_path, [box("eb_1", "出海")], "a.json")
    number = (await boxes_held(engine))[0][0]
    await engine.database.write(rows.update, "box", number, {"name": "我的船"})
    second = await put_boxes(engine, tmp_path, [box("eb_1", "夜航", tags=["船"])], "b.json")
    assert second.kinds["boxes"].changed == 1
    assert [row[1:3] for row in await boxes_held(engine)] == [("我的船", '["船"]')]
    waiting = await engine.ask(proposals.listed, None, ["waiting"])
    assert [(p.op, p.targets, p.patch) for p in waiting] == [
        ("change", (number,), {"table": "box", "name": "夜航"})
    ]
    assert waiting[0].base == {"name": "出海"}
    third = await put_boxes(engine, tmp_path, [box("eb_1", "夜航", tags=["船"])], "b.json")
    assert third.kinds["boxes"].known == 1


async def test_a_box_gone_in_theirs_is_proposed(engine, tmp_path):
    await put_boxes(engine, tmp_path, [box("eb_1", "出海"), box("eb_2", "夜航")], "a.json")
    second = await put_boxes(engine, tmp_path, [box("eb_2", "夜航")], "b.json")
    assert second.gone == 1
    waiting = await engine.ask(proposals.listed, None, ["waiting"])
    assert [(p.op, p.patch) for p in waiting] == [("gone", {"table": "box", "external_id": "eb_1"})]
    assert len(await boxes_held(engine)) == 2
    without_boxes = await put_boxes(engine, tmp_path, [], "c.json")
    assert without_boxes.gone == 0


async def test_a_month_they_changed_keeps_its_old_text_as_a_version(engine):
    def months(text):
        found = Found("other", "other", "utf-8", "other", needs_timezone=False)
        who = CharacterRecord("c1", "Ada")
        return [found, who, SummaryRecord("s1", "c1", "month", "2026-01", text), Closing()]

    await take_all(engine, months("A quiet month."), "Import")
    second = await take_all(engine, months("A quiet month, with rain."), "Import")
    assert second.kinds["months"].changed == 1
    query = "SELECT ordinal, content, origin FROM summary_version ORDER BY ordinal"
    kept = await engine.ask(lambda conn: list(conn.execute(query)))
    assert kept == [(1, "A quiet month.", "import"), (2, "A quiet month, with rain.", "import")]


async def test_use_is_taken_but_is_no_edit(engine, tmp_path):
    await put(engine, tmp_path, [node("mn_1", "一。")], "a.json")
    held = await the_memory(engine)
    assert (held.access_count, held.locked_fields) == (2, ())
    assert await engine.ask(intake.row, "memory", held.id, ("external_id",)) == {"external_id": "mn_1"}


async def test_a_bad_vector_is_skipped_and_costs_the_others_nothing(engine, tmp_path):
    nodes = [
        node("mn_1", "一。", embedded=True),
        node("mn_2", "二。", embedded=True),
        node("mn_3", "三。", embedded=True),
    ]
    export = palace_export(nodes)
    export["characters"][0]["vectors"] = [
        {"memoryId": "mn_1", "vector": [0.1] * 8, "dimensions": 8, "model": "m"},
        {"memoryId": "mn_2", "vector": [0.0] * 8, "dimensions": 8, "model": "m"},
        {"memoryId": "mn_3", "vector": [0.2] * 8, "dimensions": 8, "model": "m"},
    ]
    path = tmp_path / "v.json"
    path.write_text(json.dumps(export, ensure_ascii=False), encoding="utf-8")
    account = await ingest(engine, path)
    assert adds_up(account)
    assert (account.kinds["vectors"].new, account.kinds["vectors"].skipped) == (2, 1)
    assert account.kinds["memories"].new == 3


async def test_vectors_of_an_odd_size_are_skipped(engine, tmp_path):
    export = palace_export([node("mn_1", "一。", embedded=True)])
    export["characters"][0]["vectors"] = [
        {"memoryId": "mn_1", "vector": [0.1] * 7, "dimensions": 7, "model": "m"}
    ]
    path = tmp_path / "v.json"
    path.write_text(json.dumps(export, ensure_ascii=False), encoding="utf-8")
    account = await ingest(engine, path)
    assert adds_up(account)
    assert account.kinds["vectors"].skipped == 1
