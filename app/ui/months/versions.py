"""The versions of a month's text: listed, any two of them compared, one gone back to, named."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.engine.commands import LabelVersion, RestoreVersion
from app.storage import months
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.months import Version
from app.ui import aio, dialogs, diff, theme
from app.ui.i18n import format_day, format_month, format_time, told, tr
from app.ui.moments import local
from app.ui.months.words import built_in_name, title_words
from app.ui.panel import Panel
from app.ui.studio import Studio
from app.ui.widgets import Button, Choice, EmptyState, Prose, Rule, Text, paint_elided

_LIST_UNITS: Final = 62
_NOTHING: Final = "0"


@dataclass(frozen=True, slots=True)
class Held:
    """A month's versions, the newest first, and which of them it shows."""

    versions: tuple[Version, ...] = ()
    shown: int | None = None


def read(conn: Connection, character: int, month: str) -> Held:
    held = months.summary(conn, character, month)
    if held is None:
        return Held()
    text = months.shown(conn, held)
    return Held(tuple(months.versions(conn, held.id)), text.id if text else None)


def version_name(one: Version) -> str:
    """Name a version: its number, and the name that its author gave it."""
    number = tr("Version {n}", n=one.ordinal)
    return f"{number} · {one.label}" if one.label else number


def maker_words(one: Version) -> str:
    """Say who made a version."""
    return {
        "author": tr("by hand"),
        "rule": built_in_name(),
        "import": tr("imported"),
    }.get(one.origin, one.model or tr("by a model"))


class VersionRow(QWidget):
    """A version in two lines; the one that the month shows says so."""

    chosen = Signal()
    stepped = Signal(int)

    def __init__(self, one: Version, *, shown: bool) -> None:
        super().__init__()
        self.version, self._shown, self._current = one, shown, False
        at = local(one.recorded_at)
        self._first = version_name(one)
        self._second = f"{format_day(at.date())}, {format_time(at)} · {maker_words(one)}"
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedHeight(self.sizeHint().height())
        state = tr("shown now") if shown else ""
        self.setAccessibleName(" · ".join(part for part in (self._first, self._second, state) if part))

    def sizeHint(self) -> QSize:
        return QSize(theme.u(_LIST_UNITS), theme.px(48))

    def set_current(self, current: bool) -> None:
        self._current = current
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._current:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("selection"))
            radius = theme.radius("control")
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0, 1, 0, -1), radius, radius)
        side, half = theme.px(10), self.height() / 2
        state = tr("shown now") if self._shown else ""
        state_width = QFontMetricsF(theme.font("caption")).horizontalAdvance(state) + 2 if state else 0
        width = self.width() - 2 * side
        top = QRectF(side, theme.px(4), width - state_width - theme.u(1), half - theme.px(4))
        paint_elided(painter, top, self._first, theme.font("body", 600), "text")
        if state:
            at = QRectF(side + width - state_width, top.top(), state_width, top.height())
            paint_elided(painter, at, state, theme.font("caption"), "success", right=True)
        below = QRectF(side, half, width, half - theme.px(6))
        paint_elided(painter, below, self._second, theme.font("caption"), "text_muted")

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.chosen.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.stepped.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.chosen.emit()
        else:
            super().keyPressEvent(event)


class VersionsView(Panel):
    """Mounted by the panel; `show_month` says which month it is about."""

    back_asked = Signal()

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(studio, parent)
        theme.paint_ground(self, "panel")
        self.character: Character | None = None
        self.month = ""
        self.held = Held()
        self.current: int | None = None  # id of the version looked at
        self._faced = 0  # id of the version for which another was chosen to compare with
        self.rows: list[VersionRow] = []
        self.title, self.count = Text("", "title"), Text("", "body", "text_muted")
        self.name, self.restore = Button(""), Button("", "primary", icon="undo")
        self.against = Choice()
        self.against_name = Text("", "body", "text_muted")
        self.facts = Text("", "small", "text_muted", wrap=True)
        self.text = Prose("", "read")
        self.empty = EmptyState("clock")
        self._build()
        self.name.clicked.connect(self._on_name_clicked)
        self.restore.clicked.connect(self._on_restore_clicked)
        self.against.picked.connect(lambda _key: self._show_text())
        self.empty.asked.connect(self.back_asked)
        self.retranslate()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(theme.u(6), theme.px(14), theme.u(6), theme.u(2))
        head.setSpacing(theme.px(10))
        head.addWidget(self.title)
        head.addWidget(self.count)
        head.addStretch(1)
        head.addWidget(self.name)
        head.addWidget(self.restore)
        left = QWidget()
        self._list = QVBoxLayout(left)
        self._list.setContentsMargins(0, theme.u(2), theme.u(3), theme.u(2))
        self._list.setSpacing(theme.px(2))
        self._list.addStretch(1)
        listed = _area(left)
        listed.setFixedWidth(theme.u(_LIST_UNITS) + theme.u(4))
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(theme.u(5), theme.u(3), 0, theme.u(4))
        column.setSpacing(theme.u(3))
        line = QHBoxLayout()
        line.setSpacing(theme.u(2))
        line.addWidget(self.against_name)
        line.addWidget(self.against)
        line.addStretch(1)
        column.addLayout(line)
        column.addWidget(self.text)
        column.addWidget(self.facts)
        column.addStretch(1)
        both = QHBoxLayout()
        both.setContentsMargins(theme.u(6), 0, theme.u(6), 0)
        both.setSpacing(0)
        both.addWidget(listed)
        both.addWidget(Rule(Qt.Orientation.Vertical))
        both.addWidget(_area(right), 1)
        self._both = QWidget()
        self._both.setLayout(both)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addLayout(head)
        outer.addWidget(Rule())
        outer.addWidget(self._both, 1)
        outer.addWidget(self.empty, 1)

    def show_month(self, character: Character, month: str) -> None:
        """Show the versions of a month (`YYYY-MM`) of a character."""
        if (character, month) != (self.character, self.month):
            self.current = None
        self.character, self.month = character, month
        self.request_refresh()

    def retranslate(self) -> None:
        self.restore.setText(tr("Go back to this one"))
        self.name.setText(tr("Name it …"))
        self.against_name.setText(tr("Compared with"))
        self.against.setAccessibleName(tr("Compared with"))
        self.empty.set_words(tr("This month has had no text yet."), tr("Open Summary"))
        self._show()

    async def refresh(self, changes: Changes | None) -> None:
        who, month = self.character, self.month
        if who is None or not month or (changes and not changes.touches("summary", "summary_version")):
            return
        held = await self.studio.ask(read, who.id, month)
        if (who, month) == (self.character, self.month):
            self.held = held
            self._show()

    # showing

    @property
    def version(self) -> Version | None:
        """The version looked at: the one chosen, else the one the month shows."""
        wanted = self.current or self.held.shown
        found = next((one for one in self.held.versions if one.id == wanted), None)
        return found or next(iter(self.held.versions), None)

    def _show(self) -> None:
        versions = self.held.versions
        self.title.setText(format_month(self.month) if self.month else "")
        self.count.setText(tr("{n} version", "{n} versions", n=len(versions)) if versions else "")
        self._both.setVisible(bool(versions))
        self.empty.setVisible(not versions)
        kept = [(row.version, row.version.id == self.held.shown) for row in self.rows]
        if kept != [(one, one.id == self.held.shown) for one in versions]:
            self._fill(versions)
        self._show_current()

    def _fill(self, versions: Sequence[Version]) -> None:
        focused = next((place for place, row in enumerate(self.rows) if row.hasFocus()), None)
        for row in self.rows:
            self._list.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.rows = []
        for place, one in enumerate(versions):
            row = VersionRow(one, shown=one.id == self.held.shown)
            row.chosen.connect(partial(self.choose, one.id))
            row.stepped.connect(partial(self._on_stepped, place))
            self._list.insertWidget(place, row)
            self.rows.append(row)
        if focused is not None and focused < len(self.rows):
            self.rows[focused].setFocus()

    def choose(self, version: int) -> None:
        """Look at a version."""
        self.current = version
        self._show_current()

    def _show_current(self) -> None:
        one = self.version
        reason = told(self.studio.read_only)[0] if self.studio.read_only else ""
        shown = one is not None and one.id == self.held.shown
        self.restore.setEnabled(one is not None and not shown and not reason)
        self.restore.setToolTip(reason or (tr("The month shows it now.") if shown else ""))
        self.name.setEnabled(one is not None and not reason)
        self.name.setToolTip(reason)
        self.name.setVisible(one is not None)
        self.restore.setVisible(one is not None)
        for row in self.rows:
            row.set_current(one is not None and row.version.id == one.id)
        if one is None:
            return
        others = [other for other in self.held.versions if other.id != one.id]
        self.against.set_options(
            [
                (_NOTHING, tr("nothing||a version")),
                *((str(other.id), version_name(other)) for other in others),
            ]
        )
        if self._faced != one.id:  # another version is first compared with the one shown, or the one before
            self._faced = one.id
            before = next((other for other in others if other.ordinal < one.ordinal), None)
            first = self.held.shown if not shown else before.id if before else None
            self.against.set_current(str(first or _NOTHING))
        self._show_text()

    def _show_text(self) -> None:
        one = self.version
        if one is None:
            return
        other = next((each for each in self.held.versions if str(each.id) == self.against.current()), None)
        if other is None:
            self.text.setText(one.content)
        else:
            old, new = sorted((one, other), key=lambda each: each.ordinal)
            self.text.setText(*diff.together(diff.pieces(old.content, new.content)))
        self.facts.setText(self._facts(one, compared=other is not None))

    def _facts(self, one: Version, *, compared: bool) -> str:
        parts = [maker_words(one)]
        if one.template:
            purpose = one.template.split(".")[0]
            parts.append(tr("template {name}", name=title_words(purpose)))
        heat = one.parameters.get("temperature")
        if isinstance(heat, int | float):
            parts.append(tr("temperature {n}", n=f"{heat:g}"))
        if one.fragment_hashes is not None:
            days = len({stamp[:10] for stamp in one.fragment_hashes})
            parts.append(tr("made from {n} day", "made from {n} days", n=days))
        line = " · ".join(parts)
        note = tr("What is gone is struck, what came is underlined, the older one first.")
        return f"{line}\n{note}" if compared else line

    # the author's hand

    def _on_stepped(self, place: int, step: int) -> None:
        if 0 <= place + step < len(self.rows):
            row = self.rows[place + step]
            row.setFocus(Qt.FocusReason.OtherFocusReason)
            self.choose(row.version.id)

    @aio.slot
    async def _on_restore_clicked(self) -> None:
        if (one := self.version) is not None:
            await self.studio.execute(RestoreVersion(one.id), toast=True)

    @aio.slot
    async def _on_name_clicked(self) -> None:
        one = self.version
        if one is None:
            return
        name = await dialogs.ask_text(
            self, tr("A name for this version"), value=one.label or "", action=tr("Name it"), optional=True
        )
        if name is not None:
            await self.studio.execute(LabelVersion(one.id, name))


def _area(inner: QWidget) -> QScrollArea:
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inner)
    inner.setAutoFillBackground(False)
    area.viewport().setAutoFillBackground(False)
    return area
