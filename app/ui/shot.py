"""Pictures of the panels, off screen: for the README, for eyes, for machines without a display."""

import asyncio
import os
import time
from collections.abc import Sequence
from pathlib import Path

from app.domain.errors import KnownError

_PATIENCE_S = 10.0
_SETTLED_FRAMES = 6


def shoot(
    palace: Path,
    out_dir: Path,
    *,
    panel: str | None = None,
    theme: str = "light",
    language: str = "en",
    size: tuple[int, int] = (1440, 900),
    scale: float = 1.0,
) -> list[Path]:
    """Grab each panel of a palace to `<nn>-<panel>-<theme>-<lang>.png`; all of the sidebar's when none is named.

    Needs a process without a QApplication of another scale: Qt takes the scale once.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    if scale != 1.0:
        os.environ["QT_SCALE_FACTOR"] = str(scale)
    from PySide6.QtWidgets import QApplication

    from app.ui import aio, i18n
    from app.ui import theme as themes

    app = QApplication.instance() or QApplication(["belvedere"])
    if not isinstance(app, QApplication):
        raise TypeError(type(app))
    i18n.choose(language)
    themes.setup(app, theme)
    themes.set_reduced_motion(True)
    return aio.run(app, lambda: _shoot(palace, out_dir, (panel,) if panel else (), size))


async def _shoot(palace: Path, out_dir: Path, panels: Sequence[str], size: tuple[int, int]) -> list[Path]:
    from PySide6.QtGui import QCursor

    from app.bootstrap import open_palace
    from app.ui.machine import Machine
    from app.ui.shell.main_window import MainWindow
    from app.ui.studio import Studio

    engine = await open_palace(palace, read_only=True)
    studio = Studio()
    window = MainWindow(studio, Machine(width=size[0], height=size[1]))
    QCursor.setPos(-1000, -1000)  # nothing is hovered in a picture
    window.show()
    await studio.open(engine)
    try:
        _make(out_dir)
        await _choose_character(studio)
        return await shoot_window(window, out_dir, panels)
    finally:
        window.hide()
        await studio.close()
        window.deleteLater()


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise KnownError(
            "shot.folder",
            "The pictures cannot be put into {folder}.",
            "Choose a folder that may be written.",
            folder=str(folder),
        ) from fault


async def _choose_character(studio: object) -> None:
    """The character whose language is the window's, where there is one."""
    from app.domain.text import language as language_of
    from app.ui import i18n
    from app.ui.studio import Studio

    if not isinstance(studio, Studio):
        raise TypeError(type(studio))
    for who in studio.characters:
        if (who.language or language_of(who.name)) == i18n.language():
            await studio.choose_character(who.id)
            return


async def shoot_window(window: object, out_dir: Path, panels: Sequence[str] = ()) -> list[Path]:
    """Grab panels of a window that is open."""
    from app.ui import i18n
    from app.ui import theme as themes
    from app.ui.shell.main_window import MainWindow

    if not isinstance(window, MainWindow):
        raise TypeError(type(window))
    shown = [key for key, spec in window.specs.items() if spec.role == "panel" and spec.sidebar]
    made: list[Path] = []
    for number, name in enumerate(panels or shown, 1):
        key, _, tab = name.partition(":")  # `settings:models`
        if key not in shown and key not in window.specs:
            raise KnownError(
                "shot.panel",
                "There is no panel {panel}.",
                "Choose one of: {panels}.",
                panel=key,
                panels=", ".join(shown),
            )
        window.show_panel(key, **({"tab": tab} if tab else {}))
        await settle(window)
        path = out_dir / f"{number:02d}-{name.replace(':', '-')}-{themes.mode()}-{i18n.language()}.png"
        if not window.grab().save(str(path)):
            raise KnownError(
                "shot.write",
                "{file} could not be written.",
                "See whether its folder may be written and has room.",
                file=path.name,
            )
        made.append(path)
    return made


async def settle(window: object) -> None:
    """Wait until the panel has read what it shows."""
    from app.ui import aio

    until = time.monotonic() + _PATIENCE_S
    quiet = 0
    while quiet < _SETTLED_FRAMES and time.monotonic() < until:
        await asyncio.sleep(0.02)
        quiet = 0 if aio.busy() else quiet + 1
