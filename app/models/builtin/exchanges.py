"""Cut a run of messages into exchanges: what one side says and the other answers, on one day of one session."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.domain.drafts import Exchange, ReadMessage

LARGEST: Final = 4  # two of the largest are the eight messages a memory may rest on


def exchanges(messages: Sequence[ReadMessage], zone: str) -> Iterator[Exchange]:
    """Give the exchanges in order; system and empty messages belong to none."""
    open_: list[ReadMessage] = []
    for message in messages:
        if message.role == "system" or not message.content.strip():
            continue
        if open_ and _begins(message, open_, zone):
            yield Exchange(tuple(open_))
            open_ = []
        open_.append(message)
    if open_:
        yield Exchange(tuple(open_))


def _begins(message: ReadMessage, before: list[ReadMessage], zone: str) -> bool:
    last = before[-1]
    return (
        len(before) == LARGEST
        or message.session != last.session
        or message.occurred.day(zone) != last.occurred.day(zone)
        or (message.role == "user" and last.role != "user")
    )
