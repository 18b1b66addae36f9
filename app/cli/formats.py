"""`formats`: what can be read and written, and what each carries and loses."""

import argparse
from dataclasses import asdict

from app.cli.verb import Document, Verb
from app.formats.registry import FORMATS


def _configure(_: argparse.ArgumentParser) -> None:
    return None


async def _run(_: argparse.Namespace) -> Document:
    return {"formats": [asdict(one) for one in FORMATS]}


def _text(document: Document) -> str:
    lines = []
    for one in document["formats"]:
        ways = " and ".join(way for way in ("reads", "writes") if one[way])
        lines.append(f"{one['name']}: {one['title']} ({ways})")
        lines.append(f"  carries {one['carries']}")
        lines.append(f"  loses {one['loses']}")
    return "\n".join(lines)


VERB = Verb("formats", _configure, _run, _text)
