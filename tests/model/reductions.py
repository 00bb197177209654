"""The slow models of reductions: windows are gathered index by index and folded from the left, init value first.

The order of reductions is implementation-defined: what the goldens ask of these models comes out the same in any.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from model.shape import pad, slice_

Array = np.ndarray[Any, np.dtype[Any]]
Function = Callable[..., Any]


def together(values: Any) -> tuple[Any, ...]:
    """The results of a region, one or several, as a tuple."""
    return values if isinstance(values, tuple) else (values,)


def converted(values: Sequence[Any], dtypes: Sequence[Any]) -> tuple[Any, ...]:
    """`to_destination_type(values..., types...)`; the types are wider, so that nothing is lost."""
    return tuple(np.asarray(value).astype(dtype)[()] for value, dtype in zip(values, dtypes, strict=True))


def reduce(
    *operands: Array, dimensions: Sequence[int], body: Function, dtype: Sequence[np.dtype[Any]] | None = None
) -> tuple[Array, ...]:
    inputs, init_values = operands[: len(operands) // 2], operands[len(operands) // 2 :]
    dtypes = dtype or [operand.dtype for operand in inputs]
    kept = [d for d in range(inputs[0].ndim) if d not in dimensions]
    results = [np.empty([inputs[0].shape[d] for d in kept], made) for made in dtypes]
    totals = {index: converted([value[()] for value in init_values], dtypes) for index in np.ndindex(*results[0].shape)}
    for index in np.ndindex(*inputs[0].shape):
        at = tuple(index[d] for d in kept)
        new_values = converted([operand[index] for operand in inputs], dtypes)
        totals[at] = together(body(*totals[at], *new_values))
    for at, total in totals.items():
        for result, value in zip(results, total, strict=True):
            result[at] = value
    return tuple(results)


def reduce_window(
    *operands: Array,
    window_dimensions: Sequence[int],
    window_strides: Sequence[int] | None = None,
    base_dilations: Sequence[int] | None = None,
    window_dilations: Sequence[int] | None = None,
    padding: Sequence[Sequence[int]] | None = None,
    body: Function,
    dtype: Sequence[np.dtype[Any]] | None = None,
) -> tuple[Array, ...]:
    inputs, init_values = operands[: len(operands) // 2], operands[len(operands) // 2 :]
    rank, ones = inputs[0].ndim, [1] * inputs[0].ndim
    strides, dilations = window_strides or ones, window_dilations or ones
    padding = padding or [[0, 0]] * rank
    padded_inputs = [
        pad(
            operand,
            init_value,
            edge_padding_low=[low for low, _ in padding],
            edge_padding_high=[high for _, high in padding],
            interior_padding=[dilation - 1 for dilation in base_dilations or ones],
        )
        for operand, init_value in zip(inputs, init_values, strict=True)
    ]
    dilated = [(size - 1) * dilation + 1 for size, dilation in zip(window_dimensions, dilations, strict=True)]
    shape = [
        0 if padded < window else (padded - window) // stride + 1
        for padded, window, stride in zip(padded_inputs[0].shape, dilated, strides, strict=True)
    ]
    results = [np.empty(shape, made) for made in dtype or [operand.dtype for operand in inputs]]
    for result_index in np.ndindex(*shape):
        window_start = [r * stride for r, stride in zip(result_index, strides, strict=True)]
        window_end = [start + window for start, window in zip(window_start, dilated, strict=True)]
        windows = [
            slice_(padded, start_indices=window_start, limit_indices=window_end, strides=dilations)
            for padded in padded_inputs
        ]
        found = reduce(*windows, *init_values, dimensions=range(rank), body=body, dtype=dtype)
        for result, value in zip(results, found, strict=True):
            result[result_index] = value[()]
    return tuple(results)


def select_and_scatter(
    operand: Array,
    source: Array,
    init_value: Array,
    *,
    window_dimensions: Sequence[int],
    window_strides: Sequence[int] | None = None,
    padding: Sequence[Sequence[int]] | None = None,
    select: Function,
    scatter: Function,
) -> Array:
    strides = window_strides or [1] * operand.ndim
    lows = [low for low, _ in padding or [[0, 0]] * operand.ndim]
    result = np.full(operand.shape, init_value[()], operand.dtype)
    for source_index in np.ndindex(*source.shape):
        selected: tuple[int, ...] | None = None
        for window_index in np.ndindex(*window_dimensions):
            at = tuple(
                s * stride + w - low
                for s, stride, w, low in zip(source_index, strides, window_index, lows, strict=True)
            )
            if all(0 <= i < dim for i, dim in zip(at, operand.shape, strict=True)):
                selected = at if selected is None or not select(operand[selected], operand[at]) else selected
        assert selected is not None, "what happens in a window without values is unspecified"
        result[selected] = scatter(result[selected], source[source_index])
    return result


def map_(*inputs: Array, dimensions: Sequence[int], computation: Function, dtype: np.dtype[Any]) -> Array:
    assert list(dimensions) == list(range(inputs[0].ndim))
    result = np.empty(inputs[0].shape, dtype)
    for result_index in np.ndindex(*result.shape):
        result[result_index] = computation(*(operand[result_index] for operand in inputs))
    return result


def sort(*inputs: Array, dimension: int = -1, is_stable: bool = False, comparator: Function) -> tuple[Array, ...]:
    adjusted_dimension = dimension if dimension >= 0 else inputs[0].ndim + dimension
    results = [np.empty_like(operand) for operand in inputs]

    def order(lhs_together: Sequence[Any], rhs_together: Sequence[Any]) -> int:
        args = [element for pair in zip(lhs_together, rhs_together, strict=True) for element in pair]
        swapped = [element for pair in zip(rhs_together, lhs_together, strict=True) for element in pair]
        return -1 if comparator(*args) else int(bool(comparator(*swapped)))

    others = [dim for d, dim in enumerate(inputs[0].shape) if d != adjusted_dimension]
    for at in np.ndindex(*others):
        slice_index = (*at[:adjusted_dimension], slice(None), *at[adjusted_dimension:])
        inputs_together = list(zip(*(operand[slice_index] for operand in inputs), strict=True))
        results_together = sorted(inputs_together, key=functools.cmp_to_key(order))  # stable, as Python's is
        for result, elements in zip(results, zip(*results_together, strict=True), strict=False):
            result[slice_index] = elements
    return tuple(results)
