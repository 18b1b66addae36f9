"""Icons by name and role: an SVG is an alpha mask, tinted when it is painted, so that a theme switch reaches it."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QIconEngine, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from app.domain.rooms import ROOM_KEYS
from app.resources import icon_file
from app.ui import theme
from app.ui.tokens import tokens

DISABLED_ALPHA = 0.45
_LARGE = 48  # from this side on a stroke that grew along would look like a poster
_STROKE = b'stroke-width="1.6"'
_FINE_STROKE = b'stroke-width="0.55"'


@lru_cache(maxsize=256)
def _renderer(name: str, fine: bool) -> QSvgRenderer:
    path = icon_file(f"{name}.svg")
    if not path.is_file():
        raise FileNotFoundError(f"no icon {name}")
    drawn = path.read_bytes()
    return QSvgRenderer(QByteArray(drawn.replace(_STROKE, _FINE_STROKE) if fine else drawn))


@lru_cache(maxsize=1024)
def _tinted(name: str, colour: int, side: int, ratio: float) -> QPixmap:
    """A square pixmap of `side` logical pixels in one colour (an ARGB number)."""
    renderer = _renderer(name, side >= _LARGE)
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    renderer.render(painter, QRectF(0, 0, pixmap.width(), pixmap.height()))
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(pixmap.rect(), QColor.fromRgba(colour))
    painter.end()
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def full_name(name: str) -> str:
    """`gear` → `ui/gear`, `attic` → `rooms/attic`; a name with a folder stays."""
    if "/" in name:
        return name
    return f"rooms/{name}" if name in ROOM_KEYS else f"ui/{name}"


@lru_cache(maxsize=256)
def mood_icon(mood: str | None) -> str | None:
    """The icon of a mood, or None: an imported mood outside the core twelve has its word only."""
    return f"moods/{mood}" if mood and icon_file(f"moods/{mood}.svg").is_file() else None


def link_icon(kind: str) -> str:
    """The icon of a link kind."""
    return f"links/{kind}" if kind in tokens().links else "ui/link"


def pixmap(name: str, role: str, size: int, ratio: float = 1.0, alpha: float = 1.0) -> QPixmap:
    """The icon tinted with the role's present colour, `size` logical pixels square."""
    return _tinted(full_name(name), theme.colour(role, alpha).rgba(), size, ratio)


def paint_icon(painter: QPainter, rect: QRect | QRectF, name: str, role: str, alpha: float = 1.0) -> None:
    """Paint the icon centred in `rect`, as large as fits."""
    side = int(min(rect.width(), rect.height()))
    if side <= 0:
        return
    ratio = painter.device().devicePixelRatioF()
    left = rect.left() + (rect.width() - side) / 2
    top = rect.top() + (rect.height() - side) / 2
    painter.drawPixmap(QPoint(round(left), round(top)), pixmap(name, role, side, ratio, alpha))


class _Engine(QIconEngine):
    """Tints at paint time."""

    def __init__(self, name: str, role: str) -> None:
        super().__init__()
        self._name = name
        self._role = role

    def clone(self) -> QIconEngine:
        return _Engine(self._name, self._role)

    def paint(self, painter: QPainter, rect: QRect, mode: QIcon.Mode, _state: QIcon.State) -> None:
        faint = DISABLED_ALPHA if mode == QIcon.Mode.Disabled else 1.0
        paint_icon(painter, rect, self._name, self._role, faint)

    def pixmap(self, size: QSize, mode: QIcon.Mode, state: QIcon.State) -> QPixmap:
        return self.scaledPixmap(size, mode, state, 1.0)

    def scaledPixmap(self, size: QSize, mode: QIcon.Mode, _state: QIcon.State, scale: float) -> QPixmap:  # noqa: N802
        # Since Qt 6.8 the size is in logical pixels, whatever the scale.
        faint = DISABLED_ALPHA if mode == QIcon.Mode.Disabled else 1.0
        return pixmap(self._name, self._role, min(size.width(), size.height()), scale, faint)


@lru_cache(maxsize=256)
def icon(name: str, role: str = "text_muted") -> QIcon:
    """A QIcon that follows the theme, for menus, actions and Qt's own buttons."""
    return QIcon(_Engine(name, role))
