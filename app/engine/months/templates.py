"""Which wordings there are for a month or a day: ours, and the palace's own ones, some for one character alone."""

from dataclasses import dataclass
from typing import Final, Literal

from app.domain.errors import KnownError, mark
from app.domain.text import Language
from app.engine.engine import Engine
from app.engine.identity import Identity, identity_of
from app.models import prompts
from app.models.prompts import Template
from app.storage import templates
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.templates import StoredTemplate

Kind = Literal["refine", "day"]
PURPOSES: Final[dict[Kind, dict[str, str]]] = {
    "refine": {
        "refine_atmosphere": mark("Atmosphere"),
        "refine_keypoints": mark("Key points"),
    },
    "day": {"day_rational": mark("Sober log"), "day_diary": mark("Diary")},
}
LISTS: Final = frozenset(
    {"refine_keypoints", "day_rational"}
)  # purposes that ask for a list, not for paragraphs
OURS: Final = "/built-in"  # after a purpose: our own wording though the palace uses another
FOR: Final = "@"  # in a name: “Letter @ Wren” is for Wren alone


@dataclass(frozen=True, slots=True)
class Choice:
    """A wording to choose: `title` is a template for `tr` where it is ours, else its author's words."""

    key: str
    title: str
    purpose: str
    built_in: bool
    in_use: bool


async def choices(engine: Engine, character: Character, kind: Kind) -> tuple[Choice, ...]:
    """Give the wordings that a character has for months or days, ours first."""
    identity = await identity_of(engine, character)
    return await engine.ask(_choices, character.name, identity.language, kind)


async def resolve(
    engine: Engine, character: Character, kind: Kind, key: str | None, identity: Identity | None = None
) -> tuple[Template, str]:
    """Give the wording that a key, the uid or the name of one of its own means, and its title.

    None: the first there is. A wording that could not be filled in is refused before anything is sent.
    """
    told = (identity or await identity_of(engine, character)).language
    found = await engine.ask(_resolve, character.name, told, kind, key)
    if found is None:
        known = [one.key if one.built_in else one.title for one in await choices(engine, character, kind)]
        raise KnownError(
            "prompt.none",
            "There is no template “{name}”.",
            "Choose one of {names}.",
            name=key,
            names=", ".join(known),
        )
    prompts.check(found[0])
    return found


def _choices(conn: Connection, name: str, language: Language, kind: Kind) -> tuple[Choice, ...]:
    found: list[Choice] = []
    own: list[Choice] = []
    for purpose, title in PURPOSES[kind].items():
        kept = _own(conn, name, language, purpose)
        used = any(one.active for one in kept)
        found.append(
            Choice(purpose + OURS if used else purpose, title, purpose, built_in=True, in_use=not used)
        )
        own += [Choice(one.uid, one.name, purpose, built_in=False, in_use=one.active) for one in kept]
    return (*found, *own)


def _own(conn: Connection, name: str, language: Language, purpose: str) -> list[StoredTemplate]:
    """Give the newest version of each own wording, without those for other characters."""
    newest: dict[str, StoredTemplate] = {}
    for one in templates.listed(conn, purpose, language):
        newest.setdefault(one.name, one)
    return [one for one in newest.values() if _whose(one.name) in (None, name)]


def _whose(name: str) -> str | None:
    _, sign, who = name.rpartition(FOR)
    return who.strip() if sign else None


def _resolve(
    conn: Connection, name: str, language: Language, kind: Kind, key: str | None
) -> tuple[Template, str] | None:
    purposes = PURPOSES[kind]
    wanted = key or next(iter(purposes))
    purpose = wanted.removesuffix(OURS)
    if purpose in purposes:
        kept = None if wanted.endswith(OURS) else templates.active(conn, purpose, language)
        if kept is not None and _whose(kept.name) in (None, name):
            return _stored(kept), kept.name
        return prompts.built_in(purpose, language), purpose
    every = [one for each in purposes for one in templates.listed(conn, each, language)]
    by_uid = [one for one in every if one.uid == wanted]
    by_name = [one for one in every if one.name == wanted and _whose(one.name) in (None, name)]
    one = next(iter([*by_uid, *by_name]), None)
    return (_stored(one), one.name) if one else None


def _stored(kept: StoredTemplate) -> Template:
    language: Language = "zh" if kept.language == "zh" else "en"
    return prompts.own(
        kept.purpose,
        language,
        kept.body,
        temperature=kept.temperature,
        max_tokens=kept.max_tokens,
        origin=kept.uid,
    )
