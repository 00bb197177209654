"""What rules build without looking around is tidied: the same operation twice becomes one, an unused one goes.

Multiplying by one goes too: `grad` starts from it.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Mapping

from hlogen.builder.function import Function
from hlogen.builder.trace import Callee
from hlogen.ir import Block, DenseElements, FloatType, Operation, SymbolRef, Value
from hlogen.ir import Function as FunctionView
from hlogen.program.effects import calls_alone, has_effect
from hlogen.program.structure import blocks_of
from hlogen.program.unused import drop_unused


def tidy(function: Function) -> None:
    """Tidies a function that was just built, in place."""
    body = FunctionView(function.operation).body
    _merge(body, ChainMap(), {})
    _part(body)
    drop_unused(body, {name for name, callee in function.calls.items() if _is_pure(callee)})
    called = {
        value.name
        for operation in body.walk()
        for value in operation.attributes.values()
        if isinstance(value, SymbolRef)
    }
    function.calls = {name: callee for name, callee in function.calls.items() if name in called}


def _is_pure(callee: Callee) -> bool:
    """Whether a function gives its results and does nothing besides, nor does what it calls."""
    reached = callee.reachable() if isinstance(callee, Function) else [callee]
    inside = (operation for each in reached for operation in each.operation.walk() if operation is not each.operation)
    return not any(has_effect(operation) and not calls_alone(operation) for operation in inside)


def _merge(block: Block, seen: ChainMap[object, Operation], same: dict[Value, Value]) -> None:
    """Lets users of a repeated operation use the first one; `same` says which value a repeated one is."""
    for operation in block.operations:
        if any(operand in same for operand in operation.operands):
            operation.operands = tuple(same.get(operand, operand) for operand in operation.operands)
        for inner in blocks_of(operation):
            _merge(inner, seen.new_child(), same)
        if operation.regions or has_effect(operation) or not operation.results:
            continue
        if operation.name == "stablehlo.multiply" and any(map(_is_one, operation.operands)):
            same[operation.result] = operation.operands[1 if _is_one(operation.operands[0]) else 0]
            continue
        key = (
            operation.name,
            operation.operands,
            _hashable(operation.attributes),
            tuple(result.type for result in operation.results),
        )
        first = seen.setdefault(key, operation)
        if first is not operation:
            same.update(zip(operation.results, first.results, strict=True))


def _hashable(attribute: object) -> object:
    """An attribute, dictionaries in it as sorted tuples."""
    if isinstance(attribute, Mapping):
        return tuple((name, _hashable(value)) for name, value in sorted(attribute.items()))
    return attribute


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
