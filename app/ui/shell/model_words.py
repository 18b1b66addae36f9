"""What the badge at the foot says of models: which kind answers, and in its tip where, and whether it was agreed to."""

from app.models.endpoint.settings import PURPOSES, Endpoint, Endpoints, Purpose
from app.models.endpoint.urls import host_of
from app.ui.i18n import tr


def badge(endpoints: Endpoints, vectors: str | None) -> str:
    """`Vectors: built-in · Writing: remote`; `vectors` is the model the palace is to recall by, None the portable one."""
    served = endpoints.get(Purpose.EMBEDDING)
    by_server = served is not None and vectors is not None and served.vector_model == vectors
    kind = _kind(served) if by_server else tr("built-in")
    return tr(
        "Vectors: {vectors} · Writing: {writing}", vectors=kind, writing=_kind(endpoints.get(Purpose.CHAT))
    )


def tip(endpoints: Endpoints, vectors: str | None) -> str:
    """A line a purpose, and what a click does."""
    lines = [
        _line(endpoints, purpose, endpoint) for purpose in Purpose if (endpoint := endpoints.of.get(purpose))
    ]
    if not lines:
        lines = [tr("Everything works without a model. A configured one would write better.")]
    if vectors is not None:
        lines.append(tr("Recall goes by the vectors of {model}.", model=vectors))
    return "\n".join([*lines, tr("Click to set models up.")])


def _kind(endpoint: Endpoint | None) -> str:
    if endpoint is None:
        return tr("none||no endpoint")
    return tr("local||an endpoint") if endpoint.local else tr("remote||an endpoint")


def _line(endpoints: Endpoints, purpose: Purpose, endpoint: Endpoint) -> str:
    facts = {"purpose": tr(PURPOSES[purpose]), "model": endpoint.model or "–", "host": host_of(endpoint.base)}
    if endpoints.agreed(purpose, endpoint):
        return tr("{purpose}: {model} at {host}", **facts)
    return tr("{purpose}: {model} at {host}, not agreed to yet", **facts)
