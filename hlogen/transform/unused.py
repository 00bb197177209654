"""Drops what a rewrite left without a use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from hlogen.autodiff.unused import has_effect
from hlogen.ir import Module, Operation, Value


def drop_unused(module: Module, values: Iterable[Value]) -> None:
    """Drops, in place, operations whose results nothing uses: those that gave `values`, and then what only they used.

    What else has no use stays, as it is the program's own. So do operations with regions or effects.
    """
    uses = Counter(operand for operation in module.walk() for operand in operation.operands)
    waiting, dropped = list(values), set[Operation]()
    while waiting:
        operation = waiting.pop().owner
        if not isinstance(operation, Operation) or operation in dropped:
            continue
        if operation.regions or has_effect(operation) or any(uses[result] for result in operation.results):
            continue
        dropped.add(operation)
        uses.subtract(operation.operands)
        waiting += operation.operands
    for operation in module.walk():
        for region in operation.regions:
            for block in region.blocks:
                block.operations = [inner for inner in block.operations if inner not in dropped]
