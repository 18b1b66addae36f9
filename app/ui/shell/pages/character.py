"""What is known of a character, and its clock: each change is one edit, undone like any other."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSlider, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.domain.mood import CORE_MOODS
from app.domain.profile import STYLES
from app.engine.commands import ChangeCharacter
from app.ui import aio, theme, words
from app.ui.i18n import format_day, format_number, tr
from app.ui.panel import Panel, say_nothing
from app.ui.studio import Studio
from app.ui.widgets import Choice, Column, PanelHead, Segmented, Text

AUTO, REAL, FIXED = "auto", "real", "fixed"


class CharacterPage(Panel):
    """Name, partner, zone, clock, temper, mood of the moment."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        theme.paint_ground(self, "window")
        self.head = PanelHead()
        self.name = QLineEdit()
        self.partner = QLineEdit()
        self.zone = QLineEdit()
        self.clock = Segmented([(AUTO, AUTO), (REAL, REAL), (FIXED, FIXED)])
        self.moment = QLineEdit()
        self.style_choice = Choice()
        self.rumination = QSlider(Qt.Orientation.Horizontal)
        self.rumination_told = Text("", "body", tabular=True)
        self.mood = Choice()
        self._names: list[Text] = []
        self._hints: list[Text] = []
        self._side = QWidget(self)  # no memory belongs beside it
        say_nothing(self._side)
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.head)
        body = Column()
        for control in (
            self.name,
            self.partner,
            self.zone,
            self.clock,
            self.moment,
            self.style_choice,
            self.rumination,
            self.mood,
        ):
            body.add(self._row(control))
        self.rumination.setRange(0, 10)
        body.add_stretch()
        column.addWidget(body, 1)

    def _row(self, control: QWidget) -> QWidget:
        box = QWidget()
        rows = QVBoxLayout(box)
        rows.setContentsMargins(theme.u(1), 0, 0, theme.u(1))
        rows.setSpacing(theme.px(4))
        name, hint = Text("", "body", weight=600), Text("", "caption", "text_muted", wrap=True)
        self._names.append(name)
        self._hints.append(hint)
        if isinstance(control, (QLineEdit, Choice)):
            control.setMaximumWidth(theme.u(90))
            control.setMinimumHeight(theme.space("control"))
        if isinstance(control, QSlider):
            control.setMaximumWidth(theme.u(70))
        rows.addWidget(name)
        if control is self.rumination:
            line = QHBoxLayout()
            line.setSpacing(theme.u(3))
            line.addWidget(control, 1)
            line.addWidget(self.rumination_told)
            line.addStretch(1)
            rows.addLayout(line)
        else:
            left = control is self.clock
            rows.addWidget(control, 0, Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag(0))
        rows.addWidget(hint)
        return box

    def _wire(self) -> None:
        self.name.editingFinished.connect(lambda: self._keep({"name": self.name.text().strip()}))
        self.partner.editingFinished.connect(
            lambda: self._keep({"partner_name": self.partner.text().strip() or None})
        )
        self.zone.editingFinished.connect(lambda: self._keep({"timezone": self.zone.text().strip()}))
        self.clock.chosen.connect(self._on_clock_chosen)
        self.moment.editingFinished.connect(self._on_moment_edited)
        self.style_choice.picked.connect(lambda key: self._keep({"personality_style": key or None}))
        self.rumination.sliderReleased.connect(self._on_rumination_set)
        self.rumination.valueChanged.connect(self._tell_rumination)
        self.mood.picked.connect(lambda key: self._keep({"mood_now": key or None}))

    def inspector_page(self) -> QWidget:
        return self._side

    def retranslate(self) -> None:
        self.head.title.setText(tr("The character"))
        told = (
            (tr("Name"), ""),
            (tr("Partner"), tr("The human it talks with; the built-in extractor writes this name.")),
            (
                tr("Time zone"),
                tr("Decides the day of each instant. Days that were written as days never move."),
            ),
            (
                tr("Clock"),
                tr(
                    "The house is lit as of this moment. By itself it stands at the last message when that is older than a week."
                ),
            ),
            (tr("Set to"), tr("Only for a fixed clock, for example 2026-03-03 23:10.")),
            (tr("Temper"), tr("Which links recall follows first.")),
            (tr("Rumination"), tr("How readily something unresolved comes up by itself.")),
            (tr("Mood of the moment"), tr("Left to itself it is estimated from the last messages.")),
        )
        controls = (
            self.name,
            self.partner,
            self.zone,
            self.clock,
            self.moment,
            self.style_choice,
            self.rumination,
            self.mood,
        )
        for name, hint, control, (word, line) in zip(self._names, self._hints, controls, told, strict=True):
            name.setText(word)
            hint.setText(line)
            hint.setVisible(bool(line))
            control.setAccessibleName(word)
        self.clock.set_options([(AUTO, tr("By itself")), (REAL, tr("Real time")), (FIXED, tr("Fixed"))])
        styles = {
            "emotional": tr("emotional"),
            "narrative": tr("narrative"),
            "imagery": tr("imagery"),
            "analytical": tr("analytical"),
        }
        self.style_choice.set_options([(style, styles[style]) for style in STYLES])
        moods = [(mood.key, words.mood_name(mood.key), f"moods/{mood.key}") for mood in CORE_MOODS]
        self.mood.set_options([("", tr("as found")), *moods])

    async def refresh(self, changes: Changes | None) -> None:
        character = self.studio.character
        if character is None or (changes is not None and not changes.touches("character")):
            return
        now = await self.studio.now()
        today = datetime.fromtimestamp(now / 1000, ZoneInfo(character.timezone))
        self.head.subtitle.setText(tr("The house shows {day}.", day=format_day(today.date(), year=True)))
        for field, value in (
            (self.name, character.name),
            (self.partner, character.partner_name or ""),
            (self.zone, character.timezone),
        ):
            if not field.hasFocus():
                field.setText(value)
        fixed = character.clock not in (AUTO, REAL)
        self.clock.set_current(FIXED if fixed else character.clock)
        holder = self.moment.parentWidget()
        if holder is not None:
            holder.setVisible(fixed)
        self.moment.setText(character.clock if fixed else "")
        self.style_choice.set_current(character.personality_style or "emotional")
        tendency = 0.3 if character.rumination_tendency is None else character.rumination_tendency
        self.rumination.setValue(round(tendency * 10))
        self._tell_rumination()
        self.mood.set_current(character.mood_now or "")
        for control in (
            self.name,
            self.partner,
            self.zone,
            self.clock,
            self.style_choice,
            self.rumination,
            self.mood,
        ):
            control.setEnabled(self.studio.read_only is None)

    def _tell_rumination(self) -> None:
        self.rumination_told.setText(format_number(self.rumination.value() / 10, 1))

    def _on_rumination_set(self) -> None:
        self._keep({"rumination_tendency": self.rumination.value() / 10})

    @aio.slot
    async def _on_clock_chosen(self, key: str) -> None:
        if key != FIXED:
            self._keep({"clock": key})
            return
        character = self.studio.character
        if character is not None:
            now = datetime.fromtimestamp(await self.studio.now() / 1000, ZoneInfo(character.timezone))
            self._keep({"clock": now.isoformat(timespec="minutes")})

    def _on_moment_edited(self) -> None:
        character = self.studio.character
        if character is None or character.clock in (AUTO, REAL):
            return
        try:
            given = datetime.fromisoformat(self.moment.text().strip())
        except ValueError:
            self.studio.say(tr("“{text}” is not understood as a date.", text=self.moment.text()))
            return
        zoned = given if given.tzinfo else given.replace(tzinfo=ZoneInfo(character.timezone))
        self._keep({"clock": zoned.isoformat(timespec="minutes")})

    def _keep(self, values: Mapping[str, Any]) -> None:
        character = self.studio.character
        changed = {k: v for k, v in values.items() if character is not None and getattr(character, k) != v}
        if character is None or not changed or changed.get("name") == "":
            return
        zone = changed.get("timezone")
        if zone is not None and zone not in available_timezones():
            self.studio.say(tr("There is no time zone “{zone}”.", zone=zone))
            self.zone.setText(character.timezone)
            return
        aio.spawn(self._change(character.id, changed), self)

    async def _change(self, character: int, values: Mapping[str, Any]) -> None:
        await self.studio.execute(ChangeCharacter(character, values))
