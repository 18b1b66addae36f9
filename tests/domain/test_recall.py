from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from domain.making import DAY, HOUR, NOW, memory, pool_of

from app.domain.dates import DateRange
from app.domain.pool import Hope, LinkEdge, Pool, Query
from app.domain.profile import BELVEDERE, SEED, SULLYOS
from app.domain.recall import contenders, contributions, rebuild, recall


def ask(**facts):
    return Query("what was it", NOW, "Asia/Shanghai", **facts)


def run(memories, cosine=None, bm25=None, profile=SEED, query=None, **pool):
    return recall(query or ask(), Pool(pool_of(*memories), cosine, bm25, **pool), profile)


def ids(found):
    return [item.candidate.id for item in found.items]


def stages(found):
    return {drop.candidate.id: drop.stage for drop in found.dropped}


def days(start, length=1, confidence="exact", label="那天"):
    begin = datetime.fromtimestamp(start / 1000, UTC)
    return DateRange(label, begin, begin + timedelta(days=length), confidence)


def test_the_score_is_the_formula_of_the_room():
    living = memory(1, importance=6, at=NOW - 10 * HOUR, last_accessed_at=NOW - 2 * HOUR)
    found = run([living, memory(2)], {1: 0.8}, {1: 3.0, 2: 6.0})
    item = next(item for item in found.items if item.candidate.id == 1)
    similarity = 0.85 * 0.8 + 0.15 * 0.5
    expected = 0.5 * similarity + 0.3 * 0.999**2 + 0.2 * (6 * 0.9972**10) / 10
    assert item.score == pytest.approx(expected, abs=1e-12)
    assert item.factors["similarity"] == pytest.approx(similarity)
    assert rebuild(item.factors, SEED) == item.score


def test_a_ranking_model_s_word_is_one_more_part_of_the_score():
    memories = [memory(key) for key in range(1, 5)]
    cosine = {1: 0.9, 2: 0.8, 3: 0.7, 4: 0.6}
    before = run(memories, cosine)
    found = run(memories, cosine, relevance={1: 0.0, 2: 0.25, 3: 1.0})
    assert ids(before) == [1, 2, 3, 4]
    assert ids(found) == [3, 2, 1, 4]
    plain = {item.candidate.id: item.score for item in before.items}
    for item, relevance in zip(found.items, (1.0, 0.25, 0.0, 0.0), strict=True):
        assert item.score == pytest.approx(plain[item.candidate.id] / 2 + relevance / 2, abs=1e-12)
        assert item.factors["relevance"] == relevance
        assert rebuild(item.factors, SEED) == item.score
        parts = contributions(item.factors, SEED)
        assert parts.get("relevance", 0.0) == pytest.approx(relevance / 2)
        assert sum(parts.values()) == pytest.approx(item.score, abs=1e-12)


def test_the_ranking_model_is_asked_about_the_best_that_compete_and_about_a_box_once():
    memories = [memory(1, box=7), memory(2, box=7), memory(3), memory(4, status="archived"), memory(5)]
    pool = Pool(pool_of(*memories), {1: 0.9, 2: 0.8, 3: 0.5, 4: 0.7, 5: 0.2})
    assert [one.id for one in contenders(ask(), pool, SEED)] == [1, 3, 5]
    two = replace(SEED, reranking=replace(SEED.reranking, candidates=2))
    assert [one.id for one in contenders(ask(), pool, two)] == [1, 3]


def test_a_leg_counts_only_among_its_best():
    memories = [memory(key) for key in range(1, 61)]
    cosine = {key: 1 - key / 100 for key in range(1, 61)}
    found = run(memories, cosine, {60: 1.0}, query=ask(limit=60))
    last = next(item for item in found.items if item.candidate.id == 60)
    assert last.factors["cosine"] == 0
    assert last.via == "lexical"
    drop = next(drop for drop in found.dropped if drop.candidate.id == 55)
    assert (drop.stage, drop.score, drop.needed) == ("candidates", pytest.approx(0.45), 0.5)


def test_without_vectors_the_words_are_the_whole_likeness():
    found = run([memory(1), memory(2)], None, {1: 4.0, 2: 1.0})
    assert not found.vectors_used
    assert ids(found) == [1, 2]
    assert found.items[0].factors["similarity"] == 1.0
    assert run([memory(1)], {}, {1: 4.0}).items[0].factors["similarity"] == 0.15


def test_of_equals_the_newer_comes_first():
    old, new = memory(1, room="attic", at=NOW - 9 * DAY), memory(2, room="attic")
    assert ids(run([old, new], {1: 0.5, 2: 0.5})) == [2, 1]


def test_what_has_not_yet_occurred_is_hidden_and_told():
    later, undated = memory(1, at=NOW + 1), memory(2, at=None, recorded_at=NOW + DAY)
    found = run([later, undated, memory(3)], {1: 0.99, 2: 0.5, 3: 0.1}, {1: 9.0, 3: 1.0})
    assert 1 not in ids(found)
    assert stages(found) == {1: "later"}
    assert next(item for item in found.items if item.candidate.id == 3).factors["lexical"] == 1.0
    shown = run([later], {1: 0.99}, query=ask(hide_later=False))
    assert shown.items[0].factors["recency"] == 1.0


def test_a_day_has_begun_when_the_day_has():
    noon = NOW + 3 * HOUR  # the query's now is 04:26 of 29 May in Shanghai
    today = memory(1, at=noon, precision="day", occurred_text_day="2026-05-29")
    tomorrow = memory(2, at=noon, precision="day", occurred_text_day="2026-05-30")
    exact = memory(3, at=noon, occurred_text_day="2026-05-29")
    assert ids(run([today, tomorrow, exact], {1: 0.5, 2: 0.5, 3: 0.5})) == [1]


def test_links_lend_one_hop_the_strongest_call_and_the_best_five_join():
    seeds = [memory(1), memory(2)]
    far = [memory(key, at=NOW - 300 * DAY) for key in range(10, 18)]
    links = [LinkEdge(1, key, "emotional", key / 20) for key in range(10, 17)]
    links += [LinkEdge(10, 2, "emotional", 0.95), LinkEdge(16, 17, "emotional", 1.0)]
    found = run([*seeds, *far], {1: 0.9, 2: 0.2}, links=links)
    lent = {item.candidate.id: item for item in found.items if item.via == "link"}
    assert set(lent) == {12, 13, 14, 15, 16}
    best = found.items[0].score
    assert lent[16].score == pytest.approx(best * 0.8)
    assert (lent[16].path.origin, lent[16].path.kind, lent[16].path.strength) == (1, "emotional", 0.8)
    drop = next(drop for drop in found.dropped if drop.candidate.id == 11)
    assert (drop.stage, drop.needed) == ("link", pytest.approx(best * 0.6))
    assert 17 not in ids(found)


def test_the_style_decides_which_links_carry():
    memories, links = [memory(1), memory(2)], [LinkEdge(2, 1, "causal", 0.5)]
    scores = {
        style: run(memories, {1: 0.9}, links=links, query=ask(style=style)).items[-1].score
        for style in ("emotional", "analytical")
    }
    assert scores["analytical"] == pytest.approx(5 * scores["emotional"])


def test_a_weak_hit_is_lifted_by_a_link_and_a_strong_one_left_alone():
    crowd = [memory(key, importance=9) for key in range(1, 13)]
    weak = memory(20, room="attic", importance=1, at=NOW - 300 * DAY)
    cosine = {**dict.fromkeys(range(1, 13), 0.9), 20: 0.01}
    found = run([*crowd, weak], cosine, links=[LinkEdge(1, 20, "emotional", 1.0)])
    drop = next((one for one in (*found.items, *found.dropped) if one.candidate.id == 20), None)
    assert drop.factors["link_strength"] == 1.0
    assert drop.factors["cosine"] == 0.01
    assert rebuild(drop.factors, SEED) == drop.score == found.items[0].score


def test_a_link_to_a_swallowed_memory_reaches_its_box_s_summary():
    memories = [
        memory(1),
        memory(2, status="archived", box=7),
        memory(3, kind="summary", box=7),
        memory(4, status="archived", box=8),
    ]
    links = [LinkEdge(1, 2, "emotional", 0.5), LinkEdge(1, 4, "emotional", 0.5)]
    found = run(memories, {1: 0.9, 2: 0.99}, links=links)
    assert ids(found) == [1, 3]
    assert stages(found) == {2: "status", 4: "status"}
    assert ids(run(memories, {1: 0.9}, links=links, profile=SULLYOS)) == [1]


def test_the_same_mood_weighs_more():
    found = run([memory(1, mood="sad"), memory(2, mood="难过")], {1: 0.5, 2: 0.5}, query=ask(mood="sad"))
    plain = run([memory(1), memory(2)], {1: 0.5, 2: 0.5})
    assert [item.score for item in found.items] == pytest.approx([item.score * 1.3 for item in plain.items])
    assert found.items[0].factors["priming"] == 1.3
    assert found.mood == "sad"


def test_a_box_counts_once_and_shows_three_others():
    memories = [memory(key, box=5, at=NOW - key * DAY) for key in range(1, 8)]
    memories += [memory(9), memory(8, box=5, status="archived")]
    found = run(memories, {1: 0.2, 4: 0.9, 9: 0.1}, query=ask(limit=2))
    assert ids(found) == [4, 9]
    head = found.items[0]
    assert [one.id for one in head.siblings] == [3, 2, 1]
    assert head.unshown == 3
    assert stages(found) == {1: "box"}


def test_the_places_are_twelve_and_the_thirteenth_learns_what_it_lacked():
    memories = [memory(key, room="attic") for key in range(1, 15)]
    found = run(memories, {key: 1 - key / 20 for key in range(1, 15)})
    assert ids(found) == list(range(1, 13))
    drop = next(drop for drop in found.dropped if drop.candidate.id == 13)
    assert (drop.stage, drop.needed) == ("places", found.items[-1].score)
    assert drop.score < drop.needed
    assert run(memories, {1: 0.5}, query=ask(limit=0)).items == ()


def rumination_seeds(memories, cosine, wanted, count=400, **asked):
    attic = [one.id for one in memories if one.room == "attic"]
    hits = []
    for seed in range(count):
        found = run(memories, cosine, query=ask(seed=seed, **asked), attic=attic)
        if any(item.via == "rumination" for item in found.items) == wanted:
            hits.append(found)
    return hits


def test_rumination_takes_the_last_place_at_eight_tenths_of_the_mean():
    memories = [memory(key) for key in range(1, 15)] + [memory(50, room="attic")]
    cosine = {key: 1 - key / 20 for key in range(1, 15)}
    found = rumination_seeds(memories, cosine, wanted=True, rumination=1.0)
    assert 40 <= len(found) <= 120  # a chance of 0.2 in 400
    plain = run(memories, cosine)
    mean = sum(item.score for item in plain.items) / 12
    last = found[0].items[-1]
    assert (last.candidate.id, last.score) == (50, pytest.approx(0.8 * mean))
    assert rebuild(last.factors, SEED) == last.score
    assert len(found[0].items) == 12
    assert stages(found[0])[12] == "rumination"


def test_nothing_comes_up_without_a_tendency_and_no_evicted_memory_ever():
    memories = [memory(1), memory(50, room="attic"), memory(51, room="attic", status="evicted")]
    assert not rumination_seeds(memories, {1: 0.5}, wanted=True, rumination=0.0)
    came_up = {
        item.candidate.id
        for found in rumination_seeds(memories, {1: 0.5}, wanted=True, rumination=1.0)
        for item in found.items
    }
    assert came_up == {1, 50}


def test_an_evicted_memory_is_weighed_as_in_the_living_room():
    evicted = memory(1, room="attic", status="evicted", at=NOW - 100 * HOUR)
    found = run([evicted], {1: 0.5})
    assert found.items[0].factors["weight_recency"] == 0.3
    assert found.items[0].factors["importance"] == pytest.approx(0.5 * 0.9972**100)


def test_pins_and_hopes_are_there_even_when_nothing_is_found():
    pinned = memory(1, pinned_until=NOW + DAY)
    hopes = (Hope("a_1", "一起看雪", "active"),)
    found = run([pinned, memory(2, pinned_until=NOW)], {}, {}, anticipations=hopes)
    assert found.items == ()
    assert found.pins == (pinned,)
    assert found.anticipations == hopes
    assert ids(run([pinned], {1: 0.5})) == [1]
    assert stages(run([pinned], {1: 0.5}, profile=SULLYOS)) == {1: "pinned"}


def test_memories_of_the_named_day_join_with_their_own_score_and_a_bonus():
    then = NOW - 40 * DAY
    memories = [memory(1), memory(2, at=then), memory(3, at=then + DAY), memory(4, at=None)]
    asked = ask(date_ranges=[days(then - HOUR)])
    found = run(memories, {1: 0.9}, {}, query=asked)
    assert set(ids(found)) == {1, 2}
    item = next(item for item in found.items if item.candidate.id == 2)
    assert item.via == "date"
    assert item.factors["date"] == 0.3
    without = dict(item.factors)
    del without["date"]
    assert item.score == pytest.approx(rebuild(without, SEED) + 0.3)
    fuzzy = run(memories, {1: 0.9, 2: 0.5}, {}, query=ask(date_ranges=[days(then - HOUR, 30, "fuzzy")]))
    assert {item.candidate.id: item.factors.get("date") for item in fuzzy.items} == {
        1: None,
        2: 0.15,
        3: 0.15,
    }


def test_what_only_storage_knows_to_be_of_those_days_joins_too():
    found = run([memory(1, at=None)], {}, {}, in_dates=[1, 99], query=ask(date_ranges=[days(NOW - 9 * DAY)]))
    assert ids(found) == [1]


def test_of_a_long_stretch_only_the_best_fifty_join():
    memories = [memory(key, at=NOW - 10 * DAY, importance=1 + key % 10) for key in range(1, 61)]
    found = run(memories, {}, {}, query=ask(date_ranges=[days(NOW - 11 * DAY, 3, "fuzzy")], limit=99))
    assert len(found.items) == 50
    out = [drop for drop in found.dropped if drop.stage == "dates"]
    assert len(out) == 10
    assert all(drop.score <= drop.needed for drop in out)


def test_the_days_of_sullyos_have_fixed_scores():
    then = NOW - 40 * DAY
    memories = [memory(key, at=then, importance=key) for key in range(1, 8)]
    found = run(memories, {7: 0.5}, {}, profile=SULLYOS, query=ask(date_ranges=[days(then - HOUR)]))
    scores = {item.candidate.id: item.score for item in found.items}
    assert set(scores) == {3, 4, 5, 6, 7}
    assert [scores[key] for key in (3, 4, 5, 6)] == [0.8] * 4
    assert next(item for item in found.items if item.candidate.id == 7).factors["date"] == 0.3


def test_the_first_cut_of_sullyos_keeps_fifteen_with_a_likeness_of_at_least_three_tenths():
    memories = [memory(key, at=NOW - key * DAY) for key in range(1, 41)]
    cosine = {key: 1 - key / 50 for key in range(1, 41)}
    found = run(memories, cosine, profile=SULLYOS)
    assert len(found.items) == 15
    assert stages(found)[16] == "first_cut"
    assert stages(found)[36] == "candidates"
    drop = next(drop for drop in found.dropped if drop.candidate.id == 36)
    assert drop.score < drop.needed


def test_familiarity_and_redistribution_belong_to_sullyos():
    old = memory(1, at=NOW - 200 * DAY, access_count=4)
    factors = run([old], {1: 0.9}, profile=SULLYOS).items[0].factors
    assert factors["familiarity"] == pytest.approx(0.05 * 3**0.3 / 4)
    assert factors["weight_recency"] == 0
    assert (factors["weight_similarity"], factors["weight_importance"]) == pytest.approx((0.65, 0.35))
    assert "familiarity" not in run([old], {1: 0.9}).items[0].factors


def test_contributions_of_the_waterfall_name_what_carried_it():
    memories = [memory(1, mood="sad"), memory(2)]
    found = run(memories, {1: 0.9}, links=[LinkEdge(1, 2, "emotional", 0.5)], query=ask(mood="sad"))
    first, second = (contributions(item.factors, SEED) for item in found.items)
    assert list(first) == ["vector", "recency", "importance", "priming"]
    assert list(second) == ["link"]


def test_ids_without_a_memory_are_ignored_and_the_numbers_are_told():
    found = run([memory(1)], {1: 0.5, 77: 0.9}, {78: 2.0}, links=[LinkEdge(1, 79, "emotional", 1.0)])
    assert ids(found) == [1]
    assert found.dropped == ()
    assert found.numbers == SEED.numbers()
    assert replace(found, profile=BELVEDERE).numbers["name"] == "belvedere"
