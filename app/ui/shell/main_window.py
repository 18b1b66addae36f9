"""The main window: wires the frame, the panels and the studio together."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from app.domain.rooms import ROOM_KEYS
from app.ui import faults, theme
from app.ui.actions import Actions
from app.ui.i18n import tr
from app.ui.machine import Machine
from app.ui.panel import Panel, PanelSpec
from app.ui.shell import menus, panels
from app.ui.shell.curtain import Curtain
from app.ui.shell.deeds import Deeds
from app.ui.shell.frame import Frame
from app.ui.shell.model_badge import ModelBadge
from app.ui.shell.offers import Offers
from app.ui.shell.pages.first_run import FirstRunPage
from app.ui.shell.palette import Palette
from app.ui.shell.tasks import TasksPopover
from app.ui.shell.telling import Telling
from app.ui.studio import Studio, ToastRequest
from app.ui.widgets import FocusRing


class MainWindow(QMainWindow):
    """What is shown; what can be done is in `deeds`, what the frame says in `telling`, what the palette offers in `offers`."""

    def __init__(self, studio: Studio, machine: Machine, specs: tuple[PanelSpec, ...] | None = None) -> None:
        super().__init__()
        self.studio = studio
        self.deeds = Deeds(self)
        self.telling = Telling(self)
        self.offers = Offers(self)
        self.machine = machine
        self.specs = {spec.key: spec for spec in (panels.load() if specs is None else specs)}
        studio.panels = frozenset(self.specs)
        self.frame = Frame(tuple(self.specs.values()))
        self.model_badge = ModelBadge(studio, self.frame.foot)
        self.first_run = self._first_run()
        self.setCentralWidget(self.frame)
        self.panels: dict[str, Panel] = {}
        self.current_panel = ""
        self.current_room = ""
        self.actions_table = Actions(self, self.deeds)
        self.tasks = TasksPopover(studio, self)
        self.palette_box = self._palette()
        self.curtain = Curtain(self.frame)
        self.ring = FocusRing(self.frame)
        self.setAcceptDrops(True)
        self._restore()
        self._wire()
        self.retranslate()
        self._show_nothing()
        self.on_closed: Callable[[], object] | None = None

    def _restore(self) -> None:
        self.setMinimumSize(theme.px(680), theme.px(480))
        self.resize(self.machine.width, self.machine.height)
        if self.machine.maximized:
            self.setWindowState(Qt.WindowState.WindowMaximized)

    def _wire(self) -> None:
        studio, frame, bar = self.studio, self.frame, self.frame.bar
        studio.palace_opened.connect(self._on_palace_opened)
        studio.palace_closed.connect(self._on_palace_closed)
        studio.character_changed.connect(self.telling.on_frame_stale)
        studio.changed.connect(self.telling.on_frame_stale)
        studio.undo_changed.connect(self.telling.on_undo_changed)
        studio.tasks_changed.connect(self.telling.on_tasks_changed)
        studio.selection_changed.connect(self._on_selection_changed)
        studio.open_panel_requested.connect(self._on_panel_requested)
        studio.memory_requested.connect(self._on_memory_requested)
        studio.memory_glanced.connect(self._on_memory_glanced)
        studio.message_requested.connect(self._on_message_requested)
        studio.toast_requested.connect(self._on_toast_requested)
        studio.status_changed.connect(frame.foot.say)
        studio.curtain_changed.connect(self._on_curtain_changed)
        studio.action_requested.connect(self.deeds.trigger)
        studio.search_cleared.connect(self.frame.bar.search.clear)
        faults.funnel().noticed.connect(frame.notices.tell)
        frame.sidebar.panel_chosen.connect(self.show_panel)
        frame.sidebar.room_chosen.connect(self.show_room)
        frame.sidebar.memories_dropped.connect(self.deeds.move_memories)
        frame.sidebar.search_chosen.connect(self._on_search_entered)
        frame.sidebar.search_rename_asked.connect(self.deeds.rename_search)
        frame.sidebar.search_remove_asked.connect(self.deeds.remove_search)
        frame.foot.cancel_asked.connect(self.telling.on_cancel_asked)
        frame.foot.models_asked.connect(self._on_models_asked)
        bar.search.typed.connect(self._on_search_typed)
        bar.search.entered.connect(self._on_search_entered)
        bar.undo.clicked.connect(self.deeds.on_undo)
        bar.redo.clicked.connect(self.deeds.on_redo)
        bar.tasks.clicked.connect(self.deeds.on_tasks)
        bar.character.clicked.connect(self._on_character_clicked)
        bar.gear.clicked.connect(self._on_gear_clicked)
        self.curtain.opened.connect(self.deeds.on_curtain)

    # panels

    def show_panel(self, key: str, **arguments: object) -> None:
        """Show a panel, made when first asked for."""
        spec = self.specs.get(key)
        if spec is None or spec.role != "panel":
            return
        if key == "rooms" and not self.current_room and "room" not in arguments:
            arguments["room"] = ROOM_KEYS[0]
        if key not in self.panels:
            self.panels[key] = spec.make(self.studio)
            self.frame.stack.addWidget(self.panels[key])
        panel = self.panels[key]
        if arguments or key == "settings":
            panel.show_with(**arguments)
        if key != self.current_panel:
            self.telling.say_counts()  # what the panel before said is of that panel
            self.frame.notices.clear()
            self.frame.close_drawer()
        self.current_panel = key
        self.current_room = str(arguments.get("room", self.current_room)) if key == "rooms" else ""
        self.frame.stack.setCurrentWidget(panel)
        self.frame.sidebar.set_active(key, self.current_room)
        self.frame.inspector.show_page(panel.inspector_page() or self.memory_page(make=False))
        self.frame.toast.raise_()
        if self.studio.bridge is not None and spec.sidebar:
            self.machine.panel = key

    def memory_page(self, *, make: bool = True) -> Panel | None:
        spec = next((spec for spec in self.specs.values() if spec.role == "inspector"), None)
        if spec is None:
            return None
        if spec.key not in self.panels and (make or self.studio.selection):
            self.panels[spec.key] = spec.make(self.studio)
        return self.panels.get(spec.key)

    def _show_nothing(self) -> None:
        self.current_panel = self.current_room = ""
        self.frame.sidebar.set_active("")
        self.frame.sidebar.set_living(False)
        self.frame.stack.setCurrentWidget(self.first_run)
        self.frame.inspector.show_page(None)
        self.frame.bar.character.set_words("", "")
        self.frame.foot.set_file("")
        self.frame.foot.say(tr("Ready"))
        self.telling.facts = None
        self.telling.on_tasks_changed()
        self.frame.bar.set_undo(None, None)
        self.telling.retranslate_title()
        self.telling.enable()

    # the palace

    def _on_palace_opened(self) -> None:
        for key in list(self.panels):
            self._drop_panel(key)
        self.frame.sidebar.set_living(True)
        bridge = self.studio.bridge
        if bridge is not None:
            self.machine.remember(bridge.engine.database.path)
            lock = self.studio.read_only
            self.frame.foot.set_file(bridge.file_name, lock=lock is not None)
        self.telling.retranslate_title()
        start = self.machine.panel if self.machine.panel in self.specs else "palace"
        self.show_panel(start)
        for told in bridge.warnings if bridge else ():
            self.frame.notices.tell(faults.Notice(told))

    def _on_palace_closed(self) -> None:
        for key in list(self.panels):
            if key != "settings" or self.panels[key].unkept():  # the words are the palace's
                self._drop_panel(key)
        self._show_nothing()

    def _drop_panel(self, key: str) -> None:
        panel = self.panels.pop(key)
        page = panel.inspector_page()
        for gone in (page, panel):
            if gone is not None:
                self.frame.inspector.forget(gone)
        self.frame.stack.removeWidget(panel)
        panel.deleteLater()

    # wishes

    def _on_panel_requested(self, key: str, arguments: dict[str, object]) -> None:
        self.show_panel(key, **arguments)

    def show_room(self, room: str) -> None:
        if "rooms" in self.specs:
            self.show_panel("rooms", room=room)
            return
        self.show_panel("palace")
        house = getattr(self.panels.get("palace"), "house", None)
        if house is not None:
            house.set_current(room)

    def _on_memory_requested(self, memory: int) -> None:
        self._on_memory_glanced(memory)
        if self.frame.inspector.page() is not None:
            self.frame.open_inspector()

    def _on_memory_glanced(self, memory: int) -> None:
        page = self.memory_page()
        if page is not None:
            page.show_with(memory=memory)
            self.frame.inspector.show_page(page)

    def _on_message_requested(self, message: int) -> None:
        self.show_panel("conversation", message=message)

    def _on_selection_changed(self) -> None:
        panel = self.panels.get(self.current_panel)
        if panel is not None and panel.inspector_page() is None:
            self.frame.inspector.show_page(self.memory_page(make=bool(self.studio.selection)))
        self.telling.enable()

    def _on_search_typed(self, text: str) -> None:
        panel = self.panels.get(self.current_panel)
        if panel is not None and panel.takes_search:
            panel.search(text)

    def _on_search_entered(self, text: str) -> None:
        panel = self.panels.get(self.current_panel)
        if panel is not None and panel.takes_search:
            panel.search(text)
        elif text.strip():
            self.show_panel("search", text=text)

    def _on_toast_requested(self, request: ToastRequest) -> None:
        self.frame.toast.say(
            request.text,
            request.detail,
            action=request.undo_text,
            callback=self.deeds.undo_callback(request.undo),
            sticky=request.sticky,
            tone=request.tone,
        )

    def _on_curtain_changed(self, drawn: bool) -> None:
        if drawn:
            self.palette_box.put_away()
            self.tasks.hide()
            self.curtain.draw()
        else:
            self.curtain.undraw()
        self.telling.retranslate_title()

    def _on_character_clicked(self) -> None:
        menus.characters(self).popup(menus.under(self.frame.bar.character))

    def _on_models_asked(self) -> None:
        self.show_panel("settings", tab="models")

    def _on_gear_clicked(self) -> None:
        menu = menus.main(self)
        menu.popup(menus.under(self.frame.bar.gear, right=menu.sizeHint().width()))

    # words, files, the end

    def retranslate(self) -> None:
        self.actions_table.retranslate()
        self.telling.retranslate_title()
        if self.studio.bridge is None:
            self.frame.foot.say(tr("Ready"))
        self.telling.say_frame()
        self.telling.on_tasks_changed()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if not hasattr(self, "on_closed"):
            return
        if event.type() == QEvent.Type.LanguageChange:
            self.retranslate()
            if self.studio.bridge is not None:
                self.telling.on_undo_changed()
        elif event.type() == QEvent.Type.FontChange:
            self._on_size_changed()

    def _on_size_changed(self) -> None:
        """Pages set their margins when they are built: build them anew at another size of text.

        A page that holds words not kept yet stays as it was built.
        """
        key, room = self.current_panel, self.current_room
        for panel in [name for name, one in self.panels.items() if not one.unkept()]:
            self._drop_panel(panel)
        self.frame.stack.removeWidget(self.first_run)
        self.first_run.deleteLater()
        self.first_run = self._first_run()
        self.palette_box.deleteLater()
        self.palette_box = self._palette()
        self.frame.arrange()
        self.current_panel = ""
        if key:
            self.show_panel(key, **({"room": room} if room else {}))
        else:
            self.frame.stack.setCurrentWidget(self.first_run)

    def _first_run(self) -> FirstRunPage:
        page = FirstRunPage()
        page.file_asked.connect(self.deeds.on_import)
        page.demo_asked.connect(self.deeds.on_demo)
        page.new_asked.connect(self.deeds.on_new)
        self.frame.stack.addWidget(page)
        return page

    def _palette(self) -> Palette:
        box = Palette(self.frame, self.offers.entries, self.offers.find_memories)
        box.chosen.connect(self.offers.choose)
        return box

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.deeds.take_files(paths)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Say so and wait: the loop ends when all is closed, not when the window is."""
        if self.on_closed is None:
            super().closeEvent(event)
            return
        event.ignore()
        if self.unkept():
            self.deeds.leave()
        else:
            self.leave()

    def leave(self) -> None:
        """Let the loop end."""
        self.keep_state()
        if self.on_closed is not None:
            self.on_closed()

    def unkept(self) -> str:
        """Say which words of the author's would be lost with the window; empty: none."""
        return "\n".join(filter(None, (panel.unkept() for panel in self.panels.values())))

    def keep_state(self) -> None:
        """Remember size and panel on this machine."""
        kept = Machine.load()
        kept.maximized = self.isMaximized()
        if not kept.maximized:
            kept.width, kept.height = self.width(), self.height()
        kept.panel, kept.recent = self.machine.panel, self.machine.recent
        kept.save()

    def regions(self) -> list[QWidget]:
        """What F6 goes through."""
        panel = self.frame.stack.currentWidget()
        found = [self.frame.sidebar, panel, self.frame.inspector, self.frame.bar]
        return [region for region in found if region is not None and region.isVisible()]
