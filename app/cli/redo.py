"""`redo`: bring back what was undone last."""

import argparse

from app.cli.verb import Document, Verb, opened, takes_palace


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=False) as engine:
        redone = await engine.redo()
    return {"redone": redone.uid, "label": str(redone.label), "rows": redone.rows}


VERB = Verb(
    "redo",
    takes_palace,
    _run,
    lambda document: f"Redone: {document['label']} ({document['rows']} rows)",
)
