import pytest
from storage.machine import palace

from app.domain import bm25
from app.domain.text import query_tokens, tokens
from app.storage import rows, search

TEXTS = [
    "我们昨天去了海边看日出",
    "妈妈打电话来问工作的事",
    "a quiet evening by the sea",
    "the sea, the sea and again the sea",
    "running late for the bus",
    "海边的民宿很安静，第二天也去了海边",
]


@pytest.fixture
def conn():
    conn = palace.empty()
    yield conn
    conn.close()


@pytest.fixture
def two(conn):
    owners = palace.edit(conn, lambda c: [palace.character(c, "Mio"), palace.character(c, "Rin")]).value
    palace.edit(conn, lambda c: [palace.memory(c, owners[0], text, tags='["trip"]') for text in TEXTS])
    palace.edit(conn, lambda c: palace.memory(c, owners[1], "her own sea"))
    return owners


def ids(found):
    return [row for row, _ in found]


def test_only_the_characters_own_rows_come_best_first(conn, two):
    assert set(ids(search.lexical_candidates(conn, "memory", two[0], ["sea"], 10))) == {3, 4}
    assert search.lexical_candidates(conn, "memory", two[1], ["sea"], 10) == [(7, "her own sea")]
    found = search.lexical_candidates(conn, "memory", two[0], query_tokens("妈妈在海边打电话"), 10)
    assert ids(found)[0] == 2
    assert set(ids(found)) == {1, 2, 6}
    assert dict(found)[2] == TEXTS[1]


def test_the_limit_and_nothing_asked(conn, two):
    assert len(search.lexical_candidates(conn, "memory", two[0], ["sea", "海边"], 2)) == 2
    assert search.lexical_candidates(conn, "memory", two[0], [], 2) == []
    assert search.lexical_candidates(conn, "memory", 99, ["sea"], 2) == []
    assert search.lexical_candidates(conn, "message", two[0], ["sea"], 2) == []


def test_a_tag_finds_what_the_text_does_not_say_and_counts_less(conn, two):
    assert len(search.lexical_candidates(conn, "memory", two[0], ["trip"], 10)) == len(TEXTS)
    assert search.lexical_stats(conn, "memory", two[0], ["trip"]).frequency == {"trip": 0}
    made = palace.edit(conn, lambda c: palace.memory(c, two[0], "a trip to town", tags="[]")).value
    assert ids(search.lexical_candidates(conn, "memory", two[0], ["trip"], 10))[0] == made


def test_the_figures_are_those_of_a_count_by_hand(conn, two):
    words = ["sea", "海边", "妈妈", "nothing"]
    by_hand = bm25.stats_of([tokens(text) for text in TEXTS])
    stats = search.lexical_stats(conn, "memory", two[0], words)
    assert stats.total == by_hand.total
    assert stats.mean_length == pytest.approx(by_hand.mean_length)
    assert dict(stats.frequency) == {word: by_hand.frequency.get(word, 0) for word in words}


def test_figures_follow_every_edit(conn, two):
    assert search.lexical_stats(conn, "memory", two[0], ["sea"]).frequency["sea"] == 2
    palace.edit(conn, lambda c: rows.update(c, "memory", 3, {"content": "by the lake"}))
    stats = search.lexical_stats(conn, "memory", two[0], ["sea"])
    assert (stats.total, stats.frequency["sea"]) == (6, 1)
    palace.edit(conn, lambda c: c.execute("DELETE FROM memory WHERE id = 4"))
    assert search.lexical_candidates(conn, "memory", two[0], ["sea"], 5) == []


def test_words_that_look_like_commands_are_words(conn, two):
    holding = {"AND": [4], "a*": [3]}  # “… and again …”, “a quiet evening …”: a word, no beginning of one
    for word in ('"', "AND", "a*", "tokens:x", "(", "NEAR"):
        assert ids(search.lexical_candidates(conn, "memory", two[0], [word], 5)) == holding.get(word, [])
        stats = search.lexical_stats(conn, "memory", two[0], [word])
        assert stats.frequency == {word: len(holding.get(word, []))}


def test_every_or_any_word(conn, two):
    def count(every):
        query = search.match("memory", two[0], ["海边", "安静"], every=every)
        return conn.execute("SELECT count(*) FROM memory_fts WHERE memory_fts MATCH ?", (query,)).get

    assert (count(every=True), count(every=False)) == (1, 2)
