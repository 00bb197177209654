"""convert and bitcast_convert in onnxruntime equal the interpreter's, between all element types."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from helpers.elementwise_cases import (
    FLOATS,
    INTEGERS,
    SMALL_FLOATS,
    SMALL_INTEGERS,
    TYPES,
    Array,
    differences,
    edge_values,
    element_type,
)
from helpers.onnx_runs import through_onnx

import interpreter
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.types import interface
from hlogen.ir import dtype_of


def check(text: str, source: str, targets: list[str], values: Array, opset: int) -> None:
    found = through_onnx(text, values.astype(interface(element_type(source), opset)), opset=opset)
    for target, x, y in zip(targets, found, interpreter.run(text, values), strict=True):
        differ = differences(x, y)
        places = np.flatnonzero(differ.reshape(-1))[:5]
        assert not differ.any(), (source, target, [(x.reshape(-1)[at], y.reshape(-1)[at]) for at in places])


def conversions(source: str, targets: list[str], size: int) -> str:
    given = f"tensor<{size}x{source}>"
    results = [f"tensor<{size}x{target}>" for target in targets]
    lines = [f"  %{n} = stablehlo.convert %a : ({given}) -> {result}" for n, result in enumerate(results)]
    return _function(given, lines, results)


def _function(given: str, lines: list[str], results: list[str]) -> str:
    names = ", ".join(f"%{number}" for number in range(len(results)))
    body = "\n".join(lines)
    types = ", ".join(results)
    return f"func.func @main(%a: {given}) -> ({types}) {{\n{body}\n  return {names} : {types}\n}}"


@pytest.mark.parametrize("source", TYPES)
def test_convert(source: str) -> None:
    values = _values(source)
    targets = [target for target in TYPES if target != source]
    check(conversions(source, targets, values.size), source, targets, values, 21)


@pytest.mark.parametrize("opset", [18, 26])
def test_convert_in_the_oldest_and_newest_opset(opset: int) -> None:
    for source in (*INTEGERS, *FLOATS):
        values = _values(source)
        targets = [target for target in (*INTEGERS, *FLOATS) if target != source]
        check(conversions(source, targets, values.size), source, targets, values, opset)


def _values(source: str) -> Array:
    """With those around an integer type's limits, and between two floats of a narrower type."""
    rng = np.random.default_rng(0)
    values = edge_values(source, rng, 400)
    if source in ("i32", "ui32", "i64", "ui64"):
        info = np.iinfo(values.dtype)
        near = [s * (2**power + 2 ** (power - 8)) + d for power in range(8, 64) for s in (1, -1) for d in (-1, 0, 1)]
        inside = [value for value in near if info.min <= value <= info.max]  # halfway between two numbers of bf16
        return np.concatenate([values, np.array(inside, values.dtype)])
    if source not in FLOATS:
        return values
    limits = [
        float(sign * 2**power + offset)
        for power in (7, 8, 15, 16, 31, 32, 63, 64)
        for sign in (1, -1)
        for offset in (-1, -0.5, 0, 0.5)
    ]
    halfway = [_halfway(target, rng) for target in ("f16", "bf16", *SMALL_FLOATS)]
    more = np.concatenate([limits, *(half * (1 + off) for half in halfway for off in (0, 2.0**-50, -(2.0**-50)))])
    with np.errstate(all="ignore"):
        return np.concatenate([values, more.astype(values.dtype)])


def _halfway(type: str, rng: np.random.Generator) -> Array:
    dtype = dtype_of(element_type(type))
    bits = rng.integers(0, 1 << (8 * dtype.itemsize), 300).astype(f"u{dtype.itemsize}")
    with np.errstate(all="ignore"):
        ends = np.concatenate([bits, bits + bits.dtype.type(1)]).view(dtype).astype(np.float64).reshape(2, -1)
        middle = ends.mean(axis=0)
    info = ml_dtypes.finfo(dtype)
    step = 2.0 ** (np.floor(np.log2(float(info.max))) - int(info.nmant))
    over = float(info.max) + step * np.array([0.25, 0.5, 0.75, 1.0])
    return np.concatenate([middle[np.isfinite(middle)], over, -over])


# The types of every width.
BITS = {
    1: ["i1"],
    2: ["i2", "ui2"],
    4: ["i4", "ui4"],
    8: ["i8", "ui8", "f8E5M2"],
    16: ["i16", "ui16", "f16", "bf16"],
    32: ["i32", "ui32", "f32"],
    64: ["i64", "ui64", "f64"],
}


@pytest.mark.parametrize("opset", [18, 21, 26])
@pytest.mark.parametrize("width", BITS)
def test_bitcast_of_one_width(width: int, opset: int) -> None:
    rng = np.random.default_rng(0)
    types = [type for type in BITS[width] if opset >= 19 or type not in SMALL_FLOATS]
    for source in types:
        values = np.concatenate([_numbers(source, edge_values(source, rng)), _random_bits(source, rng, (200,))])
        targets = [target for target in types if target != source]
        if targets:
            results = [f"tensor<{values.size}x{target}>" for target in targets]
            given = f"tensor<{values.size}x{source}>"
            lines = [f"  %{n} = stablehlo.bitcast_convert %a : ({given}) -> {type}" for n, type in enumerate(results)]
            check(_function(given, lines, results), source, targets, values, opset)


@pytest.mark.share(2)
@pytest.mark.parametrize("opset", [21, 26])
@pytest.mark.parametrize("source", [type for types in BITS.values() for type in types])
def test_bitcast_to_other_widths(source: str, opset: int) -> None:
    """One more dimension holds the parts of a wider element, the first the lowest."""
    rng = np.random.default_rng(1)
    (width,) = (width for width, types in BITS.items() if source in types)
    for other in (wide for wide in BITS if wide > width):
        parts = other // width
        for target in BITS[other]:
            whole = _random_bits(target, rng, (3, 2))
            wide, narrow = f"tensor<3x2x{target}>", f"tensor<3x2x{parts}x{source}>"
            apart = _function(wide, [f"  %0 = stablehlo.bitcast_convert %a : ({wide}) -> {narrow}"], [narrow])
            check(apart, target, [source], whole, opset)
            (pieces,) = interpreter.run(apart, whole)
            together = _function(narrow, [f"  %0 = stablehlo.bitcast_convert %a : ({narrow}) -> {wide}"], [wide])
            check(together, source, [target], pieces, opset)


def _random_bits(type: str, rng: np.random.Generator, shape: tuple[int, ...]) -> Array:
    """Any bits but those of a NaN, whose payload isn't kept."""
    dtype = dtype_of(element_type(type))
    if type in ("i1", *SMALL_INTEGERS):
        return rng.integers(0, 2 if type == "i1" else 4, shape).astype(dtype)
    bits = rng.integers(0, 1 << 8, (*shape, dtype.itemsize)).astype(np.uint8)
    bits &= 0xBB  # of no float type, a NaN has bytes like these
    return bits.view(dtype).reshape(shape)


def _numbers(type: str, values: Array) -> Array:
    return values[~np.isnan(values)] if "f" in type else values


def test_what_has_no_form() -> None:
    given, result = "tensor<3xf8E4M3FN>", "tensor<3xi8>"
    f8 = _function(given, [f"  %0 = stablehlo.bitcast_convert %a : ({given}) -> {result}"], [result])
    with pytest.raises(ExportError, match="it isn't exported for elements of type f8E4M3FN"):
        to_onnx(f8)
