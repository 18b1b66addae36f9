"""Take typed fields out of one foreign JSON object; what is not taken exactly stays for the way home."""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeVar

from app.domain.records import Extra, Json
from app.domain.when import Occurred, instant
from app.formats.account import Account

_T = TypeVar("_T")
_EARLIEST, _LATEST = 0, 253_370_764_800_000  # 1970 to 9999, in milliseconds


class Fields:
    """A field leaves `rest` only when the value taken says exactly the same as the file did."""

    def __init__(self, value: Mapping[str, Json], account: Account) -> None:
        self._rest = dict(value)
        self._account = account

    def rest(self) -> Extra:
        return self._rest

    def raw(self, name: str) -> Json:
        return self._rest.get(name)

    def drop(self, *names: str) -> None:
        for name in names:
            self._rest.pop(name, None)

    def text(self, name: str) -> str | None:
        """A text that says something."""
        value = self._rest.get(name)
        if not isinstance(value, str) or not value:
            return None
        return self._took(name, self._account.clean(value))

    def identity(self, name: str) -> str | None:
        """An id: a text or a whole number, as text."""
        value = self._rest.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            self.drop(name)
            return str(value)
        return self.text(name)

    def one_of(self, name: str, choices: Sequence[str], default: str) -> str:
        """One of the known words, else the default (the word stays for the way home)."""
        value = self._rest.get(name)
        if not isinstance(value, str) or value not in choices:
            return default
        return self._took(name, value)

    def flag(self, name: str) -> bool:
        if self._rest.get(name) is not True:
            return False
        self.drop(name)
        return True

    def number(self, name: str, low: float, high: float) -> float | None:
        value = self._rest.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return self._took(name, min(max(float(value), low), high))

    def whole(self, name: str, low: int, high: int, default: int) -> int:
        value = self._rest.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            return default
        return self._took(name, min(max(math.floor(value + 0.5), low), high))

    def strings(self, name: str) -> tuple[str, ...]:
        value = self._rest.get(name)
        if not isinstance(value, list):
            return ()
        words = tuple(self._account.clean(word) for word in value if isinstance(word, str) and word)
        if list(words) == value:
            self.drop(name)
        return words

    def ms(self, name: str) -> int | None:
        """A moment in milliseconds UTC."""
        value = self._rest.get(name)
        if isinstance(value, bool) or not isinstance(value, int | float) or not _EARLIEST < value < _LATEST:
            return None
        return self._took(name, round(value))

    def moment(self, name: str) -> Occurred:
        """An instant from milliseconds, or from ISO 8601 with an offset; anything else is unknown."""
        ms = self.ms(name)
        if ms is not None:
            return instant(ms)
        value = self._rest.get(name)
        if isinstance(value, str):
            try:
                moment = datetime.fromisoformat(value)
            except ValueError:
                return Occurred(text=self._account.clean(value) or None)
            if moment.tzinfo and _EARLIEST < moment.timestamp() * 1000 < _LATEST:
                return instant(round(moment.timestamp() * 1000), self._account.clean(value))
            return Occurred(text=value)
        return Occurred()

    def _took(self, name: str, value: _T) -> _T:
        if self._rest[name] == value:
            self.drop(name)
        return value
