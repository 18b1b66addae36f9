"""Work to be killed in: a process that forks one worker for every line it reads, and never looks after it."""

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np

from app.domain.text import text_hash
from app.storage import backup, folders, foreign, journal, migrate, rows, undo, vectors
from app.storage.database import Database
from app.storage.folders import Shared

NOW = 1_772_000_000_000
PILE = 40


COMMITS = b"commit\n"
_WEIGHT = {"bytes": 0}


def add(conn, number):
    """One edit of two characters' worth of rows: a mark and a pile of memories that must come and go together."""

    def work(conn):
        stamps = {"recorded_at": NOW, "updated_at": NOW}
        character = rows.insert(conn, "character", {"name": f"n{number}", **stamps})
        texts = [f"memory {number} {at} 昨天下雨了" for at in range(PILE)]
        base = {"character": character, "room": "study", "origin": "rule", **stamps}
        base["base"] = f'"{os.urandom(_WEIGHT["bytes"]).hex()}"'
        rows.insert_many(
            conn, "memory", [{**base, "content": text, "content_hash": text_hash(text)} for text in texts]
        )

    return journal.record(conn, journal.Stamp(f"Add {number}", at=NOW), work).edit_id


def embed(conn, number):
    hashes = [
        row[0]
        for row in conn.execute(
            "SELECT content_hash FROM memory WHERE content LIKE ?", (f"memory {number} %",)
        )
    ]
    set_id = vectors.ensure_set(conn, "tiny", 64, "portable", NOW)
    noise = np.random.default_rng(number).normal(size=(len(hashes), 64)).astype("<f4")
    vectors.store_vectors(conn, set_id, [(h, 0, v.tobytes()) for h, v in zip(hashes, noise, strict=True)])


async def write(db, tell, folder):
    for number in range(10_000):
        await db.write(add, number)
        tell(number)


async def take_back(db, tell, folder):
    for number in range(10_000):
        edit = await db.write(add, number)
        tell(number)
        await db.write(undo.undo_edit, edit, NOW)
        await db.write(undo.redo_edit, edit, NOW)


async def embedding(db, tell, folder):
    for number in range(10_000):
        await db.write(add, number)
        await db.write(embed, number)
        tell(number)


async def copy(db, tell, folder):
    for number in range(10_000):
        await db.write(add, number)
        await backup.make(db, folder / f"{number}.palace")
        tell(number)


LATER = tuple(
    f"CREATE TABLE more{number}(id INTEGER PRIMARY KEY, content TEXT);"
    f"INSERT INTO more{number}(content) SELECT content FROM memory;"
    for number in range(60)
)


def become_later():
    texts = (*migrate.steps(), *LATER)
    migrate.steps = lambda: texts
    migrate.NEWEST = len(texts)
    foreign._expected.cache_clear()


async def commit(db, tell, folder):
    """Commits that take a while, each announced, so that the killer can strike in the midst of one."""
    _WEIGHT["bytes"] = 8_000

    def announce(conn):
        conn.set_commit_hook(lambda: os.write(db.log, COMMITS) and False)

    await db.write(announce)
    await write(db, tell, folder)


JOBS = {
    "write": write,
    "delete": write,
    "commit": commit,
    "commit-delete": commit,
    "undo": take_back,
    "embed": embedding,
    "backup": copy,
}


async def work(path, job, log):
    def tell(number):
        os.write(log, b"%d\n" % number)

    if job == "migrate":
        become_later()
        tell(-1)
        await Database.open(path, backups=path.parent / "copies")
        await asyncio.sleep(60)
    if job.endswith("delete"):
        folders.shared = lambda _: Shared("sync", "somewhere")
    db = await Database.open(path)
    db.log = log
    await JOBS[job](db, tell, path.parent / "copies")


def main():
    for line in sys.stdin:
        job, path = line.rstrip("\n").split(" ", 1)
        child = os.fork()
        if child == 0:
            log = os.open(path + ".log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            try:
                asyncio.run(work(Path(path), job, log))
            finally:
                os._exit(1)
        print(child, flush=True)
        with suppress(ChildProcessError):
            os.waitpid(child, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    main()
