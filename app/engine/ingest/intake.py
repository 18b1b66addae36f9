"""What an import has met so far, and how it writes: for real, or (dry) only counting."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from app.domain.errors import mark
from app.engine.ingest.account import Account
from app.storage import intake, rows, writes
from app.storage.driver import Connection

# Shapes that hold everything their program knows: what is missing in one of them is gone.
WHOLE_STORES = frozenset({"zip-v2", "zip-v1", "bare", "folder-v2", "palace-export"})


class Intake:
    """One import's memory of what it has met. In a dry run ids of new rows are negative and nothing is written."""

    def __init__(
        self, account: Account, *, run: int | None, now: int, timezone: str, dry: bool, into: str | None
    ) -> None:
        self.account = account
        self.run = run
        self.now = now
        self.zone = timezone
        self.dry = dry
        self.into = into  # the name of the one character to read into
        self.characters: dict[str, int] = {}
        self.zones: dict[int, str] = {}  # by character
        self.sessions: dict[str, int] = {}
        self.session_zones: dict[int, str] = {}
        self.participants: dict[int, dict[str, int]] = {}
        self.ordinals: dict[int, int] = {}
        self.memories: dict[str, int] = {}
        self.owners: dict[int, int] = {}  # memory → character
        self.boxes: dict[str, int] = {}
        self.sets: dict[tuple[str, int], int] = {}
        self.later: list[Callable[[Connection], None]] = []
        self.vectors: dict[int, list[tuple[str, bytes, bytes]]] = {}  # by set: memory, text hash, floats
        self._next = 0

    @property
    def system(self) -> str:
        return self.account.found_as.origin_system if self.account.found_as else "unknown"

    def settle(self, conn: Connection) -> None:
        """Do the changes of rows that were here before; they are recorded as an edit of their own."""
        waiting, self.later = self.later, []
        for change in waiting:
            change(conn)

    def finish(self, conn: Connection) -> None:
        """Propose what is gone from a whole store that was imported before; nothing is deleted."""
        found = self.account.found_as
        if found is None or found.shape not in WHOLE_STORES:
            return
        seen = set(self.memories.values())
        for character in {row for row in self.characters.values() if row > 0}:
            for external, memory in intake.imported_memories(conn, character, found.origin_system).items():
                if memory not in seen:
                    self.account.gone += self.propose(
                        conn,
                        character,
                        "gone",
                        [memory],
                        {"external_id": external},
                        mark("Gone from the other program"),
                    )

    def insert(self, conn: Connection, table: str, row: dict[str, Any]) -> int:
        if self.dry:
            self._next -= 1
            return self._next
        return rows.insert(conn, table, row)

    def propose(
        self,
        conn: Connection,
        character: int,
        op: str,
        targets: list[int],
        patch: dict[str, Any],
        reason: str,
        *,
        base: dict[str, Any] | None = None,
    ) -> int:
        """Add a proposal unless exactly it was made before; give how many were added."""
        if intake.proposed(conn, op, writes.dumped(targets), writes.dumped(patch)):
            return 0
        if not self.dry:
            proposal = {
                "character": character,
                "op": op,
                "targets": targets,
                "patch": patch,
                "base": base,
                "evidence": [],
                "reason": reason,
                "run": self.run,
            }
            writes.add_proposals(conn, [proposal], self.now)
        return 1


def extra_json(extra: Any) -> str | None:
    """Give what a reader did not understand as ASCII JSON, which holds even lone surrogates."""
    return json.dumps(extra, ensure_ascii=True, sort_keys=True) if extra else None


def update(conn: Connection, table: str, row: int, values: dict[str, Any]) -> None:
    rows.update(conn, table, row, values)


def ignore(_: Iterable[object] | int) -> None:
    return None
