"""Regions of operations, filled by hlogen's own code: by functions of lists of tensors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from hlogen.builder.emit import emit, traced_value
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Scope, filling, require_scope, user_location
from hlogen.ir import Block, Region, Type


def begun(types: Sequence[Type], what: str) -> tuple[Scope, list[Tensor]]:
    """A region to fill (`with filling(scope)`), and its arguments: tensors, and tokens where `types` has some."""
    scope = Scope(Block(types), what, user_location(), require_scope(what))
    return scope, [cast(Tensor, traced_value(argument, scope)) for argument in scope.block.arguments]


def finished(scope: Scope, results: Sequence[Tensor]) -> Region:
    """The region that was filled, returning `results`."""
    with filling(scope):
        emit("stablehlo.return", results, result_types=())
    return Region([scope.block])


def region(types: Sequence[Type], what: str, function: Callable[[list[Tensor]], Sequence[Tensor]]) -> Region:
    """The region of what `function` builds from its arguments and returns."""
    scope, arguments = begun(types, what)
    with filling(scope):
        results = function(arguments)
    return finished(scope, results)


def emit_while(
    operands: Sequence[Tensor],
    cond: Callable[[list[Tensor]], Tensor],
    body: Callable[[list[Tensor]], Sequence[Tensor]],
) -> tuple[Tensor, ...]:
    """A ``while`` of functions of lists of tensors."""
    types = [operand.type for operand in operands]
    regions = [
        region(types, "cond of while", lambda arguments: [cond(arguments)]),
        region(types, "body of while", body),
    ]
    return emit("stablehlo.while", operands, {}, regions, types)
