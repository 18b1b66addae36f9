"""What people paste, and what is tried for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.errors import KnownError
from app.models.endpoint.presets import PRESETS, preset_of
from app.models.endpoint.settings import Purpose
from app.models.endpoint.urls import candidates, host_of, is_local, origin

PASTED = {
    "https://api.openai.com/v1": ("https://api.openai.com/v1", "https://api.openai.com"),
    "https://api.openai.com": ("https://api.openai.com/v1", "https://api.openai.com"),
    "https://api.openai.com/": ("https://api.openai.com/v1", "https://api.openai.com"),
    "https://api.openai.com/v1/": ("https://api.openai.com/v1", "https://api.openai.com"),
    "https://api.openai.com/v1/chat/completions": ("https://api.openai.com/v1", "https://api.openai.com"),
    "https://api.openai.com/v1/embeddings/": ("https://api.openai.com/v1", "https://api.openai.com"),
    "https://api.openai.com/v1/embeddings/embeddings": ("https://api.openai.com/v1", "https://api.openai.com"),
    "https://x.example/v1/models?limit=3#top": ("https://x.example/v1", "https://x.example"),
    "  “https://api.deepseek.com”，": ("https://api.deepseek.com/v1", "https://api.deepseek.com"),
    "OPENAI_BASE_URL=https://api.deepseek.com/v1": ("https://api.deepseek.com/v1", "https://api.deepseek.com"),
    "api.deepseek.com": ("https://api.deepseek.com/v1", "https://api.deepseek.com"),
    "localhost:11434": ("http://localhost:11434/v1", "http://localhost:11434"),
    "localhost：11434": ("http://localhost:11434/v1", "http://localhost:11434"),
    "127.0.0.1:8080/v1": ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080"),
    "192.168.1.7:1234": ("http://192.168.1.7:1234/v1", "http://192.168.1.7:1234"),
    "http://0.0.0.0:8000/v1": ("http://127.0.0.1:8000/v1", "http://127.0.0.1:8000"),
    "http//localhost:1234": ("http://localhost:1234/v1", "http://localhost:1234"),
    "http:/localhost:1234/v1": ("http://localhost:1234/v1", "http://localhost:1234"),
    "[::1]:8080": ("http://[::1]:8080/v1", "http://[::1]:8080"),
    "http://localhost:11434/api/chat": ("http://localhost:11434/v1", "http://localhost:11434"),
    "http://localhost:11434/api": ("http://localhost:11434/api/v1", "http://localhost:11434/v1", "http://localhost:11434/api"),
    "https://openrouter.ai/api/v1": ("https://openrouter.ai/api/v1", "https://openrouter.ai/api"),
    "https://open.bigmodel.cn/api/paas/v4/chat/completions": ("https://open.bigmodel.cn/api/paas/v4", "https://open.bigmodel.cn/api/paas"),
    "https://dashscope.aliyuncs.com/compatible-mode": ("https://dashscope.aliyuncs.com/compatible-mode", "https://dashscope.aliyuncs.com/compatible-mode/v1"),
    "https://generativelanguage.googleapis.com/v1beta/openai/": ("https://generativelanguage.googleapis.com/v1beta/openai", "https://generativelanguage.googleapis.com/v1beta/openai/v1"),
    "https://ai.siliconflow.cn/v1": ("https://api.siliconflow.cn/v1", "https://api.siliconflow.cn"),
    "https://cloud.siliconflow.cn": ("https://api.siliconflow.cn/v1", "https://api.siliconflow.cn"),
    "https://platform.deepseek.com/": ("https://api.deepseek.com/v1", "https://api.deepseek.com"),
    "https://x.example//v1//": ("https://x.example/v1", "https://x.example"),
    "HTTPS://API.OpenAI.com/V1": ("https://api.openai.com/V1", "https://api.openai.com"),
}  # fmt: skip


@pytest.mark.parametrize(("pasted", "urls"), PASTED.items(), ids=PASTED)
def test_what_is_tried(pasted: str, urls: tuple[str, ...]) -> None:
    assert candidates(pasted).urls == urls


@pytest.mark.parametrize(
    "pasted",
    [
        "",
        "   ",
        "http://",
        "ftp://x.example",
        "http://x:99999",
        "你好",
        "http://[",
        "http://https://x",
    ],
)
def test_what_is_none(pasted: str) -> None:
    with pytest.raises(KnownError, match="is not the address") as failed:
        candidates(pasted)
    assert failed.value.remedy


def test_blanks_are_slips_of_the_hand() -> None:
    assert candidates("https: //api.deepseek.com /v1").urls[0] == "https://api.deepseek.com/v1"


def test_a_password_in_the_address_is_not_kept() -> None:
    assert candidates("https://me:secret@x.example/v1").urls[0] == "https://x.example/v1"
    with pytest.raises(KnownError) as failed:
        candidates("https://me:secret@:0/v1")
    assert "secret" not in failed.value.message


@given(st.text(max_size=60) | st.from_regex(r"(https?://)?[a-z0-9.:\[\]/@]{1,40}", fullmatch=True))
def test_anything_is_an_address_or_told(pasted: str) -> None:
    try:
        urls = candidates(pasted).urls
    except KnownError:
        return
    assert len({origin(url) for url in urls}) == 1
    assert urls[0] == urls[0].rstrip("/")
    assert candidates(urls[0]).urls[0] in urls


@pytest.mark.parametrize(
    ("url", "local"),
    [
        ("http://localhost:1/v1", True),
        ("http://LOCALHOST.:1", True),
        ("http://ollama.localhost", True),
        ("http://127.8.9.1", True),
        ("http://[::1]", True),
        ("http://[::ffff:127.0.0.1]", True),
        ("http://192.168.1.7", False),
        ("http://10.0.0.1", False),
        ("http://my-nas.local", False),
        ("http://localhost.example.com", False),
        ("http://127.0.0.1.example.com", False),
        ("http://127.1", False),
        ("http://2130706433", False),
        ("https://api.openai.com", False),
        ("http://[::]", False),
        ("http://169.254.1.1", False),
    ],
)
def test_local_is_loopback_and_nothing_else(url: str, local: bool) -> None:
    assert is_local(url) is local


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_presets_are_what_they_say(preset: object) -> None:
    assert candidates(preset.address).urls[0] == preset.address
    assert is_local(preset.address) is preset.local
    assert preset_of(preset.address) is preset
    assert bool(preset.key_page) is not preset.local
    assert preset.endpoint(Purpose.CHAT).base == preset.address
    assert preset.offers(Purpose.EMBEDDING) is bool(preset.embedding)
    assert host_of(preset.address)


def test_no_preset_for_strangers() -> None:
    assert preset_of("https://example.com/v1") is None
    assert preset_of("https://localhost.example.com:11434/v1") is None
