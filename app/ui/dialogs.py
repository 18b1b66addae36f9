"""Questions one can await. Never `exec()`: inside a coroutine it silently kills other tasks."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.i18n import tr
from app.ui.widgets import Button, Prose, Text

#: key, label, kind (`primary`, `plain`, `danger`)
Answer = tuple[str, str, str]


async def _finished(dialog: QDialog) -> int:
    future: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def settle(result: int) -> None:
        if not future.done():
            future.set_result(result)

    dialog.finished.connect(settle)
    dialog.open()
    try:
        return await future
    finally:
        if not future.done() or future.cancelled():
            dialog.close()
        dialog.deleteLater()


class _Question(QDialog):
    """Title, text, perhaps a field, and answers in words."""

    def __init__(
        self,
        parent: QWidget | None,
        title: str,
        text: str,
        answers: Sequence[Answer],
        field: str | None = None,
        body: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setMinimumWidth(theme.u(110))
        self.answer: str | None = None
        self.field = QLineEdit(field or "")
        self.field.setVisible(field is not None)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.u(6), theme.u(5), theme.u(6), theme.u(5))
        column.setSpacing(theme.u(3))
        column.addWidget(Text(title, "title", wrap=True))
        if text:
            column.addWidget(Prose(text, "body"))
        if body is not None:
            column.addWidget(body)
        column.addWidget(self.field)
        row = QHBoxLayout()
        row.addStretch(1)
        for key, label, kind in answers:
            row.addWidget(self._button(key, label, kind))
        column.addLayout(row)
        if field is not None:
            self.field.selectAll()
            self.field.setFocus()

    def _button(self, key: str, label: str, kind: str) -> Button:
        button = Button(label, kind)
        button.setDefault(kind == "primary")

        def choose() -> None:
            self.answer = key
            self.accept()

        button.clicked.connect(choose)
        return button


async def ask(
    parent: QWidget | None,
    title: str,
    text: str = "",
    answers: Sequence[Answer] = (),
    *,
    body: QWidget | None = None,
) -> str | None:
    """Ask, with a `body` to look at or to fill in; gives the key of the answer, None when the question was put away."""
    chosen = answers or (("cancel", tr("Cancel"), "plain"), ("yes", tr("Go on"), "primary"))
    dialog = _Question(parent, title, text, chosen, body=body)
    await _finished(dialog)
    return dialog.answer


async def may_leave(parent: QWidget | None, text: str) -> bool:
    """Ask before words of the author's are thrown away; `text` says which."""
    answer = await ask(
        parent,
        tr("Leave what you have written?"),
        text,
        [("no", tr("Go on writing"), "primary"), ("yes", tr("Throw it away"), "danger")],
    )
    return answer == "yes"


async def ask_text(
    parent: QWidget | None,
    title: str,
    text: str = "",
    *,
    value: str = "",
    action: str = "",
    optional: bool = False,
) -> str | None:
    """Ask for a line of text; None when put away, or left empty unless it is `optional`."""
    answers = (("cancel", tr("Cancel"), "plain"), ("ok", action or tr("Go on"), "primary"))
    dialog = _Question(parent, title, text, answers, value)
    await _finished(dialog)
    written = dialog.field.text().strip()
    return written if dialog.answer == "ok" and (written or optional) else None


async def choose_file(
    parent: QWidget | None,
    title: str,
    *,
    kinds: str = "",
    save_as: str | None = None,
    folder: Path | None = None,
    many: bool = False,
) -> list[Path]:
    """Let the author choose a file to open, or with `save_as` (a proposed name) one to write; empty when put away."""
    dialog = QFileDialog(parent, title)
    if folder is not None:
        dialog.setDirectory(str(folder))
    if kinds:
        dialog.setNameFilter(kinds)
    if save_as is not None:
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(Path(save_as).suffix.lstrip("."))
        dialog.selectFile(save_as)
    else:
        mode = QFileDialog.FileMode.ExistingFiles if many else QFileDialog.FileMode.ExistingFile
        dialog.setFileMode(mode)
    dialog.setWindowModality(Qt.WindowModality.WindowModal)
    result = await _finished(dialog)
    return [Path(name) for name in dialog.selectedFiles()] if result == QDialog.DialogCode.Accepted else []
