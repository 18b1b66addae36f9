"""The scanner agrees with `json.loads` whatever the blocks; its offsets and guards hold."""

import io
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import KnownError
from app.formats import json_stream
from app.formats.json_stream import FlawedValueError, Scanner
from app.formats.outline import outline

SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
DOCUMENTS = st.dictionaries(
    st.text(max_size=4),
    st.recursive(
        SCALARS,
        lambda v: st.lists(v, max_size=4) | st.dictionaries(st.text(max_size=3), v, max_size=4),
        max_leaves=12,
    ),
    max_size=5,
)


@pytest.fixture
def block(monkeypatch: pytest.MonkeyPatch) -> Any:
    return lambda size: monkeypatch.setattr(json_stream, "BLOCK", size)


@given(document=DOCUMENTS, size=st.integers(1, 40), ascii_=st.booleans(), indent=st.sampled_from([None, 1]))
def test_values_come_as_json_gives_them(
    block: Any, document: Any, size: int, ascii_: bool, indent: int | None
) -> None:
    block(size)
    data = json.dumps(document, ensure_ascii=ascii_, indent=indent).encode(
        "utf-8", "surrogatepass" if ascii_ else "replace"
    )
    expected = json.loads(data)
    scanner = Scanner(io.BytesIO(data), "x")
    assert {name: scanner.value() for name in scanner.members()} == expected
    scanner.finish()
    found = outline(Scanner(io.BytesIO(data), "x"))
    for name, field in found.fields.items():
        assert Scanner(io.BytesIO(data), "x", field.offset).value() == expected[name]


@given(st.lists(SCALARS, max_size=6), st.integers(1, 9))
def test_items_come_in_order(block: Any, values: list[Any], size: int) -> None:
    block(size)
    scanner = Scanner(io.BytesIO(json.dumps(values).encode()), "x")
    assert [scanner.value() for _ in scanner.items()] == values


@given(DOCUMENTS.filter(bool), st.integers(1, 30), st.data())
def test_a_cut_document_is_told(block: Any, document: Any, size: int, data: Any) -> None:
    block(size)
    whole = json.dumps(document).encode()
    cut = whole[: data.draw(st.integers(1, len(whole) - 1))]
    with pytest.raises(KnownError) as told:
        outline(Scanner(io.BytesIO(cut), "x"))
    assert told.value.code in {"import.cut", "import.json", "import.not_json"}


def test_lone_surrogates_stay_as_they_are() -> None:
    assert Scanner(io.BytesIO(rb'"a\ud83d"'), "x").value() == "a\ud83d"


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999", "9" * 4301])
def test_a_flawed_number_is_told_and_passed(number: str) -> None:
    scanner = Scanner(io.BytesIO(f'[{{"a": {number}}}, 2]'.encode()), "x")
    items = scanner.items()
    next(items)
    with pytest.raises(FlawedValueError):
        scanner.value()
    next(items)
    assert scanner.value() == 2


@pytest.mark.parametrize("opened", ["[", '{"a":'])
@pytest.mark.parametrize("depth", [202, 5_000, 200_000])
def test_depth_is_bounded(opened: str, depth: int) -> None:
    closed = "]" if opened == "[" else "}"
    with pytest.raises(KnownError, match="levels deep"):
        Scanner(io.BytesIO((opened * depth + "1" + closed * depth).encode()), "x").value()


def test_two_hundred_levels_are_read() -> None:
    assert Scanner(io.BytesIO(b"[" * 200 + b"]" * 200), "x").value()[0][0]


def test_a_value_without_end_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_stream, "MAX_VALUE", 1000)
    monkeypatch.setattr(json_stream, "BLOCK", 100)
    with pytest.raises(KnownError, match="single value"):
        Scanner(io.BytesIO(b'"' + b"x" * 5000), "x").value()


def test_bytes_that_are_no_utf8_keep_offsets_exact() -> None:
    data = b'{"a": "\xff\xfe\xe4", "b": [1]}'
    field = outline(Scanner(io.BytesIO(data), "x")).fields["b"]
    assert data[field.offset :] == b"[1]}"
