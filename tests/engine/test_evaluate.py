"""The measure itself: a hit is a hit, a share a share, and asking changes nothing."""

import json

import pytest

from app.domain.errors import KnownError
from app.engine import embedding
from app.engine.commands import CreateCharacter
from app.engine.evaluate import evaluate
from app.engine.ingest import ingest
from app.engine.process import process
from app.storage import characters

pytestmark = pytest.mark.usefixtures("files_are_read_here")

DAYS = {
    "Ada": {
        "2026-02-01": [
            ("My sister Mara is allergic to shrimp.", "I will remember that about Mara."),
            ("I bought the green lamp.", "It suits your desk."),
        ],
        "2026-02-20": [("The harbour was full of swallows.", "How many?")],
    }
}


@pytest.fixture
async def ada(engine, memorybank, embedder):
    await ingest(engine, memorybank(DAYS), timezone="UTC")
    one = (await engine.ask(characters.every))[0]
    await embedding.complete(engine, embedder, "message", one.id)
    return one


@pytest.fixture
def ask(engine, ada, embedder, tmp_path):
    async def put(*questions, over="messages"):
        path = tmp_path / "q.json"
        path.write_text(json.dumps([{"character": "Ada", **one} for one in questions]), encoding="utf-8")
        return await evaluate(engine, path, embedder, over=over)

    return put


LAMP = {"question": "I bought the green lamp.", "evidence": ["2026-02-01#1"]}
MARA = {"question": "My sister Mara is allergic to shrimp.", "evidence": ["2026-02-01#0/query"]}


async def test_shares_are_over_all_questions(ask):
    miss = {"question": "green lamp", "evidence": ["1999-01-01#0"]}
    got = await ask(LAMP, MARA, miss, miss)
    assert got.questions == 4
    assert got.recall == {1: 0.5, 5: 0.5, 10: 0.5}
    assert got.coverage == {1: 0.5, 5: 0.5, 10: 0.5}
    assert got.mrr == 0.5


async def test_coverage_is_the_mean_fraction_found(ask):
    got = await ask({**LAMP, "evidence": ["2026-02-01#1", "2026-02-01#0", "x#1", "x#2"]})
    assert got.recall[10] == 1
    assert got.coverage == {1: 0.25, 5: 0.5, 10: 0.5}


async def test_an_id_is_hit_by_its_parts_and_by_nothing_that_only_begins_alike(ask):
    assert (await ask({**LAMP, "evidence": ["2026-02-01#1/query"]})).recall[1] == 1
    for near in ("2026-02-01", "2026-02-01#", "2026-02-01#1/", "2026-02-01#11", "2026-02-01#1/quer"):
        assert (await ask({**LAMP, "evidence": [near]})).recall[10] == 0


async def test_a_name_with_a_percent_or_twice(ask):
    got = await ask(LAMP, {**LAMP, "character": "nobody"}, {**LAMP, "character": "nobody"})
    assert (got.questions, got.unmatched) == (1, ["nobody"])


async def test_the_answer_is_looked_for_in_the_five(ask):
    got = await ask({**LAMP, "answer": "Green lamp."}, {**MARA, "answer": "lobster"}, MARA)
    assert got.answer_at_5 == 0.5
    assert (await ask(LAMP)).answer_at_5 is None
    assert got.tokens_at_5 > 0


async def test_as_of_is_the_last_message_or_as_told(ask):
    late = {"question": "The harbour was full of swallows.", "evidence": ["2026-02-20#0"]}
    assert (await ask(late)).recall[1] == 1
    assert (await ask({**late, "as_of": "2026-02-10"})).recall[10] == 0
    assert (await ask({**late, "as_of": "2026-02-10T12:00:00+08:00"})).recall[10] == 0


async def test_memories_count_by_their_sources(engine, ada, embedder, ask):
    await process(engine, ada, embedder, all_=True)
    got = await ask(MARA, over="memories")
    assert got.recall[10] == 1
    assert got.sources_mean >= 1


async def test_a_memory_of_too_many_messages_finds_nothing(engine, ada, embedder, ask):
    from app.domain.when import day_of
    from app.engine.commands import AddMemory
    from app.storage import messages, writes

    memory = (
        await engine.execute(
            AddMemory(
                ada.id,
                "My sister Mara is allergic to shrimp.",
                "bedroom",
                5,
                occurred=day_of("2026-02-01", "UTC"),
            )
        )
    ).effect.ids[0]
    ids = await engine.ask(messages.ids_in_order, ada.id)
    many = [
        {
            "owner_kind": "memory",
            "owner_id": memory,
            "target_kind": "message",
            "target_id": one,
            "role": "source",
        }
        for one in (*ids, *ids)
    ]
    await engine.database.write(lambda conn: writes.add_sources(conn, many[:6]))
    assert (await ask(MARA, over="memories")).recall[1] == 1
    await engine.database.write(lambda conn: writes.add_sources(conn, many[:6]))
    assert (await ask(MARA, over="memories")).recall[10] == 0


async def test_nothing_is_touched(engine, ada, ask):
    def state(conn):
        tables = ("memory_use", "edit", "run", "trace", "link_use")
        known = {row[0] for row in conn.execute("SELECT name FROM sqlite_master")}
        return [conn.execute(f"SELECT count(*) FROM {name}").get for name in tables if name in known]

    before = await engine.ask(state)
    await ask(LAMP, MARA)
    assert await engine.ask(state) == before


async def test_no_questions(ask):
    got = await ask()
    assert (got.questions, got.recall, got.mrr) == (0, {}, 0.0)


async def test_no_list_is_told(engine, tmp_path, embedder):
    await engine.execute(CreateCharacter("Ada"))
    (tmp_path / "q.json").write_text("[[]]", encoding="utf-8")
    with pytest.raises(KnownError) as told:
        await evaluate(engine, tmp_path / "q.json", embedder)
    assert told.value.code == "eval.shape"
