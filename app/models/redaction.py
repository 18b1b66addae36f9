"""Keep keys out of everything that leaves the hand: logs, errors, recordings."""

import base64
import logging
import re
import threading
from typing import Final
from urllib.parse import quote

HIDDEN: Final = "•••"
_SHORTEST: Final = 6  # shorter “keys” are words such as "none" or "ollama"
_LOOKS: Final = re.compile(
    r"\b(?:sk|pk|rk|ak|hf|gsk|xai|nvapi|ghp|gho|key|AIza|r8)[-_]?[A-Za-z0-9_\-]{16,}\*{0,40}[A-Za-z0-9]{0,8}"
    r"|\b(?:sk|pk)-[A-Za-z0-9]{0,8}\*{3,}[A-Za-z0-9]{0,8}"
    r"|\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
    r"|(?<=://)[^/\s:@]*:[^/\s@]+(?=@)"
)
_NAMED: Final = re.compile(
    r"((?:bearer|basic)\s+|(?:api[-_ ]?key|authorization|access[-_ ]?token|x-api-key|token|secret|password)"
    r"(?:[\"'\s]*[:=][\"'\s]*)(?:bearer\s+)?)([^\s\"',;&}]{6,})",
    re.IGNORECASE,
)


class Redactor:
    """Blanks what looks like a key, and every key it was told, in whatever form it is written."""

    def __init__(self) -> None:
        self._known: tuple[str, ...] = ()
        self._lock = threading.Lock()

    def hide(self, secret: str) -> None:
        """Blank this from now on."""
        if len(secret) < _SHORTEST:
            return
        forms = {
            secret,
            quote(secret, safe=""),
            base64.b64encode(secret.encode()).decode(),
            repr(secret)[1:-1],
        }
        with self._lock:
            self._known = tuple(sorted({*self._known, *forms}, key=len, reverse=True))

    def __call__(self, text: str) -> str:
        for secret in self._known:
            if secret in text:
                text = text.replace(secret, HIDDEN)
        text = _NAMED.sub(rf"\1{HIDDEN}", text)
        return _LOOKS.sub(HIDDEN, text)


#: the one that knows every key of this process
redact: Final = Redactor()


class RedactingFormatter(logging.Formatter):
    """Formats as another formatter does, and blanks keys in all of it, tracebacks too."""

    def __init__(self, inner: logging.Formatter | None = None) -> None:
        super().__init__()
        self._inner = inner or logging.Formatter(logging.BASIC_FORMAT)

    def format(self, record: logging.LogRecord) -> str:
        return redact(self._inner.format(record))


def guard_logs(logger: logging.Logger | None = None) -> None:
    """Let every handler of a logger blank keys; by default the root's, and the one that speaks where none is set."""
    last = [] if logger is not None or logging.lastResort is None else [logging.lastResort]
    for handler in [*(logger or logging.getLogger()).handlers, *last]:
        if not isinstance(handler.formatter, RedactingFormatter):
            handler.setFormatter(RedactingFormatter(handler.formatter))
