"""The Links tab: kind with icon, line and word, strength, the other memory; and a search for a new one."""

from collections.abc import Sequence

from PySide6.QtCore import QLineF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from app.domain.profile import LINK_KINDS
from app.storage.memories import Memory
from app.ui import theme
from app.ui.i18n import format_number, tr
from app.ui.icons import link_icon
from app.ui.inspector.facts import Neighbour
from app.ui.inspector.rows import Body, MemoryRow
from app.ui.tokens import tokens
from app.ui.widgets import Choice, Icon, IconButton, LinkButton, Text, plain_tip
from app.ui.words import link_name

_SHOWN = 20
_TYPING_MS = 150


class LineSample(QWidget):
    """A stretch of a link's line: its colour, its dashes, as thick as it is strong."""

    def __init__(self, kind: str, strength: float, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind, self._strength = kind, strength
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(26), theme.px(16))

    def paintEvent(self, _event: QPaintEvent) -> None:
        style = tokens().links.get(self._kind)
        role = f"link.{self._kind}" if style else "text_muted"
        pen = QPen(theme.colour(role), (style.width if style else 1.0) * (0.6 + 0.8 * self._strength))
        if style and style.dash:
            pen.setDashPattern(list(style.dash))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        painter.drawLine(QLineF(1, self.height() / 2, self.width() - 1, self.height() / 2))


class LinksBody(Body):
    """Links of one memory."""

    memory_asked = Signal(int)
    remove_asked = Signal(int)
    add_asked = Signal()

    def __init__(self, links: Sequence[Neighbour], *, writable: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column.setSpacing(theme.u(3))
        for one in links[:_SHOWN]:
            self.column.addWidget(self._row(one, writable=writable))
        if len(links) > _SHOWN:
            self.say_more(len(links) - _SHOWN)
        if not links:
            self.add_note(tr("Nothing is linked to it yet."))
        self.adder = LinkButton(tr("Link another memory …"), icon="plus")
        self.adder.setVisible(writable)
        self.adder.clicked.connect(self.add_asked)
        self.column.addWidget(self.adder, 0, Qt.AlignmentFlag.AlignLeft)

    def _row(self, one: Neighbour, *, writable: bool) -> QWidget:
        link = one.link
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setSpacing(theme.px(6))
        head.addWidget(
            Icon(link_icon(link.kind), f"link.{link.kind}" if link.kind in LINK_KINDS else "text_muted", 15)
        )
        head.addWidget(LineSample(link.kind, link.strength))
        name = Text(link_name(link.kind), "caption", "text_muted")
        if link.reason:
            name.setToolTip(plain_tip(link.reason))
        head.addWidget(name)
        strength = Text(format_number(link.strength, 2), "caption", "text_muted", tabular=True)
        strength.setToolTip(tr("Strength, from 0 to 1"))
        head.addWidget(strength)
        head.addStretch(1)
        if writable:
            remove = _Small("x", tr("Remove this link"))
            remove.clicked.connect(lambda: self.remove_asked.emit(link.id))
            head.addWidget(remove)
        column.addLayout(head)
        row = MemoryRow(one.memory)
        row.clicked.connect(lambda: self.memory_asked.emit(one.memory.id))
        row.removed.connect(lambda: self.remove_asked.emit(link.id) if writable else None)
        column.addWidget(row)
        return box


class _Small(IconButton):
    """An icon button that fits a caption's line."""

    def sizeHint(self) -> QSize:
        return QSize(theme.px(20), theme.px(20))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class LinkAdder(Body):
    """Words to search by, a kind, and the memories found; Enter takes the first."""

    sought = Signal(str)
    chosen = Signal(int, str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = Choice([(kind, link_name(kind), link_icon(kind)) for kind in LINK_KINDS])
        self.kind.setAccessibleName(tr("Kind of link"))
        self.field = _Search()
        self.field.setPlaceholderText(tr("Words of the other memory"))
        self.field.setAccessibleName(tr("Words of the other memory"))
        row = QHBoxLayout()
        row.setSpacing(theme.u(2))
        row.addWidget(self.field, 1)
        row.addWidget(self.kind)
        self.column.addLayout(row)
        self.found = QVBoxLayout()
        self.found.setSpacing(0)
        self.column.addLayout(self.found)
        self._ids: list[int] = []
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(_TYPING_MS)
        self._typing.timeout.connect(lambda: self.sought.emit(self.field.text()))
        self.field.textChanged.connect(lambda _text: self._typing.start())
        self.field.returnPressed.connect(self._take_first)
        self.field.left.connect(self.left)

    def show_found(self, memories: Sequence[Memory]) -> None:
        while (item := self.found.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._ids = [memory.id for memory in memories]
        for memory in memories:
            row = MemoryRow(memory)
            row.clicked.connect(lambda memory=memory: self.chosen.emit(memory.id, self.kind.current()))
            self.found.addWidget(row)
        if not memories and self.field.text().strip():
            self.found.addWidget(Text(tr("Nothing found."), "small", "text_muted"))

    def _take_first(self) -> None:
        if self._ids:
            self.chosen.emit(self._ids[0], self.kind.current())


class _Search(QLineEdit):
    left = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.returnPressed.emit()
        else:
            super().keyPressEvent(event)
