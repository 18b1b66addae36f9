"""How many tokens a text costs: counted where the model's tokenizer is at hand, else estimated by its family, and named so."""

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from app.domain.text import clean, estimate_tokens

# Tokens a Chinese character, measured on chat text: half of the pieces within 5 %, 19 of 20 within 15 %.
_PER_CJK: Final = {
    "deepseek": 0.58,
    "qwen": 0.58,  # 3.5 and later
    "qwen3": 0.62,  # 2 to 3
    "o200k": 0.79,
    "llama3": 0.83,
    "cl100k": 1.31,
}
# The first that fits a model's name, without its publisher's, tells the family.
_FAMILIES: Final = (
    (r"(chatgpt-)?(gpt-4o|gpt-4\.[1-9]|gpt-[5-9]|gpt-oss|o[1-9](-|$))", "o200k"),
    (r"gpt-4|gpt-3\.5|text-embedding-", "cl100k"),
    (r"qwen-?(2|2\.5|3)([-:_]|$)", "qwen3"),
    (r"qwen|qwq", "qwen"),
    (r"deepseek", "deepseek"),
    (r"(meta-)?llama-?3", "llama3"),
)
# Which table of the tokenizer's package counts a family exactly. (Llama 3's comes under a licence of its own: estimated.)
_TABLES: Final = {"o200k": "o200k_base", "cl100k": "cl100k_base", "qwen3": "qwen3"}
_REMEMBERED: Final = 20_000  # texts
log = logging.getLogger("belvedere.models")


@dataclass(frozen=True, slots=True)
class Counted:
    """A number of tokens, whether it was counted or estimated, and by what."""

    tokens: int
    exact: bool
    by: str


@dataclass(frozen=True, slots=True)
class Counter:
    """Counts for one model. `by` names the tokenizer, or `estimate` (with the family's name where it is known)."""

    by: str
    exact: bool
    count: Callable[[str], int]

    def counted(self, text: str) -> Counted:
        return Counted(self.count(text), self.exact, self.by)


def family(model: str) -> str | None:
    """Tell a model's family of tokenizers by its name; None when it is not known."""
    name = model.lower().rsplit("/", 1)[-1]
    return next((told for pattern, told in _FAMILIES if re.match(pattern, name)), None)


def counter(model: str | None = None) -> Counter:
    """Give the counter for a model; None: an estimate without a name. May load a table (0.6 s): not on the loop."""
    return _of_family(family(model) if model else None)


@cache
def _of_family(told: str | None) -> Counter:
    table = _TABLES.get(told or "")
    encode = _encoder(table) if table is not None else None
    if encode is not None and table is not None:
        return Counter(table, True, lru_cache(_REMEMBERED)(lambda text: len(encode(clean(text)))))
    factor = _PER_CJK[told or "o200k"]
    by = f"estimate:{told}" if told else "estimate"
    return Counter(by, False, lru_cache(_REMEMBERED)(lambda text: estimate_tokens(text, factor)))


def _encoder(table: str) -> Callable[[str], Sequence[int]] | None:
    """Give what splits by a table; None where the package is not installed, or does not run here."""
    try:
        import quicktok  # optional, and its tables take 60 to 140 MB: only when one is asked for

        encode: Callable[[str], Sequence[int]] = quicktok.get_encoding(table).encode_ordinary
    except (ImportError, RuntimeError, OSError) as why:
        log.info("tokens are estimated: %s", type(why).__name__)
        return None
    return encode
