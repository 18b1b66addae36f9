"""The labelled sentences beside the days they are judged against, rebuilt from the corpora; nothing of them is kept here."""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

LABELS = Path(__file__).parent / "labels.json"
# Invented months with sentences about them: by somebody who had seen no rule, and by the author of the rules.
MONTHS = ("blind", "own")
# What the palace would know by name: the two who talk.
_PEOPLE = {
    "conv-26": ("Caroline", "Melanie"),
    "conv-30": ("Jon", "Gina"),
    "conv-41": ("John", "Maria"),
    "阿烬": ("阿烬", "林夏"),
    "Wren": ("Wren", "Mara"),
    "Ada": ("Ada", "Jonah"),
    "小棠": ("小棠", "阿远"),
    "青禾": ("青禾", "苏蔓"),
}


@dataclass(frozen=True)
class Day:
    day: date
    text: str


@dataclass(frozen=True)
class Case:
    """One sentence, the days of its month, and what a reader says of it; `word` is the detail that was made wrong."""

    half: str
    who: str
    month: str
    days: tuple[Day, ...]
    form: str
    text: str
    word: str | None
    label: str
    names: tuple[str, ...]

    @property
    def tongue(self) -> str:
        return "en" if self.who.isascii() else "zh"


def cases(folder: Path) -> list[Case]:
    """Read the label set against the corpora in `folder` (locomo, memorybank, sullyos)."""
    kept = json.loads(LABELS.read_text("utf-8"))
    corpora = _Corpora(folder, kept["diaries"])
    found = []
    for half, who, month, form, reference, edit, label in kept["labels"]:
        text = corpora.sentence(who, reference)
        if edit:
            if edit[0] not in text:
                raise ValueError(f"{reference}: {edit[0]} is not in it")
            text = text.replace(*edit)
        names = _PEOPLE.get(who, (who,))
        found.append(
            Case(
                half,
                who,
                month,
                corpora.days(who, month, form),
                form,
                text,
                edit[1] if edit else None,
                label,
                names,
            )
        )
    return found


def month_cases() -> list[Case]:
    """Read the invented months, in halves of their own: `blind` and `own`."""
    return [
        Case(
            half,
            month["who"],
            month["month"],
            tuple(Day(date.fromisoformat(day), text) for day, text in month["days"]),
            "diary",
            one["text"],
            one["word"],
            one["label"],
            (month["who"], month["partner"]),
        )
        for half in MONTHS
        for month in json.loads((Path(__file__).parent / f"{half}.json").read_text("utf-8"))["months"]
        for one in month["sentences"]
    ]


class _Corpora:
    def __init__(self, folder: Path, diaries: dict[str, list[list[str]]]) -> None:
        self._diaries = diaries
        locomo = json.loads((folder / "locomo/locomo_part.json").read_text("utf-8"))
        self._talks = {talk["sample_id"]: talk for talk in locomo}
        self._bank = json.loads((folder / "memorybank/memory_bank_cn.json").read_text("utf-8"))
        sully = json.loads((folder / "sullyos/backup_v1_bare.json").read_text("utf-8"))
        self._logs = {one["name"]: one["memories"] for one in sully["characters"]}
        self._days: dict[tuple[str, str, str], tuple[Day, ...]] = {}

    def sentence(self, who: str, reference: str) -> str:
        if match := re.fullmatch(r"S(\d+)\.(\d+)", reference):
            whole = self._talks[who]["session_summary"][f"session_{match[1]}_summary"]
            return re.split(r"(?<=[.!?])\s+", whole.strip())[int(match[2])]
        if match := re.fullmatch(r"O(\d+)\.(\w+)\.(\d+)", reference):
            noted = self._talks[who]["observation"][f"session_{match[1]}_observation"]
            return noted[match[2]][int(match[3])][0]
        return reference

    def days(self, who: str, month: str, form: str) -> tuple[Day, ...]:
        key = who, month, form
        if key not in self._days:
            reader = self._reader(who)
            self._days[key] = tuple(one for one in reader(who, form) if f"{one.day:%Y-%m}" == month)
        return self._days[key]

    def _reader(self, who: str) -> Callable[[str, str], list[Day]]:
        if who in self._talks:
            return self._sessions
        if who in self._diaries:
            return self._diary
        return self._exchanges if who in self._bank else self._log

    def _diary(self, who: str, _form: str) -> list[Day]:
        return [Day(date.fromisoformat(day), text) for day, text in self._diaries[who]]

    def _sessions(self, who: str, form: str) -> list[Day]:
        talk, found = self._talks[who], []
        for key, turns in talk["conversation"].items():
            if not re.fullmatch(r"session_\d+", key):
                continue
            at = datetime.strptime(talk["conversation"][f"{key}_date_time"], "%I:%M %p on %d %B, %Y")
            said = "\n".join(f"{turn['speaker']}: {turn['text']}" for turn in turns)
            found.append(
                Day(at.date(), talk["session_summary"][f"{key}_summary"] if form == "summaries" else said)
            )
        return found

    def _exchanges(self, who: str, _form: str) -> list[Day]:
        return [
            Day(
                date.fromisoformat(day),
                "\n".join(f"{who}：{one['query']}\n我：{one['response']}" for one in said),
            )
            for day, said in self._bank[who]["history"].items()
        ]

    def _log(self, who: str, _form: str) -> list[Day]:
        found = []
        for one in self._logs[who]:
            figures = re.findall(r"\d+", one["date"])
            if len(figures) == 3:
                found.append(Day(date(*map(int, figures)), one["summary"]))
        return found
