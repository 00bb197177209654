"""Times gathers and scatters drawn from a seed on ours, compiled and warm, and on XLA, which has arrays on its side.

Shapes, dimension numbers, element types, bodies and index types are drawn, sizes from one element to half a million;
index vectors are drawn anew for each place, so that many are met twice, or are a permutation. Values are small
integers, and the order of updates doesn't matter, so that both give equal results. Part of tools/bench.py.
"""

from __future__ import annotations

import dataclasses
import statistics
from math import prod
from typing import Any

import numpy as np

import interpreter
from hlogen.backends.adapters.xla import Xla
from hlogen.conform.generate.bodies import Body
from hlogen.conform.generate.case import Case
from hlogen.conform.generate.dimensions import Layout, draw_layout
from hlogen.conform.generate.draw import SeededDraw
from hlogen.ir import ElementType, IntegerType, dtype_of, parse_element_type
from tools.bench_timing import interleaved, on_xla

COUNT = 1_000
MEDIAN = "median of ours/XLA"
SLOWEST = "99th percentile of ours/XLA"
TARGETS = {MEDIAN: 1.0, SLOWEST: 4.0}

_MOST_MOVED, _MOST_HELD = 500_000, 2_000_000  # elements
_ELEMENTS = ("f32", "f32", "f32", "bf16", "f16", "f64", "i32", "i64", "i8", "ui8", "i1")
_INDICES = ("i32", "i32", "i64", "ui32")
_BODIES = ("set", "set", "add", "add", "add", "maximum", "minimum", "multiply", "custom", "argmax")
_BEYOND = 3  # how far the starts of gathers may be out of bounds; XLA leaves out windows that are partly so
_WORST = 5


def drawn(rounds: int) -> dict[str, float]:
    """The figures by name; prints a row per kind, and the worst."""
    xla = Xla()
    ratios: dict[str, float] = {}
    for seed in range(COUNT):
        case = workload(seed)
        name = named(seed, case)
        ratios[name] = _ratio(xla, name, case, min(rounds, 5))
    for kind in ("gather", "scatter"):
        found = [ratio for name, ratio in ratios.items() if f" {kind} " in name]
        print(f"{len(found)} of {kind}: geometric mean {statistics.geometric_mean(found):.2f}", flush=True)
    print("the worst")
    for name in sorted(ratios, key=ratios.__getitem__)[-_WORST:]:
        print(f"  {name}: {ratios[name]:.2f}")
    return figures(list(ratios.values()))


def figures(ratios: list[float]) -> dict[str, float]:
    return {MEDIAN: statistics.median(ratios), SLOWEST: float(np.quantile(ratios, 0.99))}


def workload(seed: int) -> Case:
    """The workload of a seed."""
    rng = np.random.default_rng(seed)
    layout = _layout(seed, rng)
    index_type = parse_element_type(str(rng.choice(_INDICES)))
    assert isinstance(index_type, IntegerType)
    element = parse_element_type(str(rng.choice(_ELEMENTS)))
    if rng.random() < 0.5:
        values = [_values(rng, element, layout.operand_shape), _starts(rng, layout, index_type, beyond=_BEYOND)]
        return Case("gather", layout, (element,), index_type, tuple(values))
    body = _body(str(rng.choice(_BODIES)), element)
    types = body.element_types
    old, new = _values(rng, element, layout.operand_shape), _values(rng, element, layout.result_shape)
    kind = body.results[0][0]
    if kind == "new" or (kind == "add" and str(element) in ("f16", "bf16")):
        new[...] = 1  # all the same, whatever the last one is, and however sums are rounded
    if kind == "multiply":
        old, new = (np.where(x == 0, 1, 2).astype(x.dtype) for x in (old, new))  # no infinity meets a zero
    values = [old.astype(dtype_of(type)) for type in types]
    values += [_starts(rng, layout, index_type, beyond=0)]
    values += [new.astype(dtype_of(type)) for type in types]
    return Case("scatter", layout, types, index_type, tuple(values), body)


def named(seed: int, case: Case) -> str:
    layout = case.layout
    shapes = ["x".join(map(str, shape)) for shape in (layout.operand_shape, layout.indices_shape, layout.result_shape)]
    body = "" if case.body is None else f" {case.body.results}"
    return f"{seed} {case.op} of {case.element_types[0]}, {', '.join(shapes)}{body}"


def _ratio(xla: Xla, name: str, case: Case, rounds: int) -> float:
    text, arguments = str(case.module), list(case.args)
    ours, run_theirs = interpreter.load(case.module, compile="always"), on_xla(xla, text, arguments)
    results = ours(*arguments)
    for one, other in zip(results, run_theirs(), strict=True):
        if not _equal(one, np.array(other).astype(one.dtype, copy=False)):
            raise SystemExit(f"the backends give different results for {name}")
    ours_ms, theirs_ms = interleaved(lambda: ours(*arguments), run_theirs, rounds)
    return ours_ms / theirs_ms


def _equal(one: Any, other: Any) -> bool:
    """To the bit, but for NaNs, which are alike."""
    if one.dtype.kind not in "fV":
        return bool(np.array_equal(one, other))
    return bool(np.array_equal(one.astype(np.float64), other.astype(np.float64), equal_nan=True))


def _layout(seed: int, rng: np.random.Generator) -> Layout:
    """The first one from the seed on that has elements, made large: one dimension after the other is made longer."""
    draw = SeededDraw(seed)
    layout = draw_layout(draw, collapsed_zeros=False)
    while 0 in (*layout.operand_shape, *layout.indices_shape, *layout.slice_sizes):
        layout = draw_layout(draw, collapsed_zeros=False)
    moved, held = (10 ** rng.uniform(low, np.log10(most)) for low, most in ((0, _MOST_MOVED), (2, _MOST_HELD)))
    for _ in range(150):
        longer = _longer(layout, rng)
        if prod(longer.result_shape) <= moved and prod(longer.operand_shape) <= max(held, moved):
            layout = longer
    return layout


def _longer(layout: Layout, rng: np.random.Generator) -> Layout:
    """The layout with more of one thing: of an operand's dimension, of a slice's, of a batch's."""
    operand, indices, sizes = map(list, (layout.operand_shape, layout.indices_shape, layout.slice_sizes))
    factor = int(rng.choice([2, 3, 5]))
    batches = [d for d in range(len(indices)) if d != layout.index_vector_dim]
    if batches and rng.random() < 0.5:
        d = int(rng.choice(batches))
        indices[d] *= factor
        if d in layout.start_indices_batching_dims:
            operand[layout.operand_batching_dims[layout.start_indices_batching_dims.index(d)]] *= factor
    elif dims := [d for d in range(len(operand)) if d not in layout.operand_batching_dims]:
        d = int(rng.choice(dims))
        operand[d] *= factor
        if d not in layout.collapsed_slice_dims and rng.random() < 0.5:
            sizes[d] = min(sizes[d] * factor, operand[d])
    return dataclasses.replace(
        layout, operand_shape=tuple(operand), indices_shape=tuple(indices), slice_sizes=tuple(sizes)
    )


def _values(rng: np.random.Generator, type: ElementType, shape: tuple[int, ...]) -> Any:
    return rng.integers(0, 8, shape).astype(dtype_of(type))


def _starts(rng: np.random.Generator, layout: Layout, type: IntegerType, *, beyond: int) -> Any:
    """Index vectors, drawn independently, or none of them twice where that can be."""
    batch = [dim for d, dim in enumerate(layout.indices_shape) if d != layout.index_vector_dim]
    limits = [layout.operand_shape[d] - layout.slice_sizes[d] for d in layout.start_index_map]
    low = 0 if type.is_unsigned else -beyond
    columns = [rng.integers(low, limit + 1 + beyond, batch) for limit in limits]
    places = prod(limit + 1 for limit in limits)
    if not beyond and rng.random() < 0.3 and prod(batch) <= places:
        numbers = rng.permutation(places)[: prod(batch)]
        apart = np.unravel_index(numbers, [limit + 1 for limit in limits]) if limits else ()
        columns = [numbers.reshape(batch) for numbers in apart]
    if layout.index_vector_dim == len(layout.indices_shape):
        return columns[0].astype(dtype_of(type))
    stacked = np.stack(columns, layout.index_vector_dim) if columns else np.empty(layout.indices_shape)
    return stacked.astype(dtype_of(type))


def _body(kind: str, element: ElementType) -> Body:
    """What is rounded in between stays in f32, where XLA rounds as the text does."""
    old, new, is_boolean = ("old", 0), ("new", 0), str(element) == "i1"
    if kind in ("set", "custom") and is_boolean:
        return Body((element,), (new,))
    match kind:
        case "set":
            return Body((element,), (new,))
        case "custom":
            twice = ("multiply", ("constant", 0, 2), new)
            return Body((parse_element_type("f32"),), (("add", old, twice),))
        case "argmax":
            chosen = [("select", "GE", old, new, ("old", k), ("new", k)) for k in range(2)]
            return Body((parse_element_type("f32"), parse_element_type("i32")), tuple(chosen))
        case _:
            return Body((element,), ((kind, old, new),))
