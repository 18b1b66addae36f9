"""A memory is as near as the best of the messages it rests on; one without sources stands for itself."""

import pytest
from domain.making import DAY, NOW, memory, pool_of

from app.domain.pool import Pool, Query, Rest, Turn
from app.domain.profile import BELVEDERE, SEED
from app.domain.recall import contributions, rebuild, recall
from app.domain.resting import best, heard

WHAT = Query("what", NOW, limit=9)


def run(cosine, rests, profile=BELVEDERE, **facts):
    pool = Pool(pool_of(*(memory(key, **facts) for key in (1, 2, 3))), cosine, {}, rests=rests)
    return {item.candidate.id: item for item in recall(WHAT, pool, profile).items}


def log_of(**facts):
    messages = pool_of(*(memory(key, room=None, kind="message", **facts) for key in (11, 12, 13)))
    turns = {key: Turn("1/day", key, "Mara", "assistant") for key in messages}
    return Pool(messages, {11: 0.9, 12: 0.1, 13: 0.0}, {}, turns=turns, of_messages=True)


def test_the_best_of_its_messages_ranks_a_memory_before_its_own_words():
    found = run({1: 0.9, 2: 0.1}, {1: Rest(0.2, "vector"), 2: Rest(0.6, "lexical")})
    assert list(found)[:2] == [2, 1]
    assert found[2].via == "lexical"
    assert found[2].factors["source"] == pytest.approx(0.6 * BELVEDERE.resting.source)
    assert found[2].factors["own"] == BELVEDERE.resting.own


def test_what_only_its_messages_found_is_recalled():
    assert 3 in run({1: 0.4}, {3: Rest(0.5, "vector")})


def test_a_memory_without_sources_keeps_its_own_likeness_whole():
    found = run({1: 0.9, 2: 0.9}, {2: Rest(0.3, "vector")})
    assert "own" not in found[1].factors
    assert found[1].score > found[2].score


def test_scores_can_be_rebuilt_and_told_in_parts():
    found = run({1: 0.9, 2: 0.1}, {1: Rest(0.2, "vector")})
    assert 1 in found
    for item in found.values():
        assert rebuild(item.factors, BELVEDERE) == pytest.approx(item.score)
        assert sum(contributions(item.factors, BELVEDERE).values()) == pytest.approx(item.score)


def test_the_seed_owes_nothing_to_the_log():
    assert SEED.resting.source == 0
    assert SEED.resting.own == 1


def test_the_log_is_heard_with_its_surroundings_and_without_what_came_later():
    scores = heard(WHAT, log_of(), BELVEDERE)
    assert scores[11].score > scores[12].score > scores[13].score > 0
    assert scores[11].via == "vector"
    assert heard(WHAT, log_of(at=NOW + DAY), BELVEDERE) == {}


def test_a_memory_gets_its_best_message_and_only_the_best_go_on():
    scores = {11: Rest(0.5, "vector"), 12: Rest(0.7, "lexical"), 13: Rest(0.6, "vector")}
    found = best(scores, {1: [11, 12], 2: [13, 99], 3: [11], 4: [99]}, limit=2)
    assert found == {1: scores[12], 2: scores[13]}
