"""`shot`: a picture of each panel, off screen."""

import argparse
import os
from pathlib import Path

from app.cli.verb import Document, Verb, takes_palace


def _configure(parser: argparse.ArgumentParser) -> None:
    takes_palace(parser)
    parser.add_argument("dir", metavar="DIR")
    parser.add_argument("--panel", metavar="P", help="one panel; by default each")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--lang", choices=("en", "zh"), default="en")
    parser.add_argument("--size", default="1440x900", metavar="WxH", type=_size)
    parser.add_argument("--scale", type=_scale, default=1.0, metavar="S")


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.lower().partition("x")
    if not (width.isdigit() and height.isdigit()) or not (
        300 <= int(width) <= 8000 and 300 <= int(height) <= 8000
    ):
        raise argparse.ArgumentTypeError("a size is written 1280x800")
    return int(width), int(height)


def _scale(text: str) -> float:
    try:
        scale = float(text)
    except ValueError:
        scale = 0.0
    if not 0.5 <= scale <= 4:
        raise argparse.ArgumentTypeError("a scale lies between 0.5 and 4")
    return scale


def _run(args: argparse.Namespace) -> Document:
    """Draw outside asyncio's own loop: the window brings its own."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from app.ui.shot import shoot as draw

    made = draw(
        Path(args.palace),
        Path(args.dir),
        panel=args.panel,
        theme=args.theme,
        language=args.lang,
        size=args.size,
        scale=args.scale,
    )
    return {"pictures": [str(path) for path in made]}


VERB = Verb("shot", _configure, _run, lambda document: "\n".join(document["pictures"]))
