"""Privacy: where things are kept, and what never happens."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.ui import machine, theme
from app.ui.i18n import tr
from app.ui.settings.outcome import sentences
from app.ui.settings.tabs import Tab
from app.ui.studio import Studio
from app.ui.widgets import Elided, LinkButton, Rule, Text


class PrivacyTab(Tab):
    """Facts, and one way on: to what leaves the machine."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._names = [Text("", "read", weight=600, wrap=True) for _ in range(4)]
        self._words = [Text("", "body", "text_muted", wrap=True) for _ in range(4)]
        self._folders = [
            Elided(str(folder), "body") for folder in (machine.config_folder(), machine.data_folder())
        ]
        self.leads = LinkButton("", leads=True)
        self.leads.clicked.connect(lambda: studio.open_panel("settings", tab="models"))
        body = QVBoxLayout(self)
        body.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(6))
        body.setSpacing(0)
        parts: tuple[tuple[QWidget, ...], ...] = ((), (self.leads,), tuple(self._folders), ())
        for index, more in enumerate(parts):
            if index:
                body.addWidget(Rule())
            body.addWidget(self._row(index, more))
        body.addStretch(1)
        self.retranslate()

    def _row(self, index: int, more: tuple[QWidget, ...]) -> QWidget:
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, theme.u(4), 0, theme.u(4))
        grid.setHorizontalSpacing(theme.px(16))
        grid.setVerticalSpacing(theme.u(1))
        grid.setColumnStretch(1, 1)
        self._names[index].setFixedWidth(theme.px(200))
        self._words[index].setAlignment(Qt.AlignmentFlag.AlignTop)  # beside the first line of a long name
        self._words[index].setContentsMargins(0, theme.px(1), 0, 0)
        grid.addWidget(self._names[index], 0, 0, 1 + len(more), 1, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(self._words[index], 0, 1)
        for row, widget in enumerate(more, 1):
            if isinstance(widget, LinkButton):
                grid.addWidget(widget, row, 1, Qt.AlignmentFlag.AlignLeft)
            else:
                grid.addWidget(widget, row, 1)
        return box

    def retranslate(self) -> None:
        portable = tr(
            "Portable: the file {marker} beside the program keeps all of it here.", marker=machine.MARKER
        )
        fixed = tr(
            "A file named {marker} beside the program would keep all of it there.", marker=machine.MARKER
        )
        rows = (
            (tr("Palaces"), tr("One file each, yours. No account, no telemetry, no update check.")),
            (
                tr("What leaves this machine"),
                tr("Nothing, except to an endpoint that you set up and agreed to."),
            ),
            (
                tr("Where things are"),
                sentences(
                    tr("Settings, then data: the use of models, backups, the demo."),
                    portable if machine.portable() else fixed,
                ),
            ),
            (
                tr("Keys and logs"),
                tr(
                    "Keys are in the key store of the system, in the environment, or gone when the program is closed; "
                    "in a file only if you say so. Messages of the program hold no chat text and no key."
                ),
            ),
        )
        for name, words, (title, said) in zip(self._names, self._words, rows, strict=True):
            name.setText(title)
            words.setText(said)
        self.leads.setText(tr("Models and endpoints"))
