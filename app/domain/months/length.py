"""How long the text of a month or of a day should be: short for a quiet one, longer for a busy one."""

from dataclasses import dataclass
from typing import Final

from app.domain.text import Language

QUIET: Final = 600  # tokens of the log of a quiet month; a busy one has four times as many
BUSY: Final = 2_400
# Characters of Chinese or words of English. The seed: 100–200 characters in quiet months, 300–600 in busy ones.
_MONTH: Final[dict[Language, tuple[tuple[int, int], ...]]] = {
    "zh": ((100, 200), (200, 400), (300, 600)),
    "en": ((70, 140), (140, 260), (200, 400)),
}
_DAY: Final[dict[Language, tuple[tuple[int, int], ...]]] = {
    "zh": ((30, 120), (80, 240), (120, 360)),
    "en": ((20, 80), (60, 160), (80, 240)),
}
_TOKENS: Final[dict[Language, float]] = {"zh": 0.75, "en": 1.25}  # of one of them, signs between included


@dataclass(frozen=True, slots=True)
class Length:
    """From `least` to `most` characters of Chinese, or words of English."""

    least: int
    most: int
    language: Language

    @property
    def tokens(self) -> int:
        """The most, in tokens."""
        return round(self.most * _TOKENS[self.language])

    @property
    def told(self) -> str:
        """Say it as a prompt does."""
        return (
            f"{self.least}到{self.most}字" if self.language == "zh" else f"{self.least} to {self.most} words"
        )


def of_month(material: int, language: Language) -> Length:
    """Give the length of a month's text; `material`: tokens of its log."""
    return Length(*_MONTH[language][_size(material)], language)


def of_day(material: int, language: Language) -> Length:
    """Give the length of a day's entry; `material`: tokens of what was said."""
    return Length(*_DAY[language][_size(material)], language)


def _size(material: int) -> int:
    return (material > QUIET) + (material > BUSY)
