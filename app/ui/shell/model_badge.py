"""Keeps the badge of models at the foot true: after a change of the settings, and of what the palace recalls by."""

from PySide6.QtCore import QObject

from app.domain.changes import Changes
from app.storage import vectors
from app.ui import aio
from app.ui.desk import desk
from app.ui.shell.status_bar import StatusBar
from app.ui.studio import Studio


class ModelBadge(QObject):
    """Between the studio, its desk and the bar at the foot."""

    def __init__(self, studio: Studio, foot: StatusBar) -> None:
        super().__init__(foot)
        self._studio, self._foot = studio, foot
        self._desk = desk(studio)
        self._vectors: str | None = None
        self._desk.changed.connect(self._show)
        studio.palace_opened.connect(self.look)
        studio.palace_closed.connect(self._on_palace_closed)
        studio.changed.connect(self._on_changed)

    @aio.slot
    async def look(self) -> None:
        """Read both."""
        if self._studio.bridge is not None:
            self._vectors = await self._studio.ask(vectors.wanted)
        await self._desk.read()
        self._show()

    def _show(self) -> None:
        self._foot.show_models(self._desk.endpoints, self._vectors)

    def _on_palace_closed(self) -> None:
        self._vectors = None
        self._show()

    def _on_changed(self, changes: Changes) -> None:
        if changes.touches("setting"):
            self.look()
