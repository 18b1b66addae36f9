"""What belongs to this machine and not to a palace: where its settings and data lie. A marker makes them portable."""

import sys
from pathlib import Path

import platformdirs

NAME = "belvedere"
MARKER = "belvedere.portable"


def program_folder() -> Path:
    """Give the folder the program lies in."""
    if getattr(sys, "frozen", False):
        return Path(sys.executable).resolve().parent
    return Path(__file__).resolve().parents[1]


def portable() -> bool:
    """Tell whether a marker file beside the program keeps everything beside it."""
    return (program_folder() / MARKER).is_file()


def config_folder() -> Path:
    """Give the folder of settings and window state."""
    if portable():
        return program_folder() / "belvedere-data"
    return Path(platformdirs.user_config_dir(NAME, appauthor=False))


def data_folder() -> Path:
    """Give the folder of backups, the demo palace, ledgers and sessions."""
    if portable():
        return program_folder() / "belvedere-data"
    return Path(platformdirs.user_data_dir(NAME, appauthor=False))


def backup_folder() -> Path:
    """Give the folder of the rolling backups."""
    return data_folder() / "backups"
