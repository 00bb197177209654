"""What must be found: small programs as people and JAX write index arithmetic, and the facts that are true of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pytest

import hlogen as hl
from hlogen.analysis.fact import gap_of_steps
from hlogen.analysis.facts import FAR, Fact, Facts
from hlogen.analysis.range import Interval
from hlogen.errors import UsageError

ROWS: list[Any] = []


class Expected(NamedTuple):
    """What a fact says; None for what isn't looked at. `gaps` by dimensions, `step` of the range, `at` the part."""

    range: tuple[int, int] | None = None
    steps: list[tuple[int, int]] | None = None
    gaps: dict[tuple[int, ...], int] | None = None
    step: int | None = None
    at: dict[int, int] | None = None
    constant: Any = None


def row(*types: str, **expected: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A program, given by what it computes from arguments of these types, and what is expected of its result."""

    def register(program: Callable[..., Any]) -> Callable[..., Any]:
        ROWS.append(pytest.param(types, program, Expected(**expected), id=program.__name__))
        return program

    return register


@pytest.mark.parametrize(("types", "program", "expected"), ROWS)
def test_is_found(types: tuple[str, ...], program: Callable[..., Any], expected: Expected) -> None:
    fact = fact_of(types, program, expected.at)
    if expected.range is not None:
        assert (fact.range.low, fact.range.high) == expected.range
    if expected.step is not None:
        assert fact.range.step == expected.step
    if expected.steps is not None:
        assert list(map(tuple, fact.steps)) == expected.steps
    for dims, gap in (expected.gaps or {}).items():
        assert fact.gap(dims) == gap, dims
    if expected.constant is not None:
        np.testing.assert_array_equal(fact.constant, expected.constant)


def fact_of(types: tuple[str, ...], program: Callable[..., Any], at: dict[int, int] | None = None) -> Fact:
    """The fact of a program's result, found in the finished program; while it is built, it is the same."""
    found = []

    def main(*arguments: Any) -> Any:
        result = program(*arguments)
        found.append(Facts().of(result.value, at or {}))
        return result

    function = hl.function(*types, name="main")(main)
    (result,) = function.module.function("main").body.operations[-1].operands
    facts = Facts(function.module)
    facts.lenient = False
    fact = facts.of(result, at or {})
    if not any(operation.name == "func.call" for operation in function.module.walk()):
        assert (fact.range, fact.steps) == (found[0].range, found[0].steps)
    return fact


def iota(shape: str, dim: int = 0) -> Any:
    return hl.iota(shape, iota_dimension=dim)


def less(x: Any, y: Any) -> Any:
    return hl.compare(x, y, "LT")


# -- counting


@row("f32", range=(0, 4), steps=[(1, 1)], gaps={(0,): 1}, constant=[0, 1, 2, 3, 4])
def counts(x):
    return iota("5xi32")


@row("f32", range=(7, 19), step=3, steps=[(3, 3)], gaps={(0,): 3})
def counts_in_steps(x):
    return iota("5xi32") * 3 + 7


@row("f32", range=(0, 14), steps=[(-3, -3), (1, 1)], gaps={(0,): 3, (1,): 1, (0, 1): 1})
def rows_and_columns(x):
    return hl.reverse(iota("5x3xi32") * 3 + iota("5x3xi32", 1), dimensions=[0])


@row("f32", range=(0, 14), steps=[(1, 1)], gaps={(0,): 1})
def flattened(x):
    return hl.reshape(iota("5x3xi32") * 3 + iota("5x3xi32", 1), [15])


@row("f32", range=(0, 1999999), steps=[(1000, 1000), (1, 1)], gaps={(0, 1): 1})
def unfolded(x):  # too many to be kept as a constant
    return hl.reshape(iota("2000000xi32"), [2000, 1000])


@row("3xi32", range=(0, 14), gaps={(1,): 3, (0, 1): 0})
def near_and_far(x):
    return hl.clamp(0, hl.broadcast_in_dim(x, [3, 5], broadcast_dimensions=[0]), 2) + iota("3x5xi32", 1) * 3


@row("4xi32", range=(0, 15), gaps={(0,): 4, (1,): 1, (0, 1): 1})
def mixed_radix_of_a_permutation(x):
    order = hl.sort([x, iota("4xi32")], lambda a, b, i, j: less(a, b), dimension=0)[1]
    return hl.broadcast_in_dim(order, [4, 4], broadcast_dimensions=[0]) * 4 + iota("4x4xi32", 1)


@row("i32", range=(0, 104), steps=[(1, 1)], gaps={(0,): 1})
def window(start):
    inside = hl.clamp(0, start, 100)
    return hl.broadcast_in_dim(inside, [5], broadcast_dimensions=[]) + iota("5xi32")


@row("i32", range=(-(1 << 31), (1 << 31) - 1), gaps={(0,): 0})
def may_overflow(start):  # what becomes of it, the specification leaves open
    return hl.broadcast_in_dim(start, [5], broadcast_dimensions=[]) + iota("5xi32")


@row("1xi64", range=(0, (1 << 63) - 2), steps=[(1, 1)], gaps={(0,): 1})
def counts_to_where_a_run_decides(size):
    return hl.dynamic_iota(size, result_type="?xi64")


@row("1xi32", range=(0, (1 << 31) - 2), steps=[(1, 1)], gaps={(0,): 1})
def counts_to_where_a_run_decides_in_its_type(size):
    return hl.dynamic_iota(size, result_type="?xi32")


@row("i32", "i32", range=(0, 4), steps=[(0, 0), (1, 1)], gaps={(1,): 1})
def counts_to_where_a_run_decides_at_most(rows, columns):
    sizes = [hl.reshape(hl.clamp(0, size, most), [1]) for size, most in ((rows, 9), (columns, 5))]
    return hl.dynamic_iota(hl.concatenate(sizes, dimension=0), result_type="?x?xi32", iota_dimension=1)


@row("5xi32", "1xi32", range=(-7, 4))
def padded_as_far_as_a_run_decides(x, edge):
    return hl.dynamic_pad(hl.clamp(0, x, 4), -7, edge, edge, edge, result_type="?xi32")


@row("?xi32", range=(0, (1 << 31) - 1))
def size_that_a_run_decides(x):
    return hl.get_dimension_size(x, 0)


@row("tensor<?xi32, #stablehlo.bounds<6>>", range=(0, 6))
def size_with_a_bound(x):
    return hl.get_dimension_size(x, 0)


@row("1xi64", steps=[(0, 1)], gaps={(0,): 0})
def repeated_where_there_is_one(size):
    return hl.dynamic_broadcast_in_dim(
        hl.dynamic_iota(size, result_type="?xi64"), size, broadcast_dimensions=[0], result_type="?xi64"
    )


@row("4xi32", range=(0, 5), gaps={(0,): 1})
def chosen_from_what_is_apart(x):
    order = hl.sort([x, iota("4xi32")], lambda a, b, i, j: less(a, b), dimension=0)[1]
    return hl.select(less(order, 2), order, order + 2)


# -- wrapped and clamped indices


@row("5xi32", range=(0, 9))
def clamped(x):
    return hl.clamp(0, x, 9)


@row("5xi32", range=(0, 9))
def wrapped_after_a_clamp(x):
    x = hl.clamp(-10, x, 9)
    return hl.select(less(x, 0), x + 10, x)


@row("5xi32", range=(-(1 << 31) + 10, (1 << 31) - 1))
def wrapped(x):
    return hl.select(less(x, 0), x + 10, x)


@row("5xi32", range=(0, 9))
def wrapped_in_wider_integers(x):
    x = hl.clamp(-10, x, 9)
    return hl.convert(hl.select(less(x, 0), hl.convert(x, "i64") + 10, hl.convert(x, "i64")), "ui8")


@row("5xi32", range=(-1, 9))
def masked(x):
    return hl.select(hl.and_(hl.compare(x, 0, "GE"), hl.compare(x, 10, "LT")), x, -1)


@row("5xi32", range=(0, 2))
def modulo(x):  # as jnp.mod is lowered
    rest = hl.remainder(x, 3)
    is_off = hl.and_(hl.compare(less(rest, 0), less(hl.constant([3] * 5, "i32"), 0), "NE"), hl.compare(rest, 0, "NE"))
    return hl.select(is_off, rest + 3, rest)


@row("5xi32", range=(-6, 6))
def remainder(x):
    return hl.remainder(x, 7)


@row("f32", steps=[(0, 1)], range=(0, 333333))
def divided(x):
    return hl.divide(iota("1000000xi32"), 3)


@row("f32", steps=[(1, 1)], range=(2, 2000001), gaps={(0,): 1})
def divided_without_remainder(x):
    return hl.divide(iota("2000000xi32") * 4 + 8, 4)


@row("5xi32", range=(0, 15), step=1)
def low_bits(x):
    return x & 15


@row("5xi32", range=(0, 1), constant=None)
def compared(x):
    return less(x, 3)


@row("5xi32", range=(1, 1), constant=[1] * 5)
def compared_and_decided(x):
    return less(hl.clamp(0, x, 4), hl.constant([5] * 5, "i32"))


@row("5xi32", range=(0, 0))
def different_residues(x):
    return hl.compare(hl.clamp(0, x, 9) * 2, hl.clamp(0, x, 9) * 4 + 1, "EQ")


# -- index vectors


def vectors(x: Any) -> Any:
    """Rows of (number, clamped x, constant)."""
    columns = [iota("5x1xi64"), hl.reshape(hl.convert(hl.clamp(0, x, 9), "i64"), [5, 1]), hl.constant([[7]] * 5, "i64")]
    return hl.concatenate(columns, dimension=1)


@row("5xi32", at={1: 0}, range=(0, 4), steps=[(1, 1), (0, 0)], gaps={(0,): 1, (0, 1): 1})
def first_component(x):
    return vectors(x)


@row("5xi32", at={1: 1}, range=(0, 9), gaps={(0,): 0})
def second_component(x):
    return vectors(x)


@row("5xi32", at={2: 2}, range=(7, 7), gaps={(0,): FAR, (1,): 0})
def third_component_moved(x):
    return hl.transpose(hl.reshape(vectors(x) + 0, [1, 5, 3]), permutation=[0, 1, 2])


@row("5xi32", at={0: 1}, range=(10, 19))
def component_of_arithmetic(x):
    rows = hl.transpose(vectors(x), permutation=[1, 0])
    return hl.select(less(rows, 0), rows + 100, rows) + 10


@row("5xi32", at={1: 1}, range=(0, 9))
def component_of_a_slice(x):
    return hl.slice(hl.pad(vectors(x), -1, edge_padding_low=[0, 1], edge_padding_high=[0, 0], interior_padding=[0, 0]),
                    start_indices=[0, 1], limit_indices=[5, 4])  # fmt: skip


# -- order


@row("8xi32", steps=[(0, (1 << 32) - 1)])
def sorted_(x):
    return hl.sort(x, less)


@row("8xi32", steps=[(-9, 0)], range=(0, 9))
def sorted_downwards(x):
    return hl.sort(hl.clamp(0, x, 9), lambda a, b: hl.compare(a, b, "GT"))


@row("8xi32", range=(0, 7), gaps={(0,): 1}, steps=[(-7, 7)])
def order(x):
    return hl.sort([x, iota("8xi32")], lambda a, b, i, j: less(a, b), dimension=0)[1]


@row("8xi32", range=(0, 7), steps=[(1, 1)])
def order_of_an_order_sorted(x):
    first = hl.sort([x, iota("8xi32")], lambda a, b, i, j: less(a, b), dimension=0)[1]
    return hl.sort(first, less)


@row("8xi32", "8xi32", range=(0, 4), steps=[(0, 4)])
def segments_of_sorted_keys(x, y):
    keys = hl.clamp(0, x, 4)

    def both(a, b, p, q):
        return hl.or_(less(a, b), hl.and_(hl.compare(a, b, "EQ"), less(p, q)))

    return hl.sort([keys, y], both, dimension=0)[0]


@row("8xi32", range=(0, 16), steps=[(0, 2)])
def cumulative_sum(x):
    return hl.reduce_window(hl.clamp(0, x, 2), 0, "add", window_dimensions=[8], padding=[[7, 0]])


@row("8xi32", range=(1, 16), steps=[(1, 2)], gaps={(0,): 1})
def cumulative_sum_of_positive(x):
    return hl.reduce_window(hl.clamp(1, x, 2), 0, "add", window_dimensions=[8], padding=[[7, 0]])


@row("8xi32", range=(0, 16), steps=[(0, 2)])
def offsets(x):
    sums = hl.reduce_window(hl.clamp(0, x, 2), 0, "add", window_dimensions=[8], padding=[[7, 0]])
    return hl.concatenate([hl.constant([0], "i32"), sums], dimension=0)


@row("8xi32", steps=[(-((1 << 32) - 1), 0)])
def cumulative_maximum_backwards(x):
    return hl.reduce_window(x, -(1 << 31), "max", window_dimensions=[8], padding=[[0, 7]])


@row("f32", range=(0, 1), steps=[(0, 1)])
def steps_of_a_threshold(x):
    return hl.maximum(iota("2000000xi32") - 1999998, 0)


@row("f32", steps=[(1, 1)], range=(0, 2999999), gaps={(0,): 1})
def concatenated_in_order(x):
    return hl.concatenate([iota("1500000xi32"), iota("1500000xi32") + 1500000], dimension=0)


@row("4xi32", gaps={(0,): 1}, range=(0, 7))
def concatenated_apart(x):
    order = hl.sort([x, iota("4xi32")], lambda a, b, i, j: less(a, b), dimension=0)[1]
    return hl.concatenate([order + 4, order], dimension=0)


@row("3x4xi32", gaps={(1,): 1}, range=(0, 3))
def largest_of_each_row(x):
    kinds = [hl.tensor("3x2xi32"), hl.tensor("3x2xi32")]
    return hl.operation("chlo.top_k", [x], attributes={}, result_types=kinds)[1]


@row("3x4xi32", gaps={(1,): 1}, range=(0, 3))
def largest_of_each_row_as_a_call(x):
    return hl.custom_call("mhlo.topk", x, result_types=[hl.tensor("3x2xi32"), hl.tensor("3x2xi32")])[1]


@row("3x4xi32", gaps={(1,): 1}, range=(0, 3))
def largest_of_each_row_as_a_call_of_xla(x):
    return hl.custom_call("TopK", x, result_types=[hl.tensor("3x2xi32"), hl.tensor("3x2xi32")])[1]


@row("3x4xi32", range=(-(1 << 31), (1 << 31) - 1), gaps={(1,): 0}, steps=[(1 - (1 << 32), (1 << 32) - 1)] * 2)
def largest_values_as_a_call(x):
    """The call may mean the smallest, whose order is another; and what others call so is nobody's."""
    return hl.custom_call("mhlo.topk", x, result_types=[hl.tensor("3x2xi32"), hl.tensor("3x2xi32")])[0]


@row("3x4xi32", range=(-(1 << 31), (1 << 31) - 1), gaps={(1,): 0})
def a_call_of_another_name(x):
    return hl.custom_call("vendor.topk", x, result_types=[hl.tensor("3x2xi32"), hl.tensor("3x2xi32")])[1]


@row("5xi32", range=(0, 4), steps=[(1, 1)], gaps={(0,): 1})
def note_about_sharding(x):
    return hl.custom_call("Sharding", iota("5xi32"), result_types="5xi32")


@row("5xi32", range=(2, 6), steps=[(1, 1)])
def element_of_a_tuple(x):
    return hl.get_tuple_element(hl.tuple(x, iota("5xi32") + 2, x), 1)


@row("5xi32", range=(0, 4), at={0: 1})
def part_of_an_element_of_a_tuple(x):
    return hl.get_tuple_element(hl.tuple(x, hl.clamp(0, x, 4)), 1)


@row("3x4xi32", range=(0, 3))
def argument_of_the_largest(x):
    def body(a, i, b, j):
        first = hl.or_(hl.compare(a, b, "GT"), hl.and_(hl.compare(a, b, "EQ"), less(i, j)))
        return hl.select(first, a, b), hl.select(first, i, j)

    return hl.reduce([x, iota("3x4xi32", 1)], [-(1 << 31), 0], [1], body)[1]


@row("3xi32", range=(-1, 2), steps=[(0, 2)], gaps={(0,): 0})
def quotients_around_zero(x):
    """-1 and 1 are 2 apart and have the same half."""
    return hl.divide(iota("3xi32") * 3 - 2 + hl.clamp(0, x, 1), 2)


@row("6xi32", range=(0, 3), gaps={(0,): 0})
def remainders_that_come_again(x):
    return (iota("6xi32") * 2 + hl.clamp(0, x, 1)) % 4


@row("3xi32", range=(0, 5), gaps={(0,): 1})
def remainders_of_less_than_the_divisor(x):
    return (iota("3xi32") * 2 + hl.clamp(0, x, 1)) % 8


@row(range=(0, 2), steps=[(0, 1)])
def least_of_each_row_and_an_initial_value_among_them():
    """min(2, i): the initial value makes rows equal that differ by 1."""
    return hl.reduce(iota("5x3xi32"), hl.constant(2, "i32"), [1], "min")


# -- what is looked up


@row("8xi32", range=(0, 9), steps=[(3, 3)])
def read_in_order(x):
    table = iota("10xi32")
    return table[hl.constant([0, 3, 6], "i32")]


@row("i32", range=(0, 27), steps=[(0, 3), (3, 3)], gaps={(0,): 0})
def windows_in_order_of_which_some_are_moved_inside(x):
    """Starts from 4 on: those above 6 are 6, since a window has 4 elements of 10."""
    return hl.gather(
        iota("10xi32") * 3,
        hl.clamp(4, x, 5) + iota("4xi32"),
        offset_dims=[1],
        collapsed_slice_dims=[],
        start_index_map=[0],
        index_vector_dim=1,
        slice_sizes=[4],
    )


@row("4xi32", "i32", gaps={(0,): 2})
def permutation_of_a_permutation(x, y):
    order = hl.sort([x, iota("4xi32")], lambda a, b, i, j: less(a, b), dimension=0)[1]
    return hl.gather(
        order * 2,
        order,
        offset_dims=[],
        collapsed_slice_dims=[0],
        start_index_map=[0],
        index_vector_dim=1,
        slice_sizes=[1],
    )


@row("3x4xi32", gaps={(1,): 1, (0, 1): 1}, range=(0, 11))
def permutation_of_each_row(x):
    order = hl.sort([x, iota("3x4xi32", 1)], lambda a, b, i, j: less(a, b), dimension=1)[1]
    return hl.take_along_axis(iota("3x4xi32") * 4 + iota("3x4xi32", 1), order, axis=1)


@row("2x1xi32", range=(0, 23), steps=[(10, 14), (3, 3)])
def column_of_each_matrix(x):
    """Element [b, w] is 12 b + 3 w and what is looked up, from 0 to 2: the window is behind a batching dimension."""
    return hl.gather(
        hl.reshape(iota("24xi32"), [2, 4, 3]),
        hl.clamp(0, x, 2),
        offset_dims=[1],
        collapsed_slice_dims=[2],
        operand_batching_dims=[0],
        start_indices_batching_dims=[0],
        start_index_map=[2],
        index_vector_dim=1,
        slice_sizes=[1, 4, 1],
    )


@row("1x2xi32", range=(0, 23), steps=[(12, 12), (4, 8), (3, 3)])
def windows_on_both_sides_of_a_batching_dimension(x):
    """Element [v, b, w] is 12 v + 6 b + 3 w and what is looked up, from 0 to 2."""
    return hl.gather(
        hl.reshape(iota("24xi32"), [2, 2, 2, 3]),
        hl.clamp(0, x, 2),
        offset_dims=[0, 2],
        collapsed_slice_dims=[3],
        operand_batching_dims=[1],
        start_indices_batching_dims=[1],
        start_index_map=[3],
        index_vector_dim=0,
        slice_sizes=[2, 1, 2, 1],
    )


@row("20xi32", range=(0, 20))
def histogram(x):
    return hl.constant([0] * 5, "i32").at[x].add(1)


@row("5xi32", "i32", range=(3, 9))
def updated(x, start):
    return hl.dynamic_update_slice(hl.constant([3] * 5, "i32"), hl.clamp(4, x, 9)[0:2], [start])


# -- loops and calls


@row(range=(0, 0))
def counted_down():
    return hl.while_([hl.constant(8, "i32")], lambda i: less(0, i), lambda i: i - 1)[0]


@row("5xi32", range=(10, 10))
def counter(x):
    return hl.while_([hl.constant(0, "i32"), x], lambda i, y: less(i, 10), lambda i, y: (i + 1, y + i))[0]


@row("5xi32", range=(0, 9))
def carried_and_clamped(x):
    start = hl.constant([0] * 5, "i32")
    return hl.while_(
        [hl.constant(0, "i32"), start], lambda i, y: less(i, 10), lambda i, y: (i + 1, hl.clamp(0, y + i, 9))
    )[1]


@row("5xi32", range=(0, 4), steps=[(1, 1)])
def carried_unchanged(x):
    return hl.while_([hl.constant(0, "i32"), iota("5xi32")], lambda i, y: less(i, 10), lambda i, y: (i + 1, y))[1]


@row("5xi32", range=(0, 9), steps=[(0, 9)])
def carried_in_order(x):
    """All are equal at first, and move apart: what is left is that they are in order."""
    start = hl.broadcast_in_dim(hl.clamp(0, x[0], 9), [5], broadcast_dimensions=[])
    return hl.while_(
        [hl.constant(0, "i32"), start],
        lambda i, y: less(i, 10),
        lambda i, y: (i + 1, hl.clamp(0, y + iota("5xi32"), 9)),
    )[1]


@row("5xi32", range=(0, 9), steps=[(-9, 0)])
def carried_in_the_other_order(x):
    start = hl.broadcast_in_dim(hl.clamp(0, x[0], 9), [5], broadcast_dimensions=[])
    return hl.while_(
        [hl.constant(0, "i32"), start],
        lambda i, y: less(i, 10),
        lambda i, y: (i + 1, hl.clamp(0, y - iota("5xi32"), 9)),
    )[1]


@row("5xi32", range=(3, 3), constant=[3] * 5)
def carried_beside_what_moves_twice(x):
    def body(i, y, z, w):
        return i + 1, hl.clamp(0, y + z, 9), hl.clamp(0, z + x, 5), hl.minimum(w, hl.clamp(3, y, 9))

    begin = [hl.constant(0, "i32"), *(hl.constant([n] * 5, "i32") for n in (0, 0, 3))]
    return hl.while_(begin, lambda i, *_: less(i, 10), body)[3]


@row("5xi32", range=(0, 9))
def written_in_a_loop(x):
    def body(i, y):
        return i + 1, hl.dynamic_update_slice(y, hl.broadcast_in_dim(i, [1], broadcast_dimensions=[]), [i])

    return hl.while_([hl.constant(0, "i32"), hl.constant([0] * 10, "i32")], lambda i, y: less(i, 10), body)[1]


@row("i1", range=(2, 5))
def either(x):
    return hl.if_(x, lambda: hl.constant(2, "i32"), lambda: hl.constant(5, "i32"))


@row("5xi32", range=(100, 100))
def called_with_different_operands(x):
    def clip(low, y, high):
        return hl.clamp(low, y, high)

    clip = hl.function("i32", "5xi32", "i32", name="clip", private=True)(clip)
    clip(hl.constant(0, "i32"), x, hl.constant(7, "i32"))
    return clip(hl.constant(100, "i32"), x, hl.constant(100, "i32"))


@row("i32", gaps={(0,): 3, (0, 1): 3, (0, 2): 0, (0, 1, 2): 0, (1,): FAR, (2,): 0})
def spread_along_dimensions_of_sizes_1_and_2(x):
    """Along the one there is no other place; along the other each number is there twice."""
    places = hl.broadcast_in_dim(hl.clamp(0, x, 9), (5,), broadcast_dimensions=[]) + iota("5xi32") * 3
    return hl.broadcast_in_dim(places, (5, 1, 2), broadcast_dimensions=[0])


# -- sums of products, choices of windows, numbers drawn
def product(x: Any, y: Any) -> Any:
    return hl.dot_general(x, y, lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0])


@row("2x3xi32", range=(-12, 30))  # three products of -2..5 and 0..2
def dotted(x):
    return product(hl.clamp(-2, x, 5), hl.clamp(0, iota("3x2xi32"), 2))


@row("2x3xi8", range=(-128, 127))  # 3 * 50 * 1 has no place in the type
def dotted_beyond_the_type(x):
    return product(hl.clamp(0, x, 50), hl.clamp(0, iota("3x2xi8"), 1))


@row("2x0xi32", range=(0, 0), constant=[[0, 0, 0, 0]] * 2)
def dotted_over_nothing(x):
    return product(x, hl.constant(np.zeros((0, 4), np.int32)))


@row("1x1x6xi32", range=(-6, 12))  # up to three products of 0..2 and -1..2, over the edge fewer
def convolved(x):
    return hl.convolution(
        hl.clamp(0, x, 2),
        hl.constant(np.array([[[-1, 2, 1]]], np.int32)),
        padding=[(1, 1)],
        input_batch_dimension=0,
        input_feature_dimension=1,
        input_spatial_dimensions=[2],
        kernel_output_feature_dimension=0,
        kernel_input_feature_dimension=1,
        kernel_spatial_dimensions=[2],
    )


@row("6xi32", "3xi32", range=(0, 21))
def scattered_to_the_largest_of_each_window(x, y):
    return hl.select_and_scatter(
        x, hl.clamp(0, y, 7), 0, lambda a, b: a >= b, hl.add, window_dimensions=[2], window_strides=[2]
    )


@row("5xi32", range=(3, 12))
def mapped(x):
    return hl.map([hl.clamp(0, x, 9)], lambda a: a + 3)


@row("f32", range=(-2, 6))
def drawn(x):
    return hl.rng(hl.constant(-2, "i32"), hl.constant(7, "i32"), [4], "UNIFORM")


@row("f32", "i32", range=(-(1 << 31), (1 << 31) - 1))
def drawn_from_what_may_be_nothing(x, high):
    return hl.rng(hl.constant(2, "i32"), hl.clamp(0, high, 7), [4], "UNIFORM")


@row("f32", "i32", range=(-(1 << 31), (1 << 31) - 1))
def drawn_from_where_the_interval_may_be_empty(x, low):
    return hl.rng(hl.clamp(0, low, 5), hl.constant(5, "i32"), [4], "UNIFORM")


@row("f32", "i32", "i32", range=(0, 8))
def drawn_between_what_is_open(x, low, high):
    return hl.rng(hl.clamp(0, low, 5), hl.clamp(6, high, 9), [4], "UNIFORM")


@row("5xui32", range=(0, 9))
def read_with_a_sign(x):
    return hl.bitcast_convert(hl.minimum(x, 9), "i32")


@row("5xui32", range=(-(1 << 31), (1 << 31) - 1))
def read_with_a_sign_that_may_be_there(x):
    return hl.bitcast_convert(x, "i32")


# -- the interface itself


def test_arguments_of_private_functions_are_known_from_their_calls() -> None:
    @hl.function("4xi32", name="step", private=True)
    def step(y: Any) -> Any:
        return y + 1

    @hl.function("4xi32", name="main")
    def main(x: Any) -> Any:
        return step(hl.clamp(0, x, 5)), step(hl.clamp(3, x, 9))

    facts = Facts(main.module)
    (argument,) = main.module.function("step").arguments
    assert facts.of(argument).range == (0, 9, 1)
    assert facts.of(argument, {0: 2}).range == (0, 9, 1)
    assert facts.of(main.module.function("main").arguments[0]).range.low == -(1 << 31)


def test_arguments_of_a_loop_are_known() -> None:
    @hl.function("4xf32", name="main")
    def main(x: Any) -> Any:
        return hl.while_([hl.constant(0, "i32"), x], lambda i, y: less(i, 7), lambda i, y: (i + 2, y))[1]

    (loop,) = (operation for operation in main.module.walk() if operation.name == "stablehlo.while")
    condition, body = (region.block.arguments[0] for region in loop.regions)
    facts = Facts(main.module)
    assert facts.of(condition).range == (0, 8, 2)
    assert facts.of(body).range == (0, 6, 2)
    assert facts.of(loop.results[0]).range == (8, 8, 1)


def test_there_are_no_facts_about_floats_and_of_places_that_are_not_there() -> None:
    @hl.function("4xf32", "4x1xi32", name="main")
    def main(x: Any, y: Any) -> Any:
        with pytest.raises(UsageError, match="not about tensor<4xf32>"):
            Facts().of(x.value)
        for at in ({0: 4}, {0: -1}, {2: 0}):
            with pytest.raises(UsageError, match="has no"):
                Facts().of(y.value, at)
        assert Facts().of(y.value, {1: 0}).shape == (4, 1)
        return x


def test_where_there_are_no_elements_anything_holds() -> None:
    fact = fact_of(("0x3xi32",), lambda x: x + 1)
    assert fact.is_empty
    assert fact.range.low > fact.range.high
    assert fact.gap({0, 1}) >= FAR
    assert fact.constant is not None


def test_the_gap_that_follows_from_steps_is_never_too_large() -> None:
    """Of elements that are sums of whole steps, by looking at every two; and it is found where steps are far apart."""
    rng = np.random.default_rng(0)
    grids = [((m, n), (a, b)) for m in range(1, 5) for n in range(1, 5) for a in range(-9, 10) for b in range(-9, 10)]
    grids += [(tuple(rng.integers(1, 5, 3).tolist()), tuple(rng.integers(-30, 31, 3).tolist())) for _ in range(300)]
    found = 0
    for shape, steps in grids:
        values = (np.stack(np.unravel_index(np.arange(np.prod(shape)), shape), 1) @ np.array(steps)).tolist()
        least = min((abs(x - y) for at, x in enumerate(values) for y in values[:at]), default=FAR)
        gap = gap_of_steps(shape, [Interval(step, step) for step in steps], range(len(shape)))
        assert 0 <= gap <= least, (shape, steps)
        found += gap == least
    assert found > len(grids) / 4
