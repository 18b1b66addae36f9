"""Every fault is found, named and mended, and every mend can be taken back."""

import shutil

import numpy as np
import pytest
from storage.conftest import NOW

from app.domain.errors import KnownError
from app.domain.text import text_hash
from app.storage import derived, driver, integrity, journal, rows, soundness, undo, vectors
from app.storage.driver import transaction
from app.storage.tracked import TRACKED

DAY = 86_400_000


def vector(seed: int) -> bytes:
    return vectors.pack(np.random.default_rng(seed).normal(size=16))


@pytest.fixture(scope="session")
def furnished(tmp_path_factory, empty_palace):
    """A small, sound palace: two characters, a talk, memories, a link, a box, vectors."""
    path = shutil.copy(empty_palace, tmp_path_factory.mktemp("furnished") / "home.palace")
    conn = driver.connect(path)

    def work(conn):
        stamp = {"recorded_at": NOW, "updated_at": NOW}
        ren = rows.insert(conn, "character", {"name": "Ren", **stamp})
        mei = rows.insert(conn, "character", {"name": "Mei", **stamp})
        talk = rows.insert(conn, "session", {"recorded_at": NOW})
        rows.insert(
            conn, "participant", {"session": talk, "name": "Ren", "kind": "character", "character": ren}
        )
        you = rows.insert(conn, "participant", {"session": talk, "name": "You", "kind": "partner"})
        for number, content in enumerate(("今天下雨了", "bring an umbrella")):
            rows.insert(
                conn,
                "message",
                {
                    "session": talk,
                    "participant": you,
                    "role": "user",
                    "ordinal": number,
                    "content": content,
                    "content_hash": text_hash(content),
                    "occurred_at": NOW - DAY,
                    "recorded_at": NOW,
                },
            )
        box = rows.insert(conn, "box", {"character": ren, "name": "rain", **stamp})
        for owner, content in ((ren, "it rained 下雨"), (ren, "the umbrella"), (mei, "the sea")):
            rows.insert(
                conn,
                "memory",
                {
                    "character": owner,
                    "room": "living_room",
                    "content": content,
                    "content_hash": text_hash(content),
                    "box": box if owner == ren else None,
                    "origin": "rule",
                    "occurred_at": NOW - DAY,
                    "occurred_from": "2026-02-24",
                    "occurred_precision": "day",
                    **stamp,
                },
            )
        link = {"character": ren, "source": 1, "target": 2, "kind": "temporal", "strength": 0.5}
        rows.insert(conn, "link", {**link, "origin": "rule", "recorded_at": NOW})
        rows.insert(
            conn,
            "source",
            {"owner_kind": "memory", "owner_id": 1, "target_kind": "message", "target_id": 1},
        )
        rows.insert(
            conn,
            "fragment",
            {
                "character": ren,
                "provenance": "auto",
                "content": "rain",
                "content_hash": text_hash("rain"),
                **stamp,
            },
        )
        rows.insert(
            conn, "summary", {"character": ren, "scope": "month", "key": "2026-02", "content": "wet", **stamp}
        )

    with transaction(conn):
        journal.record(conn, journal.Stamp("Begin", at=NOW), work)
        set_id = vectors.ensure_set(conn, "tiny", 16, "portable", NOW)
        texts = ["今天下雨了", "bring an umbrella", "it rained 下雨", "the umbrella", "the sea"]
        vectors.store_vectors(
            conn, set_id, [(text_hash(text), 0, vector(at)) for at, text in enumerate(texts)]
        )
    conn.close()
    return path


@pytest.fixture
def home(furnished, palace):
    """The sound palace, open for vandals: unguarded, and no faster than it must be safe."""
    shutil.copy(furnished, palace)
    conn = driver.connect(palace)
    conn.execute("PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF")
    yield conn
    conn.close()


def tracked(conn):
    return {table: conn.execute(f"SELECT * FROM {table} ORDER BY id").fetchall() for table in TRACKED}


def test_a_new_palace_is_sound(conn):
    assert integrity.check(conn) == []


def test_a_palace_in_use_is_sound(home):
    assert integrity.check(home, NOW) == []


FAULTS = {
    "lost_character": ["DELETE FROM character WHERE id = 2"],
    "lost_session": ["DELETE FROM participant", "DELETE FROM session"],
    "dangling_source": ["UPDATE source SET target_id = 99"],
    "dangling_link": ["UPDATE link SET target = source"],
    "foreign_box": ["UPDATE box SET character = 2"],
    "dangling_reference": ["UPDATE memory SET superseded_by = 77 WHERE id = 2"],
    "unknown_value": ["UPDATE memory SET room = 'cellar' WHERE id = 1"],
    "out_of_range": ["UPDATE memory SET importance = 99 WHERE id = 1"],
    "broken_json": ["UPDATE memory SET tags = '[\"a\"' WHERE id = 1"],
    "future_date": [f"UPDATE memory SET occurred_at = {NOW + 40 * DAY} WHERE id = 1"],
    "wrong_hash": ["UPDATE memory SET content_hash = x'00' WHERE id = 1"],
}

MORE_FAULTS = [
    ("dangling_link", "UPDATE link SET target = 3"),
    ("dangling_link", "UPDATE link SET source = 50"),
    ("dangling_link", "UPDATE link SET character = 2"),
    ("foreign_box", "DELETE FROM box"),
    ("dangling_reference", "DELETE FROM participant WHERE id = 2"),
    ("dangling_reference", "UPDATE participant SET character = 9 WHERE id = 1"),
    ("dangling_reference", "UPDATE summary SET version = 5"),
    ("dangling_source", "UPDATE source SET owner_id = 99"),
    ("unknown_value", "UPDATE memory SET status = 'gone' WHERE id = 1"),
    ("unknown_value", "UPDATE link SET kind = 'magic'"),
    ("out_of_range", "UPDATE link SET strength = 7"),
    ("out_of_range", "UPDATE memory SET importance = 2.5 WHERE id = 1"),
    ("broken_json", "UPDATE memory SET tags = '{}' WHERE id = 1"),
    ("broken_json", "UPDATE memory SET extra = 'NaN}' WHERE id = 1"),
    ("future_date", f"UPDATE message SET occurred_at = {NOW + 40 * DAY} WHERE id = 1"),
    ("wrong_hash", "UPDATE message SET content_hash = NULL WHERE id = 1"),
]


@pytest.mark.parametrize(
    ("kind", "statements"), [*FAULTS.items(), *((kind, [sql]) for kind, sql in MORE_FAULTS)]
)
def test_a_fault_in_rows_is_found_mended_and_the_mend_undone(home, kind, statements):
    for sql in statements:
        home.execute(sql)
    derived.sync(home, {name: range(1, 5) for name in derived.KINDS})
    broken = tracked(home)
    found = {problem.kind: problem for problem in integrity.check(home, NOW)}
    assert found[kind].count >= 1
    assert all(uid[1] == "_" for uid in found[kind].uids)
    assert len(found[kind].uids) == min(found[kind].count, 50)
    assert found[kind].text
    with transaction(home):
        assert {problem.kind for problem in integrity.repair(home, NOW)} == set(found)
    assert integrity.check(home, NOW) == []
    assert tracked(home) != broken
    newest = home.execute("SELECT max(id) FROM edit").get
    with transaction(home):
        undo.undo_edit(home, newest, NOW)
    assert tracked(home) == broken


def test_a_lost_character_comes_back_with_its_memories(home):
    home.execute("DELETE FROM character WHERE id = 2")
    with transaction(home):
        integrity.repair(home, NOW)
    assert home.execute("SELECT name FROM character WHERE id = 2").get == "Recovered 2"
    assert home.execute("SELECT count(*) FROM memory WHERE character = 2").get == 1


def test_a_future_date_stays_readable(home):
    home.execute(
        f"UPDATE memory SET occurred_at = {NOW + 40 * DAY}, occurred_from = '2026-04-05' WHERE id = 1"
    )
    with transaction(home):
        integrity.repair(home, NOW)
    row = home.execute(
        "SELECT occurred_text, occurred_from, occurred_precision, occurred_at FROM memory"
    ).fetchone()
    assert row == ("2026-04-05", None, "none", None)


def test_a_hope_may_lie_in_the_future(home):
    home.execute(f"UPDATE memory SET occurred_at = {NOW + 40 * DAY}, room = 'windowsill' WHERE id = 1")
    assert integrity.check(home, NOW) == []


DERIVED_FAULTS = [
    ("text_index", "DELETE FROM memory_fts WHERE rowid = 1"),
    ("text_index", "INSERT INTO message_fts(rowid, owner, tokens) VALUES (44, 'c1', 'ghost')"),
    ("text_index", "UPDATE lexicon SET tokens = 99 WHERE kind = 'memory' AND row = 1"),
    ("text_index", "INSERT INTO lexicon VALUES ('summary', 9, 1, 3)"),
    ("vector_index", "DELETE FROM vec_memory_1 WHERE rowid = (1 * 64) * 64"),
    (
        "vector_index",
        "INSERT INTO vec_memory_1(rowid, character, bits) VALUES (99 * 4096, 1, vec_bit(x'0102'))",
    ),
    ("vector_index", "DROP TABLE vec_message_1"),
    ("bad_vector", "UPDATE embedding SET vec = zeroblob(64) WHERE id = 1"),
    ("bad_vector", "UPDATE embedding SET vec = x'00000000' WHERE id = 2"),
    (
        "bad_vector",
        "UPDATE embedding SET vec = unhex(replace(hex(zeroblob(16)), '00', '0000C07F')) WHERE id = 2",
    ),
]


@pytest.mark.parametrize(("kind", "sql"), DERIVED_FAULTS)
def test_a_fault_in_what_is_derived_is_found_and_rebuilt(home, kind, sql):
    home.execute(sql)
    found = {problem.kind for problem in integrity.check(home, NOW)}
    assert kind in found
    before = tracked(home), home.execute("SELECT count(*) FROM edit").get
    with transaction(home):
        integrity.repair(home, NOW)
    assert integrity.check(home, NOW) == []
    assert (tracked(home), home.execute("SELECT count(*) FROM edit").get) == before


def test_a_vector_whose_text_may_come_back_is_kept(home):
    with transaction(home):
        journal.record(
            home, journal.Stamp("Forget", at=NOW), lambda c: c.execute("DELETE FROM memory WHERE id = 3")
        )
    assert integrity.check(home, NOW) == []
    home.execute("UPDATE edit SET sealed = 1")
    assert [(p.kind, p.count) for p in integrity.check(home, NOW)] == [("orphan_vector", 1)]
    with transaction(home):
        integrity.repair(home, NOW)
    assert home.execute("SELECT count(*) FROM embedding").get == 4
    assert integrity.check(home, NOW) == []


def test_an_edit_that_lost_its_changes_is_sealed(home):
    home.execute("DELETE FROM edit_part")
    (problem,) = integrity.check(home, NOW)
    assert (problem.kind, problem.count, problem.uids[0][:2]) == ("lost_changes", 1, "e_")
    with transaction(home):
        integrity.repair(home, NOW)
    assert home.execute("SELECT sealed FROM edit").get == 1
    assert integrity.check(home, NOW) == []


def test_at_most_fifty_rows_are_named(home):
    with transaction(home):
        for number in range(80):
            content = f"n{number}"
            rows.insert(
                home,
                "memory",
                {
                    "character": 1,
                    "content": content,
                    "room": "cellar",
                    "content_hash": text_hash(content),
                    "origin": "rule",
                    "recorded_at": NOW,
                    "updated_at": NOW,
                },
            )
        derived.sync(home, {"memory": range(1, 100)})
    (problem,) = integrity.check(home, NOW)
    assert (problem.kind, problem.count, len(problem.uids)) == ("unknown_value", 80, 50)


def test_damaged_pages_are_told_and_left_alone(home, palace):
    root = home.execute("SELECT rootpage FROM sqlite_master WHERE name = 'trace'").get
    home.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    home.close()
    with palace.open("r+b") as file:
        file.seek((root - 1) * driver.PAGE_SIZE)
        file.write(b"\x0d" + b"\xee" * 200)
    conn = driver.connect(palace)
    before = tracked(conn)
    (problem,) = integrity.check(conn, NOW)
    assert problem.kind == "damaged"
    with pytest.raises(KnownError) as told, transaction(conn):
        integrity.repair(conn, NOW)
    assert told.value.code == "palace.damaged"
    assert tracked(conn) == before
    conn.close()


def test_every_kind_has_a_text_and_a_rule_or_a_test():
    kinds = {rule.kind for rule in soundness.rules()}
    assert kinds <= set(soundness.TEXTS)
    assert kinds - {"lost_character", "lost_session"} <= set(FAULTS)
    assert set(FAULTS) <= set(soundness.TEXTS)
