"""Three-way merge of a record that was imported before: base as imported, theirs now, ours now."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

# What of a record is merged; the rest is kept as imported.
CHARACTER_FIELDS: Final = ("partner_name", "description", "personality_style", "rumination_tendency")
BOX_FIELDS: Final = ("name", "tags", "sealed")
MEMORY_FIELDS: Final = (
    "content",
    "room",
    "importance",
    "mood",
    "tags",
    "status",
    "occurred_from",
    "pinned_until",
)


@dataclass(frozen=True, slots=True)
class Merge:
    """`take`: fields that only they changed. `conflict`: fields that both sides changed, or that the author locked."""

    take: Mapping[str, Any]
    conflict: Mapping[str, Any]


def three_way(
    base: Mapping[str, Any], theirs: Mapping[str, Any], ours: Mapping[str, Any], locked: Collection[str] = ()
) -> Merge:
    """Sort the fields that differ from what was imported; where both sides agree there is nothing to do."""
    take: dict[str, Any] = {}
    conflict: dict[str, Any] = {}
    for field, value in theirs.items():
        if (field in base and value == base[field]) or value == ours.get(field):
            continue
        untouched = ours.get(field) == base.get(field) and field not in locked
        (take if untouched else conflict)[field] = value
    return Merge(take, conflict)
