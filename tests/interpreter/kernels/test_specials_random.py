"""Kernels against the slow model on what is special: zeros of both signs, NaN, infinities, ends of types, halves."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np
import pytest
from helpers.one_op import array, dtype, elementwise
from model import bodies, reductions
from model import elementwise as model
from model.scatter import scatter

import interpreter

INTEGERS = ["i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64"]
FLOATS = ["f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3FN", "f8E4M3", "f8E3M4"]
BODIES = {"minimum": bodies.minimum, "maximum": bodies.maximum, "add": bodies.add, "multiply": bodies.multiply}
NUMBERS = [0.0, -0.0, 1.0, -1.5, 2.0, math.inf, -math.inf, math.nan]


def same(found: np.ndarray[Any, Any], wanted: np.ndarray[Any, Any]) -> bool:
    """The same bits; NaNs are all the same."""
    if found.dtype != wanted.dtype or found.shape != wanted.shape:
        return False
    both_nan = (found != found) & (wanted != wanted)
    bits = np.dtype(f"u{found.dtype.itemsize}")
    return bool(np.all((np.ascontiguousarray(found).view(bits) == np.ascontiguousarray(wanted).view(bits)) | both_nan))


def drawn(rng: np.random.Generator, of: str, size: int) -> np.ndarray[Any, Any]:
    """Elements of a few of the numbers alone: of zeros of one sign, say, so that no other hides how they are met."""
    few = rng.choice(NUMBERS, rng.integers(1, 4), replace=False)
    return rng.choice(few, size).astype(dtype(of))


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("of", FLOATS)
def test_scatters(of: str, body: str) -> None:
    text = f"""func.func @main(%x: tensor<5x{of}>, %i: tensor<9x1xi64>, %u: tensor<9x{of}>) -> tensor<5x{of}> {{
      %0 = "stablehlo.scatter"(%x, %i, %u) ({{
        ^bb0(%old: tensor<{of}>, %new: tensor<{of}>):
          %1 = stablehlo.{body} %old, %new : tensor<{of}>
          stablehlo.return %1 : tensor<{of}>
      }}) {{scatter_dimension_numbers = #stablehlo.scatter<
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}
        : (tensor<5x{of}>, tensor<9x1xi64>, tensor<9x{of}>) -> tensor<5x{of}>
      return %0 : tensor<5x{of}>
    }}"""
    rng = np.random.default_rng(len(of) + len(body))
    dims = {"update_window_dims": [], "inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0]}
    for _ in range(60):
        x, u = drawn(rng, of, 5), drawn(rng, of, 9)
        i = rng.integers(-1, 6, (9, 1))
        (wanted,) = scatter([x], i, [u], BODIES[body], **dims, index_vector_dim=1)
        (found,) = interpreter.run(text, x, i, u)
        assert same(found, wanted), (x, i[:, 0], u)


@pytest.mark.share(2)
@pytest.mark.parametrize("op", ["minimum", "maximum", "add", "subtract", "multiply", "divide", "remainder"])
@pytest.mark.parametrize("of", FLOATS)
def test_two_operands(of: str, op: str) -> None:
    lhs, rhs = (np.array(side).astype(dtype(of)) for side in zip(*itertools.product(NUMBERS, repeat=2), strict=True))
    found = elementwise(f"stablehlo.{op}", of, lhs, rhs)
    assert same(found, vars(model)[op](lhs, rhs))


def ends(of: str) -> list[Any]:
    """Numbers around the ends of integer types and of what floats hold exactly, and halfway between floats."""
    powers = [2**k for k in (0, 1, 2, 3, 4, 7, 8, 9, 11, 15, 16, 24, 25, 31, 32, 53, 54, 63, 64)]
    steps = [0, 1, -1, 2, 3, 2**10, -(2**10)]
    halves = [2**k + 2 ** (k - digits) * odd for k in (30, 55, 60, 62) for digits in (8, 9, 24) for odd in (1, 3)]
    whole = {sign * value for sign in (1, -1) for value in [*(p + s for p in powers for s in steps), *halves]}
    whole |= {value + sign * step for value in halves for sign in (1, -1) for step in (1, 2**10)}
    if of in INTEGERS:
        low, high = (-(2 ** (int(of[1:]) - 1)), 2 ** (int(of[1:]) - 1)) if of[0] == "i" else (0, 2 ** int(of[2:]))
        return sorted(value for value in whole if low <= value < high)
    with np.errstate(over="ignore"):
        return [*sorted({float(np.float64(value).astype(dtype(of))) for value in whole} - {math.nan}), 0.5, -0.75]


@pytest.mark.share(4)
@pytest.mark.parametrize("target", [*INTEGERS, *FLOATS])
@pytest.mark.parametrize("source", ["i32", "i64", "ui32", "ui64", "f64", "f32", "f16", "bf16"])
def test_conversions(source: str, target: str) -> None:
    """What overflows an integer isn't defined, but kept within it."""
    given = array(source, ends(source))
    found = elementwise("stablehlo.convert", source, given, result=target)
    for value, converted in zip(given, found, strict=True):
        alone = elementwise("stablehlo.convert", source, np.array([value]), result=target)
        assert same(alone, np.array([converted])), value  # what stands beside it makes no difference
        exact = float(value) if source in FLOATS else int(value)
        if target in INTEGERS and source in INTEGERS:
            continue  # wraps: by itself in test_convert
        try:
            (wanted,) = model.convert(np.array([value]), dtype=dtype(target))
        except ValueError:
            bits = int(target.strip("ui"))
            low, high = (0, 2**bits - 1) if target[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
            assert int(converted) == (high if exact > 0 else low), value
            continue
        except OverflowError:  # an infinity into an integer: in test_convert
            continue
        assert same(np.array([converted]), np.array([wanted])), value


COMPLEX = ["cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "sine", "sqrt", "tan", "tanh"]


@pytest.mark.parametrize("of", ["complex<f64>", "complex<f32>"])
@pytest.mark.parametrize("op", COMPLEX)
def test_complex_functions_at_their_cuts(op: str, of: str) -> None:
    """The side of a branch cut, and the sign of a part that is 0, are those of the zeros in the argument."""
    parts = [-2.0, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 2.0]
    given = np.array([complex(*pair) for pair in itertools.product(parts, repeat=2)]).astype(dtype(of))
    found, wanted = elementwise(f"stablehlo.{op}", of, given), vars(model)[op](given)
    for x, a, b in zip(given, found, wanted, strict=True):
        if not np.isfinite(b):
            continue
        for part, expected in ((a.real, b.real), (a.imag, b.imag)):
            assert abs(part - expected) <= 8 * np.spacing(abs(b)), (x, a, b)
            if expected == 0 and part == 0 and x != 0:
                assert np.signbit(part) == np.signbit(expected), (x, a, b)


def test_complex_angles_of_real_numbers_are_theirs() -> None:
    """Also which way round, where a part is 0: atan2(0, -1) is pi, atan2(-0, -1) is -pi."""
    numbers = [0.0, -0.0, 1.0, -1.5, 2.0, 1e-300, -1e-300]
    y, x = (np.array(side) for side in zip(*itertools.product(numbers, repeat=2), strict=True))
    y, x = (side[(x != 0) | (y != 0)] for side in (y, x))
    found = elementwise("stablehlo.atan2", "complex<f64>", y.astype(complex), x.astype(complex))
    np.testing.assert_allclose(found.real, np.arctan2(y, x), rtol=1e-15)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("of", ["f32", "bf16", "i8"])
def test_long_sorts_are_stable(of: str, descending: bool) -> None:
    """More elements than NumPy's sorts begin to differ at; what compares equal stays in its order."""
    rng = np.random.default_rng(3)
    keys = rng.choice([0.0, -0.0, 1.0, 2.0] if of != "i8" else [0, 1, 2], 200).astype(dtype(of))
    direction, kind = ("GT" if descending else "LT"), ("FLOAT" if of != "i8" else "SIGNED")
    text = f"""func.func @main(%k: tensor<200x{of}>, %v: tensor<200xi32>) -> (tensor<200x{of}>, tensor<200xi32>) {{
      %0:2 = "stablehlo.sort"(%k, %v) ({{
        ^bb0(%a: tensor<{of}>, %b: tensor<{of}>, %c: tensor<i32>, %d: tensor<i32>):
          %1 = stablehlo.compare {direction}, %a, %b, {kind} : (tensor<{of}>, tensor<{of}>) -> tensor<i1>
          stablehlo.return %1 : tensor<i1>
      }}) {{dimension = 0 : i64, is_stable = true}}
        : (tensor<200x{of}>, tensor<200xi32>) -> (tensor<200x{of}>, tensor<200xi32>)
      return %0#0, %0#1 : tensor<200x{of}>, tensor<200xi32>
    }}"""
    values = np.arange(200, dtype=np.int32)
    wanted = reductions.sort(
        keys, values, dimension=0, comparator=lambda a, b, c, d: bool(a > b if descending else a < b)
    )
    for found, expected in zip(interpreter.run(text, keys, values), wanted, strict=True):
        assert same(found, expected)


def by_annex_g(a: float, b: float, c: float, d: float) -> tuple[float, float, bool]:
    """(a + ib) / (c + id) as C's Annex G (G.5.1) has it, and whether its formulas for what is lost have given it."""
    product = np.float64
    a, b, c, d = map(product, (a, b, c, d))
    with np.errstate(all="ignore"):
        denominator = c * c + d * d
        x, y = (a * c + b * d) / denominator, (b * c - a * d) / denominator
        if not (np.isnan(x) and np.isnan(y)):
            return x, y, False
        boxed = [np.copysign(product(math.isinf(part)), part) for part in (a, b, c, d)]
        if denominator == 0 and not (np.isnan(a) and np.isnan(b)):
            return np.copysign(math.inf, c) * a, np.copysign(math.inf, c) * b, True
        if (math.isinf(a) or math.isinf(b)) and np.isfinite(c) and np.isfinite(d):
            a, b = boxed[:2]
            return math.inf * (a * c + b * d), math.inf * (b * c - a * d), True
        if (math.isinf(c) or math.isinf(d)) and np.isfinite(a) and np.isfinite(b):
            c, d = boxed[2:]
            return 0.0 * (a * c + b * d), 0.0 * (b * c - a * d), True
    return x, y, False


@pytest.mark.parametrize("of", ["complex<f64>", "complex<f32>"])
def test_complex_quotients_of_zeros_infinities_and_nans(of: str) -> None:
    """Those of zeros have signs that are left open."""
    parts = [0.0, -0.0, 1.0, -2.0, math.inf, -math.inf, math.nan]
    pairs = [complex(*pair) for pair in itertools.product(parts, repeat=2)]
    lhs, rhs = (np.array(side).astype(dtype(of)) for side in zip(*itertools.product(pairs, repeat=2), strict=True))
    recovered = 0
    for x, y, found in zip(lhs, rhs, elementwise("stablehlo.divide", of, lhs, rhs), strict=True):
        real, imag, is_recovered = by_annex_g(x.real, x.imag, y.real, y.imag)
        recovered += is_recovered
        for part, wanted in ((found.real, real), (found.imag, imag)):
            assert np.isnan(part) == np.isnan(wanted), (x, y, found)
            if not np.isnan(wanted):
                assert abs(part - wanted) < 1e-6 if np.isfinite(wanted) else part == wanted, (x, y, found)
    assert recovered > 500
