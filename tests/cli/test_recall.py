"""`recall`: what comes to mind, with factors that make the score again; nothing is changed by asking."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from cli.conftest import Belvedere, unchanged

from app.cli import model as model_module
from app.domain.errors import KnownError
from app.domain.pool import STAGES, Query
from app.domain.profile import PROFILES, SEED
from app.domain.recall import broods, rebuild
from app.domain.rooms import ROOM_KEYS
from app.resources import resource

ITEM = {
    *("uid", "external_id", "room", "content", "score", "factors"),
    *("via", "occurred", "siblings"),  # beyond the contract
}
KEYS = {
    "model",
    "why_portable",
    "ranked_by",
    "why_unranked",
    "ok",
    "verb",
    "palace",
    "items",
    "character",
    "profile",
    "now",
    "mood",
    "vectors",
}
QUESTIONS = ["What did Mara say about her sister in March?", "shrimp", "last week", "昨天", "the sea", "?"]


def test_the_keys(belvedere: Belvedere, made) -> None:
    path = made("demo")
    with unchanged(path.parent):
        said = belvedere("recall", path, "the shrimp at the harbour", "--character", "Wren").document
    assert set(said) == KEYS
    assert said["items"]
    assert [set(item) for item in said["items"]] == [ITEM] * len(said["items"])
    assert all(item["uid"].startswith("m_") and item["room"] in ROOM_KEYS for item in said["items"])
    assert "shrimp" in said["items"][0]["content"]
    scores = [item["score"] for item in said["items"] if item["via"] != "rumination"]
    assert all(more >= less for more, less in pairwise(scores))


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("question", QUESTIONS)
def test_the_factors_make_the_score(belvedere: Belvedere, made, profile, question) -> None:
    call = ["recall", made("demo"), question, "--character", "Wren", "--profile", profile, "--explain"]
    said = belvedere(*call, "--mood", "tender").document
    assert set(said) == KEYS | {"dropped", "numbers"}
    assert said["items"]
    for item in said["items"]:
        assert abs(rebuild(item["factors"], PROFILES[profile]) - item["score"]) < 1e-9
    for one in said["dropped"]:
        assert set(one) == {"uid", "stage", "score", "needed"}
        assert one["stage"] in STAGES
    names = [one["uid"] for one in (*said["items"], *said["dropped"])]
    assert len(names) == len(set(names))


def test_the_trace_tells_of_all_that_fell_out(belvedere: Belvedere, made) -> None:
    path = made("demo")
    call = ["recall", path, "the sound archive", "--character", "Wren", "--explain"]
    wide = belvedere(*call).document
    narrow = belvedere(*call, "--limit", "3").document
    assert len(narrow["items"]) == 3
    assert {i["uid"] for i in wide["items"]} <= {one["uid"] for one in (*narrow["items"], *narrow["dropped"])}
    assert any(one["stage"] == "places" for one in narrow["dropped"])


def test_the_same_seed_the_same_recall(belvedere: Belvedere, made) -> None:
    path = made("demo")
    story = json.loads(resource("demo/qichi.json").read_text(encoding="utf-8"))
    query = Query("", 0, rumination=story["character"]["rumination"])
    brooding = next(seed for seed in range(999) if broods(replace(query, seed=seed), SEED))
    calm = next(seed for seed in range(999) if not broods(replace(query, seed=seed), SEED))

    def ask(seed: int) -> list:
        call = ["recall", path, "雨天", "--character", "栖迟", "--seed", seed, "--profile", "seed"]
        return belvedere(*call)["items"]

    assert ask(brooding) == ask(brooding)
    assert ask(brooding)[-1]["via"] == "rumination"
    assert all(item["via"] != "rumination" for item in ask(calm))


def test_as_of_hides_what_came_later(belvedere: Belvedere, made) -> None:
    path = made("demo")
    call = ["recall", path, "the sea", "--character", "Wren", "--limit", "200"]
    then = belvedere(*call, "--as-of", "2025-06-01T00:00+00:00").document
    assert then["now"] == "2025-06-01T00:00:00.000+00:00"
    assert then["items"]
    assert all(item["occurred"] is None or item["occurred"] <= "2025-06-01" for item in then["items"])
    later = belvedere(*call, "--as-of", "2026-03-02").document
    assert any((item["occurred"] or "") > "2025-06-01" for item in later["items"])


def test_as_of_is_local_to_the_character(belvedere: Belvedere, made) -> None:
    call = ["recall", made("demo"), "海", "--character", "栖迟", "--as-of"]
    assert belvedere(*call, "2026-03-01").document["now"] == "2026-02-28T16:00:00.000+00:00"
    assert belvedere(*call, "2026-03-01T00:00Z").document["now"] == "2026-03-01T00:00:00.000+00:00"


@pytest.mark.parametrize(
    ("as_of", "found"),
    [("0001-01-01T00:00+14:00", False), ("9999-12-31T23:59:59-14:00", True), ("9999-12-31", True)],
)
def test_the_ends_of_time_are_times(belvedere: Belvedere, made, as_of, found) -> None:
    for name in ("Wren", "栖迟"):
        said = belvedere("recall", made("demo"), "the sea 去年 昨天", "--character", name, "--as-of", as_of)
        assert any(item["occurred"] for item in said["items"]) is found


def test_the_mood_can_be_set_and_taken_away(belvedere: Belvedere, made) -> None:
    call = ["recall", made("demo"), "home", "--character", "Wren"]
    sad = belvedere(*call, "--mood", "sad").document
    assert sad["mood"] == "sad"
    assert any(item["factors"].get("priming", 1) > 1 for item in sad["items"])
    none = belvedere(*call, "--mood", "").document
    assert none["mood"] is None
    assert all("priming" not in item["factors"] for item in none["items"])


def test_over_messages(belvedere: Belvedere, made) -> None:
    path = made("demo")
    with unchanged(path.parent):
        said = belvedere("recall", path, "shrimp", "--character", "Wren", "--over", "messages").document
    assert said["items"]
    assert all(item["uid"].startswith("g_") and item["room"] is None for item in said["items"])
    assert any("shrimp" in item["content"].lower() for item in said["items"])
    assert said["items"][0]["external_id"]


def test_several_characters_and_none_given(belvedere: Belvedere, made) -> None:
    path = made("demo")
    with unchanged(path.parent):
        said = belvedere("recall", path, "hello", code=2)
    told = said["error"]["characters"]
    assert [line.split()[-1] for line in told] == ["Wren", "栖迟"]
    assert all(line in said.err for line in told)
    uid = told[0].split()[0]
    assert belvedere("recall", path, "hello", "--character", uid)["character"] == "Wren"


def test_without_vectors_it_says_so(belvedere: Belvedere, made, tmp_path) -> None:
    path = made("empty")
    node = {
        "id": "mn_1",
        "charId": "char-1",
        "content": "她对虾过敏。",
        "room": "user_room",
        "tags": [],
        "importance": 6,
        "mood": "neutral",
        "embedded": False,
        "createdAt": 1_771_900_000_000,
        "lastAccessedAt": 1_771_900_000_000,
        "accessCount": 0,
    }
    card = {
        "type": "sully_memory_palace_export",
        "version": 1,
        "exportedAt": 1_772_000_000_000,
        "includeVectors": False,
        "characters": [
            {"charId": "char-1", "charName": "阿烛", "nodes": [node], "eventBoxes": [], "anticipations": []}
        ],
    }
    (tmp_path / "a.json").write_text(json.dumps(card), encoding="utf-8")
    belvedere("import", path, tmp_path / "a.json")
    said = belvedere("recall", path, "虾").document
    assert said["vectors"]
    assert [item["external_id"] for item in said["items"]] == ["mn_1"]


def test_no_character_yet(belvedere: Belvedere, made) -> None:
    assert belvedere("recall", made("empty"), "hello", code=1)["error"]["code"] == "character.none"


@pytest.mark.parametrize(
    "text", ["", " ", "\ud83d", "'; DROP TABLE memory; --", '"a" OR NEAR(', "\0", "😀" * 3000]
)
def test_any_text_will_do(belvedere: Belvedere, made, text) -> None:
    path = made("read")
    with unchanged(path.parent):
        assert belvedere("recall", path, text, "--character", "小满").document["ok"]


def test_in_words(belvedere: Belvedere, made) -> None:
    said = belvedere("recall", made("read"), "虾过敏", "--character", "小满", "--explain", text=True)
    assert "虾" in said.out.splitlines()[0]
    assert said.err == ""


class Ranking:
    """A ranking model that prefers what holds a word; asked and closed in sight of the test."""

    model = "bge"

    def __init__(self, word: str) -> None:
        self.word = word
        self.asked: list[tuple[str, list[str]]] = []
        self.closed = False
        self.fault: KnownError | None = None

    async def rerank(self, query, documents):
        self.asked.append((query, list(documents)))
        if self.fault is not None:
            raise self.fault
        return [0.9 if self.word in text else 0.1 for text in documents]

    async def close(self) -> None:
        self.closed = True


@pytest.fixture
def ranking(monkeypatch):
    one = Ranking("shrimp")
    monkeypatch.setattr(model_module, "ranking_model", lambda: one)
    return one


ASK = ("the harbour", "--character", "Wren", "--seed", "1")


def test_without_the_option_nothing_is_sent_though_an_endpoint_is_set(
    belvedere: Belvedere, made, ranking
) -> None:
    said = belvedere("recall", made("demo"), *ASK)
    assert (said["ranked_by"], said["why_unranked"]) == (None, None)
    assert ranking.asked == []


def test_eval_never_asks_it(belvedere: Belvedere, made, ranking, tmp_path) -> None:
    question = {"character": "Wren", "question": "the harbour", "evidence": ["there is none of this name"]}
    (tmp_path / "questions.json").write_text(json.dumps([question]), encoding="utf-8")
    assert belvedere("eval", made("demo"), tmp_path / "questions.json")["questions"] == 1
    assert ranking.asked == []


def test_a_ranking_model_is_asked_when_it_is_wished(belvedere: Belvedere, made, ranking) -> None:
    path = made("demo")
    with unchanged(path.parent):
        said = belvedere("recall", path, *ASK, "--rerank")
    assert (said["ranked_by"], said["why_unranked"]) == ("bge", None)
    assert ranking.closed
    ((query, texts),) = ranking.asked
    assert query == "the harbour"
    assert 1 < len(texts) <= SEED.reranking.candidates
    assert "shrimp" in said["items"][0]["content"]
    assert said["items"][0]["factors"]["relevance"] == 0.9
    for item in said["items"]:
        assert abs(rebuild(item["factors"], PROFILES[said["profile"]]) - item["score"]) < 1e-9
    assert "(ranked by bge)" in belvedere("recall", path, *ASK, "--rerank", "endpoint", text=True).out


def test_a_ranking_model_that_fails_is_told_and_done_without(belvedere: Belvedere, made, ranking) -> None:
    path = made("demo")
    plain = belvedere("recall", path, *ASK)["items"]
    ranking.fault = KnownError("endpoint.refused", "Nothing listens at {host}.", "Start it.", host="there")
    said = belvedere("recall", path, *ASK, "--rerank")
    assert (said["ranked_by"], said["why_unranked"]) == (None, "Nothing listens at there.")
    assert said["items"] == plain
    told = belvedere("recall", path, *ASK, "--rerank", text=True).out
    assert "(in recall's own order: Nothing listens at there.)" in told


def test_a_ranking_is_recorded_and_replayed(belvedere: Belvedere, made, ranking, tmp_path) -> None:
    record = tmp_path / "runs" / "ranked.json"
    first = belvedere("recall", made("demo"), *ASK, "--rerank", "--record", record)
    again = belvedere("recall", made("demo"), *ASK, "--rerank", f"recorded:{record}")
    assert again["items"] == first["items"]
    assert (first["ranked_by"], again["ranked_by"]) == ("bge", "recorded:bge")
    assert len(ranking.asked) == 1
    belvedere("recall", made("demo"), *ASK, "--record", record, code=2)
    belvedere("recall", made("demo"), *ASK, "--rerank", "somebody", code=2)


def test_a_ranking_model_that_is_not_set_or_not_agreed_to(belvedere: Belvedere, made, monkeypatch) -> None:
    for code, left in (("not_set", 2), ("consent", 1)):

        def refuse(code=code):
            raise KnownError(f"endpoint.{code}", "May this be sent?", "Agree.")

        monkeypatch.setattr(model_module, "ranking_model", refuse)
        error = belvedere("recall", made("demo"), *ASK, "--rerank", code=left)["error"]
        assert error["code"] == ("model.none" if left == 2 else "endpoint.consent")
