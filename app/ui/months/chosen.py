"""The text of the chosen month: what it says, a candidate beside it, and a verdict for each paragraph."""

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain.changes import Changes
from app.engine.commands import DecideProposals, WriteMonth
from app.engine.months import templates
from app.engine.months.templates import Choice as Wording
from app.storage.characters import Character
from app.ui import aio
from app.ui.desk import desk
from app.ui.i18n import format_month, tr
from app.ui.months import reading
from app.ui.months.checking import Checking
from app.ui.months.chosen_page import ChosenPage, so_far
from app.ui.months.columns_head import PRESENT
from app.ui.months.draft import Draft
from app.ui.months.refinement import Refinement
from app.ui.months.speaking import model_name, open_speaker
from app.ui.months.state import Key, State
from app.ui.months.truth import TruthPage
from app.ui.months.words import names_of
from app.ui.panel import Panel
from app.ui.studio import Studio

_TOUCHES: Final = (
    "summary",
    "summary_version",
    "fragment",
    "proposal",
    "dismissal",
    "template",
    "character",
)


class ChosenMonth(Panel):
    """Mounted by the panel; `show_month` says which month it is about."""

    day_asked = Signal(str)  # YYYY-MM-DD
    days_asked = Signal()

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(studio, parent)
        self.state = State()
        self.wordings: tuple[Wording, ...] = ()
        self.template = ""
        self.model: str | None = None
        self._shown: Key = (0, "")
        self.view = ChosenPage()
        self.page = TruthPage(self)
        self.page.hide()
        self.truth = Checking(studio, self.state, self.view, self.page, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.view)
        self._wire()
        self.retranslate()

    def _wire(self) -> None:
        view, open_panel = self.view, self.studio.open_panel
        view.head.template_chosen.connect(self._on_template_chosen)
        view.head.prompts_asked.connect(lambda: open_panel("settings", tab="prompts"))
        view.head.made_asked.connect(self.make)
        view.head.applied.connect(self._on_primary)
        view.head.stale_asked.connect(self._on_stale_asked)
        view.columns.left_chosen.connect(self._on_left_chosen)
        view.columns.candidate_chosen.connect(self._on_candidate_chosen)
        view.columns.refused.connect(self._on_refused)
        view.columns.cancelled.connect(self._on_cancelled)
        view.notices.again_asked.connect(lambda: self.make(self.model is not None))
        view.notices.refused.connect(self._refuse)
        view.notices.settings_asked.connect(lambda: open_panel("settings", tab="models"))
        view.notices.closed.connect(self._on_fault_closed)
        view.compare.decided.connect(self._tell)
        view.compare.written.connect(lambda: self.truth.check(soon=True))
        view.hand.written.connect(self._on_hand_written)
        view.hand.saved.connect(self._on_primary)
        view.hand.dropped.connect(self._on_hand_dropped)
        view.fold.clicked.connect(self._on_folded)
        view.write.clicked.connect(self._on_hand_asked)
        view.empty.asked.connect(self._on_empty_asked)
        self.truth.told.connect(self._tell)
        self.truth.write_asked.connect(lambda text: self._write(text, True))
        self.truth.hand_asked.connect(self.write_by_hand)
        self.page.day_asked.connect(self.day_asked)
        desk(self.studio).changed.connect(self.request_refresh)

    def inspector_page(self) -> QWidget | None:
        return self.page

    def unkept(self) -> str:
        months = sorted({month for (_, month), draft in self.state.drafts.items() if draft.begun})
        return tr("Your words for {months} are not kept yet.", months=names_of(months)) if months else ""

    def show_month(self, character: Character, month: str) -> None:
        """Show the text of a month (`YYYY-MM`) of a character."""
        self.state.character, self.state.month = character, month
        self.request_refresh()

    def point_at(self, fragment: int) -> None:
        """Show where an entry of the month went in its text."""
        self.truth.seek(fragment)
        self.request_refresh()

    def retranslate(self) -> None:
        self.view.retranslate()
        if self.state.read.month:
            self._show()

    # reading and showing

    async def refresh(self, changes: Changes | None) -> None:
        state, engine = self.state, self.studio.engine
        who, month = state.character, state.month
        if engine is None or who is None or not month or (changes and not changes.touches(*_TOUCHES)):
            return
        read = await self.studio.ask(reading.read, who.id, month)
        if changes is None or changes.touches("template", "character"):
            self.wordings = await templates.choices(engine, who, "refine")
            self.model = await model_name(self.studio)
            if all(one.key != self.template for one in self.wordings):
                self.template = self.wordings[0].key if self.wordings else ""
        if (who, month) != (state.character, state.month):
            return
        state.read = read
        self._show()
        self.truth.check(again=changes is None or changes.touches("fragment", "dismissal"))

    def _show(self) -> None:
        moved, self._shown = self._shown != self.state.key, self.state.key
        self.view.head.show_wordings(self.wordings, self.template, self.model)
        self.view.show_state(self.state, self.studio)
        self._tell()
        if moved:
            self.view.area.verticalScrollBar().setValue(0)

    def _tell(self) -> None:
        self.view.tell(self.state, self.studio)

    def _look_again(self) -> None:
        """Show and check what is in view now."""
        self._show()
        self.truth.check()

    # making candidates

    def _on_template_chosen(self, key: str) -> None:
        self.template = key
        self._show()

    @aio.slot
    async def make(self, model: bool) -> None:
        """Make a candidate: by the model that is set up, asking first, or by the built-in refiner."""
        engine, state, key = self.studio.engine, self.state, self.state.key
        who = state.character
        if engine is None or who is None or key in state.making:
            return
        speaker = await open_speaker(self.studio, self) if model else None
        if model and speaker is None:
            return
        made = state.making[key] = Refinement(key[1], speaker.name if speaker is not None else None)
        state.faults.pop(key, None)
        self._look_again()
        try:
            done = await made.run(engine, who, self.template or None, speaker, lambda: self._hear(key))
        finally:
            state.making.pop(key, None)
        if made.fault is not None:
            state.faults[key] = made.fault
        if done is not None and done.refused is None:
            draft = state.drafts.setdefault(key, Draft())
            draft.candidate, draft.beside = done.id, None
        if self.studio.engine is engine and state.key == key:
            state.read = await self.studio.ask(reading.read, who.id, key[1])
            self._look_again()
            if done is not None and done.refused is None:
                self.studio.say(tr("Candidate ready · nothing changed yet"))

    def _hear(self, key: Key) -> None:
        made = self.state.making.get(key)
        if made is not None and key == self.state.key:
            self.view.stream.hear(made.text)
            self.view.columns.price.setText(so_far(made.tokens))

    def _on_cancelled(self) -> None:
        made = self.state.making.get(self.state.key)
        if made is not None and made.task is not None:
            made.task.cancel()

    def _on_fault_closed(self) -> None:
        self.state.faults.pop(self.state.key, None)
        self._show()

    def _on_left_chosen(self, key: str) -> None:
        self.state.draft.beside = None if key == PRESENT else int(key)
        self._look_again()

    def _on_candidate_chosen(self, number: int) -> None:
        draft = self.state.draft
        draft.candidate = number
        draft.beside = None if draft.beside == number else draft.beside
        self._look_again()

    # the author's verdict

    def _on_primary(self) -> None:
        if self.state.mode == "hand":
            self._write(self.state.draft.hand or "", False)
        elif self.state.mode == "compare" and self.view.head.primary.isEnabled():
            self._apply()

    @aio.slot
    async def _apply(self) -> None:
        candidate, draft, compare = self.state.candidate, self.state.draft, self.view.compare
        text, taken = compare.made().strip(), compare.taken
        if candidate is None or not text:
            return
        edited = None if text == candidate.text.strip() else {"content": text}
        command = DecideProposals((candidate.id,), "accept", edited=edited, month=candidate.month)
        outcome = await self.studio.execute(command)
        if outcome.edit is None:
            return
        draft.forget()
        month = format_month(candidate.month)
        words = tr(
            "{n} paragraph of {month} applied", "{n} paragraphs of {month} applied", n=taken, month=month
        )
        self.studio.toast(words, undo=outcome.edit)

    @aio.slot
    async def _write(self, text: str, keep_days: bool) -> None:
        """Write the month; a mere correction (`keep_days`) leaves what the text is known to rest on."""
        state = self.state
        if state.character is None or not text.strip():
            return
        draft, version = state.draft, state.read.version
        hashes = version.fragment_hashes if keep_days and version is not None else None
        command = WriteMonth(state.character.id, state.month, text.strip(), fragment_hashes=hashes)
        await self.studio.execute(command, toast=True)
        if draft.hand is not None and draft.hand.strip() == text.strip():
            draft.hand = None
            self._look_again()

    def _on_refused(self) -> None:
        if self.state.candidate is not None:
            self._refuse(self.state.candidate.id)

    @aio.slot
    async def _refuse(self, number: int) -> None:
        command = DecideProposals((number,), "refuse", month=self.state.month)
        await self.studio.execute(command, toast=True)

    # by hand

    def _on_hand_asked(self) -> None:
        compared = self.state.mode == "compare"
        self.write_by_hand(self.view.compare.made() if compared else self.state.read.text or "")

    def write_by_hand(self, text: str) -> None:
        """Let the author write the whole month, going on from a text."""
        draft = self.state.draft
        draft.hand, draft.found = text, self.state.read.text or ""
        self._look_again()
        self.view.hand.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_hand_written(self, text: str) -> None:
        if self.state.draft.hand is not None:
            self.state.draft.hand = text
            self._tell()
            self.truth.check(soon=True)

    def _on_hand_dropped(self) -> None:
        """Leave the field; words that are nowhere else can be taken up again."""
        draft, read = self.state.draft, self.state.read
        held, draft.hand = (draft.hand or ""), None
        self._look_again()
        if held.strip() and held.strip() != (read.text or ""):

            def back() -> None:
                draft.hand = held
                self._look_again()

            self.studio.toast(tr("Your text was put away"), undo=back, undo_text=tr("Go on writing"))

    # leading elsewhere

    def _on_folded(self) -> None:
        self.view.compare.fold(self.state.draft.unfolded)
        self._tell()

    def _on_stale_asked(self) -> None:
        if self.state.read.changed_days and self.state.read.text:
            self.day_asked.emit(self.state.read.changed_days[0])

    def _on_empty_asked(self) -> None:
        if self.state.read.fragments:
            self._on_hand_asked()
        else:
            self.days_asked.emit()
