"""Random scatters with update computations of several kinds, over the whole space of dimension numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import hlogen as hl
from hlogen.conform.generate import SeededDraw
from hlogen.conform.generate.dimensions import Layout, draw_layout
from hlogen.conform.generate.values import random_indices
from hlogen.ir import TensorType, parse_element_type

Array = npt.NDArray[Any]
INDEX_TYPES = ("i32", "i64", "ui32", "i8", "ui8", "i16", "ui64", "i4")


@dataclass(frozen=True)
class Computation:
    """An update computation: a function of olds, then updates, then captured values.

    `types` are the element types of the inputs, `captures` the types of captured values.
    """

    name: str
    function: Callable[..., Any]
    types: tuple[str, ...] = ("f64",)
    captures: tuple[str, ...] = ()
    computation_types: tuple[str, ...] | None = None
    has_kinks: bool = False


def _chosen_by(pred: Any, first: Any, second: Any) -> tuple[Any, ...]:
    return tuple(hl.select(pred, a, b) for a, b in zip(first, second, strict=True))


def _weighted(a: Any, b: Any, v: Any) -> Any:
    b3 = hl.broadcast_in_dim(b, [3], broadcast_dimensions=[])
    return a * 0.5 + hl.reduce(hl.sine(v * b3), 0.0, [0], "add")


def _branching(a: Any, b: Any, c: Any) -> Any:
    return hl.if_(a > b, lambda: a * hl.sine(b) + c, lambda: b * b * c - a)


def _argmax(x: Any, i: Any, y: Any, j: Any) -> Any:
    return _chosen_by(y > x, (y, j), (x, i))


COMPUTATIONS = [
    Computation("sine", lambda a, b: a * hl.sine(b) + a),
    Computation("polynomial", lambda a, b: a * b * 0.5 + b * b - a * 0.3),
    Computation("replaced", lambda a, b: hl.sine(b)),
    Computation("max_plus", lambda a, b: hl.maximum(a + 0.5, b) * 1.5, has_kinks=True),
    Computation("chosen", lambda a, b: hl.select(a > b, a * b, b - a), has_kinks=True),
    Computation("scaled", lambda a, b, c: a * c + hl.sine(b) * c, captures=("f64",)),
    Computation("constant", lambda a, b, c: c, captures=("f64",)),
    Computation("weighted", _weighted, captures=("3xf64",)),
    Computation("branching", _branching, captures=("f64",), has_kinks=True),
    Computation("argmax", _argmax, types=("f64", "i32"), has_kinks=True),
    Computation(
        "counted",
        lambda a, n, b, m: (a + b * hl.convert(n, "f64"), n + 1),
        types=("f64", "i64"),
    ),
    Computation(
        "coupled",
        lambda a, x, b, y: (a * y + x, x * 0.5 + hl.sine(a) * b),
        types=("f64", "f64"),
    ),
    Computation(
        "three",
        lambda a, i, x, b, j, y, c: (a * 0.7 + x * y, j, hl.sine(x * c) + b * y),
        types=("f64", "i8", "f64"),
        captures=("f64",),
    ),
    Computation(
        "flagged",
        lambda a, p, b, q: (hl.select(p, a * 0.5 + hl.sine(b), a * b), hl.or_(p, q)),
        types=("f64", "i1"),
    ),
    Computation("products", lambda a, x, b, y: (a * b, x * y), types=("f64", "f64")),
    Computation("complex", lambda a, b: a * b * 0.5 + hl.sine(b), types=("complex<f64>",)),
    Computation(
        "not_holomorphic",
        lambda a, b: a * hl.complex(hl.real(b), -hl.imag(b)) + hl.complex(hl.imag(a), hl.real(b)),
        types=("complex<f64>",),
    ),
]


@dataclass(frozen=True)
class Fold:
    """A function with one scatter, and its arguments: inputs, indices, updates, captured values."""

    function: hl.Function
    inputs: list[Array]
    layout: Layout
    computation: Computation
    unique_indices: bool

    def __str__(self) -> str:
        return f"{self.computation.name}: {self.function}\n{self.inputs}"


def draw_fold(seed: int, computation: Computation | None = None) -> Fold:
    """A random scatter. Its promise of unique indices is kept."""
    rng = np.random.default_rng(seed)
    layout = draw_layout(SeededDraw(seed), collapsed_zeros=False)
    if computation is None:
        computation = COMPUTATIONS[rng.integers(len(COMPUTATIONS))]
    index_type = parse_element_type(INDEX_TYPES[rng.integers(len(INDEX_TYPES))])
    limits = [(layout.operand_shape[d], layout.slice_sizes[d]) for d in layout.start_index_map]
    indices_type = TensorType(layout.indices_shape, index_type)
    indices = random_indices(rng, indices_type, limits, layout.index_vector_dim, wild=bool(rng.integers(3) == 0))
    unique = layout.index_vectors <= 1 and bool(rng.integers(2))
    return fold_of(rng, layout, computation, indices, indices_type, unique)


def fold_of(
    rng: np.random.Generator,
    layout: Layout,
    computation: Computation,
    indices: Array,
    indices_type: TensorType,
    unique_indices: bool = False,
) -> Fold:
    elements = [parse_element_type(name) for name in computation.types]
    types = [
        *(TensorType(layout.operand_shape, element) for element in elements),
        indices_type,
        *(TensorType(layout.result_shape, element) for element in elements),
        *(hl.tensor(text) for text in computation.captures),
    ]
    count = len(elements)

    @hl.function(*types, name="main")
    def function(*values: Any) -> Any:
        captured = values[2 * count + 1 :]
        return hl.scatter(
            list(values[:count]),
            values[count],
            list(values[count + 1 : 2 * count + 1]),
            lambda *scalars: computation.function(*scalars, *captured),
            **vars(layout.scatter_numbers()),
            unique_indices=unique_indices,
            computation_types=computation.computation_types,
        )

    inputs = [indices if n == count else values_of(rng, type) for n, type in enumerate(types)]
    return Fold(function, inputs, layout, computation, unique_indices)


def values_of(rng: np.random.Generator, type: TensorType) -> Array:
    name = str(type.element_type)
    shape = type.static_shape
    if name.startswith("complex"):
        return (rng.normal(size=shape) + 1j * rng.normal(size=shape)).astype("c16" if "64" in name else "c8")
    if name.startswith("f"):
        return np.asarray(rng.normal(size=shape)).astype(f"f{int(name[1:]) // 8}")
    if name == "i1":
        return rng.integers(0, 2, shape).astype(bool)
    return rng.integers(0, 5, shape).astype(f"i{int(name[1:]) // 8}")
