"""Entries made one, and one made several."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

from app.domain.errors import KnownError, mark
from app.engine.commands.base import Effect
from app.engine.commands.fragments import GONE, insert, rest_on
from app.storage import month_texts, months, rows, sources, writes
from app.storage.driver import Connection
from app.storage.months import Fragment


@dataclass(frozen=True, slots=True)
class MergeFragments:
    """Make one entry of several: the first in order of time takes the texts and the sources of the others."""

    fragments: Sequence[int]

    label = property(lambda self: mark("Merge {count} entries"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {"count": len(self.fragments)}

    def apply(self, conn: Connection, now: int) -> Effect:
        held = months.fragments_by_id(conn, self.fragments)
        if len(held) < 2:
            return Effect(notes=(mark("There are no two entries to merge."),))
        if len({one.character for one in held}) > 1:
            raise KnownError("fragment.owners", "Entries of two characters cannot be merged.")
        first, *others = held
        rest_on(conn, held, None)
        moods = {one.mood for one in held if one.mood}
        columns = {
            "content": "\n".join(one.content for one in held),
            "mood": first.mood or (moods.pop() if len(moods) == 1 else None),
            "locked_fields": writes.dumped(sorted({*first.locked, "content"})),
        }
        month_texts.change_fragment(conn, first.id, columns, now)
        month_texts.take_sources(conn, first.id, [one.id for one in others])
        writes.delete(conn, "fragment", [one.id for one in others])
        return Effect(tuple(one.id for one in held), {"fragments": len(held)})


@dataclass(frozen=True, slots=True)
class SplitFragment:
    """Cut an entry at places in its text (numbers of characters); all parts stay on its day and rest on its sources."""

    fragment: int
    at: Sequence[int]

    label = property(lambda self: mark("Split an entry"))

    @property
    def facts(self) -> Mapping[str, object]:
        return {}

    def apply(self, conn: Connection, now: int) -> Effect:
        held = next(iter(months.fragments_by_id(conn, [self.fragment])), None)
        if held is None:
            return Effect(notes=(GONE,))
        first, *rest = _parts(held.content, self.at) or [""]
        if not rest:
            return Effect(notes=(mark("There is nothing to split off at that place."),))
        rest_on(conn, [held], None)
        locked = writes.dumped(sorted({*held.locked, "content"}))
        month_texts.change_fragment(conn, held.id, {"content": first, "locked_fields": locked}, now)
        shared = {
            "character": held.character,
            "day": held.day,
            "day_text": held.day_text,
            "mood": held.mood,
            "provenance": held.provenance,
            "locked_fields": locked,
        }
        made = [insert(conn, {**shared, "content": part, "ordinal": held.ordinal}, now) for part in rest]
        for one in made:
            _copy_sources(conn, held.id, one)
        _put_in_order(conn, held, made)
        return Effect((held.id, *made), {"fragments": 1 + len(made)})


def _parts(content: str, at: Sequence[int]) -> list[str]:
    places = [0, *sorted({place for place in at if 0 < place < len(content)}), len(content)]
    cut = [content[start:end].strip() for start, end in pairwise(places)]
    return [part for part in cut if part]


def _copy_sources(conn: Connection, held: int, made: int) -> None:
    wanted = [asdict(one) for one in sources.of(conn, "fragment", held)]
    month_texts.set_sources(conn, made, wanted, None)


def _put_in_order(conn: Connection, held: Fragment, made: Sequence[int]) -> None:
    """Let the parts stand behind the first, and push back only what would stand before them."""
    kin = (
        months.undated(conn, held.character)
        if held.day is None
        else months.of_day(conn, held.character, held.day)
    )
    others = [one for one in kin if one.id not in made]
    behind = others[[one.id for one in others].index(held.id) + 1 :]
    place = held.ordinal
    for number, ordinal in [
        *((one, held.ordinal) for one in made),
        *((one.id, one.ordinal) for one in behind),
    ]:
        if ordinal <= place:
            rows.update(conn, "fragment", number, {"ordinal": place + 1})
        place = max(place + 1, ordinal)
