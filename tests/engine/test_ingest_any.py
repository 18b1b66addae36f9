"""Whatever a reader tells is taken in: a whole account, a sound palace, nothing twice, all of it taken back."""

from pathlib import Path

from formats.exports import CHARACTER, backup, bare, message, node, told
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.engine import care
from app.engine.engine import Engine
from app.engine.ingest.account import Account
from app.engine.ingest.ingest import take_all
from app.storage import characters

WORDS = st.text(st.characters(codec=None, exclude_categories=()), max_size=6)
ODD = st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.lists(WORDS, max_size=2)
IDS = st.sampled_from(["a", "b", "", " ", "\ud83d", "long" * 40]) | st.integers(-1, 3) | ODD
NODES = st.fixed_dictionaries(
    {"id": IDS, "charId": st.sampled_from([CHARACTER, "char-2"]), "content": WORDS | ODD},
    optional={
        **dict.fromkeys(("importance", "mood", "tags", "createdAt", "pinnedUntil", "accessCount", "valence"), ODD),
        "room": st.sampled_from(["attic", "moon", "windowsill"]) | ODD,
        "eventBoxId": st.sampled_from(["box", "gone"]) | ODD,
    },
)  # fmt: skip
MESSAGES = st.fixed_dictionaries(
    {"id": IDS, "charId": st.sampled_from([CHARACTER, "char-2"]), "content": WORDS | ODD},
    optional={
        **dict.fromkeys(("timestamp", "metadata", "hidden"), ODD),
        "role": st.sampled_from(["user", "assistant", "system", "narrator"]) | ODD,
        "type": st.sampled_from(["text", "image", "voice"]) | ODD,
    },
)
LINKS = st.fixed_dictionaries(
    {"id": IDS, "sourceId": IDS, "targetId": IDS},
    optional={"type": st.sampled_from(["temporal", "emotional", "odd"]) | ODD, "strength": ODD},
)
HOPES = st.fixed_dictionaries(
    {"id": IDS, "charId": st.just(CHARACTER), "content": WORDS | ODD},
    optional={"status": st.sampled_from(["active", "anchor", "fulfilled"]) | ODD, "createdAt": ODD},
)
BOXES = st.fixed_dictionaries(
    {"id": st.sampled_from(["box", "other"]) | IDS, "charId": st.just(CHARACTER)},
    optional={"name": ODD, "tags": ODD, "liveMemoryIds": st.lists(IDS, max_size=2), "sealed": ODD},
)
STORES = st.fixed_dictionaries(
    {},
    optional={
        "memoryNodes": st.lists(NODES, max_size=4),
        "messages": st.lists(MESSAGES, max_size=4),
        "memoryLinks": st.lists(LINKS, max_size=3),
        "anticipations": st.lists(HOPES, max_size=2),
        "eventBoxes": st.lists(BOXES, max_size=2),
    },
)


def adds_up(account: Account) -> bool:
    return account.found == sum(account.total(one) for one in ("new", "known", "changed", "skipped"))


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(STORES, st.booleans())
async def test_anything(tmp_path_factory, stores, more: bool) -> None:
    folder: Path = tmp_path_factory.mktemp("any")
    if more:
        stores = {"memoryNodes": [node("a"), node("b")], "messages": [message(1)], **stores}
    records = told(bare(folder / "x", backup(**stores)))
    engine = await Engine.create(folder / "p.palace")
    try:
        account = await take_all(engine, records, "Import")
        assert adds_up(account)
        wrong = [one.kind for one in await care.check(engine)]
        assert set(wrong) <= {"future_date"}  # told by `check`, not refused at the door
        again = await take_all(engine, records, "Import")
        assert adds_up(again)
        assert (again.total("new"), again.total("changed")) == (0, 0)
        await engine.undo()
        assert await engine.ask(characters.every) == []
        assert await care.check(engine) == []
    finally:
        await engine.close()
