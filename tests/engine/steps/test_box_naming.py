"""Names of boxes: short, one a box, never over the author's own; proposals in review."""

import pytest
from making import runs_of
from speaking import Reply, items, user_of

from app.engine.commands import AddMemory, DecideProposals
from app.engine.steps import box_naming as step
from app.engine.steps.box_naming import name_boxes
from app.models.replies import reading as manner
from app.storage import links, proposals, rows


@pytest.fixture
async def box(engine, ada):
    """`box(name, *texts)` → the id of a new box with these memories."""

    async def make(name, *texts, locked="[]"):
        ids = [(await engine.execute(AddMemory(ada.id, text, "study"))).effect.ids[0] for text in texts]

        def write(conn):
            values = {"character": ada.id, "name": name, "locked_fields": locked}
            made = rows.insert(conn, "box", {**values, "recorded_at": 0, "updated_at": 0})
            for one in ids:
                rows.update(conn, "memory", one, {"box": made})
            return made

        return await engine.database.write(write)

    return make


async def held(engine, number):
    return (await engine.ask(links.boxes, [number]))[number]


def named(box="B0", name="外婆的收音机", tags=("外婆", "收音机")):
    return {"box": box, "name": name, "tags": list(tags)}


async def test_nameless_boxes_get_a_name_and_tags(engine, ada, box, speaker):
    one = await box("未命名事件", "TA 修好了外婆的收音机。", "收音机里放着评弹。")
    await box("看海", "TA 想去青岛。")
    await box("")
    speaks = speaker(items(named(name="「外婆的收音机」")))
    assert (await step.estimate(engine, ada, speaks)).calls == 1
    done = await name_boxes(engine, ada, speaks)
    assert (done.boxes, done.rejected) == (1, 0)
    assert (await held(engine, one)).name == "外婆的收音机"
    assert (await held(engine, one)).tags == ("外婆", "收音机")
    assert "收音机里放着评弹。" in user_of(speaks.model.asked[0])
    assert "青岛" not in user_of(speaks.model.asked[0])
    run = (await engine.ask(runs_of, "box_naming"))[0]
    assert (run.report["boxes"], run.facts["model"]) == (1, "scripted-1")
    await engine.undo()
    assert (await held(engine, one)).name == "未命名事件"


async def test_any_box_can_be_asked_about_but_a_locked_name_stays(engine, ada, box, speaker):
    one = await box("看海", "TA 想去青岛。", locked='["name"]')
    done = await name_boxes(engine, ada, speaker(items(named(name="青岛"))), [one])
    assert (await held(engine, one)).name == "看海"
    assert (await held(engine, one)).tags == ("外婆", "收音机")
    assert done.boxes == 1
    nothing = await name_boxes(engine, ada, speaker(items()))
    assert nothing.skipped_reason == step.NOTHING


@pytest.mark.parametrize("name", ["", "未命名事件", "很长很长" * 10, None, ["a"], "“”"])
async def test_what_is_no_name_is_turned_down(engine, ada, box, speaker, name):
    one = await box("", "TA 想去青岛。")
    done = await name_boxes(engine, ada, speaker(items(named(name=name), named("B7"))))
    assert (done.boxes, done.rejected) == (0, 2)
    assert (await held(engine, one)).name == ""


async def test_review_and_doubt_propose(engine, ada, box, speaker):
    one = await box("", "TA 想去青岛。")
    done = await name_boxes(engine, ada, speaker(items(named(name="去青岛"))), review=True)
    assert (done.boxes, done.proposed) == (0, 1)
    (waiting,) = await engine.ask(proposals.listed, ada.id, ["waiting"])
    assert (waiting.op, waiting.targets, waiting.patch["table"]) == ("change", (one,), "box")
    await engine.execute(DecideProposals([waiting.id], "accept"))
    assert (await held(engine, one)).name == "去青岛"
    other = await box("", "TA 怕打雷。")
    cut = items(named(name="雷雨夜"), named())[:-20]
    done = await name_boxes(engine, ada, speaker(Reply(cut, "length")))
    assert (done.boxes, done.proposed) == (0, 1)
    assert (await held(engine, other)).name == ""


async def test_many_boxes_go_in_batches_and_a_refusal_is_told(engine, ada, box, speaker):
    for n in range(step.BOXES + 1):
        await box("", f"第{n}件事。")
    speaks = speaker(items(named(name="头一件")), "I'm sorry, but I can't help with that request.")
    done = await name_boxes(engine, ada, speaks)
    assert len(speaks.model.asked) == 2
    assert (done.boxes, done.rejected, done.failures) == (1, 1, [manner.REFUSED])
