"""SullyOS's plain text dump of a character's months and days."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from app.domain.errors import mark
from app.domain.records import (
    CharacterRecord,
    Closing,
    Found,
    FragmentRecord,
    Record,
    Remainder,
    Skip,
    SummaryRecord,
)
from app.formats.account import Account
from app.formats.days import read_day, read_month
from app.formats.encoding import Encoding
from app.formats.sullyos.characters import PROVENANCES, month_record

OPENING: Final = "【角色档案】"
_MONTHS: Final = "=== 核心记忆 ==="
_DAYS: Final = "=== 详细日志 ==="
_RULE: Final = re.compile(r"^-{20,}[ \t]*$", re.MULTILINE)
_MONTH: Final = re.compile(r"^\[(\d{4}[-/年.]\d{1,2}月?)\]: ?", re.MULTILINE)
_HEADING: Final = re.compile(r"^(?:\[ .{1,12} \]|-- .{1,12} --)$")
_MOOD: Final = re.compile(r"^(.*?)\s*\(#(.*)\)$")
_FIELD: Final = re.compile(r"^(Name|Exported):[ \t]*(.*)$", re.MULTILINE)


def read(text: str, encoding: Encoding) -> Iterator[Found | Record | Closing]:
    """Yield the character, its months and its days; a day that is no date stays undated."""
    account = Account()
    head, months, days = _sections(text)
    told = dict(_FIELD.findall(head))
    name = account.clean(told.get("Name", "").strip()) or "?"
    key = f"dump:{name}"
    yield Found("sullyos", "text-dump", encoding.name, "sullyos", needs_timezone=False)
    if encoding.damaged:
        account.warn(mark("Some bytes of the file are no letters; they are shown as \ufffd."))
    yield CharacterRecord(key, name, extra={"exported": told["Exported"]} if told.get("Exported") else {})
    yield from _read_months(months, key, account)
    yield from _read_days(days, key, account)
    yield from account.leftovers()
    yield account.closing()


def _sections(text: str) -> tuple[str, str, str]:
    """Head, months and days; a dump without months has no headings for either."""
    before, found, after = text.partition(f"\n{_MONTHS}\n")
    if found:
        months, _, days = after.partition(f"\n{_DAYS}\n")
        return before, months, days
    head, found, days = text.partition(f"\n{_DAYS}\n")
    if found:
        return head, "", days
    lines = text.split("\n")
    start = next((at for at, line in enumerate(lines) if _HEADING.match(line.strip())), len(lines))
    return "\n".join(lines[:start]), "", "\n".join(lines[start:])


def _read_months(text: str, character: str, account: Account) -> Iterator[SummaryRecord | Skip | Remainder]:
    lead, *parts = _MONTH.split(text)
    if lead.strip():
        yield Remainder("text-dump", lead.strip(), character)
    seen = set()
    for written, body in zip(parts[0::2], parts[1::2], strict=True):
        month = read_month(written)
        if month is None or month in seen:
            reason = (
                mark("Its key is no month.") if month is None else mark("The month stands in the file twice.")
            )
            yield account.skip("months", f"[{written}]", reason, {written: body})
            continue
        seen.add(month)
        yield month_record(character, written, month, body.strip("\n"), False, account)


def _read_days(text: str, character: str, account: Account) -> Iterator[FragmentRecord | Skip]:
    counted: Counter[str] = Counter()
    for number, chunk in enumerate(_RULE.split(text), 1):
        lines = chunk.split("\n")
        while lines and (not lines[0].strip() or _HEADING.match(lines[0].strip())):
            lines.pop(0)
        if not lines:
            continue
        header, body = lines[0].strip(), "\n".join(lines[1:]).strip("\n")
        if not body.strip():
            yield account.skip("fragments", f"entry {number}", mark("It has no text."), chunk)
            continue
        yield _day(header, body, counted, character, account)


def _day(header: str, body: str, counted: Counter[str], character: str, account: Account) -> FragmentRecord:
    found = _MOOD.match(header)
    written = account.clean(found[1] if found else header)
    mood = account.clean(found[2]) if found else None
    counted[written] += 1
    return FragmentRecord(
        f"{written}#{counted[written]}",
        character,
        read_day(written),
        written or None,
        account.clean(body),
        mood if mood and mood not in PROVENANCES else None,
        mood if mood in PROVENANCES else "import",
    )
