"""A character with a self, a pinned memory and a day of talk; a ledger of its own."""

import pytest
from making import HashEmbedder

from app.engine.commands import AddMemory, PinMemories
from app.engine.ingest import ingest
from app.engine.ledger import Ledger
from app.engine.steps.asking import Speaker
from app.storage import characters, rows

SELF = "我叫小满，在海边的灯塔里守着一盏灯。我说话慢，记性好。"
PIN = "这个月 TA 在准备考试，不要在晚上打扰。"
TALK = [
    ("我对虾过敏，上次肿了两天。", "我记下了，以后点菜我替你看着。"),
    ("我养了一只猫，叫橘皮。", "橘皮这个名字真好听。"),
    ("下个月我想去青岛看海。", "那我们一起等那一天。"),
]


@pytest.fixture(autouse=True)
def _quick_files(files_are_read_here):
    pass


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "ledger")


@pytest.fixture
def speaker(ledger):
    """`speaker(*lines)` → a speaker over a scripted model."""
    from speaking import ScriptedModel

    return lambda *lines, cap=None: Speaker(ScriptedModel(list(lines)), ledger, cap)


@pytest.fixture
def embedder():
    return HashEmbedder()


@pytest.fixture
async def ada(engine, memorybank):
    await ingest(engine, memorybank({"小满": {"2026-02-02": TALK}}), timezone="Asia/Shanghai")
    who = (await engine.ask(characters.find, "小满"))[0]

    def more(conn):
        rows.insert(
            conn,
            "self_block",
            {"character": who.id, "key": "self_model", "content": SELF, "updated_at": engine.now()},
        )

    await engine.database.write(more)
    pinned = await engine.execute(AddMemory(who.id, PIN, "user_room", 7))
    await engine.execute(PinMemories(pinned.effect.ids, until=2**62))
    return (await engine.ask(characters.find, "小满"))[0]
