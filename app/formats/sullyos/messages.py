"""SullyOS messages: private chats, calls, meetings and groups as sessions, each message with its readable line."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from app.domain.errors import mark
from app.domain.records import Json, MessageRecord, ParticipantRecord, SessionRecord, Skip
from app.formats.account import Account
from app.formats.entries import Entry
from app.formats.fields import Fields
from app.formats.sullyos.characters import NO_ID, NO_OBJECT, TWICE
from app.formats.sullyos.content import readable
from app.formats.sullyos.people import People, identity
from app.formats.sullyos.stores import Stores

_ROLES: Final = ("user", "assistant", "system")
_SYSTEM: Final = {"zh": "系统", "en": "System"}
NO_CHARACTER: Final = mark("Its character is not in the file.")


@dataclass(slots=True)
class _Session:
    """What is known of a session before its first message is told."""

    external_id: str
    kind: str
    character: str | None
    group: str | None = None
    speakers: dict[str, ParticipantRecord] = field(default_factory=dict)  # by `role` or `role/character`


def read_messages(
    stores: Stores, people: People, account: Account
) -> Iterator[SessionRecord | MessageRecord | Skip]:
    """Two walks: one to know who speaks in each session, one to tell sessions and messages."""
    sessions: dict[str, _Session] = {}
    newest = 0
    for value in stores.raw("messages"):
        if isinstance(value, dict) and (session := _session_of(value, people, account)):
            known = sessions.setdefault(session.external_id, session)
            _hear(known, value, people, account)
            number = value.get("id")
            newest = max(newest, number) if isinstance(number, int) else newest
    people.believe(newest, account)
    told: set[str] = set()
    seen: set[tuple[str, str]] = set()
    for found in stores.entries("messages"):
        yield from _message(found, sessions, told, seen, people, account)


def _session_of(value: Mapping[str, Json], people: People, account: Account) -> _Session | None:
    group = identity(value.get("groupId"), account)
    if group is not None:
        return _Session(f"group:{group}", "group", None, group)
    character = identity(value.get("charId"), account)
    if character is None or character not in people.names:
        return None
    metadata = value.get("metadata")
    source = metadata.get("source") if isinstance(metadata, dict) else None
    if source in ("call", "date") and isinstance(metadata, dict):
        part = identity(metadata.get(f"{source}SessionId"), account)
        return _Session(f"{source}:{character}" + (f":{part}" if part else ""), source, character)
    return _Session(f"chat:{character}", "chat", character)


def _speaker_key(value: Mapping[str, Json], session: _Session, account: Account) -> str:
    role = value.get("role")
    if role == "user":
        return "user"
    if role != "assistant":
        return "system"
    speaker = identity(value.get("charId"), account) if session.group else session.character
    return f"assistant/{speaker}"


def _hear(session: _Session, value: Mapping[str, Json], people: People, account: Account) -> None:
    if not session.speakers:
        _seat(session, people, account)
    key = _speaker_key(value, session, account)
    if key in session.speakers:
        return
    if key == "system":
        session.speakers[key] = ParticipantRecord(
            _free(_SYSTEM[people.language(session.character)], session), "system"
        )
    else:
        character = key.removeprefix("assistant/")
        known = character in people.names
        name = _free(people.names.get(character, character), session)
        session.speakers[key] = ParticipantRecord(
            name, "character" if known else "other", character if known else None
        )


def _seat(session: _Session, people: People, account: Account) -> None:
    """The partner and the characters that belong to the session, whether they speak or not."""
    session.speakers["user"] = ParticipantRecord(people.partner(session.character), "partner")
    members = [session.character]
    if session.group:
        listed = people.groups.get(session.group, {}).get("members")
        members = [identity(member, account) for member in listed] if isinstance(listed, list) else []
    for member in members:
        if member in people.names:
            name = _free(people.names[member], session)
            session.speakers[f"assistant/{member}"] = ParticipantRecord(name, "character", member)


def _free(name: str, session: _Session) -> str:
    """A name that nobody else in the session has: the speaker of a message is told by it."""
    taken = {person.name for person in session.speakers.values()}
    number, free = 2, name
    while free in taken:
        number, free = number + 1, f"{name} ({number})"
    return free


def _told(session: _Session, people: People, account: Account) -> SessionRecord:
    title = people.groups.get(session.group or "", {}).get("name")
    return SessionRecord(
        session.external_id,
        tuple(session.speakers.values()),
        session.kind,
        account.clean(title) if isinstance(title, str) and title else None,
    )


def _message(
    found: Entry,
    sessions: Mapping[str, _Session],
    told: set[str],
    seen: set[tuple[str, str]],
    people: People,
    account: Account,
) -> Iterator[SessionRecord | MessageRecord | Skip]:
    value = found.value
    if found.flaw or not isinstance(value, dict):
        yield account.skip("messages", found.place, found.flaw or NO_OBJECT, value)
        return
    session = _session_of(value, people, account)
    key = identity(value.get("id"), account)
    if session is None or key is None or (session.external_id, key) in seen:
        reason = NO_CHARACTER if session is None else NO_ID if key is None else TWICE
        yield account.skip("messages", found.place, reason, value)
        return
    seen.add((session.external_id, key))
    session = sessions[session.external_id]
    if session.external_id not in told:
        told.add(session.external_id)
        yield _told(session, people, account)
    yield _record(key, value, session, people, account)


def _record(
    key: str, value: Mapping[str, Json], session: _Session, people: People, account: Account
) -> MessageRecord:
    fields = Fields(value, account)
    role = value.get("role")
    known_role = role if isinstance(role, str) and role in _ROLES else "system"
    kind, content, metadata = value.get("type"), value.get("content"), value.get("metadata")
    kind = kind if isinstance(kind, str) and kind else "text"
    content = content if isinstance(content, str) else ""
    metadata = metadata if isinstance(metadata, dict) else {}
    line = content
    payload: Json = None
    if kind != "text" or not content.strip():
        line = readable(kind, content, metadata, people.language(session.character) == "zh")
        payload = {name: value[name] for name in ("type", "content", "metadata") if name in value}
        fields.drop("content", "metadata")
    clean = account.clean(line)
    if payload is None and clean == content:
        fields.drop("content")
    fields.drop("id", "type", "groupId", *(("role",) if role == known_role else ()))
    if session.group is None:
        fields.drop("charId")
    moment = fields.moment("timestamp")
    return MessageRecord(
        key,
        session.external_id,
        known_role,
        session.speakers[_speaker_key(value, session, account)].name,
        clean,
        moment,
        account.clean(kind),
        payload,
        processed=_is_processed(value.get("id"), session, people),
        extra=fields.rest(),
    )


def _is_processed(number: Json, session: _Session, people: People) -> bool:
    key = f"group_{session.group}" if session.group else session.character or ""
    return isinstance(number, int) and number <= people.marks.get(key, 0)
