"""An end to answers that have none."""

from collections.abc import AsyncIterator
from typing import Final

import httpx2

LONGEST: Final = 64 * 1024 * 1024  # bytes of an answer as sent; a thousand vectors of 4096 numbers


async def bound(response: httpx2.Response) -> None:
    """Let the reading of this answer fail as unreadable after `LONGEST` bytes."""
    stream = response.stream
    if isinstance(stream, httpx2.AsyncByteStream):
        response.stream = _Bounded(stream)


class _Bounded(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = LONGEST
        async for part in self._stream:
            left -= len(part)
            if left < 0:
                raise httpx2.DecodingError(f"more than {LONGEST} bytes")
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()
