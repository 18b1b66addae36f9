"""One record of a foreign store on its way in: its value without credentials, its place, and its flaw if it has one."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.errors import mark
from app.domain.records import Json
from app.formats.account import Account
from app.formats.json_stream import FlawedValueError, Scanner


@dataclass(frozen=True, slots=True)
class Entry:
    """`place` says where it stands in the file; `flaw` says why it cannot be taken as it is."""

    place: str
    value: Json
    flaw: str | None = None


def array_entries(scanner: Scanner, place: str, account: Account) -> Iterator[Entry]:
    """The items of the array before which the scanner stands."""
    for index in scanner.items():
        yield entry(scanner, f"{place}[{index}]", account)


def kept(found: Entry, account: Account) -> Json:
    """The value of an entry that is only kept, not read: a number that is none becomes null, and that is told."""
    if found.flaw:
        account.warn(
            mark("Settings held a number that is none (NaN, infinite or far too long); it was left empty.")
        )
    return found.value


def array_values(scanner: Scanner) -> Iterator[Json]:
    """The same items for a first look: quick, flaws overlooked, credentials still in."""
    for _ in scanner.items():
        try:
            yield scanner.value()
        except FlawedValueError as flawed:
            yield flawed.value


def entry(scanner: Scanner, place: str, account: Account) -> Entry:
    """The value before which the scanner stands."""
    flaw = None
    try:
        value = scanner.value()
    except FlawedValueError as flawed:
        value, flaw = flawed.value, flawed.reason
    return Entry(place, account.scrub(value, place), flaw)
