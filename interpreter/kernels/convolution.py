"""Convolution (spec: convolution, dynamic_conv): products of windows of lhs and the kernels in rhs.

All windows are one view of the padded lhs, and all dot products one batched matrix product, computed as dot_general's
are. The product needs each window written out, so where those would take much memory they are computed in parts.
Every `precision_config` is met by this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import ConvDimensionNumbers, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Sizes
from interpreter.kernels.dot import of_products, product_function
from interpreter.kernels.dot_algorithm import precisions
from interpreter.kernels.numerics import element_type
from interpreter.kernels.padding import Windows, dilated, padded
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.memory.available import require_available
from interpreter.values.array import Array, fits
from interpreter.values.attributes import integer, integer_table, integers, tensor_type, wrong

_MOST_ELEMENTS = 1 << 22  # of windows that are written out at once


def memory_of_windows(op: Operation, sizes: Sizes) -> int:
    """lhs as it is padded; its windows, as many at once as are allowed; their product, until it is in order."""
    numbers, result = op.attributes.get("dimension_numbers"), op.results[0]
    lhs, rhs, made = map(sizes.shape, (*op.operands[:2], result))
    if not isinstance(numbers, ConvDimensionNumbers) or not lhs or not rhs or not made or not sizes.count(result):
        return 0
    if len(made) != len(lhs):  # upstream's verifier takes this of dynamic_conv; the run refuses it
        return 0
    groups = integer(op, "feature_group_count", 1) * integer(op, "batch_group_count", 1)
    kernel = prod(rhs) // max(rhs[numbers.kernel_output_feature_dimension], 1)  # the elements of a window
    types = [element_type(value.type) for value in (*op.operands[:2], result)]
    itemsizes = [dtype_of(type).itemsize for type in types]
    count = sizes.count(result)
    windows = count // max(rhs[numbers.kernel_output_feature_dimension], 1) * kernel * groups
    parts = 1
    while windows // parts > _MOST_ELEMENTS:
        parts *= 2
    spatial = [made[d] for d in numbers.output_spatial_dimensions]
    batch = lhs[numbers.input_batch_dimension] // integer(op, "batch_group_count", 1)
    along = [batch, *spatial], [size for d, size in enumerate(rhs) if d != numbers.kernel_output_feature_dimension]
    is_view = all(sum(size > 1 for size in dims) <= 1 for dims in along)  # then nothing is to be written out
    written, stored = 0 if is_view else windows // parts * itemsizes[0], sizes.bytes(result)
    product = written + of_products(types, (windows // parts, prod(rhs)), count // parts, kernel) + stored // parts
    if parts > 1:  # the others are there already, and they are put together
        product = max(product + stored, 2 * stored)
    if groups > 1:  # they come first, and belong among the features
        product = max(product, 2 * stored)
    return _built(op, numbers, lhs, rhs) * itemsizes[0] + product - stored


def _built(op: Operation, numbers: ConvDimensionNumbers, lhs: Sequence[int], rhs: Sequence[int]) -> int:
    """How many elements there are of lhs with its padding, where that is built; of dynamic padding nothing is known."""
    rank = len(numbers.input_spatial_dimensions)
    ones, table = (1,) * rank, integer_table(op, "padding")
    strides, lhs_dilation, rhs_dilation = (
        integers(op, name, ones) for name in ("window_strides", "lhs_dilation", "rhs_dilation")
    )
    padding = [[0, 0]] * rank if table is None else table.reshape(rank, 2).tolist()
    dimensions = [rhs[d] for d in numbers.kernel_spatial_dimensions]
    lying = Windows(dimensions, strides, lhs_dilation, rhs_dilation, padding)
    dims = [lhs[d] for d in numbers.input_spatial_dimensions]
    if op.name == "stablehlo.dynamic_conv":
        return prod(lhs)
    others = lhs[numbers.input_batch_dimension] * lhs[numbers.input_feature_dimension]
    if lying.see_mostly_padding(dims):  # windows are made of what there is, instead of views of what is built
        return min(prod(lying.counts(dims)) * prod(lying.dimensions) * others, _MOST_ELEMENTS)
    is_padded = any(low > 0 or high > 0 or interior for low, high, interior in lying.padding_of_operands)
    return prod(lying.padded_shape(dims)) * others if is_padded else 0


@kernel("stablehlo.convolution", quantized=Quantized.HYBRID, makes=Makes.NUMBERS, memory=memory_of_windows, sums=True)
def convolution(op: Operation, planner: Planner) -> Run:
    rank = tensor_type(op.operands[0]).rank - 2
    table = integer_table(op, "padding")
    padding: list[list[int]] = [[0, 0]] * rank if table is None else table.reshape(rank, 2).tolist()
    convolve = _convolution(op)
    return lambda lhs, rhs: convolve(lhs, rhs, padding)


@kernel(
    "stablehlo.dynamic_conv",
    quantized=Quantized.HYBRID,
    shaped_by_values=True,
    makes=Makes.NUMBERS,
    memory=memory_of_windows,
    sums=True,
)
def dynamic_conv(op: Operation, planner: Planner) -> Run:
    rank = tensor_type(op.operands[0]).rank - 2
    convolve = _convolution(op)

    def run(lhs: Array, rhs: Array, padding: Array) -> Array:
        if padding.shape != (rank, 2):
            raise ExecutionError(
                f"padding has shape {list(padding.shape)}, expected {[rank, 2]}: low and high of each spatial dimension"
            )
        return convolve(lhs, rhs, padding.tolist())

    return run


def _convolution(op: Operation) -> Callable[[Array, Array, Sequence[Sequence[int]]], Array]:
    """What convolves lhs with rhs, lhs padded by [low, high] per spatial dimension."""
    numbers = op.attributes.get("dimension_numbers")
    if not isinstance(numbers, ConvDimensionNumbers):
        raise wrong(op, "dimension_numbers", "#stablehlo.conv<...>")
    rank = len(numbers.input_spatial_dimensions)
    ones = (1,) * rank
    strides = integers(op, "window_strides", ones)
    lhs_dilation = integers(op, "lhs_dilation", ones)
    rhs_dilation = integers(op, "rhs_dilation", ones)
    window_reversal = integers(op, "window_reversal", (0,) * rank)
    lists = {
        "window_strides": strides,
        "lhs_dilation": lhs_dilation,
        "rhs_dilation": rhs_dilation,
        "window_reversal": window_reversal,
    }
    for name, values in lists.items():
        if len(values) != rank:
            raise ExecutionError(f"{name} is {list(values)}, expected a value for each of {rank} spatial dimensions")
    reversed_dims = tuple(d for d, is_reversed in enumerate(window_reversal) if is_reversed)
    precisions(op)
    feature_groups, batch_groups = integer(op, "feature_group_count"), integer(op, "batch_group_count")
    lhs_type, rhs_type = (element_type(operand.type) for operand in op.operands[:2])
    declared, result_type = tensor_type(op.result), element_type(op.result.type)
    product = product_function(lhs_type, rhs_type, result_type)
    lhs_order = (numbers.input_batch_dimension, *numbers.input_spatial_dimensions, numbers.input_feature_dimension)
    rhs_order = (
        *numbers.kernel_spatial_dimensions,
        numbers.kernel_input_feature_dimension,
        numbers.kernel_output_feature_dimension,
    )
    result_order = np.argsort(
        (numbers.output_batch_dimension, *numbers.output_spatial_dimensions, numbers.output_feature_dimension)
    )

    def run(lhs: Array, rhs: Array, padding: Sequence[Sequence[int]]) -> Array:
        of_lhs, of_rhs = list(lhs.shape), list(rhs.shape)
        lhs, rhs = lhs.transpose(lhs_order), np.flip(rhs.transpose(rhs_order), reversed_dims)
        (batch, *dims, features), (*window_dimensions, inputs, outputs) = lhs.shape, rhs.shape
        if features != inputs * feature_groups or batch % batch_groups or outputs % (feature_groups * batch_groups):
            raise ExecutionError(f"lhs has shape {of_lhs}, which doesn't fit the shape {of_rhs} of rhs (C10 to C16)")
        lying = Windows(window_dimensions, strides, lhs_dilation, rhs_dilation, padding)
        shape = (batch // batch_groups, *lying.counts(dims), outputs)
        if 0 in (*shape, inputs, *window_dimensions):
            return np.zeros(shape, dtype_of(result_type)).transpose(result_order)
        made = tuple(shape[d] for d in result_order)
        if not fits(made, declared):  # before it is computed: dynamic padding may make anything
            raise ExecutionError(f"the result has shape {list(made)}, which isn't of its type {declared}")
        require_available(shape, dtype_of(result_type).itemsize, "the result")
        groups = feature_groups * batch_groups
        kernels = np.moveaxis(rhs.reshape((-1, groups, outputs // groups)), 1, 0)

        def multiplied(windows: Array) -> Array:
            """Of what `_windows` gives. Groups come first, then what tells windows apart, then what is inside."""
            counts = windows.shape[1 : rank + 1]
            windows = windows.reshape((batch_groups, shape[0], *windows.shape[1:-1], feature_groups, inputs))
            windows = np.moveaxis(windows, -2, 1).reshape((groups, *windows.shape[1:-2], inputs))
            result: Array = _products(windows, kernels, rank + 1, product)
            return np.moveaxis(result, 0, -2).reshape((shape[0], *counts, outputs))

        if lying.see_mostly_padding(dims):
            return _multiplied_in_parts(lhs, lying.places(dims), multiplied).transpose(result_order)
        lhs_padding = [(0, 0, 0), *lying.padding_of_operands, (0, 0, 0)]
        windows = _windows(padded(lhs, np.zeros((), lhs.dtype), lhs_padding), window_dimensions, rhs_dilation, strides)
        return multiplied(windows).transpose(result_order)

    return run


def _multiplied_in_parts(lhs: Array, places: Sequence[Array], multiplied: Callable[[Array], Array]) -> Array:
    """`multiplied` of windows whose elements are gathered, as much at once as is allowed; at no place there is 0.

    `places` say for each dimension where the elements (second) of each window (first) are.
    """
    along = int(np.argmax([len(each) for each in places]))
    if prod(lhs.shape[:1]) * prod(each.size for each in places) * lhs.shape[-1] > _MOST_ELEMENTS:
        halves = np.array_split(places[along], 2)
        if len(halves[0]) and len(halves[1]):
            parts = [[*places[:along], half, *places[along + 1 :]] for half in halves]
            return np.concatenate([_multiplied_in_parts(lhs, part, multiplied) for part in parts], along + 1)
    rank = len(places)
    is_there: Array = np.ones((1,) * (2 * rank), np.bool_)
    index = []
    for d, each in enumerate(places):
        shape = [1] * (2 * rank)
        shape[d], shape[rank + d] = each.shape
        index.append(np.maximum(each, 0).reshape(shape))
        is_there = is_there & (each >= 0).reshape(shape)
    # Only what is there is read: of an empty lhs nothing could be.
    windows = np.zeros((lhs.shape[0], *is_there.shape, lhs.shape[-1]), lhs.dtype)
    at: tuple[Any, ...] = np.nonzero(is_there)
    there = [np.broadcast_to(one, is_there.shape)[at] for one in index]
    windows[(slice(None), *at)] = lhs[(slice(None), *there)]
    return multiplied(windows)


def _windows(lhs: Array, dimensions: Sequence[int], dilations: Sequence[int], strides: Sequence[int]) -> Array:
    """A view (batch, one dimension per count of windows, one per window dimension, features) of padded lhs."""
    spans = [dilated(size, dilation) for size, dilation in zip(dimensions, dilations, strict=True)]
    axes = range(1, len(spans) + 1)
    if spans:  # NumPy makes no such views of ml_dtypes' types: it takes them of their bits
        bits = lhs.view(f"u{lhs.itemsize}") if lhs.dtype.isbuiltin != 1 else lhs
        view = np.lib.stride_tricks.sliding_window_view(bits, spans, tuple(axes)).view(lhs.dtype)
    else:
        view = lhs
    view = np.moveaxis(view, len(spans) + 1, -1)
    steps = [slice(None, None, step) for step in (*strides, *dilations)]
    return view[(slice(None), *steps)]


def _products(windows: Array, kernels: Array, count: int, product: Run) -> Any:
    """(groups, `count` dimensions, the window's) times (groups, window, outputs) is (groups, `count`, outputs)."""
    shape = windows.shape[: count + 1]
    if windows.size > _MOST_ELEMENTS and prod(shape[1:]) > 1:
        axis = int(np.argmax(shape[1:])) + 1
        halves = np.array_split(windows, 2, axis)
        return np.concatenate([_products(half, kernels, count, product) for half in halves], axis)
    result = product(windows.reshape((shape[0], prod(shape[1:]), kernels.shape[1])), kernels)
    return np.asarray(result).reshape((*shape, kernels.shape[2]))
