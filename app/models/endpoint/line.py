"""The one place where openai is imported: a client that sends what we set, and nothing of its own or of the environment."""

import asyncio
import re
from typing import TYPE_CHECKING, Final

from app.models.endpoint.outcomes import failure
from app.models.endpoint.urls import host_of, is_local
from app.models.redaction import redact

if TYPE_CHECKING:
    from httpx2 import Request
    from openai import AsyncOpenAI

_KEY: Final = re.compile(r"[\x21-\x7e]+")
_SENT: Final = frozenset(
    ("host", "accept", "accept-encoding", "connection", "content-type", "content-length", "transfer-encoding")
)
CONNECT: Final = 10.0  # seconds for a connection, a secure one too


def tidy_key(pasted: str, host: str) -> str:
    """A key as it is sent; raises what is told when it cannot be one."""
    key = re.sub(
        r"\A(?:authorization\s*[:：]\s*)?(?:bearer\s+)?",
        "",
        pasted.strip().strip("\"'“”‘’`"),
        flags=re.IGNORECASE,
    )
    key = re.sub(r"\A[A-Z_]+=", "", key).strip("\"' ")
    if key and not _KEY.fullmatch(key):
        raise failure("key_form", host=host)
    return key


async def open_line(base: str, key: str, seconds: float) -> "AsyncOpenAI":
    """A client for one base URL; openai is imported beside the window, because that takes half a second."""
    await asyncio.to_thread(__import__, "openai")
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient, Timeout

    from app.models.endpoint.bounded import bound

    key = tidy_key(key, host_of(base))
    redact.hide(key)

    async def dress(request: "Request") -> None:
        # The library adds the organisation, headers of its environment variables and facts about this machine.
        for name in [name for name in request.headers if name.lower() not in _SENT]:
            del request.headers[name]
        request.headers["User-Agent"] = "belvedere"
        if key:
            request.headers["Authorization"] = f"Bearer {key}"

    limits = Timeout(seconds, connect=min(seconds, CONNECT))
    http = DefaultAsyncHttpxClient(
        base_url=base,
        timeout=limits,
        event_hooks={"request": [dress], "response": [bound]},
        follow_redirects=False,  # a redirect could carry texts to a host nobody agreed to
        trust_env=not is_local(base),  # what is meant for this machine goes through no proxy
    )
    return AsyncOpenAI(api_key="unused", base_url=base, http_client=http, max_retries=0, timeout=limits)
