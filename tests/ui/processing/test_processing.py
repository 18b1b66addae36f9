"""The page that reads new messages, before a real palace and a real server on loopback."""

import asyncio
import gc
import time

import pytest
from loopback import Loopback, events, piece
from making import memorybank, runs_of
from speaking import items, memory
from ui.living import Scene

from app import bootstrap
from app.engine import resume
from app.engine.engine import Engine
from app.engine.ingest import ingest
from app.models.endpoint.settings import Endpoint, Endpoints, Purpose, save
from app.storage import history, memories, proposals
from app.ui import i18n
from app.ui.processing.panel import ALL

pytestmark = pytest.mark.usefixtures("files_are_read_here")

TALK = [
    ("I am allergic to shrimp; it swelled for two days.", "Noted: no shrimp for you."),
    ("My cat is called Orange and sleeps on the radiator.", "A good name."),
    ("Next month I want to see the sea at Whitby.", "Then we wait for that day."),
]
CAT = items(memory("Mara has a cat called Orange.", [3], date="2026-02-02"))


def says(text):
    return events(piece(text[:20]), piece(text[20:]), piece(finish="stop"))


@pytest.fixture(autouse=True)
def swept():
    """The loop of a test goes here, not whenever a thread of the next one happens to collect it."""
    yield
    gc.collect()


@pytest.fixture
def scene(dressed, studio):
    made = Scene(studio, "processing")
    yield made
    save(Endpoints())
    made.leave()


async def story(tmp_path, *, looked_at=True):
    """Make a palace with an imported talk; `looked_at`: as if a run over it had been reviewed."""
    path = tmp_path / "talk.palace"
    engine = await Engine.create(path)
    try:
        await ingest(
            engine, memorybank({"Mara": {"2026-02-02": TALK}}, tmp_path / "bank.json"), timezone="UTC"
        )
        if looked_at:
            await engine.database.write(
                lambda conn: conn.execute("UPDATE character SET origin_system = NULL")
            )
    finally:
        await engine.close()
    return path


def set_up(url, **more):
    save(Endpoints({Purpose.CHAT: Endpoint(address=url, url=f"{url}/v1", model="tiny", **more)}))


async def until(true):
    end = time.monotonic() + 60
    while not true():
        assert time.monotonic() < end
        await asyncio.sleep(0.01)


async def read(scene):
    """Press the button and wait until the reading has ended."""
    scene.panel.start.click()
    await until(lambda: scene.panel.task is not None)
    await until(lambda: scene.panel.task is None)
    await scene.rest()


def card(scene):
    found = [one for one in scene.panel.outcome.findChildren(type_of("Card")) if not one.isHidden()]
    return found[-1]


def type_of(name):
    from app.ui import widgets

    return getattr(widgets, name)


def test_nothing_beyond_the_hot_zone_is_said_and_everything_can_be_read(loop_run, scene, tmp_path):
    async def work():
        await scene.open(await story(tmp_path))
        panel = scene.panel
        assert panel.all_  # nothing waits beyond the newest
        panel.scope.set_current("hot")
        panel._reckon()
        await scene.rest()
        assert "hot zone" in panel.plan.text()
        assert not panel.start.isEnabled()
        panel.scope.set_current(ALL)
        panel._reckon()
        await scene.rest()
        assert panel.start.text() == "Read 6 messages"
        assert "no token" in panel.cost.told.text()
        await read(scene)
        engine, who = scene.studio.engine, scene.studio.character
        made = await engine.ask(memories.ids_in_order, who.id)
        assert made
        assert "memor" in card(scene).title.text()
        await scene.undo()
        assert await engine.ask(memories.ids_in_order, who.id) == []
        assert panel.start.isEnabled()

    loop_run(work())


def test_imported_text_waits_in_the_inbox_and_the_page_says_why(loop_run, scene, tmp_path):
    async def work():
        await scene.open(await story(tmp_path, looked_at=False))
        panel = scene.panel
        assert not panel.rule.isHidden()
        assert not panel.steps.controls["extraction"].isEnabled()
        assert panel.wish().review
        await read(scene)
        engine, who = scene.studio.engine, scene.studio.character
        assert await engine.ask(memories.ids_in_order, who.id) == []
        assert await engine.ask(proposals.waiting, who.id) > 0
        assert "Inbox" in card(scene).title.text()

    loop_run(work())


def test_a_model_reads_and_says_what_it_cost(loop_run, scene, tmp_path):
    async def work():
        async with Loopback() as server:
            server.script = lambda asked: says(
                CAT if "<<<messages" in asked.body["messages"][-1]["content"] else items()
            )
            set_up(server.url)
            await scene.open(await story(tmp_path))
            panel = scene.panel
            assert panel.reader().kind == "endpoint"
            assert "call" in panel.cost.told.text()
            assert server.asked == []  # an estimate asks nobody
            await read(scene)
            assert server.asked[0].body["stream"] is True
            who = scene.studio.character
            texts = await scene.studio.ask(
                lambda conn: list(memories.texts(conn, memories.ids_in_order(conn, who.id)).values())
            )
            assert texts == ["Mara has a cat called Orange."]
            assert "call" in card(scene).text.text()
            await scene.undo()
            assert await scene.studio.ask(memories.ids_in_order, who.id) == []

    loop_run(work())


def test_a_dead_endpoint_is_told_and_the_run_is_taken_up_from_the_history(loop_run, scene, tmp_path):
    async def work():
        set_up("http://127.0.0.1:9")
        await scene.open(await story(tmp_path))
        await read(scene)
        shown = card(scene)
        assert "127.0.0.1:9" in shown.title.text()
        assert "History" in shown.text.text()
        engine = scene.studio.engine
        ((uid, _),) = await engine.ask(history.index, "interrupted")
        assert await resume.model_of(engine, uid) == "tiny"
        async with Loopback() as server:
            server.script = lambda asked: says(
                CAT if "<<<messages" in asked.body["messages"][-1]["content"] else items()
            )
            set_up(server.url)
            from app.ui.processing import readers

            speaker = await readers.again(scene.studio, "tiny", scene.panel)
            await (await resume.resume(engine, uid, bootstrap.embedder(), speaker)).wait()
            await speaker.model.close()
        assert await engine.ask(history.index, "interrupted") == []
        await scene.rest()

    loop_run(work())


def test_cancelling_while_the_model_writes_leaves_a_run_to_take_up(loop_run, scene, tmp_path):
    async def work():
        async with Loopback() as server:
            server.script = lambda asked: events(piece('{"items": ['), stall=True, done=False)
            set_up(server.url)
            await scene.open(await story(tmp_path))
            scene.panel.start.click()
            await until(lambda: server.asked)
            await asyncio.sleep(0.1)
            assert not scene.panel.cancel.isHidden()
            scene.panel.cancel.click()
            await until(lambda: scene.panel.task is None)
            await asyncio.wait_for(server.gone.wait(), 5)
            await scene.rest()
        assert "stopped" in card(scene).title.text()
        (run, _) = await scene.studio.ask(lambda conn: (runs_of(conn, "process")[-1], 0))
        assert run.status == "interrupted"
        assert len(await scene.studio.ask(history.index, "interrupted")) == 1

    loop_run(work())


def test_what_becomes_of_a_step_is_kept(loop_run, scene, tmp_path):
    async def work():
        set_up("http://127.0.0.1:9")
        await scene.open(await story(tmp_path))
        control = scene.panel.steps.controls["deep_links"]
        assert control.current() == "auto"
        control._choose(0)
        await scene.rest()
        assert (scene.panel.wish().links, scene.panel.wish().names) == ("off", "auto")
        scene.panel.who.set_current("built-in")
        scene.panel._reckon()
        await scene.rest()
        assert not control.isEnabled()
        assert scene.panel.wish().names == "off"

    loop_run(work())


def test_the_cap_stops_before_the_call(loop_run, scene, tmp_path):
    async def work():
        async with Loopback() as server:
            server.script = lambda asked: says(CAT)
            set_up(server.url)
            await scene.open(await story(tmp_path))
            scene.panel.cost.cap.setText("50")
            await read(scene)
            assert server.asked == []
            assert "cap" in card(scene).title.text()

    loop_run(work())


def test_in_both_languages(loop_run, scene, tmp_path):
    async def work():
        await scene.open(await story(tmp_path))
        await read(scene)
        i18n.choose("zh")
        await scene.rest()
        assert scene.panel.head.title.text() == "读新消息"
        assert scene.panel.who.itemText(0) == "内置提取器"
        assert "条" in card(scene).text.text()

    loop_run(work())
