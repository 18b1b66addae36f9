"""The month's cap holds for whatever asks a server: a step that writes, vectors that are made."""

import numpy as np
import pytest
from speaking import items, memory

from app.domain.errors import KnownError
from app.engine import embedding
from app.engine.ledger import Ledger
from app.engine.process import process
from app.engine.steps.extraction import ModelExtractor

CAT = memory("TA 养了一只叫橘皮的猫。", [3], tags=["橘皮", "猫"])


class Server:
    """An embedder that asks a server."""

    model, dim = "served", 8

    def __init__(self) -> None:
        self.asked = 0

    def embed(self, texts):
        raise AssertionError("it is asked, not run")

    def pieces(self, text):
        return [text]

    def calibrate(self, cosines, language):
        return cosines

    async def embed_async(self, texts):
        self.asked += 1
        return np.eye(8, dtype=np.float32)[: len(texts)]


async def test_a_step_is_not_asked_beyond_it(engine, ada, embedder, speaker, ledger):
    speaks = speaker(items(CAT))
    ledger.set_month_cap(10)
    with pytest.raises(KnownError) as told:
        await process(engine, ada, embedder, all_=True, extractor=ModelExtractor(speaks))
    assert told.value.code == "model.month_cap"
    assert speaks.model.asked == []
    assert [bill.outcome for bill in ledger.bills()] == ["capped"]
    ledger.set_month_cap(10**6)
    await process(engine, ada, embedder, all_=True, extractor=ModelExtractor(speaks))
    assert len(speaks.model.asked) == 1


async def test_vectors_are_not_asked_beyond_it(tmp_path, monkeypatch):
    monkeypatch.setattr("app.engine.ledger.data_folder", lambda: tmp_path)
    server = Server()
    await embedding.embed_texts(server, ["the moon over the harbour"])
    spent = sum(call.prompt for call in Ledger().calls())
    Ledger().set_month_cap(spent)
    with pytest.raises(KnownError, match="cap of"):
        await embedding.embed_texts(server, ["another text"])
    assert server.asked == 1
