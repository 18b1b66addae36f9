"""The detail: the operation as title, the proposal as it would look, the verdicts, the nearest memories, the keys."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.engine.nearest import Near
from app.storage.characters import Character
from app.storage.proposals import DECIDED, OPEN, Proposal
from app.ui import theme
from app.ui.i18n import format_number, tr
from app.ui.inbox.compare import box_line, compared
from app.ui.inbox.draft import DraftForm, draft_card
from app.ui.inbox.facts import OVER, Facts
from app.ui.inbox.keys import KeysBar
from app.ui.inbox.linking import linked
from app.ui.inbox.naming import (
    NOTE_BREAK,
    difference_name,
    icon_of,
    month_of,
    stamp,
    state_words,
    title_of,
)
from app.ui.inbox.verdicts import Verdict, verdicts
from app.ui.memory_card import MemoryCard
from app.ui.widgets import (
    Button,
    Card,
    Chip,
    Elided,
    FlowLayout,
    Icon,
    LinkButton,
    Prose,
    Rule,
    Text,
)


class Detail(QWidget):
    """One proposal on panel ground."""

    verdict_asked = Signal(str)
    edited = Signal(object)
    month_asked = Signal(str, str)  # month, tab

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.paint_ground(self, "panel")
        self.facts: Facts | None = None
        self.verdicts: tuple[Verdict, ...] = ()
        self.buttons: dict[str, Button] = {}
        self.form: DraftForm | None = None
        self._who: Character | None = None
        self._reason = ""
        self._near: Sequence[Near] | None = None
        self._near_part: QWidget | None = None
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QFrame.Shape.NoFrame)
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.viewport().setAutoFillBackground(False)
        self.keys = KeysBar()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._scroll, 1)
        column.addWidget(self.keys)
        self.clear()

    def clear(self) -> None:
        """Show no proposal."""
        self.facts, self.verdicts, self.buttons, self.form = None, (), {}, None
        nothing = QWidget()
        self._scroll.setWidget(nothing)
        nothing.setAutoFillBackground(False)

    def show_facts(self, facts: Facts, who: Character | None, reason: str) -> None:
        """Show a proposal; `reason` says why nothing can be changed, or is empty."""
        same = self.facts is not None and self.facts.proposal.id == facts.proposal.id
        self.facts, self._who, self._reason = facts, who, reason
        self._near = self._near if same else None
        self._fill(editing=False)

    def show_near(self, near: Sequence[Near]) -> None:
        """Show the nearest memories: what M offers."""
        self._near = near
        part = self._near_part
        if part is not None and self.facts is not None:
            self._fill_near(part)

    def edit(self) -> None:
        """Turn the proposal into a form."""
        if self.facts is not None and not self._reason:
            self._fill(editing=True)
            if self.form is not None:
                self.form.content.setFocus(Qt.FocusReason.OtherFocusReason)

    def stop_editing(self) -> None:
        if self.facts is not None:
            self._fill(editing=False)

    def _fill(self, *, editing: bool) -> None:
        facts = self.facts
        if facts is None:
            return
        proposal = facts.proposal
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(theme.u(6), theme.px(18), theme.u(6), theme.u(4))
        column.setSpacing(theme.px(14))
        self.form, self.buttons = None, {}
        self.verdicts = verdicts(proposal, can_undo=facts.edit is not None)
        column.addLayout(self._title(facts))
        if editing:
            column.addWidget(self._form(facts))
        else:
            for part in self._matter(facts):
                column.addWidget(part)
            if (month := month_of(proposal)) is not None:
                column.addWidget(self._lead(proposal, month))
            if proposal.state in DECIDED:
                column.addWidget(self._decision(facts))
            column.addWidget(self._actions())
        self._near_part = None
        if proposal.op in {"add", "duplicate"} and proposal.state in OPEN:
            self._near_part = QWidget()
            column.addWidget(self._near_part)
            self._fill_near(self._near_part)
        column.addStretch(1)
        self._scroll.setWidget(body)
        body.setAutoFillBackground(False)

    def _title(self, facts: Facts) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme.u(2))
        row.addWidget(Icon(icon_of(facts.proposal), "proposal", 18))
        row.addWidget(Text(title_of(facts.proposal), "title", wrap=True), 1)
        later = next((one for one in self.verdicts if one.kind == "bare"), None)
        if later is not None:
            row.addWidget(self._button(later, small=True))
        if facts.proposal.patch.get("origin") == "rule":
            chip = Chip.built_in(tr("built-in"))
            chip.setToolTip(tr("Found by rule and the built-in model."))
            row.addWidget(chip)
        return row

    def _matter(self, facts: Facts) -> list[QWidget]:
        proposal = facts.proposal
        if proposal.op == "change" or (proposal.op in OVER and facts.ours.get("content")):
            return [compared(facts)]
        if proposal.op == "link":
            return linked(facts)
        if proposal.op == "gone":
            return self._gone(facts)
        parts = [draft_card(proposal, self._who)]
        if proposal.op == "duplicate" and facts.target is not None:
            parts += [self._likeness(facts), MemoryCard(facts.target)]
        if proposal.op == "rejected":
            told = tr("It is kept so that you can see what was turned down.")
            parts.append(Prose(told, "body", "text_muted"))
        return parts

    def _lead(self, proposal: Proposal, month: str) -> LinkButton:
        """Lead to where a text of a month, or an entry of a day, is at home."""
        lead = LinkButton(tr("Open in Months"), icon="months", leads=True)
        tab = "days" if "day" in proposal.patch else "summary"
        lead.clicked.connect(partial(self._on_month_clicked, month, tab))
        return lead

    def _on_month_clicked(self, month: str, tab: str, _checked: bool = False) -> None:
        self.month_asked.emit(month, tab)

    @staticmethod
    def _gone(facts: Facts) -> list[QWidget]:
        told = tr("It is no longer in the other program’s file. Here nothing is deleted without your word.")
        held: list[QWidget] = [MemoryCard(facts.target)] if facts.target is not None else []
        if facts.box is not None:
            held.append(box_line(facts.box))
            told = f"{told} {tr('Its memories stay in any case.')}"
        return [*held, Prose(told, "body", "text_muted")]

    @staticmethod
    def _likeness(facts: Facts) -> QWidget:
        part = QWidget()
        row = QHBoxLayout(part)
        row.setContentsMargins(0, 0, 0, 0)
        likeness = facts.proposal.patch.get("likeness")
        figure = format_number(float(likeness), 2) if isinstance(likeness, int | float) else "–"
        row.addWidget(Text(figure, "small", weight=500, tabular=True))
        row.addWidget(Text(tr("alike"), "small", "text_muted"))
        row.addWidget(Rule(), 1)
        row.addWidget(Text(tr("the memory that is here"), "small", "text_muted"))
        return part

    def _decision(self, facts: Facts) -> QWidget:
        proposal = facts.proposal
        when = stamp(proposal.decided_at) if proposal.decided_at is not None else ""
        title = " · ".join(part for part in (state_words(proposal.state), when) if part)
        reasons = [tr(reason) for reason in (proposal.decision_note or "").split(NOTE_BREAK) if reason]
        note = tr("Reason: {reason}", reason=", ".join(reasons)) if reasons else ""
        tone = "success" if proposal.state == "accepted" else "plain"
        return Card(tone, title, note, icon="check" if tone == "success" else "x")

    def _actions(self) -> QWidget:
        holder = QWidget()
        flow = FlowLayout(holder, gap=8)
        for verdict in self.verdicts:
            if verdict.kind != "bare":
                flow.addWidget(self._button(verdict))
        return holder

    def _button(self, verdict: Verdict, *, small: bool = False) -> Button:
        button = Button(verdict.label, verdict.kind, key=verdict.cap, small=small)
        button.setEnabled(not self._reason)
        button.setToolTip(self._reason or verdict.cap)
        button.clicked.connect(partial(self._on_clicked, verdict.way))
        self.buttons[verdict.way] = button
        return button

    def _on_clicked(self, way: str, _checked: bool = False) -> None:
        self.verdict_asked.emit(way)

    def _form(self, facts: Facts) -> QWidget:
        self.form = DraftForm(facts.proposal)
        self.form.saved.connect(self.edited)
        self.form.dropped.connect(self.stop_editing)
        card = Card("proposal")
        card.body.addWidget(self.form)
        return card

    def _fill_near(self, part: QWidget) -> None:
        near = self._near
        column = part.layout()
        if not isinstance(column, QVBoxLayout):
            column = QVBoxLayout(part)
            column.setContentsMargins(0, theme.u(1), 0, 0)
            column.setSpacing(0)
        while column.count():
            item = column.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        if not near:
            return
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, theme.px(2))
        row.addWidget(Text(tr("Nearest memories"), "read", weight=600))
        row.addWidget(Text(tr("what M offers"), "caption", "text_muted"))
        row.addStretch(1)
        column.addWidget(head)
        for one in near:
            column.addWidget(_NearRow(one))
            column.addWidget(Rule())


class _NearRow(QWidget):
    """A near memory: likeness, and why it is a double or not."""

    def __init__(self, near: Near) -> None:
        super().__init__()
        memory = near.memory
        column = QVBoxLayout()
        column.setSpacing(theme.px(2))
        column.addWidget(Elided(" ".join(memory.content.split()), "serif"))
        column.addWidget(Elided(why(near), "caption", "text_muted"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.px(7), 0, theme.px(7))
        row.setSpacing(theme.px(10))
        room = memory.room or "palace"
        icon = Icon(room, f"{room}.fill" if memory.room else "text_muted")
        row.addWidget(icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(column, 1)
        figure = Text(format_number(near.likeness, 2), "body", weight=500, tabular=True)
        row.addWidget(figure, 0, Qt.AlignmentFlag.AlignTop)
        self.setToolTip(tr("Press M to merge into one of these."))
        self.setAccessibleName(f"{memory.content} {format_number(near.likeness, 2)} {why(near)}")


def why(near: Near) -> str:
    """Why a near memory is a double, or not."""
    if near.apart is not None:
        left, right = near.apart.left.strip(), near.apart.right.strip()
        if left == right or not (left and right):
            return tr("kept apart by the guard: a differing {kind}", kind=difference_name(near.apart.kind))
        return tr("kept apart by the guard: “{left}” here, “{right}” there", left=left, right=right)
    if near.likeness > near.limit:
        return tr("a double, by the rule")
    return tr("below {limit}", limit=format_number(near.limit, 2))
