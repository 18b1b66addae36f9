"""A stamp tells one state of an entry from another; two sets of them tell which days changed."""

from app.domain.months.stamps import changed_days, stamp


def test_text_mood_and_day_all_count():
    first = stamp("2026-03-11", b"a", "happy")
    assert first == stamp("2026-03-11", b"a", "happy")
    assert len({first, stamp("2026-03-12", b"a", "happy"), stamp("2026-03-11", b"b", "happy"), stamp("2026-03-11", b"a", None)}) == 4  # fmt: skip
    assert stamp("2026-03-11", None, None).startswith("2026-03-11:")


def test_added_changed_and_taken_away():
    one, two, other = (
        stamp("2026-03-01", b"1", None),
        stamp("2026-03-02", b"2", None),
        stamp("2026-03-02", b"3", None),
    )
    assert changed_days([one], [one]) == ()
    assert changed_days([one], [two, one]) == ("2026-03-02",)
    assert changed_days([one, two], [one, other]) == ("2026-03-02",)
    assert changed_days([one, two], [two]) == ("2026-03-01",)
    assert changed_days([two], [two, two]) == ("2026-03-02",)
