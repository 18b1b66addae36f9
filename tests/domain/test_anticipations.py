from domain.making import DAY, NOW
from hypothesis import given
from hypothesis import strategies as st

from app.domain.anticipations import OPEN_STATES, STATES, state_at
from app.domain.profile import SULLYOS


def test_after_seven_days_a_hope_becomes_an_anchor():
    assert state_at(NOW, NOW, "active") == "active"
    assert state_at(NOW, NOW + 7 * DAY - 1, "active") == "active"
    assert state_at(NOW, NOW + 7 * DAY, "active") == "anchor"
    assert state_at(NOW, NOW + 99 * DAY, "active", SULLYOS) == "active"


def test_what_was_fulfilled_later_was_open_then():
    assert state_at(NOW, NOW + DAY, "fulfilled", resolved_ms=NOW + 2 * DAY) == "active"
    assert state_at(NOW, NOW + 8 * DAY, "disappointed", resolved_ms=NOW + 9 * DAY) == "anchor"
    assert state_at(NOW, NOW + 9 * DAY, "disappointed", resolved_ms=NOW + 9 * DAY) == "disappointed"
    assert state_at(NOW, NOW, "fulfilled") == "fulfilled"


def test_before_it_was_there_it_has_no_state():
    assert state_at(NOW, NOW - 1, "anchor") is None


def test_an_anchor_is_believed_unless_its_moment_is_still_to_come():
    assert state_at(NOW, NOW + DAY, "anchor") == "anchor"
    assert state_at(NOW, NOW + DAY, "anchor", anchored_ms=NOW + 2 * DAY) == "active"


@given(st.integers(0, 10**10), st.integers(0, 10**10), st.sampled_from(STATES))
def test_an_open_hope_never_goes_back(one, other, state):
    early, late = sorted((one, other))
    before, after = (state_at(NOW, NOW + at, state) for at in (early, late))
    assert before in STATES
    if before == "anchor":
        assert after == "anchor"
    assert (before in OPEN_STATES) == (state in OPEN_STATES)
