"""The list of proposals, grouped by the run that made them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QWidget

from app.storage import links, memories, proposals, runs
from app.storage.driver import Connection
from app.storage.proposals import DECIDED, OPEN, Proposal
from app.storage.runs import Run
from app.ui.i18n import tr
from app.ui.inbox.naming import group_words, happened, line_of, occurred_of, row_words, state_words

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_BULK = frozenset({"add", "link"})


Target = tuple[str, int]  # table and row


def target_of(proposal: Proposal) -> Target | None:
    """Give what a proposal is about; the first end of a link."""
    return (str(proposal.patch.get("table", "memory")), proposal.targets[0]) if proposal.targets else None


@dataclass(frozen=True, slots=True)
class Group:
    """A run's proposals; `bulk` are those that may be accepted together."""

    run: Run | None
    proposals: tuple[Proposal, ...]
    put_off: bool = False

    @property
    def bulk(self) -> tuple[int, ...]:
        """Additions and links: doubles, rejected ones and changes are looked at one by one."""
        return tuple(one.id for one in self.proposals if one.op in _BULK and one.state == "waiting")


@dataclass(frozen=True, slots=True)
class Post:
    """Everything in the inbox of one character."""

    waiting: tuple[Group, ...] = ()
    decided: tuple[Group, ...] = ()
    count: int = 0
    settled: int = 0
    targets: dict[Target, str] = field(default_factory=dict)  # what proposals are about, in words


def load(conn: Connection, character: int) -> Post:
    """Read the inbox, newest run first; what was put off stands at the end of what waits."""
    every = proposals.listed(conn, character, (*OPEN, *DECIDED))
    waiting = [one for one in every if one.state == "waiting"]
    later = [one for one in every if one.state == "later"]
    decided = [one for one in every if one.state in DECIDED]
    about = {target for one in every if (target := target_of(one)) is not None}
    groups = _groups(conn, waiting)
    if later:
        groups.append(Group(None, tuple(later), put_off=True))
    return Post(tuple(groups), tuple(_groups(conn, decided)), len(waiting), len(decided), _words(conn, about))


def _words(conn: Connection, about: Iterable[Target]) -> dict[Target, str]:
    """Give the texts of memories and the names of boxes."""
    held: list[Target] = list(about)
    texts = memories.texts(conn, {row for table, row in held if table == "memory"})
    boxes = links.boxes(conn, [row for table, row in held if table == "box"])
    named: dict[Target, str] = {("memory", row): text for row, text in texts.items()}
    return named | {("box", row): box.name for row, box in boxes.items()}


def _groups(conn: Connection, found: Sequence[Proposal]) -> list[Group]:
    by_run: dict[int | None, list[Proposal]] = {}
    for one in found:
        by_run.setdefault(one.run, []).append(one)
    return [
        Group(runs.get(conn, run) if run is not None else None, tuple(of_run))
        for run, of_run in by_run.items()
    ]


class ProposalModel(QAbstractListModel):
    """Rows are groups and, under each, its proposals."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Group | Proposal] = []
        self.zone = "UTC"
        self.targets: dict[Target, str] = {}

    def show_groups(self, groups: Sequence[Group], targets: dict[Target, str], zone: str) -> None:
        self.beginResetModel()
        self.zone, self.targets = zone, targets
        self.rows = []
        for group in groups:
            self.rows += [group, *group.proposals]
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid() or isinstance(self.rows[index.row()], Group):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        wanted = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
        if not index.isValid() or role not in wanted:
            return None
        row = self.rows[index.row()]
        if isinstance(row, Group):
            return ", ".join(part for part in self.group_words(row) if part)
        return ", ".join((" ".join(row_words(row)).strip(), self.day(row), self.line(row)))

    def group_words(self, group: Group) -> tuple[str, str]:
        if group.put_off:
            return tr("Put off until later"), ""
        return group_words(group.run)

    def line(self, proposal: Proposal) -> str:
        target = target_of(proposal)
        return line_of(proposal, self.targets.get(target) if target is not None else None, self.zone)

    def single(self, chosen: Sequence[int]) -> Proposal | None:
        """The one proposal that was chosen; None when there are several, or it is here no more."""
        if len(chosen) != 1:
            return None
        return next((row for row in self.rows if isinstance(row, Proposal) and row.id == chosen[0]), None)

    def day(self, proposal: Proposal) -> str:
        """The date at the right of a row: when it happened, or what was decided."""
        if proposal.state in DECIDED:
            return state_words(proposal.state)
        return happened(occurred_of(proposal.patch), self.zone, short=True)

    def group_of(self, proposal: int) -> Group | None:
        last: Group | None = None
        for row in self.rows:
            if isinstance(row, Group):
                last = row
            elif row.id == proposal:
                return last
        return None

    def row_of(self, proposal: int | None) -> int:
        """The row of a proposal; -1 when it is not there."""
        for number, row in enumerate(self.rows):
            if isinstance(row, Proposal) and row.id == proposal:
                return number
        return -1

    def near(self, row: int) -> int:
        """The proposal's row at `row`, else the next one below, else the one above; -1 when there is none."""
        below = range(max(0, row), len(self.rows))
        above = range(min(row, len(self.rows)) - 1, -1, -1)
        return next((n for n in (*below, *above) if isinstance(self.rows[n], Proposal)), -1)
