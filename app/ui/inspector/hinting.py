"""Which hints stand on a memory's page, and what comes of the author's word on each."""

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QObject

from app.engine import likeness
from app.engine.commands import Command, DateFromSources, Dismiss, MergeMemories, RestoreMemories
from app.engine.likeness import Pair
from app.storage import memories
from app.ui import aio
from app.ui.inspector import hints
from app.ui.inspector.facts import Facts
from app.ui.inspector.page import MemoryPage
from app.ui.studio import Studio
from app.ui.widgets import Card


class Hinting(QObject):
    """Between the page of one memory and the commands its hints lead to; `do` executes one and says so."""

    def __init__(self, studio: Studio, page: MemoryPage, do: Callable[[Command], None]) -> None:
        super().__init__(page)
        self._studio, self._page, self._do = studio, page, do

    async def show(self, found: Facts, zone: str, today: date, *, writable: bool) -> None:
        """Show what may be wrong with a memory; nothing where nothing can be changed."""
        engine = self._studio.engine
        if engine is None or not writable or not found.memory.living:
            self._page.show_hints([])
            return
        from app.bootstrap import embedder

        double = await likeness.double_of(engine, found.memory, embedder())
        if self._shows(found.memory.id):
            cards = (self._undated(found, zone, today), self._box(found), self._double(double))
            self._page.show_hints([card for card in cards if card is not None])

    def _shows(self, memory: int) -> bool:
        return self._page.facts is not None and self._page.facts.memory.id == memory

    def _undated(self, found: Facts, zone: str, today: date) -> Card | None:
        memory, card = found.memory.id, hints.undated(found, zone, today)
        if card is not None:
            card.taken.connect(lambda: self._do(DateFromSources([memory])))
            card.refused.connect(lambda: self._wave("undated", memory))
        return card

    def _box(self, found: Facts) -> Card | None:
        memory, card = found.memory.id, hints.store_box(found)
        if card is not None:
            card.taken.connect(lambda: self._do(RestoreMemories([memory])))
            card.refused.connect(lambda: self._wave("evicted", memory))
        return card

    def _double(self, pair: Pair | None) -> Card | None:
        if pair is None:
            return None
        card = hints.double(pair)
        card.taken.connect(lambda: self._on_compare_asked(pair))
        card.refused.connect(lambda: self._wave_off(pair))
        return card

    def _wave(self, kind: str, memory: int, other: int | None = None) -> None:
        self._do(Dismiss(kind, "memory", [(memory, other)]))

    def _wave_off(self, pair: Pair) -> None:
        self._wave("doubles", pair.first, pair.second)

    @aio.slot
    async def _on_compare_asked(self, pair: Pair) -> None:
        found = {one.id: one for one in await self._studio.ask(memories.many, [pair.first, pair.second])}
        this = pair.first if self._shows(pair.first) else pair.second
        other = pair.second if this == pair.first else pair.first
        if not self._shows(this) or this not in found or other not in found:
            return
        card = hints.Comparison(found[this], found[other])
        card.keep_this.connect(lambda: self._do(MergeMemories(this, [other])))
        card.keep_other.connect(lambda: self._merge_away(other, this))
        card.refused.connect(lambda: self._wave_off(pair))
        self._page.show_hints([card])

    @aio.slot
    async def _merge_away(self, keep: int, gone: int) -> None:
        await self._studio.execute(MergeMemories(keep, [gone]), toast=True)
        self._studio.show_memory(keep)
