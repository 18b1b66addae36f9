"""A ranking model's word on what is found: asked once a recall, answered or done without, written down in the ledger."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.domain.errors import KnownError
from app.domain.pool import Candidate
from app.domain.profile import Reranking
from app.domain.text import estimate_tokens
from app.engine.clock import real_now
from app.engine.ledger import Call, Ledger, Outcome
from app.models.provider import Provider

PURPOSE: Final = "rerank"


@dataclass(frozen=True, slots=True)
class Ranked:
    """What the model said of each candidate, by id; `fault` is why it said nothing."""

    relevance: Mapping[int, float] | None = None
    fault: KnownError | None = None


class Ranker:
    """A model that ranks, and the ledger that its calls are written down in."""

    def __init__(self, model: Provider, ledger: Ledger) -> None:
        self.model = model
        self.ledger = ledger

    @property
    def name(self) -> str:
        return self.model.model

    async def rank(self, question: str, found: Sequence[Candidate], numbers: Reranking) -> Ranked:
        """Ask how much each candidate answers the question; a failure of the endpoint is told, never raised."""
        asked = question[-numbers.characters :]
        texts = [one.content[: numbers.characters] or "." for one in found]
        try:
            said = await self._ask(asked, texts)
        except KnownError as fault:
            return Ranked(fault=fault)
        return Ranked({one.id: value for one, value in zip(found, said, strict=True)})

    async def _ask(self, question: str, texts: Sequence[str]) -> list[float]:
        tokens = sum(map(estimate_tokens, [question, *texts]))
        await asyncio.to_thread(self.ledger.admit_this_month, tokens, real_now())
        started = time.monotonic()
        outcome: Outcome = "failed"
        try:
            said = await self.model.rerank(question, texts)
            outcome = "done"
        except asyncio.CancelledError:
            outcome = "cancelled"
            raise
        finally:
            seconds = round(time.monotonic() - started, 3)
            await self.ledger.record(Call(real_now(), PURPOSE, self.name, outcome, tokens, 0, seconds))
        return said
