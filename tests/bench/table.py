"""The figures as a Markdown table, with the machine they were measured on."""

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from bench.measure import machine

BEGIN, END = "<!-- figures: written by tests/bench/run.py -->", "<!-- end of figures -->"
HEAD = "| what | size | time | CPU | p95 | loop stall | thread stall | peak RSS | aim | |\n|---|---|--:|--:|--:|--:|--:|--:|---|---|"
BUSY = 2.5  # a bench alone loads a machine with one or two: the window and an import's reader
State = tuple[Sequence[float], float]  # load averages, seconds of the reference work


def line(figure: dict[str, Any]) -> str:
    cells = [
        f"{figure['section']}: {figure['what']}",
        figure["size"],
        _time(figure["wall"]),
        _time(figure["cpu"]),
        _time(figure["p95"]),
        _time(figure["loop_stall"]),
        _time(figure["gil_stall"]),
        "" if figure["rss_mb"] is None else f"{figure['rss_mb']:.0f} MB",
        figure["aim"],
        " ".join(filter(None, (figure["note"], f"(load {figure['load']:.1f})"))),
    ]
    return "| " + " | ".join(cells) + " |"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.0f} ms"


def document(figures: Sequence[dict[str, Any]], before: State, after: State, at: datetime) -> str:
    facts = ", ".join(f"{name} {value}" for name, value in machine().items())
    load = " → ".join("/".join(f"{value:.1f}" for value in one) for one, _ in (before, after))
    speed = " → ".join(f"{seconds * 1000:.0f} ms" for _, seconds in (before, after))
    loads = [figure["load"] for figure in figures] or [0.0]
    busy = max(loads) > BUSY
    told = (
        "**The machine was busy with other work**: wall times and stalls hold that work's share as well; "
        "the CPU column and the idle lines say how much."
        if busy
        else "The machine had nothing else to do."
    )
    rows = "\n".join(line(figure) for figure in figures)
    return (
        f"Measured {at:%Y-%m-%d %H:%M} UTC on {facts}. Load average (1/5/15 min) {load}, "
        f"while measuring {min(loads):.1f} to {max(loads):.1f}. A loop of a million "
        f"additions took {speed} of CPU. {told}\n\n{HEAD}\n{rows}\n"
    )


def put(path: Path, told: str) -> None:
    """Replace the last run's figures in the page, between its two marks."""
    page = path.read_text("utf-8") if path.exists() else f"{BEGIN}\n{END}\n"
    head, _, rest = page.partition(BEGIN)
    _, _, foot = rest.partition(END)
    path.write_text(f"{head}{BEGIN}\n\n{told}\n{END}{foot}", "utf-8")
