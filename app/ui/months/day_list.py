"""The list of days and entries: several can be chosen; letters and Delete work on them."""

from PySide6.QtCore import QEvent, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from app.storage.months import Fragment
from app.ui import actions, theme
from app.ui.months.day_delegate import DayDelegate
from app.ui.months.day_rows import DayHead, DayModel, DayRow, Entry
from app.ui.widgets import RowList


class DayList(RowList):
    """`letter_pressed` tells n, t, e, m, d or `del`; `opened` an entry by Enter or a double click."""

    letter_pressed = Signal(str)
    opened = Signal()
    chosen_changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.days = DayModel(self)
        self.setModel(self.days)
        self.setItemDelegate(DayDelegate(self.viewport()))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.doubleClicked.connect(lambda _index: self.opened.emit())
        self.selectionModel().selectionChanged.connect(lambda *_: self.chosen_changed.emit())

    # what is chosen

    def rows(self) -> list[DayRow]:
        """The chosen rows in their order."""
        places = sorted(index.row() for index in self.selectionModel().selectedIndexes())
        found = [self.days.rows[place] for place in places]
        return [row for row in found if isinstance(row, DayHead | Entry)]

    def entries(self) -> list[Fragment]:
        return [row.fragment for row in self.rows() if isinstance(row, Entry)]

    def chosen_days(self) -> list[str]:
        return sorted({row.day for row in self.rows() if row.day})

    def set_rows(self, rows: list[DayRow]) -> None:
        """Take rows; what was chosen stays chosen, or what took its place is current."""
        if rows == self.days.rows:
            return
        held = {_name(row) for row in self.rows()}
        row, top = self.currentIndex().row(), self.verticalScrollBar().value()
        current = _name(self.days.rows[row]) if 0 <= row < len(self.days.rows) else ""
        self.days.set_rows(rows)
        model, flags = self.selectionModel(), QItemSelectionModel.SelectionFlag
        for place, one in enumerate(rows):
            name = _name(one)
            if name in held:
                model.select(self.days.index(place), flags.Select)
            if name == current:
                model.setCurrentIndex(self.days.index(place), flags.NoUpdate)
        if rows and current and not model.currentIndex().isValid():
            model.setCurrentIndex(self.days.index(min(row, len(rows) - 1)), flags.ClearAndSelect)
        self.verticalScrollBar().setValue(top)
        self.chosen_changed.emit()

    def go_to(self, *, fragment: int | None = None, day: str = "") -> bool:
        """Choose an entry, or the head of a day, and bring it into view."""
        row = self.days.row_of(fragment) if fragment is not None else self.days.row_of_day(day)
        if row is None:
            return False
        index = self.days.index(row)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtTop)
        return True

    # keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        letter = actions.letter(event)
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.letter_pressed.emit("del")
        elif letter:
            self.letter_pressed.emit(letter)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LanguageChange, QEvent.Type.PaletteChange):
            self.scheduleDelayedItemsLayout()
            self.viewport().update()

    def sizeHintForColumn(self, _column: int) -> int:  # noqa: N802
        return theme.u(40)  # rows take the width there is


def _name(row: object) -> str:
    if isinstance(row, Entry):
        return f"entry {row.fragment.id}"
    return f"day {row.day}" if isinstance(row, DayHead) else ""
