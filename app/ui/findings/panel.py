"""What I found: rows to choose from, the case beside them, each decision one undoable edit."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.engine import embedding
from app.engine.commands import Command, DateFromSources
from app.engine.findings import Finding
from app.ui import aio, theme
from app.ui.findings import look as looking
from app.ui.findings import reading
from app.ui.findings.case import CasePage
from app.ui.findings.deeds import Deed
from app.ui.findings.listing import FindingList, foot_line
from app.ui.findings.look import UNREAD, Case, Look, cases
from app.ui.findings.rows import FindingRow
from app.ui.i18n import told, tr
from app.ui.panel import Panel
from app.ui.studio import Studio
from app.ui.vectors.words import set_name
from app.ui.widgets import Button, EmptyState, LinkButton, PanelHead, SkeletonRows

_TOUCHES = ("memory", "dismissal", "source", "message", "summary", "fragment", "character")


class FindingsPanel(Panel):
    """The page itself; letters work while its list has the keyboard."""

    def __init__(self, studio: Studio) -> None:
        super().__init__(studio)
        self.look: Look | None = None
        self.rows: list[FindingRow] = []
        self.current = 0
        self.place = 0  # which case of the current finding
        self._settled: set[Case] = set()
        self._vectors_run = False
        self.head = PanelHead()
        self.leave = Button()
        self.walk = Button("", "primary")
        self.list = FindingList(self)
        self.skeleton = SkeletonRows(100)
        self.empty = EmptyState("check")
        self.page = CasePage()
        self._build()
        self._wire()
        self.retranslate()

    def _build(self) -> None:
        self.head.add_action(self.leave)
        self.head.add_action(self.walk)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.head)
        column.addWidget(self.skeleton, 1)
        column.addWidget(self.list, 1)
        column.addWidget(self.empty, 1)
        self.empty.hide()
        self.setFocusProxy(self.list)

    def _wire(self) -> None:
        self.leave.clicked.connect(lambda: self.studio.open_panel("palace"))
        self.walk.clicked.connect(self._on_walk_clicked)
        self.empty.asked.connect(lambda: self.studio.open_panel("palace"))
        self.list.moved.connect(self._on_moved)
        self.list.stepped.connect(self._on_stepped)
        self.list.entered.connect(self._on_entered)
        self.list.letter_pressed.connect(self._on_letter_pressed)
        self.page.deed_asked.connect(self._on_deed_asked)
        self.studio.tasks_changed.connect(self._on_tasks_changed)

    def inspector_page(self) -> QWidget | None:
        return self.page

    def retranslate(self) -> None:
        self.leave.setText(tr("Leave for later"))
        self.list.setAccessibleName(tr("What I found"))
        self.empty.set_words(tr("Nothing is left to tend."), tr("Back to the palace"), "check")
        self._show()

    # looking

    async def refresh(self, changes: Changes | None) -> None:
        if changes is not None and not changes.touches(*_TOUCHES):
            return
        engine, who = self.studio.engine, self.studio.character
        if engine is None or who is None:
            self.look = None
            self._show()
            return
        if self.look is None:
            self.skeleton.begin()
        try:
            result = await looking.start(engine, who).wait()
        except Exception:  # noqa: BLE001 - the runner has handed it to the fault funnel
            result = None
        self.skeleton.end()
        if isinstance(result, Look) and self.studio.character == who:
            self.look, self._settled = result, set()
            self._show()
            if result.total:
                self.studio.say(
                    tr(
                        "{n} thing to look at · nothing changed yet",
                        "{n} things to look at · nothing changed yet",
                        n=result.total,
                    )
                )

    def _on_tasks_changed(self) -> None:
        """New vectors may show new doubles."""
        engine = self.studio.engine
        running = engine is not None and any(
            task.key.startswith(embedding.TASKS) for task in engine.tasks.running
        )
        if self._vectors_run and not running:
            self.request_refresh()
        self._vectors_run = running

    # the rows

    def _show(self) -> None:
        found = self.look
        self.head.title.setText(tr("What I found"))
        total = found.total if found else 0
        if found is None:
            self.head.subtitle.setText(tr("Looking …") if self.studio.character else "")
        else:
            self.head.subtitle.setText(
                tr(
                    "{n} memory looked at · nothing here is urgent; nothing changes until you choose",
                    "{n} memories looked at · nothing here is urgent; nothing changes until you choose",
                    n=found.looked_at,
                )
            )
        self.walk.setText(tr("Walk through {n}", n=total))
        self.walk.setVisible(total > 0)
        clean = found is not None and not found.findings
        self.leave.setVisible(not clean)
        self.empty.setVisible(clean and not found.without_vectors if found else False)
        self.list.setVisible(found is not None and not self.empty.isVisibleTo(self))
        self._fill()

    def _fill(self) -> None:
        kept = self.rows[self.current].finding.kind if self.current < len(self.rows) else ""
        found = self.look
        self.rows = []
        self.list.clear()
        if found is None:
            self.page.show_nothing("")
            return
        for number, finding in enumerate(found.findings):
            row = FindingRow(finding, found)
            row.chosen.connect(_Pick(self, number))
            row.action_asked.connect(_Act(self, number, second=False))
            row.second_asked.connect(_Act(self, number, second=True))
            if self.studio.read_only is not None and finding.kind == UNREAD:
                row.action.setEnabled(False)
                row.action.setToolTip(told(self.studio.read_only)[0])
                row.second.setEnabled(False)
            self.rows.append(row)
            self.list.add(row)
        self.list.add(self._foot(found))
        kinds = [row.finding.kind for row in self.rows]
        self.current = kinds.index(kept) if kept in kinds else 0
        self.go_to(self.current, self.place if kept in kinds else 0)

    def _foot(self, found: Look) -> QWidget:
        part = QWidget()
        column = QVBoxLayout(part)
        column.setContentsMargins(theme.px(8), theme.px(14), theme.px(12), theme.u(4))
        column.setSpacing(theme.u(3))
        if found.without_vectors:
            words = tr(
                "{n} memory has no vector yet: doubles of it were not looked for.",
                "{n} memories have no vector yet: doubles among them were not looked for.",
                n=found.without_vectors,
            )
            link = LinkButton(tr("Make the vectors"))
            link.setEnabled(self.studio.read_only is None)
            link.clicked.connect(self._on_vectors_asked)
            column.addLayout(foot_line("chip", "text_muted", words, link))
        if found.behind is not None and found.behind.role == "second":
            words = tr(
                "{have} of {want} texts have a vector of {model}; until all do, recall goes by the portable ones.",
                have=found.behind.have,
                want=found.behind.want,
                model=set_name(found.behind.model),
            )
            link = LinkButton(tr("See the vectors"))
            link.clicked.connect(self._on_sets_asked)
            column.addLayout(foot_line("chip", "text_muted", words, link))
        if found.clean:
            names = " · ".join(tr(title) for title in found.clean)
            column.addLayout(
                foot_line("check", "success", tr("Looked for and not found: {names}", names=names))
            )
        return part

    def _on_sets_asked(self) -> None:
        self.studio.open_panel("settings", tab="models")

    def _on_vectors_asked(self) -> None:
        engine, who = self.studio.engine, self.studio.character
        if engine is not None and who is not None:
            from app.bootstrap import embedder

            embedding.start(engine, embedder(), [who])

    def _finding(self) -> Finding | None:
        return self.rows[self.current].finding if self.current < len(self.rows) else None

    def _cases(self) -> list[Case]:
        finding = self._finding()
        return [case for case in cases(finding) if case not in self._settled] if finding else []

    def go_to(self, row: int, place: int = 0) -> None:
        """Make a row and one of its cases the current ones."""
        if not self.rows:
            self.page.show_nothing("")
            return
        self.current = max(0, min(row, len(self.rows) - 1))
        for number, one in enumerate(self.rows):
            one.set_current(number == self.current)
        self.list.ensureWidgetVisible(self.rows[self.current], 0, theme.u(4))
        self.place = max(0, min(place, len(self._cases()) - 1))
        if self.studio.bridge is not None:
            aio.spawn(self._show_case(), self)

    async def _show_case(self) -> None:
        finding, left = self._finding(), self._cases()
        if finding is None or not left:
            unread = finding is not None and finding.kind == UNREAD
            self.page.show_nothing(
                tr(
                    "The built-in reader quotes what was said, dates it and puts it into a room; it invents nothing."
                )
                if unread
                else "",
                tr(finding.title) if finding is not None and unread else "",
            )
            return
        case = left[self.place]
        facts = await self.studio.ask(looking.read_case, self.studio.character_id, case)
        if self._cases()[self.place : self.place + 1] != [case]:
            return  # moved on meanwhile
        if not facts.stands:
            self._settled.add(case)
            self.go_to(self.current, self.place)
            return
        settled = len(cases(finding)) - len(left)
        reason = told(self.studio.read_only)[0] if self.studio.read_only else ""
        self.page.show_case(facts, tr(finding.title), settled + self.place + 1, len(cases(finding)), reason)

    # going through

    def _on_walk_clicked(self) -> None:
        first = next((n for n, row in enumerate(self.rows) if row.finding.kind != UNREAD), 0)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        self.go_to(first)
        self._tell_keys()

    def _tell_keys(self) -> None:
        self.studio.say(tr("← → go from case to case, letters decide, ↑ ↓ go from finding to finding"))

    def _on_moved(self, step: int) -> None:
        self.go_to(self.current + step)

    def _on_stepped(self, step: int) -> None:
        self.go_to(self.current, self.place + step)

    def _on_entered(self) -> None:
        self.act(self.current)

    def _on_letter_pressed(self, key: str) -> None:
        deed = self.page.deeds.get(key)
        if deed is not None:
            self._on_deed_asked(deed)

    def next_case(self) -> None:
        """Go on to the case after this one, then to the finding after this one."""
        if self.place + 1 < len(self._cases()):
            self.go_to(self.current, self.place + 1)
        elif self.current + 1 < len(self.rows):
            self.go_to(self.current + 1)

    def _on_deed_asked(self, deed: Deed) -> None:
        facts = self.page.facts
        if facts is None:
            return
        if deed.command is not None:
            if not self.page.reason:
                self._decide(facts.case, deed.command)
        elif deed.way == "later":
            self.next_case()
        elif deed.way == "swap":
            self.page.swap()
        elif deed.way == "memory":
            self.studio.select(facts.case.memories[:1])
            self.studio.show_memory(facts.case.memories[0])
        elif deed.way == "month":
            self.studio.open_panel("months", month=facts.case.month)

    @aio.slot
    async def _decide(self, case: Case, command: Command) -> None:
        """Do it, as one edit, and go on to the next case."""
        if case in self._settled:
            return  # a key pressed twice
        self._settled.add(case)
        try:
            await self.studio.execute(command, toast=True)
        except BaseException:
            self._settled.discard(case)
            raise
        if not self._cases() and self.current + 1 < len(self.rows):
            self.go_to(self.current + 1)
        else:
            self.go_to(self.current, self.place)

    # the actions of rows

    def act(self, number: int, *, second: bool = False) -> None:
        """Do what a row's action (or its quiet second one) says."""
        self.go_to(number)
        finding = self.rows[number].finding
        bulk = finding.kind == "undated" and bool(finding.facts.get("datable"))
        if finding.kind == UNREAD:
            self._read_messages(whole=bool(finding.facts.get("first")), review=second)
        elif (bulk and not second) or (finding.kind == "misdated" and second):
            self._date_all(finding)
        elif finding.kind == "undated":
            self.studio.open_panel("rooms", undated=True)
        elif finding.kind == "evicted":
            self.studio.open_panel("rooms", room="attic")
        elif finding.kind == "month" and finding.count == 1:
            self.studio.open_panel("months", month=finding.months[0])
        else:
            self.list.setFocus(Qt.FocusReason.OtherFocusReason)
            self._tell_keys()

    @aio.slot
    async def _date_all(self, finding: Finding) -> None:
        datable = finding.facts.get("datable", finding.count)
        chosen = finding.memories[: int(str(datable))]
        await self.studio.execute(DateFromSources(chosen), toast=True)

    @aio.slot
    async def _read_messages(self, *, whole: bool, review: bool) -> None:
        who = self.studio.character
        if who is not None:
            await reading.read(self.studio, who, whole=whole, review=review)


class _Pick:
    def __init__(self, panel: FindingsPanel, number: int) -> None:
        self._panel, self._number = panel, number

    def __call__(self) -> None:
        self._panel.list.setFocus(Qt.FocusReason.MouseFocusReason)
        self._panel.go_to(self._number)


class _Act:
    def __init__(self, panel: FindingsPanel, number: int, *, second: bool) -> None:
        self._panel, self._number, self._second = panel, number, second

    def __call__(self) -> None:
        self._panel.act(self._number, second=self._second)
