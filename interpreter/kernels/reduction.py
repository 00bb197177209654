"""Reductions (spec: reduce).

The specification lets an implementation choose the binary tree in which a reduction's body is applied, the operands
kept in their order. `reduce` takes the balanced tree of neighbours, ((x0 x1) (x2 x3)) ..., and puts the initial
value once, in front. So a sum of n floats has an error that grows with log2(n), any body runs in log2(n) steps on whole
arrays, and every application rounds in the body's element type.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import ElementType, Operation, QuantizedType, Region, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Makes, Sizes
from interpreter.kernels.arithmetic import (
    ON_BOOLEANS,
    ON_INTEGERS,
    add_function,
    maximum_function,
    minimum_function,
    multiply_function,
)
from interpreter.kernels.bodies import only_operation
from interpreter.kernels.chunks import chunked
from interpreter.kernels.numerics import computed, is_boolean, is_complex, is_float, working_dtype
from interpreter.kernels.quantization import to_destination_type
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.kernels.result_shapes import of_reduce
from interpreter.kernels.working import needs_copy
from interpreter.values.array import Array
from interpreter.values.attributes import integers, tensor_type

Values = Sequence[Array]
Body = Callable[..., Sequence[Array]]  # 2N arrays of any one shape to N

_FUNCTIONS: dict[str, Callable[[ElementType], Run]] = {
    "stablehlo.add": add_function,
    "stablehlo.multiply": multiply_function,
    "stablehlo.maximum": maximum_function,
    "stablehlo.minimum": minimum_function,
    "stablehlo.and": lambda type: computed(np.bitwise_and, type),
    "stablehlo.or": lambda type: computed(np.bitwise_or, type),
    "stablehlo.xor": lambda type: computed(np.bitwise_xor, type),
}


def memory_of_reduce(op: Operation, sizes: Sizes) -> int:
    """Inputs in the body's type, and in order; of a tree what each step holds: its values, and new ones of pairs."""
    inputs = op.operands[: len(op.operands) // 2]
    shape = sizes.shape(inputs[0]) if inputs else None
    if not shape or 0 in shape:
        return 0
    dimensions = sorted(integers(op, "dimensions"))
    kept = [d for d in range(len(shape)) if d not in dimensions]
    count, lines = prod(shape), prod(shape[d] for d in kept)
    known, types = known_body(op.regions[0]), body_types(op.regions[0], len(inputs))
    stored = sum(dtype_of(type).itemsize for type in types)
    pairs = zip(inputs, types, strict=True)
    converted = sum(dtype_of(type).itemsize * count for x, type in pairs if tensor_type(x).element_type != type)
    if len(inputs) == 1 and known is not None and not _depends_on_order(known, types[0]):
        dtype = working_dtype(types[0])
        to_dtype = dtype.itemsize * count if dtype != dtype_of(types[0]) else 0
        return converted + to_dtype + (2 * dtype.itemsize * lines if is_float(types[0]) else 0)  # signs of zeros
    moved = stored * count if needs_copy(shape, [dimensions, *([d] for d in kept)]) else 0
    if len(inputs) == 1 and known is not None:
        taken, left = _of_folding(count // lines, moved // lines, stored)
        return converted + max(lines * (taken - stored), lines * left)
    # pairs are brought together, and give half as many; single elements are there already
    return converted + moved + stored * (count * 3 // 2 if lines > 1 else count)


def _of_folding(size: int, given: int, itemsize: int) -> tuple[int, int]:
    """The bytes that `_folded` takes for a line of so many elements, and those that it still has at its end.

    `given` are those of the line where it is a copy. An odd one out keeps all of its step.
    """
    most, now, kept, is_odd = given, given, 0, False
    while size > 1:
        if size & 1:
            most = max(most, now + kept + itemsize) if is_odd else most
            kept, is_odd = itemsize if is_odd else now, True
        new = size // 2 * itemsize
        most = max(most, now + new + (kept if kept != now else 0))
        now, size = new, size // 2
    if is_odd:
        return max(most, now + kept + itemsize), itemsize
    return most, now


@kernel(
    "stablehlo.reduce",
    alike=True,
    shape=of_reduce,
    quantized=Quantized.ITSELF,
    makes=Makes.NUMBERS,
    memory=memory_of_reduce,
    sums=True,
)
def reduce(op: Operation, planner: Planner) -> Run:
    """`dimensions` are taken together, in the lexicographic order of their indices."""
    count = len(op.operands) // 2
    dimensions = tuple(sorted(integers(op, "dimensions")))
    types = body_types(op.regions[0], count)
    converted = to_body_types(op, types)
    body = body_function(op.regions[0], count, planner)
    known = known_body(op.regions[0])
    if count == 1 and known is not None:
        return _reduced(known, types[0], dimensions, tensor_type(op.operands[0]).rank, converted)

    def run(*operands: Array) -> Any:
        inputs = [convert(x) for convert, x in zip(converted[:count], operands[:count], strict=True)]
        inits = [convert(x) for convert, x in zip(converted[count:], operands[count:], strict=True)]
        shape = inputs[0].shape
        kept = tuple(dim for d, dim in enumerate(shape) if d not in dimensions)
        results = [np.broadcast_to(init, kept) for init in inits]
        if 0 not in shape:
            order = (*dimensions, *(d for d in range(len(shape)) if d not in dimensions))
            results = list(body(*results, *tree([x.transpose(order).reshape(-1, *kept) for x in inputs], body)))
        return results[0] if count == 1 else tuple(results)

    return run


def tree(values: Values, body: Body) -> Values:
    """Applies `body` to neighbours along the first dimension until one is left."""
    while (size := len(values[0])) > 1:
        even = size // 2 * 2
        paired = body(*(x[0:even:2] for x in values), *(x[1:even:2] for x in values))
        last = size > even
        values = [np.concatenate([new, x[even:]]) if last else new for new, x in zip(paired, values, strict=True)]
        del paired  # which would be held through the next step
    return [x[0] for x in values]


def _reduced(
    known: str, type: ElementType, dimensions: tuple[int, ...], rank: int, converted: Sequence[Callable[[Array], Array]]
) -> Run:
    """`reduce` of one input by a well-known body."""
    function = chunked(_FUNCTIONS[known](type), dtype_of(type))
    fold = _folded(function, dimensions, rank) if _depends_on_order(known, type) else _ufunc(known, type, dimensions)
    convert_input, convert_init = converted

    def run(operand: Array, init: Array) -> Any:
        operand, init = convert_input(operand), convert_init(init)
        if operand.size:
            return function(init, fold(operand))
        return np.broadcast_to(init, tuple(dim for d, dim in enumerate(operand.shape) if d not in dimensions))

    return run


def _folded(function: Run, dimensions: tuple[int, ...], rank: int) -> Run:
    """The `tree` of a function of two arrays. An odd one out is kept beside the others until its neighbour comes."""
    order = (*dimensions, *(d for d in range(rank) if d not in dimensions))

    def fold(x: Array) -> Array:
        x = x.transpose(order)
        if len(dimensions) != 1:
            x = x.reshape(-1, *x.shape[len(dimensions) :])
        odd = None
        while (size := len(x)) > 1:
            if size & 1:
                odd = x[-1] if odd is None else function(x[-1], odd)
                x = x[:-1]
            x = function(x[0::2], x[1::2])
        return x[0] if odd is None else np.asarray(function(x[0], odd))

    return fold


def known_body(region: Region) -> str | None:
    """The operation that a body of one input consists of, where it is one of the well-known ones, not quantized."""
    op = only_operation(region.block)
    if op is None or isinstance(tensor_type(op.operands[0]).element_type, QuantizedType):
        return None
    return op.name if op.name in _FUNCTIONS else None


def folds_in_any_order(region: Region) -> bool:
    """Whether a body of one input gives the same bits in whatever order and groups it folds values."""
    known = known_body(region)
    return known is not None and not _depends_on_order(known, body_types(region, 1)[0])


def body_types(region: Region, count: int) -> list[ElementType]:
    """The element types that a body of `count` inputs works on; ExecutionError where it takes anything but numbers."""
    arguments = region.block.arguments
    if len(arguments) != 2 * count:
        raise ExecutionError(f"the body should take {2 * count} arguments for {count} inputs, not {len(arguments)}")
    if any(tensor_type(argument).rank for argument in arguments):
        taken = ", ".join(str(argument.type) for argument in arguments)
        raise ExecutionError(f"the body should take tensors of rank 0, not {taken}")
    return [tensor_type(argument).element_type for argument in arguments[:count]]


def to_body_types(op: Operation, types: Sequence[ElementType]) -> list[Callable[[Array], Array]]:
    """What brings each operand, inputs and initial values, to the type that the body works on."""
    return [
        to_destination_type(tensor_type(value).element_type, types[i % len(types)])
        for i, value in enumerate(op.operands)
    ]


def body_function(region: Region, count: int, planner: Planner) -> Body:
    """The body as a function of arrays: 2 * `count` of any one shape to `count`."""
    plan = planner.region(region, 2 * count)
    known = known_body(region)
    if known is not None:
        type = tensor_type(region.block.arguments[0]).element_type
        function = chunked(_FUNCTIONS[known](type), dtype_of(type))
        return lambda lhs, rhs: (np.asarray(function(lhs, rhs)),)

    def by_lanes(*values: Array) -> Sequence[Array]:
        shape = values[0].shape
        if 0 in shape:
            return values[:count]
        return [result.reshape(shape) for result in plan.lanes(*(x.reshape(-1) for x in values))]

    return by_lanes


def _depends_on_order(known: str, type: ElementType) -> bool:
    """True where rounding makes the grouping matter."""
    return known in ("stablehlo.add", "stablehlo.multiply") and (is_float(type) or is_complex(type))


def _ufunc(known: str, type: ElementType, dimensions: tuple[int, ...]) -> Run:
    """Reduces over whole dimensions at once, for bodies whose grouping doesn't matter."""
    ufunc = (ON_BOOLEANS if is_boolean(type) else ON_INTEGERS)[known]
    function = _extreme_of if is_float(type) else _reduce
    return computed(lambda x: function(ufunc, x, dimensions), type)


def _reduce(ufunc: np.ufunc, x: Array, axis: tuple[int, ...]) -> Any:
    return ufunc.reduce(x, axis=axis, dtype=x.dtype)


def _extreme_of(ufunc: np.ufunc, x: Array, axis: tuple[int, ...]) -> Any:
    """The maximum or minimum with IEEE-754's order of zeros: +0 is more than -0."""
    result = ufunc.reduce(x, axis=axis)
    if result.all():
        return result
    # of the bits, +0 has the least as unsigned integers, -0 as signed ones
    is_maximum = ufunc is np.maximum
    bits = x.view(f"u{x.itemsize}" if is_maximum else f"i{x.itemsize}")
    zero, other = (x.dtype.type(value) for value in ((0.0, -0.0) if is_maximum else (-0.0, 0.0)))
    lowest = np.iinfo(bits.dtype).min

    def signed(result: Array, least: Array) -> Any:
        return np.where(result == 0, np.where(least == lowest, zero, other), result)

    return chunked(signed, x.dtype)(np.asarray(result), np.asarray(bits.min(axis=axis)))
