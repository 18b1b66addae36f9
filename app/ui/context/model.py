"""The rows of the preview: a head for each block, then its lines with what they cost."""

from collections.abc import Iterator
from dataclasses import dataclass

from app.domain.assemble import Prompt, PromptBlock
from app.ui import words
from app.ui.i18n import format_number, tr
from app.ui.widgets import RowsModel


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A part of the prompt; `share` of the whole, 0 to 1."""

    name: str
    tokens: int
    share: float
    clipped: int
    volatile: bool

    @property
    def title(self) -> str:
        return words.block_name(self.name)

    @property
    def note(self) -> str:
        """What is to be known of it: lines left out, and whether it changes with each turn."""
        parts = [tr("changes with each turn")] if self.volatile else []
        if self.clipped:
            parts.append(
                tr("{n} line left out by the budget", "{n} lines left out by the budget", n=self.clipped)
            )
        return " · ".join(parts)


@dataclass(frozen=True, slots=True)
class LineRow:
    """One line as it would be injected; `place` tells equal lines apart."""

    place: int
    text: str
    tokens: int
    uid: str | None


Row = BlockRow | LineRow


class ContextModel(RowsModel):
    def spoken(self, row: object) -> str:
        if isinstance(row, BlockRow):
            told = tr("{n} token", "{n} tokens", n=row.tokens)
            return " · ".join(part for part in (row.title, told, row.note) if part)
        return row.text if isinstance(row, LineRow) else ""


def rows_of(prompt: Prompt) -> list[Row]:
    return list(_rows(prompt))


def _rows(prompt: Prompt) -> Iterator[Row]:
    place = 0
    for block in prompt.blocks:
        yield _head(block, prompt.tokens)
        for line in block.lines:
            place += 1
            if line.text.strip():
                yield LineRow(place, line.text, line.tokens, line.uid)


def _head(block: PromptBlock, whole: int) -> BlockRow:
    share = block.tokens / whole if whole else 0.0
    return BlockRow(block.name, block.tokens, share, block.clipped, block.part == "volatile")


def token_words(count: int) -> str:
    return format_number(count) if count else ""
