"""Setting endpoints up: kept at once, agreed to, tried out, with their keys in their places."""

from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from app.models.endpoint.settings import Endpoint, Endpoints, Purpose, load, save
from app.models.keys import Keys, Place
from app.models.redaction import redact

if TYPE_CHECKING:
    from app.models.endpoint.probe import Report

_RIGHT_AT_ONCE = 1  # the first address that is tried is the one that was meant


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """Where a key is kept and how its owner knows it; never the key."""

    place: Place
    variable: str = ""
    tail: str = ""


def key_facts(keys: Keys, origin: str) -> KeyFacts | None:
    """Tell where the key for an origin is; None when there is none."""
    found = keys.find(origin)
    return KeyFacts(found.place, found.variable, found.tail) if found else None


def set_key(keys: Keys, origin: str, pasted: str) -> None:
    """Keep another key where the old one was, a new one in the store of the system; an empty one is forgotten."""
    before = keys.find(origin)
    if not pasted.strip():
        keys.forget(origin)
        return
    keys.keep(origin, pasted, Place.SESSION)
    in_file = before is not None and before.place is Place.FILE
    keys.move(origin, Place.FILE if in_file else Place.STORE, consent=in_file)


def change(purpose: Purpose, endpoint: Endpoint | None) -> Endpoints:
    """Keep an endpoint, or remove it, and give all of them."""
    changed = load().with_(purpose, endpoint)
    save(changed)
    return changed


def agree(purpose: Purpose, endpoint: Endpoint, day: date) -> Endpoints:
    """Keep that texts for a purpose may go to the endpoint's host."""
    changed = load().agree(purpose, endpoint, day.isoformat())
    save(changed)
    return changed


def withdraw(purpose: Purpose, endpoint: Endpoint) -> Endpoints:
    """Keep that nothing more may go there until it is agreed to again."""
    changed = load().withdraw(purpose, endpoint)
    save(changed)
    return changed


def tidy(address: str) -> str:
    """Give an address as it may be kept: without a name and password before the host, without a key in it."""
    head, mark, rest = address.strip().partition("://")
    if mark:
        authority, slash, path = rest.partition("/")
        return redact(f"{head}://{authority.rpartition('@')[2]}{slash}{path}")
    return redact(address.strip())


def learn(purpose: Purpose, report: "Report") -> Endpoints:
    """Keep what a test found out, when the address was right and nothing was changed meanwhile."""
    found, kept = report.endpoint, load().of.get(purpose)
    right = report.works and not right_address(report)
    if kept is None or not right or (kept.address, kept.model) != (found.address, found.model):
        return load()
    return change(purpose, replace(kept, url=found.url, size=found.size, dropped=found.dropped))


def right_address(report: "Report") -> str:
    """Give the address that would be right where the pasted one is not; nothing where it is, or where none was found."""
    if len(report.attempts) > _RIGHT_AT_ONCE and report.endpoint.url:
        return report.endpoint.url
    return ""
