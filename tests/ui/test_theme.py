"""Colours come from the token file alone, reach every widget at a switch, and keep their contrast."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from app.domain.rooms import ROOM_KEYS
from app.resources import icon_file
from app.ui import i18n, icons, theme
from app.ui.tokens import MODES, tokens

UI = Path(__file__).parents[2] / "app" / "ui"


def _luminance(text: str) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    colour = QColor(text)
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def _contrast(first: str, second: str) -> float:
    light, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("mode", MODES)
def test_text_can_be_read_on_every_ground(mode: str) -> None:
    colours = tokens().colours[mode]
    for ground in ("window", "panel", "raised", "selection"):
        for ink in ("text", "text_muted", "accent", "danger"):
            assert _contrast(colours[ink], colours[ground]) >= 4.5, (ink, ground)
    for room in ROOM_KEYS:
        assert _contrast(colours[f"{room}.ink"], colours[f"{room}.soft"]) >= 4.5, room


def test_both_themes_have_the_same_roles() -> None:
    light, dark = (set(tokens().colours[mode]) for mode in MODES)
    assert light == dark
    assert {f"{room}.{part}" for room in ROOM_KEYS for part in ("fill", "ink", "soft")} <= light


def test_no_colour_is_written_in_code() -> None:
    files = list(UI.rglob("*.py"))
    assert files
    for path in files:
        assert not re.search(r"""["']#[0-9A-Fa-f]{6,8}["']""", path.read_text(encoding="utf-8")), path


def test_every_icon_named_in_code_is_there() -> None:
    named = re.compile(r"""icon=["']([a-z/_-]+)["']""")
    found = [
        (path, name) for path in UI.rglob("*.py") for name in named.findall(path.read_text(encoding="utf-8"))
    ]
    assert found
    for path, name in found:
        assert icon_file(f"{icons.full_name(name)}.svg").is_file(), (path, name)


def test_a_switch_reaches_palette_icons_and_widgets(dressed: QApplication, qtbot: object) -> None:
    heard: list[str] = []

    class Child(QWidget):
        def changeEvent(self, event: QEvent) -> None:
            if event.type() == QEvent.Type.PaletteChange:
                heard.append(theme.mode())
            super().changeEvent(event)

    window = QWidget()
    qtbot.addWidget(window)  # type: ignore[attr-defined]
    Child(window)
    window.show()
    made = icons.icon("gear", "text")
    before = made.pixmap(20, 20).toImage()
    theme.choose("dark")
    assert "dark" in heard
    assert dressed.palette().color(QPalette.ColorRole.Window) == QColor(tokens().colours["dark"]["window"])
    assert dressed.palette().color(QPalette.ColorRole.Accent) == theme.colour("accent")
    assert made.pixmap(20, 20).toImage() != before


def test_sizes_follow_the_font(dressed: QApplication) -> None:
    assert theme.px(13) == 13
    theme.set_scale(2.0)
    assert theme.px(13) == 26
    assert theme.u(6) == 48
    assert dressed.font().pointSizeF() == pytest.approx(theme.font("body").pointSizeF())


def test_chinese_is_looser_and_never_bold_at_text_sizes(dressed: QApplication) -> None:
    latin = theme.line_factor("read")
    i18n.choose("zh")
    assert theme.line_factor("read") == pytest.approx(latin + 0.14)
    assert theme.font("body", 600).weight() == 500
    assert theme.font("title").weight() == 600


def test_icons_are_sharp_at_any_ratio(dressed: QApplication) -> None:
    twice = icons.pixmap("attic", "attic.ink", 16, 2.0)
    assert (twice.width(), twice.devicePixelRatio()) == (32, 2.0)
    asked = icons.icon("gear").pixmap(QSize(16, 16), 2.0)
    assert (asked.width(), asked.devicePixelRatio()) == (32, 2.0)
    assert icons.mood_icon("tender") == "moods/tender"
    assert icons.mood_icon("melancholisch") is None
    with pytest.raises(FileNotFoundError):
        icons.pixmap("nothing", "text", 16)
