"""take, take_along_axis and put_along_axis equal NumPy, as one gather or scatter without counters."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from helpers.building import built, only, ops, refused, run

import hlogen as hl
import interpreter

X = np.arange(60, dtype=np.int32).reshape(3, 4, 5)


@pytest.mark.parametrize("axis", [None, 0, 1, 2, -1, -3])
@pytest.mark.parametrize("indices", [2, [0, -1, 2], [[0, 1], [-2, -3]], [], np.zeros((0, 2), np.int64)])
def test_take_is_numpys(axis: int | None, indices: object) -> None:
    expected = np.take(X, np.asarray(indices, np.int64), axis)
    np.testing.assert_array_equal(run(lambda x: hl.take(x, indices, axis), X), expected)
    given = np.asarray(indices, np.int16)
    np.testing.assert_array_equal(run(lambda x, i: hl.take(x, i, axis), X, given), expected)


def test_an_embedding_is_one_gather_of_whole_rows() -> None:
    function = built(lambda x, i: hl.take(x, i, 0, mode="clip"), X, np.zeros((2, 7), np.int64))
    gather = only(function, "gather")
    assert gather.attributes["slice_sizes"].values == (1, 4, 5)
    assert gather.attributes["dimension_numbers"].index_vector_dim == 2
    assert ops(lambda x, i: hl.take(x, i, 0, mode="promise_in_bounds"), "9x2xf32", "4xui32")["gather"] == 1


def test_modes_of_take() -> None:
    i = np.array([0, 5, -4], np.int32)
    np.testing.assert_array_equal(run(lambda x, i: hl.take(x, i, 0, mode="clip"), X, i), X[[0, 2, 0]])
    filled = run(lambda x, i: hl.take(x, i, 0, fill_value=-1), X, i)
    np.testing.assert_array_equal(filled, np.stack([X[0], np.full((4, 5), -1), np.full((4, 5), -1)]))
    for result, flag in (run(lambda x, i: hl.take(x, i, 0, mode="error"), X, i[:1]),):
        np.testing.assert_array_equal(result, X[:1])
        assert flag
    np.testing.assert_array_equal(run(lambda x: hl.take(x, [0, 9], 0, mode="clip"), X), X[[0, 2]])


SHAPES = [
    (shape, axis, indices)
    for shape in [(4,), (3, 4), (1, 4), (2, 3, 4), (2, 1, 3), (0, 3), (3, 0), (0, 0)]
    for axis in range(-1, len(shape) - 1)
    for indices in itertools.product(*[[1, 2] if d == axis % len(shape) else {1, n} for d, n in enumerate(shape)])
    if shape[axis] or 0 in indices
]


@pytest.mark.parametrize(("shape", "axis", "sizes"), SHAPES)
def test_along_axis_is_numpys(shape: tuple[int, ...], axis: int, sizes: tuple[int, ...]) -> None:
    rng = np.random.default_rng([*shape, axis + 1, *sizes])
    x = rng.integers(0, 100, size=shape)
    size = shape[axis]
    i = rng.integers(-size, size, size=sizes) if size else np.zeros(sizes, np.int64)
    expected = np.take_along_axis(x, i, axis)
    np.testing.assert_array_equal(run(lambda x: hl.take_along_axis(x, i, axis), x), expected)
    np.testing.assert_array_equal(run(lambda x, i: hl.take_along_axis(x, i, axis), x, i.astype(np.int32)), expected)
    changed = x.copy()
    np.put_along_axis(changed, i, 7, axis)
    np.testing.assert_array_equal(run(lambda x: hl.put_along_axis(x, i, 7, axis), x), changed)
    np.testing.assert_array_equal(run(lambda x, i: hl.put_along_axis(x, i, 7, axis), x, i.astype(np.int8)), changed)


@pytest.mark.parametrize("shape", [(2, 2), (3, 2, 3)])
def test_indices_that_count_along_a_dimension(shape: tuple[int, ...]) -> None:
    """Diagonals, where it is another one: it may be taken for a batch, of which each dimension is one at most."""
    x = np.random.default_rng(0).integers(0, 100, size=shape)
    dims = range(len(shape))
    for axis, along in itertools.product(dims, dims):
        for ones in itertools.product([True, False], repeat=len(shape)):
            sizes = tuple(1 if one and d != along else n for d, (n, one) in enumerate(zip(shape, ones, strict=True)))
            i = np.broadcast_to(np.arange(sizes[along]).reshape([-1 if d == along else 1 for d in dims]), sizes)
            if sizes[along] > shape[axis]:
                continue
            np.testing.assert_array_equal(
                run(lambda x, i=i, axis=axis: hl.take_along_axis(x, i, axis), x), np.take_along_axis(x, i, axis)
            )
            changed = x.copy()
            np.put_along_axis(changed, i, 7, axis)
            np.testing.assert_array_equal(run(lambda x, i=i, axis=axis: hl.put_along_axis(x, i, 7, axis), x), changed)


@pytest.mark.parametrize("i", [[[0, 2], [-3, 1]], [[0, 3], [1, 1]], [[0, 1], [-4, 1]]])
def test_constant_indices_are_judged_by_the_flag(i: list[list[int]]) -> None:
    x = np.arange(6).reshape(2, 3)

    @hl.function("2x3xi64", name="main")
    def main(x):
        return *hl.take_along_axis(x, i, 1, mode="error"), hl.put_along_axis(x, i, 7, 1, mode="error")[1]

    if all(-3 <= at < 3 for row in i for at in row):
        taken, *fine = interpreter.run(main, x)
        assert (taken.tolist(), all(fine)) == (np.take_along_axis(x, np.array(i), 1).tolist(), True)
    else:
        with pytest.raises(hl.ExecutionError, match="gather out of bounds: 1 of 4 index vectors point outside"):
            interpreter.run(main, x)


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (lambda x, i: hl.take(x, i, 0, mode="error"), "gather"),
        (lambda x, i: hl.take_along_axis(x, i, 0, mode="error"), "gather"),
        (lambda x, i: hl.put_along_axis(x, i, 7, 0, mode="error"), "scatter"),
        (lambda x, i: hl.put_along_axis(x, [9], 7, 0, mode="error"), "scatter"),
        (lambda x, i: x.at[i].get(mode="error"), "gather"),
        (lambda x, i: x.at[i].add(7, mode="error"), "scatter"),
    ],
)
def test_what_stops_says_whether_it_read_or_wrote(body: Callable[..., Any], name: str) -> None:
    with pytest.raises(hl.ExecutionError, match=f"^{name} out of bounds: 1 of 1 index vectors"):
        run(body, np.arange(4), np.array([9]))


def test_sizes_of_one_in_x_are_repeated() -> None:
    x, i = np.arange(4).reshape(1, 4), np.array([[0, 1], [3, -1], [2, 2]])
    np.testing.assert_array_equal(run(lambda x: hl.take_along_axis(x, i, 1), x), np.take_along_axis(x, i, 1))
    assert only(built(lambda x: hl.take_along_axis(x, i, 1), x), "gather")
    np.testing.assert_array_equal(run(lambda x: hl.take_along_axis(x, [3, 0], None), x), [3, 0])
    scatter = only(built(lambda x: hl.put_along_axis(x, i, 5, 1), x), "scatter")
    assert scatter.attributes["unique_indices"] is False
    changed = x.copy()
    np.put_along_axis(changed, i, 5, 1)
    np.testing.assert_array_equal(run(lambda x: hl.put_along_axis(x, i, 5, 1), x), changed)


def test_no_counters_are_built() -> None:
    def body(x, i):
        return hl.take_along_axis(x, i, 1, mode="promise_in_bounds")

    found = ops(body, "3x4x5xf32", "3x2x5xui32")
    assert not found["iota"]
    assert not found["concatenate"]
    numbers = only(built(body, X.astype(np.float32), np.zeros((3, 2, 5), np.uint32)), "gather").attributes[
        "dimension_numbers"
    ]
    assert numbers.operand_batching_dims == numbers.start_indices_batching_dims == (0, 2)
    assert (numbers.start_index_map, numbers.collapsed_slice_dims) == ((1,), (1,))
    written = only(built(lambda x: hl.put_along_axis(x, [[[0], [1]]] * 3, 5, 1), X), "scatter").attributes
    numbers = written["scatter_dimension_numbers"]
    assert (numbers.input_batching_dims, numbers.update_window_dims) == ((0,), (2,))
    assert written["unique_indices"] is True
    twice = only(built(lambda x: hl.put_along_axis(x, [[[0], [0]]] * 3, 5, 1), X), "scatter").attributes
    assert twice["unique_indices"] is False


def test_put_modes_and_values() -> None:
    i, values = np.array([[0, 9], [-1, -9]]), np.array([[1, 2], [3, 4]])
    x = np.zeros((2, 3), np.int64)
    np.testing.assert_array_equal(
        run(lambda x, i, v: hl.put_along_axis(x, i, v, 1), x, i, values), [[1, 0, 0], [0, 0, 3]]
    )
    clipped = run(lambda x: hl.put_along_axis(x, i, values, 1, mode="clip"), x)
    np.testing.assert_array_equal(clipped, [[1, 0, 2], [4, 0, 3]])
    flat = run(lambda x: hl.put_along_axis(x, [0, -1], [8, 9], None), x)
    np.testing.assert_array_equal(flat, [[8, 0, 0], [0, 0, 9]])
    result, flag = run(lambda x, i: hl.put_along_axis(x, i, 1, None, mode="error"), x, i[0, :1])
    np.testing.assert_array_equal(result, [[1, 0, 0], [0, 0, 0]])
    assert flag


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda x: hl.take(x, [0], 3), "axis 3 is out of bounds for tensor<3x4x5xi32>, which has rank 3"),
        (lambda x: hl.take(x, [0], True), "axis is a number, not bool True"),
        (lambda x: hl.take(x, [0], 0.5), "axis"),
        (lambda x: hl.take(x, [3], 0), "index 3 is out of bounds of dimension 0"),
        (lambda x: hl.take(x, hl.constant([3]), 0), "index 3 is out of bounds of dimension 0"),
        (lambda x: hl.take_along_axis(x, hl.constant([[[4]]]), 1), "index 4 is out of bounds of dimension 1"),
        (lambda x: hl.take(x, [0.5], 0), "indices are of float64, but they must be integers"),
        (lambda x: hl.take(x, [True], 0), "indices are a mask, but they must be integers"),
        (lambda x: hl.take(x, x > 1, 0), "indices is a mask"),
        (lambda x: hl.take(x, slice(3), 0), "no array of numbers"),
        (lambda x: hl.take(x, [0], 0, mode="drop"), "mode of take is one of"),
        (lambda x: hl.take_along_axis(x, [0], 0), "both need the same rank"),
        (lambda x: hl.take_along_axis(x, np.zeros((2, 1, 1), int), 1), "dimension 0 has size 2, not 3 or 1"),
        (lambda x: hl.take_along_axis(x, np.full((1, 1, 1), 9), 1), "index 9 is out of bounds of dimension 1"),
        (lambda x: hl.take_along_axis(x, np.zeros((1, 1, 1)), 1), "indices are of float64, but"),
        (lambda x: hl.take_along_axis(x[:0], np.zeros((1, 1, 1), int), 0), "out of bounds"),
        (lambda x: hl.take_along_axis(x[:0], hl.constant([[[1]]]), 0), "has size 0"),
        (lambda x: hl.put_along_axis(x, np.zeros((1, 1, 1), int), np.zeros((2, 2), int), 1), "don't broadcast"),
        (lambda x: hl.put_along_axis(x, np.zeros((1, 1, 1), int), 1.5, 1), "can't hold 1.5"),
    ],
)
def test_what_is_refused(body, said: str) -> None:
    assert said in refused(body, "3x4x5xi32", file=__file__)


CALLS = {
    "take": lambda x, i, axis, **options: hl.take(x, i, axis, **options),
    "take_along_axis": lambda x, i, axis, **options: hl.take_along_axis(x, i, axis, **options),
    "put_along_axis": lambda x, i, axis, **options: hl.put_along_axis(x, i, i, axis, **options),
}
SAID = [
    {"base": 1},
    {"mode": "clip", "indices_are_sorted": True},
    {"mode": "promise_in_bounds", "base": 1, "indices_are_sorted": False},
    {"mode": "error", "base": 1, "indices_are_sorted": True},
]


@pytest.mark.parametrize("said", SAID, ids=str)
@pytest.mark.parametrize("name", CALLS)
def test_without_an_axis_what_is_said_is_said_of_one_row(name: str, said: dict[str, object]) -> None:
    """The program is that of a row, made by hand; and with a flag it reads and writes what mode "clip" does."""
    call, rest = CALLS[name], {"unique_indices": True} if name == "put_along_axis" else {}

    def by_hand(x, i):
        made = call(hl.reshape(x, [60]), i, 0, **said, **rest)
        if name != "put_along_axis":
            return made
        return [hl.reshape(made[0], x.shape), made[1]] if said.get("mode") == "error" else hl.reshape(made, x.shape)

    given = X, np.zeros(7, np.int32)
    assert str(built(lambda x, i: call(x, i, None, **said, **rest), *given)) == str(built(by_hand, *given))
    if said.get("mode") == "error":
        kind = "scatter" if name == "put_along_axis" else "gather"
        flagged, clipped = (
            only(built(lambda x, i, mode=mode: call(x, i, None, **{**said, "mode": mode}, **rest), *given), kind)
            for mode in ("error", "clip")
        )
        assert flagged.attributes == clipped.attributes


@pytest.mark.parametrize("fill", [0, 7, None])
def test_what_fills_is_what_is_given(fill: int | None) -> None:
    """Also zero, in each way to read: at a scalar, at an array, along an axis, where sizes are known or not."""
    x, i, k = X.astype(np.float32), np.array([1, 9], np.int32), np.array(9, np.int8)
    along = np.array([[[1]], [[0]], [[9]]], np.int32)

    def body(x, i, k, along):
        return (
            x.at[i].get(fill_value=fill),
            x.at[k].get(mode="fill", fill_value=fill),
            x.at[k, 1:, ::2].get(fill_value=fill),
            x.at[i, 0].get(fill_value=fill),
            hl.take(x, i, 0, fill_value=fill),
            hl.take(x, k, 0, fill_value=fill),
            hl.take(x, i, 0, mode="fill", fill_value=None if fill is None else hl.constant(fill, "f32")),
            hl.take_along_axis(x, along, 1, fill_value=fill),
        )

    other = np.nan if fill is None else fill
    rows, none = np.stack([x[1], np.full((4, 5), other)]), np.full((4, 5), other)
    places = np.concatenate([x[:1, 1:2], x[1:2, :1], np.full((1, 1, 5), other)])
    expected = [rows, none, none[1:, ::2], rows[:, 0], rows, none, rows, places]
    for types in (("3x4x5xf32", "2xi32", "i8", "3x1x1xi32"), ("?x4x5xf32", "?xi32", "i8", "?x1x1xi32")):
        program = hl.function(*types, name="main")(body)
        for found, wanted in zip(interpreter.run(program, x, i, k, along), expected, strict=True):
            np.testing.assert_array_equal(found, wanted)
