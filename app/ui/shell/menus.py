"""Menus, made from the table of actions: the gear's and the characters'."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QWidget

from app.ui import aio, theme
from app.ui.actions import ACTIONS, EDIT, FILE, GROUPS
from app.ui.i18n import tr

if TYPE_CHECKING:
    from app.ui.shell.main_window import MainWindow

_NOT_IN_GEAR = (EDIT,)


def under(button: QWidget, right: int = 0) -> QPoint:
    """Where a menu of a button opens; with `right`, its width, right edges meet."""
    left = button.width() - right if right else theme.u(2)
    return button.mapToGlobal(QPoint(left, button.height()))


def main(window: MainWindow) -> QMenu:
    """Everything that is not an edit."""
    menu = QMenu(window)
    for group in GROUPS:
        if group in _NOT_IN_GEAR:
            continue
        for spec in ACTIONS:
            if spec.group == group:
                menu.addAction(window.actions_table[spec.id])
        if group == FILE:
            _recent(window, menu)
        menu.addSeparator()
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def _recent(window: MainWindow, menu: QMenu) -> None:
    found = [path for path in window.machine.recent if Path(path).is_file()]
    if not found:
        return
    inner = menu.addMenu(tr("Recent palaces"))
    for path in found:
        action = QAction(Path(path).name.replace("&", "&&"), inner)
        action.setToolTip(path)
        action.triggered.connect(partial(_open, window, path))
        inner.addAction(action)


def _open(window: MainWindow, path: str, _checked: bool = False) -> None:
    window.deeds.open_recent(path)


def characters(window: MainWindow) -> QMenu:
    """Who can be in view, and a new one."""
    menu = QMenu(window)
    studio = window.studio
    for who in studio.characters:
        action = QAction(who.name.replace("&", "&&"), menu)
        action.setCheckable(True)
        action.setChecked(who.id == studio.character_id)
        action.triggered.connect(partial(_choose, window, who.id))
        menu.addAction(action)
    if studio.characters:
        menu.addSeparator()
    keys = ["character.new"] if studio.bridge is not None else []
    for key in (*keys, "palace.open", "palace.new", "palace.demo"):
        menu.addAction(window.actions_table[key])
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def _choose(window: MainWindow, character: int, _checked: bool = False) -> None:
    aio.spawn(window.studio.choose_character(character), window)
