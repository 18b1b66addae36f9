"""Groups and their calls as a tree of two levels."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from app.domain.errors import mark
from app.engine.ledger import Call
from app.ui.i18n import format_day, format_number, format_time, tr
from app.ui.ledger.reading import Group, Way
from app.ui.ledger.words import failures_words, outcome_words, purpose_words, seconds_words

Index = QModelIndex | QPersistentModelIndex
GROUP_ROLE: Final = int(Qt.ItemDataRole.UserRole)
CALL_ROLE: Final = GROUP_ROLE + 1
COLUMNS: Final = ("what", "model", "calls", "prompt", "completion", "time", "outcome")
NUMBERS: Final = ("calls", "prompt", "completion", "time")
_HEADS: Final = {
    "what": mark("What for"),
    "model": mark("Model"),
    "calls": mark("Calls"),
    "prompt": mark("Tokens in"),
    "completion": mark("Tokens out"),
    "time": mark("Time||a duration"),
    "outcome": mark("How it ended"),
}


def when_words(at: int) -> str:
    """An instant in the machine's time: `3 Mar, 14:02`."""
    moment = datetime.fromtimestamp(at / 1000).astimezone()
    return tr("{day}, {time}", day=format_day(moment.date(), short=True), time=format_time(moment))


def tokens_words(tokens: int, counted: bool) -> str:
    """Tokens; with ≈ where they are estimated."""
    return format_number(tokens) if counted else f"≈ {format_number(tokens)}"


class LedgerModel(QAbstractItemModel):
    """A row a group, its calls below it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.groups: list[Group] = []
        self.way: Way = "step"

    def set_groups(self, groups: Sequence[Group], way: Way) -> None:
        self.beginResetModel()
        self.groups, self.way = list(groups), way
        self.endResetModel()

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:  # noqa: B008
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = QModelIndex()) -> QModelIndex:  # type: ignore[override]  # noqa: B008
        inside = index.internalId() if index.isValid() else 0
        return self.createIndex(inside - 1, 0, 0) if inside else QModelIndex()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        if not parent.isValid():
            return len(self.groups)
        if parent.internalId() or parent.column():
            return 0
        return len(self.groups[parent.row()].calls)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> object:
        if orientation != Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return tr(_HEADS[COLUMNS[section]])
        return None

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> object:
        if not index.isValid():
            return None
        inside = index.internalId()
        group = self.groups[inside - 1 if inside else index.row()]
        call = group.calls[index.row()] if inside else None
        if role == GROUP_ROLE:
            return group if call is None else None
        if role == CALL_ROLE:
            return call
        name = COLUMNS[index.column()]
        if role in (int(Qt.ItemDataRole.DisplayRole), int(Qt.ItemDataRole.AccessibleTextRole)):
            return self._group_words(group, name) if call is None else _call_words(call, name)
        if role == Qt.ItemDataRole.ToolTipRole and name in ("prompt", "completion"):
            counted = group.counted if call is None else call.counted
            return "" if counted else tr("Estimated: the endpoint did not say.")
        return None

    def _group_words(self, group: Group, name: str) -> str:
        total = group.total
        if name == "what":
            purpose = purpose_words(group.purpose)
            if self.way == "step":
                return purpose
            if not group.run:
                return tr("{purpose}, single calls", purpose=purpose)
            return f"{purpose} · {when_words(group.at)}"
        if name == "outcome":
            return _ending(group)
        return {
            "model": ", ".join(group.models),
            "calls": format_number(total.calls),
            "prompt": tokens_words(total.prompt, group.counted),
            "completion": tokens_words(total.completion, group.counted),
            "time": seconds_words(total.seconds),
        }[name]


def _ending(group: Group) -> str:
    failed = failures_words(group.calls)
    if group.bill is None:
        return failed or outcome_words("done")
    parts = [outcome_words(group.bill.outcome)]
    if group.bill.estimated_tokens:
        parts.append(tr("estimated {n} tokens", n=group.bill.estimated_tokens))
    return " · ".join([*parts, failed] if failed else parts)


def _call_words(call: Call, name: str) -> str:
    return {
        "what": when_words(call.at),
        "model": call.model,
        "calls": "",
        "prompt": tokens_words(call.prompt, call.counted),
        "completion": tokens_words(call.completion, call.counted),
        "time": seconds_words(call.seconds),
        "outcome": outcome_words(call.outcome),
    }[name]
