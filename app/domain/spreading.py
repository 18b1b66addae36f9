"""Spreading activation: one hop along the links, the strongest call per neighbour, only the best few answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from app.domain.pool import LinkEdge, Path
from app.domain.profile import Profile


@dataclass(frozen=True, slots=True)
class Activation:
    """How strongly a neighbour was called, and the factors of the call."""

    target: int
    score: float
    path: Path
    factors: Mapping[str, float]


def activate(
    seeds: Mapping[int, float],
    links: Sequence[LinkEdge],
    style: str,
    profile: Profile,
    stand_in: Mapping[int, int] | None = None,
) -> list[Activation]:
    """Give every neighbour of the seeds that is not a seed itself, the most strongly called first.

    `stand_in` names who answers for one that cannot: a box's summary for the members it swallowed.
    """
    best: dict[int, Activation] = {}
    damping = profile.spreading.damping
    weights = {kind: profile.link_weight(style, kind) for kind in {link.kind for link in links}}
    for link in links:
        if link.a not in seeds and link.b not in seeds:
            continue
        weight = weights[link.kind]
        for origin, end in ((link.a, link.b), (link.b, link.a)):
            lent = seeds.get(origin)
            target = stand_in.get(end, end) if stand_in else end
            if lent is None or target in seeds:
                continue
            score = lent * link.strength * weight * damping
            known = best.get(target)
            if score > 0 and (known is None or (score, -origin) > (known.score, -known.path.origin)):
                factors = {
                    "link_origin": lent,
                    "link_strength": link.strength,
                    "link_weight": weight,
                    "link_damping": damping,
                }
                best[target] = Activation(target, score, Path(origin, link.kind, link.strength), factors)
    return sorted(best.values(), key=lambda activation: (-activation.score, activation.target))
