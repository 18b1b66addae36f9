"""Review or auto: what the author chose for each step, and the rule that imported text is looked at once before."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from app.domain.errors import BugError, mark
from app.engine.commands.base import Effect
from app.storage import proposals, settings
from app.storage.driver import Connection

Way = Literal["review", "auto", "off"]
STEPS: Final[Mapping[str, str]] = {
    "extraction": mark("Reading into memories"),
    "deep_links": mark("Links that a model sees"),
    "box_naming": mark("Names of event boxes"),
}
READING: Final = "extraction"  # the step that cannot be left out
_NAME: Final = "step.{step}"


def chosen(conn: Connection, step: str) -> Way:
    """Give what the author chose for a step; auto until they do."""
    kept = settings.get(conn, _NAME.format(step=step))
    return "review" if kept == "review" else "off" if kept == "off" and step != READING else "auto"


def way_now(conn: Connection, character: int, step: str) -> Way:
    """Give what becomes of a step's output: as chosen, but imported text waits until one run has been reviewed."""
    way = chosen(conn, step)
    return "review" if way == "auto" and not proposals.reviewed(conn, character) else way


@dataclass(frozen=True, slots=True)
class ChooseWay:
    """Let a step's output wait for review, or be applied at once, or leave the step out."""

    step: str
    way: Way

    label = property(
        lambda self: (
            mark("Review what a step suggests")
            if self.way == "review"
            else mark("Leave a step out")
            if self.way == "off"
            else mark("Apply a step at once")
        )
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {}

    def apply(self, conn: Connection, now: int) -> Effect:
        del now
        ways = {"review", "auto"} if self.step == READING else {"review", "auto", "off"}
        if self.step not in STEPS or self.way not in ways:
            raise BugError(f"no step {self.step} or way {self.way}")
        if chosen(conn, self.step) == self.way:
            return Effect(notes=(mark("Nothing to change."),))
        return Effect((settings.put(conn, _NAME.format(step=self.step), self.way),), {"settings": 1})
