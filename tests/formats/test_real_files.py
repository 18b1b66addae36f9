"""The samples that may lie beside a checkout: every one is taken whole. They are never part of the project."""

import json
from collections import Counter
from pathlib import Path

import pytest
from formats.exports import of, told

from app.domain.records import CharacterRecord, Closing, MessageRecord, Skip

DATA = Path(__file__).parents[3] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the sample files are not beside this checkout")

SULLYOS = sorted(
    path
    for path in (DATA / "sullyos").glob("*")
    if path.suffix in {".zip", ".json", ".txt"} or path.name == "v2_unzipped"
)
BANKS = sorted((DATA / "memorybank").glob("memory_bank_*.json"))


@pytest.mark.parametrize("path", SULLYOS, ids=lambda path: path.name)
def test_sullyos_samples(path: Path) -> None:
    records = told(path)
    assert not of(records, Skip)
    assert sum(Counter(type(record).__name__ for record in records).values()) > 2
    if "backup" in path.name.lower() or path.is_dir():
        assert of(records, Closing)[0].dropped_credentials == 3


@pytest.mark.parametrize("path", BANKS, ids=lambda path: path.name)
def test_memorybank_samples(path: Path) -> None:
    records = told(path)
    assert not of(records, Skip)
    bank = json.loads(path.read_text(encoding="utf-8"))
    assert [c.name for c in of(records, CharacterRecord)] == list(bank)
    exchanges = sum(len(day) for person in bank.values() for day in person["history"].values())
    assert len(of(records, MessageRecord)) == 2 * exchanges
