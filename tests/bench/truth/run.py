"""Measure the truth check on the labelled sentences: tuned and held-out half, months written blind, months of our own.

    python tests/bench/truth/run.py FOLDER [--half tuned|held|blind|own|all] [--words] [--misses]

FOLDER holds the corpora (`locomo/`, `memorybank/`, `sullyos/`). `--words`: without vectors. `--misses` prints what went
wrong; of the held-out half that would be looking at it.
"""

import argparse
from collections import defaultdict
from pathlib import Path

import numpy as np
from cases import Case, cases, month_cases

from app.domain.months.claimed import Flag
from app.domain.months.evidence import Days, Evidence
from app.domain.months.truth import Report, check, told_in
from app.domain.text import language
from app.models.use import UseEmbedder

ALTERED = ("name", "number", "date")
# `several`: supported by several days at once
UNALTERED = ("supported", "several", "unsupported")


class Vectors:
    """Likeness of sentences, each embedded once."""

    def __init__(self) -> None:
        self._embedder = UseEmbedder()
        self._held: dict[str, np.ndarray] = {}

    def matrix(self, rows: list[str], columns: list[str]) -> list[list[float]]:
        new = [text for text in dict.fromkeys((*rows, *columns)) if text not in self._held]
        if new:
            self._held.update(zip(new, self._embedder.embed(new), strict=True))
        raw = np.array([self._held[row] for row in rows]) @ np.array([self._held[one] for one in columns]).T
        return [
            self._embedder.calibrate(line, language(row)).tolist()
            for line, row in zip(raw, rows, strict=True)
        ]


def report(case: Case, vectors: Vectors | None) -> Report:
    days = Days(
        tuple(Evidence(number, one.day, one.text) for number, one in enumerate(case.days)),
        case.days[0].day.replace(day=1),
        case.names,
    )
    likeness = None
    if vectors is not None:
        likeness = vectors.matrix([one.text for one in told_in(case.text)], [one.text for one in days.pieces])
    return check(case.text, days, likeness)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", default="tuned")
    parser.add_argument("--words", action="store_true")
    parser.add_argument("--misses", action="store_true")
    args = parser.parse_args()
    vectors = None if args.words else Vectors()
    counts: dict[tuple[str, str], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for case in (*cases(args.folder), *month_cases()):
        if args.half not in (case.half, "all"):
            continue
        told = report(case, vectors)
        kinds = {str(flag.kind) for flag in told.flags}
        unsupported = "sentence" in kinds
        column = counts[case.half, case.tongue]
        column[case.label] += 1
        column[f"{case.label} sentence"] += unsupported
        # a name that is a plain word is found as a word
        hits = {str(flag.kind) for flag in told.flags if touches(flag, case)} - {"sentence"}
        if case.label in ALTERED:
            hits &= {case.label, "word"}
        hit = bool(hits)
        column[f"{case.label} found"] += hit
        details = kinds - {"sentence"}
        column[f"{case.label} extra"] += bool(details - hits)
        wrong = {
            "supported": unsupported or bool(details),
            "several": unsupported or bool(details),
            "unsupported": not unsupported,
        }.get(case.label, not hit)
        if args.misses and wrong:
            flags = [(flag.kind, flag.text[:30], flag.nearest, flag.correction) for flag in told.flags]
            print(case.label, case.who, case.month, case.form, "|", case.text[:110], "|", case.word, flags)
    for (half, tongue), column in sorted(counts.items()):
        print(f"{half} {tongue}", *lines(column), sep="\n  ")


def touches(flag: Flag, case: Case) -> bool:
    """Tell whether a flag lies on the words that were made wrong."""
    at = case.text.find(case.word or "\0")
    return at >= 0 and flag.start < at + len(case.word or "") and at < flag.end


def lines(column: dict[str, int]) -> list[str]:
    labels = [label for label in column if " " not in label]
    positives = sum(column[f"{label} sentence"] for label in labels)
    rows = [
        f"{label}: found {column[f'{label} found']}/{column[label]}, whole sentence flagged {column[f'{label} sentence']},"
        f" another detail flagged {column[f'{label} extra']}"
        for label in (*ALTERED, *sorted({*labels} - {*ALTERED, *UNALTERED}))
        if column[label]
    ]
    hits = column["unsupported sentence"]
    rows.append(f"unsupported: recall {hits}/{column['unsupported']}, precision {hits}/{positives}")
    rows += [
        f"{label}: {column[f'{label} sentence']}/{column[label]} flagged as resting on nothing,"
        f" {column[f'{label} extra']} with a detail flagged"
        for label in ("supported", "several")
        if column[label]
    ]
    return rows


if __name__ == "__main__":
    main()
