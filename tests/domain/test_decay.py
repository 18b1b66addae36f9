import pytest
from domain.making import DAY, NOW
from hypothesis import given
from hypothesis import strategies as st

from app.domain.decay import age_hours, effective_importance, hours_between, recency
from app.domain.profile import PROFILES, SEED
from app.domain.rooms import ROOM_KEYS

PROFILE = st.sampled_from(list(PROFILES.values()))
ROOM = st.sampled_from([*ROOM_KEYS, None])
HOURS = st.floats(0, 1e6)


@given(PROFILE, ROOM, st.floats(0, 10), HOURS, HOURS, st.sampled_from(["active", "evicted"]))
def test_importance_never_grows_and_stays_within_bounds(profile, room, importance, one, other, status):
    early, late = sorted((one, other))
    before = effective_importance(importance, room, early, profile, status)
    after = effective_importance(importance, room, late, profile, status)
    assert 0 <= after <= before <= importance


@given(PROFILE, HOURS, HOURS)
def test_recency_falls_from_one(profile, one, other):
    early, late = sorted((one, other))
    assert 0 <= recency(late, profile) <= recency(early, profile) <= 1


def test_a_day_in_the_living_room_leaves_93_5_percent():
    assert effective_importance(10, "living_room", 24, SEED) == pytest.approx(9.35, abs=0.005)


def test_an_evicted_memory_fades_as_in_the_living_room():
    assert effective_importance(8, "attic", 500, SEED) == 8
    assert effective_importance(8, "attic", 500, SEED, "evicted") == pytest.approx(8 * 0.9972**500)


@given(st.floats(-1e6, 0))
def test_what_lies_ahead_has_not_faded(hours):
    assert effective_importance(7, "living_room", hours, SEED) == 7
    assert recency(hours, SEED) == 1


def test_age_counts_from_the_event_else_from_the_record():
    assert age_hours(NOW - DAY, NOW, NOW) == 24
    assert age_hours(None, NOW - 2 * DAY, NOW) == 48
    assert age_hours(0, NOW, NOW) == NOW / 3_600_000
    assert hours_between(NOW + DAY, NOW) == 0
