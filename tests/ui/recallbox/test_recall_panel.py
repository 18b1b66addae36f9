"""The recall box on a real engine: what comes, what falls out, and a page whose parts add up."""

import asyncio
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from loopback import Loopback, events, piece
from making import HashEmbedder, memorybank
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from ui.living import MEMORIES, NOW, Scene, furnish

from app.domain.errors import KnownError
from app.engine import embedding
from app.engine.engine import Engine
from app.engine.ingest import ingest
from app.models.endpoint.settings import Endpoint, Endpoints, Purpose, save
from app.storage import characters, history, memories
from app.ui import i18n
from app.ui.recallbox import panel as recall_panel
from app.ui.recallbox.model import ROW_ROLE, Heading, Hit, Miss
from app.ui.widgets import FactList, Text

Key = Qt.Key
MANY = tuple(
    (
        f"Sam and the harbour, evening {n} of the lamps",
        "study",
        4 + n % 5,
        "neutral",
        (),
        f"2026-01-{n + 1:02d}",
    )
    for n in range(20)
)


async def _make(path: Path, *, vectors: bool) -> None:
    await furnish(path, (*MEMORIES, *MANY))
    engine = await Engine.open(path, now=lambda: NOW)
    try:
        talk = [
            ("Shall we go to the harbour?", "Yes, when the lamps are lit."),
            ("Good night.", "Good night, Sam."),
        ]
        bank = memorybank({"Wren": {"2026-03-02": talk}}, path.with_suffix(".json"))
        await ingest(engine, bank, character="Wren", timezone="UTC")
        if vectors:
            wren = (await engine.ask(characters.find, "Wren"))[0]
            for kind in ("memory", "message"):
                await embedding.complete(engine, HashEmbedder(), kind, wren.id)
    finally:
        await engine.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recall") / "wren.palace"
    asyncio.run(_make(path, vectors=True))
    return path


@pytest.fixture
def path(tmp_path: Path, made: Path) -> Path:
    return Path(shutil.copy(made, tmp_path / "wren.palace"))


@pytest.fixture
def scene(studio, monkeypatch: pytest.MonkeyPatch) -> Iterator[Scene]:
    monkeypatch.setattr(recall_panel, "embedder", HashEmbedder)
    made = Scene(studio, "recall")
    yield made
    page = made.panel.inspector_page()
    made.leave()
    page.deleteLater()


def shown(scene: Scene) -> list[Heading | Hit | Miss]:
    model = scene.panel.model
    return [model.data(model.index(row), ROW_ROLE) for row in range(model.rowCount())]


def hits(scene: Scene) -> list[Hit]:
    return [row for row in shown(scene) if isinstance(row, Hit)]


def misses(scene: Scene) -> list[Miss]:
    return [row for row in shown(scene) if isinstance(row, Miss)]


async def ask(scene: Scene, text: str) -> None:
    scene.panel.field.setText(text)
    scene.panel.field.returnPressed.emit()
    await scene.rest()


async def pick(scene: Scene, choice, key: str) -> None:
    choice.set_current(key)
    choice.activated.emit(choice.currentIndex())
    await scene.rest()


async def write(scene: Scene, field, text: str) -> None:
    field.setText(text)
    field.editingFinished.emit()
    await scene.rest()


def told_on(page) -> list[str]:
    return [text.text() for text in page._column.findChildren(Text) if text.text()]


def facts_on(page) -> dict[str, str]:
    """Names and figures of the page's first list of facts."""
    facts = page._column.findChildren(FactList)[0]
    texts = [text.text() for text in facts.findChildren(Text)]
    return dict(zip(texts[::2], texts[1::2], strict=True))


def test_it_waits_for_a_question(scene, loop_run, path):
    async def main():
        await scene.open(path)
        panel = scene.panel
        assert panel.body.currentWidget() is panel.empty
        assert panel.told.text() == ""
        assert told_on(panel.page)[0] == "Why these"
        await ask(scene, "   ")
        assert shown(scene) == []

    loop_run(main())


def test_what_comes_and_what_just_missed(scene, loop_run, path):
    async def main():
        mode = QAbstractItemModelTester.FailureReportingMode.Warning
        QAbstractItemModelTester(scene.panel.model, mode, scene.panel)
        await scene.open(path)
        await ask(scene, "What of the harbour and the lamps?")
        found = hits(scene)
        assert 0 < len(found) <= 12
        assert [row.item.score for row in found] == sorted((row.item.score for row in found), reverse=True)
        assert [row.place for row in found] == list(range(1, len(found) + 1))
        assert misses(scene)
        assert [row.text for row in shown(scene) if isinstance(row, Heading)] == ["Not recalled"]
        recalled = {row.item.candidate.id for row in found}
        assert not recalled & {row.item.candidate.id for row in misses(scene)}
        assert scene.panel.told.text().startswith(f"{len(found)} memories recalled")
        assert "words alone" not in scene.panel.told.text()
        assert scene.panel.list.currentIndex().row() == 0

    loop_run(main())


def test_asking_changes_nothing(scene, loop_run, path):
    async def main():
        await scene.open(path)
        studio = scene.studio
        ids = await studio.ask(memories.ids_in_order, studio.character_id)
        before = (await studio.ask(memories.many, ids), await studio.ask(history.edits))
        await ask(scene, "What of the harbour and the lamps?")
        await ask(scene, "shrimp")
        assert (await studio.ask(memories.many, ids), await studio.ask(history.edits)) == before

    loop_run(main())


def test_the_parts_add_up_to_the_score(scene, loop_run, path):
    async def main():
        await scene.open(path)
        await ask(scene, "What of the harbour and the lamps?")
        panel = scene.panel
        hits = [(row, one) for row, one in enumerate(shown(scene)) if isinstance(one, Hit)]
        assert hits
        for row, one in hits:
            assert sum(part.share for part in one.parts) == pytest.approx(one.item.score, abs=1e-9)
            panel.list.setCurrentIndex(panel.model.index(row))
            facts = facts_on(panel.page)
            score = float(facts.pop("Score"))
            assert facts.pop("How")
            assert "0.0000" not in facts.values()
            assert score == pytest.approx(one.item.score, abs=5e-5)
            assert sum(map(float, facts.values())) == pytest.approx(score, abs=1e-4 * len(facts))

    loop_run(main())


def test_a_dropped_row_says_where_it_fell_out(scene, loop_run, path):
    async def main():
        await scene.open(path)
        await ask(scene, "What of the harbour and the lamps?")
        row = next(
            i for i, one in enumerate(shown(scene)) if isinstance(one, Miss) and one.item.score is not None
        )
        miss = shown(scene)[row]
        scene.panel.list.setCurrentIndex(scene.panel.model.index(row))
        facts = facts_on(scene.panel.page)
        assert facts["Fell out"].startswith("the places were taken: short by")
        assert float(facts["Needed"]) >= float(facts["Score"]) == pytest.approx(miss.item.score, abs=5e-5)

    loop_run(main())


def test_the_prompt_stands_below_with_its_tokens(scene, loop_run, path):
    async def main():
        await scene.open(path)
        await ask(scene, "What of the harbour and the lamps?")
        prompt = scene.panel._prompt
        assert prompt.tokens > 0
        assert f"about {prompt.tokens} tokens" in told_on(scene.panel.page)
        assert hits(scene)[0].item.candidate.content in prompt.text

    loop_run(main())


def test_a_date_that_is_not_understood_is_told_and_a_good_one_hides_what_came_later(scene, loop_run, path):
    async def main():
        await scene.open(path)
        panel = scene.panel
        await ask(scene, "harbour lamps")
        before = shown(scene)
        await write(scene, panel.as_of, "some day")
        assert panel.told.text() == "“some day” is not understood as a date."
        assert shown(scene) == before
        for day in ("2026-01-10", "10 January 2026", "2026年1月10日", "2026-01-10T23:59"):
            await write(scene, panel.as_of, day)
            days = [row.item.candidate.occurred_text_day for row in hits(scene)]
            assert days, day
            assert all(one is None or one <= "2026-01-10" for one in days), day
        assert any(row.item.stage == "later" for row in misses(scene))
        for day in ("9999-12-31T23:59-12:00", "9999-12-31"):
            await write(scene, panel.as_of, day)
            assert not any(row.item.stage == "later" for row in misses(scene)), day
        await write(scene, panel.as_of, "0001-01-01T00:00+14:00")
        assert {row.item.candidate.occurred_text_day for row in hits(scene)} <= {None}
        await write(scene, panel.as_of, "")
        assert [row.item.candidate.id for row in hits(scene)] == [
            row.item.candidate.id for row in before if isinstance(row, Hit)
        ]

    loop_run(main())


def test_options_ask_again(scene, loop_run, path):
    async def main():
        await scene.open(path)
        panel = scene.panel
        await pick(scene, panel.profile, "sullyos")
        assert shown(scene) == []  # nothing was asked yet
        await ask(scene, "harbour lamps")
        assert panel._found.profile.name == "sullyos"
        await pick(scene, panel.profile, "seed")
        assert panel._found.profile.name == "seed"
        await pick(scene, panel.mood, "hurt")
        assert panel._found.mood == "hurt"
        primed = [row for row in [*hits(scene), *misses(scene)] if row.item.candidate.mood == "hurt"]
        assert primed
        await pick(scene, panel.mood, "")
        assert panel._found.mood is None
        await pick(scene, panel.over, "messages")
        assert panel.told.text().startswith(f"{len(hits(scene))} message")
        assert hits(scene)[0].item.candidate.content.startswith(("Shall we go", "Yes, when"))

    loop_run(main())


def test_a_model_is_asked_for_the_mood_only_on_request(scene, loop_run, path):
    async def main():
        reply = '{"mood": "nostalgic", "why": "the harbour again"}'
        async with Loopback() as server:
            server.script = lambda asked: events(piece(reply), piece(finish="stop"))
            save(
                Endpoints(
                    {Purpose.LIGHT: Endpoint(address=server.url, url=f"{server.url}/v1", model="small")}
                )
            )
            try:
                await scene.open(path)
                panel = scene.panel
                await ask(scene, "harbour lamps")
                assert server.asked == []
                panel.ask_mood.click()
                for _ in range(6_000):  # the client's library takes its time to be imported
                    if panel._heard is not None:
                        break
                    await asyncio.sleep(0.01)
                await scene.rest()
                assert (panel._found.mood, panel.mood.current()) == ("nostalgic", "nostalgic")
                assert any(
                    "asked of small" in text and "harbour again" in text for text in told_on(panel.page)
                )
                await pick(scene, panel.mood, "hurt")
                assert panel._found.mood == "hurt"
                assert any("set by hand" in text for text in told_on(panel.page))
                assert len(server.asked) == 1
            finally:
                save(Endpoints())

    loop_run(main())


def test_enter_and_the_page_open_what_was_chosen(scene, loop_run, path, qtbot):
    async def main():
        await scene.open(path)
        panel = scene.panel
        await ask(scene, "harbour lamps")
        first = hits(scene)[0].item.candidate
        qtbot.keyClick(panel.list, Key.Key_Return)
        panel.page.open_memory.click()
        await pick(scene, panel.over, "messages")
        message = hits(scene)[0].item.candidate
        assert panel.page.open_memory.text() == "Show in the conversation"
        panel.page.open_memory.click()
        memory = ("rooms", {"room": first.room, "memory": first.id})
        assert scene.wishes == [memory, memory, ("message", message.id)]

    loop_run(main())


def test_the_chosen_row_stays_when_it_is_asked_again(scene, loop_run, path):
    async def main():
        await scene.open(path)
        await ask(scene, "harbour lamps")
        chosen = hits(scene)[3].item.candidate.id
        scene.panel.list.setCurrentIndex(scene.panel.model.index(3))
        scene.panel.request_refresh()
        await scene.rest()
        row = shown(scene)[scene.panel.list.currentIndex().row()]
        assert row.item.candidate.id == chosen

    loop_run(main())


def test_of_two_questions_the_later_one_is_answered(scene, loop_run, path, monkeypatch):
    real = recall_panel.prompt

    async def slow(engine, character, question, *others):
        if question.text == "shrimp":
            await asyncio.sleep(0.2)
        return await real(engine, character, question, *others)

    async def main():
        await scene.open(path)
        monkeypatch.setattr(recall_panel, "prompt", slow)
        scene.panel.field.setText("shrimp")
        scene.panel.field.returnPressed.emit()
        await asyncio.sleep(0)
        await ask(scene, "letter quarrelled")
        assert "letter" in hits(scene)[0].item.candidate.content

    loop_run(main())


def test_a_failure_is_told_and_the_page_does_not_go_on_recalling(
    scene, loop_run, path, monkeypatch, faults_told
):
    async def fail(*_arguments):
        raise KnownError("x", "No room on the disk.")

    async def main():
        await scene.open(path)
        monkeypatch.setattr(recall_panel, "prompt", fail)
        await ask(scene, "harbour")
        assert scene.panel.told.text() == ""
        assert [str(fault) for fault in faults_told] == ["No room on the disk."]
        faults_told.clear()

    loop_run(main())


def test_without_vectors_it_goes_by_words_and_says_so(scene, loop_run, tmp_path):
    async def main():
        path = tmp_path / "bare.palace"
        await furnish(path)
        await scene.open(path)
        await ask(scene, "shrimp")
        assert "shrimp" in hits(scene)[0].item.candidate.content
        assert "by words alone" in scene.panel.told.text()
        assert "words alone: no vectors yet" in told_on(scene.panel.page)

    loop_run(main())


def test_it_works_on_a_read_only_palace(scene, loop_run, path):
    async def main():
        await scene.open(path, read_only=True)
        scene.panel.show_with(text="harbour lamps")
        await scene.rest()
        assert hits(scene)
        assert scene.panel.field.text() == "harbour lamps"

    loop_run(main())


def test_the_language_switches_live(scene, loop_run, path):
    async def main():
        await scene.open(path)
        await ask(scene, "harbour lamps")
        count = len(hits(scene))
        i18n.choose("zh")
        await scene.rest()
        assert scene.panel.head.title.text() == "召回"
        assert scene.panel.told.text().startswith(f"召回\u2009{count}\u2009条记忆")
        assert [row.text for row in shown(scene) if isinstance(row, Heading)] == ["没有入选"]
        assert "得分" in facts_on(scene.panel.page)
        assert scene.panel.mood.itemText(scene.panel.mood.findData("hurt")) == "受伤"

    loop_run(main())
