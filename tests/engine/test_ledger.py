"""The ledger: what was asked and what it cost, line by line, without a word that was said."""

import json
from pathlib import Path

import pytest

from app.domain.errors import KnownError
from app.engine.clock import real_now
from app.engine.ledger import Bill, Call, Ledger, month_start, totals

MARCH = 1_772_500_000_000
LAST_YEAR = MARCH - 365 * 86_400_000


def call(at=MARCH, purpose="extraction", outcome="done", completion=50, model="m"):
    return Call(at, purpose, model, outcome, 100, completion, 1.5, counted=True, run="r_1", template="t")


def bill(at=MARCH):
    return Bill(at, "extraction", "m", "capped", 2, 200, 100, 3.0, 4, 900, cap_tokens=400, run="r_1")


def test_what_is_written_is_read_again_in_order_across_years(tmp_path):
    ledger = Ledger(tmp_path / "deep" / "ledger")
    assert ledger.calls() == []
    ledger.write(call())
    ledger.write(call(LAST_YEAR, "deep_links"))
    ledger.write(bill())
    assert [one.purpose for one in ledger.calls()] == ["deep_links", "extraction"]
    assert ledger.calls(since=MARCH) == [call()]
    assert ledger.bills() == [bill()]
    assert len(list(ledger.folder.glob("*.jsonl"))) == 2


def test_a_line_cut_off_by_a_crash_costs_only_itself(tmp_path):
    ledger = Ledger(tmp_path)
    ledger.write(call(completion=1))
    path = next(tmp_path.glob("*.jsonl"))
    with path.open("a") as file:
        file.write('{"kind":"call","at":17725')
    ledger.write(call(completion=2))
    assert [one.completion for one in ledger.calls()] == [1, 2]


def test_lines_of_another_version_are_read_or_passed_over(tmp_path):
    ledger = Ledger(tmp_path)
    ledger.write(call())
    path = next(tmp_path.glob("*.jsonl"))
    told = json.loads(path.read_text())
    lines = [{**told, "colour": "red"}, {"kind": "call"}, {**told, "at": "soon"}, [], 7, {"at": MARCH}]
    path.write_text("\n".join(json.dumps(one) for one in lines) + "\n")
    assert ledger.calls() == [call()]


def test_totals_and_the_usual_reply(tmp_path):
    ledger = Ledger(tmp_path)
    for one in (
        call(completion=40),
        call(completion=60),
        call(outcome="failed", completion=0),
        call(model="n"),
    ):
        ledger.write(one)
    ledger.write(call(purpose="mood_now", completion=9))
    found = totals(ledger.calls(), lambda one: one.purpose)
    extraction = found["extraction"]
    assert (extraction.calls, extraction.unfinished, extraction.completion) == (4, 1, 150)
    assert extraction.tokens == 550
    assert ledger.usual_reply("extraction", "m") == 50
    assert ledger.usual_reply("box_naming", "m") is None


async def test_two_writers_lose_nothing(tmp_path):
    import asyncio

    one, other = Ledger(tmp_path), Ledger(tmp_path)
    await asyncio.gather(*(ledger.record(call(completion=n)) for n in range(20) for ledger in (one, other)))
    assert sorted(entry.completion for entry in one.calls()) == sorted([*range(20), *range(20)])


def test_the_month_has_a_cap(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    now = real_now()
    ledger.admit_this_month(10**9, now)
    ledger.set_month_cap(1000)
    assert ledger.month_cap() == 1000
    ledger.write(Call(month_start(now) - 1, "extraction", "m", "done", 900, 0, 1.0))
    ledger.admit_this_month(1000, now)
    ledger.write(Call(now, "extraction", "m", "done", 300, 100, 1.0))
    ledger.admit_this_month(600, now)
    with pytest.raises(KnownError) as told:
        ledger.admit_this_month(601, now)
    assert (told.value.code, dict(told.value.facts)) == ("model.month_cap", {"cap": 1000, "spent": 400})
    ledger.set_month_cap(None)
    ledger.admit_this_month(10**9, now)
    (tmp_path / "ledger" / "cap.json").write_text("{")
    assert ledger.month_cap() is None
