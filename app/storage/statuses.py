"""The statuses of memories as SQL lists: `status IN {LIVING}`."""

from collections.abc import Iterable
from typing import Final

from app.domain import statuses


def _listed(names: Iterable[str]) -> str:
    return "(" + ", ".join(f"'{name}'" for name in names) + ")"


LIVING: Final = _listed(statuses.LIVING)
RECALLED: Final = _listed(statuses.RECALLED)
GONE: Final = _listed(statuses.GONE)
