"""What a verb is, and what several of them share."""

import argparse
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from app.bootstrap import open_palace
from app.domain.errors import KnownError
from app.domain.when import as_of
from app.engine.engine import Engine
from app.storage import characters
from app.storage.characters import Character

Document = dict[str, Any]


class UsageError(KnownError):
    """The call's words are off: exit 2."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb's name, arguments, work and plain-text face."""

    name: str
    configure: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], Coroutine[Any, Any, Document] | Document]
    text: Callable[[Document], str]


def takes_palace(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("palace", metavar="PALACE", help="a .palace file")


def takes_character(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--character", metavar="NAME", help="a character's name or uid")


@asynccontextmanager
async def opened(args: argparse.Namespace, *, read_only: bool) -> AsyncIterator[Engine]:
    """Open the palace; a writing verb on a palace that can only be read is told why."""
    engine = await open_palace(Path(args.palace), read_only=read_only)
    try:
        if not read_only and engine.database.read_only:
            raise engine.database.read_only_reason or KnownError(
                "palace.read_only", "{file} can only be read.", file=Path(args.palace).name
            )
        yield engine
    finally:
        await engine.close()


async def one_character(engine: Engine, wanted: str | None) -> Character:
    """Give the named character, or the only one; else say which there are."""
    every = await engine.ask(characters.every)
    if wanted is not None:
        found = await engine.ask(characters.find, wanted)
        if len(found) == 1:
            return found[0]
        raise _choose(
            "There is no character {wanted}." if not found else "{wanted} fits several characters.",
            every,
            wanted,
        )
    if len(every) == 1:
        return every[0]
    if not every:
        raise KnownError(
            "character.none",
            "The palace has no character yet.",
            "Import a chat, or make one with `new --character`.",
        )
    raise _choose("The palace has several characters.", every, "")


def _choose(message: str, every: list[Character], wanted: str) -> UsageError:
    return UsageError(
        "character.which",
        message,
        "Name one with --character (a name or uid).",
        wanted=wanted,
        characters=[f"{one.uid}  {one.name}" for one in every],
    )


async def some_characters(engine: Engine, wanted: str | None) -> list[Character]:
    """Give the named character, or every one."""
    if wanted is not None:
        return [await one_character(engine, wanted)]
    return await engine.ask(characters.every)


def iso(ms: int | None) -> str | None:
    """Give an instant as ISO 8601 with offset."""
    return None if ms is None else datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")


def places(text: str) -> int:
    """Read a number of places: at least one."""
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) == int(text)):
        raise argparse.ArgumentTypeError(f"“{text}” is no number of places")
    return int(text)


def moment(text: str) -> str:
    """Let an instant through; one without an offset is to be read in the zone of whom it is about."""
    try:
        as_of(text, "UTC")
    except ValueError as error:
        raise UsageError(
            "usage.time", "“{text}” is no time.", "Write it like 2026-03-01T20:00+08:00.", text=text
        ) from error
    return text
