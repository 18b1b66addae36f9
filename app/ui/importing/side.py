"""Beside the report: what was skipped and why, what was dropped for safety, what changed word by word."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.engine.ingest.account import Account
from app.ui import diff, theme
from app.ui.diff import Piece
from app.ui.i18n import format_number, tr
from app.ui.importing.naming import kind_name
from app.ui.importing.skips import SkipGroup, grouped
from app.ui.widgets import Card, Column, Icon, LinkButton, Prose, Rule, Text

_MOST_SKIPS, _MOST_CHANGES = 40, 20
_CONTEXT = 36  # characters of unchanged text kept on each side of a change


class SidePage(Column):
    """The inspector page of the report."""

    save_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content: QWidget | None = None
        self.show_account(None)

    def show_account(self, account: Account | None) -> None:
        """Show an account, or nothing yet."""
        if self._content is not None:
            self._content.hide()
            self.layout_.removeWidget(self._content)
            self._content.deleteLater()
        self._content = QWidget()
        column = QVBoxLayout(self._content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(4))
        if account is not None:
            self._fill(column, account)
        column.addStretch(1)
        if account is not None:
            column.addWidget(_foot())
        self.add(self._content)

    def _fill(self, column: QVBoxLayout, account: Account) -> None:
        if account.skips:
            column.addWidget(self._skips(account))
        else:
            column.addWidget(Text(tr("Nothing was skipped"), "title", wrap=True))
            words = tr("Every record of the file has its place in the table.")
            column.addWidget(Prose(words, "body", "text_muted"))
        if account.dropped_credentials:
            column.addWidget(_credentials(account.dropped_credentials))
        if account.gone:
            column.addWidget(_gone(account.gone))
        if account.changed_texts:
            column.addWidget(Rule())
            column.addWidget(_changes(account))

    def _skips(self, account: Account) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.addWidget(Text(tr("{n} skipped", n=account.total("skipped")), "title"), 1)
        save = LinkButton(tr("Save as a table"))
        save.clicked.connect(self.save_asked)
        head.addWidget(save)
        column.addLayout(head)
        groups = grouped(account)
        for group in groups[:_MOST_SKIPS]:
            column.addWidget(_skip(group))
            column.addWidget(Rule())
        if len(groups) > _MOST_SKIPS:
            column.addSpacing(theme.u(2))
            column.addWidget(Text(tr("and {n} more", n=len(groups) - _MOST_SKIPS), "small", "text_muted"))
        return part


def _skip(group: SkipGroup) -> QWidget:
    part = QWidget()
    row = QHBoxLayout(part)
    row.setContentsMargins(0, theme.u(2), 0, theme.u(2))
    row.setSpacing(theme.u(3))
    figure = Text(format_number(group.count), "title", "warning", weight=400, tabular=True)
    figure.setAlignment(Qt.AlignmentFlag.AlignRight)
    figure.setMinimumWidth(theme.px(28))
    row.addWidget(figure, 0, Qt.AlignmentFlag.AlignTop)
    words = QVBoxLayout()
    words.setSpacing(theme.px(1))
    words.addWidget(Prose(tr(group.reason), "body"))
    place = group.place if group.places == 1 else tr("{place} and others", place=group.place)
    words.addWidget(Prose(f"{kind_name(group.kind)} · {place}", "caption", "text_muted", max_lines=2))
    row.addLayout(words, 1)
    return part


def _credentials(count: int) -> QWidget:
    return Card(
        "success",
        tr("{n} credential left out", "{n} credentials left out", n=count),
        tr("Keys and tokens of services. They are not in the palace, and never in a log or an export."),
        icon="lock",
    )


def _gone(count: int) -> QWidget:
    return Card(
        "proposal",
        tr("{n} memory is gone in the file", "{n} memories are gone in the file", n=count),
        tr("Nothing is deleted: each will wait in the Inbox for your word."),
        icon="inbox",
    )


def _changes(account: Account) -> QWidget:
    part = QWidget()
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.u(3))
    total = len(account.changed_texts)
    column.addWidget(Text(tr("{n} changed text", "{n} changed texts", n=total), "read", weight=600))
    hint = tr("A message keeps its old text beside the new one; a memory you have edited asks in the Inbox.")
    column.addWidget(Prose(hint, "caption", "text_muted"))
    for was, now in account.changed_texts[:_MOST_CHANGES]:
        text, marks = diff.together(shortened(diff.pieces(was, now)))
        prose = Prose("", "serif")
        prose.setText(text, marks)
        column.addWidget(prose)
    if total > _MOST_CHANGES:
        column.addWidget(Text(tr("and {n} more", n=total - _MOST_CHANGES), "small", "text_muted"))
    return part


def shortened(parts: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Cut long unchanged stretches down to what stands beside the changes."""
    out: list[Piece] = []
    for number, part in enumerate(parts):
        head = part.new[:_CONTEXT] if number else ""
        tail = part.new[-_CONTEXT:] if number < len(parts) - 1 else ""
        if part.same and len(part.new) > len(head) + len(tail) + 1:
            cut = f"{head}…{tail}"
            out.append(Piece(cut, cut))
        else:
            out.append(part)
    return tuple(out)


def _foot() -> QWidget:
    part = QWidget()
    row = QHBoxLayout(part)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.u(2))
    row.addWidget(Icon("undo", "text_muted", 14), 0, Qt.AlignmentFlag.AlignTop)
    words = tr("The whole import is one step and can be undone as one.")
    row.addWidget(Prose(words, "caption", "text_muted"), 1)
    return part
