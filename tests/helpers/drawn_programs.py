"""Random programs of one gather or scatter to derive and to batch, and a look at whether promises are kept."""

from __future__ import annotations

import dataclasses
import math
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from model.scatter import scatter

from hlogen.conform.generate import Body, Case, SeededDraw, draw_case
from hlogen.ir import FunctionType, Module, Operation, parse_element_type

F64 = parse_element_type("f64")
BODIES = ("add", "subtract", "maximum", "minimum", "multiply", "set", "keep")

Array = np.ndarray[Any, Any]


class Program:
    """A module with the type of its main function, as the proofs of derivatives want it."""

    def __init__(self, module: Module) -> None:
        self.module = module

    @cached_property
    def type(self) -> FunctionType:
        return self.module.function("main").type


def drawn(seed: int, op: str, bodies: tuple[str, ...] = BODIES) -> Case:
    """A program of one op on f64, that promises what is true of its indices.

    Its values are apart from each other: minimum and maximum have kinks where they meet.
    """
    case = draw_case(SeededDraw(seed), (op,))
    rng = np.random.default_rng(seed)
    count = len(case.element_types)

    case = dataclasses.replace(case, element_types=(F64,) * count, constants=case.constants - {0})
    if op == "scatter":
        kinds = [str(rng.choice(bodies)) for _ in range(count)]
        case = dataclasses.replace(case, body=Body((F64,) * count, tuple(map(_expression, kinds, range(count)))))
    floats = [n for n, type in enumerate(case.operand_types) if type.element_type == F64]
    apart = (rng.permutation(sum(case.operands[n].size for n in floats)) + 1) * 0.05 - 3.01
    operands = list(case.operands)
    for n in floats:
        values, apart = apart[: operands[n].size], apart[operands[n].size :]
        operands[n] = values.reshape(operands[n].shape)
    return with_promises(dataclasses.replace(case, operands=tuple(operands)), rng)


def with_promises(case: Case, rng: np.random.Generator) -> Case:
    """The program with other indices at times, and with the promises that are true of them, at times."""
    kind = rng.choice(["as they are", "apart", "in order"], p=[0.5, 0.25, 0.25])
    vectors = case.start_vectors.copy()
    order = np.argsort(case.layout.start_index_map)
    if kind == "apart" and vectors.size and case.layout.slice_sizes[case.layout.start_index_map[0]]:
        step = case.layout.slice_sizes[case.layout.start_index_map[0]]
        vectors[:, 0] = rng.permutation(len(vectors)) * step
    if kind == "in order":
        vectors = np.array(sorted(vectors.tolist(), key=lambda v: [v[k] for k in order]), object).reshape(vectors.shape)
    if vectors.size and max(map(int, vectors.flat)) <= case.index_type.maximum:
        case = with_vectors(case, vectors)
    clamped = np.array([[_clamped(case, k, v) for k, v in enumerate(row)] for row in case.start_vectors], object)
    is_sorted = _in_order(case.start_vectors, order) and _in_order(clamped.reshape(vectors.shape), order)
    is_unique = False
    if case.op == "scatter":
        places = [place for place, _ in case.updated_places()]
        is_unique = len(set(places)) == len(places)
    return dataclasses.replace(
        case,
        indices_are_sorted=is_sorted and bool(rng.random() < 0.7),
        unique_indices=is_unique and bool(rng.random() < 0.7),
    )


def is_unique(case: Case) -> bool:
    """Whether the scatter promises that no place is there twice, or has one index vector alone."""
    return case.unique_indices or case.layout.index_vectors <= 1


class Promises:
    """Sees a program run, and stops where a gather or scatter breaks a promise."""

    def __init__(self) -> None:
        self.promised = 0

    def on_op(self, op: Operation, operands: Any, results: Any) -> None:
        if op.name not in ("stablehlo.gather", "stablehlo.scatter"):
            return
        is_scatter = op.name == "stablehlo.scatter"
        at = len(op.results) if is_scatter else 1
        numbers: Any = op.attributes["scatter_dimension_numbers" if is_scatter else "dimension_numbers"]
        index_map = numbers.scatter_dims_to_operand_dims if is_scatter else numbers.start_index_map
        indices, dim = operands[at], numbers.index_vector_dim
        rows = np.moveaxis(indices, dim, -1) if dim < indices.ndim else indices[..., None]
        rows = rows.astype(object).reshape(math.prod(rows.shape[:-1]), len(index_map))
        if op.attributes.get("indices_are_sorted"):
            self.promised += 1
            if not is_scatter:
                sizes: Any = op.attributes["slice_sizes"]
                limits = [operands[0].shape[d] - sizes.values[d] for d in index_map]
                rows = np.array([[min(max(v, 0), m) for v, m in zip(r, limits, strict=True)] for r in rows], object)
                rows = rows.reshape(len(rows), len(index_map))
            assert _in_order(rows, np.argsort(index_map)), f"indices aren't in order: {op}, {rows}"
        if op.attributes.get("unique_indices"):
            self.promised += 1
            shape = operands[0].shape
            (hits,) = scatter(
                [np.zeros(shape, np.int64)],
                indices,
                [np.ones(operands[at + 1].shape, np.int64)],
                lambda old, new: old + new,
                **vars(numbers),
            )
            assert hits.max(initial=0) <= 1, f"a place is there twice: {op}, {indices}"


def _expression(kind: str, i: int) -> tuple[Any, ...]:
    known: dict[str, tuple[Any, ...]] = {"set": ("new", i), "keep": ("old", i)}
    return known.get(kind, (kind, ("old", i), ("new", i)))


def with_vectors(case: Case, vectors: Array) -> Case:
    """The program with other index vectors."""
    layout, indices = case.layout, case.indices
    batch = [size for d, size in enumerate(indices.shape) if d != layout.index_vector_dim]
    whole = vectors.reshape([*batch, len(layout.start_index_map)])
    whole = np.moveaxis(whole, -1, layout.index_vector_dim) if layout.index_vector_dim < indices.ndim else whole[..., 0]
    kind = np.uint64 if case.index_type.is_unsigned else np.int64
    operands = list(case.operands)
    operands[len(case.element_types)] = whole.astype(kind).astype(indices.dtype)
    return dataclasses.replace(case, operands=tuple(operands))


def _clamped(case: Case, component: int, start: int) -> int:
    d = case.layout.start_index_map[component]
    return min(max(start, 0), case.layout.operand_shape[d] - case.layout.slice_sizes[d])


def _in_order(rows: Array, order: Any) -> bool:
    keys = [[row[k] for k in order] for row in rows.tolist()]
    return all(first <= second for first, second in pairwise(keys))
