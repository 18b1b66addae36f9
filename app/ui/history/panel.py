"""The history page: by day, newest first, with undo and redo, cut runs on top and the journal's size at the foot."""

from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout

from app.domain.changes import Changes
from app.engine import resume
from app.storage import history, undo
from app.storage.driver import Connection
from app.storage.history import Line
from app.storage.undo import Step
from app.ui import aio, theme
from app.ui.history import again
from app.ui.history.cut import CutShort
from app.ui.history.model import HistoryModel
from app.ui.history.view import HistoryView
from app.ui.i18n import told, tr
from app.ui.moments import local, size_words
from app.ui.panel import Panel
from app.ui.studio import Studio
from app.ui.undoing import InTheWay, bring_back, take_back, take_back_all
from app.ui.widgets import (
    Bar,
    Card,
    EmptyState,
    Lane,
    LinkButton,
    PanelHead,
    Rule,
    Segmented,
    SkeletonRows,
    Text,
)

_MORE_TELLING = 3


class HistoryPanel(Panel):
    """Every edit and run of the palace."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.head = PanelHead(beside=True)
        self.which = Segmented()
        self.backups = LinkButton("")
        self.head.add_action(self.backups)
        self.head.add_action(self.which)
        self.cards = QVBoxLayout()
        self.model = HistoryModel(self)
        self.view = HistoryView(self.model)
        self.empty = EmptyState("clock")
        self.skeleton = SkeletonRows(52)
        self.body = QStackedWidget()
        self.lane = Lane(self.view)
        for widget in (self.lane, self.empty):
            self.body.addWidget(widget)
        self.journal = Text("", "caption", "text_muted", tabular=True)
        self.bar = Bar(0.0, "line_strong")
        self.blocking: dict[str, list[Step]] = {}
        self._cut: list[Line] = []
        self._files: dict[str, Path] = {}  # of cut imports, where the file is still there
        self._build()
        self.model.rows_wanted.connect(self._on_rows_wanted)
        self.which.chosen.connect(lambda _key: self.request_refresh())
        self.view.acted.connect(self._on_acted)
        self.backups.clicked.connect(lambda: studio.open_panel("backups"))
        studio.tasks_changed.connect(self._on_tasks_changed)
        self.retranslate()

    def _build(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        self.cards.setSpacing(theme.u(2))
        self.cards.setContentsMargins(theme.u(6), 0, theme.u(6), 0)
        column.addLayout(self.cards)
        column.addWidget(self.skeleton)
        column.addWidget(self.body, 1)
        inner = QVBoxLayout()
        inner.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(4))
        inner.setSpacing(theme.u(2))
        inner.addWidget(Rule())
        foot = QHBoxLayout()
        foot.setSpacing(theme.u(4))
        foot.addWidget(self.journal)
        foot.addWidget(self.bar, 1)
        inner.addLayout(foot)
        column.addLayout(inner)

    def retranslate(self) -> None:
        self.head.title.setText(tr("History"))
        self.which.set_options([("all", tr("All")), ("mine", tr("Mine")), ("runs", tr("Runs"))])
        self.which.setAccessibleName(tr("Which edits are shown"))
        self.backups.setText(tr("Backups and soundness"))
        self.view.setAccessibleName(tr("Edits and runs, the newest first"))
        self.view.setToolTip("")
        self.bar.setAccessibleName(tr("What the history takes up"))

    # Reading

    async def refresh(self, _changes: Changes | None) -> None:
        engine = self.studio.engine
        if engine is None:
            self.model.set_index([], local(0).date())
            return
        self.skeleton.begin()
        which = self.which.current()
        index, cut, newest, size = await self.studio.ask(_read, which)
        self.skeleton.end()
        held, top = self.view.current_uid(), self.view.verticalScrollBar().value()
        today = local(engine.now()).date()
        self.model.writable = self.studio.read_only is None
        self.model.newest = newest
        self._forget_blocked()  # what stood in the way may do so no longer
        self.model.set_index(index, today)
        if held is not None and self.model.row_of(held) is not None:
            self.view.go_to(held)
        QTimer.singleShot(0, self.view, lambda: self.view.verticalScrollBar().setValue(top))
        self.head.subtitle.setText(tr("{n} edit or run", "{n} edits and runs", n=len(index)))
        self.body.setCurrentWidget(self.lane if index else self.empty)
        self.empty.set_words(_nothing(which))
        self.journal.setText(
            tr("History holds {size} of {budget}", size=size_words(size), budget=size_words(history.BUDGET))
        )
        self.bar.set_share(size / history.BUDGET, "warning" if size > history.BUDGET else "line_strong")
        self._cut = [line for line in cut if not self._runs_now(line)]
        self._files = await again.files_of(self._cut)
        self._show_cards()

    def _runs_now(self, line: Line) -> bool:
        """Whether this very window is at it: running, not cut short."""
        return line.status in ("running", "queued")

    @aio.slot
    async def _on_rows_wanted(self, page: int) -> None:
        uids = self.model.page_uids(page)
        if uids and self.studio.engine is not None:
            self.model.set_lines(page, await self.studio.ask(history.lines, uids))
            self.view.scheduleDelayedItemsLayout()

    def _on_tasks_changed(self) -> None:
        engine = self.studio.engine
        if engine is not None and not engine.tasks.running and self.isVisible():
            self.request_refresh()

    # Cards

    def _show_cards(self) -> None:
        while (item := self.cards.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        for uid, steps in self.blocking.items():
            self.cards.addWidget(self._way_card(uid, steps))
        for line in self._cut[:_MORE_TELLING]:
            self.cards.addWidget(self._cut_card(line))

    def _way_card(self, uid: str, steps: list[Step]) -> Card:
        card = InTheWay(steps)
        card.agreed.connect(lambda: self._take_back_all(uid))
        card.refused.connect(lambda: self._leave(uid))
        return card

    def _cut_card(self, line: Line) -> Card:
        engine, uid = self.studio.engine, line.entry.id
        refusal = told(self.studio.read_only)[0] if self.studio.read_only else ""
        today = local(engine.now() if engine else 0).date()
        goes_on = line.entry.kind != "import" or uid in self._files
        card = CutShort(line, today, goes_on=goes_on, refusal=refusal)
        card.resume_asked.connect(lambda: self._on_resume_asked(line))
        card.undo_asked.connect(lambda: self._on_acted(uid))
        card.stand_asked.connect(lambda: self._on_stand_asked(uid))
        return card

    # The author's hand

    @aio.slot
    async def _on_acted(self, uid: str) -> None:
        line = self.model.line(uid) or next((one for one in self._cut if one.entry.id == uid), None)
        if line is None or line.entry.state == "sealed":
            return
        if line.entry.state == "undone":
            await bring_back(self.studio, uid)
        elif uid in self.blocking:
            self._take_back_all(uid)
        elif steps := await take_back(self.studio, uid):
            self.blocking = {uid: steps}
            self.model.blocked = {uid: len(steps) + 1}
            self.model.tell(uid)
            self._show_cards()

    @aio.slot
    async def _take_back_all(self, uid: str) -> None:
        await take_back_all(self.studio, uid, self.blocking.get(uid, []))

    def _leave(self, uid: str) -> None:
        self._forget_blocked()
        self.model.tell(uid)
        self._show_cards()
        self.view.setFocus()

    def _forget_blocked(self) -> None:
        self.blocking = {}
        self.model.blocked = {}

    @aio.slot
    async def _on_resume_asked(self, line: Line) -> None:
        engine = self.studio.engine
        if engine is None:
            return
        if line.entry.kind == "import":
            path = self._files.get(line.entry.id)
            if path is None:
                self.studio.action_requested.emit("import")
            else:
                await again.take_up(self.studio, line.entry.id, path)
            return
        from app.bootstrap import embedder
        from app.ui.processing import readers

        model = await resume.model_of(engine, line.entry.id)
        speaker = await readers.again(self.studio, model, self) if model else None
        if model and speaker is None:
            return
        try:
            await (await resume.resume(engine, line.entry.id, embedder(), speaker)).wait()
        finally:
            if speaker is not None:
                await speaker.model.close()

    @aio.slot
    async def _on_stand_asked(self, uid: str) -> None:
        engine = self.studio.engine
        if engine is not None:
            await resume.let_stand(engine, uid)


def _read(conn: Connection, which: str) -> tuple[list[tuple[str, int]], list[Line], str | None, int]:
    """Read the order of lines, the runs that were cut short, what Ctrl+Z would take, and the journal's size."""
    cut = history.lines(conn, [uid for uid, _ in history.index(conn, "interrupted")])
    step = undo.newest_undoable(conn, "author")
    return history.index(conn, which), cut, step.uid if step else None, history.journal_bytes(conn)


def _nothing(which: str) -> str:
    return {
        "mine": tr("You have not changed anything yet."),
        "runs": tr("No run yet: an import or a reading of messages will stand here."),
    }.get(which, tr("Nothing was done yet. Every edit will stand here, and can be undone."))
