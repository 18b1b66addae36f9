"""What a reader of another program's file hands over: plain values, not yet rows.

References between records are the other program's ids (`external_id`); the engine resolves them.
Everything a reader does not understand goes into `extra` (of a record) or a `Remainder` (a whole
store), so that the way home loses nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.domain.when import Occurred

Json = Any
Extra = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class CharacterRecord:
    external_id: str
    name: str
    partner_name: str | None = None
    description: str | None = None
    timezone: str | None = None
    personality_style: str | None = None
    rumination_tendency: float | None = None
    card: Extra = field(default_factory=dict)
    self_blocks: Mapping[str, str] = field(default_factory=dict)
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ParticipantRecord:
    name: str
    kind: str  # character | partner | system | other
    character: str | None = None  # external id, for kind = character


@dataclass(frozen=True, slots=True)
class SessionRecord:
    external_id: str
    participants: tuple[ParticipantRecord, ...]
    kind: str = "chat"
    title: str | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MessageRecord:
    external_id: str
    session: str
    role: str  # user | assistant | system
    speaker: str  # a participant's name
    content: str
    occurred: Occurred
    content_type: str = "text"
    payload: Json = None
    hidden: bool = False
    processed: bool = False  # read into memories by the program it comes from
    variant_of: str | None = None
    parent: str | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MemoryRecord:
    external_id: str
    character: str
    content: str
    occurred: Occurred
    room: str | None = "living_room"
    kind: str = "episode"
    importance: int = 5
    mood: str | None = None
    valence: float | None = None
    arousal: float | None = None
    tags: tuple[str, ...] = ()
    status: str = "active"
    pinned_until: int | None = None
    box: str | None = None
    access_count: int = 0
    last_accessed_at: int | None = None
    derived_from: str | None = None
    sources: tuple[str, ...] = ()  # external ids of the messages it rests on
    anticipation: Extra | None = None  # state, anchored_at, resolved_at, external_id: for kind = anticipation
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class VectorRecord:
    memory: str
    character: str
    model: str
    values: bytes  # little-endian float32


@dataclass(frozen=True, slots=True)
class LinkRecord:
    external_id: str
    source: str
    target: str
    kind: str
    strength: float
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BoxRecord:
    external_id: str
    character: str
    name: str
    tags: tuple[str, ...] = ()
    sealed: bool = False
    predecessor: str | None = None
    compression_count: int = 0
    last_compressed_at: int | None = None
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FragmentRecord:
    external_id: str
    character: str
    day: str | None  # YYYY-MM-DD
    day_text: str | None
    content: str
    mood: str | None = None
    provenance: str = "import"
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SummaryRecord:
    external_id: str
    character: str
    scope: str  # month | session
    key: str  # 2026-03 for a month
    content: str | None
    active: bool = False
    extra: Extra = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Remainder:
    name: str
    payload: Json
    character: str | None = None


@dataclass(frozen=True, slots=True)
class Skip:
    """A record that could not be taken: its kind, where it stands, and why (an English template)."""

    kind: str
    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Found:
    """What kind of file it is, told before its records."""

    format: str  # memorybank | sullyos
    shape: str  # e.g. "zip-v2"
    encoding: str
    origin_system: str
    needs_timezone: bool  # the file has local times without a zone
    whole: bool = False  # it holds everything its program knows: what is missing in it is gone


@dataclass(frozen=True, slots=True)
class Closing:
    """Told after the last record."""

    dropped_credentials: int = 0
    warnings: tuple[str, ...] = ()


Record = (
    CharacterRecord
    | SessionRecord
    | MessageRecord
    | MemoryRecord
    | VectorRecord
    | LinkRecord
    | BoxRecord
    | FragmentRecord
    | SummaryRecord
    | Remainder
    | Skip
)
KINDS: Mapping[type, str] = {
    CharacterRecord: "characters",
    SessionRecord: "sessions",
    MessageRecord: "messages",
    MemoryRecord: "memories",
    VectorRecord: "vectors",
    LinkRecord: "links",
    BoxRecord: "boxes",
    FragmentRecord: "fragments",
    SummaryRecord: "months",
    Remainder: "kept",
}
