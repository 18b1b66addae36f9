import math

import numpy as np
import pytest
from storage.machine import palace

from app.domain.errors import KnownError
from app.storage import derived, driver, vectors

VEC = vectors.pack([1.0, -1, 1, -1, 1, -1, 1, -1])


@pytest.fixture
def conn():
    conn = palace.empty()
    yield conn
    conn.close()


@pytest.fixture
def set_id(conn):
    with driver.transaction(conn):
        return vectors.ensure_set(conn, "m", 8, "portable", 1, '{"a": 1}')


def h(text):
    return palace.text_hash(text)


def test_a_set_is_made_once(conn, set_id):
    assert vectors.ensure_set(conn, "m", 8, "portable", 2) == set_id
    assert vectors.sets(conn) == [vectors.VectorSet(set_id, "m", 8, "portable", '{"a": 1}')]
    with pytest.raises(KnownError) as caught:
        vectors.ensure_set(conn, "m", 16, "portable", 2)
    assert caught.value.code == "vectors.wrong_size"
    with pytest.raises(KnownError) as caught:
        vectors.ensure_set(conn, "odd", 9, "imported", 2)
    assert caught.value.code == "vectors.odd_size"


@pytest.mark.parametrize(
    ("vec", "code"),
    [
        (vectors.pack([0.0] * 8), "vectors.empty"),
        (vectors.pack([math.nan, *[1.0] * 7]), "vectors.empty"),
        (vectors.pack([math.inf, *[1.0] * 7]), "vectors.empty"),
        (vectors.pack([1.0] * 7), "vectors.wrong_size"),
        (b"", "vectors.wrong_size"),
    ],
)
def test_bad_vectors_are_refused_at_the_door_with_all_that_came_along(conn, set_id, vec, code):
    with pytest.raises(KnownError) as caught:
        vectors.store_vectors(conn, set_id, [(h("a"), 0, VEC), (h("b"), 0, vec)])
    assert caught.value.code == code
    assert conn.execute("SELECT count(*) FROM embedding").get == 0


def test_a_piece_too_many_is_refused(conn, set_id):
    with pytest.raises(KnownError):
        vectors.store_vectors(conn, set_id, [(h("a"), derived.PIECES, VEC)])


def test_known_vectors_stay_and_new_ones_reach_their_owners(conn, set_id):
    owner = palace.edit(conn, palace.character).value
    palace.edit(conn, lambda c: [palace.memory(c, owner, text) for text in ("same", "same", "other")])
    items = [(h("same"), 0, VEC), (h("same"), 1, VEC)]
    assert vectors.store_vectors(conn, set_id, items) == 2
    assert vectors.store_vectors(conn, set_id, [*items, (h("nobody's"), 0, VEC)]) == 1
    assert vectors.store_vectors(conn, set_id, []) == 0
    found = [row[0] for row in conn.execute("SELECT rowid FROM vec_memory_1 ORDER BY rowid")]
    assert found == [row * derived.STRIDE + piece * derived.SLOTS for row in (1, 2) for piece in (0, 1)]
    palace.assert_indexes_whole(conn)


def test_what_is_missing_is_told_once_a_text(conn, set_id):
    owner = palace.edit(conn, palace.character).value
    texts = ("same", "same", "other", " ")
    palace.edit(conn, lambda c: [palace.memory(c, owner, text) for text in texts])
    palace.edit(conn, lambda c: palace.memory(c, owner, "gone", status="forgotten"))
    assert vectors.missing(conn, set_id, "memory", owner) == [(h("same"), "same"), (h("other"), "other")]
    assert vectors.missing(conn, set_id, "memory", owner, 1) == [(h("same"), "same")]
    vectors.store_vectors(conn, set_id, [(h("same"), 0, VEC), (h("same"), 1, VEC)])
    assert vectors.missing(conn, set_id, "memory", owner) == [(h("other"), "other")]
    assert vectors.coverage(conn, set_id, "memory", owner) == vectors.Coverage(1, 2)
    assert not vectors.coverage(conn, set_id, "memory", owner).complete


def test_messages_are_wanted_by_each_character_of_the_session(conn, set_id):
    def work(conn):
        mio, rin, absent = (palace.character(conn, name) for name in "ABC")
        session, speaker = palace.session(conn, [mio, rin])
        palace.messages(conn, session, speaker, ["hello"])
        return mio, rin, absent

    mio, rin, absent = palace.edit(conn, work).value
    have = [len(vectors.missing(conn, set_id, "message", one)) for one in (mio, rin, absent)]
    assert have == [1, 1, 0]
    assert vectors.coverage(conn, set_id, "message", absent) == vectors.Coverage(0, 0)


def test_vectors_come_back_as_they_were(conn, set_id):
    second = vectors.pack(np.arange(1, 9))
    vectors.store_vectors(conn, set_id, [(h("a"), 1, second), (h("a"), 0, VEC)])
    assert vectors.vectors_of(conn, set_id, [h("a"), h("b")]) == {h("a"): [VEC, second]}


def test_a_dropped_set_leaves_nothing(conn, set_id):
    vectors.store_vectors(conn, set_id, [(h("a"), 0, VEC)])
    with driver.transaction(conn):
        vectors.drop_set(conn, set_id)
    assert vectors.sets(conn) == []
    assert not conn.execute("SELECT name FROM sqlite_schema WHERE name LIKE 'vec_memory%'").fetchall()
    with pytest.raises(KnownError) as caught:
        vectors.store_vectors(conn, set_id, [(h("a"), 0, VEC)])
    assert caught.value.code == "vectors.no_set"
