"""Indexing where only the running program knows sizes: as in NumPy, and as where they are known, also 0 and 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from helpers.building import ops, refused

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.errors import ExecutionError
from hlogen.ir import TensorType, element_type_of
from hlogen.mlir.writer import verify

S = hl.sparse
FAR = 10**12
BOUNDS = [None, 0, 2, -1, -4]
SLICES = [slice(start, stop, step) for start in BOUNDS for stop in BOUNDS for step in (None, 2, -1, -3)][::3]
SLICES += [
    np.s_[:FAR],
    np.s_[-FAR:],
    np.s_[FAR:],
    np.s_[:-FAR],
    np.s_[1 :: 2**31 - 1],
    np.s_[:: -(2**31) + 2],
    np.s_[-FAR:FAR:FAR],
]


def forgetful(body: Callable[..., Any], *arrays: np.ndarray, known: Sequence[int] = ()) -> hl.Function:
    """The program of tensors like `arrays`, whose first sizes aren't known, but for those at `known`."""
    types = [
        TensorType(
            (array.shape if number in known or not array.ndim else (None, *array.shape[1:])),
            element_type_of(array.dtype),
        )
        for number, array in enumerate(arrays)
    ]
    program = hl.function(*types, name="main")(body)
    assert not verify(program)
    return program


def hold_as_static(
    body: Callable[..., Any], arrays: Sequence[np.ndarray], known: Sequence[int], names: Sequence[str]
) -> None:
    """The program that doesn't know the sizes gives, bit for bit, what the one that does gives."""
    static = hl.function(*[TensorType(array.shape, element_type_of(array.dtype)) for array in arrays])(body)
    expected = interpreter.run(static, *arrays)
    program = forgetful(body, *arrays, known=known)
    for name in names:
        for number, (actual, wanted) in enumerate(zip(backend(name).run(program, *arrays), expected, strict=True)):
            assert (actual.shape, actual.dtype) == (wanted.shape, wanted.dtype), (name, number)
            np.testing.assert_array_equal(actual, wanted, err_msg=f"{name}, result {number}")


def test_slices_equal_numpy() -> None:
    def main(x: hl.Tensor) -> list[hl.Tensor]:
        return [x[key] for key in SLICES] + [x.at[key].add(1) for key in SLICES]

    program = hl.function("?x2xi32")(main)
    assert not verify(program)
    for count in (0, 1, 2, 5):
        x = np.arange(2 * count, dtype=np.int32).reshape(count, 2)
        results = interpreter.run(program, x)
        for key, read, updated in zip(SLICES, results[: len(SLICES)], results[len(SLICES) :], strict=True):
            np.testing.assert_array_equal(read, x[key], err_msg=str(key))
            expected = x.copy()
            expected[key] += 1
            np.testing.assert_array_equal(updated, expected, err_msg=str(key))


def batches(
    x: hl.Tensor, ids: hl.Tensor, other: hl.Tensor, unsigned: hl.Tensor, table: hl.Tensor, k: hl.Tensor
) -> list[hl.Tensor]:
    """`x` is ?x4, `ids` and its kin have as many elements, of which many are out of bounds."""
    columns = hl.reshape(ids, [hl.size(ids, 0), 1])
    return [
        x[:, 0],
        x[:, -3:-1],
        x[..., None, ::-2],
        x[:, [[0, 2], [3, -1]]],
        x[:, 2:2],
        x[:, k],
        x[::-1, k],
        table[ids],
        table[unsigned, 1:],
        table[ids, other],
        table[columns, other],
        table.at[:, ids].get(mode="clip"),
        hl.take(table, ids, axis=0, mode="clip"),
        hl.take(table, ids, axis=0, fill_value=7),
        hl.take(table, ids, axis=0, wrap_negative_indices=False),
        hl.take(table, ids),
        hl.take_along_axis(x, columns, 1),
        hl.take_along_axis(x, columns, 1, mode="clip"),
        hl.take_along_axis(x, [[1, -1]], 1),
        hl.put_along_axis(x, columns, 9, 1),
        x.at[:, 1].set(2),
        x.at[:, 1:3].add(x[:, :2]),
        x.at[:, ::2].mul(3),
        x.at[:, k].apply(hl.negate),
        x.at[..., [0, 0]].add(1),
        table.at[ids].add(x),
        table.at[ids, 1].max(other.astype("f32"), mode="clip"),
        hl.segment_sum(x, ids, 3),
        hl.segment_max(x, unsigned, 2, mode="clip"),
        hl.segment_sum(x, ids, hl.size(table, 0)),
        S.segment_mean(x, ids, 3),
        S.segment_softmax(x, ids, 3),
        hl.dynamic_slice_in_dim(x, k, 2, axis=1),
        hl.dynamic_index_in_dim(x, -1, axis=1, keepdims=False),
        hl.dynamic_update_slice_in_dim(x, x[:, :2], k, axis=1),
        hl.dynamic_update_index_in_dim(x, x[:, 3], k, axis=1),
    ]


def rows(x: hl.Tensor, ids: hl.Tensor, unsigned: hl.Tensor, k: hl.Tensor, row: hl.Tensor) -> list[hl.Tensor]:
    """Index into a dimension of unknown size, which isn't empty where there are indices."""
    cells = x.reshape(-1)
    return [
        x[ids],
        x[unsigned, -1],
        x[ids, ::-1],
        x[ids[:, None], [0, 3]],
        x.at[ids].get(mode="clip"),
        x.at[unsigned].get(mode="clip"),
        x.at[ids].get(fill_value=k.astype("f32")),
        hl.take(x, ids, axis=0, wrap_negative_indices=False),
        hl.take(cells, ids, mode="clip"),
        x.at[ids].set(1),
        x.at[ids, 1:3].add(1),
        x.at[ids].add(x, mode="clip"),
        x.at[unsigned, ::2].min(0),
        hl.take_along_axis(x, hl.broadcast_in_dim(k, (1, 4), []), 0),
        hl.gather(x, ids, offset_dims=[1], collapsed_slice_dims=[0], start_index_map=[0], index_vector_dim=1,
                  slice_sizes=[1, 4], mode="fill"),
        hl.scatter(x, unsigned, x, "add", update_window_dims=[1], inserted_window_dims=[0],
                   scatter_dims_to_operand_dims=[0], index_vector_dim=1, mode="clip"),
        x[0],
        x[-1, 1:],
        x[k],
        x[k, k],
        x[None, k, ::-1],
        x.at[-1].set(row),
        x.at[k].set(row),
        x.at[[0, -1]].get(mode="clip"),
        x.at[[0, 7, -7], 1].get(mode="fill"),
        x.at[[0, 7, -7], 1].add(1, mode="clip"),
        hl.dynamic_index_in_dim(x, k),
        hl.dynamic_slice_in_dim(x, -1, 1),
        hl.dynamic_update_index_in_dim(x, row, k),
        hl.dynamic_update_index_in_dim(x, row, 0),
    ]  # fmt: skip


@pytest.mark.parametrize("count", [0, 1, 6])
def test_a_batch_of_unknown_size_is_as_one_of_known_size(count: int) -> None:
    rng = np.random.default_rng(count)
    x = rng.integers(-9, 9, (count, 4)).astype(np.float32)
    ids, other = rng.integers(-6, 7, (2, count)).astype(np.int32)
    unsigned = rng.integers(0, 7, count).astype(np.uint8)
    arrays = [x, ids, other, unsigned, np.arange(20, dtype=np.float32).reshape(5, 4), np.array(-2, np.int64)]
    hold_as_static(batches, arrays, [4], ["interpreter"] if count else ["interpreter", "xla"])


@pytest.mark.parametrize(("count", "unsigned"), [(1, np.uint8), (5, np.uint32), (5, np.uint64)])
def test_rows_of_unknown_number_are_as_those_of_known_number(count: int, unsigned: type) -> None:
    rng = np.random.default_rng(count)
    x = rng.integers(-9, 9, (count, 4)).astype(np.float32)
    ids = rng.integers(-6, 7, count).astype(np.int16)
    small, largest = rng.integers(0, 7, count).astype(unsigned), np.array(np.iinfo(unsigned).max, unsigned)
    large = np.where(rng.random(count) < 0.5, largest, small)
    arrays = [x, ids, large, np.array(-count, np.int8), np.arange(4, dtype=np.float32)]
    hold_as_static(rows, arrays, [4], ["interpreter", "xla"] if unsigned == np.uint64 else ["interpreter"])


@pytest.mark.parametrize("element_type", ["i64", "i16", "i8", "ui64", "ui8"])
def test_sizes_of_other_integer_types(element_type: str) -> None:
    """A size that a user gives may be of any type; nothing that is computed from it wraps."""
    x, ids = np.arange(12, dtype=np.float32), np.array([0, 2, -1, -3, -4, 3, 2**40, -(2**40)])

    @hl.function("?xf32", element_type, "?xi64", "?xui64")
    def main(x: hl.Tensor, count: hl.Tensor, ids: hl.Tensor, unsigned: hl.Tensor) -> list[hl.Tensor]:
        y = x.reshape(count, 4)
        read = [y[ids], y.at[ids].get(mode="clip"), y.at[unsigned].get(mode="clip"), y[-1], y[1:], y[::-2], y[:: 2**31]]
        return [*read, y[[0, -1]], y.at[[-1, FAR]].get(mode="clip"), y.at[unsigned].set(7, mode="clip")]

    y = x.reshape(3, 4)
    count, unsigned = np.array(3, hl.ir.dtype_of(hl.ir.parse_element_type(element_type))), ids.astype(np.uint64)
    wrapped = np.where((ids < 0) & (ids >= -3), ids + 3, ids)
    inside = ((wrapped >= 0) & (wrapped < 3))[:, None]
    clipped = y[np.clip(wrapped, 0, 2)]
    high = np.where(ids < 0, 2, np.clip(ids, 0, 2))
    updated = y.copy()
    updated[high] = 7
    expected = [np.where(inside, clipped, np.nan).astype(np.float32), clipped, y[high], y[-1], y[1:], y[::-2], y[:1]]
    expected += [y[[0, -1]], y[[-1, -1]], updated]
    for actual, wanted in zip(interpreter.run(main, x, count, ids, unsigned), expected, strict=True):
        np.testing.assert_array_equal(actual, wanted)


def test_nothing_read_from_no_rows() -> None:
    main = hl.function("?x4xf32", "?xi32", "?xi64")(
        lambda x, ids, more: (x[ids], x.at[ids].add(1), x[ids, more], x[:1])
    )
    empty = np.zeros((0, 4), np.float32), np.zeros(0, np.int32), np.zeros(0, np.int64)
    for name in ("interpreter", "xla"):
        assert [result.shape for result in backend(name).run(main, *empty)] == [(0, 4), (0, 4), (0,), (0, 4)]
    with pytest.raises(ExecutionError, match="operand index 0 of 0, out of bounds"):
        interpreter.run(main, empty[0], np.zeros(1, np.int32), np.zeros(1, np.int64))
    first = hl.function("?x4xf32")(lambda x: x[0])
    with pytest.raises(ExecutionError, match="operand index 0 of 0, out of bounds"):
        interpreter.run(first, empty[0])


def test_what_is_built() -> None:
    gathered = {"get_dimension_size": 1, "reshape": 1, "concatenate": 1, "dynamic_gather": 1}
    assert ops(lambda x: x[:, 0], "?x4xf32") == gathered
    assert ops(lambda x: x[:, 1:3], "?x4xf32") == gathered
    assert ops(lambda x: x[::-1], "?x4xf32") == {"get_dimension_size": 1, "reverse": 1}
    assert ops(lambda x, i: x.at[i].get(mode="promise_in_bounds", wrap_negative_indices=False), "5x4xf32", "?xi32") == {
        "get_dimension_size": 1, "gather": 1
    }  # fmt: skip
    assert ops(lambda x, i: hl.segment_sum(x, i, 5), "?x4xf32", "?xi32") == {"scatter": 1}
    # An updated tensor has the sizes that it had.
    assert ops(lambda x: x.at[:, 0].set(x.at[:, 1:].set(x[:, 1:])[:, 1]), "?x4xf32")["get_dimension_size"] == 1


def test_counting_from_one() -> None:
    x = np.arange(12, dtype=np.int32).reshape(3, 4)

    def main(x: hl.Tensor, ids: hl.Tensor) -> list[hl.Tensor]:
        with hl.index_base(1):
            return [x[1], x[2:3], x[3:2:-1], x[2:], x[:2:-1], x[ids], x.at[[0, 2]].get(mode="fill"), x[::2, 4]]

    program = forgetful(main, x, np.array([3, 1], np.int32))
    least = np.iinfo(np.int32).min
    expected = [x[0], x[1:3], x[2:0:-1], x[1:], x[:0:-1], x[[2, 0]], np.stack([np.full(4, least), x[1]]), x[::2, 3]]
    for actual, wanted in zip(interpreter.run(program, x, np.array([3, 1], np.int32)), expected, strict=True):
        np.testing.assert_array_equal(actual, wanted)
    for key in (np.s_[0], np.s_[[0, 1]], np.s_[0:2], np.s_[-1:]):
        with hl.index_base(1):
            assert "count from 1" in refused(lambda x, key=key: x[key], "?x4xi32", file=__file__)


def test_known_sizes_are_held_against_each_other() -> None:
    assert "don't broadcast: [?, 2], [3]" in refused(lambda x, i: x[i, [0, 1, 2]], "?x4xf32", "?x2xi32", file=__file__)
    assert "values of shape [?, 3] don't broadcast to the [?, 4]" in refused(
        lambda x, i, u: x.at[i].set(u), "?x4xf32", "?xi32", "?x3xf32", file=__file__
    )
    assert "dimension 1 has size 3, not 4 or 1" in refused(
        lambda x, i: hl.take_along_axis(x, i, 0), "?x4xf32", "?x3xi32", file=__file__
    )
    assert "sizes aren't known" in refused(lambda x: x[[True, False]], "?x4xf32", file=__file__)
    assert "wrap_negative_indices" not in refused(lambda x: hl.take(x, [9], 1), "?x4xf32", file=__file__)
    assert "num_segments[0] is a size" in refused(lambda x, i: hl.segment_sum(x, i, i), "?xf32", "?xi32", file=__file__)
