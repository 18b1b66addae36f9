"""The page of the settings: a title with tabs beside it, the chosen tab below. Each change takes effect at once."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QTabBar, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.i18n import tr
from app.ui.panel import Panel, say_nothing
from app.ui.settings.tabs import TABS, Tab
from app.ui.studio import Studio
from app.ui.widgets import LinkButton, Rule, Text

_LAST = "settingsTab"  # of the studio: the page is built anew at another size of text


class SettingsPage(Panel):
    """Holds the tabs that are there; makes each when it is first shown."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        theme.paint_ground(self, "window")
        self.specs = [spec for spec in TABS if spec.there()]
        self.tabs: dict[str, Tab] = {}
        self.title = Text("", "display")
        self.bar = QTabBar()
        self.keys = LinkButton(icon="key")
        self.stack = QStackedWidget()
        self._side = QStackedWidget(self)
        self._side.hide()
        self._build()
        self.bar.currentChanged.connect(self._on_tab_chosen)
        self.keys.clicked.connect(lambda: studio.action_requested.emit("keys"))
        self.retranslate()
        self.choose(str(studio.property(_LAST) or self.specs[0].key))

    def _build(self) -> None:
        self.bar.setDrawBase(False)
        self.bar.setExpanding(False)
        self.bar.setUsesScrollButtons(False)
        self.bar.setElideMode(Qt.TextElideMode.ElideRight)  # at a large size of text
        for _ in self.specs:
            self.bar.addTab("")
        head = QHBoxLayout()
        head.setContentsMargins(theme.u(6), theme.u(5), theme.u(6), theme.u(2))
        head.setSpacing(theme.u(6))
        head.addWidget(self.title)
        head.addWidget(self.bar, 1, Qt.AlignmentFlag.AlignBottom)
        head.addWidget(self.keys, 0, Qt.AlignmentFlag.AlignVCenter)
        line = QHBoxLayout()
        line.setContentsMargins(theme.u(6), 0, theme.u(6), 0)
        line.addWidget(Rule())
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addLayout(line)
        column.addWidget(self.stack, 1)

    def choose(self, key: str) -> Tab:
        """Show a tab by its key; the first where there is none of that name."""
        index = next((n for n, spec in enumerate(self.specs) if spec.key == key), 0)
        spec = self.specs[index]
        self.bar.blockSignals(True)
        self.bar.setCurrentIndex(index)
        self.bar.blockSignals(False)
        if spec.key not in self.tabs:
            tab = self.tabs[spec.key] = spec.make(self.studio)
            self.stack.addWidget(tab)
            if (side := tab.side()) is not None:
                self._side.addWidget(side)
        tab = self.tabs[spec.key]
        self.stack.setCurrentWidget(tab)
        self.studio.setProperty(_LAST, spec.key)
        if (side := tab.side()) is not None:
            self._side.setCurrentWidget(side)
        say_nothing(self._side, side is None)
        tab.look_again()
        return tab

    def _on_tab_chosen(self, index: int) -> None:
        self.choose(self.specs[index].key)

    def inspector_page(self) -> QWidget:
        return self._side

    def unkept(self) -> str:
        return "\n".join(filter(None, (tab.unkept() for tab in self.tabs.values())))

    def show_with(self, **arguments: object) -> None:
        current = self.specs[self.bar.currentIndex()].key
        self.choose(str(arguments.get("tab", current)))

    def retranslate(self) -> None:
        self.title.setText(tr("Settings"))
        self.bar.setAccessibleName(tr("Parts of the settings"))
        for index, spec in enumerate(self.specs):
            self.bar.setTabText(index, tr(spec.title))
        self.keys.setText(tr("Keys"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            for tab in self.tabs.values():
                tab.retranslate()
