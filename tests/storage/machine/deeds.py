"""Edits of days and months as the machine of undo does them: on rows that may be there or not."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from app.engine.commands import (
    ActivateMonths,
    Command,
    DeleteFragments,
    DeleteMonth,
    EditFragment,
    KeepDay,
    LabelVersion,
    MergeFragments,
    MoveFragments,
    RestoreVersion,
    SetBudget,
    SplitFragment,
    WriteFragment,
    WriteMonth,
)

DAYS: Final = ("2026-03-04", "2026年3月5日", "6 March 2026", None)


@dataclass(frozen=True, slots=True)
class Picked:
    """What a deed is about; ids are 0 where there is nothing."""

    character: int
    fragment: int
    other: int
    version: int
    number: int

    @property
    def day(self) -> str | None:
        return DAYS[self.number % len(DAYS)]

    @property
    def text(self) -> str:
        return f"第{self.number % 7}件事。 and more of it"


DEEDS: Final[Mapping[str, Callable[[Picked], Command]]] = {
    "write": lambda p: WriteFragment(p.character, p.day, None, "happy", p.text),
    "edit": lambda p: EditFragment(p.fragment, {"content": p.text, "day": p.day}),
    "move": lambda p: MoveFragments([p.fragment, p.other], p.day),
    "merge": lambda p: MergeFragments([p.fragment, p.other]),
    "split": lambda p: SplitFragment(p.fragment, [p.number % 9, 5]),
    "delete": lambda p: DeleteFragments([p.fragment]),
    "keep": lambda p: KeepDay(
        p.character,
        p.day or DAYS[0] or "",
        p.text,
        None,
        "auto",
        sources=[{"target_kind": "fragment", "target_id": p.other}] if p.other else (),
    ),
    "month": lambda p: WriteMonth(p.character, "2026-03", p.text, "model" if p.number % 2 else "author"),
    "restore": lambda p: RestoreVersion(p.version),
    "name": lambda p: LabelVersion(p.version, p.text if p.number % 3 else ""),
    "switch": lambda p: ActivateMonths(p.character, ["2026-03", "2026-04"], bool(p.number % 2)),
    "unwrite": lambda p: DeleteMonth(p.character, "2026-03"),
    "budget": lambda p: SetBudget(p.character, p.number % 3 * 100 or None),
}
