"""Several months at once: each its own candidate, nothing replaced."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget
from ui.living import NOW, PATIENCE
from ui.months.march import MARCH, OLD, make_march

from app.engine.commands import WriteFragment
from app.engine.engine import Engine
from app.engine.months import candidates
from app.storage import months
from app.ui import aio
from app.ui.months import refining
from app.ui.studio import Studio


async def until(there: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end, "it does not come"
        await asyncio.sleep(0.01)


def test_months_are_refined_into_candidates_that_wait(
    studio: Studio, loop_run: Callable[[object], object], tmp_path: Path, qtbot: Any
) -> None:
    async def main() -> None:
        await make_march(tmp_path / "w.palace")
        await studio.open(await Engine.open(tmp_path / "w.palace", now=lambda: NOW))
        await studio.execute(
            WriteFragment(1, "2026-02-11", None, None, "Mara burned two fingers at the stove.")
        )
        parent = QWidget()
        qtbot.addWidget(parent)
        parent.show()
        sheet = refining.open(studio, [MARCH, "2026-02", "2026-01"], parent)
        assert sheet is not None
        await until(lambda: not aio.busy())
        assert sheet.maker.current() == refining.BUILT_IN
        assert sheet.cost.told.text() == "Nothing: no call is made, no token is spent."
        sheet.start.click()
        await until(lambda: sheet.outcome is not None)
        assert sheet.outcome.title.text() == "2 candidates wait"
        assert "January 2026: No day of this month has an entry." in sheet.outcome.text.text()
        waiting = await studio.ask(candidates.listed, 1)
        assert sorted(one.month for one in waiting) == ["2026-02", MARCH]
        assert (await studio.ask(months.summary, 1, MARCH)).content == OLD
        sheet.close_button.click()

    loop_run(main())
