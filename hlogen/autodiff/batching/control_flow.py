"""Branches and loops on a batch.

A branch or loop whose predicate is the same for the whole batch stays one, with batched values. Where the predicate
differs along the batch:

- ``if`` and ``case`` become all of their branches, each on the whole batch, and a selection among their results. What
  a branch that isn't taken would compute is thrown away, but it is computed.
- ``while`` runs until the predicate is false for all examples; an example whose predicate is false keeps its values.

Which examples really take a branch, or run an iteration, is known there (`Site.mask`): checks and calls of unknown
functions are made for these alone, and a loop goes on for these alone. What is sent, or read from a feed, in an order
that tokens say, would be so once for the whole batch: there that is an error.

Reverse derivatives are best taken first and batched then: what is thrown away is then a derivative, whereas in a
derivative of the batch its cotangents are zero, and zero times an infinite partial derivative is NaN.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from hlogen.autodiff.axes import indices_in
from hlogen.autodiff.batch import batch_block
from hlogen.autodiff.batching.registry import Unbatched, batching, repeated
from hlogen.autodiff.dependence import passes_batches, reach_loop
from hlogen.autodiff.site import Site, is_token
from hlogen.builder.elementwise import and_, compare, not_, or_, select
from hlogen.builder.emit import emit, emit_constant
from hlogen.builder.inner import begun, emit_while, finished
from hlogen.builder.reduction import reduce
from hlogen.builder.sizes import broadcast_to_sizes, sizes_of
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import filling
from hlogen.ir import Block, IntegerType, TokenType, Value
from hlogen.program.effects import ORDERED
from hlogen.program.structure import invariant, returned

# A value, and whether it is batched.
_Result = tuple[Tensor, bool]


@batching("stablehlo.if", "stablehlo.case")
def batch_branches(site: Site, is_batched: Sequence[bool], size: int) -> list[Tensor | Unbatched]:
    batched = [value for value, flag in zip(site.captured, is_batched[site.at.captured], strict=True) if flag]
    if is_batched[0]:
        return _selected(site, batched, size)
    scopes, outcomes = [], []
    for region in site.operation.regions:
        scope, _ = begun([], f"a branch of {site.name}")
        with filling(scope):
            outcomes.append(batch_block(region.block, dict(site.environment), batched, size, site.mask))
        scopes.append(scope)
    flags = [any(flag for _, flag in results) for results in zip(*outcomes, strict=True)]
    regions = []
    for scope, outcome in zip(scopes, outcomes, strict=True):
        with filling(scope):
            results = [_as_batched(result, flag, size) for result, flag in zip(outcome, flags, strict=True)]
        regions.append(finished(scope, results))
    types = [value.type for value in returned(regions[0].block)]
    emitted = emit(site.name, site.operands, site.attributes, regions, types)
    return [value if flag else Unbatched(value) for value, flag in zip(emitted, flags, strict=True)]


@batching("stablehlo.while")
def batch_while(site: Site, is_batched: Sequence[bool], size: int) -> list[Tensor | Unbatched]:
    cond, body = (region.block for region in site.operation.regions)
    inputs = (*site.operation.operands, *site.captured)
    reached = {value for value, flag in zip(inputs, is_batched, strict=True) if flag}
    captured = [value for value in site.captured if value in reached]
    reached |= indices_in(site.operation)
    reach_loop(site.operation, reached, passes_batches)
    flags = [argument in reached for argument in body.arguments]
    fixed = invariant(site.operation)
    chooses = returned(cond)[0] in reached
    if chooses:
        _refuse_ordered(site, "how often it runs")

    def run(block: Block, arguments: Sequence[Tensor], mask: Tensor | None) -> list[_Result]:
        environment = {**site.environment, **dict(zip(block.arguments, arguments, strict=True))}
        batched = [argument for argument, flag in zip(block.arguments, flags, strict=True) if flag]
        return batch_block(block, environment, [*captured, *batched], size, mask)

    def predicate(arguments: list[Tensor]) -> Tensor:
        (result,) = run(cond, arguments, site.mask)
        return _masked(_as_batched(result, True, size), site.mask) if chooses else result[0]

    def condition(arguments: list[Tensor]) -> Tensor:
        goes_on = predicate(arguments)
        return _any(goes_on) if chooses else goes_on

    def step(arguments: list[Tensor]) -> list[Tensor]:
        goes_on = predicate(arguments) if chooses else None
        outcome = run(body, arguments, site.mask if goes_on is None else goes_on)
        results = [_as_batched(result, flag, size) for result, flag in zip(outcome, flags, strict=True)]
        if goes_on is None:
            return results
        return [
            before if stays else _select(goes_on, after, before) if flag else after
            for after, before, stays, flag in zip(results, arguments, fixed, flags, strict=True)
        ]

    pairs = zip(site.operands, is_batched, flags, strict=False)
    operands = [_as_batched((value, is_batched), flag, size) for value, is_batched, flag in pairs]
    results = emit_while(operands, condition, step)
    return [value if flag else Unbatched(value) for value, flag in zip(results, flags, strict=True)]


def _selected(site: Site, batched: Sequence[Value], size: int) -> list[Tensor | Unbatched]:
    """The results of the branch that each example chooses, all of which are computed."""
    _refuse_ordered(site, "which branch runs")
    blocks = [region.block for region in site.operation.regions]
    (choice,) = site.operands
    is_if = site.name == "stablehlo.if"
    takes = [choice] if is_if else [compare(choice, number, "EQ") for number in range(len(blocks) - 1)]
    others = (
        not_(functools.reduce(or_, takes)) if takes else None
    )  # the last branch, also where the index is out of range
    outcomes = []
    for block, mask in zip(blocks, [*takes, others], strict=True):
        mask = site.mask if mask is None else _masked(mask, site.mask)
        outcomes.append(batch_block(block, dict(site.environment), batched, size, mask))
    return [
        Unbatched(emit("stablehlo.after_all", [value for value, _ in results], result_types=[TokenType()])[0])
        if is_token(result)
        else _chosen(takes, [_as_batched(each, True, size) for each in results])
        for result, *results in zip(site.operation.results, *outcomes, strict=True)
    ]


def _chosen(takes: Sequence[Tensor], results: Sequence[Tensor]) -> Tensor:
    """Of what the branches give, what is taken; the last where nothing is."""
    chosen = results[-1]
    for is_this, this in zip(takes, results, strict=False):
        chosen = _select(is_this, this, chosen)
    return chosen


def _refuse_ordered(site: Site, what: str) -> None:
    """UsageError where something in the regions happens in an order with others, and `what` differs along the batch."""
    for inner in site.operation.walk():
        if inner.name in ORDERED:
            raise site.error(
                f"{what} differs along the batch, and {inner.name} ({inner.place}) in it happens once for all of it\n"
                "  fix: move it out of the region, or make the choice the same for the whole batch"
            )


def _as_batched(result: _Result, wanted: bool, size: int) -> Tensor:
    value, is_batched = result
    return repeated(value, size) if wanted and not is_batched else value


def _masked(pred: Tensor, mask: Tensor | None) -> Tensor:
    return pred if mask is None else and_(pred, mask)


def _select(pred: Tensor, on_true: Tensor, on_false: Tensor) -> Tensor:
    """`select` with one predicate per example."""
    if pred.shape != on_true.shape:
        pred = broadcast_to_sizes(pred, sizes_of(on_true), [0])
    return select(pred, on_true, on_false)


def _any(pred: Tensor) -> Tensor:
    false = emit_constant(False, IntegerType(1), ())
    return reduce(pred, false, [0], "or")
