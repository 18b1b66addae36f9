"""A small palace in a studio: one character, three memories; for the tests of panels."""

from pathlib import Path

from app.domain.when import Occurred
from app.engine.commands import AddMemory, CreateCharacter
from app.engine.engine import Engine
from app.ui.studio import Studio

TEXTS = (
    "Mara is allergic to shrimp; I caught it on the menu before she did.",
    "Her sister comes on Saturday for three days.",
    "She asked what I would dream of.",
)


async def live(studio: Studio, folder: Path, name: str = "test.palace") -> list[int]:
    """Open a palace with one character and three memories; gives their ids."""
    engine = await Engine.create(folder / name)
    await engine.execute(CreateCharacter("Wren", partner_name="Mara", timezone="Asia/Shanghai"))
    await studio.open(engine)
    ids: list[int] = []
    for text in TEXTS:
        day = Occurred("2026-03-01", None, "day", None, "Asia/Shanghai")
        made = await engine.execute(
            AddMemory(studio.character_id, text, "living_room", 7, "anxious", ("dinner",), day)
        )
        ids += made.effect.ids
    return ids
