"""How far apart two results are, and how far they may be: by the kind of the operation.

EXACT         what only moves values, integers, and what IEEE-754 rounds correctly: add, multiply, divide, sqrt, ...
APPROXIMATED  functions of which the specification promises no accuracy: exponential, tanh, power, ...: 16 ULP, or the
              tolerance that the operation's `result_accuracy` asks for
SUMMED        sums and products of many elements, in an order of the implementation's choice: of n terms, 4 + sqrt(n)
              units in the last place of the largest value that can come up

NaNs are alike, whatever their bits, and so are 0.0 and -0.0. Complex numbers are held against each other by absolute
value, with what is allowed to floats of their width.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import ml_dtypes
import numpy as np

from hlogen.ir import (
    ComplexType,
    ConvDimensionNumbers,
    DenseArray,
    DotDimensionNumbers,
    FloatType,
    Operation,
    TensorType,
)
from interpreter.kernels.accuracy import tolerance
from interpreter.kernels.registry import traits_of
from interpreter.possible.accuracy import Within
from interpreter.values.array import Array

ULPS = 16
_FIRST = 5  # differing elements that are told

_APPROXIMATE = Within(ULPS)


class Kind(Enum):
    """What is allowed."""

    EXACT = "exactly"
    APPROXIMATED = f"within {ULPS} ULP"
    SUMMED = "within the rounding of its sums"


@dataclass(frozen=True)
class Apart:
    """How two arrays differ: in `count` elements, first at `indices`; `ulps` is None where it can't be told."""

    count: int
    size: int
    max_abs: float
    max_ulps: int | None
    indices: tuple[tuple[int, ...], ...]


def kind_of(op: Operation) -> Kind:
    """What is allowed to the results of the operation."""
    if not any(_is_floating(value.type) for value in op.results):
        return Kind.EXACT
    if traits_of(op.name).sums:
        return Kind.SUMMED
    if op.operands and _is_floating(op.operands[0].type) and _APPROXIMATE.is_open(op):
        return Kind.APPROXIMATED
    return Kind.APPROXIMATED if op.name.startswith("chlo.") else Kind.EXACT


def apart(op: Operation, operands: Sequence[Any], ours: Array, theirs: Array) -> Apart | None:
    """How the backend's result differs from the interpreter's by more than is allowed; None where it doesn't."""
    if ours.shape != theirs.shape or ours.dtype != theirs.dtype:
        return Apart(ours.size, ours.size, math.inf, None, ())
    if _same_bits(ours, theirs):
        return None
    if not is_float(ours.dtype):
        wrong = np.asarray(ours != theirs)
        return _told(wrong, np.abs(_exact(ours) - _exact(theirs)), None) if wrong.any() else None
    x, y = _wide(ours), _wide(theirs)
    nan = np.isnan(x) & np.isnan(y)
    same = nan | (x == y)
    with np.errstate(all="ignore"):
        distance = np.where(same, 0.0, np.abs(x - y))
    distance = np.where(np.isnan(distance), math.inf, distance)  # a NaN on one side, or infinities of two signs
    ulps = np.where(same, 0, _ulps(ours, theirs)) if ours.dtype.kind != "c" else None
    kind = kind_of(op)
    if kind is Kind.EXACT:
        wrong = ~same
    elif kind is Kind.APPROXIMATED:
        unit, asked = _unit(ours.dtype, np.maximum(np.abs(x), np.abs(y))), tolerance(op)
        # either side may be off by rounding, and the backend by what the program allows
        wrong = distance > (
            ULPS * unit if asked is None else asked.allowed(np.where(np.isfinite(x), x, 0), unit) + 2 * unit
        )
    else:
        terms, largest = _terms(op, operands, ours), _largest(op, operands, ours, theirs)
        wrong = distance > (4 + math.sqrt(terms)) * _unit(ours.dtype, np.asarray(largest))
    wrong = np.asarray(wrong & ~same)
    return _told(wrong, distance, ulps) if wrong.any() else None


def is_float(dtype: np.dtype[Any]) -> bool:
    """Whether elements are rounded: real or complex floats."""
    return dtype.kind in "fc" or dtype in _SMALL_FLOATS


def _told(wrong: Array, distance: Array, ulps: Array | None) -> Apart:
    places = np.argwhere(wrong)[:_FIRST]
    most = None if ulps is None else int(ulps[wrong].max())
    return Apart(
        int(np.count_nonzero(wrong)),
        wrong.size,
        float(distance[wrong].max()),
        most,
        tuple(tuple(int(i) for i in place) for place in places),
    )


def _same_bits(x: Array, y: Array) -> bool:
    return x.tobytes() == y.tobytes()


def _exact(x: Array) -> Array:
    return x.astype(np.float64) if x.dtype.kind in "biu" else x.astype(np.int64)


def _wide(x: Array) -> Array:
    if x.dtype.kind == "c":
        return x.astype(np.complex128)
    return x.astype(np.float64)


def _ulps(x: Array, y: Array) -> Array:
    """How many steps lie between, from one number of the type to the next; NaN counts as beyond infinity."""
    return np.asarray(np.abs(_ordered(x) - _ordered(y)))


def _ordered(x: Array) -> Array:
    """Floats as numbers in the order of their values, one apart where they are neighbours."""
    bits = 8 * x.dtype.itemsize
    raw = (
        np.ascontiguousarray(x).reshape(x.shape).view(f"u{x.dtype.itemsize}").astype(object if bits == 64 else np.int64)
    )
    sign = 1 << _SIGN_BIT.get(x.dtype.name, bits - 1)
    return np.asarray(np.where(raw >= sign, -(raw - sign), raw))


# Where it isn't the highest bit of what is stored: in a bit that is never set, of a type that has none.
_SIGN_BIT = {"float4_e2m1fn": 3, "float6_e2m3fn": 5, "float6_e3m2fn": 5, "float8_e8m0fnu": 8}


def _unit(dtype: np.dtype[Any], magnitude: Array) -> Array:
    """A unit in the last place of values of that magnitude."""
    info = ml_dtypes.finfo(_real(dtype))  # type: ignore[no-untyped-call]  # has no types
    smallest = max(float(info.smallest_subnormal), 5e-324)
    finite = np.where(np.isfinite(magnitude), magnitude, float(info.max))
    return np.asarray(np.maximum(finite * float(info.eps), smallest))


def _real(dtype: np.dtype[Any]) -> np.dtype[Any]:
    return dtype if dtype.kind != "c" else np.dtype(np.float32 if dtype.itemsize == 8 else np.float64)


def _terms(op: Operation, operands: Sequence[Any], result: Array) -> int:
    """About how many numbers each element of the result is made of."""
    sizes = [x.size for x in operands if isinstance(x, np.ndarray)]
    numbers = op.attributes.get("dot_dimension_numbers")
    if isinstance(numbers, DotDimensionNumbers):
        return math.prod(operands[0].shape[d] for d in numbers.lhs_contracting_dimensions)
    numbers = op.attributes.get("dimension_numbers")
    if isinstance(numbers, ConvDimensionNumbers):
        features: int = operands[1].shape[numbers.kernel_output_feature_dimension]
        return int(operands[1].size) // max(1, features)
    window = op.attributes.get("window_dimensions")
    if op.name == "stablehlo.reduce_window" and isinstance(window, DenseArray):
        return math.prod(map(int, window.values))
    if op.name == "stablehlo.reduce":
        return max(sizes) // max(1, result.size)
    return max(sizes, default=1)


def _largest(op: Operation, operands: Sequence[Any], *results: Array) -> float:
    """About how large the numbers are that its results are the sums of."""
    found = max(map(_most, results))
    floats = [_most(x) for x in operands if isinstance(x, np.ndarray) and is_float(x.dtype)]
    if op.name in ("stablehlo.dot_general", "stablehlo.convolution", "stablehlo.dynamic_conv") and floats:
        return max(found, math.prod(floats))
    return max([found, *floats])


def _most(x: Array) -> float:
    values = np.abs(_wide(x))
    values = values[np.isfinite(values)]
    return float(values.max()) if values.size else 0.0


def _is_floating(type: Any) -> bool:
    return isinstance(type, TensorType) and isinstance(type.element_type, (FloatType, ComplexType))


_SMALL_FLOATS = frozenset(
    np.dtype(getattr(ml_dtypes, name))
    for name in (
        "bfloat16", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz",
        "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu", "float4_e2m1fn", "float6_e2m3fn", "float6_e3m2fn",
    )
)  # fmt: skip
