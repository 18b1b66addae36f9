"""The cap holds whatever comes, and a call that does not fit is not made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import KnownError
from app.engine.steps.spending import Cap, Estimate, Spending

AMOUNT = st.integers(0, 5000)


@given(st.integers(1, 20_000), st.lists(st.tuples(AMOUNT, AMOUNT), max_size=12), st.integers(1, 8000))
def test_what_is_admitted_never_exceeds_the_cap_of_tokens(cap, calls, longest):
    spending = Spending(Cap(tokens=cap))
    for prompt, expected in calls:
        try:
            reply = spending.admit(Estimate(1, prompt, expected), longest)
        except KnownError:
            assert spending.tokens + prompt + expected > cap
            continue
        assert 1 <= reply <= longest
        spending.add(prompt, reply, 0.1)
        assert spending.tokens <= max(cap, spending.tokens - reply + 1)


def test_calls_are_capped_too():
    spending = Spending(Cap(calls=1))
    assert spending.admit(Estimate(1, 10, 10), 800) == 800
    spending.add(10, 10, 1.0)
    with pytest.raises(KnownError) as told:
        spending.admit(Estimate(1, 10, 10), 800)
    assert (told.value.facts["cap"], told.value.facts["spent"]) == (1, 1)


def test_without_a_cap_all_is_admitted_and_counted():
    spending = Spending()
    for _ in range(3):
        assert spending.admit(Estimate(1, 10**6, 10**6), 500) == 500
        spending.add(7, 3, 0.5)
    assert (spending.calls, spending.tokens, spending.seconds) == (3, 30, 1.5)
    assert Estimate(1, 2, 3) + Estimate(1, 1, 1) == Estimate(2, 3, 4)
