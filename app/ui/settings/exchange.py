"""The exchange of a test, to be read and copied: what was sent, where, and what came back. Never a key."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from app.models.endpoint.outcomes import Told
from app.models.endpoint.probe import CHECKS, Report, State
from app.models.endpoint.settings import Purpose
from app.models.redaction import redact
from app.ui import theme
from app.ui.i18n import tr
from app.ui.widgets import Button, Text


def exchange_words(report: Report, purpose: Purpose) -> str:
    """All of it as plain text."""
    states = {State.YES: tr("yes||it can"), State.NO: tr("no||it cannot"), State.UNKNOWN: tr("not known")}
    sent = {
        Purpose.EMBEDDING: tr("Sent: a request for the list of models, then two fixed sentences."),
        Purpose.RERANK: tr(
            "Sent: a request for the list of models, then a fixed word with two fixed sentences."
        ),
    }.get(purpose, tr("Sent: a request for the list of models, then a fixed greeting."))
    lines = [sent, ""]
    for attempt in report.attempts:
        lines += [attempt.url, f"  {_said(attempt.told)}", ""]
    for check in report.checks:
        words = f"{tr(CHECKS[check.name])}: {states[check.state]}"
        lines.append(f"{words} · {_said(check.told)}" if check.told else words)
    return redact("\n".join(lines).strip())


def _said(said: Told) -> str:
    detail = tr(said.detail, **said.facts)
    return f"{tr(said.title, **said.facts)} · {detail}"


def show_exchange(parent: QWidget, report: Report, purpose: Purpose) -> QDialog:
    """Open it beside the window; not modal."""
    page = QDialog(parent)
    page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    page.setWindowTitle(tr("The exchange"))
    words = QPlainTextEdit(exchange_words(report, purpose))
    words.setReadOnly(True)
    words.setFont(theme.mono())
    words.setAccessibleName(tr("The exchange"))
    copy, close = Button(tr("Copy")), Button(tr("Close"), "primary")
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(words.toPlainText()))
    close.clicked.connect(page.close)
    row = QHBoxLayout()
    row.addStretch(1)
    row.addWidget(copy)
    row.addWidget(close)
    column = QVBoxLayout(page)
    column.setContentsMargins(theme.u(5), theme.u(4), theme.u(5), theme.u(4))
    column.setSpacing(theme.u(3))
    column.addWidget(Text(tr("The exchange"), "title"))
    column.addWidget(words, 1)
    column.addLayout(row)
    page.resize(theme.u(160), theme.u(95))
    page.show()
    return page
