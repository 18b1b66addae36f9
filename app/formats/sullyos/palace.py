"""SullyOS's palace: nodes, anticipations, event boxes and links, checked against one another."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from app.domain.errors import mark
from app.domain.records import BoxRecord, Json, LinkRecord, MemoryRecord, Skip
from app.domain.rooms import ROOM_KEYS
from app.formats.account import Account
from app.formats.entries import Entry
from app.formats.fields import Fields
from app.formats.sullyos.characters import NO_ID, NO_OBJECT, TWICE
from app.formats.sullyos.messages import NO_CHARACTER
from app.formats.sullyos.people import People, identity

_LINK_KINDS: Final = ("temporal", "emotional", "causal", "person", "metaphor")
_STATES: Final = ("active", "anchor", "fulfilled", "disappointed")
_UNTAKEN: Final = 5  # importance where none is told
NO_TEXT: Final = mark("It has no text.")


@dataclass(slots=True)
class Palace:
    """What was taken so far: whose each memory is, what the boxes hold."""

    people: People
    account: Account
    owners: dict[str, str] = field(default_factory=dict)
    boxes: set[str] = field(default_factory=set)
    member_of: dict[str, str] = field(default_factory=dict)
    summaries: set[str] = field(default_factory=set)
    linked: set[tuple[str, str, str]] = field(default_factory=set)

    def box(self, found: Entry, owner: str | None = None) -> BoxRecord | Skip:
        key, character, refusal = self._identify(found, owner)
        if refusal or key in self.boxes:
            return self.account.skip("boxes", found.place, refusal or TWICE, found.value)
        self.boxes.add(key)
        self._members(key, found.value)
        fields = Fields(found.value, self.account)
        fields.drop("id", "charId")
        return BoxRecord(
            key,
            character,
            fields.text("name") or "",
            fields.strings("tags"),
            fields.flag("sealed"),
            fields.identity("predecessorBoxId"),
            fields.whole("compressionCount", 0, 1_000_000, 0),
            fields.ms("lastCompressedAt"),
            fields.rest(),
        )

    def node(self, found: Entry, owner: str | None = None) -> MemoryRecord | Skip:
        key, character, refusal = self._identify(found, owner)
        refusal = refusal or self._unreadable(key, found.value, "content")
        if refusal:
            return self.account.skip("memories", found.place, refusal, found.value)
        self.owners[key] = character
        fields = Fields(found.value, self.account)
        fields.drop("id", "charId", "roomLabel")
        room = fields.one_of("room", ROOM_KEYS, "living_room")
        box = self._box_of(key, fields)
        return MemoryRecord(
            key, character, fields.text("content") or "", fields.moment("createdAt"), room, self._kind(key, fields),
            fields.whole("importance", 1, 10, _UNTAKEN), fields.text("mood"), fields.number("valence", -1, 1),
            fields.number("arousal", -1, 1), fields.strings("tags"),
            "archived" if fields.flag("archived") else "active",
            fields.ms("pinnedUntil"), box, fields.whole("accessCount", 0, 1 << 40, 0), fields.ms("lastAccessedAt"),
            fields.identity("sourceId"), extra=fields.rest(),
        )  # fmt: skip

    def anticipation(self, found: Entry, owner: str | None = None) -> MemoryRecord | Skip:
        key, character, refusal = self._identify(found, owner)
        refusal = refusal or self._unreadable(key, found.value, "content")
        if refusal:
            return self.account.skip("memories", found.place, refusal, found.value)
        self.owners[key] = character
        fields = Fields(found.value, self.account)
        fields.drop("id", "charId")
        life = {
            "state": fields.one_of("status", _STATES, "active"),
            "anchored_at": fields.ms("anchoredAt"),
            "resolved_at": fields.ms("resolvedAt"),
            "external_id": key,
        }
        return MemoryRecord(
            key, character, fields.text("content") or "", fields.moment("createdAt"), "windowsill", "anticipation",
            anticipation=life, extra=fields.rest(),
        )  # fmt: skip

    def link(self, found: Entry) -> LinkRecord | Skip:
        value = found.value
        refusal = found.flaw or (None if isinstance(value, dict) else NO_OBJECT) or self._unlinkable(value)
        if refusal:
            return self.account.skip("links", found.place, refusal, value)
        fields = Fields(value, self.account)
        source, target = fields.identity("sourceId") or "", fields.identity("targetId") or ""
        kind = fields.text("type") or ""
        first, second = sorted((source, target))
        self.linked.add((first, second, kind))
        strength = fields.number("strength", 0, 1)
        key = fields.identity("id") or f"{source}/{target}/{kind}"
        return LinkRecord(key, source, target, kind, 0.3 if strength is None else strength, fields.rest())

    def _identify(self, found: Entry, owner: str | None) -> tuple[str, str, str | None]:
        """Id, character, and why the record cannot be taken."""
        if found.flaw or not isinstance(found.value, dict):
            return "", "", found.flaw or NO_OBJECT
        key = identity(found.value.get("id"), self.account)
        character = owner or identity(found.value.get("charId"), self.account)
        if key is None:
            return "", "", NO_ID
        if character is None or character not in self.people.names:
            return key, "", NO_CHARACTER
        return key, character, None

    def _unreadable(self, key: str, value: Mapping[str, Json], name: str) -> str | None:
        text = value.get(name)
        if not isinstance(text, str) or not text.strip():
            return NO_TEXT
        return TWICE if key in self.owners else None

    def _members(self, box: str, value: Mapping[str, Json]) -> None:
        for name in ("liveMemoryIds", "archivedMemoryIds"):
            listed = value.get(name)
            for member in listed if isinstance(listed, list) else ():
                if key := identity(member, self.account):
                    self.member_of.setdefault(key, box)
        summary = identity(value.get("summaryNodeId"), self.account)
        if summary:
            self.member_of[summary] = box
            self.summaries.add(summary)

    def _box_of(self, key: str, fields: Fields) -> str | None:
        """The node's own word when that box exists, else the box's."""
        told = identity(fields.raw("eventBoxId"), self.account)
        if told in self.boxes:
            fields.drop("eventBoxId")
            return told
        return self.member_of.get(key)

    def _kind(self, key: str, fields: Fields) -> str:
        if fields.flag("isBoxSummary") or key in self.summaries:
            return "summary"
        return "system" if fields.raw("origin") == "system" else "episode"

    def _unlinkable(self, value: Mapping[str, Json]) -> str | None:
        source, target = (identity(value.get(name), self.account) for name in ("sourceId", "targetId"))
        if source not in self.owners or target not in self.owners:
            return mark("One of its memories is not in the file.")
        if source == target:
            return mark("It links a memory with itself.")
        if self.owners[source] != self.owners[target]:
            return mark("It links memories of two characters.")
        kind = value.get("type")
        if kind not in _LINK_KINDS:
            return mark("Its kind is unknown.")
        first, second = sorted((source, target))
        if (first, second, kind) in self.linked:
            return mark("The two memories are already linked in this way.")
        return None


def predecessors_first(boxes: Iterable[Entry]) -> Iterator[Entry]:
    """Each box behind the one that it follows, else in the file's order; a ring of boxes is cut where it is met."""
    by_id: dict[str, Entry] = {}
    rest: list[Entry] = []
    for found in boxes:
        key = str(found.value.get("id")) if isinstance(found.value, dict) else None
        if key is None or key in by_id:
            rest.append(found)
        else:
            by_id[key] = found
    while by_id:
        chain = [next(iter(by_id))]
        while (
            before := str(by_id[chain[-1]].value.get("predecessorBoxId"))
        ) in by_id and before not in chain:
            chain.append(before)
        yield from (by_id.pop(key) for key in reversed(chain))
    yield from rest
