"""The inspector's page of the recall box: why this one, and the prompt as it would be sent."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.assemble import Prompt
from app.domain.pool import Dropped, Recall, Scored
from app.engine.steps.mood_now import MoodNow
from app.ui import theme
from app.ui import words as domain_words
from app.ui.i18n import format_number, told, tr
from app.ui.recallbox import words
from app.ui.recallbox.mood import named
from app.ui.vectors.words import set_name
from app.ui.widgets import Bar, Column, FactList, LinkButton, Prose, Text


class TracePage(QWidget):
    """Built anew for each answer and each chosen row: a page of a dozen labels."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.open_memory = LinkButton("", leads=True)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(0, 0, 0, 0)
        self._column: Column | None = None
        self.show_nothing()

    def _fresh(self) -> Column:
        if self._column is not None:
            self.open_memory.setParent(self)
            self._outer.removeWidget(self._column)
            self._column.deleteLater()
        self._column = Column()
        self._outer.addWidget(self._column)
        return self._column

    def show_nothing(self) -> None:
        self.open_memory.hide()
        column = self._fresh()
        column.add(Text(tr("Why these"), "title"))
        column.add(
            Text(
                tr("Ask something: each answer shows what its score is made of."),
                "body",
                "text_muted",
                wrap=True,
            )
        )
        column.add_stretch()

    def show_answer(
        self, found: Recall, prompt: Prompt, chosen: Scored | Dropped | None, mood: MoodNow | None
    ) -> None:
        column = self._fresh()
        if chosen is not None:
            self._add_chosen(column, found, chosen)
            column.add_rule()
        self._add_setting(column, found, mood)
        column.add_rule()
        self._add_prompt(column, prompt)
        column.add_stretch()

    def _add_chosen(self, column: Column, found: Recall, chosen: Scored | Dropped) -> None:
        one = chosen.candidate
        column.add(Text(domain_words.room_name(one.room) if one.room else tr("Message"), "title"))
        column.add(Prose(one.content, "read", "text", max_lines=8))
        facts = FactList(128)
        if isinstance(chosen, Scored):
            for name, share in words.shares(chosen.factors, found.profile).items():
                facts.add(words.part_name(name), Text(format_number(share, 4), "body", tabular=True))
            facts.add(tr("Score"), Text(format_number(chosen.score, 4), "body", weight=600, tabular=True))
            facts.add(tr("How"), Text(words.via_name(chosen.via), "body"))
        else:
            facts.add(tr("Fell out"), Text(words.stage_name(chosen), "body", wrap=True))
            if chosen.score is not None:
                facts.add(tr("Score"), Text(format_number(chosen.score, 4), "body", tabular=True))
            if chosen.needed is not None:
                facts.add(tr("Needed"), Text(format_number(chosen.needed, 4), "body", tabular=True))
        column.add(facts)
        self.open_memory.setText(tr("Open it") if one.room else tr("Show in the conversation"))
        self.open_memory.show()
        column.add(self.open_memory)

    def _add_setting(self, column: Column, found: Recall, mood: MoodNow | None) -> None:
        column.add(Text(tr("Asked under"), "title"))
        facts = FactList(128)
        facts.add(tr("Profile"), Text(found.profile.name, "body"))
        told_mood = named(mood) if mood is not None and found.mood else domain_words.mood_name(found.mood)
        facts.add(tr("Mood of the moment"), Text(told_mood, "body", wrap=True))
        how = tr("meaning and words") if found.vectors_used else tr("words alone: no vectors yet")
        facts.add(tr("By"), Text(how, "body", wrap=True))
        if found.model is not None:
            facts.add(tr("Vectors"), Text(set_name(found.model), "body", wrap=True))
        if found.ranked_by is not None:
            facts.add(tr("Reranked by"), Text(found.ranked_by, "body", wrap=True))
        column.add(facts)
        if found.why_portable is not None:
            column.add(Text(told(found.why_portable)[0], "small", "warning", wrap=True))
        if found.why_unranked is not None:
            why, remedy = told(found.why_unranked)
            column.add(Text(why, "small", "warning", wrap=True))
            for line in filter(None, (tr("Recall answers in its own order."), remedy)):
                column.add(Text(line, "small", "text_muted", wrap=True))

    def _add_prompt(self, column: Column, prompt: Prompt) -> None:
        column.add(Text(tr("The prompt"), "title"))
        told = tr("about {n} token", "about {n} tokens", n=prompt.tokens)
        column.add(Text(told, "caption", "text_muted"))
        largest = max((block.tokens for block in prompt.blocks), default=1)
        facts = FactList(92)
        for block in prompt.blocks:
            bar = Bar(block.tokens / max(1, largest), "accent", 4)
            facts.add(f"{domain_words.block_name(block.name)} · {format_number(block.tokens)}", bar)
        column.add(facts)
        text = Prose(prompt.text[:6000], "small", "text_muted")
        text.setContentsMargins(0, theme.u(1), 0, 0)
        column.add(text)
