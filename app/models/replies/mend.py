"""Read nearly-JSON in one pass, mending only what has one meaning; everything else is refused.

Libraries that mend JSON look ahead without bound: four kilobytes of `{"` took the best of them five seconds.
Here no decision looks further than `NEAR` characters, so the time is linear whatever a model sends.
"""

import json
import re
from typing import Final, Literal

NEAR: Final = 160  # characters a decision may look ahead
DEPTH: Final = 40

_BLANK: Final = re.compile(r"(?:[\s\ufeff\u200b\u3000]+|//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/|#[^\n]*)+")
_CLOSERS: Final = {'"': '"', "“": '”“"', "”": '”“"', "＂": "＂", "'": "'", "‘": "’'", "「": "」", "『": "』"}
_QUOTES: Final = "".join(_CLOSERS)
_BARE_KEY: Final = re.compile(r"[\w\-]{1,64}(?=\s{0,8}[:：])")
#: a key where one is expected: quoted or bare, then a colon
_KEY_AHEAD: Final = re.compile(
    r"\s{0,32}(?:(?://[^\n]{0,60}\n|/\*[^*]{0,60}\*/)\s{0,32})?(?:[\"“”＂'‘「『][^\"“”＂'’」』\n:：,{}\[\]]{1,64}[\"“”＂'’」』]|[A-Za-z_]\w{0,63})\s{0,8}[:：]"
)
_VALUE_AHEAD: Final = re.compile(r"\s{0,32}[\"“＂'‘「『{\[\]\d\-tfnTFN]")
_NUMBER: Final = re.compile(r"[-+]?\d{1,32}(?:\.\d{1,32})?(?:[eE][-+]?\d{1,3})?(?=[\s,，}\]]|\Z)")
_WORD: Final = re.compile(r"[^\s,，:：{}\[\]\"“”][^,，:：{}\[\]\"“”\n]{0,80}")
_WORDS: Final = {"true": True, "false": False, "null": None, "none": None, "undefined": None, "nan": None}
_ESCAPE: Final = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_ESCAPES: Final = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_PLAIN: Final = {quote: re.compile(rf"[^\\{re.escape(ends)}]+") for quote, ends in _CLOSERS.items()}
_REMARKS: Final = re.compile(r"\A\s*(?://[^\n]*|/\*[^*]*\*/)")
#: behind a closing bracket no quote stands at once
_CLOSING: Final = re.compile(r"(?![\"”’'」』])")
_CLOSING_AHEAD: Final = re.compile(r"\s{0,32}[}\]]")
#: the border between two parts of a list
_NEXT_PART: Final = re.compile(r"[,，]\s{0,32}\{\s{0,32}[\"“'‘]")
_STRICT: Final = json.JSONDecoder(strict=False)

Place = Literal["key", "member", "element", "alone"]


class UnclearError(ValueError):
    """What stands here has no certain meaning."""


class EndedError(ValueError):
    """The text ended inside a value."""


class Mender:
    """Reads one value from `at`; afterwards `at` is behind it, `mended`, `cut` and `lost` tell what happened."""

    def __init__(self, text: str, at: int = 0) -> None:
        self.text = text
        self.at = at
        self.mended = False
        self.cut = False
        self.lost = 0

    def value(self, depth: int = 0, place: Place = "alone") -> object:
        """One value; raises UnclearError or EndedError when there is none."""
        if depth > DEPTH:
            raise UnclearError
        char = self._peek()
        if char == "{":
            return self._object(depth)
        if char == "[":
            return self._array(depth)
        if char in _QUOTES:
            return self._string(place)
        return self._bare()

    def _peek(self) -> str:
        if blank := _BLANK.match(self.text, self.at):
            self.at = blank.end()
        if self.at >= len(self.text):
            raise EndedError
        return self.text[self.at]

    def _object(self, depth: int) -> dict[str, object]:
        self.at += 1
        made: dict[str, object] = {}
        while True:
            char = self._peek()
            if char in "},，":
                self.at += 1
                if char == "}":
                    return made
                continue
            if char == "]" and made:  # closed with the wrong bracket, which the list needs itself
                self.mended = True
                return made
            name = self._key(char)
            if self._peek() not in ":：":
                raise UnclearError
            self.at += 1
            made[name] = self.value(depth + 1, "member")
            if self.cut:  # only a list of whole parts outlives the cut
                if not _are_objects(made[name]):
                    raise EndedError
                return made

    def _key(self, char: str) -> str:
        if char in _QUOTES:
            return self._string("key")
        if not (bare := _BARE_KEY.match(self.text, self.at)):
            raise UnclearError
        self.mended = True
        self.at = bare.end()
        return bare.group()

    def _array(self, depth: int) -> list[object]:
        self.at += 1
        made: list[object] = []
        try:
            while (char := self._peek()) != "]":
                if char in ",，":
                    self.at += 1
                elif self.text.startswith(("...", "…"), self.at):
                    self.at += 3 if char == "." else 1
                    self.mended = True
                elif char in ":：}":
                    raise UnclearError
                else:
                    made.append(self._element(depth))
                    if self.cut:
                        return made
            self.at += 1
        except EndedError:
            if not depth or _are_objects(made):
                self.cut = True
                return made
            raise
        return made

    def _element(self, depth: int) -> object:
        start = self.at
        if self.text[start] != "{":
            return self.value(depth + 1, "element")
        try:  # a part that is right is read by the strict reader alone
            made, self.at = _STRICT.raw_decode(self.text, start)
        except (ValueError, RecursionError):
            before, self.mended = self.mended, True
        else:
            return made
        try:
            return self.value(depth + 1)
        except EndedError:
            self.mended = before  # nothing was mended: the end is missing
            raise
        except UnclearError:
            return self._skip(max(self.at, start + 1))

    def _skip(self, at: int) -> object:
        """Go on with the next part that starts on a border; this one is lost, and counted."""
        border = _NEXT_PART.search(self.text, at)
        if border is None:
            raise UnclearError
        self.lost += 1
        self.at = border.start() + 1
        return None

    def _string(self, place: Place) -> str:
        quote = self.text[self.at]
        if quote != '"':
            self.mended = True
        self.at += 1
        pieces: list[str] = []
        plain = _PLAIN[quote]
        while self.at < len(self.text):
            if run := plain.match(self.text, self.at):
                pieces.append(run.group())
                self.at = run.end()
            elif self.text[self.at] == "\\":
                pieces.append(self._escaped())
            elif self._closes(quote, place):
                self.at += 1
                return "".join(pieces)
            elif place == "key":
                raise UnclearError
            else:
                self.mended = True
                pieces.append(self.text[self.at])
                self.at += 1
        raise EndedError

    def _escaped(self) -> str:
        found = _ESCAPE.match(self.text, self.at)
        if found is None:
            raise EndedError
        self.at = found.end()
        if found[1]:
            return chr(int(found[1], 16))
        return _ESCAPES.get(found[2], found[2])

    def _closes(self, quote: str, place: Place) -> bool:
        """Whether the quote here ends its string: what follows must be what may follow a string in this place."""
        after = self.text[self.at + 1 : self.at + 1 + NEAR]
        rest = _REMARKS.sub("", after, count=1).lstrip()
        if not rest:
            return place != "key"
        if place == "key":
            return rest[0] in ":："
        if rest[0] in "}]":
            return _CLOSING.match(rest[1:]) is not None
        if rest[0] in ",，":
            return self._parts(quote, place, rest[0], rest[1:])
        if place == "member" and after[0].isspace() and _KEY_AHEAD.match(rest):
            self.mended = True  # the comma is missing
            return True
        return False

    def _parts(self, quote: str, place: Place, comma: str, follows: str) -> bool:
        """Whether a comma behind a quote parts two values and is no comma of the prose."""
        if _CLOSING_AHEAD.match(follows) or not follows.strip():
            return True
        if place == "member":
            return _KEY_AHEAD.match(follows) is not None
        # Between list values the full-width comma counts only where the quotes are curly too.
        return (comma == "," or quote != '"') and _VALUE_AHEAD.match(follows) is not None

    def _bare(self) -> object:
        if number := _NUMBER.match(self.text, self.at):
            self.at = number.end()
            return _number(number.group())
        if not (word := _WORD.match(self.text, self.at)):
            raise UnclearError
        if word.end() >= len(self.text):
            raise EndedError
        self.mended = True
        self.at = word.end()
        text = word.group().strip()
        return _WORDS.get(text.lower(), text)


def _number(text: str) -> int | float:
    return float(text) if any(char in text for char in ".eE") else int(text)


def _are_objects(value: object) -> bool:
    """A list of whole parts (a lost one stands as None)."""
    return (
        isinstance(value, list)
        and any(isinstance(part, dict) for part in value)
        and all(part is None or isinstance(part, dict) for part in value)
    )
