"""The controls of one purpose and where they stand: a sentence with “Set up”, or service, address, model, key, test."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from app.domain.errors import mark
from app.models.endpoint.presets import PRESETS, Preset
from app.models.endpoint.settings import PURPOSES, Purpose
from app.ui import theme
from app.ui.i18n import tr
from app.ui.settings.fields import Address, KeyField, Locality, ModelBox
from app.ui.settings.more import More
from app.ui.settings.outcome import Outcome
from app.ui.widgets import Button, Choice, Text

#: what each purpose is for; what happens without an endpoint of its own
_FOR: Final = {
    Purpose.CHAT: mark("Memories, links, names of boxes"),
    Purpose.LIGHT: mark("Mood and other short questions"),
    Purpose.EMBEDDING: mark("Recall, near doubles"),
    Purpose.RERANK: mark("Order of what is found"),
}
_WITHOUT: Final = {
    Purpose.CHAT: mark("None is set. The built-in steps do the work; they quote, and invent nothing."),
    Purpose.LIGHT: mark("As for writing."),
    Purpose.EMBEDDING: mark("The built-in vectors are used; they run everywhere."),
    Purpose.RERANK: mark("Recall orders by its own fusion. With an endpoint the recall box offers “rerank”."),
}
OTHER: Final = "other"  # the service that is none of the presets


class EndpointForm(QWidget):
    """Name at the left; at the right a sentence with “Set up”, or the controls."""

    def __init__(self, purpose: Purpose) -> None:
        super().__init__()
        self.purpose = purpose
        self.name, self.caption = Text("", "read", weight=600), Text("", "caption", "text_muted", wrap=True)
        self.without = Text("", "body", "text_muted", wrap=True)
        self.set_up = Button()
        self.preset, self.address, self.locality = Choice(), Address(), Locality()
        self.model, self.key, self.test = ModelBox(), KeyField(), Button()
        self.outcome = Outcome()
        self.more_link, self.more = Button("", "bare", small=True, arrow=True), More(purpose)
        self.empty, self.editor = QWidget(), QWidget()
        self._build()

    def _build(self) -> None:
        row = QHBoxLayout(self.empty)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.without, 1)
        row.addWidget(self.set_up)
        self.test.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        grid = QGridLayout()
        grid.setSpacing(theme.u(2))
        for column, (upper, lower) in enumerate(
            ((self.preset, self.model), (self.address, self.key), (self.locality, self.test))
        ):
            grid.addWidget(upper, 0, column)
            grid.addWidget(lower, 1, column)
        grid.setColumnStretch(0, 1)
        grid.setColumnStretch(1, 2)
        for box in (self.preset, self.model):
            box.setMinimumWidth(theme.px(132))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            box.setMaximumWidth(theme.px(168))
        self.foot = QGridLayout()
        self.foot.setHorizontalSpacing(theme.u(2))
        self.foot.setVerticalSpacing(theme.u(1))
        self.foot.setColumnStretch(0, 1)
        inner = QVBoxLayout(self.editor)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(theme.u(2))
        inner.addLayout(grid)
        inner.addLayout(self.foot)
        inner.addWidget(self.more)
        words = QVBoxLayout()
        words.setSpacing(theme.px(2))
        words.addWidget(self.name)
        words.addWidget(self.caption)
        words.addStretch(1)
        outer = QGridLayout(self)
        outer.setContentsMargins(0, theme.u(4), 0, theme.u(4))
        outer.setHorizontalSpacing(theme.u(4))
        outer.setColumnMinimumWidth(0, theme.px(132))
        outer.setColumnStretch(1, 1)
        outer.addLayout(words, 0, 0)
        outer.addWidget(self.empty, 0, 1)
        outer.addWidget(self.editor, 0, 1)
        self.caption.setFixedWidth(theme.px(132))

    def place(self, card: bool) -> None:
        """A line leaves room for “More” beside it, a card takes the width and has it below."""
        self.foot.addWidget(self.outcome, 0, 0, 1, 2 if card else 1)
        edge = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignTop
        self.foot.addWidget(self.more_link, 1 if card else 0, 1, edge)

    def say(self) -> None:
        """Say all that does not depend on what is set."""
        name = tr(PURPOSES[self.purpose])
        self.name.setText(name)
        self.caption.setText(tr(_FOR[self.purpose]))
        self.without.setText(tr(_WITHOUT[self.purpose]))
        self.set_up.setText(tr("Set up"))
        self.set_up.setAccessibleName(tr("Set up: {purpose}", purpose=name))
        self.preset.set_options(
            [*((one.name, one.name) for one in self.presets()), (OTHER, tr("Another one"))]
        )
        self.preset.setPlaceholderText(tr("Service"))
        self.address.setPlaceholderText(tr("Address, for example http://localhost:11434/v1"))
        self.model.line().setPlaceholderText(tr("Model"))
        for control, words in (
            (self.preset, tr("Service")),
            (self.address, tr("Address")),
            (self.model, tr("Model")),
        ):
            control.setAccessibleName(f"{name}: {words}")
        self.test.setToolTip(tr("A test sends a fixed greeting and nothing of a palace."))
        self.key.retranslate()
        self.locality.retranslate()
        self.more.retranslate()

    def presets(self) -> list[Preset]:
        return [preset for preset in PRESETS if preset.offers(self.purpose)]
