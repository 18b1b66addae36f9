"""Extraction by a model: a chunk of messages in, judged drafts out; what was not understood stays unread."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from app.domain import buffer
from app.domain.drafts import Draft, ReadMessage
from app.domain.errors import KnownError, mark
from app.engine.engine import Engine
from app.engine.extractors import Extraction
from app.engine.identity import Identity, Material, MemoryCall, call, identity_of
from app.engine.steps import fields, material
from app.engine.steps.asking import Answer, Speaker, template_of
from app.engine.steps.items import Change, Shown, Understood, understand
from app.engine.steps.known import known_for, pins_of
from app.engine.steps.running import bill, ending, made_with, spent
from app.engine.steps.spending import Estimate
from app.models.embedding import Embedder
from app.models.prompts import Template
from app.models.provider import ChatRequest
from app.models.replies.reading import Verdict
from app.storage import messages
from app.storage.characters import Character
from app.storage.driver import Connection

PURPOSE: Final = "extraction"
LEAST: Final = 24  # messages below which a chunk whose answer was cut is not halved again
SHOWN_TOKENS: Final = 1_200  # of known and pinned memories: for the estimate, before they are looked up
EXAMPLE: Final = 24  # messages that an author who writes a prompt is shown
TURNED_DOWN: Final = mark("A reply was turned down")
NOT_WHOLE: Final = mark("The model’s notation had to be mended; look at it before it is kept")


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields of the extraction prompt."""

    partner: str
    rooms: str
    moods: str
    first_day: str
    last_day: str


class ModelExtractor:
    """Reads with a chat model instead of the built-in rules."""

    def __init__(self, speaker: Speaker) -> None:
        self.speaker = speaker

    @property
    def model(self) -> str | None:
        return self.speaker.name

    async def begin(
        self, engine: Engine, character: Character, embedder: Embedder, take: Sequence[int]
    ) -> "ModelReader":
        identity = await identity_of(engine, character)
        template = await template_of(engine, PURPOSE, identity)
        estimate = await _estimate(engine, character, self.speaker, identity, template, take)
        return ModelReader(engine, character, embedder, self.speaker, identity, template, estimate)


async def estimate(
    engine: Engine, character: Character, speaker: Speaker, *, all_: bool = False, force: bool = False
) -> Estimate:
    """Estimate what reading the buffer would cost: nothing when nothing waits."""
    plan = await engine.ask(
        lambda conn: buffer.plan(messages.buffer(conn, character.id), engine.profile, force=force, all_=all_)
    )
    identity = await identity_of(engine, character)
    template = await template_of(engine, PURPOSE, identity)
    return await _estimate(engine, character, speaker, identity, template, plan.take)


async def first_request(
    engine: Engine, character: Character, embedder: Embedder, speaker: Speaker, take: Sequence[int]
) -> ChatRequest | None:
    """Give what a reading of these messages would ask first; None when there is nothing to read."""
    if not take:
        return None
    reader = await ModelExtractor(speaker).begin(engine, character, embedder, take)
    piece = buffer.chunks(take, engine.profile)[0]
    return speaker.request(await reader.call(await engine.ask(messages.to_read, piece)))


async def _estimate(
    engine: Engine,
    character: Character,
    speaker: Speaker,
    identity: Identity,
    template: Template,
    take: Sequence[int],
) -> Estimate:
    whole = Estimate()
    for piece in buffer.chunks(take, engine.profile):
        read = await engine.ask(messages.to_read, piece)
        one = await speaker.estimate(_call(identity, template, Shown(read, (), (), character.timezone)))
        whole += one + Estimate(0, SHOWN_TOKENS, 0)
    return whole


class ModelReader:
    """One run's reading by a model."""

    origin: Literal["rule", "model"] = "model"

    def __init__(
        self,
        engine: Engine,
        character: Character,
        embedder: Embedder,
        speaker: Speaker,
        identity: Identity,
        template: Template,
        estimate: Estimate,
    ) -> None:
        self.detail = speaker.name
        self.identity_hash: bytes | None = identity.digest
        self.estimate = estimate
        self.facts: Mapping[str, object] = {
            **made_with(speaker, template),
            "estimated_calls": estimate.calls,
            "estimated_tokens": estimate.tokens,
        }
        self._engine = engine
        self._character = character
        self._embedder = embedder
        self._speaker = speaker
        self._identity = identity
        self._template = template

    async def read(self, messages: Sequence[ReadMessage], run: str) -> Extraction:
        """Read a chunk; one whose answer is cut off is halved, so that each part's answer can end."""
        found, numbers = _Found(), self._engine.profile.extraction
        waiting = deque([tuple(messages)])
        while waiting:
            piece = waiting.popleft()
            try:
                shown = await self._shown(piece)
                answer = await self._speaker.ask(_call(self._identity, self._template, shown), run=run)
            except KnownError as fault:
                found.fault = fault
                break
            if answer.too_long and len(piece) >= 2 * LEAST:
                middle = len(piece) // 2
                waiting.extendleft((piece[middle:], piece[:middle]))
            elif not answer.reading.usable or answer.reading.verdict is Verdict.CUT:
                found.turn_down(answer)
            else:
                found.take(piece, answer, understand(answer.reading.items, shown, numbers))
        return found.extraction()

    async def end(self, run: str, fault: BaseException | None) -> Mapping[str, object]:
        await bill(self._speaker, PURPOSE, self.estimate, ending(fault), run)
        return spent(self._speaker)

    async def _shown(self, piece: Sequence[ReadMessage]) -> Shown:
        return await _shown(self._engine, self._character, self._embedder, piece)

    async def call(self, piece: Sequence[ReadMessage]) -> MemoryCall:
        """Give the call that reads a piece."""
        return _call(self._identity, self._template, await self._shown(piece))


def _call(identity: Identity, template: Template, shown: Shown) -> MemoryCall:
    return call(identity, template, *_asked(identity, shown))


def _asked(identity: Identity, shown: Shown) -> tuple[Fields, list[Material]]:
    told = identity.language
    days = material.days_of(shown.messages, shown.zone)
    values = Fields(
        partner=identity.partner_told,
        rooms=material.rooms_told(told),
        moods=material.moods_told(told),
        first_day=material.day_or_unknown(days[0] if days else None, told),
        last_day=material.day_or_unknown(days[-1] if days else None, told),
    )
    pieces = [
        Material("known", material.notes_told(shown.known, "O", told)),
        Material("pinned", material.notes_told(shown.pins, "P", told)),
        Material("messages", material.messages_told(shown.messages, shown.zone, told)),
    ]
    return values, [one for one in pieces if one.text]


async def example(
    engine: Engine, character: Character, embedder: Embedder, identity: Identity
) -> tuple[Fields, list[Material]]:
    """Give what the next reading would show: the first messages that wait, else the newest."""

    def read(conn: Connection) -> list[ReadMessage]:
        held = messages.buffer(conn, character.id)
        waiting = [key for key, processed in held if not processed] or [key for key, _ in held][-EXAMPLE:]
        return list(messages.to_read(conn, waiting[:EXAMPLE]))

    piece = await engine.ask(read)
    return _asked(identity, await _shown(engine, character, embedder, piece))


async def _shown(
    engine: Engine, character: Character, embedder: Embedder, piece: Sequence[ReadMessage]
) -> Shown:
    pins = await pins_of(engine, character)
    known = await known_for(engine, character, embedder, piece, {note.id for note in pins})
    return Shown(piece, known, pins, character.timezone)


class _Found:
    """Gathers what the parts of a chunk gave."""

    def __init__(self) -> None:
        self.read: list[int] = []
        self.drafts: list[Draft] = []
        self.unsure: list[Draft] = []
        self.proposals: list[dict[str, Any]] = []
        self.failures: list[str] = []
        self.fault: KnownError | None = None

    def take(self, piece: Sequence[ReadMessage], answer: Answer, understood: Understood) -> None:
        self.read += [message.id for message in piece]
        if answer.reading.sure:
            self.drafts += understood.drafts
        else:
            self.unsure += [_doubted(draft) for draft in understood.drafts]
        self.proposals += [_change(change) for change in understood.changes]
        self.proposals += [
            fields.turned_down(one.reason, one.raw, one.content) for one in understood.rejected
        ]
        if answer.reading.lost:
            reason = "\n".join(answer.reading.reasons)
            self.proposals.append(fields.turned_down(reason, fields.raw(answer.reply.text)))

    def turn_down(self, answer: Answer) -> None:
        reasons = answer.reading.reasons or (TURNED_DOWN,)
        self.failures += reasons[:1]
        told = fields.raw(answer.reply.text)
        if told.strip():
            self.proposals.append(fields.turned_down("\n".join(reasons), told))

    def extraction(self) -> Extraction:
        return Extraction(
            tuple(self.read),
            tuple(self.drafts),
            tuple(self.unsure),
            tuple(self.proposals),
            tuple(self.failures),
            self.fault,
        )


def _doubted(draft: Draft) -> Draft:
    return replace(draft, reason=(*draft.reason, NOT_WHOLE))


def _change(change: Change) -> dict[str, Any]:
    return {
        "op": "change",
        "targets": [change.memory],
        "patch": {**change.patch, "origin": "model"},
        "base": dict(change.base) or None,
        "evidence": [{"message": message} for message in change.messages],
        "reason": change.reason,
    }
