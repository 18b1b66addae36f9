"""A palace's own prompts: versions, one in use, undo, and the built-in one always within reach."""

import pytest

from app.domain.errors import KnownError
from app.engine.commands import CreateCharacter
from app.engine.commands.templates import SaveTemplate, UseTemplate
from app.engine.identity import identity_of
from app.engine.steps.asking import template_of
from app.models.prompts import BUILT_IN, built_in
from app.storage import characters, templates

FIRST = "看看{{partner}}的话，从{{moods}}里选一个。"
SECOND = "听{{partner}}说完，此刻是哪一种：{{moods}}？"


@pytest.fixture
async def identity(engine):
    await engine.execute(CreateCharacter("小满", "阿禾", "Asia/Shanghai"))
    return await identity_of(engine, (await engine.ask(characters.every))[0])


def save(body, name="我的", **more):
    return SaveTemplate("mood_now", "zh", name, body, **more)


async def test_a_wording_gets_versions_and_the_newest_is_in_use(engine, identity):
    await engine.execute(save(FIRST))
    await engine.execute(save(SECOND, temperature=0.7))
    kept = await engine.ask(templates.listed, "mood_now")
    assert [(one.ordinal, one.body, one.active) for one in kept] == [(2, SECOND, True), (1, FIRST, False)]
    used = await template_of(engine, "mood_now", identity)
    assert (used.body, used.temperature, used.origin) == (SECOND, 0.7, kept[0].uid)
    assert used.max_tokens == built_in("mood_now", "zh").max_tokens


async def test_saving_the_same_again_is_no_edit(engine):
    await engine.execute(save(FIRST))
    again = await engine.execute(save(FIRST + "\n"))
    assert again.edit is None
    assert again.effect.notes


async def test_an_older_version_and_the_built_in_one_can_be_used_again(engine, identity):
    for body in (FIRST, SECOND):
        await engine.execute(save(body))
    first = (await engine.ask(templates.listed, "mood_now"))[-1]
    await engine.execute(UseTemplate("mood_now", "zh", first.id))
    assert (await template_of(engine, "mood_now", identity)).body == FIRST
    await engine.execute(UseTemplate("mood_now", "zh"))
    assert (await template_of(engine, "mood_now", identity)).origin == BUILT_IN
    await engine.undo()
    assert (await template_of(engine, "mood_now", identity)).body == FIRST


async def test_only_one_of_several_names_is_in_use(engine):
    await engine.execute(save(FIRST, "一"))
    await engine.execute(save(SECOND, "二"))
    assert len(await engine.ask(templates.in_use, "mood_now", "zh")) == 1
    assert (await engine.ask(templates.active, "mood_now", "en")) is None


async def test_undo_of_the_first_gives_back_the_built_in_one(engine, identity):
    await engine.execute(save(FIRST))
    await engine.undo()
    assert (await template_of(engine, "mood_now", identity)).origin == BUILT_IN
    assert await engine.ask(templates.listed) == []


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (save("{{weather}} {{moods}}"), "prompt.unknown_field"),
        (save("没有字段"), "prompt.missing_field"),
        (save(""), "prompt.empty"),
        (save(FIRST, name=" "), "prompt.name"),
        (SaveTemplate("identity", "zh", "我的", "{{task}}"), "prompt.purpose"),
    ],
)
async def test_a_wording_that_could_not_work_is_refused(engine, command, code):
    with pytest.raises(KnownError) as told:
        await engine.execute(command)
    assert told.value.code == code
    assert await engine.ask(templates.listed) == []


async def test_a_version_of_another_purpose_is_not_used(engine):
    await engine.execute(save(FIRST))
    wrong = (await engine.ask(templates.listed))[0].id
    outcome = await engine.execute(UseTemplate("extraction", "zh", wrong))
    assert outcome.edit is None
