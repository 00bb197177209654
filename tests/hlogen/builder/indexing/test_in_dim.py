"""Slices along one dimension at places that the running program knows."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.building import ops, refused, run

import hlogen as hl

X = np.arange(24, dtype=np.int32).reshape(4, 6)


@pytest.mark.parametrize("start", range(-8, 8))
@pytest.mark.parametrize("dtype", [np.int8, np.int64])
def test_slices_wrap_and_are_moved_inside(start: int, dtype: type) -> None:
    at = np.array(start, dtype)
    for axis in (0, 1, -1):
        size = X.shape[axis]
        first = min(max(start + size if start < 0 else start, 0), size - 2)
        expected = np.take(X, range(first, first + 2), axis)
        result = run(lambda x, i, axis=axis: hl.dynamic_slice_in_dim(x, i, 2, axis), X, at)
        np.testing.assert_array_equal(result, expected)
        written = run(lambda x, i, axis=axis, new=expected: hl.dynamic_update_slice_in_dim(x * 0, new, i, axis), X, at)
        taken = np.zeros_like(X)
        np.moveaxis(taken, axis, 0)[first : first + 2] = np.moveaxis(expected, axis, 0)
        np.testing.assert_array_equal(written, taken)


def test_constant_starts_reach_from_edge_to_edge() -> None:
    starts = -4, -3, -2, 0, 1, 2
    for part, start in zip(run(lambda x: [hl.dynamic_slice_in_dim(x, at, 2) for at in starts], X), starts, strict=True):
        np.testing.assert_array_equal(part, X[start % 4 : start % 4 + 2])


def test_constant_starts_in_sizes_that_the_run_knows_are_moved_inside() -> None:
    starts = -(2**40), -5, -4, -1, 0, 2, 3, 2**31 - 1, 2**31, 2**40
    program = hl.function("?x6xi32", name="main")(lambda x: [hl.dynamic_slice_in_dim(x, at, 2) for at in starts])
    for part, start in zip(program(X), starts, strict=True):
        first = min(max(start + 4 if start < 0 else start, 0), 2)
        np.testing.assert_array_equal(part, X[first : first + 2])


def test_one_index() -> None:
    at = np.array(-1, np.int16)
    np.testing.assert_array_equal(run(lambda x, i: hl.dynamic_index_in_dim(x, i), X, at), X[-1:])
    np.testing.assert_array_equal(run(lambda x, i: hl.dynamic_index_in_dim(x, i, 1, keepdims=False), X, at), X[:, -1])
    expected = X.copy()
    expected[:, 2] = 7
    for new in (np.full(4, 7), np.full((4, 1), 7)):
        result = run(lambda x, new=new: hl.dynamic_update_index_in_dim(x, new, 2, axis=1), X)
        np.testing.assert_array_equal(result, expected)
    assert ops(lambda x, i: hl.dynamic_slice_in_dim(x, 1, 2), "4x6xi32", "i32") == {"dynamic_slice": 1}
    with_base = run(lambda x: _from_one(x), X)
    np.testing.assert_array_equal(with_base, X[1:2])


def _from_one(x):
    with hl.index_base(1):  # a raw operation: it counts from 0
        return hl.dynamic_index_in_dim(x, 1)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda x: hl.dynamic_slice_in_dim(x, 3, 2), "start_index 3 is out of bounds: 2 of the 4 in dimension 0"),
        (lambda x: hl.dynamic_slice_in_dim(x, -5, 2), "start_index -5 is out of bounds"),
        (lambda x: hl.dynamic_slice_in_dim(x, 0, 5), "slice_size 5 isn't between 0 and the 4 of dimension 0"),
        (lambda x: hl.dynamic_slice_in_dim(x, 0, 1, axis=2), "axis 2 is out of bounds"),
        (lambda x: hl.dynamic_slice_in_dim(x, x, 1), "start_index is a scalar"),
        (lambda x: hl.dynamic_slice_in_dim(x, 0.5, 1), "start_index"),
        (lambda x: hl.dynamic_slice_in_dim(x, hl.constant(0.5), 1), "indices are integers"),
        (lambda x: hl.dynamic_update_slice_in_dim(x, np.zeros((2, 5), int), 0), "isn't a slice along dimension 0"),
        (lambda x: hl.dynamic_update_index_in_dim(x, np.zeros((2, 6), int), 0), "isn't one part along dimension 0"),
    ],
)
def test_what_is_refused(body, said: str) -> None:
    assert said in refused(body, "4x6xi32", file=__file__)
