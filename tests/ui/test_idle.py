"""A window that nobody touches paints nothing: painting that asks for painting eats a processor."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QWidget
from ui.living import Scene, furnish

from app.ui.shell.panels import load
from app.ui.studio import Studio

QUIET_S = 0.25
ENOUGH = 2  # paints of one widget that may still be under way


class Painted(QObject):
    """Counts what is painted."""

    def __init__(self) -> None:
        super().__init__()
        self.counts: Counter[QWidget] = Counter()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self.counts[watched] += 1
        return False


@contextmanager
def watching(app: QApplication) -> Iterator[Painted]:
    painted = Painted()
    app.installEventFilter(painted)
    try:
        yield painted
    finally:
        app.removeEventFilter(painted)


@pytest.mark.parametrize("key", [spec.key for spec in load() if spec.role == "panel" and spec.sidebar])
def test_a_panel_at_rest_paints_nothing(
    key: str, dressed: QApplication, studio: Studio, loop_run, tmp_path: Path
) -> None:
    async def main() -> None:
        path = tmp_path / "home.palace"
        await furnish(path)
        scene = Scene(studio, key)
        try:
            await scene.open(path)
            await asyncio.sleep(QUIET_S)
            with watching(dressed) as painted:
                await asyncio.sleep(QUIET_S)
            assert max(painted.counts.values(), default=0) <= ENOUGH, painted.counts.most_common(3)
        finally:
            scene.leave()

    loop_run(main())
