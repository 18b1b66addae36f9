"""Who hears of a committed edit."""

from collections.abc import Callable

from app.domain.changes import Changes

Listener = Callable[[Changes], None]


class Events:
    """Tell every listener after a commit; one that fails does not silence the others."""

    def __init__(self, on_fault: Callable[[BaseException], None]) -> None:
        self._listeners: list[Listener] = []
        self._on_fault = on_fault

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener and give the function that takes it away again."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def emit(self, changes: Changes) -> None:
        if not changes:
            return
        for listener in list(self._listeners):
            try:
                listener(changes)
            except Exception as fault:  # noqa: BLE001 - handed to the fault funnel
                self._on_fault(fault)
