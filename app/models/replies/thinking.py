"""Take the thinking aloud out of a reply, whatever marks a model puts round it, closed or not."""

import re
from dataclasses import dataclass
from typing import Final

_NAMES: Final = (
    r"(?:think(?:ing)?|thoughts?|reasoning|reflection|analysis|scratchpad|seed:think|cot_budget_reflect)"
)
_OPEN: Final = (
    rf"<\s*{_NAMES}(?:\s[^<>]{{0,80}})?>|\[THINK\]|◁think▷|<\|begin_of_thought\|>"
    r"|<details[^<>]{0,80}reasoning[^<>]{0,80}>|<\|channel\|>(?:analysis|commentary)\b[^<]{0,80}<\|message\|>"
)
_CLOSE: Final = (
    rf"<\s*/\s*{_NAMES}\s*>|\[/THINK\]|◁/think▷|<\|end_of_thought\|>|</details>"
    r"|<\|end\|>(?:<\|start\|>assistant)?"
)
_MARK: Final = re.compile(rf"(?P<open>{_OPEN})|(?P<close>{_CLOSE})", re.IGNORECASE)
#: marks of a chat template that leaked into the text
_LEAKED: Final = re.compile(
    r"<\|(?:im_end|im_start|eot_id|return|end|endoftext|begin_of_solution|end_of_solution|start)\|>(?:assistant)?"
    r"|<\|channel\|>final(?:\s[^<]{0,80})?<\|message\|>|<｜end▁of▁sentence｜>|</s>\s*\Z|\A\s*<s>|</?answer>",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Parted:
    """A reply parted into what was said and what was thought; `open_thought` never ended."""

    said: str
    thought: str
    open_thought: str = ""


def part(reply: str) -> Parted:
    """One pass over the marks; a closing mark without an opening one ends a thought that began before the reply."""
    said: list[str] = []
    thought: list[str] = []
    depth = at = 0
    last_close = opened = -1  # how many parts were thought when the outermost mark opened
    for mark in _MARK.finditer(reply):
        (thought if depth else said).append(reply[at : mark.start()])
        at = mark.end()
        if mark["open"]:
            if not depth:
                opened, last_close = len(thought), -1
            depth += 1
        elif depth:
            depth -= 1
            last_close = len(thought)
        else:
            thought += said
            said = []
    rest = reply[at:]
    if not depth:
        return _parted([*said, rest], thought)
    if (
        last_close > opened
    ):  # a mark was only mentioned inside the thought: what follows the last close was said
        return _parted([*said, *thought[last_close:], rest], thought[:last_close])
    return _parted(said, thought, "".join([*thought[opened:], rest]))


def _parted(said: list[str], thought: list[str], open_thought: str = "") -> Parted:
    return Parted(_LEAKED.sub("", "".join(said)).strip(), "".join(thought).strip(), open_thought.strip())
