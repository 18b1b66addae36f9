"""Write the labelled questions as `belvedere eval` takes them: a file for each corpus and half.

    python tests/bench/tune/questions.py FOLDER OUT

FOLDER holds LoCoMo's (`locomo*.json`) and MemoryBank's files (`memory_bank_*.json`, `questions_gold_*.json`). The
figures of README and docs/quality.md are those of `belvedere eval PALACE OUT/FILE --profile belvedere`, over a palace
into which FOLDER's files were imported and, for memories, processed with `--all`.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from talks import talks


def main(folder: Path, out: Path) -> None:
    """Write them all, and say how many there are in each."""
    files: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for talk in talks(folder):
        name = f"{talk.corpus} {talk.half}".lower().replace(" ", "-")
        for question, evidence, answer in talk.questions:
            asked = {
                "character": talk.name,
                "question": question,
                "answer": answer,
                "evidence": sorted(evidence),
            }
            files[name].append(asked)
    out.mkdir(parents=True, exist_ok=True)
    for name, questions in sorted(files.items()):
        path = out / f"{name}.json"
        path.write_text(json.dumps(questions, ensure_ascii=False, indent=1), "utf-8")
        print(f"{path}: {len(questions)}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
