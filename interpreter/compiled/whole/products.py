"""Products of matrices, as in kernels/dot.py."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from hlogen.ir import DotDimensionNumbers
from interpreter.compiled.elements import Held, NotCompiled, held
from interpreter.compiled.layout import Layout
from interpreter.compiled.memory import InMemory, Value
from interpreter.compiled.nest import Computed
from interpreter.compiled.part import Part, relaid, shape_of, whole
from interpreter.compiled.product import Product
from interpreter.compiled.registry import element_of
from interpreter.execution.blocks import PlannedStep
from interpreter.values.products import adds_in_order


@whole("stablehlo.dot_general")
def dot_general(
    part: Part,
    step: PlannedStep,
    operands: Sequence[Value | Computed],
    captured: Sequence[Sequence[Value | Computed]],
) -> Sequence[Value]:
    op, numbers = step.op, step.op.attributes.get("dot_dimension_numbers")
    types = [held(element_of(value)) for value in (*op.operands, op.result)]
    if not isinstance(numbers, DotDimensionNumbers) or "algorithm" in op.attributes:
        raise NotCompiled("products by an algorithm")
    if not all(type.is_float for type in types):
        raise NotCompiled("products of integers")
    working = _FLOAT if all(type.value == "float" for type in types) else _DOUBLE
    lhs, rhs = (part.memory(operand) for operand in operands)
    if any(one.layout.shape != shape_of(value) for one, value in zip((lhs, rhs), op.operands, strict=True)):
        raise NotCompiled("operands of other shapes")
    batch, contract = numbers.lhs_batching_dimensions, numbers.lhs_contracting_dimensions
    rhs_batch, rhs_contract = numbers.rhs_batching_dimensions, numbers.rhs_contracting_dimensions
    free = [d for d in range(len(lhs.layout.shape)) if d not in (*batch, *contract)]
    rhs_free = [d for d in range(len(rhs.layout.shape)) if d not in (*rhs_batch, *rhs_contract)]
    batches = tuple(lhs.layout.shape[d] for d in batch)
    rows, columns = (prod(one.layout.shape[d] for d in dims) for one, dims in ((lhs, free), (rhs, rhs_free)))
    inner = prod(lhs.layout.shape[d] for d in contract)
    x = _matrices(part, lhs, (*batch, *free, *contract), (*batches, rows, inner), working)
    y = _matrices(part, rhs, (*rhs_batch, *rhs_contract, *rhs_free), (*batches, inner, columns), working)
    product = part.room(working, (*batches, rows, columns))
    in_order = adds_in_order(inner, prod(batches) * rows * columns)
    part.tasks.append(Product(x, y, product, in_order))
    shape = shape_of(op.result)
    result = InMemory(product.buffer, Layout.whole(shape))
    return [result if types[-1] == working else part.copied(result, part.room(types[-1], shape))]


def _matrices(part: Part, value: InMemory, order: Sequence[int], shape: tuple[int, ...], type: Held) -> InMemory:
    """An operand as NumPy's product is given it there: as it lies, where that can be told by strides."""
    moved = value.layout.transpose(order)
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


_FLOAT, _DOUBLE = Held("float", "float", "float", 32), Held("double", "double", "float", 64)
