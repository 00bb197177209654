"""Numbers for people read as the same number again, in the fewest digits."""

from __future__ import annotations

import math

import ml_dtypes
import numpy as np
import pytest

from interpreter.values.digits import digits, listed

FLOATS = [np.float16, np.float32, np.float64, ml_dtypes.bfloat16, ml_dtypes.float8_e5m2, ml_dtypes.float8_e4m3fn]


@pytest.mark.parametrize("dtype", FLOATS)
def test_a_tenth_is_a_tenth(dtype: type) -> None:
    assert digits(np.array(0.1).astype(dtype)) in ("0.1", "0.09")  # f8: 0.09375, and nothing is nearer to 0.09
    assert digits(np.array(-3).astype(dtype)) == "-3.0"
    assert digits(np.array([np.nan]).astype(dtype)[0]) == "nan"


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, ml_dtypes.float8_e5m2, ml_dtypes.float4_e2m1fn])
def test_every_number_reads_as_itself(dtype: type) -> None:
    size = np.dtype(dtype).itemsize
    bits = np.arange(16 if dtype is ml_dtypes.float4_e2m1fn else 1 << (8 * size), dtype=f"u{size}")[::7]
    for x in bits.view(dtype):
        again = float(np.array(float(digits(x))).astype(dtype))
        assert again == float(x) or (math.isnan(again) and math.isnan(float(x)))


def test_integers_complex_numbers_and_booleans_are_what_they_are() -> None:
    assert digits(ml_dtypes.int4(-3)) == "-3"
    assert digits(np.complex64(0.1 + 1j)) == "(0.1+1j)"
    assert [digits(np.uint8(200)), digits(np.bool_(True)), digits(7)] == ["200", "True", "7"]


def test_lists_are_cut_off() -> None:
    assert listed(np.array([0.1, 2, 3], np.float32), 2) == "0.1, 2.0 and 1 more"
    assert listed(np.array([0.1, 2], np.float32), 2) == "0.1, 2.0"
