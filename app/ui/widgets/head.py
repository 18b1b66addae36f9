"""The head of a panel and the column of the inspector: title rows, sections, facts in two columns."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.widgets.lane import bar_width
from app.ui.widgets.rule import Rule
from app.ui.widgets.text import RESTYLE, Elided, Icon, Text, level


class PanelHead(QWidget):
    """Title, subtitle beneath (or `beside` it), actions at the right; padding 5u 6u 3u."""

    def __init__(
        self,
        title: str = "",
        subtitle: str = "",
        *,
        icon: str | None = None,
        role: str = "text_muted",
        beside: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.title = Text(title, "display")
        self.subtitle: Text | Elided = (
            Elided(subtitle, "body", "text_muted")
            if beside
            else Text(subtitle, "body", "text_muted", wrap=True)
        )
        self.icon = Icon(icon or "palace", role, 24)
        self.icon.setVisible(icon is not None)
        self.actions_row = QHBoxLayout()
        self.actions_row.setSpacing(theme.u(2))
        self._words = QVBoxLayout()
        self._beside = beside
        first = QHBoxLayout()
        first.setSpacing(theme.u(3))
        first.addWidget(self.icon)
        first.addWidget(self.title)
        if beside:
            first.addWidget(self.subtitle)
        first.addStretch(1)
        self._words.addLayout(first)
        if not beside:
            self._words.addWidget(self.subtitle)
        self._outer = QHBoxLayout(self)
        self._outer.addLayout(self._words, 1)
        self._outer.addLayout(self.actions_row)
        self._outer.setAlignment(self.actions_row, Qt.AlignmentFlag.AlignBottom)
        self._space()

    def _space(self) -> None:
        self._outer.setContentsMargins(theme.u(6), theme.u(5), theme.u(6), theme.u(3))
        self._outer.setSpacing(theme.u(4))
        self._words.setSpacing(theme.u(1))
        if self._beside:
            level(self.subtitle, "body", "display")

    def add_action(self, widget: QWidget) -> None:
        """Add a button at the right; the primary one last."""
        self.actions_row.addWidget(widget)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE and hasattr(self, "_outer"):
            self._space()


class Column(QScrollArea):
    """A scrolling column with padding 5u and gaps of 4u: the inspector's body. Add to `layout_` or by `add`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._body = QWidget()
        self.layout_ = QVBoxLayout(self._body)
        self.setWidget(self._body)
        self.viewport().setAutoFillBackground(False)
        self._body.setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self._space)
        self._space()

    def _space(self) -> None:
        """The scroll bar stands in the margin: nothing moves when it comes or goes."""
        side = theme.u(5)
        self.layout_.setContentsMargins(side, side, side - bar_width(self), side)
        self.layout_.setSpacing(theme.u(4))

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        self.layout_.addWidget(widget, stretch)

    def add_rule(self) -> None:
        """A hairline between sections."""
        self.layout_.addWidget(Rule())

    def add_stretch(self) -> None:
        self.layout_.addStretch(1)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE and hasattr(self, "layout_"):
            self._space()


class FactList(QWidget):
    """Facts as two columns: the name muted, the value beside it."""

    def __init__(self, key_width: int = 92, gap: int = 7, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(theme.u(3))
        self._grid.setVerticalSpacing(theme.px(gap))
        self._grid.setColumnMinimumWidth(0, theme.px(key_width))
        self._grid.setColumnStretch(1, 1)

    def add(self, name: str, value: QWidget) -> Text:
        """Add a row; gives the name's label, so that it can be translated again."""
        label = Text(name, "body", "text_muted")
        tall = value.sizeHint().height()
        if tall <= theme.space("control"):  # one line, perhaps in a box: its name stands at its middle
            label.setMinimumHeight(tall)
        row = self._grid.rowCount()
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(value, row, 1)
        return label
