"""The words of the domain as shown: rooms, moods, link kinds, actors."""

from app.domain import mood as moods
from app.domain.rooms import BY_KEY
from app.ui.i18n import language, tr


def room_name(room: str | None) -> str:
    """Name of a room; memories without one are in no room."""
    found = BY_KEY.get(room or "")
    if found is None:
        return room or tr("No room")
    return found.zh if language() == "zh" else found.en


def mood_name(mood: str | None) -> str:
    """Name of a mood; an imported one outside the core twelve stays as it is."""
    if not mood:
        return "–"
    found = moods.BY_KEY.get(moods.key_of(mood) or "")
    if found is None:
        return mood
    return found.zh if language() == "zh" else found.en


def link_name(kind: str) -> str:
    """Name of a link kind."""
    names = {
        "temporal": tr("in time"),
        "emotional": tr("in feeling"),
        "causal": tr("cause"),
        "person": tr("person"),
        "metaphor": tr("metaphor"),
    }
    return names.get(kind, kind)


def actor_name(actor: str) -> str:
    """Who made an edit."""
    names = {"author": tr("you"), "model": tr("model"), "rule": tr("rule"), "import": tr("import")}
    return names.get(actor, actor)


def block_name(name: str) -> str:
    """Name of a part of the prompt."""
    names = {
        "head": tr("Opening line"),
        "name": tr("Name"),
        "identity": tr("Identity"),
        "insights": tr("Insights"),
        "world": tr("World"),
        "worldbooks": tr("Worldbooks"),
        "partner": tr("Partner"),
        "impression": tr("Impression"),
        "plates": tr("Resident knowledge"),
        "months": tr("Months"),
        "days": tr("Days"),
        "palace": tr("Palace"),
        "now": tr("Time now"),
        "mood": tr("Mood now"),
        "manner": tr("Manner"),
    }
    return names.get(name, name)
