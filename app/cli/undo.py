"""`undo`: take back an edit or a run."""

import argparse

from app.cli.verb import Document, Verb, opened, takes_palace


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument(
        "id", metavar="ID", nargs="?", help="an edit or run; by default the newest that is in force"
    )


async def _run(args: argparse.Namespace) -> Document:
    async with opened(args, read_only=False) as engine:
        undone = await engine.undo(args.id)
    return {"undone": undone.uid, "label": str(undone.label), "rows": undone.rows}


VERB = Verb(
    "undo",
    _configure,
    _run,
    lambda document: f"Undone: {document['label']} ({document['rows']} rows)",
)
