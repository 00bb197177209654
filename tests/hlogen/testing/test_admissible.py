"""``hl.testing``: expected results are written down by hand."""

import itertools

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
from hlogen.errors import UsageError

_ROWS = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}


@hl.function("2xi32", "2x1xi32", "2xi32")
def last_wins(x, indices, updates):
    return hl.scatter(x, indices, updates, "set", **_ROWS)


INPUTS = [np.int32([1, 2]), np.int32([[1], [1]]), np.int32([7, 8])]


def test_what_some_order_gives_passes():
    for result in (np.int32([1, 7]), [np.int32([1, 8])]):
        hl.testing.assert_admissible(last_wins, INPUTS, result)
    with pytest.raises(AssertionError, match=r"result 0, \[1\]: 9 is inadmissible"):
        hl.testing.assert_admissible(last_wins, INPUTS, np.int32([1, 9]))


def test_bits_and_units_in_the_last_place():
    @hl.function("2xbf16", "f32")
    def program(x, y):
        return hl.negate(x), hl.exponential(y)

    inputs = [np.array([1, -2], ml_dtypes.bfloat16), np.float32(1)]
    bits, e = np.uint16([0xBF80, 0x4000]), np.nextafter(np.float32(np.e), np.float32(3))
    hl.testing.assert_admissible(program, inputs, [bits, e], ulps=1)
    with pytest.raises(AssertionError, match="inadmissible"):
        hl.testing.assert_admissible(program, inputs, [bits, e])


def test_trees_of_updates_where_asked_for():
    """1e8 + (3 + 3) isn't (1e8 + 3) + 3 in f32."""

    @hl.function("1xf32", "2x1xi32", "2xf32")
    def program(x, indices, updates):
        return hl.scatter(x, indices, updates, "add", **_ROWS)

    inputs = [np.float32([1e8]), np.zeros((2, 1), np.int32), np.float32([3, 3])]
    hl.testing.assert_admissible(program, inputs, np.float32([1e8 + 6]), reassociate=True)
    with pytest.raises(AssertionError):
        hl.testing.assert_admissible(program, inputs, np.float32([1e8 + 6]))


def test_inputs_without_an_end_are_too_many() -> None:
    with pytest.raises(UsageError, match="arguments"):
        hl.testing.assert_admissible(last_wins, itertools.repeat(INPUTS[0]), np.int32([1, 7]))


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ([], "has 1 result"),
        (np.int64([1, 7]), "result 0"),
        (np.int32([1, 7, 7]), "result 0: expected tensor<2xi32>"),
        (5, "results"),
    ],
)
def test_what_does_not_fit_is_told(results, said):
    with pytest.raises(UsageError, match=said):
        hl.testing.assert_admissible(last_wins, INPUTS, results)
