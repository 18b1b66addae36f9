"""Answers of endpoints, checked before anything believes them."""

import base64
import binascii
import json
import math
import re
from typing import Final

import numpy as np

from app.domain.text import clean
from app.models.embedding import Vectors
from app.models.endpoint.blame import Call, is_page, words
from app.models.provider import ChatReply, Delta, Usage

Payload = dict[str, object]
#: what LM Studio and others say, with status 200, where there is no such path
_NO_PATH: Final = re.compile(
    r"unexpected endpoint|unknown (?:path|route|endpoint)|no such (?:path|route)", re.IGNORECASE
)


def payload_of(call: Call, body: str, kind: str) -> Payload:
    """The JSON object of a good answer."""
    if is_page(body, kind):
        raise call.failed("not_api")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise call.failed("unreadable", said=words(body)) from error
    if isinstance(value, list):  # some wrap nothing round the list
        value = {"data": value}
    if not isinstance(value, dict):
        raise call.failed("unreadable", said=words(body))
    if value.get("error") and not (value.get("choices") or value.get("data")):
        code = "not_found" if _NO_PATH.search(body[:2000]) else "bad_request"
        raise call.failed(code, status=200, said=words(body))
    return value


def chat_of(call: Call, payload: Payload) -> ChatReply:
    """The reply in an answer; None as reason for its end stays None, and means cut."""
    choice = _first(payload.get("choices"))
    message = choice.get("message") or choice.get("delta")
    if not isinstance(message, dict):
        text = choice.get("text")  # of old completion servers
        if not isinstance(text, str):
            raise call.failed("no_answer", said=words(json.dumps(payload, ensure_ascii=False)))
        message = Payload(content=text)
    finish = choice.get("finish_reason")
    refusal = message.get("refusal")
    text = clean(_text(message.get("content")))
    if isinstance(refusal, str) and refusal and not text:
        text, finish = clean(refusal), "content_filter"
    if finish == "content_filter" and not text:
        raise call.failed("filtered")
    return ChatReply(
        text,
        clean(_reasoning(message)),
        str(finish) if finish else None,
        _usage(payload.get("usage")),
        clean(str(payload.get("model") or call.model)),
    )


def delta_of(payload: object) -> tuple[Delta, str | None, Usage | None]:
    """The piece in one event of a stream, the reason for the end, and the usage, where it has them."""
    if not isinstance(payload, dict):
        return Delta(), None, None
    choice = _first(payload.get("choices"))
    message = choice.get("delta") or choice.get("message")
    usage = _usage(payload["usage"]) if isinstance(payload.get("usage"), dict) else None
    finish = choice.get("finish_reason")
    if not isinstance(message, dict):
        message = {}
    return Delta(_text(message.get("content")), _reasoning(message)), str(finish) if finish else None, usage


def _first(choices: object) -> Payload:
    first = choices[0] if isinstance(choices, list) and choices else None
    return first if isinstance(first, dict) else {}


def _text(content: object) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):  # of parts
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(part for part in parts if isinstance(part, str))
    return ""


def _reasoning(message: Payload) -> str:
    found = message.get("reasoning_content") or message.get("reasoning") or message.get("thinking")
    return found if isinstance(found, str) else ""


def _usage(raw: object) -> Usage:
    if not isinstance(raw, dict):
        return Usage()
    numbers = [raw.get(name) for name in ("prompt_tokens", "completion_tokens")]
    prompt, completion = (n if type(n) is int and 0 <= n < 10**9 else 0 for n in numbers)
    return Usage(prompt, completion)


def vectors_of(call: Call, payload: Payload, count: int, size: int) -> Vectors:
    """One unit vector a text in the order asked; `size` 0 takes the first one's."""
    rows = payload.get("data") or payload.get("embeddings")
    if not isinstance(rows, list) or not rows:
        raise call.failed("no_vectors", said=words(json.dumps(payload, ensure_ascii=False)[:2000]))
    if len(rows) != count:
        raise call.failed("wrong_count", want=count, got=len(rows))
    made = [_vector(call, row) for row in _in_order(call, rows)]
    want = size or len(made[0])
    if strange := next((vector for vector in made if len(vector) != want), None):
        raise call.failed("wrong_length", got=len(strange), want=want)
    vectors = np.asarray(made, np.float64)
    with np.errstate(over="ignore"):
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    if not np.all(np.isfinite(lengths)) or float(lengths.min()) < 1e-6:
        raise call.failed("broken_vector")
    return np.asarray(vectors / lengths, np.float32)


def _in_order(call: Call, rows: list[object]) -> list[object]:
    numbers = [row.get("index") if isinstance(row, dict) else None for row in rows]
    if all(number is None for number in numbers) or len(rows) == 1:
        return rows
    if sorted(n for n in numbers if isinstance(n, int)) != list(range(len(rows))):
        raise call.failed("wrong_order")
    return [row for _, row in sorted(zip(numbers, rows, strict=True), key=lambda pair: pair[0] or 0)]


def _vector(call: Call, row: object) -> list[float]:
    raw = row.get("embedding") if isinstance(row, dict) else row
    if isinstance(raw, dict):  # by kind
        raw = raw.get("float") or raw.get("base64")
    if isinstance(raw, list) and len(raw) == 1 and isinstance(raw[0], list):
        raw = raw[0]
    if isinstance(raw, str):
        return _unpacked(call, raw)
    if not isinstance(raw, list) or not raw:
        raise call.failed("no_vectors", said=words(str(raw)[:200]))
    numbers = [found for n in raw if (found := _real(n)) is not None]
    if len(numbers) != len(raw):
        raise call.failed("broken_vector")
    return numbers


def _real(value: object) -> float | None:
    """A finite number; JSON has whole ones that no float holds."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        return number if math.isfinite(number := float(value)) else None
    except OverflowError:
        return None


def _unpacked(call: Call, raw: str) -> list[float]:
    """Little-endian floats in base64, sent by servers that ignore what was asked."""
    try:
        packed = base64.b64decode(raw, validate=True)
        numbers: list[float] = np.frombuffer(packed, "<f4").tolist()
    except (binascii.Error, ValueError) as error:
        raise call.failed("broken_vector") from error
    if not numbers:
        raise call.failed("broken_vector")
    return numbers


def models_of(call: Call, payload: Payload) -> tuple[str, ...]:
    """The names in a list of models."""
    if not {"data", "models"} & payload.keys():
        raise call.failed("unreadable", said=words(json.dumps(payload, ensure_ascii=False)[:2000]))
    rows = payload.get("data") or payload.get("models") or []
    names = (
        [row.get("id") or row.get("name") if isinstance(row, dict) else row for row in rows]
        if isinstance(rows, list)
        else []
    )
    return tuple(sorted({clean(name) for name in names if isinstance(name, str) and clean(name)}))[:2000]


def ranking_of(call: Call, payload: Payload, count: int) -> list[float]:
    """One relevance a text, from 0 to 1, in the order asked: each text ranked once, in whatever order."""
    rows = payload.get("results") or payload.get("data")
    found: dict[int, float] = {}
    for row in rows if isinstance(rows, list) else []:
        index = row.get("index") if isinstance(row, dict) else None
        score = _real(row.get("relevance_score", row.get("score"))) if isinstance(row, dict) else None
        if type(index) is not int or not 0 <= index < count or index in found or score is None:
            break
        found[index] = score
    if not isinstance(rows, list) or not len(rows) == len(found) == count:
        said = words(json.dumps(payload, ensure_ascii=False)[:2000])
        raise call.failed("bad_ranking", want=count, said=said)
    return _relevances([found[index] for index in range(count)])


def _relevances(scores: list[float]) -> list[float]:
    """Some servers (llama.cpp) answer with the bare logits of their model: these go through the logistic function."""
    if all(0 <= score <= 1 for score in scores):
        return scores
    return [(1 + math.tanh(score / 2)) / 2 for score in scores]
