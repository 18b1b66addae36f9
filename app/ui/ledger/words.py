"""What the ledger's purposes and outcomes are called."""

from collections import Counter
from collections.abc import Iterable
from typing import Final

from app.domain.errors import mark
from app.engine.ledger import Call
from app.ui.i18n import format_number, tr
from app.ui.prompts.words import purpose_name

_OTHERS: Final = {
    "embedding": mark("Vectors"),
    "reembed": mark("Vectors of a whole set"),
    "rerank": mark("Ranking"),
}
_OUTCOMES: Final = {
    "done": mark("done||a call"),
    "cut": mark("cut off"),
    "refused": mark("refused by the model"),
    "rejected": mark("unusable reply"),
    "failed": mark("failed||a call"),
    "cancelled": mark("cancelled||a call"),
    "capped": mark("stopped by the cap"),
}


def purpose_words(purpose: str) -> str:
    """A purpose in words: a prompt's name, or what was asked without one; one of a later version as it is written."""
    return tr(_OTHERS[purpose]) if purpose in _OTHERS else purpose_name(purpose)


def outcome_words(outcome: str) -> str:
    return tr(_OUTCOMES[outcome]) if outcome in _OUTCOMES else outcome


def failures_words(calls: Iterable[Call]) -> str:
    """The calls that gave nothing, by how they ended: `4 failed, 2 cut off`; nothing where all went well."""
    counted = Counter(call.outcome for call in calls if call.outcome != "done")
    joint = tr(", ||between two of a list")
    return joint.join(
        tr("{count} {what}", count=format_number(count), what=outcome_words(outcome))
        for outcome, count in counted.most_common()
    )


def seconds_words(seconds: float) -> str:
    """How long calls took: `2.4 s`, `3 min 20 s`."""
    if seconds < 60:
        return tr("{s} s", s=format_number(seconds, 1))
    minutes, rest = divmod(round(seconds), 60)
    return tr("{m} min {s} s", m=minutes, s=rest)
