"""How months, their days and entries are named."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Final

from app.engine.months.candidates import Candidate
from app.engine.months.overview import MonthTile
from app.engine.months.templates import PURPOSES
from app.engine.months.templates import Choice as Wording
from app.ui.i18n import format_day, format_month, format_number, tr

_MOST_NAMED: Final = 6


def names_of(months: Sequence[str]) -> str:
    """Name months, the first few of many."""
    shown = [format_month(one) for one in months[:_MOST_NAMED]]
    more = len(months) - len(shown)
    words = tr(", ||between months").join(shown)
    return words + (tr(" and {n} more", n=more) if more else "")


def fitting_month(month: str, fits: Callable[[str], bool], *, year: bool) -> str:
    """A month as its tile says it (`Mar 2026`, `3月`), without its year where there is no room for both."""
    whole = format_month(month, year=year, short=True)
    return whole if fits(whole) else format_month(month, year=False, short=True)


def state_words(tile: MonthTile) -> str:
    """How a month stands, in a word or two."""
    if tile.state == "missing":
        return tr("running||a month") if tile.running else tr("no summary")
    return {"refined": tr("refined"), "edited": tr("edited by hand"), "stale": tr("stale")}[tile.state]


def state_look(tile: MonthTile) -> tuple[str, str]:
    """Icon and ink of a month's state."""
    if tile.state == "missing":
        return ("clock", "text_muted") if tile.running else ("plus", "text_muted")
    return ("warn", "warning") if tile.state == "stale" else ("check", "success")


def price_words(tile: MonthTile) -> str:
    """What a month costs: its text, and its days where they are switched on; without both what lies in it."""
    days = format_number(tile.detail_tokens)
    if tile.active and tile.detail_tokens:
        if not tile.summary_tokens:
            return tr("{days} days||tokens of a month", days=days)
        return tr("{text} + {days} days", text=format_number(tile.summary_tokens), days=days)
    if tile.summary_tokens:
        return tr("{tokens} tokens", tokens=format_number(tile.summary_tokens))
    if tile.fragments:
        return tr("{n} entry", "{n} entries", n=tile.fragments)
    if tile.messages:
        return tr("{n} message", "{n} messages", n=tile.messages)
    return tr("{n} memory", "{n} memories", n=tile.memories)


def changed_words(tile: MonthTile) -> str:
    """Which days changed since the text was made."""
    days = [format_day(date.fromisoformat(day), year=False, short=True) for day in tile.changed_days[:6]]
    more = len(tile.changed_days) - len(days)
    said = tr(", ||between days").join(days) + (tr(" and {n} more", n=more) if more > 0 else "")
    return tr("Changed since its text was made: {days}", days=said)


def spoken(tile: MonthTile) -> str:
    """A month in one sentence, as a screen reader says it."""
    switch = tr("its days go into the prompt") if tile.active else tr("its days are left out")
    parts = [format_month(tile.month), state_words(tile), switch]
    parts.append(tr("{n} entry", "{n} entries", n=tile.fragments))
    parts.append(tr("text {text} tokens, days {days}", text=tile.summary_tokens, days=tile.detail_tokens))
    return tr(", ||between parts").join(parts)


def provenance_words(provenance: str) -> str:
    """Where an entry comes from."""
    names = {
        "archive": tr("by a model"),
        "auto": tr("built-in"),
        "palace": tr("from memories"),
        "import": tr("imported"),
        "manual": tr("by hand"),
    }
    return names.get(provenance, provenance)


def built_in_name() -> str:
    return tr("built-in refiner")


def wording_title(one: Wording) -> str:
    """Name a template: ours in the language chosen, an own one by its author's words."""
    return tr(one.title) if one.built_in else one.title


def title_words(title: str) -> str:
    """Name the wording of a candidate: ours in the language chosen, an own one by its author's words."""
    return tr(PURPOSES["refine"][title]) if title in PURPOSES["refine"] else title


def maker_of(one: Candidate) -> str:
    """Say who made a candidate."""
    return built_in_name() if one.built_in else one.model
