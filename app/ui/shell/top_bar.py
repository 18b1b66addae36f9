"""The bar at the top: who is in view, the search field, undo and redo by name, tasks, settings."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from app.domain.labels import Label
from app.ui import theme
from app.ui.actions import shortcut_text
from app.ui.i18n import tr
from app.ui.icons import paint_icon
from app.ui.widgets import Button, IconButton, paint_elided, paint_key
from app.ui.widgets.keycap import key_width
from app.ui.widgets.text import RESTYLE

_TYPING_MS = 150


class CharacterButton(QAbstractButton):
    """Avatar, name and partner; opens the list of characters."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = ""
        self._sub = ""
        self._compact = False
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def set_words(self, name: str, sub: str) -> None:
        self._name, self._sub = name, sub
        self.setAccessibleName(tr("Character: {name}", name=name or tr("No character yet")))
        self.setToolTip(f"{name} · {sub}" if sub else name)
        self.update()

    def set_compact(self, compact: bool) -> None:
        self._compact = compact
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.u(14) if self._compact else theme.space("sidebar"), theme.u(13))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse():
            painter.fillRect(self.rect(), theme.colour("text", 0.04))
        side = theme.px(28)
        middle = self.height() / 2
        avatar = QRectF(theme.u(3.5) if self._compact else theme.u(4), middle - side / 2, side, side)
        self._paint_avatar(painter, avatar)
        if self._compact:
            return
        left = avatar.right() + theme.px(10)
        arrow = theme.px(16)
        right = self.width() - theme.u(3) - arrow
        paint_icon(painter, QRectF(right, middle - arrow / 2, arrow, arrow), "down", "text_muted")
        name = self._name or tr("No character yet")
        if self._sub:
            top = QRectF(left, middle - theme.px(17), right - left - theme.px(6), theme.px(19))
            low = QRectF(left, middle + theme.px(1), right - left - theme.px(6), theme.px(16))
            paint_elided(painter, top, name, self._name_font(), "text")
            small = theme.font("caption")
            sub = self._sub
            if QFontMetricsF(small).horizontalAdvance(sub) > low.width():
                sub = sub.partition(" · ")[0]  # half a count says less than none
            paint_elided(painter, low, sub, small, "text_muted")
        else:
            box = QRectF(left, 0, right - left - theme.px(6), self.height())
            paint_elided(painter, box, name, self._name_font() if self._name else theme.font("serif"), "text")

    @staticmethod
    def _name_font() -> QFont:
        font = theme.font("title", 600)
        font.setPointSizeF(font.pointSizeF() * 13.5 / 17)
        return font

    def _paint_avatar(self, painter: QPainter, box: QRectF) -> None:
        if not self._name:
            painter.setPen(QPen(theme.colour("line_strong"), 1.5, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(box)
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("accent"))
        painter.drawEllipse(box)
        painter.setFont(self._name_font())
        painter.setPen(theme.colour("text_on_accent"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, self._name[:1].upper())


class SearchField(QLineEdit):
    """The field with its magnifying glass and the key of the palette."""

    typed = Signal(str)
    entered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_TYPING_MS)
        self._timer.timeout.connect(self._on_pause)
        self.textEdited.connect(self._on_edited)
        self.returnPressed.connect(self._on_return)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.restyle()

    def restyle(self) -> None:
        self.setMaximumWidth(theme.u(150))
        self.setFixedHeight(theme.px(32))
        right = key_width(self._key()) + theme.px(14)
        self.setTextMargins(theme.px(24), 0, right, 0)
        self.setPlaceholderText(tr("Search memories, messages, months …"))
        self.setAccessibleName(tr("Search in the palace"))

    @staticmethod
    def _key() -> str:
        return shortcut_text("Ctrl+K").replace("+", " ")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        side = theme.px(16)
        paint_icon(
            painter, QRectF(theme.px(10), (self.height() - side) / 2, side, side), "search", "text_muted"
        )
        width, height = key_width(self._key()), theme.px(20)
        box = QRectF(self.width() - width - theme.px(9), (self.height() - height) / 2, width, height)
        paint_key(painter, box, self._key())

    def _on_edited(self, _text: str) -> None:
        self._timer.start()

    def _on_pause(self) -> None:
        self.typed.emit(self.text())

    def _on_return(self) -> None:
        self._timer.stop()
        self.entered.emit(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
            self.typed.emit("")
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE and hasattr(self, "_timer"):
            self.restyle()


class TasksButton(Button):
    """How much runs, with a ring that fills."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", "bare", icon="clock", parent=parent)
        self._share: float | None = None

    def set_tasks(self, count: int, share: float | None) -> None:
        """`share` is how far they are together; None when unknown or nothing runs."""
        self._share = share if count else None
        self.setText(tr("{n} task", "{n} tasks", n=count) if count else "")
        self.setAccessibleName(tr("Tasks"))
        self.setToolTip(f"{tr('Tasks')} ({shortcut_text('Ctrl+T')})")
        self.set_icon("clock")

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._share is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        side = theme.px(18)
        left = (self.width() - self._content_width()) / 2 - theme.px(1)
        box = QRectF(left, (self.height() - side) / 2, side, side)
        painter.setPen(QPen(theme.colour("accent"), 2))
        painter.drawArc(box, 90 * 16, -round(360 * 16 * self._share))


class TopBar(QWidget):
    """The bar; the window connects its parts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.character = CharacterButton()
        self.search = SearchField()
        self.undo = Button("", "bare", icon="undo")
        self.redo = IconButton("redo")
        self.tasks = TasksButton()
        self.gear = IconButton("gear")
        theme.paint_ground(self, "panel")
        row = QHBoxLayout(self)
        row.addWidget(self.character)
        row.addSpacing(theme.u(6) - theme.u(1))
        row.addWidget(self.search, 1000)
        row.addStretch(1)
        for part in (self.undo, self.redo, self.tasks, self.gear):
            row.addWidget(part)
        self._row = row
        self._names: tuple[Label | None, Label | None] = (None, None)
        self._writable = True
        self._space()
        self.retranslate()

    def _space(self) -> None:
        self._row.setContentsMargins(0, 0, theme.u(3), 1)
        self._row.setSpacing(theme.u(1))
        self.setFixedHeight(theme.u(13))

    def set_undo(self, undo: Label | None, redo: Label | None) -> None:
        """Name what undo and redo would do."""
        self._names = (undo, redo)
        name = tr("Undo “{label}”", label=undo) if undo else tr("Undo")
        wide = self.width() >= theme.px(1000)
        shown = name if undo and wide else ""
        limit = theme.px(230)
        self.undo.setText(self.undo.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, limit))
        self.undo.set_icon("undo", "text" if undo else "text_muted")
        self.undo.setAccessibleName(name)
        self.undo.setToolTip(f"{name} ({shortcut_text('Ctrl+Z')})")
        redo_name = tr("Redo “{label}”", label=redo) if redo else tr("Redo")
        self.redo.setAccessibleName(redo_name)
        self.redo.setToolTip(f"{redo_name} ({shortcut_text('Ctrl+Shift+Z')})")
        self.set_writable(self._writable)

    def undoable(self) -> tuple[bool, bool]:
        """Whether there is something to undo, to redo."""
        return self._names[0] is not None, self._names[1] is not None

    def set_writable(self, writable: bool) -> None:
        """Nothing is taken back in a palace that can only be read."""
        self._writable = writable
        undo, redo = self.undoable()
        self.undo.setEnabled(undo and writable)
        self.redo.setEnabled(redo and writable)

    def retranslate(self) -> None:
        self.search.restyle()
        self.gear.set_name(tr("Settings and more"))
        self.set_undo(*self._names)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.set_undo(*self._names)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        painter = QPainter(self)
        painter.fillRect(0, self.height() - 1, self.width(), 1, theme.colour("line"))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE and hasattr(self, "_names"):
            self._space()
            self.retranslate()
