"""The endpoints of this machine, one for each purpose, and what was agreed to be sent to them. Never a key."""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import Final

from app.domain.errors import KnownError, mark
from app.machine import config_folder
from app.models.endpoint.outcomes import failure
from app.models.endpoint.urls import candidates, host_of, is_local, origin

_FILE: Final = "endpoints.json"


class Purpose(StrEnum):
    """What an endpoint is used for."""

    CHAT = "chat"
    LIGHT = "light"
    EMBEDDING = "embedding"
    RERANK = "rerank"


PURPOSES: Final[Mapping[Purpose, str]] = {
    Purpose.CHAT: mark("Writing"),
    Purpose.LIGHT: mark("Small steps"),
    Purpose.EMBEDDING: mark("Vectors"),
    Purpose.RERANK: mark("Ranking"),
}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One endpoint as set by the user and as learned by testing it."""

    address: str = ""  # as pasted
    model: str = ""
    timeout: float = 120.0  # seconds until the first, and between two signs of life
    parallel: int = 2
    batch: int = 32  # texts a request for vectors
    dimensions: int = 0  # asked for; 0: the model's own
    url: str = ""  # the base URL that a test found
    size: int = 0  # numbers a vector has, as tested
    dropped: tuple[str, ...] = ()  # parameters it refused

    @property
    def base(self) -> str:
        """The base URL to call."""
        return self.url or candidates(self.address).urls[0]

    @property
    def local(self) -> bool:
        return is_local(self.base)

    @property
    def origin(self) -> str:
        return origin(self.base)

    @property
    def vector_model(self) -> str:
        """The name under which its vectors are kept: another size is another model."""
        return f"{self.model}@{self.dimensions}" if self.ordered else self.model

    @property
    def ordered(self) -> int:
        """The size of vectors that is asked for and understood; 0 for the model's own."""
        return 0 if "dimensions" in self.dropped else self.dimensions

    def moved(self, address: str) -> "Endpoint":
        """The same with another address: what was learned of the old one is forgotten."""
        return replace(self, address=address, url="", size=0, dropped=())


@dataclass(frozen=True, slots=True)
class Endpoints:
    """All of them, with the consents to send to hosts that are not this machine."""

    of: Mapping[Purpose, Endpoint] = field(default_factory=dict)
    consents: Mapping[str, str] = field(default_factory=dict)  # purpose and origin → the day of the consent

    def get(self, purpose: Purpose) -> Endpoint | None:
        """The endpoint of a purpose; small steps fall back on the one for writing."""
        if found := self.of.get(purpose):
            return found
        return self.of.get(Purpose.CHAT) if purpose is Purpose.LIGHT else None

    def with_(self, purpose: Purpose, endpoint: Endpoint | None) -> "Endpoints":
        kept = {name: other for name, other in self.of.items() if name is not purpose}
        return replace(self, of=kept if endpoint is None else {**kept, purpose: endpoint})

    def agreed(self, purpose: Purpose, endpoint: Endpoint) -> bool:
        """Whether texts may go there: to this machine always, elsewhere after one consent a purpose and host."""
        return endpoint.local or _consent(purpose, endpoint) in self.consents

    def agreed_on(self, purpose: Purpose, endpoint: Endpoint) -> str:
        """The local day of a consent, `2026-03-01`; nothing without one or where the day is not known."""
        return self.consents.get(_consent(purpose, endpoint), "")

    def agree(self, purpose: Purpose, endpoint: Endpoint, day: str = "") -> "Endpoints":
        return replace(self, consents={**self.consents, _consent(purpose, endpoint): day})

    def withdraw(self, purpose: Purpose, endpoint: Endpoint) -> "Endpoints":
        gone = _consent(purpose, endpoint)
        return replace(self, consents={name: day for name, day in self.consents.items() if name != gone})

    def require(self, purpose: Purpose) -> Endpoint:
        """The endpoint of a purpose if it may be used now, else what is missing."""
        endpoint = self.get(purpose)
        if endpoint is None:
            raise failure("not_set", purpose=PURPOSES[purpose])
        if not self.agreed(purpose, endpoint):
            raise failure("consent", purpose=PURPOSES[purpose], host=host_of(endpoint.base))
        return endpoint


_KNOWN: Final = frozenset(purpose.value for purpose in Purpose)


def _consent(purpose: Purpose, endpoint: Endpoint) -> str:
    return f"{purpose} {endpoint.origin}"


def load(folder: Path | None = None) -> Endpoints:
    """Read the endpoints; what cannot be read is as if it had never been set."""
    try:
        raw = json.loads(((folder or config_folder()) / _FILE).read_text(encoding="utf-8"))
        of = {Purpose(name): _endpoint(value) for name, value in raw["endpoints"].items() if name in _KNOWN}
        return Endpoints(of, {str(name): str(day) for name, day in raw["consents"].items()})
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return Endpoints()


def save(endpoints: Endpoints, folder: Path | None = None) -> None:
    """Write the endpoints in one step."""
    path = (folder or config_folder()) / _FILE
    raw = {
        "endpoints": {purpose.value: asdict(endpoint) for purpose, endpoint in endpoints.of.items()},
        "consents": dict(sorted(endpoints.consents.items())),
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        beside.write_text(json.dumps(raw, ensure_ascii=False, indent=1), encoding="utf-8")
        os.replace(beside, path)  # noqa: PTH105 - atomic on every platform
    except OSError as error:
        raise KnownError(
            "endpoint.save",
            "The settings could not be written to {folder}: {said}",
            "Check that the folder can be written; the endpoint works until the program is closed.",
            folder=path.parent,
            said=error.strerror or str(error),
        ) from error


def _endpoint(raw: object) -> Endpoint:
    """One endpoint, with each field that is not of its kind at its default."""
    if not isinstance(raw, dict):
        raise TypeError
    made: dict[str, object] = {}
    for known in fields(Endpoint):
        value, default = raw.get(known.name), known.default
        if known.name == "dropped" and isinstance(value, list):
            made[known.name] = tuple(str(part) for part in value)
        elif isinstance(default, float) and isinstance(value, int | float) and 1 <= value <= 3600:
            made[known.name] = float(value)
        elif type(value) is type(default) and (not isinstance(value, int) or 0 <= value <= 100_000):
            made[known.name] = value
    return replace(Endpoint(), **made)  # type: ignore[arg-type]  # each checked against its default above
