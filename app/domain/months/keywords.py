"""The last line of a month's text: the words by which it would be looked for, which claim nothing."""

import re
from collections.abc import Sequence
from typing import Final

from app.domain.text import Language

MOST: Final = 5
_LINE: Final = re.compile(
    r"\A[\s*_#>-]*(?:key ?words?|tags?|关键[词字]|關鍵[詞字]|标签|標籤)[\s*_]*[:：]", re.IGNORECASE
)


def line(words: Sequence[str], language: Language) -> str:
    """Give the line that names the first few words; empty when there are none."""
    if not words:
        return ""
    if language == "zh":
        return f"关键词：{'、'.join(words[:MOST])}"
    return f"Keywords: {', '.join(words[:MOST])}"


def is_line(text: str) -> bool:
    """Tell whether a line names keywords, in the words that a model may choose for it."""
    return _LINE.match(text) is not None


def words_of(text: str) -> str:
    """Give a line with its label blanked by commas, so that the first word stands where the others stand."""
    return _LINE.sub(lambda label: "," * len(label[0]), text)
