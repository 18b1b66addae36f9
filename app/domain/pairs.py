"""A remark and its reply tell of one exchange: once one of them has its place, the other steps back a little."""

import heapq
from collections.abc import Mapping, Sequence
from itertools import pairwise

from app.domain.legs import Hit
from app.domain.pool import Turn
from app.domain.profile import Profile
from app.domain.scoring import rebuild
from app.domain.surroundings import rows


def step_back(ranking: Sequence[Hit], turns: Mapping[int, Turn], profile: Profile) -> list[Hit]:
    """Lower the second of each pair, by no more than its score, and give the new order."""
    share = profile.around_messages.beside
    if not share or not turns:
        return list(ranking)
    pairs = mates(turns)
    waiting = [(-one.score, place) for place, one in enumerate(ranking)]
    placed: set[int] = set()
    order: list[Hit] = []
    while waiting:
        _, place = heapq.heappop(waiting)
        one = ranking[place]
        if pairs.get(one.candidate.id) in placed and "beside" not in one.factors:
            one.factors["beside"] = -min(share, one.score)
            one.score = rebuild(one.factors, profile)
            heapq.heappush(waiting, (-one.score, place))
            continue
        placed.add(one.candidate.id)
        order.append(one)
    return order


def mates(turns: Mapping[int, Turn]) -> dict[int, int]:
    """Pair what the partner says with the reply that follows it at once."""
    found: dict[int, int] = {}
    for row in rows(turns):
        for first, second in pairwise(row):
            if turns[first].role == "user" and turns[second].role == "assistant":
                found[first], found[second] = second, first
    return found
