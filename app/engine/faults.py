"""How a run's failure is written down: its code and template, never chat text."""

from app.domain.errors import KnownError


def told_error(fault: BaseException) -> dict[str, object]:
    if isinstance(fault, KnownError):
        return {"code": fault.code, "message": fault.template, "remedy": fault.remedy_template}
    return {"code": "bug", "message": type(fault).__name__, "remedy": ""}
