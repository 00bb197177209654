"""Programs that carry what a scatter's order decides through regions, loops, calls, indices and reductions.

Each is a function of a seed: its module, and its arguments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

import hlogen as hl
from hlogen.ir import Module

Flow: TypeAlias = Callable[[np.random.Generator], "tuple[Module, list[Any]]"]

SIZE, UPDATES = 5, 8
SCALARS: dict[str, Any] = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}


def scattered(values: Any, indices: Any, updates: Any, body: Any = "set") -> Any:
    return hl.scatter(values, indices, updates, body, **SCALARS)


def _program(rng: np.random.Generator, element: str, after: Callable[..., Any], body: Any = "set") -> Any:
    """A scatter of the arguments, what `after` does with its result, and the arguments."""

    @hl.function(f"{SIZE}x{element}", f"{UPDATES}x1xi32", f"{UPDATES}x{element}", name="main")
    def main(values: Any, indices: Any, updates: Any) -> Any:
        return after(scattered(values, indices, updates, body), values, indices, updates)

    return main.module, [
        _values(rng, element, SIZE),
        rng.integers(0, SIZE + 1, (UPDATES, 1)).astype(np.int32),
        _values(rng, element, UPDATES),
    ]


def _values(rng: np.random.Generator, element: str, count: int) -> Any:
    if element.startswith("f"):
        return rng.normal(size=count).astype(f"f{int(element[1:]) // 8}")
    return rng.integers(-3, 9, count).astype(np.int32)


def loop_over_scatters(rng: np.random.Generator) -> Any:
    """Each turn scatters into what the turn before it gave."""

    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        def body(i: Any, carried: Any) -> Any:
            return i + 1, scattered(carried, indices, updates - carried[0], lambda old, new: old * 2 + new)

        return hl.while_((hl.constant(0, "i32"), x), lambda i, carried: i < 3, body)[1]

    return _program(rng, "i32", after)


def loop_of_uncertain_length(rng: np.random.Generator) -> Any:
    """How many turns there are depends on the order."""

    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        return hl.while_(
            (hl.constant(0, "i32"), x), lambda i, carried: (i < 5) & (i < carried[1]), lambda i, c: (i + 1, c + 1)
        )

    return _program(rng, "i32", after)


def branch_on_a_result(rng: np.random.Generator) -> Any:
    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        return hl.if_(x[0] > 2, lambda: (x + values, values), lambda: (values, x * 2))

    return _program(rng, "i32", after)


def branch_beside_a_result(rng: np.random.Generator) -> Any:
    """The branch is certain; what is computed in it is not."""

    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        return hl.if_(values[0] > 2, lambda: (x + values, scattered(x, indices, updates)), lambda: (x - 1, x * x))

    return _program(rng, "i32", after)


def case_on_a_result(rng: np.random.Generator) -> Any:
    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        return hl.case(x[1], [lambda: values, lambda: x, lambda: x + 1])

    return _program(rng, "i32", after)


def indices_from_a_result(rng: np.random.Generator) -> Any:
    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        found = hl.gather(
            values,
            x.reshape(SIZE, 1),
            offset_dims=[],
            collapsed_slice_dims=[0],
            start_index_map=[0],
            index_vector_dim=1,
            slice_sizes=[1],
        )
        return found, scattered(values, x.reshape(SIZE, 1), values, "add"), x

    return _program(rng, "i32", after)


def scatter_of_scatters(rng: np.random.Generator) -> Any:
    """Inputs and updates that are open themselves."""

    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        y = scattered(x, indices, updates, lambda old, new: old - new * 2)
        return scattered(y, indices[:SIZE], x, "add"), scattered(values, indices[:SIZE], x), y

    return _program(rng, "i32", after)


def body_that_captures_a_result(rng: np.random.Generator) -> Any:
    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        factor = x[0]
        return scattered(values, indices, updates, lambda old, new: old * factor + new)

    return _program(rng, "i32", after)


def called_function(rng: np.random.Generator) -> Any:
    @hl.function(f"{SIZE}xi32", f"{UPDATES}x1xi32", f"{UPDATES}xi32", name="inner", private=True)
    def inner(values: Any, indices: Any, updates: Any) -> Any:
        return scattered(values, indices, updates, lambda old, new: old * 3 - new), values

    @hl.function(f"{SIZE}xi32", f"{UPDATES}x1xi32", f"{UPDATES}xi32", name="main")
    def main(values: Any, indices: Any, updates: Any) -> Any:
        first, _ = hl.call(inner, values, indices, updates)
        return (*hl.call(inner, first, indices, updates), first)

    arguments = _program(rng, "i32", lambda x, *others: x)[1]
    return main.module, arguments


def sums_of_floats(rng: np.random.Generator) -> Any:
    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        total = hl.reduce(x, hl.constant(0.0, "f32"), [0], "add")
        return x, x * 2.5, -x, hl.exponential(x), total, hl.sqrt(hl.abs(x)), x > values, hl.maximum(x, values)

    return _program(rng, "f32", after, "add")


def crowded_sums(rng: np.random.Generator) -> Any:
    """More updates than all orders can be gone through for."""

    @hl.function(f"{SIZE}xf32", "60x1xi32", "60xf32", name="main")
    def main(values: Any, indices: Any, updates: Any) -> Any:
        x = scattered(values, indices, updates, "add")
        y = scattered(values, indices, updates, lambda old, new: old * 0.5 + new)
        return x, x + values, x * x, hl.maximum(x, y), x / values, hl.reduce(x, hl.constant(0.0, "f32"), [0], "max")

    indices = rng.integers(0, SIZE, (60, 1)).astype(np.int32)
    return main.module, [_values(rng, "f32", SIZE), indices, _values(rng, "f32", 60)]


def sorted_results(rng: np.random.Generator) -> Any:
    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        first, second = hl.sort([x, values], lambda a, b, c, d: a < b, dimension=0, is_stable=True)
        return first, second, hl.reduce(x, hl.constant(0, "i32"), [0], "max"), hl.sort(values, lambda a, b: a < b)

    return _program(rng, "i32", after)


def products_of_matrices(rng: np.random.Generator) -> Any:
    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        square = hl.broadcast_in_dim(x, [SIZE, SIZE], broadcast_dimensions=[0])
        return square @ values, hl.transpose(square, permutation=[1, 0]), square @ square

    return _program(rng, "i32", after)


def arithmetic_of_one_source(rng: np.random.Generator) -> Any:
    """What is computed from one element alone is certain again: x - x, x xor x, x == x."""

    def after(x: Any, values: Any, indices: Any, updates: Any) -> Any:
        return x - x, x ^ x, x * 0, hl.select(x > 3, x, -x), (x + values) - x, hl.clamp(0, x, 4)

    return _program(rng, "i32", after)


def variadic(rng: np.random.Generator) -> Any:
    @hl.function(f"{SIZE}xi32", f"{SIZE}xi32", f"{UPDATES}x1xi32", f"{UPDATES}xi32", f"{UPDATES}xi32", name="main")
    def main(x: Any, y: Any, indices: Any, u: Any, v: Any) -> Any:
        a, b = scattered([x, y], indices, [u, v], lambda a, b, c, d: (c, d))
        return a + b, a * 2, hl.concatenate([a, b], dimension=0), hl.reverse(b, dimensions=[0])

    (_, (x, indices, u)) = _program(rng, "i32", lambda x, *others: x)
    return main.module, [x, x + 1, indices, u, u[::-1].copy()]


FLOWS: list[Flow] = [
    loop_over_scatters,
    loop_of_uncertain_length,
    branch_on_a_result,
    branch_beside_a_result,
    case_on_a_result,
    indices_from_a_result,
    scatter_of_scatters,
    body_that_captures_a_result,
    called_function,
    sums_of_floats,
    crowded_sums,
    sorted_results,
    products_of_matrices,
    arithmetic_of_one_source,
    variadic,
]
