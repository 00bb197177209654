"""Programs of operations that stand by themselves: what they were given as arguments, their results as results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from hlogen.conform.opwise.closeness import Kind, kind_of
from hlogen.conform.opwise.record import Execution
from hlogen.ir import Block, DenseElements, FunctionType, Module, Operation, Region, TensorType, Type, Value
from hlogen.program.calls import callees_first
from hlogen.program.copy import Copier
from hlogen.program.structure import callee
from interpreter.kernels.registry import kernels

ENTRY = "main"
# What a program has as a constant stays one up to so many elements: some backends need shapes and the like so.
_MOST_CONSTANT = 64


@dataclass
class Alone:
    """Operations in one function without a common value; `args` are what it takes, `results` of each how many."""

    module: Module
    args: list[Any] = field(default_factory=list)
    results: list[int] = field(default_factory=list)


def why_not(program: Module, execution: Execution) -> str | None:
    """Why an operation can't be run by itself; None where it can."""
    op = execution.op
    if op.name == "stablehlo.constant":
        return "a constant computes nothing"
    if op.name.partition(".")[0] in ("check", "interpreter"):
        return "it is about a test"
    if op.name == "stablehlo.custom_call":
        return "what it means is registered"
    if (reason := _about_more(program, op)) is not None:
        return reason
    if not op.results:
        return "it has no results"
    values = (*execution.inputs, *op.results)
    if not all(isinstance(value.type, TensorType) for value in values):
        return "it takes or gives tokens or tuples"
    if op.name in _GONE_INTO and _rounds(program, op):
        return "what it runs is compared, and its roundings add up"
    if op.regions and not all(value.type.is_static for value in values if isinstance(value.type, TensorType)):
        return "it has regions of dynamic shapes"
    return None


# What runs its regions once for a turn or a choice, each operation as it is written.
_GONE_INTO = frozenset({"stablehlo.while", "stablehlo.if", "stablehlo.case"})
# Kernels whose results aren't those of their operands alone, by the file that they are in.
_ABOUT_MORE = {
    "interpreter.kernels.rng": "draws random numbers",
    **dict.fromkeys(
        (f"interpreter.kernels.{name}" for name in ("distribution", "channels", "sharding")),
        "is about several processes",
    ),
}


def _about_more(program: Module, op: Operation) -> str | None:
    """Why there is more to an operation than its operands, for all that it runs."""
    for inner in (op, *_inside(program, op)):
        kernel = kernels().get(inner.name)
        reason = None if kernel is None else _ABOUT_MORE.get(kernel.plan.__module__)
        if reason is not None:
            return f"it {reason}" if inner is op else f"{inner.name} inside of it {reason}"
    return None


def _rounds(program: Module, op: Operation) -> bool:
    """Whether something inside may be off by more than the rounding of IEEE-754, so that a loop takes it further."""
    return any(kind_of(inner) is not Kind.EXACT for inner in _inside(program, op) if inner.name not in _GONE_INTO)


def _inside(program: Module, op: Operation) -> list[Operation]:
    """The operations of its regions, and of the functions called there."""
    if not op.regions:
        return []
    functions = program.functions
    called = (inner for name in _called(program, [op]) for inner in functions[name].operation.walk())
    return [inner for inner in (*op.walk(), *called) if inner is not op]


def alone(program: Module, executions: Sequence[Execution], *, most_constant: int = _MOST_CONSTANT) -> Alone:
    """One program of all of these; `most_constant` elements of what the program has as constants stay constants."""
    parameters: list[tuple[Value, Any]] = []  # what stands in the program, and the array
    for execution in executions:
        parameters += [
            (value, array)
            for value, array in execution.inputs.items()
            if not (_is_constant(value) and array.size <= most_constant)
        ]
    block = Block(
        [_typed(value, array) for value, array in parameters], [f"arg{number}" for number in range(len(parameters))]
    )
    waiting = iter(block.arguments)
    built = Alone(program, [array for _, array in parameters])
    returned: list[Value] = []
    for execution in executions:
        standing: dict[Value, Value] = {}
        for value, array in execution.inputs.items():
            if _is_constant(value) and array.size <= most_constant:
                constant = _constant(_typed(value, array), array)
                block.operations.append(constant)
                standing[value] = constant.result
            else:
                standing[value] = next(waiting)
        op = _copy(execution, standing)
        block.operations.append(op)
        returned += op.results
        built.results.append(len(op.results))
    built.module = _module(program, block, returned, [e.op for e in executions])
    return built


def with_constants(program: Module, execution: Execution) -> Module:
    """One operation, what it was given as constants: a program without arguments."""
    block = Block()
    standing: dict[Value, Value] = {}
    for value, array in execution.inputs.items():
        constant = _constant(_typed(value, array), array)
        block.operations.append(constant)
        standing[value] = constant.result
    op = _copy(execution, standing)
    block.operations.append(op)
    return _module(program, block, op.results, [op])


def _module(program: Module, block: Block, returned: Sequence[Value], ops: Sequence[Operation]) -> Module:
    block.operations.append(Operation("func.return", returned))
    type = FunctionType(tuple(value.type for value in block.arguments), tuple(value.type for value in returned))
    main = Operation(
        "func.func", (), (), {"sym_name": ENTRY, "function_type": type}, [Region([block])], location=ops[0].location
    )
    functions = program.functions
    called = [functions[name].operation for name in _called(program, ops)]
    others = [op for op in program.operations if op.name == "sdy.mesh"]
    return Module([*others, main, *called])


def _called(program: Module, ops: Iterable[Operation]) -> list[str]:
    """The functions that operations inside of these call, and what those call."""
    functions = program.functions
    names = filter(None, dict.fromkeys(callee(inner) for op in ops for inner in op.walk()))
    return list(dict.fromkeys(found for name in names if name for found in callees_first(functions, name)[0]))


class _Alone(Copier):
    """Copies one operation; its results have the types that they have had."""

    def __init__(self, execution: Execution, standing: Mapping[Value, Value]) -> None:
        super().__init__(standing)
        self._types = {v: _typed(v, array) for v, array in zip(execution.op.results, execution.results, strict=True)}

    def type(self, value: Value) -> Type:
        return self._types.get(value, value.type)


def _copy(execution: Execution, standing: Mapping[Value, Value]) -> Operation:
    copy = _Alone(execution, standing).again(execution.op)
    for mine, its in zip(copy.results, execution.op.results, strict=True):
        mine.number = its.number
    return copy


def _constant(type: TensorType, array: Any) -> Operation:
    return Operation("stablehlo.constant", (), (type,), {"value": DenseElements(type, np.asarray(array))})


def _typed(value: Value, array: Any) -> TensorType:
    """The value's type in the shape that it has had."""
    type = value.type
    assert isinstance(type, TensorType)
    return type if type.is_static else type.with_shape(array.shape)


def _is_constant(value: Value) -> bool:
    return isinstance(value.owner, Operation) and value.owner.name == "stablehlo.constant"
