"""What belongs to this machine, not to a palace: theme, language, window state, recent palaces."""

import json
import os
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from app.machine import MARKER, config_folder, data_folder, portable, program_folder

__all__ = ["MARKER", "Machine", "config_folder", "data_folder", "portable", "program_folder"]

_RECENT = 8
_IMPORTS = 24


@dataclass
class Machine:
    """The settings; `save` writes them at once."""

    theme: str = "system"
    language: str = "system"
    font_scale: float = 1.0
    reduced_motion: bool = False
    width: int = 1440
    height: int = 900
    maximized: bool = False
    panel: str = "palace"
    recent: list[str] = field(default_factory=list)
    imports: list[str] = field(default_factory=list)  # files that were imported here, the newest first

    @classmethod
    def load(cls, folder: Path | None = None) -> "Machine":
        """Read the settings; what cannot be read is as if it had never been set."""
        path = (folder or config_folder()) / "window.json"
        try:
            raw = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return cls()
        if not isinstance(raw, dict):
            return cls()
        made = cls()
        for known in fields(cls):
            value = raw.get(known.name)
            if value is not None and isinstance(value, type(getattr(made, known.name))):
                setattr(made, known.name, value)
        made.recent = [str(entry) for entry in made.recent]
        made.imports = [str(entry) for entry in made.imports]
        return made

    def save(self, folder: Path | None = None) -> None:
        """Write the settings; a folder that cannot be written is no reason to stop."""
        path = (folder or config_folder()) / "window.json"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            beside = path.with_suffix(".new")
            beside.write_text(json.dumps(asdict(self), ensure_ascii=False, indent=1), encoding="utf-8")
            os.replace(beside, path)  # noqa: PTH105 - atomic on every platform
        except OSError:
            return

    def remember_import(self, file: Path) -> None:
        """Put a file first among those imported: a run that is cut short finds it again."""
        entry = str(file.resolve())
        self.imports = [entry, *[other for other in self.imports if other != entry]][:_IMPORTS]

    def remember(self, palace: Path) -> None:
        """Put a palace first among the recent ones."""
        entry = str(palace.resolve())
        self.recent = [entry, *[other for other in self.recent if other != entry]][:_RECENT]
