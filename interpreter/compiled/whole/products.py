"""Products of matrices and of windows, as in kernels/dot.py and kernels/convolution.py."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np

from hlogen.ir import ConvDimensionNumbers, DotDimensionNumbers
from interpreter.compiled.computed import Computed
from interpreter.compiled.elements import Held, NotCompiled, held
from interpreter.compiled.layout import Layout
from interpreter.compiled.memory import InMemory, Splat, Value
from interpreter.compiled.moves import Windows
from interpreter.compiled.part import Captured, Given, Part, relaid, shape_of, whole
from interpreter.compiled.product import Product
from interpreter.compiled.registry import element_of
from interpreter.compiled.whole.views import put_inside
from interpreter.execution.blocks import PlannedStep
from interpreter.values.array import Array
from interpreter.values.attributes import integer, integer_table, integers
from interpreter.values.products import adds_in_order


@whole("stablehlo.dot_general")
def dot_general(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    op, numbers = step.op, step.op.attributes.get("dot_dimension_numbers")
    if not isinstance(numbers, DotDimensionNumbers) or "algorithm" in op.attributes:
        raise NotCompiled("products by an algorithm")
    lhs, rhs = _operands(part, step, operands)
    batch, contract = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    rhs_batch, rhs_contract = numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions
    free = [d for d in range(len(lhs.layout.shape)) if d not in (*batch, *contract)]
    rhs_free = [d for d in range(len(rhs.layout.shape)) if d not in (*rhs_batch, *rhs_contract)]
    batches = tuple(lhs.layout.shape[d] for d in batch)
    rows, columns = (prod(one.layout.shape[d] for d in dims) for one, dims in ((lhs, free), (rhs, rhs_free)))
    inner = prod(lhs.layout.shape[d] for d in contract)
    moved = lhs.layout.transpose((*batch, *free, *contract))
    rhs_moved = rhs.layout.transpose((*rhs_batch, *rhs_contract, *rhs_free))
    product = _product(part, step, (lhs, moved), (rhs, rhs_moved), (*batches, rows, inner), columns)
    return [InMemory(product.buffer, Layout.whole(shape_of(op.result)))]


@whole("stablehlo.convolution")
def convolution(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    """Windows of lhs, as rows of matrices, times those of rhs, as columns: one product for each group of features."""
    op, numbers = step.op, step.op.attributes.get("dimension_numbers")
    if not isinstance(numbers, ConvDimensionNumbers):
        raise NotCompiled("convolutions without dimension numbers")
    lhs, rhs = _operands(part, step, operands)
    rank = len(numbers.input_spatial_dimensions)
    ones, table = (1,) * rank, integer_table(op, "padding")
    names = ("window_strides", "lhs_dilation", "rhs_dilation")
    strides, lhs_dilation, rhs_dilation = (integers(op, name, ones) for name in names)
    flips = integers(op, "window_reversal", (0,) * rank)
    features, batches = integer(op, "feature_group_count", 1), integer(op, "batch_group_count", 1)
    if not {len(strides), len(lhs_dilation), len(rhs_dilation), len(flips)} == {rank}:
        raise NotCompiled("lists of another length")
    padding = [(0, 0)] * rank if table is None else [(int(low), int(high)) for low, high in table]
    order = (numbers.input_batch_dimension, *numbers.input_spatial_dimensions, numbers.input_feature_dimension)
    given = InMemory(lhs.buffer, lhs.layout.transpose(order))
    spatial = (*numbers.kernel_spatial_dimensions, numbers.kernel_input_feature_dimension)
    kernel = _flipped(rhs.layout.transpose((*spatial, numbers.kernel_output_feature_dimension)), flips)
    *window, inputs, outputs = kernel.shape
    batch, *dims, taken = given.layout.shape
    counts = [
        (low + (size - 1) * between + 1 + high - (length - 1) * dilation - 1) // stride + 1
        for size, length, dilation, between, stride, (low, high) in zip(
            dims, window, rhs_dilation, lhs_dilation, strides, padding, strict=True
        )
    ]
    groups = features * batches
    shape = (batch // batches, *counts, outputs)
    made = (numbers.output_batch_dimension, *numbers.output_spatial_dimensions, numbers.output_feature_dimension)
    fits = taken == inputs * features and not batch % batches and not outputs % groups and min(counts, default=1) > 0
    if not fits or shape != tuple(shape_of(op.result)[d] for d in made):
        raise NotCompiled("operands that don't fit")
    if prod(shape[:-1]) * prod(window) * taken * batches > _MOST:
        raise NotCompiled("windows that are multiplied in parts")
    seen = _padded(part, given, padding, lhs_dilation)
    if seen is None:
        along = zip(dims, counts, window, strides, lhs_dilation, rhs_dilation, padding, strict=True)
        seen = part.room(given.type, (batch, *counts, *window, taken))
        part.tasks.append(Windows(given, seen, [_places(*one) for one in along]))
        of_batch, *of_dims, of_features = seen.layout.strides
    else:
        of_batch, *of_dims, of_features = seen.layout.strides
        of_dims = [a * b for a, b in zip(2 * of_dims, (*strides, *rhs_dilation), strict=True)]
    windows = Layout(
        (batches, features, shape[0], *counts, *window, inputs),
        (shape[0] * of_batch, inputs * of_features, of_batch, *of_dims, of_features),
        seen.layout.offset,
    )
    columns = kernel.reshape((prod(kernel.shape[:-1]), groups, outputs // groups))
    if columns is None:
        rhs = part.copied(InMemory(rhs.buffer, kernel))
        columns = Layout.whole((prod(kernel.shape[:-1]), groups, outputs // groups))
    matrices = (groups, prod(shape[:-1]), columns.shape[0])
    product = _product(part, step, (seen, windows), (rhs, columns.transpose((1, 0, 2))), matrices, outputs // groups)
    apart = Layout.whole((groups, *shape[:-1], outputs // groups))
    behind = apart.transpose((*range(1, rank + 2), 0, rank + 2))
    layout = behind.reshape(shape)
    if layout is None:
        product, layout = part.copied(InMemory(product.buffer, behind)), Layout.whole(shape)
    back = sorted(range(rank + 2), key=made.__getitem__)
    return [InMemory(product.buffer, layout.transpose(back))]


def _padded(
    part: Part, value: InMemory, padding: Sequence[tuple[int, int]], dilations: Sequence[int]
) -> InMemory | None:
    """lhs with zeros around its elements and between them, where there are any: along dimensions but first and last.
    None where nearly all of it would be zeros."""
    shape = value.layout.shape
    lows = [0, *(low for low, _ in padding), 0]
    highs = [0, *(high for _, high in padding), 0]
    steps = [1, *dilations, 1]
    sizes = tuple(
        low + (size - 1) * step + 1 + high for low, size, step, high in zip(lows, shape, steps, highs, strict=True)
    )
    if min(sizes) <= 0:
        raise NotCompiled("padding that takes all away")
    if max(*lows, *highs) <= 0 and set(steps) == {1}:
        return InMemory(value.buffer, value.layout.slice([-low for low in lows], sizes, steps))
    if prod(sizes) > _MOSTLY * value.layout.size:
        return None
    target = part.room(value.type, sizes)
    part.copied(Splat(value.type, np.float64(0), target.layout), target)
    return put_inside(part, value, target, lows, steps)


def _places(
    size: int, count: int, length: int, stride: int, between: int, dilation: int, padding: tuple[int, int]
) -> Array:
    """Where along a dimension the elements of windows are: a row for each window; -1 where there is padding."""
    places = np.arange(count)[:, None] * stride + np.arange(length) * dilation - padding[0]
    is_there = (places >= 0) & (places % between == 0) & (places < size * between)
    return np.where(is_there, places // between, -1)


def _flipped(layout: Layout, flips: Sequence[int]) -> Layout:
    turned = [*map(bool, flips), False, False]
    starts = [size - 1 if turn else 0 for size, turn in zip(layout.shape, turned, strict=True)]
    return layout.slice(starts, layout.shape, [-1 if turn else 1 for turn in turned])


def _operands(part: Part, step: PlannedStep, operands: Sequence[Value | Computed]) -> tuple[InMemory, InMemory]:
    """NotCompiled where they aren't floats, or not as the operation says."""
    if not all(held(element_of(value)).is_float for value in (*step.op.operands, step.op.result)):
        raise NotCompiled("products of integers")
    lhs, rhs = (part.memory(operand) for operand in operands)
    if any(one.layout.shape != shape_of(value) for one, value in zip((lhs, rhs), step.op.operands, strict=True)):
        raise NotCompiled("operands of other shapes")
    shape_of(step.op.result)
    return lhs, rhs


def _product(
    part: Part,
    step: PlannedStep,
    lhs: tuple[InMemory, Layout],
    rhs: tuple[InMemory, Layout],
    shape: tuple[int, ...],
    columns: int,
) -> InMemory:
    """Of lhs as matrices of this shape and rhs as those that fit, of so many columns: in row-major order, and in the
    type of the result."""
    type = held(element_of(step.op.result))
    types = [lhs[0].type, rhs[0].type, type]
    working = _FLOAT if all(type.value == "float" for type in types) else _DOUBLE
    *batches, rows, inner = shape
    x = _matrices(part, *lhs, shape, working)
    y = _matrices(part, *rhs, (*batches, inner, columns), working)
    product = part.room(working, (*batches, rows, columns))
    part.tasks.append(Product(x, y, product, adds_in_order(inner, prod(batches) * rows * columns)))
    return product if type == working else part.copied(product, part.room(type, product.layout.shape))


def _matrices(part: Part, value: InMemory, moved: Layout, shape: tuple[int, ...], type: Held) -> InMemory:
    """An operand as NumPy's product is given it there: as it lies, where that can be told by strides."""
    layout = moved.reshape(shape)
    if layout is None:
        flat = part.copied(relaid(value, moved), part.room(type, moved.shape))
        return InMemory(flat.buffer, Layout.whole(shape))
    if value.type == type:
        return InMemory(value.buffer, layout)
    target = _like(layout)
    return part.copied(InMemory(value.buffer, layout), InMemory(part.buffer(type, target.size), target))


def _like(layout: Layout) -> Layout:
    """Where NumPy puts a converted copy: in the order in which dimensions lie in memory."""
    dims = sorted(range(len(layout.shape)), key=lambda d: -abs(layout.strides[d]))
    strides, step = [0] * len(dims), 1
    for d in reversed(dims):
        strides[d] = step
        step *= layout.shape[d]
    return Layout(layout.shape, tuple(strides))


_MOST = 1 << 22  # elements of windows that the kernel writes out at once
_MOSTLY = 4  # times as much padding as there are elements isn't built
_FLOAT, _DOUBLE = Held("float", "float", "float", 32), Held("double", "double", "float", 64)
