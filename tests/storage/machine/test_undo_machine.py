"""Whatever is done, undone and redone in whatever order: nothing is lost, nothing half taken back."""

import json
from collections.abc import Callable
from typing import Any

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, rule
from storage.machine import deeds, palace

from app.domain.errors import KnownError
from app.storage import driver, rows, runs, undo, vectors
from app.storage.driver import Connection
from app.storage.tracked import VOLATILE

TEXTS = st.sampled_from(["昨天下雨了", "we went to the sea", "妈妈打电话来", "a cat called Orange", ""])
ROOMS = st.sampled_from(["bedroom", "study", "attic", None])
PICK = st.integers(0, 10_000)
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # shrinking and explaining take minutes here


def pick(conn: Connection, table: str, number: int) -> int | None:
    ids = [row[0] for row in conn.execute(f"SELECT id FROM {table} ORDER BY id")]
    return ids[number % len(ids)] if ids else None


class UndoMachine(RuleBasedStateMachine):
    edits = Bundle("edits")

    def __init__(self) -> None:
        super().__init__()
        self.conn = palace.empty()
        self.now = palace.NOW
        self.in_turn = True  # until something older is taken back, or brought back, before what came later

    def tick(self) -> int:
        self.now += 1000
        return self.now

    def teardown(self) -> None:
        try:
            self._take_everything_back()
        finally:
            self.conn.close()

    def _take_everything_back(self) -> None:
        """Newest first, each refusal cleared as it says: nothing remains."""
        palace.assert_indexes_whole(self.conn)
        while step := undo.newest_undoable(self.conn):
            self._insist(undo.undo_run if step.kind == "run" else undo.undo_edit, step.id)
        assert not any(palace.tables(self.conn).values())
        palace.assert_indexes_whole(self.conn)
        assert not any(palace.indexes(self.conn).values())

    @initialize()
    def begin(self) -> None:
        with driver.transaction(self.conn):
            set_id = vectors.ensure_set(self.conn, "m", 8, "portable", self.tick())
            for text in ("昨天下雨了", "we went to the sea"):
                vec = vectors.pack([1.0, -2, 3, -4, 5, -6, 7, -8])
                vectors.store_vectors(self.conn, set_id, [(palace.text_hash(text), 0, vec)])

    def done(self, work: Any, **stamp: Any) -> Any:
        recorded = palace.edit(self.conn, work, at=self.tick(), **stamp)
        return multiple() if recorded.edit_id is None else recorded.edit_id

    @rule(target=edits, name=st.sampled_from("ABCD"))
    def add_character(self, name: str) -> Any:
        taken = self.conn.execute("SELECT 1 FROM character WHERE name = ?", (name,)).fetchone()
        return multiple() if taken else self.done(lambda conn: palace.character(conn, name))

    @rule(target=edits, which=PICK, text=TEXTS)
    def add_memory(self, which: int, text: str) -> Any:
        owner = pick(self.conn, "character", which)
        return multiple() if owner is None else self.done(lambda conn: palace.memory(conn, owner, text))

    @rule(
        target=edits,
        which=PICK,
        change=st.fixed_dictionaries(
            {}, optional={"content": TEXTS, "room": ROOMS, "status": st.sampled_from(["active", "forgotten"])}
        ),
    )
    def change_memory(self, which: int, change: dict[str, Any]) -> Any:
        number = pick(self.conn, "memory", which)
        if number is None or not change:
            return multiple()
        if "content" in change:
            change = {**change, "content_hash": palace.text_hash(change["content"])}

        def work(conn: Connection) -> None:
            (locked,) = conn.execute("SELECT locked_fields FROM memory WHERE id = ?", (number,)).fetchone()
            fields = json.dumps(list(dict.fromkeys([*json.loads(locked), *change])))
            rows.update(conn, "memory", number, {**change, "locked_fields": fields, "updated_at": self.now})

        return self.done(work)

    @rule(target=edits, one=PICK, other=PICK, kind=st.sampled_from(["causal", "person"]))
    def add_link(self, one: int, other: int, kind: str) -> Any:
        source, target = pick(self.conn, "memory", one), pick(self.conn, "memory", other)
        if source is None or target is None or source == target:
            return multiple()
        pair = (min(source, target), max(source, target), kind)
        known = "SELECT 1 FROM link WHERE min(source, target) = ? AND max(source, target) = ? AND kind = ?"
        if self.conn.execute(known, pair).fetchone():
            return multiple()
        (owner,) = self.conn.execute("SELECT character FROM memory WHERE id = ?", (source,)).fetchone()
        link = {"character": owner, "source": source, "target": target, "kind": kind, "strength": 0.5}
        link |= {"origin": "author", "recorded_at": self.now}
        return self.done(lambda conn: rows.insert(conn, "link", link))

    @rule(target=edits, which=PICK)
    def delete_memory(self, which: int) -> Any:
        number = pick(self.conn, "memory", which)
        if number is None:
            return multiple()

        def work(conn: Connection) -> None:
            conn.execute("DELETE FROM link WHERE :id IN (source, target)", {"id": number})
            conn.execute("DELETE FROM source WHERE owner_kind = 'memory' AND owner_id = ?", (number,))
            conn.execute("DELETE FROM memory WHERE id = ?", (number,))

        return self.done(work)

    @rule(target=edits, which=PICK, texts=st.lists(TEXTS, min_size=1, max_size=40))
    def import_chat(self, which: int, texts: list[str]) -> Any:
        owner = pick(self.conn, "character", which)
        if owner is None:
            return multiple()
        run = runs.start_run(self.conn, "import", "Import", self.tick()).id
        number = self.done(lambda conn: palace.session(conn, [owner], run), run=run, form="insert")
        place = self.conn.execute("SELECT max(id) FROM session").fetchone()[0]
        speaker = self.conn.execute("SELECT max(id) FROM participant").fetchone()[0]
        other = self.done(
            lambda conn: palace.messages(conn, place, speaker, texts, run),
            run=run,
            form="insert",
            actor="import",
        )
        runs.finish_run(self.conn, run, self.tick())
        return multiple(number, other)

    @rule(target=edits, which=PICK, owner=PICK)
    def invite(self, which: int, owner: int) -> Any:
        number, guest = pick(self.conn, "session", which), pick(self.conn, "character", owner)
        if number is None or guest is None:
            return multiple()
        person = {"session": number, "name": "guest", "kind": "character", "character": guest}
        return self.done(lambda conn: rows.insert(conn, "participant", person))

    @rule(target=edits, text=TEXTS)
    def process(self, text: str) -> Any:
        """Read the unread messages into a memory, in a run of two edits."""
        owner = pick(self.conn, "character", 0)
        unread = [
            r[0] for r in self.conn.execute("SELECT id FROM message WHERE processed_run IS NULL LIMIT 3")
        ]
        if owner is None or not unread:
            return multiple()
        run = runs.start_run(self.conn, "process", "Process", self.tick()).id

        def remember(conn: Connection) -> None:
            made = palace.memory(conn, owner, text, run=run, origin="rule")
            source = {"owner_kind": "memory", "owner_id": made, "target_kind": "message"}
            rows.insert_many(conn, "source", [{**source, "target_id": one} for one in unread])

        def read(conn: Connection) -> None:
            conn.executemany(
                "UPDATE message SET processed_run = ? WHERE id = ?", [(run, one) for one in unread]
            )

        made = [self.done(remember, run=run, actor="rule"), self.done(read, run=run, actor="rule")]
        runs.finish_run(self.conn, run, self.tick())
        return multiple(*made)

    @rule(target=edits, owner=PICK, text=TEXTS)
    def write_month(self, owner: int, text: str) -> Any:
        number = pick(self.conn, "character", owner)
        if number is None:
            return multiple()

        def work(conn: Connection) -> None:
            stamps = {"recorded_at": self.now, "updated_at": self.now}
            known = conn.execute("SELECT id, version FROM summary WHERE character = ?", (number,)).fetchone()
            month = known[0] if known else rows.insert(
                conn, "summary", {"character": number, "scope": "month", "key": "2026-03", **stamps}
            )  # fmt: skip
            version = {"summary": month, "ordinal": self.now, "content": text, "origin": "author"}
            made = rows.insert(conn, "summary_version", {**version, "recorded_at": self.now})
            rows.update(conn, "summary", month, {"content": text, "version": made, "updated_at": self.now})

        return self.done(work)

    @rule(target=edits, owner=PICK, deed=st.sampled_from(sorted(deeds.DEEDS)), one=PICK, other=PICK)
    def edit_months(self, owner: int, deed: str, one: int, other: int) -> Any:
        """Every command of days and months, on whatever is there."""
        number = pick(self.conn, "character", owner)
        if number is None:
            return multiple()
        picked = deeds.Picked(
            number,
            pick(self.conn, "fragment", one) or 0,
            pick(self.conn, "fragment", other) or 0,
            pick(self.conn, "summary_version", one) or 0,
            other,
        )
        command = deeds.DEEDS[deed](picked)
        try:
            return self.done(lambda conn: command.apply(conn, self.now), label=command.label)
        except KnownError as told:
            if told.code != "fragment.owners":
                raise
            return multiple()

    @rule()
    def undo_newest_and_redo(self) -> None:
        """Do and undo is nothing; redo is what was there, to the last column."""
        step = undo.newest_undoable(self.conn)
        if step is None:
            return
        after = palace.tables(self.conn)
        error = self._try(undo.undo_run if step.kind == "run" else undo.undo_edit, step.id)
        if error:
            assert not self.in_turn
            assert error.facts["conflicts"]
            assert palace.tables(self.conn) == after
            return
        assert palace.tables(self.conn) != after
        again = undo.newest_redoable(self.conn)
        assert again == step or (again is not None and again.id == step.id)
        with driver.transaction(self.conn):
            undo.redo(self.conn, again, self.tick())
        assert palace.tables(self.conn, VOLATILE) == _without(after)

    @rule(edit=edits, again=st.booleans())
    def undo_any(self, edit: int, again: bool) -> None:
        """It works whole, or is refused with the edits in its way and nothing changed."""
        before, before_indexes = palace.tables(self.conn), palace.indexes(self.conn)
        force = undo_state(self.conn)
        error = self._try(undo.undo_edit, edit)
        if error:
            assert palace.tables(self.conn) == before
            assert palace.indexes(self.conn) == before_indexes
            assert undo_state(self.conn) == force
            assert error.code == "undo.nothing" or error.facts["conflicts"]
            return
        self.in_turn = False
        if again:
            with driver.transaction(self.conn):
                undo.redo_edit(self.conn, edit, self.tick())
            assert palace.tables(self.conn, VOLATILE) == _without(before)
            assert palace.indexes(self.conn) == before_indexes

    @rule(edit=edits)
    def undo_with_dependents(self, edit: int) -> None:
        """Those in the way can always be taken back together with it."""
        wanted = {edit}
        for _ in range(50):
            error = self._try(undo.undo_edits, sorted(wanted))
            if error is None or error.code == "undo.nothing":
                self.in_turn = self.in_turn and error is not None
                return
            conflicts = error.facts["conflicts"]
            if any(one["undone"] for one in conflicts):
                self.in_turn = False
                self._insist(undo.undo_edit, edit)
                return
            found = {undo.find(self.conn, one["id"]).id for one in conflicts}
            assert found - wanted
            wanted |= found
        raise AssertionError("the dependents never end")

    @rule(edit=edits)
    def redo_any(self, edit: int) -> None:
        before = palace.tables(self.conn)
        if self._try(undo.redo_edit, edit):
            assert palace.tables(self.conn) == before
        else:
            self.in_turn = False

    def _insist(self, take: Callable[..., Any], number: int) -> None:
        """Redo what an undo has missed, take back what stands on it, until it works."""
        for _ in range(50):
            error = self._try(take, number)
            if error is None or error.code == "undo.nothing":
                return
            for one in error.facts["conflicts"]:
                other = undo.redo_edit if one["undone"] else undo.undo_edit
                self._insist(other, undo.find(self.conn, one["id"]).id)
        raise AssertionError("the way is never clear")

    def _try(self, take: Callable[..., Any], what: Any) -> KnownError | None:
        try:
            with driver.transaction(self.conn):
                take(self.conn, what, self.tick())
        except KnownError as error:
            if error.code not in {"undo.conflict", "undo.nothing"}:
                raise
            return error
        return None

    @invariant()
    def nothing_dangles(self) -> None:
        assert not self.conn.execute("PRAGMA foreign_key_check").fetchall()
        lost = """SELECT 1 FROM source s WHERE (s.owner_kind = 'memory' AND s.owner_id NOT IN (SELECT id FROM memory))
            OR (s.owner_kind = 'fragment' AND s.owner_id NOT IN (SELECT id FROM fragment))
            OR (s.target_kind = 'message' AND s.target_id NOT IN (SELECT id FROM message))
            OR (s.target_kind = 'fragment' AND s.target_id NOT IN (SELECT id FROM fragment))"""
        assert not self.conn.execute(lost).fetchall()


def undo_state(conn: Connection) -> list[Any]:
    return conn.execute("SELECT id, undone_by FROM edit ORDER BY id").fetchall()


def _without(found: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
    return {
        table: [{name: value for name, value in row.items() if name not in VOLATILE} for row in many]
        for table, many in found.items()
    }


UndoMachine.TestCase.settings = settings(
    max_examples=12, stateful_step_count=20, deadline=None, phases=PHASES
)
TestUndo = UndoMachine.TestCase
