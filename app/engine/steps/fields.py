"""Read fields of a reply's parts without trusting them: the right kind and size, or None."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from app.domain.text import clean

_NUMBER: Final = re.compile(r"\s*[-+]?\d{1,6}(?:\.\d{1,6})?\s*")
_HANDLE: Final = re.compile(r"\s*([A-Z])\s?(\d{1,4})\s*")
RAW_LONGEST: Final = 20_000


def text(item: Mapping[str, Any], name: str, longest: int) -> str | None:
    """Give a text that is neither empty nor too long."""
    value = item.get(name)
    if not isinstance(value, str):
        return None
    value = clean(value).strip()
    return value if value and len(value) <= longest else None


def number(item: Mapping[str, Any], name: str) -> float | None:
    value = item.get(name)
    if isinstance(value, str) and _NUMBER.fullmatch(value):
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if abs(value) < 1e6 else None


def between(value: float | None, least: float, most: float) -> float | None:
    return None if value is None else min(most, max(least, value))


def words(item: Mapping[str, Any], name: str, most: int, longest: int) -> tuple[str, ...]:
    """Give different short texts of a list."""
    value = item.get(name)
    if not isinstance(value, list):
        return ()
    told = (clean(one).strip().lstrip("#") for one in value if isinstance(one, str))
    return tuple(dict.fromkeys(one for one in told if one and len(one) <= longest))[:most]


def numbers(item: Mapping[str, Any], name: str, top: int, most: int) -> tuple[int, ...]:
    """Give different whole numbers from 1 to `top`."""
    value = item.get(name)
    found: list[int] = []
    for one in value if isinstance(value, list) else ():
        told = number({"n": one}, "n")
        if told is not None and told.is_integer() and 1 <= told <= top:
            found.append(int(told))
    return tuple(dict.fromkeys(found))[:most]


def handle(value: object, letter: str, count: int) -> int | None:
    """Give the place behind a handle like O3; None when there is no such thing."""
    found = _HANDLE.fullmatch(value) if isinstance(value, str) else None
    if found is None or found[1] != letter:
        return None
    place = int(found[2])
    return place if place < count else None


def raw(value: object) -> str:
    """Give what came back as text, to be kept beside a rejection."""
    told = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return clean(told)[:RAW_LONGEST]


def turned_down(reason: str, raw_reply: str, content: str = "") -> dict[str, Any]:
    """Give a proposal row for what could not be used: it stays visible, with what came back."""
    return {
        "op": "rejected",
        "targets": [],
        "patch": {"content": content or raw_reply[:200], "origin": "model"},
        "evidence": [],
        "reason": reason,
        "raw_reply": raw_reply,
    }
