"""The tables that an edit may change, in an order in which parents stand before their children."""

from dataclasses import dataclass
from typing import Final

TRACKED: Final = (
    "character",
    "session",
    "participant",
    "message",
    "box",
    "memory",
    "link",
    "source",
    "anticipation",
    "fragment",
    "summary",
    "summary_version",
    "self_block",
    "proposal",
    "remainder",
    "template",
    "setting",
    "saved_search",
    "dismissal",
)


@dataclass(frozen=True, slots=True)
class Reference:
    """A column that names another table's row without a foreign key; `kind` holds the table's name where it varies."""

    table: str
    column: str
    target: str
    kind: str | None = None


# Foreign keys would make these cyclic, or cannot follow a kind column: undo looks after them itself.
REFERENCES: Final = (
    *(
        Reference("source", "owner_id", name, "owner_kind")
        for name in ("memory", "fragment", "summary_version")
    ),
    *(Reference("source", "target_id", name, "target_kind") for name in ("message", "memory", "fragment")),
    Reference("memory", "superseded_by", "memory"),
    Reference("message", "variant_of", "message"),
    Reference("summary", "version", "summary_version"),
    Reference("box", "predecessor", "box"),
)

# What a derived index is made from: an update that leaves these alone does not reach the indexes.
INDEXED: Final = {
    "memory": frozenset({"character", "content", "content_hash", "tags", "status"}),
    "message": frozenset({"session", "content", "content_hash"}),
    "participant": frozenset({"session", "character"}),
    "fragment": frozenset({"character", "content"}),
    "summary": frozenset({"character", "content"}),
}

# Columns that say when or by whom a row was touched, not what it holds: a later edit of another column changes
# them too, and that alone is no reason to refuse an undo.
VOLATILE: Final = frozenset({"updated_at", "locked_fields"})

# Besides `id` and `uid`: which other row has what this one must have alone.
UNIQUE: Final = {
    "character": "name = :name",
    "link": "min(source, target) = min(:source, :target) AND max(source, target) = max(:source, :target) AND kind = :kind",
    "anticipation": "memory = :memory",
    "summary": "character = :character AND scope = :scope AND key = :key",
    "self_block": "character = :character AND key = :key",
    "template": "purpose = :purpose AND language = :language AND name = :name AND ordinal = :ordinal",
    "setting": "name = :name",
}
