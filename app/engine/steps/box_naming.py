"""Names for boxes that still bear a stand-in: a model reads what lies in them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.domain.errors import mark
from app.domain.text import has_cjk
from app.engine.commands.model_output import BoxName, NameBoxes
from app.engine.engine import Engine
from app.engine.identity import Identity, Material, MemoryCall, call, identity_of
from app.engine.steps import fields, material
from app.engine.steps.asking import Answer, Speaker, template_of
from app.engine.steps.running import Step, leave, step_run
from app.engine.steps.spending import Estimate
from app.engine.tasks import Task
from app.models.embedding import Embedder
from app.models.prompts import Template
from app.storage import suggested
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.suggested import BoxContent

PURPOSE: Final = "box_naming"
BOXES: Final = 8  # a call
INSIDE: Final = 8  # memories of a box that are shown
LONGEST: Final = {"zh": 12, "en": 40}
EXAMPLE: Final = 3  # boxes that an author who writes a prompt is shown
LONGEST_TAG: Final = 24
TAGS: Final = 6
NOTHING: Final = mark("every box has a name")
NO_BOX: Final = mark("It speaks of a box that it was not shown.")
NO_NAME: Final = mark("It gives no name that a box could bear.")


@dataclass(frozen=True, slots=True)
class Fields:
    longest: str


@dataclass(slots=True)
class Named:
    """What the step did."""

    run: str | None = None
    boxes: int = 0
    proposed: int = 0
    rejected: int = 0
    failures: list[str] = field(default_factory=list)
    skipped_reason: str | None = None


async def estimate(
    engine: Engine, character: Character, speaker: Speaker, boxes: Sequence[int] | None = None
) -> Estimate:
    """Estimate what naming these boxes, or all nameless ones, would cost."""
    identity = await identity_of(engine, character)
    template = await template_of(engine, PURPOSE, identity)
    return await _estimate(speaker, identity, template, await engine.ask(_batches, character.id, boxes))


async def name_boxes(
    engine: Engine,
    character: Character,
    speaker: Speaker,
    boxes: Sequence[int] | None = None,
    *,
    review: bool = False,
    task: Task | None = None,
    parent: int | None = None,
) -> Named:
    """Name these boxes, or with None every one that has no name of its own; one run."""
    done = Named()
    batches = await engine.ask(_batches, character.id, boxes)
    if not batches:
        done.skipped_reason = NOTHING
        return done
    identity = await identity_of(engine, character)
    template = await template_of(engine, PURPOSE, identity)
    expected = await _estimate(speaker, identity, template, batches)
    label = mark("Name {count} boxes of {name}")
    facts = {"count": sum(map(len, batches)), "name": character.name, "review": review}
    async with step_run(
        engine,
        PURPOSE,
        label,
        facts,
        identity=identity,
        template=template,
        speaker=speaker,
        estimate=expected,
        parent=parent,
    ) as step:
        done.run = step.run.uid
        for number, batch in enumerate(batches):
            if task is not None:
                task.step(number, len(batches), mark("Naming boxes"))
            await leave(engine, step, [box.id for one in batches[number:] for box in one])
            answer = await speaker.ask(_call(identity, template, batch), run=step.run.uid)
            await _keep(engine, character, speaker, step, batch, answer, done, review=review)
    return done


async def _keep(
    engine: Engine,
    character: Character,
    speaker: Speaker,
    step: Step,
    batch: Sequence[BoxContent],
    answer: Answer,
    done: Named,
    *,
    review: bool,
) -> None:
    reading = answer.reading
    names, turned_down = _names(reading.items, batch)
    if not reading.usable:
        done.failures += reading.reasons[:1]
        raw = fields.raw(answer.reply.text)
        if raw.strip():
            turned_down = [fields.turned_down("\n".join(reading.reasons), raw)]
    if names or turned_down:
        command = NameBoxes(
            character.id,
            step.run.id,
            speaker.name,
            names if reading.sure else (),
            () if reading.sure else names,
            turned_down,
            review,
        )
        counts = (await engine.execute(command, actor="model", run=step.run.id)).effect.counts
        done.boxes += counts["boxes"]
        done.proposed += counts["proposed"]
        done.rejected += counts["rejected"]
    step.report.update(boxes=done.boxes, proposed=done.proposed, rejected=done.rejected)
    if done.failures:
        step.report["failures"] = list(done.failures)


def _names(
    items: Sequence[Mapping[str, Any]], batch: Sequence[BoxContent]
) -> tuple[list[BoxName], list[dict[str, Any]]]:
    """Judge the items of a reply: one name a box, short and on one line."""
    found: dict[int, BoxName] = {}
    turned_down = []
    for item in items:
        place = fields.handle(item.get("box"), "B", len(batch))
        name = _name(item)
        if place is None:
            turned_down.append(fields.turned_down(NO_BOX, fields.raw(item), name or ""))
        elif name is None:
            turned_down.append(fields.turned_down(NO_NAME, fields.raw(item)))
        else:
            tags = fields.words(item, "tags", TAGS, LONGEST_TAG)
            found.setdefault(batch[place].id, BoxName(batch[place].id, name, tags))
    return list(found.values()), turned_down


def _name(item: Mapping[str, Any]) -> str | None:
    """Give a name without the quotes round it; one that is half as long again as asked for is none."""
    told = fields.text(item, "name", 200)
    name = " ".join(told.strip("“”\"'「」『』《》 ").split()) if told else ""
    longest = LONGEST["zh" if has_cjk(name) else "en"] * 3 // 2
    nameless = name.lower() in suggested.NAMELESS
    return None if nameless or len(name) > longest else name


def _call(identity: Identity, template: Template, batch: Sequence[BoxContent]) -> MemoryCall:
    return call(identity, template, *_asked(identity, batch))


async def example(
    engine: Engine, character: Character, embedder: Embedder, identity: Identity
) -> tuple[Fields, list[Material]]:
    """Give what the step would show of some boxes, named or not."""
    del embedder

    def read(conn: Connection) -> list[BoxContent]:
        return suggested.box_contents(
            conn, character.id, suggested.boxes(conn, character.id, EXAMPLE), INSIDE
        )

    return _asked(identity, await engine.ask(read))


def _asked(identity: Identity, batch: Sequence[BoxContent]) -> tuple[Fields, list[Material]]:
    text = "\n\n".join(_told(number, box) for number, box in enumerate(batch))
    return Fields(str(LONGEST[identity.language])), [Material("boxes", text)]


def _told(number: int, box: BoxContent) -> str:
    lines = [f"- {material.line(text, material.LONGEST_NOTE)}" for text in box.texts]
    return "\n".join([f"B{number}:", *lines])


async def _estimate(
    speaker: Speaker, identity: Identity, template: Template, batches: Sequence[Sequence[BoxContent]]
) -> Estimate:
    whole = Estimate()
    for batch in batches:
        whole += await speaker.estimate(_call(identity, template, batch))
    return whole


def _batches(conn: Connection, character: int, boxes: Sequence[int] | None) -> list[list[BoxContent]]:
    wanted = suggested.nameless_boxes(conn, character) if boxes is None else boxes
    found = suggested.box_contents(conn, character, wanted, INSIDE)
    return [found[start : start + BOXES] for start in range(0, len(found), BOXES)]
