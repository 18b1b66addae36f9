"""Which letters a text file is written in: UTF-8 first, marks and NUL parity before any guess."""

import codecs
import io
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from app.domain.errors import KnownError
from app.formats.limits import BLOCK, MAX_TEXT

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CANDIDATES: Final = ("GB18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR", "CP949", "Windows-1252")
_FEW: Final = 0.02  # share of high bytes that may be damaged and the text still be UTF-8
_SAMPLE: Final = 200_000


@dataclass(frozen=True, slots=True)
class Encoding:
    """Its name for the report, how many bytes the mark at the beginning takes, and bytes that fit nowhere."""

    name: str
    mark: int = 0
    damaged: int = 0


def detect(file: BinaryIO) -> Encoding:
    """Look at the whole file, whatever its size, without holding it."""
    head = file.read(4)
    for sign, name in _MARKS:
        if head.startswith(sign):
            return Encoding(name, len(sign))
    file.seek(0)
    return _by_zeros(file.read(4096)) or _by_bytes(file)


def utf8(file: BinaryIO, name: str) -> tuple[BinaryIO, Encoding]:
    """The same text as UTF-8 (the file itself when it is), and what it was; the mark is left for the reader to skip."""
    found = detect(file)
    file.seek(0)
    if found.name == "utf-8":
        return file, found
    data = file.read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise KnownError(
            "import.too_large",
            "{name} is not written in UTF-8 and larger than {limit} bytes.",
            "Convert it to UTF-8 first.",
            name=name,
            limit=MAX_TEXT,
        )
    text = data[found.mark :].decode(found.name, "replace")
    return io.BytesIO(text.encode("utf-8", "replace")), Encoding(found.name)


def decode(path: Path) -> tuple[str, Encoding]:
    """A whole text file; every line end is a newline."""
    with path.open("rb") as raw:
        file, found = utf8(raw, path.name)
        data = file.read(MAX_TEXT + 1)
    if len(data) > MAX_TEXT:
        raise KnownError("import.too_large", "{name} is too large for a text file.", "", name=path.name)
    text = data[found.mark :].decode("utf-8", "replace")
    return text.replace("\r\n", "\n").replace("\r", "\n"), found


def _by_zeros(head: bytes) -> Encoding | None:
    """UTF-16 without a mark: every other byte of its spaces, digits and brackets is zero."""
    pairs = len(head) // 2
    if pairs < 2:
        return None
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > pairs // 8 and even < odd // 8 + 1:
        return Encoding("utf-16-le")
    if even > pairs // 8 and odd < even // 8 + 1:
        return Encoding("utf-16-be")
    return None


def _by_bytes(file: BinaryIO) -> Encoding:
    file.seek(0)
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    high = damaged = halves = 0
    sample, rest = bytearray(), b""
    while block := file.read(BLOCK):
        text = decoder.decode(block)
        high += len(block) - len(_ascii_only(block))
        if not text.isascii():
            damaged += len(_ESCAPED.findall(text))
            halves += len(_HALF.findall(text))
        if len(sample) < _SAMPLE:
            *words, rest = (rest + block).translate(_APART).split(b" ")
            _collect(sample, words)
    _collect(sample, [rest])
    strange = damaged - _HALF_BYTES * halves
    if strange <= high * _FEW or (strange <= 3 and high >= 6):
        return Encoding("utf-8", 0, damaged)
    return Encoding(_guess(bytes(sample)))


_HIGH: Final = bytes(range(128, 256))
# Bytes below “0” are never part of a letter of two or four bytes, so what is cut at them is whole letters.
_APART: Final = bytes.maketrans(bytes(range(0x30)), b" " * 0x30)
_ESCAPED: Final = re.compile("[\udc80-\udcff]")
# Half of a pair of UTF-16 in three bytes: no valid UTF-8, but of no other letters either.
_HALF: Final = re.compile("\udced[\udca0-\udcbf][\udc80-\udcbf]")
_HALF_BYTES: Final = 3


def _ascii_only(block: bytes) -> bytes:
    return block.translate(None, _HIGH)


def _collect(sample: bytearray, words: Iterable[bytes]) -> None:
    """Take the words that are not ASCII, whole, until there is enough to guess from."""
    for word in words:
        if len(sample) >= _SAMPLE:
            return
        if not word.isascii():
            sample += word + b" "


def _guess(sample: bytes) -> str:
    import chardet

    for guess in chardet.detect_all(sample, include_encodings=list(_CANDIDATES)):
        name = guess["encoding"]
        if name:
            return codecs.lookup(name).name
    return "gb18030"
