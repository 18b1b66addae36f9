"""How much of a file has gone by, for whoever shows progress."""


class Meter:
    """Counts bytes; `total` is an estimate, for a file is walked more than once."""

    WALKS = 3

    def __init__(self) -> None:
        self.done = 0
        self.total = 0

    def expect(self, size: int) -> None:
        self.total = size * self.WALKS

    def add(self, count: int) -> None:
        self.done += count
        self.total = max(self.total, self.done)
