"""The one place from which the memory layer speaks to a chat model."""

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from app.domain.errors import KnownError
from app.domain.text import estimate_tokens
from app.engine.clock import real_now
from app.engine.engine import Engine
from app.engine.identity import Identity, MemoryCall
from app.engine.ledger import Call, Ledger, Outcome
from app.engine.steps.spending import Cap, Estimate, Spending
from app.models import prompts
from app.models.prompts import Template
from app.models.provider import ChatReply, ChatRequest, Delta, Provider
from app.models.replies.reader import read_items, read_object, read_prose
from app.models.replies.reading import REFUSED, Reading, Verdict
from app.storage import templates

_AT_LIMIT: Final = frozenset({"length", "max_tokens"})
_NO_STREAM: Final = "endpoint.bad_request"
_OUTCOMES: Final[dict[Verdict, Outcome]] = {
    Verdict.WHOLE: "done",
    Verdict.MENDED: "done",
    Verdict.CUT: "cut",
    Verdict.REJECTED: "rejected",
}


@dataclass(frozen=True, slots=True)
class Answer:
    """A reply and what it was understood to be."""

    reading: Reading
    reply: ChatReply

    @property
    def too_long(self) -> bool:
        """Whether the answer did not fit: the model reached its limit, or the data ends in the middle."""
        if REFUSED in self.reading.reasons or self.reply.finish is None:
            return False
        return self.reply.finish in _AT_LIMIT or self.reading.verdict is Verdict.CUT


class Speaker:
    """A model, what it may spend in this piece of work, and the ledger that it is written down in."""

    def __init__(self, model: Provider, ledger: Ledger, cap: Cap | None = None) -> None:
        self.model = model
        self.ledger = ledger
        self.spending = Spending(cap)
        self.heard: Callable[[int], None] | None = None  # told the tokens of the reply that is being written

    @property
    def name(self) -> str:
        return self.model.model

    async def ask(
        self,
        call: MemoryCall,
        *,
        run: str | None = None,
        single: bool = False,
        prose: bool = False,
        on_text: Callable[[str], None] | None = None,
    ) -> Answer:
        """Send a call and read the reply: as items, as one object if `single`, as a text if `prose`.

        `on_text` is told each piece of the reply as it comes. A refusal, a cut end or prose is a reading and no exception; KnownError is the endpoint's fault or the cap's.
        """
        estimate = await self.estimate(call)
        longest = self.spending.admit(estimate, call.template.max_tokens)
        await asyncio.to_thread(self.ledger.admit_this_month, estimate.tokens, real_now())
        started = time.monotonic()
        request = replace(self.request(call), max_tokens=longest)
        said: list[Delta] = []
        try:
            reply = await self._hear(request, said, on_text)
        except (asyncio.CancelledError, KnownError) as fault:
            stopped: Outcome = "cancelled" if isinstance(fault, asyncio.CancelledError) else "failed"
            await self._note(call, _torn(said), stopped, started, run)
            raise
        read = read_prose if prose else read_object if single else read_items
        names = [name for name in (call.identity.name, call.identity.partner) if name]
        reading = read(reply.text, finish=reply.finish, reasoning=reply.reasoning, names=names)
        answer = Answer(reading, reply)
        await self._note(call, reply, _outcome(answer), started, run)
        return answer

    def request(self, call: MemoryCall) -> ChatRequest:
        """Give what is sent for a call."""
        wording = call.template
        return ChatRequest(
            call.messages,
            temperature=wording.temperature,
            max_tokens=wording.max_tokens,
            schema=wording.schema,
        )

    async def _hear(
        self, request: ChatRequest, said: list[Delta], on_text: Callable[[str], None] | None
    ) -> ChatReply:
        """Take the reply piece by piece: a long one is no silence that times out, and a cancel ends it at once."""
        told = 0
        try:
            async with aclosing(cast("Any", self.model.stream(request))) as stream:
                async for piece in stream:
                    if isinstance(piece, ChatReply):
                        return piece
                    said.append(piece)
                    told += estimate_tokens(piece.text) + estimate_tokens(piece.reasoning)
                    if self.heard is not None:
                        self.heard(told)
                    if on_text is not None and piece.text:
                        on_text(piece.text)
        except KnownError as fault:
            if said or fault.code != _NO_STREAM:
                raise
            return await self.model.chat(request)  # some servers answer in one piece only
        return _torn(said)

    async def estimate(self, call: MemoryCall) -> Estimate:
        """Estimate one call: its prompt as it is, its reply as this model's usually are."""
        usual = await asyncio.to_thread(self.ledger.usual_reply, call.purpose, self.name)
        expected = call.template.expected_tokens if usual is None else usual
        return Estimate(1, call.tokens, min(expected, call.template.max_tokens))

    async def _note(
        self, call: MemoryCall, reply: ChatReply, outcome: Outcome, started: float, run: str | None
    ) -> None:
        seconds = time.monotonic() - started
        usage = reply.usage
        told = estimate_tokens(reply.text) + estimate_tokens(reply.reasoning)
        prompt = usage.prompt or call.tokens
        completion = usage.completion or told
        self.spending.add(prompt, completion, seconds)
        await self.ledger.record(
            Call(
                at=real_now(),
                purpose=call.purpose,
                model=reply.model or self.name,
                outcome=outcome,
                prompt=prompt,
                completion=completion,
                seconds=round(seconds, 3),
                counted=bool(usage.prompt and usage.completion),
                run=run,
                template=call.template.stamp,
            )
        )


def _torn(said: list[Delta]) -> ChatReply:
    """Give what was heard of a reply that did not come to its end."""
    return ChatReply("".join(one.text for one in said), "".join(one.reasoning for one in said), finish=None)


def _outcome(answer: Answer) -> Outcome:
    if REFUSED in answer.reading.reasons:
        return "refused"
    return "cut" if answer.reply.cut or answer.too_long else _OUTCOMES[answer.reading.verdict]


async def template_of(engine: Engine, purpose: str, identity: Identity) -> Template:
    """Give the wording in use: the palace's own, else the built-in one."""
    kept = await engine.ask(templates.active, purpose, identity.language)
    if kept is None:
        return prompts.built_in(purpose, identity.language)
    return prompts.own(
        purpose,
        identity.language,
        kept.body,
        temperature=kept.temperature,
        max_tokens=kept.max_tokens,
        origin=kept.uid,
    )
