"""Tell a summary from what only looks like a reply: a stub, an error's text, the wrong language."""

import re
from collections.abc import Collection
from typing import Final

from app.domain.errors import mark
from app.domain.text import Language, estimate_tokens
from app.models.replies.reading import STORY, Reading, Verdict, rejected

STUB: Final = mark("The reply is a stub: it is far too short for what it should tell.")
ERROR: Final = mark("The reply is an error’s text and no summary.")
OTHER_LANGUAGE: Final = mark("The reply is in another language than the days.")
ECHO: Final = mark("The reply repeats the task instead of doing it.")

LEAST: Final = 12  # tokens below which nothing is a summary
SHARE: Final = 0.02  # of the material's tokens that a summary must have …
ENOUGH: Final = 40  # … unless it has as many as this
_HEAD: Final = 300
_LETTERS: Final = {
    "han": re.compile(r"[\u3400-\u9fff\U00020000-\U0003ffff]"),
    "kana": re.compile(r"[\u3041-\u30ff]"),
    "hangul": re.compile(r"[\uac00-\ud7a3]"),
    "latin": re.compile(r"[a-zA-Z\u00c0-\u024f]+"),
    "other": re.compile(r"[\u0370-\u1cff]+"),  # Greek to Khmer: no script of the two languages
}
_KANA: Final = 0.08  # share of Japanese: it writes Han too
_ERROR: Final = re.compile(
    r"\A\W*(?:\{\s*\"?(?:error|detail|code|message|status)\"?\s*:|<(?:!doctype|html|head|body)\b"
    r"|(?:\w+\s?)?(?:error|exception|traceback)\b[^\n]{0,20}[:：(]|(?:http|status|error)(?: code)?:?\s?[45]\d\d\b|[45]\d\d [A-Z][a-z]+"
    r"|(?:internal server error|bad gateway|service unavailable|gateway time-?out|too many requests|unauthori[sz]ed)\b"
    r"|(?:请求失败|请求超时|网络错误|服务器(?:错误|繁忙|异常)|系统(?:错误|繁忙|异常)|接口(?:错误|异常)|生成失败|总结失败|余额不足|额度不足|密钥(?:错误|无效)))"
    r"|\A[\s\S]{0,120}?(?:rate limit|quota exceeded|insufficient (?:quota|balance)|context length exceed|maximum context length"
    r"|model (?:is )?overloaded|(?:invalid|incorrect|missing) api[ _]?key|connection (?:refused|reset|timed out)|稍后(?:再试|重试))",
    re.IGNORECASE,
)
_ECHO: Final = re.compile(r"<<<\w+ [0-9a-f]{12}|[0-9a-f]{12}>>>|\{\{\w+\}\}|\$\{\w+\}")


def judged(reading: Reading, languages: Collection[Language], material: int) -> Reading:
    """Give a reading of prose as a summary: turned down where it is none.

    `languages` are those it may be in, `material` the tokens of what it should tell.
    """
    if reading.reasons == (STORY,) and estimate_tokens(reading.text) < LEAST:
        return rejected(STUB, reading.thinking, reading.text)  # “(No summary)” tells no story
    if not reading.usable:
        return reading
    reason = _fault(reading.text, languages, material)
    return reading if reason is None else rejected(reason, reading.thinking, reading.text)


def _fault(text: str, languages: Collection[Language], material: int) -> str | None:
    size = estimate_tokens(text)
    if _ERROR.search(text[:_HEAD]) and size < 6 * ENOUGH:
        return ERROR
    if _ECHO.search(text):
        return ECHO
    if size < LEAST or size < min(ENOUGH, SHARE * material):
        return STUB
    return None if tongue(text) in languages else OTHER_LANGUAGE


def tongue(text: str) -> Language | None:
    """Give the language of a text by its script; None for one that is neither Chinese nor in Latin letters."""
    count = {name: len(letters.findall(text)) for name, letters in _LETTERS.items()}
    whole = sum(count.values())
    if not whole or count["hangul"] + count["other"] > whole / 3 or count["kana"] > _KANA * whole:
        return None
    return "zh" if count["han"] >= count["latin"] else "en"


def is_whole(reading: Reading) -> bool:
    """Tell whether a summary may be offered: one that was cut is not."""
    return reading.verdict in {Verdict.WHOLE, Verdict.MENDED}
