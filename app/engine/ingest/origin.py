"""Which file an import read and how: enough to know it again, and nothing of where it lies."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any


def described(path: Path, zone: str, character: str | None, format_: str) -> dict[str, Any]:
    """Give a run's facts about its file; its size and time of change stand for its content."""
    facts: dict[str, Any] = {"file": _named(path), "timezone": zone, "format": format_}
    if character is not None:
        facts["into"] = character
    return facts | (_state(path) or {})


def is_that(path: Path, facts: Mapping[str, Any]) -> bool:
    """Tell whether this is the file of these facts, unchanged since."""
    state = _state(path)
    told = {name: facts.get(name) for name in ("size", "changed_ns")}
    return _named(path) == facts.get("file") and state is not None and state == told


def _named(path: Path) -> str:
    """Give the file's name as text; a byte of it that is none is shown as �."""
    return path.name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _state(path: Path) -> dict[str, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return {"size": found.st_size, "changed_ns": found.st_mtime_ns}
