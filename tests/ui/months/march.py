"""A March in a palace: its days, its text, and candidates as a model and the built-in refiner leave them."""

from pathlib import Path

from making import HashEmbedder
from speaking import Line, ScriptedModel
from ui.living import NOW

from app.engine.commands import CreateCharacter, WriteFragment, WriteMonth
from app.engine.engine import Engine
from app.engine.ledger import Ledger
from app.engine.months.candidates import Candidate
from app.engine.months.refine import refine
from app.engine.steps.asking import Speaker
from app.storage import characters

MARCH = "2026-03"
DAYS = (
    ("2026-03-02", "sad", "Mara came home late again. Work ate three evenings out of seven."),
    ("2026-03-04", "sad", "She fell asleep on the sofa with the radio on."),
    ("2026-03-08", "hurt", "The quarterly talk went badly. Mara cried in the train."),
    (
        "2026-03-11",
        "excited",
        "The radio lay on the table in forty pieces. Theo from next door held the torch.",
    ),
    ("2026-03-20", "peaceful", "We spoke of the sea. Mara wants to see it in May, without a laptop."),
)
OLD = "Work ate three evenings out of seven.\n\nOn the 11th the radio lay in pieces.\n\nWe spoke of the sea."
NEW = (
    "Work ate three evenings out of seven, and Mara fell asleep on the sofa with the radio on.\n\n"
    "On the 11th the radio lay on the table in forty pieces, and Uncle Teo held the torch.\n\nWe spoke of the sea."
)


async def make_march(
    path: Path, *, text: str | None = OLD, replies: tuple[Line, ...] = ()
) -> list[Candidate]:
    """Make the palace; each reply becomes a candidate, or is turned down."""
    engine = await Engine.create(path, now=lambda: NOW)
    try:
        who = (await engine.execute(CreateCharacter("Wren", "Mara", "UTC"))).effect.ids[0]
        for day, mood, told in DAYS:
            await engine.execute(WriteFragment(who, day, None, mood, told))
        if text:
            await engine.execute(WriteMonth(who, MARCH, text, "model", model="scripted-1"))
        whole = await engine.ask(characters.get, who)
        assert whole is not None
        ledger = Ledger(path.parent / "ledger")
        return [
            await refine(
                engine, whole, MARCH, embedder=HashEmbedder(), speaker=Speaker(ScriptedModel([reply]), ledger)
            )
            for reply in replies
        ]
    finally:
        await engine.close()
