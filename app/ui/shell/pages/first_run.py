"""The first page: the unlit house with only the belvedere lit, and three ways in."""

from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.house.house import House
from app.ui.i18n import tr
from app.ui.widgets import Button, Card, Icon, Prose, Text

_TEXT_WIDTH = 560
_STACK_BELOW = 820


class WayIn(Card):
    """A way in: icon, title, a line, one button."""

    chosen = Signal()

    def __init__(self, icon: str, *, primary: bool = False, parent: QWidget | None = None) -> None:
        super().__init__("plain", parent=parent)
        self._sign = Icon(icon, "accent" if primary else "text_muted", 24)
        self.heading = Text("", "read", weight=600)
        self.line = Prose("", "body", "text_muted")
        self.button = Button("", "primary" if primary else "plain")
        self.button.clicked.connect(self.chosen)
        words = QVBoxLayout()
        words.setSpacing(theme.px(2))
        words.addWidget(self.heading)
        words.addWidget(self.line)
        row = QHBoxLayout()
        row.setContentsMargins(theme.px(6), theme.u(1), theme.px(6), theme.u(1))
        row.setSpacing(theme.u(4))
        row.addWidget(self._sign)
        row.addLayout(words, 1)
        row.addWidget(self.button)
        self.body.addLayout(row)

    def set_way(self, heading: str, line: str, button: str) -> None:
        self.heading.setText(heading)
        self.line.setText(line)
        self.button.setText(button)
        self.button.setAccessibleName(f"{heading}: {button}")


class FirstRunPage(QWidget):
    """Shown while no palace is open."""

    file_asked = Signal()
    demo_asked = Signal()
    new_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.paint_ground(self, "sky")
        self.house = House()
        self.title = Text("", "display", wrap=True)
        font = theme.font("display")
        font.setPointSizeF(font.pointSizeF() * 1.3)
        self.intro = Prose("")
        self.ways = (WayIn("import", primary=True), WayIn("palace"), WayIn("plus"))
        for way, signal in zip(self.ways, (self.file_asked, self.demo_asked, self.new_asked), strict=True):
            way.chosen.connect(signal)
        self._private = Text("", "small", "text_muted")
        self._offline = Text("", "small", "text_muted")
        self._reads = Text("", "caption", "text_muted", wrap=True)
        self._words = QWidget()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._build()
        self.retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self._words)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.px(14))
        column.addStretch(1)
        column.addWidget(self.title)
        column.addWidget(self.intro)
        column.addSpacing(theme.u(2))
        for way in self.ways:
            column.addWidget(way)
        facts = QHBoxLayout()
        facts.setSpacing(theme.px(6))
        for icon, words in (("lock", self._private), ("chip", self._offline)):
            facts.addWidget(Icon(icon, "text_muted", 15))
            facts.addWidget(words)
            facts.addSpacing(theme.u(3))
        facts.addStretch(1)
        column.addSpacing(theme.u(1))
        column.addLayout(facts)
        column.addWidget(self._reads)
        column.addStretch(1)
        self._words.setMaximumWidth(theme.px(_TEXT_WIDTH))
        self._words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.house.setMaximumWidth(theme.px(620))
        self._row.addWidget(self.house, 1)
        self._row.addWidget(self._words, 1)
        self._row.addStretch(0)
        self._space()

    def _space(self) -> None:
        self._row.setContentsMargins(theme.px(44), theme.u(4), theme.px(56), theme.u(5))
        self._row.setSpacing(theme.u(12))

    def retranslate(self) -> None:
        self.title.setText(tr("Nobody lives here yet"))
        self.intro.setText(
            tr(
                "Belvedere is the room from which the whole palace can be seen. Bring your companion’s chat log: "
                "it is read into memories and put into seven rooms, where you can look at each one, rewrite it, "
                "and take it back."
            )
        )
        self.ways[0].set_way(
            tr("Bring a chat export"),
            tr("Drop it anywhere in this window, or choose a file. You see a report first."),
            tr("Choose a file …"),
        )
        self.ways[1].set_way(
            tr("Walk through the demo palace||heading"),
            tr("Wren and 栖迟, fourteen months of invented days."),
            tr("Step inside"),
        )
        self.ways[2].set_way(
            tr("Start with an empty house"), tr("Name the character; the rest can wait."), tr("New palace")
        )
        self._private.setText(tr("One file, on this machine; nothing leaves it"))
        self._offline.setText(tr("No key and no network needed"))
        self._reads.setText(tr("Reads SullyOS, MemoryBank and LoCoMo"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.house.setVisible(self.width() >= theme.px(_STACK_BELOW))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
