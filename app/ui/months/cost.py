"""What the months cost in the prompt: stretches of the budget, what a switch would change, what would not fit."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.engine.months.overview import MonthTile, Overview
from app.ui.i18n import format_month, tr

SUMMARIES = "summaries"


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of the meter: the texts of all months, or the days of one that is switched on."""

    key: str  # SUMMARIES or a month
    name: str
    tokens: int


@dataclass(frozen=True, slots=True)
class Cost:
    """Against `budget` (None: no limit); `exact`: counted by the model's own tokenizer, else estimated; `by` names it."""

    stretches: tuple[Stretch, ...] = ()
    budget: int | None = None
    exact: bool = False
    by: str = ""

    @property
    def total(self) -> int:
        return sum(one.tokens for one in self.stretches)

    @property
    def over(self) -> int:
        return max(0, self.total - self.budget) if self.budget is not None else 0


@dataclass(frozen=True, slots=True)
class Ghost:
    """What a switch under the pointer would do: stretches that would come, and keys of those that would go."""

    coming: tuple[Stretch, ...] = ()
    going: frozenset[str] = frozenset()

    def change(self, cost: Cost) -> int:
        gone = sum(one.tokens for one in cost.stretches if one.key in self.going)
        return sum(one.tokens for one in self.coming) - gone


def cost_of(overview: Overview) -> Cost:
    """Tell what the switches cost as they stand."""
    told = [one for one in overview.months if one.summary_tokens]
    texts = sum(one.summary_tokens for one in told)
    name = tr("{n} summary", "{n} summaries", n=len(told))
    first = (Stretch(SUMMARIES, name, texts),) if told else ()
    days = tuple(_days(one) for one in overview.months if one.active and one.detail_tokens)
    return Cost((*first, *days), overview.budget, overview.exact, overview.counted)


def _days(tile: MonthTile) -> Stretch:
    month = format_month(tile.month, year=False, short=True)
    return Stretch(tile.month, tr("{month} days", month=month), tile.detail_tokens)


def ghost_of(tiles: Sequence[MonthTile], *, on: bool) -> Ghost:
    """Tell what switching these months on or off would change."""
    if not on:
        return Ghost(going=frozenset(one.month for one in tiles if one.active))
    return Ghost(tuple(_days(one) for one in tiles if not one.active and one.detail_tokens))


def left_out(cost: Cost) -> list[Stretch]:
    """Name what gives way over the budget: the oldest days first, then the oldest texts (as the prompt is put together).

    Of the newest month among them, and of the texts, only the oldest go as long as there is room for more.
    """
    if cost.budget is None or not cost.over:
        return []
    texts = [one for one in cost.stretches if one.key == SUMMARIES]
    room = cost.budget - sum(one.tokens for one in texts)
    gone = [replace(one, name=tr("the oldest of {what}", what=one.name)) for one in texts if room < 0]
    for one in reversed([one for one in cost.stretches if one.key != SUMMARIES]):
        if one.tokens > room:
            partly = replace(one, name=tr("the oldest {what}", what=one.name))
            gone.insert(0, partly if room > 0 else one)
        room = max(0, room - one.tokens)
    return gone
