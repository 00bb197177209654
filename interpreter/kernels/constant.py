"""Values that a program writes down (spec: constant)."""

from __future__ import annotations

from hlogen.errors import ExecutionError
from hlogen.ir import DenseElements, Operation
from interpreter.registry import Planner, Run, kernel


@kernel("stablehlo.constant", elementwise=True)
def constant(op: Operation, planner: Planner) -> Run:
    value = op.attributes.get("value")
    if not isinstance(value, DenseElements):
        raise ExecutionError(f"attribute value of stablehlo.constant should be its elements, but it is {value}")
    array = value.array
    return lambda: array
