"""What an import has met so far, and how it writes: for real, or (dry) only counting."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from app.domain.errors import mark
from app.engine.ingest.account import Account
from app.storage import intake, rows, writes
from app.storage.driver import Connection


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
        self.later: list[Callable[[Connection], object]] = []
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
        if found is None or not found.whole:
            return
        for character in {row for row in self.characters.values() if row > 0}:
            if self.memories:  # a store that is not in the file says nothing of what it held
                held = intake.imported(conn, "memory", character, found.origin_system)
                for external, memory in held.items():
                    if memory not in self.owners:
                        self._miss(conn, character, memory, {"external_id": external})
            if self.boxes:
                met = set(self.boxes.values())
                held = intake.imported(conn, "box", character, found.origin_system)
                for external, box in held.items():
                    if box not in met:
                        self._miss(conn, character, box, {"table": "box", "external_id": external})

    def _miss(self, conn: Connection, character: int, row: int, patch: Mapping[str, Any]) -> None:
        if self._is_new(conn, character, "gone", [row], patch):
            self.account.gone += 1
            self._propose(conn, character, "gone", [row], patch, mark("Gone from the other program"))

    def insert(self, conn: Connection, table: str, row: dict[str, Any]) -> int:
        if self.dry:
            self._next -= 1
            return self._next
        return rows.insert(conn, table, row)

    def update(self, table: str, row: int, values: Mapping[str, Any]) -> None:
        """Change a row that was here before, once the batch's inserts are recorded."""
        self.later.append(lambda conn: rows.update(conn, table, row, values))

    def contest(
        self,
        conn: Connection,
        character: int,
        targets: Sequence[int],
        patch: Mapping[str, Any],
        base: Mapping[str, Any] | None = None,
    ) -> bool:
        """Propose what was changed here and there; tell whether it is news."""
        if not self._is_new(conn, character, "change", targets, patch):
            return False
        reason = mark("Changed here and there")
        self.later.append(lambda c: self._propose(c, character, "change", targets, patch, reason, base))
        return True

    def _is_new(
        self, conn: Connection, character: int, op: str, targets: Sequence[int], patch: Mapping[str, Any]
    ) -> bool:
        told, text = writes.dumped(list(targets)), writes.dumped(dict(patch))
        return not intake.proposed(conn, character, op, told, text)

    def _propose(
        self,
        conn: Connection,
        character: int,
        op: str,
        targets: Sequence[int],
        patch: Mapping[str, Any],
        reason: str,
        base: Mapping[str, Any] | None = None,
    ) -> None:
        if self.dry:
            return
        proposal = {
            "character": character,
            "op": op,
            "targets": list(targets),
            "patch": dict(patch),
            "base": None if base is None else dict(base),
            "evidence": [],
            "reason": reason,
            "run": self.run,
        }
        writes.add_proposals(conn, [proposal], self.now)


def extra_json(extra: Any) -> str | None:
    """Give what a reader did not understand as ASCII JSON, which holds even lone surrogates."""
    return json.dumps(extra, ensure_ascii=True, sort_keys=True) if extra else None
