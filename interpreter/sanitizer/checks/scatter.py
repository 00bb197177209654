"""scatter: updates that are dropped, promises that are broken, results that depend on the order of updates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.scatter import ScatterPlan
from interpreter.kernels.scatter_landing import Landed, Landing
from interpreter.sanitizer.bodies import foldings
from interpreter.sanitizer.contested import contested
from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.landings import landing_text, result_index, table_of
from interpreter.sanitizer.made import check_folded
from interpreter.sanitizer.order import check_order
from interpreter.sanitizer.overwrites import check_overwrites
from interpreter.sanitizer.promises import Layout, check_sorted
from interpreter.sanitizer.vectors import Component, Vectors, first_places, vector_text, vectors_of
from interpreter.sanitizer.watch import Check, Event, check
from interpreter.sanitizer.width import check_width, is_constant
from interpreter.sanitizer.wraps import are_wrapped
from interpreter.values.array import Array


@check("stablehlo.scatter", by_lane=True)
def scatter(step: PlannedStep) -> Check | None:
    op, plan = step.op, step.run
    assert isinstance(plan, ScatterPlan)
    count, numbers = plan.count, plan.numbers
    sorted_promised = op.attributes.get("indices_are_sorted") is True
    unique_promised = op.attributes.get("unique_indices") is True
    is_known = is_constant(op.operands[count])
    folds = foldings(op.regions[0].block)
    order_matters = not all(fold.is_indifferent for fold in folds)
    refolded = not all(fold.is_indifferent or fold.overwrites for fold in folds)

    def checked(event: Event) -> None:
        operands, kept = event.operands, plan.observed.landed
        plan.observed.landed = None
        inputs, indices, updates = operands[:count], operands[count], operands[count + 1 :]
        if not updates[0].size:
            return
        landing = plan.landing(inputs, indices, updates)
        index_map = numbers.scatter_dims_to_operand_dims
        components = [Component(d, landing.input_shape[d], landing.window_shape[d]) for d in index_map]
        vectors = vectors_of(indices, numbers.index_vector_dim, components)
        if not vectors.are_in_bounds:
            _check_bounds(event, vectors, landing)
        check_width(event, op.operands[count], components, is_known)
        if sorted_promised and event.wants("promise.sorted", "promise.sorted-literal"):
            dims = numbers.scatter_indices_batching_dims
            batching = [d - (d > numbers.index_vector_dim) for d in dims]
            layout = Layout(batching, index_map, landing.update_shape, numbers.update_window_dims)
            check_sorted(event, vectors, vectors.values, layout)
        if not inputs[0].size:
            return
        about_order = order_matters and event.wants("order.value", "order.rounding")
        about_numbers = any(fold.rounds for fold in folds) and event.wants("number.nan", "number.inf")
        if not (about_order or about_numbers or (unique_promised and event.wants("promise.unique"))):
            return
        landed = _landed(event, plan, kept)
        if about_numbers and not event.watch.has_seen(step.regions[0]):
            check_folded(event, plan, landed, folds)
        if about_order and any(fold.overwrites for fold in folds):
            check_overwrites(event, landed, folds)
        refolds = refolded and about_order and not (event.in_lanes and event.captured[0])
        if unique_promised:
            _check_unique(event, landed)
        if refolds:
            check_order(event, landed, folds)

    return checked


def _landed(event: Event, plan: ScatterPlan, kept: Landed | None) -> Landed:
    """What has landed where, with the inputs as its tables; `kept` is what the execution worked out, if it was this."""
    inputs = plan.converted_inputs(event.operands) if plan.converts_inputs else event.operands[: plan.count]
    if kept is None or kept.results[0] is not event.results[0] or kept.window is not None:
        return plan.landed(inputs, event.operands)
    return replace(kept, results=inputs, tables=[table_of(kept, x) for x in inputs])


def _check_bounds(event: Event, vectors: Vectors, landing: Landing) -> None:
    inside: list[Array] = []  # by component, how much of the window is inside along it
    for values, component, wrapped in zip(vectors.values, vectors.components, vectors.wrapped, strict=True):
        low = np.zeros(values.shape, bool) if values.dtype.kind == "u" else values < 0
        far = values > component.dim
        start = np.where(far, values.dtype.type(0), values).astype(np.int64)
        start[far] = component.dim
        if wrapped is None and low.any():
            start = np.maximum(start, -component.size)
        inside.append(np.maximum(np.minimum(start + component.size, component.dim) - np.maximum(start, 0), 0))
    lands = np.logical_and.reduce([part > 0 for part in inside])
    whole = np.logical_and.reduce(
        [part == component.size for part, component in zip(inside, vectors.components, strict=True)]
    )
    negative = np.logical_or.reduce(vectors.low) & ~lands
    if negative.any() and are_wrapped((event.step.op.operands[len(event.step.op.operands) // 2],), event.watch.guards):
        vectors, negative = replace(vectors, is_counted=True), np.zeros_like(negative)
    in_part = lands & ~whole
    dropped = ~lands & ~negative
    window = int(np.prod(landing.window_shape, dtype=np.int64))

    def allowed(start: int, component: Component) -> str:
        return component.allowed

    for id, wrong, said in (
        ("bounds.dropped", dropped, "updates out of bounds are dropped"),
        ("bounds.negative", negative, "updates at negative indices are dropped, not counted from the end"),
    ):
        count = np.count_nonzero(wrong)
        if count:
            said += ": {count} of {total} windows, {extra} of their elements"
            event.report(
                id, said, count, vectors.count, partial(vectors.elements, wrong, allowed), extra=count * window
            )
    if in_part.any():
        fixed = window
        for component in vectors.components:
            fixed //= component.size
        landing_part = np.prod(np.stack(inside), axis=0) * fixed
        said = (
            "windows land in part, by element (XLA drops them whole): {count} of {total} windows, {extra} of "
            "their elements are dropped"
        )

        def told(n: int) -> Iterable[Element]:
            for place in first_places(in_part, n):
                vector = vectors.at(place)
                missing = [
                    f"dimension {c.dimension} has room for {int(part[place])} of {c.size} elements"
                    for part, c in zip(inside, vectors.components, strict=True)
                    if part[place] != c.size
                ]
                yield Element(f"{vector_text(vector, place)}: {'; '.join(missing)}", place, vector)

        lost = int((window - landing_part[in_part]).sum())
        event.report("bounds.partial", said, np.count_nonzero(in_part), vectors.count, told, extra=lost)


def _check_unique(event: Event, landed: Landed) -> None:
    found = contested(landed)
    if found is None:
        return

    def elements(n: int) -> Iterable[Element]:
        places = [divmod(number, found.row_elements) for number in range(min(n, found.elements))]
        landing = found.pieces_on([row for row, _ in places])
        for (row, column), pieces in zip(places, landing, strict=True):
            position = result_index(landed, int(found.rows[row]), column)
            yield Element(f"result{list(position)} gets {landing_text(landed, pieces, column)}", position)

    said = "several updates land on one element, although unique_indices is true: {count} of {total} elements"
    event.report("promise.unique", said, found.elements, event.results[0].size, elements)
