"""What the date words of a quote mean, told once."""

from datetime import date

import pytest

from app.domain.text import Language
from app.models.builtin.meant import meant

TODAY = date(2026, 3, 5)


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("I lost a tooth yesterday.", "en", " (yesterday: 4 March 2026)"),
        ("In Feb she rested; February was kind.", "en", " (In Feb: February 2026)"),
        ("昨天下雨，昨天晚上停了。", "zh", "（昨天：2026年3月4日）"),
        ("昨天下雨，前天晴。", "zh", "（昨天：2026年3月4日；前天：2026年3月3日）"),
        ("In February 2026 she rested.", "en", ""),
        ("She rested.", "en", ""),
    ],
)
def test_it_is_told_once(text: str, language: Language, told: str) -> None:
    assert meant(text, TODAY, language) == told
