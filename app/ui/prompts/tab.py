"""The prompts tab: one purpose and language at a time, read or written, and shown as the model would read it."""

from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QScrollArea,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

from app.bootstrap import embedder
from app.domain.text import Language, estimate_tokens
from app.domain.text import language as language_of
from app.engine.commands.templates import SaveTemplate, UseTemplate
from app.engine.steps import rendering
from app.engine.steps.rendering import Example
from app.models import prompts
from app.models.prompts import Template
from app.storage import templates
from app.storage.templates import StoredTemplate
from app.ui import aio, diff, theme
from app.ui.i18n import format_number, tr
from app.ui.prompts.side import SidePage
from app.ui.prompts.words import purpose_name
from app.ui.settings.tabs import Tab
from app.ui.studio import Studio
from app.ui.widgets import Button, Chip, Choice, Prose, Segmented, Text, level

_SOON_MS: Final = 250
_Place = tuple[str, Language, str]  # purpose, language, uid of the character


class PromptsTab(Tab):
    """Nothing is overwritten: saving makes a new version, and the built-in wording is always there."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.versions: list[StoredTemplate] = []
        self.kept: StoredTemplate | None = None
        self.example: Example | None = None
        self.writing = False
        self._begun: dict[_Place, str] = {}  # what was written and not saved
        self._place: _Place | None = None  # whose wording stands in the field
        self._compared: StoredTemplate | None = None
        self.purpose = Choice()
        self.language = Segmented([("en", "English"), ("zh", "中文")])
        self.origin = Chip("", "chip")
        self.text = QPlainTextEdit()
        self.problem = Text("", "body", "danger", wrap=True)
        self.own, self.save, self.back = Button(), Button("", "primary"), Button("", "quiet")
        self.shown_as = Text("", "read", weight=600)
        self.tokens = Text("", "caption", "text_muted")
        self.shown = Prose("", "small", "text_muted")
        self.page = SidePage(self)
        self.page.hide()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_SOON_MS)
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(theme.u(2))
        self.purpose.setMinimumWidth(theme.u(60))
        for part in (self.purpose, self.language, self.origin):
            top.addWidget(part)
        top.addStretch(1)
        for button in (self.back, self.own, self.save):
            top.addWidget(button)
        self.text.setFont(theme.font("body"))
        self.text.setTabChangesFocus(True)
        upper = QWidget()
        above = QVBoxLayout(upper)
        above.setContentsMargins(0, 0, 0, 0)
        above.addWidget(self.text, 1)
        above.addWidget(self.problem)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        holder = QWidget()
        inner = QVBoxLayout(holder)
        inner.setContentsMargins(0, 0, theme.u(3), 0)
        inner.addWidget(self.shown)
        inner.addStretch(1)
        area.setWidget(holder)
        holder.setAutoFillBackground(False)
        area.viewport().setAutoFillBackground(False)
        lower = QWidget()
        below = QVBoxLayout(lower)
        below.setContentsMargins(0, 0, 0, 0)
        line = QHBoxLayout()
        line.addWidget(self.shown_as)
        line.addWidget(self.tokens, 1)
        level(self.tokens, "caption", "read")
        below.addLayout(line)
        below.addWidget(area, 1)
        split = QSplitter(Qt.Orientation.Vertical)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(theme.px(13))
        split.addWidget(upper)
        split.addWidget(lower)
        split.setSizes([300, 300])
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.u(6), theme.u(4), theme.u(6), theme.u(4))
        column.setSpacing(theme.u(3))
        column.addLayout(top)
        column.addWidget(split, 1)

    def _wire(self) -> None:
        self.purpose.picked.connect(lambda _key: self.look_again())
        self.language.chosen.connect(lambda _key: self.look_again())
        self.text.textChanged.connect(self._on_text_changed)
        self._soon.timeout.connect(self._render)
        self.own.clicked.connect(self._on_own_clicked)
        self.save.clicked.connect(self._on_save_clicked)
        self.back.clicked.connect(self._on_back_clicked)
        self.page.compare_asked.connect(self._on_compare_asked)
        self.page.use_asked.connect(self._on_use_asked)
        self.studio.character_changed.connect(self._on_character_changed)

    def side(self) -> QWidget | None:
        return self.page

    # words

    def retranslate(self) -> None:
        self.purpose.set_options([(one, purpose_name(one)) for one in self._purposes()])
        self.purpose.setAccessibleName(tr("Purpose"))
        self.language.setAccessibleName(tr("Language of the prompt"))
        self.own.setText(tr("Make my own"))
        self.save.setText(tr("Save as a new version"))
        self.back.setText(tr("Use the built-in wording"))
        self.text.setAccessibleName(tr("The wording"))
        self.shown.setAccessibleName(tr("As the model would read it"))
        self._show()

    def _purposes(self) -> list[str]:
        first = ["extraction", "deep_links", "box_naming", "mood_now"]
        return [*first, *(one for one in prompts.editable() if one not in first)]

    # reading

    def _on_character_changed(self) -> None:
        if self.isVisible():
            self.look_again()

    def look_again(self) -> None:
        self._read()

    @property
    def told(self) -> Language:
        return "zh" if self.language.current() == "zh" else "en"

    @aio.slot
    async def _read(self) -> None:
        purpose, engine, who = self.purpose.current(), self.studio.engine, self.studio.character
        self._compared, self.example = None, None
        if engine is None or who is None:
            self.versions, self.kept = [], None
            self._fill(None)
            return
        if self.property("asked") != who.id:  # the language of the character first
            self.setProperty("asked", who.id)
            self.language.set_current(who.language or language_of(who.name))
        place = purpose, self.told, who.uid
        versions = await engine.ask(templates.listed, purpose, self.told)
        if place != (self.purpose.current(), self.told, who.uid):
            return  # another one was chosen meanwhile
        self.versions, self.kept = versions, next((one for one in versions if one.active), None)
        self._fill(place)
        found = await rendering.example(engine, who, embedder(), purpose, self.told)
        if (purpose, who) == (self.purpose.current(), self.studio.character):
            self.example = found
            self._render()

    def _fill(self, place: _Place | None) -> None:
        """Show what is kept, or what was begun there."""
        begun = self._begun.get(place) if place else None
        self._place = None  # what is filled in is not written
        self.writing = begun is not None
        if self.text.toPlainText() != (text := self._standing() if begun is None else begun):
            self.text.setPlainText(text)
        self._place = place
        self._show()

    def _standing(self) -> str:
        """Give the wording that is kept, or ours."""
        return self.kept.body if self.kept else prompts.built_in(self.purpose.current(), self.told).body

    def _let_go(self) -> None:
        """What was begun is saved, or not wanted any more."""
        if self._place is not None:
            self._begun.pop(self._place, None)
        self.writing = False
        self._read()

    def template(self) -> Template:
        """Give the wording as it stands in the field."""
        kept = self.kept
        return prompts.own(
            self.purpose.current(),
            self.told,
            self.text.toPlainText(),
            temperature=kept.temperature if kept else None,
            max_tokens=kept.max_tokens if kept else None,
        )

    # showing

    def _show(self) -> None:
        if not self.purpose.current():
            return
        writable = self.studio.engine is not None and self.studio.read_only is None
        kept = self.kept
        self.origin.setText(
            tr("{name}, version {n}", name=kept.name, n=kept.ordinal) if kept else tr("Built-in wording")
        )
        self.text.setReadOnly(not (self.writing or kept) or not writable)
        self.own.setVisible(kept is None and not self.writing)
        self.own.setEnabled(writable)
        self.save.setVisible(self.writing or kept is not None)
        self.back.setVisible(kept is not None or self.writing)
        self.back.setEnabled(writable)
        self.page.show_prompt(
            prompts.built_in(self.purpose.current(), self.told), self.versions, writable=writable
        )
        self._render()

    def _on_text_changed(self) -> None:
        if self._place is not None:
            text = self.text.toPlainText()
            if text == self._standing():
                self._begun.pop(self._place, None)
            else:
                self._begun[self._place] = text
        self._soon.start()

    def unkept(self) -> str:
        return tr("The wording of a prompt that you are writing is not kept yet.") if self._begun else ""

    def _render(self) -> None:
        """Say what is wrong with the wording, and show it filled."""
        if not self.purpose.current():
            return
        template = self.template()
        wrong = prompts.problems(template)
        self.problem.setText("  ".join(tr(one.message, field=one.field) for one in wrong))
        self.problem.setVisible(bool(wrong))
        self.save.setEnabled(not wrong and bool(template.body) and (template.body != self._standing()))
        if self._compared is not None:
            self._show_difference(self._compared)
            return
        self.shown_as.setText(tr("As the model would read it"))
        if self.example is None:
            self.shown.setText(template.body)
            self.tokens.setText(tr("about {n} tokens", n=format_number(estimate_tokens(template.body))))
            return
        made = self.example.call(template)
        self.shown.setText("\n\n".join(message.content for message in made.messages))
        told = tr("about {n} tokens", n=format_number(made.tokens))
        self.tokens.setText(told + " · " + tr("an example out of this palace; nothing is sent"))

    def _show_difference(self, other: StoredTemplate) -> None:
        text, marks = diff.together(diff.pieces(other.body, self.text.toPlainText().strip()))
        self.shown_as.setText(tr("Since {name}, version {n}", name=other.name, n=other.ordinal))
        self.tokens.setText(tr("what is gone is struck, what came is underlined"))
        self.shown.setText(text, marks)

    # the author's hand

    def _on_own_clicked(self) -> None:
        self.writing = True
        self._show()
        self.text.setFocus()

    @aio.slot
    async def _on_save_clicked(self) -> None:
        name = self.kept.name if self.kept else tr("Mine")
        kept = self.kept
        command = SaveTemplate(
            self.purpose.current(),
            self.told,
            name,
            self.text.toPlainText(),
            kept.temperature if kept else None,
            kept.max_tokens if kept else None,
        )
        await self.studio.execute(command, toast=True)
        self._let_go()

    @aio.slot
    async def _on_back_clicked(self) -> None:
        if self.kept is not None:
            await self.studio.execute(UseTemplate(self.purpose.current(), self.told), toast=True)
        self._let_go()

    @aio.slot
    async def _on_use_asked(self, template: int) -> None:
        await self.studio.execute(UseTemplate(self.purpose.current(), self.told, template), toast=True)
        self._let_go()

    def _on_compare_asked(self, template: int) -> None:
        found = next((one for one in self.versions if one.id == template), None)
        self._compared = None if found is self._compared else found
        self._render()
