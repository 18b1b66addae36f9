"""The report page's body: facts, the one question, the account, who speaks, three messages to look at."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.engine.ingest.account import Account
from app.ui import theme
from app.ui.i18n import format_day, format_number, tr
from app.ui.importing import zones
from app.ui.importing.naming import format_name, moment, speaker_becomes
from app.ui.importing.table import AccountTable
from app.ui.widgets import Choice, Elided, Icon, LinkButton, Prose, Rule, Text

_HEAD = 24
_MOST_SPEAKERS = 6


class Report(QScrollArea):
    """One account on a scrolling page."""

    zone_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.account: Account | None = None
        self._draw = 0
        self.facts = _Facts()
        self.question = ZoneQuestion()
        self.warnings = QVBoxLayout()
        self.table = AccountTable()
        self.speakers = _Speakers()
        self.samples = _Samples()
        self.question.picked.connect(self.zone_picked)
        self.samples.again.clicked.connect(self._on_again_clicked)
        self._build()

    def _build(self) -> None:
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(6))
        column.setSpacing(theme.u(3))
        column.addWidget(self.facts)
        column.addWidget(self.question)
        column.addLayout(self.warnings)
        column.addWidget(self.table)
        column.addSpacing(theme.u(2))
        foot = QHBoxLayout()
        foot.setSpacing(theme.u(8))
        foot.addWidget(self.speakers, 5, Qt.AlignmentFlag.AlignTop)
        foot.addWidget(self.samples, 6, Qt.AlignmentFlag.AlignTop)
        column.addLayout(foot)
        column.addStretch(1)
        self.setWidget(body)
        body.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    def show_account(self, account: Account, *, ask_zone: bool) -> None:
        """Show an account; `ask_zone` puts the question of the time zone."""
        self.account = account
        self.facts.show_account(account)
        self.question.setVisible(ask_zone)
        self.question.show_account(account)
        self._show_warnings(account)
        self.table.show_account(account)
        self.speakers.show_account(account)
        self.samples.show_account(account, self._draw)

    def _show_warnings(self, account: Account) -> None:
        _clear(self.warnings)
        for text in account.warnings:
            line = QHBoxLayout()
            line.setSpacing(theme.u(2))
            line.addWidget(Icon("warn", "warning"), 0, Qt.AlignmentFlag.AlignTop)
            line.addWidget(Prose(tr(text), "body", "text_muted"), 1)
            self.warnings.addLayout(line)

    def _on_again_clicked(self) -> None:
        if self.account is not None:
            self._draw += 1
            self.samples.show_account(self.account, self._draw)


class _Facts(QWidget):
    """Format, encoding, first, last, days: names over values, hairlines between."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout()
        self._row.setSpacing(theme.px(12))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(10))
        column.addWidget(Rule())
        column.addLayout(self._row)

    def show_account(self, account: Account) -> None:
        _clear(self._row)
        found = account.found_as
        days = len(account.days)
        facts = (
            (tr("Format"), format_name(account)),
            (tr("Encoding"), found.encoding.upper() if found else "–"),
            (tr("First message"), moment(account.first_at, account.timezone)),
            (tr("Last message"), moment(account.last_at, account.timezone)),
            (tr("Days with messages"), format_number(days) if days else "–"),
        )
        for number, (name, value) in enumerate(facts):
            if number:
                self._row.addWidget(Rule(Qt.Orientation.Vertical))
            cell = QVBoxLayout()
            cell.setSpacing(theme.px(1))
            words = (Elided(name, "caption", "text_muted"), Elided(value, "body"))
            for one in words:
                cell.addWidget(one)
            # Room goes by what is to be said: a moment is cut last.
            self._row.addLayout(cell, max(one.sizeHint().width() for one in words))


class ZoneQuestion(QWidget):
    """The one question, on warning ground, with what depends on the answer."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice = Choice()
        self.choice.setFixedWidth(theme.u(50))
        self.title = Text("", "body", weight=600)
        self.once = Elided("", "body", "text_muted")
        self.matter = Text("", "body", "text_muted", wrap=True)
        first = QHBoxLayout()
        first.setSpacing(theme.u(3))
        first.addWidget(self.title)
        first.addWidget(self.once, 1)
        words = QVBoxLayout()
        words.setSpacing(theme.px(2))
        words.addLayout(first)
        words.addWidget(self.matter)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(14), theme.px(10), theme.px(12), theme.px(10))
        row.setSpacing(theme.u(3))
        row.addWidget(Icon("clock", "warning", 18), 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addWidget(self.choice, 0, Qt.AlignmentFlag.AlignVCenter)
        self.choice.picked.connect(self.picked)

    def show_account(self, account: Account) -> None:
        self.title.setText(tr("Which time zone do these times belong to?"))
        self.once.setText(tr("Asked only once."))
        self.choice.setAccessibleName(tr("Time zone of the file"))
        self.choice.set_options(zones.options([account.timezone]))
        self.choice.set_current(account.timezone)
        self.matter.setText(_what_depends(account))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("warning_soft"))
        painter.drawRoundedRect(QRectF(self.rect()), theme.radius("card"), theme.radius("card"))


def _what_depends(account: Account) -> str:
    place = account.timezone.rsplit("/", 1)[-1].replace("_", " ")
    if account.last_at is None:
        return tr("It decides on which day a message falls.")
    last = datetime.fromtimestamp(account.last_at / 1000, ZoneInfo(account.timezone))
    return tr(
        "It decides where a day ends: by the clock of {place}, the last message falls on {day}.",
        place=place,
        day=format_day(last.date(), year=True),
    )


class _Speakers(QWidget):
    """Who speaks in the file, how often, and who that is in the palace."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme.u(2))
        self._title = Text("", "read", weight=600)
        self._title.setFixedHeight(theme.px(_HEAD))
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.u(3))
        self._grid.setVerticalSpacing(theme.px(13))
        self._grid.setColumnStretch(3, 1)
        self._column.addWidget(self._title)
        self._column.addLayout(self._grid)

    def show_account(self, account: Account) -> None:
        self.setVisible(bool(account.speakers))
        self._title.setText(tr("Who speaks"))
        _clear(self._grid)
        for row, ((name, role), number) in enumerate(account.speakers.most_common(_MOST_SPEAKERS)):
            who = Elided(name, "body")
            who.setFixedWidth(theme.px(104))
            figure = Text(format_number(number), "body", "text_muted", tabular=True)
            figure.setAlignment(Qt.AlignmentFlag.AlignRight)
            self._grid.addWidget(who, row, 0)
            self._grid.addWidget(figure, row, 1)
            self._grid.addWidget(Icon("right", "text_muted", 14), row, 2)
            self._grid.addWidget(Elided(speaker_becomes(account, name, role), "body"), row, 3)
        more = len(account.speakers) - _MOST_SPEAKERS
        if more > 0:
            words = Text(tr("and {n} more", n=more), "small", "text_muted")
            self._grid.addWidget(words, _MOST_SPEAKERS, 0, 1, 4)


class _Samples(QWidget):
    """Three messages drawn for a look."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.again = LinkButton()
        self._title = Text("", "read", weight=600)
        self._title.setFixedHeight(theme.px(_HEAD))
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.again)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(theme.u(3))
        self._grid.setVerticalSpacing(theme.px(11))
        self._grid.setColumnStretch(2, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(2))
        column.addLayout(head)
        column.addLayout(self._grid)

    def show_account(self, account: Account, draw: int) -> None:
        self.setVisible(bool(account.pool))
        self._title.setText(tr("Three to look at"))
        self.again.setText(tr("Three others"))
        _clear(self._grid)
        for row, sample in enumerate(account.samples(draw)):
            day = format_day(date.fromisoformat(sample.day), short=True) if sample.day else "–"
            speaker = Elided(sample.speaker, "small", "text_muted")
            speaker.setMaximumWidth(theme.px(72))
            self._grid.addWidget(Text(day, "caption", "text_muted", tabular=True), row, 0)
            self._grid.addWidget(speaker, row, 1)
            self._grid.addWidget(Elided(" ".join(sample.text.split()), "serif"), row, 2)


def _clear(layout: QGridLayout | QHBoxLayout | QVBoxLayout) -> None:
    """Take everything out of a layout, inner ones too."""
    while layout.count():
        item = layout.takeAt(0)
        if item is None:
            continue
        inner, widget = item.layout(), item.widget()
        if isinstance(inner, QGridLayout | QHBoxLayout | QVBoxLayout):
            _clear(inner)
        if widget is not None:
            widget.hide()
            widget.deleteLater()
