"""Indices that count from 1, as in R and Julia."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from helpers.building import ops, refused, run

import hlogen as hl

X = np.arange(60, dtype=np.int32).reshape(3, 4, 5)
LEAST = np.iinfo(np.int32).min


def from_one(body):
    def inside(*arguments):
        with hl.index_base(1):
            return body(*arguments)

    return inside


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        (np.s_[1], X[0]),
        (np.s_[3, 4, 5], X[2, 3, 4]),
        (np.s_[1:2], X[0:2]),
        (np.s_[2:2, 1:4:2], X[1:2, [0, 2]]),
        (np.s_[:, 4:1:-1], X[:, ::-1]),
        (np.s_[:, 4:2:-2], X[:, [3, 1]]),
        (np.s_[:, ::-1], X[:, ::-1]),
        (np.s_[2:], X[1:]),
        (np.s_[:2], X[:2]),
        (np.s_[3:2], X[:0]),
        (np.s_[4:3], X[:0]),
        (np.s_[1:0], X[:0]),
        (np.s_[:0], X[:0]),
        (np.s_[5:], X[:0]),
        (np.s_[0:1:-1], X[:0]),
        (np.s_[..., [5, 1]], X[..., [4, 0]]),
        (np.s_[[[1], [3]], :, [1, 5]], X[[[0], [2]], :, [0, 4]]),
        (np.s_[X > 30], X[X > 30]),
        (np.s_[None, ..., True], X[None, ..., True]),
    ],
)
def test_reading(key: object, expected: np.ndarray) -> None:
    np.testing.assert_array_equal(run(from_one(lambda x: x[key]), X), expected)
    changed = X.copy()
    changed[np.isin(X, expected)] = -1
    np.testing.assert_array_equal(run(from_one(lambda x: x.at[key].set(-1)), X), changed)


@pytest.mark.parametrize("dtype", [np.int8, np.int64, np.uint8, np.uint64])
def test_tensors(dtype: type) -> None:
    values = [1, 3, 0, 4] + ([-1] if np.dtype(dtype).kind == "i" else [200])
    i = np.array(values, dtype)
    expected = [X[0], X[2], *[np.full((4, 5), LEAST)] * 3]
    np.testing.assert_array_equal(run(from_one(lambda x, i: x[i]), X, i), expected)
    for value, wanted in zip(values, expected, strict=True):
        np.testing.assert_array_equal(run(from_one(lambda x, i: x[i]), X, np.array(value, dtype)), wanted)
    clipped = X[[0, 2, 0, 2, 0 if values[-1] < 0 else 2]]
    np.testing.assert_array_equal(run(lambda x, i: hl.take(x, i, 0, base=1, mode="clip"), X, i), clipped)


@pytest.mark.parametrize("base", [0, 1])
@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.uint8, np.uint32, np.uint64])
def test_the_ends_of_a_type_are_out_of_bounds_on_their_side(dtype: type, base: int) -> None:
    """Nothing overflows: the least index is before the first element, the largest one behind the last."""
    ends = np.iinfo(dtype)
    values = [ends.max, ends.max - 1, 1, *([ends.min, ends.min + 1] if ends.min else [])]
    i, one = np.array(values, dtype), np.array(ends.min, dtype)
    x = np.arange(5, dtype=np.int32)
    places = [min(max(int(value) - base, 0), 4) for value in values]
    row = np.bincount(places, minlength=5)

    def body(x, i, one):
        with hl.index_base(base):
            return [
                hl.take(x, i, 0, mode="clip"),
                x.at[i].get(mode="clip"),
                hl.take_along_axis(x, i, 0, mode="clip"),
                x.at[one].get(mode="clip"),
                hl.segment_sum(hl.constant(np.ones(len(values), np.int32)), i, 5, mode="clip"),
                hl.segment_sum(hl.constant(np.ones(len(values), np.int32)), i, 5),
            ]

    *read, first, clipped, dropped = run(body, x, i, one)
    for found in read:
        np.testing.assert_array_equal(found, x[places])
    assert first == 0
    np.testing.assert_array_equal(clipped, row)
    np.testing.assert_array_equal(dropped, np.arange(5) == 1 - base)


def test_the_argument_beats_the_context() -> None:
    i = np.array([[[1]], [[2]], [[3]]])

    def body(x):
        with hl.index_base(1):
            inner = [hl.take(x, [1], 0), hl.take(x, [0], 0, base=0), hl.take_along_axis(x, i, 1)]
            with hl.index_base(0):
                inner.append(x[0])
            inner.append(x[1])
        return [*inner, x[0], hl.take(x, 1, 0, base=1), hl.take_along_axis(x, i, 1, base=1),
                hl.put_along_axis(x, i, 0, 1, base=1)]  # fmt: skip

    along, changed = np.take_along_axis(X, i - 1, 1), X.copy()
    np.put_along_axis(changed, i - 1, 0, 1)
    wanted = [X[:1], X[:1], along, X[0], X[0], X[0], X[0], along, changed]
    for result, expected in zip(run(body, X), wanted, strict=True):
        np.testing.assert_array_equal(result, expected)
    assert ops(from_one(lambda x: x[1:2]), "3x4xf32") == {"slice": 1}


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.uint64])
def test_segments_count_from_one_too(dtype: type) -> None:
    ids = np.array([3, 1, 0, 3, 4, 127], dtype)
    rows = np.arange(6, dtype=np.float32) + 1
    summed = run(from_one(lambda rows, ids: hl.segment_sum(rows, ids, 3)), rows, ids)
    np.testing.assert_array_equal(summed, [2, 0, 5])
    clipped, flag = run(from_one(lambda rows, ids: hl.segment_max(rows, ids, 3, mode="error")), rows[:2], ids[:2])
    np.testing.assert_array_equal(clipped, [2, -np.inf, 1])
    assert flag


@pytest.mark.parametrize("ids", [[0], [-1], [2, 4], [-3]])
def test_segments_out_of_bounds_are_told_from_one_too(ids: list[int]) -> None:
    for mode in ("error", ["error"], ("error",)):
        with pytest.raises(hl.ExecutionError, match="scatter out of bounds"):
            run(
                from_one(lambda rows, ids, mode=mode: hl.segment_sum(rows, ids, 3, mode=mode)),
                np.ones(len(ids), np.float32),
                np.array(ids),
            )


def test_each_thread_has_its_own() -> None:
    def in_thread() -> object:
        return run(lambda x: x[1], X)

    with ThreadPoolExecutor(1) as pool, hl.index_base(1):
        np.testing.assert_array_equal(pool.submit(in_thread).result(), X[1])
        np.testing.assert_array_equal(in_thread(), X[0])


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda x: x[0], "index 0 is out of bounds of dimension 0 of tensor<3x4x5xi32>"),
        (lambda x: x[0], "(valid: from 1 to 3, counted from 1)"),
        (lambda x: x[..., -1], "index -1 is out of bounds of dimension 2"),
        (lambda x: x[[1, 0]], "index 0 is out of bounds of dimension 0"),
        (lambda x: x[4], "index 4 is out of bounds"),
        (lambda x: x[[1, 4]], "index 4 is out of bounds"),
        (lambda x: x[0:2], "the slice of dimension 0 of tensor<3x4x5xi32> has 0: indices count from 1"),
        (lambda x: x[0:0], "the slice of dimension 0 of tensor<3x4x5xi32> has 0: indices count from 1"),
        (lambda x: x[:-1], "the slice of dimension 0 of tensor<3x4x5xi32> has -1"),
        (lambda x: x[1:4], "the slice 1:4 of dimension 0 of tensor<3x4x5xi32> reaches past its 3 elements"),
        (lambda x: hl.take_along_axis(x, [[[0]]], 0), "index 0 is out of bounds of dimension 0"),
    ],
)
def test_what_is_refused(body, said: str) -> None:
    assert said in refused(from_one(body), "3x4x5xi32", file=__file__)


def test_modes_of_constants() -> None:
    def body(x):
        at = x.at[[0, 1, 3, 4, -1], 1, 1]
        return (
            at.get(mode="clip"),
            at.get(mode="fill", fill_value=-9),
            at.set(-5, mode="drop"),
            x.at[0].get(mode="clip"),
        )

    clipped, filled, changed, first = run(from_one(body), X)
    np.testing.assert_array_equal(clipped, X[[0, 0, 2, 2, 0], 0, 0])
    np.testing.assert_array_equal(filled, [-9, X[0, 0, 0], X[2, 0, 0], -9, -9])
    np.testing.assert_array_equal(np.argwhere(changed != X), [[0, 0, 0], [2, 0, 0]])
    np.testing.assert_array_equal(first, X[0])


@pytest.mark.parametrize("base", [2, -1, True, 1.0, "1", None])
def test_bases_are_0_and_1(base: object) -> None:
    with pytest.raises(hl.UsageError, match="the index base is 0 or 1, not") as caught, hl.index_base(base):
        pass
    assert f"where: {__file__}:" in str(caught.value)
