"""What left an element open is the operation that did so first, whatever is computed from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

# A set, what is closed, an interval above 0, what nothing is known of, an interval around 0, and another set.
ORIGINS = ["scatter", None, "reduce", "convert", "reduce", "sort"]


def mixed(x: Any, keys: Any) -> Any:
    """Elements that these operations leave open."""
    at = {"update_window_dims": [], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0]}
    set_ = hl.scatter(
        hl.constant([0.0, 7.0], "f32"), hl.constant([[0], [0]], "i32"), x[:2], "set", **at, index_vector_dim=1
    )
    sums = hl.reduce(hl.concatenate([hl.reshape(x + 1e6, [1, 12]), hl.reshape(x - 2.0, [1, 12])], 0), 0.0, [1], "add")
    unknown = hl.convert(hl.convert(x[11:] * 1e9, "i8"), "f32")
    placed = hl.sort([keys, x[:2]], lambda a, b, c, d: a < b, is_stable=False)[1][:1]
    return hl.concatenate([set_, sums[:1], unknown, sums[1:], placed], 0)


UNARY: dict[str, Callable[[Any], Any]] = {
    "itself": lambda y: y,
    **{
        name: getattr(hl, name)
        for name in ("negate", "abs", "exponential", "tanh", "sqrt", "sine", "sign", "floor", "is_finite", "log")
    },
    "rsqrt of 0": lambda y: hl.rsqrt(y),
    "a division by what may be 0": lambda y: hl.divide(np.ones(6, np.float32), y),
    "an inexact function": lambda y: hl.logistic(y),
    "a closed operand": lambda y: hl.multiply(y, np.arange(6, dtype=np.float32)),
    "twice": lambda y: y * y + y,
    "a comparison": lambda y: y > np.float32([0, 8, 1, 1, 0, 2]),
    "a choice by it": lambda y: hl.select(y > 1.0, hl.constant(np.zeros(6, np.float32)), 1.0),
    "a choice of it": lambda y: hl.select(np.array([True] * 5 + [False]), y, y * 2.0),
    "limits": lambda y: hl.clamp(-1e30, y, 1e30),
    "integers": lambda y: hl.convert(hl.convert(hl.maximum(y, -1e6) * 1e-30, "i32"), "f32"),
    "narrow floats": lambda y: hl.convert(y, "bf16"),
    "bits": lambda y: hl.reduce_precision(y, exponent_bits=5, mantissa_bits=3),
}


@pytest.fixture(scope="module")
def found() -> interpreter.Admissible:
    @hl.function("12xf32", "2xi32", name="main")
    def main(x: Any, keys: Any) -> Any:
        y = mixed(x, keys)
        return [unary(y) for unary in UNARY.values()]

    x = np.array([3, 5, 2.0**24, 1, -(2.0**24), 0.5, 0.25, 1, 1, 1, 1, 5], np.float32)
    return interpreter.admissible(main, x, np.zeros(2, np.int32), limit=5)


def origin(found: interpreter.Admissible, result: int, index: int) -> str | None:
    op = found.of(result, index).op
    return None if op is None else op.name.removeprefix("stablehlo.")


@pytest.mark.parametrize("name", UNARY)
def test_elementwise_operations_keep_it(found: interpreter.Admissible, name: str) -> None:
    """Elements that they close have none."""
    number = [*UNARY].index(name)
    origins = [origin(found, number, i) for i in range(6)]
    assert all(now in (None, first) for now, first in zip(origins, ORIGINS, strict=True)), origins
    assert name not in ("itself", "negate", "twice", "a closed operand", "limits") or origins[2:] == ORIGINS[2:]
    assert any(origins)


MOVED: dict[str, tuple[Callable[[Any], Any], list[int]]] = {
    "reverse": (lambda y: hl.reverse(y, dimensions=[0]), [5, 4, 3, 2, 1, 0]),
    "slice": (lambda y: y[1:6:2], [1, 3, 5]),
    "concatenate": (lambda y: hl.concatenate([y[3:], y[:2]], 0), [3, 4, 5, 0, 1]),
    "transpose": (lambda y: hl.reshape(hl.transpose(hl.reshape(y, [2, 3]), [1, 0]), [6]), [0, 3, 1, 4, 2, 5]),
    "broadcast": (lambda y: hl.reshape(hl.broadcast_in_dim(y[2:4], [2, 2], [1]), [4]), [2, 3, 2, 3]),
    "pad": (lambda y: hl.pad(y[:2], y[4], [1], [0], [1]), [4, 0, 4, 1]),
    "gather": (lambda y: y[np.array([5, 0, 3])], [5, 0, 3]),
    "update": (lambda y: hl.dynamic_update_slice(y, y[:2], [hl.constant(3, "i32")]), [0, 1, 2, 0, 1, 5]),
    "a function": (lambda y: hl.function("6xf32", name="same", private=True)(lambda z: z)(y), [0, 1, 2, 3, 4, 5]),
    "a tuple": (lambda y: hl.get_tuple_element(hl.tuple(y[1:], y[:3]), 1), [0, 1, 2]),
}


def test_what_is_moved_takes_it_along() -> None:
    @hl.function("12xf32", "2xi32", name="main")
    def main(x: Any, keys: Any) -> Any:
        y = mixed(x, keys)
        return [moved(y) for moved, _ in MOVED.values()]

    x = np.array([3, 5, 2.0**24, 1, -(2.0**24), 0.5, 0.25, 1, 1, 1, 1, 5], np.float32)
    found = interpreter.admissible(main, x, np.zeros(2, np.int32), limit=5)
    for number, (name, (_, places)) in enumerate(MOVED.items()):
        wanted = [ORIGINS[place] for place in places]
        assert [origin(found, number, i) for i in range(len(places))] == wanted, name


def test_of_several_it_is_that_of_the_first_operand() -> None:
    @hl.function("12xf32", "2xi32", name="main")
    def main(x: Any, keys: Any) -> Any:
        y = mixed(x, keys)
        z = hl.reverse(y, dimensions=[0])
        return y + z, z - y, hl.maximum(y, z)

    x = np.array([3, 5, 2.0**24, 1, -(2.0**24), 0.5, 0.25, 1, 1, 1, 1, 5], np.float32)
    found = interpreter.admissible(main, x, np.zeros(2, np.int32), limit=5)
    first = [one or other for one, other in zip(ORIGINS, ORIGINS[::-1], strict=True)]
    last = [other or one for one, other in zip(ORIGINS, ORIGINS[::-1], strict=True)]
    for number, wanted in enumerate((first, last, first)):
        origins = [origin(found, number, i) for i in range(6)]
        assert all(now in (None, one) for now, one in zip(origins, wanted, strict=True)), origins
        assert origins[1:5] == wanted[1:5]
