"""Setting the budget: some round numbers, one's own, or as the profile has it."""

from typing import Final

from PySide6.QtWidgets import QMenu

from app.domain.errors import KnownError
from app.engine.commands import SetBudget
from app.ui import aio, dialogs
from app.ui.i18n import format_number, tr
from app.ui.months.meter import BudgetMeter
from app.ui.studio import Studio
from app.ui.widgets import drop

ROUND: Final = (4_000, 8_000, 16_000, 32_000)


def choose(studio: Studio, meter: BudgetMeter) -> QMenu:
    """Open the menu of budgets under the meter."""
    menu = QMenu(meter)
    for tokens in ROUND:
        action = menu.addAction(tr("{n} tokens", n=tokens))
        action.setCheckable(tokens == meter.cost.budget)
        action.setChecked(tokens == meter.cost.budget)
        action.triggered.connect(_Take(studio, meter, tokens))
    menu.addSeparator()
    menu.addAction(tr("Another number …")).triggered.connect(lambda: aio.spawn(_ask(studio, meter), meter))
    menu.addAction(tr("As the profile has it")).triggered.connect(_Take(studio, meter, None))
    return drop(menu, meter)


class _Take:
    def __init__(self, studio: Studio, meter: BudgetMeter, tokens: int | None) -> None:
        self._studio, self._meter, self._tokens = studio, meter, tokens

    def __call__(self) -> None:
        aio.spawn(_set(self._studio, self._tokens), self._meter)


async def _ask(studio: Studio, meter: BudgetMeter) -> None:
    held = format_number(meter.cost.budget) if meter.cost.budget else ""
    text = await dialogs.ask_text(
        meter,
        tr("Budget of the months"),
        tr("How many tokens months and their days may take in the prompt."),
        value=held,
    )
    if text is not None:
        await _set(studio, read_tokens(text))


def read_tokens(text: str) -> int:
    """Read `10,000`, `10 000` or `10k`; KnownError when it is no number."""
    plain = "".join(text.split()).replace(",", "").replace("，", "").replace("'", "").lower()
    thousands = plain.endswith("k")
    digits = plain.removesuffix("k")
    if not digits.isdecimal() or len(digits) > 9:
        raise KnownError(
            "month.budget", "“{text}” is no number of tokens.", "Write it like 10,000 or 10k.", text=text
        )
    return int(digits) * (1_000 if thousands else 1)


async def _set(studio: Studio, tokens: int | None) -> None:
    await studio.execute(SetBudget(studio.character_id, tokens), toast=True)
