"""How the text of a month is laid out: head, columns, notices, one of several ways to show it, and a foot."""

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from app.ui import theme
from app.ui.i18n import format_month, told, tr
from app.ui.months.by_hand import ByHand
from app.ui.months.chosen_head import ChosenHead
from app.ui.months.columns_head import ColumnsHead
from app.ui.months.compare import Compare
from app.ui.months.notices import Notices
from app.ui.months.reader import Reader, Stream
from app.ui.months.state import State
from app.ui.studio import Studio
from app.ui.widgets import EmptyState, LinkButton, Rule, Text, bar_width

_WITH_COLUMNS: Final = ("compare", "making", "read")


class ChosenPage(QWidget):
    """Widgets only; what they show comes from the state, what they ask for goes to the panel."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.paint_ground(self, "panel")
        self.head, self.columns, self.notices = ChosenHead(), ColumnsHead(), Notices()
        self.compare, self.reader, self.stream, self.hand = Compare(), Reader(), Stream(), ByHand()
        self.empty = EmptyState("months")
        self.fold, self.prefer, self.write = LinkButton(""), Text("", "body", "text_muted"), LinkButton("")
        foot = QHBoxLayout()
        foot.setContentsMargins(theme.px(10), theme.u(2), 0, theme.u(5))
        foot.setSpacing(theme.u(1))
        foot.addWidget(self.fold)
        foot.addStretch(1)
        foot.addWidget(self.prefer)
        foot.addWidget(self.write)
        self.foot = QWidget()
        self.foot.setLayout(foot)
        self.rule = Rule()
        self.area = QScrollArea()
        self._build()

    def _build(self) -> None:
        inner = QWidget()
        self._column = QVBoxLayout(inner)
        self._column.setSpacing(0)
        for part in (self.notices, self.compare, self.reader, self.stream, self.hand, self.foot):
            self._column.addWidget(part)
        self._column.addStretch(1)
        self.area.setWidgetResizable(True)
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setWidget(inner)
        inner.setAutoFillBackground(False)
        self.area.viewport().setAutoFillBackground(False)
        top = QWidget()
        above = QVBoxLayout(top)
        above.setContentsMargins(theme.u(6), 0, theme.u(6), 0)
        above.setSpacing(0)
        for part in (self.head, self.columns, self.rule):
            above.addWidget(part)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        outer.addWidget(top)
        outer.addWidget(self.area, 1)
        outer.addWidget(self.empty, 1)
        self.area.verticalScrollBar().rangeChanged.connect(self._space)
        self._space()

    def _space(self) -> None:
        """The scroll bar stands in the margin, so that both columns stay below their heads."""
        side = theme.u(6)
        self._column.setContentsMargins(side, 0, side - bar_width(self.area), 0)

    def retranslate(self) -> None:
        self.columns.retranslate()
        self.hand.retranslate()
        self.prefer.setText(tr("Prefer your own words?"))
        self.write.setText(tr("Write this month by hand"))
        self.compare.setAccessibleName(tr("Paragraphs"))

    def show_state(self, state: State, studio: Studio) -> None:
        """Show the month as its author looks at it."""
        mode, read, candidate = state.mode, state.read, state.candidate
        writable = studio.read_only is None
        self.head.show_month(read)
        chosen = candidate if mode == "compare" else None
        self.notices.show_state(read.turned_down, chosen, state.faults.get(state.key), writable=writable)
        if mode == "compare" and candidate is not None:
            beside = state.beside
            self.columns.show_pair(read, candidate, beside)
            left = beside.text if beside is not None else read.text
            self.compare.show_texts(
                left,
                candidate.text,
                state.draft,
                beside=beside is not None,
                alone=not left,
                writable=writable,
            )
        elif mode == "making":
            made = state.making[state.key]
            self.columns.show_making(read, made.model, so_far(made.tokens))
            self.stream.show_text(read.text, made.text, tr("It is reading the days …"))
        elif mode == "hand":
            self.hand.show_text(state.draft.hand or "")
        else:
            self.columns.show_alone(read)
            self.reader.show_text(read.text or "")
        self._lay_open(state)

    def _lay_open(self, state: State) -> None:
        mode = state.mode
        for part, there in (
            (self.compare, "compare"),
            (self.reader, "read"),
            (self.stream, "making"),
            (self.hand, "hand"),
        ):
            part.setVisible(mode == there)
        alone = mode == "empty" and self.notices.isHidden()
        self.empty.setVisible(alone)
        self.area.setVisible(not alone)
        self.columns.setVisible(mode in _WITH_COLUMNS)
        self.rule.setVisible(mode != "empty")
        self.foot.setVisible(mode in ("compare", "read") or (mode == "empty" and not alone))

    def tell(self, state: State, studio: Studio) -> None:
        """Say what the one primary would do, what is folded, and what is missing."""
        mode, head = state.mode, self.head
        reason = told(studio.read_only)[0] if studio.read_only else ""
        days = bool(state.read.fragments)
        head.primary.setVisible(mode in ("compare", "hand"))
        head.primary.setToolTip(reason)
        head.fresh.set_kind("primary" if mode in ("read", "empty") and days else "plain")
        head.fresh.setVisible(mode not in ("making", "hand"))
        head.fresh.setEnabled(not reason and days)
        head.fresh.setToolTip(reason or ("" if days else tr("No day of this month has an entry.")))
        head.template.setVisible(mode != "hand")
        head.template.setEnabled(mode != "making")
        if mode == "hand":
            text = (state.draft.hand or "").strip()
            head.primary.setText(tr("Save this month"))
            head.primary.setEnabled(not reason and bool(text) and text != state.read.text)
        elif mode == "compare":
            self._tell_verdicts(state, reason)
        same = self.compare.unchanged if mode == "compare" else 0
        self.fold.setVisible(bool(same))
        self.fold.setText(
            tr("Fold what is unchanged")
            if state.draft.unfolded
            else tr("{n} paragraph unchanged", "{n} paragraphs unchanged", n=same)
        )
        self.fold.set_icon("down" if state.draft.unfolded else "right")
        self.write.setEnabled(not reason)
        self.columns.put_away.setEnabled(not reason)
        self._tell_empty(state, reason)

    def _tell_verdicts(self, state: State, reason: str) -> None:
        primary, taken, whole = self.head.primary, self.compare.taken, len(self.compare.changed)
        primary.setText(
            tr("Apply {taken} of {n} paragraph", "Apply {taken} of {n} paragraphs", n=whole, taken=taken)
        )
        made = self.compare.made().strip()
        same = made == (state.read.text or "").strip()
        primary.setEnabled(not reason and bool(made) and not same)
        primary.setToolTip(reason or (tr("It would change nothing.") if same else ""))

    def _tell_empty(self, state: State, reason: str) -> None:
        read = state.read
        if not read.month:
            return
        month, n = format_month(read.month), len(read.fragments)
        if n:
            words = tr(
                "{month} has {n} entry and no summary yet.",
                "{month} has {n} entries and no summary yet.",
                n=n,
                month=month,
            )
            self.empty.set_words(words, tr("Write it by hand"))
        else:
            words = tr(
                "No day of {month} has an entry yet. Write one, or make entries from what was said.",
                month=month,
            )
            self.empty.set_words(words, tr("To its days"))
        self.empty.button.setEnabled(not reason or not n)


def so_far(tokens: int) -> str:
    """Say how much has come."""
    return tr("{n} token so far", "{n} tokens so far", n=tokens) if tokens else ""
