"""Colours, fonts and sizes by what they are for, in light and dark; follows the system or a choice, live.

Ask at paint time (`colour("text_muted")`, `font("read")`, `u(6)`) and a switch needs nothing more: every
widget gets a `PaletteChange`, and a `FontChange` when the size changes.
"""

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QColor, QFont, QFontInfo, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from app.ui import i18n, qss
from app.ui.tokens import tokens

CHOICES: Final = ("system", "light", "dark")
_PLATFORM_WITHOUT_FONTS: Final = ("offscreen", "minimal")


class _Live:
    """The theme in use."""

    choice = "system"
    mode = "light"
    base_px = float(tokens().base_px)
    system_px = float(tokens().base_px)
    reduced_motion = False


_live = _Live()


def setup(app: QApplication, choice: str = "system", scale: float = 1.0) -> None:
    """Dress the application; once, before the first widget."""
    app.setStyle("Fusion")
    if QGuiApplication.platformName() not in _PLATFORM_WITHOUT_FONTS:
        # Windows' default of 12 px is below what the drawings were made for.
        _live.system_px = max(float(tokens().base_px), float(QFontInfo(app.font()).pixelSize()))
    app.styleHints().colorSchemeChanged.connect(_on_system_scheme_changed)
    _live.base_px = _live.system_px * scale
    choose(choice)


def choose(choice: str) -> None:
    """Switch to `light`, `dark` or the system's scheme."""
    _live.choice = choice if choice in CHOICES else "system"
    hints = QGuiApplication.styleHints()
    scheme = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}.get(_live.choice)
    if scheme is None:
        hints.unsetColorScheme()
    else:
        hints.setColorScheme(scheme)
    _live.mode = _live.choice
    if scheme is None:
        _live.mode = "dark" if hints.colorScheme() == Qt.ColorScheme.Dark else "light"
    _apply()


def set_scale(scale: float) -> None:
    """Make all text, and with it all sizes, `scale` times the system's."""
    _live.base_px = _live.system_px * scale
    _apply()
    # A widget with a font of its own hears nothing of the application's: tell each.
    for widget in QApplication.allWidgets():
        QCoreApplication.sendEvent(widget, QEvent(QEvent.Type.FontChange))


def set_reduced_motion(reduced: bool) -> None:
    """Switch all animation off or on."""
    _live.reduced_motion = reduced


def _on_system_scheme_changed(_scheme: Qt.ColorScheme) -> None:
    if _live.choice == "system":
        choose("system")


def _apply() -> None:
    app = QApplication.instance()
    if not isinstance(app, QApplication):
        return
    font.cache_clear()
    app.setFont(font("body"))
    app.setPalette(palette())
    app.setStyleSheet(qss.sheet(lambda role: colour(role).name(), px))


def mode() -> str:
    """`light` or `dark`."""
    return _live.mode


def choice() -> str:
    """What was chosen: `system`, `light` or `dark`."""
    return _live.choice


def dark() -> bool:
    return _live.mode == "dark"


def motion(name: str) -> int:
    """Milliseconds of a movement (`fast_ms`, `normal_ms`, `lamp_ms`); 0 under reduced motion."""
    return 0 if _live.reduced_motion else tokens().motion[name]


def colour(role: str, alpha: float = 1.0) -> QColor:
    """The colour of a role: `accent`, `attic.ink`, `link.causal`."""
    found = QColor(tokens().colours[_live.mode][role])
    if alpha < 1.0:
        found.setAlphaF(alpha)
    return found


def mix(first: QColor, second: QColor, share: float) -> QColor:
    """`first` with a `share` of `second`."""

    def part(x: float, y: float) -> float:
        return x + (y - x) * share

    return QColor.fromRgbF(
        part(first.redF(), second.redF()),
        part(first.greenF(), second.greenF()),
        part(first.blueF(), second.blueF()),
        part(first.alphaF(), second.alphaF()),
    )


def hovered(ground: QColor) -> QColor:
    """A button's ground under the pointer."""
    return mix(ground, colour("text"), 0.06)


@lru_cache(maxsize=128)
def _font(style: str, weight: int | None, tabular: bool, base_px: float, zh: bool) -> QFont:
    spec = tokens().styles[style]
    made = QFont()
    made.setFamilies(list(tokens().families[spec.family]))
    dpi = QGuiApplication.primaryScreen().logicalDotsPerInchY() if QGuiApplication.primaryScreen() else 96.0
    made.setPointSizeF(base_px * spec.em * 72 / dpi)
    heavy = spec.weight if weight is None else weight
    if zh and spec.family == "sans":  # bold Chinese clogs at text sizes
        heavy = min(heavy, tokens().zh_weight_max)
    made.setWeight(QFont.Weight(heavy))
    if spec.features:
        made.setFeature(QFont.Tag(spec.features), 1)
    if tabular:
        made.setFeature(QFont.Tag("tnum"), 1)
    return made


class _Fonts:
    """Fonts by style; a caller gets its own copy."""

    def __call__(self, style: str = "body", weight: int | None = None, *, tabular: bool = False) -> QFont:
        return QFont(_font(style, weight, tabular, _live.base_px, i18n.language() == "zh"))

    def cache_clear(self) -> None:
        _font.cache_clear()


font: Final = _Fonts()


def mono() -> QFont:
    """The fixed-width font, for addresses and ids."""
    made = font("small")
    made.setFamilies(list(tokens().families["mono"]) + list(tokens().families["sans"]))
    return made


def size_px(style: str) -> float:
    """Font size of a style in pixels."""
    return _live.base_px * tokens().styles[style].em


def line_factor(style: str) -> float:
    """Line height of a style, as a factor of its font size; looser in Chinese."""
    extra = tokens().zh_line_extra if i18n.language() == "zh" else 0.0
    return tokens().styles[style].line + extra


def px(design: float) -> int:
    """`design` pixels of the drawings (made at a 13 px font), at this font."""
    return round(design * _live.base_px / tokens().base_px)


def u(count: float) -> int:
    """`count` units of 4 design pixels."""
    return px(count * 4)


def space(name: str) -> int:
    """A named size (`row`, `control`, `sidebar`, `inspector` …)."""
    return px(tokens().space[name])


def radius(name: str) -> int:
    """A named corner radius (`chip`, `control`, `card`, `dialog`)."""
    return px(tokens().radius[name])


def palette() -> QPalette:
    """Qt's own palette in our roles."""
    made = QPalette()
    role = QPalette.ColorRole
    pairs = {
        role.Window: "window",
        role.WindowText: "text",
        role.Base: "panel",
        role.AlternateBase: "raised",
        role.Text: "text",
        role.PlaceholderText: "text_muted",
        role.Button: "raised",
        role.ButtonText: "text",
        role.BrightText: "danger",
        role.Highlight: "selection",
        role.HighlightedText: "selection_text",
        role.Accent: "accent",
        role.Link: "accent",
        role.LinkVisited: "accent",
        role.ToolTipBase: "raised",
        role.ToolTipText: "text",
        role.Light: "raised",
        role.Midlight: "line",
        role.Mid: "line",
        role.Dark: "line_strong",
        role.Shadow: "line_strong",
    }
    for qt_role, ours in pairs.items():
        made.setColor(qt_role, colour(ours))
    faint = mix(colour("panel"), colour("text_muted"), 0.55)
    for qt_role in (role.WindowText, role.Text, role.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, qt_role, faint)
    return made


def paint_ground(widget: QWidget, role: str) -> None:
    """Give a plain container a ground by role; kept through theme switches by the style sheet."""
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground, True)
    widget.setProperty("ground", role)
