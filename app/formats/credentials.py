"""Find and blank what opens somebody's account: keys, tokens and passwords, by field name and by look."""

import json
import re
from functools import lru_cache
from typing import Final

from app.domain.records import Json

_NAMES: Final = (
    "apikey", "apikeys", "token", "secret", "password", "passwd", "pwd", "passphrase", "authorization",
    "anonkey", "servicekey", "servicerolekey", "privatekey", "secretkey", "accesskey", "accesskeyid", "appkey",
    "authkey", "subscriptionkey", "encryptionkey", "cookie", "cookies", "credential", "credentials", "bearer", "jwt",
)  # fmt: skip
_PROSE: Final = frozenset(
    (
        "content",
        "summary",
        "text",
        "description",
        "systemPrompt",
        "worldview",
        "transcript",
        "query",
        "response",
    )
)
_KEY: Final = re.compile(
    r"(?:sk|pk|rk|ak|key|ghp|gho|xox[abp]|hf|gsk|AIza)[-_]?[A-Za-z0-9_\-]{20,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*"
    r"|(?:Bearer|Basic)\s+\S{8,}"
)
_IN_URL: Final = re.compile(
    r"(?<=://)[^/\s:@?#]*:[^/\s@?#]+(?=@)"
    r"|(?<=[?&])((?:api[_-]?|access[_-]?|auth[_-]?)?(?:key|token|secret|password|sig|signature)=)[^&#\s]+",
    re.IGNORECASE,
)
_HOLDERS: Final = frozenset((str, dict, list))
_SHORTEST: Final = 20  # characters of a key that is known by its look


class Scrubber:
    """Blanks credentials in parsed JSON, in place, and counts those that held something."""

    def __init__(self) -> None:
        self.dropped = 0

    def scrub(self, value: Json) -> Json:
        """The value without credentials; names and structure stay, so that the way home keeps its shape."""
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, dict):
            for name, inner in value.items():
                if inner and type(inner) in _HOLDERS:
                    value[name] = self._field(name, inner)
        elif isinstance(value, list) and value and type(value[0]) in _HOLDERS:
            value[:] = [self.scrub(inner) for inner in value]
        return value

    def _field(self, name: str, value: Json) -> Json:
        if is_credential(name):
            return self._blank(value)
        return value if name in _PROSE and isinstance(value, str) else self.scrub(value)

    def _blank(self, value: Json) -> Json:
        if isinstance(value, dict):
            return {key: self._blank(inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [self._blank(inner) for inner in value]
        if isinstance(value, str) and value.strip():
            self.dropped += 1
            return ""
        return value

    def _text(self, text: str) -> str:
        if text[:1] in ("{", "["):
            return self._nested(text)
        if len(text) >= _SHORTEST and _KEY.fullmatch(text.strip()):
            self.dropped += 1
            return ""
        if "://" in text[:12]:
            text, count = _IN_URL.subn(lambda found: found.group(1) or "", text)
            self.dropped += count
        return text

    def _nested(self, text: str) -> str:
        """JSON inside a string, as browsers' local storage has it."""
        before = self.dropped
        try:
            value = self.scrub(json.loads(text))
        except (ValueError, RecursionError):
            return text
        return json.dumps(value, ensure_ascii=False) if self.dropped > before else text


@lru_cache(maxsize=4096)
def is_credential(name: str) -> bool:
    """Whether a field of this name holds a credential (`maxTokens` does not, `x-api-key` does)."""
    plain = re.sub(r"[^a-z]", "", name.lower())
    return plain.endswith(_NAMES)
