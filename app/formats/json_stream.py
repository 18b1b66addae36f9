"""Walk a large JSON file value by value with the standard library's scanner: bounded memory, nothing altered."""

import codecs
import json
import re
from collections.abc import Iterator
from typing import BinaryIO

from app.domain.errors import KnownError, mark
from app.domain.records import Json
from app.formats.limits import BLOCK, MAX_DEPTH, MAX_DIGITS, MAX_VALUE
from app.formats.meter import Meter

_SPACE = re.compile(r"[ \t\n\r]*")
_OPENING = 16  # bytes: broken this early, it only looked like JSON
_SLACK = 12  # what the buffer's end cuts (a literal, an escape, a number) is reported this far before it
NOT_A_NUMBER = mark("A number in it is not a number (NaN or infinite).")
LONG_NUMBER = mark("A number in it has too many digits.")


class FlawedValueError(ValueError):
    """A value that is well formed but holds what cannot be kept; the scanner stands behind it."""

    def __init__(self, reason: str, value: Json) -> None:
        super().__init__(reason)
        self.reason, self.value = reason, value


class Scanner:
    """A cursor over UTF-8 JSON. Bytes that are no UTF-8 become lone surrogates, so offsets stay exact."""

    def __init__(self, file: BinaryIO, name: str, start: int = 0, meter: Meter | None = None) -> None:
        if start:
            file.seek(start)
        self._file, self._name, self._base, self._meter = file, name, start, meter or Meter()
        self._decode = codecs.getincrementaldecoder("utf-8")("surrogateescape").decode
        self._scan = json.JSONDecoder(
            strict=False, parse_constant=self._constant, parse_float=self._float, parse_int=self._int
        ).raw_decode
        self._text, self._at, self._end = "", 0, False
        self._flaw: str | None = None

    def offset(self) -> int:
        """Where the cursor stands, in bytes from the start of the file."""
        return self._base + len(self._text[: self._at].encode("utf-8", "surrogateescape"))

    def peek(self) -> str:
        """The next sign that is no space, without taking it; empty at the end."""
        sign = self._text[self._at : self._at + 1]
        if sign > " ":
            return sign
        while True:
            self._at = _skip_space(self._text, self._at)
            if self._at < len(self._text) or self._end:
                return self._text[self._at : self._at + 1]
            self._more()

    def take(self, wanted: str) -> str:
        found = self.peek()
        if not found or found not in wanted:
            raise self.broken()
        self._at += 1
        return found

    def items(self) -> Iterator[int]:
        """Stand before each item of an array in turn; the caller takes it with `value` or walks into it."""
        self.take("[")
        if self.peek() == "]":
            self._at += 1
            return
        index = 0
        while True:
            yield index
            index += 1
            if self.take(",]") == "]":
                return

    def members(self) -> Iterator[str]:
        """Stand before each value of an object in turn, told its name."""
        self.take("{")
        if self.peek() == "}":
            self._at += 1
            return
        while True:
            if self.peek() != '"':
                raise self.broken()
            name = self.value()
            self.take(":")
            yield name
            if self.take(",}") == "}":
                return

    def value(self) -> Json:
        """Take one whole value; a flawed one is taken and then raised as `FlawedValueError`."""
        self.peek()
        while True:
            self._flaw = None
            try:
                value, stop = self._scan(self._text, self._at)
            except json.JSONDecodeError as fault:
                cut = fault.msg.startswith("Unterminated string") or fault.pos >= len(self._text) - _SLACK
                if self._end or not cut:
                    raise self.broken() from None
            except RecursionError:
                raise too_deep(self._name) from None
            else:
                # A number may go on in the next block: 1 | .5 | e+7
                if stop + 2 < len(self._text) or self._end:
                    return self._taken(value, stop)
            self._more()

    def finish(self) -> None:
        """Make sure that nothing stands behind the document."""
        if self.peek():
            raise KnownError("import.not_json", "{name} is no JSON document.", "", name=self._name)

    def broken(self) -> KnownError:
        if self._end and not self.peek():
            return KnownError(
                "import.cut",
                "{name} is cut off: its JSON ends in the middle.",
                "Export it again, or copy it again.",
                name=self._name,
            )
        offset = self.offset()
        return KnownError(
            "import.json" if offset > _OPENING else "import.not_json",
            "{name} is not valid JSON near byte {offset}.",
            "Export it again, or copy it again.",
            name=self._name,
            offset=offset,
        )

    def _taken(self, value: Json, stop: int) -> Json:
        start, self._at = self._at, stop
        if (
            stop - start > 2 * MAX_DEPTH
            and self._opened(start, stop) > MAX_DEPTH
            and _deeper_than(value, MAX_DEPTH)
        ):
            raise too_deep(self._name)
        if self._flaw:
            raise FlawedValueError(self._flaw, value)
        return value

    def _opened(self, start: int, stop: int) -> int:
        """At most as deep as there are brackets."""
        return self._text.count("[", start, stop) + self._text.count("{", start, stop)

    def _more(self) -> None:
        keep = len(self._text) - self._at
        if keep > MAX_VALUE:
            raise KnownError(
                "import.too_large",
                "{name} holds a single value of more than {limit} characters.",
                "",
                name=self._name,
                limit=MAX_VALUE,
            )
        self._base = self.offset()
        data = self._file.read(max(BLOCK, keep))  # doubling keeps a long value linear
        self._meter.add(len(data))
        self._end = not data
        self._text, self._at = self._text[self._at :] + self._decode(data, self._end), 0

    def _constant(self, _: str) -> None:
        self._flaw = NOT_A_NUMBER

    def _float(self, digits: str) -> float | None:
        number = float(digits)
        if number - number == 0:  # finite
            return number
        self._flaw = NOT_A_NUMBER
        return None

    def _int(self, digits: str) -> int | None:
        if len(digits) <= MAX_DIGITS:
            return int(digits)
        self._flaw = LONG_NUMBER
        return None


def too_deep(name: str) -> KnownError:
    return KnownError(
        "import.too_deep",
        "{name} is nested more than {limit} levels deep; no chat is.",
        "",
        name=name,
        limit=MAX_DEPTH,
    )


def _skip_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _deeper_than(value: Json, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
        if not level:
            return False
    return True
