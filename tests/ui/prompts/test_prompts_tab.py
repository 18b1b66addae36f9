"""The prompts tab before a real palace: read, write, be told, compare, go back."""

import asyncio
import time

import pytest
from making import HashEmbedder
from ui.living import furnish

from app.engine.engine import Engine
from app.models import prompts
from app.storage import templates
from app.ui import aio
from app.ui.prompts import tab as prompts_tab
from app.ui.prompts.tab import PromptsTab

OWN = "Name each box in at most {{longest}} characters, as a sailor would."


@pytest.fixture
def tab(dressed, studio, monkeypatch):
    monkeypatch.setattr(prompts_tab, "embedder", HashEmbedder)
    made = PromptsTab(studio)
    made.resize(900, 700)
    yield made
    made.close()
    made.deleteLater()


async def rest(tab):
    until, quiet = time.monotonic() + 20, 0
    while quiet < 5:
        assert time.monotonic() < until
        await asyncio.sleep(0.02)
        quiet = 0 if aio.busy() or tab._soon.isActive() else quiet + 1


async def show(tab, tmp_path, purpose="box_naming", *, read_only=False):
    path = tmp_path / "wren.palace"
    if not path.exists():
        await furnish(path)
    await tab.studio.open(await Engine.open(path, read_only=read_only))
    tab.show()
    tab.purpose.set_current(purpose)
    tab.look_again()
    await rest(tab)


def test_the_built_in_wording_is_read_with_the_characters_identity(loop_run, tab, tmp_path):
    async def main():
        await show(tab, tmp_path, "extraction")
        assert tab.told == "en"
        assert tab.text.isReadOnly()
        assert tab.text.toPlainText() == prompts.built_in("extraction", "en").body
        shown = tab.shown.text()
        assert shown.startswith("You are Wren")
        assert "{{" not in shown
        assert "token" in tab.tokens.text()
        tab.language.set_current("zh")
        tab.look_again()
        await rest(tab)
        assert tab.shown.text().startswith("你是Wren")

    loop_run(main())


def test_an_own_wording_is_kept_version_by_version_compared_and_left(loop_run, tab, tmp_path):
    async def main():
        await show(tab, tmp_path)
        tab.own.click()
        assert not tab.text.isReadOnly()
        assert not tab.save.isEnabled()  # nothing is changed yet
        tab.text.setPlainText(OWN)
        await rest(tab)
        assert "as a sailor would" in tab.shown.text()
        tab.save.click()
        await rest(tab)
        tab.text.setPlainText(OWN + " Or a cook.")
        await rest(tab)
        tab.save.click()
        await rest(tab)
        kept = await tab.studio.ask(templates.listed, "box_naming", "en")
        assert [(one.ordinal, one.active) for one in kept] == [(2, True), (1, False)]
        tab.page.compare_asked.emit(kept[1].id)
        assert "Or a cook." in tab.shown.text()
        assert "version 1" in tab.shown_as.text()
        tab.page.use_asked.emit(kept[1].id)
        await rest(tab)
        assert tab.text.toPlainText() == OWN
        tab.back.click()
        await rest(tab)
        assert await tab.studio.ask(templates.active, "box_naming", "en") is None
        assert tab.text.toPlainText() == prompts.built_in("box_naming", "en").body
        await tab.studio.undo()
        tab.look_again()
        await rest(tab)
        assert tab.text.toPlainText() == OWN

    loop_run(main())


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("Name {{boxx}} within {{longest}}.", "no field “boxx”"),
        ("Name them.", "“longest” is needed"),
        ("Name {{longest}} {{longest .", "open and not closed"),
    ],
)
def test_what_is_wrong_is_told_while_it_is_written(loop_run, tab, tmp_path, body, said):
    async def main():
        await show(tab, tmp_path)
        tab.own.click()
        tab.text.setPlainText(body)
        await rest(tab)
        assert said in tab.problem.text()
        assert not tab.save.isEnabled()

    loop_run(main())


def choose(tab, purpose):
    """Choose a prompt as a hand does."""
    tab.purpose.set_current(purpose)
    tab.purpose.picked.emit(purpose)


def test_what_was_begun_stays_with_its_prompt_until_it_is_saved_or_left(loop_run, tab, tmp_path):
    async def main():
        await show(tab, tmp_path)
        tab.own.click()
        assert not tab.unkept()
        tab.text.setPlainText(OWN)
        await rest(tab)
        choose(tab, "extraction")
        await rest(tab)
        assert tab.unkept() == "The wording of a prompt that you are writing is not kept yet."
        assert tab.text.toPlainText() == prompts.built_in("extraction", "en").body
        assert tab.text.isReadOnly()
        choose(tab, "box_naming")
        await rest(tab)
        assert tab.text.toPlainText() == OWN
        assert tab.save.isEnabled()
        tab.save.click()
        await rest(tab)
        assert not tab.unkept()
        tab.text.setPlainText(OWN + " Or a cook.")
        assert tab.unkept()
        tab.text.setPlainText(OWN)
        assert not tab.unkept(), "it says again what is kept"
        tab.text.setPlainText(OWN + " Or a cook.")
        await rest(tab)
        tab.look_again()  # as coming back from another tab does
        await rest(tab)
        assert tab.text.toPlainText() == OWN + " Or a cook."
        tab.back.click()
        await rest(tab)
        choose(tab, "extraction")
        choose(tab, "box_naming")
        await rest(tab)
        assert tab.text.toPlainText() == prompts.built_in("box_naming", "en").body
        kept = await tab.studio.ask(templates.listed, "extraction", "en")
        assert kept == []

    loop_run(main())


def test_a_palace_that_can_only_be_read_keeps_its_prompts(loop_run, tab, tmp_path):
    async def main():
        await show(tab, tmp_path, read_only=True)
        assert not tab.own.isEnabled()
        assert tab.text.isReadOnly()

    loop_run(main())
