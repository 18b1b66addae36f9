"""The command palette: one field over the window for actions, memories and panels."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from app.ui import aio, theme
from app.ui.i18n import tr
from app.ui.shell.palette_list import HEAD, ROW, WIDTH, Found, FoundDelegate
from app.ui.shell.ranking import Entry, Match, rank
from app.ui.widgets import Chip, Icon, KeyCap, RowList, Rule, Text

_GROUPS = ("actions", "memories", "panels")
_TOP, _MOST = 108, 11
_MEMORIES_AFTER_MS = 120


class Palette(QWidget):
    """The overlay with its scrim; a child of the window."""

    chosen = Signal(object)  # Entry
    closed = Signal()

    def __init__(
        self,
        window: QWidget,
        entries: Callable[[], Sequence[Entry]],
        find_memories: Callable[[str], object],
    ) -> None:
        super().__init__(window)
        self._entries = entries
        self._find = find_memories
        self._memories: tuple[str, list[Entry]] = ("", [])
        self._only_actions = False
        self._box = QWidget(self)
        self.field = QLineEdit()
        self.field.setProperty("bare", True)
        self._chip = Chip("", None, None, "text_muted", "line_strong")
        self._model = Found(self)
        self.list = RowList()
        self._foot = [Text("", "caption", "text_muted") for _ in range(4)]
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_MEMORIES_AFTER_MS)
        self._timer.timeout.connect(self._on_pause)
        self._build()
        window.installEventFilter(self)
        self.hide()

    def _build(self) -> None:
        self.list.setModel(self._model)
        self.list.setItemDelegate(FoundDelegate(self.list))
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.clicked.connect(self._on_clicked)
        self.field.textChanged.connect(self._on_text_changed)
        self.field.installEventFilter(self)
        self.field.setFont(theme.font("title", 400))
        top = QHBoxLayout()
        top.setContentsMargins(theme.u(5), 0, theme.u(5), 0)
        top.setSpacing(theme.u(3))
        top.addWidget(Icon("search", "text_muted", 18))
        top.addWidget(self.field, 1)
        top.addWidget(self._chip)
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.u(5), theme.u(2), theme.u(5), theme.px(10))
        foot.setSpacing(theme.px(5))
        for keys, words in zip((("↑", "↓"), ("↵",), ("Tab",)), self._foot, strict=False):
            for key in keys:
                foot.addWidget(KeyCap(key))
            foot.addWidget(words)
            foot.addSpacing(theme.u(2))
        foot.addStretch(1)
        foot.addWidget(self._foot[3])
        column = QVBoxLayout(self._box)
        column.setContentsMargins(1, 1, 1, 1)
        column.setSpacing(0)
        head = QWidget()
        head.setLayout(top)
        head.setFixedHeight(theme.px(56))
        column.addWidget(head)
        column.addSpacing(theme.u(1))
        column.addWidget(self.list, 1)
        column.addWidget(Rule())
        column.addLayout(foot)

    def open(self, selection: str = "", text: str = "") -> None:
        """Show it; `selection` says what the actions would work on."""
        self._chip.setText(selection)
        self._chip.setVisible(bool(selection))
        self.field.setPlaceholderText(tr("Search and do …"))
        self.field.setAccessibleName(tr("Search and do …"))
        words = (
            tr("choose"),
            tr("do it"),
            tr("only actions"),
            tr("Chinese names by pinyin initials: ws → 卧室"),
        )
        for label, word in zip(self._foot, words, strict=True):
            label.setText(word)
        self._only_actions = False
        self._memories = ("", [])
        self.field.setText(text)
        self._fill()
        self.show()
        self.raise_()
        self._place()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def put_away(self) -> None:
        if self.isVisible():
            self._timer.stop()
            self.hide()
            self.closed.emit()

    def entries_shown(self) -> list[Entry]:
        """What is listed just now, in order."""
        return [row.entry for row in self._model.rows if isinstance(row, Match)]

    def _on_text_changed(self, _text: str) -> None:
        self._fill()
        self._timer.start()

    @aio.slot
    async def _on_pause(self) -> None:
        text = self.field.text().strip()
        if len(text) < 1 or self._only_actions:
            return
        found = await self._find(text)  # type: ignore[misc]
        if text == self.field.text().strip() and self.isVisible():
            self._memories = (text, found)
            self._fill()

    def _fill(self) -> None:
        query = self.field.text().strip()
        entries = self._entries()
        names = {"actions": tr("Actions"), "memories": tr("Memories"), "panels": tr("Panels")}
        groups: list[tuple[str, Sequence[Match]]] = []
        for group in _GROUPS:
            if group == "memories":
                found = self._memories[1] if self._memories[0] == query and query else []
                matches = [_with_span(entry, query) for entry in found]
            else:
                of_group = [entry for entry in entries if entry.group == group]
                matches = rank(query, of_group, limit=7 if query else 6)
            if group == "actions" or not self._only_actions:
                groups.append((names[group], matches))
        if not any(matches for _name, matches in groups):
            groups = [(tr("Nothing matches “{text}”", text=query), [])]
        self._model.fill(groups)
        self._move(0, start=True)
        self._place()

    def _move(self, step: int, *, start: bool = False) -> None:
        rows = [i for i, row in enumerate(self._model.rows) if isinstance(row, Match) and row.entry.enabled]
        if not rows:
            return
        here = self.list.currentIndex().row()
        position = 0 if start or here not in rows else (rows.index(here) + step) % len(rows)
        index = self._model.index(rows[position], 0)
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index)
        if position == 0:
            self.list.scrollToTop()

    def _choose(self, row: int) -> None:
        if 0 <= row < len(self._model.rows):
            match = self._model.rows[row]
            if isinstance(match, Match) and match.entry.enabled:
                self.put_away()
                self.chosen.emit(match.entry)

    def _on_clicked(self, index: QModelIndex) -> None:
        self._choose(index.row())

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        if watched is self.field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._on_key(event)
        if watched is self.parent() and event.type() == QEvent.Type.Resize:
            self._place()
        return False

    def _on_key(self, event: QKeyEvent) -> bool:
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._move(1 if key == Qt.Key.Key_Down else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose(self.list.currentIndex().row())
        elif key == Qt.Key.Key_Escape:
            self.put_away()
        elif key in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab):
            self._only_actions = not self._only_actions
            self._fill()
        else:
            return False
        return True

    def _place(self) -> None:
        window = self.parentWidget()
        if window is None:
            return
        self.setGeometry(window.rect())
        heads = sum(1 for row in self._model.rows if isinstance(row, str))
        rows = min(_MOST, len(self._model.rows) - heads)
        list_height = theme.px(HEAD) * heads + theme.px(ROW) * rows + theme.u(2)
        width = min(theme.px(WIDTH), self.width() - theme.u(10))
        height = min(theme.px(56) + list_height + theme.px(42), self.height() - theme.px(_TOP) - theme.u(10))
        self._box.setGeometry((self.width() - width) // 2, theme.px(_TOP), width, height)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if not self._box.geometry().contains(event.position().toPoint()):
            self.put_away()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(
            self.rect(), theme.colour("house_cut", 0.68) if theme.dark() else theme.colour("text", 0.38)
        )
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("line_strong"), 1))
        painter.setBrush(theme.colour("raised"))
        box = QRectF(self._box.geometry()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, theme.radius("dialog"), theme.radius("dialog"))
        line = self._box.y() + theme.px(57)
        painter.fillRect(self._box.x() + 1, line, self._box.width() - 2, 1, theme.colour("line"))


def _with_span(entry: Entry, query: str) -> Match:
    at = entry.text.casefold().find(query.casefold())
    return Match(entry, 0.0, (at, at + len(query)) if at >= 0 else None)
