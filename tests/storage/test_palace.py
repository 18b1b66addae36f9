"""What the house shows is reckoned in SQL: the domain's rules are its measure."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.domain import buffer, consolidation
from app.domain.decay import age_hours, effective_importance
from app.domain.profile import PROFILES, SEED, Profile
from app.storage import characters, driver, memories, messages, palace, pool, rows
from app.storage.driver import Connection

from .conftest import NOW, add_character, add_memory

HOUR = 3_600_000
ROOMS = ("living_room", "bedroom", "attic", "windowsill")


@pytest.fixture
def lived_in(conn: Connection) -> Connection:
    """Memories of every age and weight, some recalled often, some evicted, some without a date."""
    with driver.transaction(conn):
        owner = add_character(conn)
        for number in range(80):
            at = None if number % 7 == 0 else NOW - number * 5 * HOUR
            status = "evicted" if number % 11 == 0 else "active"
            more = {
                "room": ROOMS[number % 4],
                "importance": 1 + number % 10,
                "occurred_at": at,
                "status": status,
            }
            memory = add_memory(conn, owner, f"memory {number}", **more)
            use = {"memory": memory, "access_count": number % 5}
            conn.execute("INSERT INTO memory_use(memory, access_count) VALUES (:memory, :access_count)", use)
    return conn


def exact(conn: Connection, room: str, at: int, profile: Profile) -> list[float]:
    return [
        effective_importance(
            one.importance, one.room, age_hours(one.occurred_at, one.recorded_at, at), profile
        )
        for one in pool.in_room(conn, 1, room)
        if (one.recorded_at if one.occurred_at is None else one.occurred_at) <= at
    ]


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_the_light_of_a_room_over_time_is_the_domains(lived_in: Connection, profile: Profile) -> None:
    moments = [NOW - back * HOUR for back in (900, 300, 24, 0)]
    for room in ROOMS:
        shown = memories.light_over(lived_in, 1, room, moments, profile)
        want = [exact(lived_in, room, at, profile) for at in moments]
        assert shown == pytest.approx([sum(one) / len(one) if one else 0.0 for one in want])


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
def test_the_brightest_are_the_domains(lived_in: Connection, profile: Profile) -> None:
    for room in ROOMS:
        shown = [light for _, light in memories.brightest(lived_in, 1, room, NOW, profile, 5)]
        assert shown == pytest.approx(sorted(exact(lived_in, room, NOW, profile), reverse=True)[:5])


@pytest.mark.parametrize("profile", PROFILES.values(), ids=PROFILES)
@pytest.mark.parametrize("later", [0, 24, 400])
def test_what_is_ripe_is_what_consolidation_promotes(
    lived_in: Connection, profile: Profile, later: int
) -> None:
    now = NOW + later * HOUR
    moves = consolidation.plan(pool.in_room(lived_in, 1, consolidation.LIVING_ROOM), now, profile)
    assert memories.ripe(lived_in, 1, now, profile) == len(moves.promote) > 0


LINES = st.lists(st.tuples(st.integers(0, 9), st.booleans(), st.booleans(), st.booleans()), max_size=30)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(lines=LINES, hot=st.integers(0, 12))
def test_unread_messages_are_counted_as_the_buffer_counts(conn: Connection, lines, hot: int) -> None:
    profile = replace(SEED, buffer=replace(SEED.buffer, hot=hot))
    with undone(conn):
        owner = add_character(conn)
        session = rows.insert(conn, "session", {"recorded_at": NOW})
        seat = {"session": session, "name": "Ren", "kind": "character", "character": owner}
        rows.insert(conn, "participant", seat)
        for ordinal, (at, read, hidden, spoken) in enumerate(lines):
            line = {
                "session": session,
                "ordinal": ordinal,
                "content": "x",
                "recorded_at": NOW,
                "hidden": hidden,
            }
            more = {"role": "user" if spoken else "system", "occurred_at": at * HOUR or None}
            rows.insert(conn, "message", {**line, **more, "processed_run": 1 if read else None})
        want = buffer.plan(messages.buffer(conn, owner), profile)
        assert messages.unread(conn, owner, hot) == (want.unprocessed, want.hot)


@contextmanager
def undone(conn: Connection) -> Iterator[None]:
    """A transaction that leaves nothing."""
    conn.execute("PRAGMA foreign_keys = OFF")
    conn.execute("BEGIN")
    try:
        yield
    finally:
        conn.execute("ROLLBACK")


def plans(conn: Connection, work: Callable[[], object]) -> str:
    """How SQLite goes about what `work` asks."""
    asked: list[tuple[str, object]] = []
    conn.exec_trace = lambda _cursor, sql, values: asked.append((sql, values)) or True
    try:
        work()
    finally:
        conn.exec_trace = None
    steps = [conn.execute(f"EXPLAIN QUERY PLAN {sql}", values).fetchall() for sql, values in asked]
    return "\n".join(str(step[3]) for plan in steps for step in plan)


@pytest.mark.parametrize(
    ("work", "index"),
    [
        (lambda conn: messages.many(conn, [1, 2]), "message_variant"),
        (lambda conn: messages.variants(conn, 1), "message_variant"),
        (lambda conn: pool.pinned(conn, 1, NOW), "memory_pinned"),
        (lambda conn: pool.in_dates(conn, 1, [(0, NOW)], 5), "memory_at"),
        (lambda conn: memories.anticipations(conn, 1, NOW), "SCAN a"),
    ],
)
def test_what_is_asked_often_goes_through_no_whole_table(conn: Connection, work, index: str) -> None:
    told = plans(conn, lambda: work(conn))
    assert index in told
    assert not re.search(r"SCAN (m|v|memory|message)\b", told), told


def test_facts_count_what_there_is(lived_in: Connection) -> None:
    told = palace.facts(lived_in, characters.every(lived_in)[0], NOW)
    assert told.memories == 80
    assert sum(room.total for room in told.rooms) == 80
    assert (told.messages, told.unprocessed, told.hot) == (0, 0, 0)
