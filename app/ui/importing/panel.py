"""Import: try the file, show the report, import on the author's word; several files one after the other."""

import asyncio
import time
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.domain.errors import KnownError
from app.engine import embedding
from app.engine.ingest.account import Account
from app.engine.tasks import Task
from app.ui import aio, dialogs, theme
from app.ui.i18n import format_number, told, tr
from app.ui.importing import work, zones
from app.ui.importing.naming import amounts, size_of
from app.ui.importing.pages import Failure, Queue, Waiting
from app.ui.importing.report import Report
from app.ui.importing.side import SidePage
from app.ui.importing.skips import as_csv
from app.ui.machine import Machine
from app.ui.panel import Panel, say_nothing
from app.ui.studio import Studio
from app.ui.widgets import Button, EmptyState, PanelHead, Text


class ImportPanel(Panel):
    """One file at a time: tried, shown, imported."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.queue = Queue()
        self.account: Account | None = None
        self.error: KnownError | None = None
        self.zone: str | None = None
        self.importing = False
        self._task: Task | None = None
        self._seconds = 0.0
        self._imported = False  # something of this queue has been imported
        self._begun = False  # the present file's import was begun
        self._size = ""
        self.head = PanelHead()
        self.cancel = Button()
        self.primary = Button("", "primary", icon="import")
        self.stepper = Text("", "small", "text_muted")
        self.empty = EmptyState("import")
        self.empty.button.set_kind("primary")
        self.waiting = Waiting()
        self.report = Report()
        self.failure = Failure()
        self.side = SidePage()
        self.pages = QStackedWidget()
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        self.head.add_action(self.cancel)
        self.head.add_action(self.primary)
        self.stepper.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(2))
        for page in (self.empty, self.waiting, self.report, self.failure):
            self.pages.addWidget(page)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.stepper)
        column.addWidget(self.pages, 1)

    def _wire(self) -> None:
        self.empty.asked.connect(lambda: self.studio.action_requested.emit("import"))
        self.cancel.clicked.connect(self._on_cancel_clicked)
        self.primary.clicked.connect(self._on_primary_clicked)
        self.report.zone_picked.connect(self._on_zone_picked)
        self.side.save_asked.connect(self._on_save_asked)
        self.failure.again_asked.connect(self._on_again_asked)
        self.failure.other_asked.connect(lambda: self.studio.action_requested.emit("import"))
        self.failure.next_asked.connect(self._on_next_asked)
        self.studio.tasks_changed.connect(self._on_tasks_changed)

    def inspector_page(self) -> QWidget | None:
        return self.side

    # words

    def retranslate(self) -> None:
        self.empty.set_words(
            tr("Drop a chat export anywhere in this window. You see a report before anything is written."),
            tr("Choose a file …"),
            "import",
        )
        self.failure.retranslate()
        self._show()

    def _show(self) -> None:
        """Put the present state into words and show its page."""
        path = self.queue.current
        self.stepper.setText(
            tr("File {number} of {total}", number=self.queue.at + 1, total=len(self.queue.paths))
        )
        self.stepper.setVisible(len(self.queue.paths) > 1)
        self.cancel.setText(tr("Cancel"))
        self.cancel.setVisible(path is not None)
        self.primary.setVisible(path is not None and self.error is None and self.account is not None)
        page: QWidget = self.waiting
        if self.error is not None:
            self.cancel.setText(tr("Close"))
        if path is None:
            page = self.empty
            self.head.title.setText(tr("Import"))
            self.head.subtitle.setText(tr("Nothing chosen yet"))
        elif self.error is not None:
            page = self.failure
            self.head.title.setText(tr("This file could not be read"))
            self.head.subtitle.setText(path.name)
            self.failure.show_error(self.error, more=self.queue.more, begun=self._begun)
        elif self.account is not None and not self.importing:
            page = self.report
            self._show_report(path, self.account)
        else:
            title = tr("Importing …") if self.importing else tr("Reading the file …")
            self.head.title.setText(title)
            self.head.subtitle.setText(f"{path.name} · {self._size}")
            self.primary.hide()
            self.waiting.show_task(self._task, importing=self.importing)
        self.pages.setCurrentWidget(page)
        say_nothing(self.side, page is not self.report)

    def _show_report(self, path: Path, account: Account) -> None:
        self.head.title.setText(tr("What the file holds"))
        told_ = tr("read to the end, nothing written yet")
        self.head.subtitle.setText(" · ".join(part for part in (path.name, self._size, told_) if part))
        self.report.show_account(account, ask_zone=self._asks_zone(account))
        fresh = account.total("new") + account.total("changed") + account.gone
        words = tr("Import {amounts}", amounts=amounts(account)) if fresh else tr("Nothing new in it")
        self.primary.setText(words)
        reason = self.studio.read_only
        self.primary.setEnabled(bool(fresh) and reason is None)
        self.primary.setToolTip(told(reason)[0] if reason else "")
        self.cancel.setText(tr("Skip this file") if self.queue.more else tr("Cancel"))

    def _asks_zone(self, account: Account) -> bool:
        found = account.found_as
        return found is not None and found.needs_timezone and self._answered() is None

    def _answered(self) -> str | None:
        """The zone an earlier import was read in; asked once, it is asked no more."""
        return next((who.timezone for who in self.studio.characters if who.source_ids), None)

    # the way of a file

    def show_with(self, **arguments: object) -> None:
        paths = arguments.get("paths")
        if isinstance(paths, list | tuple) and paths:
            chosen = [Path(str(path)) for path in paths]
            if self.importing:
                self.queue.add(chosen)
                self._show()
            else:
                self.queue, self._imported = Queue(chosen), False
                self._begin()

    async def refresh(self, changes: Changes | None) -> None:
        if changes is None:
            self._show()
            self.side.show_account(self.account)

    def _begin(self) -> None:
        self.account, self.error, self.zone, self._begun = None, None, None, False
        self.side.show_account(None)
        aio.spawn(self._read(), self)

    async def _read(self) -> None:
        """Try the present file; an older try that still runs is put off first."""
        engine, path = self.studio.engine, self.queue.current
        if engine is None or path is None:
            return
        if self._task is not None:
            self._task.cancel()
            await work.ended(self._task)
        zone = self.zone or self._answered() or zones.here()
        self._size = await asyncio.to_thread(size_of, path)
        if path != self.queue.current:
            return
        begun = time.monotonic()
        task = self._task = work.start_reading(engine, path, zone)
        self._show()
        result = await work.ended(task)
        if task is not self._task or path != self.queue.current:
            return  # the zone or the file was changed meanwhile
        self._task, self._seconds = None, time.monotonic() - begun
        self._take(result)

    def _take(self, result: work.Read) -> None:
        self.account = result if isinstance(result, Account) else None
        self.error = result if isinstance(result, KnownError) else None
        if result is None:
            self.queue = Queue()
        self._show()
        self.side.show_account(self.account)
        if self.account is not None:
            seconds = format_number(self._seconds, 1)
            self.studio.say(tr("Read in {seconds} s · nothing changed yet", seconds=seconds))
            if self.primary.isEnabled():
                self.primary.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_zone_picked(self, zone: str) -> None:
        if self.account is None or zone == self.account.timezone:
            return
        self.zone = zone
        aio.spawn(self._read(), self)

    def _on_tasks_changed(self) -> None:
        if self._task is not None and self.pages.currentWidget() is self.waiting:
            self.waiting.show_task(self._task, importing=self.importing)

    def _on_cancel_clicked(self) -> None:
        if self._task is not None:
            self._task.cancel()
        elif self.queue.more and self.error is None:
            self._on_next_asked()
        else:
            self._leave()

    def _on_again_asked(self) -> None:
        self._begin()

    def _on_next_asked(self) -> None:
        self.queue.step()
        self._begin()

    def _leave(self) -> None:
        self.queue, self.account, self.error = Queue(), None, None
        self.side.show_account(None)
        self._show()
        found = self._imported and self.studio.has_panel("findings")
        self.studio.open_panel("findings" if found else "palace")

    @aio.slot
    async def _on_primary_clicked(self) -> None:
        engine, path, account = self.studio.engine, self.queue.current, self.account
        if engine is None or path is None or account is None or self.importing:
            return
        begun = time.monotonic()
        self.importing = self._begun = True
        kept = Machine.load()
        kept.remember_import(path)
        kept.save()
        task = self._task = work.start_import(engine, path, account.timezone)
        self._show()
        try:
            result = await work.ended(task)
        finally:
            self._task, self.importing = None, False
        if isinstance(result, Account):
            await self._done(result, time.monotonic() - begun)
        else:
            self._stopped(result)

    def _stopped(self, result: KnownError | None) -> None:
        if result is None:
            words = tr("The import was stopped. What was written stays as an interrupted run in the History.")
            self.studio.toast(words, sticky=True, tone="warning")
        self.error = result
        self._show()

    async def _done(self, account: Account, seconds: float) -> None:
        """Say it, make vectors in the background, go on to the next file or to what was found."""
        self.studio.toast(
            tr("{amounts} added", amounts=amounts(account)),
            detail=tr("{seconds} s", seconds=format_number(seconds, 1)),
            undo=account.run,
            undo_text=tr("Undo import"),
            sticky=True,
        )
        self._imported = True
        await self.studio.reread_characters()
        await self._look_after(account)
        if self.queue.more:
            self._on_next_asked()
        else:
            self._leave()

    async def _look_after(self, account: Account) -> None:
        uids = {one.uid for one in account.characters.values()}
        touched = [who for who in self.studio.characters if who.uid in uids]
        engine = self.studio.engine
        if engine is not None and touched:
            from app.bootstrap import embedder

            embedding.start(engine, embedder(), touched)
        if touched and self.studio.character not in touched:
            await self.studio.choose_character(touched[0].id)

    @aio.slot
    async def _on_save_asked(self) -> None:
        account, path = self.account, self.queue.current
        if account is None or path is None:
            return
        chosen = await dialogs.choose_file(
            self, tr("Save what was skipped"), save_as=f"{path.stem}-skipped.csv", kinds="CSV (*.csv)"
        )
        if not chosen:
            return
        try:
            # With the mark at its head, a spreadsheet reads the file as UTF-8.
            await asyncio.to_thread(chosen[0].write_text, as_csv(account), "utf-8-sig", None, "")
        except OSError as fault:
            raise KnownError(
                "skips.save",
                "The table could not be written to {file}.",
                "Choose another folder.",
                file=chosen[0].name,
            ) from fault
        self.studio.say(tr("Saved as {file}", file=chosen[0].name))
