"""Bits and comparisons against Python's integers and IEEE-754's definitions."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

import numpy as np
import pytest
from helpers.one_op import array, dtype, elementwise, run_op, word

from hlogen.ir import IntegerType, parse_element_type

INTEGERS = ["i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64"]
NAN, INF = math.nan, math.inf
ORDERS: dict[str, Callable[[object, object], bool]] = {
    "EQ": operator.eq,
    "NE": operator.ne,
    "GE": operator.ge,
    "GT": operator.gt,
    "LE": operator.le,
    "LT": operator.lt,
}


def integer_type(name: str) -> IntegerType:
    type = parse_element_type(name)
    assert isinstance(type, IntegerType)
    return type


def some(name: str) -> list[int]:
    type = integer_type(name)
    if type.width <= 4:
        return list(range(type.minimum, type.maximum + 1))
    wanted = {0, 1, -1, 2, 5, 8, -100, type.width, type.width - 1, type.width + 1, type.maximum, type.minimum}
    return sorted(value for value in wanted if type.minimum <= value <= type.maximum)


def bits(name: str, value: int) -> int:
    return value % (1 << integer_type(name).width)


def from_bits(name: str, value: int) -> int:
    type = integer_type(name)
    value %= 1 << type.width
    return value if type.is_unsigned or value < 1 << (type.width - 1) else value - (1 << type.width)


def shift_right_arithmetic(width: int, a: int, b: int) -> int:
    signed = a - (1 << width) if a >> (width - 1) else a
    return signed >> min(b, width)


BINARY: dict[str, Callable[[int, int, int], int]] = {
    "and": lambda width, a, b: a & b,
    "or": lambda width, a, b: a | b,
    "xor": lambda width, a, b: a ^ b,
    "shift_left": lambda width, a, b: a << b if b < width else 0,
    "shift_right_logical": lambda width, a, b: a >> b if b < width else 0,
    "shift_right_arithmetic": shift_right_arithmetic,
}
UNARY: dict[str, Callable[[int, int], int]] = {
    "not": lambda width, a: ~a,
    "popcnt": lambda width, a: a.bit_count(),
    "count_leading_zeros": lambda width, a: width - a.bit_length(),
}


@pytest.mark.share(3)
@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("name", BINARY)
def test_bits_of_two(name: str, type: str) -> None:
    pairs = [(a, b) for a in some(type) for b in some(type)]
    lhs, rhs = (array(type, column) for column in zip(*pairs, strict=True))
    width = integer_type(type).width
    expected = [from_bits(type, BINARY[name](width, bits(type, a), bits(type, b))) for a, b in pairs]
    assert [int(value) for value in elementwise(f"stablehlo.{name}", type, lhs, rhs)] == expected


@pytest.mark.share(3)
@pytest.mark.parametrize("type", INTEGERS)
@pytest.mark.parametrize("name", UNARY)
def test_bits_of_one(name: str, type: str) -> None:
    width = integer_type(type).width
    expected = [from_bits(type, UNARY[name](width, bits(type, a))) for a in some(type)]
    given = array(type, some(type))
    assert [int(value) for value in elementwise(f"stablehlo.{name}", type, given)] == expected


def test_every_number_of_leading_zeros() -> None:
    given = [0, *(1 << n for n in range(64)), *((1 << n) - 1 for n in range(2, 65))]
    result = elementwise("stablehlo.count_leading_zeros", "ui64", np.array(given, np.uint64))
    assert [int(value) for value in result] == [64 - n.bit_length() for n in given]


def test_booleans() -> None:
    lhs, rhs = [False, False, True, True], [False, True, False, True]
    assert elementwise("stablehlo.and", "i1", lhs, rhs).tolist() == [False, False, False, True]
    assert elementwise("stablehlo.or", "i1", lhs, rhs).tolist() == [False, True, True, True]
    assert elementwise("stablehlo.xor", "i1", lhs, rhs).tolist() == [False, True, True, False]
    assert elementwise("stablehlo.not", "i1", lhs).tolist() == [True, True, False, False]


def compared(type: str, direction: str, kind: str | None, lhs: object, rhs: object) -> list[bool]:
    attributes = {"comparison_direction": word("comparison_direction", direction)}
    if kind is not None:
        attributes["compare_type"] = word("comparison_type", kind)
    values: list[bool] = elementwise("stablehlo.compare", type, lhs, rhs, result="i1", **attributes).tolist()
    return values


@pytest.mark.share(3)
@pytest.mark.parametrize("direction", ORDERS)
@pytest.mark.parametrize("type", INTEGERS)
def test_comparing_integers(type: str, direction: str) -> None:
    pairs = [(a, b) for a in some(type) for b in some(type)]
    lhs, rhs = (array(type, column) for column in zip(*pairs, strict=True))
    kind = "UNSIGNED" if type.startswith("u") else "SIGNED"
    for written in (kind, None):
        assert compared(type, direction, written, lhs, rhs) == [ORDERS[direction](a, b) for a, b in pairs]


@pytest.mark.parametrize("direction", ORDERS)
def test_comparing_booleans(direction: str) -> None:
    pairs = [(a, b) for a in (False, True) for b in (False, True)]
    lhs, rhs = zip(*pairs, strict=True)
    assert compared("i1", direction, "UNSIGNED", lhs, rhs) == [ORDERS[direction](a, b) for a, b in pairs]


@pytest.mark.share(3)
@pytest.mark.parametrize("direction", ORDERS)
@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3", "tf32"])
def test_comparing_floats_as_ieee_754_does(type: str, direction: str) -> None:
    values = [0.0, -0.0, 1.0, -1.5, INF, -INF, NAN]
    pairs = [(a, b) for a in values for b in values]
    lhs, rhs = (array(type, column) for column in zip(*pairs, strict=True))
    expected = [ORDERS[direction](a, b) for a, b in pairs]
    assert compared(type, direction, "FLOAT", lhs, rhs) == expected
    assert compared(type, direction, None, lhs, rhs) == expected


@pytest.mark.parametrize("direction", ORDERS)
@pytest.mark.parametrize(
    ("type", "word_type"), [("f64", "u8"), ("f32", "u4"), ("tf32", "u4"), ("bf16", "u2"), ("f8E5M2", "u1")]
)
def test_total_order_goes_from_negative_nan_to_nan(type: str, word_type: str, direction: str) -> None:
    positive = array(type, [0.0, 0.5, 1.0, 8.0, INF, NAN])
    sign = np.array(1 << (8 * positive.itemsize - 1), word_type)
    magnitude = positive.view(word_type) & ~sign
    in_order = np.concatenate([(magnitude | sign)[::-1], magnitude]).view(positive.dtype)
    places = [(i, j) for i in range(len(in_order)) for j in range(len(in_order))]
    lhs, rhs = (in_order[list(column)] for column in zip(*places, strict=True))
    assert compared(type, direction, "TOTALORDER", lhs, rhs) == [ORDERS[direction](i, j) for i, j in places]


def test_comparing_complex_numbers() -> None:
    lhs, rhs = [1 + 2j, 1 + 2j, 1 + 2j, complex(NAN, 0)], [1 + 2j, 1 + 3j, 0 + 9j, complex(NAN, 0)]
    assert compared("complex<f32>", "EQ", "FLOAT", lhs, rhs) == [True, False, False, False]
    assert compared("complex<f32>", "NE", "FLOAT", lhs, rhs) == [False, True, True, True]
    assert compared("complex<f64>", "LT", "FLOAT", lhs[:3], rhs[:3]) == [False, True, False]
    assert compared("complex<f64>", "GE", "FLOAT", lhs[:3], rhs[:3]) == [True, False, True]


@pytest.mark.parametrize("type", ["i32", "i4", "bf16", "i1", "complex<f32>", "f4E2M1FN"])
def test_select(type: str) -> None:
    ones, zeros = np.ones(3, dtype(type)), np.zeros(3, dtype(type))
    result = run_op("stablehlo.select", [("i1", [True, False, True]), (type, ones), (type, zeros)], f"3x{type}")
    assert result.astype(np.complex64).tolist() == [1, 0, 1]
    result = run_op("stablehlo.select", [("i1", False), (type, ones), (type, zeros)], f"3x{type}")
    assert result.astype(np.complex64).tolist() == [0, 0, 0]


def test_is_finite() -> None:
    given = [0.0, 1.0, INF, -INF, NAN]
    for type in ("f64", "f32", "f16", "bf16", "f8E5M2", "f8E4M3"):
        result = elementwise("stablehlo.is_finite", type, array(type, given), result="i1")
        assert result.tolist() == [True, True, False, False, False]
    every = np.arange(16, dtype=np.uint8).view(dtype("f4E2M1FN"))
    assert elementwise("stablehlo.is_finite", "f4E2M1FN", every, result="i1").all()
