"""What the window's frame says: who is in view, counts, what runs, what can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.ui import aio
from app.ui.bridge import FrameFacts
from app.ui.i18n import said, tr
from app.ui.shell.tasks import share_of

if TYPE_CHECKING:
    from app.ui.shell.main_window import MainWindow


class Telling(QObject):
    """The voice of the main window's frame; `facts` is what it knows of the character in view."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.window = window
        self.studio = window.studio
        self.facts: FrameFacts | None = None

    def enable(self) -> None:
        bridge = self.studio.bridge
        undo, redo = self.window.frame.bar.undoable()
        writable = bridge is not None and self.studio.read_only is None
        self.window.frame.bar.set_writable(writable)
        self.window.actions_table.enable(
            {
                "palace": bridge is not None,
                "character": self.studio.character is not None,
                "writable": writable,
                "hand": writable and self.studio.character is not None,
                "undo": undo and writable,
                "redo": redo and writable,
            }
        )

    @aio.slot
    async def on_frame_stale(self) -> None:
        studio = self.studio
        bridge, who = studio.bridge, studio.character
        if bridge is None:
            return
        if who is None:
            self.window.frame.bar.character.set_words("", "")
            self.window.frame.sidebar.set_counts({}, {})
            self.enable()
            return
        facts = await bridge.frame(who)
        if studio.bridge is bridge and studio.character is not None:
            self.facts = facts
            self.say_frame()

    def say_frame(self) -> None:
        facts, who = self.facts, self.studio.character
        if facts is None or who is None:
            return
        months = max(1, round(facts.days / 30.4)) if facts.days else 0
        parts = [tr("with {name}", name=who.partner_name)] if who.partner_name else []
        if facts.memories == 0:
            parts = [tr("no memories yet")]
        elif months:
            parts.append(tr("{n} month", "{n} months", n=months))
        self.window.frame.bar.character.set_words(who.name, " · ".join(parts))
        self.window.frame.sidebar.set_counts(facts.rooms, {"inbox": facts.inbox})
        self.window.frame.sidebar.set_searches(facts.searches)
        self.say_counts()
        self.enable()

    def say_counts(self) -> None:
        """What the status line says while nothing else is to be said."""
        if self.facts is not None and self.studio.character is not None:
            self.window.frame.foot.say(
                tr(
                    "Saved · {memories} memories, {messages} messages",
                    memories=self.facts.memories,
                    messages=self.facts.messages,
                )
            )

    @aio.slot
    async def on_undo_changed(self) -> None:
        bridge = self.studio.bridge
        if bridge is not None:
            self.window.frame.bar.set_undo(*await bridge.undo_names())
            self.enable()

    def on_tasks_changed(self) -> None:
        bridge = self.studio.bridge
        tasks = bridge.tasks if bridge else ()
        shares = [share for task in tasks if (share := share_of(task.done, task.total)) is not None]
        together = sum(shares) / len(shares) if shares else None
        self.window.frame.bar.tasks.set_tasks(len(tasks), together)
        if tasks:
            newest = tasks[-1]
            self.window.frame.foot.set_work(said(newest.label), share_of(newest.done, newest.total))
        else:
            self.window.frame.foot.set_work("", None)

    def on_cancel_asked(self) -> None:
        bridge = self.studio.bridge
        if bridge is not None and bridge.tasks:
            bridge.tasks[-1].cancel()

    def retranslate_title(self) -> None:
        bridge = self.studio.bridge
        hidden = bridge is None or self.studio.curtain
        self.window.setWindowTitle(
            "Belvedere" if hidden or bridge is None else f"{bridge.file_name} – Belvedere"
        )
