"""What the palette offers: actions, panels, rooms and memories; and what choosing one does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from app.domain.rooms import BY_KEY, ROOM_KEYS
from app.ui import icons
from app.ui.actions import ACTIONS, shortcut_text
from app.ui.i18n import tr
from app.ui.shell.ranking import Entry
from app.ui.words import room_name

if TYPE_CHECKING:
    from app.ui.shell.main_window import MainWindow


_MOVE: Final = "move:"


class Offers:
    """The palette's entries, made anew each time it opens."""

    def __init__(self, window: MainWindow) -> None:
        self.window = window
        self.studio = window.studio

    def entries(self) -> Sequence[Entry]:
        """Actions of the table, then panels and rooms."""
        entries = [
            Entry(
                "actions",
                spec.id,
                tr(spec.text),
                spec.icon,
                keys=tuple(shortcut_text(spec.shortcut).split("+")) if spec.shortcut else (),
                aliases=(spec.text,),
                enabled=self.window.actions_table[spec.id].isEnabled(),
            )
            for spec in ACTIONS
            if spec.id != "palette"
        ]
        if self.studio.bridge is None:
            return entries
        entries += self._moves()
        entries += [
            Entry("panels", spec.key, tr(spec.title), icons.full_name(spec.icon), aliases=(spec.title,))
            for spec in self.window.specs.values()
            if spec.sidebar and spec.role == "panel"
        ]
        entries += [
            Entry(
                "panels",
                f"room:{room}",
                room_name(room),
                f"rooms/{room}",
                f"{room}.ink",
                aliases=(BY_KEY[room].en,),
            )
            for room in ROOM_KEYS
        ]
        return entries

    def _moves(self) -> list[Entry]:
        """Into each room, for what is selected."""
        chosen = len(self.studio.selection)
        if not chosen or self.studio.read_only is not None:
            return []
        return [
            Entry(
                "actions",
                f"{_MOVE}{room}",
                tr("Move to {room}", room=room_name(room)),
                f"rooms/{room}",
                f"{room}.ink",
                hint=tr("{n} memory", "{n} memories", n=chosen),
            )
            for room in ROOM_KEYS
            if room != self.window.current_room
        ]

    async def find_memories(self, text: str) -> list[Entry]:
        """Memories whose words hold the text."""
        bridge, who = self.studio.bridge, self.studio.character
        if bridge is None or who is None:
            return []
        found = await bridge.find_memories(who, text)
        return [
            Entry(
                "memories",
                str(memory.id),
                memory.content,
                f"rooms/{memory.room}" if memory.room in ROOM_KEYS else "file",
                f"{memory.room}.ink" if memory.room in ROOM_KEYS else "text_muted",
            )
            for memory in found
        ]

    def choose(self, entry: Entry) -> None:
        if entry.key.startswith(_MOVE):
            self.window.deeds.move_memories(list(self.studio.selection), entry.key.removeprefix(_MOVE))
        elif entry.group == "actions":
            self.window.deeds.trigger(entry.key)
        elif entry.group == "memories":
            self.studio.show_memory(int(entry.key))
        elif entry.key.startswith("room:"):
            self.window.show_room(entry.key.removeprefix("room:"))
        else:
            self.window.show_panel(entry.key)
