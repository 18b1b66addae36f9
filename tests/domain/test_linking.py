import random

from domain.making import DAY, HOUR, NOW
from hypothesis import given
from hypothesis import strategies as st

from app.domain.linking import LinkDraft, Moment, build
from app.domain.profile import SEED, SULLYOS

MOODS = st.sampled_from(["happy", "开心", "sad", "anxious", None, ""])
MOMENTS = st.lists(st.tuples(st.integers(0, 60), MOODS), max_size=40).map(
    lambda rows: [Moment(key, NOW - hours * HOUR, mood) for key, (hours, mood) in enumerate(rows)]
)


def key(draft):
    return (min(draft.a, draft.b), max(draft.a, draft.b), draft.kind)


def test_near_in_time_and_alike_in_mood():
    one, other = Moment(1, NOW, "happy"), Moment(2, NOW - HOUR, "开心")
    assert build([one], [other], SEED) == [
        LinkDraft(1, 2, "temporal", 0.3),
        LinkDraft(1, 2, "emotional", 0.4),
    ]


def test_the_same_run_binds_closer_but_not_over_a_day():
    one, other, far = Moment(1, NOW), Moment(2, NOW - HOUR), Moment(3, NOW - 2 * DAY)
    assert build([one, other, far], [], SEED) == [LinkDraft(1, 2, "temporal", 0.5)]
    assert build([one], [other], SEED, run_memories={1, 2}) == [LinkDraft(1, 2, "temporal", 0.5)]
    assert len(build([one, other, far], [], SULLYOS)) == 3


def test_a_day_apart_is_too_far():
    assert build([Moment(1, NOW)], [Moment(2, NOW - DAY)], SEED) == []
    assert len(build([Moment(1, NOW)], [Moment(2, NOW - DAY + 1)], SEED)) == 1


def test_only_the_six_nearest_are_chosen():
    line = [Moment(key, NOW - key * HOUR, "sad") for key in range(1, 21)]
    found = build([Moment(100, NOW, "sad")], line, SEED)
    for kind in ("temporal", "emotional"):
        assert {draft.b for draft in found if draft.kind == kind} == {1, 2, 3, 4, 5, 6}


def test_of_one_moment_those_made_next_to_it_are_nearest():
    found = build([Moment(10, NOW)], [Moment(key, NOW) for key in range(1, 21) if key != 10], SEED)
    assert {draft.b for draft in found} == {7, 8, 9, 11, 12, 13}


def test_no_mood_is_no_bond():
    assert build([Moment(1, NOW, None)], [Moment(2, NOW - 9 * DAY, None)], SEED) == []


@given(MOMENTS, MOMENTS)
def test_each_pair_and_kind_once_never_with_itself_and_few_in_all(new, old):
    old = [Moment(one.id + 1000, one.at, one.mood) for one in old]
    found = build(new, old, SEED)
    assert len({key(draft) for draft in found}) == len(found) <= 2 * 6 * len(new)
    assert all(draft.a != draft.b and draft.a < 1000 for draft in found)


@given(MOMENTS)
def test_each_links_to_its_six_nearest_as_a_plain_search_finds_them(new):
    found = {frozenset((draft.a, draft.b)) for draft in build(new, [], SEED) if draft.kind == "temporal"}
    for one in new:
        apart = sorted(abs(one.at - other.at) for other in new if other.id != one.id)
        reach = [distance for distance in apart[:6] if distance < DAY]
        linked = sorted(
            abs(one.at - other.at) for other in new if frozenset((one.id, other.id)) in found and other != one
        )
        assert linked[: len(reach)] == reach


@given(MOMENTS, MOMENTS)
def test_existing_links_are_kept_out_so_a_second_time_makes_none(new, old):
    old = [Moment(one.id + 1000, one.at, one.mood) for one in old]
    known = {key(draft) for draft in build(new, old, SEED)}
    assert build(new, old, SEED, known=known) == []


def test_ten_thousand_memories_are_linked_in_a_moment():
    """Taken literally they would make millions of links and not come back within the time-out of a test."""
    dice = random.Random(7)
    new = [
        Moment(key, NOW - dice.randrange(400) * DAY, dice.choice(["happy", "sad", "neutral"]))
        for key in range(10_000)
    ]
    assert 0 < len(build(new, [], SEED)) <= 2 * 6 * len(new)
