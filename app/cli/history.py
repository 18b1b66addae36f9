"""`history`: edits and runs, newest first."""

import argparse
from typing import Any

from app.cli.verb import Document, Verb, iso, opened, takes_palace
from app.storage import history
from app.storage.history import Entry


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=True) as engine:
        edits = await engine.ask(history.edits)
    return {"edits": [_told(one) for one in edits]}


def _told(one: Entry) -> dict[str, Any]:
    return {
        "id": one.id,
        "run": one.run,
        "label": str(one.label),
        "actor": one.actor,
        "at": iso(one.at),
        "rows": one.rows,
        "state": one.state,
    }


def _text(document: Document) -> str:
    lines = [
        f"{one['at']}  {one['state']:11}  {one['rows']:7}  {one['actor']:6}  {one['label']}  {one['id']}"
        for one in document["edits"]
    ]
    return "\n".join(lines) or "Nothing has been edited yet."


VERB = Verb("history", takes_palace, _run, _text)
