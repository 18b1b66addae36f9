"""Endpoints that people are likely to have, ready to be filled in."""

from dataclasses import dataclass
from typing import Final

from app.domain.errors import mark
from app.models.endpoint.settings import Endpoint, Purpose
from app.models.endpoint.urls import host_of


@dataclass(frozen=True, slots=True)
class Preset:
    """One service: where it is, what it can, where its keys are made or how it is started, examples of its models."""

    name: str
    address: str
    variable: str = ""  # of the environment, in which its key is looked for
    key_page: str = ""
    hint: str = ""
    chat: tuple[str, ...] = ()
    embedding: tuple[str, ...] = ()
    rerank: tuple[str, ...] = ()

    @property
    def local(self) -> bool:
        return not self.variable

    def offers(self, purpose: Purpose) -> bool:
        return purpose in (Purpose.CHAT, Purpose.LIGHT) or bool(
            self.embedding if purpose is Purpose.EMBEDDING else self.rerank
        )

    def endpoint(self, purpose: Purpose) -> Endpoint:
        """Filled in for a purpose; a local model gets more time and fewer requests at once."""
        examples = {Purpose.EMBEDDING: self.embedding, Purpose.RERANK: self.rerank}.get(purpose, self.chat)
        model = "" if self.local else next(iter(examples), "")
        if self.local:
            return Endpoint(self.address, model, timeout=300.0, parallel=1)
        return Endpoint(self.address, model, parallel=4)


PRESETS: Final = (
    Preset(
        "OpenAI",
        "https://api.openai.com/v1",
        "OPENAI_API_KEY",
        "https://platform.openai.com/api-keys",
        chat=("gpt-4.1-mini",),
        embedding=("text-embedding-3-small", "text-embedding-3-large"),
    ),
    Preset(
        "DeepSeek",
        "https://api.deepseek.com/v1",
        "DEEPSEEK_API_KEY",
        "https://platform.deepseek.com/api_keys",
        mark("DeepSeek makes no vectors; the built-in ones, or another endpoint, do."),
        chat=("deepseek-chat", "deepseek-reasoner"),
    ),
    Preset(
        "SiliconFlow",
        "https://api.siliconflow.cn/v1",
        "SILICONFLOW_API_KEY",
        "https://cloud.siliconflow.cn/account/ak",
        chat=("deepseek-ai/DeepSeek-V3", "Qwen/Qwen3-8B"),
        embedding=("BAAI/bge-m3", "Qwen/Qwen3-Embedding-0.6B"),
        rerank=("BAAI/bge-reranker-v2-m3",),
    ),
    Preset(
        "Ollama",
        "http://localhost:11434/v1",
        hint=mark("Start it with “ollama serve”, and fetch a model once with “ollama pull NAME”."),
        chat=("qwen3:8b",),
        embedding=("bge-m3", "nomic-embed-text"),
    ),
    Preset(
        "LM Studio",
        "http://localhost:1234/v1",
        hint=mark("Load a model, then switch the server on under “Developer”."),
        embedding=("text-embedding-nomic-embed-text-v1.5",),
    ),
    Preset(
        "llama.cpp",
        "http://localhost:8080/v1",
        hint=mark(
            "Start it with “llama-server -m MODEL.gguf”; for vectors add “--embedding --pooling mean”."
        ),
        embedding=("default",),
    ),
)


def preset_of(url: str) -> Preset | None:
    """The preset whose host a URL is on; local ones are told apart by their port, which `url` must name."""
    for preset in PRESETS:
        if (
            preset.local
            and preset.address.rsplit(":", 1)[1] in url
            and host_of(url) in ("localhost", "127.0.0.1")
        ):
            return preset
        if not preset.local and host_of(url) == host_of(preset.address):
            return preset
    return None
