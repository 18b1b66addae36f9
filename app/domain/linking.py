"""Links that need no model: near in time, and alike in mood; only to the nearest few, so that the web stays a web."""

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from app.domain.decay import HOUR_MS
from app.domain.mood import Place, distance, key_of, place
from app.domain.profile import Links, Profile


@dataclass(frozen=True, slots=True)
class Moment:
    """A memory as linking sees it; `at` is when it occurred, else when it was recorded (milliseconds)."""

    id: int
    at: int
    mood: str | None = None
    valence: float | None = None
    arousal: float | None = None


@dataclass(frozen=True, slots=True)
class LinkDraft:
    """A link to be made; `a` is the newly made memory."""

    a: int
    b: int
    kind: str
    strength: float


LinkKey = tuple[int, int, str]  # smaller id, larger id, kind
_Rate = Callable[[Moment, Moment], float | None]  # None passes one over, END ends the walk
END: Final = -1.0


def build(
    new: Sequence[Moment],
    existing: Sequence[Moment],
    profile: Profile,
    run_memories: Collection[int] | None = None,
    known: Collection[LinkKey] = (),
) -> list[LinkDraft]:
    """Link each new memory to its nearest in time, kind by kind; one link a pair and kind, `known` ones left out.

    `run_memories` are the ids that came out of the same run (else the new ones are taken to be these).
    """
    numbers = profile.links
    run = frozenset(one.id for one in new) if run_memories is None else frozenset(run_memories)
    line = sorted({one.id: one for one in (*existing, *new)}.values(), key=lambda one: (one.at, one.id))
    links: dict[LinkKey, LinkDraft] = {}
    _join(links, new, line, "temporal", _temporal(numbers, run), numbers)
    if numbers.emotional_rule == "distance":
        _join(links, new, line, "emotional", _by_distance(numbers), numbers)
    else:
        fresh = {one.id for one in new}
        for alike in _by_mood(line):
            _join(
                links, [one for one in alike if one.id in fresh], alike, "emotional", _same(numbers), numbers
            )
    taken = known if isinstance(known, (set, frozenset)) else frozenset(known)
    return [draft for key, draft in links.items() if key not in taken]


def _by_mood(line: Sequence[Moment]) -> list[list[Moment]]:
    moods: dict[str, list[Moment]] = {}
    for one in line:
        mood = key_of(one.mood)
        if mood is not None:
            moods.setdefault(mood, []).append(one)
    return list(moods.values())


def _join(
    links: dict[LinkKey, LinkDraft],
    new: Sequence[Moment],
    line: Sequence[Moment],
    kind: str,
    rate: _Rate,
    numbers: Links,
) -> None:
    """Let each of `new` choose its nearest on the time line."""
    keys = [(one.at, one.id) for one in line]
    for one in new:
        chosen = 0
        for other in _outward(line, bisect_left(keys, (one.at, one.id))):
            strength = rate(one, other)
            if strength is None:
                continue
            if strength == END or (numbers.nearest is not None and chosen >= numbers.nearest):
                break
            chosen += 1
            key = (one.id, other.id, kind) if one.id < other.id else (other.id, one.id, kind)
            if key not in links:
                links[key] = LinkDraft(one.id, other.id, kind, strength)


def _outward(line: Sequence[Moment], start: int) -> Iterator[Moment]:
    """Walk away from one place on the time line, always to the nearer side; of equals to the side less walked."""
    here, end = line[start].at, len(line)
    left, right = start - 1, start + 1
    while left >= 0 and right < end:
        before, after = here - line[left].at, line[right].at - here
        if before < after or (before == after and start - left <= right - start):
            yield line[left]
            left -= 1
        else:
            yield line[right]
            right += 1
    yield from (line[there] for there in range(left, -1, -1))
    yield from (line[there] for there in range(right, end))


def _temporal(numbers: Links, run: Collection[int]) -> _Rate:
    reach = numbers.temporal_hours * HOUR_MS

    def rate(one: Moment, other: Moment) -> float | None:
        together = one.id in run and other.id in run
        if abs(one.at - other.at) < reach:
            return numbers.same_run if together else numbers.temporal
        if numbers.run_reaches:
            return numbers.same_run if together else None
        return END

    return rate


def _same(numbers: Links) -> _Rate:
    return lambda _one, _other: numbers.emotional


def _by_distance(numbers: Links) -> _Rate:
    """Two feelings of some strength that lie close together in valence and arousal (profile `sullyos`)."""

    def felt(one: Moment) -> Place | None:
        where = place(one.mood, one.valence, one.arousal)
        return where if where is not None and hypot(*where) >= numbers.least_magnitude else None

    def rate(one: Moment, other: Moment) -> float | None:
        here, there = felt(one), felt(other)
        if here is None or there is None:
            return None
        apart = distance(here, there)
        if apart >= numbers.distance:
            return None
        return numbers.distance_base + numbers.distance_gain * (1 - apart / numbers.distance)

    return rate
