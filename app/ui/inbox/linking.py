"""A proposed link: the two memories, and between them how they would hang together."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.ui import theme, words
from app.ui.i18n import format_number, tr
from app.ui.inbox.facts import Facts
from app.ui.memory_card import MemoryCard
from app.ui.widgets import Bar, Chip, Prose, Text

_LINES = 5


def linked(facts: Facts) -> list[QWidget]:
    """First end, the link itself, second end; an end that is gone is said to be so."""
    ends = [
        MemoryCard(end, lines=_LINES)
        if end is not None
        else Prose(tr("This memory is no longer there."), "body", "text_muted")
        for end in (facts.target, facts.other)
    ]
    return [ends[0], _link(facts), ends[1]]


def _link(facts: Facts) -> QWidget:
    patch = facts.proposal.patch
    kind, strength = str(patch.get("kind", "")), patch.get("strength")
    part = QWidget()
    row = QHBoxLayout(part)
    row.setContentsMargins(theme.u(3), 0, theme.u(3), 0)
    row.setSpacing(theme.u(2))
    name = words.link_name(kind)
    row.addWidget(Chip(name, icon=f"links/{kind}", ground="proposal_bg", ink="proposal"))
    if isinstance(strength, int | float):
        bar = Bar(float(strength), "proposal")
        bar.setFixedWidth(theme.px(72))
        row.addWidget(bar)
        figure = format_number(float(strength), 2)
        row.addWidget(Text(figure, "body", weight=500, tabular=True))
        row.addWidget(Text(tr("strength"), "small", "text_muted"))
        part.setAccessibleName(tr("Link, {kind}, strength {figure}", kind=name, figure=figure))
    row.addStretch(1)
    return part
