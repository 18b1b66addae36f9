from domain.making import DAY, HOUR, NOW, memory
from hypothesis import given
from hypothesis import strategies as st

from app.domain.consolidation import AT_ONCE, RECALLED, RIPE, plan
from app.domain.decay import age_hours, effective_importance
from app.domain.profile import SEED, SULLYOS

FAR = NOW + 365 * DAY


def test_what_matters_is_promoted_with_its_reason():
    living = [
        memory(1, importance=8, at=NOW),
        memory(2, importance=6, at=NOW - DAY),
        memory(3, importance=6, at=NOW - DAY + HOUR),
        memory(4, importance=1, access_count=3),
        memory(5, importance=5, at=NOW - 99 * DAY, access_count=2),
    ]
    found = plan(living, NOW, SEED)
    assert found.promote == (1, 2, 4)
    assert found.reasons == (AT_ONCE, RIPE, RECALLED)
    assert found.evict == ()


def test_promotion_comes_first_then_the_faintest_are_stored_away():
    living = [memory(key, importance=5, at=NOW - key * HOUR) for key in range(1, 202)]
    assert plan(living, NOW, SEED).evict == (201,)
    promoted = [memory(500, importance=9), *living]
    assert plan(promoted, NOW, SEED) == plan([*living, memory(500, importance=9)], NOW, SEED)
    assert plan(promoted, NOW, SEED).evict == (201,)
    assert plan(living, NOW, SEED).evicted_status == "evicted"
    assert plan(living, NOW, SULLYOS).evicted_status == "active"


def test_pinned_and_fixed_memories_stay_but_take_their_room():
    living = [memory(key, importance=5, at=NOW - HOUR) for key in range(1, 201)]
    pinned = memory(900, importance=1, at=NOW - 999 * DAY, pinned_until=FAR)
    fixed = memory(901, importance=9)
    found = plan([*living, pinned, fixed], NOW, SEED, fixed={901})
    assert found.promote == ()
    assert found.evict == (1, 2)


def test_what_is_not_active_in_the_living_room_is_no_matter_of_it():
    others = [memory(1, importance=9, room="study"), memory(2, importance=9, status="archived")]
    assert plan(others, NOW, SEED).promote == ()


@given(
    st.lists(st.tuples(st.integers(1, 10), st.integers(0, 5000), st.integers(0, 4)), max_size=260),
)
def test_never_more_than_the_capacity_stays_and_nobody_fainter_than_one_who_left(rows):
    living = [
        memory(key, importance=importance, at=NOW - hours * HOUR, access_count=count)
        for key, (importance, hours, count) in enumerate(rows)
    ]
    found = plan(living, NOW, SEED)
    assert not set(found.promote) & set(found.evict)
    gone = set(found.promote) | set(found.evict)
    assert len(living) - len(gone) <= 200
    if found.evict:
        assert len(living) - len(gone) == 200

    def light(one):
        hours = age_hours(one.occurred_at, one.recorded_at, NOW)
        return effective_importance(one.importance, "living_room", hours, SEED)

    by_id = {one.id: light(one) for one in living}
    staying = [by_id[one.id] for one in living if one.id not in gone]
    assert max((by_id[key] for key in found.evict), default=0) <= min(staying, default=0) or not found.evict
