"""The page of keys, made from the table of actions."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.actions import ACTIONS, GROUPS, shortcut_text
from app.ui.i18n import tr
from app.ui.widgets import Column, KeyCap, Text


def show(window: QWidget) -> QDialog:
    """Open the page beside the window; not modal."""
    page = QDialog(window)
    page.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    page.setWindowTitle(tr("Keys"))
    theme.paint_ground(page, "panel")
    column = Column()
    for group in GROUPS:
        specs = [spec for spec in ACTIONS if spec.group == group and spec.shortcut]
        if not specs:
            continue
        column.add(Text(tr(group), "title"))
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, 0, 0, theme.u(2))
        grid.setColumnStretch(0, 1)
        for row, spec in enumerate(specs):
            grid.addWidget(Text(tr(spec.text)), row, 0)
            caps = QHBoxLayout()
            caps.addStretch(1)
            for part in _parts(shortcut_text(spec.shortcut)):
                caps.addWidget(KeyCap(part))
            grid.addLayout(caps, row, 1)
        column.add(box)
    column.add(
        Text(
            tr("In the house: arrows, 1–7, Enter. In lists: letters, only while the list has the keyboard."),
            wrap=True,
        )
    )
    column.add_stretch()
    outer = QVBoxLayout(page)
    outer.setContentsMargins(0, 0, 0, 0)
    outer.addWidget(column)
    page.resize(theme.u(120), theme.u(150))
    page.show()
    return page


def _parts(shortcut: str) -> list[str]:
    """`Ctrl++` is Ctrl and +."""
    if shortcut.endswith("++"):
        return [*shortcut[:-2].split("+"), "+"]
    return shortcut.split("+")
