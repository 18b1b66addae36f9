"""What recall takes and gives back: the query, the pool it chooses from, and the result with its whole trace."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from app.domain.dates import DateRange
from app.domain.errors import KnownError
from app.domain.profile import Profile
from app.domain.statuses import LIVING

SUMMARY_KIND: Final = "summary"
ENDLESS_PIN: Final = 9_223_372_036_854_775_807

# Where a candidate can fall out, in the order of the pipeline. `score` and `needed` of a dropped one are
# on the stage's own scale: cosine or BM25 at `candidates`, activation at `link` (importance at `dates` under
# profile sullyos), else the score as far as it had come.
STAGES: Final = (
    "status",  # archived into a box, superseded, merged, forgotten
    "later",  # had not yet occurred at the query's now
    "candidates",  # in the top n of no leg
    "dates",  # of those days, but more of them than may join
    "first_cut",  # profile sullyos: not among the best hits
    "link",  # reached by a link, but not among the best neighbours
    "pinned",  # profile sullyos: printed as a pin, so it leaves the list
    "box",  # another memory of its box stands for it
    "places",  # all places were taken by better ones
    "rumination",  # gave the last place to a ruminated memory
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A memory (or a message) as recall sees it."""

    id: int
    uid: str
    external_id: str | None
    room: str | None
    status: str
    kind: str
    content: str
    mood: str | None
    valence: float | None
    arousal: float | None
    importance: float
    occurred_at: int | None
    occurred_text_day: str | None  # local day, YYYY-MM-DD
    recorded_at: int
    last_accessed_at: int | None = None
    access_count: int = 0
    box: int | None = None
    pinned_until: int | None = None
    precision: str = "instant"

    @property
    def living(self) -> bool:
        return self.status in LIVING


@dataclass(frozen=True, slots=True)
class Turn:
    """A text's place in the talk: its stretch (a session's day), where in it, who says it, and in which role."""

    stretch: str
    ordinal: int
    speaker: str = ""
    role: str = ""
    asks: bool = False


@dataclass(frozen=True, slots=True)
class Rest:
    """The best of the messages a memory rests on: its score, and the leg that found it."""

    score: float
    via: str


@dataclass(frozen=True, slots=True)
class LinkEdge:
    """A link with its effective strength, min(1, strength + gain); recall ignores its direction."""

    a: int
    b: int
    kind: str
    strength: float


@dataclass(frozen=True, slots=True)
class BoxFacts:
    name: str
    tags: tuple[str, ...] = ()
    compression_count: int = 0


@dataclass(frozen=True, slots=True)
class Hope:
    """An anticipation as it stands now: active or anchor."""

    uid: str
    content: str
    state: str


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked, and the moment and temper it is asked in; without `hide_later` the future is not hidden."""

    text: str
    now_ms: int
    zone: str = "UTC"
    mood: str | None = None
    style: str = "emotional"
    rumination: float = 0.0  # the character's tendency, 0..1; 0 switches it off
    seed: int = 0
    limit: int | None = None  # None: the profile's places
    date_ranges: Sequence[DateRange] = ()
    hide_later: bool = True
    named: frozenset[str] = frozenset()  # speakers whom the question names


@dataclass(frozen=True, slots=True)
class Pool:
    """Everything one recall may look at, read in one hop.

    `memories` holds the hits of both legs, those of the dates, their link neighbours, box mates, pins and
    attic, and those that rest on what was found in the log; `cosine` is None when there are no vectors. Ids without a memory are ignored.
    """

    memories: Mapping[int, Candidate]
    cosine: Mapping[int, float] | None = None
    bm25: Mapping[int, float] | None = None
    in_dates: Sequence[int] = ()
    links: Sequence[LinkEdge] = ()
    boxes: Mapping[int, BoxFacts] = field(default_factory=dict)
    attic: Sequence[int] = ()
    anticipations: Sequence[Hope] = ()
    turns: Mapping[int, Turn] = field(
        default_factory=dict
    )  # where each stands in the talk, for profiles that ask
    of_messages: bool = False  # the log itself is searched, not the memories
    rests: Mapping[int, Rest] = field(default_factory=dict)  # memory → the best of its messages
    relevance: Mapping[int, float] | None = None  # what a ranking model says of the contenders, 0..1


@dataclass(frozen=True, slots=True)
class Path:
    """The link that brought a memory: from which one, of which kind, how strong."""

    origin: int
    kind: str
    strength: float


@dataclass(frozen=True, slots=True)
class Scored:
    """A recalled memory; `rebuild(factors, profile)` gives its score again."""

    candidate: Candidate
    score: float
    factors: Mapping[str, float]
    via: str  # vector | lexical | date | link | box | rumination
    siblings: tuple[Candidate, ...] = ()
    path: Path | None = None
    unshown: int = 0  # mates in the box beyond the siblings


@dataclass(frozen=True, slots=True)
class Dropped:
    """A candidate that was not recalled; `factors` as far as it had been scored."""

    candidate: Candidate
    stage: str
    score: float | None
    needed: float | None
    factors: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Recall:
    items: tuple[Scored, ...]
    dropped: tuple[Dropped, ...]
    pins: tuple[Candidate, ...]
    anticipations: tuple[Hope, ...]
    vectors_used: bool
    mood: str | None
    now_ms: int
    boxes: Mapping[int, BoxFacts]
    profile: Profile
    model: str | None = None  # whose vectors were gone by
    why_portable: KnownError | None = None  # what kept the author's choice of vectors from it
    ranked_by: str | None = None  # the model whose relevance counts
    why_unranked: KnownError | None = None  # what kept the model that was asked from it

    @property
    def numbers(self) -> dict[str, Any]:
        """The profile's resolved numbers, as a trace stores them."""
        return self.profile.numbers()
