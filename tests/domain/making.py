"""Memories made up for the tests of recall and its neighbours."""

import json
from pathlib import Path

from app.domain.pool import Candidate

GOLDEN = Path(__file__).parents[1] / "golden"
HOUR = 3_600_000
DAY = 24 * HOUR
NOW = 1_780_000_000_000  # 2026-05-28T20:26:40Z


def golden(name):
    """Read reference numbers that the program SullyOS gave for our invented inputs."""
    return json.loads(
        (GOLDEN / "sullyos" / f"{name}.json").read_text(encoding="utf-8", errors="surrogatepass")
    )


def memory(key, *, room="living_room", at=NOW - DAY, **facts):
    """Make a memory; whatever is not named is ordinary."""
    values = {
        "id": key,
        "uid": f"m_{key}",
        "external_id": f"x{key}",
        "room": room,
        "status": "active",
        "kind": "episode",
        "content": f"memory {key}",
        "mood": None,
        "valence": None,
        "arousal": None,
        "importance": 5,
        "occurred_at": at,
        "occurred_text_day": None,
        "recorded_at": NOW - DAY,
    }
    return Candidate(**{**values, **facts})


def pool_of(*memories):
    return {one.id: one for one in memories}
