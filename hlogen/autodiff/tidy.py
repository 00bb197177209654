"""What rules build without looking around is tidied: the same operation twice becomes one, an unused one goes.

Multiplying by one goes too: `grad` starts from it.
"""

from __future__ import annotations

from hlogen.builder.function import Function
from hlogen.builder.trace import Callee
from hlogen.ir import Block, DenseElements, FloatType, Operation, SymbolRef, Value
from hlogen.ir import Function as FunctionView
from hlogen.program.effects import calls_alone, has_effect
from hlogen.program.repeated import merge_repeated
from hlogen.program.structure import blocks_of, callee
from hlogen.program.unused import drop_unused


def tidy(function: Function) -> None:
    """Tidies a function that was just built, in place."""
    body = FunctionView(function.operation).body
    merge_repeated(body, _multiplied_by_one)
    _part(body)
    pure = {name for name, called in function.calls.items() if _is_pure(called)}
    drop_unused(body, lambda each: has_effect(each) and not (calls_alone(each) and callee(each) in pure))
    called = {
        value.name
        for operation in body.walk()
        for value in operation.attributes.values()
        if isinstance(value, SymbolRef)
    }
    function.calls = {name: callee for name, callee in function.calls.items() if name in called}


def _is_pure(called: Callee) -> bool:
    """Whether a function gives its results and does nothing besides, nor does what it calls."""
    reached = called.reachable() if isinstance(called, Function) else [called]
    inside = (operation for each in reached for operation in each.operation.walk() if operation is not each.operation)
    return not any(has_effect(operation) and not calls_alone(operation) for operation in inside)


def _multiplied_by_one(operation: Operation) -> Value | None:
    """What is multiplied by floats of one: the product, but for the bits of NaNs that signal."""
    if operation.name != "stablehlo.multiply" or not any(map(_is_one, operation.operands)):
        return None
    return operation.operands[1 if _is_one(operation.operands[0]) else 0]


def _part(block: Block) -> None:
    """Gives each scatter into a constant one of its own: upstream's interpreter, before 1.18, writes into it."""
    operations = []
    for operation in block.operations:
        for inner in blocks_of(operation):
            _part(inner)
        if operation.name == "stablehlo.scatter":
            operands = list(operation.operands)
            for number in range(len(operation.results)):
                made = operands[number].owner
                if isinstance(made, Operation) and made.name in ("stablehlo.constant", "stablehlo.broadcast_in_dim"):
                    types = [operands[number].type]
                    copy = Operation(made.name, made.operands, types, made.attributes, (), operation.location)
                    operations.append(copy)
                    operands[number] = copy.result
            operation.operands = tuple(operands)
        operations.append(operation)
    block.operations = operations


def _is_one(value: Value) -> bool:
    """True for floats that are all one."""
    owner = value.owner
    while isinstance(owner, Operation) and owner.name in ("stablehlo.broadcast_in_dim", "stablehlo.reshape"):
        owner = owner.operands[0].owner
    if not isinstance(owner, Operation) or owner.name != "stablehlo.constant":
        return False
    elements = owner.attributes["value"]
    if not isinstance(elements, DenseElements) or not isinstance(elements.type.element_type, FloatType):
        return False
    return elements.is_splat and bool(elements.array.flat[0] == 1)
