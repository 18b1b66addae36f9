"""The palace as a whole: what `info` tells and what the house shows."""

from dataclasses import dataclass

from app.domain.profile import SEED, Profile
from app.storage import characters, links, memories, messages, vectors
from app.storage.characters import Character
from app.storage.driver import Connection
from app.storage.memories import RoomCount


@dataclass(frozen=True, slots=True)
class SetFacts:
    """A vector set and how much of the character's memories it covers."""

    model: str
    dim: int
    role: str
    have: int
    want: int


@dataclass(frozen=True, slots=True)
class CharacterFacts:
    """`unprocessed` are the unread messages that wait beyond the hot zone, `hot` those within it."""

    character: Character
    messages: int
    memories: int
    unprocessed: int
    rooms: tuple[RoomCount, ...]
    months: int
    links: int
    hot: int = 0


def facts(conn: Connection, character: Character, now: int, profile: Profile = SEED) -> CharacterFacts:
    counted = tuple(memories.rooms(conn, character.id, now, profile))
    months = conn.execute(
        "SELECT count(*) FROM summary WHERE character = ? AND scope = 'month' AND content IS NOT NULL",
        (character.id,),
    ).get
    living = memories.count(conn, character.id)
    waiting, hot = messages.unread(conn, character.id, profile.buffer.hot)
    return CharacterFacts(
        character,
        characters.span(conn, character.id).messages,
        living,
        waiting,
        counted,
        months,
        links.count(conn, character.id),
        hot,
    )


def sets(conn: Connection, character: int) -> list[SetFacts]:
    found = []
    for one in vectors.sets(conn):
        covered = vectors.coverage(conn, one.id, "memory", character)
        found.append(SetFacts(one.model, one.dim, one.role, covered.have, covered.want))
    return found


def size(conn: Connection) -> int:
    """Give the file's size in bytes as SQLite counts it."""
    pages = conn.execute("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
    return int(pages.get)


def schema(conn: Connection) -> int:
    return int(conn.execute("PRAGMA user_version").get)
