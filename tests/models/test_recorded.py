"""A recorded run comes back without a network, the same in every detail, and holds no key."""

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.domain.errors import KnownError
from app.models.embedding import Vectors
from app.models.endpoint.outcomes import failure, told
from app.models.provider import ChatReply, ChatRequest, Delta, Say, Usage
from app.models.recorded import Recorder, Replayer, request_hash
from app.models.redaction import redact

SECRET = "own-secret-998877"


def ask(text: str, **more: object) -> ChatRequest:
    return ChatRequest((Say("system", "Be brief."), Say("user", text)), **more)


class Model:
    """Counts its answers, so that no two are the same."""

    model = "tiny"

    def __init__(self) -> None:
        self.count = 0
        self.closed = False

    async def chat(self, request: ChatRequest) -> ChatReply:
        if request.messages[-1].content == "fail":
            raise failure("server", url="http://x", status=500, said="boom")
        self.count += 1
        return ChatReply(f"answer {self.count}", "想", "stop", Usage(5, self.count), "tiny-2")

    async def stream(self, request: ChatRequest) -> AsyncIterator[Delta | ChatReply]:
        if request.messages[-1].content == "halves":
            yield Delta("\ud83d")
            yield Delta("\ude00")
            yield ChatReply("😀", finish="stop")
            return
        yield Delta("一")
        yield Delta("二")
        if request.messages[-1].content == "fail":
            raise failure("stalled", url="http://x", seconds=3)
        yield ChatReply("一二", finish=None)

    async def embed(self, texts: Sequence[str]) -> Vectors:
        return np.array([[len(text), 0.5] for text in texts], np.float32)

    async def rerank(self, query: str, documents: Sequence[str]) -> list[float]:
        return [len(text) / 10 for text in documents]

    async def close(self) -> None:
        self.closed = True


async def test_a_ranking_comes_back_for_the_same_question_and_texts(tmp_path: Path) -> None:
    recorder = Recorder(Model(), tmp_path / "one.json")
    assert await recorder.rerank("q", ["a", "bb"]) == [0.1, 0.2]
    await recorder.close()
    replay = Replayer.load(tmp_path / "one.json")
    assert await replay.rerank("q", ["a", "bb"]) == [0.1, 0.2]
    for query, documents in (("other", ["a", "bb"]), ("q", ["bb", "a"]), ("q", ["a"])):
        with pytest.raises(KnownError) as failed:
            await replay.rerank(query, documents)
        assert failed.value.code == "recorded.unknown"


async def test_a_recording_from_before_there_were_rankings_is_read(tmp_path: Path) -> None:
    recorder = Recorder(Model(), tmp_path / "one.json")
    await recorder.chat(ask("a"))
    await recorder.close()
    raw = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    del raw["rankings"]
    (tmp_path / "one.json").write_text(json.dumps(raw), encoding="utf-8")
    replay = Replayer.load(tmp_path / "one.json")
    assert (await replay.chat(ask("a"))).model.startswith("recorded:")
    with pytest.raises(KnownError):
        await replay.rerank("q", ["a"])


@pytest.mark.parametrize("found", [[1.5], [float("nan")], ["0.5"], None])
async def test_a_recorded_ranking_that_was_tampered_with_is_not_read(tmp_path: Path, found) -> None:
    recorder = Recorder(Model(), tmp_path / "one.json")
    await recorder.rerank("q", ["a"])
    await recorder.close()
    raw = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    raw["rankings"] = dict.fromkeys(raw["rankings"], found)
    (tmp_path / "one.json").write_text(json.dumps(raw), encoding="utf-8")
    with pytest.raises(KnownError) as failed:
        Replayer.load(tmp_path / "one.json")
    assert failed.value.code == "recorded.unreadable"


async def test_it_comes_back_as_it_was(tmp_path: Path) -> None:
    model = Model()
    recorder = Recorder(model, tmp_path / "runs" / "one.json")
    first, second = await recorder.chat(ask("a")), await recorder.chat(ask("a"))
    other = await recorder.chat(ask("b", schema={"type": "object"}))
    vectors = await recorder.embed(["x", "yy", "\ud83d"])
    pieces = [piece async for piece in recorder.stream(ask("s"))]
    await recorder.close()
    assert model.closed

    replay = Replayer.load(tmp_path / "runs" / "one.json")
    assert (replay.model, recorder.model) == ("recorded:tiny", "tiny")
    first, second, other, *pieces = (named(one) for one in (first, second, other, *pieces))
    assert [await replay.chat(ask("b", schema={"type": "object"})), await replay.chat(ask("a"))] == [
        other,
        first,
    ]
    assert await replay.chat(ask("a")) == second
    assert np.array_equal(await replay.embed(["\ud83d", "x"]), vectors[[2, 0]])
    assert [piece async for piece in replay.stream(ask("s"))] == pieces
    assert (await replay.embed([])).shape[0] == 0
    await replay.close()


def named(piece):
    """What comes from a recording says so."""
    return replace(piece, model=f"recorded:{piece.model}") if isinstance(piece, ChatReply) else piece


async def test_the_same_material_in_another_frame_is_answered_where_that_is_wished(tmp_path: Path) -> None:
    told = "<<<messages {0}\n[1] 你好\n{0}>>>"
    asked = ChatRequest(
        (Say("system", "I am Wren."), Say("user", told.format("0123456789ab"))), temperature=0.4
    )
    changed = ChatRequest(
        (Say("system", "I am Mara."), Say("user", told.format("ba9876543210"))), temperature=0.9
    )
    other = ChatRequest(
        (Say("system", "I am Wren."), Say("user", "<<<messages 0123456789ab\n[1] 再见\n0123456789ab>>>"))
    )
    recorder = Recorder(Model(), tmp_path / "one.json")
    reply = await recorder.chat(asked)
    recorder.save()
    strict, loose = (Replayer.load(tmp_path / "one.json", by_material=wide) for wide in (False, True))
    assert [one.knows(asked) for one in (strict, loose)] == [True, True]
    assert [one.knows(changed) for one in (strict, loose)] == [False, True]
    assert [one.knows(other) for one in (strict, loose)] == [False, False]
    assert await loose.chat(changed) == named(reply)
    with pytest.raises(KnownError):
        await strict.chat(changed)


async def test_a_chat_replays_as_a_stream(tmp_path: Path) -> None:
    recorder = Recorder(Model(), tmp_path / "one.json")
    reply = await recorder.chat(ask("a"))
    recorder.save()
    pieces = [piece async for piece in Replayer.load(tmp_path / "one.json").stream(ask("a"))]
    assert pieces == [Delta("answer 1", "想"), named(reply)]


async def test_a_character_that_came_in_two_halves_can_be_written(tmp_path: Path) -> None:
    recorder = Recorder(Model(), tmp_path / "one.json")
    _ = [piece async for piece in recorder.stream(ask("halves"))]
    await recorder.close()
    assert (await Replayer.load(tmp_path / "one.json").chat(ask("halves"))).text == "😀"


async def test_failures_are_recorded_too(tmp_path: Path) -> None:
    recorder = Recorder(Model(), tmp_path / "one.json")
    with pytest.raises(KnownError):
        await recorder.chat(ask("fail"))
    with pytest.raises(KnownError):
        _ = [piece async for piece in recorder.stream(ask("fail"))]
    recorder.save()
    replay = Replayer.load(tmp_path / "one.json")
    with pytest.raises(KnownError, match="500: boom") as failed:
        await replay.chat(ask("fail"))
    assert told(failed.value).code == "server"
    heard = []
    with pytest.raises(KnownError, match="for 3 s"):  # noqa: PT012
        async for piece in replay.stream(ask("fail")):
            heard.append(piece)  # noqa: PERF401
    assert heard == [Delta("一"), Delta("二")]


async def test_what_was_never_asked_is_told(tmp_path: Path) -> None:
    recorder = Recorder(Model(), tmp_path / "one.json")
    await recorder.chat(ask("a"))
    recorder.save()
    replay = Replayer.load(tmp_path / "one.json")
    with pytest.raises(KnownError, match=r"one\.json holds no answer to “b”"):
        await replay.chat(ask("b"))
    with pytest.raises(KnownError):
        await replay.chat(ask("a", temperature=0.5))
    await replay.chat(ask("a"))
    with pytest.raises(KnownError):  # once recorded, once replayed
        await replay.chat(ask("a"))
    with pytest.raises(KnownError):
        await replay.embed(["never"])


async def test_no_key_in_a_recording(tmp_path: Path) -> None:
    redact.hide(SECRET)
    recorder = Recorder(Model(), tmp_path / "one.json")
    request = ask(f"my key is {SECRET} and sk-abcdefgh1234567890abcd")
    reply = await recorder.chat(request)
    recorder.save()
    text = (tmp_path / "one.json").read_text(encoding="utf-8")
    assert SECRET not in text
    assert "sk-abcdefgh" not in text
    assert await Replayer.load(tmp_path / "one.json").chat(request) == named(reply)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        '{"format": "belvedere recording", "version": 99}',
        '{"format": "belvedere recording", "version": 1}',
    ],
)
def test_what_is_no_recording_is_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(KnownError, match="not a recording"):
        Replayer.load(tmp_path / "x.json")
    with pytest.raises(KnownError):
        Replayer.load(tmp_path / "gone.json")


async def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    recorder = Recorder(Model(), tmp_path / "file" / "one.json")
    with pytest.raises(KnownError, match="could not be written"):
        await recorder.close()


def test_the_hash_is_of_what_is_asked() -> None:
    assert request_hash(ask("a")) == request_hash(ask("a"))
    assert (
        len({request_hash(one) for one in (ask("a"), ask("b"), ask("a", json=True), ask("a", max_tokens=5))})
        == 4
    )
