"""What memories rest on: the messages a query finds lend their scores to the memories made of them."""

from collections.abc import Iterable, Mapping

from app.domain.legs import Hit, legs_of, view
from app.domain.pool import Pool, Query, Rest
from app.domain.profile import Profile


def heard(query: Query, log: Pool, profile: Profile) -> dict[int, Rest]:
    """Score the messages of the log; days are left to the memories, which may know better when it was."""
    seen = view(query, log)
    legs = legs_of(query, log, seen, profile)
    return {key: _rest(legs.hit(key)) for key in seen.visible}


def _rest(hit: Hit) -> Rest:
    return Rest(hit.score, hit.via)


def best(heard: Mapping[int, Rest], memories: Mapping[int, Iterable[int]], limit: int) -> dict[int, Rest]:
    """Give each memory the best of its messages that were scored, and keep the `limit` best of them."""
    found = {
        key: max((heard[one] for one in messages if one in heard), key=lambda rest: rest.score, default=None)
        for key, messages in memories.items()
    }
    ranking = sorted(
        ((key, rest) for key, rest in found.items() if rest), key=lambda pair: (-pair[1].score, pair[0])
    )
    return dict(ranking[:limit])
