"""`import`: another program's file into the palace."""

import argparse
from pathlib import Path
from typing import Any

from app.bootstrap import embedder
from app.cli.verb import Document, Verb, opened, takes_character, takes_palace
from app.engine import embedding
from app.engine.ingest import Account, ingest
from app.storage import characters


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument("paths", metavar="PATH", nargs="+", help="a file or an unzipped backup folder")
    takes_character(parser)
    parser.add_argument(
        "--format", default="auto", help="a name from `formats`; by default told from the content"
    )
    parser.add_argument(
        "--timezone", metavar="TZ", help="zone of times without one, for example Asia/Shanghai"
    )
    parser.add_argument("--dry-run", action="store_true", help="read and account, write nothing")


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=args.dry_run) as engine:
        accounts = [
            await ingest(
                engine,
                Path(path),
                character=args.character,
                format_=args.format,
                timezone=args.timezone,
                dry_run=args.dry_run,
            )
            for path in args.paths
        ]
        if not args.dry_run:
            for one in await engine.ask(characters.every):
                await embedding.complete(engine, embedder(), "memory", one.id)
    documents = [_told(account) for account in accounts]
    if len(documents) == 1:
        return documents[0]
    return {**_sum(documents), "files": documents}


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
