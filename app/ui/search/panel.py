"""The search page: one field, everything that holds its words."""

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout

from app.domain.changes import Changes
from app.engine.commands import SaveSearch
from app.storage import finding
from app.ui import aio, dialogs
from app.ui.i18n import told, tr
from app.ui.panel import Panel
from app.ui.search.model import Found, FoundDelegate, FoundModel, Row, rows_of
from app.ui.studio import Studio
from app.ui.widgets import Button, EmptyState, Lane, PanelHead, RowList

TYPING_MS = 80


class SearchPanel(Panel):
    """Memories, messages, months and days, under their headings."""

    takes_search = True

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self._asked = ""
        self.head = PanelHead(beside=True)
        self.save = Button("", "plain", icon="star")
        self.head.add_action(self.save)
        self.model = FoundModel(self)
        self.list = RowList()
        self.empty = EmptyState("search")
        self.body = QStackedWidget()
        self._typing = QTimer(self)
        self._typing.setSingleShot(True)
        self._typing.setInterval(TYPING_MS)
        self._build()
        self._typing.timeout.connect(self.request_refresh)
        self.list.activated.connect(lambda _index: self._open())  # Enter, or a double click
        self.list.selectionModel().currentChanged.connect(self._on_current_changed)
        self.save.clicked.connect(self._on_save_clicked)
        self.retranslate()

    def _build(self) -> None:
        self.list.setModel(self.model)
        self.list.setItemDelegate(FoundDelegate(self.list))
        self.body.addWidget(Lane(self.list))
        self.body.addWidget(self.empty)
        self.body.setCurrentIndex(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.head)
        column.addWidget(self.body, 1)

    def retranslate(self) -> None:
        self.head.title.setText(tr("Search"))
        self.save.setText(tr("Save this search"))
        self.list.setAccessibleName(tr("Found"))
        self._tell(0)

    def show_with(self, **arguments: object) -> None:
        if isinstance(arguments.get("text"), str):
            self.search(str(arguments["text"]))

    def search(self, text: str) -> None:
        self._asked = text.strip()
        self._typing.start()

    async def refresh(self, changes: Changes | None) -> None:
        if changes is not None and not changes.touches("memory", "message", "summary", "fragment"):
            return
        if not self._asked or not self.studio.character_id:
            self.model.set_rows([])
            self._tell(0)
            return
        asked = self._asked
        found = await self.studio.ask(finding.everywhere, self.studio.character_id, asked)
        if asked == self._asked:
            self._show(rows_of(found, asked))
            self._tell(sum(part.total for part in found))

    def _show(self, rows: list[Row]) -> None:
        """Take the rows; the one that was current stays where it was, if it is still found."""
        held, top = self._row(), self.list.verticalScrollBar().value()
        self.model.set_rows(rows)
        row = self.model.row_of(held.hit) if held else None
        if row is not None:
            self.list.setCurrentIndex(self.model.index(row))
            self.list.verticalScrollBar().setValue(top)

    def _tell(self, total: int) -> None:
        self.save.setVisible(bool(self._asked))
        reason = self.studio.read_only
        self.save.setEnabled(reason is None)
        self.save.setToolTip(told(reason)[0] if reason else "")
        self.body.setCurrentIndex(0 if self.model.rows else 1)
        self.head.subtitle.setText(tr("{n} found", n=total) if self._asked else "")
        if self._asked:
            self.empty.set_words(tr("Nothing matches “{text}”.", text=self._asked))
        else:
            self.empty.set_words(tr("Type above: memories, messages, days and months are searched."))

    def _row(self) -> Found | None:
        index = self.list.currentIndex()
        row = self.model.rows[index.row()] if index.isValid() else None
        return row if isinstance(row, Found) else None

    def _on_current_changed(self) -> None:
        row = self._row()
        if row is not None and row.hit.kind == "memory":
            self.studio.select([row.hit.id])
            self.studio.show_memory(row.hit.id)

    def _open(self) -> None:
        row = self._row()
        if row is None:
            return
        hit = row.hit
        if hit.kind == "memory":
            self.studio.open_panel("rooms", room=hit.room, memory=hit.id)
        elif hit.kind == "message":
            self.studio.show_message(hit.id)
        elif hit.kind == "summary":
            self.studio.open_panel("months", month=hit.day, tab="summary")
        elif hit.day:
            self.studio.open_panel("months", month=hit.day[:7], tab="days", fragment=hit.id)
        else:
            self.studio.open_panel("months", undated=True, fragment=hit.id)

    @aio.slot
    async def _on_save_clicked(self) -> None:
        name = await dialogs.ask_text(
            self, tr("Save this search"), tr("Its name in the sidebar"), value=self._asked
        )
        if name:
            await self.studio.execute(SaveSearch(name, self._asked), toast=True)
