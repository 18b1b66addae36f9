"""What the window's frame says: who is in view, counts, what runs, what can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.ui import aio
from app.ui.i18n import said, tr
from app.ui.shell.tasks import share_of

if TYPE_CHECKING:
    from app.ui.shell.main_window import MainWindow

    Base = MainWindow
else:
    Base = object


class Telling:
    """Mixed into the main window."""

    def _enable(self: Base) -> None:  # type: ignore[misc]
        bridge = self.studio.bridge
        undo, redo = self.frame.bar.undoable()
        writable = bridge is not None and self.studio.read_only is None
        self.frame.bar.set_writable(writable)
        self.actions_table.enable(
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
    async def _on_frame_stale(self: Base) -> None:  # type: ignore[misc]
        studio = self.studio
        bridge, who = studio.bridge, studio.character
        if bridge is None:
            return
        if who is None:
            self.frame.bar.character.set_words("", "")
            self.frame.sidebar.set_counts({}, {})
            self._enable()
            return
        facts = await bridge.frame(who)
        if studio.bridge is bridge and studio.character is not None:
            self.frame_facts = facts
            self._say_frame()

    def _say_frame(self: Base) -> None:  # type: ignore[misc]
        facts, who = self.frame_facts, self.studio.character
        if facts is None or who is None:
            return
        months = max(1, round(facts.days / 30.4)) if facts.days else 0
        parts = [tr("with {name}", name=who.partner_name)] if who.partner_name else []
        if facts.memories == 0:
            parts = [tr("no memories yet")]
        elif months:
            parts.append(tr("{n} month", "{n} months", n=months))
        self.frame.bar.character.set_words(who.name, " · ".join(parts))
        self.frame.sidebar.set_counts(facts.rooms, {"inbox": facts.inbox})
        self.frame.sidebar.set_searches(facts.searches)
        self.frame.foot.say(
            tr(
                "Saved · {memories} memories, {messages} messages",
                memories=facts.memories,
                messages=facts.messages,
            )
        )
        self._enable()

    @aio.slot
    async def _on_undo_changed(self: Base) -> None:  # type: ignore[misc]
        bridge = self.studio.bridge
        if bridge is not None:
            self.frame.bar.set_undo(*await bridge.undo_names())
            self._enable()

    def _on_tasks_changed(self: Base) -> None:  # type: ignore[misc]
        bridge = self.studio.bridge
        tasks = bridge.tasks if bridge else ()
        shares = [share for task in tasks if (share := share_of(task.done, task.total)) is not None]
        together = sum(shares) / len(shares) if shares else None
        self.frame.bar.tasks.set_tasks(len(tasks), together)
        if tasks:
            newest = tasks[-1]
            self.frame.foot.set_work(said(newest.label), share_of(newest.done, newest.total))
        else:
            self.frame.foot.set_work("", None)

    def _on_cancel_asked(self: Base) -> None:  # type: ignore[misc]
        bridge = self.studio.bridge
        if bridge is not None and bridge.tasks:
            bridge.tasks[-1].cancel()

    def retranslate_title(self: Base) -> None:  # type: ignore[misc]
        bridge = self.studio.bridge
        hidden = bridge is None or self.studio.curtain
        self.setWindowTitle("Belvedere" if hidden or bridge is None else f"{bridge.file_name} – Belvedere")
