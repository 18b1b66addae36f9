"""From an exception or an answer to the outcome it stands for."""

import json
import re
import ssl
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from socket import gaierror
from typing import Final
from urllib.parse import urlsplit

from app.domain.errors import KnownError
from app.domain.text import clean
from app.models.endpoint import line
from app.models.endpoint.outcomes import failure
from app.models.endpoint.retry import PassingError, retry_after
from app.models.endpoint.urls import is_local
from app.models.redaction import redact

_SAID: Final = 240  # characters of an endpoint's own words that are shown
_QUOTA: Final = re.compile(
    r"quota|billing|balance|insufficient|credit|arrear|余额|欠费|额度|充值", re.IGNORECASE
)
_TOO_LONG: Final = re.compile(
    r"context (?:length|window|size)|maximum context|too many tokens|too long|exceed\w* (?:the |max\w* )?(?:context|token|length|input)"
    r"|input is too large|reduce the length|超过.{0,12}(?:长度|上限|限制)|token.{0,8}超",
    re.IGNORECASE,
)
_NO_MODEL: Final = re.compile(
    r"model\b[^.\n]{0,80}?(?:not found|does ?n.t exist|not exist|is not (?:available|supported|valid)|unknown|no such)"
    r"|(?:unknown|invalid|no such|unsupported) model\b|not a valid model|模型[^。]{0,30}(?:不存在|未找到|不支持|已下线)",
    re.IGNORECASE,
)
_BAD_KEY: Final = re.compile(
    r"(?:api[ _-]?key|token)[^.\n]{0,40}(?:invalid|not valid|incorrect|expired)|(?:invalid|incorrect) api[ _-]?key",
    re.IGNORECASE,
)
_LOCAL: Final[Mapping[int, tuple[str, str]]] = {
    11434: ("Ollama", "ollama serve"),
    1234: ("LM Studio", "lms server start"),
    8080: ("llama.cpp", "llama-server -m MODEL.gguf --port 8080"),
}


@dataclass(frozen=True, slots=True)
class Call:
    """What is known of a call when it fails."""

    url: str
    model: str = ""
    has_key: bool = False
    seconds: float = 0.0

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    def failed(self, code: str, **facts: object) -> KnownError:
        known = {"url": self.url, "host": self.host, "model": self.model, "seconds": round(self.seconds, 1)}
        return failure(code, **{**known, **facts})


def words(body: str) -> str:
    """An endpoint's own words for what is wrong, short, on one line and without keys."""
    text = body
    try:
        text = _message(json.loads(body)) or body
    except (ValueError, RecursionError):
        if title := re.search(r"<(?:title|h1)[^>]*>([^<]{1,200})</", body[:20_000], re.IGNORECASE):
            text = title[1]
    text = " ".join(redact(clean(text[:4000])).split())
    return text[:_SAID] + "…" if len(text) > _SAID else text or "–"


def _message(value: object) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "; ".join(filter(None, map(_message, value[:3])))
    if isinstance(value, dict):
        for name in ("error", "message", "detail", "msg", "error_msg", "errors"):
            if value.get(name):
                return _message(value[name])
    return ""


def is_page(body: str, kind: str) -> bool:
    """Whether an answer is a web page."""
    return "html" in kind or body.lstrip()[:15].lower().startswith(("<!doctype", "<html"))


def by_status(call: Call, status: int, headers: Mapping[str, str], body: str) -> PassingError:
    """The outcome of an answer that is no success."""
    said = words(body)
    wait = retry_after(headers)
    code = _code(call, status, body, said, headers.get("content-type", ""))
    facts: dict[str, object] = {"status": status, "said": said}
    if code == "busy" and wait is not None:
        code, facts["seconds"] = "busy_until", round(wait)
    if code == "redirected":
        facts["target"] = _target(headers.get("location", ""))
    return PassingError(call.failed(code, **facts), wait)


def _code(call: Call, status: int, body: str, said: str, kind: str) -> str:
    if 300 <= status < 400:
        return "redirected"
    if status in (401, 407):
        return "bad_key" if call.has_key else "no_key"
    if status == 402 or (status in (403, 429) and _QUOTA.search(said)):
        return "quota"
    if status == 403:
        return "forbidden" if call.has_key else "no_key"
    if status == 429:
        return "busy"
    if status == 501:  # it never will
        return "bad_request"
    if status >= 500 or status in (408, 409, 425):
        return "server"
    return _code_of_request(call, status, body, said, kind)


def _code_of_request(call: Call, status: int, body: str, said: str, kind: str) -> str:
    if is_page(body, kind):
        return "not_api"
    if status == 413 or _TOO_LONG.search(said):
        return "too_long"
    if _NO_MODEL.search(said):
        ollama = urlsplit(call.url).port == 11434 or "pulling" in said
        return "no_model_ollama" if ollama else "no_model"
    if status in (404, 405, 410):
        return "not_found"
    if _BAD_KEY.search(said):
        return "bad_key" if call.has_key else "no_key"
    return "bad_request"


def _target(location: str) -> str:
    try:
        parts = urlsplit(location)
    except ValueError:  # brackets that hold no address
        return "?"
    return f"{parts.scheme}://{parts.hostname}{parts.path}" if parts.hostname else parts.path or "?"


def by_connection(call: Call, error: BaseException, answered: bool = False) -> PassingError:
    """The outcome of a connection that could not be made or did not hold."""
    causes = list(_causes(error))
    said = next((words(str(cause)) for cause in reversed(causes) if str(cause)), "–")
    if any(isinstance(cause, ConnectionRefusedError) for cause in causes):
        return PassingError(_refused(call))
    if any(isinstance(cause, gaierror) for cause in causes):
        return PassingError(call.failed("no_host"))
    if any(isinstance(cause, ssl.SSLError) for cause in causes):
        return PassingError(call.failed("encryption", said=said))
    lost = any(isinstance(cause, ConnectionResetError | BrokenPipeError) for cause in causes)
    lost = lost or bool(re.search(r"disconnected|incomplete|peer closed|closed connection", said))
    if not lost and any(isinstance(cause, _garbled()) for cause in causes):
        return PassingError(call.failed("unreadable", said=said))
    if answered or lost:
        return PassingError(call.failed("broken_off"))
    return PassingError(call.failed("unreachable", said=said))


def by_silence(call: Call, error: BaseException) -> PassingError:
    """The outcome when nothing came in time: no answer, or not even a connection."""
    import httpx2

    if not any(isinstance(cause, httpx2.ConnectTimeout) for cause in _causes(error)):
        return PassingError(call.failed("timeout"))
    plain = urlsplit(call.url).scheme == "https" and is_local(call.url)  # a server of one's own without TLS
    seconds = round(min(call.seconds, line.CONNECT), 1)
    return PassingError(call.failed("no_handshake" if plain else "no_connection", seconds=seconds))


def _garbled() -> tuple[type[BaseException], ...]:
    """What is raised for an answer against the rules of HTTP, or packed as it says it is not."""
    import httpx2

    return httpx2.DecodingError, httpx2.RemoteProtocolError


def _refused(call: Call) -> KnownError:
    port = urlsplit(call.url).port or 0
    if port in _LOCAL and is_local(call.url):
        server, start = _LOCAL[port]
        return call.failed("asleep", server=server, start=start)
    return call.failed("refused")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """An exception, what it came from, and the parts of groups."""
    seen = 0
    waiting = [error]
    while waiting and seen < 30:
        one = waiting.pop(0)
        if one is None:
            continue
        seen += 1
        yield one
        waiting += [one.__cause__, one.__context__]
        if isinstance(one, BaseExceptionGroup):
            waiting += one.exceptions


def named_parameter(body: str, sent: Mapping[str, object]) -> str | None:
    """The one of the optional parameters sent that a refusal names, if it names one."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        value = body
    said = words(body)
    if _TOO_LONG.search(said):
        return None
    if isinstance(value, dict) and isinstance(value.get("error"), dict):
        param = str(value["error"].get("param") or "").split(".", maxsplit=1)[0]
        if param in sent:
            return param
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
    hits = [name for name in sent if re.search(rf"\b{name}\b", text)]
    if (
        not hits
        and "response_format" in sent
        and re.search(r"json[_ ](?:schema|object|mode)", text, re.IGNORECASE)
    ):
        return "response_format"
    return min(hits, key=text.find) if hits else None
