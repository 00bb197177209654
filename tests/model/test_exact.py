"""Exact values and their rounding: what the goldens of floats stand on."""

import math
from fractions import Fraction

import ml_dtypes
import mpmath
import numpy as np
import pytest
from model.exact import as_mpf, exact, rounded

FLOATS = [np.float64, np.float32, np.float16, ml_dtypes.bfloat16, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2]


@pytest.mark.parametrize("dtype", FLOATS, ids=lambda dtype: np.dtype(dtype).name)
def test_numbers_of_the_type_stay_as_they_are(dtype):
    if np.dtype(dtype).itemsize <= 2:
        elements = np.arange(256 ** np.dtype(dtype).itemsize, dtype=f"u{np.dtype(dtype).itemsize}").view(dtype)
        elements = elements[:: max(1, len(elements) // 2000)]
    else:
        elements = np.array([0.1, -3.5, 1e-300, -5e-324, 1e30, 2.0**-149]).astype(dtype)
    for element in elements:
        again = rounded(exact(element), dtype)
        assert again.dtype == element.dtype
        assert again.tobytes() == element.tobytes() or (again != again and element != element)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1 + Fraction(1, 2**24), 1.0),  # halfway: the even one is below
        (1 + Fraction(3, 2**24), 1 + 2.0**-22),  # halfway: the even one is above
        (1 + Fraction(1, 2**24) + Fraction(1, 2**80), 1 + 2.0**-23),  # a little above halfway, beyond f64
        (Fraction(1, 2**150), 0.0),
        (Fraction(1, 2**150) + Fraction(1, 2**200), 2.0**-149),
        (Fraction(2**128) - Fraction(2**103), math.inf),  # halfway between the largest number and the next
        (Fraction(2**128) - Fraction(2**103) - 1, float(np.finfo(np.float32).max)),
        (-Fraction(2**128), -math.inf),
    ],
)
def test_ties_subnormals_and_overflow_of_f32(value, expected):
    assert rounded(value, np.float32) == np.float32(expected)
    assert rounded(as_mpf(value), np.float32) == np.float32(expected)


def test_a_tiny_negative_number_is_a_negative_zero():
    assert np.signbit(rounded(-Fraction(1, 2**200), np.float32))


def test_integers_that_overflow_are_nothing_for_a_golden():
    with pytest.raises(ValueError, match="300 overflows uint8"):
        rounded(300, np.uint8)
    assert rounded(2**64 - 1, np.uint64) == np.uint64(2**64 - 1)


def test_complex_numbers_are_rounded_by_parts():
    assert rounded(mpmath.mpc(mpmath.mpf(1) / 3, -2), np.complex64) == np.complex64(complex(np.float32(1 / 3), -2))
    assert str(rounded((math.inf, -0.0), np.complex64)) == "(inf-0j)"
