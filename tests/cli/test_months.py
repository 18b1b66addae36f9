"""`months`: how each month stands and what it costs."""

import asyncio
from pathlib import Path

from cli.conftest import Belvedere, unchanged

from app.engine.commands import SetBudget
from app.engine.engine import Engine
from app.storage import characters

KEYS = {
    "month",
    "uid",
    "fragments",
    "messages",
    "memories",
    "state",
    "running",
    "active",
    "changed_days",
    "summary_tokens",
    "detail_tokens",
}


def test_the_keys(belvedere: Belvedere, made) -> None:
    path = made("demo")
    with unchanged(path.parent):
        said = belvedere("months", path, "--character", "Wren").document
    assert set(said) == {
        "ok",
        "verb",
        "palace",
        "character",
        "months",
        "undated",
        "context_tokens",
        "budget",
        "tokens_by",
    }
    assert [set(one) for one in said["months"]] == [KEYS] * len(said["months"])
    assert [one["month"] for one in said["months"]] == sorted(one["month"] for one in said["months"])
    assert {one["state"] for one in said["months"]} <= {"refined", "stale", "missing", "edited"}
    on = [one for one in said["months"] if one["active"]]
    cost = sum(one["summary_tokens"] for one in said["months"]) + sum(one["detail_tokens"] for one in on)
    assert said["context_tokens"] == cost > 0


def test_months_that_hold_messages_alone_are_there(belvedere: Belvedere, made) -> None:
    (month,) = belvedere("months", made("chat"), "--character", "小满")["months"]
    assert (month["month"], month["state"], month["fragments"], month["messages"]) == (
        "2026-02",
        "missing",
        0,
        12,
    )


def test_it_asks_who_is_meant(belvedere: Belvedere, made) -> None:
    error = belvedere("months", made("demo"), code=2)["error"]
    assert error["code"] == "character.which"
    assert error["characters"]


def test_in_words(belvedere: Belvedere, made) -> None:
    out = belvedere("months", made("demo"), "--character", "栖迟", text=True).out
    assert "tokens (estimate)" in out.splitlines()[-1]
    assert len(out.splitlines()) > 3


def test_what_the_budget_has_no_room_for_is_told(belvedere: Belvedere, made) -> None:
    path = made("demo")
    before = belvedere("months", path, "--character", "Wren")
    asyncio.run(_set_budget(path, before["character"], before["context_tokens"] - 7))
    said = belvedere("months", path, "--character", "Wren", text=True).out.splitlines()[-1]
    assert said.startswith(f"switched on: {before['context_tokens']} tokens")
    assert "7 beyond" in said


async def _set_budget(path: Path, name: str, tokens: int) -> None:
    engine = await Engine.open(path)
    try:
        (character,) = await engine.ask(characters.find, name)
        await engine.execute(SetBudget(character.id, tokens))
    finally:
        await engine.close()
