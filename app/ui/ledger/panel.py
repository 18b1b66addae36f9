"""The page of the ledger: what was asked of models in a span of time, and what it came to."""

import asyncio

from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.engine.clock import real_now
from app.engine.ledger import Call
from app.ui import aio, theme
from app.ui.i18n import format_month, format_number, tr
from app.ui.ledger.model import LedgerModel
from app.ui.ledger.reading import Book, Way, as_csv, grouped, months, read_book, within
from app.ui.ledger.view import LedgerView
from app.ui.ledger.words import failures_words, seconds_words
from app.ui.panel import Panel, say_nothing
from app.ui.studio import Studio
from app.ui.widgets import (
    Button,
    Choice,
    EmptyState,
    Lane,
    LinkButton,
    Meter,
    PanelHead,
    Part,
    Segmented,
    Text,
)


class LedgerPanel(Panel):
    """Belongs to the machine: it is read without a palace too."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        theme.paint_ground(self, "window")
        self.book = Book()
        self.shown: list[Call] = []
        self.head = PanelHead()
        self.settings, self.copy = LinkButton("", icon="gear"), Button("")
        self.span, self.way = Choice(), Segmented()
        self.total, self.failed = Text("", "body", tabular=True), Text("", "body", "danger")
        self.cap, self.meter = Text("", "caption", "text_muted", tabular=True), Meter()
        self.model = LedgerModel(self)
        self.view = LedgerView(self.model)
        self.lane, self.empty = Lane(self.view), EmptyState("book")
        self.body = QStackedWidget()
        self._side = QWidget(self)  # no memory belongs beside it
        say_nothing(self._side)
        self._build()
        self.span.picked.connect(lambda _key: self._show())
        self.way.chosen.connect(lambda _key: self._show())
        self.copy.clicked.connect(self._on_copy)
        self.settings.clicked.connect(self._on_settings)
        self.empty.asked.connect(self._on_settings)
        self.retranslate()

    def _build(self) -> None:
        self.head.add_action(self.settings)
        self.head.add_action(self.copy)
        self.body.addWidget(self.lane)
        self.body.addWidget(self.empty)
        self.span.setMinimumWidth(theme.px(150))
        self.meter.setMaximumWidth(theme.px(240))
        self.tools = QWidget()
        tools = QHBoxLayout(self.tools)
        tools.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(3))
        tools.setSpacing(theme.u(3))
        for widget in (self.span, self.way):
            tools.addWidget(widget)
        tools.addSpacing(theme.u(2))
        tools.addWidget(self.total)
        tools.addWidget(self.failed)
        tools.addStretch(1)
        tools.addWidget(self.cap)
        tools.addWidget(self.meter)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.tools)
        column.addWidget(self.body, 1)

    def inspector_page(self) -> QWidget:
        return self._side

    def retranslate(self) -> None:
        self.head.title.setText(tr("Ledger"))
        self.head.subtitle.setText(
            tr(
                "What models were asked and what it cost. Kept on this machine; it holds no word that was said."
            )
        )
        self.settings.setText(tr("Models and endpoints"))
        self.copy.setText(tr("Copy as CSV"))
        self.way.set_options([("step", tr("By step")), ("run", tr("By run"))])
        self.way.setAccessibleName(tr("Grouped by"))
        self.span.setAccessibleName(tr("Span of time"))
        self.view.setAccessibleName(tr("Calls of models"))
        self.empty.set_words(
            tr("No model was asked yet. The built-in steps cost nothing and are not written down."),
            tr("Set models up"),
        )
        self._offer_spans()
        self._show()

    # reading

    @aio.slot
    async def look_again(self) -> None:
        """Read the ledger again."""
        self.book = await asyncio.to_thread(read_book)
        self._offer_spans()
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look_again()

    def _offer_spans(self) -> None:
        known = [("month", tr("This month")), ("days", tr("The last 30 days")), ("all", tr("Everything"))]
        past = months(self.book.calls)
        self.span.set_options([*known, *((key, format_month(key)) for key in past)])

    def _show(self) -> None:
        span, way = self.span.current() or "month", self._way()
        self.shown = within(self.book.calls, span, real_now())
        self.model.set_groups(grouped(self.shown, way, self.book.bills), way)
        tokens = sum(call.prompt + call.completion for call in self.shown)
        count, seconds = len(self.shown), sum(call.seconds for call in self.shown)
        self.total.setText(
            " · ".join(
                (
                    tr("{n} token", "{n} tokens", n=tokens),
                    tr("{n} call", "{n} calls", n=count),
                    seconds_words(seconds),
                )
            )
            if count
            else tr("Nothing in this time.")
        )
        self.failed.setText(failures_words(self.shown))
        self.copy.setEnabled(bool(count))
        self._show_cap(span, tokens)
        self.tools.setVisible(bool(self.book.calls))
        self.copy.setVisible(bool(self.book.calls))
        self.body.setCurrentWidget(self.lane if self.book.calls else self.empty)

    def _way(self) -> Way:
        return "run" if self.way.current() == "run" else "step"

    def _show_cap(self, span: str, tokens: int) -> None:
        """The cap is a month's: it stands beside this month only."""
        cap = self.book.cap if span == "month" else None
        self.cap.setVisible(cap is not None)
        self.meter.setVisible(cap is not None)
        if cap is not None:
            self.cap.setText(tr("of {cap}", cap=format_number(cap)))
            self.meter.set_parts([Part(tokens / cap, tr("This month"))])

    # what the author does

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(as_csv(self.shown))
        self.studio.say(tr("{n} call copied", "{n} calls copied", n=len(self.shown)))

    def _on_settings(self) -> None:
        self.studio.open_panel("settings", tab="models")
