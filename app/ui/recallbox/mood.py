"""The mood of the moment for a recall: chosen, found by hand or the built-in estimate, or asked of a model on request."""

from PySide6.QtWidgets import QWidget

from app.engine.engine import Engine
from app.engine.ledger import Ledger
from app.engine.steps.asking import Speaker
from app.engine.steps.mood_now import MoodNow, mood_now
from app.models.embedding import Embedder
from app.models.endpoint.settings import Purpose
from app.storage.characters import Character
from app.ui import consent
from app.ui.i18n import tr
from app.ui.studio import Studio
from app.ui.words import mood_name

FOUND, ANY = "found", ""


async def mood_of(
    engine: Engine, who: Character, embedder: Embedder, chosen: str, now: int | None
) -> MoodNow:
    """Give the mood to recall under: the chosen one, else what is found without asking anybody."""
    if chosen == FOUND:
        return await mood_now(engine, who, embedder, now=now)
    return MoodNow(chosen or None, "hand")


async def ask_model(
    studio: Studio, engine: Engine, who: Character, now: int | None, parent: QWidget
) -> MoodNow | None:
    """Ask the model of the small steps, after consent; None when nothing may be sent or the answer gave no mood."""
    client = await consent.allowed(studio, Purpose.LIGHT, parent)
    if client is None:
        return None
    try:
        found = await mood_now(engine, who, None, Speaker(client, Ledger()), now=now, by_hand=False)
    finally:
        await client.close()
    if found.fault is not None:
        raise found.fault
    if found.by != "model":
        studio.say(tr("The model’s answer holds no mood; the one found before stays."))
        return None
    return found


def named(found: MoodNow) -> str:
    """Say the mood and who found it."""
    by = {
        "hand": tr("set by hand"),
        "model": tr("asked of {model}", model=found.model or ""),
        "built-in": tr("estimated by the built-in"),
        "nobody": tr("nobody found one"),
    }[found.by]
    told_ = f"{mood_name(found.mood)} · {by}"
    return f"{told_} · {found.why}" if found.why else told_
