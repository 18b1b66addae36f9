"""The drawing `house.svg` as painter paths: shapes by group, rooms by id; its colours become roles."""

import math
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath, QPolygonF

from app.domain.rooms import ROOM_KEYS
from app.resources import resource
from app.ui.tokens import tokens

BOX: Final = QRectF(-30, -74, 1080, 692)
_SVG = "{http://www.w3.org/2000/svg}"
_TOKEN = re.compile(r"[MmLlHhVvCcSsQqAaZz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}
_DRAWN_ROLES = ("room_unlit", "house_cut", "lamplight", "lamplight_core", "line_strong")


@dataclass(frozen=True, slots=True)
class Shape:
    """A path with its fill and stroke roles (None: none), stroke width in drawing units, opacity."""

    path: QPainterPath
    fill: str | None
    stroke: str | None
    width: float = 1.0
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class RoomShape:
    """A room: its outline, the ground polygons, the shade of its lamp, its furniture."""

    outline: QPainterPath
    ground: tuple[QPainterPath, ...]
    shade: QPainterPath | None
    furniture: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """The whole house."""

    rooms: dict[str, RoomShape]
    groups: dict[str, tuple[Shape, ...]]


@cache
def drawing() -> Drawing:
    """Read the drawing."""
    root = ET.fromstring(resource("house.svg").read_text(encoding="utf-8"))  # noqa: S314 - our own file
    rooms: dict[str, RoomShape] = {}
    groups: dict[str, tuple[Shape, ...]] = {}
    for element in root:
        key = element.get("id", "")
        if key in ROOM_KEYS:
            rooms[key] = _room(element)
        else:
            groups[key] = tuple(_shapes(element, {}))
    return Drawing(rooms, groups)


def _room(element: ET.Element) -> RoomShape:
    ground: list[QPainterPath] = []
    furniture: list[Shape] = []
    shade: QPainterPath | None = None
    for child in element:
        if child.get("class") == "ground":
            ground.append(_outline_of(child))
            continue
        for shape in _shapes(child, {}):
            if shape.fill == "lamplight_core":
                shade = shape.path
            furniture.append(shape)
    return RoomShape(ground[0], tuple(ground), shade, tuple(furniture))


def _shapes(element: ET.Element, inherited: dict[str, str]) -> Iterator[Shape]:
    attributes = inherited | {k: v for k, v in element.attrib.items() if k not in ("id", "d", "class")}
    if element.tag == f"{_SVG}g":
        for child in element:
            yield from _shapes(child, attributes)
        return
    shape = Shape(
        _outline_of(element),
        _role(attributes.get("fill", "none")),
        _role(attributes.get("stroke", "none")),
        float(attributes.get("stroke-width", 1)),
        float(attributes.get("opacity", 1)),
    )
    if shape.opacity > 0:
        yield shape


@cache
def _roles() -> dict[str, str]:
    light = tokens().colours["light"]
    roles = {light[f"{room}.ink"]: f"{room}.ink" for room in ROOM_KEYS}
    return roles | {light[role]: role for role in _DRAWN_ROLES}


def _role(value: str) -> str | None:
    """A colour of the drawing is one of the light theme's; what it is for decides in the other."""
    return None if value == "none" else _roles()[value.upper()]


def _outline_of(element: ET.Element) -> QPainterPath:
    path = QPainterPath()
    kind = element.tag.removeprefix(_SVG)

    def number(name: str) -> float:
        return float(element.get(name, 0))

    if kind == "path":
        return parse_path(element.get("d", ""))
    if kind == "rect":
        box = QRectF(number("x"), number("y"), number("width"), number("height"))
        path.addRoundedRect(box, number("rx"), number("rx"))
    elif kind == "polygon":
        pairs = [pair.split(",") for pair in element.get("points", "").split()]
        path.addPolygon(QPolygonF([QPointF(float(x), float(y)) for x, y in pairs]))
        path.closeSubpath()
    elif kind == "circle":
        path.addEllipse(QPointF(number("cx"), number("cy")), number("r"), number("r"))
    elif kind == "ellipse":
        path.addEllipse(QPointF(number("cx"), number("cy")), number("rx"), number("ry"))
    return path


class _Pen:
    """Follows SVG path commands into a painter path."""

    def __init__(self) -> None:
        self.path = QPainterPath()
        self.at = QPointF(0, 0)
        self.start = QPointF(0, 0)
        self.control: QPointF | None = None

    def step(self, command: str, numbers: list[float]) -> None:
        kind = command.upper()
        base = self.at if command.islower() else QPointF(0, 0)
        control, self.control = self.control, None
        if kind == "Z":
            self.path.closeSubpath()
            self.at = self.start
        elif kind == "H":
            self._line(QPointF(numbers[0] + base.x(), self.at.y()))
        elif kind == "V":
            self._line(QPointF(self.at.x(), numbers[0] + base.y()))
        elif kind == "A":
            self._arc(numbers, base + QPointF(numbers[5], numbers[6]))
        else:
            points = [base + QPointF(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
            self._points(kind, points, control)

    def _points(self, kind: str, points: list[QPointF], control: QPointF | None) -> None:
        if kind == "M":
            self.path.moveTo(points[0])
            self.at = self.start = points[0]
        elif kind == "L":
            self._line(points[0])
        elif kind == "Q":
            self.path.quadTo(points[0], points[1])
            self.at = points[1]
        else:
            if kind == "S":  # the first control point mirrors the last one
                points = [self.at if control is None else self.at * 2 - control, *points]
            self.path.cubicTo(*points)
            self.control, self.at = points[1], points[2]

    def _line(self, to: QPointF) -> None:
        self.path.lineTo(to)
        self.at = to

    def _arc(self, numbers: list[float], to: QPointF) -> None:
        """An unrotated elliptic arc, as Qt draws it: its box, a start angle and a sweep."""
        rx, ry, large, sweep = numbers[0], numbers[1], bool(numbers[3]), bool(numbers[4])
        half = (self.at - to) / 2
        x, y = half.x() / rx, half.y() / ry
        length = x * x + y * y
        if length > 1:
            rx, ry = rx * math.sqrt(length), ry * math.sqrt(length)
            x, y, length = x / math.sqrt(length), y / math.sqrt(length), 1.0
        turn = math.sqrt((1 - length) / length) * (-1 if large == sweep else 1) if length else 0.0
        cx, cy = turn * y, -turn * x
        centre = (self.at + to) / 2 + QPointF(cx * rx, cy * ry)
        first = math.degrees(math.atan2(y - cy, x - cx))
        last = math.degrees(math.atan2(-y - cy, -x - cx))
        span = (last - first) % 360 if sweep else -((first - last) % 360)
        box = QRectF(centre.x() - rx, centre.y() - ry, 2 * rx, 2 * ry)
        self.path.arcTo(box, -first, -span)
        self.at = to


def parse_path(text: str) -> QPainterPath:
    """Make a painter path of an SVG path's `d`."""
    pen = _Pen()
    signs = _tokens(text)
    position, command = 0, ""
    while position < len(signs):
        if signs[position].isalpha():
            command = signs[position]
            position += 1
        takes = _ARGUMENTS[command.upper()]
        pen.step(command, [float(sign) for sign in signs[position : position + takes]])
        position += takes
        if command in "Mm":  # further pairs after a move are lines
            command = "L" if command == "M" else "l"
    return pen.path


def _tokens(text: str) -> list[str]:
    """Commands and numbers; the flags of an arc may stand without a space (`a7 7 0 105 11`) and are told apart."""
    signs: list[str] = []
    arc = -1
    for raw in _TOKEN.findall(text):
        if raw.isalpha():
            signs.append(raw)
            arc = 0 if raw in "Aa" else -1
            continue
        rest = raw
        while rest:
            if arc >= 0 and arc % 7 in (3, 4) and len(rest) > 1:
                signs.append(rest[0])
                rest = rest[1:]
            else:
                signs.append(rest)
                rest = ""
            arc += 1 if arc >= 0 else 0
    return signs
