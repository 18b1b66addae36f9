"""Find the data in a reply: alone, fenced, wrapped in prose, line by line, or cut off."""

import json
import re
from dataclasses import dataclass
from typing import Final

from app.models.replies.mend import EndedError, Mender, UnclearError
from app.models.replies.reading import ITEMS, JsonObject

_STARTS: Final = 64  # brackets that are tried
_MENDS: Final = 8  # of them, tried with mending
_BRACKET: Final = re.compile(r"[\[{]")
_PLAUSIBLE: Final = re.compile(
    r"\[\s{0,32}(?:\{|\Z)|\{\s{0,32}(?:[\"“”'‘＂「][^\"“”'’＂」\n]{0,64}[\"“”'’＂」]|[A-Za-z_]\w{0,63})\s{0,8}[:：]"
)
#: what may stand between two parts of one answer
_BETWEEN: Final = re.compile(r"[\s,，;；]*(?:```\w*[\s,]*){0,2}(?:[-*•]|\d{1,3}[.、)）])?\s*")
_APART: Final = 120  # characters between them at most
_FENCE: Final = re.compile(r"(?:```|~~~)[\w-]{0,20}[^\S\n]{0,8}\n?")
_STRICT: Final = json.JSONDecoder(strict=False)


@dataclass(slots=True)
class Data:
    """The parts found, and what had to be done to find them."""

    items: list[JsonObject]
    mended: bool = False
    cut: bool = False
    several: bool = False
    lost: int = 0
    empty: bool = False  # an empty list was answered
    damaged: bool = False  # something looked like data and had no certain meaning


def find(text: str) -> Data | None:
    """The data of a reply, or None when nothing in it looks like any."""
    if whole := _whole(text):
        return whole
    found = _Search(text)
    found.run()
    return found.data()


def unfence(text: str) -> str:
    """Text without the fence round it, closed or not."""
    text = text.strip()
    if not (opening := _FENCE.match(text)):
        return text
    inner = text[opening.end() :].removesuffix(text[:3]).strip()
    return text if text[:3] in inner else inner


def _whole(text: str) -> Data | None:
    """The usual case: the reply is the data, perhaps fenced, perhaps once more in quotes."""
    for candidate in (text, unfence(text)):
        try:
            value = json.loads(candidate, strict=False)
            if isinstance(value, str):
                value = json.loads(value, strict=False)
        except (ValueError, RecursionError):
            continue
        if value == [] or (isinstance(value, dict) and list(value.values()) == [[]]):
            return Data([], empty=True)
        if items := _items(value):
            return Data(items)
    return None


def _items(value: object) -> list[JsonObject]:
    """The objects of a list, of a list in a wrapper, or the object itself."""
    if isinstance(value, list):
        inner = [part for part in value if isinstance(part, dict)]
        return inner if inner or len(value) != 1 else _items(value[0])
    if not isinstance(value, dict) or not value:
        return []
    lists = [part for part in value.values() if isinstance(part, list) and _mostly_objects(part)]
    alone = len(lists) == 1 and len(value) <= 3 and not {"content", "id", "text"} & value.keys()
    return _items(lists[0]) if alone else [value]


def _mostly_objects(value: list[object]) -> bool:
    return any(isinstance(part, dict) for part in value)


class _Search:
    """Walks over the brackets of a reply; each is read strictly, or mended, or passed by."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.groups: list[Data] = []
        self.empty = self.damaged = False
        self.mends = 0
        self.end = -1  # where the last value ended

    def run(self) -> None:
        at, tried = 0, 0
        while (bracket := _BRACKET.search(self.text, at)) and tried < _STARTS + ITEMS:
            read = self._read(bracket.start())
            if read is None:
                at, tried = bracket.start() + 1, tried + 1
                if tried > _STARTS and not self.groups:
                    break
                continue
            data, at = read
            self._take(data, bracket.start(), at)

    def _take(self, data: Data, start: int, end: int) -> None:
        if data.items:
            near = start - self.end <= _APART
            if self.groups and near and _BETWEEN.fullmatch(self.text, self.end, start):
                last = self.groups[-1]
                last.items += data.items
                last.mended |= data.mended
                last.cut |= data.cut
                last.lost += data.lost
            else:
                self.groups.append(data)
            self.end = end

    def _read(self, start: int) -> tuple[Data, int] | None:
        try:
            value, end = _STRICT.raw_decode(self.text, start)
        except (ValueError, RecursionError):
            return self._mend(start)
        if value == [] and _alone(self.text, start, end):
            self.empty = True
        items = _items(value)
        return (Data(items), end) if items else None

    def _mend(self, start: int) -> tuple[Data, int] | None:
        if self.mends >= _MENDS or not _PLAUSIBLE.match(self.text, start):
            return None
        self.mends += 1
        mender = Mender(self.text, start)
        try:
            value = mender.value()
        except UnclearError:
            self.damaged = True
            return None
        except EndedError:
            self.groups.append(Data([], cut=True))
            return Data([]), len(self.text)
        items = _items(value)
        if not items:
            if mender.cut:
                self.groups.append(Data([], cut=True))
            return None
        mended = mender.mended or not mender.cut
        return Data(items, mended=mended, cut=mender.cut, lost=mender.lost), mender.at

    def data(self) -> Data | None:
        filled = [group for group in self.groups if group.items]
        if not filled:
            if self.groups:
                return self.groups[-1]
            if self.empty:
                return Data([], empty=True)
            return Data([], damaged=True) if self.damaged else None
        taken = filled[-1]
        taken.several = len(filled) > 1
        taken.cut |= self.groups[-1].cut
        return taken


def _alone(text: str, start: int, end: int) -> bool:
    """Whether a value has its lines to itself."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    after = text[end : (text.find("\n", end) + 1 or len(text) + 1) - 1]
    return not after.strip(" `。.") and (not before.strip() or before.rstrip().endswith((":", "：", "`")))
