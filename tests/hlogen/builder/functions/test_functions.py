"""The functions of NumPy's names against NumPy: values, dtypes and shapes, on static and on dynamic shapes, twice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import permutations, product
from math import inf
from typing import Any, NamedTuple

import ml_dtypes
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hlogen as hl
from hlogen.ir.dtypes import element_type_of

RNG = np.random.default_rng(7)
FLOATS = RNG.normal(size=(3, 4)).astype(np.float32)
SPECIAL = np.array([[1, np.nan, -np.inf, 2], [np.inf, 2, 2, -0.0], [0, -1, 5, 5]], np.float32)
INTS = RNG.integers(-5, 5, (3, 4)).astype(np.int32)
FLAGS = INTS > 0
COMPLEX = (FLOATS + 1j * FLOATS[::-1]).astype(np.complex64)
CUBE = RNG.normal(size=(2, 3, 4)).astype(np.float64)
EMPTY = np.zeros((0, 4), np.float32)
ROW = np.array([3, 1, 2, 1, 3, 0], np.int64)


class Case(NamedTuple):
    """A call of ours, NumPy's, and the arrays for both. `static` says why it isn't asked of dynamic shapes."""

    ours: Callable[..., Any]
    numpy: Callable[..., Any]
    arrays: tuple[Any, ...]
    static: str = ""


def softmax(x: Any, axis: Any = -1) -> Any:
    powers = np.exp(x - x.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


def one_hot(x: Any, count: int, axis: int) -> Any:
    return np.moveaxis((x[..., None] == np.arange(count)).astype(np.float32), -1, axis)


KNOWN_SIZE = "along a dimension of known size"
CASES: dict[str, Case] = {
    "sum": Case(lambda x: hl.sum(x), np.sum, (CUBE,)),
    "sum of an axis": Case(lambda x: hl.sum(x, 1), lambda x: x.sum(1), (CUBE,)),
    "sum of axes kept": Case(
        lambda x: hl.sum(x, (-1, 0), keepdims=True), lambda x: x.sum((-1, 0), keepdims=True), (CUBE,)
    ),
    "sum of integers": Case(lambda x: x.sum(0), lambda x: x.sum(0, dtype=np.int32), (INTS,)),
    "sum in another type": Case(lambda x: x.sum(0, dtype="f64"), lambda x: x.sum(0, dtype=np.float64), (INTS,)),
    "sum of flags": Case(lambda x: x.sum(), lambda x: x.sum(dtype=np.int32), (FLAGS,)),
    "sum of complex": Case(lambda x: x.sum(1), lambda x: x.sum(1), (COMPLEX,)),
    "sum of nothing": Case(lambda x: x.sum(0), lambda x: x.sum(0), (EMPTY,)),
    "sum of no axes": Case(lambda x: hl.sum(x, ()), lambda x: x.sum(()), (CUBE,)),
    "prod": Case(lambda x: x.prod(1), lambda x: x.prod(1), (CUBE,)),
    "prod of flags": Case(lambda x: hl.prod(x, 1), lambda x: x.prod(1, dtype=np.int32), (FLAGS,)),
    "prod in another type": Case(
        lambda x: x.prod(0, dtype="i64"), lambda x: x.prod(0, dtype=np.int64), (INTS,)
    ),
    "max": Case(lambda x: x.max(1), lambda x: x.max(1), (SPECIAL,)),
    "max of all": Case(lambda x: hl.max(x), np.max, (INTS,)),
    "max of flags": Case(lambda x: hl.max(x, 1), lambda x: x.max(1), (FLAGS,)),
    "min": Case(lambda x: x.min(0, keepdims=True), lambda x: x.min(0, keepdims=True), (SPECIAL,)),
    "mean": Case(lambda x: x.mean(-1), lambda x: x.mean(-1), (CUBE,)),
    "mean of complex": Case(lambda x: x.mean(), lambda x: x.mean(), (COMPLEX,)),
    "var": Case(lambda x: x.var(1, ddof=1), lambda x: x.var(1, ddof=1), (CUBE,)),
    "var of complex": Case(lambda x: x.var(0), lambda x: x.var(0), (COMPLEX,)),
    "std": Case(lambda x: hl.std(x, (0, 2)), lambda x: x.std((0, 2)), (CUBE,)),
    "all": Case(lambda x: x.all(1), lambda x: x.all(1), (INTS,)),
    "any": Case(lambda x: hl.any(x, keepdims=True), lambda x: x.any(keepdims=True), (FLAGS,)),
    "argmax": Case(lambda x: x.argmax(1), lambda x: x.argmax(1), (SPECIAL,)),
    "argmax of all": Case(lambda x: hl.argmax(x), np.argmax, (INTS,)),
    "argmin": Case(lambda x: x.argmin(0), lambda x: x.argmin(0), (SPECIAL,)),
    "argmin kept": Case(
        lambda x: hl.argmin(x, 1, keepdims=True), lambda x: x.argmin(1, keepdims=True), (INTS,)
    ),
    "argmax of least": Case(lambda x: hl.argmax(x), np.argmax, (np.full(4, -np.inf, np.float32),)),
    "logsumexp": Case(lambda x: hl.logsumexp(x, 1), lambda x: np.log(np.exp(x).sum(1)), (FLOATS,)),
    "logsumexp of great ones": Case(
        lambda x: hl.logsumexp(x), lambda x: np.float32(1000 + np.log(2)), (np.array([1000, 1000], np.float32),)
    ),
    "logsumexp of infinities": Case(lambda x: hl.logsumexp(x, 1), lambda x: np.array([-inf, inf], np.float32), (
        np.array([[-inf, -inf], [inf, 0]], np.float32),)),
    "norm": Case(lambda x: hl.norm(x, axis=1), lambda x: np.linalg.norm(x, axis=1), (FLOATS,)),
    "norm 1": Case(lambda x: hl.norm(x, 1, axis=1), lambda x: np.linalg.norm(x, 1, axis=1), (COMPLEX,)),
    "norm inf": Case(lambda x: hl.norm(x, inf, 0, True), lambda x: abs(x).max(0, keepdims=True), (FLOATS,)),
    "norm of complex": Case(lambda x: hl.norm(x), np.linalg.norm, (COMPLEX,)),
    "cumsum": Case(lambda x: x.cumsum(1), lambda x: x.cumsum(1), (CUBE,)),
    "cumsum of all": Case(lambda x: hl.cumsum(x), lambda x: x.cumsum(dtype=np.int32), (INTS,)),
    "cumsum backwards": Case(
        lambda x: hl.cumsum(x, 1, reverse=True), lambda x: x[:, ::-1].cumsum(1)[:, ::-1], (FLOATS,)
    ),
    "cumsum of flags": Case(lambda x: x.cumsum(0), lambda x: x.cumsum(0, dtype=np.int32), (FLAGS,)),
    "cumsum of nothing": Case(lambda x: x.cumsum(0), lambda x: x.cumsum(0), (EMPTY,)),
    "cumprod": Case(lambda x: x.cumprod(-1), lambda x: x.cumprod(-1), (FLOATS,)),
    "cummax": Case(lambda x: hl.cummax(x, 0), np.maximum.accumulate, (INTS,)),
    "cummin": Case(lambda x: hl.cummin(x, 0), np.minimum.accumulate, (SPECIAL,)),
    "where": Case(lambda c, x, y: hl.where(c, x, y), np.where, (FLAGS, FLOATS, FLOATS[0])),
    "where of numbers": Case(
        lambda c: hl.where(c, 1.5, 0), lambda c: np.where(c, 1.5, 0).astype(np.float32), (INTS,)
    ),
    "where of an integer and a float": Case(
        lambda c: hl.where(c, 0, 1.5), lambda c: np.where(c, 0, 1.5).astype(np.float32), (INTS,)
    ),
    "where of integers": Case(lambda c: hl.where(c, 1, 2), lambda c: np.where(c, 1, 2), (FLAGS,)),
    "where of truths": Case(lambda c: hl.where(c, False, True), lambda c: np.where(c, False, True), (FLOATS,)),
    "where of a number and a tensor": Case(
        lambda c, x: (hl.where(c, x, 7), hl.where(c, 7, x)), lambda c, x: (np.where(c, x, 7), np.where(c, 7, x)),
        (FLAGS, INTS),
    ),
    "clip": Case(lambda x: x.clip(-0.5, 0.5), lambda x: x.clip(-0.5, 0.5), (FLOATS,)),
    "clip below": Case(lambda x: hl.clip(x, min=0), lambda x: x.clip(0, None), (SPECIAL,)),
    "clip where the least is the greater": Case(lambda x: hl.clip(x, 1, -1), lambda x: x.clip(1, -1), (SPECIAL,)),
    "clip by tensors": Case(
        lambda x, y: hl.clip(x, y, y + 0.5), lambda x, y: x.clip(y, y + 0.5), (FLOATS, FLOATS[::-1])
    ),
    "round": Case(lambda x: x.round(), np.round, (np.array([0.5, 1.5, -2.5, 2.4], np.float32),)),
    "round of integers": Case(lambda x: hl.round(x), np.round, (INTS,)),
    "argsort": Case(lambda x: x.argsort(), lambda x: x.argsort(-1, kind="stable"), (SPECIAL,)),
    "argsort of integers": Case(lambda x: hl.argsort(x, 0), lambda x: x.argsort(0, kind="stable"), (INTS,)),
    "argsort down": Case(
        lambda x: hl.argsort(x, descending=True), lambda x: (-x).argsort(kind="stable"), (ROW,)
    ),
    "sort": Case(lambda x: hl.sort(x), np.sort, (SPECIAL,)),
    "sort of integers": Case(lambda x: hl.sort(x, dimension=0), lambda x: np.sort(x, 0), (INTS,)),
    "top_k": Case(
        lambda x: hl.top_k(x, 2),
        lambda x: (-np.sort(-x)[:, :2], (-x).argsort(kind="stable")[:, :2]),
        (INTS,),
        KNOWN_SIZE,
    ),
    "searchsorted": Case(
        lambda a, v: hl.searchsorted(a, v),
        np.searchsorted,
        (np.array([-2, 0, 0, 1, inf, np.nan], np.float32), np.array([[np.nan, -3, -2], [0, 1.5, inf]], np.float32)),
        KNOWN_SIZE,
    ),
    "searchsorted right": Case(
        lambda a, v: hl.searchsorted(a, v, side="right"),
        lambda a, v: np.searchsorted(a, v, side="right"),
        (np.sort(ROW), np.arange(-1, 6)),
        KNOWN_SIZE,
    ),
    "searchsorted in nothing": Case(
        lambda a, v: hl.searchsorted(a, v), np.searchsorted, (np.zeros(0), np.ones(3)), KNOWN_SIZE
    ),
    "squeeze": Case(lambda x: hl.squeeze(x, 1), lambda x: x.squeeze(1), (FLOATS[:, :1],), "1 is the size"),
    "squeeze all": Case(lambda x: x.squeeze(), np.squeeze, (FLOATS[None, :, None],), "1 is the size"),
    "expand_dims": Case(lambda x: hl.expand_dims(x, (0, -1)), lambda x: np.expand_dims(x, (0, -1)), (FLOATS,)),
    "ravel": Case(lambda x: (x.ravel(), x.flatten()), lambda x: (x.ravel(), x.flatten()), (CUBE,)),
    "stack": Case(lambda x, y: hl.stack([x, y], 1), lambda x, y: np.stack([x, y], 1), (FLOATS, FLOATS + 1)),
    "split": Case(lambda x: hl.split(x, 2, 1), lambda x: np.split(x, 2, 1), (FLOATS,)),
    "split at": Case(
        lambda x: hl.split(x, [1, 3, 9], -1), lambda x: np.split(x, [1, 3, 9], -1), (FLOATS,)
    ),
    "tile": Case(lambda x: hl.tile(x, (2, 1, 3)), lambda x: np.tile(x, (2, 1, 3)), (FLOATS,)),
    "tile less": Case(lambda x: hl.tile(x, 2), lambda x: np.tile(x, 2), (CUBE,)),
    "repeat": Case(lambda x: hl.repeat(x, 3, 0), lambda x: x.repeat(3, 0), (FLOATS,)),
    "repeat all": Case(lambda x: hl.repeat(x, 2), lambda x: x.repeat(2), (INTS,)),
    "roll": Case(lambda x: hl.roll(x, -2, 1), lambda x: np.roll(x, -2, 1), (FLOATS,)),
    "roll both": Case(
        lambda x: hl.roll(x, (1, 2), (0, 1)), lambda x: np.roll(x, (1, 2), (0, 1)), (FLOATS,)
    ),
    "roll all": Case(lambda x: hl.roll(x, 5), lambda x: np.roll(x, 5), (FLOATS,)),
    "roll of nothing": Case(lambda x: hl.roll(x, 3, 0), lambda x: np.roll(x, 3, 0), (EMPTY,)),
    "roll one way along several": Case(lambda x: hl.roll(x, -7, (2, 0)), lambda x: np.roll(x, -7, (2, 0)), (CUBE,)),
    "flip": Case(lambda x: hl.flip(x), np.flip, (CUBE,)),
    "flip one": Case(lambda x: hl.flip(x, -1), lambda x: np.flip(x, -1), (CUBE,)),
    "swapaxes": Case(lambda x: x.swapaxes(0, -1), lambda x: x.swapaxes(0, -1), (CUBE,)),
    "moveaxis": Case(lambda x: hl.moveaxis(x, 0, -1), lambda x: np.moveaxis(x, 0, -1), (CUBE,)),
    "moveaxis both": Case(
        lambda x: hl.moveaxis(x, (0, 1), (2, 0)), lambda x: np.moveaxis(x, (0, 1), (2, 0)), (CUBE,)
    ),
    "broadcast_to": Case(
        lambda x: hl.broadcast_to(x, (2, 3, 4)), lambda x: np.broadcast_to(x, (2, 3, 4)), (FLOATS[:, :1],), "given"
    ),
    "broadcast_to of sizes": Case(
        lambda x: hl.broadcast_to(x, [2, hl.size(x, 0), hl.size(x, -1)]), lambda x: np.broadcast_to(x, (2, 3, 4)),
        (FLOATS,),
    ),
    "reshape": Case(lambda x: x.reshape(-1, 2), lambda x: x.reshape(-1, 2), (CUBE,)),
    "reshape by a size": Case(
        lambda x: hl.reshape(x, [hl.size(x, 0), -1]), lambda x: x.reshape(len(x), -1), (CUBE,)
    ),
    "zeros": Case(lambda: hl.zeros((2, 3)), lambda: np.zeros((2, 3), np.float32), ()),
    "zeros of a type": Case(lambda: hl.zeros("2x3xi8"), lambda: np.zeros((2, 3), np.int8), ()),
    "ones": Case(lambda: hl.ones(3, "i64"), lambda: np.ones(3, np.int64), ()),
    "full": Case(lambda: hl.full([2], 1.5), lambda: np.full(2, 1.5, np.float32), ()),
    "full of a tensor": Case(lambda x: hl.full((2, 2), x), lambda x: np.full((2, 2), x), (np.int32(7),)),
    "full in a type": Case(lambda: hl.full((2, 3), 2.5, "f16"), lambda: np.full((2, 3), 2.5, np.float16), ()),
    "full of an integer": Case(lambda: hl.full(3, 7), lambda: np.full(3, 7), ()),
    "full of a truth": Case(lambda: hl.full(3, True), lambda: np.full(3, True), ()),
    "full of a tensor in a type": Case(
        lambda x: hl.full([3], x, "f64"), lambda x: np.full(3, x, np.float64), (np.int32(7),)
    ),
    "full of a size": Case(
        lambda x: (hl.full([hl.size(x, 1), 2], 3), hl.ones(hl.size(x, 0), "i8")),
        lambda x: (np.full((x.shape[1], 2), 3), np.ones(len(x), np.int8)), (CUBE,),
    ),
    "full_like in a type": Case(lambda x: hl.full_like(x, 3, "i8"), lambda x: np.full_like(x, 3, np.int8), (CUBE,)),
    "zeros_like in a type": Case(
        lambda x: hl.zeros_like(x, "bf16"), lambda x: np.zeros_like(x, ml_dtypes.bfloat16), (CUBE,)
    ),
    "zeros_like": Case(lambda x: hl.zeros_like(x), np.zeros_like, (CUBE,)),
    "ones_like": Case(lambda x: hl.ones_like(x, "i32"), lambda x: np.ones_like(x, np.int32), (CUBE,)),
    "full_like": Case(lambda x: hl.full_like(x, 3), lambda x: np.full_like(x, 3), (INTS,)),
    "arange": Case(lambda: hl.arange(5), lambda: np.arange(5), ()),
    "arange down": Case(lambda: hl.arange(9, -2, -3), lambda: np.arange(9, -2, -3), ()),
    "arange of floats": Case(lambda: hl.arange(0, 1, 0.25), lambda: np.arange(0, 1, 0.25, np.float32), ()),
    "arange by NumPy's integers": Case(
        lambda: hl.arange(np.int8(-3), np.uint64(9), np.uint64(4)), lambda: np.arange(-3, 9, 4), ()
    ),
    "arange of none": Case(lambda: hl.arange(3, 1), lambda: np.arange(3, 1), ()),
    "arange of a size": Case(lambda x: hl.arange(hl.size(x, 0)) * 1, lambda x: np.arange(len(x)), (CUBE,), "a type"),
    "linspace": Case(lambda: hl.linspace(-1, 1, 7), lambda: np.linspace(-1, 1, 7, dtype=np.float32), ()),
    "eye": Case(lambda: hl.eye(3), lambda: np.eye(3, dtype=np.float32), ()),
    "eye of a size": Case(lambda x: hl.eye(hl.size(x, 0), 5, -1), lambda x: np.eye(3, 5, -1, np.float32), (FLOATS,)),
    "arange in a type": Case(
        lambda: (hl.arange(3, dtype="f32"), hl.arange(-1, 6, 2, "i8")),
        lambda: (np.arange(3, dtype=np.float32), np.arange(-1, 6, 2, np.int8)), (),
    ),
    "eye beside": Case(lambda: hl.eye(3, 4, 1, "i32"), lambda: np.eye(3, 4, 1, np.int32), ()),
    "one_hot": Case(lambda x: hl.one_hot(x, 3), lambda x: one_hot(x, 3, -1), (ROW.reshape(2, 3),)),
    "one_hot in front": Case(lambda x: hl.one_hot(x, 4, axis=0), lambda x: one_hot(x, 4, 0), (INTS,)),
    "one_hot of many": Case(lambda x: hl.one_hot(x, 300), lambda x: one_hot(x, 300, -1), (INTS.astype(np.int8),)),
    "tril": Case(lambda x: hl.tril(x, -1), lambda x: np.tril(x, -1), (SPECIAL,)),
    "triu": Case(lambda x: hl.triu(x), np.triu, (CUBE,)),
    "softmax": Case(lambda x: hl.softmax(x), softmax, (FLOATS,)),
    "softmax of an axis": Case(lambda x: hl.softmax(x, 0), lambda x: softmax(x, 0), (CUBE,)),
    "softmax of axes": Case(
        lambda x: (hl.softmax(x, (0, -1)), hl.log_softmax(x, None)),
        lambda x: (softmax(x, (0, 2)), np.log(softmax(x, (0, 1, 2)))), (CUBE,),
    ),
    "softmax of great ones": Case(
        lambda x: (hl.softmax(x), hl.log_softmax(x)),
        lambda x: (np.array([1, 0, 0], np.float32), x - 1000), (np.array([1000, 0, -1000], np.float32),),
    ),
    "log_softmax": Case(lambda x: hl.log_softmax(x), lambda x: np.log(softmax(x)), (FLOATS,)),
    "relu of what is no number": Case(lambda x: hl.relu(x), lambda x: np.maximum(x, 0), (SPECIAL,)),
    "relu of integers": Case(lambda x: hl.relu(x), lambda x: np.maximum(x, 0), (INTS,)),
    "relu": Case(lambda x: hl.relu(x), lambda x: np.maximum(x, 0), (FLOATS,)),
    "matmul": Case(lambda x, y: x @ y, np.matmul, (FLOATS, FLOATS.T)),
    "matmul of batches": Case(lambda x, y: x @ y, np.matmul, (CUBE, CUBE.swapaxes(1, 2))),
    "matmul of one for all": Case(lambda x, y: hl.matmul(x, y), np.matmul, (CUBE, CUBE[0].T)),
    "matmul of all for one": Case(lambda x, y: x @ y, np.matmul, (CUBE[0], CUBE.swapaxes(1, 2))),
    "matmul with a row": Case(lambda x, y: x @ y, np.matmul, (CUBE[0, 0], CUBE.swapaxes(1, 2))),
    "matmul with a column": Case(lambda x, y: x @ y, np.matmul, (CUBE, CUBE[0, 0])),
    "matmul of repeated batches": Case(
        lambda x, y: x @ y, np.matmul, (CUBE[:, None], np.stack([CUBE.swapaxes(1, 2)[0]] * 5)), "1 is the size"
    ),
}  # fmt: skip


def typed(array: Any, is_dynamic: bool = False) -> hl.TensorType:
    array = np.asarray(array)
    shape = tuple(None if is_dynamic else size for size in array.shape)
    return hl.TensorType(shape, element_type_of(array.dtype))


def listed(results: Any) -> list[Any]:
    return [np.asarray(each) for each in (results if isinstance(results, (list, tuple)) else [results])]


def assert_equals(found: Any, expected: Any) -> None:
    for ours, theirs in zip(listed(found), listed(expected), strict=True):
        assert (ours.dtype, ours.shape) == (theirs.dtype, theirs.shape)
        if ours.dtype.kind in "fc":
            np.testing.assert_allclose(ours, theirs, rtol=1e-12 if ours.dtype == np.float64 else 2e-6, atol=1e-7)
        else:
            np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("name", CASES)
def test_static_and_dynamic_shapes(name: str) -> None:
    case = CASES[name]
    expected = case.numpy(*case.arrays)
    for is_dynamic in (False, True):
        if is_dynamic and (case.static or not case.arrays):
            continue
        program = hl.function(*(typed(array, is_dynamic) for array in case.arrays), name="f")(case.ours)
        str(program)  # upstream verifies it
        for _ in range(2):
            assert_equals(program(*case.arrays), expected)


def test_several_nans_and_equal_ones() -> None:
    """NaN is greater than all else and equal to itself; of equal ones the first counts, and they keep their order."""
    nan = np.nan
    x = np.array([[nan, 1, nan, 2, 2, -inf], [2, 2, 1, 2, inf, inf], [-0.0, 0.0, nan, nan, -1, 0.0]], np.float32)

    @hl.function("3x6xf32", name="main")
    def main(x: Any) -> Any:
        down, places = hl.top_k(x, 4, 1)
        return (
            hl.argmax(x, 1), hl.argmin(x, 1), hl.argmax(x), hl.argmin(x), hl.argsort(x, 1),
            hl.argsort(x, 1, descending=True), places, down, hl.sort(x, dimension=1), hl.cummax(x, 1), hl.cummin(x, 1),
            hl.max(x, 1), hl.min(x, 1),
        )  # fmt: skip

    is_nan, filled = np.isnan(x), np.nan_to_num(x, nan=0.0, posinf=9, neginf=-9)
    up, back = (
        np.array([sorted(range(6), key=list(zip(first, values, strict=True)).__getitem__)
                  for first, values in zip(*rows, strict=True)])
        for rows in ((is_nan, filled), (~is_nan, -filled))
    )  # fmt: skip
    expected = (
        x.argmax(1), x.argmin(1), x.argmax(), x.argmin(), up, back, back[:, :4], np.take_along_axis(x, back, 1)[:, :4],
        np.sort(x, 1), np.maximum.accumulate(x, 1), np.minimum.accumulate(x, 1), x.max(1), x.min(1),
    )  # fmt: skip
    np.testing.assert_array_equal(up, x.argsort(1, kind="stable"))
    for found, wanted in zip(main(x), expected, strict=True):
        np.testing.assert_array_equal(found, wanted)


# Functions of several axes, then of one; the same of ours and of NumPy's name but for these.
OVER_AXES = ["sum", "prod", "max", "min", "mean", "var", "std", "all", "any", "logsumexp", "norm"]
OVER_AN_AXIS = ["argmax", "argmin"]
NUMPY_S: dict[str, Callable[..., Any]] = {
    "sum": lambda x, *a, **k: np.sum(x, *a, dtype=x.dtype, **k),
    "prod": lambda x, *a, **k: np.prod(x, *a, dtype=x.dtype, **k),
    "logsumexp": lambda x, *a, **k: np.log(np.exp(x).sum(*a, **k)),
    "norm": lambda x, *a, **k: np.sqrt((x * x).sum(*a, **k)),
    "max": np.max, "min": np.min,
}  # fmt: skip
ALONG = {
    "cumsum": np.add, "cumprod": np.multiply, "cummax": np.maximum, "cummin": np.minimum,
}  # fmt: skip


def each_way(of: str, x: Any) -> list[tuple[Any, Any]]:
    """What is built in every way that a group of functions can be called, beside what NumPy makes of it."""
    made: list[tuple[Any, Any]] = []
    axes = range(-3, 3)
    match of:
        case "axes":
            for name in (*OVER_AXES, *OVER_AN_AXIS):
                some = () if name in OVER_AN_AXIS else ((0, 2), (-1, 0), (1, 2, 0), [1])
                theirs = NUMPY_S.get(name) or getattr(np, name)
                for axis, keepdims in product((None, *axes, *some), (False, True)):
                    at = tuple(axis) if isinstance(axis, list) else axis
                    made.append((partial(getattr(hl, name), axis=axis, keepdims=keepdims),
                                 partial(theirs, axis=at, keepdims=keepdims)))  # fmt: skip
                if hasattr(hl.Tensor, name):
                    made.append((lambda x, name=name: getattr(x, name)(1, keepdims=True),
                                 partial(theirs, axis=1, keepdims=True)))  # fmt: skip
            made += [(partial(hl.var, axis=1, ddof=n), partial(np.var, axis=1, ddof=n)) for n in (0, 1, 2)]
            made += [(partial(hl.std, axis=0, ddof=n), partial(np.std, axis=0, ddof=n)) for n in (0, 1)]
            for order, axis in product((1, 2, inf), (0, 1, 2)):
                made.append((partial(hl.norm, ord=order, axis=axis), partial(np.linalg.norm, ord=order, axis=axis)))
        case "one axis, whose size is known":
            for name, axis in product(ALONG, axes):
                theirs = ALONG[name].accumulate
                made += [
                    (partial(getattr(hl, name), axis=axis), partial(theirs, axis=axis)),
                    (
                        partial(getattr(hl, name), axis=axis, reverse=True),
                        lambda x, axis=axis, theirs=theirs: np.flip(theirs(np.flip(x, axis), axis), axis),
                    ),
                ]
            for axis, by in product(axes, (-5, -1, 0, 1, 2, 7)):
                made.append((partial(hl.roll, shift=by, axis=axis), partial(np.roll, shift=by, axis=axis)))
            made.append((partial(hl.roll, shift=3, axis=(0, 2)), partial(np.roll, shift=3, axis=(0, 2))))
            for axis, cuts in product(axes, ([1], [0, 2, 2], [-1], [-2, 1], [3, 1], [5], 1)):
                made.append(
                    (
                        partial(hl.split, indices_or_sections=cuts, axis=axis),
                        partial(np.split, indices_or_sections=cuts, axis=axis),
                    )
                )
            for axis, k in product(axes, (0, 1, 2)):
                made.append(
                    (
                        partial(hl.top_k, k=k, axis=axis),
                        lambda x, axis=axis, k=k: [
                            np.moveaxis(np.moveaxis(of, axis, -1)[..., :k], -1, axis)
                            for of in (-np.sort(-x, axis), (-x).argsort(axis, kind="stable"))
                        ],
                    )
                )
        case "arrangement":
            for axis in axes:
                made += [
                    (partial(hl.flip, axis=axis), partial(np.flip, axis=axis)),
                    (lambda x, axis=axis: hl.sort(x, dimension=axis), partial(np.sort, axis=axis)),
                    (lambda x, axis=axis: hl.sort(x, "GT", axis), lambda x, axis=axis: -np.sort(-x, axis)),
                    (
                        lambda x, axis=axis: hl.sort([x, -x], "LE", axis, is_stable=False),  # by the first
                        lambda x, axis=axis: [np.sort(x, axis), -np.sort(x, axis)],
                    ),
                    (partial(hl.argsort, axis=axis), partial(np.argsort, axis=axis, kind="stable")),
                    (
                        partial(hl.argsort, axis=axis, descending=True),
                        lambda x, axis=axis: (-x).argsort(axis, kind="stable"),
                    ),
                    (partial(hl.repeat, repeats=2, axis=axis), partial(np.repeat, repeats=2, axis=axis)),
                    (partial(hl.softmax, axis=axis), lambda x, axis=axis: softmax(x, axis)),
                    (partial(hl.log_softmax, axis=axis), lambda x, axis=axis: np.log(softmax(x, axis))),
                ]
            for axis in range(-4, 4):
                made += [
                    (partial(hl.expand_dims, axis=axis), partial(np.expand_dims, axis=axis)),
                    (lambda x, axis=axis: hl.stack([x, x + 1], axis), lambda x, axis=axis: np.stack([x, x + 1], axis)),
                ]
            for axis in ((0, 1), (3, 0), (-1, -2), (4, 2)):
                made.append((partial(hl.expand_dims, axis=axis), partial(np.expand_dims, axis=axis)))
            for first, second in product(axes, axes):
                made += [
                    (
                        lambda x, a=first, b=second: hl.swapaxes(x, a, b),
                        lambda x, a=first, b=second: np.swapaxes(x, a, b),
                    ),
                    (
                        lambda x, a=first, b=second: hl.moveaxis(x, a, b),
                        lambda x, a=first, b=second: np.moveaxis(x, a, b),
                    ),
                ]
            for ends in permutations(range(3), 2):
                made.append(
                    (
                        partial(hl.moveaxis, source=(2, 0), destination=ends),
                        partial(np.moveaxis, source=(2, 0), destination=ends),
                    )
                )
            for reps in (0, 1, 2, (2,), (1, 2), (2, 1), (2, 1, 3), (1, 1, 1), (1, 1, 1, 1), (2, 1, 1, 2), (3, 0, 1)):
                made.append((partial(hl.tile, reps=reps), partial(np.tile, reps=reps)))
            for k in range(-3, 4):
                made += [(partial(hl.tril, k=k), partial(np.tril, k=k)), (partial(hl.triu, k=k), partial(np.triu, k=k))]
            for low, high in product((None, -0.5), (None, 0.25)):
                made.append(
                    (
                        partial(hl.clip, min=low, max=high),
                        (lambda x: x) if low is high else partial(np.clip, a_min=low, a_max=high),
                    )
                )
        case "places":
            classes = lambda x: hl.convert(hl.round(x * 2), "i32")  # noqa: E731
            for axis, dtype, count in product(range(-4, 4), (None, "i32"), (0, 1, 3)):
                made.append(
                    (
                        lambda x, axis=axis, dtype=dtype, count=count: hl.one_hot(classes(x), count, dtype, axis),
                        lambda x, axis=axis, dtype=dtype, count=count: np.moveaxis(
                            (np.round(x * 2).astype(int)[..., None] == np.arange(count)).astype(
                                np.int32 if dtype else np.float32
                            ),
                            -1,
                            axis,
                        ),
                    )
                )
            for side, more in product(("left", "right"), range(5)):
                row = np.array([-1, -0.5, -0.5, 0, 0.75, 0.75, 0.75])[: more + 3]
                made.append(
                    (
                        lambda x, side=side, row=row: hl.searchsorted(hl.constant(row), hl.round(x * 4) / 4, side),
                        lambda x, side=side, row=row: np.searchsorted(row, np.round(x * 4) / 4, side),
                    )
                )
            for start, stop, step in product((-2, 0, 3), (-3, 0, 4), (-2, -1, 1, 2, 3)):
                made.append(
                    (lambda x, *a, b=(start, stop, step): hl.arange(*b), lambda x, b=(start, stop, step): np.arange(*b))
                )
            for lowest, highest, apart in product((-2, 0.5), (1.5, -2), (0.5, -0.25, 0.75)):
                made.append(
                    (
                        lambda x, b=(lowest, highest, apart): hl.arange(*b, dtype="f64"),
                        lambda x, b=(lowest, highest, apart): np.arange(*b),
                    )
                )
            for low, high in [(-1, -1), (-1, 0), (-1, 2), (0, 0), (0, 2), (2, 2), (2, -1), (2, 0)]:
                for a, b in ((0, 1), (1, 0), (1, 1)):
                    made.append(
                        (
                            lambda x, low=low, high=high, a=a, b=b: hl.arange(
                                hl.size(x, 0) * 0 + low if a else low,
                                hl.size(x, 0) * 0 + high if b else high,
                                dtype="i64",
                            ),
                            lambda x, low=low, high=high: np.arange(low, high),
                        )
                    )
            for m, n, k in product((1, 3), (None, 2, 4), (-2, -1, 0, 1, 3)):
                made.append((lambda x, a=(m, n, k): hl.eye(*a), lambda x, a=(m, n, k): np.eye(*a, dtype=np.float32)))
            for count in (0, 1, 2, 5):
                made.append((lambda x, n=count: hl.linspace(-1, 2, n, "f64"), lambda x, n=count: np.linspace(-1, 2, n)))
    return made


@pytest.mark.parametrize("of", ["axes", "one axis, whose size is known", "arrangement", "places"])
def test_each_way_to_call(of: str) -> None:
    """In one program, so that it costs little."""
    x = np.round(RNG.normal(size=(2, 3, 4)), 2)
    ways = each_way(of, x)
    for is_dynamic in (False, True) if "known" not in of else (False,):
        program = hl.function(typed(x, is_dynamic), name="f")(lambda given: [ours(given) for ours, _ in ways])
        for (ours, theirs), found in zip(ways, program(x), strict=True):
            expected = theirs(x)
            try:
                assert_equals(found, expected)
            except AssertionError as error:
                raise AssertionError(f"{ours}: {error}") from error


EINSUMS = [
    "ij,jk->ik", "ij,jk", "bij,bjk->bik", "ij->ji", "ii->i", "ii", "iij->j", "ij->", "i,j->ij", "ij,ij->", "bi,bi->b",
    "ij,kj,k->ik", "...ij,...jk->...ik", "...i->...", "i...->...i", "ij,j", "bhqd,bhkd->bhqk", "ba", "ij,jk,kl->il",
    "ii,ij->ij", "ijk,k", "a,b,c->cab", "...ij,...jk", "i...j", "h...i->i...",
]  # fmt: skip


@pytest.mark.parametrize("subscripts", EINSUMS)
def test_einsum(subscripts: str) -> None:
    terms = subscripts.partition("->")[0].split(",")
    sizes = dict(zip("abcdhijklq", [2, 3, 2, 4, 2, 3, 4, 2, 3, 5], strict=True))
    sizes["i"] = sizes["i"] if not any(term.startswith("ii") for term in terms) else 3
    arrays = [
        RNG.normal(size=[size for letter in term.replace("...", "DE") for size in [{"D": 2, "E": 3, **sizes}[letter]]])
        for term in terms
    ]
    expected = np.einsum(subscripts, *arrays)
    for is_dynamic in (False, True):
        types = [typed(array, is_dynamic) for array in arrays]
        program = hl.function(*types, name="f")(lambda *xs: hl.einsum(subscripts, *xs))
        for _ in range(2):
            assert_equals(program(*arrays), expected)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_einsum_of_random_letters(data: st.DataObject) -> None:
    """Where operands have ``...``, they may have fewer dimensions there than others; these are the last ones."""
    terms = data.draw(st.lists(st.text("ijkL", min_size=0, max_size=3), min_size=1, max_size=3))
    dots = data.draw(st.lists(st.integers(-2, 2), min_size=len(terms), max_size=len(terms)))
    sizes = {"i": 2, "j": 3, "k": 1, "L": 2}
    written, arrays = [], []
    for term, hidden in zip(terms, dots, strict=True):
        at = data.draw(st.integers(0, len(term)))
        before, after = term[:at], term[at:]
        written.append(before + "..." * (hidden >= 0) + after)
        inside = (2, 3)[2 - max(hidden, 0) :]
        arrays.append(RNG.integers(-3, 4, [sizes[x] for x in before] + [*inside] + [sizes[x] for x in after]))
    subscripts = ",".join(written)
    if data.draw(st.booleans()) or max(dots) < 0:
        there = sorted(set("".join(terms)))
        output = data.draw(st.permutations(there))[: data.draw(st.integers(0, len(there)))]
        if max(dots) >= 0:
            output.insert(data.draw(st.integers(0, len(output))), "...")
        subscripts += f" -> {''.join(output)}"
    program = hl.function(*(typed(array) for array in arrays), name="f")(lambda *xs: hl.einsum(subscripts, *xs))
    assert_equals(program(*arrays), np.einsum(subscripts, *arrays))


# Of each, what is on the way to some result leaves the type, or is more than it counts to.
NARROW: list[Any] = [
    np.float16([40000, 40200, 40100, 40500]),
    np.float16([300, 400]),
    np.float16([60000, 60000, -60000, -60000]),
    np.float16([300, 300, 1 / 300, 1 / 300]),
    np.full(600, 1, ml_dtypes.float8_e4m3fn),
    np.full(4096, 1, ml_dtypes.bfloat16),
]
SUMMING: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "sum": (hl.sum, np.sum),
    "mean": (hl.mean, np.mean),
    "var": (hl.var, np.var),
    "std": (hl.std, np.std),
    "norm": (hl.norm, np.linalg.norm),
    "prod": (hl.prod, np.prod),
    "cumsum": (hl.cumsum, np.cumsum),
    "cumprod": (hl.cumprod, np.cumprod),
    "logsumexp": (hl.logsumexp, np.logaddexp.reduce),
    "softmax": (hl.softmax, softmax),
    "log_softmax": (hl.log_softmax, lambda x: x - np.logaddexp.reduce(x)),
}


@pytest.mark.parametrize("name", SUMMING)
def test_narrow_floats_are_summed_in_f32(name: str) -> None:
    ours, numpys = SUMMING[name]
    program = hl.function(*map(typed, NARROW))(lambda *xs: tuple(ours(x) for x in xs))
    for x, found in zip(NARROW, program(*NARROW), strict=True):
        with np.errstate(over="ignore"):
            expected = np.asarray(numpys(x.astype(np.float64))).astype(x.dtype)
        assert found.dtype == x.dtype
        rounded = float(ml_dtypes.finfo(x.dtype).eps)
        np.testing.assert_allclose(found.astype(float), expected.astype(float), rtol=rounded, atol=1e-7)


DIFFERENTIABLE = {
    "mean": (lambda x: hl.mean(x * x), lambda jnp, jax: lambda x: jnp.mean(x * x)),
    "var": (lambda x: hl.var(x, 1).sum(), lambda jnp, jax: lambda x: jnp.var(x, 1).sum()),
    "std": (lambda x: hl.std(x), lambda jnp, jax: lambda x: jnp.std(x)),
    "logsumexp": (lambda x: hl.logsumexp(x), lambda jnp, jax: jax.nn.logsumexp),
    "softmax": (lambda x: (hl.softmax(x) * x).sum(), lambda jnp, jax: lambda x: (jax.nn.softmax(x) * x).sum()),
    "log_softmax": (lambda x: hl.log_softmax(x)[0, 1], lambda jnp, jax: lambda x: jax.nn.log_softmax(x)[0, 1]),
    "norm": (lambda x: hl.norm(x, axis=0).sum(), lambda jnp, jax: lambda x: jnp.linalg.norm(x, axis=0).sum()),
    "cumsum": (lambda x: (x.cumsum(1) ** 2).sum(), lambda jnp, jax: lambda x: (x.cumsum(1) ** 2).sum()),
    "cumprod": (lambda x: x.cumprod(1).sum(), lambda jnp, jax: lambda x: x.cumprod(1).sum()),
    "prod": (lambda x: x.prod(0).sum(), lambda jnp, jax: lambda x: x.prod(0).sum()),
    "max": (lambda x: x.max(1).sum(), lambda jnp, jax: lambda x: x.max(1).sum()),
    "gelu": (lambda x: hl.gelu(x).sum(), lambda jnp, jax: lambda x: jax.nn.gelu(x).sum()),
    "clip": (lambda x: (x.clip(-0.5, 0.5) * x).sum(), lambda jnp, jax: lambda x: (x.clip(-0.5, 0.5) * x).sum()),
    "einsum": (lambda x: hl.einsum("ij,kj->ik", x, x).sum(), lambda jnp, jax: lambda x: (x @ x.T).sum()),
    "take of argmax": (
        lambda x: hl.take_along_axis(x, x.argmax(1, keepdims=True), 1).sum() * x.sum(),
        lambda jnp, jax: lambda x: x.max(1).sum() * x.sum(),
    ),
    "roll": (lambda x: (hl.roll(x, 1, 0) * x).sum(), lambda jnp, jax: lambda x: (jnp.roll(x, 1, 0) * x).sum()),
    "top_k": (lambda x: (hl.top_k(x, 2)[0] ** 2).sum(), lambda jnp, jax: lambda x: (jax.lax.top_k(x, 2)[0] ** 2).sum()),
}  # fmt: skip


@pytest.mark.parametrize("name", DIFFERENTIABLE)
def test_derivatives_are_jax_s(name: str) -> None:
    jax = pytest.importorskip("jax")
    ours, theirs = DIFFERENTIABLE[name]
    program = hl.function(typed(FLOATS), name="f")(ours)
    value, gradient = jax.jit(jax.value_and_grad(theirs(jax.numpy, jax)))(FLOATS)
    np.testing.assert_allclose(program(FLOATS), value, rtol=1e-5)
    np.testing.assert_allclose(hl.grad(program)(FLOATS), gradient, rtol=1e-4, atol=1e-6)
    batch = np.stack([FLOATS, 2 * FLOATS])
    each = hl.vmap(program, axis_size=2)(batch)
    np.testing.assert_allclose(each, [program(one) for one in batch], rtol=1e-5)
