"""This month's use in one strip: total against the cap, parts by purpose, failures by name, a way to the page."""

import asyncio
import re
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QEvent, QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.engine.clock import real_now
from app.engine.ledger import Call, Ledger, month_start, totals
from app.ui import aio, dialogs, theme
from app.ui.i18n import format_day, format_number, tr
from app.ui.ledger.words import failures_words, purpose_words
from app.ui.studio import Studio
from app.ui.widgets import Elided, FlowLayout, LinkButton, Meter, Part, Text, level
from app.ui.widgets.bars import TONES

_TOLD = len(TONES)


@dataclass(frozen=True, slots=True)
class Month:
    """What this month has come to so far."""

    start: int = 0
    calls: tuple[Call, ...] = ()
    cap: int | None = None

    @property
    def tokens(self) -> int:
        return sum(call.prompt + call.completion for call in self.calls)

    def parts(self) -> list[tuple[str, int]]:
        """Tokens by purpose, the largest first; beyond four the rest is one part without a name."""
        sums = totals(self.calls, lambda call: call.purpose)
        found = sorted(((name, total.tokens) for name, total in sums.items()), key=lambda part: -part[1])
        if len(found) <= _TOLD:
            return found
        return [*found[: _TOLD - 1], ("", sum(tokens for _, tokens in found[_TOLD - 1 :]))]


def read_month() -> Month:
    """Read this month from the machine's ledger; call it beside the window's thread."""
    ledger, start = Ledger(), month_start(real_now())
    return Month(start, tuple(ledger.calls(start)), ledger.month_cap())


def tokens_of(written: str) -> int | None:
    """A number as people write it: `1,000,000`, `500k`, `2m`, `100万`; None when it is none."""
    found = re.fullmatch(r"\s*([\d][\d,，. _]*)\s*([kKmM千万]?)\s*", written)
    if found is None:
        return None
    digits, unit = re.sub(r"[,， _]", "", found[1]), found[2].lower()
    try:
        return round(float(digits) * {"k": 1e3, "千": 1e3, "万": 1e4, "m": 1e6}.get(unit, 1))
    except ValueError:
        return None


class _Tone(QWidget):
    """The square that stands for a part."""

    def __init__(self, tone: int) -> None:
        super().__init__()
        self._tone = tone
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(theme.px(9), theme.px(9))

    def paintEvent(self, _event: QPaintEvent) -> None:
        role, alpha = TONES[self._tone]
        QPainter(self).fillRect(QRectF(self.rect()), theme.colour(role, alpha))


class LedgerStrip(QWidget):
    """At the foot of the models' settings."""

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.studio = studio
        self.month = Month()
        self.title, self.span = Text("", "read", weight=600), Elided("", "caption", "text_muted")
        self.page = LinkButton("", leads=True)
        self.figure = Text("", "figure", tabular=True)
        self.unit = Text("", "caption", "text_muted")
        self.cap = LinkButton("")
        self.meter = Meter()
        self.parts = FlowLayout(gap=16)
        self.calls, self.failed = Text("", "small", "text_muted"), Elided("", "small", "danger")
        self._build()
        self.page.clicked.connect(lambda: studio.open_panel("ledger"))
        self.cap.clicked.connect(self._on_cap)
        self.retranslate()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.u(3))
        head.addWidget(self.title)
        head.addWidget(self.span)
        level(self.span, "caption", "read")
        head.addStretch(1)
        head.addWidget(self.page)
        left = QVBoxLayout()
        left.setSpacing(0)
        for widget in (self.figure, self.unit, self.cap):
            left.addWidget(widget)
        foot = QHBoxLayout()
        foot.setSpacing(theme.u(3))
        foot.addWidget(self.calls)
        foot.addWidget(self.failed)
        foot.addStretch(1)
        right = QVBoxLayout()
        right.setSpacing(theme.u(2))
        right.addSpacing(theme.u(2))
        right.addWidget(self.meter)
        right.addLayout(self.parts)
        right.addLayout(foot)
        right.addStretch(1)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, theme.u(4), 0, 0)
        grid.setHorizontalSpacing(theme.u(4))
        grid.setVerticalSpacing(theme.u(2))
        grid.setColumnMinimumWidth(0, theme.px(132))
        grid.setColumnStretch(1, 1)
        grid.addLayout(head, 0, 0, 1, 2)
        grid.addLayout(left, 1, 0)
        grid.addLayout(right, 1, 1)

    def retranslate(self) -> None:
        self.title.setText(tr("This month’s use"))
        self.page.setText(tr("Open the ledger"))
        self._show()

    @aio.slot
    async def look_again(self) -> None:
        """Read the month again."""
        self.month = await asyncio.to_thread(read_month)
        self._show()

    def _show(self) -> None:
        month = self.month
        first = datetime.fromtimestamp(month.start / 1000).astimezone().date()
        self.span.setText(
            tr("Since {day}, kept on this machine only", day=format_day(first, year=False))
            if month.start
            else ""
        )
        self.figure.setText(format_number(month.tokens))
        self.unit.setText(tr("tokens of {cap}", cap=month.cap) if month.cap else tr("tokens, no cap"))
        self.cap.setText(tr("Change the cap") if month.cap else tr("Set a cap"))
        parts = month.parts()
        whole = month.cap or max(1, month.tokens)
        self.meter.set_parts(
            [Part(tokens / whole, _name(name), tone) for tone, (name, tokens) in enumerate(parts)]
        )
        self.parts.clear()
        for tone, (name, tokens) in enumerate(parts):
            self.parts.addWidget(_legend(tone, _name(name), tokens))
        count = len(month.calls)
        self.calls.setText(tr("{n} call", "{n} calls", n=count) if count else tr("No model was asked."))
        self.failed.setText(failures_words(month.calls))

    @aio.slot
    async def _on_cap(self) -> None:
        written = await dialogs.ask_text(
            self,
            tr("A cap for each month"),
            tr(
                "In tokens, over all palaces. Steps that would go beyond it stop and say so; 0 takes it away."
            ),
            value=str(self.month.cap or ""),
            action=tr("Keep"),
        )
        if written is None:
            return
        tokens = tokens_of(written)
        if tokens is None:
            self.studio.say(
                tr("“{written}” is no number of tokens; nothing was changed.", written=written[:40])
            )
            return
        await asyncio.to_thread(Ledger().set_month_cap, tokens or None)
        self.look_again()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()


def _name(purpose: str) -> str:
    return purpose_words(purpose) if purpose else tr("the rest")


def _legend(tone: int, name: str, tokens: int) -> QWidget:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(theme.px(6))
    row.addWidget(_Tone(tone))
    row.addWidget(Text(name, "small", "text_muted"))
    row.addWidget(Text(format_number(tokens), "small", tabular=True))
    return box
