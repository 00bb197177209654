"""An operation run by itself, on values of its own: the interpreter is asked what the functions in its regions say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import interpreter
from hlogen.ir import (
    Attribute,
    Block,
    DenseElements,
    FunctionType,
    Module,
    Operation,
    Region,
    TensorType,
    Type,
    Value,
)
from hlogen.program.inline import Inliner
from hlogen.program.structure import callee

Array = np.ndarray[Any, np.dtype[Any]]


def run_alone(
    name: str,
    values: Sequence[Array],
    types: Sequence[Type],
    result_types: Sequence[Type],
    attributes: Mapping[str, Attribute],
    regions: Sequence[Region] = (),
) -> tuple[Array, ...]:
    """The results of an operation on `values`, which have these types."""
    return interpreter.run(as_program(name, types, result_types, attributes, regions), *values)


def as_program(
    name: str,
    types: Sequence[Type],
    result_types: Sequence[Type],
    attributes: Mapping[str, Attribute],
    regions: Sequence[Region] = (),
) -> Module:
    """A program of one operation, whose operands are its arguments."""
    block = Block(types)
    op = Operation(name, block.arguments, result_types, attributes, regions)
    block.operations = [op, Operation("func.return", op.results)]
    function: dict[str, Attribute] = {
        "sym_name": "main",
        "function_type": FunctionType(tuple(types), tuple(result_types)),
    }
    return Module([Operation("func.func", (), (), function, [Region([block])])])


def self_contained(op: Operation, module: Module, captured: Sequence[Mapping[Value, Array]]) -> Operation:
    """The operation with all that its regions need in them: what they call in `module` written out, and the values that
    each of them takes from outside as constants."""
    if not any(captured) and all(callee(inner) is None for region in op.regions for inner in region.walk()):
        return op
    regions = []
    for region, values in zip(op.regions, captured, strict=True):
        constants = [_constant(value, array) for value, array in values.items()]
        copier = Inliner(module)
        copier.stands(values, (constant.result for constant in constants))
        copy = copier.region(region)
        copy.block.operations[:0] = constants
        regions.append(copy)
    types = [value.type for value in op.results]
    return Operation(op.name, op.operands, types, op.attributes, regions, op.location)


def _constant(value: Value, array: Array) -> Operation:
    assert isinstance(value.type, TensorType), "regions of operations that have an index map take tensors"
    type = TensorType(array.shape, value.type.element_type)
    return Operation("stablehlo.constant", (), [type], {"value": DenseElements(type, array)})
