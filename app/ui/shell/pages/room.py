"""The inspector of the palace page: the room in focus, what waits there, its brightest memories, its light."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.domain.rooms import BY_KEY
from app.ui import theme
from app.ui.bridge import RoomPage
from app.ui.i18n import format_number, language, tr
from app.ui.icons import mood_icon
from app.ui.shell.pages.spark import Sparkline
from app.ui.studio import Studio
from app.ui.widgets import Bar, Button, Column, Icon, Prose, Text, level
from app.ui.words import mood_name, room_name


class BrightMemory(QWidget):
    """One of the brightest: its light, its words, its mood; a click shows it."""

    clicked = Signal(int)

    def __init__(
        self, memory: int, light: float, text: str, mood: str | None, room: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._memory = memory
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(f"{format_number(light, 1)}: {text}")
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        score = Text(format_number(light, 1), "body", f"{room}.ink", weight=600, tabular=True)
        score.setFixedWidth(theme.px(30))
        words = QVBoxLayout()
        words.setSpacing(theme.px(3))
        self._text = Prose(text, "serif", max_lines=3)
        words.addWidget(self._text)
        if mood:
            line = QHBoxLayout()
            line.setSpacing(theme.u(1))
            icon = mood_icon(mood)
            if icon:
                line.addWidget(Icon(icon, "text_muted", 14))
            line.addWidget(Text(mood_name(mood), "caption", "text_muted"))
            line.addStretch(1)
            words.addLayout(line)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.u(1), 0, theme.u(1))
        row.setSpacing(theme.u(2))
        row.addWidget(score, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.rect().contains(event.position().toPoint()):
            self.clicked.emit(self._memory)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.clicked.emit(self._memory)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.underMouse():
            QPainter(self).fillRect(self.rect(), theme.colour("text", 0.04))


class RoomInspector(Column):
    """The page; built anew for each room."""

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._studio = studio
        self._page: RoomPage | None = None

    def show_page(self, page: RoomPage) -> None:
        """Show a room."""
        self._page = page
        self._rebuild()

    def _rebuild(self) -> None:
        self._clear()
        page = self._page
        if page is None:
            return
        head = QVBoxLayout()
        head.setSpacing(theme.u(2))
        head.addLayout(self._title(page.facts.room))
        head.addWidget(Prose(self._duty(page.facts.room), "body", "text_muted"))
        self.layout_.addLayout(head)
        self.layout_.addLayout(self._count(page))
        if page.ready or page.due:
            self.add_rule()
            self.add(self._waiting(page))
        if page.brightest:
            self.add_rule()
            self.add(self._bright(page))
        self.add_stretch()
        if page.facts.count:
            self.add_rule()
            light = QVBoxLayout()
            light.setSpacing(theme.u(1))
            light.addWidget(Text(tr("Light over 90 days"), "caption", "text_muted"))
            spark = Sparkline()
            spark.set_values(page.light, f"{page.facts.room}.fill")
            light.addWidget(spark)
            self.layout_.addLayout(light)

    def _clear(self) -> None:
        while (item := self.layout_.takeAt(0)) is not None:
            _drop(item)

    def _title(self, room: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.u(2))
        row.addWidget(Icon(f"rooms/{room}", f"{room}.fill", 22))
        row.addWidget(Text(room_name(room), "title"))
        row.addStretch(1)
        button = Button(tr("Open||a room"), key="↵", small=True)
        button.setEnabled(self._studio.has_panel("rooms"))
        button.clicked.connect(self._on_open_clicked)
        row.addWidget(button)
        return row

    def _duty(self, room: str) -> str:
        entry = BY_KEY[room]
        duty = entry.duty_zh if language() == "zh" else entry.duty_en
        engine = self._studio.engine
        parts = [tr("{duty}.", duty=duty[:1].upper() + duty[1:])]
        if engine is not None:
            numbers = engine.profile.room(room)
            if numbers.decay is None:
                parts.append(tr("Nothing here fades by itself."))
            else:
                percent = format_number((1 - numbers.decay**24) * 100, 1)
                parts.append(tr("It dims by about {percent} % a day.", percent=percent))
            if numbers.capacity:
                parts.append(tr("Past {n} the dimmest move up to the attic.", n=numbers.capacity))
        return tr(" ||between sentences").join(parts)

    @staticmethod
    def _count(page: RoomPage) -> QVBoxLayout:
        facts = page.facts
        row = QHBoxLayout()
        row.setSpacing(theme.u(2))
        row.addWidget(Text(format_number(facts.count), "figure"))
        beside = f"/ {format_number(facts.capacity)}" if facts.capacity else ""
        if facts.evicted:
            beside = tr("+ {n} in the store-box", n=facts.evicted)
        words = [Text(beside, "body", "text_muted")]
        if facts.warmth is not None:
            words += [
                Text(tr("Warmth"), "body", "text_muted"),
                Text(format_number(facts.warmth, 1), "body", weight=600, tabular=True),
            ]
        for place, one in enumerate(words):
            level(one, "body", "figure")
            row.addWidget(one)
            if not place:
                row.addStretch(1)
        column = QVBoxLayout()
        column.setSpacing(theme.u(2))
        column.addLayout(row)
        if facts.capacity:
            full = facts.count / facts.capacity
            column.addWidget(Bar(full, "warning" if full >= 0.9 else f"{facts.room}.fill"))
        return column

    def _waiting(self, page: RoomPage) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(Text(tr("Waiting here"), "read", weight=600))
        if page.ready:
            words = tr("{n} ready for the bedroom", n=page.ready)
            column.addLayout(self._wait(words, tr("Review")))
        if page.due:
            column.addLayout(
                self._wait(tr("{n} hope is a week old", "{n} hopes are a week old", n=page.due), tr("Review"))
            )
        return box

    def _wait(self, words: str, action: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(Text(words), 1)
        button = Button(action, small=True)
        button.setEnabled(self._studio.has_panel("rooms"))
        button.clicked.connect(self._on_open_clicked)
        row.addWidget(button)
        return row

    def _bright(self, page: RoomPage) -> QWidget:
        box = QWidget()
        column = QVBoxLayout(box)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(2))
        column.addWidget(Text(tr("Brightest memories"), "read", weight=600))
        for memory, light in page.brightest:
            row = BrightMemory(memory.id, light, memory.content, memory.mood, page.facts.room)
            row.clicked.connect(self._studio.show_memory)
            column.addWidget(row)
        return box

    def _on_open_clicked(self) -> None:
        if self._page is not None:
            self._studio.open_panel("rooms", room=self._page.facts.room)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange) and hasattr(self, "_page"):
            self._rebuild()


def _drop(item: object) -> None:
    """Remove a layout item with all that is in it."""
    widget = item.widget() if hasattr(item, "widget") else None
    if widget is not None:
        widget.hide()
        widget.deleteLater()
    inner = item.layout() if hasattr(item, "layout") else None
    if inner is not None:
        while (child := inner.takeAt(0)) is not None:
            _drop(child)
