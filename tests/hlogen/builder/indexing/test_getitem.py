"""x[...]: what it builds, what a running program's indices read, loops over parts, and what is refused."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest
from helpers.building import built, only, ops, refused, run

import hlogen as hl
import interpreter
from hlogen.backends import backend

X = np.arange(60, dtype=np.float32).reshape(3, 4, 5)
TABLE = np.arange(300, dtype=np.int32)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (np.s_[...], {}),
        (np.s_[:, 0:4], {}),
        (np.s_[1], {"slice": 1, "reshape": 1}),
        (np.s_[1:3, ::2], {"slice": 1}),
        (np.s_[::-1], {"reverse": 1}),
        (np.s_[::-2, :, -1], {"slice": 1, "reverse": 1, "reshape": 1}),
        (np.s_[..., None], {"reshape": 1}),
        (np.s_[True], {"reshape": 1}),
        (np.s_[2:2], {"slice": 1}),
        (np.s_[False], {}),
        (np.s_[np.array(1), None], {"slice": 1}),  # already of that shape
    ],
)
def test_a_basic_index_is_slices(key: object, expected: dict[str, int]) -> None:
    assert ops(lambda x: x[key], "3x4x5xf32") == expected


@pytest.mark.parametrize(
    ("key", "start_index_map", "offset_dims", "batching"),
    [
        (np.s_[[0, 2]], (0,), (1, 2), ()),
        (np.s_[:, [0, 2]], (1,), (0, 2), ()),
        (np.s_[:, [[0, 2], [1, 3]]], (1,), (0, 3), ()),
        (np.s_[[0, 1], :, [1, 2]], (0, 2), (1,), ()),
        (np.s_[:, [0, 1], [1, 2]], (1, 2), (0,), ()),
        (np.s_[..., [1, 2]], (2,), (0, 1), ()),
        (np.s_[X > 30], (0, 1, 2), (), ()),
        (np.s_[2, :, [1, 3]], (0, 2), (1,), ()),
        (np.s_[0, :, [1, 3]], (2,), (1,), ()),  # a slice starts at 0 by itself
        (np.s_[[0, 1, 2], [3, 3, 1]], (1,), (1,), (0,)),
        (np.s_[np.arange(3)[:, None], [[0, 1], [3, 0], [2, 2]]], (1,), (2,), (0,)),
    ],
)
def test_index_arrays_are_one_gather(
    key: object, start_index_map: object, offset_dims: object, batching: object
) -> None:
    function = built(lambda x: x[key], X)
    numbers = only(function, "gather").attributes["dimension_numbers"]
    assert numbers.start_index_map == start_index_map
    assert numbers.offset_dims == offset_dims
    assert numbers.operand_batching_dims == numbers.start_indices_batching_dims == batching
    assert ops(lambda x: x[key], "3x4x5xf32") == {"gather": 1}
    np.testing.assert_array_equal(interpreter.run(function, X)[0], X[key])


@pytest.mark.parametrize(
    ("key", "is_sorted"),
    [
        (np.s_[[0, 2]], True),
        (np.s_[[0, 0]], True),
        (np.s_[[2, 0]], False),
        (np.s_[[0, -1]], True),  # -1 is the last one
        (np.s_[[-1, 0]], False),
        (np.s_[:, [1, 1], [1, 0]], False),
        (np.s_[:, [0, 1], [1, 0]], True),
        (np.s_[[2]], True),
    ],
)
def test_a_gather_says_truly_whether_its_indices_are_sorted(key: object, is_sorted: bool) -> None:
    assert only(built(lambda x: x[key], X), "gather").attributes["indices_are_sorted"] is is_sorted


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (lambda x, i: x[hl.clamp(0, i, 2)], {"clamp": 1, "gather": 1}),
        (lambda x, i: x.at[hl.clamp(0, i, 2)].add(1), {"clamp": 1, "broadcast_in_dim": 1, "scatter": 1}),
        (lambda x, i: x[hl.iota("3xi8")], {"iota": 1, "convert": 1, "gather": 1}),
        (lambda x, i: x[i & 1], {"and": 1, "gather": 1}),
        (lambda x, i: x[hl.clamp(-1, i, 2)], {"clamp": 1, "compare": 1, "add": 1, "select": 1, "gather": 1}),
    ],
)
def test_indices_that_are_known_to_be_inside_are_left_alone(body: Any, expected: dict[str, int]) -> None:
    """Neither wrapped around the end nor compared with the bounds; of what may be -1, the sum with 3 is inside too."""
    assert ops(body, "3x4x5xf32", "2xi32") == expected


def test_the_cheaper_side_is_cut() -> None:
    """A few rows of a large table are cut after the gather, many rows of a small one before it."""
    few = hl.function("1000x64xf32", name="f")(lambda x: x[[1, 5], ::2])
    many = hl.function("10x64xf32", name="f")(lambda x: x[np.arange(1000) % 10, ::2])
    names = [[op.name for op in f.operation.regions[0].block.operations] for f in (few, many)]
    assert names[0].index("stablehlo.gather") < names[0].index("stablehlo.slice")
    assert names[1].index("stablehlo.slice") < names[1].index("stablehlo.gather")


def test_a_scalar_of_the_running_program_is_a_dynamic_slice() -> None:
    def body(x, i):
        return x[i], x[1:, i], x[..., i, ::2], x[i, i, i]

    assert ops(body, "3x4x5xf32", "i32")["dynamic_slice"] == 4
    assert ops(body, "3x4x5xf32", "i32")["gather"] == 0
    for i in (0, 2, -1, -3):
        at = np.array(i, np.int32)
        for result, expected in zip(run(body, X, at), (X[i], X[1:, i], X[..., i, ::2], X[i, i, i]), strict=True):
            np.testing.assert_array_equal(result, expected)


@pytest.mark.share(3)
@pytest.mark.parametrize("name", ["interpreter", pytest.param("xla", marks=pytest.mark.slow)])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_indices_of_every_type_wrap_once_and_never_overflow(dtype: type, name: str) -> None:
    info = np.iinfo(dtype)
    wanted = [0, 1, 100, 127, 200, 255, 299, 300, 301, 2**32 + 1, 2**63 + 5, -1, -128, -300, -301, info.min, info.max]
    values = np.array(sorted({value for value in wanted if info.min <= value <= info.max}), dtype)

    def results(of, alone_shape=()):
        arguments = [TABLE, values, *(np.full(alone_shape, value) for value in values)]
        return backend(name).run(built(lambda x, *each: [of(x, i) for i in each], *arguments), *arguments)

    places = [int(v) % 300 if -300 <= int(v) < 300 else None for v in values]
    filled = [np.iinfo(np.int32).min if place is None else TABLE[place] for place in places]
    clipped = [TABLE[min(max(int(v) + (300 if v < 0 else 0), 0), 299)] for v in values]
    for read, expected in ((lambda x, i: x[i], filled), (lambda x, i: x.at[i].get(mode="clip"), clipped)):
        together, *alone = results(read)
        np.testing.assert_array_equal(together, expected)
        np.testing.assert_array_equal(alone, expected)
    for alone_shape in ((), (1,)):
        together, *alone = results(lambda x, i: x.at[i].set(-7), alone_shape)
        assert set(np.flatnonzero(together == -7)) == {place for place in places if place is not None}
        for place, one in zip(places, alone, strict=True):
            assert np.flatnonzero(one == -7).tolist() == ([] if place is None else [place])


def test_tensors_of_several_types_join() -> None:
    i, j = np.array([0, -1, 2], np.int8), np.array([[3], [1]], np.uint64)
    np.testing.assert_array_equal(run(lambda x, i, j: x[i, j], X, i, j), X[i, j.astype(int)])
    np.testing.assert_array_equal(run(lambda x, i, j: x[i, 1:3, j], X, i, j), X[i, 1:3, j.astype(int)])
    k = np.array(1, np.uint8)
    np.testing.assert_array_equal(run(lambda x, i, k: x[i, k], X, i, k), X[i, 1])
    np.testing.assert_array_equal(run(lambda x, k, m: x[k, m], X, k, np.array(-1)), X[1, -1])


@pytest.mark.parametrize(
    ("dtype", "filled"),
    [(np.float32, np.nan), (np.complex64, np.nan), (np.int16, -(2**15)), (np.uint8, 255), (np.bool_, True)],
)
def test_what_is_read_out_of_bounds(dtype: type, filled: object) -> None:
    x, i = np.zeros((2, 3), dtype), np.array([0, 5], np.int32)
    expected = np.array([[0] * 3, [filled] * 3]).astype(dtype)
    np.testing.assert_array_equal(run(lambda x, i: x[i], x, i), expected)
    np.testing.assert_array_equal(run(lambda x, i: x[i], x, i[1]), expected[1])


def test_parts_of_the_first_dimension() -> None:
    def body(x):
        first, *rest = x
        assert len(x) == 3
        assert len(rest) == 2
        with hl.index_base(1):
            assert len(list(x)) == 3
        return [first, *rest, *reversed(x)]

    for result, expected in zip(run(body, X), [*X, *X[::-1]], strict=True):
        np.testing.assert_array_equal(result, expected)
    assert list(hl.function("0x2xf32", name="f")(lambda x: x + sum(list(x))).type.results)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda x: x[0, 0, 0, 0], "too many indices: 4 for a tensor of rank 3"),
        (lambda x: x[3], "index 3 is out of bounds of dimension 0 of tensor<3x4x5xf32>, which has size 3"),
        (lambda x: x[:, -5], "index -5 is out of bounds of dimension 1"),
        (lambda x: x[..., [0, 7]], "index 7 is out of bounds of dimension 2"),
        (lambda x: x[np.array([[-6]]), 0], "index -6 is out of bounds of dimension 0"),
        (lambda x: x[1.0], "an index is float 1.0, but indices are integers\n"),
        (lambda x: x[np.array([1, 2], object)], "fix: convert it: array.astype(np.int64)"),
        (lambda x: x[[0.5, 1]], "the elements of an index array are of float64, but they must be integers"),
        (lambda x: x[np.zeros(0)], "are of float64"),
        (lambda x: x[x], "an index is tensor<3x4x5xf32>, but indices are integers"),
        (lambda x: x[x > 0], "fix: keep the shape and choose elements with hl.select"),
        (lambda x: x[np.ones(4, bool)], "the mask has shape [4], but the dimensions that it covers have [3]"),
        (lambda x: x[:, np.ones((4, 4), bool)], "the mask has shape [4, 4]"),
        (lambda x: x[[0, 1], [0, 1, 2]], "don't broadcast: [2], [3]"),
        (lambda x: x["name"], "an index is an integer, a slice"),
        (lambda x: x[..., ...], "more than once"),
        (lambda x: x[::0], "has step 0"),
        (lambda x: x[0.5:], "a slice has integers"),
        (lambda x: x[hl.constant(1) :], "fix: use hl.dynamic_slice_in_dim"),
        (lambda x: x[[slice(0, 1), 0]], "fix: index with a tuple"),
        (lambda x: x[[0, [1, 2]]], "no array of numbers"),
        (lambda x: x[[hl.constant(0), hl.constant(1)]], "fix: join them with hl.concatenate"),
        (lambda x: x[hl.reshape(x, [60])[0].astype("i32")] and None, "isn't known while"),
        (lambda x: operator.setitem(x, 0, 1), "fix: take the new tensor of x.at[...].set(values)"),
        (lambda x: len(x[0, 0, 0]), "has rank 0"),
        (lambda x: list(x[0, 0, 0]), "it has no dimensions"),
        (lambda x: x[2**70], "out of range"),
        (lambda x: x[np.array([2**63], np.uint64)], "doesn't fit 64 bits"),
        (lambda x: x[0:0][hl.constant([0]) + 0], "has size 0, so every index into it is out of bounds"),
        (lambda x: x[:, hl.constant([0, -5])], "index -5 is out of bounds of dimension 1 of tensor<3x4x5xf32>"),
        (lambda x: x[hl.constant(3)], "index 3 is out of bounds of dimension 0"),
        (lambda x: x[hl.constant(7, "2x2xui8")], "index 7 is out of bounds of dimension 0"),
    ],
)
def test_what_is_refused(body, said: str) -> None:
    assert said in refused(body, "3x4x5xf32", file=__file__)


def test_masks_that_are_constants_of_the_program() -> None:
    x, mask = np.arange(12.0).reshape(2, 3, 2), np.array([[True, False, True], [False, True, False]])
    every = np.ones(2, bool)

    @hl.function("2x3x2xf64")
    def main(x):
        return (
            x[hl.constant(mask)],
            x[hl.constant(mask), 0],
            x[:, :, hl.constant(every)],
            x.at[hl.constant(mask)].set(0),
        )

    *parts, updated = interpreter.run(main, x)
    for actual, expected in zip(parts, (x[mask], x[mask, 0], x[:, :, every]), strict=True):
        np.testing.assert_array_equal(actual, expected)
    np.testing.assert_array_equal(updated, np.where(mask[..., None], 0, x))


@pytest.mark.parametrize("type", ["3x!quant.uniform<i8:f32, 0.5:3>", "3xf4E2M1FN"])
def test_types_without_a_value_that_fills_say_where_to_give_one(type: str) -> None:
    assert "say x.at[ids].get(fill_value=...)" in refused(lambda x, i: x[i], type, "2xi32", file=__file__)
    assert ops(lambda x, i: x.at[i].get(mode="clip"), type, "2xi32")["gather"] == 1


def test_unknown_sizes_are_refused() -> None:
    for body in (
        lambda x: list(x),
        lambda x: x[np.array([True, False])],
        lambda x: x.at[[0]].get(mode="error"),
        lambda x: x.at[0].set(1, mode="error"),
        lambda x: hl.take_along_axis(x, [[0, 1, 0]], 0, mode="error"),
        lambda x: hl.put_along_axis(x, [[0, 1, 0]], 1, 0, mode="error"),
    ):
        message = refused(body, "?x3xf32", file=__file__)
        assert "fix: " in message
        assert "tensor<?x3xf32>" in message
    assert "hl.size(x, 0)" in refused(lambda x: len(x), "?x3xf32", file=__file__)


def test_outside_of_a_function() -> None:
    kept: Any = []
    hl.function("3xf32", name="f")(lambda x: kept.append(x) or x)
    with pytest.raises(hl.UsageError, match="no function is being built"):
        kept[0][0]
