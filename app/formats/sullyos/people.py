"""Who is in a SullyOS file: characters, the partner, groups, and how far each chat was read into memories."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from app.domain.errors import mark
from app.domain.records import Json
from app.formats.account import Account
from app.formats.sullyos.stores import Stores

_HAN: Final = re.compile("[\u3400-\u9fff]")
_MIRROR: Final = "mp_hwm_v1_"
PARTNER: Final = {"zh": "用户", "en": "User"}


@dataclass(slots=True)
class People:
    """Names by id; `marks` are the highest message ids that SullyOS has made memories of."""

    partner_name: str | None = None
    names: dict[str, str] = field(default_factory=dict)
    languages: dict[str, str] = field(default_factory=dict)
    groups: dict[str, Mapping[str, Json]] = field(default_factory=dict)
    marks: dict[str, int] = field(default_factory=dict)

    def language(self, character: str | None) -> str:
        if character in self.languages:
            return self.languages[character]
        return "zh" if "zh" in self.languages.values() or not self.languages else "en"

    def believe(self, newest: int, account: Account) -> None:
        """A mark beyond the newest message is a wiped database's: it would hide all that comes after."""
        believed = {key: value for key, value in self.marks.items() if value <= newest}
        if newest and len(believed) < len(self.marks):
            account.warn(
                mark("A mark of what was already read lies beyond the newest message; it was not believed.")
            )
            self.marks = believed

    def partner(self, character: str | None) -> str:
        return self.partner_name or PARTNER[self.language(character)]


def gather(stores: Stores, account: Account) -> People:
    """Read what the other records need to know before any of them is read."""
    people = People(_partner(stores.value("userProfile"), account))
    for value in stores.raw("characters"):
        if isinstance(value, dict) and (key := identity(value.get("id"), account)):
            name = value.get("name")
            people.names[key] = account.clean(name) if isinstance(name, str) and name.strip() else key
            words = f"{people.partner_name} {name} {value.get('systemPrompt')}"
            people.languages[key] = "zh" if _HAN.search(words) else "en"
    for found in stores.entries("groups"):
        if isinstance(found.value, dict) and (key := identity(found.value.get("id"), account)):
            people.groups[key] = found.value
    people.marks = _marks(stores)
    return people


def identity(value: Json, account: Account) -> str | None:
    """An id as text; None when there is none."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return account.clean(value) if isinstance(value, str) and value else None


def _partner(profile: Json, account: Account) -> str | None:
    name = profile.get("name") if isinstance(profile, dict) else None
    return account.clean(name) if isinstance(name, str) and name.strip() else None


def _marks(stores: Stores) -> dict[str, int]:
    """The greater of the mark and its mirror."""
    marks: dict[str, int] = {}
    told = stores.value("memoryPalaceHighWaterMarks")
    pairs = list(told.items()) if isinstance(told, dict) else []
    pairs += [pair for found in stores.entries("assets") if (pair := _mirrored(found.value))]
    for key, value in pairs:
        if isinstance(value, int | float) and value > 0:
            marks[key] = max(marks.get(key, 0), int(value))
    return marks


def _mirrored(asset: Json) -> tuple[str, Json] | None:
    """The IndexedDB mirror of a mark, an asset `mp_hwm_v1_<character>` with the mark in it, perhaps as text."""
    name = str(asset.get("id", "")) if isinstance(asset, dict) else ""
    if not name.startswith(_MIRROR):
        return None
    inner = asset.get("data", asset.get("value", asset))
    if isinstance(inner, str):
        try:
            inner = json.loads(inner)
        except (ValueError, RecursionError):
            return None
    value = inner.get("msgId") if isinstance(inner, dict) else inner
    return (name.removeprefix(_MIRROR), value)
