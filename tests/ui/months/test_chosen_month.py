"""The text of a month: candidates beside it, verdicts, the author's own words, the truth check, what is said meanwhile."""

import gc
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from speaking import ScriptedModel
from ui.living import NOW, Scene
from ui.months.march import DAYS, MARCH, NEW, OLD, make_march

from app.domain.months.evidence import Days
from app.domain.months.truth import check
from app.engine.commands import EditFragment, WriteFragment
from app.engine.engine import Engine
from app.engine.ledger import Ledger
from app.engine.steps.asking import Speaker
from app.storage import months, proposals
from app.ui import i18n
from app.ui.months.by_hand import ByHand
from app.ui.months.chosen import ChosenMonth
from app.ui.studio import Studio
from app.ui.widgets import Button

Run = Callable[[object], object]


class Chosen(Scene):
    """The month alone, as the panel mounts it."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio, "months")
        self.leave()
        self.panel = ChosenMonth(studio)
        self.panel.resize(1000, 640)

    async def open_march(self, path: Path, *, read_only: bool = False) -> ChosenMonth:
        await self.studio.open(await Engine.open(path, read_only=read_only, now=lambda: NOW))
        self.panel.show()
        self.panel.show_month(self.studio.character, MARCH)
        await self.rest()
        return self.panel

    async def text(self) -> str | None:
        held = await self.studio.ask(months.summary, self.studio.character_id, MARCH)
        return held.content if held else None


@pytest.fixture
def scene(studio: Studio) -> Iterator[Chosen]:
    made = Chosen(studio)
    yield made
    made.leave()
    gc.collect()


def cards(month: ChosenMonth) -> list[str]:
    return [card.title.text() for card in month.view.notices.cards]


def test_a_candidate_stands_beside_the_text_and_what_is_taken_lands_as_one_edit(
    scene: Chosen, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", replies=(NEW,))
        month = await scene.open_march(tmp_path / "w.palace")
        compare, primary = month.view.compare, month.view.head.primary
        assert month.state.mode == "compare"
        assert [part.pair.same for part in compare.parts] == [False, False, True]
        assert compare.rows[2].isHidden()
        month.view.fold.click()
        assert not compare.rows[2].isHidden()
        compare.decide(1, "keep")
        compare.decide(0, "take")
        assert primary.text() == "Apply 1 of 2 paragraphs"
        primary.click()
        await scene.rest()
        text = await scene.text()
        assert text == "\n\n".join((NEW.split("\n\n")[0], *OLD.split("\n\n")[1:]))
        assert month.state.mode == "read"
        assert not await scene.studio.ask(proposals.listed, scene.studio.character_id, proposals.OPEN)
        undo, _ = await scene.studio.bridge.undo_names()
        assert i18n.said(undo) == "Give March 2026 a new text"
        await scene.undo()
        assert await scene.text() == OLD
        assert month.state.mode == "compare"

    loop_run(main())


def test_keys_turn_verdicts_and_own_words_are_taken(scene: Chosen, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", replies=(NEW,))
        month = await scene.open_march(tmp_path / "w.palace")
        row = month.view.compare.rows[0]
        row.setFocus()
        QTest.keyClick(row, Qt.Key.Key_K)
        assert month.view.compare.parts[0].verdict == "keep"
        QTest.keyClick(row, Qt.Key.Key_Space)
        assert month.view.compare.parts[0].verdict == "take"
        QTest.keyClick(row, Qt.Key.Key_E)
        assert row.writer is not None
        row.writer.setPlainText("Work ate her evenings.")
        QTest.keyClick(row.writer, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
        await scene.rest()
        assert row.verdict.text() == "mine"
        month.view.head.primary.click()
        await scene.rest()
        assert (await scene.text() or "").startswith("Work ate her evenings.\n\n")

    loop_run(main())


def test_nothing_written_is_lost_by_looking_at_another_month(
    scene: Chosen, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", replies=(NEW,))
        month = await scene.open_march(tmp_path / "w.palace")
        who = scene.studio.character
        month.write_by_hand(OLD)
        assert not month.unkept(), "nothing is written yet"
        month.view.hand.dropped.emit()
        month.view.compare.write(0)
        writer = month.view.compare.rows[0].writer
        assert writer is not None
        QTest.keyClicks(writer, "Begun, ")
        assert month.unkept() == "Your words for March 2026 are not kept yet."
        month.show_month(who, "2026-02")
        await scene.rest()
        assert month.state.mode == "empty"
        month.show_month(who, MARCH)
        await scene.rest()
        assert "Begun," in month.view.compare.made()
        month.write_by_hand("A March of my own")
        month.show_month(who, "2026-02")
        await scene.rest()
        month.show_month(who, MARCH)
        await scene.rest()
        assert month.view.hand.field.toPlainText() == "A March of my own"
        month.view.head.primary.click()
        await scene.rest()
        assert await scene.text() == "A March of my own"

    loop_run(main())


def test_flags_are_marked_listed_corrected_and_waved_off(
    scene: Chosen, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", replies=(NEW,))
        month = await scene.open_march(tmp_path / "w.palace")
        page, compare = month.page, month.view.compare
        teo = next(card for card in page.flag_cards if card.flag.text == "Uncle Teo")
        assert teo.title.text() == "“Uncle Teo” is not mentioned"
        assert compare.parts[1].verdict == "keep", "what is flagged is not taken by itself"
        assert teo.correction == "Theo"
        teo.correct.click()
        await scene.rest()
        assert "and Theo held the torch" in compare.shown()
        assert all(card.flag.text != "Uncle Teo" for card in page.flag_cards)
        compare.rows[1].chosen.emit()
        assert [row.accessibleName().split(":")[0] for row in page.rests] == ["11 Mar"]
        forgotten = page.forgotten_cards
        assert forgotten, "the day of the quarterly talk is told nowhere"
        count = len(forgotten)
        forgotten[0].leave.click()
        await scene.rest()
        assert len(page.forgotten_cards) == count - 1

    loop_run(main())


def test_in_little_room_words_give_way_but_the_primary_is_whole(
    scene: Chosen, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", replies=(NEW,))
        month = await scene.open_march(tmp_path / "w.palace")
        head, said = month.view.head, []
        for width in (1200, *range(900, 540, -20), 1200):
            month.resize(width, 640)
            await scene.rest()
            for button in (head.template, head.fresh, head.primary):
                assert button.width() >= button.sizeHint().width(), (width, button.text())
            assert head.state.accessibleName() == "refined"
            said.append((head.title.text(), head.state.text(), head.template.text(), head.fresh.text()))
        whole = ("March 2026", "refined", "Template: Atmosphere", "New candidate, built-in")
        assert said[0] == said[-1] == whole
        assert (*whole[:3], "New candidate") in said, "who makes it gives way first"
        assert ("March 2026", "refined", "Atmosphere", "New candidate") in said
        assert ("March 2026", "", "Atmosphere", "New candidate") in said
        assert ("Mar 2026", "", "Atmosphere", "New candidate") in said, "the month's name gives way last"

    loop_run(main())


def test_a_correction_of_the_text_itself_is_one_edit_and_its_days_stay_stale(
    scene: Chosen, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", text=OLD.replace("11th", "14th"))
        month = await scene.open_march(tmp_path / "w.palace")
        days = await scene.studio.ask(months.fragments, scene.studio.character_id, MARCH)
        await scene.studio.execute(EditFragment(days[0].id, {"content": "Mara came home early."}))
        await scene.rest()
        assert month.view.head.state.text() == "1 day edited since"
        asked: list[str] = []
        month.day_asked.connect(asked.append)
        month.view.head.state.clicked.emit()
        assert asked == [DAYS[0][0]]
        wrong = next(card for card in month.page.flag_cards if "14th" in card.flag.text)
        assert wrong.correction is not None
        wrong.correct.click()
        await scene.rest()
        assert "11th" in (await scene.text() or "")
        assert month.view.head.state.text() == "1 day edited since"

    loop_run(main())


def test_a_model_writes_in_view_and_what_it_wrote_waits(
    scene: Chosen, loop_run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace")
        month = await scene.open_march(tmp_path / "w.palace")
        speaker = Speaker(ScriptedModel([NEW]), Ledger(tmp_path / "ledger"))

        async def opened(*_: Any) -> Speaker:
            return speaker

        monkeypatch.setattr("app.ui.months.chosen.open_speaker", opened)
        heard: list[str] = []
        hear = month.view.stream.hear
        monkeypatch.setattr(month.view.stream, "hear", lambda text: (heard.append(text), hear(text)))
        month.make(True)
        await scene.rest()
        assert heard, "the words were not shown as they came"
        assert NEW.startswith(heard[0])
        assert month.state.mode == "compare"
        assert month.view.columns.maker.text() == "scripted-1"
        assert await scene.text() == OLD
        assert speaker.model.closed

    loop_run(main())


def test_a_refused_reply_is_shown_with_its_reason_and_replaces_nothing(
    scene: Chosen, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", replies=("I'm sorry, but I can't help with that.",))
        month = await scene.open_march(tmp_path / "w.palace")
        assert month.state.mode == "read"
        assert cards(month) == ["A reply of scripted-1 was turned down"]
        assert await scene.text() == OLD
        away = [one for one in month.view.notices.findChildren(Button) if one.text() == "Put it away"]
        away[0].click()
        await scene.rest()
        assert not cards(month)

    loop_run(main())


def test_days_that_changed_meanwhile_are_said(scene: Chosen, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", replies=(NEW,))
        month = await scene.open_march(tmp_path / "w.palace")
        assert not cards(month)
        await scene.studio.execute(WriteFragment(1, "2026-03-22", None, None, "It rained."))
        await scene.rest()
        assert cards(month) == ["The days changed meanwhile."]

    loop_run(main())


def test_two_candidates_are_laid_side_by_side(scene: Chosen, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        other = NEW.replace("and Mara fell asleep", "and Mara slept")
        first, second = await make_march(tmp_path / "w.palace", replies=(NEW, other))
        month = await scene.open_march(tmp_path / "w.palace")
        assert month.state.candidate.id == second.id
        month.view.columns.sides.picked.emit(str(first.id))
        await scene.rest()
        assert [part.pair.same for part in month.view.compare.parts] == [False, True, True]
        month.view.columns.letters.chosen.emit(str(first.id))
        await scene.rest()
        assert month.state.candidate.id == first.id
        assert month.state.beside is None

    loop_run(main())


def test_of_more_than_two_candidates_one_is_chosen_from_a_list(
    scene: Chosen, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        replies = (NEW, NEW.replace("sea", "lake"), NEW.replace("sea", "river"))
        made = await make_march(tmp_path / "w.palace", replies=replies)
        month = await scene.open_march(tmp_path / "w.palace")
        columns = month.view.columns
        assert (columns.which.isVisible(), columns.letters.isVisible()) == (True, False)
        assert columns.which.current() == str(made[2].id)
        columns.which.picked.emit(str(made[1].id))
        await scene.rest()
        assert month.state.candidate.id == made[1].id
        columns.refused.emit()
        await scene.rest()
        assert (columns.which.isVisible(), columns.letters.isVisible()) == (False, True)
        assert columns.right.text() == "Candidate B"

    loop_run(main())


def test_a_first_candidate_has_the_whole_width_and_a_second_stands_beside_it(
    scene: Chosen, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        first, _ = await make_march(
            tmp_path / "w.palace", text=None, replies=(NEW, NEW.replace("sea", "lake"))
        )
        month = await scene.open_march(tmp_path / "w.palace")
        columns = month.view.columns
        columns.sides.picked.emit(str(first.id))
        await scene.rest()
        assert not month.view.compare.rows[0].old.isHidden()
        columns.sides.picked.emit("present")
        await scene.rest()
        assert month.view.compare.rows[0].old.isHidden()
        assert columns.sides.isVisible()
        month.view.columns.refused.emit()
        await scene.rest()
        assert month.state.candidate.id == first.id
        row = month.view.compare.rows[0]
        assert not row.old.isVisible()
        assert not columns.left.isVisible()
        assert row.new.x() < row.width() / 4, "nothing stands at the left, and its place is empty"
        assert row.verdict.isVisible()

    loop_run(main())


def test_without_an_endpoint_the_built_in_refiner_is_the_primary(
    scene: Chosen, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", text=None)
        month = await scene.open_march(tmp_path / "w.palace")
        fresh = month.view.head.fresh
        assert month.state.mode == "empty"
        assert (fresh.text(), fresh.isEnabled()) == ("New candidate, built-in", True)
        fresh.click()
        await scene.rest()
        assert not month.state.faults
        assert month.state.mode == "compare"
        assert month.view.columns.maker.text() == "built-in refiner"
        assert await scene.text() is None
        month.view.head.primary.click()
        await scene.rest()
        assert month.state.mode == "read"

    loop_run(main())


def test_a_palace_that_is_read_only_changes_nothing_and_says_why(
    scene: Chosen, loop_run: Run, tmp_path: Path
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", replies=(NEW,))
        month = await scene.open_march(tmp_path / "w.palace", read_only=True)
        assert not month.view.head.primary.isEnabled()
        assert month.view.head.primary.toolTip()
        assert not month.view.write.isEnabled()
        assert not month.view.compare.rows[0].verdict.isEnabled()
        assert not month.view.columns.put_away.isEnabled()

    loop_run(main())


def test_it_speaks_chinese_when_switched(scene: Chosen, loop_run: Run, tmp_path: Path) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace", replies=(NEW,))
        month = await scene.open_march(tmp_path / "w.palace")
        i18n.choose("zh")
        await scene.rest()
        assert month.view.head.title.text() == "2026年3月"
        assert month.view.write.text() == "亲手写这个月"

    loop_run(main())


def test_places_in_words_by_hand_are_counted_in_characters(dressed: QApplication, qtbot: Any) -> None:
    field = ByHand()
    qtbot.addWidget(field)
    text = "🦊🦊🦊🦊 ran. Rain came."
    field.show_text(text)
    field.show_report(check(text, Days((), date(2026, 3, 1)), None))
    pressed = []
    field.sentence_pressed.connect(pressed.append)
    for units in (0, 8, 12, 14, 18):
        cursor = field.field.textCursor()
        cursor.setPosition(units)
        field.field.setTextCursor(cursor)
    assert pressed[-4:] == [0, 0, 1, 1]
    field.field.moveCursor(QTextCursor.MoveOperation.End)
    field.show_text(text + "!")
    assert field.field.textCursor().position() == len(text) + 4, "the cursor stays where it was"
