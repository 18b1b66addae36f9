"""How far the making of a second set has come, and how its cosines are read: kept beside the set itself."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final, Literal

from app.storage import vectors
from app.storage.driver import Connection
from app.storage.vectors import VectorSet

State = Literal["running", "paused", "stopped", "done"]
STATES: Final = ("running", "paused", "stopped", "done")


@dataclass(frozen=True, slots=True)
class Build:
    """`texts tokens seconds` as estimated before; `made used spent` as it came to; `error` why it stopped."""

    state: State = "running"
    texts: int = 0
    tokens: int = 0
    seconds: float = 0.0
    made: int = 0
    used: int = 0
    spent: float = 0.0
    cap: int | None = None  # tokens
    error: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """A set with its build and, by language, the raw cosines that stand at the knots of the calibration."""

    set: VectorSet
    build: Build | None = None
    knots: Mapping[str, tuple[float, ...]] = field(default_factory=dict)


def held(one: VectorSet) -> Held:
    """Read what is kept beside a set; what cannot be read is as if it had never been there."""
    try:
        told = json.loads(one.calibration or "{}")
        build = _build(told.get("build"))
        knots = {str(name): tuple(map(float, row)) for name, row in told.get("knots", {}).items()}
    except (ValueError, TypeError, AttributeError):
        return Held(one)
    return Held(one, build, knots)


def seconds(conn: Connection) -> list[Held]:
    """The second sets, made or being made."""
    return [held(one) for one in vectors.sets(conn) if one.role == "second"]


def get(conn: Connection, model: str) -> Held | None:
    one = vectors.by_model(conn, model)
    return None if one is None else held(one)


def keep(conn: Connection, set_id: int, changes: Mapping[str, Any]) -> None:
    """Change some fields of a set's build; nothing when the set is gone meanwhile."""
    one = next((one for one in vectors.sets(conn) if one.id == set_id), None)
    if one is not None:
        found = held(one)
        _write(conn, replace(found, build=replace(found.build or Build(), **changes)))


def keep_knots(conn: Connection, set_id: int, knots: Mapping[str, tuple[float, ...]]) -> None:
    one = next((one for one in vectors.sets(conn) if one.id == set_id), None)
    if one is not None:
        _write(conn, replace(held(one), knots=dict(knots)))


def _write(conn: Connection, found: Held) -> None:
    told = {"build": asdict(found.build) if found.build else None, "knots": dict(found.knots)}
    vectors.keep_calibration(conn, found.set.id, json.dumps(told, ensure_ascii=False))


def _build(told: object) -> Build | None:
    if not isinstance(told, dict) or told.get("state") not in STATES:
        return None
    return Build(**{one.name: told[one.name] for one in fields(Build) if one.name in told})
