"""The same operation on f64 with another body: how bounds are computed along the very paths that the elements take."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hlogen.ir import Block, FloatType, Module, Operation, Region, TensorType, Value
from interpreter.kernels.registry import kernels
from interpreter.plan.program import ProgramPlanner

F64 = FloatType("f64")


def reduction_in_f64(op: Operation, body: str, operands: Sequence[int]) -> Callable[..., Any]:
    """The plan of `op` with its last region made `body`, and the operands of these numbers, and the results, of f64."""
    taken = [_in_f64(value) if i in operands else value for i, value in enumerate(op.operands)]
    regions = [*op.regions[:-1], _body(body)]
    retyped = Operation(op.name, taken, [_wide(result) for result in op.results], op.attributes, regions, op.location)
    return _planned(retyped)


def product_in_f64(op: Operation) -> Callable[..., Any]:
    """The plan of a dot_general or convolution of f64, by no algorithm; what else it takes stays as it is."""
    operands = [*map(_in_f64, op.operands[:2]), *op.operands[2:]]
    attributes = {name: value for name, value in op.attributes.items() if name != "algorithm"}
    return _planned(Operation(op.name, operands, [_wide(op.result)], attributes, location=op.location))


def _planned(op: Operation) -> Callable[..., Any]:
    run: Callable[..., Any] = kernels()[op.name].plan(op, ProgramPlanner(Module()))
    return run


def _body(name: str) -> Region:
    scalar = TensorType((), F64)
    block = Block([scalar, scalar])
    op = Operation(name, block.arguments, [scalar])
    block.operations = [op, Operation("stablehlo.return", op.results)]
    return Region([block])


def _in_f64(value: Value) -> Value:
    return Block([_wide(value)]).arguments[0]


def _wide(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type.with_element_type(F64)
