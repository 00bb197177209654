"""Bodies that give a defined result only if they keep a law: sort's comparator, the initial value of a reduction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from hlogen.errors import HlogenError
from interpreter.execution.blocks import PlannedStep
from interpreter.execution.context import Asked, running
from interpreter.execution.lanes import run_lanes
from interpreter.execution.semantics import run_with_regions
from interpreter.sanitizer.contested import differing
from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.vectors import first_places
from interpreter.sanitizer.watch import Check, Event, check
from interpreter.values.array import Array
from interpreter.values.attributes import integer, tensor_type
from interpreter.values.digits import digits


@check("stablehlo.sort")
def comparator(step: PlannedStep) -> Check | None:
    """Of neighbours a, b, c in the sorted result: not a < a, not b < a, not c < a, and a < b or b < c only if a < c."""
    rank = tensor_type(step.op.operands[0]).rank
    dimension = integer(step.op, "dimension", -1) % max(rank, 1)

    def checked(event: Event) -> None:
        if not event.wants("order.comparator") or not rank or not event.results[0].size or event.in_lanes:
            return
        slices = [np.moveaxis(x, dimension, -1) for x in event.results]

        def less(i: int, j: int) -> Array | None:
            """By place p, whether the element at p + i is less than that at p + j."""
            size = slices[0].shape[-1] - max(i, j)
            lhs, rhs = ([x[..., at : at + size] for x in slices] for at in (i, j))
            pairs = [x.reshape(-1) for pair in zip(lhs, rhs, strict=True) for x in pair]
            results = _run(event, 0, pairs)
            return None if results is None else results[0].reshape(lhs[0].shape)

        of_itself = less(0, 0)
        if of_itself is None:
            return
        said, wrong, n = "an element is less than itself: {count} of {total} elements", of_itself, 1
        if not wrong.any() and slices[0].shape[-1] > 1:
            up, down = less(0, 1), less(1, 0)
            if up is None or down is None:
                return
            said, wrong, n = "of two elements, both or the later is the lesser: {count} of {total} pairs", down, 2
            if not wrong.any() and slices[0].shape[-1] > 2:
                far_up, far_down = less(0, 2), less(2, 0)
                if far_up is None or far_down is None:
                    return
                wrong, n = far_down | ((up[..., :-1] | up[..., 1:]) & ~far_up), 3
                said = "three neighbours of the sorted result are in no order: {count} of {total}"

        def elements(room: int) -> Iterable[Element]:
            for place in first_places(wrong, room):
                triple = [tuple(x[(*place[:-1], place[-1] + k)] for x in slices) for k in range(n)]
                names = [digits(x[0]) if len(x) == 1 else f"({', '.join(map(digits, x))})" for x in triple]
                values = tuple(value for x in triple for value in x)
                yield Element(f"{', '.join(names)} at {list(place)} of the sorted slices", place, None, values)

        if wrong.any():
            event.report("order.comparator", said, np.count_nonzero(wrong), wrong.size, elements)

    return checked


@check("stablehlo.reduce", "stablehlo.reduce_window")
def initial_value(step: PlannedStep) -> Check | None:
    """An initial value that changes when it is combined with itself isn't neutral: how often it is used shows."""
    count = len(step.op.operands) // 2
    types = [value.type for value in step.op.operands[count:]]

    def checked(event: Event) -> None:
        if not event.wants("order.initial") or event.in_lanes or not event.results[0].size:
            return
        inits = [np.asarray(x) for x in event.operands[count:]]
        body = step.op.regions[0].block.arguments[:count]
        if [argument.type for argument in body] != types:
            return
        results = _run(event, 0, [x.reshape(1) for x in (*inits, *inits)])
        if results is None or not any(differing(x, y.reshape(1)).any() for x, y in zip(results, inits, strict=True)):
            return
        given, combined = (", ".join(digits(x.reshape(())) for x in values) for values in (inits, results))
        text = f"body({given}, {given}) is {combined}, so a result depends on how often the initial value is used"
        said = "the initial value isn't neutral for the body: {count} of {total} results"
        values = tuple(x.reshape(())[()] for x in inits)
        total = event.results[0].size
        event.report("order.initial", said, total, total, lambda n: [Element(text, None, None, values)][:n])

    return checked


def _run(event: Event, region: int, arguments: Sequence[Array]) -> Sequence[Array] | None:
    """A region of the operation on lanes, unseen; None where it fails."""
    bound = event.step.regions[region]
    found: list[Any] = []

    def run() -> None:
        found.extend(run_lanes(bound.block, arguments, event.captured[region]))

    outer, running.asked = running.asked, Asked()
    try:
        run_with_regions(replace(event.step, run=run), [], event.captured)
    except HlogenError:
        return None
    finally:
        running.asked = outer
    return found
