"""Reductions: ONNX's own where they are exact, else a tree of neighbours, ((x0 x1) (x2 x3)) ..., for any body.

The specification lets an implementation choose the tree. Sums of floats are ONNX's, in f32 or f64, and rounded once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TypeAlias

import numpy as np

from hlogen.analysis.view import integers_of
from hlogen.export.onnx import ops
from hlogen.export.onnx.arg_extreme import EXTREMES, arg_extreme, extreme_and_place
from hlogen.export.onnx.context import LoweringContext, NotByLanes
from hlogen.export.onnx.conversion import converted
from hlogen.export.onnx.extremes import REDUCTIONS, extreme_of_rows
from hlogen.export.onnx.graph import DType, Edge, Graph
from hlogen.export.onnx.registry import lowering
from hlogen.export.onnx.sizes import UnknownSize, is_known
from hlogen.export.onnx.types import carrier, fitted, type_of_elements
from hlogen.ir import ElementType, FloatType, Region
from hlogen.program.bodies import only_operation

Body: TypeAlias = Callable[[Sequence[Edge], Sequence[Edge]], list[Edge]]  # N edges and N edges of one shape to N

_PLAIN = tuple(f"stablehlo.{name}" for name in ("add", "multiply", "maximum", "minimum", "and", "or", "xor"))
# What holds the integers that onnxruntime's ReduceMax and ReduceMin are right for; of int64 they compare only parts.
_COMPARED_AS: dict[str, DType] = {
    **{name: np.dtype(name) for name in ("int8", "uint8", "int32")},
    **dict.fromkeys(("int16", "uint16"), np.dtype(np.int32)),
    "uint32": np.dtype(np.float64),
}


@lowering("stablehlo.reduce", dynamic=True)
def reduce(site: LoweringContext) -> list[Edge]:
    dimensions = sorted(set(integers_of(site.op, "dimensions")))
    region = site.op.regions[0]
    inputs, inits = body_inputs(site, region)
    shape = inputs[0].shape
    kept = [size for d, size in enumerate(shape) if d not in dimensions]
    body, name = body_function(site, region), plain_body(region)
    if 0 in shape:
        return [ops.expand(site.graph, init, kept) for init in inits]
    reduced: list[Edge] | None = None
    extreme = arg_extreme(site.op)
    is_plain_extreme = extreme is not None and is_neutral(EXTREMES[extreme], inits[0]) and is_zero(inits[1])
    if name is not None:
        inputs = [_never_empty(site.graph, name, inputs[0], dimensions)]
        type = body_types(region)[0]
        if name == "stablehlo.add" and isinstance(type, FloatType) and ops.may_be_minus_zero(inits[0]):
            made: Edge | None = _sum_with_sign(site.graph, inputs[0], dimensions, type)
        else:
            made = natively(site.graph, name, inputs[0], dimensions, type)
        reduced = None if made is None else [made]
    elif extreme is not None and (is_plain_extreme or is_known(shape[dimensions[0]])):
        values = _never_empty(site.graph, EXTREMES[extreme], inputs[0], dimensions)
        reduced = extreme_and_place(site.graph, extreme, values, dimensions[0], inputs[1].dtype)
    if reduced is None:
        count = prod(shape[d] for d in dimensions)
        order = [*dimensions, *(d for d in range(len(shape)) if d not in dimensions)]
        lists = [ops.reshape(site.graph, ops.transpose(site.graph, x, order), (count, *kept)) for x in inputs]
        reduced = tree(site.graph, lists, body)
    if is_plain_extreme or (name is not None and is_neutral(name, inits[0])):
        return reduced
    return body([ops.expand(site.graph, init, kept) for init in inits], reduced)


def body_types(region: Region) -> list[ElementType]:
    """The element types that a reduction's body works on, one per input."""
    arguments = region.block.arguments
    return [type_of_elements(argument) for argument in arguments[: len(arguments) // 2]]


def body_inputs(site: LoweringContext, region: Region) -> tuple[list[Edge], list[Edge]]:
    """A reduction's inputs and initial values, as elements of the types that its body works on."""
    types = body_types(region)
    edges = [
        ops.cast(site.graph, edge, carrier(type))
        for edge, type in zip(site.inputs, (*types, *types), strict=True)
    ]  # fmt: skip
    return edges[: len(types)], edges[len(types) :]


def body_function(site: LoweringContext, region: Region, graph: Graph | None = None) -> Body:
    """A reduction's body for all elements of edges at once."""

    def applied(lhs: Sequence[Edge], rhs: Sequence[Edge]) -> list[Edge]:
        try:
            results = site.body_by_lanes(region, [*lhs, *rhs], graph)
        except NotByLanes as found:
            raise site.error(
                f"its body has {found.op.name}, which can't be computed for many elements at once"
            ) from None
        return [ops.expand(graph or site.graph, result, lhs[0].shape) for result in results]

    return applied


def plain_body(region: Region) -> str | None:
    """The commutative operation that a body of one input consists of, None where it is another body."""
    name = only_operation(region.block)
    return name if name in _PLAIN and len(region.block.arguments) == 2 else None


def is_neutral(name: str, init: Edge) -> bool:
    """Whether the operation with this initial value changes nothing, not even the sign of a zero."""
    if init.constant is None:
        return False
    value = init.constant.reshape(()).item()
    if init.dtype.kind == "b":
        return bool(value) == (name in ("stablehlo.multiply", "stablehlo.minimum", "stablehlo.and"))
    if name == "stablehlo.multiply":
        return bool(value == 1)
    if init.dtype.kind not in "iu":
        if name == "stablehlo.add":
            return value == 0 and bool(np.signbit(value))
        return bool(value == (-np.inf if name == "stablehlo.maximum" else np.inf))
    limits = np.iinfo(init.dtype)
    wanted = {"stablehlo.maximum": limits.min, "stablehlo.minimum": limits.max, "stablehlo.and": ~init.dtype.type(0)}
    return bool(value == wanted.get(name, 0))


def _never_empty(graph: Graph, name: str, x: Edge, dimensions: Sequence[int]) -> Edge:
    """`x` with one more slice, of what changes nothing, where only the run knows whether there is anything to reduce.

    onnxruntime has extremes of something alone; and sums and products whose signs are right.
    """
    unknown = [d for d in dimensions if not is_known(x.shape[d])]
    if not unknown:
        return x
    shape = [1 if d == unknown[0] else size for d, size in enumerate(x.shape)]
    return ops.concatenate(graph, [x, ops.full(graph, _neutral(name, x.dtype), shape, x.dtype)], unknown[0])


def _neutral(name: str, dtype: DType) -> float:
    """What changes nothing: see `is_neutral`."""
    is_float = dtype.kind not in "iub"
    match name:
        case "stablehlo.multiply":
            return 1
        case "stablehlo.add" | "stablehlo.or" | "stablehlo.xor":
            return -0.0 if is_float else 0
        case "stablehlo.and":
            return 1 if dtype.kind == "b" else int(~dtype.type(0))
    is_max = name == "stablehlo.maximum"
    if is_float:
        return -np.inf if is_max else np.inf
    if dtype.kind == "b":
        return not is_max
    return int(np.iinfo(dtype).min if is_max else np.iinfo(dtype).max)


def is_zero(init: Edge) -> bool:
    return init.constant is not None and not init.constant.astype(bool).any()


def tree(graph: Graph, values: Sequence[Edge], body: Body) -> list[Edge]:
    """Applies `body` to neighbours along the first dimension until one is left, and takes that dimension away."""
    if not is_known(values[0].shape[0]):
        raise UnknownSize(
            f"ONNX has no reduction that does what its body does, and it reduces {values[0].shape[0]} elements, as "
            "many as only the run knows"
        )
    while (size := values[0].shape[0]) > 1:
        even = size // 2 * 2
        paired = body(
            [_rows(graph, value, 0, even, 2) for value in values], [_rows(graph, value, 1, even, 2) for value in values]
        )
        if size > even:
            paired = [
                ops.concatenate(graph, [new, _rows(graph, value, even, size)], 0)
                for new, value in zip(paired, values, strict=True)
            ]
        values = paired
    return [ops.reshape(graph, value, value.shape[1:]) for value in values]


def _rows(graph: Graph, edge: Edge, start: int, limit: int, stride: int = 1) -> Edge:
    return ops.slice_(
        graph, edge, [start] + [0] * (edge.rank - 1), [limit, *edge.shape[1:]], [stride] + [1] * (edge.rank - 1)
    )


def natively(graph: Graph, name: str, x: Edge, dimensions: Sequence[int], type: ElementType) -> Edge | None:
    """The reduction of a non-empty tensor by a plain body, where an operator of ONNX computes it, else None.

    A sum of floats that are all -0.0 may be 0.0: see `_sum_with_sign`.
    """
    if not dimensions:
        return x
    if x.dtype.kind == "b":
        return _of_booleans(graph, name, x, dimensions)
    if isinstance(type, FloatType):
        return _of_floats(graph, name, x, dimensions, type)
    if name == "stablehlo.add":
        return fitted(graph, sum_of_integers(graph, x, dimensions), type)
    if name not in REDUCTIONS:
        return None
    if x.dtype.name in _COMPARED_AS:
        made = ops.cast(graph, x, _COMPARED_AS[x.dtype.name])
        return ops.cast(graph, _reduced(graph, REDUCTIONS[name], made, dimensions), x.dtype)
    rows, kept = as_rows(graph, x, dimensions)
    by_place = "ArgMax" if name == EXTREMES["ArgMax"] else "ArgMin"
    return ops.reshape(graph, extreme_and_place(graph, by_place, rows, 1, np.dtype(np.int64))[0], kept)


def _sum_with_sign(graph: Graph, x: Edge, dimensions: Sequence[int], type: FloatType) -> Edge:
    """The sum of floats, -0.0 where all of them are.

    onnxruntime's is, along the last dimensions alone; and a transposition before it may go away. So where it is 0, the
    reciprocals are looked at. Those of tiny numbers are infinite too, but no sum of these is 0 that has one sign.
    """
    if not dimensions:
        return x
    total = _of_floats(graph, "stablehlo.add", x, dimensions, type)
    wide = ops.cast(graph, x, np.float64 if x.dtype == np.float64 else np.float32)
    largest = _reduced(graph, "ReduceMax", ops.node(graph, "Reciprocal", wide), dimensions)
    is_minus = ops.equal(graph, largest, graph.constant(np.array(-np.inf, wide.dtype)))
    is_zero = ops.equal(graph, total, graph.constant(np.zeros((), total.dtype)))
    is_other = ops.not_(graph, ops.and_(graph, is_zero, is_minus))
    return ops.where(graph, is_other, total, graph.constant(np.array(-0.0, total.dtype)), no_minus_zero=True)


def _of_booleans(graph: Graph, name: str, x: Edge, dimensions: Sequence[int]) -> Edge:
    if name == "stablehlo.xor":
        total = sum_of_integers(graph, ops.cast(graph, x, np.int32), dimensions)
        return ops.cast(graph, graph.node("Mod", [total, graph.constant(np.int32(2))], np.int32, total.shape), bool)
    is_and = name in ("stablehlo.multiply", "stablehlo.minimum", "stablehlo.and")
    bytes = ops.cast(graph, x, np.uint8)
    return ops.cast(graph, _reduced(graph, "ReduceMin" if is_and else "ReduceMax", bytes, dimensions), bool)


def _of_floats(graph: Graph, name: str, x: Edge, dimensions: Sequence[int], type: FloatType) -> Edge:
    """In f32 or f64, rounded once."""
    working = FloatType("f64" if type.name == "f64" else "f32")
    wide = ops.cast(graph, x, carrier(working))
    if name in REDUCTIONS:
        rows, kept = as_rows(graph, wide, dimensions)
        return ops.cast(graph, ops.reshape(graph, extreme_of_rows(graph, name, rows), kept), x.dtype)
    made = _reduced(graph, "ReduceSum" if name == "stablehlo.add" else "ReduceProd", wide, dimensions)
    return converted(graph, made, working, type)


def sum_of_integers(graph: Graph, x: Edge, dimensions: Sequence[int]) -> Edge:
    """The sum, which wraps: as a product with ones, since onnxruntime's ReduceSum adds integers up as floats."""
    wide = ops.cast(graph, x, x.dtype if x.dtype.itemsize > 2 else np.int32)
    if list(dimensions) == list(range(len(dimensions))):  # as it lies in memory
        kept, count = x.shape[len(dimensions) :], prod(x.shape[: len(dimensions)])
        factors = [ops.full(graph, 1, (1, count), wide.dtype), ops.reshape(graph, wide, (count, prod(kept)))]
        product = graph.node("MatMul", factors, wide.dtype, (1, prod(kept)))
    else:
        rows, kept = as_rows(graph, wide, dimensions)
        ones = ops.full(graph, 1, (rows.shape[1], 1), wide.dtype)
        product = graph.node("MatMul", [rows, ones], wide.dtype, (rows.shape[0], 1))
    return ops.cast(graph, ops.reshape(graph, product, kept), x.dtype)


def as_rows(graph: Graph, x: Edge, dimensions: Sequence[int]) -> tuple[Edge, tuple[int, ...]]:
    """A matrix whose rows hold the elements along `dimensions`; and the sizes of the other dimensions."""
    kept = [d for d in range(x.rank) if d not in dimensions]
    sizes = tuple(x.shape[d] for d in kept)
    ordered = ops.transpose(graph, x, [*kept, *dimensions])
    return ops.reshape(graph, ordered, (prod(sizes), prod(x.shape[d] for d in dimensions))), sizes


def _reduced(graph: Graph, op_type: str, x: Edge, dimensions: Sequence[int]) -> Edge:
    kept = [size for d, size in enumerate(x.shape) if d not in dimensions]
    axes = graph.constant(np.array(dimensions, np.int64))
    return graph.node(op_type, [x, axes], x.dtype, kept, keepdims=0)
