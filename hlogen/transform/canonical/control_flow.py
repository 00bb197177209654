"""Branches whose condition is known, loops that run once or never, and what loops carry along unchanged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from hlogen.builder.tensor import Tensor
from hlogen.ir import Block
from hlogen.program.effects import has_effects
from hlogen.program.structure import invariant, returned
from hlogen.program.trip_count import counted
from hlogen.program.unused import keep_carries
from hlogen.transform.canonical.registry import canonical, elements_of
from hlogen.transform.rewrite import MatchedOp

Results: TypeAlias = "Sequence[Tensor] | None"


@canonical("stablehlo.if")
def if_(site: MatchedOp) -> Results:
    elements = elements_of(site.operands[0])
    return None if elements is None else _taken(site, 0 if elements.array.flat[0] else 1)


@canonical("stablehlo.case")
def case(site: MatchedOp) -> Results:
    last = len(site.op.regions) - 1
    elements = elements_of(site.operands[0])
    if last and elements is None:
        return None
    index = 0 if elements is None else int(elements.array.flat[0])
    return _taken(site, index if 0 <= index <= last else last)


@canonical("stablehlo.while")
def while_(site: MatchedOp) -> Results:
    cond, body = (region.block for region in site.op.regions)
    has_types = [
        operand.value.type == argument.type == result.type
        for operand, argument, result in zip(site.operands, body.arguments, site.op.results, strict=True)
    ]
    loop = None if has_effects(cond) else counted(site.op, site.integers)
    if loop is not None and loop.count == 0 and all(has_types):
        return site.operands
    if loop is not None and loop.count == 1 and all(has_types) and _gives(site, body):
        return site.written_out(body, site.operands)
    stays = [same and typed for same, typed in zip(invariant(site.op), has_types, strict=True)]
    if not any(stays):
        return None
    given = {
        block.arguments[number]: site.operands[number]
        for block in (cond, body)
        for number, same in enumerate(stays)
        if same
    }
    results = list(site.again(regions=site.regions(given)))
    made = results[0].value.owner
    kept = [number for number, same in enumerate(stays) if not same]
    keep_carries(made, kept)  # type: ignore[arg-type]  # it was made by `again`
    return [site.operands[number] if same else results[number] for number, same in enumerate(stays)]


def _taken(site: MatchedOp, number: int) -> Results:
    block = site.op.regions[number].block
    return site.written_out(block, ()) if _gives(site, block) else None


def _gives(site: MatchedOp, block: Block) -> bool:
    """Whether what a block returns has the types of the results, as far as they are known."""
    return [value.type for value in returned(block)] == [result.type for result in site.op.results]
