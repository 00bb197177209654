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
from interpreter.execution.traits import Makes, anywhere
from interpreter.kernels.registry import Planner, kernel, kernels
from interpreter.values.array import Array
from interpreter.values.attributes import integers, tensor_type

_STABLEHLO = (
    *("add", "and", "atan2", "compare", "complex", "divide", "maximum", "minimum", "multiply", "or", "power"),
    *("remainder", "select", "shift_left", "shift_right_arithmetic", "shift_right_logical", "subtract", "xor"),
)
_CHLO = ("next_after", "polygamma", "zeta")
BROADCASTING = {
    **{f"chlo.broadcast_{name}": f"stablehlo.{name}" for name in _STABLEHLO},
    **{f"chlo.broadcast_{name}": f"chlo.{name}" for name in _CHLO},
}


def broadcasting(op: Operation, planner: Planner) -> Run:
    attributes = {name: value for name, value in op.attributes.items() if name != "broadcast_dimensions"}
    name = BROADCASTING[op.name]
    results = [value.type for value in op.results]
    run = kernels()[name].plan(Operation(name, op.operands, results, attributes), planner)
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


_WITH_POLES = ("divide", "polygamma", "power", "zeta")
for _name, _plain in BROADCASTING.items():
    _poles = anywhere if _plain.endswith(_WITH_POLES) else None
    kernel(_name, pure=True, makes=Makes.NUMBERS, poles=_poles)(broadcasting)


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
