"""Read a reply as parts, as one object or as prose; none of them ever raises."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from app.domain.text import clean
from app.models.replies import reading as why
from app.models.replies.find import Data, find, unfence
from app.models.replies.manner import continues_story, refuses
from app.models.replies.reading import CAP, ITEMS, JsonObject, Reading, Verdict, rejected
from app.models.replies.thinking import Parted, part

_DEPTH: Final = 12  # levels of a part; deeper ones are nothing that was asked for
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
#: a first line that only announces the answer
_ANNOUNCES: Final = re.compile(
    r"\A(?:(?:好的|好|当然(?:可以)?|没问题|明白了?|收到)[，,。！!：:][^\n]{0,40}|(?:以下|下面)是[^\n]{0,40}[：:]"
    r"|(?:sure|of course|certainly|okay|here(?:'s| is| are)|below is)\b[^\n]{0,80}[:：])[^\S\n]*\n+",
    re.IGNORECASE,
)
#: reasons of a server for ending; None is a stream that broke off
_ENDED_WELL: Final = frozenset(("stop", "end_turn", "eos", "tool_calls", "function_call", ""))


def read_items(
    reply: str, *, finish: str | None = "stop", reasoning: str = "", names: Sequence[str] = ()
) -> Reading:
    """The objects a reply lists, each still to be validated by who asked for them."""
    reasoning = _tidy(reasoning[:CAP])
    if early := _early(reply, finish, reasoning):
        return early
    reply = _tidy(reply)
    parted = Parted(reply, reasoning)
    data = find(reply) if reply.lstrip()[:1] in ("[", "{") else None
    if data is None or not (data.items or data.empty):
        parted = part(reply)
        data = find(parted.said)
        if data is None and parted.open_thought:
            return _from_thought(parted, finish)
    return _judge(data, parted, finish, names)


def read_object(
    reply: str, *, finish: str | None = "stop", reasoning: str = "", names: Sequence[str] = ()
) -> Reading:
    """The one object a reply holds; a half one is none."""
    found = read_items(reply, finish=finish, reasoning=reasoning, names=names)
    if len(found.items) < 2:
        return (
            found
            if found.items or not found.usable
            else replace(found, verdict=Verdict.REJECTED, reasons=(why.NO_DATA,))
        )
    return replace(
        found, items=found.items[-1:], verdict=Verdict.MENDED, reasons=(*found.reasons, why.SEVERAL)
    )


def read_prose(
    reply: str, *, finish: str | None = "stop", reasoning: str = "", names: Sequence[str] = ()
) -> Reading:
    """The text a reply is, without thoughts, fence and announcement."""
    reasoning = _tidy(reasoning[:CAP])
    if early := _early(reply, finish, reasoning):
        return early
    reply = _tidy(reply)
    parted = part(reply)
    thinking = parted.thought or parted.open_thought or reasoning
    said = unfence(parted.said)
    text = _tidy(_ANNOUNCES.sub("", said, count=1)).strip() or said
    if not text:
        return rejected(why.ONLY_THOUGHT if thinking else why.EMPTY, thinking)
    if refuses(text) or finish == "content_filter":
        return rejected(why.REFUSED, thinking, text)
    if continues_story(text, names):
        return rejected(why.STORY, thinking, text)
    if _is_cut(finish):
        return Reading(Verdict.CUT, text=text, thinking=thinking, reasons=(why.BROKEN_OFF,))
    return Reading(Verdict.WHOLE, text=text, thinking=thinking)


def _early(reply: str, finish: str | None, reasoning: str) -> Reading | None:
    """What needs no look into the reply."""
    if not reply.strip():
        if finish == "content_filter":
            return rejected(why.REFUSED, reasoning)
        return rejected(why.ONLY_THOUGHT if reasoning.strip() else why.EMPTY, reasoning)
    return rejected(why.TOO_LONG) if len(reply) > CAP else None


def _is_cut(finish: str | None) -> bool:
    return finish is None or finish not in _ENDED_WELL


def _from_thought(parted: Parted, finish: str | None) -> Reading:
    """A thought that never ended may hold the answer at its very end: shown, and never taken for sure."""
    start = max(parted.open_thought.rfind("\n["), parted.open_thought.rfind("\n{"))
    data = find(parted.open_thought[start:]) if start >= 0 and not _is_cut(finish) else None
    if data is None or not data.items or data.mended or data.cut or data.several:
        return rejected(why.ONLY_THOUGHT, parted.open_thought)
    items, *_ = _kept(data)
    return Reading(Verdict.MENDED, items, thinking=parted.open_thought, reasons=(why.IN_THOUGHT,))


def _judge(data: Data | None, parted: Parted, finish: str | None, names: Sequence[str]) -> Reading:
    said, thinking = parted.said, parted.thought or parted.open_thought
    if not said.strip():
        return rejected(why.ONLY_THOUGHT, thinking)
    if data is None or (not data.items and not data.empty):
        return rejected(_why_nothing(data, said, finish, names), thinking, said)
    items, refused, strange = _kept(data)
    data.lost += strange
    if data.items and not items:
        return rejected(why.REFUSED if refused else why.UNCERTAIN, thinking, said)
    if not items and finish == "content_filter":
        return rejected(why.REFUSED, thinking, said)
    cut = data.cut or _is_cut(finish)
    reasons = _reasons(data, refused, cut)
    verdict = Verdict.CUT if cut else Verdict.MENDED if reasons else Verdict.WHOLE
    return Reading(verdict, items, thinking=thinking, reasons=reasons, lost=data.lost + refused)


def _why_nothing(data: Data | None, said: str, finish: str | None, names: Sequence[str]) -> str:
    if refuses(said) or finish == "content_filter":
        return why.REFUSED
    if data is not None:
        return why.BROKEN_OFF if data.cut else why.UNCERTAIN
    return why.STORY if continues_story(said, names) else why.NO_DATA


def _reasons(data: Data, refused: int, cut: bool) -> tuple[str, ...]:
    told = (
        (cut, why.CUT),
        (data.mended, why.MENDED),
        (data.several, why.SEVERAL),
        (data.lost > 0, why.LOST),
        (refused > 0, why.REFUSED_PARTS),
        (len(data.items) > ITEMS, why.TOO_MANY),
    )
    return tuple(reason for holds, reason in told if holds)


def _kept(data: Data) -> tuple[tuple[JsonObject, ...], int, int]:
    """The parts fit to be stored; how many were refusals, and how many deeper than anything that is asked for."""
    shallow = [item for item in data.items[:ITEMS] if not _is_deep(item)]
    kept = [item for item in shallow if not _declines(item)]
    made = [{_tidy(name): _fit(value) for name, value in item.items()} for item in kept]
    return tuple(made), len(shallow) - len(kept), min(len(data.items), ITEMS) - len(shallow)


def _is_deep(item: JsonObject) -> bool:
    level: list[object] = [item]
    for _ in range(_DEPTH):
        level = [inner for value in level for inner in _inside(value)]
    return bool(level)


def _inside(value: object) -> list[object]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _declines(item: JsonObject) -> bool:
    return any(isinstance(value, str) and refuses(value) for value in item.values())


def _fit(value: object) -> object:
    if isinstance(value, str):
        return _tidy(value)
    if isinstance(value, float) and not abs(value) < float("inf"):
        return None
    if isinstance(value, dict):
        return {_tidy(str(name)): _fit(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_fit(inner) for inner in value]
    return value


def _tidy(text: str) -> str:
    return _CONTROL.sub("", clean(text))
