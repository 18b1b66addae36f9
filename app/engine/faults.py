"""How a run's failure is written down: how it ended, its code and template, never chat text."""

import asyncio

from app.domain.errors import KnownError
from app.storage.runs import Ending


def cut_status(fault: BaseException) -> Ending:
    """Name how a run ended: cancelled, or stopped by the world, it can be taken up again; by our own fault it cannot."""
    return "interrupted" if isinstance(fault, asyncio.CancelledError | KnownError) else "failed"


def told_fault(fault: BaseException) -> dict[str, object] | None:
    """Say why a run was cut short; None when it was cancelled."""
    if isinstance(fault, asyncio.CancelledError):
        return None
    if isinstance(fault, KnownError):
        return {"code": fault.code, "message": fault.template, "remedy": fault.remedy_template}
    return {"code": "bug", "message": type(fault).__name__, "remedy": ""}
