"""Rounding, held against the definition in exact rationals."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers.exact import FORMATS, nearest_of_all, rounded
from helpers.one_op import dtype, elementwise

from hlogen.ir import parse_element_type
from interpreter.kernels.numerics import rounding

SMALL = [name for name, format in FORMATS.items() if format.precision <= 5]


@pytest.mark.parametrize("name", SMALL)
def test_the_test_s_own_rounding_finds_the_nearest_value(name: str) -> None:
    format = FORMATS[name]
    for step in range(1, 200):
        value = format.maximum * Fraction(step, 200)
        assert rounded(value, format) in nearest_of_all(value, format)


def samples(name: str) -> list[float]:
    """f64s close to where rounding to the format changes: values, the middles between them, and one bit off."""
    format = FORMATS[name]
    rng = np.random.default_rng(7)
    found = []
    for exponent in {format.lowest - format.precision, format.lowest, 0, 1, format.highest - 1, format.highest}:
        for significand in [1.0, *(1 + rng.random(20))]:
            near = rounded(Fraction(significand) * Fraction(2) ** exponent, format)
            if near is None:
                continue
            step = Fraction(2) ** (max(exponent, format.lowest) - format.precision + 1)
            for value in (near, near + step / 2, near + step / 4):
                f = float(value)
                if Fraction(f) == value:
                    found += [f, np.nextafter(f, 0.0), np.nextafter(f, np.inf), -f]
    return found


@pytest.mark.parametrize("name", [name for name in FORMATS if name != "f64"])
def test_f64_is_rounded_once_to_nearest_even(name: str) -> None:
    given = samples(name)
    assert len(given) > 100
    round = rounding(parse_element_type(name), np.dtype(np.float64))
    assert round is not None
    with np.errstate(all="ignore"):
        actual = round(np.array(given))
    for value, result in zip(given, actual, strict=True):
        expected = rounded(Fraction(value), FORMATS[name])
        if expected is not None:
            assert Fraction(float(result)) == expected, (value, float(result), float(expected))


@pytest.mark.share(2)
@pytest.mark.parametrize("source", ["f64", "f32"])
@pytest.mark.parametrize("name", [name for name in FORMATS if name not in ("f64", "f32")])
def test_convert_rounds_floats_once(source: str, name: str) -> None:
    given = np.array([x for x in samples(name) if source == "f64" or float(np.float32(x)) == x], dtype(source))
    for value, result in zip(given, elementwise("stablehlo.convert", source, given, result=name), strict=True):
        expected = rounded(Fraction(float(value)), FORMATS[name])
        if expected is not None:
            assert Fraction(float(result)) == expected


@pytest.mark.share(3)
@pytest.mark.parametrize("source", ["i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64"])
@pytest.mark.parametrize("name", ["bf16", "f16", "tf32", "f32", "f64", "f8E5M2"])
def test_convert_rounds_integers_once(source: str, name: str) -> None:
    kind = np.iinfo(dtype(source))
    rng = np.random.default_rng(3)
    candidates = [0, 1, kind.max, kind.max - 1, kind.min, kind.min + 1]
    for bits in range(2, kind.bits + 1):
        top = 1 << (bits - 1)
        offsets = [
            0,
            1,
            -1,
            *(top >> shift for shift in (8, 9, 11, 12, 24, 25)),
            int(rng.integers(0, top, dtype=np.uint64)),
        ]
        candidates += [sign * (top + offset + more) for offset in offsets for more in (0, 1, -1) for sign in (1, -1)]
    given = [value for value in candidates if kind.min <= value <= kind.max]
    actual = elementwise("stablehlo.convert", source, np.array(given, dtype(source)), result=name)
    for value, result in zip(given, actual, strict=True):
        expected = rounded(Fraction(value), FORMATS[name])
        if expected is None:
            assert np.isinf(float(result))
        else:
            assert Fraction(float(result)) == expected, value


def nans(name: str) -> np.ndarray[Any, Any]:
    """Of every width of payload, signalling ones too, and of both signs."""
    kind, format = np.dtype(dtype(name)), ml_dtypes.finfo(dtype(name))
    exponent, sign = ((1 << format.nexp) - 1) << format.nmant, 1 << (format.bits - 1)
    payloads = [*(1 << bit for bit in range(format.nmant)), (1 << format.nmant) - 1, (1 << (format.nmant - 1)) + 1]
    return np.array(
        [exponent | side | payload for side in (0, sign) for payload in payloads], f"u{kind.itemsize}"
    ).view(kind)


def is_nan(x: np.ndarray[Any, Any]) -> bool:
    with np.errstate(invalid="ignore"):  # signalling ones are told of
        return bool(np.isnan(x.astype(np.float64)).all())


@pytest.mark.share(3)
@pytest.mark.parametrize("source", ["f16", "bf16", "f32", "f64", "f8E5M2"])
@pytest.mark.parametrize("name", [name for name in FORMATS if not name.startswith(("f4", "f6"))])
def test_every_nan_stays_one_in_every_type_that_has_any(source: str, name: str) -> None:
    given = nans(source)
    assert is_nan(given)
    assert is_nan(elementwise("stablehlo.convert", source, given, result=name))
    if source == name:
        one = np.ones(len(given), dtype(name))
        for op in ("add", "multiply", "maximum"):
            assert is_nan(elementwise(f"stablehlo.{op}", name, given, one))


def test_every_nan_of_tf32_stays_one() -> None:
    given = nans("f32")
    assert is_nan(elementwise("stablehlo.multiply", "tf32", given, np.ones(len(given), np.float32)))
    assert is_nan(elementwise("stablehlo.convert", "f32", given, result="tf32"))


def test_tf32_results_have_ten_bits_of_significand() -> None:
    given = np.float32([1 + 2**-11, 1 + 3 * 2**-11, 1 + 2**-11 + 2**-23, 0.1, -0.0, np.nan, np.inf])
    result = elementwise("stablehlo.multiply", "tf32", given, np.ones(7, np.float32))
    np.testing.assert_array_equal(result, np.float32([1, 1 + 2**-9, 1 + 2**-10, 0.0999755859375, -0.0, np.nan, np.inf]))


@pytest.mark.share(3)
@pytest.mark.parametrize("name", ["add", "subtract", "multiply", "divide"])
@pytest.mark.parametrize("type", [name for name in FORMATS if name not in ("f64", "tf32")])
def test_arithmetic_is_exact_then_rounded_once(name: str, type: str) -> None:
    rng = np.random.default_rng(11)
    format = FORMATS[type]
    if dtype(type).itemsize == 1:
        every = np.arange(1 << ml_dtypes.finfo(dtype(type)).bits, dtype=np.uint8).view(dtype(type))
        every = every[np.isfinite(every.astype(np.float32))]
        lhs, rhs = (rng.choice(every, 1500) for _ in range(2))
    else:
        scale = 2.0 ** rng.integers(-12, 12, 1500)
        lhs, rhs = ((rng.normal(size=1500) * scale).astype(dtype(type)) for _ in range(2))
        lhs[:100] = (rng.normal(size=100) * float(ml_dtypes.finfo(dtype(type)).tiny)).astype(dtype(type))
    compute = {
        "add": lambda a, b: a + b,
        "subtract": lambda a, b: a - b,
        "multiply": lambda a, b: a * b,
        "divide": lambda a, b: a / b if b else None,
    }[name]
    checked = 0
    for a, b, result in zip(lhs, rhs, elementwise(f"stablehlo.{name}", type, lhs, rhs), strict=True):
        exact = compute(Fraction(float(a)), Fraction(float(b)))
        expected = None if exact is None else rounded(exact, format)
        if expected is not None:
            assert Fraction(float(result)) == expected, (a, b, result)
            checked += 1
    assert checked > 500
