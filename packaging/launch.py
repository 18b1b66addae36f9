"""Opens the window; where there is no display, does the same job off screen into ./belvedere-demo/."""

import json
import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from environment import Environment, say
from system_libraries import has_display

FOLDER = "belvedere-demo"
LOOKS = (("light", "en"), ("light", "zh"), ("dark", "en"), ("dark", "zh"))
QUESTIONS = {"en": "There is shrimp on the menu again, do you remember?", "zh": "菜单上又有虾，你还记得吗？"}
_CHINESE = re.compile("[\u4e00-\u9fff]")


def launch(environment: Environment, arguments: Sequence[str]) -> int:
    if has_display():
        return subprocess.call(
            [str(environment.python), "-m", "app", *arguments], env=environment.variables()
        )
    say(f"No display here: the demo palace goes off screen into ./{FOLDER}/.")
    try:
        return _off_screen(environment, Path.cwd() / FOLDER)
    except subprocess.CalledProcessError as failed:
        print(f"{failed.stdout or ''}{failed.stderr or ''}\nbelvedere {' '.join(failed.cmd[3:])} failed.")
        return 1


def _off_screen(environment: Environment, folder: Path) -> int:
    folder.mkdir(exist_ok=True)
    palace = str(folder / "demo.palace")
    if Path(palace).exists():
        say("The demo palace is there already; it is kept as it is.")
    else:
        say("Making the demo palace.")
        _belvedere(environment, "demo", palace)
    say("Drawing every panel, in both themes and languages, and asking what would be recalled, and why.")
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        drawn = [workers.submit(_draw, environment, palace, folder / "panels", *look) for look in LOOKS]
        sections = list(workers.map(partial(_ask, environment, palace), _questions(environment, palace)))
        for job in drawn:
            job.result()
    report = "\n\n".join(["# What would be recalled, and why", *sections]) + "\n"
    (folder / "recall.md").write_text(report, encoding="utf-8")
    pictures = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.png"))
    say(
        f"Done. In ./{FOLDER}/: demo.palace, recall.md and {len(pictures)} pictures ({', '.join(pictures[:3])} …)."
    )
    say("On a machine with a display the same command opens the window.")
    return 0


def _belvedere(environment: Environment, *arguments: str) -> str:
    return subprocess.run(
        [str(environment.python), "-m", "app", *arguments],
        env=environment.variables(QT_QPA_PLATFORM="offscreen"),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    ).stdout


def _draw(environment: Environment, palace: str, folder: Path, theme: str, language: str) -> None:
    _belvedere(environment, "shot", palace, str(folder), "--theme", theme, "--lang", language)


def _questions(environment: Environment, palace: str) -> list[tuple[Mapping[str, str], str]]:
    """Each character with a question in its own language."""
    about = json.loads(_belvedere(environment, "info", palace, "--json"))
    return [
        (character, QUESTIONS["zh" if _CHINESE.search(character["name"]) else "en"])
        for character in about["characters"]
    ]


def _ask(environment: Environment, palace: str, asked: tuple[Mapping[str, str], str]) -> str:
    character, question = asked
    chosen = ("--character", character["uid"], "--explain", "--json")
    answer = json.loads(_belvedere(environment, "recall", palace, question, *chosen))
    return section(character["name"], question, answer)


def section(name: str, question: str, answer: Mapping[str, Any]) -> str:
    """One question's share of the report: what was recalled with its factors, and what fell out where."""
    lines = [f"## {name}: {question}", "", "| score | room | memory | factors |", "|---|---|---|---|"]
    for item in answer["items"]:
        factors = ", ".join(f"{factor} {_number(value)}" for factor, value in item["factors"].items())
        lines.append(f"| {item['score']:.3f} | {item['room']} | {_cell(item['content'])} | {factors} |")
    stages: dict[str, int] = {}
    for dropped in answer.get("dropped", ()):
        stages[dropped["stage"]] = stages.get(dropped["stage"], 0) + 1
    fell_out = ", ".join(f"{count} at {stage}" for stage, count in stages.items()) or "none"
    return "\n".join([*lines, "", f"Candidates that fell out: {fell_out}."])


def _number(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _cell(text: str) -> str:
    one_line = " ".join(text.split()).replace("|", "\\|")
    return one_line if len(one_line) <= 120 else one_line[:119] + "…"
