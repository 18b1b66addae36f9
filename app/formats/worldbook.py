"""A worldbook: no chat, so nothing of it becomes a memory; it is kept whole for the way home."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from app.domain.errors import mark
from app.domain.records import Closing, Found, Record, Remainder
from app.formats.account import Account
from app.formats.json_file import JsonFile


def matches(fields: Mapping[str, Any]) -> bool:
    """SillyTavern's shape: `entries`, an object by number or a list."""
    entries = fields.get("entries")
    if entries is None or entries.kind not in ("object", "array"):
        return False
    return entries.kind == "array" or all(key.isdigit() for key in entries.keys)


def read(file: JsonFile) -> Iterator[Found | Record | Closing]:
    """Keep the book under a name made of its content."""
    account = Account()
    book = {name: file.plain(field, account) for name, field in file.outline.fields.items()}
    digest = hashlib.sha256(json.dumps(book, sort_keys=True).encode()).hexdigest()[:12]
    yield Found("worldbook", "json", file.encoding.name, "sillytavern", needs_timezone=False)
    yield Remainder(f"worldbook/{digest}", book)
    account.warn(mark("This is a worldbook, not a chat: it is kept as it is, nothing is read from it."))
    yield account.closing()
