"""CHLO's elementwise operations that broadcast their operands (broadcast_add ...), and its constants.

`broadcast_dimensions` says which dimensions of the result those of the operand with the smaller rank are; without it
they are the last ones. Dimensions of size 1 are repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import DenseElements, FloatAttr, IntegerAttr, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.kernels.registry import Planner, kernel, kernels
from interpreter.values.array import Array
from interpreter.values.attributes import integers, tensor_type, wrong


def _broadcasting(name: str) -> None:
    """Registers the operation that broadcasts the operands of `name`, with the traits that don't depend on shapes."""
    plain = kernels()[name]
    traits = plain.traits

    @kernel(
        f"chlo.broadcast_{name.partition('.')[2]}",
        meets=lambda op, operands: _meeting(op)(operands),
        pure=traits.pure,
        makes=traits.makes,
        poles=traits.poles,
        accuracy=traits.accuracy,
        exact=traits.exact,
        memory=traits.memory,
    )
    def broadcasting(op: Operation, planner: Planner) -> Run:
        attributes = {key: value for key, value in op.attributes.items() if key != "broadcast_dimensions"}
        run = plain.plan(Operation(name, op.operands, [value.type for value in op.results], attributes), planner)
        met = _meeting(op)

        def broadcast(*operands: Array) -> Array:
            try:
                values = np.broadcast_arrays(*met(operands))
            except ValueError:
                shapes = " and ".join(str(list(x.shape)) for x in operands)
                raise ExecutionError(f"operands of shapes {shapes} don't broadcast to one shape") from None
            result: Array = run(*values)
            return result

        return broadcast


def _meeting(op: Operation) -> Callable[[Sequence[Array]], list[Array]]:
    """What gives operands dimensions of size 1 where they lack one of the result's; lanes stay in front."""
    ranks = [tensor_type(value).rank for value in op.operands]
    rank, narrow = max(ranks), min(ranks)
    dimensions = integers(op, "broadcast_dimensions", ())
    is_increasing = all(low < high for low, high in pairwise((-1, *dimensions, rank)))
    if dimensions and not (is_increasing and len(dimensions) == narrow):
        raise ExecutionError(
            f"broadcast_dimensions = {list(dimensions)} should say, in order, which of {rank} dimensions each of the "
            f"{narrow} dimensions of the other operand is"
        )

    def placed(x: Array, own: int) -> Array:
        lanes = x.ndim - own
        if own == rank or not (dimensions or lanes):
            return x
        shape = [1] * rank
        for dimension, size in zip(dimensions or range(rank - own, rank), x.shape[lanes:], strict=True):
            shape[dimension] = size
        return x.reshape(*x.shape[:lanes], *shape)

    return lambda operands: [placed(x, own) for x, own in zip(operands, ranks, strict=True)]


_STABLEHLO = (
    *("add", "and", "atan2", "compare", "complex", "divide", "maximum", "minimum", "multiply", "or", "power"),
    *("remainder", "select", "shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor"),
)
_CHLO = ("next_after", "polygamma", "zeta")
for _plain in (*(f"stablehlo.{name}" for name in _STABLEHLO), *(f"chlo.{name}" for name in _CHLO)):
    _broadcasting(_plain)


@kernel("chlo.constant")
def constant(op: Operation, planner: Planner) -> Run:
    value = op.attributes.get("value")
    if not isinstance(value, DenseElements):
        raise wrong(op, "value", "its elements")
    return lambda: value.array


@kernel("chlo.constant_like")
def constant_like(op: Operation, planner: Planner) -> Run:
    value = op.attributes.get("value")
    if not isinstance(value, (IntegerAttr, FloatAttr, bool)):
        raise wrong(op, "value", "a number")
    number = value if isinstance(value, bool) else value.value
    splat = np.asarray(number).astype(dtype_of(tensor_type(op.result).element_type))
    return lambda operand: np.broadcast_to(splat, operand.shape)
