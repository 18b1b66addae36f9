"""The days of a month: entries read, written, edited, merged, split, moved and made; those without a date too."""

import re
from collections.abc import Sequence
from datetime import date
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.domain.errors import KnownError
from app.engine.commands import (
    Command,
    DeleteFragments,
    EditFragment,
    MergeFragments,
    MoveFragments,
    SplitFragment,
    WriteFragment,
)
from app.engine.months.overview import MonthTile
from app.storage import months
from app.storage.characters import Character
from app.storage.months import Fragment
from app.ui import aio, dialogs, theme
from app.ui.i18n import format_day, format_month, told, tr
from app.ui.months.day_delegate import INSET
from app.ui.months.day_list import DayList
from app.ui.months.day_rows import DayHead, rows_of, undated_rows
from app.ui.months.entry_sheet import EntrySheet
from app.ui.months.making import Maker
from app.ui.panel import Panel
from app.ui.studio import Studio
from app.ui.widgets import Button, EmptyState, Lane, Text

UNDATED = ""  # in the place of a month
_DAY_ALONE = re.compile(r"\d{1,2}")


class DaysView(Panel):
    """Mounted by the panel, which tells it the month, and what its tile knows of it."""

    text_asked = Signal(int)  # where in the month's text an entry went

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(studio, parent)
        self.character: Character | None = None
        self.month = UNDATED
        self.tile: MonthTile | None = None
        self._wanted: tuple[int | None, str] | None = None
        self._entries: list[Fragment] = []
        self.maker = Maker(studio, self)
        self.title = Text("", "title")
        self.count = Text("", "body", "text_muted")
        self.list = DayList()
        self.empty = EmptyState("book")
        self.sheet = EntrySheet()
        self.write = Button("", icon="edit", key="N", small=True)
        self.make = Button("", arrow=True, small=True)
        self.went = Button("", key="T", small=True)
        self.edit = Button("", key="E", small=True)
        self.merge = Button("", icon="merge", key="M", small=True)
        self.shift = Button("", icon="clock", key="D", small=True)
        self.delete = Button("", "danger", icon="trash", key="Del", small=True)
        self.body = QStackedWidget()
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(theme.u(6), theme.u(3), theme.u(6), theme.u(2))
        head.setSpacing(theme.u(2))
        head.addWidget(self.title)
        head.addWidget(self.count)
        head.addStretch(1)
        for button in (self.went, self.edit, self.merge, self.shift, self.delete, self.make, self.write):
            head.addWidget(button)
        self.body.addWidget(Lane(self.list, inset=INSET))
        self.body.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self.body, 1)
        column.addWidget(self.sheet)
        self.setFocusProxy(self.list)

    def _wire(self) -> None:
        self.list.chosen_changed.connect(self._tell_buttons)
        self.list.opened.connect(self._on_opened)
        self.list.letter_pressed.connect(self._on_letter_pressed)
        self.write.clicked.connect(self._on_write)
        self.make.clicked.connect(self._on_make)
        self.went.clicked.connect(self._on_went)
        self.edit.clicked.connect(self._on_edit)
        self.merge.clicked.connect(self._on_merge)
        self.shift.clicked.connect(self._on_move)
        self.delete.clicked.connect(self._on_delete)
        self.sheet.keep_asked.connect(self._on_keep)
        self.sheet.split_asked.connect(self._on_split)
        self.sheet.put_away.connect(partial(self.list.setFocus, Qt.FocusReason.OtherFocusReason))
        self.empty.asked.connect(self._on_empty_asked)

    def retranslate(self) -> None:
        self.write.setText(tr("Write"))
        self.write.setToolTip(tr("Write an entry for the chosen day"))
        self.make.setText(tr("Make"))
        self.make.setToolTip(
            tr("Make the entries of the chosen days out of what was said, or of their memories")
        )
        self.went.setText(tr("In the text"))
        self.went.setToolTip(tr("Show where this entry went in the text of the month"))
        self.edit.setText(tr("Edit"))
        self.merge.setText(tr("Merge"))
        self.shift.setText(tr("Move"))
        self.delete.setText(tr("Delete"))
        self.list.setAccessibleName(tr("Days and entries"))
        self.sheet.retranslate()
        self._tell()

    # what is shown

    def show_month(self, character: Character, month: str, tile: MonthTile | None) -> None:
        """Show the days of a month (`YYYY-MM`), or with `UNDATED` the entries without a date."""
        if (character.id, month) != (self.character.id if self.character else 0, self.month):
            self.sheet.leave() if self.sheet.isVisible() and not self.sheet.begun() else None
            self.list.set_rows([])
        self.character, self.month, self.tile = character, month, tile
        self.request_refresh()

    def unkept(self) -> str:
        return tr("The entry that you are writing is not kept yet.") if self.sheet.begun() else ""

    def go_to(self, *, fragment: int | None = None, day: str = "") -> None:
        """Choose an entry or a day, as soon as it is read."""
        self._wanted = (fragment, day)
        self.request_refresh()

    async def refresh(self, changes: Changes | None) -> None:
        who = self.character
        if who is None or self.studio.engine is None:
            return
        if changes is not None and not changes.touches("fragment", "message", "memory", "summary"):
            return
        month = self.month
        read = months.fragments if month else None
        found = (
            await self.studio.ask(read, who.id, month)
            if read is not None
            else await self.studio.ask(months.undated, who.id)
        )
        if month == self.month and who is self.character:
            self._entries = found
            self._show()

    def _show(self) -> None:
        tile = self.tile
        if self.month:
            days = tile.days if tile and tile.month == self.month else ()
            changed = tile.changed_days if tile and tile.month == self.month else ()
            rows = rows_of(days, self._entries, changed)
        else:
            rows = undated_rows(self._entries)
        self.list.set_rows(rows)
        if self._wanted is not None:
            fragment, day = self._wanted
            if self.list.go_to(fragment=fragment, day=day):
                self._wanted = None
        self._tell()

    # words

    def _tell(self) -> None:
        undated = not self.month
        self.title.setText(tr("Entries without a date") if undated else format_month(self.month))
        self.count.setText(tr("{n} entry", "{n} entries", n=len(self._entries)))
        self.shift.setText(tr("Date it") if undated else tr("Move"))
        self.shift.setToolTip(tr("Give the chosen entries a day, in any spelling"))
        self.make.setVisible(not undated)
        self.body.setCurrentIndex(0 if self.list.days.rows else 1)
        if undated:
            self.empty.set_words(tr("Every entry has a date."), "", "check")
        else:
            self.empty.set_words(
                tr("Nothing lies on the days of {month}.", month=format_month(self.month)),
                tr("Write an entry"),
                "book",
            )
        self._tell_buttons()

    def _tell_buttons(self) -> None:
        reason = told(self.studio.read_only)[0] if self.studio.read_only else ""
        entries, days = self.list.entries(), self._days()
        for button, can in (
            (self.edit, len(entries) == 1),
            (self.merge, len(entries) > 1),
            (self.shift, bool(entries)),
            (self.delete, bool(entries)),
            (self.make, bool(days)),
            (self.write, True),
        ):
            button.setEnabled(can and not reason)
            button.setVisible(can or button in (self.write, self.make))
        self.make.setVisible(bool(self.month))
        self.went.setVisible(len(entries) == 1 and bool(self.tile and self.tile.summary_tokens))
        if reason:
            self.write.setToolTip(reason)

    def _days(self) -> list[str]:
        """The days that are meant: the chosen ones, else those of the month with something said but no entry."""
        chosen = self.list.chosen_days()
        if chosen:
            return chosen
        heads = [row for row in self.list.days.rows if isinstance(row, DayHead)]
        return [row.day for row in heads if not row.entries]

    # the author's hand

    def _on_letter_pressed(self, letter: str) -> None:
        buttons = {
            "n": self.write,
            "t": self.went,
            "e": self.edit,
            "m": self.merge,
            "d": self.shift,
            "del": self.delete,
        }
        button = buttons.get(letter)
        if button is not None and button.isVisibleTo(self):
            button.click()

    def _on_opened(self) -> None:
        rows = self.list.rows()
        if len(rows) == 1 and isinstance(rows[0], DayHead):
            self._on_write()
        elif self.edit.isEnabled():
            self._on_edit()

    def _on_empty_asked(self) -> None:
        self._on_write()

    @aio.slot
    async def _on_write(self) -> None:
        if not self.write.isEnabled():
            return
        chosen = self.list.chosen_days()
        day = chosen[0] if len(chosen) == 1 else ""
        await self.write_for(day or (f"{self.month}-" if self.month else ""))

    async def write_for(self, day: str) -> None:
        """Open the sheet for a new entry of a day."""
        if self.studio.read_only is not None:
            raise self.studio.read_only
        if await self._may_leave_sheet():
            self.sheet.begin(None, day)

    def _on_went(self) -> None:
        self.text_asked.emit(self.list.entries()[0].id)

    @aio.slot
    async def _on_edit(self) -> None:
        entries = self.list.entries()
        if len(entries) == 1 and await self._may_leave_sheet():
            self.sheet.begin(entries[0], "")

    async def _may_leave_sheet(self) -> bool:
        """Ask before something written is thrown away."""
        return not self.sheet.begun() or await dialogs.may_leave(self, tr("It is not kept yet."))

    @aio.slot
    async def _on_keep(self) -> None:
        command = self._written()
        if command is None:
            self.sheet.leave()
            return
        if not self.sheet.text():
            self.sheet.say(tr("Nothing is written yet."))
            return
        self.sheet.keep.setEnabled(False)  # one press, one entry
        try:
            outcome = await self.studio.execute(command, toast=True)
        except KnownError as error:
            self.sheet.say(" ".join(part for part in told(error) if part))
            return
        finally:
            self.sheet.keep.setEnabled(True)
        self.sheet.leave()
        if outcome.effect.ids:
            self.go_to(fragment=outcome.effect.ids[0])

    def _written(self) -> Command | None:
        """What the sheet asks for; None when nothing changed."""
        held, sheet, changes = self.sheet.fragment, self.sheet, self.sheet.changes()
        if held is None:
            who = self.character.id if self.character else 0
            day = self._spelled(sheet.day_written())
            return WriteFragment(who, day, day, sheet.mood_chosen(), sheet.text())
        if "day" in changes:
            changes["day"] = self._spelled(changes["day"])
        return EditFragment(held.id, changes) if changes else None

    def _spelled(self, day: str | None) -> str | None:
        """A number alone is a day of the month shown."""
        if day and self.month and _DAY_ALONE.fullmatch(day):
            return f"{self.month}-{int(day):02}"
        return day

    @aio.slot
    async def _on_split(self, at: int) -> None:
        held = self.sheet.fragment
        if held is not None:
            self.sheet.leave()
            await self.studio.execute(SplitFragment(held.id, (at,)), toast=True)

    @aio.slot
    async def _on_merge(self) -> None:
        await self.studio.execute(MergeFragments(self._ids()), toast=True)

    @aio.slot
    async def _on_delete(self) -> None:
        await self.studio.execute(DeleteFragments(self._ids()), toast=True)

    @aio.slot
    async def _on_move(self) -> None:
        ids = self._ids()
        held = self.list.chosen_days()
        value = format_day(date.fromisoformat(held[0]), year=True) if held else ""
        day = await dialogs.ask_text(
            self,
            tr("Date it") if not self.month else tr("Move to another day"),
            tr("The day, in any spelling: 2026-03-11, 11 March 2026, 3月11日 with its year."),
            value=value,
        )
        if day:
            await self.studio.execute(MoveFragments(ids, self._spelled(day)), toast=True)

    def _ids(self) -> Sequence[int]:
        return tuple(one.id for one in self.list.entries())

    @aio.slot
    async def _on_make(self) -> None:
        days = self._days()
        if days:
            await self.maker.offer_days(self.make, days)
