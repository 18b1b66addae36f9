"""`eval`: questions in, shares out; what is no list of questions is told."""

import json

import pytest
from cli.conftest import Belvedere, unchanged

KEYS = {
    *("ok", "verb", "palace", "questions", "unmatched", "mrr", "answer_at_5", "tokens_at_5", "sources_mean"),
    *(f"{share}_at_{depth}" for share in ("recall", "coverage") for depth in (1, 5, 10)),
}
QUESTIONS = [
    {
        "character": "Ada",
        "question": "Who is allergic to shrimp?",
        "evidence": ["2026-02-03#0"],
        "answer": "Mara",
    },
    {"character": "Ada", "question": "What lamp did I buy?", "evidence": ["2026-02-03#1"]},
    {"character": "小满", "question": "我对什么过敏？", "evidence": ["2026-02-02#0/query"], "answer": "虾"},
    {"character": "小满", "question": "我养的猫叫什么？", "evidence": ["2026-02-02#1", "1999-01-01#0"]},
    {"character": "nobody", "question": "Who?", "evidence": ["x"]},
]


@pytest.fixture
def ask(belvedere: Belvedere, tmp_path):
    def put(questions: object, *more: object, code: int = 0):
        path = tmp_path / "questions.json"
        path.write_text(questions if isinstance(questions, str) else json.dumps(questions), encoding="utf-8")
        return lambda palace: belvedere("eval", palace, path, *more, code=code)

    return put


@pytest.mark.parametrize("over", ["messages", "memories"])
def test_the_keys(ask, made, over) -> None:
    path = made("demo" if over == "none" else "read")
    with unchanged(path.parent):
        said = ask(QUESTIONS, "--over", over)(path).document
    assert set(said) == KEYS
    assert (said["questions"], said["unmatched"]) == (4, ["nobody"])
    assert 0 < said["recall_at_1"] <= said["recall_at_5"] <= said["recall_at_10"] <= 1
    assert said["coverage_at_10"] <= said["recall_at_10"]
    assert 0 < said["mrr"] <= 1
    assert 0 <= said["answer_at_5"] <= 1
    assert said["tokens_at_5"] > 0


def test_a_part_of_the_exchange_is_a_hit_and_a_stranger_is_none(ask, made) -> None:
    path = made("read")
    lamp = {"character": "Ada", "question": "I finally bought the green lamp yesterday."}
    hit = ask([{**lamp, "evidence": ["2026-02-03#1"]}], "--over", "messages")(path)
    assert (hit["recall_at_1"], hit["mrr"], hit["answer_at_5"]) == (1, 1, None)
    assert ask([{**lamp, "evidence": ["2026-02-03#1/query"]}], "--over", "messages")(path)["recall_at_1"] == 1
    assert ask([{**lamp, "evidence": ["2026-02-03"]}], "--over", "messages")(path)["recall_at_10"] == 0
    half = ask([{**lamp, "evidence": ["2026-02-03#1", "no#1"]}], "--over", "messages")(path)
    assert (half["recall_at_1"], half["coverage_at_1"]) == (1, 0.5)


def test_as_of_hides_later_messages(ask, made) -> None:
    lamp = {"character": "Ada", "question": "green lamp", "evidence": ["2026-02-03#1"]}
    early = ask([{**lamp, "as_of": "2026-01-01T00:00:00Z"}], "--over", "messages")(made("read"))
    assert early["recall_at_10"] == 0


def test_no_questions(ask, made) -> None:
    said = ask([])(made("read")).document
    assert (said["questions"], said["recall_at_1"]) == (0, None)


@pytest.mark.parametrize(
    "questions",
    [
        *("", "{", "{}", "[1]", "[" * 5000, '[{"question": "x"}]', '[{"question": 1, "character": "Ada", "evidence": []}]'),
        '[{"question": "x", "character": "Ada", "evidence": "2026-02-03#1"}]',
        '[{"question": "x", "character": "Ada", "evidence": [], "as_of": "soon"}]',
        '[{"question": "x", "character": "Ada", "evidence": [], "as_of": 7}]',
    ],
)  # fmt: skip
def test_what_is_no_list_of_questions(ask, made, questions) -> None:
    path = made("read")
    with unchanged(path.parent):
        assert ask(questions, code=1)(path)["error"]["code"].startswith("eval.")


def test_a_missing_file(belvedere: Belvedere, made, tmp_path) -> None:
    said = belvedere("eval", made("read"), tmp_path / "gone.json", code=1)
    assert said["error"]["code"] == "eval.unreadable"


def test_in_words(belvedere: Belvedere, made, tmp_path) -> None:
    (tmp_path / "q.json").write_text(json.dumps(QUESTIONS), encoding="utf-8")
    out = belvedere("eval", made("read"), tmp_path / "q.json", text=True).out
    assert "recall_at_5: " in out
