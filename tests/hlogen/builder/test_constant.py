"""hl.constant: every value is held exactly or refused."""

from __future__ import annotations

import tracemalloc

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
from hlogen.builder.arrays import as_array
from hlogen.ir import DenseElements


def elements(value, type=None) -> DenseElements:
    @hl.function
    def f():
        return hl.constant(value, type)

    str(f)
    value = f.module.function("f").body.operations[0].attributes["value"]
    assert isinstance(value, DenseElements)
    return value


@pytest.mark.parametrize(
    ("value", "type"),
    [
        (True, "tensor<i1>"),
        (3, "tensor<i64>"),
        (1.5, "tensor<f64>"),
        (1j, "tensor<complex<f64>>"),
        ([[1, 2], [3, 4]], "tensor<2x2xi64>"),
        (np.float32(1), "tensor<f32>"),
        (np.zeros((2, 0), np.uint8), "tensor<2x0xui8>"),
        (np.array([1, 2], ml_dtypes.bfloat16), "tensor<2xbf16>"),
        (np.array([1, 2], ml_dtypes.int4), "tensor<2xi4>"),
        (np.array([1, 2], ">i4"), "tensor<2xi32>"),
        (np.arange(6).reshape(2, 3).T, "tensor<3x2xi64>"),
    ],
)
def test_type_of_an_array_is_its_own(value, type: str) -> None:
    constant = elements(value)
    assert str(constant.type) == type
    np.testing.assert_array_equal(constant.array, np.asarray(value))


@pytest.mark.parametrize(
    ("value", "type", "expected"),
    [
        (1, "f32", "tensor<f32>"),
        ([1, 2], "f32", "tensor<2xf32>"),
        ([1, 2], np.float32, "tensor<2xf32>"),
        ([1, 2], "2xf32", "tensor<2xf32>"),
        (7, "2x3xi8", "tensor<2x3xi8>"),
        (7, hl.tensor("2x3xi8"), "tensor<2x3xi8>"),
        ([1, 2], hl.tensor("f32").element_type, "tensor<2xf32>"),
        ([], "0xi32", "tensor<0xi32>"),
        (1 + 2j, "complex<f32>", "tensor<complex<f32>>"),
        (255, "ui8", "tensor<ui8>"),
        (-8, "i4", "tensor<i4>"),
        (float("nan"), "f8E4M3FN", "tensor<f8E4M3FN>"),
    ],
)
def test_asked_type(value, type, expected: str) -> None:
    assert str(elements(value, type).type) == expected


def test_a_decimal_is_rounded_once() -> None:
    """What is in the middle of two numbers in f32 was beside it."""
    for type, step in (("bf16", 2.0**-8), ("f8E4M3FN", 2.0**-4), ("f16", 2.0**-11)):
        for sign, away in ((1, 2), (-1, 0)):
            found = elements([1 + step + sign * 2.0**-40, 1.0], type).array.astype(np.float64)
            assert found.tolist() == [1 + away * step, 1]
    assert float(elements((1 << 40) + (1 << 32) + 1, "bf16").array) == (1 << 40) + (1 << 33)


@pytest.mark.parametrize("storage", ["i8", "u8"])
def test_quantized_constants_are_storage_integers(storage: str) -> None:
    type = hl.tensor(f"2x!quant.uniform<{storage}:f32, 0.5>")

    @hl.function
    def f():
        return hl.constant([3, 100], type)

    assert f.type.results == (type,)
    str(f)
    assert str(elements([3, 100], type).type) == "tensor<2xi8>"
    assert elements(200, "!quant.uniform<u8:f32, 0.5>").array == -56


def test_a_number_fills_a_shape_without_memory() -> None:
    constant = elements(1.0, "100000x100000xf32")
    assert constant.is_splat
    assert constant.array.base is not None


def test_later_changes_of_the_array_dont_matter() -> None:
    array = np.array([1, 2, 3])

    @hl.function
    def f():
        return hl.constant(array)

    array[0] = 9
    assert f.module.function("f").body.operations[0].attributes["value"].array[0] == 1


class Lazy:
    """An array of another library that NumPy can't have as it is: torch's conjugates are such."""

    def __array__(self, dtype=None, copy=None):
        raise RuntimeError("resolve it first")


@pytest.mark.parametrize(
    ("value", "type", "said"),
    [
        ([1.5], "i32", "it would lose its fraction"),
        ([1, 2], "3xi32", "an array of shape (2,) can't be a constant of shape (3,)"),
        (1, "?xi32", "dynamic shape"),
        (1, f"{2**62}xi32", "there can't be a constant of shape (4611686018427387904,)"),
        (300, "ui8", "300 is out of range for ui8"),
        ([127, -129], "i8", "-129 is out of range for i8"),
        (np.inf, "f8E4M3FN", "inf doesn't fit f8E4M3FN"),
        ([[1, np.inf], [-1e300, 1e301]], "f32", "-1e+300 doesn't fit f32"),
        ([1, 2, np.nan, np.inf], "f4E2M1FN", "nan doesn't fit f4E2M1FN"),
        ([1, 1e300j], "complex<f32>", "1e+300j doesn't fit complex<f32>"),
        ([2.5, np.nan], "i32", "can't hold 2.5 (f64): it would lose its fraction; convert it first"),
        ([np.nan, 2.5], "i32", "can't hold nan (f64): integers are finite numbers"),
        ([2j, 1], "f32", "a constant of element type f32 can't hold the complex 2j"),
        ([1, 300, -129], "i8", "-129 is out of range for i8, which holds -128 to 127"),
        (200, "!quant.uniform<i8<-100:100>:f32, 0.5>", "which holds -100 to 100"),
        ("x", None, "is no array of numbers"),
        (None, None, "is no array of numbers"),
        (object(), None, "is no array of numbers"),
        (Lazy(), None, "is no array of numbers: resolve it first"),
        (1, "tf32", "tf32 is a precision"),
        (1, 3.5, "type is an element type"),
        (np.array(["2020-01-01"], "M8[D]"), None, "is no array of numbers"),
        (np.array([1, 2], np.longdouble), None, "has no StableHLO element type"),
    ],
)
def test_refused(value, type, said: str) -> None:
    with pytest.raises(hl.UsageError) as caught:
        elements(value, type)
    assert said in str(caught.value)


@pytest.mark.parametrize(
    "numbers", [range(0), range(3, 9, 2), range(5000), range(-7, -90_000, -13), range(1 << 62, 5 << 60, 1 << 48)]
)
def test_ranges_are_arrays_of_their_numbers(numbers) -> None:
    made, expected = as_array(numbers), np.asarray(list(numbers))
    assert made.dtype == expected.dtype
    np.testing.assert_array_equal(made, expected)


def test_a_range_takes_no_more_memory_than_its_array() -> None:
    tracemalloc.start()
    try:
        as_array(range(100_000))
        assert tracemalloc.get_traced_memory()[1] < 1_000_000  # of which 800,000 are the array
    finally:
        tracemalloc.stop()
