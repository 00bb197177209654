"""Operations of chlo, and such as are on their way out, that are written as others: against NumPy and Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.onnx_parts import calling, drawn, require_close, results_of


def test_operands_that_broadcast() -> None:
    x, y = drawn((3, 1), np.float32), drawn((4,), np.float32, 1)
    text = calling("chlo.broadcast_add", [x, y], x + y)
    require_close(results_of(text, [np.float32], x, y), [x + y])
    x, y = drawn((3, 4), np.float32), drawn((3,), np.float32, 1)
    wanted = x < y[:, None]
    attributes = "comparison_direction = #chlo<comparison_direction LT>, broadcast_dimensions = array<i64: 0>"
    text = calling("chlo.broadcast_compare", [x, y], wanted, attributes=attributes)
    require_close(results_of(text, [bool], x, y), [wanted])


def test_a_constant_like_another() -> None:
    x = drawn((3,), np.float32)
    text = calling("chlo.constant_like", [x], x, attributes="value = 2.5 : f32")
    assert results_of(text, [np.float32], x)[0].tolist() == [2.5] * 3


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint32, np.int32, np.int64, np.uint64])
def test_the_high_half_of_products(dtype: Any) -> None:
    limits, rng = np.iinfo(dtype), np.random.default_rng(0)
    x, y = rng.integers(limits.min, limits.max, (2, 60), dtype=dtype, endpoint=True)
    x[:4], y[:4] = (limits.min, limits.max, limits.min, 0), (limits.min, limits.max, limits.max, limits.min)
    (found,) = results_of(calling("chlo.mulhi", [x, y], x), [dtype], x, y)
    assert found.tolist() == [a * b >> limits.bits for a, b in zip(x.tolist(), y.tolist(), strict=True)]


def dimension_numbers(**given: list[int]) -> str:
    names = [f"{side}_{kind}_dimensions" for kind in ("batching", "contracting") for side in ("lhs", "rhs")]
    names += ["lhs_ragged_dimensions", "rhs_group_dimensions"]
    entries = ", ".join(f"{name} = {given.get(name, [])}" for name in names)
    precision = "precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>]"
    return f"{precision}, ragged_dot_dimension_numbers = #chlo.ragged_dot<{entries}>"


@pytest.mark.parametrize("sizes", [[2, 1, 2], [2, 0, 3], [0, 0, 0]])
def test_ragged_dot_of_groups_of_rows(sizes: list[int]) -> None:
    x, weights = drawn((6, 4), np.float32), drawn((3, 4, 5), np.float32, 1)
    x[5] = np.inf  # behind the last group, nothing is read
    groups, wanted, start = np.array(sizes, np.int32), np.zeros((6, 5), np.float32), 0
    for group, size in enumerate(sizes):
        wanted[start : start + size] = x[start : start + size] @ weights[group]
        start += size
    attributes = dimension_numbers(
        lhs_contracting_dimensions=[1],
        rhs_contracting_dimensions=[1],
        lhs_ragged_dimensions=[0],
        rhs_group_dimensions=[0],
    )
    text = calling("chlo.ragged_dot", [x, weights, groups], wanted, attributes=attributes)
    require_close(results_of(text, [np.float32], x, weights, groups), [wanted])


def test_ragged_dot_of_groups_that_are_contracted() -> None:
    x, y, sizes = drawn((4, 6), np.float32), drawn((6, 5), np.float32, 1), np.array([2, 3], np.int32)
    wanted = np.stack([x[:, :2] @ y[:2], x[:, 2:5] @ y[2:5]])
    attributes = dimension_numbers(
        lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0], lhs_ragged_dimensions=[1]
    )
    text = calling("chlo.ragged_dot", [x, y, sizes], wanted, attributes=attributes)
    require_close(results_of(text, [np.float32], x, y, sizes), [wanted])


def test_a_slice_whose_places_are_operands() -> None:
    x = drawn((6, 5), np.float32)
    places = (np.array(values, np.int32) for values in ([1, 0], [5, 5], [2, 2]))
    operands = [x, *places]
    text = calling("stablehlo.real_dynamic_slice", operands, x[1:5:2, ::2])
    for reference in (False, True):
        require_close(results_of(text, [np.float32], *operands, reference=reference), [x[1:5:2, ::2]])


def test_dot_and_broadcast() -> None:
    x, y = drawn((2, 3), np.complex64), drawn((3,), np.complex64, 1)
    require_close(results_of(calling("stablehlo.dot", [x, y], x @ y), [np.complex64], x, y), [x @ y])
    wanted = np.broadcast_to(y, (4, 2, 3))
    text = calling("stablehlo.broadcast", [y], wanted, attributes="broadcast_sizes = array<i64: 4, 2>")
    require_close(results_of(text, [np.complex64], y), [wanted])


def test_einsum_and_index_select() -> None:
    x, y = drawn((2, 3), np.float32), drawn((4, 3), np.float32, 1)
    text = calling("stablehlo.einsum", [x, y], y @ x.T, attributes='einsum_config = "ab,cb->ca"')
    require_close(results_of(text, [np.float32], x, y), [y @ x.T])
    wanted = y[:, [2, 0]]
    attributes = "dim = 1 : i64, batch_dims = 0 : i64"
    text = calling("stablehlo.torch_index_select", [y, np.array([2, 0])], wanted, attributes=attributes)
    assert results_of(text, [np.float32], y, np.array([2, 0]))[0].tolist() == wanted.tolist()
