"""Profile `sullyos` gives that program's own numbers; each deliberate difference is named in a test."""

import json
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from domain.making import GOLDEN, HOUR, NOW, golden, memory, pool_of

from app.domain import bm25, buffer, consolidation, linking
from app.domain.assemble import memory_palace
from app.domain.assemble_sullyos import memory_date
from app.domain.decay import effective_importance
from app.domain.mood import distance, mood_va
from app.domain.pool import BoxFacts, Candidate, Hope, LinkEdge, Pool, Query
from app.domain.profile import LINK_KINDS, SEED, STYLES, SULLYOS
from app.domain.recall import rebuild, recall
from app.domain.scoring import priming
from app.domain.spreading import activate
from app.domain.text import sully_tokens

INPUTS = json.loads((GOLDEN / "sullyos_inputs.json").read_text(encoding="utf-8"))
QUESTION = golden("bm25")["query"]


def _candidate(row):
    facts = {key: value for key, value in row.items() if key != "cosine"}
    return Candidate(uid=f"m_{row['id']}", occurred_text_day=None, recorded_at=row["occurred_at"], **facts)


MEMORIES = {row["id"]: _candidate(row) for row in INPUTS["memories"]}
COSINE = {row["id"]: row["cosine"] for row in INPUTS["memories"]}
IDS = {one.external_id: one.id for one in MEMORIES.values()}
BOXES = {1: BoxFacts(INPUTS["box"]["name"], tuple(INPUTS["box"]["tags"]), INPUTS["box"]["compression_count"])}
HOPES = [Hope(f"a_{n}", one["content"], one["state"]) for n, one in enumerate(INPUTS["hopes"])]


def _bm25():
    stats = bm25.Stats(**INPUTS["corpus"])
    docs = {
        key: sully_tokens(one.content)
        for key, one in MEMORIES.items()
        if one.content and one.status == "active"
    }
    return bm25.score(sully_tokens(QUESTION), docs, stats, SULLYOS.fusion)


def _recall(links=(), **asked):
    query = Query(QUESTION, INPUTS["now"], INPUTS["zone"], **asked)
    return recall(query, Pool(MEMORIES, COSINE, _bm25(), links=links, boxes=BOXES), SULLYOS)


def _links():
    return [
        LinkEdge(IDS[one["sourceId"]], IDS[one["targetId"]], one["type"], one["strength"])
        for one in golden("links_used")
    ]


@pytest.mark.parametrize("case", golden("effective_importance"))
def test_effective_importance(case):
    found = effective_importance(case["importance"], case["room"], case["hours"], SULLYOS)
    assert found == pytest.approx(case["effective"], abs=1e-12)


def test_the_seed_has_no_floor_under_importance():
    case = next(
        one for one in golden("effective_importance") if one["room"] == "living_room" and one["hours"] == 720
    )
    assert effective_importance(8, "living_room", 720, SEED) == pytest.approx(8 * 0.9972**720)
    assert effective_importance(8, "living_room", 720, SEED) < case["effective"]


@pytest.mark.parametrize("case", golden("promotion"))
def test_promotion(case):
    reason = consolidation.promotion(case["importance"], case["ageHours"], case["accessCount"], SULLYOS)
    assert (reason is not None) == case["promote"]


def test_bm25():
    expected = {IDS[one["id"]]: one["score"] for one in golden("bm25")["results"]}
    assert _bm25() == pytest.approx(expected, abs=1e-9)


def test_hybrid():
    """Scores before boxes are folded; there the summary's box counts once, so its live member is a sibling."""
    found = _recall()
    scores = {
        one.candidate.id: (one.score, one.factors) for one in (*found.items, *found.dropped) if one.factors
    }
    expected = golden("hybrid")["results"]
    assert set(scores) == {IDS[one["id"]] for one in expected}
    for one in expected:
        score, factors = scores[IDS[one["id"]]]
        assert score == pytest.approx(one["final"], abs=1e-9)
        assert factors["cosine"] == pytest.approx(one["similarity"], abs=1e-9)
        assert factors["lexical"] == pytest.approx(one["bm25"], abs=1e-9)
        assert rebuild(factors, SULLYOS) == pytest.approx(one["final"], abs=1e-9)


def test_archived_hits_do_not_crowd_out_the_living():
    """A deliberate difference: there the archived are dropped after the cut at 30 and take places in it."""
    found = _recall()
    gone = {one.candidate.id: one.stage for one in found.dropped}
    assert gone[IDS["mn_1772900000000_gg44hh"]] == "status"
    assert COSINE[IDS["mn_1772900000000_gg44hh"]] > 0.8


@pytest.mark.parametrize("style", STYLES)
def test_spread_activation(style):
    seeds = {IDS[one["id"]]: one["final"] for one in golden("spread_activation")["seeds"]}
    found = {one.target: one.score for one in activate(seeds, _links(), style, SULLYOS)}
    expected = {
        IDS[one["id"]]: one["final"] for one in golden("spread_activation")["byStyle"][style][len(seeds) :]
    }
    assert found == pytest.approx(expected, abs=1e-9)


def test_links_used_are_of_known_kinds():
    assert {one["type"] for one in golden("links_used")} <= set(LINK_KINDS)


def test_a_hit_is_not_lowered_to_what_a_link_lends_it():
    """In the whole recall the windowsill memory is a hit of its own, so the weaker link changes nothing."""
    found = _recall(_links(), style="narrative")
    own = next(one for one in found.items if one.candidate.id == IDS["mn_1773800000000_qq99rr"])
    lent = next(one for one in found.items if one.candidate.id == IDS["mn_1773700000000_oo88pp"])
    assert own.via == "vector"
    assert "link_origin" not in own.factors
    assert lent.via == "link"
    assert lent.score == pytest.approx(0.06248335001550145, abs=1e-9)
    assert lent.path.origin == IDS["mn_1772700000000_cc22dd"]


@pytest.mark.parametrize("case", golden("priming"), ids=lambda case: ascii(case["currentMood"]))
def test_priming(case):
    assert case["results"]
    for one in case["results"]:
        factor = priming(case["currentMood"], memory(1, mood=one["nodeMood"]), SULLYOS)
        assert factor == pytest.approx(one["scoreAfter"], abs=1e-9)
        assert distance(mood_va("happy"), mood_va(one["nodeMood"])) == pytest.approx(one["distanceFromHappy"])


def test_the_seed_primes_the_same_mood_alone():
    assert priming("happy", memory(1, mood="happy"), SEED) == 1.3
    assert priming("happy", memory(1, mood="excited"), SEED) == 1.0


@pytest.mark.parametrize("case", golden("buffer_count"))
def test_buffer_count(case):
    messages = [(number, number <= case["hwm"]) for number in range(1, case["messages"] + 1)]
    assert buffer.plan(messages, SULLYOS).unprocessed == case["count"]


def _moments():
    new = [
        linking.Moment(1, NOW, "happy"),
        linking.Moment(2, NOW, "excited"),
        linking.Moment(3, NOW, "neutral"),
    ]
    old = [
        linking.Moment(11, NOW - HOUR, "happy"),
        linking.Moment(12, NOW - 100 * HOUR, "sad"),
        linking.Moment(13, NOW - 200 * HOUR, "grateful"),
    ]
    return new, old


def test_build_links():
    names = {"n1": 1, "n2": 2, "n3": 3, "o1": 11, "o2": 12, "o3": 13}
    expected = {
        (frozenset((names[one["s"]], names[one["t"]])), one["type"]): one["strength"]
        for one in golden("build_links")
    }
    found = {
        (frozenset((one.a, one.b)), one.kind): one.strength for one in linking.build(*_moments(), SULLYOS)
    }
    assert found == pytest.approx(expected, abs=1e-9)


def test_the_seed_links_the_same_mood_at_one_strength():
    found = linking.build(*_moments(), SEED)
    assert {(one.a, one.b, one.strength) for one in found if one.kind == "emotional"} == {(1, 11, 0.4)}


def test_formatter():
    query = Query("", INPUTS["now"], INPUTS["zone"])
    hits = {IDS[key]: 1.0 for key in ("mn_1772700000000_cc22dd", "mn_1773500000000_sum001")}
    hits[IDS["mn_1773800000000_qq99rr"]] = 0.9
    found = recall(query, Pool(MEMORIES, hits, {}, boxes=BOXES), SULLYOS)
    now = datetime.fromtimestamp(INPUTS["now"] / 1000, ZoneInfo(INPUTS["zone"]))
    lines = memory_palace(found, HOPES, "阿烬", golden("formatter")["userName"], "zh", now, SULLYOS)
    told = [line.text for line in lines]
    expected = golden("formatter")["text"].split("\n")
    assert expected[1].startswith("<PROSE")  # its own sentence is its own
    assert told[1]
    assert told[:1] + told[2:] == expected[:1] + expected[2:]
    assert {line.uid for line in lines if line.uid} == {
        *(MEMORIES[key].uid for key in (*hits, IDS["mn_1773600000000_live01"])),
        *(hope.uid for hope in HOPES),
    }


def test_formatter_says_nothing_without_results():
    found = recall(Query("", INPUTS["now"]), Pool(pool_of(), {}, {}), SULLYOS)
    now = datetime.fromtimestamp(INPUTS["now"] / 1000, ZoneInfo(INPUTS["zone"]))
    lines = memory_palace(found, HOPES, "阿烬", "林夏", "zh", now, SULLYOS)
    assert "\n".join(line.text for line in lines) == golden("formatter")["emptyResults"]


@pytest.mark.parametrize("case", golden("memory_date"))
def test_memory_date(case):
    today = datetime.fromtimestamp(INPUTS["now"] / 1000, ZoneInfo(INPUTS["zone"])).date()
    assert memory_date(today + timedelta(days=case["days"]), today) == case["text"]
