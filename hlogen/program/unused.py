"""Drops what nothing uses: operations, carries of loops that only feed themselves, results of branches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable

from hlogen.ir import Block, Module, Operation, Value
from hlogen.program.effects import calls_alone, has_effect
from hlogen.program.structure import blocks_of, callee, returned

_BRANCHES = ("stablehlo.if", "stablehlo.case")


def drop_unused(block: Block, pure: Collection[str] = ()) -> None:
    """Drops from the body of a function what neither its results nor its effects need, in place.

    `pure` are the functions that are known to have no effects: composites that are decomposed to them have none.
    """
    used = set(returned(block))
    _mark(block, used, pure)
    _sweep(block, used, pure)


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


def _mark(block: Block, used: set[Value], pure: Collection[str]) -> None:
    """Adds to `used` what is needed to compute the values in it, and for effects."""
    for operation in reversed(block.operations):
        if operation.name.endswith("return") or not _is_needed(operation, used, pure):
            continue  # which of the returned values are needed, the caller knows
        if operation.name == "stablehlo.while":
            _mark_loop(operation, used, pure)
            continue
        used.update(operation.operands)
        for inner in blocks_of(operation):
            if operation.name in _BRANCHES:
                kept = _kept_results(operation, used)
                used.update(returned(inner)[number] for number in kept)
            else:
                used.update(returned(inner))
            _mark(inner, used, pure)


def _mark_loop(operation: Operation, used: set[Value], pure: Collection[str]) -> None:
    cond, body = (region.block for region in operation.regions)
    used.update(returned(cond))
    _mark(cond, used, pure)
    kept: Collection[int] | None = None
    while kept != (now := _kept_carries(operation, used)):
        kept = now
        for number in kept:
            used.update((operation.operands[number], returned(body)[number]))
        _mark(body, used, pure)


def _sweep(block: Block, used: set[Value], pure: Collection[str]) -> None:
    """Removes from `block` what isn't marked as used."""
    block.operations = [operation for operation in block.operations if _is_needed(operation, used, pure)]
    for operation in block.operations:
        blocks = list(blocks_of(operation))
        if operation.name == "stablehlo.while":
            kept = _kept_carries(operation, used)
            if len(kept) < len(operation.results):
                operation.operands = _chosen(operation.operands, kept)
                operation.results = _renumbered(operation.results, kept)
                cond, body = blocks
                body.operations[-1].operands = _chosen(returned(body), kept)
                cond.arguments = _renumbered(cond.arguments, kept)
                body.arguments = _renumbered(body.arguments, kept)
        elif operation.name in _BRANCHES:
            kept = _kept_results(operation, used)
            if len(kept) < len(operation.results):
                operation.results = _renumbered(operation.results, kept)
                for branch in blocks:
                    branch.operations[-1].operands = _chosen(returned(branch), kept)
        for inner in blocks:
            _sweep(inner, used, pure)


def _is_needed(operation: Operation, used: set[Value], pure: Collection[str]) -> bool:
    return (
        operation.name.endswith("return")
        or any(result in used for result in operation.results)
        or any(has_effect(inner) and not _is_pure(inner, pure) for inner in operation.walk())
    )


def _is_pure(operation: Operation, pure: Collection[str]) -> bool:
    return calls_alone(operation) and callee(operation) in pure


def _kept_carries(operation: Operation, used: set[Value]) -> list[int]:
    """The numbers of a loop's carries that its users, its condition or its other kept carries need."""
    cond, body = (region.block for region in operation.regions)
    carries = enumerate(zip(operation.results, cond.arguments, body.arguments, strict=True))
    return [number for number, values in carries if any(value in used for value in values)]


def _kept_results(operation: Operation, used: set[Value]) -> list[int]:
    return [number for number, result in enumerate(operation.results) if result in used]


def _chosen(values: tuple[Value, ...], numbers: Collection[int]) -> tuple[Value, ...]:
    return tuple(values[number] for number in numbers)


def _renumbered(values: tuple[Value, ...], numbers: Collection[int]) -> tuple[Value, ...]:
    kept = _chosen(values, numbers)
    for index, value in enumerate(kept):
        value.index = index
    return kept
