"""What the author is making of a month: which candidate is looked at, a verdict for each paragraph, words of their own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.domain.months.passages import Mine, Pair, Verdict, align, compose

Key = tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Part:
    """A pair of paragraphs with its verdict; `start` and `end`: where its right side stands in the text as shown."""

    pair: Pair
    verdict: Verdict
    start: int
    end: int

    @property
    def right(self) -> str:
        """What is read at the right: the author's own words, else the candidate's."""
        return self.verdict.text if isinstance(self.verdict, Mine) else self.pair.new or ""

    @property
    def changes(self) -> bool:
        """Whether its verdict gives the left text other words."""
        if isinstance(self.verdict, Mine):
            return self.verdict.text.strip() != (self.pair.old or "")
        return not self.pair.same and self.verdict == "take"


@dataclass(slots=True)
class Draft:
    """Kept for each month while the window stands, so that nothing is lost by looking at another one.

    `candidate` and `beside` are ids; `beside` None: the present text stands at the left. `hand`: the whole month in the
    author's words, while they are writing it; `found`: what the month said when they began.
    """

    candidate: int | None = None
    beside: int | None = None
    hand: str | None = None
    found: str = ""
    unfolded: bool = False
    verdicts: dict[Key, Verdict] = field(default_factory=dict)
    words: dict[Key, str] = field(
        default_factory=dict
    )  # own words, also of paragraphs decided otherwise since

    def parts(self, pairs: Sequence[Pair], flagged: Callable[[int, int], bool]) -> list[Part]:
        """Give the pairs with their verdicts; undecided ones are taken, unless words in them are flagged."""
        found: list[Part] = []
        told: list[Verdict] = []
        for place, pair in enumerate(pairs):
            verdict = self.verdict(pair)
            told.append(verdict if isinstance(verdict, Mine) else "take")
            end = len(compose(pairs[: place + 1], told))
            said = (verdict.text if isinstance(verdict, Mine) else pair.new or "").strip()
            start = end - len(said)
            if verdict is None:
                keep = pair.new is None or (pair.old is not None and not pair.same and flagged(start, end))
                verdict = "keep" if keep else "take"
            found.append(Part(pair, verdict, start, end))
        return found

    def verdict(self, pair: Pair) -> Verdict | None:
        """Give what the author decided; words of their own stay with a paragraph of which one side changed since."""
        key = (pair.old, pair.new)
        if key in self.verdicts or pair.same:
            return self.verdicts.get(key)
        near = [
            one
            for (old, new), one in self.verdicts.items()
            if isinstance(one, Mine) and ((old and old == pair.old) or (new and new == pair.new))
        ]
        return near[0] if near else None

    def decide(self, pair: Pair, verdict: Verdict) -> None:
        self.verdicts[pair.old, pair.new] = verdict
        if isinstance(verdict, Mine):
            self.words[pair.old, pair.new] = verdict.text

    def own_words(self, pair: Pair) -> str | None:
        """Give words that the author once wrote for a paragraph."""
        return self.words.get((pair.old, pair.new))

    @property
    def begun(self) -> bool:
        """Whether words of the author's own wait in it."""
        if self.hand is not None and self.hand.strip() != self.found.strip():
            return True
        return any(isinstance(one, Mine) for one in self.verdicts.values())

    def forget(self) -> None:
        """Let go of what was decided: it has become the month's text, or was put away."""
        self.candidate = self.beside = self.hand = None
        self.verdicts.clear()
        self.words.clear()


def pairs_of(left: str | None, right: str) -> list[Pair]:
    """Lay the candidate beside what stands at the left; a month without a text: every paragraph stands alone."""
    return align(left or "", right)


def made_of(parts: Sequence[Part]) -> str:
    """Give the text that the verdicts make."""
    return compose([one.pair for one in parts], [one.verdict for one in parts])


def shown_of(parts: Sequence[Part]) -> str:
    """Give the text as the right side reads, which is what the truth check goes by."""
    told: list[Verdict] = [one.verdict if isinstance(one.verdict, Mine) else "take" for one in parts]
    return compose([one.pair for one in parts], told)
