"""Exponentials, logarithms, trigonometry and CHLO's functions, against Python's math and cmath, rounded once."""

from __future__ import annotations

import cmath
import decimal
import math
import random
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from helpers.exact import FORMATS, rounded
from helpers.one_op import array, dtype, elementwise, i64, run_op

import interpreter
from hlogen.errors import ExecutionError

NAN, INF = math.nan, math.inf

FUNCTIONS: dict[str, tuple[Callable[[float], float], Callable[[complex], complex]]] = {
    "stablehlo.cbrt": (math.cbrt, lambda z: z ** (1 / 3)),
    "stablehlo.cosine": (math.cos, cmath.cos),
    "stablehlo.exponential": (math.exp, cmath.exp),
    "stablehlo.exponential_minus_one": (math.expm1, lambda z: cmath.exp(z) - 1),
    "stablehlo.log": (math.log, cmath.log),
    "stablehlo.log_plus_one": (math.log1p, lambda z: cmath.log(1 + z)),
    "stablehlo.logistic": (lambda x: 1 / (1 + math.exp(-x)), lambda z: 1 / (1 + cmath.exp(-z))),
    "stablehlo.rsqrt": (lambda x: 1 / math.sqrt(x), lambda z: 1 / cmath.sqrt(z)),
    "stablehlo.sine": (math.sin, cmath.sin),
    "stablehlo.sqrt": (math.sqrt, cmath.sqrt),
    "stablehlo.tan": (math.tan, cmath.tan),
    "stablehlo.tanh": (math.tanh, cmath.tanh),
    "chlo.acos": (math.acos, cmath.acos),
    "chlo.acosh": (math.acosh, cmath.acosh),
    "chlo.asin": (math.asin, cmath.asin),
    "chlo.asinh": (math.asinh, cmath.asinh),
    "chlo.atan": (math.atan, cmath.atan),
    "chlo.atanh": (math.atanh, cmath.atanh),
    "chlo.cosh": (math.cosh, cmath.cosh),
    "chlo.sinh": (math.sinh, cmath.sinh),
    "chlo.erf": (math.erf, cmath.exp),
    "chlo.erfc": (math.erfc, cmath.exp),
    "chlo.lgamma": (math.lgamma, cmath.exp),
}

OF_COMPLEX = [name for name in FUNCTIONS if name not in ("chlo.erf", "chlo.erfc", "chlo.lgamma")]


def defined(function: Callable[[float], float], values: list[float]) -> list[tuple[float, float]]:
    pairs = []
    for value in values:
        try:
            pairs.append((value, function(value)))
        except (ValueError, ZeroDivisionError, OverflowError):
            continue
    return pairs


@pytest.mark.share(3)
@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16", "f8E4M3"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_real_numbers_are_rounded_once(name: str, type: str) -> None:
    grid = np.concatenate([np.linspace(-4, 4, 65), np.linspace(-0.99, 0.99, 23), [1e-3, 12.5, 0.125]])
    values = [float(x) for x in grid.astype(np.float32).astype(array(type, [0.0]).dtype)]
    pairs = defined(FUNCTIONS[name][0], values)
    result = elementwise(name, type, np.array([x for x, _ in pairs]).astype(array(type, [0.0]).dtype))
    assert len(pairs) > 10
    for (value, expected), actual in zip(pairs, result.astype(float), strict=True):
        if type == "f64":
            assert actual == pytest.approx(expected, rel=4e-16, abs=1e-300), value
            continue
        near = rounded(Fraction(expected), FORMATS[type])
        assert near is None or Fraction(actual) == near, value


@pytest.mark.share(3)
@pytest.mark.parametrize("type", ["complex<f64>", "complex<f32>"])
@pytest.mark.parametrize("name", OF_COMPLEX)
def test_functions_of_complex_numbers(name: str, type: str) -> None:
    values = [0.5 + 0.25j, -1.5 + 2j, 2 - 0.75j, -0.25 - 3j, 3 + 1j]
    result = elementwise(name, type, values)
    tolerance = 1e-14 if type == "complex<f64>" else 1e-6
    np.testing.assert_allclose(result, [FUNCTIONS[name][1](z) for z in values], rtol=tolerance)


SPECIAL = {
    "stablehlo.exponential": ([INF, -INF, NAN, 1000, -1000], [INF, 0, NAN, INF, 0]),
    "stablehlo.log": ([0.0, -0.0, -1, INF, NAN], [-INF, -INF, NAN, INF, NAN]),
    "stablehlo.log_plus_one": ([-1, -2, INF, NAN], [-INF, NAN, INF, NAN]),
    "stablehlo.exponential_minus_one": ([INF, -INF, NAN], [INF, -1, NAN]),
    "stablehlo.sqrt": ([INF, -1, NAN, 4], [INF, NAN, NAN, 2]),
    "stablehlo.rsqrt": ([0.0, -0.0, INF, -1, NAN], [INF, -INF, 0, NAN, NAN]),
    "stablehlo.logistic": ([INF, -INF, NAN, 1000, -1000, 0], [1, 0, NAN, 1, 0, 0.5]),
    "stablehlo.tanh": ([INF, -INF, NAN], [1, -1, NAN]),
    "stablehlo.sine": ([INF, NAN], [NAN, NAN]),
    "stablehlo.cosine": ([-INF, 0.0], [NAN, 1]),
    "stablehlo.cbrt": ([INF, -INF, -8, NAN], [INF, -INF, -2, NAN]),
    "chlo.erf": ([INF, -INF, NAN, 0], [1, -1, NAN, 0]),
    "chlo.erfc": ([INF, -INF, NAN, 0], [0, 2, NAN, 1]),
    "chlo.erf_inv": ([1, -1, 2, NAN, 0], [INF, -INF, NAN, NAN, 0]),
    "chlo.lgamma": ([INF, -INF, 0, -3, NAN, 1], [INF, INF, INF, INF, NAN, 0]),
    "chlo.digamma": ([-1, -7, NAN, INF], [NAN, NAN, NAN, INF]),
}


@pytest.mark.share(2)
@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16"])
@pytest.mark.parametrize("name", SPECIAL)
def test_special_values(name: str, type: str) -> None:
    given, expected = SPECIAL[name]
    np.testing.assert_array_equal(elementwise(name, type, array(type, given)).astype(float), expected)


@pytest.mark.parametrize("name", OF_COMPLEX)
def test_the_conjugate_has_the_conjugate_as_result(name: str) -> None:
    """On either side of a branch cut, too, so that a zero's sign says on which side of the real line a result is."""
    parts = [sign * part for part in (0.0, 0.25, 0.5, 1.0, 2.0, 3.5, 1e-310, 1e200) for sign in (1, -1)]
    z = np.array([complex(x, y) for x in parts for y in parts])
    found, mirrored = (elementwise(name, "complex<f64>", values) for values in (z, z.conj()))
    for part, other in ((found.real, mirrored.real), (found.imag, -mirrored.imag)):
        np.testing.assert_allclose(part, other, rtol=1e-15, atol=0)
        is_number = ~np.isnan(part)
        np.testing.assert_array_equal(np.signbit(part)[is_number], np.signbit(other)[is_number])


# Where the real line is mapped to itself: the sign of the slope there.
SLOPES: dict[str, Callable[[float], float]] = {
    "stablehlo.cbrt": lambda x: x > 0,
    "stablehlo.cosine": lambda x: -math.sin(x),
    "stablehlo.exponential": lambda x: 1,
    "stablehlo.exponential_minus_one": lambda x: 1,
    "stablehlo.log": lambda x: x > 0,
    "stablehlo.log_plus_one": lambda x: x > -1,
    "stablehlo.logistic": lambda x: 1,
    "stablehlo.rsqrt": lambda x: -1 if x > 0 else 0,
    "stablehlo.sine": math.cos,
    "stablehlo.sqrt": lambda x: x > 0,
    "stablehlo.tan": lambda x: 1,
    "stablehlo.tanh": lambda x: 1,
}


@pytest.mark.parametrize("name", SLOPES)
def test_beside_the_real_line_a_result_is_where_the_slope_says(name: str) -> None:
    """f(x + iy) is f(x) + iy f'(x) for small y, so with y = +0 or -0 it is on the side that f' says."""
    x = np.array([-20, -2, -0.5, 0.5, 1, 2, 20, 700])
    for side in (0.0, -0.0):
        found = elementwise(name, "complex<f64>", [complex(each, side) for each in x])
        for each, value in zip(x, found, strict=True):
            if slope := SLOPES[name](each):
                wanted = math.copysign(0.0, math.copysign(1, side) * slope)
                assert str(value.imag) == str(wanted), each


@pytest.mark.parametrize("name", OF_COMPLEX)
def test_an_element_is_the_same_whatever_is_beside_it(name: str) -> None:
    """Near poles and zeros, where other formulas hold, as elsewhere."""
    z = [math.pi * 1j + 1e-9, 1e-9, 1 + 2j, -1 + 1e-9j, -math.pi * 1j, 2j, -800 + 1j, 1e200, -1e-200j, -3 + 0.1j]
    together = elementwise(name, "complex<f64>", z)
    alone = [elementwise(name, "complex<f64>", [one])[0] for one in z]
    np.testing.assert_allclose(together, alone, rtol=1e-15, atol=0)


def test_the_logistic_of_very_negative_numbers_keeps_its_digits() -> None:
    result = elementwise("stablehlo.logistic", "f64", np.array([-700.0, -740.0]))
    np.testing.assert_allclose(result, [math.exp(-700), math.exp(-740)], rtol=1e-12)


def test_atan2_knows_all_quadrants() -> None:
    y = [0.0, -0.0, 0.0, -0.0, 1, -1, 1, -1, INF, NAN]
    x = [1, 1, -1, -1, 1, 1, -1, -1, -INF, 1]
    result = elementwise("stablehlo.atan2", "f64", np.array(y, float), np.array(x, float))
    np.testing.assert_array_equal(result, [math.atan2(a, b) for a, b in zip(y, x, strict=True)])
    z = elementwise("stablehlo.atan2", "complex<f64>", [1 + 0j, 0.5 + 0j], [2 + 0j, 0.25 + 0j])
    np.testing.assert_allclose(z, [math.atan2(1, 2), math.atan2(0.5, 0.25)], rtol=1e-14)


def test_powers_of_floats() -> None:
    lhs, rhs = [-2.0, -0.0, -36.0, 5.0, 3.0, 10000.0, 0.0, 1, NAN], [2.0, 2.0, 1.1, 2.0, -1.0, 10.0, 0.0, NAN, 0]
    expected = [4.0, 0.0, NAN, 25.0, 1 / 3, 1e40, 1, 1, 1]
    np.testing.assert_allclose(elementwise("stablehlo.power", "f64", np.array(lhs), np.array(rhs)), expected)
    result = elementwise("stablehlo.power", "bf16", array("bf16", lhs), array("bf16", rhs)).astype(float)
    np.testing.assert_array_equal(result[:5], [4, 0, NAN, 25, 0.333984375])


def test_erf_inv_is_the_inverse_of_erf() -> None:
    given = np.concatenate([np.linspace(-0.999, 0.999, 101), [1 - 1e-12, -1 + 1e-15, 1e-300, 1e-20]])
    result = elementwise("chlo.erf_inv", "f64", given)
    close = 1 - np.abs(given) < 0.5
    np.testing.assert_allclose([math.erf(x) for x in result[~close]], given[~close], rtol=1e-14)
    np.testing.assert_allclose([math.erfc(x) for x in np.abs(result[close])], 1 - np.abs(given[close]), rtol=1e-12)


def test_digamma_at_known_points() -> None:
    euler = 0.57721566490153286061
    given = [1.0, 0.5, 2.0, 10.0, -0.5, 0.25, 100.0]
    expected = [
        -euler,
        -euler - 2 * math.log(2),
        1 - euler,
        sum(1 / n for n in range(1, 10)) - euler,
        2 - euler - 2 * math.log(2),
        -euler - math.pi / 2 - 3 * math.log(2),
        sum(1 / n for n in range(1, 100)) - euler,
    ]
    np.testing.assert_allclose(elementwise("chlo.digamma", "f64", np.array(given)), expected, rtol=1e-14)


def test_polygamma_at_known_points() -> None:
    zeta_3, zeta_5 = 1.2020569031595942854, 1.0369277551433699263
    pi, catalan = math.pi, 0.91596559417721901505
    points = [
        (0, 1.0, -0.57721566490153286061),
        (1, 1.0, pi**2 / 6),
        (1, 0.5, pi**2 / 2),
        (1, 0.25, pi**2 + 8 * catalan),
        (1, -0.5, pi**2 / 2 + 4),
        (1, 3.0, pi**2 / 6 - 1 - 1 / 4),
        (2, 1.0, -2 * zeta_3),
        (2, 0.5, -14 * zeta_3),
        (3, 1.0, pi**4 / 15),
        (4, 1.0, -24 * zeta_5),
        (1, 1e10, 1e-10 + 0.5e-20),
        (20, 30.0, -sum(math.factorial(20) / (30.0 + k) ** 21 for k in range(200_000))),
        (1, 0.0, INF),
        (1, INF, 0),
        (1, NAN, NAN),
        (0.5, 1.0, NAN),
        (-1, 1.0, NAN),
        (INF, 1.0, NAN),
        (1, -INF, NAN),
    ]
    order, x, expected = (np.array(column, float) for column in zip(*points, strict=True))
    np.testing.assert_allclose(elementwise("chlo.polygamma", "f64", order, x), expected, rtol=1e-13)


def test_square_and_tests_of_infinity() -> None:
    assert elementwise("chlo.square", "i4", [3, -3]).astype(int).tolist() == [-7, -7]
    np.testing.assert_array_equal(elementwise("chlo.square", "complex<f32>", [1 + 2j]), [-3 + 4j])
    given = [INF, -INF, 1, NAN]
    assert elementwise("chlo.is_inf", "f32", given, result="i1").tolist() == [True, True, False, False]
    assert elementwise("chlo.is_pos_inf", "bf16", given, result="i1").tolist() == [True, False, False, False]
    assert elementwise("chlo.is_neg_inf", "f16", given, result="i1").tolist() == [False, True, False, False]


def test_next_after_of_bf16_steps_through_the_values() -> None:
    x = array("bf16", [0.0, 1.0, 1.0, -1.0, -1.0, 2.0, NAN])
    y = array("bf16", [-1.0, 2.0, 0.0, 0.0, -2.0, 2.0, 1.0])
    result = elementwise("chlo.next_after", "bf16", x, y).astype(float)
    tiny = 2.0**-133
    np.testing.assert_array_equal(result, [-tiny, 1 + 2**-7, 1 - 2**-8, -1 + 2**-8, -1 - 2**-7, 2.0, NAN])


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64"])
def test_next_after_of_zeros_is_the_second_one(type: str) -> None:
    x, y = array(type, [0.0, -0.0, 0.0, -0.0]), array(type, [-0.0, 0.0, 0.0, -0.0])
    assert np.signbit(elementwise("chlo.next_after", type, x, y)).tolist() == [True, False, False, True]


@pytest.mark.parametrize("type", ["f32", "bf16", "i32", "ui8"])
def test_top_k_takes_the_first_of_equals(type: str) -> None:
    given = array(type, [[1, 5, 5, 2], [7, 0, 7, 7]])
    values, indices = run_op("chlo.top_k", [(type, given)], [f"2x3x{type}", "2x3xi32"], {"k": i64(3)})
    assert values.astype(int).tolist() == [[5, 5, 2], [7, 7, 7]]
    assert indices.tolist() == [[1, 2, 3], [0, 2, 3]]


@pytest.mark.parametrize("type", ["i1", "i4", "ui4", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"])
def test_top_k_orders_the_limits_of_a_type(type: str) -> None:
    """Among them what has no negative of its own: 0 of unsigned types, the least of the others."""
    width = int(type.strip("ui"))
    low, high = (0, 2**width - 1) if type[0] == "u" or width == 1 else (-(2 ** (width - 1)), 2 ** (width - 1) - 1)
    numbers = [0, 1, low, high, low + 1, low]
    given = np.array(numbers, np.uint64 if type == "ui64" else np.int64).astype(dtype(type))
    k = len(numbers)
    values, indices = run_op("chlo.top_k", [(type, given)], [f"{k}x{type}", f"{k}xi32"], {"k": i64(k)})
    expected = sorted(range(k), key=lambda at: -numbers[at])
    assert indices.tolist() == expected
    assert [int(value) for value in values] == [numbers[at] for at in expected]


def test_top_k_puts_nan_first() -> None:
    given = np.float32([1, NAN, INF, -INF])
    values, indices = run_op("chlo.top_k", [("f32", given)], ["2xf32", "2xi32"], {"k": i64(2)})
    np.testing.assert_array_equal(values, [NAN, INF])
    assert indices.tolist() == [1, 2]


def exact_bessel_i1e(x: float) -> float:
    """exp(-|x|) I1(x) by the power series in exact rationals, and Python's decimals of 60 digits."""
    half, total, term = Fraction(abs(x)) / 2, Fraction(0), Fraction(abs(x)) / 2
    k = 0
    while term > total / 2**80 or k < abs(x):
        total += term
        k += 1
        term = term * half * half / (k * (k + 1))
    with decimal.localcontext() as context:
        context.prec = 60
        value = decimal.Decimal(total.numerator) / total.denominator * (-decimal.Decimal(abs(x))).exp()
    return math.copysign(float(value), x)


BESSEL_POINTS = [1e-30, 0.125, 0.5, 1.0, 3.75, 8.0, 20.0, 29.5, 30.0, 30.5, 50.0, 100.0]


@pytest.mark.parametrize("type", ["f32", "f16", "bf16"])
def test_bessel_i1e_is_rounded_once(type: str) -> None:
    x = array(type, np.array([*BESSEL_POINTS, -2.5, -40.0]).astype(dtype(type)))
    expected = np.array([exact_bessel_i1e(float(value)) for value in x]).astype(dtype(type))
    assert elementwise("chlo.bessel_i1e", type, x).tolist() == expected.tolist()


def test_bessel_i1e() -> None:
    expected = [exact_bessel_i1e(x) for x in BESSEL_POINTS]
    np.testing.assert_allclose(elementwise("chlo.bessel_i1e", "f64", BESSEL_POINTS), expected, rtol=1e-14)
    special = elementwise("chlo.bessel_i1e", "f64", [0.0, -0.0, INF, -INF, NAN])
    assert [math.copysign(1, value) for value in special[:4]] == [1, -1, 1, -1]
    assert special[:4].tolist() == [0, 0, 0, 0]
    assert math.isnan(special[4])


def test_zeta_at_known_points() -> None:
    x = [2.0, 4.0, 2.0, 3.0, 2.0, 2.0, 60.0]
    q = [1.0, 1.0, 0.5, 2.0, 100.0, -1.5, 1.0]
    apery = 1.2020569031595942854
    far = math.pi**2 / 6 - math.fsum(1 / n**2 for n in range(1, 100))
    below = math.pi**2 / 2 + 1 / 1.5**2 + 1 / 0.5**2
    expected = [math.pi**2 / 6, math.pi**4 / 90, math.pi**2 / 2, apery - 1, far, below, 1.0]
    np.testing.assert_allclose(elementwise("chlo.zeta", "f64", x, q), expected, rtol=2e-14)


def test_zeta_at_special_points() -> None:
    x = [1.0, 0.5, -2.0, 2.0, 3.0, 2.5, NAN, 2.0]
    q = [3.0, 2.0, 2.0, -2.0, 0.0, -0.5, 1.0, NAN]
    result = elementwise("chlo.zeta", "f32", x, q)
    assert result[[0, 3]].tolist() == [INF, INF]
    assert np.isnan(result[[1, 2, 4, 5, 6, 7]]).all()


@pytest.mark.parametrize("type", ["i4", "ui4", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"])
def test_mulhi(type: str) -> None:
    width, signed = int(type.lstrip("ui")), not type.startswith("u")
    low, high = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    draw = random.Random(width)
    numbers = [low, low, high, high, low, 1, low // 3, *(draw.randint(low, high) for _ in range(60))]
    others = [low, high, high, 1, 0, high, high // 3, *(draw.randint(low, high) for _ in range(60))]
    x, y = (np.array(values, object).astype(dtype(type)) for values in (numbers, others))
    expected = [a * b >> width for a, b in zip(numbers, others, strict=True)]
    assert [int(value) for value in elementwise("chlo.mulhi", type, x, y)] == expected


def test_mulhi_is_for_integers() -> None:
    with pytest.raises(ExecutionError, match="isn't defined on elements of type f32"):
        elementwise("chlo.mulhi", "f32", [1.0], [1.0])


@pytest.mark.parametrize("name", ["exponential", "log", "tan", "cbrt", "log_plus_one", "exponential_minus_one"])
def test_an_array_that_runs_backwards_has_the_same_bits(name: str) -> None:
    """NumPy computes it in f64 by other instructions there, which round otherwise."""
    x = np.random.default_rng(0).uniform(0.1, 10, 2000)
    text = f"""func.func @main(%x: tensor<2000xf64>) -> (tensor<2000xf64>, tensor<2000xf64>) {{
  %0 = stablehlo.{name} %x : tensor<2000xf64>
  %1 = stablehlo.reverse %x, dims = [0] : tensor<2000xf64>
  %2 = stablehlo.{name} %1 : tensor<2000xf64>
  return %0, %2 : tensor<2000xf64>, tensor<2000xf64>
}}"""
    forwards, backwards = interpreter.run(text, x)
    assert forwards.tobytes() == backwards[::-1].tobytes()
