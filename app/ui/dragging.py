"""Memories carried from a list to a room: the form of what is dragged."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QByteArray, QMimeData

MEMORIES_MIME: Final = "application/x-belvedere-memories"


def carry(memories: Iterable[int]) -> QMimeData:
    """Pack ids for a drag."""
    data = QMimeData()
    data.setData(MEMORIES_MIME, QByteArray(",".join(map(str, sorted(memories))).encode()))
    return data


def carried(data: QMimeData) -> list[int]:
    """Give the ids of a drag; anything else than numbers was not ours."""
    parts = bytes(data.data(MEMORIES_MIME).data()).decode("ascii", "replace").split(",")
    return [int(part) for part in parts] if all(part.isdigit() for part in parts) else []
