"""Who is remembering: the one builder of every model call of the memory layer.

No memory work without the character's identity: the system message begins with one fixed sentence, then come the self
blocks and the pinned memories, then the task. The user message holds the material alone, fenced. Nothing else in the
engine may speak to a chat model about memories; a test holds that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final

from app.domain.text import Language, clean, estimate_tokens, text_hash
from app.domain.text import language as language_of
from app.engine.engine import Engine
from app.models import prompts
from app.models.prompts import Template
from app.models.provider import Say
from app.storage import characters, memories, messages, pool
from app.storage.characters import Character
from app.storage.driver import Connection

SELF_TOKENS: Final = (
    6_000  # of the self blocks; longer cards are shortened from the end, and the identity says so
)
RESIDENT_TOKENS: Final = 1_500
SAMPLE: Final = 20  # messages that help to tell the language
_WORDS: Final = {
    "zh": {
        "none": "（除了名字，还没有写下什么。）",
        "free": "（眼下没有。）",
        "clipped": "（后文从略）",
        "partner": "对方",
    },
    "en": {
        "none": "(Nothing is written down beyond your name.)",
        "free": "(Nothing at present.)",
        "clipped": "(the rest is left out)",
        "partner": "the other one",
    },
}


@dataclass(frozen=True, slots=True)
class SelfBlock:
    key: str
    content: str


@dataclass(frozen=True, slots=True)
class Identity:
    """The character as it knows itself; the typed argument that no memory call can do without."""

    character: int
    name: str
    partner: str | None
    language: Language
    blocks: tuple[SelfBlock, ...]
    residents: tuple[str, ...]
    clipped: bool = False

    @property
    def partner_told(self) -> str:
        """Name the partner, also where no name is known."""
        return self.partner or _WORDS[self.language]["partner"]

    @property
    def digest(self) -> bytes:
        """Tell one state of the identity from another; every run keeps it."""
        told = [self.name, self.partner or "", *(b.key + b.content for b in self.blocks), *self.residents]
        return text_hash("\x00".join(told))


@dataclass(frozen=True, slots=True)
class Material:
    """A piece of what is to be read: never an instruction."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class MemoryCall:
    """One call of the memory layer, complete but for the model: made only by `call`."""

    purpose: str
    messages: tuple[Say, ...]
    template: Template
    identity: Identity

    @property
    def tokens(self) -> int:
        return sum(estimate_tokens(message.content) for message in self.messages)


@dataclass(frozen=True, slots=True)
class _Frame:
    character: str
    self: str
    residents: str
    task: str


def call(identity: Identity, template: Template, values: object, material: Sequence[Material]) -> MemoryCall:
    """Build a call: identity first, then the task; the material alone in the user message."""
    return _call(identity, template, prompts.render(template, values), material)


def sketch(
    identity: Identity, template: Template, values: object, material: Sequence[Material]
) -> MemoryCall:
    """Build what a call would be while its wording is still being written; it is only shown."""
    return _call(identity, template, prompts.preview(template, values), material)


def _call(identity: Identity, template: Template, task: str, material: Sequence[Material]) -> MemoryCall:
    frame = _Frame(
        character=identity.name,
        self=_self(identity),
        residents="\n".join(f"- {' '.join(one.split())}" for one in identity.residents)
        or _WORDS[identity.language]["free"],
        task=task,
    )
    system = prompts.render(prompts.built_in("identity", identity.language), frame)
    user = fenced(material)
    return MemoryCall(template.purpose, (Say("system", system), Say("user", user)), template, identity)


def fenced(material: Sequence[Material]) -> str:
    """Put each piece between marks that it cannot write itself: their code is reckoned from all of it."""
    whole = "\x00".join(f"{one.name}\x00{one.text}" for one in material)
    code = blake2b(clean(whole).encode(), digest_size=6).hexdigest()
    return "\n\n".join(f"<<<{one.name} {code}\n{clean(one.text)}\n{code}>>>" for one in material)


async def identity_of(engine: Engine, character: Character) -> Identity:
    """Read who the character is now: its self blocks in order, and the memories that are pinned."""
    now = await engine.clock(character)

    def read(conn: Connection) -> tuple[list[SelfBlock], list[str], str]:
        blocks = [SelfBlock(key, text) for _, key, text in characters.self_blocks(conn, character.id)]
        pins = pool.pinned(conn, character.id, now)
        told = memories.texts(conn, pins)
        said = messages.newest_of_partner(conn, character.id, now, SAMPLE)
        return blocks, [told[one] for one in pins if one in told], "\n".join(one.content for one in said)

    blocks, residents, said = await engine.ask(read)
    if not blocks and character.description:
        blocks = [SelfBlock("description", character.description)]
    told = _language(character, [*(one.content for one in blocks), said])
    kept, cut = _within([one.content for one in blocks], SELF_TOKENS, _WORDS[told]["clipped"])
    pinned, more = _within(residents, RESIDENT_TOKENS, _WORDS[told]["clipped"])
    return Identity(
        character.id,
        character.name,
        character.partner_name,
        told,
        tuple(SelfBlock(block.key, text) for block, text in zip(blocks, kept, strict=False)),
        tuple(pinned),
        clipped=cut or more,
    )


def _language(character: Character, texts: Sequence[str]) -> Language:
    """Give the language the character remembers in: as set, else that of its texts, else that of its name."""
    if character.language:
        return "zh" if character.language == "zh" else "en"
    return language_of("\n".join(texts).strip() or f"{character.name} {character.partner_name or ''}")


def _self(identity: Identity) -> str:
    if not identity.blocks:
        return _WORDS[identity.language]["none"]
    return "\n\n".join(f"### {block.key}\n{block.content.strip()}" for block in identity.blocks)


def _within(texts: Sequence[str], budget: int, sign: str) -> tuple[list[str], bool]:
    """Take texts in order until the budget is used; the one that breaks it is shortened and marked."""
    kept: list[str] = []
    left = budget
    for text in texts:
        size = estimate_tokens(text)
        if size > left:
            head = text[: len(text) * left // max(1, size)].rstrip()
            return ([*kept, f"{head} {sign}"] if head else kept), True
        kept.append(text)
        left -= size
    return kept, False
