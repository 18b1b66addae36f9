"""Where our own files lie: the source tree, the wheel (`app/_resources`) or a frozen build."""

import sys
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def _roots() -> tuple[Path, Path]:
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen:
        base = Path(frozen) / "app" / "_resources"
    else:
        base = _PACKAGE / "_resources"
    if base.is_dir():
        return base, base / "icons"
    return _PACKAGE.parent / "resources", _PACKAGE.parent / "icons"


def resource(name: str) -> Path:
    """Path of a file under `resources/`, for example `themes/tokens.toml`."""
    return _roots()[0] / name


def icon_file(name: str) -> Path:
    """Path of a file under `icons/`, for example `rooms/attic.svg`."""
    return _roots()[1] / name
