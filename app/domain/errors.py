"""Two kinds of failure: the world's, which is told to the user, and ours, which is a bug."""

from collections.abc import Mapping
from types import MappingProxyType


class KnownError(Exception):
    """The world's fault: told with what failed, what was kept and what to do.

    `message` and `remedy` are English templates, filled by `facts`; the window translates the
    templates, the command line prints them filled.
    """

    def __init__(self, code: str, message: str, remedy: str = "", /, **facts: object) -> None:
        super().__init__(message.format_map(facts))
        self.code = code
        self.template = message
        self.remedy_template = remedy
        self.facts: Mapping[str, object] = MappingProxyType(facts)

    @property
    def message(self) -> str:
        return self.template.format_map(self.facts)

    @property
    def remedy(self) -> str:
        return self.remedy_template.format_map(self.facts)

    def stored(self) -> dict[str, object]:
        """Give it as it is kept in JSON and translated where it is shown again: its facts are numbers and names."""
        facts = {
            name: fact if isinstance(fact, int | float) else str(fact) for name, fact in self.facts.items()
        }
        return {
            "code": self.code,
            "message": self.template,
            "remedy": self.remedy_template,
            "facts": facts,
        }


class BugError(Exception):
    """Our own fault: logged loudly, never explained away."""


def mark(text: str) -> str:
    """Mark a template that is stored or carried and translated only where it is shown."""
    return text
