"""What an operation has made that its operands hadn't, and what is the same: element by element in Python."""

from __future__ import annotations

import math
import operator
from typing import Any

import ml_dtypes
import numpy as np
import pytest

from hlogen.ir import IntegerType
from interpreter.values.made import INFINITY, NAN, aligned, all_finite, cut_off_outside, made, wrapped
from interpreter.values.same import identities, is_same

Array = np.ndarray[Any, Any]

FLOATS = [np.float64, np.float32, np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2, np.complex64]
NUMBERS = [0.0, -0.0, 1.0, -1.5, math.nan, -math.nan, math.inf, -math.inf]


def drawn(rng: np.random.Generator, shape: Any, dtype: Any, of: list[float] = NUMBERS) -> Array:
    values = rng.choice(of, shape)
    if np.dtype(dtype).kind == "c":
        parts = np.empty(shape, dtype)
        parts.real, parts.imag = values, rng.choice(of, shape)
        return parts
    return np.asarray(values.astype(dtype))


def parts_of(x: Any) -> tuple[float, float]:
    number = complex(x)
    return number.real, number.imag


def wrong(kind: str, x: Any) -> bool:
    return any(map(math.isnan if kind == NAN else math.isinf, parts_of(x)))


def accounts(kind: str, x: Any) -> bool:
    """A NaN comes of a NaN; an infinity of what isn't finite."""
    return wrong(NAN, x) or (kind == INFINITY and wrong(INFINITY, x))


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("kind", [NAN, INFINITY])
@pytest.mark.parametrize("by_element", [True, False])
def test_what_no_operand_accounts_for(dtype: Any, kind: str, by_element: bool) -> None:
    rng = np.random.default_rng(5)
    tame = NUMBERS[:4] * 6
    for _ in range(60):
        result = drawn(rng, (2, 3), dtype, tame + NUMBERS)
        operands = [drawn(rng, shape, dtype, tame + NUMBERS) for shape in ((2, 3), ())[: rng.integers(1, 3)]]
        operands.append(np.arange(6, dtype=np.int32).reshape(2, 3))
        expected = np.array([wrong(kind, x) for x in result.reshape(-1)]).reshape(2, 3)
        for operand in operands[:-1]:
            there = np.array([accounts(kind, x) for x in operand.reshape(-1)]).reshape(operand.shape)
            expected &= ~there if by_element else not there.any()
        found = made(kind, result, operands, by_element=by_element)
        assert (found is None) == (not expected.any())
        if found is not None:
            assert found.tolist() == expected.tolist()


def test_lanes_of_an_operand_are_in_front() -> None:
    result = np.zeros((4, 2, 3))
    lanes = aligned(np.arange(4), result)
    assert lanes is not None
    assert [lanes[i].tolist() for i in range(4)] == [np.full((2, 3), i).tolist() for i in range(4)]
    whole = aligned(np.arange(24).reshape(4, 2, 3), result)
    assert whole is not None
    assert whole.reshape(-1).tolist() == [*range(24)]
    assert aligned(np.arange(5), result) is None


@pytest.mark.parametrize("size", [1, 7, (1 << 18) + 1, (1 << 19) + 3])
@pytest.mark.parametrize("layout", ["in order", "reversed"])
def test_one_element_that_is_not_finite_is_seen_wherever_it_is(size: int, layout: str) -> None:
    x = np.zeros(size, np.float32)
    seen = x if layout == "in order" else x[::-1]
    assert all_finite(seen)
    for place in {0, size // 2, size - 1}:
        for value in (np.nan, np.inf, -np.inf):
            x[place] = value
            assert not all_finite(seen)
        x[place] = 0


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16])
@pytest.mark.parametrize(("low", "high"), [(-128, 127), (0, 255), (-(1 << 31), (1 << 31) - 1), (-8, 7)])
def test_floats_whose_whole_part_is_out_of_range(dtype: Any, low: int, high: int) -> None:
    near = [x + d for x in (low, high, 0) for d in (-2, -1.5, -1, -0.5, 0, 0.5, 0.99, 1, 1.5, 2)]
    with np.errstate(over="ignore"):  # float16 ends at 65504
        x = np.array([*near, np.nan, np.inf, -np.inf], dtype)
    expected = [not math.isfinite(v) or not low <= math.trunc(v) <= high for v in x.tolist()]
    found = cut_off_outside(x, low, high)
    assert found is not None
    assert found.tolist() == expected
    assert cut_off_outside(x[~np.array(expected)], low, high) is None


@pytest.mark.parametrize("signed", [True, False])
@pytest.mark.parametrize("width", [4, 8, 16, 32, 64])
@pytest.mark.parametrize("compute", [operator.add, operator.sub, operator.mul])
def test_integers_that_are_out_of_range(signed: bool, width: int, compute: Any) -> None:
    type = IntegerType(width, "signless" if signed else "unsigned")
    dtype: Any = getattr(ml_dtypes if width == 4 else np, f"{'' if signed else 'u'}int{width}")
    rng = np.random.default_rng(width)
    low, high = type.minimum, type.maximum
    some = sorted({v for v in (low, low + 1, low // 2, -2, -1, 0, 1, 2, 3, high // 3, high // 2, high - 1, high)
                   if low <= v <= high})  # fmt: skip
    for n in range(20):
        few = some if n % 2 else [v for v in some if -4 < v < 4][: 3 + n // 4]
        x, y = ([few[i] for i in rng.integers(len(few), size=5)] for _ in range(2))
        expected = [not low <= compute(a, b) <= high for a, b in zip(x, y, strict=True)]
        found = wrapped(compute, [np.array(x, object).astype(dtype), np.array(y, object).astype(dtype)], type)
        assert ([False] * 5 if found is None else found.tolist()) == expected


@pytest.mark.parametrize("dtype", [*FLOATS, np.int8, np.bool_])
def test_the_same_are_of_one_sign_and_every_nan_is_one(dtype: Any) -> None:
    x = drawn(np.random.default_rng(0), 40, dtype, NUMBERS if np.dtype(dtype).kind not in "ib" else [0, 1])

    def key(number: Any) -> tuple[str, ...]:
        return tuple("nan" if v != v else str(v) for v in parts_of(number))

    keys = list(map(key, x))
    assert is_same(x[:, None], x).tolist() == [[a == b for b in keys] for a in keys]
    if np.dtype(dtype).kind not in "ib":
        numbers = identities(x).tolist()
        assert [[a == b for b in numbers] for a in numbers] == [[a == b for b in keys] for a in keys]
