"""The controls of an endpoint: address, model, key, and the badge that says whether texts stay here."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QStackedWidget, QWidget

from app.domain.errors import KnownError
from app.engine.endpoints import KeyFacts
from app.models.endpoint.urls import candidates, is_local
from app.models.keys import PLACES, Place
from app.ui import theme
from app.ui.i18n import tr
from app.ui.icons import paint_icon
from app.ui.widgets import Elided, LinkButton
from app.ui.widgets.text import RESTYLE


class Locality(QWidget):
    """`Local` or `Remote`, outlined; nothing while the address is none. Remote is a warning, not an alarm."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = ""  # local, remote or nothing
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.retranslate()

    def show_address(self, address: str) -> None:
        """Judge an address while it is typed."""
        try:
            state = "local" if is_local(candidates(address).urls[0]) else "remote"
        except KnownError:
            state = ""
        if state != self.state:
            self.state = state
            self.retranslate()

    def words(self) -> str:
        return {"local": tr("Local"), "remote": tr("Remote")}.get(self.state, "")

    def retranslate(self) -> None:
        self.setAccessibleName(self.words())
        self.setToolTip(
            {
                "local": tr("Loopback: nothing leaves this machine."),
                "remote": tr("What is sent there leaves this machine; you are asked once before."),
            }.get(self.state, "")
        )
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetricsF(theme.font("small"))
        widest = max(metrics.horizontalAdvance(word) for word in (tr("Local"), tr("Remote")))
        return QSize(round(widest) + theme.px(13 + 5 + 20), theme.space("control"))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if not self.state:
            return
        ink = "success" if self.state == "local" else "warning"
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour(ink), 1))
        radius = theme.radius("control")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        painter.setFont(theme.font("small"))
        advance = QFontMetricsF(theme.font("small")).horizontalAdvance(self.words())
        side, gap = theme.px(13), theme.px(5)
        left = (self.width() - advance - side - gap) / 2
        paint_icon(
            painter,
            QRectF(left, (self.height() - side) / 2, side, side),
            "lock" if self.state == "local" else "globe",
            ink,
        )
        box = QRectF(left + side + gap, 0, advance + 2, self.height())
        painter.drawText(box, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.words())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLE:
            self.updateGeometry()
            self.retranslate()


class Address(QLineEdit):
    """An address in fixed width; `wrong` edges it in danger."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setMinimumHeight(theme.space("control"))
        self.setFont(theme.mono())
        self._wrong = False

    def set_wrong(self, wrong: bool) -> None:
        if wrong != self._wrong:
            self._wrong = wrong
            self.update()

    def wrong(self) -> bool:
        return self._wrong

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._wrong:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(theme.colour("danger"), 1))
            radius = theme.radius("control")
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class ModelBox(QComboBox):
    """The name of a model: typed, or chosen from what the endpoint offers."""

    written = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setCompleter(None)  # type: ignore[arg-type]  # a half-typed name is nobody's
        self.setMinimumHeight(theme.space("control"))
        self.setMaxVisibleItems(16)
        self.line().editingFinished.connect(lambda: self.written.emit(self.name()))
        self.activated.connect(lambda _index: self.written.emit(self.name()))

    def line(self) -> QLineEdit:
        line = self.lineEdit()
        if line is None:
            raise TypeError("editable from the start")
        return line

    def name(self) -> str:
        return self.currentText().strip()

    def offer(self, models: Sequence[str]) -> None:
        """Change the list; what is written stays."""
        written = self.currentText()
        self.blockSignals(True)
        self.clear()
        self.addItems(list(models))
        self.setEditText(written)
        self.blockSignals(False)

    def offered(self) -> list[str]:
        return [self.itemText(index) for index in range(self.count())]

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()  # the page scrolls: it chooses no model

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        side = theme.px(14)
        at = QRectF(self.width() - side - theme.px(8), (self.height() - side) / 2, side, side)
        paint_icon(QPainter(self), at, "down", "text_muted", 1.0 if self.isEnabled() else 0.45)


class _Kept(QWidget):
    """Looks like a field and says where the key is."""

    def __init__(self) -> None:
        super().__init__()
        self.words = Elided("", "body", "text_muted")
        self.change = LinkButton("")
        row = QHBoxLayout(self)
        row.setContentsMargins(theme.px(9), 0, theme.px(9), 0)
        row.addWidget(self.words, 1)
        row.addWidget(self.change)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("line_strong"), 1))
        painter.setBrush(theme.colour("raised"))
        radius = theme.radius("control")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)


class _Entry(QLineEdit):
    """Where a key is typed or pasted: never shown, gone when left."""

    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setEchoMode(QLineEdit.EchoMode.Password)
        self.setInputMethodHints(Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.clear()
            self.left.emit()
        else:
            super().keyPressEvent(event)


class KeyField(QStackedWidget):
    """A key: entered once, afterwards only where it is kept and its last four signs."""

    entered = Signal(str)
    move_asked = Signal(str)  # a Place
    forget_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.facts: KeyFacts | None = None
        self.needed = True
        self.store = False
        self.entry, self.kept = _Entry(), _Kept()
        self.addWidget(self.entry)
        self.addWidget(self.kept)
        self.setFixedHeight(theme.space("control"))
        self.entry.editingFinished.connect(self._on_entered)
        self.entry.left.connect(lambda: self.show_facts(self.facts, needed=self.needed, store=self.store))
        self.kept.change.clicked.connect(self._on_change)
        self.retranslate()

    def show_facts(self, facts: KeyFacts | None, *, needed: bool, store: bool) -> None:
        """Say where the key is; `needed` for hosts that want one, `store` where the system keeps secrets."""
        self.facts, self.needed, self.store = facts, needed, store
        self.setCurrentWidget(self.kept if facts else self.entry)
        self.retranslate()

    def enter(self) -> None:
        """Let a key be entered."""
        self.setCurrentWidget(self.entry)
        self.entry.setFocus()

    def words(self) -> str:
        if self.facts is None:
            return ""
        place = tr(PLACES[self.facts.place], variable=self.facts.variable)
        return tr("Ends in {tail} · {place}", place=place, tail=self.facts.tail) if self.facts.tail else place

    def retranslate(self) -> None:
        self.entry.setPlaceholderText(tr("Key") if self.needed else tr("Usually no key is needed"))
        self.entry.setAccessibleName(tr("Key"))
        self.kept.words.setText(self.words())
        self.kept.change.setText(tr("Change"))
        self.kept.change.setAccessibleName(tr("Change the key"))

    def _on_entered(self) -> None:
        written = self.entry.text()
        self.entry.clear()
        if written.strip():
            self.entered.emit(written)
        elif self.facts is not None:
            self.setCurrentWidget(self.kept)

    def menu(self) -> QMenu:
        """What can be done with a key that is kept."""
        menu = QMenu(self)
        menu.addAction(tr("Enter another key")).triggered.connect(self.enter)
        place = self.facts.place if self.facts else None
        if place is not Place.ENVIRONMENT:
            moves = (
                (Place.STORE, tr("Keep it in the key store of the system"), self.store),
                (Place.SESSION, tr("Keep it only until the program is closed"), True),
                (Place.FILE, tr("Keep it in a file that only you can read …"), True),
            )
            for to, words, possible in moves:
                if possible and to is not place:
                    menu.addAction(words).triggered.connect(
                        lambda _checked=False, to=to: self.move_asked.emit(to.value)
                    )
            menu.addAction(tr("Forget the key")).triggered.connect(
                lambda _checked=False: self.forget_asked.emit()
            )
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def _on_change(self) -> None:
        button = self.kept.change
        self.menu().popup(button.mapToGlobal(button.rect().bottomLeft()))
