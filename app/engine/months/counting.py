"""By what tokens are counted: the tokenizer of the model that writes, where it is known, else an estimate by its family."""

import asyncio

from app.models.endpoint.settings import Purpose, load
from app.models.tokenizers import Counter, counter


async def counter_now() -> Counter:
    """Give the counter of the model that is set up for writing; without one an estimate."""
    return await asyncio.to_thread(_counter)


def _counter() -> Counter:
    chosen = load().of.get(Purpose.CHAT)
    return counter(chosen.model if chosen else None)
