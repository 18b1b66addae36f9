"""`import`: another program's file into the palace."""

import argparse
import sys
import zoneinfo
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from app.bootstrap import embedder
from app.cli.verb import Document, UsageError, Verb, opened, takes_character, takes_palace
from app.domain.errors import KnownError
from app.engine import embedding
from app.engine.engine import Engine
from app.engine.ingest import Account, ingest
from app.formats.registry import NAMES
from app.storage import characters


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a file or an unzipped backup folder")
    takes_character(parser)
    parser.add_argument(
        "--format",
        default="auto",
        choices=NAMES,
        metavar="F",
        help="a name from `formats`; by default told from the content",
    )
    parser.add_argument(
        "--timezone", metavar="TZ", type=_zone, help="zone of times without one, for example Asia/Shanghai"
    )
    parser.add_argument("--dry-run", action="store_true", help="read and account, write nothing")


def _zone(name: str) -> str:
    try:
        return zoneinfo.ZoneInfo(name).key
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UsageError(
            "usage.zone", "There is no time zone {zone}.", "Write it like Asia/Shanghai.", zone=name
        ) from error


async def _run(args: argparse.Namespace) -> Document:
    documents: list[Document] = []
    failures: list[KnownError] = []
    async with _opened(args) as engine:
        for path in args.paths:
            try:
                documents.append(_told(await _take(engine, Path(path), args)))
            except KnownError as error:
                if not error.code.startswith("import."):
                    raise
                failures.append(error)
        if not documents:
            raise failures[0]
        if not args.dry_run:
            documents[-1]["warnings"] += await _embed(engine)
    for failure in failures:
        print(f"belvedere: {failure.message}", file=sys.stderr)
    if len(args.paths) == 1:
        return documents[0]
    total = _sum(documents)
    total["warnings"] += [failure.message for failure in failures]
    return {**total, "files": documents}


@asynccontextmanager
async def _opened(args: argparse.Namespace) -> AsyncIterator[Engine]:
    """Open the palace; where there is none yet, say how one is made: an import is often the first thing tried."""
    try:
        async with opened(args, read_only=args.dry_run) as engine:
            yield engine
    except KnownError as error:
        if error.code != "palace.missing":
            raise
        remedy = "Make it first: belvedere new {file}"
        raise KnownError(error.code, error.template, remedy, **error.facts) from None


async def _embed(engine: Engine) -> list[str]:
    """Make the vectors that are missing; what was taken in stays, whatever comes of them."""
    try:
        for one in await engine.ask(characters.every):
            await embedding.complete(engine, embedder(), "memory", one.id)
    except KnownError as error:
        return [
            f"The file was taken in; its memories have no vectors yet. {error.message} {error.remedy}".rstrip()
        ]
    return []


async def _take(engine: Engine, path: Path, args: argparse.Namespace) -> Account:
    return await ingest(
        engine,
        path,
        character=args.character,
        format_=args.format,
        timezone=args.timezone,
        dry_run=args.dry_run,
    )


def _told(account: Account) -> Document:
    found = account.found_as
    return {
        "run": account.run,
        "format": found.format if found else None,
        "encoding": found.encoding if found else None,
        "timezone": account.timezone,
        "found": account.found,
        **{outcome: account.total(outcome) for outcome in ("new", "known", "changed", "skipped")},
        "by_kind": [_kind(account, name) for name in account.kinds],
        "skips": [
            {"kind": kind, "place": place, "reason": reason, "count": count}
            for (kind, place, reason), count in account.skips.items()
        ],
        "characters": [
            {"uid": one.uid, "name": one.name, "source_id": one.source_id, "new": one.new}
            for one in account.characters.values()
        ],
        "proposals": account.gone,
        "warnings": account.warnings,
        "dropped_credentials": account.dropped_credentials,
    }


def _kind(account: Account, name: str) -> dict[str, Any]:
    kind = account.kinds[name]
    return {
        "kind": name,
        "found": kind.found,
        "new": kind.new,
        "known": kind.known,
        "changed": kind.changed,
        "skipped": kind.skipped,
    }


def _sum(documents: list[Document]) -> Document:
    total: Document = {key: documents[-1][key] for key in ("run", "format", "encoding", "timezone")}
    for key in ("found", "new", "known", "changed", "skipped", "proposals", "dropped_credentials"):
        total[key] = sum(document[key] for document in documents)
    for key in ("by_kind", "skips", "characters", "warnings"):
        total[key] = [one for document in documents for one in document[key]]
    return total


def _text(document: Document) -> str:
    lines = [
        f"{document['format']}, {document['encoding']}, times in {document['timezone']}",
        "found {found} = {new} new + {known} known + {changed} changed + {skipped} skipped".format(
            **document
        ),
    ]
    lines += [
        f"  {k['kind']}: {k['new']} new, {k['known']} known, {k['changed']} changed, {k['skipped']} skipped"
        for k in document["by_kind"]
    ]
    lines += [f"  skipped {s['count']} × {s['reason']} ({s['place']})" for s in document["skips"]]
    if document["dropped_credentials"]:
        lines.append(f"  {document['dropped_credentials']} credentials were left out")
    return "\n".join(lines + [f"  {warning}" for warning in document["warnings"]])


VERB = Verb("import", _configure, _run, _text)
