"""The rows of the page: count, what it is, what it means, one real example, one action in words."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.engine.findings import Finding
from app.ui import theme
from app.ui.findings.look import UNREAD, Look, cases
from app.ui.i18n import format_month, format_number, tr
from app.ui.moments import plain_lines
from app.ui.widgets import Button, Elided, Icon, LinkButton, Mark, Prose, Text


class FindingRow(QWidget):
    """One finding; it paints its own ground, and the ring when it is the current one."""

    chosen = Signal()
    action_asked = Signal()
    second_asked = Signal()

    def __init__(self, finding: Finding, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.finding = finding
        self._current = False
        self.action = Button(action_words(finding))
        self.action.setMinimumWidth(theme.px(164))
        self.action.clicked.connect(self.action_asked)
        self.second = LinkButton(second_words(finding))
        self.second.setVisible(bool(self.second.text()))
        self.second.clicked.connect(self.second_asked)
        self._build(look)
        meaning = tr(finding.meaning, **finding.facts)
        self.setAccessibleName(f"{format_number(finding.count)} {tr(finding.title)}. {meaning}")

    def _build(self, look: Look) -> None:
        finding = self.finding
        figure = Text(format_number(finding.count), "figure")
        figure.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop)
        figure.setFixedWidth(theme.px(60))
        body = QVBoxLayout()
        body.setSpacing(theme.px(3))
        body.addWidget(Text(tr(finding.title), "read", weight=600))
        body.addWidget(Prose(tr(finding.meaning, **finding.facts), "body", "text_muted"))
        example = self._example(look)
        if example is not None:
            body.addSpacing(theme.px(3))
            body.addLayout(example)
        body.addStretch(1)
        deeds = QVBoxLayout()
        deeds.setSpacing(theme.u(1))
        deeds.addStretch(1)
        deeds.addWidget(self.action)
        deeds.addWidget(self.second, 0, Qt.AlignmentFlag.AlignHCenter)
        deeds.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(8), theme.px(13), theme.px(12), theme.px(13))
        row.setSpacing(theme.u(4))
        row.addWidget(figure, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(body, 1)
        row.addLayout(deeds)
        self.setMinimumHeight(theme.px(100))

    def _example(self, look: Look) -> QHBoxLayout | None:
        finding = self.finding
        memory = look.examples.get(finding.kind)
        line = QHBoxLayout()
        line.setSpacing(theme.u(2))
        if memory is None:
            month = finding.months[-1] if finding.months else ""
            if not month:
                return None
            opening = look.openings.get(month)
            words = " · ".join(filter(None, (format_month(month), plain_lines(opening or ""))))
            line.addWidget(Icon("months", "text_muted", 15))
            line.addWidget(Elided(words, "serif"), 1)
            return line
        room = memory.room or "palace"
        line.addWidget(Icon(room, f"{room}.fill" if memory.room else "text_muted", 15))
        text = " ".join(memory.content.split())
        name = next((case.name for case in cases(finding)), "")
        if name:
            prose = Prose("", "serif", max_lines=1)
            prose.setText(text, marks_of(text, name))
            line.addWidget(prose, 1)
        else:
            line.addWidget(Elided(text, "serif"), 1)
        note = tr("said twice") if finding.kind == "doubles" else ""
        if note:
            line.addWidget(Text(note, "small", "text_muted"))
        return line

    def set_current(self, current: bool) -> None:
        """Ring it, or not."""
        if current != self._current:
            self._current = current
            self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.chosen.emit()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rect = QRectF(self.rect())
        if self._current:
            inner = rect.adjusted(1, 1, -1, -1)
            radius = theme.radius("control")
            painter.setPen(QPen(theme.colour("focus"), theme.px(2)))
            painter.setBrush(theme.colour("selection"))
            painter.drawRoundedRect(inner, radius, radius)
        else:
            painter.fillRect(QRectF(0, rect.bottom() - 1, rect.width(), 1), theme.colour("line"))


def action_words(finding: Finding) -> str:
    """The one action of a row, in words."""
    n = finding.count
    if finding.kind == "doubles":
        return tr("Compare {n} pair", "Compare {n} pairs", n=n)
    if finding.kind == "undated" and finding.facts.get("datable"):
        return tr("Date {n} from its source", "Date {n} from sources", n=finding.facts["datable"])
    if finding.kind == "evicted":
        return tr("Open the store-box")
    if finding.kind == UNREAD:
        return tr("Read {n} message", "Read {n} messages", n=n)
    if finding.kind == "month" and n == 1:
        return tr("Open {month}", month=format_month(finding.months[0], year=False))
    if finding.kind == "month":
        return tr("Look at {n} month", "Look at {n} months", n=n)
    return tr("Look at {n}", n=n)


def second_words(finding: Finding) -> str:
    """The quiet second action of a row; empty where there is none."""
    if finding.kind == "undated":
        return tr("See all {n}", n=finding.count)
    if finding.kind == "misdated":
        return tr("Date all from sources")
    if finding.kind == UNREAD:
        return tr("Review each first")
    return ""


def marks_of(text: str, word: str) -> list[Mark]:
    """Mark every place of a word."""
    found: list[Mark] = []
    at = text.find(word) if word else -1
    while at >= 0:
        found.append(Mark(at, at + len(word), ground="warning_soft", underline="warning"))
        at = text.find(word, at + len(word))
    return found
