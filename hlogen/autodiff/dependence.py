"""What depends on what in a block, also through the branches and loops in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hlogen.autodiff.axes import is_same_for_all
from hlogen.autodiff.registry import row_of
from hlogen.autodiff.site import is_differentiable, is_token
from hlogen.ir import Block, Operation, Value
from hlogen.program.structure import captured, invariant, returned

# Whether what reaches an operation goes on to one of its results.
Passes = Callable[[Operation, Value], bool]


def passes_tangents(operation: Operation, result: Value) -> bool:
    """Tangents go on to floats and complex numbers, unless the derivative of the operation is zero."""
    row = row_of(operation)
    return is_differentiable(result.type) and not (row is not None and row.is_constant)


def passes_batches(operation: Operation, result: Value) -> bool:
    """What is computed from something batched is batched, but for tokens, and what is the same along a named axis."""
    return not is_token(result) and not is_same_for_all(operation)


def leading(block: Block, count: int | None = None) -> set[Value]:
    """The values through which a derivative may get to what `block` returns, or to the first `count` results alone; its
    regions' are theirs to say.

    Derivatives of others need no rule: what only stop_gradient, floor or a comparison looks at. What is sent to another
    process leads to its results.
    """
    leads = {value for value in returned(block)[:count] if is_differentiable(value.type)}
    for operation in reversed(block.operations):
        if operation.name == "stablehlo.send":
            leads.update(operation.results)
        if any(result in leads for result in operation.results):
            row = row_of(operation)
            if row is None or row.refusal or not row.is_constant:
                leads.update((*operation.operands, *captured(operation)))
    return leads


def reach(block: Block, reached: set[Value], passes: Passes) -> None:
    """Adds to `reached` the values defined in `block`, regions included, that depend on those in it."""
    for operation in block.operations:
        match operation.name:
            case "stablehlo.if" | "stablehlo.case":
                _reach_branches(operation, reached, passes)
            case "stablehlo.while":
                reach_loop(operation, reached, passes)
            case _:
                if any(value in reached for value in (*operation.operands, *captured(operation))):
                    reached.update(result for result in operation.results if passes(operation, result))


def reach_loop(operation: Operation, reached: set[Value], passes: Passes) -> None:
    """`reach` for one ``while``: through its carries, until no more are reached."""
    cond, body = (region.block for region in operation.regions)
    fixed = invariant(operation)
    count = -1
    while count != len(reached):
        count = len(reached)
        reach(cond, reached, passes)
        reach(body, reached, passes)
        is_chosen = any(value in reached for value in returned(cond))
        for number, result in enumerate(operation.results):
            arguments = cond.arguments[number], body.arguments[number]
            sources = operation.operands[number], returned(body)[number], *arguments
            is_reached = any(source in reached for source in sources) or (is_chosen and not fixed[number])
            if is_reached and passes(operation, result):
                reached.update((result, *arguments))


def _reach_branches(operation: Operation, reached: set[Value], passes: Passes) -> None:
    outcomes: list[Sequence[Value]] = []
    for region in operation.regions:
        reach(region.block, reached, passes)
        outcomes.append(returned(region.block))
    is_chosen = any(operand in reached for operand in operation.operands)
    for result, *sources in zip(operation.results, *outcomes, strict=True):
        if (is_chosen or _any(sources, reached)) and passes(operation, result):
            reached.add(result)


def _any(values: Iterable[Value], reached: set[Value]) -> bool:
    return any(value in reached for value in values)
