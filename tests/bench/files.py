"""Files of other programs, of any length and the same each time for one seed: MemoryBank's and SullyOS's shape.

python tests/bench/files.py FOLDER --lines 100000
"""

import argparse
import json
import random
import sys
from datetime import date, timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.generate import NOW, texts

A_DAY = 120  # exchanges
WHO = "char-1771200000000-bench"


def memorybank(path: Path, lines: int, seed: int = 7) -> Path:
    """One user, `lines` messages in exchanges of query and response over days."""
    said = texts(random.Random(seed), lines)
    first = date(2022, 1, 1)
    history: dict[str, list[dict[str, str]]] = {}
    for number in range(lines // 2):
        day = first + timedelta(days=number // A_DAY)
        history.setdefault(day.isoformat(), []).append({"query": next(said), "response": next(said)})
    path.write_text(json.dumps({"林夏": {"name": "林夏", "history": history}}, ensure_ascii=False), "utf-8")
    return path


def sullyos(path: Path, lines: int, seed: int = 7) -> Path:
    """A bare backup: one character and one private chat of `lines` messages."""
    messages = [
        {
            "id": number + 1,
            "charId": WHO,
            "role": "assistant" if number % 2 else "user",
            "type": "text",
            "content": text,
            "timestamp": NOW - (lines - number) * 60_000,
        }
        for number, text in enumerate(texts(random.Random(seed), lines))
    ]
    backup = {
        "timestamp": NOW,
        "version": 3,
        "userProfile": {"name": "林夏", "avatar": "", "bio": ""},
        "characters": [{"id": WHO, "name": "阿烬", "description": "", "systemPrompt": "", "memories": []}],
        "messages": messages,
    }
    path.write_text(json.dumps(backup, ensure_ascii=False), "utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--lines", type=int, default=100_000)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    print(memorybank(given.folder / "memorybank.json", given.lines))
    print(sullyos(given.folder / "sullyos.json", given.lines))


if __name__ == "__main__":
    main()
