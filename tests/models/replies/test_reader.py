"""What holds for every reply: no exception, linear time, bounded size, and SullyOS' own cases."""

import json
import sys
from pathlib import Path
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.models.replies.reader import read_items, read_object, read_prose
from app.models.replies.reading import CAP, ITEMS, Verdict

GOLDEN = Path(__file__).parents[2] / "golden" / "sullyos"
SCRAPS = st.sampled_from(
    ["{", "}", "[", "]", '"', "'", ":", ",", "：", "，", "“", "”", "「", "」", "\\", "```json\n", "```", "<think>", "</think>", "<thinking>", "\n", " ", "a", "嗯", '{"content": "', '"}, {"content": "', "抱歉，我无法", "*", "（", "1.5", "true", "None", "//", "/*", "*/", "\ud83d", "\x00", "\\u", "[THINK]", "null", "...", "…", "#"]
)  # fmt: skip
REPLIES = st.lists(SCRAPS, max_size=60).map("".join) | st.text(max_size=200)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@given(REPLIES, st.sampled_from(["stop", "length", None, "content_filter", "odd"]), st.text(max_size=5))
def test_no_reply_raises(reply: str, finish: str | None, reasoning: str) -> None:
    for reader in (read_items, read_object, read_prose):
        found = reader(reply, finish=finish, reasoning=reasoning, names=["阿烬"])
        assert found.usable or not found.items
        assert found.sure is (not found.reasons)
        assert not (found.sure and finish in ("length", None, "odd", "content_filter"))
        json.dumps(found.items, allow_nan=False).encode()
        found.text.encode()


@given(
    st.lists(
        st.dictionaries(
            st.text("abcdefgh", min_size=1), st.text("ab 雨“”「」，。:,{}[]\\/#", max_size=20), min_size=1
        ),
        min_size=1,
        max_size=4,
    ),
    st.booleans(),
)
def test_good_data_is_never_changed(items: list[dict[str, str]], fenced: bool) -> None:
    text = json.dumps(items, ensure_ascii=False)
    found = read_items(f"好的：\n```json\n{text}\n```" if fenced else text)
    assert list(found.items) == items
    assert found.verdict is Verdict.WHOLE


@given(
    st.lists(
        st.dictionaries(
            st.sampled_from(["content", "room", "mood"]),
            st.text("ab 雨嗯。", min_size=1, max_size=9),
            min_size=1,
        ),
        min_size=2,
        max_size=5,
    ),
    st.data(),
)
def test_a_cut_keeps_only_what_is_whole(items: list[dict[str, str]], data: st.DataObject) -> None:
    text = json.dumps(items, ensure_ascii=False)
    cut = text[: data.draw(st.integers(1, len(text) - 1))]
    found = read_items(cut, finish="length")
    assert not found.sure
    assert list(found.items) == items[: len(found.items)]


@pytest.mark.parametrize("unit", ['{"', '[{"a":"', '[{"a":[', '"', '":"', 'x"y', "a:", '{"a":"b",', '{"a" 1},{"', "“a”：“b”，", "<think>", "<think></think>", "（", "*a", "抱歉", "i'm sorry ", "\n", " ", "“a\n", "```json\n", "{/*", "[1", "\\", '["a" "b" ', "{a:b", "#\n"])  # fmt: skip
@pytest.mark.parametrize("before", ["", '[{"a":"', '{"a":[{"b":1},'])
def test_time_is_linear(before: str, unit: str) -> None:
    """Four times the length takes no sixteen times as long, which is what libraries that mend take."""
    short, long = (spent(before + unit * (size // len(unit))) for size in (15_000, 60_000))
    # Generous, for a busy machine: what is not linear takes many seconds here.
    assert long < max(14 * short, 2.0), (short, long)


def spent(reply: str) -> float:
    """Seconds of processor, without those of the coverage tool, which takes more than the reading."""
    tracer = sys.gettrace()
    sys.settrace(None)
    try:
        started = process_time()
        read_items(reply)
        read_prose(reply)
        return process_time() - started
    finally:
        sys.settrace(tracer)


def test_what_is_too_much() -> None:
    assert read_items("x" * (CAP + 1)).verdict is Verdict.REJECTED
    many = json.dumps([{"content": str(n)} for n in range(ITEMS + 5)])
    found = read_items(many)
    assert len(found.items) == ITEMS
    assert not found.sure
    assert read_items("[" * 100_000).verdict is Verdict.REJECTED
    assert read_items('{"a":' * 50_000).verdict is Verdict.REJECTED


def _golden(name: str) -> list[dict[str, object]]:
    return json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", _golden("extract_content"), ids=lambda case: repr(case["content"]))
def test_golden_content(case: dict[str, str]) -> None:
    assert read_prose(case["content"]).text == case["out"]


@pytest.mark.parametrize("name", ["safe_parse_json_array", "extract_json"])
def test_golden_values_come_back_through_every_fault(name: str) -> None:
    """What SullyOS' parsers gave for its samples comes back whole, fenced, thought about, and cut in the next part."""
    for row in _golden(name):
        value = row["parsed"]
        items = value if isinstance(value, list) else [value]
        items = [item for item in items if isinstance(item, dict)]
        if not items:
            continue
        text = json.dumps(value, ensure_ascii=False)
        assert list(read_items(text).items) == items
        assert list(read_items(f"好的：\n```json\n{text}\n```\n写完了").items) == items
        assert list(read_items(f"<think>也许 [1]</think>先想想 {{冷静}}……\n{text}").items) == items
        cut = json.dumps(items, ensure_ascii=False)[:-1] + ', {"content": "被截'
        found = read_items(cut)
        assert (found.verdict, list(found.items)) == (Verdict.CUT, items)
        mended = json.dumps(items, ensure_ascii=False)[:-2] + ",},]"
        assert list(read_items(mended).items) == items
