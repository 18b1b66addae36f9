"""The design tokens as plain values: every colour, size and font stack, read once from `themes/tokens.toml`."""

import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from app.resources import resource

MODES: Final = ("light", "dark")


@dataclass(frozen=True, slots=True)
class TypeStyle:
    """A text style: size in em of the base font, weight, line factor, family."""

    em: float
    weight: int
    line: float
    family: str = "sans"
    features: str = ""


@dataclass(frozen=True, slots=True)
class LinkLine:
    """How a link kind is drawn; its colour is the role `link.<kind>`."""

    style: str
    width: float
    dash: tuple[float, ...]
    mark: str


@dataclass(frozen=True, slots=True)
class Warmth:
    """How lamplight follows a room's average effective importance."""

    ground_mix: Mapping[str, float]
    pool_alpha: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Tokens:
    """The whole file; colours are `#rrggbb` per mode and role (`accent`, `attic.ink`, `link.causal`)."""

    colours: Mapping[str, Mapping[str, str]]
    styles: Mapping[str, TypeStyle]
    links: Mapping[str, LinkLine]
    warmth: Warmth
    base_px: int
    zh_line_extra: float
    zh_weight_max: int
    space: Mapping[str, int]
    radius: Mapping[str, int]
    motion: Mapping[str, int]
    families: Mapping[str, tuple[str, ...]]


@cache
def tokens() -> Tokens:
    """Read the token file."""
    raw = tomllib.loads(resource("themes/tokens.toml").read_text(encoding="utf-8"))
    kinds: dict[str, Any] = raw["link"]
    text: dict[str, Any] = raw["type"]
    return Tokens(
        colours={mode: _colours(raw, mode) for mode in MODES},
        styles={name: TypeStyle(**v) for name, v in text.items() if isinstance(v, dict) and "em" in v},
        links={k: LinkLine(v["style"], v["width"], tuple(v["dash"]), v["mark"]) for k, v in kinds.items()},
        warmth=Warmth(raw["warmth"]["ground_mix"], raw["warmth"]["pool_alpha"]),
        base_px=text["base_px"],
        zh_line_extra=text["zh_line_extra"],
        zh_weight_max=text["zh_weight_max"],
        space=raw["space"],
        radius=raw["radius"],
        motion=raw["motion"],
        families={name: _families(stacks) for name, stacks in raw["font"].items()},
    )


def _colours(raw: Mapping[str, Any], mode: str) -> dict[str, str]:
    base = raw[mode]["base"]
    out = {role: base[name] for role, name in raw["roles"].items()}
    for room, parts in raw[mode]["room"].items():
        out |= {f"{room}.{part}": value for part, value in parts.items()}
    out |= {f"link.{kind}": line[mode] for kind, line in raw["link"].items()}
    return out


def _families(stacks: Mapping[str, list[str]]) -> tuple[str, ...]:
    """Latin families first, so that figures and Latin words in Chinese text keep their own face."""
    system = {"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux")
    return tuple(stacks[system]) + tuple(stacks.get(f"zh_{system}", ()))
