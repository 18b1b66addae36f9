"""The truth check of the month in view: when it is asked, what it marks, and what its cards do to the text."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from app.domain.months.claimed import Flag
from app.domain.months.passages import Mine
from app.domain.months.truth import Forgotten, Report
from app.engine.months.truth import WaveOff, key_of
from app.ui import aio
from app.ui.months.by_hand import ByHand
from app.ui.months.checker import Checker
from app.ui.months.chosen_page import ChosenPage
from app.ui.months.compare import Compare
from app.ui.months.corrections import added, place_for, replaced, sentence_of
from app.ui.months.reader import Reader
from app.ui.months.state import State
from app.ui.months.truth import TruthPage
from app.ui.studio import Studio

Change = Callable[[str, int], str]  # a text and where it begins in the checked one


class Checking(QObject):
    """Between the text in view and the inspector's page."""

    told = Signal()  # flags changed what is taken by itself
    write_asked = Signal(str)  # correct the month at once
    hand_asked = Signal(str)  # go on by hand from this text

    def __init__(
        self, studio: Studio, state: State, view: ChosenPage, page: TruthPage, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._studio, self._state, self._view, self._page = studio, state, view, page
        self.report: Report | None = None
        self._checked = ""  # the text that the report is, or will be, about
        self._of: object = None
        self._sought: int | None = None  # the entry that is to be shown as soon as its text is checked
        self.checker = Checker(studio, self)
        self.checker.checked.connect(self._on_checked)
        view.compare.row_chosen.connect(self.tell_rests)
        for part in (view.compare, view.reader):
            part.sentence_hovered.connect(self._on_sentence_hovered)
            part.sentence_pressed.connect(self._on_sentence_pressed)
        view.hand.sentence_pressed.connect(self._on_sentence_pressed)
        page.correction_asked.connect(self._on_correction_asked)
        page.wave_asked.connect(self._on_wave_asked)
        page.sentence_asked.connect(self._on_sentence_asked)
        page.pointed.connect(lambda spans: self._part().point(spans))
        page.place_asked.connect(self._show_place)

    def text(self) -> str:
        """Give the text that stands in view."""
        mode, state = self._state.mode, self._state
        if mode == "compare":
            return self._view.compare.shown()
        if mode == "hand":
            return state.draft.hand or ""
        return (state.read.text or "") if mode == "read" else ""

    def check(self, *, soon: bool = False, again: bool = False) -> None:
        """Check what is in view; `soon`: in a pause of writing; `again`: its days or what was waved off changed."""
        text, state = self.text(), self._state
        if state.character is None or not text.strip():
            self.checker.leave()
            self.report, self._checked = None, ""
            self._page.show_nothing()
            return
        of = (state.key, state.mode)
        if text == self._checked and of == self._of and not again and self.report is not None:
            self._show()
            return
        if of != self._of or (text != self._checked and not soon):
            self.report = None
        self._checked, self._of = text, of
        if not soon:
            self._show()
        self.checker.ask(state.character, state.month, text, soon=soon)

    def seek(self, fragment: int) -> None:
        """Show where an entry went, with the next report."""
        self._sought = fragment

    def _on_checked(self, report: Report) -> None:
        if self.text() == self._checked:
            self.report = report
            self._show()
            if self._sought is not None:
                sought, self._sought = self._sought, None
                self._page.show_day(sought)

    def _show(self) -> None:
        state, compare = self._state, self._view.compare
        writable = self._studio.read_only is None
        self._page.show_report(self.report, state.read.fragments, state.month, writable=writable)
        self._part().show_report(self.report)
        if state.mode == "compare":
            compare.choose_first()
        self.told.emit()
        self.tell_rests()

    def _part(self) -> Compare | Reader | ByHand:
        parts: dict[str, Compare | Reader | ByHand] = {"compare": self._view.compare, "hand": self._view.hand}
        return parts.get(self._state.mode, self._view.reader)

    # pointing

    def tell_rests(self) -> None:
        """List what the paragraph in view rests on."""
        compare, reader, mode = self._view.compare, self._view.reader, self._state.mode
        if mode == "compare" and 0 <= compare.current < len(compare.parts):
            part = compare.parts[compare.current]
            self._page.choose(part.start, part.end)
        elif mode == "read" and reader.paragraphs:
            self._page.choose(reader.paragraphs[0].start, reader.paragraphs[0].end)

    def _on_sentence_hovered(self, number: int | None) -> None:
        said = self.report.sentences if self.report is not None else ()
        rests = said[number].rests_on if number is not None and number < len(said) else ()
        self._page.glow(rest.fragment for rest in rests)

    def _on_sentence_pressed(self, number: int | None) -> None:
        if self.report is not None and number is not None and number < len(self.report.sentences):
            one = self.report.sentences[number]
            self._page.choose(one.start, one.end)

    def _show_place(self, place: int) -> None:
        """Bring a place of the text into view."""
        compare = self._view.compare
        widget: QWidget | None = None
        if self._state.mode == "compare" and (row := compare.row_at(place)) is not None:
            widget = compare.rows[row]
            if widget.isHidden():
                compare.fold(False)
                self.told.emit()
            widget.setFocus(Qt.FocusReason.OtherFocusReason)
        elif self._state.mode == "read":
            widget = self._view.reader.paragraph_at(place)
        if widget is not None:
            self._view.area.ensureWidgetVisible(widget)

    # what the cards do

    def _on_correction_asked(self, flag: Flag, words: str) -> None:
        start, end = flag.start, flag.end
        self._change(start, lambda text, before: replaced(text, start - before, end - before, words))

    def _on_sentence_asked(self, one: Forgotten) -> None:
        """Put a sentence about a forgotten day where it belongs, and let the author go on from there."""
        if self.report is None:
            return
        fragments = self._state.read.fragments
        sentence, fragment = sentence_of(one, fragments), fragments.get(one.fragment)
        place = place_for(self.report, fragments, fragment.day if fragment else None)
        if not sentence or place is None:
            return
        if self._state.mode == "read":
            self.hand_asked.emit(added(self._state.read.text or "", place, sentence))
        else:
            self._change(place - 1, lambda text, before: added(text, place - before, sentence), write=True)

    def _change(self, place: int, change: Change, *, write: bool = False) -> None:
        """Change the text in view: the author's words for a paragraph, the field, or at once the month itself."""
        mode, compare = self._state.mode, self._view.compare
        if mode == "hand":
            self._view.hand.show_text(change(self._view.hand.field.toPlainText(), 0))
        elif mode == "compare" and (row := compare.row_at(place)) is not None:
            part = compare.parts[row]
            compare.rows[row].end_writing()
            compare.decide(row, Mine(change(part.right, part.start)))
            self.check()
            if write:
                compare.write(row)
        elif mode == "read":
            self.write_asked.emit(change(self._state.read.text or "", 0))

    @aio.slot
    async def _on_wave_asked(self, one: Flag | Forgotten, verdict: str) -> None:
        state = self._state
        if self.report is None or state.character is None:
            return
        key = key_of(self.report, state.month, one)
        sure = verdict == "confirmed"
        await self._studio.execute(
            WaveOff(state.character.id, state.month, (key,), "confirmed" if sure else "dismissed")
        )
