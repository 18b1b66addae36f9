"""Painting of the house in its own units: ground, lamplight, furniture, structure. No words, no widget."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPen, QPolygonF, QRadialGradient

from app.ui import theme
from app.ui.house import plan
from app.ui.house.geometry import RoomShape, Shape, drawing, parse_path
from app.ui.tokens import tokens

_MIN_PEN = 1.2
_EMPTY_OPACITY = 0.6


def lit(warmth: float) -> bool:
    """Whether a room with this warmth (0–1) has its lamp on."""
    return warmth >= plan.LIT_FROM


def pen(role: str, width: float, scale: float) -> QPen:
    """A round pen of `width` drawing units that never gets thinner than 1.2 px."""
    made = QPen(theme.colour(role), max(width, _MIN_PEN / scale))
    made.setCapStyle(Qt.PenCapStyle.RoundCap)
    made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return made


def _paint(painter: QPainter, shape: Shape, scale: float, *, edge: str | None = None) -> None:
    painter.setOpacity(shape.opacity)
    stroke = shape.stroke or edge
    width = shape.width if shape.stroke else 1.2
    painter.setPen(pen(stroke, width, scale) if stroke else Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour(shape.fill) if shape.fill else Qt.BrushStyle.NoBrush)
    painter.drawPath(shape.path)
    painter.setOpacity(1.0)


def paint_outside(painter: QPainter, scale: float) -> None:
    """Sky and garden: a low sun and birds by day, stars and a moon by night."""
    groups = drawing().groups
    if theme.dark():
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("text_muted", 0.6))
        for x, y, radius in plan.STARS:
            painter.drawEllipse(QPointF(x, y), radius, radius)
        painter.setBrush(theme.colour("lamplight_core", 0.85))
        painter.drawPath(parse_path(plan.MOON))
    else:
        for shape in groups["sky"]:
            _paint(painter, shape, scale)
    for shape in groups["garden"]:
        _paint(painter, shape, scale)


def paint_room(painter: QPainter, *, scale: float, room: str, warmth: float, empty: bool = False) -> None:
    """One room: ground, then its lamp's light, the beam, the lit shade, the furniture."""
    shape = drawing().rooms[room]
    mode = theme.mode()
    share = warmth * tokens().warmth.ground_mix[mode]
    ground = theme.mix(theme.colour("room_unlit"), theme.colour("room_lit"), share)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    for path in shape.ground:
        painter.drawPath(path)
    if lit(warmth):
        painter.setBrush(_pool(room, warmth * tokens().warmth.pool_alpha[mode]))
        painter.drawPath(shape.outline)
        if room == "windowsill":
            painter.setBrush(
                theme.colour("lamplight_core", min(1.0, warmth * (0.28 if theme.dark() else 0.95)))
            )
            painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in plan.BEAM]))
    _paint_furniture(painter, room, shape, lit(warmth), scale, _EMPTY_OPACITY if empty else 1.0)


def _pool(room: str, alpha: float) -> QBrush:
    x, y, radius = plan.LAMPS[room]
    gradient = QRadialGradient(QPointF(x, y), radius)
    gradient.setColorAt(0.0, theme.colour("lamplight_core", alpha))
    gradient.setColorAt(0.35, theme.colour("lamplight", alpha * 0.55))
    clear = theme.colour("lamplight")
    clear.setAlphaF(0.0)
    gradient.setColorAt(1.0, clear)
    return QBrush(gradient)


def _paint_furniture(
    painter: QPainter, room: str, shape: RoomShape, on: bool, scale: float, opacity: float
) -> None:
    for piece in shape.furniture:
        fill = theme.colour("lamplight_core") if on and piece.path is shape.shade else Qt.BrushStyle.NoBrush
        painter.setBrush(fill)
        painter.setPen(pen(piece.stroke or f"{room}.ink", piece.width, scale))
        painter.setOpacity(piece.opacity * opacity)
        painter.drawPath(piece.path)
    painter.setOpacity(1.0)


def paint_structure(painter: QPainter, scale: float) -> None:
    """Walls, roof, glass, ground line, smoke, and the lantern on top, which is always lit."""
    groups = drawing().groups
    night = theme.dark()
    if night:
        for shape in groups["structure"]:
            painter.setPen(pen("house_edge", 2.4, scale))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shape.path)
    for shape in groups["structure"]:
        _paint(painter, shape, scale)
    for name in ("glass", "detail", "smoke"):
        for shape in groups[name]:
            at_night = "house_edge" if shape.stroke == "house_cut" and night else shape.stroke
            _paint(painter, Shape(shape.path, shape.fill, at_night, shape.width, shape.opacity), scale)
    for shape in groups["belvedere"]:
        _paint(painter, shape, scale, edge="house_edge" if night and shape.fill == "house_cut" else None)


def paint_ring(painter: QPainter, path: QPainterPath, colour: QColor, width: float) -> None:
    """A ring of `width` along the inside of an outline."""
    painter.save()
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    made = QPen(colour, width * 2)
    made.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(made)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(path)
    painter.restore()
