"""One purpose: which endpoint, which model, which key, and whether it works. Every change is kept at once."""

import asyncio
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from app.domain.errors import KnownError
from app.engine.endpoints import tidy
from app.models.endpoint.outcomes import told
from app.models.endpoint.presets import PRESETS, Preset, preset_of
from app.models.endpoint.probe import Report
from app.models.endpoint.settings import PURPOSES, Endpoint, Purpose
from app.models.endpoint.urls import candidates, host_of, shown
from app.models.keys import Place
from app.ui import aio, dialogs
from app.ui.desk import Desk
from app.ui.i18n import tr
from app.ui.settings.exchange import show_exchange
from app.ui.settings.form import OTHER, EndpointForm
from app.ui.settings.outcome import FailureCard, WorksLine, failed, sentences
from app.ui.studio import Studio


class EndpointSection(EndpointForm):
    """Keeps what is written, asks where the key is, and tries the endpoint out."""

    def __init__(self, studio: Studio, desk: Desk, purpose: Purpose) -> None:
        super().__init__(purpose)
        self.studio, self.desk = studio, desk
        self.endpoint: Endpoint | None = None
        self.report: Report | None = None
        self.testing: asyncio.Task[None] | None = None
        self.opened = False
        self._wire()
        self.retranslate()
        self._show_endpoint(None)

    def _wire(self) -> None:
        self.set_up.clicked.connect(self._on_set_up)
        self.preset.picked.connect(self._on_preset)
        self.address.textEdited.connect(self._on_address_typed)
        self.address.editingFinished.connect(self._on_address_written)
        self.model.written.connect(self._on_model_written)
        self.key.entered.connect(self._on_key_entered)
        self.key.move_asked.connect(self._on_key_moved)
        self.key.forget_asked.connect(self._on_key_forgotten)
        self.test.clicked.connect(self._on_test)
        self.more_link.clicked.connect(self._on_more_wanted)
        self.more.changed.connect(self._on_more)
        self.more.remove_asked.connect(self._on_remove)

    def retranslate(self) -> None:
        self.say()
        self._say_test()
        self._open_more(self.more.isVisible())
        self._say_outcome()

    # what is shown

    def show_endpoint(self, endpoint: Endpoint | None) -> None:
        """Show what is kept; a result that belongs to something else goes."""
        before, self.endpoint = self.endpoint, endpoint
        if _what(before) != _what(endpoint):
            self._forget_result()
        self._show_endpoint(endpoint)

    def _show_endpoint(self, endpoint: Endpoint | None) -> None:
        self.opened = self.opened and endpoint is None
        self.empty.setVisible(endpoint is None and not self.opened)
        self.editor.setVisible(endpoint is not None or self.opened)
        for control in (self.model, self.key, self.test):
            control.setEnabled(endpoint is not None)
        if endpoint is not None:
            found = preset_of(endpoint.base)
            known = found is not None and found in self.presets()
            self.preset.set_current(found.name if found and known else OTHER)
            if not (self.address.hasFocus() and self.address.isModified()):
                self.address.setText(endpoint.address)
                self.address.setCursorPosition(0)  # of a long one its host is seen
                self.locality.show_address(endpoint.address)
                self.address.set_wrong(False)
            if not self.model.line().hasFocus():
                self._offer(found)
                self.model.setEditText(endpoint.model)
                self.model.line().setCursorPosition(0)
            self.more.show_endpoint(endpoint)
            self.show_key()
        else:
            self.preset.setCurrentIndex(-1)
            self.address.clear()
            self.locality.show_address("")
            self.address.set_wrong(False)
            self.model.setEditText("")
        self._open_more(endpoint is not None and self.more.isVisible())
        self._say_outcome()

    def _offer(self, preset: Preset | None) -> None:
        """The models of the last test, else what the service is known for."""
        listed = self.report.models if self.report else ()
        if not listed and preset is not None:
            listed = {Purpose.EMBEDDING: preset.embedding, Purpose.RERANK: preset.rerank}.get(
                self.purpose, preset.chat
            )
        self.model.offer(listed)

    @aio.slot
    async def show_key(self) -> None:
        """Ask where the key is, and say it."""
        endpoint = self.endpoint
        if endpoint is None:
            return
        facts, store = await self.desk.key(endpoint.origin), await self.desk.has_store()
        if self.endpoint is endpoint:
            self.key.show_facts(facts, needed=not endpoint.local, store=store)
            self._say_outcome()

    def _say_test(self) -> None:
        self.test.setText(tr("Stop") if self.testing else tr("Test"))
        self.test.setAccessibleName(f"{tr(PURPOSES[self.purpose])}: {self.test.text()}")

    def _say_outcome(self) -> None:
        """The line or the card below the controls."""
        endpoint, report = self.endpoint, self.report
        self.place(card=self.testing is None and report is not None and failed(report))
        if self.testing is not None and endpoint is not None:
            self.outcome.show_hint(
                tr(
                    "Asking {host}. A fixed greeting is sent, nothing of a palace.",
                    host=host_of(endpoint.base),
                )
            )
        elif report is not None:
            self._show_report(report)
        elif endpoint is None:
            self.outcome.show_hint(tr("Choose a service, or paste an address."))
        else:
            self.outcome.show_hint(self._hint(endpoint))

    def _hint(self, endpoint: Endpoint) -> str:
        if endpoint.url:
            return tr("It worked when it was tested last.")
        preset = preset_of(endpoint.base)
        parts = [tr(preset.hint)] if preset and preset.hint else []
        if preset and preset.key_page and self.key.facts is None:
            parts.append(tr("Its keys are made at {page}.", page=preset.key_page))
        return sentences(*parts, tr("Not tested yet."))

    def _show_report(self, report: Report) -> None:
        wrong = not report.works or len(report.attempts) > 1
        self.address.set_wrong(
            wrong and report.told.code in ("not_found", "not_api", "endpoint.url", "url", "ok")
        )
        if not wrong:
            self.outcome.show_part(WorksLine(report))
            return
        card = FailureCard(report)
        card.use_asked.connect(self._on_use)
        card.key_asked.connect(self.key.enter)
        card.model_asked.connect(self._on_model_wanted)
        card.again_asked.connect(self._on_test)
        card.exchange_asked.connect(lambda: show_exchange(self, report, self.purpose))
        self.outcome.show_part(card)

    def _forget_result(self) -> None:
        if self.testing is not None:
            self.testing.cancel()
        self.report = None
        self.address.set_wrong(False)

    def _open_more(self, opened: bool) -> None:
        self.more.setVisible(opened)
        words = tr("Never mind") if self.endpoint is None else tr("Less") if opened else tr("More")
        self.more_link.setText(words)
        self.more_link.set_arrow(not opened)
        self.more_link.setAccessibleName(f"{tr(PURPOSES[self.purpose])}: {words}")

    # what the author does

    def _on_set_up(self) -> None:
        self.opened = True
        self._show_endpoint(None)
        self.preset.setFocus()

    def _on_more_wanted(self) -> None:
        """Fold numbers out or in; with nothing set yet, leave it so."""
        if self.endpoint is None:
            self.opened, self.report = False, None
            self._show_endpoint(None)
        else:
            self._open_more(not self.more.isVisible())

    @aio.slot
    async def _on_preset(self, key: str) -> None:
        preset = next((one for one in PRESETS if one.name == key), None)
        if preset is None:
            self.address.setFocus()
            self.address.selectAll()
        else:
            await self.desk.keep(self.purpose, preset.endpoint(self.purpose))

    def _on_address_typed(self, text: str) -> None:
        self.locality.show_address(text)
        self.address.set_wrong(False)

    @aio.slot
    async def _on_address_written(self) -> None:
        before = self.endpoint
        if not self.address.isModified():
            return
        self.address.setModified(False)
        written = tidy(self.address.text())
        if not written:
            self._show_endpoint(before)
            return
        try:
            candidates(written)
        except KnownError as error:
            self.report = Report(Endpoint(shown(written)), told(error))
            self._say_outcome()
            return
        if before is None or written != before.address:
            self._forget_result()
            await self.desk.keep(self.purpose, before.moved(written) if before else Endpoint(written))
        else:
            self._show_endpoint(before)

    @aio.slot
    async def _on_model_written(self, name: str) -> None:
        if self.endpoint is not None and name != self.endpoint.model:
            await self.desk.keep(self.purpose, replace(self.endpoint, model=name, size=0, dropped=()))

    def _on_model_wanted(self) -> None:
        self.model.setFocus()
        self.model.showPopup()

    @aio.slot
    async def _on_more(self, changed: Endpoint) -> None:
        if changed != self.endpoint:
            await self.desk.keep(self.purpose, changed)

    @aio.slot
    async def _on_remove(self) -> None:
        gone = self.endpoint
        if gone is None:
            return
        await self.desk.keep(self.purpose, None)
        self.studio.toast(
            tr("Endpoint removed: {purpose}", purpose=tr(PURPOSES[self.purpose])),
            undo=lambda: aio.spawn(self.desk.keep(self.purpose, gone), self.desk),
        )

    # its key

    @aio.slot
    async def _on_key_entered(self, pasted: str) -> None:
        if self.endpoint is not None:
            self._forget_result()
            await self.desk.set_key(self.endpoint.origin, pasted)

    @aio.slot
    async def _on_key_forgotten(self) -> None:
        if self.endpoint is not None:
            await self.desk.set_key(self.endpoint.origin, "")

    @aio.slot
    async def _on_key_moved(self, place: str) -> None:
        endpoint = self.endpoint
        if endpoint is None:
            return
        to = Place(place)
        if to is Place.FILE and not await _file_agreed(self):
            return
        await self.desk.move_key(endpoint.origin, to, consent=to is Place.FILE)

    # the test

    def _on_test(self) -> None:
        if self.testing is not None:
            self.testing.cancel()
        elif self.endpoint is not None and aio.running():
            self.report = None
            self.testing = aio.spawn(self._test(self.endpoint), self)
            self._say_test()
            self._say_outcome()

    async def _test(self, endpoint: Endpoint) -> None:
        try:
            report = await self.desk.test(self.purpose, endpoint)
            if self.endpoint is not None and self.endpoint.address == endpoint.address:
                self.report = report
                self._offer(preset_of(endpoint.base))
        except KnownError as error:
            self.report = Report(endpoint, told(error))
        finally:
            self.testing = None
            self._say_test()
            self._say_outcome()

    @aio.slot
    async def _on_use(self, address: str) -> None:
        """Take the address that a test found right, with what was learned there."""
        report, endpoint = self.report, self.endpoint
        if report is None or endpoint is None:
            return
        found = report.endpoint
        await self.desk.keep(
            self.purpose,
            replace(endpoint, address=address, url=address, size=found.size, dropped=found.dropped)
            if report.works
            else endpoint.moved(address),
        )
        self._on_test()


def _what(endpoint: Endpoint | None) -> tuple[str, str] | None:
    """What a result belongs to."""
    return (endpoint.address, endpoint.model) if endpoint else None


async def _file_agreed(parent: QWidget) -> bool:
    answer = await dialogs.ask(
        parent,
        tr("Keep the key in a file?"),
        tr(
            "Every program you run can read it there; other people on this machine cannot. "
            "The key store of the system is safer where there is one."
        ),
        [("no", tr("Cancel"), "plain"), ("yes", tr("Keep it in a file"), "primary")],
    )
    return answer == "yes"
