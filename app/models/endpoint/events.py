"""The events of a stream, read line by line as servers really send them."""

import json
from collections.abc import AsyncGenerator, AsyncIterator


async def events_of(lines: AsyncIterator[str]) -> AsyncGenerator[object, None]:
    """The JSON of each event up to `[DONE]`; comments pass by, a bare JSON line counts, rubbish is a ValueError that holds it."""
    async for line in lines:
        text = line.strip()
        if text.startswith("data:"):
            text = text[5:].strip()
        elif not text.startswith("{"):
            continue
        if text == "[DONE]":
            return
        if text:
            yield _parsed(text)


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(text[:2000]) from error
