"""MemoryBank: a user's name → history → date → exchanges of query and response; one character a user."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.domain.errors import mark
from app.domain.records import (
    CharacterRecord,
    Closing,
    Extra,
    Found,
    FragmentRecord,
    Json,
    MessageRecord,
    ParticipantRecord,
    Record,
    SessionRecord,
    Skip,
)
from app.domain.when import Occurred
from app.formats.account import Account
from app.formats.days import occurred, read_day
from app.formats.entries import entry
from app.formats.json_file import JsonFile

_HAN: Final = re.compile("[\u3400-\u9fff]")
_SIDES: Final = (("query", "user"), ("response", "assistant"))
_TAKEN: Final = frozenset(("history", "summary", "name"))


def read(file: JsonFile, timezone: str | None) -> Iterator[Found | Record | Closing]:
    """Yield the characters one by one, each with its sessions and messages."""
    account = Account()
    yield Found("memorybank", "json", file.encoding.name, "memorybank", needs_timezone=True)
    for field in file.outline.fields.values():
        found = entry(file.scanner(field.offset), field.name, account)
        if found.flaw:
            yield account.skip("characters", found.place, found.flaw, {field.name: found.value})
        elif not isinstance(found.value, dict) or not isinstance(found.value.get("history"), dict):
            yield account.skip(
                "characters", found.place, mark("It has no history."), {field.name: found.value}
            )
        else:
            yield from _Person(field.name, found.value, account, timezone).records()
    yield from account.leftovers()
    yield account.closing()


class _Person:
    """One entry of the file: the user who talks, and so the companion who remembers it."""

    def __init__(self, name: str, value: Mapping[str, Any], account: Account, timezone: str | None) -> None:
        self._name, self._value, self._account, self._zone = account.clean(name), value, account, timezone
        self._companion = (
            "AI伴侣" if _HAN.search(name) or _HAN.search(_opening(value["history"])) else "AI companion"
        )

    def records(self) -> Iterator[Record]:
        yield CharacterRecord(self._name, self._name, self._name, extra=self._extra())
        for date, exchanges in self._value["history"].items():
            yield from self._day(self._account.clean(date), exchanges)
        yield from self._summaries(self._value.get("summary"))

    def _extra(self) -> Extra:
        extra = {key: value for key, value in self._value.items() if key not in _TAKEN}
        if self._value.get("name") not in (None, self._name):
            extra["name"] = self._value["name"]
        return extra

    def _day(self, date: str, exchanges: Json) -> Iterator[Record]:
        place = f"{self._name}/{date}"
        if not isinstance(exchanges, list):
            yield self._account.skip("sessions", place, mark("It is no list of exchanges."), exchanges)
            return
        people = (
            ParticipantRecord(self._name, "partner"),
            ParticipantRecord(self._companion, "character", self._name),
        )
        yield SessionRecord(place, people, title=date)
        when = occurred(date, self._zone)
        for index, exchange in enumerate(exchanges):
            yield from self._exchange(place, date, index, exchange, when)

    def _exchange(
        self, session: str, date: str, index: int, exchange: Json, when: Occurred
    ) -> Iterator[MessageRecord | Skip]:
        if isinstance(exchange, list) and len(exchange) == len(_SIDES):
            exchange = {"query": exchange[0], "response": exchange[1]}
        if not isinstance(exchange, dict):
            yield self._account.skip(
                "messages", f"{session}[{index}]", mark("It is no exchange of query and response."), exchange
            )
            return
        rest = {key: value for key, value in exchange.items() if key not in ("query", "response")}
        for side, role in _SIDES:
            text = exchange.get(side)
            place = f"{session}[{index}].{side}"
            if not isinstance(text, str):
                yield self._account.skip("messages", place, mark("It has no text."), exchange)
            elif not text.strip():
                yield self._account.skip("messages", place, mark("It is empty."))
            else:
                speaker = self._name if role == "user" else self._companion
                clean = self._account.clean(text)
                extra = rest if clean == text else {**rest, "content": text}
                yield MessageRecord(
                    f"{date}#{index}/{side}", session, role, speaker, clean, when, extra=extra
                )
                rest = {}

    def _summaries(self, summary: Json) -> Iterator[FragmentRecord]:
        """MemoryBank's own daily summaries, as text or as an object with `content`."""
        for date, value in summary.items() if isinstance(summary, dict) else ():
            text = value.get("content") if isinstance(value, dict) else value
            if isinstance(text, str) and text.strip():
                day = read_day(date)
                extra = dict(value) if isinstance(value, dict) else {}
                extra.pop("content", None)
                yield FragmentRecord(
                    self._account.clean(date), self._name, day, self._account.clean(date), self._account.clean(text),
                    extra=extra,
                )  # fmt: skip


def _opening(history: Mapping[str, Json]) -> str:
    """The first words of a history, to tell its language by."""
    return str(next(iter(history.values()), ""))[:400]


def matches(fields: Mapping[str, Any]) -> bool:
    """Whether every member of the document is an object and any has a history."""
    return any("history" in field.keys for field in fields.values()) and all(
        field.kind == "object" for field in fields.values()
    )
