"""The room list on a large palace: first paint, and what a keystroke in the filter costs."""

import asyncio
import time
from pathlib import Path

from bench import windows
from bench.measure import Figure, LoopTicks, percentiles

from app.ui.rooms.panel import RoomsPanel

TYPED = (
    "s",
    "se",
    "sea",
    "sea r",
    "海",
    "海边",
    "我们",
    "我们昨",
    "rain",
    "deadline",
    "on day 77",
    "火锅",
    "",
)
PATIENCE = 20
SHOWN = 12  # rows that must have been read


def run(palace: Path, memories: int, times: int = 3) -> None:
    windows.run(lambda: _run(palace, f"{memories:,} memories", times))


async def _run(palace: Path, size: str, times: int) -> None:
    engine = await windows.open_engine(palace)
    async with windows.opened(engine) as scene:
        firsts, cpus = [], []
        for number in range(times + 1):
            scene.window.show_panel("palace")
            await windows.settled()
            cpu, wall = time.process_time(), time.perf_counter()
            scene.window.show_panel("rooms", room=None)
            await _painted(scene.window.panels["rooms"])
            if number:  # the first makes the panel
                firsts.append(time.perf_counter() - wall)
                cpus.append(time.process_time() - cpu)
            else:
                Figure("list", "panel made and first paint", size, time.perf_counter() - wall,
                       time.process_time() - cpu, aim="< 0.3 s").tell()  # fmt: skip
        wall, p95 = percentiles(firsts)
        Figure("list", "first paint again", size, wall, percentiles(cpus)[0], p95, aim="< 0.3 s").tell()
        await _type(scene.window.panels["rooms"], size)


async def _type(panel: object, size: str) -> None:
    """Each keystroke waits for the list it leads to."""
    assert isinstance(panel, RoomsPanel)
    walls, cpus, worst, stalls = [], [], ("", 0.0), []
    for text in TYPED * 2:
        async with LoopTicks() as ticks:
            cpu, wall = time.process_time(), time.perf_counter()
            panel.search(text)
            await _painted(panel)
            walls.append(time.perf_counter() - wall)
            cpus.append(time.process_time() - cpu)
        stalls.append(ticks.longest)
        worst = max(worst, (text, walls[-1]), key=lambda one: one[1])
    wall, p95 = percentiles(walls)
    Figure("list", "filter keystroke to painted list", size, wall, percentiles(cpus)[0], p95, max(stalls),
           aim="< 50 ms", note=f"worst “{worst[0]}” {worst[1] * 1000:.0f} ms").tell()  # fmt: skip


async def _painted(panel: object) -> None:
    """Wait until the list has its order and the rows in view, and paint it."""
    assert isinstance(panel, RoomsPanel)
    until = time.monotonic() + PATIENCE
    await asyncio.sleep(0)
    while time.monotonic() < until:
        at_rest = not (panel._waiting or panel._reading or _typing(panel))
        if at_rest and all(memory in panel.table._rows for memory in panel.table.ids[:SHOWN]):
            panel.view.viewport().repaint()
            return
        await asyncio.sleep(0.001)
    raise TimeoutError("the list was not painted")


def _typing(panel: RoomsPanel) -> bool:
    timer = getattr(panel, "_typing", None)
    return timer is not None and timer.isActive()
