"""What must hold in a sound palace, as data: where a row breaks it, and what mends it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.domain.drafts import ASSERTIONS
from app.domain.errors import mark
from app.domain.profile import LINK_KINDS
from app.domain.rooms import ROOM_KEYS
from app.domain.statuses import STATUSES
from app.storage.tracked import REFERENCES

DELETE: Final = "DELETE"


@dataclass(frozen=True, slots=True)
class Rule:
    """`where` picks the broken rows of `table`; `mend` is DELETE or the SET part of an UPDATE."""

    kind: str
    table: str
    where: str
    mend: str


TEXTS: Final = {
    "damaged": mark("Pages of the file are damaged. Restore a backup."),
    "index": mark("An index of the database does not match its table."),
    "foreign_key": mark("Rows point to rows that are gone."),
    "lost_character": mark("Rows belong to a character that is gone."),
    "lost_session": mark("Messages belong to a conversation that is gone."),
    "dangling_source": mark("Sources point to messages or memories that are gone."),
    "dangling_link": mark("Links lead to memories that are gone, to themselves or to another character."),
    "dangling_reference": mark("Rows refer to rows that are gone."),
    "foreign_box": mark("Memories lie in an event box that is gone or another character’s."),
    "unknown_value": mark("Fields hold values that this program does not know."),
    "out_of_range": mark("Numbers lie outside their range."),
    "broken_json": mark("Fields that hold lists or extra facts cannot be read."),
    "future_date": mark("Memories or messages are dated in the future."),
    "wrong_hash": mark("Texts do not match the mark by which their vectors are found."),
    "lost_changes": mark("Edits have lost what is needed to take them back."),
    "text_index": mark("The full text does not match the texts."),
    "vector_index": mark("The vector index does not match the vectors."),
    "bad_vector": mark("Vectors have the wrong size or hold nothing."),
    "orphan_vector": mark("Vectors belong to texts that are gone."),
}

_KINDS: Final = ("episode", "summary", "anticipation", "system")

_LISTS: Final = (
    ("character", "source_ids"),
    ("box", "tags"),
    ("box", "locked_fields"),
    ("memory", "tags"),
    ("memory", "locked_fields"),
    ("fragment", "locked_fields"),
    ("summary", "locked_fields"),
    ("proposal", "targets"),
    ("proposal", "evidence"),
)
_FACTS: Final = (
    *((table, "extra") for table in ("character", "session", "message", "box", "memory", "link")),
    *((table, "extra") for table in ("anticipation", "fragment", "summary")),
    *((table, "base") for table in ("character", "box", "memory", "anticipation", "fragment", "summary")),
)
_CONTENTS: Final = ("memory", "message", "fragment")


def rules() -> tuple[Rule, ...]:
    """All rules over tracked rows, in the order in which mending one does not break the next."""
    return (*_belonging(), *_references(), *_values(), *_json(), *_dates(), *_hashes())


def _belonging() -> Iterator[Rule]:
    yield Rule(
        "foreign_box",
        "memory",
        "box IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM box b WHERE b.id = memory.box AND b.character = memory.character)",
        "box = NULL",
    )
    yield Rule(
        "dangling_link",
        "link",
        "source = target OR NOT EXISTS (SELECT 1 FROM memory a JOIN memory b ON b.character = a.character"
        " WHERE a.id = link.source AND b.id = link.target AND a.character = link.character)",
        DELETE,
    )
    yield _gone("dangling_reference", "participant", "character", "character", "character = NULL")
    yield _gone("dangling_reference", "participant", "session", "session", DELETE)
    yield _gone("dangling_reference", "message", "participant", "participant", "participant = NULL")
    yield _gone("dangling_reference", "anticipation", "memory", "memory", DELETE)
    yield _gone("dangling_reference", "summary_version", "summary", "summary", DELETE)
    yield _gone("dangling_reference", "proposal", "character", "character", DELETE)


def _references() -> Iterator[Rule]:
    for ref in REFERENCES:
        source = ref.table == "source"
        mend = DELETE if source else f"{ref.column} = NULL"
        kind = "dangling_source" if source else "dangling_reference"
        rule = _gone(kind, ref.table, ref.column, ref.target, mend)
        only = f"{ref.kind} = '{ref.target}' AND " if ref.kind else ""
        yield Rule(kind, ref.table, only + rule.where, mend)


def _gone(kind: str, table: str, column: str, target: str, mend: str) -> Rule:
    where = (
        f"{table}.{column} IS NOT NULL"
        f" AND NOT EXISTS (SELECT 1 FROM {target} gone_to WHERE gone_to.id = {table}.{column})"
    )
    return Rule(kind, table, where, mend)


def _values() -> Iterator[Rule]:
    yield _one_of("memory", "room", ROOM_KEYS, "room = 'living_room'")
    yield _one_of("memory", "kind", _KINDS, "kind = 'episode'")
    yield _one_of("memory", "status", STATUSES, "status = 'active'")
    yield _one_of("memory", "assertion", ASSERTIONS, "assertion = 'unknown'")
    yield _one_of("link", "kind", LINK_KINDS, DELETE)
    yield Rule(
        "out_of_range",
        "memory",
        "importance NOT BETWEEN 1 AND 10 OR typeof(importance) <> 'integer'",
        "importance = min(10, max(1, CAST(round(importance) AS INTEGER)))",
    )
    yield Rule("out_of_range", "link", "strength NOT BETWEEN 0 AND 1", "strength = min(1, max(0, strength))")


def _one_of(table: str, column: str, values: tuple[str, ...], mend: str) -> Rule:
    allowed = ", ".join(f"'{value}'" for value in values)
    return Rule("unknown_value", table, f"{column} IS NOT NULL AND {column} NOT IN ({allowed})", mend)


def _json() -> Iterator[Rule]:
    for table, column in _LISTS:
        is_list = f"CASE WHEN json_valid({column}) THEN json_type({column}) = 'array' ELSE 0 END"
        yield Rule("broken_json", table, f"{column} IS NOT NULL AND NOT {is_list}", f"{column} = '[]'")
    for table, column in _FACTS:
        yield Rule(
            "broken_json", table, f"{column} IS NOT NULL AND NOT json_valid({column})", f"{column} = NULL"
        )


def _dates() -> Iterator[Rule]:
    """Hopes may be dated ahead; what has happened may not. The date stays readable as text."""
    undated = (
        "occurred_text = coalesce(occurred_text, occurred_from), occurred_from = NULL, occurred_to = NULL,"
        " occurred_precision = 'none', occurred_at = NULL, occurred_day = NULL"
    )
    yield Rule(
        "future_date",
        "memory",
        "occurred_at > :tomorrow AND kind <> 'anticipation' AND coalesce(room, '') <> 'windowsill'",
        undated,
    )
    yield Rule("future_date", "message", "occurred_at > :tomorrow", undated)


def _hashes() -> Iterator[Rule]:
    for table in _CONTENTS:
        known = "content_hash IS NOT NULL AND " if table == "fragment" else ""
        yield Rule(
            "wrong_hash",
            table,
            f"{known}content_hash IS NOT text_hash(content)",
            "content_hash = text_hash(content)",
        )
