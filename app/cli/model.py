"""Which model does the work of a verb: `--model`, `--rerank`, `--record` and `--cap`, the same wherever one may be asked."""

import argparse
from collections.abc import Callable
from pathlib import Path

from app.bootstrap import ranking_model, writer
from app.cli.verb import Document, UsageError
from app.domain.errors import KnownError
from app.engine.ledger import Ledger, Unbooked
from app.engine.ranking import Ranker
from app.engine.steps.asking import Speaker
from app.engine.steps.spending import Cap
from app.models.provider import Provider
from app.models.recorded import NAMED, Recorder, Replayer

BUILT_IN = "built-in"
ENDPOINT = "endpoint"


def takes_model(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--model",
        type=_who(BUILT_IN, ENDPOINT),
        metavar="WHO",
        help="built-in, endpoint, or recorded:FILE to replay a recording; by default what is configured",
    )
    _takes_record(parser)
    parser.add_argument(
        "--cap", type=_tokens, metavar="TOKENS", help="stop before an endpoint has used more tokens"
    )


def takes_ranking(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--rerank",
        nargs="?",
        const=ENDPOINT,
        type=_who(ENDPOINT),
        metavar="WHO",
        help="send the question and the best of what is found to a ranking model: endpoint, the one that is set up "
        "(also with no WHO), or recorded:FILE to replay a recording; by default nothing is sent",
    )
    _takes_record(parser)


def _takes_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="keep what the endpoint is asked and answers, for a replay",
    )


def model_of(args: argparse.Namespace) -> Provider | None:
    """Give the endpoint or recording, or None for what is built in: also when nothing is set and asked for."""
    if found := _recording(args.model):
        return found
    asked = args.model is not None or args.record is not None
    endpoint = None if args.model == BUILT_IN else _endpoint(writer, "--model", asked=asked)
    return _kept(endpoint, args.record)


def ranking_of(args: argparse.Namespace) -> Provider | None:
    """Give the endpoint or recording that ranks, or None when none was asked for."""
    if found := _recording(args.rerank):
        return found
    endpoint = None if args.rerank is None else _endpoint(ranking_model, "--rerank", asked=True)
    return _kept(endpoint, args.record)


def _recording(wanted: str | None) -> Replayer | None:
    if wanted is None or not wanted.startswith(NAMED):
        return None
    return Replayer.load(Path(wanted.removeprefix(NAMED)))


def _kept(found: Provider | None, record: Path | None) -> Provider | None:
    """Record what an endpoint answers, where that is wished."""
    if record is None:
        return found
    if found is None:
        raise UsageError(
            "model.record", "Only what an endpoint answers can be recorded.", "Leave --record out."
        )
    return Recorder(found, record)


def speaker_of(model: Provider | None, args: argparse.Namespace) -> Speaker | None:
    """Give who speaks for the model, with the cap that was given; what a recording says is not booked."""
    return None if model is None else Speaker(model, _ledger(model), Cap(args.cap))


def ranker_of(model: Provider | None) -> Ranker | None:
    """Give who ranks by the model; what a recording says is not booked."""
    return None if model is None else Ranker(model, _ledger(model))


def _ledger(model: Provider) -> Ledger:
    return Unbooked() if isinstance(model, Replayer) else Ledger()


def spent(speaker: Speaker) -> Document:
    used = speaker.spending
    return {"calls": used.calls, "prompt": used.prompt, "completion": used.completion}


def spent_text(document: Document) -> list[str]:
    """Give the line that says what a model has cost; none where nothing was asked."""
    if not (told := document.get("spent")):
        return []
    return [f"{document['model']}: {told['calls']} calls, {told['prompt']} + {told['completion']} tokens"]


def _who(*ours: str) -> Callable[[str], str]:
    """Read who is meant: one of ours, or a recording."""

    def read(text: str) -> str:
        if text not in ours and not text.startswith(NAMED):
            known = ", ".join((*ours, f"{NAMED}FILE"))
            raise argparse.ArgumentTypeError(f"“{text}” is none of {known}")
        return text

    return read


def _tokens(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text[:9]) == int(text)):
        raise argparse.ArgumentTypeError(f"“{text}” is no number of tokens")
    return int(text)


def _endpoint(opened: Callable[[], Provider], option: str, *, asked: bool) -> Provider | None:
    try:
        return opened()
    except KnownError as error:
        if error.code != "endpoint.not_set":
            raise
        if not asked:
            return None
        raise UsageError(
            "model.none", "No endpoint is set up.", f"Leave {option} out to do without one."
        ) from error
