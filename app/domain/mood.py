"""Moods: the core twelve, where each stands between unpleasant and pleasant, calm and stirred, and how far apart two are."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import hypot
from types import MappingProxyType
from typing import Final

Place = tuple[float, float]  # valence -1..1, arousal -1..1


@dataclass(frozen=True, slots=True)
class Mood:
    """One of the twelve, with its name in both languages and its place."""

    key: str
    en: str
    zh: str
    valence: float
    arousal: float


CORE_MOODS: Final = (
    Mood("happy", "happy", "开心", 0.7, 0.5),
    Mood("sad", "sad", "难过", -0.7, -0.5),
    Mood("angry", "angry", "愤怒", -0.7, 0.8),
    Mood("anxious", "anxious", "焦虑", -0.6, 0.7),
    Mood("tender", "tender", "温柔", 0.6, -0.2),
    Mood("excited", "excited", "兴奋", 0.8, 0.8),
    Mood("peaceful", "peaceful", "平静", 0.5, -0.6),
    Mood("confused", "confused", "困惑", -0.2, 0.2),
    Mood("hurt", "hurt", "受伤", -0.7, 0.3),
    Mood("grateful", "grateful", "感激", 0.6, 0.3),
    Mood("nostalgic", "nostalgic", "怀念", 0.2, -0.3),
    Mood("neutral", "neutral", "平淡", 0.0, 0.0),
)
BY_KEY: Final = MappingProxyType({mood.key: mood for mood in CORE_MOODS})

# Words beside the twelve that imported palaces use (SullyOS, emotionSpace), with their places there.
_OTHERS: Final[Mapping[str, Place]] = MappingProxyType(
    {
        "ecstatic": (0.9, 0.9),
        "joyful": (0.8, 0.6),
        "content": (0.4, -0.4),
        "melancholic": (-0.5, -0.4),
        "afraid": (-0.8, 0.9),
        "fearful": (-0.8, 0.9),
        "disappointed": (-0.6, -0.2),
        "lonely": (-0.6, -0.3),
        "proud": (0.7, 0.4),
        "curious": (0.3, 0.4),
        "bored": (-0.2, -0.7),
        "surprised": (0.2, 0.8),
        "embarrassed": (-0.3, 0.5),
        "guilty": (-0.6, 0.2),
        "relieved": (0.5, -0.3),
        "失落": (-0.5, -0.4),
        "孤独": (-0.6, -0.3),
    }
)
# Other names of the twelve.
_ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {mood.zh: mood.key for mood in CORE_MOODS} | {"悲伤": "sad", "中性": "neutral"}
)
_PLACES: Final[Mapping[str, Place]] = MappingProxyType(
    {
        **{mood.key: (mood.valence, mood.arousal) for mood in CORE_MOODS},
        **{alias: (BY_KEY[key].valence, BY_KEY[key].arousal) for alias, key in _ALIASES.items()},
        **_OTHERS,
    }
)


def mood_va(mood: str | None) -> Place | None:
    """Give valence and arousal of a named mood; None for one we do not know."""
    return None if mood is None else _PLACES.get(mood.strip().lower())


def place(mood: str | None, valence: float | None, arousal: float | None) -> Place | None:
    """Give where a memory stands: by its own numbers if it has both, else by its mood's."""
    return (valence, arousal) if valence is not None and arousal is not None else mood_va(mood)


def key_of(mood: str | None) -> str | None:
    """Give one name for all spellings of a mood; an unknown one stays its own word, an empty one is None."""
    word = (mood or "").strip().lower()
    return _ALIASES.get(word, word) or None


def same_mood(one: str | None, other: str | None) -> bool:
    """Tell whether two memories, or a memory and the present, are in one mood (profile `seed`); unknown is never the same."""
    key = key_of(one)
    return key is not None and key == key_of(other)


def distance(one: Place, other: Place) -> float:
    """Give how far apart two moods stand (profile `sullyos`)."""
    return hypot(one[0] - other[0], one[1] - other[1])
