"""The inbox: what runs and re-imports propose; deciding moves on, and everything decided is kept."""

from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QMenu, QStackedWidget, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.engine.commands import DecideProposals
from app.engine.nearest import Near, nearest
from app.ui import aio
from app.ui.i18n import format_number, told, tr
from app.ui.icons import icon
from app.ui.inbox import facts as reading
from app.ui.inbox.detail import Detail
from app.ui.inbox.model import Group, Post, ProposalModel, load
from app.ui.inbox.naming import NOTE_BREAK
from app.ui.inbox.side import SourcePane
from app.ui.inbox.view import ProposalView
from app.ui.panel import Panel, say_nothing
from app.ui.studio import Studio
from app.ui.widgets import EmptyState, PanelHead, Rule, Segmented

_TOUCHES = ("proposal", "memory", "message", "source", "character", "fragment", "summary")
_MENU_TEXT = 60


class InboxPanel(Panel):
    """List, detail, sources."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.post = Post()
        self.near: list[Near] = []
        self.head = PanelHead(beside=True)
        self.side_choice = Segmented([("waiting", ""), ("decided", "")])
        self.head.add_action(self.side_choice)
        self.model = ProposalModel(self)
        self.list = ProposalView(self.model)
        self.detail = Detail()
        self.pane = SourcePane()
        self.empty = EmptyState("inbox")
        self.body = QStackedWidget()
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.list)
        row.addWidget(Rule(Qt.Orientation.Vertical))
        row.addWidget(self.detail, 1)
        self.body.addWidget(both)
        self.setFocusProxy(self.list)
        self.body.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(Rule())
        column.addWidget(self.body, 1)

    def _wire(self) -> None:
        self.side_choice.chosen.connect(self._on_side_chosen)
        self.list.current_changed.connect(self._on_current_changed)
        self.list.decided.connect(self._on_key)
        self.list.group_asked.connect(self._on_group_asked)
        self.detail.verdict_asked.connect(self.decide)
        self.detail.edited.connect(self._on_edited)
        self.detail.month_asked.connect(
            lambda month, tab: self.studio.open_panel("months", month=month, tab=tab)
        )
        self.pane.message_asked.connect(self.studio.show_message)
        self.empty.asked.connect(self._on_decided_asked)

    def inspector_page(self) -> QWidget | None:
        return self.pane

    def retranslate(self) -> None:
        self.head.title.setText(tr("Inbox"))
        self.list.setAccessibleName(tr("Proposals"))
        self.side_choice.setAccessibleName(tr("Waiting or decided"))
        self.detail.keys.retranslate()
        self._tell()

    def _tell(self) -> None:
        post = self.post
        self.side_choice.set_options(
            [
                ("waiting", tr("Waiting {n}||segment", n=post.count)),
                ("decided", tr("Decided {n}||segment", n=post.settled)),
            ]
        )
        runs = len([group for group in post.waiting if not group.put_off])
        proposals = tr("{n} proposal", "{n} proposals", n=post.count)
        told_ = tr("from {n} run", "from {n} runs", n=runs)
        self.head.subtitle.setText(
            tr("{proposals} {runs} · nothing is written until you say so", proposals=proposals, runs=told_)
            if post.count
            else tr("Nothing waits.")
        )

    # reading

    async def refresh(self, changes: Changes | None) -> None:
        if changes is not None and not changes.touches(*_TOUCHES):
            return
        character = self.studio.character_id
        self.post = await self.studio.ask(load, character) if character else Post()
        self._tell()
        self._show()

    def _show(self) -> None:
        """Fill the list; the row and the scroll stay where they were."""
        decided = self.side_choice.current() == "decided"
        groups = self.post.decided if decided else self.post.waiting
        self.detail.keys.show_for(decided=decided)
        held = self.list.current()
        row, top = self.list.currentIndex().row(), self.list.verticalScrollBar().value()
        who = self.studio.character
        self.model.show_groups(groups, self.post.targets, who.timezone if who else "UTC")
        self.body.setCurrentIndex(0 if groups else 1)
        self._tell_empty()
        say_nothing(self.pane, not groups)
        if not groups:
            self.detail.clear()
            self.pane.show_facts(None)
            return
        found = self.model.row_of(held.id) if held is not None else -1
        self.list.go_to_row(found if found >= 0 else self.model.near(max(row, 0)))
        self.list.doItemsLayout()
        self.list.verticalScrollBar().setValue(top)
        self.list.scrollTo(self.list.currentIndex())

    def _tell_empty(self) -> None:
        if self.side_choice.current() == "decided":
            self.empty.set_words(tr("Nothing has been decided yet."))
        else:
            again = tr("See what was decided") if self.post.settled else ""
            words = tr("Nothing waits here. What runs and re-imports propose comes into this box.")
            self.empty.set_words(words, again)

    def _on_decided_asked(self) -> None:
        self.side_choice.set_current("decided")
        self._on_side_chosen("decided")

    def _on_side_chosen(self, _key: str) -> None:
        self._show()
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @aio.slot
    async def _on_current_changed(self, number: int) -> None:
        found = await self.studio.ask(reading.read, number)
        current = self.list.current()
        if found is None or current is None or current.id != number:
            return
        who = self.studio.character
        reason = told(self.studio.read_only)[0] if self.studio.read_only else ""
        self.near = []
        self.detail.show_facts(found, who, reason)
        self.pane.show_facts(found)
        self._tell_place(number)
        await self._find_near(found)

    async def _find_near(self, found: reading.Facts) -> None:
        engine = self.studio.engine
        open_ = found.proposal.state in {"waiting", "later"} and found.proposal.op in {"add", "duplicate"}
        if engine is None or not open_:
            return
        from app import bootstrap

        text, who = found.proposal.patch.get("content"), found.proposal.character
        if not isinstance(text, str) or who is None:
            return
        near = await nearest(engine, bootstrap.embedder(), who, text)
        current = self.list.current()
        if current is not None and current.id == found.proposal.id:
            self.near = near
            self.detail.show_near(near)

    def _tell_place(self, number: int) -> None:
        decided = self.side_choice.current() == "decided"
        groups = self.post.decided if decided else self.post.waiting
        every = [one.id for group in groups for one in group.proposals if not group.put_off]
        if number not in every:
            self.studio.say("")
            return
        place, total = every.index(number) + 1, len(every)
        if decided:
            self.studio.say(tr("{number} of {total} decided", number=place, total=total))
        else:
            self.studio.say(tr("{number} of {total} · nothing changed yet", number=place, total=total))

    # deciding

    def _on_key(self, key: str) -> None:
        if key == "run":
            current = self.list.current()
            group = self.model.group_of(current.id) if current is not None else None
            if group is not None:
                self._on_group_asked(group)
            return
        if key == "s":
            self._on_sources_asked()
            return
        for verdict in self.detail.verdicts:
            if verdict.key == key:
                self.decide(verdict.way)

    def _on_sources_asked(self) -> None:
        facts = self.detail.facts
        if facts is not None and facts.first_cited is not None:
            self.studio.show_message(facts.first_cited)

    def _on_group_asked(self, group: Group) -> None:
        if group.bulk and self.studio.read_only is None:
            self._decide(group.bulk, "accept")
        elif group.proposals:
            self.list.go_to_row(self.model.row_of(group.proposals[0].id))
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def decide(self, way: str) -> None:
        """Do what a verdict says to the proposal at hand."""
        facts = self.detail.facts
        current = self.list.current()
        if facts is None or current is None or current.id != facts.proposal.id:
            return
        if self.studio.read_only is not None:
            self.studio.say(told(self.studio.read_only)[0])
            return
        if way == "edit":
            self.detail.edit()
        elif way == "merge":
            self._offer_merge()
        elif way == "undo" and facts.edit is not None:
            self._take_back(facts.edit.id)
        elif way == "refuse":
            self._decide((current.id,), "refuse", note=NOTE_BREAK.join(self.pane.reasons) or None)
        else:
            self._decide((current.id,), way)

    def _on_edited(self, values: dict[str, Any]) -> None:
        current = self.list.current()
        if current is not None:
            self._decide((current.id,), "accept", edited=values or None)

    def _offer_merge(self) -> None:
        """Offer the nearest memories; the first is chosen by Enter."""
        menu = QMenu(self)
        for number, one in enumerate(self.near, 1):
            text = " ".join(one.memory.content.split())[:_MENU_TEXT].replace("&", "&&")
            words = f"&{number}  {format_number(one.likeness, 2)}  {text}"
            action = menu.addAction(icon(one.memory.room or "palace"), words)
            action.triggered.connect(partial(self._on_merge_chosen, one.memory.id))
        if not self.near:
            menu.addAction(tr("No memory is near enough to offer")).setEnabled(False)
        button = self.detail.buttons.get("merge")
        at = (
            button.mapToGlobal(button.rect().bottomLeft())
            if button
            else self.mapToGlobal(self.rect().center())
        )
        if menu.actions():
            menu.setActiveAction(menu.actions()[0])
        menu.popup(at)

    def _on_merge_chosen(self, memory: int, _checked: bool = False) -> None:
        current = self.list.current()
        if current is not None:
            self._decide((current.id,), "accept", into=memory)

    @aio.slot
    async def _decide(
        self,
        chosen: tuple[int, ...],
        verdict: str,
        *,
        note: str | None = None,
        edited: dict[str, Any] | None = None,
        into: int | None = None,
    ) -> None:
        one = self.model.single(chosen)
        command = DecideProposals(
            chosen, verdict, note, edited, into,
            month=one.patch["month"] if one and one.op == "month" else None,
            title=self.model.line(one) if one else None,
        )  # fmt: skip
        await self.studio.execute(command, toast=True)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    @aio.slot
    async def _take_back(self, edit: str) -> None:
        await self.studio.undo(edit)
