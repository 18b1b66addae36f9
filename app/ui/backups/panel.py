"""Backups and soundness: the copies there are, one more now, one put back; and whether the file is sound."""

from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.domain.errors import KnownError, mark
from app.engine import care
from app.engine.engine import Engine
from app.engine.tasks import Task
from app.storage.backup import Backup
from app.storage.integrity import Problem
from app.ui import aio, dialogs, theme
from app.ui.backups.model import BACKUP_ROLE, BackupDelegate, BackupsModel
from app.ui.backups.preview import PreviewPage
from app.ui.backups.restoring import put_back
from app.ui.i18n import told, tr
from app.ui.moments import local, moment_words, size_words
from app.ui.panel import Panel, say_nothing
from app.ui.studio import Studio
from app.ui.widgets import Button, Card, EmptyState, PanelHead, RowList, SkeletonRows, Text

_DAMAGED = "damaged"


class BackupsPanel(Panel):
    """The inspector shows what the chosen backup holds."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.chosen: Backup | None = None
        self.problems: list[Problem] | None = None
        self.mended = False
        self.head = PanelHead()
        self.check = Button("", icon="check")
        self.make = Button("", "primary")
        for button in (self.check, self.make):
            self.head.add_action(button)
        self.result = QVBoxLayout()
        self.model = BackupsModel(self)
        self.view = RowList()
        self.empty = EmptyState("clock")
        self.skeleton = SkeletonRows(46)
        self.body = QStackedWidget()
        self.page = PreviewPage()
        self._build()
        self._wire()
        self.retranslate()
        self.page.show_nothing()

    def _build(self) -> None:
        self.view.setModel(self.model)
        self.view.setItemDelegate(BackupDelegate(self.view))
        self.view.setUniformItemSizes(True)
        self.body.addWidget(self.view)
        self.body.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        inner = QVBoxLayout()
        inner.setContentsMargins(theme.u(6), 0, theme.u(6), theme.u(4))
        inner.setSpacing(theme.u(3))
        inner.addLayout(self.result)
        inner.addWidget(self.skeleton)
        inner.addWidget(self.body, 1)
        column.addLayout(inner, 1)

    def _wire(self) -> None:
        self.make.clicked.connect(self._on_make_clicked)
        self.check.clicked.connect(self._on_check_clicked)
        self.view.selectionModel().currentChanged.connect(self._on_current_changed)
        self.page.restore_asked.connect(self._on_restore_asked)
        self.page.folder_asked.connect(self._on_folder_asked)

    def retranslate(self) -> None:
        self.head.title.setText(tr("Backups and soundness"))
        self.head.subtitle.setText(
            tr(
                "Copies are kept by themselves: the last 7 days, 4 weeks and 12 months, each opened and counted."
            )
        )
        self.make.setText(tr("Back up now to …"))
        self.check.setText(tr("Check the palace"))
        self.view.setAccessibleName(tr("Backups, the newest first"))
        self.empty.set_words(tr("No backup yet. The first is made when something has changed."))
        if self.problems is not None:
            self._show_result(self.problems, mended=self.mended)

    def inspector_page(self) -> QWidget | None:
        return self.page

    def _refusal(self) -> str:
        return told(self.studio.read_only)[0] if self.studio.read_only else ""

    async def refresh(self, changes: Changes | None) -> None:
        engine = self.studio.engine
        if engine is None or changes is not None:
            return  # an edit makes no backup
        self.skeleton.begin()
        try:
            found = await care.backups(engine)
        finally:
            self.skeleton.end()
        self.model.set_backups(found, local(engine.now()).date())
        self.body.setCurrentWidget(self.view if found else self.empty)
        say_nothing(self.page, not found)
        row = next((n for n, one in enumerate(found) if self.chosen and one.path == self.chosen.path), None)
        if row is not None:
            self.view.setCurrentIndex(self.model.index(row))
        else:
            self.chosen = None
            self.page.show_nothing()

    @aio.slot
    async def _on_current_changed(self) -> None:
        found = self.view.currentIndex().data(BACKUP_ROLE)
        engine = self.studio.engine
        if not isinstance(found, Backup) or engine is None:
            return
        self.chosen = found
        try:
            seen = await care.preview(found.path)
        except KnownError as fault:
            self.page.show_failure(*told(fault))
            return
        if self.chosen == found:
            today = local(engine.now()).date()
            self.page.show_preview(found, seen, today, refusal=self._refusal())

    # Making, putting back

    @aio.slot
    async def _on_make_clicked(self) -> None:
        engine = self.studio.engine
        if engine is None:
            return
        stem = engine.database.path.stem
        proposed = f"{stem} {local(engine.now()).date().isoformat()}.palace"
        for target in await dialogs.choose_file(self, tr("Where to put the copy"), save_as=proposed):
            await self.back_up(engine, target)

    async def back_up(self, engine: Engine, target: Path) -> None:
        """Make a verified copy, as a task."""

        async def body(_task: Task) -> int:
            return await care.back_up(engine, target)

        task = engine.tasks.start(mark("Back up to {file}"), body, key="backup", file=target.name)
        size = await task.wait()
        if task.state == "done":
            words = tr("{file} is written and checked, {size}", file=target.name, size=size_words(size))
            self.studio.toast(words, sticky=True)

    @aio.slot
    async def _on_restore_asked(self) -> None:
        chosen, engine = self.chosen, self.studio.engine
        if chosen is None or engine is None:
            return
        when = moment_words(chosen.at, local(engine.now()).date())
        answer = await dialogs.ask(
            self,
            tr("Put this backup back?"),
            tr(
                "The palace will be as it was: {when}. "
                "The palace as it is now is kept beside it under another name; nothing is lost.",
                when=when,
            ),
            [("no", tr("Cancel"), "plain"), ("yes", tr("Put it back"), "primary")],
        )
        if answer == "yes":
            aio.spawn(put_back(self.studio, chosen.path), self.studio)

    def _on_folder_asked(self, path: Path) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(path.parent)))

    # Soundness

    @aio.slot
    async def _on_check_clicked(self) -> None:
        engine = self.studio.engine
        if engine is None:
            return

        async def body(_task: Task) -> list[Problem]:
            return await care.check(engine)

        self.check.setEnabled(False)
        try:
            task = engine.tasks.start(mark("Check the palace"), body, key="check")
            problems = await task.wait()
        finally:
            self.check.setEnabled(True)
        if task.state == "done":
            self._show_result(problems, mended=False)

    @aio.slot
    async def _on_repair_clicked(self) -> None:
        engine = self.studio.engine
        if engine is None:
            return

        async def body(_task: Task) -> list[Problem]:
            await care.repair(engine)
            return await care.check(engine)

        task = engine.tasks.start(mark("Repair the palace"), body, key="repair")
        problems = await task.wait()
        if task.state == "done":
            self._show_result(problems, mended=True)

    def _show_result(self, problems: list[Problem], *, mended: bool) -> None:
        """Say in words what was found."""
        self.problems, self.mended = problems, mended
        while (item := self.result.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self.result.addWidget(self._card(problems, mended=mended))

    def _card(self, problems: list[Problem], *, mended: bool) -> Card:
        if not problems:
            title = tr("Mended: the palace is sound") if mended else tr("The palace is sound")
            text = (
                tr("What was changed stands in the history as one edit and can be undone.")
                if mended
                else tr("Every page, row, index and vector was looked at.")
            )
            return Card("success", title, text)
        damaged = any(one.kind == _DAMAGED for one in problems)
        card = Card(
            "danger" if damaged else "warning",
            tr("{n} kind of fault found", "{n} kinds of fault found", n=len(problems)),
        )
        for one in problems:
            count = tr("{n} row", "{n} rows", n=one.count)
            card.body.addWidget(Text(f"{tr(one.text)} {count}", "body", wrap=True))
        if not damaged:
            repair = Button(tr("Repair"), small=True)
            repair.setEnabled(not self._refusal())
            repair.setToolTip(self._refusal() or tr("One edit, which can be undone"))
            repair.clicked.connect(self._on_repair_clicked)
            card.add_action(repair)
        return card
