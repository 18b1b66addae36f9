import pytest
from storage.machine import palace

from app.domain.statuses import GONE
from app.storage import derived, driver, rows, search, vectors

VEC = vectors.pack([1.0, -1, 1, -1, 1, -1, 1, -1])


@pytest.fixture
def conn():
    conn = palace.empty()
    with driver.transaction(conn):
        vectors.ensure_set(conn, "m", 8, "portable", 1)
    yield conn
    conn.close()


@pytest.fixture
def two(conn):
    return palace.edit(conn, lambda c: [palace.character(c, "Mio"), palace.character(c, "Rin")]).value


def found(conn, kind, character, *words):
    query = search.match(kind, character, words)
    return [
        row[0] for row in conn.execute(f"SELECT rowid FROM {kind}_fts WHERE {kind}_fts MATCH ?", (query,))
    ]


def bits(conn, kind, character):
    query = f"SELECT rowid FROM {derived.bits_table(kind, 1)} WHERE character = ?"
    return [row[0] for row in conn.execute(query, (character,))]


def store(conn, *texts, piece=0):
    with driver.transaction(conn):
        vectors.store_vectors(conn, 1, [(palace.text_hash(text), piece, VEC) for text in texts])


def test_a_memory_is_found_by_words_and_tags_of_its_character_only(conn, two):
    mio, rin = two
    palace.edit(conn, lambda c: palace.memory(c, mio, "我们看日出", tags='["旅行"]'))
    assert found(conn, "memory", mio, "日出") == [1]
    assert found(conn, "memory", mio, "旅行") == [1]
    assert found(conn, "memory", rin, "日出") == []


def test_a_changed_text_is_found_by_its_new_words(conn, two):
    palace.edit(conn, lambda c: palace.memory(c, two[0], "old words"))
    palace.edit(conn, lambda c: rows.update(c, "memory", 1, {"content": "fresh ones"}))
    assert found(conn, "memory", two[0], "fresh") == [1]
    assert found(conn, "memory", two[0], "words") == []
    palace.assert_indexes_whole(conn)


@pytest.mark.parametrize("status", GONE)
def test_what_is_gone_leaves_every_index_and_comes_back(conn, two, status):
    palace.edit(conn, lambda c: palace.memory(c, two[0], "stays"))
    store(conn, "stays")
    for state, there in ((status, 0), ("active", 1)):
        palace.edit(conn, lambda c, state=state: rows.update(c, "memory", 1, {"status": state}))
        assert len(found(conn, "memory", two[0], "stays")) == there
        assert len(bits(conn, "memory", two[0])) == there
        assert conn.execute("SELECT count(*) FROM lexicon").get == there


def test_a_groups_message_belongs_to_each_of_its_characters(conn, two):
    def work(conn):
        session, speaker = palace.session(conn, two)
        palace.messages(conn, session, speaker, ["hello both"])

    palace.edit(conn, work)
    store(conn, "hello both")
    assert [found(conn, "message", one, "hello") for one in two] == [[1], [1]]
    assert [bits(conn, "message", one) for one in two] == [[derived.STRIDE], [derived.STRIDE + 1]]
    assert conn.execute("SELECT character FROM lexicon").fetchall() == [(1,), (2,)]


def test_who_takes_part_decides_whose_messages_they_are(conn, two):
    mio, rin = two

    def work(conn):
        session, speaker = palace.session(conn, [mio])
        palace.messages(conn, session, speaker, ["hello", "again"])
        return session

    session = palace.edit(conn, work).value
    person = {"session": session, "name": "Rin", "kind": "character", "character": rin}
    guest = palace.edit(conn, lambda c: rows.insert(c, "participant", person)).value
    assert found(conn, "message", rin, "hello") == [1]
    palace.edit(conn, lambda c: rows.update(c, "participant", guest, {"character": None}))
    assert found(conn, "message", rin, "hello") == []
    palace.edit(conn, lambda c: rows.update(c, "participant", guest, {"character": rin}))
    palace.edit(conn, lambda c: c.execute("DELETE FROM participant WHERE id = ?", (guest,)))
    assert found(conn, "message", rin, "hello") == []
    assert found(conn, "message", mio, "hello") == [1]
    palace.assert_indexes_whole(conn)


def test_days_and_months_are_found(conn, two):
    stamps = {"recorded_at": 1, "updated_at": 1, "character": two[0]}

    def work(conn):
        rows.insert(conn, "fragment", {"content": "一个雨天", "provenance": "auto", **stamps})
        rows.insert(
            conn, "summary", {"scope": "month", "key": "2026-03", "content": "a rainy month", **stamps}
        )
        rows.insert(conn, "summary", {"scope": "month", "key": "2026-04", **stamps})

    palace.edit(conn, work)
    assert found(conn, "fragment", two[0], "雨天") == [1]
    assert found(conn, "summary", two[0], "rainy") == [1]
    assert conn.execute("SELECT kind, count(*) FROM lexicon GROUP BY 1").fetchall() == [
        ("fragment", 1),
        ("summary", 1),
    ]


def test_an_edit_of_other_columns_does_not_touch_the_indexes(conn, two, monkeypatch):
    palace.edit(conn, lambda c: palace.memory(c, two[0]))
    seen = []
    monkeypatch.setattr(derived, "sync", lambda conn, rows: seen.append(dict(rows)))
    palace.edit(conn, lambda c: rows.update(c, "memory", 1, {"room": "attic", "importance": 9}))
    palace.edit(conn, lambda c: rows.update(c, "memory", 1, {"tags": "[]"}))
    assert seen == [{}, {"memory": {1}}]


def test_rebuild_mends_what_was_lost(conn, two):
    palace.edit(conn, lambda c: [palace.memory(c, two[0], f"text {i}") for i in range(5)])
    store(conn, "text 1", "text 3")
    before = palace.indexes(conn)
    conn.execute("DELETE FROM lexicon WHERE row = 2")
    conn.execute("DELETE FROM memory_fts WHERE rowid = 3")
    conn.execute("DELETE FROM vec_memory_1")
    assert palace.indexes(conn) != before
    with driver.transaction(conn):
        derived.rebuild(conn)
    assert palace.indexes(conn) == before


def test_sync_works_in_steps(conn, two, monkeypatch):
    monkeypatch.setattr(derived, "STEP", 3)
    palace.edit(conn, lambda c: [palace.memory(c, two[0], f"text {i}") for i in range(10)])
    assert len(found(conn, "memory", two[0], "text")) == 10
    palace.assert_indexes_whole(conn)
