"""What the window can do: the handlers of the table of actions, and what the palette offers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.domain.rooms import BY_KEY, ROOM_KEYS
from app.storage.searches import SavedSearch
from app.ui import aio, dialogs, i18n, icons, palaces, theme
from app.ui.actions import ACTIONS, shortcut_text
from app.ui.i18n import tr
from app.ui.machine import Machine
from app.ui.shell import keys_page
from app.ui.shell.ranking import Entry
from app.ui.words import room_name

if TYPE_CHECKING:
    from app.ui.shell.main_window import MainWindow

    Base = MainWindow
else:
    Base = object

PALACES = ".palace"
_SCALES = (0.9, 1.0, 1.15, 1.3, 1.5)


class Deeds:
    """Mixed into the main window; every public `on_…` is a handler of the table."""

    def trigger(self: Base, action: str) -> None:  # type: ignore[misc]
        """Do an action by its id."""
        self.actions_table[action].trigger()

    # palaces and files

    @aio.slot
    async def on_open(self: Base) -> None:  # type: ignore[misc]
        kinds = f"{tr('Palaces')} (*{PALACES})"
        for path in await dialogs.choose_file(self, tr("Open a palace"), kinds=kinds):
            await palaces.open_palace(self.studio, path)

    @aio.slot
    async def open_recent(self: Base, path: str) -> None:  # type: ignore[misc]
        await palaces.open_palace(self.studio, Path(path))

    @aio.slot
    async def on_new(self: Base) -> None:  # type: ignore[misc]
        name = await dialogs.ask_text(
            self, tr("Who lives here?"), tr("The companion’s name; the rest can wait."), action=tr("Go on")
        )
        if not name:
            return
        proposed = f"{palaces.file_stem(name)}{PALACES}"
        for path in await dialogs.choose_file(self, tr("Where to keep the palace"), save_as=proposed):
            await palaces.new_palace(self.studio, path, name)

    @aio.slot
    async def on_demo(self: Base) -> None:  # type: ignore[misc]
        self.frame.foot.set_work(tr("Furnishing the demo palace"), None)
        try:
            await palaces.demo_palace(self.studio)
        finally:
            self._on_tasks_changed()

    @aio.slot
    async def on_close_palace(self: Base) -> None:  # type: ignore[misc]
        await self.studio.close()

    @aio.slot
    async def on_import(self: Base) -> None:  # type: ignore[misc]
        paths = await dialogs.choose_file(self, tr("Choose a chat export"), many=True)
        if paths:
            self.take_files(paths)

    def take_files(self: Base, paths: list[Path]) -> None:  # type: ignore[misc]
        """A palace is opened; anything else is shown as a report before it is imported."""
        if len(paths) == 1 and paths[0].suffix == PALACES:
            self.open_recent(str(paths[0]))
            return
        self.import_files(paths)

    @aio.slot
    async def import_files(self: Base, paths: list[Path]) -> None:  # type: ignore[misc]
        if self.studio.bridge is None:
            proposed = f"{palaces.file_stem(paths[0].stem)}{PALACES}"
            chosen = await dialogs.choose_file(self, tr("Where to keep the palace"), save_as=proposed)
            if not chosen:
                return
            await palaces.new_palace(self.studio, chosen[0], None)
        self.studio.drop_files(paths)
        self.show_panel("import", paths=paths)

    def on_quit(self: Base) -> None:  # type: ignore[misc]
        self.close()

    # edits

    @aio.slot
    async def on_undo(self: Base) -> None:  # type: ignore[misc]
        await self.studio.undo()

    @aio.slot
    async def on_redo(self: Base) -> None:  # type: ignore[misc]
        await self.studio.redo()

    def undo_callback(  # type: ignore[misc]
        self: Base, undo: str | Callable[[], object] | None
    ) -> Callable[[], object] | None:
        """Make a toast's Undo of an edit's uid or of a function."""
        if not isinstance(undo, str):
            return undo
        uid = undo

        def take_back() -> None:
            aio.spawn(self.studio.undo(uid), self)

        return take_back

    def on_new_memory(self: Base) -> None:  # type: ignore[misc]
        page = self.memory_page()
        if page is not None:
            self.frame.inspector.show_page(page)
            self.frame.open_inspector()
            page.show_with(write=True, room=self.current_room)

    @aio.slot
    async def on_new_character(self: Base) -> None:  # type: ignore[misc]
        name = await dialogs.ask_text(self, tr("Who moves in?"), action=tr("Go on"))
        if name:
            await palaces.new_character(self.studio, name)

    def on_read(self: Base) -> None:  # type: ignore[misc]
        self.show_panel("processing")

    def on_character(self: Base) -> None:  # type: ignore[misc]
        self.show_panel("character")

    def on_backups(self: Base) -> None:  # type: ignore[misc]
        self.show_panel("backups")

    @aio.slot
    async def move_memories(self: Base, memories: list[int], room: str) -> None:  # type: ignore[misc]
        from app.engine.commands import MoveMemories

        await self.studio.execute(MoveMemories(tuple(memories), room), toast=True)

    @aio.slot
    async def rename_search(self: Base, search: SavedSearch) -> None:  # type: ignore[misc]
        from app.engine.commands import RenameSearch

        words = tr("Its name in the sidebar")
        name = await dialogs.ask_text(self, tr("Rename the search"), words, value=search.name)
        if name and name != search.name:
            await self.studio.execute(RenameSearch(search.id, name))

    @aio.slot
    async def remove_search(self: Base, search: SavedSearch) -> None:  # type: ignore[misc]
        from app.engine.commands import RemoveSearch

        await self.studio.execute(RemoveSearch(search.id, search.name), toast=True)

    # going about

    def on_palette(self: Base) -> None:  # type: ignore[misc]
        chosen = len(self.studio.selection)
        words = tr("{n} memory selected", "{n} memories selected", n=chosen) if chosen else ""
        self.palette_box.open(words)

    def on_search(self: Base) -> None:  # type: ignore[misc]
        self.frame.bar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.frame.bar.search.selectAll()

    def on_settings(self: Base) -> None:  # type: ignore[misc]
        self.show_panel("settings")

    def on_models(self: Base) -> None:  # type: ignore[misc]
        self.show_panel("settings", tab="models")

    def on_ledger(self: Base) -> None:  # type: ignore[misc]
        self.show_panel("ledger")

    def on_next_region(self: Base) -> None:  # type: ignore[misc]
        regions = self.regions()
        focused = QApplication.focusWidget()
        here = next(
            (i for i, r in enumerate(regions) if focused and (r is focused or r.isAncestorOf(focused))), -1
        )
        for step in range(1, len(regions) + 1):
            target = _first_focus(regions[(here + step) % len(regions)])
            if target is not None:
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def on_toast_focus(self: Base) -> None:  # type: ignore[misc]
        self.frame.toast.take_focus()

    def on_inspector(self: Base) -> None:  # type: ignore[misc]
        self.frame.toggle_inspector()

    def on_tasks(self: Base) -> None:  # type: ignore[misc]
        self.tasks.show_under(self.frame.bar.tasks)

    # looks

    def on_theme(self: Base) -> None:  # type: ignore[misc]
        choice = "light" if theme.dark() else "dark"
        _keep(theme=choice)
        theme.choose(choice)

    def on_language(self: Base) -> None:  # type: ignore[misc]
        choice = "en" if i18n.language() == "zh" else "zh"
        _keep(language=choice)
        i18n.choose(choice)

    def on_larger(self: Base) -> None:  # type: ignore[misc]
        _scale(1)

    def on_smaller(self: Base) -> None:  # type: ignore[misc]
        _scale(-1)

    def on_curtain(self: Base) -> None:  # type: ignore[misc]
        self.studio.set_curtain(not self.studio.curtain)

    # help

    def on_keys(self: Base) -> None:  # type: ignore[misc]
        keys_page.show(self)

    @aio.slot
    async def on_about(self: Base) -> None:  # type: ignore[misc]
        from app import __version__

        text = tr(
            "Version {version}. A studio for the memory of a companion: inspect, refine, test. "
            "Everything stays in one file on this machine.",
            version=__version__,
        )
        await dialogs.ask(self, "Belvedere · 望楼", text, [("ok", tr("Close"), "primary")])

    # the palette

    def palette_entries(self: Base) -> Sequence[Entry]:  # type: ignore[misc]
        """Actions of the table, then panels and rooms."""
        entries = [
            Entry(
                "actions",
                spec.id,
                tr(spec.text),
                spec.icon,
                keys=tuple(shortcut_text(spec.shortcut).split("+")) if spec.shortcut else (),
                aliases=(spec.text,),
                enabled=self.actions_table[spec.id].isEnabled(),
            )
            for spec in ACTIONS
            if spec.id != "palette"
        ]
        if self.studio.bridge is None:
            return entries
        entries += [
            Entry("panels", spec.key, tr(spec.title), icons.full_name(spec.icon), aliases=(spec.title,))
            for spec in self.specs.values()
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

    async def find_memories(self: Base, text: str) -> list[Entry]:  # type: ignore[misc]
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

    def on_palette_chosen(self: Base, entry: Entry) -> None:  # type: ignore[misc]
        if entry.group == "actions":
            self.trigger(entry.key)
        elif entry.group == "memories":
            self.studio.show_memory(int(entry.key))
        elif entry.key.startswith("room:"):
            self._on_room_chosen(entry.key.removeprefix("room:"))
        else:
            self.show_panel(entry.key)


def _first_focus(region: QWidget) -> QWidget | None:
    """The first widget of a region that takes the keyboard."""
    last = region.property("lastFocus")
    if isinstance(last, QWidget):
        return last
    candidate: QWidget | None = region.nextInFocusChain()
    for _ in range(500):
        if candidate is None or candidate is region:
            return None
        takes = bool(candidate.focusPolicy() & Qt.FocusPolicy.TabFocus)
        if takes and region.isAncestorOf(candidate) and candidate.isVisible() and candidate.isEnabled():
            return candidate
        candidate = candidate.nextInFocusChain()
    return None


def _keep(**values: object) -> None:
    kept = Machine.load()
    for name, value in values.items():
        setattr(kept, name, value)
    kept.save()


def _scale(step: int) -> None:
    kept = Machine.load()
    nearest = min(range(len(_SCALES)), key=lambda i: abs(_SCALES[i] - kept.font_scale))
    chosen = _SCALES[max(0, min(len(_SCALES) - 1, nearest + step))]
    _keep(font_scale=chosen)
    theme.set_scale(chosen)
