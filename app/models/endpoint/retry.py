"""Patience: how often a call is tried again, and how long an endpoint may ask us to wait."""

import asyncio
import email.utils
import random
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from app.domain.errors import KnownError

_T = TypeVar("_T")
#: outcomes that may be another one the next time
_PASSING: Final = frozenset(
    ("busy", "busy_until", "server", "broken_off", "unreachable", "no_connection", "timeout")
)


@dataclass(frozen=True, slots=True)
class Patience:
    """Tries in all, the first pause, the longest pause, and the longest wait an endpoint may ask for."""

    tries: int = 4
    first: float = 0.6
    longest: float = 20.0
    asked: float = 90.0


NONE: Final = Patience(tries=1)


def retry_after(headers: Mapping[str, str], now: float | None = None) -> float | None:
    """Seconds an endpoint asks to wait: milliseconds, seconds or a date; None when it says nothing readable."""
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    if (seconds := _number(value)) is not None:
        return seconds
    try:
        moment = email.utils.parsedate_to_datetime(value or "")
    except (ValueError, TypeError):
        return None
    return max(0.0, moment.timestamp() - (time.time() if now is None else now))


def _number(value: str | None) -> float | None:
    try:
        number = float(value or "")
    except ValueError:
        return None
    return number if 0 <= number < 1e7 else None


class PassingError(Exception):
    """Carries a failure through the retries."""

    def __init__(self, error: KnownError, seconds: float | None = None) -> None:
        super().__init__(error.code)
        self.error = error
        self.seconds = seconds
        self.body = ""  # of a refusal that may name a parameter

    @property
    def may_pass(self) -> bool:
        return self.error.code.removeprefix("endpoint.") in _PASSING


class Gate:
    """Retries one endpoint's calls; when it asks to wait, all of its calls wait."""

    def __init__(self, patience: Patience, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self.patience = patience
        self._sleep = sleep
        self._until = 0.0
        self.retries = 0

    async def persist(self, call: Callable[[], Awaitable[_T]]) -> _T:
        """The result of a call, tried again while that may help; else its last failure."""
        for attempt in range(1, self.patience.tries + 1):
            await self._hold()
            try:
                return await call()
            except PassingError as passing:
                pause = self._pause(passing, attempt)
                if pause is None:
                    raise
            self.retries += 1
            self._until = max(self._until, time.monotonic() + pause)
        raise AssertionError("the last attempt returns or raises")

    async def _hold(self) -> None:
        if (left := self._until - time.monotonic()) > 0:
            await self._sleep(left)

    def _pause(self, passing: PassingError, attempt: int) -> float | None:
        if not passing.may_pass or attempt == self.patience.tries:
            return None
        if passing.seconds is not None:
            return passing.seconds if passing.seconds <= self.patience.asked else None
        ceiling: float = min(self.patience.longest, self.patience.first * 2 ** (attempt - 1))
        return ceiling * random.uniform(0.7, 1.0)  # noqa: S311 - spreads the calls, guards nothing
