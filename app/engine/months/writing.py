"""A model writes a month: asked once, or part by part when the log is long; what is no summary is refused."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.domain.text import Language, estimate_tokens
from app.domain.text import language as language_of
from app.engine.identity import Identity, MemoryCall
from app.engine.months.material import Log, month_call, part_call, part_told, parts
from app.engine.steps.asking import Answer, Speaker
from app.models.prompts import Template
from app.models.replies.reading import Reading
from app.models.replies.summary import is_whole, judged


@dataclass(frozen=True, slots=True)
class Written:
    """A text and how it came about; `refused` says why it is none. `raw` is the reply as it came."""

    text: str
    model: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    refused: str | None = None
    raw: str = ""
    spent: int = 0  # tokens
    seconds: float = 0.0


async def write(
    speaker: Speaker,
    identity: Identity,
    template: Template,
    log: Log,
    run: str,
    on_text: Callable[[str], None] | None = None,
) -> Written:
    """Let the model tell the log; a part that cannot be used ends it, for a month with a hole is none."""
    before = (speaker.spending.tokens, speaker.spending.seconds)
    languages = {identity.language, *(language_of(one.content) for one in log.fragments)}
    pieces = list(parts(log.fragments))
    found: list[str] = []
    for piece in pieces if len(pieces) > 1 else ():
        asked = part_call(identity, template, log, piece)
        answer, reading = await _ask(speaker, asked, languages, run, on_text)
        if not is_whole(reading):
            return _written(speaker, template, answer, reading, len(pieces), before)
        found.append(part_told(piece, reading.text))
    whole = "\n\n".join(found)
    last = (
        month_call(identity, template, log, whole) if found else part_call(identity, template, log, pieces[0])
    )
    answer, reading = await _ask(speaker, last, languages, run, on_text)
    return _written(speaker, template, answer, reading, len(pieces), before)


async def _ask(
    speaker: Speaker,
    asked: MemoryCall,
    languages: set[Language],
    run: str,
    on_text: Callable[[str], None] | None,
) -> tuple[Answer, Reading]:
    answer = await speaker.ask(asked, run=run, prose=True, on_text=on_text)
    return answer, judged(answer.reading, languages, estimate_tokens(asked.messages[-1].content))


def _written(
    speaker: Speaker,
    template: Template,
    answer: Answer,
    reading: Reading,
    count: int,
    before: tuple[int, float],
) -> Written:
    return Written(
        reading.text or answer.reply.text,
        answer.reply.model or speaker.name,
        {"temperature": template.temperature, "max_tokens": template.max_tokens, "parts": count},
        refused=None if is_whole(reading) else "\n".join(reading.reasons),
        raw=answer.reply.text,
        spent=speaker.spending.tokens - before[0],
        seconds=speaker.spending.seconds - before[1],
    )
