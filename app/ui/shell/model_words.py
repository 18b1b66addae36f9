"""What the badge at the foot says of models: which kind answers, and in its tip where, and whether it was agreed to."""

from app.models.endpoint.settings import PURPOSES, Endpoint, Endpoints, Purpose
from app.models.endpoint.urls import host_of
from app.ui.i18n import tr


def badge(endpoints: Endpoints) -> str:
    """`Vectors: built-in · Writing: remote`. The portable vectors are always there; an endpoint's come beside them."""
    vectors = endpoints.get(Purpose.EMBEDDING)
    kinds = tr("built-in") if vectors is None else tr("built-in, {kind}", kind=_kind(vectors))
    return tr(
        "Vectors: {vectors} · Writing: {writing}", vectors=kinds, writing=_kind(endpoints.get(Purpose.CHAT))
    )


def tip(endpoints: Endpoints) -> str:
    """A line a purpose, and what a click does."""
    lines = [
        _line(endpoints, purpose, endpoint) for purpose in Purpose if (endpoint := endpoints.of.get(purpose))
    ]
    if not lines:
        lines = [tr("Everything works without a model. A configured one would write better.")]
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
