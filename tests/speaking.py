"""A chat model that says what a script says, and remembers what it was asked."""

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.models.provider import ChatReply, ChatRequest, Delta, Say, Usage

Line = str | ChatReply | BaseException | Callable[[Sequence[Say]], "Line"]


def Reply(text, finish="stop", usage=Usage(), reasoning=""):  # noqa: B008 - frozen
    """A reply in the order in which tests think of it."""
    return ChatReply(text, reasoning, finish, usage, "scripted-1")


def system_of(asked: ChatRequest) -> str:
    return asked.messages[0].content


def user_of(asked: ChatRequest) -> str:
    return asked.messages[-1].content


@dataclass
class ScriptedModel:
    """Gives its lines in order; the last one is given for ever."""

    lines: list[Line]
    model: str = "scripted-1"
    asked: list[ChatRequest] = field(default_factory=list)
    closed: bool = False

    async def chat(self, request):
        self.asked.append(request)
        await asyncio.sleep(0)
        line = self.lines.pop(0) if len(self.lines) > 1 else self.lines[0]
        while callable(line):
            line = line(request.messages)
        if isinstance(line, BaseException):
            raise line
        return (
            line if isinstance(line, ChatReply) else ChatReply(line, "", "stop", Usage(100, 20), self.model)
        )

    async def stream(self, request):
        reply = await self.chat(request)
        half = len(reply.text) // 2
        for piece in filter(None, (reply.text[:half], reply.text[half:])):
            yield Delta(piece)
        yield reply

    async def close(self):
        self.closed = True


def items(*parts: dict) -> str:
    """A reply as it should be."""
    return json.dumps({"items": list(parts)}, ensure_ascii=False)


def memory(content: str, messages: Sequence[int] = (1,), **more) -> dict:
    """A memory as a model should give it."""
    return {
        "kind": "memory",
        "content": content,
        "room": "user_room",
        "importance": 6,
        "mood": "tender",
        "valence": 0.6,
        "arousal": -0.2,
        "tags": ["测试", "记忆"],
        "date": "2026-02-02",
        "assertion": "stated",
        "messages": list(messages),
        **more,
    }
