"""One readable line for a SullyOS message that is no plain text, in the partner's language."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from app.domain.records import Json

_TRANSCRIPTS: Final = ("transcript", "originalText", "spokenText", "text", "content")
_TITLES: Final = ("title", "name", "songName", "bookTitle", "appName", "subject", "label")
_BODIES: Final = ("summary", "artist", "author", "description", "text", "note", "content", "desc")
_WORDS: Final = {
    "image": ("图片", "image"),
    "emoji": ("表情包", "sticker"),
    "voice": ("语音", "voice message"),
    "transfer": ("转账", "transfer"),
    "interaction": ("互动", "interaction"),
    "card": ("卡片", "card"),
    "poke": ("戳一戳", "poke"),
}
_LONGEST: Final = 400


def readable(kind: str, content: str, metadata: Mapping[str, Any], zh: bool) -> str:
    """The line for a message of `kind`; plain text is returned as it is."""
    render = _RENDERERS.get(kind) or (_card if kind.endswith("_card") else None)
    if render is not None:
        return render(kind, content, metadata, zh)
    if content.strip() and not _is_address(content):
        return content
    return _card(kind, content, metadata, zh)


def _named(kind: str, zh: bool) -> str:
    words = _WORDS.get(kind)
    if words:
        return words[0] if zh else words[1]
    plain = kind.removesuffix("_card").replace("_", " ").strip()
    if kind.endswith("_card"):
        return f"{plain}卡片" if zh else f"{plain} card"
    return plain or ("消息" if zh else "message")


def _bracket(kind: str, body: str, zh: bool) -> str:
    body = " ".join(body.split())[:_LONGEST]
    if not body:
        return f"[{_named(kind, zh)}]"
    return f"[{_named(kind, zh)}：{body}]" if zh else f"[{_named(kind, zh)}: {body}]"


def _picture(kind: str, content: str, metadata: Mapping[str, Any], zh: bool) -> str:
    return _bracket(kind, _first(metadata, ("caption", "description", "alt", "name", "title")), zh)


def _voice(kind: str, content: str, metadata: Mapping[str, Any], zh: bool) -> str:
    said = _first(metadata, _TRANSCRIPTS) or ("" if _is_address(content) else content)
    return f"[{_named(kind, zh)}] {said}" if said.strip() else f"[{_named(kind, zh)}]"


def _transfer(kind: str, content: str, metadata: Mapping[str, Any], zh: bool) -> str:
    amount = metadata.get("amount")
    parts = [str(amount) if isinstance(amount, int | float | str) else "", _text(metadata.get("note"))]
    parts += [_text(metadata.get("status")), content]
    return _bracket(kind, (", " if not zh else "，").join(part for part in parts if part.strip()), zh)


def _interaction(kind: str, content: str, metadata: Mapping[str, Any], zh: bool) -> str:
    return _bracket("interaction", content or _first(metadata, ("action", *_TITLES)), zh)


def _card(kind: str, content: str, metadata: Mapping[str, Any], zh: bool) -> str:
    sources = [metadata, *(inner for inner in metadata.values() if isinstance(inner, Mapping))]
    title = next((text for source in sources if (text := _first(source, _TITLES))), "")
    body = next((text for source in sources if (text := _first(source, _BODIES)) and text != title), "")
    if content.strip() and content[:1] not in "{[" and not _is_address(content):
        body = content
    return _bracket(kind, " — ".join(part for part in (title, body) if part), zh)


_RENDERERS: Final[Mapping[str, Callable[[str, str, Mapping[str, Any], bool], str]]] = {
    "image": _picture,
    "emoji": _picture,
    "voice": _voice,
    "transfer": _transfer,
    "interaction": _interaction,
}


def _first(source: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((text for name in names if (text := _text(source.get(name))) and not _is_address(text)), "")


def _text(value: Json) -> str:
    return value.strip() if isinstance(value, str) else ""


def _is_address(text: str) -> bool:
    """A place of data instead of words: what stands for a picture or a sound."""
    head = text.lstrip()[:12].lower()
    return (
        head.startswith(("http://", "https://", "blob:", "data:", "assets/", "asset:"))
        and " " not in text.strip()
    )
