import numpy as np
import pytest

from app.domain.errors import KnownError
from app.models.embedding import refuse_unusable


def test_vectors_come_out_at_unit_length() -> None:
    made = refuse_unusable(np.array([[3.0, 4.0], [0.0, 2.0]]), 2, 2, "m")
    assert made.dtype == np.float32
    np.testing.assert_allclose(made, [[0.6, 0.8], [0.0, 1.0]], atol=1e-6)


@pytest.mark.parametrize("broken", [0.0, np.nan, np.inf])
def test_zero_and_broken_vectors_are_refused(broken: float) -> None:
    with pytest.raises(KnownError) as told:
        refuse_unusable(np.array([[1.0, 0.0], [broken, broken]]), 2, 2, "m")
    assert told.value.code == "embedding.unusable"
    assert told.value.remedy


@pytest.mark.parametrize("shape", [(1, 2), (2, 3), (2,)])
def test_another_size_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(KnownError) as told:
        refuse_unusable(np.ones(shape), 2, 2, "m")
    assert told.value.code == "embedding.size"
    assert "2×2" in told.value.message


def test_nothing_asked_nothing_given() -> None:
    assert refuse_unusable(np.empty((0, 2)), 0, 2, "m").shape == (0, 2)
