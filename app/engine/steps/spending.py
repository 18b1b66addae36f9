"""What a step may cost: an estimate before, a cap while it runs, the actual afterwards."""

from dataclasses import dataclass

from app.domain.errors import KnownError


@dataclass(frozen=True, slots=True)
class Estimate:
    """Calls and tokens that are expected."""

    calls: int = 0
    prompt: int = 0
    completion: int = 0

    @property
    def tokens(self) -> int:
        return self.prompt + self.completion

    def __add__(self, other: "Estimate") -> "Estimate":
        return Estimate(
            self.calls + other.calls, self.prompt + other.prompt, self.completion + other.completion
        )


@dataclass(frozen=True, slots=True)
class Cap:
    """What must not be exceeded; None: no limit."""

    tokens: int | None = None
    calls: int | None = None


class Spending:
    """Counts what was spent and refuses the call that would go beyond the cap."""

    def __init__(self, cap: Cap | None = None) -> None:
        self.cap = cap or Cap()
        self.calls = 0
        self.prompt = 0
        self.completion = 0
        self.seconds = 0.0

    @property
    def tokens(self) -> int:
        return self.prompt + self.completion

    def admit(self, estimate: Estimate, longest: int) -> int:
        """Give how long the reply may be at most; KnownError when the call does not fit under the cap."""
        calls, tokens = self.cap.calls, self.cap.tokens
        if calls is not None and self.calls + estimate.calls > calls:
            raise KnownError(
                "model.cap",
                "The cap of {cap} calls is reached after {spent}.",
                "What was done is kept. Raise the cap to go on.",
                cap=calls,
                spent=self.calls,
            )
        if tokens is None:
            return longest
        if self.tokens + estimate.tokens > tokens:
            raise KnownError(
                "model.cap",
                "The next call would go beyond the cap of {cap} tokens; {spent} are spent.",
                "What was done is kept. Raise the cap to go on.",
                cap=tokens,
                spent=self.tokens,
            )
        return max(1, min(longest, tokens - self.tokens - estimate.prompt))

    def add(self, prompt: int, completion: int, seconds: float) -> None:
        self.calls += 1
        self.prompt += prompt
        self.completion += completion
        self.seconds += seconds
