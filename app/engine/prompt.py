"""The prompt as it would be sent: the core context with what was recalled for a question."""

from app.domain.assemble import Prompt
from app.domain.pool import Recall
from app.engine.engine import Engine
from app.engine.months import context
from app.engine.ranking import Ranker
from app.engine.recall import Question, recall
from app.models.embedding import Embedder
from app.storage.characters import Character


async def prompt(
    engine: Engine,
    character: Character,
    question: Question,
    embedder: Embedder | None,
    ranker: Ranker | None = None,
) -> tuple[Prompt, Recall]:
    """Recall for the question and put the context together; the trace comes with it."""
    found = await recall(engine, character, question, embedder, ranker)
    layout = "sullyos" if found.profile.output.style == "sullyos" else "belvedere"
    made = await context.core(engine, character, layout, recalled=found, as_of=question.as_of)
    return made, found
