"""The house: its geometry, light, pointer, keyboard, drops, and what it says to those who listen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from app.domain.rooms import ROOM_KEYS
from app.ui import i18n, theme
from app.ui.dragging import MEMORIES_MIME
from app.ui.house import accessible, plan
from app.ui.house.facts import HouseFacts, RoomFacts
from app.ui.house.geometry import BOX, drawing, parse_path
from app.ui.house.house import House

FACTS = HouseFacts(
    (
        RoomFacts("living_room", 137, 0, 200, 5.2, "9 to the bedroom"),
        RoomFacts("bedroom", 412, 0, None, 8.1),
        RoomFacts("study", 0),
        RoomFacts("attic", 31, 9, None, 2.4, "4 unresolved"),
    )
)


@pytest.fixture
def house(dressed: QApplication, qtbot) -> House:
    made = House()
    qtbot.addWidget(made)
    made.resize(1080, 692)
    made.show()
    made.set_facts(FACTS)
    return made


def _at(house: House, room: str) -> QPoint:
    x, y, _ = plan.LAMPS[room]
    return house.to_view().map(QPointF(min(x, 950), y)).toPoint()


def test_the_drawing_holds_all_rooms_in_its_box() -> None:
    rooms = drawing().rooms
    assert set(rooms) == set(ROOM_KEYS)
    for room, shape in rooms.items():
        assert BOX.contains(shape.outline.boundingRect()), room
        assert shape.furniture, room
    assert [room for room, shape in rooms.items() if shape.shade is None] == ["windowsill"]


def test_rooms_do_not_overlap() -> None:
    shapes = drawing().rooms
    for room, other in ((a, b) for a in ROOM_KEYS for b in ROOM_KEYS if a < b):
        assert shapes[room].outline.intersected(shapes[other].outline).isEmpty(), (room, other)


def test_names_stay_in_their_rooms(house: House) -> None:
    for room, (left, _) in plan.NAMES.items():
        at, size = house.room_rect(room)
        edge = house.to_view().map(QPointF(left + plan.WIDEST[room], 0)).x()
        assert edge <= at.x() + size.width(), room


def test_paths_are_read_as_svg_means_them() -> None:
    box = parse_path("M10 10h20v10H10z").boundingRect()
    assert (box.left(), box.top(), box.right(), box.bottom()) == (10, 10, 30, 20)
    moon = parse_path("M357 248a7 7 0 1 0 5 11 6 6 0 0 1-5-11z").boundingRect()
    assert 345 < moon.left() < 358
    assert moon.bottom() <= 264
    circle = parse_path("M0 0a5 5 0 0 1 10 0a5 5 0 0 1-10 0").boundingRect()
    assert circle.width() == pytest.approx(10, abs=0.1)
    assert circle.height() == pytest.approx(10, abs=0.1)
    assert parse_path("M0 0a5 5 0 0110 0").currentPosition() == QPointF(10, 0)


@given(st.lists(st.tuples(st.integers(-500, 500), st.integers(-500, 500)), min_size=1, max_size=8))
def test_relative_and_absolute_lines_end_at_the_same_point(steps: list[tuple[int, int]]) -> None:
    x, y = 0, 0
    absolute, relative = "M0 0", "M0 0"
    for dx, dy in steps:
        x, y = x + dx, y + dy
        absolute += f"L{x} {y}"
        relative += f"l{dx} {dy}"
    assert parse_path(absolute).currentPosition() == parse_path(relative).currentPosition() == QPointF(x, y)


def test_light_follows_warmth(house: House) -> None:
    light = house.light()
    assert light["bedroom"] == pytest.approx(0.81)
    assert light["study"] == 0.0
    dark_corner = house.grab().toImage().pixelColor(_at(house, "study"))
    warm_corner = house.grab().toImage().pixelColor(_at(house, "bedroom") + QPoint(-30, 10))
    assert dark_corner != warm_corner


def test_a_change_fades_unless_motion_is_reduced(house: House, qtbot) -> None:
    warmer = HouseFacts((RoomFacts("living_room", 137, 0, 200, 9.0),))
    theme.set_reduced_motion(False)
    house.set_facts(warmer)
    assert house.light()["living_room"] == pytest.approx(0.52, abs=0.05)
    qtbot.waitUntil(lambda: house.light()["living_room"] == pytest.approx(0.9), timeout=3000)
    theme.set_reduced_motion(True)
    house.set_facts(FACTS)
    assert house.light()["living_room"] == pytest.approx(0.52)


def test_click_focuses_and_double_click_opens(house: House, qtbot) -> None:
    with qtbot.waitSignal(house.room_focused) as focused:
        qtbot.mouseClick(house, Qt.MouseButton.LeftButton, pos=_at(house, "bedroom"))
    assert focused.args == ["bedroom"]
    with qtbot.waitSignal(house.room_opened) as opened:
        qtbot.mouseDClick(house, Qt.MouseButton.LeftButton, pos=_at(house, "attic"))
    assert opened.args == ["attic"]


def test_arrows_go_to_the_geometric_neighbour(house: House, qtbot) -> None:
    house.set_current("study")
    for key, room in (
        (Qt.Key.Key_Right, "windowsill"),
        (Qt.Key.Key_Left, "study"),
        (Qt.Key.Key_Up, "attic"),
        (Qt.Key.Key_Down, "bedroom"),
        (Qt.Key.Key_Down, "living_room"),
        (Qt.Key.Key_Left, "living_room"),
        (Qt.Key.Key_5, "self_room"),
    ):
        qtbot.keyClick(house, key)
        assert house.current() == room
    with qtbot.waitSignal(house.room_opened) as opened:
        qtbot.keyClick(house, Qt.Key.Key_Return)
    assert opened.args == ["self_room"]


def test_every_room_can_be_reached_from_every_other() -> None:
    for start in ROOM_KEYS:
        reached, waiting = {start}, [start]
        while waiting:
            for room in plan.NEIGHBOURS[waiting.pop()].values():
                if room not in reached:
                    reached.add(room)
                    waiting.append(room)
        assert reached == set(ROOM_KEYS)


def test_memories_can_be_dropped_on_a_room(house: House, qtbot) -> None:
    carried = QMimeData()
    carried.setData(MEMORIES_MIME, b"4,8,15")
    at = _at(house, "user_room")
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(at, Qt.DropAction.MoveAction, carried, buttons, keys)
    house.dragEnterEvent(enter)
    assert enter.isAccepted()
    with qtbot.waitSignal(house.memories_dropped) as dropped:
        house.dropEvent(QDropEvent(at, Qt.DropAction.MoveAction, carried, buttons, keys))
    assert dropped.args == [[4, 8, 15], "user_room"]


def test_a_strange_drag_is_refused(house: House) -> None:
    carried = QMimeData()
    carried.setText("4,8,15")
    enter = QDragEnterEvent(
        QPoint(5, 5),
        Qt.DropAction.CopyAction,
        carried,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter.ignore()
    house.dragEnterEvent(enter)
    assert not enter.isAccepted()
    carried.setData(MEMORIES_MIME, b"4; DROP TABLE")
    told: list[object] = []
    house.memories_dropped.connect(told.append)
    at = _at(house, "attic")
    house.dropEvent(
        QDropEvent(
            at, Qt.DropAction.MoveAction, carried, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        )
    )
    assert told == []


def test_rooms_are_spoken(house: House) -> None:
    interface = accessible.interface_of(house)
    assert interface.childCount() == 7
    names = [interface.child(i).text(QAccessible.Text.Name) for i in range(7)]
    assert names[0] == "Living room, 137 of 200, warmth 5.2, 9 to the bedroom"
    assert names[2] == "Study, Nothing here yet"
    assert interface.child(0).rect().width() > 300
    i18n.choose("zh")
    assert interface.child(0).text(QAccessible.Text.Name) == "客厅，137/200，温度\u20095.2，9 to the bedroom"


def test_the_unlit_house_is_silent(dressed: QApplication, qtbot) -> None:
    made = House()
    qtbot.addWidget(made)
    made.resize(540, 346)
    made.show()
    told: list[str] = []
    made.room_focused.connect(told.append)
    qtbot.mouseClick(made, Qt.MouseButton.LeftButton, pos=made.rect().center())
    assert told == []
    assert set(made.light().values()) == {0.0}
    assert made.focusPolicy() == Qt.FocusPolicy.NoFocus


@pytest.mark.parametrize("size", [(320, 206), (600, 400), (1400, 500)])
def test_it_paints_at_any_size_in_both_themes(house: House, size: tuple[int, int]) -> None:
    house.resize(*size)
    for mode in ("dark", "light"):
        theme.choose(mode)
        image = house.grab().toImage()
        assert (image.width(), image.height()) == size
        colours = {image.pixel(x, y) for x in range(0, size[0], 7) for y in range(0, size[1], 7)}
        assert len(colours) > 50
