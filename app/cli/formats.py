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
    return "\n".join(f"{one['name']}: {one}" for one in document["formats"])


VERB = Verb("formats", "what can be read and written", _configure, _run, _text)
