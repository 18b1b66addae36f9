"""LoCoMo: long talks of two people over months; one character a sample, the second speaker."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.domain.errors import mark
from app.domain.records import (
    CharacterRecord,
    Closing,
    Found,
    FragmentRecord,
    Json,
    MessageRecord,
    ParticipantRecord,
    Record,
    Remainder,
    SessionRecord,
    Skip,
)
from app.domain.when import Occurred
from app.formats.account import Account
from app.formats.days import occurred, read_day
from app.formats.entries import Entry, array_entries, entry
from app.formats.json_file import JsonFile
from app.formats.json_stream import FlawedValueError

_SESSION: Final = re.compile(r"session_(\d+)")
_MOMENT: Final = re.compile(r"\s*(\d{1,2}):(\d\d)\s*([ap])\.?m\.?\s+on\s+(.+)", re.IGNORECASE)
_SUMMARY: Final = "session_summary"
_TURN: Final = frozenset(("speaker", "dia_id", "text"))
_PICTURE: Final = ("blip_caption", "query")


def matches(file: JsonFile) -> bool:
    """Whether the document is a sample or a list of them: a conversation that names its two speakers."""
    fields = file.outline.fields
    if file.outline.kind == "object":
        return "conversation" in fields and "speaker_a" in fields["conversation"].keys
    if file.outline.kind != "array":
        return False
    scanner = file.scanner(file.encoding.mark)
    for _ in scanner.items():
        try:
            return _is_sample(scanner.value())
        except FlawedValueError as flawed:
            return _is_sample(flawed.value)
    return False


def read(file: JsonFile, timezone: str | None) -> Iterator[Found | Record | Closing]:
    """Yield the samples one by one, each with its sessions, messages and days."""
    account = Account()
    yield Found("locomo", "json", file.encoding.name, "locomo", needs_timezone=True)
    taken: set[str] = set()
    for number, found in enumerate(_samples(file, account)):
        if found.flaw:
            yield account.skip("characters", found.place, found.flaw, found.value)
        elif not _is_sample(found.value):
            yield account.skip(
                "characters", found.place, mark("It is no conversation of two speakers."), found.value
            )
        elif (name := account.clean(str(found.value.get("sample_id") or f"sample-{number + 1}"))) in taken:
            yield account.skip(
                "characters", found.place, mark("An earlier sample has the same id."), found.value
            )
        else:
            taken.add(name)
            yield from _Sample(name, found.value, account, timezone).records()
    yield from account.leftovers()
    yield account.closing()


def _samples(file: JsonFile, account: Account) -> Iterator[Entry]:
    scanner = file.scanner(file.encoding.mark)
    if file.outline.kind == "array":
        yield from array_entries(scanner, "samples", account)
    else:
        yield entry(scanner, "sample", account)


def _is_sample(value: Json) -> bool:
    talk = value.get("conversation") if isinstance(value, dict) else None
    return isinstance(talk, dict) and all(
        isinstance(talk.get(side), str) for side in ("speaker_a", "speaker_b")
    )


class _Sample:
    """One talk: the first speaker is the partner, the second the companion who remembers it."""

    def __init__(self, name: str, value: Mapping[str, Any], account: Account, timezone: str | None) -> None:
        self._name, self._value, self._account, self._zone = name, value, account, timezone
        talk = self._talk = value["conversation"]
        self._partner = account.clean(talk["speaker_a"])
        self._companion = account.clean(talk["speaker_b"])
        self._sessions = sorted(
            (key for key in talk if _SESSION.fullmatch(key)), key=lambda key: int(_SESSION.sub(r"\1", key))
        )

    def records(self) -> Iterator[Record]:
        yield CharacterRecord(self._name, self._companion, self._partner)
        for session in self._sessions:
            yield from self._session(session)
        yield from self._summaries()
        yield from self._rest()

    def _moment(self, session: str) -> str:
        written = self._talk.get(f"{session}_date_time")
        return self._account.clean(written) if isinstance(written, str) else ""

    def _session(self, key: str) -> Iterator[Record]:
        place, turns = f"{self._name}/{key}", self._talk[key]
        if not isinstance(turns, list):
            yield self._account.skip("sessions", place, mark("It is no list of turns."), {key: turns})
            return
        moment = self._moment(key)
        people = {self._partner: "partner", self._companion: "character"}
        for turn in turns:
            if isinstance(turn, dict) and isinstance(turn.get("speaker"), str):
                people.setdefault(self._account.clean(turn["speaker"]), "other")
        cast = tuple(
            ParticipantRecord(name, kind, self._name if kind == "character" else None)
            for name, kind in people.items()
        )
        yield SessionRecord(place, cast, title=moment or key)
        when = _occurred(moment, self._zone)
        for index, turn in enumerate(turns):
            yield self._message(place, index, turn, when)

    def _message(self, session: str, index: int, turn: Json, when: Occurred) -> MessageRecord | Skip:
        place = f"{session}[{index}]"
        if not isinstance(turn, dict) or not isinstance(turn.get("speaker"), str):
            return self._account.skip("messages", place, mark("It is no turn of a speaker."), turn)
        text = turn.get("text")
        said = text.strip() if isinstance(text, str) else ""
        picture = _picture(turn)
        content = self._account.clean("\n".join(part for part in (said, picture) if part))
        if not content:
            return self._account.skip("messages", place, mark("It is empty."))
        speaker = self._account.clean(turn["speaker"])
        rest = {key: value for key, value in turn.items() if key not in _TURN}
        return MessageRecord(
            self._account.clean(str(turn.get("dia_id") or f"{session.rpartition('/')[2]}:{index + 1}")),
            session,
            "assistant" if speaker == self._companion else "user",
            speaker,
            content,
            when,
            "image" if picture else "text",
            rest or None,
            extra={} if content == text else {"text": text},
        )

    def _summaries(self) -> Iterator[FragmentRecord]:
        """The sample's own session summaries: what a log of that day would say."""
        told = self._value.get(_SUMMARY)
        for key, text in told.items() if isinstance(told, dict) else ():
            if isinstance(text, str) and text.strip():
                session = key.removesuffix("_summary")
                moment = self._moment(session)
                day = read_day(_day_text(moment))
                yield FragmentRecord(
                    self._account.clean(key), self._name, day, moment or None, self._account.clean(text)
                )

    def _rest(self) -> Iterator[Remainder]:
        """Observations, events, questions and the dates of sessions that are not there, for the way home."""
        for key, value in self._value.items():
            if key not in ("conversation", "sample_id", _SUMMARY):
                yield Remainder(f"locomo/{key}", value, self._name)
        read_ = {"speaker_a", "speaker_b", *self._sessions, *(f"{one}_date_time" for one in self._sessions)}
        rest = {key: value for key, value in self._talk.items() if key not in read_}
        if rest:
            yield Remainder("locomo/conversation", rest, self._name)


def _picture(turn: Mapping[str, Any]) -> str:
    """What a picture shows, in words: its caption and what it was searched by."""
    words = [turn[key].strip() for key in _PICTURE if isinstance(turn.get(key), str) and turn[key].strip()]
    return f"[picture: {'; '.join(words)}]" if words else ""


def _day_text(moment: str) -> str:
    found = _MOMENT.fullmatch(moment)
    return found[4].strip() if found else moment


def _occurred(moment: str, zone: str | None) -> Occurred:
    """`1:56 pm on 8 May, 2023` as a local time; anything else as precisely as it says."""
    found = _MOMENT.fullmatch(moment)
    day = read_day(found[4].strip()) if found else None
    if found is None or day is None:
        return occurred(moment, zone)
    hour = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0)
    return Occurred(f"{day}T{hour:02d}:{found[2]}:00", None, "time", moment, zone)
