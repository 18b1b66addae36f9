import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from app.domain.drafts import ReadMessage
from app.models.builtin.mood import estimate, mood_now
from app.models.use import UseEmbedder

SENTENCES = tomllib.loads((Path(__file__).parents[1] / "data/moods.toml").read_text("utf-8"))
Talk = Callable[..., list[ReadMessage]]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_most_sentences_get_a_mood_a_reader_would_accept(embedder: UseEmbedder, language: str) -> None:
    """Measured: zh 15 of 20, en 13 of 20; the rest come out neutral (docs/quality.md)."""
    right = [estimate(text, embedder) in moods for text, moods in SENTENCES[language].items()]
    assert sum(right) >= 12


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("我今天好开心，哈哈", "happy"),
        ("烦死了，凭什么", "angry"),
        ("呜呜，我好难过", "sad"),
        ("明天面试，我好紧张", "anxious"),
        ("好想你，抱抱", "tender"),
        ("超市在二楼", "neutral"),
        ("I'm so happy today, haha", "happy"),
        ("I'm furious, I'm fed up with this", "angry"),
        ("I cried all night, so lonely", "sad"),
        ("I'm nervous about the interview", "anxious"),
        ("I miss you, hug", "tender"),
        ("The shop is on the second floor", "neutral"),
    ],
)
def test_plain_words_leave_no_doubt(embedder: UseEmbedder, text: str, mood: str) -> None:
    assert estimate(text, embedder) == mood


def test_the_title_of_a_sad_book_is_no_sadness(embedder: UseEmbedder) -> None:
    assert estimate("我在看《伤心咖啡馆之歌》，很有意思", embedder) != "sad"


def test_mood_now_hears_the_partners_last_three_messages(embedder: UseEmbedder, talk: Talk) -> None:
    calm = [("user", "超市在二楼"), ("assistant", "我好难过，想哭")]
    assert mood_now(talk(*calm), embedder) == "neutral"
    storm = [("user", "气死我了，太过分了"), ("user", "凭什么"), ("user", "我真的很生气")]
    assert mood_now(talk(("user", "哈哈哈好开心"), *storm), embedder) == "angry"


@pytest.mark.parametrize("turns", [(), (("assistant", "在吗"),), (("user", "  "),)])
def test_without_the_partners_words_the_mood_is_unknown(
    embedder: UseEmbedder, talk: Talk, turns: tuple[tuple[str, str], ...]
) -> None:
    assert mood_now(talk(*turns), embedder) is None
    assert estimate(" ", embedder) is None
