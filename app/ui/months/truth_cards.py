"""What the truth check found, as cards: the words, the nearest right ones, and what can be done."""

from collections.abc import Mapping
from datetime import date
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QEnterEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from app.domain.months.claimed import Flag
from app.domain.months.truth import Forgotten
from app.storage.months import Fragment
from app.ui import theme, words
from app.ui.i18n import format_day, format_month, tr
from app.ui.moments import plain_lines
from app.ui.widgets import Button, Card, FlowLayout, LinkButton

_LONGEST: Final = 24  # signs of words on a button
_LINES: Final = 140  # signs of an entry on a card

Fragments = Mapping[int, Fragment]


def day_of(fragment: Fragment | None) -> str:
    """Name the day of an entry; empty where it has none."""
    day = fragment.day if fragment is not None else None
    return format_day(date.fromisoformat(day), year=False) if day else ""


def cut_words(text: str, most: int = _LONGEST) -> str:
    """Give words short enough for a button."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def flag_title(flag: Flag, month: str) -> str:
    if flag.kind == "sentence":
        return tr("A sentence rests on no day")
    if flag.kind == "name":
        return tr("“{words}” is not mentioned", words=cut_words(flag.text, 40))
    if flag.kind == "swapped":
        return tr("“{words}” is told of another day", words=cut_words(flag.text, 40))
    return tr(
        "“{words}” is in no day of {month}",
        words=cut_words(flag.text, 40),
        month=format_month(month, year=False),
    )


def flag_text(flag: Flag, fragments: Fragments) -> str:
    """Say what the days have instead."""
    fragment = fragments.get(flag.fragment) if flag.fragment is not None else None
    day = day_of(fragment)
    said = cut_words(plain_lines(fragment.content), _LINES) if fragment is not None else ""
    if flag.kind == "sentence":
        return cut_words(flag.text, _LINES)
    if flag.kind == "swapped":
        return tr("It fits {day}: {text}", day=day, text=said) if day else said
    if flag.nearest is None:
        return tr("Nothing like it is told.")
    if flag.kind == "date":
        told = _as_day(flag.nearest)
        return tr("It fits {day}: {text}", day=told, text=said) if said else tr("It fits {day}.", day=told)
    if flag.kind == "name":
        return (
            tr("Nearest name: {name}, {day}.", name=flag.nearest, day=day)
            if day
            else tr("Nearest name: {name}.", name=flag.nearest)
        )
    return (
        tr("Nearest: {words}, {day}.", words=flag.nearest, day=day)
        if day
        else tr("Nearest: {words}.", words=flag.nearest)
    )


def _as_day(nearest: str) -> str:
    try:
        return format_day(date.fromisoformat(nearest), year=False)
    except ValueError:
        return nearest


class _Finding(Card):
    """A card that points at its place in the text."""

    pointed = Signal(bool)
    pressed = Signal()

    def __init__(self, tone: str, title: str, text: str, icon: str) -> None:
        super().__init__(tone, title, text, icon=icon, bar=True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        holder = QWidget()
        self._deeds = FlowLayout(holder, gap=10)
        self.body.setContentsMargins(0, theme.u(1), 0, 0)
        self.body.addWidget(holder)
        self.setAccessibleName(f"{title}. {text}")

    def offer(self, button: QWidget) -> None:
        self._deeds.addWidget(button)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.pointed.emit(True)

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.pointed.emit(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        super().mousePressEvent(event)
        self.pressed.emit()


class FlagCard(_Finding):
    """Words that no day tells."""

    corrected = Signal()
    waved = Signal(str)  # confirmed | dismissed

    def __init__(self, flag: Flag, fragments: Fragments, month: str, *, writable: bool) -> None:
        super().__init__("danger", flag_title(flag, month), flag_text(flag, fragments), "flag")
        self.flag = flag
        words_ = self.correction
        if words_ is not None:
            told = tr("Write “{words}”", words=cut_words(words_)) if words_ else tr("Take it out")
            self.correct = Button(told, small=True)
            self.correct.setEnabled(writable)
            self.correct.clicked.connect(self.corrected)
            self.offer(self.correct)
        self.dismiss = LinkButton(tr("Dismiss"))
        self.dismiss.setToolTip(tr("Not shown again until the sentence changes."))
        self.confirm = LinkButton(tr("It is true"))
        self.confirm.setToolTip(
            tr("The days do not say so, but it was so. Not shown again until the sentence changes.")
        )
        for button, verdict in ((self.dismiss, "dismissed"), (self.confirm, "confirmed")):
            button.setEnabled(writable)
            button.clicked.connect(lambda _=False, verdict=verdict: self.waved.emit(verdict))
            self.offer(button)

    @property
    def correction(self) -> str | None:
        """What one click writes in its place; a sentence on nothing is taken out."""
        return "" if self.flag.kind == "sentence" else self.flag.correction


class ForgottenCard(_Finding):
    """An important day of which the text says nothing."""

    added = Signal()
    waved = Signal(str)

    def __init__(self, one: Forgotten, fragments: Fragments, *, writable: bool) -> None:
        fragment = fragments.get(one.fragment)
        told = cut_words(plain_lines(fragment.content), _LINES) if fragment is not None else ""
        day = day_of(fragment)
        mood = words.mood_name(fragment.mood) if fragment is not None and fragment.mood else ""
        why = tr("Mood: {mood}", mood=mood) if one.why == "mood" else tr("Importance {n} or more", n=6)
        text = tr("{day}: {text}", day=day, text=told) if day else told
        super().__init__("warned", tr("An important day is forgotten"), f"{text}\n{why}".strip(), "warn")
        self.add = Button(tr("Add a sentence"), small=True)
        self.add.setEnabled(writable)
        self.add.clicked.connect(self.added)
        self.leave = LinkButton(tr("Leave out||a day"))
        self.leave.setEnabled(writable)
        self.leave.clicked.connect(lambda: self.waved.emit("dismissed"))
        self.offer(self.add)
        self.offer(self.leave)
