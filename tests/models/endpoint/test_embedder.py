"""An endpoint behind the promise of every embedder."""

import asyncio

import loopback as lb
import numpy as np
import pytest
from loopback import Loopback

from app.domain.errors import KnownError
from app.models.embedding import Embedder
from app.models.endpoint.embedder import PIECE, EndpointEmbedder
from app.models.endpoint.settings import Endpoint


def made(server: Loopback, **more: object) -> EndpointEmbedder:
    known = {"address": server.url, "url": f"{server.url}/v1", "model": "tiny", "size": 2, "timeout": 3.0}
    return EndpointEmbedder(Endpoint(**{**known, **more}))


@pytest.fixture
async def lengths(server: Loopback) -> Loopback:
    server.script = lambda asked: lb.vectors(*[[float(len(text)), 1.0] for text in asked.body["input"]])
    return server


async def test_it_is_an_embedder(lengths: Loopback) -> None:
    embedder: Embedder = made(lengths)
    assert (embedder.model, embedder.dim) == ("tiny", 2)
    vectors = await asyncio.to_thread(embedder.embed, ["a", "bbb"])
    assert vectors.shape == (2, 2)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1)
    assert vectors[1, 0] > vectors[0, 0]
    assert (await asyncio.to_thread(embedder.embed, [])).shape == (0, 2)


async def test_a_long_text_is_the_mean_of_its_pieces(lengths: Loopback) -> None:
    embedder = made(lengths)
    assert len(embedder.pieces("字" * (PIECE + 5))) == 2
    vectors = await embedder.embed_async(["a", "字" * (PIECE + 5), "bbb"])
    alone = await embedder.embed_async(["a", "bbb"])
    assert vectors.shape == (3, 2)
    assert np.allclose(vectors[[0, 2]], alone, atol=1e-6)


async def test_failures_come_through_the_thread(server: Loopback) -> None:
    server.answers(lb.error(401, "no"))
    with pytest.raises(KnownError, match="no key is set"):
        await asyncio.to_thread(made(server).embed, ["a"])


def test_it_can_be_called_where_a_loop_runs() -> None:
    """Then nobody can answer on this loop, so the server has one of its own."""

    async def blocked() -> tuple[int, ...]:
        ready, done = asyncio.Event(), asyncio.Event()
        port: list[str] = []
        loop = asyncio.get_running_loop()

        async def serve() -> None:
            async with Loopback() as server:
                server.script = lambda asked: lb.vectors(*[[1.0, 0.0] for _ in asked.body["input"]])
                port.append(server.url)
                loop.call_soon_threadsafe(ready.set)
                while not done.is_set():  # noqa: ASYNC110
                    await asyncio.sleep(0.01)

        thread = asyncio.create_task(asyncio.to_thread(asyncio.run, serve()))
        await ready.wait()
        try:
            return EndpointEmbedder(Endpoint(port[0], "tiny", size=2, url=port[0])).embed(["a", "b"]).shape
        finally:
            done.set()
            await thread

    assert asyncio.run(blocked()) == (2, 2)


async def test_a_size_that_changed_is_told(lengths: Loopback) -> None:
    with pytest.raises(KnownError, match="2 numbers, 7 were expected"):
        await made(lengths, size=7).embed_async(["a"])


def test_untested_it_is_not_used(server: Loopback) -> None:
    with pytest.raises(KnownError, match="is not known"):
        made(server, size=0)


def test_calibration_keeps_the_order(server: Loopback) -> None:
    cosines = np.linspace(-1, 1, 50)
    made_of = made(server).calibrate(cosines, "zh")
    assert np.all(np.diff(made_of) >= 0)
    assert (made_of[0], made_of[-1]) == (0.0, 1.0)
    own = EndpointEmbedder(Endpoint("http://localhost", "t", size=2), knots={"zh": (0, 0.5, 0.7, 0.9, 1)})
    assert own.calibrate(np.array([0.5]), "zh")[0] == pytest.approx(0.03)
