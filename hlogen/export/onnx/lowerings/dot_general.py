"""dot_general as one MatMul between reshapes.

Computed in a type that ONNX multiplies matrices of and that holds operands and result: f32 or f64 for floats (so bf16
products add up in f32 and are rounded once, at the end). Integers are multiplied as floats where that is exact, which
is faster, else in 32 or 64 bits, which wrap.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod
from typing import TypeAlias, cast

from hlogen.export.onnx import ops
from hlogen.export.onnx.context import LoweringContext
from hlogen.export.onnx.conversion import converted
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.sizes import is_known
from hlogen.export.onnx.types import carrier, fitted, type_of_elements
from hlogen.ir import DotDimensionNumbers, ElementType, FloatType, IntegerType, OpaqueAttr

Types: TypeAlias = tuple[ElementType, ElementType, ElementType]  # the operands' and the result's


@lowering("stablehlo.dot_general", dynamic=True)
def dot_general(site: LoweringContext) -> Edge:
    numbers = cast(DotDimensionNumbers, site.attribute("dot_dimension_numbers"))
    _require_plain(site)
    graph, (lhs, rhs) = site.graph, site.inputs
    batch, lhs_contract = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    rhs_contract = numbers.rhs_contracting_dimensions
    rows = _others(lhs, (*batch, *lhs_contract))
    columns = _others(rhs, (*numbers.rhs_batching_dimensions, *rhs_contract))
    made = product(
        graph,
        _matrices(graph, lhs, batch, rows, lhs_contract),
        _matrices(graph, rhs, numbers.rhs_batching_dimensions, rhs_contract, columns),
        element_types(site),
    )
    sizes = [lhs.shape[d] for d in (*batch, *rows)] + [rhs.shape[d] for d in columns]
    return ops.reshape(graph, made, sizes)


def _require_plain(site: LoweringContext) -> None:
    """An algorithm that asks for what is done here anyway: operands as they are, one product, sums in f32 or f64."""
    algorithm = site.op.attributes.get("algorithm")
    fields = dict(re.findall(r"(\w+) = ([\w!.]+)", algorithm.text)) if isinstance(algorithm, OpaqueAttr) else {}
    if not fields:
        return
    lhs, rhs, _ = map(str, element_types(site))
    is_plain = (fields.get("lhs_precision_type"), fields.get("rhs_precision_type")) == (lhs, rhs)
    if not is_plain or fields.get("num_primitive_operations") != "1" or fields.get("accumulation_type") != lhs:
        raise site.error(
            "its algorithm rounds operands or splits them, or adds up in another type",
            "leave the algorithm out, or convert the operands before",
        )


def element_types(site: LoweringContext) -> Types:
    """The element types of both operands and of the result."""
    lhs, rhs = map(type_of_elements, site.op.operands[:2])
    return lhs, rhs, site.type.element_type


def product(graph: Graph, lhs: Edge, rhs: Edge, types: Types) -> Edge:
    """The matrix products (batch, m, k) x (batch, k, n)."""
    shape = (*lhs.shape[:-1], rhs.shape[-1])
    if 0 in (*shape, lhs.shape[-1]):
        return ops.full(graph, 0, shape, carrier(types[2]))
    working = multiplied_in(types, lhs.shape[-1])
    wide = carrier(working)
    made = graph.node("MatMul", [ops.cast(graph, lhs, wide), ops.cast(graph, rhs, wide)], wide, shape)
    return finished(graph, made, working, types[2])


def multiplied_in(types: Types, count: int) -> ElementType:
    """What sums of `count` products are computed in. For integers a float, where it holds all that may come out."""
    *operands, result = types
    if isinstance(result, FloatType):
        return FloatType("f64" if FloatType("f64") in types else "f32")
    if result == IntegerType(1):  # an OR of ANDs: whether a sum isn't 0
        return FloatType("f32")
    held = carrier(result)
    bits = sum(8 * carrier(operand).itemsize for operand in operands)
    bits += count.bit_length() if is_known(count) else 63
    if held.itemsize >= 4 and bits < min(8 * held.itemsize, 53):
        return FloatType("f32" if bits <= 24 else "f64")
    return IntegerType(8 * max(held.itemsize, 4), "unsigned" if held.kind == "u" else "signless")


def finished(graph: Graph, made: Edge, working: ElementType, result: ElementType) -> Edge:
    """Sums of products as the result's elements: floats rounded, integers wrapped."""
    if isinstance(result, FloatType):
        return converted(graph, made, working, result)
    return fitted(graph, ops.cast(graph, made, carrier(result)), result)


def _matrices(graph: Graph, edge: Edge, *groups: Sequence[int]) -> Edge:
    """The batch dimensions as they are, then two dimensions, each of them all of a group's."""
    ordered = ops.transpose(graph, edge, [d for group in groups for d in group])
    batch, *rest = ([edge.shape[d] for d in group] for group in groups)
    return ops.reshape(graph, ordered, [*batch, *map(prod, rest)])


def _others(edge: Edge, taken: Sequence[int]) -> list[int]:
    return [d for d in range(edge.rank) if d not in taken]
