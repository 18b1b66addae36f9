"""Suggested texts of months and entries of days: kept as proposals, and what becomes of them when they are accepted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from app.domain.errors import mark
from app.domain.months.stamps import changed_days
from app.engine.commands.base import Effect
from app.engine.commands.fragments import SAME, KeepDay
from app.engine.commands.model_output import turn_down
from app.engine.commands.months import WriteMonth
from app.storage import characters, months, rows, suggested, writes
from app.storage.driver import Connection
from app.storage.proposals import Proposal

DAYS_CHANGED: Final = mark("The days changed meanwhile.")
SAID_ALREADY: Final = mark("Its entry says so already.")
WAITS: Final = mark("The same entry waits in the Inbox already.")


@dataclass(frozen=True, slots=True)
class SuggestMonth:
    """Let a text wait for a month, or keep what came back as turned down (`refused` says why).

    `base` is what the month said, and `fragments` what its days were, when the text was asked for.
    """

    character: int
    run: int
    month: str
    patch: Mapping[str, Any]
    base: Mapping[str, Any]
    fragments: Sequence[int]
    refused: str | None = None
    raw_reply: str | None = None

    label = property(
        lambda self: (
            mark("Turn down a text for {month}") if self.refused else mark("Suggest a text for {month}")
        )
    )

    @property
    def facts(self) -> Mapping[str, object]:
        return {"month": self.month}

    def apply(self, conn: Connection, now: int) -> Effect:
        held = months.summary(conn, self.character, self.month)
        stamps = months.stamps(months.fragments(conn, self.character, self.month))
        changed = changed_days(self.patch.get("fragment_hashes", ()), stamps)
        row = {
            "character": self.character,
            "op": "rejected" if self.refused else "month",
            "targets": [held.id] if held else [],
            "patch": {**self.patch, "month": self.month},
            "base": dict(self.base),
            "evidence": [{"fragment": one} for one in self.fragments],
            "reason": self.refused or (DAYS_CHANGED if changed else None),
            "raw_reply": self.raw_reply,
            "run": self.run,
        }
        made = writes.add_proposals(conn, [row], now)
        counts = {"proposed": 0, "rejected": 1} if self.refused else {"proposed": 1, "rejected": 0}
        return Effect(tuple(made), counts)


@dataclass(frozen=True, slots=True)
class SuggestDays:
    """Let entries of days wait for a verdict.

    What a day says already, or what waits already, is not proposed again, and noted; a newer suggestion takes an older
    one's place.
    """

    character: int
    run: int
    days: Sequence[
        Mapping[str, Any]
    ]  # patch: day, content, mood, provenance, sources, origin, model, template
    rejected: Sequence[Mapping[str, Any]] = ()

    label = property(lambda self: mark("Suggest entries of days: {count}"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.days)}

    def apply(self, conn: Connection, now: int) -> Effect:
        new, notes = self._new(conn, now)
        made = writes.add_proposals(conn, new, now)
        turned_down = turn_down(conn, self.character, self.run, self.rejected, now)
        return Effect(tuple(made), {"proposed": len(made), "rejected": turned_down}, tuple(notes))

    def _new(self, conn: Connection, now: int) -> tuple[list[dict[str, Any]], list[str]]:
        waiting = suggested.open_days(conn, self.character)
        made, notes = [], []
        for patch in self.days:
            kin = _kin(conn, self.character, patch)
            place = (patch["day"], patch["provenance"])
            older = [(one, text) for one, day, maker, text in waiting if (day, maker) == place]
            if patch["content"] in {text for _, text in older}:
                notes.append(WAITS)
                continue
            if patch["content"] in {one.content for one in kin}:
                notes.append(SAID_ALREADY)
                continue
            for one, _ in older:
                rows.update(conn, "proposal", one, {"state": "outdated", "decided_at": now})
            made.append(self._row(patch, kin))
        return made, notes

    def _row(self, patch: Mapping[str, Any], kin: Sequence[months.Fragment]) -> dict[str, Any]:
        return {
            "character": self.character,
            "op": "fragment",
            "targets": [one.id for one in kin],
            "patch": dict(patch),
            "base": {"content": "\n".join(one.content for one in kin)} if kin else None,
            "evidence": [{one["target_kind"]: one["target_id"]} for one in patch.get("sources", ())],
            "reason": patch.get("reason"),
            "run": self.run,
        }


def _kin(conn: Connection, character: int, patch: Mapping[str, Any]) -> list[months.Fragment]:
    held = months.of_day(conn, character, patch["day"])
    return [one for one in held if one.provenance == patch["provenance"]]


def accept_month(
    conn: Connection, proposal: Proposal, patch: Mapping[str, Any], *, mine: bool, now: int
) -> int | None:
    """Give the month the proposed text; `mine`: the author had a hand in it. None when the character is gone."""
    if proposal.character is None or characters.get(conn, proposal.character) is None:
        return None
    effect = WriteMonth(
        proposal.character,
        str(patch["month"]),
        str(patch["content"]),
        "author" if mine else str(patch.get("origin", "model")),
        template=patch.get("template"),
        model=patch.get("model"),
        parameters=patch.get("parameters"),
        fragment_hashes=patch.get("fragment_hashes"),
        run=proposal.run,
    ).apply(conn, now)
    return len(effect.ids)


def accept_day(conn: Connection, proposal: Proposal, patch: Mapping[str, Any], now: int) -> int | str | None:
    """Keep the proposed entry in the place of what the same maker left there; a word about why it cannot be."""
    if proposal.character is None or characters.get(conn, proposal.character) is None:
        return None
    effect = day_command(proposal.character, patch, proposal.run).apply(conn, now)
    return len(effect.ids) if effect.ids else next((note for note in effect.notes if note != SAME), 0)


def day_command(character: int, patch: Mapping[str, Any], run: int | None) -> KeepDay:
    """Give the edit that keeps an entry, with which model and wording made it."""
    return KeepDay(
        character,
        str(patch["day"]),
        str(patch["content"]),
        patch.get("mood"),
        str(patch["provenance"]),
        run,
        sources=patch.get("sources", ()),
        extra={name: patch[name] for name in ("model", "template") if patch.get(name)},
    )
