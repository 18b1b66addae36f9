"""What can be done with a case: each deed has a key, words, and one undoable edit behind it (or leads somewhere)."""

from dataclasses import dataclass

from app.engine.commands import Command, DateFromSources, Dismiss, MergeMemories, MoveMemories
from app.storage.memories import Memory
from app.ui.findings.look import Case, CaseFacts
from app.ui.i18n import format_month, tr
from app.ui.memory_card import when


@dataclass(frozen=True, slots=True)
class Deed:
    """A button of the case: `command` changes something; `way` is `later`, `swap`, `memory`, `month` or `storebox`."""

    key: str
    label: str
    command: Command | None = None
    way: str = ""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is proposed for a case, in words, and the deeds in order; the first is what is proposed."""

    icon: str
    title: str
    text: str
    deeds: tuple[Deed, ...]


def ordered(facts: CaseFacts, *, swapped: bool) -> tuple[Memory, ...]:
    """The two of a pair: first the one that would stay."""
    ranked = sorted(facts.memories, key=lambda m: (-m.importance, -m.sources, -m.access_count, m.id))
    return tuple(reversed(ranked)) if swapped else tuple(ranked)


def proposal(facts: CaseFacts, *, swapped: bool = False) -> Proposal:
    """What is proposed for the case."""
    makers = {
        "doubles": lambda: _doubles(facts, swapped=swapped),
        "undated": lambda: _undated(facts),
        "misdated": lambda: _misdated(facts),
        "future": lambda: _future(facts),
        "other_name": lambda: _other_name(facts),
        "month": lambda: _month(facts),
        "evicted": lambda: _evicted(facts),
    }
    return makers[facts.case.kind]()


def _later() -> Deed:
    return Deed("l", tr("Later"), way="later")


def _leave(case: Case, label: str) -> Deed:
    pair = (case.memories[0], case.memories[1] if len(case.memories) > 1 else None)
    return Deed("b", label, Dismiss(case.kind, "memory", [pair]))


def _doubles(facts: CaseFacts, *, swapped: bool) -> Proposal:
    keep, gone = ordered(facts, swapped=swapped)
    return Proposal(
        "merge",
        tr("Merge into the first"),
        tr("Text of the first, sources, tags and links of both. The second stays in the history."),
        (
            Deed("m", tr("Merge"), MergeMemories(keep.id, [gone.id])),
            _leave(facts.case, tr("Keep both")),
            Deed("s", tr("Swap"), way="swap"),
            _later(),
        ),
    )


def _undated(facts: CaseFacts) -> Proposal:
    leave = _leave(facts.case, tr("Leave undated"))
    if facts.source_day is None:
        return Proposal(
            "clock",
            tr("No source tells the day"),
            tr("You can write a date in its inspector, or leave it as it is."),
            (Deed("o", tr("Open it"), way="memory"), leave, _later()),
        )
    date_it = Deed("d", tr("Date it"), DateFromSources(facts.case.memories))
    return Proposal(
        "clock",
        tr("Date it {day}", day=when(facts.source_day)),
        tr("The day of the first message it rests on."),
        (date_it, leave, _later()),
    )


def _misdated(facts: CaseFacts) -> Proposal:
    return Proposal(
        "clock",
        tr("Date it {day}", day=when(facts.source_day)),
        tr(
            "The day of the first message it rests on, instead of {day}.",
            day=when(facts.memories[0].occurred),
        ),
        (
            Deed("d", tr("Date it"), DateFromSources(facts.case.memories)),
            _leave(facts.case, tr("Its date is right")),
            _later(),
        ),
    )


def _future(facts: CaseFacts) -> Proposal:
    leave = _leave(facts.case, tr("Its day will come"))
    if facts.source_day is None:
        return Proposal(
            "clock",
            tr("It lies ahead of the character’s now"),
            tr("Recall hides it until then. You can write another date in its inspector."),
            (Deed("o", tr("Open it"), way="memory"), leave, _later()),
        )
    return Proposal(
        "clock",
        tr("Date it {day}", day=when(facts.source_day)),
        tr("The day of the first message it rests on. Until then recall hides it."),
        (Deed("d", tr("Date it"), DateFromSources(facts.case.memories)), leave, _later()),
    )


def _other_name(facts: CaseFacts) -> Proposal:
    return Proposal(
        "edit",
        tr("Is “{name}” meant?", name=facts.case.name),
        tr("If it is a mix-up, open the memory and write it anew; the sources are kept."),
        (
            Deed("o", tr("Open it"), way="memory"),
            _leave(facts.case, tr("The name belongs here")),
            _later(),
        ),
    )


def _month(facts: CaseFacts) -> Proposal:
    return Proposal(
        "months",
        tr("Refine {month}", month=format_month(facts.case.month)),
        tr("Its text is made out of its days: by a model, by the built-in refiner, or by hand."),
        (Deed("o", tr("Open the month"), way="month"), _later()),
    )


def _evicted(facts: CaseFacts) -> Proposal:
    return Proposal(
        "rooms/living_room",
        tr("Carry it back to the living room"),
        tr("There it takes part as before; when the room is full, the dimmest goes up again."),
        (
            Deed("d", tr("Carry it back"), MoveMemories(facts.case.memories, "living_room")),
            _leave(facts.case, tr("Leave it there")),
            _later(),
        ),
    )
