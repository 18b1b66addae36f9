"""What leaves this machine: for each purpose what is sent and where, when it was agreed to, and how that is changed."""

from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.models.endpoint.settings import PURPOSES, Endpoint, Purpose
from app.models.endpoint.urls import host_of
from app.ui import aio, consent, theme
from app.ui.consent import SENT
from app.ui.desk import Desk
from app.ui.i18n import format_day, tr
from app.ui.studio import Studio
from app.ui.widgets import Icon, LinkButton, Text


class Leaving(QWidget):
    """Follows the desk."""

    def __init__(self, studio: Studio, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.studio, self.desk = studio, desk
        self.title = Text("", "title")
        self.keys = Text("", "caption", "text_muted", wrap=True)
        self.rows = QVBoxLayout()
        self.rows.setSpacing(theme.u(3))
        foot = QHBoxLayout()
        foot.setSpacing(theme.u(2))
        foot.addWidget(Icon("key", "text_muted", 14), 0, Qt.AlignmentFlag.AlignTop)
        foot.addWidget(self.keys, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(3))
        column.addWidget(self.title)
        column.addLayout(self.rows)
        column.addLayout(foot)
        desk.changed.connect(self.show_all)
        self.retranslate()

    def retranslate(self) -> None:
        self.title.setText(tr("What leaves this machine"))
        self.keys.setText(tr("Keys are never in a palace, a log, an export or a recording."))
        self.show_all()

    def show_all(self) -> None:
        """Show what is kept now."""
        while (item := self.rows.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        found = [(purpose, self.desk.endpoints.get(purpose)) for purpose in Purpose]
        rows = [self._row(purpose, endpoint) for purpose, endpoint in found if endpoint is not None]
        for row in rows or [_line("lock", tr("Nothing: no endpoint is set."), "text_muted")]:
            self.rows.addWidget(row)

    def _row(self, purpose: Purpose, endpoint: Endpoint) -> QWidget:
        name = tr(PURPOSES[purpose])
        if endpoint.local:
            return _line("lock", tr("{purpose}: nothing leaves it.", purpose=name), "text_muted")
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(3))
        column.addWidget(
            _line("globe", tr("{purpose}: {sent}", purpose=name, sent=tr(SENT[purpose])), "text")
        )
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.px(14) + theme.u(2), 0, 0, 0)
        foot.setSpacing(theme.u(2))
        foot.addWidget(Text(self._standing(purpose, endpoint), "caption", "text_muted", wrap=True), 1)
        if self.desk.endpoints.agreed(purpose, endpoint):
            change = LinkButton(tr("Take back"))
            change.setAccessibleName(tr("Take back the consent: {purpose}", purpose=name))
            change.clicked.connect(lambda: self._withdraw(purpose, endpoint))
        else:
            change = LinkButton(tr("Agree …"))
            change.setAccessibleName(tr("Agree to sending: {purpose}", purpose=name))
            change.clicked.connect(lambda: self._agree(purpose))
        foot.addWidget(change, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(foot)
        return box

    def _standing(self, purpose: Purpose, endpoint: Endpoint) -> str:
        host, kept = host_of(endpoint.base), self.desk.endpoints
        if not kept.agreed(purpose, endpoint):
            return tr("To {host}, not agreed to: you are asked before the first send.", host=host)
        try:
            day = date.fromisoformat(kept.agreed_on(purpose, endpoint))
        except ValueError:
            return tr("To {host}, agreed to.", host=host)
        return tr("To {host}, agreed to on {day}.", host=host, day=format_day(day))

    @aio.slot
    async def _agree(self, purpose: Purpose) -> None:
        """Ask here what the first send would ask: whoever works from the command line is never asked there."""
        await consent.agreed(self.studio, purpose, self)

    @aio.slot
    async def _withdraw(self, purpose: Purpose, endpoint: Endpoint) -> None:
        await self.desk.withdraw(purpose, endpoint)


def _line(icon: str, words: str, ink: str) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.u(2))
    row.addWidget(Icon(icon, "text_muted", 14), 0, Qt.AlignmentFlag.AlignTop)
    row.addWidget(Text(words, "body", ink, wrap=True), 1)
    return box
