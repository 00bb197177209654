"""Programs with batching dims."""

from __future__ import annotations

import hlogen as hl
from hlogen.ir import HasModule
from tools.sharding_cases.case import FIRST, X_Y, Case, X


def batched() -> list[Case]:
    return [
        Case("rows of each batch", _rows, X, [FIRST, FIRST], [FIRST]),
        Case("windows of each batch", _windows, X, [FIRST, FIRST], [FIRST]),
        Case("the batch in the middle", _middle, X, [(None, "x"), (None, "x")], [(None, "x")]),
        Case("batch and features split, mesh 2x4", _rows, X_Y, [("x", None, "y"), ("x",)], [("x", None, "y")]),
        Case("two batching dims, mesh 2x4", _two, X_Y, [("x", None, "y"), ("y", "x")], [("y", "x")]),
        Case("histogram of each batch", _histogram, X, [FIRST] * 3, [FIRST]),
        Case("greatest of windows of each batch", _greatest, X, [FIRST] * 3, [FIRST]),
        Case("lookup and update under hl.vmap", _vmapped(_lookup), X, [FIRST] * 3, [FIRST, FIRST]),
        Case("hl.vjp of rows of each batch", hl.vjp(_rows, wrt=[0]), X, [FIRST] * 3, [FIRST, FIRST]),
        Case("one row of each batch", _row, X, [FIRST, FIRST], [FIRST]),
        Case("hl.vjp of one row of each batch", hl.vjp(_row, wrt=[0]), X, [FIRST] * 3, [FIRST, FIRST]),
        Case("one position of a key-value cache", _cache, X, [FIRST] * 3, [FIRST]),
        Case("dynamic_slice under hl.vmap", _vmapped(_slice), X, [FIRST] * 3, [FIRST]),
        Case("dynamic_update_slice under hl.vmap", _vmapped(_update_slice), X, [FIRST] * 4, [FIRST]),
        Case("one of each of two batches, mesh 2x4", _one_of_two, X_Y, [("x", None, "y"), ("y", "x")], [("y", "x")]),
    ]


@hl.function("16x32x4xf32", "16x5x1xi32")
def _rows(operand, start_indices):
    return hl.gather(
        operand,
        start_indices,
        offset_dims=[2],
        collapsed_slice_dims=[1],
        operand_batching_dims=[0],
        start_indices_batching_dims=[0],
        start_index_map=[1],
        index_vector_dim=2,
        slice_sizes=[1, 1, 4],
    )


@hl.function("16x32x8xf32", "16x5x2xi32")
def _windows(operand, start_indices):
    return hl.gather(
        operand,
        start_indices,
        offset_dims=[2, 3],
        collapsed_slice_dims=[],
        operand_batching_dims=[0],
        start_indices_batching_dims=[0],
        start_index_map=[1, 2],
        index_vector_dim=2,
        slice_sizes=[1, 3, 2],
    )


@hl.function("32x16x4xf32", "5x16x1xi32")
def _middle(operand, start_indices):
    return hl.gather(
        operand,
        start_indices,
        offset_dims=[2],
        collapsed_slice_dims=[0],
        operand_batching_dims=[1],
        start_indices_batching_dims=[1],
        start_index_map=[0],
        index_vector_dim=2,
        slice_sizes=[1, 1, 4],
    )


@hl.function("4x32x8x6xf32", "8x4x5x1xi32")
def _two(operand, start_indices):
    return hl.gather(
        operand,
        start_indices,
        offset_dims=[3],
        collapsed_slice_dims=[1],
        operand_batching_dims=[0, 2],
        start_indices_batching_dims=[1, 0],
        start_index_map=[1],
        index_vector_dim=3,
        slice_sizes=[1, 1, 1, 6],
    )


@hl.function("16x64x2x4xf32", "16x1xi32", "16x2x4xf32")
def _cache(cache, position, values):
    return hl.scatter(
        cache,
        position,
        values,
        "set",
        update_window_dims=[1, 2],
        inserted_window_dims=[1],
        input_batching_dims=[0],
        scatter_indices_batching_dims=[0],
        scatter_dims_to_operand_dims=[1],
        index_vector_dim=1,
    )


@hl.function("16x32xi32", "16x20x1xi32", "16x20xi32")
def _histogram(counts, bins, weights):
    return hl.scatter(
        counts,
        bins,
        weights,
        "add",
        update_window_dims=[],
        inserted_window_dims=[1],
        input_batching_dims=[0],
        scatter_indices_batching_dims=[0],
        scatter_dims_to_operand_dims=[1],
        index_vector_dim=2,
    )


@hl.function("16x32x8xf32", "16x5x2xi32", "16x5x3x2xf32")
def _greatest(input, in_bounds, updates):
    return hl.scatter(
        input,
        in_bounds,
        updates,
        "max",
        update_window_dims=[2, 3],
        inserted_window_dims=[],
        input_batching_dims=[0],
        scatter_indices_batching_dims=[0],
        scatter_dims_to_operand_dims=[1, 2],
        index_vector_dim=2,
    )


@hl.function("16x32x4xf32", "16x1xi32")
def _row(operand, start_indices):
    return hl.gather(
        operand,
        start_indices,
        offset_dims=[1],
        collapsed_slice_dims=[1],
        operand_batching_dims=[0],
        start_indices_batching_dims=[0],
        start_index_map=[1],
        index_vector_dim=1,
        slice_sizes=[1, 1, 4],
    )


@hl.function("4x32x8xf32", "8x4x1xi32")
def _one_of_two(operand, start_indices):
    return hl.gather(
        operand,
        start_indices,
        offset_dims=[],
        collapsed_slice_dims=[1],
        operand_batching_dims=[0, 2],
        start_indices_batching_dims=[1, 0],
        start_index_map=[1],
        index_vector_dim=2,
        slice_sizes=[1, 1, 1],
    )


@hl.function("32x4xf32", "5xi32", "5x4xf32")
def _lookup(table, ids, values):
    return hl.take(table, ids, axis=0, mode="clip"), table.at[ids].add(values, mode="drop")


@hl.function("32x4xf32", "i32", "i32")
def _slice(operand, row, column):
    return hl.dynamic_slice(operand, [row, column], slice_sizes=[3, 2])


@hl.function("32x4xf32", "3x2xf32", "i32", "i32")
def _update_slice(operand, update, row, column):
    return hl.dynamic_update_slice(operand, update, [row, column])


def _vmapped(function: HasModule) -> HasModule:
    return hl.vmap(function, axis_size=16)
