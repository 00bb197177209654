"""convert, bitcast_convert and reduce_precision by their definitions; rounding itself is test_numerics' subject."""

from __future__ import annotations

import math
from fractions import Fraction

import ml_dtypes
import numpy as np
import pytest
from helpers.exact import FORMATS, Format, rounded
from helpers.one_op import array, dtype, elementwise, i32, run_op

from hlogen.errors import ExecutionError
from hlogen.ir import IntegerType, parse_element_type

INTEGERS = ["i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64"]
NAN, INF = math.nan, math.inf


def integer_type(name: str) -> IntegerType:
    type = parse_element_type(name)
    assert isinstance(type, IntegerType)
    return type


@pytest.mark.share(3)
@pytest.mark.parametrize("target", INTEGERS)
@pytest.mark.parametrize("source", INTEGERS)
def test_integers_wrap_to_integers(source: str, target: str) -> None:
    kind, into = integer_type(source), integer_type(target)
    wanted = {0, 1, -1, 2, 5, -7, 100, kind.minimum, kind.maximum, kind.minimum + 1, kind.maximum - 1}
    given = sorted(value for value in wanted if kind.minimum <= value <= kind.maximum)
    result = elementwise("stablehlo.convert", source, array(source, given), result=target)
    for value, converted in zip(given, result, strict=True):
        assert (int(converted) - value) % (1 << into.width) == 0
        assert into.minimum <= int(converted) <= into.maximum


@pytest.mark.share(3)
@pytest.mark.parametrize("source", ["f64", "f32", "f16", "bf16", "f8E5M2"])
@pytest.mark.parametrize("target", INTEGERS)
def test_floats_are_truncated_and_kept_within_the_type(source: str, target: str) -> None:
    into = integer_type(target)
    given = array(source, [0.0, -0.0, 0.75, -0.75, 1.5, -1.5, 3, -3, 7, -8, 96, -96, 40960, -40960, INF, -INF, NAN])
    result = elementwise("stablehlo.convert", source, given, result=target)
    for value, converted in zip(given.astype(np.float64), result, strict=True):
        if math.isnan(value):
            expected = 0
        elif math.isinf(value):
            expected = into.maximum if value > 0 else into.minimum
        else:
            expected = min(max(math.trunc(value), into.minimum), into.maximum)
        assert int(converted) == expected, value


def test_floats_at_the_edge_of_64_bits() -> None:
    given = np.array(
        [2.0**63, np.nextafter(2.0**63, 0), -(2.0**63), -(2.0**63) - 2048, 2.0**64, np.nextafter(2.0**64, 0)]
    )
    result = elementwise("stablehlo.convert", "f64", given, result="i64")
    assert result.tolist() == [2**63 - 1, 2**63 - 1024, -(2**63), -(2**63), 2**63 - 1, 2**63 - 1]
    result = elementwise("stablehlo.convert", "f64", given, result="ui64")
    assert result.tolist() == [2**63, 2**63 - 1024, 0, 0, 2**64 - 1, 2**64 - 2048]


@pytest.mark.parametrize("type", ["f64", "f32", "bf16", "f8E5M2", "i32", "i4", "ui8", "complex<f32>"])
def test_booleans_are_zero_and_one(type: str) -> None:
    result = elementwise("stablehlo.convert", "i1", [False, True], result=type)
    assert result.astype(np.complex64).tolist() == [0, 1]


def test_what_is_not_zero_is_true() -> None:
    assert elementwise("stablehlo.convert", "f32", [0.0, -0.0, 0.5, NAN], result="i1").tolist() == [
        False,
        False,
        True,
        True,
    ]
    assert elementwise("stablehlo.convert", "i4", [0, -8, 7], result="i1").tolist() == [False, True, True]
    # the imaginary part is ignored
    assert elementwise("stablehlo.convert", "complex<f64>", [0j, 1j, 2], result="i1").tolist() == [False, False, True]


def test_complex_numbers() -> None:
    assert elementwise("stablehlo.convert", "complex<f64>", [1.75 + 2j, -3 - 4j], result="i32").tolist() == [1, -3]
    assert elementwise("stablehlo.convert", "complex<f32>", [1.5 + 2j], result="bf16").astype(float).tolist() == [1.5]
    assert elementwise("stablehlo.convert", "i64", [-1, 0, 1], result="complex<f64>").tolist() == [-1, 0, 1]
    assert elementwise("stablehlo.convert", "complex<f32>", [1.5 + 2j], result="complex<f64>").tolist() == [1.5 + 2j]


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f8E5M2", "f8E4M3"])
def test_too_large_is_infinite(type: str) -> None:
    result = elementwise("stablehlo.convert", "f64", np.array([1e300, -1e300, INF, NAN]), result=type).astype(float)
    np.testing.assert_array_equal(result, [INF, -INF, INF, NAN])


def test_too_large_for_a_type_without_infinity() -> None:
    result = elementwise("stablehlo.convert", "f32", [1000.0, -1000.0], result="f8E4M3FN").astype(float)
    assert np.isnan(result).all()
    for type, largest in (("f4E2M1FN", 6), ("f6E2M3FN", 7.5), ("f6E3M2FN", 28)):
        assert elementwise("stablehlo.convert", "f32", [1e9, -1e9], result=type).astype(float).tolist() == [
            largest,
            -largest,
        ]


def test_bitcast_to_the_same_width() -> None:
    result = run_op("stablehlo.bitcast_convert", [("f32", [[1.0, -0.0]])], "1x2xui32")
    assert result.tolist() == [[0x3F800000, 0x80000000]]
    result = run_op("stablehlo.bitcast_convert", [("ui16", [0x3F80, 0xFF80])], "2xbf16")
    assert result.astype(float).tolist() == [1.0, -INF]
    result = run_op("stablehlo.bitcast_convert", [("i4", [-1, 2])], "2xf4E2M1FN")
    assert result.astype(float).tolist() == [-6.0, 1.0]


def test_bitcast_to_narrower_gives_the_low_bits_first() -> None:
    bits = np.array(0x0123456789ABCDEF, np.uint64).view(np.float64)
    result = run_op("stablehlo.bitcast_convert", [("f64", bits)], "4xf16")
    assert result.view(np.uint16).tolist() == [0xCDEF, 0x89AB, 0x4567, 0x0123]
    result = run_op("stablehlo.bitcast_convert", [("ui8", [0x12, 0xF0])], "2x2xui4")
    assert result.astype(int).tolist() == [[2, 1], [0, 15]]
    result = run_op("stablehlo.bitcast_convert", [("ui8", [0b10000110])], "1x8xi1")
    assert result.tolist() == [[False, True, True, False, False, False, False, True]]
    result = run_op("stablehlo.bitcast_convert", [("complex<f64>", 1 + 0j)], "2xcomplex<f32>")
    assert result.shape == (2,)


def test_bitcast_to_wider_is_the_inverse() -> None:
    given = np.array([[0xCDEF, 0x89AB, 0x4567, 0x0123]], np.uint16)
    result = run_op("stablehlo.bitcast_convert", [("ui16", given)], "1xui64")
    assert result.tolist() == [0x0123456789ABCDEF]
    result = run_op("stablehlo.bitcast_convert", [("i4", [[2, 1], [0, -1]])], "2xui8")
    assert result.tolist() == [0x12, 0xF0]
    transposed = np.asfortranarray([[1, 2], [3, 4]]).astype(np.uint8)
    assert run_op("stablehlo.bitcast_convert", [("ui8", transposed)], "2xui16").tolist() == [0x0201, 0x0403]
    assert run_op("stablehlo.bitcast_convert", [("i32", np.zeros((0, 2), np.int32))], "0xi64").shape == (0,)


def test_bitcast_to_a_shape_of_other_bits_is_an_error() -> None:
    """Upstream's verifier takes these: C1 doesn't."""
    for source, values, target in (("i8", [1, 2], "ui8"), ("i8", [1, 2], "2x1xui8"), ("i8", [[1, 2]], "2xi16")):
        with pytest.raises(ExecutionError, match="doesn't have the bits of"):
            run_op("stablehlo.bitcast_convert", [(source, values)], target)


@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16"])
@pytest.mark.parametrize(
    ("exponent_bits", "mantissa_bits"), [(5, 10), (8, 7), (4, 3), (3, 2), (8, 23), (11, 52), (2, 1)]
)
def test_reduce_precision(type: str, exponent_bits: int, mantissa_bits: int) -> None:
    rng = np.random.default_rng(5)
    given = (rng.normal(size=300) * 2.0 ** rng.integers(-9, 9, 300)).astype(dtype(type))
    result = elementwise(
        "stablehlo.reduce_precision",
        type,
        given,
        exponent_bits=i32(exponent_bits),
        mantissa_bits=i32(mantissa_bits),
    )
    bias = (1 << (exponent_bits - 1)) - 1
    own = FORMATS[type]
    # only what is narrower than the operand's own format changes anything
    lowest, highest = max(1 - bias, own.lowest), min(bias, own.highest)
    unbounded = Format(min(mantissa_bits + 1, own.precision), own.lowest, highest)
    for value, reduced in zip(given.astype(float), result.astype(float), strict=True):
        expected = rounded(Fraction(value), unbounded)
        if expected is None:
            assert reduced == math.copysign(INF, value)
        elif abs(expected) < Fraction(2) ** lowest and lowest > own.lowest:
            assert reduced == 0
            assert math.copysign(1, reduced) == math.copysign(1, value)
        else:
            assert Fraction(reduced) == expected, value


def test_reduce_precision_of_what_is_not_a_number() -> None:
    given = np.float32([NAN, INF, -INF, 0.0, -0.0, 1e-42])
    result = elementwise("stablehlo.reduce_precision", "f32", given, exponent_bits=i32(5), mantissa_bits=i32(10))
    np.testing.assert_array_equal(result, np.float32([NAN, INF, -INF, 0, 0, 0]))
    result = elementwise("stablehlo.reduce_precision", "f32", given, exponent_bits=i32(5), mantissa_bits=i32(0))
    assert np.isinf(result[0])


@pytest.mark.parametrize(
    "type",
    [
        *("f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E4M3FN", "f8E5M2", "f8E4M3", "f8E3M4", "f8E4M3FNUZ", "f8E5M2FNUZ"),
        *("f8E4M3B11FNUZ", "f16", "bf16"),
    ],
)
def test_a_precision_of_all_that_a_type_has_changes_nothing(type):
    """Of any element, subnormal ones and those beside the ends too; more bits don't, either."""
    format = ml_dtypes.finfo(dtype(type))
    size = np.dtype(dtype(type)).itemsize
    x = np.arange(1 << format.bits, dtype=f"u{size}").view(dtype(type))
    for more in (0, 1):
        bits = {"exponent_bits": i32(format.nexp + more), "mantissa_bits": i32(format.nmant + more)}
        found = elementwise("stablehlo.reduce_precision", type, x, **bits)
        with np.errstate(invalid="ignore"):
            wide, kept = x.astype(np.float64), found.astype(np.float64)
        assert np.array_equal(wide, kept, equal_nan=True)
        assert (np.signbit(wide) == np.signbit(kept))[~np.isnan(wide)].all()
