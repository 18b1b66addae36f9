"""The last part of recall: a box counts once, the best take the places, and now and then something comes up unasked."""

import random
from collections.abc import Iterable, Mapping, Sequence

from app.domain.legs import Hit, View
from app.domain.pool import SUMMARY_KIND, Candidate, Dropped, Query, Scored
from app.domain.profile import Profile


def fold_boxes(ranking: Sequence[Hit]) -> tuple[list[Hit], dict[int, list[Candidate]], list[Dropped]]:
    """Let the best of each box stand for it; the others are its first siblings."""
    kept: list[Hit] = []
    heads: dict[int, Hit] = {}
    mates: dict[int, list[Candidate]] = {}
    dropped: list[Dropped] = []
    for one in ranking:
        box = one.candidate.box
        head = heads.get(box) if box is not None else None
        if head is None:
            kept.append(one)
            if box is not None:
                heads[box] = one
                mates[box] = []
        else:
            mates[one.candidate.box or 0].append(one.candidate)
            dropped.append(Dropped(one.candidate, "box", one.score, head.score, one.factors))
    return kept, mates, dropped


def take_places(ranking: Sequence[Hit], places: int) -> tuple[list[Hit], list[Dropped]]:
    """Let the best have the places; each of the others learns what it would have needed."""
    taken, rest = list(ranking[:places]), ranking[places:]
    needed = taken[-1].score if taken else None
    return taken, [Dropped(one.candidate, "places", one.score, needed, one.factors) for one in rest]


def broods(query: Query, profile: Profile) -> bool:
    """Tell, before the attic is read, whether something may come up this time: chance, which the seed repeats."""
    tendency = min(1.0, max(0.0, query.rumination))
    return _dice(query).random() < tendency * profile.rumination.chance


def _dice(query: Query) -> random.Random:
    return random.Random(query.seed)  # noqa: S311 - a mood, not a secret


def ruminate(
    taken: Sequence[Hit], attic: Iterable[int], seen: View, query: Query, profile: Profile
) -> Hit | None:
    """Let one unresolved memory of the attic come up, as faint as a share of the mean."""
    if not taken or not broods(query, profile):
        return None
    here = {one.candidate.id for one in taken}
    boxes = {one.candidate.box for one in taken} - {None}
    able = [
        candidate
        for key in sorted(set(attic) - here)
        if (candidate := seen.visible.get(key)) and _unresolved(candidate) and candidate.box not in boxes
    ]
    if not able:
        return None
    dice = _dice(query)
    dice.random()  # spent on whether anything comes up at all
    mean = sum(one.score for one in taken) / len(taken)
    return Hit(dice.choice(able), {"rumination_mean": mean}, "rumination", profile.rumination.share * mean)


def _unresolved(candidate: Candidate) -> bool:
    """Evicted memories are stored in the attic, but they hurt nobody."""
    return candidate.room == "attic" and candidate.status == "active"


def give_last_place(taken: list[Hit], came_up: Hit, places: int) -> list[Dropped]:
    """Put what came up on the last place; who had it, if all were taken, leaves."""
    leaving = [taken.pop()] if len(taken) >= places else []
    taken.append(came_up)
    return [Dropped(one.candidate, "rumination", one.score, came_up.score, one.factors) for one in leaving]


def siblings(
    candidate: Candidate, mates: Sequence[Candidate], everyone: Iterable[Candidate], profile: Profile
) -> tuple[tuple[Candidate, ...], int]:
    """Choose which of its box are shown beside it, in order of time, and count those that are not."""
    others = [one for one in everyone if one.box == candidate.box and one.id != candidate.id]
    if profile.output.style == "sullyos":
        return _all_living(candidate, others, profile.output.siblings)
    hits = {mate.id: place for place, mate in enumerate(mates)}
    others.sort(key=lambda one: (hits.get(one.id, len(hits)), one.kind != SUMMARY_KIND, -_when(one), one.id))
    shown = sorted(others[: profile.output.siblings], key=lambda one: (_when(one), one.id))
    return tuple(shown), len(others) - len(shown)


def _all_living(
    candidate: Candidate, others: Sequence[Candidate], limit: int
) -> tuple[tuple[Candidate, ...], int]:
    """The summary and the oldest few of the live ones, the one that was found always among them."""
    in_time = sorted(others, key=lambda one: (_when(one), one.id))
    summary = [one for one in in_time if one.kind == SUMMARY_KIND]
    live = [one for one in in_time if one.kind != SUMMARY_KIND]
    room = limit if candidate.kind == SUMMARY_KIND else limit - 1
    return (*summary, *live[:room]), max(0, len(live) - room)


def _when(candidate: Candidate) -> int:
    return candidate.recorded_at if candidate.occurred_at is None else candidate.occurred_at


def scored(
    taken: Iterable[Hit], mates: Mapping[int, Sequence[Candidate]], seen: View, profile: Profile
) -> tuple[Scored, ...]:
    """Freeze the result, each item with its siblings."""
    boxed: dict[int, list[Candidate]] = {}
    for candidate in seen.visible.values():
        if candidate.box is not None:
            boxed.setdefault(candidate.box, []).append(candidate)
    items = []
    for one in taken:
        box = one.candidate.box
        shown, unshown = (
            ((), 0)
            if box is None
            else siblings(one.candidate, mates.get(box, ()), boxed.get(box, ()), profile)
        )
        items.append(Scored(one.candidate, one.score, one.factors, one.via, shown, one.path, unshown))
    return tuple(items)
