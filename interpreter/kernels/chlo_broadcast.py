"""CHLO's elementwise operations that broadcast their operands (broadcast_add ...), and its constants.

`broadcast_dimensions` says which dimensions of the result those of the operand with the smaller rank are; without it
they are the last ones. Dimensions of size 1 are repeated.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import DenseElements, FloatAttr, IntegerAttr, Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import anywhere
from interpreter.kernels.registry import Planner, kernel, kernels
from interpreter.values.array import Array
from interpreter.values.attributes import integers, tensor_type


def _broadcasting(name: str) -> None:
    """Registers the operation that broadcasts the operands of `name`, with its traits where shapes don't matter."""
    plain = kernels()[name]
    traits = plain.traits
    poles = None if traits.poles is None else anywhere  # operands as they come don't have them at their places

    @kernel(
        f"chlo.broadcast_{name.partition('.')[2]}",
        pure=traits.pure,
        makes=traits.makes,
        poles=poles,
        accuracy=traits.accuracy,
        memory=traits.memory,
    )
    def broadcasting(op: Operation, planner: Planner) -> Run:
        attributes = {key: value for key, value in op.attributes.items() if key != "broadcast_dimensions"}
        run = plain.plan(Operation(name, op.operands, [value.type for value in op.results], attributes), planner)
        return _broadcast(op, run)


def _broadcast(op: Operation, run: Run) -> Run:
    """`run` on operands that are brought to one shape."""
    rank = max(tensor_type(value).rank for value in op.operands)
    dimensions = integers(op, "broadcast_dimensions", ())
    narrow = min(tensor_type(value).rank for value in op.operands)
    is_increasing = all(low < high for low, high in pairwise((-1, *dimensions, rank)))
    if dimensions and not (is_increasing and len(dimensions) == narrow):
        raise ExecutionError(
            f"broadcast_dimensions = {list(dimensions)} should say, in order, which of {rank} dimensions each of the "
            f"{narrow} dimensions of the other operand is"
        )

    def aligned(x: Array) -> Array:
        if not dimensions or x.ndim == rank:
            return x
        shape = [1] * rank
        for dimension, size in zip(dimensions, x.shape, strict=True):
            shape[dimension] = size
        return x.reshape(shape)

    def broadcast(*operands: Array) -> Array:
        try:
            values = np.broadcast_arrays(*map(aligned, operands))
        except ValueError:
            shapes = " and ".join(str(list(x.shape)) for x in operands)
            raise ExecutionError(f"operands of shapes {shapes} don't broadcast to one shape") from None
        result: Array = run(*values)
        return result

    return broadcast


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
        raise ExecutionError(f"attribute value of {op.name} is {value}")
    return lambda: value.array


@kernel("chlo.constant_like")
def constant_like(op: Operation, planner: Planner) -> Run:
    value = op.attributes.get("value")
    if not isinstance(value, (IntegerAttr, FloatAttr, bool)):
        raise ExecutionError(f"attribute value of {op.name} should be a number, but it is {value}")
    number = value if isinstance(value, bool) else value.value
    splat = np.asarray(number).astype(dtype_of(tensor_type(op.result).element_type))
    return lambda operand: np.broadcast_to(splat, operand.shape)
