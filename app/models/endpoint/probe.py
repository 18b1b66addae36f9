"""Try an endpoint out: which address answers, what it can do, and what would be right where it does not."""

from dataclasses import dataclass, replace
from enum import StrEnum
from time import monotonic
from typing import Final

from app.domain.errors import KnownError, mark
from app.models.endpoint.client import Client
from app.models.endpoint.outcomes import Told, failure, tell, told
from app.models.endpoint.retry import NONE
from app.models.endpoint.settings import Endpoint, Purpose
from app.models.endpoint.urls import candidates, is_local
from app.models.provider import ChatReply, ChatRequest, Say

_PATIENCE_SECONDS: Final = 60.0
_TOKENS: Final = 200  # enough for a short thought before the answer
#: outcomes that mean the address is right, whatever else is wrong
_RIGHT_PLACE: Final = frozenset(
    ("no_key", "bad_key", "forbidden", "quota", "busy", "busy_until", "no_model", "no_model_ollama", "bad_request", "too_long", "filtered", "no_answer", "no_vectors", "bad_ranking", "bad_text", "no_model_set", "wrong_length")
)  # fmt: skip
#: outcomes that no other path on the same host can change
_SAME_HOST: Final = frozenset(
    ("refused", "asleep", "no_host", "unreachable", "no_connection", "no_handshake", "timeout", "key_form")
)
_SCHEMA: Final = {
    "type": "object",
    "properties": {"word": {"type": "string"}},
    "required": ["word"],
    "additionalProperties": False,
}
_HELLO: Final = Say("user", "Answer with the one word: good")
_AS_JSON: Final = Say("user", 'Answer with this JSON and nothing else: {"word": "good"}')
#: sent to learn the size and the order of vectors
_TEXTS: Final = ("A lamp in the window.", "窗台上的一盏灯。")


class State(StrEnum):
    """What a check found."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"


CHECKS: Final = {
    "models": mark("List of models"),
    "chat": mark("Answers"),
    "stream": mark("Answers word by word"),
    "schema": mark("JSON by schema"),
    "json": mark("JSON"),
    "embeddings": mark("Vectors"),
    "dimensions": mark("Size of vectors to order"),
    "rerank": mark("Ranking"),
}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One URL that was tried, and what came back."""

    url: str
    told: Told


@dataclass(frozen=True, slots=True)
class Check:
    """One ability; `name` is a key of CHECKS."""

    name: str
    state: State
    told: Told | None = None


@dataclass(frozen=True, slots=True)
class Report:
    """What a settings page shows; `endpoint` holds what was learned, `told` says the whole in one."""

    endpoint: Endpoint
    told: Told
    attempts: tuple[Attempt, ...] = ()
    checks: tuple[Check, ...] = ()
    models: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def works(self) -> bool:
        return self.told.code == "ok"

    @property
    def local(self) -> bool:
        return is_local(self.endpoint.base)

    @property
    def moved(self) -> bool:
        """Whether the URL that works is another than the one pasted."""
        return self.works and self.endpoint.url != self.endpoint.address.strip()

    def state(self, check: str) -> State:
        return next((one.state for one in self.checks if one.name == check), State.UNKNOWN)


async def probe(endpoint: Endpoint, key: str = "", purpose: Purpose = Purpose.CHAT) -> Report:
    """Find the base URL, then what the endpoint can do for a purpose; failures are told in the report, never raised."""
    started = monotonic()
    bare = replace(
        endpoint, url="", size=0, timeout=min(endpoint.timeout, _PATIENCE_SECONDS), parallel=1, dropped=()
    )
    try:
        urls = candidates(endpoint.address).urls
    except KnownError as error:
        return Report(replace(endpoint, url=""), told(error))
    attempts: list[Attempt] = []
    for url in urls:
        search = _Search(replace(bare, url=url), key, purpose)
        words = await search.run()
        attempts.append(Attempt(url, words))
        if words.code == "ok" or words.code in _RIGHT_PLACE or words.code in _SAME_HOST:
            break
    else:
        search, words = None, _most_telling(attempts)
    if search is None:
        return Report(
            replace(endpoint, url="", size=0), words, tuple(attempts), seconds=monotonic() - started
        )
    learned = replace(endpoint, url=search.endpoint.url, size=search.size, dropped=search.dropped)
    if words.code in _SAME_HOST:
        learned = replace(learned, url="")
    return Report(learned, words, tuple(attempts), tuple(search.checks), search.models, monotonic() - started)


def _most_telling(attempts: list[Attempt]) -> Told:
    """Of several failures the one that says most: a server that fails tells more than a path that is not there."""
    order = ("redirected", "server", "not_api", "unreadable", "encryption", "broken_off", "not_found")
    return min(
        (attempt.told for attempt in attempts),
        key=lambda words: order.index(words.code) if words.code in order else len(order),
    )


class _Search:
    """The checks on one base URL."""

    def __init__(self, endpoint: Endpoint, key: str, purpose: Purpose) -> None:
        self.endpoint = endpoint
        self.key = key
        self.purpose = purpose
        self.checks: list[Check] = []
        self.models: tuple[str, ...] = ()
        self.size = 0
        self.dropped: tuple[str, ...] = ()

    async def run(self) -> Told:
        async with Client(self.endpoint, self.key, patience=NONE) as client:
            try:
                return await self._all(client)
            except KnownError as error:
                return told(error)
            finally:
                self.dropped = client.dropped

    async def _all(self, client: Client) -> Told:
        listed = await self._list(client)
        if listed is not None and (
            listed.code in _SAME_HOST or listed.code in ("no_key", "bad_key", "redirected")
        ):
            return listed
        if not self.endpoint.model:
            if listed is not None:
                return listed
            raise failure("no_model_set", url=self.endpoint.base)
        if self.purpose is Purpose.EMBEDDING:
            await self._vectors(client)
        elif self.purpose is Purpose.RERANK:
            await client.rerank("lamp", list(_TEXTS))
            self._found("rerank", State.YES)
        else:
            await self._conversation(client)
        return tell("ok", url=self.endpoint.base)

    async def _list(self, client: Client) -> Told | None:
        """The models, where they are listed; a server may well have no list and work."""
        try:
            self.models = await client.models()
        except KnownError as error:
            words = told(error)
            self._found("models", State.NO, words)
            return words
        self._found("models", State.YES if self.models else State.NO)
        return None

    async def _conversation(self, client: Client) -> None:
        await client.chat(ChatRequest((_HELLO,), temperature=0.0, max_tokens=_TOKENS))
        self._found("chat", State.YES)
        await self._streams(client)
        for name, request in (
            ("schema", ChatRequest((_AS_JSON,), temperature=0.0, max_tokens=_TOKENS, schema=_SCHEMA)),
            ("json", ChatRequest((_AS_JSON,), temperature=0.0, max_tokens=_TOKENS, json=True)),
        ):
            await self._optional(name, client, request)

    async def _streams(self, client: Client) -> None:
        try:
            pieces = [piece async for piece in client.stream(ChatRequest((_HELLO,), max_tokens=_TOKENS))]
        except KnownError as error:
            self._found("stream", State.NO, told(error))
            return
        last = pieces[-1]
        whole = isinstance(last, ChatReply) and last.finish is not None
        self._found("stream", State.YES if whole else State.UNKNOWN)

    async def _optional(self, name: str, client: Client, request: ChatRequest) -> None:
        """An ability is there when the parameter for it was neither refused nor ignored."""
        try:
            await client.chat(request)
        except KnownError as error:
            passing = told(error).code in ("busy", "busy_until", "timeout", "server")
            self._found(name, State.UNKNOWN if passing else State.NO, told(error))
            return
        refused = {"schema": "response_format:json_schema", "json": "response_format"}[name]
        gone = refused in client.dropped or "response_format" in client.dropped
        self._found(name, State.NO if gone else State.YES)

    async def _vectors(self, client: Client) -> None:
        made = await client.embed(_TEXTS)
        self._found("embeddings", State.YES)
        self.size = int(made.shape[1])
        if self.endpoint.dimensions:
            self._found("dimensions", State.NO if "dimensions" in client.dropped else State.YES)

    def _found(self, name: str, state: State, words: Told | None = None) -> None:
        self.checks.append(Check(name, state, words))
