"""The rows of the history: uids are held, what is shown is read by the screenful; days stand between."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from app.storage.history import Line
from app.ui.history.words import beside, counts, icon_of
from app.ui.i18n import said, tr
from app.ui.moments import day_head, local

Index = QModelIndex | QPersistentModelIndex
ROW_ROLE = int(Qt.ItemDataRole.UserRole)
LINES_ROLE = ROW_ROLE + 1  # how many lines of counts are unfolded, or -1 for a day
PAGE = 60


@dataclass(frozen=True, slots=True)
class Head:
    """A day between the lines."""

    day: date
    text: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A line as it is painted. `action` is undo, redo or nothing; `with_others` how many go together."""

    line: Line
    icon: str
    label: str
    beside: str
    counts: tuple[tuple[str, str], ...]
    action: str
    action_text: str
    unfolded: bool
    newest: bool


class HistoryModel(QAbstractListModel):
    """`rows_wanted` asks for pages that are shown and not yet read."""

    rows_wanted = Signal(int)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[str | date] = []  # a line's uid, or the day above it
        self.writable = True
        self.today = date.min
        self.newest: str | None = None
        self.unfolded: set[str] = set()
        self.blocked: dict[str, int] = {}  # lines that only go together with others: how many in all
        self._lines: dict[str, Line] = {}
        self._asked: set[int] = set()
        self._place: dict[str, int] = {}

    def set_index(self, index: Sequence[tuple[str, int]], today: date) -> None:
        """Take another order of lines."""
        self.beginResetModel()
        self.today = today
        self.rows = []
        day: date | None = None
        for uid, at in index:
            here = local(at).date()
            if here != day:
                self.rows.append(here)
                day = here
            self.rows.append(uid)
        self._place = {row: number for number, row in enumerate(self.rows) if isinstance(row, str)}
        self._asked.clear()
        self._lines = {uid: line for uid, line in self._lines.items() if uid in self._place}
        self.endResetModel()

    def set_lines(self, page: int, lines: Iterable[Line]) -> None:
        for line in lines:
            self._lines[line.entry.id] = line
        last = min(len(self.rows), (page + 1) * PAGE) - 1
        if page * PAGE <= last:
            self.dataChanged.emit(self.index(page * PAGE), self.index(last))

    def page_uids(self, page: int) -> list[str]:
        return [row for row in self.rows[page * PAGE : (page + 1) * PAGE] if isinstance(row, str)]

    def row_of(self, uid: str) -> int | None:
        return self._place.get(uid)

    def uid_at(self, row: int) -> str | None:
        found = self.rows[row] if 0 <= row < len(self.rows) else None
        return found if isinstance(found, str) else None

    def line(self, uid: str) -> Line | None:
        return self._lines.get(uid)

    def toggle(self, uid: str) -> None:
        """Fold a run's counts out or in."""
        (self.unfolded.discard if uid in self.unfolded else self.unfolded.add)(uid)
        self.tell(uid)

    def tell(self, uid: str) -> None:
        """Say that a row looks otherwise now."""
        row = self._place.get(uid)
        if row is not None:
            self.dataChanged.emit(self.index(row), self.index(row))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == LINES_ROLE:
            return self._unfolded_lines(row)
        if isinstance(row, date):
            head = Head(row, day_head(row, self.today))
            return (
                head if role == ROW_ROLE else head.text if role == int(Qt.ItemDataRole.DisplayRole) else None
            )
        line = self._lines.get(row)
        page = index.row() // PAGE
        if role == ROW_ROLE and page not in self._asked:
            self._asked.add(page)
            self.rows_wanted.emit(page)
        if line is None:
            return None
        if role == ROW_ROLE:
            return self._shown(line)
        if role in (int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)):
            shown = self._shown(line)
            told = [f"{figure} {what}" for figure, what in shown.counts] if shown.unfolded else []
            return ", ".join(part for part in (shown.label, shown.beside, *told, shown.action_text) if part)
        return None

    def _unfolded_lines(self, row: str | date) -> int:
        if isinstance(row, date):
            return -1
        line = self._lines.get(row)
        return (len(counts(line)) + 1) // 2 if line is not None and row in self.unfolded else 0

    def _shown(self, line: Line) -> Shown:
        entry = line.entry
        action, text = self._action(line)
        told = tuple(counts(line)) if entry.run else ()
        return Shown(
            line=line,
            icon=icon_of(line),
            label=said(entry.label),
            beside=beside(line) + self._why(entry.id),
            counts=told,
            action=action,
            action_text=text,
            unfolded=bool(told) and entry.id in self.unfolded,
            newest=entry.id == self.newest,
        )

    def _why(self, uid: str) -> str:
        return f" · {tr('a later edit depends on it')}" if uid in self.blocked else ""

    def _action(self, line: Line) -> tuple[str, str]:
        entry = line.entry
        if not self.writable or entry.state == "sealed" or line.status in ("running", "queued"):
            return "", ""
        if entry.state == "undone":
            return "redo", tr("Redo")
        if entry.rows == 0:
            return "", ""
        together = self.blocked.get(entry.id)
        return "undo", tr("Undo {n}", n=together) if together else tr("Undo")

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and isinstance(self.rows[index.row()], date):
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)
