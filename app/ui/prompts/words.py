"""What the prompts are called, and what their front matter means."""

from typing import Final

from app.domain.errors import mark
from app.models.prompts import Template
from app.ui.i18n import format_number, tr

NAMES: Final = {
    "extraction": mark("Reading into memories"),
    "deep_links": mark("Links that a model sees"),
    "box_naming": mark("Names of event boxes"),
    "mood_now": mark("The mood of the moment"),
    "refine_atmosphere": mark("A month: atmosphere"),
    "refine_keypoints": mark("A month: key points"),
    "day_rational": mark("A day: sober log"),
    "day_diary": mark("A day: diary"),
    "day_events": mark("Entries into memories"),
}


def purpose_name(purpose: str) -> str:
    """Name a purpose; one that this page does not know yet by its key."""
    return tr(NAMES[purpose]) if purpose in NAMES else purpose.replace("_", " ")


def front_matter(template: Template) -> list[tuple[str, str]]:
    """Say what stands before the wording, and what it does."""
    return [
        (
            tr("Temperature"),
            tr(
                "{n}: the lower, the more it keeps to what it reads", n=format_number(template.temperature, 1)
            ),
        ),
        (tr("Longest reply"), tr("{n} tokens", n=format_number(template.max_tokens))),
        (
            tr("Usual reply"),
            tr("about {n} tokens, until this model has answered", n=format_number(template.expected_tokens)),
        ),
        (
            tr("Form of the reply"),
            tr("JSON by a fixed schema: a wording cannot change it")
            if template.schema is not None
            else tr("prose"),
        ),
    ]
