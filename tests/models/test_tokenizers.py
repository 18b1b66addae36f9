"""Tokens: counted where the tokenizer is at hand, else estimated by the model's family, and named so."""

import sys
from importlib.util import find_spec
from types import SimpleNamespace

import pytest

from app.domain.text import estimate_tokens
from app.models import tokenizers
from app.models.tokenizers import counter, family

WITH_TABLES = pytest.mark.skipif(find_spec("quicktok") is None, reason="quicktok is not installed")
ZH = "今天下雨了，我们在旧书店里听了一晚上的雨声，她说这样就够了。" * 8
EN = "It rained today; we listened to it all evening in the bookshop, and she said that was enough. " * 6


@pytest.mark.parametrize(
    ("model", "told"),
    [
        ("gpt-4o-mini", "o200k"),
        ("gpt-4.1", "o200k"),
        ("openai/gpt-5-nano", "o200k"),
        ("o3-mini", "o200k"),
        ("gpt-oss:20b", "o200k"),
        ("gpt-4-turbo", "cl100k"),
        ("gpt-3.5-turbo", "cl100k"),
        ("Qwen/Qwen2.5-7B-Instruct", "qwen3"),
        ("qwen3:8b", "qwen3"),
        ("qwen3.5-plus", "qwen"),
        ("qwen-max", "qwen"),
        ("deepseek-ai/DeepSeek-V3", "deepseek"),
        ("deepseek-chat", "deepseek"),
        ("meta-llama/Llama-3.1-8B", "llama3"),
        ("mistral-large", None),
        ("gemini-2.5-pro", None),
        ("", None),
    ],
)
def test_a_name_tells_the_family(model, told):
    assert family(model) == told


@pytest.mark.parametrize(
    ("model", "by"),
    [
        (None, "estimate"),
        ("mistral", "estimate"),
        ("deepseek-chat", "estimate:deepseek"),
        ("llama3", "estimate:llama3"),
    ],
)
def test_an_estimate_is_named_so(model, by):
    made = counter(model)
    told = made.counted(ZH)
    assert (told.by, told.exact) == (by, False)
    assert told.tokens > 0


def test_families_differ_in_chinese_alone():
    light, heavy = counter("deepseek-chat"), counter(None)
    assert light.count(ZH) < heavy.count(ZH) == estimate_tokens(ZH)
    assert light.count(EN) == heavy.count(EN)


@pytest.fixture
def afresh():
    """No counter is remembered, before or after."""
    tokenizers._of_family.cache_clear()
    yield
    tokenizers._of_family.cache_clear()


def _is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "quicktok", None)


def _has_no_table(monkeypatch):
    def refuse(name):
        raise RuntimeError(name)

    monkeypatch.setitem(sys.modules, "quicktok", SimpleNamespace(get_encoding=refuse))


@pytest.mark.parametrize("spoil", [_is_missing, _has_no_table])
def test_without_the_tables_every_family_is_estimated(monkeypatch, afresh, spoil):
    spoil(monkeypatch)
    made = counter("gpt-4o")
    assert (made.by, made.exact) == ("estimate:o200k", False)
    assert made.count(ZH) == estimate_tokens(ZH)


@WITH_TABLES
@pytest.mark.parametrize(
    ("model", "by"), [("gpt-4o", "o200k_base"), ("qwen2.5", "qwen3"), ("gpt-4", "cl100k_base")]
)
def test_what_is_known_offline_is_counted(model, by):
    told = counter(model).counted("hello world")
    assert (told.tokens, told.exact, told.by) == (2, True, by)


@WITH_TABLES
@pytest.mark.parametrize("text", [ZH, EN])
@pytest.mark.parametrize(("model", "factor"), [("gpt-4o", 0.79), ("qwen2.5", 0.62), ("gpt-4", 1.31)])
def test_the_estimate_is_near_the_count(model, factor, text):
    assert estimate_tokens(text, factor) == pytest.approx(counter(model).count(text), rel=0.25)


@WITH_TABLES
def test_half_a_letter_is_no_crash():
    assert counter("gpt-4o").count("\ud83d hi <|endoftext|>") > 0
