"""What a work is expected to cost, with a field for the cap, before it begins."""

from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from app.engine.steps.outlook import Outlook
from app.engine.steps.spending import Cap
from app.ui import dialogs, theme
from app.ui.i18n import format_number, tr
from app.ui.moments import duration
from app.ui.widgets import Text


class Cost(QWidget):
    """What it is expected to cost, and the cap the author may set."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.told = Text("", "body", wrap=True)
        self.more = Text("", "small", "text_muted", wrap=True)
        self.cap = QLineEdit()
        self.cap.setValidator(QIntValidator(1, 99_999_999, self.cap))
        self.cap.setFixedWidth(theme.u(34))
        self.cap.setMinimumHeight(theme.space("control"))
        self.cap_name = Text("", "body", "text_muted")
        line = QHBoxLayout()
        line.setSpacing(theme.u(2))
        line.addWidget(self.cap_name)
        line.addWidget(self.cap)
        line.addStretch(1)
        self._line = QWidget()
        line.setContentsMargins(0, 0, 0, 0)
        self._line.setLayout(line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(2))
        for part in (self.told, self.more, self._line):
            column.addWidget(part)

    def retranslate(self) -> None:
        self.cap_name.setText(tr("At most"))
        self.cap.setPlaceholderText(tr("tokens, no cap"))
        self.cap.setAccessibleName(tr("Cap in tokens"))
        self.cap.setToolTip(
            tr("The call that would go beyond it is not made. What was done is kept and can be taken up.")
        )

    def limit(self) -> int | None:
        """Give the cap in tokens; None: no cap."""
        text = self.cap.text()
        return int(text) if text.isdigit() and int(text) > 0 else None

    def show_free(self, text: str) -> None:
        """Say that nothing is spent."""
        self.told.setText(text)
        self.more.hide()
        self._line.hide()

    def show_outlook(self, found: Outlook) -> None:
        guess = found.estimate
        self.told.setText(
            tr(
                "about {calls} calls, {tokens} tokens",
                calls=format_number(guess.calls),
                tokens=format_number(guess.tokens),
            )
            if guess.calls != 1
            else tr("one call, about {tokens} tokens", tokens=format_number(guess.tokens))
        )
        how_long = (
            tr("how long it takes shows after its first answers")
            if found.seconds is None
            else tr("about {time} at this model’s pace", time=duration(found.seconds))
        )
        parts = tr(
            "{prompt} to read, {reply} to write · {time}",
            prompt=format_number(guess.prompt),
            reply=format_number(guess.completion),
            time=how_long,
        )
        self.more.setText(parts)
        self.more.show()
        self._line.show()


async def agreed(parent: QWidget, title: str, found: Outlook) -> Cap | None:
    """Show what a work would cost before it begins; gives the cap its author sets, None when it is not to begin."""
    cost = Cost()
    cost.retranslate()
    cost.show_outlook(found)
    answer = await dialogs.ask(parent, title, body=cost)
    return Cap(cost.limit()) if answer == "yes" else None
