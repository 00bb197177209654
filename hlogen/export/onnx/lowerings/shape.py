"""Operations that move elements without changing them, and iota; the dynamic forms, too."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.analysis.view import integer_of, integers_of
from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.sizes import is_at_most, positive_part
from hlogen.export.onnx.types import carried, carrier, fitted
from hlogen.ir import ElementType, FloatType, dtype_of

_LONGEST_CONSTANT = 1024
# What onnxruntime's Pad takes; for the others it has no kernel, and f16 pass through f32, which changes NaNs.
_PADDED = ("bool", "int8", "int32", "int64", "uint8", "uint32", "uint64", "float32", "float64")

Padding = Sequence[tuple[int, int, int]]  # low, high and interior of each dimension


@lowering("stablehlo.broadcast_in_dim", "stablehlo.dynamic_broadcast_in_dim", dynamic=True)
def broadcast_in_dim(site: LoweringContext) -> Edge:
    operand, shape = site.inputs[0], _shape(site, 1)
    dimensions = integers_of(site.op, "broadcast_dimensions")
    ordered = ops.transpose(site.graph, operand, sorted(range(operand.rank), key=lambda d: dimensions[d]))
    sizes = [1] * len(shape)
    for dimension, size in zip(sorted(dimensions), ordered.shape, strict=True):
        sizes[dimension] = size
    return ops.expand(site.graph, ops.reshape(site.graph, ordered, sizes), shape)


@lowering("stablehlo.reshape", "stablehlo.dynamic_reshape", dynamic=True)
def reshape(site: LoweringContext) -> Edge:
    return ops.reshape(site.graph, site.inputs[0], _shape(site, 1))


def _shape(site: LoweringContext, operand: int) -> tuple[int, ...]:
    """The result's: what the operand of this number says, which the dynamic form of an operation has."""
    if operand < len(site.inputs):
        return site.sizes(operand)
    return site.type.static_shape


@lowering("stablehlo.transpose", dynamic=True)
def transpose(site: LoweringContext) -> Edge:
    return ops.transpose(site.graph, site.inputs[0], integers_of(site.op, "permutation"))


@lowering("stablehlo.concatenate", dynamic=True)
def concatenate(site: LoweringContext) -> Edge:
    return ops.concatenate(site.graph, site.inputs, integer_of(site.op, "dimension"))


@lowering("stablehlo.slice", dynamic=True)
def slice_(site: LoweringContext) -> Edge:
    starts, limits = integers_of(site.op, "start_indices"), integers_of(site.op, "limit_indices")
    return ops.slice_(site.graph, site.inputs[0], starts, limits, integers_of(site.op, "strides", [1] * len(starts)))


@lowering("stablehlo.reverse", dynamic=True)
def reverse(site: LoweringContext) -> Edge:
    return flip(site.graph, site.inputs[0], integers_of(site.op, "dimensions"))


@lowering("stablehlo.pad", dynamic=True)
def pad(site: LoweringContext) -> Edge:
    operand, padding_value = site.inputs
    low, high, interior = (
        integers_of(site.op, name) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")
    )
    return padded(site.graph, operand, padding_value, list(zip(low, high, interior, strict=True)))


@lowering("stablehlo.dynamic_pad", dynamic=True)
def dynamic_pad(site: LoweringContext) -> Edge:
    operand, padding_value, *amounts = site.inputs
    known = [amount.elements for amount in amounts if amount.elements is not None]
    if len(known) != len(amounts):
        raise site.error(
            "the paddings are computed when the program runs, a model needs to know them",
            "give constants, or sizes of the program's arguments, or use pad",
        )
    return padded(site.graph, operand, padding_value, list(zip(*known, strict=True)))


@lowering("stablehlo.iota", "stablehlo.dynamic_iota", dynamic=True)
def iota(site: LoweringContext) -> Edge:
    shape, dimension = _shape(site, 0), integer_of(site.op, "iota_dimension")
    count = counting(site.graph, shape[dimension], site.type.element_type)
    place = [shape[dimension] if d == dimension else 1 for d in range(len(shape))]
    return ops.expand(site.graph, ops.reshape(site.graph, count, place), shape)


@lowering("stablehlo.get_dimension_size", dynamic=True)
def get_dimension_size(site: LoweringContext) -> Edge:
    return site.graph.number(site.inputs[0].shape[integer_of(site.op, "dimension")], site.dtype)


def counting(graph: Graph, size: int, element_type: ElementType) -> Edge:
    """0, 1, ... size - 1 as elements of this type, which wrap or round as convert does."""
    if not is_at_most(size, _LONGEST_CONSTANT):
        start, limit, delta = map(graph.number, (0, size, 1))
        count = graph.node("Range", [start, limit, delta], np.int64, [size])
        return fitted(graph, ops.cast(graph, count, carrier(element_type)), element_type)
    numbers = np.arange(size)
    if isinstance(element_type, FloatType):
        with np.errstate(over="ignore"):
            return graph.constant(carried(numbers.astype(np.float32).astype(dtype_of(element_type)), element_type))
    return fitted(graph, graph.constant(numbers.astype(carrier(element_type))), element_type)


def flip(graph: Graph, edge: Edge, dimensions: Sequence[int]) -> Edge:
    """The elements along `dimensions` in reverse."""
    dims = [d for d in dimensions if edge.shape[d] != 1]
    if not dims or edge.size == 0:
        return edge
    if edge.constant is not None and ops.pays(edge.shape, edge):
        return graph.constant(np.flip(edge.constant, tuple(dims)))
    lists = ([-1] * len(dims), [np.iinfo(np.int64).min] * len(dims), dims, [-1] * len(dims))
    return graph.node(
        "Slice", [edge, *(graph.constant(np.array(values, np.int64)) for values in lists)], edge.dtype, edge.shape
    )


def padded(graph: Graph, edge: Edge, value: Edge, padding: Padding) -> Edge:
    """`edge` with the scalar `value` before, behind and between its elements; negative edges take elements away."""
    edge = _spread(graph, edge, value, [interior for _, _, interior in padding])
    starts = [positive_part(-low) for low, _, _ in padding]
    limits = [size - positive_part(-high) for size, (_, high, _) in zip(edge.shape, padding, strict=True)]
    low, high = ([positive_part(amounts[side]) for amounts in padding] for side in (0, 1))
    kept = [limit - start for start, limit in zip(starts, limits, strict=True)]
    if any(size < 0 for size in kept):  # all elements are taken away and some of the padding at the other side
        return ops.expand(graph, value, [sum(sizes) for sizes in zip(low, kept, high, strict=True)])
    return _surrounded(graph, ops.slice_(graph, edge, starts, limits), value, low, high)


def _spread(graph: Graph, edge: Edge, value: Edge, interior: Sequence[int]) -> Edge:
    """`value` between the elements: each gets a tail of it, and the last one loses it again."""
    for d, count in enumerate(interior):
        size = edge.shape[d]
        if count == 0 or size < 2:
            continue
        head, tail = edge.shape[: d + 1], edge.shape[d + 1 :]
        block = ops.expand(graph, value, (*head, count, *tail))
        both = ops.concatenate(graph, [ops.reshape(graph, edge, (*head, 1, *tail)), block], d + 1)
        edge = ops.reshape(graph, both, (*head[:-1], size * (count + 1), *tail))
        limits = [*head[:-1], (size - 1) * (count + 1) + 1, *tail]
        edge = ops.slice_(graph, edge, [0] * edge.rank, limits)
    return edge


def _surrounded(graph: Graph, edge: Edge, value: Edge, low: Sequence[int], high: Sequence[int]) -> Edge:
    if all(amount == 0 for amount in (*low, *high)):
        return edge
    shape = [a + size + b for a, size, b in zip(low, edge.shape, high, strict=True)]
    if edge.size == 0:
        return ops.expand(graph, value, shape)
    if edge.dtype.name in _PADDED:
        return graph.node("Pad", [edge, graph.vector([*low, *high]), value], edge.dtype, shape)
    for d in range(edge.rank):
        blocks = [
            ops.expand(graph, value, [*edge.shape[:d], amount, *edge.shape[d + 1 :]]) for amount in (low[d], high[d])
        ]
        parts = [part for part in (blocks[0], edge, blocks[1]) if part.shape[d] != 0]
        edge = ops.concatenate(graph, parts, d)
    return edge


@lowering("stablehlo.real_dynamic_slice", dynamic=True)
def real_dynamic_slice(site: LoweringContext) -> Edge:
    """ONNX's Slice takes its places as operands too. The size is the type's, where the places aren't known as sizes."""
    graph, (operand, *places) = site.graph, site.inputs
    if not operand.rank:
        return operand
    known = [place.elements for place in places if place.elements is not None]
    if len(known) == len(places):
        return ops.slice_(graph, operand, *known)
    starts, limits, strides = (ops.cast(graph, place, np.int64) for place in places)
    axes = graph.constant(np.arange(operand.rank, dtype=np.int64))
    made = graph.node("Slice", [operand, starts, limits, axes, strides], operand.dtype, site.type.shape)
    if not site.type.is_static:
        return made
    return graph.node("Reshape", [made, graph.vector(made.shape)], operand.dtype, made.shape, allowzero=1)
