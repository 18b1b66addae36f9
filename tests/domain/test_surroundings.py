"""Neighbours, stretches, speakers and pairs; every score can be rebuilt from its factors."""

import random

import pytest
from domain.making import NOW, memory, pool_of
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.pairs import mates
from app.domain.pool import Pool, Query, Turn
from app.domain.profile import BELVEDERE, SEED, SULLYOS
from app.domain.recall import contributions, rebuild, recall
from app.domain.surroundings import asks

NUMBERS = BELVEDERE.around_messages


def talk(*said, stretch="1/day"):
    """Turns by number; each is (speaker, role, asks)."""
    return {at: Turn(stretch, at, *one) for at, one in enumerate(said, 1)}


def turns(count, stretch="1/day"):
    return {at: Turn(stretch, at, "Mara", "assistant") for at in range(1, count + 1)}


def run(pool_turns, cosine=None, bm25=None, profile=BELVEDERE, **query):
    memories = [memory(key, room=None, kind="message", importance=5) for key in pool_turns]
    pool = Pool(pool_of(*memories), cosine, bm25, turns=pool_turns, of_messages=True)
    found = recall(Query("what", NOW, limit=99, **query), pool, profile)
    return {item.candidate.id: item for item in found.items}


def test_the_nearest_lends_most_and_what_comes_before_lends_words_more_than_what_follows():
    found = run(turns(7), dict.fromkeys(range(1, 8), 0.0), {4: 2.0})
    lent = {key: item.factors.get("context", 0.0) for key, item in found.items()}
    assert lent[5] == pytest.approx(NUMBERS.own * 0.6 * NUMBERS.words_before[0])
    assert lent[3] == pytest.approx(NUMBERS.own * 0.6 * NUMBERS.words_after[0])
    assert lent[5] > lent[6] > lent[7] == 0
    assert lent[4] == 0


def test_nobody_lends_across_stretches_or_gaps():
    apart = {1: Turn("1/a", 1), 2: Turn("1/b", 2), 5: Turn("1/b", 9)}
    found = run(apart, {1: 0.0, 2: 0.8, 5: 0.0})
    assert found.keys() == apart.keys()
    assert all("context" not in item.factors for item in found.values())


def test_a_hidden_message_between_two_does_not_part_them():
    found = run({1: Turn("1/a", 1), 2: Turn("1/a", 3)}, {1: 0.0, 2: 0.8})
    assert found[1].factors["context"] > 0


def test_the_named_speaker_and_a_statement_are_favoured():
    said = talk(("Mara", "assistant", False), ("Odd", "user", True))
    found = run(said, {1: 0.5, 2: 0.5}, named=frozenset({"Mara"}))
    assert found[1].factors["speaker"] == NUMBERS.speaker
    assert found[1].factors["statement"] == NUMBERS.statement
    assert {"speaker", "statement"}.isdisjoint(found[2].factors)


def test_a_stretch_that_holds_the_words_raises_all_of_it():
    both = {**turns(2, "1/a"), 3: Turn("1/b", 30), 4: Turn("1/b", 39)}
    found = run(both, dict.fromkeys(both, 0.1), {1: 2.0, 3: 1.0})
    assert found[2].factors["stretch"] == NUMBERS.stretch
    assert found[4].factors["stretch"] == pytest.approx(NUMBERS.stretch / 2)


def test_the_second_of_a_pair_steps_back_and_the_others_do_not():
    said = talk(("Odd", "user", False), ("Mara", "assistant", False), ("Odd", "user", False))
    assert mates(said) == {1: 2, 2: 1}
    found = run(said, {1: 0.9, 2: 0.88, 3: 0.4})
    lowered = [key for key, item in found.items() if "beside" in item.factors]
    assert lowered == [2] or lowered == [1]
    assert found[lowered[0]].factors["beside"] == -NUMBERS.beside


@pytest.mark.parametrize("profile", [SEED, SULLYOS], ids=lambda one: one.name)
def test_seed_and_sullyos_heed_no_surroundings(profile):
    said = talk(("Odd", "user", True), ("Mara", "assistant", False))
    facts = {"cosine": {1: 0.9, 2: 0.8}, "bm25": {2: 1.0}, "profile": profile}
    named = run(said, **facts, named=frozenset({"Mara"}))
    memories = pool_of(*(memory(key, room=None, kind="message", importance=5) for key in said))
    bare = recall(Query("what", NOW, limit=99), Pool(memories, facts["cosine"], facts["bm25"]), profile)
    assert {key: item.score for key, item in named.items()} == {
        item.candidate.id: item.score for item in bare.items
    }


@settings(max_examples=60)
@given(st.integers(0, 2**32))
def test_factors_rebuild_the_score_and_add_up_to_it(number):
    dice = random.Random(number)
    count = dice.randrange(1, 30)
    said = {
        key: Turn(
            dice.choice(["1/a", "1/b", "2/a"]),
            dice.randrange(40),
            dice.choice(["Mara", "Odd"]),
            dice.choice(["user", "assistant"]),
            dice.random() < 0.3,
        )
        for key in range(1, count + 1)
        if dice.random() < 0.9
    }
    cosine = dice.choice([None, {key: dice.uniform(-0.2, 1) for key in said}])
    bm25 = {key: dice.uniform(0, 9) for key in said if dice.random() < 0.5}
    found = run(said, cosine, bm25, named=dice.choice([frozenset(), frozenset({"Odd"})]))
    scores = [item.score for item in found.values()]
    assert scores == sorted(scores, reverse=True)
    for item in found.values():
        assert 0 <= item.score <= 1.3
        assert rebuild(item.factors, BELVEDERE) == pytest.approx(item.score, abs=1e-9)
        assert sum(contributions(item.factors, BELVEDERE).values()) == pytest.approx(item.score, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Did you?", True),
        ("去吗？", True),
        ("“真的？”", True),
        ("Yes.", False),
        ("", False),
        ("What? No.", False),
    ],
)
def test_what_ends_in_a_question_mark_asks(text, expected):
    assert asks(text) is expected
