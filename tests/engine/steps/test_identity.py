"""No memory work without the character's identity: one builder, and every call that leaves the house has it."""

import ast
from pathlib import Path

import pytest
from engine.steps.conftest import PIN, SELF
from hypothesis import given
from hypothesis import strategies as st
from speaking import items, system_of, user_of

from app.engine.commands import AddMemory, CreateCharacter
from app.engine.identity import Material, fenced, identity_of
from app.engine.process import process
from app.engine.steps.box_naming import name_boxes
from app.engine.steps.deep_links import deep_links
from app.engine.steps.extraction import ModelExtractor
from app.engine.steps.mood_now import mood_now
from app.storage import characters, memories, rows

ENGINE = Path(__file__).parents[3] / "app" / "engine"
ASKING = {"steps/asking.py"}  # the one place that may speak to a model
BUILDING = {"identity.py"}  # the one place that may build what is said


def _calls(name: str) -> set[str]:
    """Files of the engine that call `name`."""
    found = set()
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "attr", getattr(node.func, "id", "")) == name
            ):
                found.add(path.relative_to(ENGINE).as_posix())
    return found


def test_only_one_place_speaks_to_a_model_and_only_one_builds_what_is_said():
    assert _calls("ChatRequest") == ASKING
    assert _calls("MemoryCall") == BUILDING
    assert _calls("Say") == BUILDING


async def _extract(engine, ada, embedder, speaker):
    await process(engine, ada, embedder, all_=True, extractor=ModelExtractor(speaker))


async def _link(engine, ada, embedder, speaker):
    fresh = [
        (await engine.execute(AddMemory(ada.id, text, "study"))).effect.ids[0]
        for text in ("TA 修好了收音机。", "TA 教我认星星。")
    ]
    await deep_links(engine, ada, embedder, speaker, fresh)


async def _mood(engine, ada, embedder, speaker):
    await mood_now(engine, ada, embedder, speaker)


async def _boxes(engine, ada, embedder, speaker):
    def make(conn):
        values = {"character": ada.id, "name": "", "recorded_at": 0, "updated_at": 0}
        box = rows.insert(conn, "box", values)
        memory = memories.ids_in_order(conn, ada.id)[0]
        rows.update(conn, "memory", memory, {"box": box})

    await engine.database.write(make)
    await name_boxes(engine, ada, speaker)


@pytest.mark.parametrize("step", [_extract, _link, _mood, _boxes])
async def test_every_call_carries_the_identity_first_and_material_alone_in_the_user_message(
    engine, ada, embedder, speaker, step
):
    speaks = speaker(items())
    await step(engine, ada, embedder, speaks)
    assert speaks.model.asked
    for asked in speaks.model.asked:
        assert [message.role for message in asked.messages] == ["system", "user"]
        first, rest = system_of(asked).split("\n", 1)
        assert first.startswith("你是小满，此刻独自打理自己的记忆")
        assert rest.index(SELF) < rest.index(PIN) < rest.index("## 手上的事")
        assert "JSON" in rest[rest.index("## 手上的事") :]
        outside = user_of(asked)
        assert outside.startswith("<<<")
        assert outside.endswith(">>>")
        assert "橘皮" not in system_of(asked)


async def test_without_a_self_or_pins_the_identity_is_the_name(engine, embedder):
    await engine.execute(CreateCharacter("Wren", None, "Europe/London"))
    identity = await identity_of(engine, (await engine.ask(characters.every))[0])
    assert (identity.name, identity.language, identity.blocks, identity.residents) == ("Wren", "en", (), ())
    assert identity.partner_told == "the other one"


async def test_the_digest_follows_the_self_and_the_pins(engine, ada):
    before = (await identity_of(engine, ada)).digest
    assert (await identity_of(engine, ada)).digest == before

    def change(conn):
        conn.execute("UPDATE self_block SET content = content || '还爱吃橘子。'")

    await engine.database.write(change)
    assert (await identity_of(engine, ada)).digest != before


async def test_a_card_without_end_is_shortened_and_says_so(engine, ada):
    def grow(conn):
        conn.execute("UPDATE self_block SET content = ?", ("我喜欢海。" * 9000,))

    await engine.database.write(grow)
    identity = await identity_of(engine, ada)
    assert identity.clipped
    assert identity.blocks[0].content.endswith("（后文从略）")
    assert len(identity.blocks[0].content) < 10_000


@given(st.text(max_size=200), st.text(max_size=200))
def test_material_cannot_close_its_own_fence(one, other):
    told = fenced([Material("known", one), Material("messages", other)])
    code = told.split("\n", 1)[0].removeprefix("<<<known ")
    assert told.count(f"{code}>>>") == 2
    assert told.count(f"<<<known {code}\n") == 1
    assert told.count(f"<<<messages {code}\n") == 1
    assert code not in one + other
