"""Arguments in, one document out: every verb is a module of this package."""

import argparse
import asyncio
import inspect
import json
import logging
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import app
from app.bootstrap import guard_logs
from app.cli.verb import UsageError, Verb
from app.domain.errors import KnownError
from app.domain.text import clean

log = logging.getLogger("belvedere.cli")

# Verb → module of this package, imported only when it is called; `help` is shown without importing any.
VERBS = {
    "new": ("new", "make an empty palace"),
    "demo": ("demo", "make the demo palace"),
    "info": ("info", "tell what is in a palace"),
    "import": ("import_", "take another program's file in"),
    "process": ("process", "read messages into memories"),
    "embed": ("embed", "make a set of vectors, and go by it"),
    "recall": ("recall", "what comes to mind, and why"),
    "prompt": ("prompt", "the prompt as it would be sent"),
    "months": ("months", "how the months stand, and what they cost"),
    "refine": ("refine", "make a month’s text out of its days"),
    "context": ("context", "role settings and core context as they would be injected"),
    "eval": ("evaluate", "how often recall finds what a question rests on"),
    "check": ("check", "what is wrong in a palace, and mending it"),
    "backup": ("backup", "make a verified copy"),
    "history": ("history", "edits and runs, newest first"),
    "undo": ("undo", "take back an edit or a run"),
    "redo": ("redo", "bring back what was undone last"),
    "shot": ("shot", "a picture of each panel"),
    "formats": ("formats", "what can be read and written"),
}
DONE, TOLD, USAGE = 0, 1, 2


def is_verb(arguments: Sequence[str]) -> bool:
    """Tell the command line from a file to open: a word that is neither a file nor looks like one is a verb."""
    if not arguments:
        return False
    word = arguments[0]
    return (
        word in VERBS
        or word.startswith("-")
        or not (Path(word).suffix or "/" in word or os.sep in word or _there(word))
    )


def _there(word: str) -> bool:
    try:
        return Path(word).exists()
    except (OSError, ValueError):
        return False


def run(arguments: Sequence[str]) -> int:
    """Run a verb; give the exit code: 0 done, 1 a told failure, 2 wrong usage."""
    try:
        return _run(arguments)
    except BrokenPipeError:  # whoever read has heard enough; what is still buffered goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE


def _run(arguments: Sequence[str]) -> int:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    guard_logs()
    as_json = "--json" in arguments
    try:
        called = next((word for word in arguments if word in VERBS), "")
        args = _parser(called).parse_args(arguments)
        _names_are_text(args)
        made = args.verb.run(args)
        document = asyncio.run(made) if inspect.iscoroutine(made) else made
    except UsageError as error:
        return _told(error, as_json=as_json, code=USAGE)
    except KnownError as error:
        return _told(error, as_json=as_json, code=TOLD)
    except KeyboardInterrupt:
        return _told(
            KnownError("cancelled", "Stopped. What was committed before is kept."), as_json=as_json, code=TOLD
        )
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001 - the last door
        log.error("unexpected %s", type(error).__name__)  # noqa: TRY400 - its traceback may hold chat text
        told = KnownError(
            "bug",
            "Something went wrong inside the program ({kind}). The palace keeps its last committed state.",
            "Please report it with what you did.",
            kind=type(error).__name__,
        )
        return _told(told, as_json=as_json, code=TOLD)
    return _done(args, document, as_json=as_json)


def _done(args: argparse.Namespace, document: dict[str, Any], *, as_json: bool) -> int:
    failed = bool(document.pop("failed", False))
    if as_json:
        told = {"ok": not failed, "verb": args.verb.name, "palace": getattr(args, "palace", None), **document}
        _print(json.dumps(told, ensure_ascii=False, allow_nan=False, indent=1))
    else:
        _print(args.verb.text(document))
    return TOLD if failed else DONE


def _print(text: str) -> None:
    sys.stdout.write(text.encode("utf-8", "replace").decode("utf-8") + "\n")
    sys.stdout.flush()


def _told(error: KnownError, *, as_json: bool, code: int) -> int:
    if as_json:
        facts = {name: value for name, value in error.facts.items() if isinstance(value, (list, tuple))}
        body = {"code": error.code, "message": error.message, "remedy": error.remedy, **facts}
        _print(json.dumps({"ok": False, "error": body}, ensure_ascii=False))
    sys.stderr.write(f"belvedere: {error.message}\n")
    if error.remedy:
        sys.stderr.write(f"  {error.remedy}\n")
    for name, value in error.facts.items():
        if isinstance(value, (list, tuple)):
            for line in value:
                sys.stderr.write(f"  {name}: {line}\n")
    return code


def _names_are_text(args: argparse.Namespace) -> None:
    """Refuse names whose bytes are no text here: none is kept so. What is asked, and the files of others, may be."""
    for name in ("palace", "character"):
        value = getattr(args, name, None)
        if value and clean(value) != value:
            raise UsageError(
                "usage.text",
                "{name} is not text that can be read here: {value}.",
                "Write it in UTF-8.",
                name=name.upper(),
                value=ascii(value),
            )


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        usage = self.format_usage().strip()  # its braces are no fields
        raise UsageError("usage", "{problem}.", "{usage}", problem=message, usage=usage)


def _parser(called: str) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="belvedere",
        description="Inspect, refine and test the memories of an AI companion. Without a verb the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"belvedere {app.__version__}")
    verbs = parser.add_subparsers(dest="verb_name", required=True, metavar="VERB", parser_class=_Parser)
    for name, (module, told) in VERBS.items():
        sub = verbs.add_parser(name, help=told, description=told)
        if name == called:
            verb: Verb = import_module(f"app.cli.{module}").VERB
            verb.configure(sub)
            sub.add_argument("--json", action="store_true", help="print one JSON document")
            sub.set_defaults(verb=verb)
    return parser
