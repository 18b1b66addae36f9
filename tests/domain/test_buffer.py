from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.buffer import BELOW_THRESHOLD, HOT_ZONE, NOTHING_NEW, chunks, plan
from app.domain.profile import SEED


def talk(count, processed=0):
    return [(number, number <= processed) for number in range(1, count + 1)]


def test_the_hot_zone_is_left_alone_and_a_tail_stays():
    found = plan(talk(301), SEED)
    assert found.reason is None
    assert found.unprocessed == 101
    assert found.take == tuple(range(1, 87))  # ceil(0.85 * 101) = 86


@pytest.mark.parametrize(
    ("messages", "reason", "waiting"),
    [
        (talk(0), NOTHING_NEW, 0),
        (talk(299, 299), NOTHING_NEW, 0),
        (talk(180), HOT_ZONE, 0),
        (talk(299), BELOW_THRESHOLD, 99),
        (talk(301, 101), HOT_ZONE, 0),
    ],
)
def test_every_skip_has_its_reason(messages, reason, waiting):
    found = plan(messages, SEED)
    assert (found.take, found.reason, found.unprocessed) == ((), reason, waiting)


def test_force_lowers_the_threshold_to_ten():
    assert plan(talk(210), SEED, force=True).take == tuple(range(1, 10))
    assert plan(talk(209), SEED, force=True).reason == BELOW_THRESHOLD


def test_all_reads_to_the_last_message():
    assert plan(talk(7, 3), SEED, all_=True).take == (4, 5, 6, 7)
    assert plan(talk(7, 7), SEED, all_=True).reason == NOTHING_NEW


def test_processed_state_is_per_message_so_a_hole_is_found_again():
    messages = [(number, number not in range(20, 130)) for number in range(1, 400)]
    assert plan(messages, SEED).take == tuple(range(20, 20 + ceil(0.85 * 110)))


@given(st.lists(st.booleans(), max_size=700), st.booleans(), st.booleans())
def test_a_plan_takes_the_oldest_unread_once_and_never_a_hot_one(states, force, all_):
    messages = list(enumerate(states))
    found = plan(messages, SEED, force=force, all_=all_)
    unread = [key for key, processed in messages if not processed]
    assert list(found.take) == unread[: len(found.take)]
    assert bool(found.take) == (found.reason is None)
    assert len(found.take) <= found.unprocessed
    assert found.unprocessed + found.hot == len(unread)
    if found.take and not all_:
        assert found.take[-1] < len(messages) - SEED.buffer.hot


@given(st.lists(st.integers(), max_size=900))
def test_chunks_hold_everything_in_order(take):
    parts = chunks(take, SEED)
    assert [key for part in parts for key in part] == take
    assert all(0 < len(part) <= 250 for part in parts)
