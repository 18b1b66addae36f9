"""What holds for every recall, whatever is asked of whatever pool."""

import random
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from domain.making import DAY, HOUR, NOW, memory
from hypothesis import given, settings
from hypothesis import strategies as st

from app.domain.dates import DateRange
from app.domain.pool import STAGES, LinkEdge, Pool, Query
from app.domain.profile import LINK_KINDS, PROFILES, STYLES
from app.domain.recall import broods, contenders, contributions, rebuild, recall, seeds
from app.domain.rooms import ROOM_KEYS

# Drawn from one number each: hypothesis builds such pools field by field a hundred times more slowly.
MOODS = ["happy", "sad", "proud", "开心", "neutral", None]
STATUSES = ["active", "active", "active", "evicted", "archived", "superseded"]


def a_memory(dice, key):
    def maybe(value):
        return dice.choice([None, value])

    return memory(
        key,
        room=dice.choice([*ROOM_KEYS, "attic", None]),
        at=maybe(NOW + dice.randrange(-400 * DAY, 30 * DAY)),
        status=dice.choice(STATUSES),
        kind=dice.choice(["episode", "episode", "summary", "anticipation"]),
        mood=dice.choice(MOODS),
        valence=maybe(dice.uniform(-1, 1)),
        arousal=maybe(dice.uniform(-1, 1)),
        importance=dice.randint(1, 10),
        access_count=dice.randrange(9),
        last_accessed_at=maybe(NOW - dice.randrange(-DAY, 99 * DAY)),
        box=dice.choice([None, None, 1, 2, 3]),
        pinned_until=dice.choice([None, None, NOW - DAY, NOW + DAY]),
    )


def a_pool(number):
    dice = random.Random(number)
    size = dice.randrange(40)
    some = range(1, size + 3)  # one or two without a memory

    def sample(share):
        return [key for key in some if dice.random() < share]

    return Pool(
        {key: a_memory(dice, key) for key in range(1, size + 1)},
        cosine=dice.choice([None, {key: dice.uniform(-0.2, 1) for key in sample(0.6)}]),
        bm25=dice.choice([None, {key: dice.choice([0.0, dice.uniform(0, 20)]) for key in sample(0.5)}]),
        in_dates=sample(dice.choice([0.0, 0.2])),
        links=[
            LinkEdge(
                dice.choice(some), dice.choice(some), dice.choice([*LINK_KINDS, "kinship"]), dice.random()
            )
            for _ in range(dice.randrange(40))
        ],
        attic=sample(0.5),
    )


def a_query(number):
    dice = random.Random(number)
    since = datetime.fromtimestamp(NOW / 1000, UTC) - timedelta(days=dice.randrange(300))
    ranges = [DateRange("", since, since + timedelta(days=60), dice.choice(["exact", "fuzzy"]))]
    return Query(
        "",
        NOW,
        mood=dice.choice(MOODS),
        style=dice.choice(STYLES),
        rumination=dice.choice([0.0, 0.3, 1.0]),
        seed=number,
        limit=dice.choice([None, None, dice.randrange(20)]),
        date_ranges=dice.choice([(), ranges]),
    )


def ranked(query, pool, profile, number):
    """The pool as a ranking model answers about it: anything from 0 to 1, now and then the same twice."""
    dice = random.Random(number)
    asked = contenders(query, pool, profile)
    return replace(pool, relevance={one.id: dice.choice([0.0, 1.0, dice.random()]) for one in asked})


NUMBERS = st.integers(0, 2**32)
POOL, QUERY = NUMBERS.map(a_pool), NUMBERS.map(a_query)
PROFILE = st.sampled_from(list(PROFILES.values()))
few = settings(max_examples=100)


@few
@given(QUERY, POOL, PROFILE)
def test_factors_rebuild_the_score_and_the_waterfall_adds_up_to_it(query, pool, profile):
    found = recall(query, pool, profile)
    for one in (*found.items, *(drop for drop in found.dropped if drop.factors and drop.stage in STAGES[6:])):
        assert rebuild(one.factors, profile) == pytest.approx(one.score, abs=1e-9)
        assert sum(contributions(one.factors, profile).values()) == pytest.approx(one.score, abs=1e-9)


@few
@given(QUERY, POOL, PROFILE)
def test_scores_stay_within_bounds_and_fall(query, pool, profile):
    found = recall(query, pool, profile)
    scores = [item.score for item in found.items if item.via != "rumination"]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= item.score <= 1.3 * (1 + profile.dates.bonus + 0.05) for item in found.items)


@few
@given(QUERY, POOL, PROFILE, NUMBERS)
def test_all_of_it_holds_with_a_ranking_model_s_word(query, pool, profile, number):
    said = ranked(query, pool, profile, number)
    test_factors_rebuild_the_score_and_the_waterfall_adds_up_to_it.hypothesis.inner_test(query, said, profile)
    test_scores_stay_within_bounds_and_fall.hypothesis.inner_test(query, said, profile)
    test_every_candidate_is_told_of_once.hypothesis.inner_test(query, said, profile)
    before, after = recall(query, pool, profile), recall(query, said, profile)
    assert after.pins == before.pins
    for item in after.items:
        if item.via != "rumination":
            assert item.factors["relevance"] == said.relevance.get(item.candidate.id, 0.0)


@few
@given(QUERY, POOL, PROFILE, NUMBERS)
def test_whom_the_model_was_not_asked_about_stays_behind_and_in_order(query, pool, profile, number):
    few_asked = replace(profile, reranking=replace(profile.reranking, candidates=3))
    calm = replace(query, rumination=0.0, limit=200)
    said = ranked(calm, pool, few_asked, number)
    assert len(said.relevance) <= 3
    before, after = recall(calm, pool, few_asked).items, recall(calm, said, few_asked).items
    assert {one.candidate.id for one in after[:3]} == said.relevance.keys()
    assert [one.candidate.id for one in after[3:]] == [one.candidate.id for one in before[3:]]


@few
@given(QUERY, POOL, PROFILE)
def test_the_cap_is_never_exceeded_and_a_box_has_one_place(query, pool, profile):
    found = recall(query, pool, profile)
    assert len(found.items) <= (profile.output.places if query.limit is None else query.limit)
    boxes = [item.candidate.box for item in found.items if item.candidate.box is not None]
    assert len(boxes) == len(set(boxes))
    for item in found.items:
        assert all(one.box == item.candidate.box and one.id != item.candidate.id for one in item.siblings)
        if profile.output.style == "seed":
            assert len(item.siblings) <= 3


@few
@given(QUERY, POOL, PROFILE)
def test_every_candidate_is_told_of_once(query, pool, profile):
    found = recall(query, pool, profile)
    told = [one.candidate.id for one in (*found.items, *found.dropped)]
    assert len(told) == len(set(told))
    hits = {key for key, value in (pool.bm25 or {}).items() if value > 0} | set(pool.cosine or {})
    assert {key for key in hits | set(pool.in_dates) if key in pool.memories} <= set(told)
    assert {drop.stage for drop in found.dropped} <= set(STAGES)


@few
@given(QUERY, POOL, PROFILE)
def test_the_same_seed_gives_the_same_recall(query, pool, profile):
    backwards = replace(
        pool, memories=dict(reversed(pool.memories.items())), links=list(reversed(pool.links))
    )
    one, other = recall(query, pool, profile), recall(query, backwards, profile)
    assert one.items == other.items
    assert one == recall(query, pool, profile)


@few
@given(QUERY, POOL, PROFILE, st.integers(NOW - 100 * DAY, NOW))
def test_nothing_of_the_future_leaks_into_an_earlier_moment(query, pool, profile, then):
    query = replace(query, now_ms=then, mood=None)
    later = {
        key for key, one in pool.memories.items() if one.occurred_at is not None and one.occurred_at > then
    }
    found = recall(query, pool, profile)
    shown = [one for item in found.items for one in (item.candidate, *item.siblings)]
    assert not later & {one.id for one in (*shown, *found.pins)}
    past = replace(pool, memories={key: one for key, one in pool.memories.items() if key not in later})
    assert recall(query, past, profile).items == found.items


@few
@given(QUERY, POOL, PROFILE)
def test_the_archived_and_the_superseded_are_never_shown(query, pool, profile):
    found = recall(query, pool, profile)
    shown = [one for item in found.items for one in (item.candidate, *item.siblings)]
    assert {one.status for one in (*shown, *found.pins)} <= {"active", "evicted"}


@few
@given(QUERY, POOL, PROFILE, st.integers(0, 2000))
def test_time_alone_never_makes_a_memory_weigh_more(query, pool, profile, hours):
    """Own scores only: who is best may change, and with it who is called by a link."""
    plain = replace(pool, links=(), attic=())
    query = replace(query, hide_later=False, limit=99, rumination=0.0)
    before = recall(query, plain, profile)
    after = recall(replace(query, now_ms=NOW + hours * HOUR), plain, profile)
    parts = {item.candidate.id: item.factors for item in before.items}
    for item in after.items:
        known = parts.get(item.candidate.id, {})
        for name in ("recency", "importance"):
            if name in known and name in item.factors:
                assert item.factors[name] <= known[name] + 1e-12


@few
@given(QUERY, POOL, PROFILE)
def test_only_the_links_of_the_seeds_and_only_now_and_then_the_attic_need_to_be_read(query, pool, profile):
    start = seeds(query, replace(pool, links=(), attic=()), profile)
    needed = [link for link in pool.links if link.a in start or link.b in start]
    attic = pool.attic if broods(query, profile) else ()
    less = replace(pool, links=needed, attic=attic)
    assert recall(query, less, profile).items == recall(query, pool, profile).items
