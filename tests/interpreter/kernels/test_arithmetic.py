"""Arithmetic against Python's unbounded integers and IEEE-754's tables of special values."""

from __future__ import annotations

import math
from collections.abc import Callable

import ml_dtypes
import numpy as np
import pytest
from helpers.one_op import array, dtype, elementwise

from hlogen.errors import ExecutionError
from hlogen.ir import IntegerType, parse_element_type

INTEGERS = ["i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64"]
NAN, INF = math.nan, math.inf


def integer_type(name: str) -> IntegerType:
    type = parse_element_type(name)
    assert isinstance(type, IntegerType)
    return type


def some(name: str) -> list[int]:
    type = integer_type(name)
    if type.width <= 4:
        return list(range(type.minimum, type.maximum + 1))
    wanted = {0, 1, -1, 2, -2, 3, 7, -7, 100, type.maximum, type.maximum - 1, type.minimum, type.minimum + 1}
    return sorted(value for value in wanted if type.minimum <= value <= type.maximum)


def wrapped(name: str, value: int) -> int:
    type = integer_type(name)
    value %= 1 << type.width
    return value if type.is_unsigned or value < 1 << (type.width - 1) else value - (1 << type.width)


def quotient(a: int, b: int) -> int:
    if b == 0:
        return -1
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def reciprocal_power(a: int, b: int) -> int:
    if b >= 0:
        return a**b if abs(b) < 1000 else pow(a, b, 1 << 64)
    return {1: 1, -1: -1 if b % 2 else 1}.get(a, 0)


BINARY: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": quotient,
    "remainder": lambda a, b: a - quotient(a, b) * b if b else a,
    "power": reciprocal_power,
    "maximum": max,
    "minimum": min,
}


@pytest.mark.share(3)
@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("name", BINARY)
def test_integers_wrap(name: str, type: str) -> None:
    pairs = [(a, b) for a in some(type) for b in some(type)]
    lhs, rhs = (array(type, column) for column in zip(*pairs, strict=True))
    result = elementwise(f"stablehlo.{name}", type, lhs, rhs)
    for (a, b), value in zip(pairs, result, strict=True):
        assert int(value) == wrapped(type, BINARY[name](a, b)), (a, b)


@pytest.mark.share(3)
@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("name", ["negate", "abs", "sign"])
def test_unary_integers(name: str, type: str) -> None:
    functions = {"negate": lambda a: -a, "abs": abs, "sign": lambda a: (a > 0) - (a < 0)}
    result = elementwise(f"stablehlo.{name}", type, array(type, some(type)))
    assert [int(value) for value in result] == [wrapped(type, functions[name](a)) for a in some(type)]


@pytest.mark.parametrize("name", ["add", "maximum"])
def test_booleans_or(name: str) -> None:
    result = elementwise(f"stablehlo.{name}", "i1", [False, False, True, True], [False, True, False, True])
    np.testing.assert_array_equal(result, [False, True, True, True])


@pytest.mark.parametrize("name", ["multiply", "minimum"])
def test_booleans_and(name: str) -> None:
    result = elementwise(f"stablehlo.{name}", "i1", [False, False, True, True], [False, True, False, True])
    np.testing.assert_array_equal(result, [False, False, False, True])


def test_booleans_have_no_difference() -> None:
    with pytest.raises(ExecutionError, match=r"stablehlo\.subtract isn't defined on elements of type i1"):
        elementwise("stablehlo.subtract", "i1", [True], [False])


def same(actual: np.ndarray, expected: list[float]) -> None:
    """Equal values, NaN where NaN is expected, and the same sign of zeros."""
    values = actual.astype(np.float64)
    np.testing.assert_array_equal(values, expected)
    not_nan = ~np.isnan(values)
    np.testing.assert_array_equal(np.signbit(values)[not_nan], np.signbit(expected)[not_nan])


FLOATS = ["f64", "f32", "tf32", "f16", "bf16", "f8E5M2", "f8E4M3"]


@pytest.mark.parametrize("type", FLOATS)
@pytest.mark.parametrize("swapped", [False, True])
def test_maximum_and_minimum_follow_ieee_754(type: str, swapped: bool) -> None:
    lhs = array(type, [0.0, -0.0, -0.0, 0.0, NAN, NAN, INF, 1, 2.5, -INF])
    rhs = array(type, [-0.0, 0.0, -0.0, 0.0, 1, -INF, 1, INF, -2.5, -1])
    if swapped:
        lhs, rhs = rhs, lhs
    same(elementwise("stablehlo.maximum", type, lhs, rhs), [0.0, 0.0, -0.0, 0.0, NAN, NAN, INF, INF, 2.5, -1])
    same(elementwise("stablehlo.minimum", type, lhs, rhs), [-0.0, -0.0, -0.0, 0.0, NAN, NAN, 1, 1, -2.5, -INF])


@pytest.mark.parametrize("type", FLOATS)
def test_sign_keeps_zeros_and_nan(type: str) -> None:
    given = array(type, [0.0, -0.0, 3, -3, INF, -INF, NAN])
    same(elementwise("stablehlo.sign", type, given), [0.0, -0.0, 1, -1, 1, -1, NAN])


@pytest.mark.parametrize("type", FLOATS)
def test_abs_and_negate_change_only_the_sign(type: str) -> None:
    given = array(type, [0.0, -0.0, 3, -3, INF, -INF, NAN])
    same(elementwise("stablehlo.abs", type, given), [0.0, 0.0, 3, 3, INF, INF, NAN])
    same(elementwise("stablehlo.negate", type, given), [-0.0, 0.0, -3, 3, -INF, INF, NAN])


@pytest.mark.parametrize("type", FLOATS)
def test_remainder_has_the_sign_of_the_dividend(type: str) -> None:
    lhs = array(type, [3.5, -3.5, 3.5, -3.5, 4, -4, 1, NAN, INF, 1])
    rhs = array(type, [2, 2, -2, -2, 2, 2, INF, 1, 2, 0])
    same(elementwise("stablehlo.remainder", type, lhs, rhs), [1.5, -1.5, 1.5, -1.5, 0.0, -0.0, 1, NAN, NAN, NAN])


@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16"])
def test_division_by_zero_is_infinite(type: str) -> None:
    result = elementwise(
        "stablehlo.divide", type, array(type, [1, -1, 1, 0, INF]), array(type, [0.0, 0.0, -0.0, 0, INF])
    )
    same(result, [INF, -INF, -INF, NAN, NAN])


ROUNDED = {
    "floor": [-3, -2, -1, -1, -0.0, 0.0, 0, 0, 1, 2, INF, -INF, NAN],
    "ceil": [-2, -1, -0.0, -0.0, -0.0, 0.0, 1, 1, 2, 3, INF, -INF, NAN],
    "round_nearest_even": [-2, -2, -1, -0.0, -0.0, 0.0, 0, 1, 2, 2, INF, -INF, NAN],
    "round_nearest_afz": [-3, -2, -1, -1, -0.0, 0.0, 1, 1, 2, 3, INF, -INF, NAN],
}


@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16", "f8E5M2"])
@pytest.mark.parametrize("name", ROUNDED)
def test_rounding_to_integers(name: str, type: str) -> None:
    given = array(type, [-2.5, -1.5, -0.75, -0.5, -0.0, 0.0, 0.5, 0.75, 1.5, 2.5, INF, -INF, NAN])
    same(elementwise(f"stablehlo.{name}", type, given), ROUNDED[name])


@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16"])
def test_one_half_as_exponent_is_no_square_root(type: str) -> None:
    """As IEEE-754's pow has it, however the exponent lies in memory."""
    base = array(type, [-INF, -0.0, 0.0, 4, INF, NAN, -1])
    exponents = array(type, [0.5] * 7), np.broadcast_to(array(type, 0.5), 7)
    for exponent in exponents:
        same(elementwise("stablehlo.power", type, base, exponent), [INF, 0.0, 0.0, 2, INF, NAN, NAN])


def test_rounding_away_from_zero_sees_halves_exactly() -> None:
    below = np.nextafter(0.5, 0)
    same(elementwise("stablehlo.round_nearest_afz", "f64", np.array([below, -below])), [0.0, -0.0])
    odd = 2.0**52 + 1
    same(elementwise("stablehlo.round_nearest_afz", "f64", np.array([odd, -odd])), [odd, -odd])


def test_clamp_takes_scalar_limits_and_the_upper_one_wins() -> None:
    from helpers.one_op import run_op

    result = run_op("stablehlo.clamp", [("i32", 0), ("i32", [-5, 3, 9]), ("i32", 5)], "3xi32")
    np.testing.assert_array_equal(result, [0, 3, 5])
    result = run_op("stablehlo.clamp", [("f32", [7, 1]), ("f32", [5, NAN]), ("f32", [2, 3])], "2xf32")
    np.testing.assert_array_equal(result, [2, NAN])


@pytest.mark.parametrize("type", ["complex<f32>", "complex<f64>"])
def test_complex_arithmetic(type: str) -> None:
    lhs, rhs = [1 + 2j, -3.5 + 0.25j, 2 - 1j], [3 - 1j, 0.5 + 4j, 2 + 1j]
    for name, expected in {
        "add": [4 + 1j, -3 + 4.25j, 4 + 0j],
        "subtract": [-2 + 3j, -4 - 3.75j, 0 - 2j],
        "multiply": [5 + 5j, -2.75 - 13.875j, 5 + 0j],
    }.items():
        np.testing.assert_array_equal(elementwise(f"stablehlo.{name}", type, lhs, rhs), expected)
    quotients = [(1 + 2j) * (3 + 1j) / 10, (-3.5 + 0.25j) * (0.5 - 4j) / 16.25, (2 - 1j) * (2 - 1j) / 5]
    np.testing.assert_allclose(elementwise("stablehlo.divide", type, lhs, rhs), quotients, rtol=1e-6)
    np.testing.assert_array_equal(elementwise("stablehlo.negate", type, lhs), [-1 - 2j, 3.5 - 0.25j, -2 + 1j])


def test_complex_parts() -> None:
    z = np.array([3 + 4j, 0, -5 + 12j], np.complex64)
    np.testing.assert_array_equal(elementwise("stablehlo.abs", "complex<f32>", z, result="f32"), np.float32([5, 0, 13]))
    np.testing.assert_array_equal(elementwise("stablehlo.real", "complex<f32>", z, result="f32"), [3, 0, -5])
    np.testing.assert_array_equal(elementwise("stablehlo.imag", "complex<f32>", z, result="f32"), [4, 0, 12])
    np.testing.assert_array_equal(elementwise("stablehlo.real", "f32", [1.5, -2]), [1.5, -2])
    np.testing.assert_array_equal(elementwise("stablehlo.imag", "f32", [1.5, -2]), [0, 0])
    paired = elementwise("stablehlo.complex", "f64", [1.0, -0.0], [INF, 2.0], result="complex<f64>")
    assert paired[0] == complex(1, INF)
    assert paired[1] == 2j
    assert math.copysign(1, paired[1].real) == -1


def test_complex_sign() -> None:
    z = np.array([3 + 4j, 0, complex(NAN, 1), complex(1, NAN)], np.complex128)
    result = elementwise("stablehlo.sign", "complex<f64>", z)
    np.testing.assert_allclose(result[:2], [0.6 + 0.8j, 0])
    assert np.isnan(result[2:].real).all()
    assert np.isnan(result[2:].imag).all()


def test_the_lexicographic_maximum_of_complex_numbers() -> None:
    lhs, rhs = [1 + 2j, 1 + 2j, 3 - 1j], [1 + 3j, 0 + 9j, 3 - 2j]
    np.testing.assert_array_equal(elementwise("stablehlo.maximum", "complex<f32>", lhs, rhs), [1 + 3j, 1 + 2j, 3 - 1j])
    np.testing.assert_array_equal(elementwise("stablehlo.minimum", "complex<f32>", lhs, rhs), [1 + 2j, 9j, 3 - 2j])


@pytest.mark.parametrize("type", ["f32", "i8", "ui4", "complex<f64>", "bf16"])
def test_no_elements_and_no_dimensions(type: str) -> None:
    empty = np.zeros((2, 0), dtype(type))
    assert elementwise("stablehlo.add", type, empty, empty).shape == (2, 0)
    one = np.ones((), dtype(type))
    assert int(elementwise("stablehlo.multiply", type, one, one).real) == 1


def test_small_types_of_floats_hold_the_limits_of_their_format() -> None:
    largest = ml_dtypes.finfo(ml_dtypes.bfloat16).max
    assert np.isinf(elementwise("stablehlo.add", "bf16", [largest], [largest]).astype(np.float32))
    # bf16 has 8 bits of significand: 256 + 1 is 256
    assert float(elementwise("stablehlo.add", "bf16", [256], [1])[0]) == 256
