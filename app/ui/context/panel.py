"""The context preview: role settings and core context, in the layout of the program they go to."""

from typing import Final

from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from app.domain.assemble import Prompt
from app.domain.changes import Changes
from app.engine.months import context
from app.engine.months.recall_tag import TagAnswer, recall_tried
from app.storage.origins import origin
from app.ui import aio, theme
from app.ui.context.model import ContextModel, rows_of
from app.ui.context.tester import TagTester
from app.ui.context.view import INSET, ContextView
from app.ui.i18n import format_number, tr
from app.ui.panel import Panel
from app.ui.studio import Studio
from app.ui.widgets import Button, Choice, EmptyState, Lane, PanelHead, Rule, Segmented, SkeletonRows, Text

ROLE: Final = "role"
CORE: Final = "core"


def layout_name(key: str) -> str:
    """Name a layout after the program that puts its prompt together so."""
    return {
        "belvedere": "Belvedere",
        "sullyos": "SullyOS",
        "sullyos-chat": tr("SullyOS, chat"),
        "sillytavern": "SillyTavern",
    }.get(key, key)


class ContextPanel(Panel):
    """Exactly what would be injected: every line with its tokens, and where it comes from."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        theme.paint_ground(self, "panel")
        self.prompt: Prompt | None = None
        self.head = PanelHead()
        self.mode = Segmented([(CORE, ""), (ROLE, "")])
        self.layout_choice = Choice()
        self.copy = Button("")
        self.told = Text("", "body", "text_muted", wrap=True)
        self.model = ContextModel(self)
        self.list = ContextView(self.model)
        self.empty = EmptyState("file")
        self.skeleton = SkeletonRows(36)
        self.tester = TagTester(self)
        self.tester.hide()
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        self.head.add_action(self.copy)
        line = QHBoxLayout()
        line.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(3))
        line.setSpacing(theme.u(2))
        line.addWidget(self.mode)
        line.addWidget(self.layout_choice)
        line.addWidget(self.told, 1)
        self._body = Lane(self.list, inset=INSET)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addLayout(line)
        column.addWidget(Rule())
        column.addWidget(self.skeleton)
        column.addWidget(self._body, 1)
        column.addWidget(self.empty, 1)
        self.empty.hide()
        self.setFocusProxy(self.list)

    def _wire(self) -> None:
        self.mode.chosen.connect(lambda _key: self.request_refresh())
        self.layout_choice.picked.connect(lambda _key: self.request_refresh())
        self.copy.clicked.connect(self._on_copy_clicked)
        self.list.source_asked.connect(self._on_source_asked)
        self.tester.asked.connect(self._on_tag_asked)
        self.tester.month_asked.connect(
            lambda month: self.studio.open_panel("months", month=month, tab="days")
        )

    def inspector_page(self) -> QWidget | None:
        return self.tester

    def show_with(self, **arguments: object) -> None:
        """Take `mode` (role, core) and `tab`, the same."""
        wanted = arguments.get("mode") or arguments.get("tab")
        if wanted in (ROLE, CORE):
            self.mode.set_current(str(wanted))
            self.request_refresh()

    def retranslate(self) -> None:
        self.head.title.setText(tr("Context"))
        self.head.subtitle.setText(tr("What would stand in the prompt now, line by line"))
        self.mode.set_options([(CORE, tr("Core context")), (ROLE, tr("Role settings"))])
        self.mode.setAccessibleName(tr("Which context"))
        self.layout_choice.set_options([(key, layout_name(key)) for key in context.LAYOUTS])
        self.layout_choice.setAccessibleName(tr("In the layout of"))
        self.copy.setText(tr("Copy the text"))
        self.list.setAccessibleName(tr("Lines of the prompt"))
        self.empty.set_words(tr("Nothing would be injected: there is no text, no month and no memory yet."))
        self.tester.retranslate()
        self._tell()

    # reading

    async def refresh(self, changes: Changes | None) -> None:
        del changes  # any edit may change a line
        engine, who = self.studio.engine, self.studio.character
        if engine is None or who is None:
            self.prompt = None
            self._show()
            return
        wanted = (self.mode.current(), self.layout_choice.current())
        if self.prompt is None:
            self.skeleton.begin()
        try:
            made = await (context.role if wanted[0] == ROLE else context.core)(engine, who, wanted[1])
        finally:
            self.skeleton.end()
        if who == self.studio.character and wanted == (self.mode.current(), self.layout_choice.current()):
            self.prompt = made
            self._show()
            self._on_tag_asked(self.tester.text())

    def _show(self) -> None:
        prompt = self.prompt
        rows = rows_of(prompt) if prompt is not None else []
        if rows != self.model.rows:
            row, top = self.list.currentIndex().row(), self.list.verticalScrollBar().value()
            self.model.set_rows(rows)
            self.list.doItemsLayout()
            self.list.verticalScrollBar().setValue(top)
            if 0 <= row < len(rows):
                self.list.setCurrentIndex(self.model.index(row))
        self._body.setVisible(bool(rows))
        self.empty.setVisible(prompt is not None and not rows)
        self.copy.setEnabled(bool(rows))
        self._tell()

    def _tell(self) -> None:
        prompt = self.prompt
        if prompt is None:
            self.told.setText("")
            return
        count = format_number(prompt.tokens)
        by, _, family = prompt.counted.partition(":")
        if by != "estimate":
            self.told.setText(tr("{tokens} tokens, counted by {name}", tokens=count, name=prompt.counted))
        elif family:
            self.told.setText(tr("{tokens} tokens, estimated for {name}", tokens=count, name=family))
        else:
            self.told.setText(tr("{tokens} tokens, estimated", tokens=count))

    # the author's hand

    def _on_copy_clicked(self) -> None:
        if self.prompt is not None:
            QApplication.clipboard().setText(self.prompt.text)
            self.studio.say(tr("The text is on the clipboard."))

    @aio.slot
    async def _on_source_asked(self, uid: str) -> None:
        """Lead to where a line can be edited."""
        found = await self.studio.ask(origin, uid)
        if found is None:
            self.studio.say(tr("What told this line cannot be opened."))
        elif found.kind == "memory":
            self.studio.show_memory(found.id)
        elif found.kind == "fragment":
            day = {"day": found.day} if found.day else {"undated": True}
            self.studio.open_panel("months", tab="days", fragment=found.id, **day)
        elif found.kind == "month":
            self.studio.open_panel("months", month=found.month, tab="summary")
        else:
            self.studio.action_requested.emit("character")

    @aio.slot
    async def _on_tag_asked(self, text: str) -> None:
        engine, who = self.studio.engine, self.studio.character
        answers: tuple[TagAnswer, ...] = ()
        if text and engine is not None and who is not None:
            answers = await recall_tried(engine, who, text)
        if text == self.tester.text():
            self.tester.show_answers(answers)
