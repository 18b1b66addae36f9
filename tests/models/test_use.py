import threading
import time
import tomllib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.models.use import DIM, PIECE, UseEmbedder

PAIRS = tomllib.loads((Path(__file__).parent / "data/pairs.toml").read_text("utf-8"))


def cosines(embedder: UseEmbedder, pairs: list[list[str]]) -> np.ndarray:
    left, right = (embedder.embed([pair[side] for pair in pairs]) for side in (0, 1))
    return np.sum(left * right, axis=1)


def test_vectors_are_of_unit_length_and_in_order(embedder: UseEmbedder) -> None:
    texts = ["I love long walks in the rain, with no umbrella and nowhere to be.", "猫", "今天下雨了", ""]
    made = embedder.embed(texts)
    assert made.shape == (4, DIM)
    assert made.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(made, axis=1), 1.0, atol=1e-5)
    for text, vector in zip(texts, made, strict=True):
        np.testing.assert_allclose(embedder.embed([text])[0], vector, atol=1e-5)


def test_nothing_gives_nothing(embedder: UseEmbedder) -> None:
    assert embedder.embed([]).shape == (0, DIM)


def test_traditional_and_simplified_are_one_text(embedder: UseEmbedder) -> None:
    one, other = embedder.embed(["這個週末我們去臺灣看電影", "这个周末我们去台湾看电影"])
    np.testing.assert_allclose(one, other, atol=1e-6)


@pytest.mark.parametrize("text", ["\ud83d half an emoji", "\x00", "🎉" * 50, "שלום", "   \n ", "a" * 5000])
def test_odd_texts_give_a_vector(embedder: UseEmbedder, text: str) -> None:
    assert abs(float(np.linalg.norm(embedder.embed([text])[0])) - 1) < 1e-5


def test_a_long_text_is_the_mean_of_its_pieces(embedder: UseEmbedder) -> None:
    text = "我今天去公园散步，看到了樱花。" * 60 + "The company moves next month. " * 40
    pieces = embedder.pieces(text)
    assert len(pieces) > 2
    assert max(map(len, pieces)) <= PIECE
    mean = embedder.embed(pieces).sum(axis=0)
    np.testing.assert_allclose(embedder.embed([text])[0], mean / np.linalg.norm(mean), atol=1e-5)


def test_meaning_crosses_the_languages(embedder: UseEmbedder) -> None:
    zh, same, other = embedder.embed(["我对花生过敏", "I am allergic to peanuts", "The train is late"])
    assert zh @ same > 0.6
    assert zh @ other < 0.3


@settings(max_examples=60)
@given(st.lists(st.floats(-1, 1), min_size=2, max_size=20), st.sampled_from(["zh", "en", "fr"]))
def test_calibration_keeps_the_order_within_zero_and_one(values: list[float], language: str) -> None:
    mapped = UseEmbedder().calibrate(np.sort(np.array(values)), language)
    assert np.all(np.diff(mapped) >= 0)
    assert mapped.min() >= 0
    assert mapped.max() <= 1


@pytest.mark.parametrize("language", ["zh", "en"])
def test_above_nine_tenths_says_the_same_thing(embedder: UseEmbedder, language: str) -> None:
    share = {
        kind: float(np.mean(embedder.calibrate(cosines(embedder, pairs), language) > 0.9))
        for kind, pairs in PAIRS[language].items()
    }
    assert share["same"] >= 0.8
    assert share["near"] <= 0.07
    assert share["far"] == 0


def test_two_threads_share_one_model(embedder: UseEmbedder) -> None:
    texts = [f"text number {number} about the sea" for number in range(20)]
    alone = embedder.embed(texts)
    made: list[np.ndarray] = []
    threads = [threading.Thread(target=lambda: made.append(UseEmbedder().embed(texts))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 2
    for vectors in made:
        np.testing.assert_allclose(vectors, alone, atol=1e-5)


def test_other_threads_go_on_while_it_embeds(embedder: UseEmbedder) -> None:
    """No timing is asserted (tests/bench measures stalls), only that embedding does not hold the interpreter."""
    done = threading.Event()

    def work() -> None:
        embedder.embed([f"今天第{number}次去公园散步，看到了很多花。" for number in range(100)])
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    ticks = 0
    while not done.is_set():
        time.sleep(0.002)
        ticks += 1
    thread.join()
    assert ticks > 5
