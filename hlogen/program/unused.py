"""Drops what nothing uses: operations, carries of loops that only feed themselves, results of branches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple, TypeAlias

from hlogen.ir import Block, Module, Operation, Value
from hlogen.program.effects import has_effect
from hlogen.program.structure import blocks_of, returned

# Whether an operation itself is to be run though nothing uses its results.
Stays: TypeAlias = Callable[[Operation], bool]

_BRANCHES = ("stablehlo.if", "stablehlo.case")


class Dropped(NamedTuple):
    """Operations that were dropped, and the loops and branches that have fewer results now."""

    whole: list[Operation]
    in_part: list[Operation]


def drop_unused(block: Block, stays: Stays = has_effect) -> Dropped:
    """Drops from the body of a function what neither its results nor its effects need, in place.

    `stays` says which operations are to be run though nothing uses their results.
    """
    dropping = _Dropping(stays)
    dropping.used.update(returned(block))
    dropping.mark(block)
    dropping.sweep(block)
    return dropping.dropped


def drop_freed(module: Module, values: Iterable[Value]) -> None:
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
        for block in blocks_of(operation):
            block.operations = [inner for inner in block.operations if inner not in dropped]


class _Dropping:
    def __init__(self, stays: Stays) -> None:
        self.stays = stays
        self.used = set[Value]()
        self.dropped = Dropped([], [])
        self._known: dict[Operation, bool] = {}

    def mark(self, block: Block) -> None:
        """Adds to `used` what is needed to compute the values in it, and for effects."""
        for operation in reversed(block.operations):
            if operation.name.endswith("return") or not self.is_needed(operation):
                continue  # which of the returned values are needed, the caller knows
            if operation.name == "stablehlo.while":
                self.mark_loop(operation)
                continue
            self.used.update(operation.operands)
            for inner in blocks_of(operation):
                if operation.name in _BRANCHES:
                    kept = self.kept_results(operation)
                    self.used.update(returned(inner)[number] for number in kept)
                else:
                    self.used.update(returned(inner))
                self.mark(inner)

    def mark_loop(self, operation: Operation) -> None:
        cond, body = (region.block for region in operation.regions)
        self.used.update(returned(cond))
        self.mark(cond)
        kept: Collection[int] | None = None
        while kept != (now := self.kept_carries(operation)):
            kept = now
            for number in kept:
                self.used.update((operation.operands[number], returned(body)[number]))
            self.mark(body)

    def sweep(self, block: Block) -> None:
        """Removes from `block` what isn't marked as used."""
        operations = block.operations
        block.operations = [operation for operation in operations if self.is_needed(operation)]
        if len(block.operations) < len(operations):
            self.dropped.whole.extend([each for each in operations if not self.is_needed(each)])
        for operation in block.operations:
            if operation.name == "stablehlo.while":
                self._keep(operation, self.kept_carries(operation), keep_carries)
            elif operation.name in _BRANCHES:
                self._keep(operation, self.kept_results(operation), _keep_results)
            for inner in blocks_of(operation):
                self.sweep(inner)

    def _keep(self, operation: Operation, kept: list[int], keep: Callable[[Operation, list[int]], None]) -> None:
        if len(kept) < len(operation.results):
            keep(operation, kept)
            self.dropped.in_part.append(operation)

    def is_needed(self, operation: Operation) -> bool:
        return (
            operation.name.endswith("return")
            or not self.used.isdisjoint(operation.results)
            or self.stays_inside(operation)
        )

    def stays_inside(self, operation: Operation) -> bool:
        """Whether an operation, or one in its regions, stays though nothing uses it."""
        known = self._known.get(operation)
        if known is None:
            known = self.stays(operation) or any(
                self.stays_inside(inner) for block in blocks_of(operation) for inner in block.operations[:-1]
            )
            self._known[operation] = known
        return known

    def kept_carries(self, operation: Operation) -> list[int]:
        """The numbers of a loop's carries that its users, its condition or its other kept carries need."""
        cond, body = (region.block for region in operation.regions)
        carries = enumerate(zip(operation.results, cond.arguments, body.arguments, strict=True))
        return [number for number, values in carries if not self.used.isdisjoint(values)]

    def kept_results(self, operation: Operation) -> list[int]:
        return [number for number, result in enumerate(operation.results) if result in self.used]


def keep_carries(loop: Operation, kept: Collection[int]) -> None:
    """Leaves a ``while`` those of its carries alone, in place; nothing may use the others."""
    cond, body = (region.block for region in loop.regions)
    loop.operands = _chosen(loop.operands, kept)
    loop.results = _renumbered(loop.results, kept)
    body.operations[-1].operands = _chosen(returned(body), kept)
    cond.arguments = _renumbered(cond.arguments, kept)
    body.arguments = _renumbered(body.arguments, kept)


def _keep_results(branches: Operation, kept: Collection[int]) -> None:
    branches.results = _renumbered(branches.results, kept)
    for branch in blocks_of(branches):
        branch.operations[-1].operands = _chosen(returned(branch), kept)


def _chosen(values: tuple[Value, ...], numbers: Collection[int]) -> tuple[Value, ...]:
    return tuple(values[number] for number in numbers)


def _renumbered(values: tuple[Value, ...], numbers: Collection[int]) -> tuple[Value, ...]:
    kept = _chosen(values, numbers)
    for index, value in enumerate(kept):
        value.index = index
    return kept
