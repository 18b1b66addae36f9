"""The truth check of what stands in view: one at a time, beside the window, for the newest text only."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from app import bootstrap
from app.domain.months.truth import Report
from app.engine.months import truth
from app.storage.characters import Character
from app.ui import aio
from app.ui.studio import Studio

_PAUSE_MS: Final = 180
Asked = tuple[Character, str, str]


class Checker(QObject):
    """Tells `checked` with the report of the text that was asked for last."""

    checked = Signal(object)  # Report

    def __init__(self, studio: Studio, parent: QObject) -> None:
        super().__init__(parent)
        self._studio = studio
        self._wanted: Asked | None = None
        self._running = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._start)

    def ask(self, who: Character, month: str, text: str, *, soon: bool = False) -> None:
        """Check a text; `soon`: the author may go on writing, so wait for a pause."""
        self._wanted = (who, month, text)
        self._pause.stop()
        if soon:
            self._pause.start()
        else:
            self._start()

    def leave(self) -> None:
        """Nothing is asked any more."""
        self._pause.stop()
        self._wanted = None

    def _start(self) -> None:
        if not self._running and self._wanted is not None and self._studio.engine is not None:
            self._running = True
            aio.spawn(self._check(), self)

    async def _check(self) -> None:
        try:
            while (asked := self._wanted) is not None and (engine := self._studio.engine) is not None:
                who, month, text = asked
                report: Report = await truth.check(engine, who, month, text, bootstrap.embedder())
                if self._wanted is asked:
                    self._wanted = None
                    self.checked.emit(report)
                elif self._pause.isActive():
                    return  # it is still being written
        finally:
            self._running = False
