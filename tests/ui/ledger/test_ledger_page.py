"""The ledger's page and strip: spans, groups, estimates, the cap, a table for other programs."""

import asyncio
import time
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit

from app.engine.clock import real_now
from app.engine.ledger import Bill, Call, Ledger, month_start
from app.ui import aio
from app.ui.ledger.model import COLUMNS
from app.ui.ledger.panel import LedgerPanel
from app.ui.ledger.reading import as_csv, grouped, months, within
from app.ui.ledger.strip import LedgerStrip, Month, tokens_of
from app.ui.widgets import Button

DAY = 86_400_000


def call(
    at: int,
    purpose="extraction",
    outcome="done",
    run: str | None = "r_1",
    counted=True,
    model="m",
    tokens=100,
):
    return Call(at, purpose, model, outcome, tokens, 10, 2.0, counted=counted, run=run, template="t")


@pytest.fixture
def ledger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ledger:
    monkeypatch.setattr("app.engine.ledger.data_folder", lambda: tmp_path)
    return Ledger()


async def rest() -> None:
    quiet, until = 0, time.monotonic() + 10
    while quiet < 3:
        assert time.monotonic() < until
        await asyncio.sleep(0.01)
        quiet = 0 if aio.busy() else quiet + 1


def test_spans() -> None:
    now = int(datetime(2026, 3, 10, 12).astimezone().timestamp() * 1000)
    calls = [call(now - 400 * DAY), call(now - 20 * DAY), call(now - DAY), call(now)]
    assert [one.at for one in within(calls, "month", now)] == [now, now - DAY]
    assert len(within(calls, "days", now)) == 3
    assert len(within(calls, "all", now)) == 4
    assert [one.at for one in within(calls, "2026-02", now)] == [now - 20 * DAY]
    assert months(calls) == ["2026-03", "2026-02", "2025-02"]


def test_groups_by_step_and_by_run() -> None:
    calls = [call(3, run=None), call(2, "deep_links", run="r_2", tokens=900), call(1)]
    by_step = grouped(calls, "step")
    assert [(group.purpose, group.total.calls) for group in by_step] == [("deep_links", 1), ("extraction", 2)]
    bill = Bill(9, "deep_links", "m", "capped", 1, 900, 10, 2.0, 3, 4000, run="r_2")
    by_run = grouped(calls, "run", [bill])
    assert [(group.purpose, group.run) for group in by_run] == [
        ("deep_links", "r_2"),
        ("extraction", "r_1"),
        ("extraction", ""),
    ]
    assert by_run[0].bill is bill


def test_a_cell_that_would_be_a_formula_is_quoted() -> None:
    text = as_csv([call(0, model='=HYPERLINK("http://x")', run="@r"), call(0, model="-1+2,3", run=None)])
    rows = text.splitlines()
    assert rows[0].startswith("at,purpose,model")
    assert "'=HYPERLINK" in rows[1]
    assert "'@r" in rows[1]
    assert '"\'-1+2,3"' in rows[2]
    assert "1970-01-01T00:00:00+00:00" in rows[1]


@pytest.mark.parametrize(
    ("written", "tokens"),
    [
        ("1000000", 1_000_000),
        ("1,000,000", 1_000_000),
        ("500k", 500_000),
        ("2.5 M", 2_500_000),
        ("100万", 1_000_000),
        ("0", 0),
        ("many", None),
        ("1.2.3", None),
        ("-5", None),
        ("", None),
    ],
)
def test_a_cap_as_people_write_it(written: str, tokens: int | None) -> None:
    assert tokens_of(written) == tokens


def test_the_smallest_parts_are_one() -> None:
    calls = tuple(call(1, purpose, tokens=1000 - n) for n, purpose in enumerate("abcdef"))
    parts = Month(0, calls).parts()
    assert [name for name, _ in parts] == ["a", "b", "c", ""]
    assert sum(tokens for _, tokens in parts) == Month(0, calls).tokens


def test_an_empty_ledger_says_so_and_leads_on(studio, loop_run, ledger: Ledger) -> None:
    wishes = []
    studio.open_panel_requested.connect(lambda key, facts: wishes.append((key, facts)))

    async def main() -> None:
        panel = LedgerPanel(studio)
        panel.show()
        await rest()
        assert panel.body.currentWidget() is panel.empty
        assert not panel.tools.isVisible()
        panel.empty.button.click()
        assert wishes == [("settings", {"tab": "models"})]
        panel.close()
        panel.deleteLater()

    loop_run(main())


def test_the_page_groups_unfolds_and_copies(studio, loop_run, ledger: Ledger, qtbot) -> None:
    now = real_now()
    for one in (call(now), call(now, outcome="failed", counted=False), call(now - 500 * DAY, "deep_links")):
        ledger.write(one)
    ledger.write(Bill(now, "extraction", "m", "done", 2, 200, 20, 4.0, 2, 999, run="r_1"))
    ledger.set_month_cap(1000)

    async def main() -> None:
        panel = LedgerPanel(studio)
        panel.resize(1100, 600)
        panel.show()
        await rest()
        model, view = panel.model, panel.view

        def cells(row: int, parent=None) -> dict[str, str]:
            at = parent if parent is not None else view.rootIndex()
            return {name: model.index(row, column, at).data() for column, name in enumerate(COLUMNS)}

        assert panel.total.text().startswith("220 tokens · 2 calls")
        assert panel.failed.text() == "1 failed"
        assert panel.cap.text() == "of 1,000"
        assert cells(0)["what"] == "Reading into memories"
        assert cells(0)["prompt"] == "≈ 200"
        first = model.index(0, 0)
        view.setCurrentIndex(first)
        qtbot.keyClick(view, Qt.Key.Key_Right)
        assert view.isExpanded(first)
        inside = [cells(row, first) for row in range(model.rowCount(first))]
        assert sorted(one["outcome"] for one in inside) == ["done", "failed"]
        assert sorted(one["prompt"] for one in inside) == ["100", "≈ 100"]
        panel.way.set_current("run")
        panel.way.chosen.emit("run")
        assert "estimated 999 tokens" in cells(0)["outcome"]
        panel.span.set_current("all")
        panel.span.picked.emit("all")
        assert model.rowCount() == 2
        assert not panel.meter.isVisible()
        panel.copy.click()
        assert QApplication.clipboard().text().count("\n") == 4
        panel.close()
        panel.deleteLater()

    loop_run(main())


def test_the_strip_adds_up_this_month_and_sets_the_cap(studio, loop_run, ledger: Ledger) -> None:
    now = real_now()
    ledger.write(call(month_start(now) - 1))
    ledger.write(call(now))
    ledger.write(call(now, "deep_links", "cut"))

    async def answer(text: str) -> None:
        dialogs = []
        while not dialogs:
            await asyncio.sleep(0.01)
            dialogs = [w for w in QApplication.topLevelWidgets() if isinstance(w, QDialog) and w.isVisible()]
        dialogs[0].findChild(QLineEdit).setText(text)
        next(one for one in dialogs[0].findChildren(Button) if one.isDefault()).click()
        await rest()

    async def main() -> None:
        strip = LedgerStrip(studio)
        strip.show()
        strip.look_again()
        await rest()
        assert strip.figure.text() == "220"
        assert strip.calls.text() == "2 calls"
        assert strip.failed.text() == "1 cut off"
        assert strip.unit.text() == "tokens, no cap"
        strip.cap.click()
        await answer("1,000")
        assert ledger.month_cap() == 1000
        assert strip.unit.text() == "tokens of 1,000"
        said = []
        studio.status_changed.connect(said.append)
        strip.cap.click()
        await answer("lots")
        assert ledger.month_cap() == 1000
        assert "no number of tokens" in said[0]
        strip.cap.click()
        await answer("0")
        assert ledger.month_cap() is None
        strip.close()
        strip.deleteLater()

    loop_run(main())
