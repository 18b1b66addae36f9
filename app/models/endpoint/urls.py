"""Base URLs as people paste them, and the ones that may be meant."""

import ipaddress
import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import SplitResult, urlsplit, urlunsplit

from app.domain.errors import KnownError

#: pages and misspellings for which people take the service; both belong to the same owner
_MEANT: Final = {
    "ai.siliconflow.cn": "api.siliconflow.cn",
    "siliconflow.cn": "api.siliconflow.cn",
    "www.siliconflow.cn": "api.siliconflow.cn",
    "cloud.siliconflow.cn": "api.siliconflow.cn",
    "siliconflow.com": "api.siliconflow.com",
    "deepseek.com": "api.deepseek.com",
    "www.deepseek.com": "api.deepseek.com",
    "chat.deepseek.com": "api.deepseek.com",
    "platform.deepseek.com": "api.deepseek.com",
    "openai.com": "api.openai.com",
    "platform.openai.com": "api.openai.com",
    "chatgpt.com": "api.openai.com",
    "0.0.0.0": "127.0.0.1",  # noqa: S104 - nothing is bound; servers print it as their address
}
#: tails of single calls, longest first; also those of Ollama's and LM Studio's own protocols
_CALLS: Final = re.compile(
    r"/(?:chat/completions|completions|embeddings|models|rerank|responses|api/(?:chat|generate|embed|embeddings|tags))/*\Z",
    re.IGNORECASE,
)
_VERSION: Final = re.compile(r"/v\d+(?:(?:alpha|beta)\d*)?\Z", re.IGNORECASE)
_SCHEME: Final = re.compile(r"\A(https?)[:：]?/+", re.IGNORECASE)
_BLANKS: Final = re.compile("[\\s\u200b\ufeff\u00a0]+")
_HOST: Final = re.compile(r"[a-z0-9_][a-z0-9._\-]{0,252}|[0-9a-f]*:[0-9a-f:.]+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Candidates:
    """The base URLs to try, best guess first; `mended` when the host or the scheme was not as pasted."""

    urls: tuple[str, ...]
    mended: bool = False


def candidates(pasted: str) -> Candidates:
    """Every base URL that may be meant, all on one host; the tail of a call is taken off."""
    parts, guessed = _parts(pasted)
    host = _host(parts)
    meant = _MEANT.get(host, host)
    scheme = parts.scheme if not guessed else "http" if _is_near(meant) else "https"
    netloc = _netloc(meant, parts.port)
    path = re.sub("/{2,}", "/", parts.path).rstrip("/")
    while shorter := _CALLS.search(path):
        path = path[: shorter.start()]
    bases = [urlunsplit((scheme, netloc, option, "", "")) for option in _paths(path)]
    return Candidates(tuple(dict.fromkeys(bases)), meant != host)


def _paths(path: str) -> list[str]:
    if path in ("", "/api"):  # nothing, or the root of Ollama's own protocol (and of OpenRouter's)
        return [f"{path}/v1", "/v1", path] if path else ["/v1", ""]
    if _VERSION.search(path):
        return [path, _VERSION.sub("", path)]
    return [path, f"{path}/v1"]


def _parts(pasted: str) -> tuple[SplitResult, bool]:
    text = (
        _BLANKS.sub("", pasted)
        .strip("\"'“”‘’`<>，。,;；")
        .replace("：", ":")
        .replace("／", "/")
        .replace("。", ".")
    )
    text = re.sub(r"\A[A-Z_]+=", "", text).strip("\"'")
    found = _SCHEME.match(text)
    rest = text[found.end() :] if found else text.removeprefix("//")
    try:
        parts = urlsplit(f"{found[1].lower() if found else 'http'}://{rest}")
        good = parts.hostname and _HOST.fullmatch(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        good = None
        parts = urlsplit("")
    if not good or "://" in rest:
        raise KnownError(
            "endpoint.url",
            "“{pasted}” is not the address of an endpoint.",
            "Paste the base address, for example https://api.deepseek.com/v1 or http://localhost:11434/v1.",
            pasted=shown(pasted),
        )
    return parts, found is None


def shown(pasted: str) -> str:
    """What was pasted, without what may be a password before the host."""
    return re.sub(r"//[^/@]*@", "//", pasted.strip())[:120]


def _host(parts: SplitResult) -> str:
    return (parts.hostname or "").lower().rstrip(".")


def _netloc(host: str, port: int | None) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"{shown}:{port}" if port else shown


def origin(url: str) -> str:
    """Scheme, host and port: what a key and a consent belong to."""
    parts = urlsplit(url)
    return urlunsplit((parts.scheme, _netloc(_host(parts), parts.port), "", "", ""))


def host_of(url: str) -> str:
    """The host as shown to people."""
    return _host(urlsplit(url))


def is_local(url: str) -> bool:
    """Whether a URL stays on this machine: loopback, and nothing else. The home network is remote."""
    host = host_of(url)
    if host == "localhost" or host.endswith(".localhost"):
        return True
    address = _address(host)
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return address is not None and address.is_loopback


def _is_near(host: str) -> bool:
    """A host that is spoken to without encryption when nothing is said: this machine, or one of the home network."""
    address = _address(host)
    if address is not None:
        return address.is_private or address.is_loopback
    return "." not in host or host.endswith((".local", ".localhost", ".lan", ".internal"))


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
