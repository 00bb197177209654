"""Loops, branches and calls, as in kernels/control_flow.py."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.ir import Operation
from interpreter.compiled.body import captured_types, is_of_scalars, write_loop
from interpreter.compiled.computed import Computed
from interpreter.compiled.elements import NotCompiled, held
from interpreter.compiled.emit import Emitter
from interpreter.compiled.flow import Branch, Inner, Loop, Scalars, write_over
from interpreter.compiled.memory import InMemory, Value
from interpreter.compiled.part import Captured, Given, Part, shape_of, whole
from interpreter.compiled.registry import element_of
from interpreter.execution import control_flow
from interpreter.execution.blocks import BlockPlan, PlannedStep


@whole("func.call", "stablehlo.composite")
def call(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    """What is called stands where it is called."""
    if not isinstance(step.run, control_flow.Call) or step.run.check is not None:
        raise NotCompiled("calls that are checked")
    return _results(part, step.regions[0].block, operands)


@whole("stablehlo.optimization_barrier")
def optimization_barrier(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    return operands


@whole("stablehlo.while")
def while_(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    entering = [part.value(operand) for operand in operands]
    outer = [[part.value(value) for value in values] for values in captured]
    return looped(part, step.op, [region.block for region in step.regions], entering, outer)


def looped(
    part: Part, op: Operation, blocks: Sequence[BlockPlan], entering: Sequence[Value], outer: Sequence[Sequence[Value]]
) -> Sequence[InMemory]:
    """The last state of a loop, whose blocks are a condition and a body, which take values from outside."""
    if not entering or any(
        value.layout.shape != shape_of(one) for value, one in zip(entering, op.results, strict=True)
    ):
        raise NotCompiled("loops without a state, or of other shapes")
    state = [part.room(held(element_of(result)), shape_of(result)) for result in op.results]
    if is_of_scalars(op.operands):
        try:
            return _of_scalars(part, op, blocks, entering, outer, state)
        except NotCompiled:  # its blocks hold more than scalars
            pass
    for value, own in zip(entering, state, strict=True):
        part.copied(value, own)
    condition, body = Part(part.budget), Part(part.budget)
    (result,) = _results(condition, blocks[0], [*state, *outer[0]])
    goes_on = condition.value(result)
    condition.finish()
    _turn(body, state, _results(body, blocks[1], [*state, *outer[1]]))
    part.tasks.append(Loop(state, Inner.of(condition, part), goes_on, Inner.of(body, part)))
    return state


def _turn(body: Part, state: Sequence[InMemory], results: Given) -> None:
    """Brings a turn's results to where the next one looks for them."""
    own = [one.buffer.root for one in state]
    made: list[Value] = []
    for result, one in zip(results, state, strict=True):
        value = body.value(result)
        is_moved = isinstance(value, InMemory) and value.buffer.root in own and value != one
        made.append(body.copied(value) if is_moved else value)  # the state that it is of may be written before
    body.finish()
    left = []
    for value, one in zip(made, state, strict=True):
        if value != one and not (
            isinstance(value, InMemory) and made.count(value) == 1 and write_over(body, value, one)
        ):
            left.append((value, one))
    for value, one in left:
        body.copied(value, one)


def _of_scalars(
    part: Part,
    op: Operation,
    blocks: Sequence[BlockPlan],
    entering: Sequence[Value],
    outer: Sequence[Sequence[Value]],
    results: Sequence[InMemory],
) -> Sequence[InMemory]:
    for block in blocks:
        captured_types(block)
    write_loop(Emitter(), op, blocks, ["0"] * len(entering), [["0"] * len(values) for values in outer])
    part.tasks.append(Scalars(op, blocks, entering, outer, results))
    return results


@whole("stablehlo.if", "stablehlo.case")
def branch(part: Part, step: PlannedStep, operands: Given, captured: Captured) -> Given:
    if not isinstance(step.run, control_flow.Branch) or not step.op.results:
        raise NotCompiled("branches without results")
    chosen = part.value(operands[0])
    outer = [[part.value(value) for value in values] for values in captured]
    results = [part.room(held(element_of(result)), shape_of(result)) for result in step.op.results]
    blocks = []
    for region, values in zip(step.regions, outer, strict=True):
        inner = Part(part.budget)
        given = [inner.value(value) for value in _results(inner, region.block, values)]
        inner.finish()
        for value, result in zip(given, results, strict=True):
            if value.layout.shape != result.layout.shape:
                raise NotCompiled("results of other shapes")
            inner.copied(value, result)
        blocks.append(Inner.of(inner, part))
    part.tasks.append(Branch(chosen, blocks, results, step.run.by_index))
    return results


def _results(part: Part, block: BlockPlan, entering: Given) -> Given:
    """What a block gives, of its arguments and what it captures."""
    part.budget.depth += 1
    frame: list[Value | Computed | None] = [*entering, *[None] * (block.size - len(entering))]

    def at(places: Sequence[int]) -> Given:
        found = [frame[place] for place in places]
        if None in found:
            raise NotCompiled("values that aren't there")
        return found  # type: ignore[return-value]  # none is None

    for step in block.steps:
        results = part.add(step, at(step.operands), [at(region.captures) for region in step.regions])
        for place, value in zip(step.results, results, strict=True):
            frame[place] = value
    part.budget.depth -= 1
    return at(block.results)
