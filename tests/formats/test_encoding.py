"""Letters are known by marks, by zeros, by UTF-8 first; a guess comes last."""

import io
import json
from pathlib import Path

import pytest
from formats.exports import bare, of, told

from app.domain.errors import KnownError
from app.domain.records import MessageRecord
from app.formats import encoding
from app.formats.encoding import Encoding, decode, detect, utf8

ZH = "今天外婆来电话了，芝麻学会了喊小名。晚上下雨，我们一起听了很久。"
BANK = {"林夏": {"history": {"2023-04-27": [{"query": ZH, "response": "好的"}]}}}


@pytest.mark.parametrize(
    "name", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "gb18030", "big5"]
)
def test_json_in_other_letters_is_read(tmp_path: Path, name: str) -> None:
    bank = (
        BANK
        if name != "big5"
        else {
            "林夏": {
                "history": {"2023-04-27": [{"query": "今天下雨，我們在舊書店聽雨。" * 3, "response": "好"}]}
            }
        }
    )
    path = tmp_path / "x"
    path.write_bytes(json.dumps(bank, ensure_ascii=False).encode(name))
    query = bank["林夏"]["history"]["2023-04-27"][0]["query"]
    assert of(told(path), MessageRecord)[0].content == query


def test_a_few_damaged_bytes_leave_it_utf8(tmp_path: Path) -> None:
    path = bare(tmp_path / "x", BANK, ensure_ascii=False)
    path.write_bytes(path.read_bytes().replace("好的".encode(), b"\xe5\xa5"))
    assert of(told(path), MessageRecord)[1].content == "\ufffd\ufffd"


def test_text_cut_inside_a_character_is_utf8() -> None:
    assert detect(io.BytesIO(ZH.encode()[:-1])).name == "utf-8"


def test_a_letter_far_behind_is_seen() -> None:
    data = b"plain " * 100_000 + ZH.encode("gb18030")
    assert detect(io.BytesIO(data)).name == "gb18030"


@pytest.mark.parametrize("name", ["gb18030", "gbk", "big5"])
def test_letters_are_known_in_a_file_of_long_lines(tmp_path: Path, name: str) -> None:
    said = [
        "今天下雨，我和阿明在老街等了好久。",
        "晚上早点睡，明天再聊。",
        "好，那就明天見。" if name == "big5" else "好，那就明天见。",
    ]
    text = (said[0] + said[1]).replace("点", "點") if name == "big5" else said[0] + said[1]
    bank = {
        f"林夏{n}": {"history": {"2023-04-27": [{"query": text * (n + 1), "response": said[2]}]}}
        for n in range(40)
    }
    path = tmp_path / "x"
    path.write_bytes(json.dumps(bank, ensure_ascii=False).encode(name))
    found = told(path)
    assert of(found, MessageRecord)[0].content == text
    assert of(found, MessageRecord)[1].content == said[2]


def test_half_a_pair_written_raw_leaves_it_utf8(tmp_path: Path) -> None:
    path = bare(tmp_path / "x", BANK, ensure_ascii=False)
    path.write_bytes(
        b'{"Ada": {"history": {"2023-04-27": [{"query": "fine \xed\xa0\xbd", "response": "ok"}]}}}'
    )
    assert of(told(path), MessageRecord)[0].content.startswith("fine \ufffd")


def test_plain_ascii_is_utf8() -> None:
    assert detect(io.BytesIO(b"hello")) == Encoding("utf-8")


def test_a_giant_in_other_letters_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "MAX_TEXT", 10)
    with pytest.raises(KnownError, match="larger than 10 bytes"):
        utf8(io.BytesIO("long enough".encode("utf-16")), "x")


def test_line_ends_become_one(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"a\r\nb\rc\n")
    assert decode(tmp_path / "x")[0] == "a\nb\nc\n"
