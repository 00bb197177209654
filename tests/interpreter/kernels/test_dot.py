"""dot_general index by index, in exact arithmetic."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import numpy as np
import pytest
from helpers.exact import FORMATS, rounded
from helpers.one_op import dtype, run_op

from hlogen.ir import DotDimensionNumbers

CASES = {
    "matrix": ((3, 4), (4, 5), (), (), (1,), (0,)),
    "batched": ((2, 3, 4), (4, 2, 5), (0,), (1,), (2,), (0,)),
    "two contracted": ((3, 4, 2), (2, 5, 4), (), (), (1, 2), (2, 0)),
    "two batches": ((2, 3, 4), (3, 2, 4), (1, 0), (0, 1), (2,), (2,)),
    "outer": ((3,), (2,), (), (), (), ()),
    "inner": ((4,), (4,), (), (), (0,), (0,)),
    "nothing contracted": ((3, 0), (0, 2), (), (), (1,), (0,)),
    "scalar": ((), (2, 2), (), (), (), ()),
    "vector": ((2, 3, 4), (4,), (), (), (2,), (0,)),
}


def exactly(value: np.generic) -> Fraction:
    return Fraction(int(value) if isinstance(value, np.integer) else float(value))


def exact_product(
    lhs: np.ndarray, rhs: np.ndarray, numbers: DotDimensionNumbers
) -> tuple[tuple[int, ...], list[Fraction]]:
    """The shape of the result and its elements in order, each an exact sum of products."""
    lhs_batch, rhs_batch = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    lhs_contract, rhs_contract = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    lhs_free = [d for d in range(lhs.ndim) if d not in lhs_batch and d not in lhs_contract]
    rhs_free = [d for d in range(rhs.ndim) if d not in rhs_batch and d not in rhs_contract]

    def sizes(x: np.ndarray, axes: Sequence[int]) -> tuple[int, ...]:
        return tuple(x.shape[d] for d in axes)

    elements = []
    for batch in np.ndindex(sizes(lhs, lhs_batch)):
        for row in np.ndindex(sizes(lhs, lhs_free)):
            for column in np.ndindex(sizes(rhs, rhs_free)):
                total = Fraction(0)
                for inner in np.ndindex(sizes(lhs, lhs_contract)):
                    at = dict(zip([*lhs_batch, *lhs_free, *lhs_contract], [*batch, *row, *inner], strict=True))
                    to = dict(zip([*rhs_batch, *rhs_free, *rhs_contract], [*batch, *column, *inner], strict=True))
                    left = lhs[tuple(at[d] for d in range(lhs.ndim))]
                    right = rhs[tuple(to[d] for d in range(rhs.ndim))]
                    total += exactly(left) * exactly(right)
                elements.append(total)
    return (*sizes(lhs, lhs_batch), *sizes(lhs, lhs_free), *sizes(rhs, rhs_free)), elements


@pytest.mark.share(3)
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize(
    ("lhs_type", "rhs_type", "result_type"),
    [
        ("f32", "f32", "f32"),
        ("bf16", "bf16", "bf16"),
        ("bf16", "bf16", "f32"),
        ("f16", "f16", "f16"),
        ("f8E4M3FN", "f8E5M2", "f32"),
        ("f8E5M2", "f8E5M2", "f8E5M2"),
        ("f32", "bf16", "f32"),
        ("i8", "i8", "i32"),
        ("i8", "i8", "i8"),
        ("ui8", "i8", "i32"),
        ("i4", "i4", "i4"),
        ("i32", "i32", "i32"),
        ("i64", "i64", "i64"),
        ("i16", "i16", "i64"),
    ],
)
def test_dot_general(case: str, lhs_type: str, rhs_type: str, result_type: str) -> None:
    lhs_shape, rhs_shape, *axes = CASES[case]
    numbers = DotDimensionNumbers(*axes)
    rng = np.random.default_rng(2)
    lhs, rhs = (
        (rng.integers(-7, 8, shape) if "i" in type else rng.normal(size=shape)).astype(dtype(type))
        for shape, type in ((lhs_shape, lhs_type), (rhs_shape, rhs_type))
    )
    if result_type in ("i32", "i64") and lhs_type == result_type:
        lhs = lhs * (np.iinfo(dtype(result_type)).max // 5)
    shape, exact = exact_product(lhs, rhs, numbers)
    text = "".join(f"{dim}x" for dim in shape) + result_type
    result = run_op(
        "stablehlo.dot_general", [(lhs_type, lhs), (rhs_type, rhs)], text, {"dot_dimension_numbers": numbers}
    )
    if "i" in result_type:
        bits = int(result_type.lstrip("u")[1:])
        wrapped = [(value + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1)) for value in exact]
        assert [int(value) for value in result.flat] == wrapped
        return
    # computed in f32 and rounded once: a sum of n products of size s is off by at most n * s * 2**-24 before rounding
    _, sizes = exact_product(np.abs(lhs), np.abs(rhs), numbers)
    terms = max(lhs.size, 1)
    for value, expected, size in zip(result.flat, exact, sizes, strict=True):
        error = terms * size * Fraction(1, 1 << 24)
        low, high = (rounded(expected + off, FORMATS[result_type]) for off in (-error, error))
        assert low is not None
        assert high is not None
        assert low <= Fraction(float(value)) <= high


@pytest.mark.parametrize(("lhs_type", "rhs_type"), [("ui8", "ui32"), ("i8", "i32"), ("i16", "i32"), ("i32", "i32")])
def test_integers_at_their_limits_add_up_to_more_than_f64_holds(lhs_type: str, rhs_type: str) -> None:
    ends = [np.iinfo(dtype(type)) for type in (lhs_type, rhs_type)]
    largest = math.prod(max(-int(end.min), int(end.max)) for end in ends)
    count = max(3, -(-(1 << 54) // largest))
    rng = np.random.default_rng(3)
    lhs, rhs = (
        rng.integers(end.max - 3, end.max, count, end.dtype, endpoint=True)
        if end.min == 0
        else rng.integers(end.min, end.min + 3, count, end.dtype)
        for end in ends
    )
    (result,) = run_op(
        "stablehlo.dot_general",
        [(lhs_type, lhs), (rhs_type, rhs)],
        "i64",
        {"dot_dimension_numbers": DotDimensionNumbers((), (), (0,), (0,))},
    ).reshape(1)
    products = lhs.astype(np.int64).view(np.uint64) * rhs.astype(np.int64).view(np.uint64)
    assert int(result) == int(products.sum(dtype=np.uint64).view(np.int64))


def test_booleans_are_an_or_of_ands() -> None:
    lhs, rhs = np.array([[True, False], [False, False]]), np.array([[False, True], [True, True]])
    numbers = DotDimensionNumbers((), (), (1,), (0,))
    result = run_op("stablehlo.dot_general", [("i1", lhs), ("i1", rhs)], "2x2xi1", {"dot_dimension_numbers": numbers})
    assert result.tolist() == [[False, True], [False, False]]


def test_complex_numbers() -> None:
    lhs, rhs = np.array([[1 + 2j, 3]]), np.array([[2 - 1j], [1j]])
    numbers = DotDimensionNumbers((), (), (1,), (0,))
    for type in ("complex<f32>", "complex<f64>"):
        lhs, rhs = lhs.astype(dtype(type)), rhs.astype(dtype(type))
        result = run_op(
            "stablehlo.dot_general", [(type, lhs), (type, rhs)], f"1x1x{type}", {"dot_dimension_numbers": numbers}
        )
        assert result.tolist() == [[4 + 6j]]


@pytest.mark.parametrize(("part", "type"), [(np.float32, "complex<f32>"), (np.float64, "complex<f64>")])
def test_a_few_complex_products_are_added_in_order(part, type) -> None:
    """Each product of parts is rounded, and each sum: where parts cancel, a fused multiply-add gives other digits."""
    draw = np.random.default_rng(11)
    values = [draw.standard_normal(shape).astype(part) for shape in ((4, 3), (4, 3), (3, 6), (3, 6))]
    a, b, c, d = values
    lhs, rhs = (a + 1j * b).astype(dtype(type)), (c + 1j * d).astype(dtype(type))
    numbers = DotDimensionNumbers((), (), (1,), (0,))
    result = run_op(
        "stablehlo.dot_general", [(type, lhs), (type, rhs)], f"4x6x{type}", {"dot_dimension_numbers": numbers}
    )
    for i, j in np.ndindex(4, 6):
        real = imag = part(0)
        for k in range(3):
            real = part(real + part(part(a[i, k] * c[k, j]) - part(b[i, k] * d[k, j])))
            imag = part(imag + part(part(a[i, k] * d[k, j]) + part(b[i, k] * c[k, j])))
        assert result[i, j] == complex(real, imag)
