"""What an edit, a run or a task is called: carried as template and facts, put into words only where it is shown."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

_KEYS = {"template", "facts"}


@dataclass(frozen=True, slots=True)
class Label:
    """An English template and what fills it; a fact may be a label again: `Undo “{label}”`.

    As text it is English: the command line prints it so, the window translates it with all that is inside.
    """

    template: str
    facts: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}))

    def __str__(self) -> str:
        """Fill the template; one that lacks a fact is shown as it stands."""
        try:
            return self.template.format_map(self.facts)
        except (KeyError, IndexError, ValueError):
            return self.template

    def stored(self) -> dict[str, Any]:
        """Give it as JSON, for the facts of another label."""
        facts = {name: stored(value) for name, value in self.facts.items()}
        return {"template": self.template, "facts": facts}

    @classmethod
    def read(cls, template: str, facts: Mapping[str, Any]) -> "Label":
        """Make a label of a template and facts that come from JSON."""
        return cls(template, {name: _read(value) for name, value in facts.items()})


def stored(fact: object) -> object:
    """Give a fact as JSON can hold it."""
    return fact.stored() if isinstance(fact, Label) else fact


def _read(value: Any) -> object:
    if isinstance(value, dict) and value.keys() == _KEYS:
        return Label.read(value["template"], value["facts"])
    return value
