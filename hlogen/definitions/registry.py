"""The table of definitions: what an operation is in terms of others, one row per operation.

A definition is a function of the operation and of tensors for its operands, written with the builder. It gives a tensor
per result, or None where the operation's types and attributes leave it undefined, such as where a shape is dynamic::

    @definition("chlo.square")
    def square(op: Operation, x: Tensor) -> Sequence[Tensor]:
        return [multiply(x, x)]

It may write operations that have definitions themselves, as long as this ends. Of `op`, it may read the attributes, the
result types and the regions, which are copied before they are used (`hlogen.program.copy.copied`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from hlogen.builder.emit import emit, traced_value
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Scope, filling, located
from hlogen.ir import Block, Location, Operation, Type
from hlogen.program.structure import captured
from hlogen.registry import Registry

Definition: TypeAlias = "Callable[..., Sequence[Tensor] | None]"

DEFINITIONS: Registry[Definition] = Registry("hlogen.definitions", "a definition")
definition, definitions = DEFINITIONS.register, DEFINITIONS.rows
_NOWHERE = Location("unknown")


def defined(operation: Operation) -> Block | None:
    """What an operation is defined to be, as `written`; None where it is only itself."""
    define = definitions().get(operation.name)
    return None if define is None else written(define, operation)


def written(define: Definition, operation: Operation, types: Sequence[Type] | None = None) -> Block | None:
    """A block that is entered with the operands and returns the results; None where `define` gives nothing.

    What the operation's regions capture, the block captures. `types` are those of other values than the operands.
    """
    block = Block([operand.type for operand in operation.operands] if types is None else types)
    scope = Scope(block, operation.name, _NOWHERE, None, "definition")
    scope.values.update(captured(operation))
    with filling(scope), located(operation.location or _NOWHERE):
        results = define(operation, *(traced_value(argument, scope) for argument in block.arguments))
        if results is None:
            return None
        emit("stablehlo.return", results, result_types=())
    return block
