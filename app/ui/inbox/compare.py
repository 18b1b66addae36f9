"""A re-import's or a model's change: both texts with their words marked, the other fields as was and would be."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.storage.links import Box
from app.ui import diff, theme, words
from app.ui.i18n import tr
from app.ui.inbox.facts import BESIDE, Facts
from app.ui.inbox.naming import by_model
from app.ui.widgets import Card, FactList, Mark, Prose, Text


def compared(facts: Facts) -> QWidget:
    """Ours above, theirs below on proposal ground."""
    part = QWidget()
    column = QVBoxLayout(part)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(theme.u(3))
    patch = facts.proposal.patch
    ours, theirs = facts.ours.get("content"), patch.get("content")
    if isinstance(theirs, str):
        parts = diff.pieces(str(ours or ""), theirs)
        base = (facts.proposal.base or {}).get("content")
        model = by_model(facts.proposal)
        own = model or facts.proposal.op != "change"  # ours, not another program's
        note = "" if own else tr("you have edited it")
        theirs_words = (
            tr("The model suggests") if model else tr("Suggested") if own else tr("In the other program")
        )
        column.addWidget(_side("plain", tr("Here"), diff.old_side(parts), note))
        column.addWidget(_side("proposal", theirs_words, diff.new_side(parts), ""))
        if isinstance(base, str) and base != ours and not own:
            column.addWidget(Text(tr("As it was imported"), "caption", "text_muted"))
            column.addWidget(Prose(base, "serif", "text_muted", max_lines=6))
    others = {name: value for name, value in patch.items() if name not in {"content", *BESIDE}}
    if facts.box is not None:
        column.addWidget(box_line(facts.box))
    if others:
        card = Card("proposal" if theirs is None else "plain")
        list_ = FactList()
        for name, value in others.items():
            told = f"{_shown(name, facts.ours.get(name))} → {_shown(name, value)}"
            list_.add(field_name(name), Prose(told, "body"))
        card.body.addWidget(list_)
        column.addWidget(card)
    return part


def box_line(box: Box) -> QWidget:
    """A box by its name, and how much lies in it."""
    inside = tr("{n} memory", "{n} memories", n=box.members)
    return Text(f"{tr('Event box “{name}”', name=box.name)} · {inside}", "body", "text_muted", wrap=True)


def _side(tone: str, title: str, text: tuple[str, tuple[Mark, ...]], note: str) -> QWidget:
    card = Card(tone)
    card.body.addWidget(Text(f"{title} · {note}" if note else title, "caption", "text_muted"))
    prose = Prose("", "read")
    prose.setText(*text)
    card.body.addWidget(prose)
    return card


def field_name(name: str) -> str:
    """Name of a field that may differ."""
    names = {
        "name": tr("Name"),
        "sealed": tr("Sealed"),
        "room": tr("Room"),
        "importance": tr("Importance"),
        "mood": tr("Mood"),
        "tags": tr("Tags"),
        "status": tr("Status"),
        "occurred_from": tr("Happened"),
        "pinned_until": tr("Pinned"),
        "partner_name": tr("Partner"),
        "description": tr("Description"),
        "personality_style": tr("Style"),
        "rumination_tendency": tr("Rumination"),
    }
    return names.get(name, name)


def _shown(name: str, value: object) -> str:
    if name == "sealed":
        return tr("yes") if value else tr("no")
    if value in (None, "", [], (), "[]"):
        return "–"
    if name == "room":
        return words.room_name(str(value))
    if name == "mood":
        return words.mood_name(str(value))
    if isinstance(value, list | tuple):
        return ", ".join(str(one) for one in value)
    if isinstance(value, str) and value.startswith("["):  # tags as a record holds them
        return value.strip("[]").replace('"', "")
    return str(value)
