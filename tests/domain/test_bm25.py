from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.bm25 import Stats, score, stats_of, weight_of

WORDS = st.lists(st.sampled_from("abcdef"), max_size=12)
CORPUS = st.lists(WORDS, min_size=1, max_size=8)


@given(WORDS, CORPUS)
def test_only_documents_with_a_word_of_the_query_score_and_they_score_above_zero(query, corpus):
    docs = dict(enumerate(corpus))
    found = score(query, docs, stats_of(corpus))
    assert set(found) == {key for key, doc in docs.items() if set(doc) & set(query)}
    assert all(value > 0 for value in found.values())


@given(CORPUS)
def test_the_corpus_is_counted_by_documents(corpus):
    stats = stats_of(corpus)
    assert stats.total == len(corpus)
    assert all(1 <= count <= stats.total for count in stats.frequency.values())


def test_one_word_by_hand():
    docs = {1: ["tea", "tea", "cup"], 2: ["cup"]}
    found = score(["tea"], docs, stats_of(docs.values()))
    rarity = log((2 - 1 + 0.5) / (1 + 0.5) + 1)
    assert found == {1: pytest.approx(rarity * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2)))}


def test_a_word_asked_twice_counts_twice():
    docs = {1: ["tea", "cup"]}
    stats = stats_of(docs.values())
    assert score(["tea", "tea"], docs, stats)[1] == pytest.approx(2 * score(["tea"], docs, stats)[1])


def test_statistics_that_lag_behind_give_no_negative_weight():
    stats = Stats(total=3, mean_length=2.0, frequency={"tea": 9})
    assert weight_of("tea", stats) > 0
    assert score([], {1: ["tea"]}, stats) == {}
    assert score(["tea"], {1: ["tea"]}, Stats(0, 0.0, {})) == {
        1: pytest.approx(log(2) * 2.2 / (1 + 1.2 * 1.0))
    }
