import numpy as np
import pytest

from app.engine import calibration


def test_a_twin_says_the_same_otherwise():
    told = [calibration.twin("我对虾过敏。", n) for n in range(6)]
    assert len(set(told)) == 6
    assert all("我对虾过敏" in one for one in told)
    assert calibration.twin("I missed the bus.", 1) == "By the way, I missed the bus"


def test_only_texts_of_the_language_that_are_neither_short_nor_long():
    texts = ["嗯", "今天我们一起去看海了", "We went to see the sea", "长" * 500]
    assert calibration.suitable(texts, "zh") == ["今天我们一起去看海了"]
    assert calibration.suitable(texts, "en") == ["We went to see the sea"]


@pytest.mark.parametrize(("low", "spread"), [(0.1, 0.15), (0.8, 0.03)])
def test_the_scale_of_any_model_comes_out_the_same(low, spread):
    """A model whose strangers lie at .1 and one whose strangers lie at .8."""
    chance = np.random.default_rng(1)
    unrelated = np.clip(chance.normal(low, spread, 5000), -1, 0.95)
    twins = np.clip(chance.normal(0.97, 0.01, 32), -1, 1)
    knots = calibration.knots(unrelated, twins)
    assert list(knots) == sorted(set(knots))
    read = np.interp([low - 2 * spread, low + 3 * spread, 0.96], knots, (0, 0.03, 0.8, 0.9, 1))
    assert read[0] < 0.1
    assert read[1] < 0.9 < read[2]


def test_knots_rise_whatever_is_measured():
    knots = calibration.knots(np.ones(10), np.ones(4))
    assert np.all(np.diff(knots) > 0)
