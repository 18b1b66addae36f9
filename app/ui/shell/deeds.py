"""What the window can do: the handlers of the table of actions."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget

from app.storage.searches import SavedSearch
from app.ui import aio, dialogs, i18n, palaces, theme
from app.ui.i18n import tr
from app.ui.machine import Machine
from app.ui.shell import keys_page

if TYPE_CHECKING:
    from app.ui.shell.main_window import MainWindow

PALACES = ".palace"
_SCALES = (0.9, 1.0, 1.15, 1.3, 1.5)


class Deeds(QObject):
    """The hands of the main window; every public `on_…` is a handler of the table."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.studio = window.studio

    def trigger(self, action: str) -> None:
        """Do an action by its id."""
        self.window.actions_table[action].trigger()

    # palaces and files

    async def _may_leave(self) -> bool:
        """Ask before words go with the palace that are kept nowhere yet."""
        unkept = self.window.unkept()
        return not unkept or await dialogs.may_leave(self.window, unkept)

    @aio.slot
    async def on_open(self) -> None:
        if not await self._may_leave():
            return
        kinds = f"{tr('Palaces')} (*{PALACES})"
        for path in await dialogs.choose_file(self.window, tr("Open a palace"), kinds=kinds):
            await palaces.open_palace(self.studio, path)

    @aio.slot
    async def open_recent(self, path: str) -> None:
        if await self._may_leave():
            await palaces.open_palace(self.studio, Path(path))

    @aio.slot
    async def on_new(self) -> None:
        if not await self._may_leave():
            return
        name = await dialogs.ask_text(
            self.window,
            tr("Who lives here?"),
            tr("The companion’s name; the rest can wait."),
            action=tr("Go on"),
        )
        if not name:
            return
        proposed = f"{palaces.file_stem(name)}{PALACES}"
        for path in await dialogs.choose_file(self.window, tr("Where to keep the palace"), save_as=proposed):
            await palaces.new_palace(self.studio, path, name)

    @aio.slot
    async def on_demo(self) -> None:
        if not await self._may_leave():
            return
        self.window.frame.foot.set_work(tr("Furnishing the demo palace"), None)
        try:
            await palaces.demo_palace(self.studio)
        finally:
            self.window.telling.on_tasks_changed()

    @aio.slot
    async def on_close_palace(self) -> None:
        if await self._may_leave():
            await self.studio.close()

    @aio.slot
    async def on_import(self) -> None:
        paths = await dialogs.choose_file(self.window, tr("Choose a chat export"), many=True)
        if paths:
            self.take_files(paths)

    def take_files(self, paths: list[Path]) -> None:
        """A palace is opened; anything else is shown as a report before it is imported."""
        if len(paths) == 1 and paths[0].suffix == PALACES:
            self.open_recent(str(paths[0]))
            return
        self.import_files(paths)

    @aio.slot
    async def import_files(self, paths: list[Path]) -> None:
        if self.studio.bridge is None:
            proposed = f"{palaces.file_stem(paths[0].stem)}{PALACES}"
            chosen = await dialogs.choose_file(self.window, tr("Where to keep the palace"), save_as=proposed)
            if not chosen:
                return
            await palaces.new_palace(self.studio, chosen[0], None)
        self.studio.drop_files(paths)
        self.window.show_panel("import", paths=paths)

    def on_quit(self) -> None:
        self.window.close()

    @aio.slot
    async def leave(self) -> None:
        """Let the window go, once its author has said so."""
        if await self._may_leave():
            self.window.leave()

    # edits

    @aio.slot
    async def on_undo(self) -> None:
        await self.studio.undo()

    @aio.slot
    async def on_redo(self) -> None:
        await self.studio.redo()

    def undo_callback(self, undo: str | Callable[[], object] | None) -> Callable[[], object] | None:
        """Make a toast's Undo of an edit's uid or of a function."""
        if not isinstance(undo, str):
            return undo
        uid = undo

        def take_back() -> None:
            aio.spawn(self.studio.undo(uid), self)

        return take_back

    def on_new_entry(self) -> None:
        self.window.show_panel("months", write=True)

    def on_new_memory(self) -> None:
        page = self.window.memory_page()
        if page is not None:
            self.window.frame.inspector.show_page(page)
            self.window.frame.open_inspector()
            page.show_with(write=True, room=self.window.current_room)

    @aio.slot
    async def on_new_character(self) -> None:
        name = await dialogs.ask_text(self.window, tr("Who moves in?"), action=tr("Go on"))
        if name:
            await palaces.new_character(self.studio, name)

    def on_read(self) -> None:
        self.window.show_panel("processing")

    def on_character(self) -> None:
        self.window.show_panel("character")

    def on_backups(self) -> None:
        self.window.show_panel("backups")

    @aio.slot
    async def move_memories(self, memories: list[int], room: str) -> None:
        from app.engine.commands import MoveMemories

        await self.studio.execute(MoveMemories(tuple(memories), room), toast=True)

    @aio.slot
    async def rename_search(self, search: SavedSearch) -> None:
        from app.engine.commands import RenameSearch

        words = tr("Its name in the sidebar")
        name = await dialogs.ask_text(self.window, tr("Rename the search"), words, value=search.name)
        if name and name != search.name:
            await self.studio.execute(RenameSearch(search.id, name))

    @aio.slot
    async def remove_search(self, search: SavedSearch) -> None:
        from app.engine.commands import RemoveSearch

        await self.studio.execute(RemoveSearch(search.id, search.name), toast=True)

    # going about

    def on_palette(self) -> None:
        chosen = len(self.studio.selection)
        words = tr("{n} memory selected", "{n} memories selected", n=chosen) if chosen else ""
        self.window.palette_box.open(words)

    def on_search(self) -> None:
        self.window.frame.bar.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.window.frame.bar.search.selectAll()

    def on_context(self) -> None:
        self.window.show_panel("context")

    def on_settings(self) -> None:
        self.window.show_panel("settings")

    def on_models(self) -> None:
        self.window.show_panel("settings", tab="models")

    def on_ledger(self) -> None:
        self.window.show_panel("ledger")

    def on_next_region(self) -> None:
        regions = self.window.regions()
        focused = QApplication.focusWidget()
        here = next(
            (i for i, r in enumerate(regions) if focused and (r is focused or r.isAncestorOf(focused))), -1
        )
        for step in range(1, len(regions) + 1):
            target = _first_focus(regions[(here + step) % len(regions)])
            if target is not None:
                target.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def on_toast_focus(self) -> None:
        self.window.frame.toast.take_focus()

    def on_inspector(self) -> None:
        self.window.frame.toggle_inspector()

    def on_tasks(self) -> None:
        self.window.tasks.show_under(self.window.frame.bar.tasks)

    # looks

    def on_theme(self) -> None:
        choice = "light" if theme.dark() else "dark"
        _keep(theme=choice)
        theme.choose(choice)

    def on_language(self) -> None:
        choice = "en" if i18n.language() == "zh" else "zh"
        _keep(language=choice)
        i18n.choose(choice)

    def on_larger(self) -> None:
        _scale(1)

    def on_smaller(self) -> None:
        _scale(-1)

    def on_curtain(self) -> None:
        self.studio.set_curtain(not self.studio.curtain)

    # help

    def on_keys(self) -> None:
        keys_page.show(self.window)

    @aio.slot
    async def on_about(self) -> None:
        from app import __version__

        text = tr(
            "Version {version}. A studio for the memory of a companion: inspect, refine, test. "
            "Everything stays in one file on this machine.",
            version=__version__,
        )
        await dialogs.ask(self.window, "Belvedere · 望楼", text, [("ok", tr("Close"), "primary")])


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
