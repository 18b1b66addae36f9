"""Accepting a proposal takes all of it, and what the author changed in it is the author's."""

import json

import pytest

from app.domain.when import Occurred
from app.engine.commands import AddMemory, ChangeMemory, CreateCharacter, DecideProposals, MergeMemories
from app.engine.engine import Engine
from app.storage import characters, intake, memories, proposals, rows, sources, writes
from app.storage.driver import Connection


@pytest.fixture
async def wren(engine: Engine) -> int:
    return (await engine.execute(CreateCharacter("Wren", timezone="Asia/Shanghai"))).effect.ids[0]


async def written(engine: Engine, wren: int, content: str) -> int:
    return (await engine.execute(AddMemory(wren, content, "bedroom"))).effect.ids[0]


async def proposed(engine: Engine, wren: int, op: str, targets: list[int], patch: dict[str, object]) -> int:
    def work(conn: Connection) -> int:
        row = {"character": wren, "op": op, "targets": targets, "patch": patch, "evidence": []}
        return writes.add_proposals(conn, [row], 0)[0]

    return await engine.database.write(work)


async def test_every_field_of_a_contested_record_is_taken(engine: Engine, wren: int) -> None:
    memory = await written(engine, wren, "The radio is mended.")
    await engine.database.write(
        writes.change_memory, memory, {"base": json.dumps({"content": "The radio is broken."})}, 0
    )
    patch = {
        "content": "The radio plays.",
        "tags": '["radio"]',
        "status": "archived",
        "occurred_from": "2026-03-05",
        "importance": 9,
    }
    number = await proposed(engine, wren, "change", [memory], patch)
    await engine.execute(DecideProposals([number], "accept"))
    held = await engine.ask(memories.get, memory)
    assert held is not None
    assert (held.content, held.tags, held.status, held.importance) == (
        "The radio plays.",
        ("radio",),
        "archived",
        9,
    )
    assert held.occurred == Occurred("2026-03-05", None, "day", None, "Asia/Shanghai")
    base = await engine.ask(intake.row, "memory", memory, ("base",))
    assert json.loads(base["base"]) == patch


async def test_what_the_author_edits_while_accepting_is_locked(engine: Engine, wren: int) -> None:
    memory = await written(engine, wren, "The radio is mended.")
    await engine.execute(ChangeMemory(memory, {"mood": "happy"}))
    number = await proposed(engine, wren, "change", [memory], {"content": "Theirs.", "importance": 9})
    await engine.execute(DecideProposals([number], "accept", edited={"content": "Mine."}))
    held = await engine.ask(memories.get, memory)
    assert held is not None
    assert (held.content, held.importance, held.locked_fields) == ("Mine.", 9, ("content", "mood"))


async def test_a_characters_fields_are_taken(engine: Engine, wren: int) -> None:
    number = await proposed(
        engine, wren, "change", [], {"partner_name": "Mara", "rumination_tendency": 0.4, "id": 7}
    )
    await engine.execute(DecideProposals([number], "accept"))
    held = await engine.ask(characters.get, wren)
    assert held is not None
    assert (held.id, held.partner_name, held.rumination_tendency) == (wren, "Mara", 0.4)


async def test_a_merged_memory_keeps_where_its_quotes_stand(engine: Engine, wren: int) -> None:
    kept, gone = await written(engine, wren, "Rain."), await written(engine, wren, "It rained.")
    quote = {"owner_kind": "memory", "owner_id": gone, "target_kind": "message", "target_id": 7}
    spanned = {**quote, "role": "source", "span_from": 3, "span_to": 9, "quote": "rained"}
    await engine.database.write(lambda conn: writes.add_sources(conn, [spanned]))
    await engine.execute(MergeMemories(kept, [gone]))
    found = await engine.ask(sources.of, "memory", kept)
    assert [(one.target_kind, one.target_id, one.role) for one in found] == [
        ("message", 7, "source"),
        ("memory", gone, "merged"),
    ]
    assert (found[0].span_from, found[0].span_to, found[0].quote) == (3, 9, "rained")


async def test_a_proposal_about_what_is_gone_is_outdated_and_says_so(engine: Engine, wren: int) -> None:
    number = await proposed(engine, wren, "change", [404], {"content": "Theirs."})
    outcome = await engine.execute(DecideProposals([number], "accept"))
    assert outcome.effect.notes == ("What it is about is no longer there.",)
    held = await engine.ask(proposals.get, number)
    assert held is not None
    assert held.state == "outdated"


async def made(engine: Engine, table: str, row: dict[str, object]) -> int:
    full = {"recorded_at": 0, "updated_at": 0, **row}
    return await engine.database.write(rows.insert, table, full)  # type: ignore[arg-type]


async def versions(engine: Engine, summary: int) -> list[tuple[object, ...]]:
    query = "SELECT ordinal, content, origin FROM summary_version WHERE summary = ? ORDER BY ordinal"
    return await engine.ask(lambda conn: list(conn.execute(query, (summary,))))


async def test_a_month_that_is_accepted_is_a_version_and_the_old_text_stays(
    engine: Engine, wren: int
) -> None:
    month = {"character": wren, "scope": "month", "key": "2026-01", "content": "I wrote this by hand."}
    summary = await made(engine, "summary", month)
    patch: dict[str, object] = {"table": "summary", "content": "They wrote that."}
    number = await proposed(engine, wren, "change", [summary], patch)
    await engine.execute(DecideProposals([number], "accept"))
    assert await versions(engine, summary) == [
        (1, "I wrote this by hand.", "author"),
        (2, "They wrote that.", "import"),
    ]
    held = await engine.ask(intake.row, "summary", summary, ("content", "version", "base"))
    assert held["content"] == "They wrote that."
    assert held["base"] == json.dumps({"content": "They wrote that."})
    assert await engine.ask(lambda c: c.execute("SELECT max(id) FROM summary_version").get) == held["version"]
    await engine.undo()
    assert await versions(engine, summary) == []


async def test_a_models_month_leaves_the_base_alone(engine: Engine, wren: int) -> None:
    base = json.dumps({"content": "Theirs."})
    row = {"character": wren, "scope": "month", "key": "2026-01", "content": "Theirs.", "base": base}
    summary = await made(engine, "summary", row)
    patch: dict[str, object] = {"table": "summary", "content": "Refined.", "origin": "model"}
    number = await proposed(engine, wren, "change", [summary], patch)
    await engine.execute(DecideProposals([number], "accept"))
    held = await engine.ask(intake.row, "summary", summary, ("content", "base"))
    assert held == {"content": "Refined.", "base": base}
    assert [one[2] for one in await versions(engine, summary)] == ["author", "model"]


async def test_a_box_takes_the_other_programs_fields(engine: Engine, wren: int) -> None:
    base = json.dumps({"name": "Old", "tags": "[]", "sealed": 0})
    box = await made(engine, "box", {"character": wren, "name": "Mine", "base": base})
    patch: dict[str, object] = {"table": "box", "name": "Theirs", "sealed": 1}
    number = await proposed(engine, wren, "change", [box], patch)
    await engine.execute(DecideProposals([number], "accept"))
    held = await engine.ask(intake.row, "box", box, ("name", "sealed", "base"))
    assert (held["name"], held["sealed"]) == ("Theirs", 1)
    assert json.loads(held["base"]) == {"name": "Theirs", "tags": "[]", "sealed": 1}


async def test_a_box_that_is_gone_is_dissolved_and_can_come_back(engine: Engine, wren: int) -> None:
    memory = await written(engine, wren, "The boat trip.")
    box = await made(engine, "box", {"character": wren, "name": "Boats"})
    await engine.database.write(writes.change_memory, memory, {"box": box}, 0)
    after = await made(engine, "box", {"character": wren, "name": "Boats again", "predecessor": box})
    number = await proposed(engine, wren, "gone", [box], {"table": "box", "external_id": "eb_1"})
    await engine.execute(DecideProposals([number], "accept"))
    assert await engine.ask(intake.row, "box", box, ("name",)) == {}
    assert await engine.ask(intake.row, "box", after, ("predecessor",)) == {"predecessor": None}
    held = await engine.ask(memories.get, memory)
    assert held is not None
    assert (held.box, held.status) == (None, "active")
    await engine.undo()
    held = await engine.ask(memories.get, memory)
    assert held is not None
    assert held.box == box
