"""Two choices that meet in one operation: all that they give together is tried, and held against what is admitted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import interpreter

# What is folded into an element of a, and what overwrites one of b, each in any order.
OF_A, OF_B = np.array([1, 2, 4], np.int32), np.array([0, 2], np.int32)
# How updates are folded into a: the last one stays, or each order gives something else, of which samples are seen.
SET, SAMPLED = (lambda old, new: new), (lambda old, new: old * 2 + new)
ROWS: dict[str, Any] = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}


def onto(x: Any, at: Any, updates: Any, body: Any) -> Any:
    return hl.scatter(x, hl.reshape(at, [at.shape[0], 1]), updates, body, **ROWS)


def gathered(x: Any, at: Any) -> Any:
    return hl.gather(
        x, hl.reshape(at, [at.shape[0], 1]), offset_dims=[], collapsed_slice_dims=[0], start_index_map=[0],
        index_vector_dim=1, slice_sizes=[1],
    )  # fmt: skip


def floats(x: Any) -> Any:
    return hl.convert(x, "f32")


def rows(x: Any) -> Any:
    return hl.broadcast_in_dim(x, [2, 3], broadcast_dimensions=[1])


def columns(x: Any) -> Any:
    return hl.broadcast_in_dim(x, [3, 2], broadcast_dimensions=[0])


def turned(count: Any, x: Any, body: Any) -> Any:
    return hl.while_([hl.constant(0, "i32"), x], lambda i, _: i < count, lambda i, y: [i + 1, body(i, y)])[1]


def three() -> Any:
    return hl.constant([2, 0, 1], "i32")


# Of a = [5, one of 1 2 4, 7] and b = [1, one of 0 2, 2].
MEET: Mapping[str, Callable[[Any, Any], Any]] = {
    "sum": lambda a, b: a + b,
    "difference": lambda a, b: b - a,
    "sum of neighbours": lambda a, b: a + hl.concatenate([b[1:], b[:1]], dimension=0),
    "what both make, and make in turn": lambda a, b: (a + b) * (b * 3 + a),
    "square": lambda a, b: a * a,
    **{f"whether one is {n}": lambda a, b, n=n: hl.compare(a, n, "EQ") for n in (2, 14, 17, 20)},
    "with itself": lambda a, b: (a - a) + b * a - b,
    "quotient": lambda a, b: hl.divide(a, b + 1),
    "quotient of floats": lambda a, b: floats(a) / floats(b),
    "angle": lambda a, b: hl.atan2(floats(b), floats(a)),
    "complex": lambda a, b: hl.complex(floats(a), floats(b)),
    "order": lambda a, b: hl.compare(a, b, "LE"),
    "choice": lambda a, b: hl.select(a < b, a, b),
    "choice by another": lambda a, b: hl.select(b < 1, a, three()),
    "clamp": lambda a, b: hl.clamp(b, a, three() + 1),
    "clamp of scalars": lambda a, b: hl.clamp(b[1], three(), a[1]),
    "bits": lambda a, b: (a & b) | (b ^ 3),
    "map": lambda a, b: hl.map([a, b], lambda x, y: x * y + a[1]),
    "lookup": gathered,
    "lookup, indices closed": lambda a, b: gathered(a, three()),
    "lookup, operand closed": lambda a, b: gathered(three(), b),
    "lookup by both": lambda a, b: gathered(three(), hl.concatenate([a & 1, b], dimension=0)),
    "lookup of matrices": lambda a, b: hl.gather(
        hl.reshape(hl.iota("12xi32"), [3, 2, 2]), hl.reshape(b, [3, 1]), offset_dims=[0, 2], collapsed_slice_dims=[0],
        start_index_map=[0], index_vector_dim=1, slice_sizes=[1, 2, 2],
    ),
    "lookup of rows": lambda a, b: hl.gather(
        columns(a), hl.reshape(b, [3, 1]), offset_dims=[0], collapsed_slice_dims=[0], start_index_map=[0],
        index_vector_dim=1, slice_sizes=[1, 2],
    ),
    "slice": lambda a, b: hl.dynamic_slice(a, [b[1]], [2]),
    "slice of what is closed": lambda a, b: hl.dynamic_slice(three(), [b[1]], [2]),
    "update": lambda a, b: hl.dynamic_update_slice(a, b[1:], [hl.constant(0, "i32")]),
    "update where one says": lambda a, b: hl.dynamic_update_slice(a, three()[:1], [b[1]]),
    "together": lambda a, b: hl.concatenate([b, a], dimension=0),
    "padding": lambda a, b: hl.pad(a, b[1], [1], [0], [1]),
    "columns": lambda a, b: hl.transpose(
        rows(a) + hl.broadcast_in_dim(b[:2], [2, 3], broadcast_dimensions=[0]), permutation=[1, 0]
    ),
    "product": lambda a, b: hl.dot_general(a, b, lhs_contracting_dimensions=[0], rhs_contracting_dimensions=[0]),
    "outer product": lambda a, b: hl.dot_general(a, b, lhs_contracting_dimensions=[], rhs_contracting_dimensions=[]),
    "product of floats": lambda a, b: hl.dot_general(
        rows(floats(a)), floats(b), lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0]
    ),
    **{
        f"{body} of all": lambda a, b, body=body: hl.reduce(a, b[1], [0], body)
        for body in ("add", "max", "min", "mul", "and", "or")
    },
    "sum of floats": lambda a, b: hl.reduce(rows(floats(a)) + rows(floats(b)), np.float32(0), [1], "add"),
    "greatest of floats": lambda a, b: hl.reduce(rows(floats(a - b)), floats(b)[1], [0], "max"),
    "greatest, and its companion": lambda a, b: hl.reduce(
        [a, b], [hl.constant(0, "i32")] * 2, [0],
        lambda x, i, y, j: (hl.maximum(x, y), hl.select(x >= y, i, j)),
    ),
    "windows": lambda a, b: hl.reduce_window(a, b[1], "max", window_dimensions=[2], padding=[[1, 0]]),
    "sums of windows": lambda a, b: hl.reduce_window(
        hl.concatenate([a, b], dimension=0), 0, "add", window_dimensions=[3], window_strides=[2]
    ),
    "sort": lambda a, b: hl.sort(hl.concatenate([a, b], dimension=0), lambda x, y: x < y, dimension=0),
    "sort of both": lambda a, b: hl.sort([a, b], lambda x, y, i, j: x > y, dimension=0, is_stable=True),
    "sort by one": lambda a, b: hl.sort([b, three()], lambda x, y, i, j: x < y, dimension=0, is_stable=True)[1],
    "sort of rows": lambda a, b: hl.sort(columns(a) * rows(b).T, lambda x, y: x < y, dimension=0),
    "scattered sum": lambda a, b: onto(a, three(), b, "add"),
    "scattered greatest": lambda a, b: onto(a, three(), b * 2, "max"),
    "scattered where one says": lambda a, b: onto(three(), b, a, "add"),
    "overwritten": lambda a, b: onto(a, hl.constant([1, 1, 0], "i32"), b, SET),
    "chosen in windows": lambda a, b: hl.select_and_scatter(
        a, b[1:], 0, lambda x, y: x >= y, hl.add, window_dimensions=[2]
    ),
    "branch": lambda a, b: hl.if_(b[1] < 1, lambda: a, lambda: b * 2),
    "case": lambda a, b: hl.case(b[1], [lambda: a[1], lambda: b[0], lambda: a[0] + b[1]]),
    "loop": lambda a, b: turned(hl.constant(2, "i32"), a, lambda i, y: y * b + i),
    "loop of a count that is open": lambda a, b: turned(b[1], a, lambda i, y: y + b),
    "a function": lambda a, b: hl.function("3xi32", "3xi32", name="both", private=True)(lambda x, y: x * 2 - y)(a, b),
    "convolution": lambda a, b: hl.convolution(
        hl.reshape(a, [1, 1, 3]), hl.reshape(b[1:], [1, 1, 2]), input_batch_dimension=0, input_feature_dimension=1,
        input_spatial_dimensions=[2], kernel_output_feature_dimension=0, kernel_input_feature_dimension=1,
        kernel_spatial_dimensions=[2],
    ),
}  # fmt: skip

# How much more is admitted than what the choices give, by how a is folded and the options: as little as can be.
WIDER = [
    (SET, {"limit": 1}, 425),
    (SET, {"limit": 3}, 370),
    (SET, {}, 331),
    (SAMPLED, {"limit": 5, "samples": 1}, 489),
]


def programs(name: str, body: Any) -> tuple[Any, Any]:
    """What is open, and the same with a and b given."""

    @hl.function("3xi32", "3xi32", name="main")
    def given(a: Any, b: Any) -> Any:
        return MEET[name](a, b)

    @hl.function("3xi32", "2xi32", name="main")
    def main(x: Any, y: Any) -> Any:
        a = onto(hl.constant([5, 0, 7], "i32"), hl.constant([1, 1, 1], "i32"), x, body)
        return MEET[name](a, onto(hl.constant([1, 9, 2], "i32"), hl.constant([1, 1], "i32"), y, SET))

    return main, given


def wider(name: str, body: Any, options: Mapping[str, Any]) -> int:
    """How much more elements may be than what the choices give; AssertionError where they may be less."""
    main, given = programs(name, body)
    run = interpreter.load(given)
    of_a = sorted({reduce(body, order, 0) for order in permutations(OF_A.tolist())})
    pairs = [(np.array([5, x, 7], np.int32), np.array([1, y, 2], np.int32)) for x, y in product(of_a, OF_B)]
    runs = [made if isinstance(made := run(*pair), tuple) else (made,) for pair in pairs]
    found = interpreter.admissible(main, OF_A, OF_B, **options)
    count = 0
    for results in runs:
        verdict = found.contains(results)
        assert verdict.status != "inadmissible", (results, verdict)
    for number, nominal in enumerate(found.results):
        for index in np.ndindex(nominal.shape):
            wanted = {np.asarray(results[number][index]).tobytes() for results in runs}
            allowed = found.of(number, index)
            known = {value.tobytes() for value in allowed.values}
            assert (allowed.kind == "single") == (allowed.op is None), (number, index, allowed)
            is_tight = known == wanted and allowed.kind in ("single", "set")
            assert is_tight or allowed.kind != "single", (number, index, allowed)
            assert is_tight or not (allowed.kind == "set" and allowed.exact), (number, index, allowed, wanted)
            assert allowed.kind != "set" or known >= wanted, (number, index, allowed)
            count += ("single", "set", "interval", "sampled", "unknown").index(allowed.kind) if not is_tight else 0
            count += allowed.kind == "set" and not allowed.exact
            count += allowed.op is not None and allowed.op.name != "stablehlo.scatter"
            if allowed.kind == "interval":
                values = [results[number][index] for results in runs]
                count += int(allowed.low < min(values)) + int(allowed.high > max(values))
    return count


@pytest.mark.parametrize(("body", "options", "most"), WIDER, ids=["one", "three", "all", "samples"])
def test_what_two_choices_give_is_admitted_and_little_else(body: Any, options: Mapping[str, Any], most: int) -> None:
    found = {name: wider(name, body, options) for name in MEET}
    assert sum(found.values()) == most, found


def test_a_set_that_may_hold_more_than_orders_give_says_so() -> None:
    """What is scattered may itself be open; so may what is computed from it and from another set."""

    @hl.function("2xf32", "2xf32", name="main")
    def main(x: Any, y: Any) -> Any:
        one, other = (onto(hl.constant([1.0], "f32"), hl.constant([0, 0], "i32"), each, SET) for each in (x, y))
        open_ = onto(hl.constant([0.0], "f32"), hl.constant([0], "i32"), one, "max")
        return open_ * 1.0, open_ + other, hl.select(other > 1.0, open_, open_ - 1.0), other * 2.0

    found: Any = interpreter.admissible(main, np.array([3, 5], np.float32), np.array([1, 2], np.float32))
    assert [found.of(number, 0).exact for number in range(4)] == [False, False, False, True]


def test_as_many_random_orders_are_tried_as_are_asked_for() -> None:
    """Beside the first order and its reverse; of so many orders no two give the same."""

    @hl.function("1xf64", "24xf64", name="main")
    def main(x: Any, updates: Any) -> Any:
        return onto(x, hl.constant(np.zeros(24, np.int32)), updates, SAMPLED)

    def seen(**options: Any) -> list[float]:
        updates = np.random.default_rng(0).normal(size=24)
        found: Any = interpreter.admissible(main, np.zeros(1), updates, **options)
        assert found.of(0, 0).kind == "sampled"
        return [float(value) for value in found.of(0, 0).values]

    assert [len(seen(samples=samples)) for samples in (0, 1, 5)] == [2, 3, 7]
    assert seen(samples=5) == seen(samples=5, seed=0)
    assert set(seen(samples=5)).intersection(seen(samples=5, seed=1)) == set(seen(samples=0))
