"""Programs of a scatter followed by random operations, each with what it computes in plain NumPy.

Only operations that NumPy computes exactly as the specification says are drawn, on types that NumPy has itself.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from helpers.judged import draw_contested, scatter_of
from model.admissible import Scatter
from model.gather import Array

import hlogen as hl
from hlogen.conform.generate import Case, Expression
from hlogen.ir import Module, TensorType

# What is done to the values so far: how it is written, and what it computes.
Step: TypeAlias = tuple[Callable[[list[Any]], Any], Callable[[list[Array]], Array]]

TYPES = {"i32", "i64", "f32", "f64", "i8", "ui8", "i16", "i1"}
MAX_COMBINATIONS = 400
MAX_ELEMENTS = 400


@dataclass(frozen=True)
class Program:
    """A scatter, and what follows it: `module` returns what `after` gives of the scatter's results."""

    case: Case
    scatter: Scatter
    module: Module
    after: Callable[[Sequence[Array]], tuple[Array, ...]]

    def combinations(self) -> list[tuple[Array, ...]] | None:
        """The scatter's results under all schedules; None where there are too many to go through."""
        places = self.scatter.contested
        found = [self.scatter.possible(place) for place in places]
        alternatives = [each.values for each in found if each.values is not None]
        if len(alternatives) < len(found) or math.prod(map(len, alternatives)) > MAX_COMBINATIONS:
            return None
        certain = [
            (place, self.scatter.fold(self.scatter.old(place), [update.values for update in updates]))
            for place, updates in self.scatter.landing.items()
        ]
        return [
            self.scatter.results([*certain, *zip(places, chosen, strict=True)])
            for chosen in itertools.product(*alternatives)
        ]

    def __str__(self) -> str:
        return "\n".join([str(self.module), *(f"// argument {n}: {x!r}" for n, x in enumerate(self.case.operands))])


def draw_programs(seeds: Iterator[int]) -> Iterator[Program]:
    for seed in seeds:
        case = draw_contested(seed)
        if not case.promotes and {str(element) for element in case.element_types} <= TYPES:
            yield draw_program(case, seed)


def draw_program(case: Case, seed: int) -> Program:
    rng = np.random.default_rng(seed)
    count = len(case.element_types)
    steps: list[Step] = []
    returned: list[int] = []

    @hl.function(*case.operand_types, name="main")
    def main(*values: Any) -> Any:
        def body(*scalars: Any) -> Any:
            assert case.body is not None
            written = tuple(_written(result, scalars, case) for result in case.body.results)
            return written if count > 1 else written[0]

        found = hl.scatter(
            list(values[:count]),
            values[count],
            list(values[count + 1 :]),
            body,
            **vars(case.layout.scatter_numbers()),
        )
        current = list(found)
        for _ in range(int(rng.integers(1, 6))):
            step = _draw_step(rng, [value.type for value in current])
            if step is not None:
                steps.append(step)
                current.append(step[0](current))
        last = len(current) - 1
        returned.extend(sorted({last, *(int(i) for i in rng.integers(0, last + 1, 1))}))
        return tuple(current[i] for i in returned)

    def after(results: Sequence[Array]) -> tuple[Array, ...]:
        current = list(results)
        with np.errstate(all="ignore"):
            for _, compute in steps:
                current.append(compute(current))
        return tuple(current[i] for i in returned)

    return Program(case, scatter_of(case), main.module, after)


class Outcomes:
    """All that a program can return, over all combinations of what its scatter gives."""

    def __init__(self, outcomes: Sequence[tuple[Array, ...]]) -> None:
        self.arrays = [np.stack([_plain(outcome[i]) for outcome in outcomes]) for i in range(len(outcomes[0]))]

    def has(self, results: Sequence[Array]) -> bool | None:
        """Whether one of the outcomes is this; None where it isn't, but each element by itself is in one of them."""
        together = np.ones(len(self.arrays[0]), bool)
        for outcomes, result in zip(self.arrays, results, strict=True):
            equal = (outcomes == _plain(result)).reshape(len(outcomes), -1)
            if not equal.any(0).all():
                return False
            together &= equal.all(1)
        return True if together.any() else None

    def missing(self, results: Sequence[Array]) -> list[tuple[int, tuple[int, ...]]]:
        """The elements that are in none of the outcomes, by the number of the result and their index."""
        found = []
        for i, (outcomes, result) in enumerate(zip(self.arrays, results, strict=True)):
            places = np.argwhere(~(outcomes == _plain(result)).any(0))
            found += [(i, tuple(map(int, place))) for place in places]
        return found


def _plain(array: Array) -> Array:
    """The bits, the same ones for all NaNs."""
    if array.dtype.kind == "f":
        return np.where(np.isnan(array), np.nan, array).astype(array.dtype).view(f"u{array.dtype.itemsize}")
    return array


def _written(expression: Expression, scalars: Sequence[Any], case: Case) -> Any:
    kind, *rest = expression
    if kind in ("old", "new"):
        return scalars[rest[0] + (len(case.element_types) if kind == "new" else 0)]
    if kind in ("constant", "captured"):
        return hl.constant(rest[1], str(case.element_types[rest[0]]))
    if kind == "select":
        direction, *operands = rest
        a, b, x, y = (_written(operand, scalars, case) for operand in operands)
        return hl.select(hl.compare(a, b, comparison_direction=direction), x, y)
    a, b = (_written(operand, scalars, case) for operand in rest)
    return getattr(hl, f"{kind}_" if kind in ("and", "or") else kind)(a, b)


def _draw_step(rng: np.random.Generator, types: Sequence[TensorType]) -> Step | None:
    i = int(rng.integers(max(0, len(types) - 2), len(types)))
    type = types[i]
    shape, element = type.static_shape, str(type.element_type)
    j = int(rng.choice([k for k, other in enumerate(types) if other == type]))
    known = _constant(rng, element, shape)
    drawers: list[Callable[[], Step | None]] = [
        lambda: _movement(rng, i, type),
        lambda: _binary(rng, i, known, element),
        lambda: _unary(rng, i, element),
        lambda: _of_two(rng, i, j, element),
        lambda: _reduced(rng, i, type),
    ]
    return drawers[int(rng.integers(len(drawers)))]()


def _movement(rng: np.random.Generator, i: int, type: TensorType) -> Step | None:
    shape, rank = type.static_shape, type.rank
    kind = int(rng.integers(7))
    if kind == 0:
        flat = (math.prod(shape),)
        return lambda v: hl.reshape(v[i], flat), lambda v: v[i].reshape(flat)
    if kind == 1:
        order = [int(d) for d in rng.permutation(rank)]
        return lambda v: hl.transpose(v[i], permutation=order), lambda v: v[i].transpose(order)
    if kind == 2 and type_size(type) * 2 <= MAX_ELEMENTS:
        wide = (2, *shape)
        dims = list(range(1, rank + 1))
        return (
            lambda v: hl.broadcast_in_dim(v[i], wide, broadcast_dimensions=dims),
            lambda v: np.broadcast_to(v[i], wide).copy(),
        )
    if not rank:
        return None
    d = int(rng.integers(rank))
    if kind == 3:
        return lambda v: hl.reverse(v[i], dimensions=[d]), lambda v: np.flip(v[i], d).copy()
    if kind == 4 and type_size(type) * 2 <= MAX_ELEMENTS:
        return (
            lambda v: hl.concatenate([v[i], v[i]], dimension=d),
            lambda v: np.concatenate([v[i], v[i]], d),
        )
    if kind == 5 and shape[d] > 1:
        lows = [int(rng.integers(0, max(1, dim // 2))) for dim in shape]
        part = tuple(slice(low, dim, 1) for low, dim in zip(lows, shape, strict=True))
        return (
            lambda v: hl.slice(v[i], start_indices=lows, limit_indices=shape),
            lambda v: v[i][part].copy(),
        )
    if kind == 6 and shape[d] and type_size(type) < MAX_ELEMENTS:
        rows = rng.integers(0, shape[d], (3,)).astype(np.int32)
        sizes = [1 if at == d else dim for at, dim in enumerate(shape)]
        others = [at for at in range(rank) if at != d]
        return (
            lambda v: hl.gather(
                v[i],
                hl.constant(rows),
                offset_dims=[at + 1 for at in range(rank - 1)],
                collapsed_slice_dims=[d],
                start_index_map=[d],
                index_vector_dim=1,
                slice_sizes=sizes,
            ),
            lambda v: v[i].take(rows, d).transpose([d, *others]),
        )
    return None


def _binary(rng: np.random.Generator, i: int, known: Array, element: str) -> Step:
    """An operation with a constant."""
    name = _operation(rng, element)
    if rng.random() < 0.2 and element != "i1":
        direction = str(rng.choice(["LT", "GE", "EQ"]))
        compare: Any = {"LT": np.less, "GE": np.greater_equal, "EQ": np.equal}[direction]
        return (
            lambda v: hl.compare(v[i], hl.constant(known), comparison_direction=direction),
            lambda v: compare(v[i], known),
        )
    return lambda v: getattr(hl, name)(v[i], hl.constant(known)), lambda v: _computed(name, v[i], known)


def _of_two(rng: np.random.Generator, i: int, j: int, element: str) -> Step:
    """An operation on two values, which may be one and the same."""
    name = _operation(rng, element)
    return lambda v: getattr(hl, name)(v[i], v[j]), lambda v: _computed(name, v[i], v[j])


def _unary(rng: np.random.Generator, i: int, element: str) -> Step:
    if element == "i1":
        return lambda v: hl.not_(v[i]), lambda v: np.asarray(~v[i])
    kind = int(rng.integers(3))
    if kind == 0:
        return lambda v: hl.negate(v[i]), lambda v: np.asarray(-v[i])
    if kind == 1 and element != "ui8":
        return lambda v: hl.abs(v[i]), lambda v: np.asarray(np.abs(v[i]))
    if element.startswith("f"):
        return lambda v: hl.convert(v[i], "f64"), lambda v: v[i].astype(np.float64)
    return lambda v: hl.convert(v[i], "i64"), lambda v: v[i].astype(np.int64)


def _reduced(rng: np.random.Generator, i: int, type: TensorType) -> Step | None:
    """A reduction whose own order doesn't matter."""
    if not type.rank:
        return None
    d, element = int(rng.integers(type.rank)), str(type.element_type)
    if element == "i1":
        return lambda v: hl.reduce(v[i], hl.constant(False), [d], "or"), lambda v: np.asarray(v[i].any(d))
    if element.startswith("f"):
        return (
            lambda v: hl.reduce(v[i], hl.constant(-np.inf, element), [d], "max"),
            lambda v: _maximum_along(v[i], d),
        )
    return (
        lambda v: hl.reduce(v[i], hl.constant(0, element), [d], "add"),
        lambda v: np.asarray(v[i].sum(d, dtype=v[i].dtype)),
    )


def _operation(rng: np.random.Generator, element: str) -> str:
    names = ["and_", "or_"] if element == "i1" else ["add", "subtract", "multiply", "maximum", "minimum"]
    return str(rng.choice(names))


def _computed(name: str, a: Array, b: Array) -> Array:
    if name in ("maximum", "minimum") and a.dtype.kind == "f":
        return _extremum(name, a, b)
    ufunc: Any = {"and_": np.logical_and, "or_": np.logical_or}.get(name) or getattr(np, name)
    return np.asarray(ufunc(a, b))


def _extremum(name: str, a: Array, b: Array) -> Array:
    """NumPy's, but with -0.0 before 0.0."""
    found = np.asarray((np.maximum if name == "maximum" else np.minimum)(a, b))
    zeros = (a == 0) & (b == 0)
    negative = (np.signbit(a) & np.signbit(b)) if name == "maximum" else (np.signbit(a) | np.signbit(b))
    return np.where(zeros, np.where(negative, -0.0, 0.0), found).astype(a.dtype)


def _maximum_along(array: Array, d: int) -> Array:
    found = np.full(np.delete(array.shape, d), -np.inf, array.dtype)
    for at in range(array.shape[d]):
        found = _extremum("maximum", found, array.take(at, d))
    return found


def _constant(rng: np.random.Generator, element: str, shape: tuple[int, ...]) -> Array:
    if element == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    values = rng.integers(0 if element.startswith("u") else -3, 4, shape)
    if element.startswith("f"):
        return np.asarray(values * 0.75).astype(f"f{int(element[1:]) // 8}")
    return values.astype(f"{'u' if element.startswith('u') else 'i'}{int(element.lstrip('ui')) // 8}")


def type_size(type: TensorType) -> int:
    return math.prod(type.static_shape)
