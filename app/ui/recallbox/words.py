"""A trace in words: what a part of a score is called, where and why a memory fell out."""

from collections.abc import Mapping

from app.domain.pool import Dropped
from app.domain.profile import Profile
from app.domain.scoring import contributions
from app.ui.i18n import format_number, tr
from app.ui.widgets import Part

# Which of the chart's four tones a part of the score takes: likeness, newness, weight, the rest.
_TONES = {"relevance": 0, "vector": 0, "lexical": 0, "recency": 1, "importance": 2}
REST = 3
ROUNDING = 1e-12


def part_name(part: str) -> str:
    names = {
        "relevance": tr("judged relevant"),
        "vector": tr("alike in meaning"),
        "lexical": tr("same words"),
        "recency": tr("recent"),
        "importance": tr("important"),
        "familiarity": tr("familiar"),
        "date": tr("of the day asked for"),
        "link": tr("linked"),
        "priming": tr("mood of the moment"),
        "rumination": tr("unresolved"),
        "context": tr("said around it"),
        "stretch": tr("a stretch that fits"),
        "speaker": tr("said by the one asked about"),
        "statement": tr("says rather than asks"),
        "beside": tr("stands beside a find"),
        "source": tr("what it rests on"),
    }
    return names.get(part, part)


def shares(factors: Mapping[str, float], profile: Profile) -> dict[str, float]:
    """Give the parts of a score; what rounding alone left over is none."""
    found = contributions(factors, profile)
    return {name: share for name, share in found.items() if abs(share) > ROUNDING}


def parts(factors: Mapping[str, float], profile: Profile) -> list[Part]:
    """Give the waterfall of a score on the scale from 0 to 1."""
    return [
        Part(share, f"{part_name(name)} {format_number(share, 3)}", _TONES.get(name, REST))
        for name, share in shares(factors, profile).items()
    ]


def via_name(via: str) -> str:
    names = {
        "vector": tr("found by meaning"),
        "lexical": tr("found by words"),
        "date": tr("found by its day"),
        "link": tr("came along a link"),
        "box": tr("stands for its box"),
        "rumination": tr("came up by itself"),
    }
    return names.get(via, via)


def stage_name(one: Dropped) -> str:
    """Say where a memory fell out and by how much."""
    names = {
        "status": tr("no longer in recall"),
        "later": tr("had not happened yet"),
        "candidates": tr("too far from the question"),
        "dates": tr("of that day, but others weigh more"),
        "first_cut": tr("below the first cut"),
        "link": tr("called by a link, but too faintly"),
        "pinned": tr("printed as a pin"),
        "box": tr("another of its box stands for it"),
        "places": tr("the places were taken"),
        "rumination": tr("gave its place to something unresolved"),
    }
    told = names.get(one.stage, one.stage)
    if one.score is not None and one.needed is not None and one.needed > one.score:
        return tr("{stage}: short by {gap}", stage=told, gap=format_number(one.needed - one.score, 2))
    return told
