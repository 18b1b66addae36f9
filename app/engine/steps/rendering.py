"""How a wording would be sent: with the character's identity and a real example, while it is still being written."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.domain.text import Language
from app.engine.engine import Engine
from app.engine.identity import Identity, Material, MemoryCall, identity_of, sketch
from app.engine.months import days, material, transfer
from app.engine.months.templates import PURPOSES
from app.engine.steps import box_naming, deep_links, extraction, mood_now
from app.models.embedding import Embedder
from app.models.prompts import Template
from app.storage.characters import Character

_EXAMPLES: Final = {
    extraction.PURPOSE: extraction.example,
    deep_links.PURPOSE: deep_links.example,
    box_naming.PURPOSE: box_naming.example,
    mood_now.PURPOSE: mood_now.example,
    **dict.fromkeys(PURPOSES["refine"], material.example),
    **dict.fromkeys(PURPOSES["day"], days.example),
    transfer.PURPOSE: transfer.example,
}


@dataclass(frozen=True, slots=True)
class Example:
    """What a prompt is filled with and what it is shown, for one character and one language."""

    identity: Identity
    values: object
    material: Sequence[Material]

    def call(self, template: Template) -> MemoryCall:
        """Give the whole call for a wording; fields nobody fills stay as they are written."""
        return sketch(self.identity, template, self.values, self.material)


async def example(
    engine: Engine, character: Character, embedder: Embedder, purpose: str, language: Language
) -> Example | None:
    """Read an example for a purpose; None where there is none. Nothing is sent."""
    make = _EXAMPLES.get(purpose)
    if make is None:
        return None
    identity = replace(await identity_of(engine, character), language=language)
    values, material = await make(engine, character, embedder, identity)
    return Example(identity, values, material)
