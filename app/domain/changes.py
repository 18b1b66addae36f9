"""What a committed edit touched: the one notice that views re-query on."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_NOTHING: Mapping[str, frozenset[int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Changes:
    """Row ids per tracked table; `everything` after an import, an undo of a run or another process's commit."""

    rows: Mapping[str, frozenset[int]] = field(default_factory=lambda: _NOTHING)
    everything: bool = False
    edit: int | None = None
    run: int | None = None

    def touches(self, *tables: str) -> bool:
        """Tell whether any row of one of `tables` may have changed."""
        return self.everything or any(self.rows.get(table) for table in tables)

    def __bool__(self) -> bool:
        return self.everything or any(self.rows.values())


def merge(parts: "list[Changes]") -> Changes:
    """One notice for several edits of a run."""
    rows: dict[str, set[int]] = {}
    for part in parts:
        for table, ids in part.rows.items():
            rows.setdefault(table, set()).update(ids)
    frozen = {table: frozenset(ids) for table, ids in rows.items()}
    return Changes(MappingProxyType(frozen), any(part.everything for part in parts))
