"""Moods and where they stand."""

import pytest
from domain.making import golden

from app.domain.mood import BY_KEY, CORE_MOODS, distance, key_of, mood_va, place, same_mood


def test_the_twelve_have_names_in_both_languages():
    assert " ".join(mood.key for mood in CORE_MOODS) == (
        "happy sad angry anxious tender excited peaceful confused hurt grateful nostalgic neutral"
    )
    assert len({mood.zh for mood in CORE_MOODS}) == len(BY_KEY) == 12


@pytest.mark.parametrize(("mood", "place_there"), golden("mood_to_va").items())
def test_every_mood_of_sullyos_stands_where_it_does_there(mood, place_there):
    assert mood_va(mood) == (place_there["v"], place_there["a"])


def test_an_unknown_mood_stands_nowhere():
    assert mood_va("flabbergasted") is None
    assert mood_va(None) is None
    assert mood_va(" Happy ") == mood_va("happy")


def test_own_numbers_come_before_the_moods():
    assert place("happy", 0.1, -0.2) == (0.1, -0.2)
    assert place("happy", 0.1, None) == mood_va("happy")
    assert place("new", None, None) is None


def test_one_mood_has_many_spellings_and_unknown_is_never_the_same():
    assert key_of("悲伤") == key_of("难过") == key_of("Sad") == "sad"
    assert key_of("wistful") == "wistful"
    assert key_of(" ") is None
    assert same_mood("开心", "happy")
    assert same_mood("wistful", "Wistful")
    assert not same_mood("happy", "sad")
    assert not same_mood(None, None)
    assert not same_mood("", "")


def test_distance():
    assert distance((0.0, 0.0), (0.3, 0.4)) == pytest.approx(0.5)
