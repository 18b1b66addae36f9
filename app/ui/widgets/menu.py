"""A menu below what opened it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget


def drop(menu: QMenu, widget: QWidget) -> QMenu:
    """Open a menu under a widget; it is gone once it is closed."""
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.popup(widget.mapToGlobal(widget.rect().bottomLeft()))
    return menu
