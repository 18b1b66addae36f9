"""Tags as chips: Delete or a click's menu removes one, + adds some."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu, QSizePolicy, QWidget

from app.ui import theme
from app.ui.i18n import tr
from app.ui.icons import icon
from app.ui.inspector.values import LineField
from app.ui.widgets import Chip, FlowLayout, IconButton, plain_tip


class TagChip(Chip):
    """A tag; Delete takes it off."""

    removed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class _Plus(IconButton):
    """A small plus that fits among chips."""

    def sizeHint(self) -> QSize:
        return QSize(theme.px(22), theme.px(22))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class TagsField(QWidget):
    """The chips of a memory; `changed` carries the whole new list."""

    changed = Signal(tuple)
    search_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tags: tuple[str, ...] = ()
        self._writable = True
        self._flow = FlowLayout(self, gap=4)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self.plus = _Plus("plus")
        self.field = LineField()
        self.field.hide()
        self.field.setMaximumWidth(theme.px(130))
        self.plus.clicked.connect(self.add)
        self.field.taken.connect(self._on_taken)
        self.field.left.connect(self._close)
        self._flow.addWidget(self.plus)
        self._flow.addWidget(self.field)
        self.chips: list[TagChip] = []
        self.retranslate()

    def retranslate(self) -> None:
        self.plus.set_name(tr("Add a tag"))
        self.field.setPlaceholderText(tr("Tag, tag"))
        self.field.setAccessibleName(tr("Tags to add, with commas between them"))

    def show_tags(self, tags: Sequence[str], *, writable: bool) -> None:
        self._writable = writable
        self.plus.setVisible(writable and self.field.isHidden())
        if tuple(tags) == self.tags and len(self.chips) == len(tags):
            return
        self.tags = tuple(tags)
        self._flow.takeAt(self._flow.count() - 1)
        self._flow.takeAt(self._flow.count() - 1)
        self._flow.clear()
        self.chips = [self._chip(tag) for tag in self.tags]
        for widget in (*self.chips, self.plus, self.field):
            self._flow.addWidget(widget)
        self.updateGeometry()

    def _chip(self, tag: str) -> TagChip:
        shown = tag if len(tag) <= 24 else f"{tag[:23]}…"
        chip = TagChip(shown, clickable=True)
        chip.setToolTip(plain_tip(tag) if shown != tag else "")
        chip.setAccessibleName(tr("Tag {tag}", tag=tag))
        chip.setAccessibleDescription(tr("Delete takes it off"))
        chip.setCursor(Qt.CursorShape.PointingHandCursor)
        chip.clicked.connect(lambda: self._menu(chip, tag))
        chip.removed.connect(lambda: self.remove(tag))
        return chip

    def _menu(self, chip: TagChip, tag: str) -> None:
        menu = QMenu(chip)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(icon("search"), tr("Find all with it")).triggered.connect(
            lambda: self.search_asked.emit(tag)
        )
        remove = menu.addAction(icon("x"), tr("Take it off"))
        remove.setEnabled(self._writable)
        remove.triggered.connect(lambda: self.remove(tag))
        menu.popup(chip.mapToGlobal(chip.rect().bottomLeft()))

    def remove(self, tag: str) -> None:
        if self._writable:
            self.changed.emit(tuple(one for one in self.tags if one != tag))

    def add(self) -> None:
        """Open the line for new tags."""
        self.plus.hide()
        self.field.show()
        self.field.begin("")
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_taken(self, text: str) -> None:
        new = split_tags(text)
        self._close()
        if new:
            self.changed.emit(tuple(dict.fromkeys((*self.tags, *new))))

    def _close(self) -> None:
        focused = self.field.hasFocus()
        self.field.let_go()
        self.field.hide()
        self.plus.setVisible(self._writable)
        if focused:
            self.plus.setFocus(Qt.FocusReason.OtherFocusReason)


def split_tags(text: str) -> tuple[str, ...]:
    """Tags out of a written line; commas of both scripts part them."""
    for comma in "，、;；\n":
        text = text.replace(comma, ",")
    return tuple(part.strip() for part in text.split(",") if part.strip())
