"""Beside the prompt: its fields, what its front matter means, and the palace's versions of it."""

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.models.prompts import Template
from app.storage.templates import StoredTemplate
from app.ui.i18n import format_day, format_time, tr
from app.ui.prompts.words import front_matter
from app.ui.widgets import Chip, Column, FactList, LinkButton, Text


class SidePage(QWidget):
    """Built anew for each prompt: a dozen labels."""

    compare_asked = Signal(int)
    use_asked = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._column: Column | None = None

    def show_prompt(self, template: Template, versions: Sequence[StoredTemplate], *, writable: bool) -> None:
        """Show what belongs to a wording."""
        if self._column is not None:
            self._outer.removeWidget(self._column)
            self._column.hide()
            self._column.deleteLater()
        column = self._column = Column()
        self._outer.addWidget(column)
        self._add_fields(column, template)
        column.add_rule()
        column.add(Text(tr("Before the wording"), "title"))
        facts = FactList(104)
        for name, value in front_matter(template):
            facts.add(name, Text(value, "body", wrap=True))
        column.add(facts)
        column.add_rule()
        column.add(Text(tr("Versions in this palace"), "title"))
        if not versions:
            column.add(Text(tr("None yet: the built-in wording is used."), "body", "text_muted", wrap=True))
        for version in versions:
            column.add(self._version(version, writable=writable))
        column.add_stretch()

    def _add_fields(self, column: Column, template: Template) -> None:
        column.add(Text(tr("Fields"), "title"))
        facts = FactList(104)
        for name, meaning in template.fields.items():
            needed = tr("{meaning} (needed)", meaning=meaning) if name in template.needs else meaning
            facts.add("{{" + name + "}}", Text(needed, "body", wrap=True))
        column.add(facts)

    def _version(self, version: StoredTemplate, *, writable: bool) -> QWidget:
        box = QWidget()
        lines = QVBoxLayout(box)
        lines.setContentsMargins(0, 0, 0, 0)
        head = QHBoxLayout()
        head.addWidget(
            Text(tr("{name}, version {n}", name=version.name, n=version.ordinal), "body", weight=600), 1
        )
        if version.active:
            head.addWidget(Chip(tr("in use"), "check", ground="success_soft", ink="success", border=None))
        lines.addLayout(head)
        when = datetime.fromtimestamp(version.recorded_at / 1000).astimezone()
        lines.addWidget(Text(f"{format_day(when.date())} {format_time(when)}", "caption", "text_muted"))
        row = QHBoxLayout()
        compare = LinkButton(tr("Compare"))
        compare.clicked.connect(lambda: self.compare_asked.emit(version.id))
        row.addWidget(compare)
        if not version.active:
            use = LinkButton(tr("Use this one"))
            use.setEnabled(writable)
            use.clicked.connect(lambda: self.use_asked.emit(version.id))
            row.addWidget(use)
        row.addStretch(1)
        lines.addLayout(row)
        return box
