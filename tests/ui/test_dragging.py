"""Memories carried from a list to a room of the sidebar."""

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDropEvent

from app.ui.dragging import MEMORIES_MIME, carried, carry
from app.ui.shell.nav_row import NavRow


def test_what_is_carried_arrives(dressed):
    assert carried(carry([15, 4, 8])) == [4, 8, 15]


def test_a_strange_load_is_empty(dressed):
    data = QMimeData()
    data.setData(MEMORIES_MIME, b"4; DROP TABLE")
    assert carried(data) == []


def test_a_room_of_the_sidebar_takes_memories(dressed, qtbot):
    row = NavRow("attic", dot="attic", panel=False)
    qtbot.addWidget(row)
    load, left, plain = carry([3, 1]), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(3, 3), Qt.DropAction.MoveAction, load, left, plain)
    row.dragEnterEvent(enter)
    assert enter.isAccepted()
    with qtbot.waitSignal(row.memories_dropped) as dropped:
        row.dropEvent(QDropEvent(QPointF(3, 3), Qt.DropAction.MoveAction, load, left, plain))
    assert dropped.args == [[1, 3], "attic"]


def test_a_panel_of_the_sidebar_takes_none(dressed, qtbot):
    row = NavRow("palace", icon="palace")
    qtbot.addWidget(row)
    assert not row.acceptDrops()
