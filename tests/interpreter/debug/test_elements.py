"""Parts of values are those that NumPy gives for the same brackets."""

from __future__ import annotations

import numpy as np
import pytest

from hlogen.errors import UsageError
from interpreter.debug.elements import name_and_indices, part_of

X = np.arange(24).reshape(2, 3, 4)


@pytest.mark.parametrize("indices", ["0", "-1", "1, 2", "0, 1:3", ":, ::2", "..., -1", "1, ..., ::-1", ""])
def test_indices_are_those_of_numpy(indices):
    np.testing.assert_array_equal(part_of(X, indices, "%x"), eval(f"X[{indices or '...'}]"))


@pytest.mark.parametrize(
    ("indices", "message"),
    [
        ("2", "isn't there in the shape .2, 3, 4.: index 2 is out of bounds"),
        ("0, 0, 0, 0", "too many indices"),
        ("x", "'x' is no index"),
        ("::0", "slice step cannot be zero"),
    ],
)
def test_what_is_not_there_is_said(indices, message):
    with pytest.raises(UsageError, match=message):
        part_of(X, indices, "%x")


def test_names_and_brackets():
    assert name_and_indices("%5") == ("%5", None)
    assert name_and_indices("%0#1[0, 2:4]") == ("%0#1", "0, 2:4")
    assert name_and_indices("%arg0 [1]") == ("%arg0", "1")
    with pytest.raises(UsageError, match="print takes a value"):
        name_and_indices("%5[0")
