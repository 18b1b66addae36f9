"""What a memory's status means to those who read it."""

from typing import Final

STATUSES: Final = ("active", "evicted", "archived", "superseded", "merged", "forgotten")
LIVING: Final = ("active", "evicted")  # in the rooms: counted, listed, searched, recalled
RECALLED: Final = (*LIVING, "archived")  # still found by its day or its box
GONE: Final = ("merged", "forgotten")  # in no index
