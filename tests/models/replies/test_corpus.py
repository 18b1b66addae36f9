"""Replies as models really give them, each with what must come of it."""

import json
from pathlib import Path
from typing import Any

import pytest

from app.models.replies import reading as why
from app.models.replies.reader import read_items, read_object, read_prose
from app.models.replies.reading import Reading

CORPUS = Path(__file__).parents[1] / "corpus"
CASES = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted(CORPUS.glob("*.json"))
    for case in json.loads(path.read_text(encoding="utf-8"))
]
READERS = {"items": read_items, "object": read_object, "prose": read_prose}


def read(case: dict[str, Any], kind: str) -> Reading:
    return READERS[kind](
        case["reply"],
        finish=case.get("finish", "stop"),
        reasoning=case.get("reasoning", ""),
        names=case.get("names", ()),
    )


def test_the_corpus_is_large() -> None:
    assert len(CASES) >= 120


@pytest.mark.parametrize("case", CASES)
def test_what_comes_of_it(case: dict[str, Any]) -> None:
    found = read(case, case["as"])
    assert found.verdict == case["verdict"], found
    if "items" in case:
        assert list(found.items) == case["items"]
    if "text" in case:
        assert found.text == case["text"]
    assert {getattr(why, name) for name in case.get("why", [])} <= set(found.reasons)
    assert found.sure is (not found.reasons)


DOUBTFUL = [one for one in CASES if one.values[0]["verdict"] != "whole" and one.values[0]["as"] == "items"]


@pytest.mark.parametrize("case", DOUBTFUL)
def test_nothing_doubtful_is_sure_whoever_reads_it(case: dict[str, Any]) -> None:
    """What one reader rejects, no other may take for sure data."""
    assert not read(case, "object").sure
