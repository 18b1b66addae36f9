"""The one table of actions: menus, the command palette and the page of keys are all made from it.

Every shortcut here has a modifier or is a function key, so that none can fire while somebody writes or an
input method composes. Single-letter keys belong to lists: see `letter`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from app.domain.errors import mark
from app.ui import icons
from app.ui.i18n import tr


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """An action: `handler` is a method of the window's deeds; `needs` says when it can be done."""

    id: str
    text: str
    icon: str
    shortcut: str
    handler: str
    group: str
    needs: str = ""  # "" always | palace | writable | character | hand (both of these) | undo | redo


FILE: Final = mark("File")
EDIT: Final = mark("Edit")
GO: Final = mark("Go")
VIEW: Final = mark("View")
HELP: Final = mark("Help")
GROUPS: Final = (FILE, EDIT, GO, VIEW, HELP)

ACTIONS: Final = (
    ActionSpec("import", mark("Import a chat export …"), "import", "Ctrl+I", "on_import", FILE),
    ActionSpec("palace.open", mark("Open a palace …"), "file", "Ctrl+O", "on_open", FILE),
    ActionSpec("palace.new", mark("New palace …"), "plus", "Ctrl+N", "on_new", FILE),
    ActionSpec("palace.demo", mark("Walk through the demo palace"), "palace", "", "on_demo", FILE),
    ActionSpec("palace.close", mark("Close the palace"), "x", "Ctrl+W", "on_close_palace", FILE, "palace"),
    ActionSpec("backups", mark("Backups and health of the file …"), "lock", "", "on_backups", FILE, "palace"),
    ActionSpec("undo", mark("Undo"), "undo", "Ctrl+Z", "on_undo", EDIT, "undo"),
    ActionSpec("redo", mark("Redo"), "redo", "Ctrl+Shift+Z", "on_redo", EDIT, "redo"),
    ActionSpec("memory.new", mark("New memory …"), "edit", "Ctrl+M", "on_new_memory", EDIT, "hand"),
    ActionSpec("entry.new", mark("New entry of the log …"), "book", "Ctrl+E", "on_new_entry", EDIT, "hand"),
    ActionSpec("read", mark("Read messages into memories …"), "book", "Ctrl+R", "on_read", EDIT, "character"),
    ActionSpec("character", mark("The character …"), "star", "", "on_character", EDIT, "character"),
    ActionSpec("character.new", mark("New character …"), "plus", "", "on_new_character", EDIT, "writable"),
    ActionSpec("palette", mark("Search and do …"), "search", "Ctrl+K", "on_palette", GO),
    ActionSpec("search", mark("Search in the palace"), "search", "Ctrl+F", "on_search", GO, "character"),
    ActionSpec("context", mark("What goes into the prompt"), "file", "", "on_context", GO, "character"),
    ActionSpec("settings", mark("Settings"), "gear", "Ctrl+,", "on_settings", GO),
    ActionSpec("models", mark("Models and endpoints"), "chip", "", "on_models", GO),
    ActionSpec("ledger", mark("The ledger of models"), "book", "", "on_ledger", GO),
    ActionSpec("region", mark("Next region"), "right", "F6", "on_next_region", GO),
    ActionSpec("toast", mark("To the notice"), "undo", "F8", "on_toast_focus", GO),
    ActionSpec(
        "inspector", mark("Show or hide the inspector"), "inspector", "F4", "on_inspector", VIEW, "palace"
    ),
    ActionSpec("tasks", mark("Tasks"), "clock", "Ctrl+T", "on_tasks", VIEW),
    ActionSpec("theme", mark("Light or dark"), "contrast", "Ctrl+Shift+D", "on_theme", VIEW),
    ActionSpec("language", mark("English or Chinese"), "globe", "Ctrl+Shift+L", "on_language", VIEW),
    ActionSpec("larger", mark("Larger text"), "plus", "Ctrl++", "on_larger", VIEW),
    ActionSpec("smaller", mark("Smaller text"), "minus", "Ctrl+-", "on_smaller", VIEW),
    ActionSpec("curtain", mark("Draw the curtain"), "eye-off", "F9", "on_curtain", VIEW),
    ActionSpec("keys", mark("Keys"), "key", "F1", "on_keys", HELP),
    ActionSpec("about", mark("About Belvedere"), "palace", "", "on_about", HELP),
    ActionSpec("quit", mark("Quit"), "x", "Ctrl+Q", "on_quit", HELP),
)


def shortcut_text(shortcut: str) -> str:
    """A shortcut as this system writes it."""
    return QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText) if shortcut else ""


class Actions:
    """The table as QActions of a window."""

    def __init__(self, window: QWidget, deeds: QObject) -> None:
        self._made: dict[str, QAction] = {}
        for spec in ACTIONS:
            action = QAction(icons.icon(spec.icon), "", window)
            if spec.shortcut:
                action.setShortcut(QKeySequence(spec.shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
            action.triggered.connect(partial(_call, deeds, spec.handler))
            window.addAction(action)
            self._made[spec.id] = action
        if "redo" in self._made:
            self._made["redo"].setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        self.retranslate()

    def __getitem__(self, key: str) -> QAction:
        return self._made[key]

    def retranslate(self) -> None:
        for spec in ACTIONS:
            self._made[spec.id].setText(tr(spec.text))

    def enable(self, state: Mapping[str, bool]) -> None:
        """Say what can be done now: `state` maps each need to whether it is met."""
        for spec in ACTIONS:
            self._made[spec.id].setEnabled(not spec.needs or state.get(spec.needs, False))


def _call(deeds: QObject, handler: str, _checked: bool = False) -> None:
    getattr(deeds, handler)()


def letter(event: QKeyEvent) -> str:
    """The single letter a key press means for a list, in lower case; nothing while an input method composes.

    Call it from the list's own `keyPressEvent` only: letters are dead without list focus.
    """
    method = QGuiApplication.inputMethod()
    held = event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    if held or (method.isVisible() and method.anchorRectangle().isValid()):
        return ""
    text = event.text().lower()
    return text if len(text) == 1 and text.isprintable() and not text.isspace() else ""
