"""Element types and NumPy dtypes."""

from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest

from hlogen.errors import UsageError
from hlogen.ir import dtype_of, element_type_of, parse_element_type
from hlogen.ir.dtypes import rounded

EXPECTED = {
    "i1": np.bool_, "i2": ml_dtypes.int2, "i4": ml_dtypes.int4, "i8": np.int8, "i16": np.int16, "i32": np.int32,
    "i64": np.int64, "ui2": ml_dtypes.uint2, "ui4": ml_dtypes.uint4, "ui8": np.uint8, "ui16": np.uint16,
    "ui32": np.uint32, "ui64": np.uint64, "f4E2M1FN": ml_dtypes.float4_e2m1fn, "f6E2M3FN": ml_dtypes.float6_e2m3fn,
    "f6E3M2FN": ml_dtypes.float6_e3m2fn, "f8E3M4": ml_dtypes.float8_e3m4, "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn, "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz, "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz, "f8E8M0FNU": ml_dtypes.float8_e8m0fnu, "bf16": ml_dtypes.bfloat16,
    "f16": np.float16, "f32": np.float32, "f64": np.float64, "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}  # fmt: skip


@pytest.mark.parametrize("text", EXPECTED)
def test_each_type_has_its_dtype_and_back(text):
    element_type = parse_element_type(text)
    assert dtype_of(element_type) == np.dtype(EXPECTED[text])
    assert element_type_of(np.dtype(EXPECTED[text])) == element_type


@pytest.mark.parametrize(
    ("text", "dtype"),
    [("si8", np.int8), ("si64", np.int64), ("index", np.int64), ("tf32", np.float32),
     ("!quant.uniform<u8:f32, 0.5>", np.uint8), ("!quant.uniform<i8:f32:0, {1.0, 2.0}>", np.int8)],
)  # fmt: skip
def test_types_that_share_a_dtype(text, dtype):
    assert dtype_of(parse_element_type(text)) == np.dtype(dtype)


@pytest.mark.parametrize("text", ["i128", "i3", "ui7", "complex<bf16>", "!foo.bar"])
def test_types_without_storage_say_so(text):
    with pytest.raises(UsageError, match="no NumPy dtype"):
        dtype_of(parse_element_type(text))


@pytest.mark.parametrize("dtype", ["O", "U3", "M8[s]", np.longdouble, [("a", "i4")]])
def test_dtypes_without_element_type_say_so(dtype):
    with pytest.raises(UsageError, match="no StableHLO element type"):
        element_type_of(np.dtype(dtype))


NARROW = [text for text in EXPECTED if text[0] in "fb" and text not in ("f16", "f32", "f64")]


@pytest.mark.parametrize("text", NARROW)
def test_numbers_are_rounded_once_to_the_nearest(text):
    """Next to the middle between two neighbours, where f32 is in the middle already."""
    dtype = dtype_of(parse_element_type(text))
    bits = np.uint16 if dtype.itemsize == 2 else np.uint8
    width = {"f4": 4, "f6": 6}.get(text[:2], 8 * dtype.itemsize)
    values = np.arange(1 << width, dtype=np.uint32).astype(bits).view(dtype)
    with np.errstate(invalid="ignore"):  # of NaNs that signal
        whole = np.unique(values[np.isfinite(values)].astype(np.float64))
    # ml_dtypes rounds f32's own subnormals to f8E8M0FNU upwards.
    at = np.linspace(text == "f8E8M0FNU", len(whole) - 2, 60).astype(int)
    low, high = whole[at], whole[at + 1]
    middle = (low + high) / 2
    for side, expected in ((-np.inf, low), (np.inf, high)):
        given = np.nextafter(middle, side)
        np.testing.assert_array_equal(rounded(given, dtype).astype(np.float64), expected)
        np.testing.assert_array_equal([float(rounded(np.asarray(one), dtype)) for one in given], expected)
    np.testing.assert_array_equal(rounded(whole, dtype).astype(np.float64), whole)
    assert np.isnan(rounded(np.array([np.nan]), dtype).astype(np.float64)).all() or text[:2] in ("f4", "f6")


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
@pytest.mark.parametrize("text", ["bf16", "f8E8M0FNU"])
def test_integers_are_rounded_once_to_the_nearest(text, dtype):
    """Also those that f64 doesn't hold."""
    target, info = dtype_of(parse_element_type(text)), np.iinfo(dtype)
    digits = 8 if text == "bf16" else 1
    given = []
    for exponent in range(digits, info.bits - 1):
        for step in (0, 1, 5) if digits > 1 else (0,):
            middle = (1 << exponent) + (2 * step + 1 << exponent - digits)
            given += (
                [middle - 1, middle + 1, -middle - 1, -middle + 1]
                if info.min and digits > 1
                else [middle - 1, middle + 1]
            )
    found = rounded(np.array(given, dtype), target).astype(np.float64)
    for number, near in zip(given, found, strict=True):
        unit = Fraction(2) ** (abs(number).bit_length() - digits)
        assert abs(Fraction(near) - number) < unit / 2, number
