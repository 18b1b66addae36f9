"""Every tunable number of the memory system, grouped, as named and frozen sets: the profiles.

Where two systems follow different *rules*, a field names the rule; the functions that obey it say what
it does. Sources in the comments: "seed" is the first seed document, "D5" the table of rulings in the
design, "S2.x" what the program SullyOS really does.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

STYLES: Final = ("emotional", "narrative", "imagery", "analytical")
LINK_KINDS: Final = ("temporal", "emotional", "causal", "person", "metaphor")


@dataclass(frozen=True, slots=True)
class RoomNumbers:
    """How one room forgets, how much it holds, and what it weighs in recall."""

    decay: float | None  # factor per hour; None: never
    capacity: int | None
    similarity: float
    recency: float
    importance: float
    floor: float = 0.0  # the share of importance that no time takes away


def _rooms(floors: Mapping[str, float]) -> Mapping[str, RoomNumbers]:
    # Seed part one (decay, capacity) and part three (weights); S1.1 has the same plus floors.
    numbers = {
        "living_room": (0.9972, 200, 0.50, 0.30, 0.20),
        "bedroom": (0.9995, None, 0.60, 0.10, 0.30),
        "study": (0.9995, None, 0.55, 0.15, 0.30),
        "user_room": (0.9995, None, 0.55, 0.15, 0.30),
        "self_room": (None, None, 0.55, 0.15, 0.30),
        "attic": (None, None, 0.70, 0.00, 0.30),
        "windowsill": (None, None, 0.55, 0.15, 0.30),
    }
    return MappingProxyType({key: RoomNumbers(*row, floors.get(key, 0.0)) for key, row in numbers.items()})


SEED_ROOMS: Final = _rooms({})  # D5: no floor
SULLYOS_ROOMS: Final = _rooms(
    {"living_room": 0.8, "bedroom": 0.9, "study": 0.9, "user_room": 0.9}  # S2.9
)
# What lies in no room (search over messages, an unsorted memory): D5 "others", never fading.
UNPLACED: Final = RoomNumbers(None, None, 0.55, 0.15, 0.30)


@dataclass(frozen=True, slots=True)
class Fusion:
    vector: float = 0.85  # seed part three
    lexical: float = 0.15
    k1: float = 1.2  # S2.12
    b: float = 0.75
    stems: bool = False  # ours: went and going are one word to BM25, as they are to full text


@dataclass(frozen=True, slots=True)
class Candidates:
    vector: int = 50  # D5: union of the top 50 of each
    lexical: int = 50
    least_cosine: float | None = None  # S2.12 drops hits below 0.3
    keep: int | None = None  # S2.13-4: only the best 15 hits go on to spreading
    whole: bool = (
        False  # ours: all that is known of a candidate counts, not only where a leg has it among its best
    )


@dataclass(frozen=True, slots=True)
class Recency:
    factor: float = 0.999  # D5: per hour since last access
    redistribute_below: float = 0.0  # S2.12: a recency below 0.1 gives its weight half to each of the others
    familiarity: float = 0.0  # S2.12: 0.05 * min(1, max(0, recalls - 1) ** exponent / divisor)
    familiarity_exponent: float = 0.3
    familiarity_divisor: float = 4.0


@dataclass(frozen=True, slots=True)
class Dates:
    """What a date word in the query does to the memories of those days."""

    # "own" (ours): they join with their own score, and all of those days get the bonus, for a stretch longer
    # than a day only the share `fuzzy` of it. "fixed" (S2.13-5): one not found otherwise gets `fresh`.
    rule: str = "own"
    bonus: float = 0.3  # S2.13-5
    fuzzy: float = 0.5
    fresh: float = 0.8  # S2.13-5
    limit: int = 50  # per query, most important first; as many as each other leg. S2.13-5: 5


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What stands around a text in the talk, and what part of the score it makes; ours, measured in docs/quality.md.

    `own` is what a text's own likeness keeps. Neighbours lend of theirs: the first number is the nearest's share.
    """

    own: float = 1.0
    words_before: tuple[float, ...] = ()
    words_after: tuple[float, ...] = ()
    meaning_before: tuple[float, ...] = ()
    meaning_after: tuple[float, ...] = ()
    stretch: float = 0.0  # x the best lexical likeness in its session on its day
    speaker: float = 0.0  # said by the one whom the question names
    statement: float = 0.0  # states something: what ends in a question mark seldom answers one
    beside: float = 0.0  # off for the second of a remark and its reply: both tell of the same exchange

    @property
    def reach(self) -> int:
        """How many neighbours on either side are looked at."""
        lent = (self.words_before, self.words_after, self.meaning_before, self.meaning_after)
        return max(map(len, lent))


@dataclass(frozen=True, slots=True)
class Resting:
    """What a memory owes to the messages it rests on; ours, measured in docs/quality.md.

    It quotes a part of them, so the whole of them tells better what it is about. One without sources keeps its own likeness whole.
    """

    own: float = 1.0  # what its own likeness keeps beside theirs
    source: float = 0.0  # x the score of the best of its messages, as a search over messages gives it


@dataclass(frozen=True, slots=True)
class Spreading:
    weights: Mapping[str, Mapping[str, float]]
    damping: float = 1.0  # D5: seed score x strength x weight; S2.13-7: x 0.3
    limit: int = 5  # seed: "at most +5"; S2.13-7: 3
    seeds: int = 12  # D5: from the memories that would take the places; S2.13-7: all 15 hits
    summary_answers: bool = (
        True  # ours: a call to a memory swallowed by its box reaches the box's summary; S: dropped
    )


@dataclass(frozen=True, slots=True)
class Priming:
    rule: str = "same"  # same: equal mood (D5); distance: closeness in valence and arousal (S2.13-8)
    boost: float = 1.3
    radius: float = 0.5


@dataclass(frozen=True, slots=True)
class Rumination:
    chance: float = 0.2  # D5: tendency x 0.2
    share: float = 0.8  # of the mean score
    place: str = "last"  # last: takes the last of the places (D5); more: comes on top (S2.13-9)
    tendency: float = 0.3  # S1.4: a character's, when nothing is known


@dataclass(frozen=True, slots=True)
class Reranking:
    """What a ranking model is shown and what its word weighs, where the author lets one read; ours, not tuned."""

    candidates: int = 40  # the best of those that compete for the places
    characters: int = 1000  # of a text and of the question, as the model is shown them
    weight: float = 0.5  # x relevance; the score as it was keeps the rest


@dataclass(frozen=True, slots=True)
class Coactivation:
    first: int = 5  # D5
    gain: float = 0.05  # seed part four
    creates: bool = False  # S2.7: makes a temporal link where there is none


@dataclass(frozen=True, slots=True)
class Buffer:
    hot: int = 200  # seed step 1
    threshold: int = 100
    forced_threshold: int = 10  # S2.2, D8 --force
    share: float = 0.85
    chunk: int = 250  # D5 extraction; S2.2


@dataclass(frozen=True, slots=True)
class Duplicates:
    cosine: float = 0.9  # seed step 3; calibrated, and behind the guard (D5)


@dataclass(frozen=True, slots=True)
class Links:
    temporal_hours: float = 24.0  # seed step 4
    temporal: float = 0.3
    same_run: float = 0.5
    run_reaches: bool = (
        False  # seed: linked within 24 h, 0.3-0.5; S2.7: one batch is linked whatever the hours
    )
    nearest: int | None = 6  # D5: only to the six nearest in time per memory and kind
    emotional_rule: str = "same"  # same: equal mood (seed); distance: valence and arousal (S2.7)
    emotional: float = 0.4
    distance: float = 0.35  # S2.7
    least_magnitude: float = 0.2
    distance_base: float = 0.25
    distance_gain: float = 0.3
    model_least: float = 0.3  # seed step 4: causal, person, metaphor
    model_most: float = 0.8
    model_temperature: float = 0.2


@dataclass(frozen=True, slots=True)
class Consolidation:
    at_once: int = 8  # seed step 5
    ripe: int = 6
    ripe_hours: float = 24.0
    recalled: int = 3
    evicted_status: str = "evicted"  # D5: a store-box, not a wound; S2.9 keeps them active


@dataclass(frozen=True, slots=True)
class Anticipations:
    anchor_days: float | None = 7.0  # seed part four; S2.17: never


@dataclass(frozen=True, slots=True)
class Extraction:
    importance_default: int = 5
    tags_least: int = 2  # seed step 2
    tags_most: int = 5
    temperature: float = 0.4  # S2.3
    vector_batch: int = 20  # seed step 3


@dataclass(frozen=True, slots=True)
class QueryNumbers:
    messages: int = 3  # seed part three
    characters: int = 500
    distil: bool = False  # ours: names of speakers and date words are taken out once they are understood


@dataclass(frozen=True, slots=True)
class Output:
    style: str = "seed"  # seed | sullyos: which Markdown
    places: int = 12  # seed part three; S2.14: 15
    siblings: int = 3  # S2.14: 8
    pins_take_places: bool = True  # S2.14: a pinned memory leaves the list
    always: bool = True  # D5: pins and anticipations are printed even when recall is empty; S2.13-6: not


@dataclass(frozen=True, slots=True)
class Digestion:
    rounds: int = 50  # seed part four


@dataclass(frozen=True, slots=True)
class Months:
    temperature: float = 0.3  # seed system one
    # Tokens that the months and the days switched on may take in the prompt, unless the author says otherwise (ours);
    # None: as many as they need, as in SullyOS.
    budget: int | None = 10_000


# Seed part three names eight of the weights; S1.1 has the whole table and agrees.
_STYLE_WEIGHTS: Final = {
    "emotional": (0.3, 1.0, 0.2, 0.6, 0.5),
    "narrative": (1.0, 0.3, 0.4, 0.8, 0.2),
    "imagery": (0.3, 0.5, 0.2, 0.3, 1.0),
    "analytical": (0.4, 0.2, 1.0, 0.3, 0.2),
}
STYLE_WEIGHTS: Final[Mapping[str, Mapping[str, float]]] = MappingProxyType(
    {
        style: MappingProxyType(dict(zip(LINK_KINDS, row, strict=True)))
        for style, row in _STYLE_WEIGHTS.items()
    }
)


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of constants; `seed` is a new palace's."""

    name: str
    rooms: Mapping[str, RoomNumbers]
    evicted_as: str | None = "living_room"  # D5: evicted memories keep this room's decay and weights
    clock: str = "auto"  # auto: stands at the last message when that is old (D5); real
    unplaced: RoomNumbers = UNPLACED
    fusion: Fusion = Fusion()
    candidates: Candidates = Candidates()
    recency: Recency = Recency()
    dates: Dates = Dates()
    around_messages: Surroundings = Surroundings()
    resting: Resting = Resting()
    spreading: Spreading = field(default_factory=lambda: Spreading(STYLE_WEIGHTS))
    priming: Priming = Priming()
    rumination: Rumination = Rumination()
    reranking: Reranking = Reranking()
    coactivation: Coactivation = Coactivation()
    buffer: Buffer = Buffer()
    duplicates: Duplicates = Duplicates()
    links: Links = Links()
    consolidation: Consolidation = Consolidation()
    anticipations: Anticipations = Anticipations()
    extraction: Extraction = Extraction()
    query: QueryNumbers = QueryNumbers()
    output: Output = Output()
    digestion: Digestion = Digestion()
    months: Months = Months()

    def room(self, room: str | None, status: str = "active") -> RoomNumbers:
        """The numbers that hold for a memory in `room`; an evicted one is still the living room's."""
        if status == "evicted" and self.evicted_as:
            room = self.evicted_as
        return self.rooms.get(room or "", self.unplaced)

    def link_weight(self, style: str, kind: str) -> float:
        """How much a character of this style follows links of this kind."""
        weights = self.spreading.weights
        return weights.get(style, weights["emotional"]).get(kind, 0.0)

    def numbers(self) -> dict[str, Any]:
        """Every resolved number as plain JSON: stored with each run and trace."""
        return {key: _plain(getattr(self, key)) for key in self.__slots__}


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, Spreading):
        others = {key: getattr(value, key) for key in value.__slots__ if key != "weights"}
        return {"weights": _plain(value.weights), **others}
    if hasattr(value, "__dataclass_fields__"):
        return asdict(value)
    return value


SEED: Final = Profile("seed", SEED_ROOMS)
SULLYOS: Final = Profile(
    "sullyos",
    SULLYOS_ROOMS,
    evicted_as=None,
    clock="real",
    candidates=Candidates(vector=30, lexical=30, least_cosine=0.3, keep=15),
    recency=Recency(redistribute_below=0.1, familiarity=0.05),
    dates=Dates(rule="fixed", limit=5),
    spreading=Spreading(STYLE_WEIGHTS, damping=0.3, limit=3, seeds=15, summary_answers=False),
    priming=Priming(rule="distance"),
    rumination=Rumination(place="more"),
    coactivation=Coactivation(creates=True),
    links=Links(emotional_rule="distance", nearest=None, run_reaches=True),
    consolidation=Consolidation(evicted_status="active"),
    anticipations=Anticipations(anchor_days=None),
    output=Output(style="sullyos", places=15, siblings=8, pins_take_places=False, always=False),
    months=Months(budget=None),
)
# Our own best, all built-in: tuned on one half of the conversations, judged on the other (docs/quality.md, "Recall").
# Newness and weight only decide between likes: what a question asks for seldom is what is new or weighty.
_BELVEDERE_ROOMS: Final = MappingProxyType(
    {key: replace(room, similarity=0.96, recency=0.02, importance=0.02) for key, room in SEED_ROOMS.items()}
)
BELVEDERE: Final = replace(
    SEED,
    name="belvedere",
    rooms=_BELVEDERE_ROOMS,
    unplaced=RoomNumbers(None, None, 1.0, 0.0, 0.0),
    fusion=Fusion(vector=0.4, lexical=0.6, stems=True),
    candidates=Candidates(vector=30, lexical=25, whole=True),
    around_messages=Surroundings(
        own=0.31,
        words_before=(0.45, 0.2),
        words_after=(0.2, 0.1),
        meaning_before=(0.5, 0.2),
        meaning_after=(0.5, 0.2),
        stretch=0.14,
        speaker=0.17,
        statement=0.05,
        beside=0.08,
    ),
    resting=Resting(own=0.1, source=1.0),
    query=QueryNumbers(distil=True),
)
PROFILES: Final[Mapping[str, Profile]] = MappingProxyType(
    {profile.name: profile for profile in (SEED, SULLYOS, BELVEDERE)}
)
