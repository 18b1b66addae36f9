"""One loaded embedder for all tests of the models, and short ways to make messages."""

from collections.abc import Callable, Sequence

import pytest

from app.domain.drafts import ReadMessage
from app.domain.when import Occurred, day_of
from app.models.use import UseEmbedder

Turn = tuple[str, str] | tuple[str, str, str]  # role or speaker mark, text, day


@pytest.fixture(scope="session")
def embedder() -> UseEmbedder:
    return UseEmbedder()


@pytest.fixture(scope="session")
def talk() -> Callable[..., list[ReadMessage]]:
    """Make messages from (role, text): roles `user`, `assistant`, `system`, or `role:speaker`."""

    def make(*turns: Sequence[str], day: str | None = "2026-03-05", session: int = 1) -> list[ReadMessage]:
        found = []
        for number, (who, text, *own) in enumerate(turns, 1):
            role, _, speaker = who.partition(":")
            occurred = day_of(own[0] if own else day, "Asia/Shanghai") if own or day else Occurred()
            default = {"user": "Emily", "assistant": "Ash", "system": "system"}[role]
            moment = occurred.at_ms("Asia/Shanghai")
            found.append(ReadMessage(number, role, speaker or default, text, moment, occurred, session))
        return found

    return make
