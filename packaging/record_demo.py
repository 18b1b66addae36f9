"""Make the demo's recording anew: the questions as they are asked today, the answers those of the old recording.

Needed when the story, a prompt or what is shown of the palace has changed; a test says so. Run from the project's root:
`.venv/bin/python packaging/record_demo.py`. The answers cite messages by their numbers: read them when the story moved.
"""

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from app.bootstrap import create_palace, embedder
from app.engine.demo import RECORDING, furnish
from app.engine.ledger import Unbooked
from app.engine.read_new import Wish, read_new
from app.engine.steps.asking import Speaker
from app.models.embedding import Vectors
from app.models.provider import ChatReply, ChatRequest, Delta, Usage
from app.models.recorded import Recorder
from app.resources import resource
from app.storage import characters

MODEL = "demo"


class Again:
    """Gives the answers of a recording in their order, whatever is asked."""

    model = MODEL

    def __init__(self, chats: Sequence[dict[str, Any]]) -> None:
        self._texts = [str(chat["reply"]["text"]) for chat in chats]

    async def chat(self, request: ChatRequest) -> ChatReply:
        del request
        return ChatReply(self._texts.pop(0), "", "stop", Usage(), MODEL)

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta | ChatReply]:
        reply = await self.chat(request)
        for start in range(0, len(reply.text), 40):
            yield Delta(reply.text[start : start + 40])
        yield reply

    async def embed(self, texts: Sequence[str]) -> Vectors:
        raise NotImplementedError

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        raise NotImplementedError

    async def close(self) -> None:
        assert not self._texts, f"{len(self._texts)} answers were not asked for"


async def main() -> None:
    place = resource(RECORDING)
    old = json.loads(place.read_text(encoding="utf-8"))["chats"]
    recorder = Recorder(Again(old), place)
    with tempfile.TemporaryDirectory() as folder:
        engine = await create_palace(Path(folder) / "demo.palace")
        try:
            await furnish(engine, embedder())
            for who in await engine.ask(characters.every):
                wish = Wish(review=True, links="review", names="review")
                (reading,) = await read_new(engine, [who], embedder(), wish, Speaker(recorder, Unbooked()))
                print(who.name, reading)
        finally:
            await engine.close()
    await recorder.close()


if __name__ == "__main__":
    asyncio.run(main())
