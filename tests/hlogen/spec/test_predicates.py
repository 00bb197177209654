"""What gather, dynamic_gather and scatter share says where it is broken: word for word, of one thing and of several."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from hlogen.ir import parse_type
from hlogen.spec import predicates
from hlogen.spec.constraint import UPSTREAM_ACCEPTS, Answer, Offence, Truth
from hlogen.spec.dims import Dim
from hlogen.spec.predicates import NamedDims


def named(name: str, *dims: int) -> NamedDims:
    return NamedDims(name, dims)


def told(answer: Answer) -> tuple[str, str]:
    assert isinstance(answer, Offence)
    return answer.message, answer.fix


@pytest.mark.parametrize(
    ("type", "expected"),
    [
        ("tensor<2xi4>", None),
        ("tensor<?xf8E5M2>", None),
        ("tensor<2x!quant.uniform<i8:f32, 0.5>>", None),
        (
            "tensor<*xf32>",
            (
                "x is tensor<*xf32>, which has no rank",
                "give x a ranked tensor type, with ? where a dimension size is unknown",
            ),
        ),
        ("!stablehlo.token", ("x is !stablehlo.token, which is no tensor", "pass a tensor as x")),
        (
            "tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>",
            (
                "x is tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>: it is quantized per axis (dimension 0), and "
                "only per tensor is allowed",
                "convert x to an element type that StableHLO has",
            ),
        ),
        (
            "tensor<2xsi8>",
            (
                "x is tensor<2xsi8>: StableHLO spells its signed integers i8, not si8",
                "convert x to an element type that StableHLO has",
            ),
        ),
        (
            "tensor<2xui7>",
            (
                "x is tensor<2xui7>: ui7 is no integer type of StableHLO, whose widths are 2, 4, 8, 16, 32 and 64",
                "convert x to an element type that StableHLO has",
            ),
        ),
        (
            "tensor<complex<bf16>>",
            (
                "x is tensor<complex<bf16>>: complex<bf16> isn't one of StableHLO's complex types, complex<f32> and "
                "complex<f64>",
                "convert x to an element type that StableHLO has",
            ),
        ),
        (
            "tensor<index>",
            (
                "x is tensor<index>: index is no element type of StableHLO",
                "convert x to an element type that StableHLO has",
            ),
        ),
    ],
)
def test_no_tensor(type: str, expected: tuple[str, str] | None) -> None:
    answer = predicates.not_a_tensor("x", parse_type(type))
    assert (answer is Truth.HOLDS) if expected is None else (told(answer) == expected)


@pytest.mark.parametrize(
    ("rank", "sizes", "counts", "fix"),
    [
        (3, (1, 1, 0), "1 + 1 + 0 = 2", "name 1 dimension more"),
        (4, (1, 0, 1), "1 + 0 + 1 = 2", "name 2 dimensions more"),
        (0, (0, 0, 1), "0 + 0 + 1 = 1", "take out 1 dimension"),
        (1, (2, 0, 1), "2 + 0 + 1 = 3", "take out 2 dimensions"),
    ],
)
def test_a_rank_that_is_not_covered(rank: int, sizes: Sequence[int], counts: str, fix: str) -> None:
    parts = [named(name, *range(size)) for name, size in zip(("a", "b", "c"), sizes, strict=True)]
    assert told(predicates.rank_not_covered("x", rank, *parts)) == (
        f"size(a) + size(b) + size(c) = {counts}, but rank(x) = {rank}",
        f"{fix}: every dimension of x is counted by exactly one of a, b and c",
    )
    assert predicates.rank_not_covered("x", sum(sizes), *parts) is Truth.HOLDS


def test_an_index_vector_dim_out_of_range() -> None:
    for dim, rank in ((-1, 2), (3, 2), (1, 0)):
        assert told(predicates.index_vector_dim_out_of_range("i", rank, dim)) == (
            f"index_vector_dim = {dim} isn't in [0, rank(i)] = [0, {rank}]",
            f"point index_vector_dim at the dimension of i that holds the index vectors, or use {rank} where every "
            "element of i is an index vector of its own",
        )
    assert all(predicates.index_vector_dim_out_of_range("i", 2, dim) is Truth.HOLDS for dim in range(3))


@pytest.mark.parametrize(
    ("dims", "vector", "count", "message", "elements", "upstream"),
    [
        ([Dim(5), Dim(2)], 1, 1, "m = [0] has 1 entry, but dim(i, index_vector_dim = 1) = 2", "1 element", None),
        ([Dim(3), Dim(5)], 0, 2, "m = [0, 1] has 2 entries, but dim(i, index_vector_dim = 0) = 3", "2 elements", None),
        (
            *([Dim(None, 1)], 0, 2, "m = [0, 1] has 2 entries, but dim(i, index_vector_dim = 0) = ? (at most 1)"),
            *("2 elements", UPSTREAM_ACCEPTS),
        ),
        (
            *([Dim(5)], 1, 0, "m = [] has 0 entries, but index vectors have 1 element, as index_vector_dim = 1 = "),
            *("0 elements", None),
        ),
    ],
)
def test_an_index_map_of_wrong_size(
    dims: list[Dim], vector: int, count: int, message: str, elements: str, upstream: str | None
) -> None:
    answer = predicates.index_map_of_wrong_size(named("m", *range(count)), "i", dims, vector)
    assert isinstance(answer, Offence)
    assert answer.message == message + ("rank(i)" if message.endswith("= ") else "")
    assert answer.fix == (
        f"list in m one dimension for each element of an index vector, or give i index vectors of {elements}"
    )
    assert answer.upstream == upstream


def test_an_index_map_of_an_open_size() -> None:
    assert predicates.index_map_of_wrong_size(named("m", 0, 1), "i", [Dim(None)], 0) is Truth.UNKNOWN
    assert predicates.index_map_of_wrong_size(named("m", 0, 1), "i", [Dim(None, 2)], 0) is Truth.UNKNOWN
    assert predicates.index_map_of_wrong_size(named("m", 4), "i", [Dim(None)], 1) is Truth.HOLDS


@pytest.mark.parametrize(
    ("dims", "message", "fix"),
    [
        ((1, 3, 2, 0), "a = [1, 3, 2, 0] isn't sorted: 2 comes after 3", "write a = [0, 1, 2, 3]"),
        ((0, 0), "a = [0, 0] has 0 more than once", "name each dimension once in a"),
        (
            *((1, 0, 0), "a = [1, 0, 0] isn't sorted: 0 comes after 1, and 0 stands in it more than once"),
            "write a = [0, 1]",
        ),
        (
            (4, 4, 2, 1, 2, 1, 0),
            "a = [4, 4, 2, 1, 2, 1, 0] isn't sorted: 2 comes after 4, and 1, 2 and 4 stand in it more than once",
            "write a = [0, 1, 2, 4]",
        ),
    ],
)
def test_what_is_neither_sorted_nor_unique(dims: tuple[int, ...], message: str, fix: str) -> None:
    assert told(predicates.not_unique_and_sorted(named("a", *dims))) == (message, fix)
    is_unique, is_sorted = len({*dims}) == len(dims), [*dims] == sorted(dims)
    assert (predicates.not_sorted(named("a", *dims)) is Truth.HOLDS) == is_sorted
    assert (predicates.repeated(named("a", *dims)) is Truth.HOLDS) == is_unique


def test_batching_dims_are_sorted_with_their_partners() -> None:
    one, other = named("a", 3, 1, 2), named("b", 7, 9, 8)
    message = "a = [3, 1, 2] isn't sorted: 1 comes after 3"
    assert told(predicates.batching_dims_not_sorted(one, other)) == (
        message,
        "keep the pairs together: write a = [1, 2, 3] and b = [9, 8, 7]",
    )
    assert told(predicates.batching_dims_not_sorted(one, named("b", 7))) == (message, "write a = [1, 2, 3]")
    assert predicates.batching_dims_not_sorted(named("a", 1, 2), named("b", 2, 1)) is Truth.HOLDS


@pytest.mark.parametrize(
    ("first", "second", "message", "fix"),
    [
        ((1, 1), (0,), "a = [1, 1] has 1 more than once", "name each dimension once in a"),
        ((1,), (2, 0, 2), "b = [2, 0, 2] has 2 more than once", "name each dimension once in b"),
        (
            *((1,), (0, 1), "a = [1] and b = [0, 1] both name 1"),
            "a dimension of x belongs in one of the two: take it out of a or b",
        ),
        (
            (3, 2, 1),
            (1, 2, 3, 3),
            "b = [1, 2, 3, 3] has 3 more than once; a = [3, 2, 1] and b = [1, 2, 3, 3] both name 1, 2 and 3",
            "name each dimension once in b; a dimension of x belongs in one of the two: take it out of a or b",
        ),
    ],
)
def test_what_is_claimed_twice(first: tuple[int, ...], second: tuple[int, ...], message: str, fix: str) -> None:
    answer = predicates.claimed_twice(named("a", *first), named("b", *second), "x")
    assert told(answer) == (message, fix)
    assert predicates.claimed_twice(named("a", 2, 0), named("b", 1), "x") is Truth.HOLDS


@pytest.mark.parametrize(
    ("dims", "rank", "message", "fix"),
    [
        ((0, 2), 2, "a[1] = 2 isn't in [0, r) = [0, 2)", "use dimensions from 0 to 1"),
        ((3, 0, 4), 3, "a[0] = 3 and a[2] = 4 aren't in [0, r) = [0, 3)", "use dimensions from 0 to 2"),
        (
            *((-1,), 3, "a[0] = -1 isn't in [0, r) = [0, 3)"),
            "use dimensions from 0 to 2; negative ones don't count from the end",
        ),
        ((-4,), 3, "a[0] = -4 isn't in [0, r) = [0, 3)", "use dimensions from 0 to 2"),
        (
            *((-3, 9), 3, "a[0] = -3 and a[1] = 9 aren't in [0, r) = [0, 3)"),
            "use dimensions from 0 to 2; negative ones don't count from the end",
        ),
        (
            *((0,), 0, "a[0] = 0 isn't in [0, r) = [0, 0)"),
            "leave a empty: there are no dimensions to name, as r is 0",
        ),
    ],
)
def test_what_is_out_of_range(dims: tuple[int, ...], rank: int, message: str, fix: str) -> None:
    assert told(predicates.out_of_range(named("a", *dims), rank, "r")) == (message, fix)
    assert predicates.out_of_range(named("a", *range(rank)), rank, "r") is Truth.HOLDS


def test_slices_that_are_too_wide() -> None:
    part = named("a", 2, 0, 2, 3, -1, 9)
    assert told(predicates.slice_too_wide(part, [2, 5, 3, 1], "do")) == (
        "a = [2, 0, 2, 3, -1, 9], but slice_sizes[2] = 3 and slice_sizes[0] = 2",
        "do",
    )
    assert predicates.slice_too_wide(named("a", 0, 1), [1, 0, 5], "do") is Truth.HOLDS


def test_different_counts() -> None:
    assert told(predicates.different_counts(named("a", 5), named("b"))) == (
        "a = [5] has 1 entry, b = [] has 0",
        "pair them up: a[i] and b[i] are the same batching dimension, once in each tensor",
    )
    assert told(predicates.different_counts(named("a"), named("b", 7)))[0] == "a = [] has 0 entries, b = [7] has 1"


def test_a_dimension_of_index_vectors_that_is_named() -> None:
    assert told(predicates.index_vector_dim_is_batching(named("a", 0, 2), 2, 3)) == (
        "a[1] = 2 is the index_vector_dim",
        "name in a only dimensions that tell index vectors apart, not the one that holds them",
    )
    for dim, rank in ((1, 3), (2, 2), (-1, 3)):  # not named, and one past the last or none at all
        assert predicates.index_vector_dim_is_batching(named("a", 0, 2, -1), dim, rank) is Truth.HOLDS


@pytest.mark.parametrize(
    ("shape", "batches", "message", "upstream"),
    [
        ([2, 3], [2, 4], "dim(x, a[1] = 1) = 3 but dim(i, b[1] = 1) = 4", None),
        (
            *([2, 3], [5, 4]),
            "dim(x, a[0] = 0) = 2 but dim(i, b[0] = 0) = 5; dim(x, a[1] = 1) = 3 but dim(i, b[1] = 1) = 4",
            None,
        ),
        ([Dim(None, 1), 3], [2, 3], "dim(x, a[0] = 0) = ? (at most 1) but dim(i, b[0] = 0) = 2", UPSTREAM_ACCEPTS),
        (
            *([Dim(None, 1), 3], [2, 4]),
            "dim(x, a[0] = 0) = ? (at most 1) but dim(i, b[0] = 0) = 2; dim(x, a[1] = 1) = 3 but dim(i, b[1] = 1) = 4",
            None,
        ),
    ],
)
def test_batching_sizes_that_differ(
    shape: list[int | Dim], batches: list[int | Dim], message: str, upstream: str | None
) -> None:
    first, second = ([Dim(one) if isinstance(one, int) else one for one in of] for of in (shape, batches))
    answer = predicates.batching_sizes_differ("x", named("a", 0, 1), first, "i", named("b", 0, 1), second, 2)
    assert isinstance(answer, Offence)
    assert (answer.message, answer.upstream) == (message, upstream)
    assert answer.fix == (
        "pair dimensions of equal size, or reshape x or i so that they have it: entry i of a and entry i of b are one "
        "batching dimension"
    )


def test_batching_sizes_that_are_not_judged() -> None:
    """Out of range, beside the index vectors, of a dimension that is there twice the second time; and open ones."""

    def judged(a: tuple[int, ...], b: tuple[int, ...], *, first: int | None = 2, vector: int = 2) -> Answer:
        shapes = [Dim(first), Dim(3)], [Dim(2), Dim(3), Dim(7)]
        return predicates.batching_sizes_differ("x", named("a", *a), shapes[0], "i", named("b", *b), shapes[1], vector)

    assert judged((0, 1), (0, 1)) is Truth.HOLDS
    assert judged((2, -1), (0, 1)) is Truth.HOLDS
    assert judged((0, 1), (3, -1)) is Truth.HOLDS
    assert judged((0,), (2,)) is Truth.HOLDS
    assert isinstance(judged((0,), (2,), vector=1), Offence)
    assert judged((0, 0), (0, 1)) is Truth.HOLDS
    assert judged((0,), (0,), first=None) is Truth.UNKNOWN
    assert isinstance(judged((0, 1), (0, 0), first=None), Offence)


def test_windows_and_batches_are_put_together() -> None:
    batch, window = [Dim(2), Dim(3)], [Dim(7), Dim(8)]
    assert [dim.size for dim in predicates.combine(batch, window, (1, 3))] == [2, 7, 3, 8]
    assert [dim.size for dim in predicates.combine(batch, window, (0, 1))] == [7, 8, 2, 3]
    assert predicates.batch_dims_of([Dim(4), Dim(5), Dim(6)], 1) == [Dim(4), Dim(6)]
    assert predicates.batch_dims_of([Dim(4), Dim(5)], 2) == [Dim(4), Dim(5)]


@pytest.mark.parametrize("rank", range(4))
def test_dimensions_are_those_below_the_rank(rank):
    for dim in range(-2, 5):
        found = predicates.out_of_range(named("dims", 0, dim) if rank else named("dims", dim), rank, "rank(x)")
        assert (found is Truth.HOLDS) == (0 <= dim < rank), dim
    assert predicates.out_of_range(named("dims"), rank, "rank(x)") is Truth.HOLDS
