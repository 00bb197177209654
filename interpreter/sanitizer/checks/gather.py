"""gather and dynamic_gather: starts that are clamped, narrow indices, and the promise that indices are sorted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from hlogen.ir import Value
from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.gather import batch_axes, dimension_numbers
from interpreter.kernels.index_space import clamped
from interpreter.sanitizer.guards import HIGH, LOW
from interpreter.sanitizer.promises import Layout, check_sorted
from interpreter.sanitizer.vectors import Component, Shape, Vectors, vectors_of
from interpreter.sanitizer.watch import Check, Event, check
from interpreter.sanitizer.width import check_width, is_constant
from interpreter.sanitizer.wraps import are_wrapped
from interpreter.values.array import Array
from interpreter.values.attributes import integers


@check("stablehlo.gather", "stablehlo.dynamic_gather", by_lane=True)
def gather(step: PlannedStep) -> Check | None:
    op, numbers = step.op, dimension_numbers(step.op)
    written = integers(op, "slice_sizes") if op.name == "stablehlo.gather" else None
    promised = op.attributes.get("indices_are_sorted") is True
    is_known = is_constant(op.operands[1])
    kept: dict[tuple[Shape, Shape], list[Component]] = {}

    def components(operand: Array, slice_sizes: Sequence[int]) -> list[Component]:
        key = operand.shape, tuple(slice_sizes)
        if key not in kept:
            kept[key] = [Component(d, operand.shape[d], slice_sizes[d]) for d in numbers.start_index_map]
        return kept[key]

    def checked(event: Event) -> None:
        operand, indices = event.operands[:2]
        if not event.results[0].size:
            return
        slice_sizes = written if written is not None else [int(size) for size in event.operands[2]]
        vectors = vectors_of(indices, numbers.index_vector_dim, components(operand, slice_sizes))
        if not vectors.are_in_bounds:
            _check_bounds(event, vectors, op.operands[1:2], event.watch.guards.of(op))
        check_width(event, op.operands[1], vectors.components, is_known)
        if promised and event.wants("promise.sorted", "promise.sorted-literal"):
            starts = [
                clamped(values, 0, component.limit)
                for values, component in zip(vectors.values, vectors.components, strict=True)
            ]
            batching = [axis for _, axis in batch_axes(numbers)]
            shape, offset_dims = event.results[0].shape, numbers.offset_dims
            check_sorted(event, vectors, starts, Layout(batching, numbers.start_index_map, shape, offset_dims))

    return checked


def _check_bounds(
    event: Event, vectors: Vectors, starts: Sequence[Value], guarded: frozenset[str] = frozenset()
) -> None:
    """`starts` are where the vectors come from, `guarded` the sides on which the program throws away what it reads."""
    negative = np.logical_or.reduce(vectors.low)
    too_high = np.logical_or.reduce(vectors.high) & ~negative
    said_high = "starts are too high and are clamped"
    if negative.any() and are_wrapped(starts, event.watch.guards):
        vectors, said_high = replace(vectors, is_counted=True), "starts out of bounds are clamped"
    is_unsigned = vectors.values[0].dtype.kind == "u"  # its negative numbers in disguise are high ones
    thrown_away = np.zeros_like(negative)
    if (HIGH if is_unsigned else LOW) in guarded:
        thrown_away, negative = thrown_away | negative, np.zeros_like(negative)
    if HIGH in guarded:
        thrown_away, too_high = thrown_away | too_high, np.zeros_like(too_high)
    if vectors.is_counted:
        too_high, negative = too_high | negative, np.zeros_like(negative)

    def read_at(start: int, component: Component) -> str:
        return f"clamped to {min(max(start, 0), component.limit)} ({component.allowed})"

    for id, wrong, said in (
        ("bounds.clamped", too_high, said_high),
        ("bounds.negative", negative, "negative starts are clamped, not counted from the end"),
        ("bounds.guarded", thrown_away, "starts are clamped where the program selects another value"),
    ):
        if wrong.any():
            said += ": {count} of {total} index vectors"
            elements = partial(vectors.elements, wrong, read_at)
            event.report(id, said, np.count_nonzero(wrong), vectors.count, elements)


@check("stablehlo.dynamic_slice", "stablehlo.dynamic_update_slice", by_lane=True)
def dynamic_slice(step: PlannedStep) -> Check | None:
    op = step.op
    reads = op.name == "stablehlo.dynamic_slice"
    first = 1 if reads else 2

    def checked(event: Event) -> None:
        shape = event.operands[0].shape
        sizes = event.results[0].shape if reads else event.operands[1].shape
        starts = [int(x) for x in event.operands[first:]]
        if all(0 <= start <= dim - size for start, dim, size in zip(starts, shape, sizes, strict=True)):
            return
        if not math.prod(sizes):
            return
        components = [Component(d, dim, size) for d, (dim, size) in enumerate(zip(shape, sizes, strict=True))]
        parts = [vectors_of(np.asarray(x), 0, components[:1]) for x in event.operands[first:]]
        vectors = Vectors(components, [part.values[0] for part in parts], (), parts[0].width)
        _check_bounds(event, vectors, op.operands[first:], event.watch.guards.of(op) if reads else frozenset())

    return checked
