"""Three-way merge: nothing of ours is lost, nothing of theirs is hidden."""

from hypothesis import given
from hypothesis import strategies as st

from app.domain.merge import Merge, three_way

FIELDS = st.dictionaries(st.sampled_from("abcd"), st.integers(0, 3), min_size=4, max_size=4)


def test_only_theirs_changed_is_taken():
    merge = three_way({"a": 1}, {"a": 2}, {"a": 1})
    assert (dict(merge.take), dict(merge.conflict)) == ({"a": 2}, {})


def test_both_changed_is_a_conflict():
    merge = three_way({"a": 1}, {"a": 2}, {"a": 3})
    assert (dict(merge.take), dict(merge.conflict)) == ({}, {"a": 2})


def test_locked_is_a_conflict_even_when_unchanged():
    assert dict(three_way({"a": 1}, {"a": 2}, {"a": 1}, ["a"]).conflict) == {"a": 2}


@given(FIELDS, FIELDS, FIELDS)
def test_a_field_is_taken_or_in_conflict_or_settled(base, theirs, ours):
    merge = three_way(base, theirs, ours)
    assert not set(merge.take) & set(merge.conflict)
    for field in theirs:
        settled = theirs[field] in (base[field], ours[field])
        assert settled != (field in merge.take or field in merge.conflict)
    for field in merge.take:
        assert ours[field] == base[field]


@given(FIELDS, FIELDS)
def test_the_same_file_again_is_nothing(base, ours):
    assert three_way(base, base, ours) == Merge({}, {})
