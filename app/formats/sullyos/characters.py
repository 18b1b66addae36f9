"""SullyOS characters: profile, self blocks, day fragments and months."""

from collections.abc import Iterator, Mapping
from typing import Final

from app.domain.errors import mark
from app.domain.records import CharacterRecord, FragmentRecord, Json, Record, Skip, SummaryRecord
from app.formats.account import Account
from app.formats.days import read_day, read_month
from app.formats.entries import Entry
from app.formats.fields import Fields
from app.formats.sullyos.people import People, identity

PROVENANCES: Final = ("archive", "auto", "palace")
_BLOCKS: Final = (("systemPrompt", "self_model"), ("worldview", "world"))
_LOGS: Final = ("memories", "refinedMemories")
NO_ID: Final = mark("It has no id.")
TWICE: Final = mark("Its id stands in the file twice; the first is taken.")
NO_OBJECT: Final = mark("It is no object.")


def read_character(found: Entry, people: People, account: Account, seen: set[str]) -> CharacterRecord | Skip:
    """The profile of one record of the store `characters`."""
    value = found.value
    if found.flaw or not isinstance(value, dict):
        return account.skip("characters", found.place, found.flaw or NO_OBJECT, value)
    key = identity(value.get("id"), account)
    if key is None or key in seen:
        return account.skip("characters", found.place, NO_ID if key is None else TWICE, value)
    seen.add(key)
    return profile(key, people.names[key], people.partner_name, value, account)


def profile(
    key: str,
    name: str,
    partner: str | None,
    value: Mapping[str, Json],
    account: Account,
    *,
    card: bool = False,
) -> CharacterRecord:
    """A character from a profile object; of a card the whole object is kept as the card."""
    fields = Fields(value, account)
    blocks = {block: text for field, block in _BLOCKS if (text := fields.text(field))}
    insights = fields.raw("selfInsights")
    if isinstance(insights, list) and (text := _joined(insights, account)):
        blocks["self_insights"] = text
    zone = fields.raw("customTimezone") if value.get("customTimezoneEnabled") else None
    description = fields.text("description")
    style = fields.text("personalityStyle")
    rumination = fields.number("ruminationTendency", 0, 1)
    fields.drop(*_LOGS)
    if value.get("name") == name:
        fields.drop("name")
    if str(value.get("id")) == key:
        fields.drop("id")
    return CharacterRecord(
        key, name, partner, description, zone if isinstance(zone, str) and zone else None, style, rumination,
        card=dict(value) if card else {}, self_blocks=blocks, extra={} if card else fields.rest(),
    )  # fmt: skip


def fragments(found: Entry, account: Account) -> Iterator[FragmentRecord | Skip]:
    """The daily log entries of one character."""
    character = identity(found.value.get("id"), account) or ""
    logs = found.value.get("memories")
    for index, value in enumerate(logs if isinstance(logs, list) else ()):
        place = f"{found.place}.memories[{index}]"
        text = value.get("summary") if isinstance(value, dict) else None
        if not isinstance(text, str) or not text.strip():
            yield account.skip("fragments", place, mark("It has no text."), value)
            continue
        yield fragment(character, value, f"fragment-{index}", account)


def fragment(character: str, value: Mapping[str, Json], fallback: str, account: Account) -> FragmentRecord:
    fields = Fields(value, account)
    written = fields.text("date")
    mood = fields.text("mood")
    return FragmentRecord(
        fields.identity("id") or fallback,
        character,
        read_day(written) if written else None,
        written,
        fields.text("summary") or "",
        None if mood in PROVENANCES else mood,
        mood if mood in PROVENANCES else "import",
        fields.rest(),
    )


def months(found: Entry, account: Account) -> Iterator[SummaryRecord | Skip]:
    """Refined months, and months that are active though they have no summary yet."""
    character = identity(found.value.get("id"), account) or ""
    active = found.value.get("activeMemoryMonths")
    awake = {read_month(key) for key in active if isinstance(key, str)} if isinstance(active, list) else set()
    seen: set[str] = set()
    refined = found.value.get("refinedMemories")
    for key, text in refined.items() if isinstance(refined, dict) else ():
        place = f"{found.place}.refinedMemories.{account.clean(key)}"
        month = read_month(key)
        if month is None or month in seen or not isinstance(text, str):
            reason = mark("Its key is no month.") if month is None else mark("It has no text.")
            yield account.skip("months", place, TWICE if month in seen else reason, {key: text})
            continue
        seen.add(month)
        yield month_record(character, key, month, text, month in awake, account)
    for month in sorted(key for key in awake if key and key not in seen):
        yield SummaryRecord(f"{character}/{month}", character, "month", month, None, active=True)


def month_record(
    character: str, key: str, month: str, text: str, active: bool, account: Account
) -> SummaryRecord:
    clean = account.clean(text)
    extra = {"key": key} if key != month else {}
    if clean != text:
        extra["content"] = text
    return SummaryRecord(f"{character}/{month}", character, "month", month, clean or None, active, extra)


def of_character(found: Entry, account: Account) -> Iterator[Record]:
    yield from fragments(found, account)
    yield from months(found, account)


def _joined(lines: list[Json], account: Account) -> str:
    return "\n".join(account.clean(line) for line in lines if isinstance(line, str) and line.strip())
