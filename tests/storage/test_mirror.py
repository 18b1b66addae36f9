import threading

import numpy as np
import pytest
from bench.generate import Space
from hypothesis import given
from hypothesis import strategies as st
from storage.machine import palace

from app.domain.changes import Changes
from app.storage import bits, derived, driver, mirror, rows, undo, vectors
from app.storage.mirror import Mirror

DIM = 72  # no multiple of 64: the last word is padded


@pytest.fixture
def conn():
    conn = palace.empty()
    with driver.transaction(conn):
        vectors.ensure_set(conn, "m", DIM, "portable", 1)
    yield conn
    conn.close()


@pytest.fixture
def owner(conn):
    return palace.edit(conn, palace.character).value


@pytest.fixture
def space():
    return Space(DIM, 3, topics=10)


def remember(conn, owner, space, count, first=0):
    texts = [f"text {first + i}" for i in range(count)]
    ids = palace.edit(conn, lambda c: [palace.memory(c, owner, text) for text in texts]).value
    made = space.vectors(count)
    items = [(palace.text_hash(text), 0, vectors.pack(vec)) for text, vec in zip(texts, made, strict=True)]
    with driver.transaction(conn):
        vectors.store_vectors(conn, 1, items)
    return ids, made


def exact(ids, made, query, limit):
    cosines = made @ (query / np.linalg.norm(query))
    order = np.argsort(-cosines)[:limit]
    return {ids[at]: cosines[at] for at in order}


def test_the_nearest_are_those_of_an_exact_scan(conn, owner, space):
    ids, made = remember(conn, owner, space, 300)
    query = space.queries(made[:1])[0]
    found = Mirror().nearest(conn, 1, "memory", owner, query, 12)
    assert list(found) == list(exact(ids, made, query, 12))
    assert found == pytest.approx(exact(ids, made, query, 12), abs=1e-6)


def test_little_is_lost_where_bits_choose(space):
    made = space.vectors(20_000)
    held = bits.Bits.of(np.arange(20_000) * derived.STRIDE, np.packbits(made > 0, axis=1, bitorder="little"))
    lost = []
    for query in space.queries(made[:20]):
        near = set(exact(range(20_000), made, query, 50))
        lost.append(len(near - set(held.candidates(query / np.linalg.norm(query), 50).tolist())) / 50)
    assert np.mean(lost) < 0.15  # 72 bits a row; with 512 it is under 0.01, see tests/bench


def test_characters_and_kinds_are_apart(conn, owner, space):
    remember(conn, owner, space, 3)
    asked = Mirror()
    assert asked.has_any(conn, 1, "memory", owner)
    assert not asked.has_any(conn, 1, "memory", owner + 1)
    assert not asked.has_any(conn, 1, "message", owner)
    assert not asked.has_any(conn, 7, "memory", owner)
    assert asked.nearest(conn, 7, "memory", owner, np.ones(DIM), 5) == {}


def test_it_follows_edits_and_new_vectors_by_itself(conn, owner, space):
    asked = Mirror()
    ids, made = remember(conn, owner, space, 30)
    query = made[4]
    assert next(iter(asked.nearest(conn, 1, "memory", owner, query, 3))) == ids[4]
    palace.edit(conn, lambda c: rows.update(c, "memory", ids[4], {"status": "forgotten"}))
    assert ids[4] not in asked.nearest(conn, 1, "memory", owner, query, 30)
    with driver.transaction(conn):
        undo.undo(conn, undo.newest_undoable(conn), 1)
    assert next(iter(asked.nearest(conn, 1, "memory", owner, query, 3))) == ids[4]
    more, fresh = remember(conn, owner, space, 5, first=100)
    assert next(iter(asked.nearest(conn, 1, "memory", owner, fresh[2], 3))) == more[2]
    asked.forget(Changes(everything=True))
    assert next(iter(asked.nearest(conn, 1, "memory", owner, fresh[2], 3))) == more[2]


def test_after_many_edits_it_holds_what_a_fresh_one_reads(conn, owner, space, monkeypatch):
    monkeypatch.setattr(mirror, "MOST_TOUCHED", 20)
    asked = Mirror()
    for step in range(6):
        remember(conn, owner, space, 8 * (step + 1), first=step * 100)
        palace.edit(conn, lambda c: c.execute("DELETE FROM memory WHERE id % 7 = 0"))
        asked.has_any(conn, 1, "memory", owner)
        held, whole = asked._held[1, "memory", owner][0], bits.read_all(conn, "vec_memory_1", owner)
        assert as_dict(held) == as_dict(whole)


def test_guests_come_and_go(conn, owner, space):
    asked = Mirror()

    def work(conn):
        session, speaker = palace.session(conn, [])
        palace.messages(conn, session, speaker, ["hello"])
        return session

    session = palace.edit(conn, work).value
    with driver.transaction(conn):
        vectors.store_vectors(conn, 1, [(palace.text_hash("hello"), 0, vectors.pack(space.vectors(1)[0]))])
    assert not asked.has_any(conn, 1, "message", owner)
    person = {"session": session, "name": "Mio", "kind": "character", "character": owner}
    guest = palace.edit(conn, lambda c: rows.insert(c, "participant", person)).value
    assert asked.has_any(conn, 1, "message", owner)
    palace.edit(conn, lambda c: c.execute("DELETE FROM participant WHERE id = ?", (guest,)))
    assert not asked.has_any(conn, 1, "message", owner)


def as_dict(held):
    return {int(row): word.tobytes() for row, word in zip(held.rowids, held.words.T, strict=True)}


def test_blocks_of_vec0_say_what_vec0_says(conn, owner, space):
    """`read_all` looks into vec0's own tables: this notices when a version changes them."""
    ids, _ = remember(conn, owner, space, 1_100)
    palace.edit(conn, lambda c: c.execute("DELETE FROM memory WHERE id % 5 = 0"))
    query = "SELECT rowid, bits FROM vec_memory_1 WHERE character = ?"
    told = dict(conn.execute(query, (owner,)))
    read = {
        row: word[: DIM // 8] for row, word in as_dict(bits.read_all(conn, "vec_memory_1", owner)).items()
    }
    assert read == told
    assert len(told) == sum(1 for one in ids if one % 5)
    some = np.array(ids[:50], np.int64)
    few = bits.read_rows(conn, "vec_memory_1", owner, some)
    assert {row // derived.STRIDE for row in few.rowids.tolist()} == {one for one in ids[:50] if one % 5}


def test_a_text_in_pieces_counts_with_its_best(conn, owner, space):
    palace.edit(conn, lambda c: palace.memory(c, owner, "long"))
    made = space.vectors(3)
    with driver.transaction(conn):
        items = [(palace.text_hash("long"), piece, vectors.pack(vec)) for piece, vec in enumerate(made)]
        vectors.store_vectors(conn, 1, items)
    asked = Mirror()
    for vec in made:
        assert asked.nearest(conn, 1, "memory", owner, vec, 5) == {1: pytest.approx(1.0, abs=1e-6)}
        assert asked.score(conn, 1, "memory", [1, 99], vec) == {1: pytest.approx(1.0, abs=1e-6)}
    assert asked.score(conn, 1, "memory", [], made[0]) == {}


def test_vec0_answers_while_another_thread_reads_in(conn, owner, space):
    ids, made = remember(conn, owner, space, 50)
    asked = Mirror()
    with asked._lock:
        found = asked.nearest(conn, 1, "memory", owner, made[7], 3)
    assert next(iter(found)) == ids[7]
    assert not asked._held


def test_threads_may_ask_at_once(tmp_path, space):
    from app.storage import opening

    path = tmp_path / "a.palace"
    opening.create(path)
    writer = driver.connect(path)
    with driver.transaction(writer):
        vectors.ensure_set(writer, "m", DIM, "portable", 1)
    owner = palace.edit(writer, palace.character).value
    ids, made = remember(writer, owner, space, 40)
    asked, wrong = Mirror(), []

    def look():
        reader = driver.connect(path, True)
        for at in range(40):
            found = asked.nearest(reader, 1, "memory", owner, made[at], 1)
            if next(iter(found)) != ids[at]:
                wrong.append(at)
        reader.close()

    threads = [threading.Thread(target=look) for _ in range(3)]
    for thread in threads:
        thread.start()
    for step in range(5):
        remember(writer, owner, space, 3, first=1000 * (step + 1))
    for thread in threads:
        thread.join()
    writer.close()
    assert wrong == []


@given(st.integers(1, 200), st.integers(1, 60))
def test_candidates_are_never_fewer_than_wanted(count, limit):
    space = Space(16, count, topics=3)
    made = space.vectors(count)
    held = bits.Bits.of(np.arange(count) * derived.STRIDE, np.packbits(made > 0, axis=1, bitorder="little"))
    assert len(held.candidates(made[0], limit)) >= min(count, limit)
