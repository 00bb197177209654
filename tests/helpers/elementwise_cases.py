"""Elementwise operations on every element type, with values at the edges: what the tests of ONNX export run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np

from hlogen.ir import FloatType, IntegerType, dtype_of
from hlogen.ir.types import ElementType

Array = np.ndarray[Any, Any]

FLOATS = ("f16", "bf16", "f32", "f64")
SMALL_FLOATS = ("f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ")
INTEGERS = ("i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64")
SMALL_INTEGERS = ("i2", "i4", "ui2", "ui4")
TYPES = ("i1", *SMALL_INTEGERS, *INTEGERS, *SMALL_FLOATS, *FLOATS)

_UNARY = ("abs", "negate", "sign")
_UNARY_FLOAT = ("ceil", "floor", "round_nearest_afz", "round_nearest_even", "sqrt")
_UNARY_BITS = ("not", "popcnt", "count_leading_zeros")
_BINARY = ("add", "divide", "maximum", "minimum", "multiply", "remainder", "subtract")
_BINARY_BITS = ("and", "or", "xor", "shift_left", "shift_right_arithmetic", "shift_right_logical", "power")
_DIRECTIONS = ("EQ", "NE", "LT", "LE", "GT", "GE")
_FUNCTIONS = (
    *("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "rsqrt", "sine"),
    *("tan", "tanh"),
)
_CHLO = ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "square")


@dataclass(frozen=True)
class Case:
    """One operation on the arguments of these names, each of them a tensor like the others but for `pred`, of i1."""

    name: str
    operands: str
    result: str
    attributes: str = ""
    digits_lost: bool = False  # it isn't exact: a few units in the last place may differ


def element_type(name: str) -> ElementType:
    if name.startswith(("f", "bf")):
        return FloatType(name)
    return IntegerType(int(name.strip("ui")), "unsigned" if name.startswith("u") else "signless")


def cases(type: str) -> list[Case]:
    """Every elementwise operation that takes elements of `type`."""
    is_float, is_bool = "f" in type, type == "i1"
    has_order = is_float and not type.endswith("UZ")  # whose NaN stands where -0.0 would
    found = [_compare(direction, "TOTALORDER") for direction in _DIRECTIONS] if has_order else []
    found += [_compare(direction, _order_of(type)) for direction in _DIRECTIONS]
    found += [Case("stablehlo.select", "pred a b", type)]
    if is_bool:
        return [
            *found,
            *(Case(f"stablehlo.{name}", "a b", type) for name in ("add", "multiply", "maximum", "minimum")),
            *(Case(f"stablehlo.{name}", "a b", type) for name in ("and", "or", "xor")),
            Case("stablehlo.not", "a", type),
            Case("stablehlo.clamp", "a b c", type),
        ]
    unary = [name for name in _UNARY if name != "abs" or type[0] != "u"]
    unary = [name for name in unary if name != "sign" or type[0] != "u"]
    found += [Case(f"stablehlo.{name}", "a", type) for name in unary]
    found += [Case(f"stablehlo.{name}", "a b", type) for name in _BINARY]
    found += [Case("stablehlo.clamp", "a b c", type)]
    if not is_float:
        found += [Case(f"stablehlo.{name}", "a", type) for name in _UNARY_BITS]
        return found + [Case(f"stablehlo.{name}", "a b", type) for name in _BINARY_BITS]
    found += [Case(f"stablehlo.{name}", "a", type) for name in _UNARY_FLOAT]
    found += [Case("stablehlo.is_finite", "a", "i1"), Case("stablehlo.real", "a", type)]
    found += [Case("stablehlo.imag", "a", type)]
    found += [Case(f"stablehlo.{name}", "a", type, digits_lost=True) for name in _FUNCTIONS]
    found += [Case(f"stablehlo.{name}", "a b", type, digits_lost=True) for name in ("atan2", "power")]
    if type == "f8E5M2":
        found += [_reduced(type, exponent, mantissa) for exponent, mantissa in ((5, 1), (3, 2), (4, 0))]
    if type in SMALL_FLOATS:
        return found
    found += [Case(f"chlo.{name}", "a", type, digits_lost=True) for name in _CHLO]
    found += [Case(f"chlo.{name}", "a", "i1") for name in ("is_inf", "is_pos_inf", "is_neg_inf")]
    return [
        *found,
        Case("chlo.next_after", "a b", type),
        *(_reduced(type, exponent, mantissa) for exponent, mantissa in ((8, 7), (5, 10), (4, 3), (11, 2), (2, 0))),
    ]


def _compare(direction: str, kind: str) -> Case:
    attributes = (
        f"comparison_direction = #stablehlo<comparison_direction {direction}>, "
        f"compare_type = #stablehlo<comparison_type {kind}>"
    )
    return Case("stablehlo.compare", "a b", "i1", attributes)


def _order_of(type: str) -> str:
    return "FLOAT" if "f" in type else "UNSIGNED" if type[0] == "u" or type == "i1" else "SIGNED"


def _reduced(type: str, exponent: int, mantissa: int) -> Case:
    attributes = f"exponent_bits = {exponent} : i32, mantissa_bits = {mantissa} : i32"
    return Case("stablehlo.reduce_precision", "a", type, attributes)


def program(type: str, shapes: dict[str, Sequence[int]], chosen: Sequence[Case]) -> str:
    """A program with one result for each case; `shapes` are those of a, b, c and pred."""
    types = {name: _tensor(shape, "i1" if name == "pred" else type) for name, shape in shapes.items()}
    lines, results = [], []
    for number, case in enumerate(chosen):
        operands = case.operands.split()
        result = _tensor(np.broadcast_shapes(*(shapes[name] for name in operands)), case.result)
        attributes = f" {{{case.attributes}}}" if case.attributes else ""
        values = ", ".join(f"%{name}" for name in operands)
        given = ", ".join(types[name] for name in operands)
        lines.append(f'  %{number} = "{case.name}"({values}){attributes} : ({given}) -> {result}')
        results.append(result)
    arguments = ", ".join(f"%{name}: {text}" for name, text in types.items())
    names = ", ".join(f"%{number}" for number in range(len(lines)))
    body = "\n".join(lines)
    signature = f"func.func @main({arguments}) -> ({', '.join(results)})"
    return f"{signature} {{\n{body}\n  return {names} : {', '.join(results)}\n}}"


def _tensor(shape: Sequence[int], type: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{type}>"


def edge_values(type: str, rng: np.random.Generator, more: int = 12) -> Array:
    """Values where something happens, and `more` random ones."""
    dtype, element = dtype_of(element_type(type)), element_type(type)
    if isinstance(element, IntegerType):
        low, high = element.minimum, element.maximum
        known = [
            0,
            1,
            2,
            3,
            7,
            high,
            high - 1,
            low,
            low + 1,
            high // 2,
            -1,
            -2,
            31,
            32,
            63,
            64,
            2**31,
            2**31 + 1,
            2**53 + 1,
        ]
        inside = dict.fromkeys(value for value in known if low <= value <= high)
        wide = rng.integers(low, high, more, np.uint64 if high > 2**63 else np.int64, endpoint=True)
        return np.array([*inside, *map(int, wide)], np.uint64 if high > 2**63 else np.int64).astype(dtype)
    info = ml_dtypes.finfo(dtype)
    tiny, least, most = float(info.smallest_normal), float(info.smallest_subnormal), float(info.max)
    known_floats = [0.0, 1.0, 0.5, 1.5, 2.5, 3.0, 0.49999997, most, most / 2, tiny, least, np.pi, 1e-3, 20.0, np.inf]
    scattered = rng.standard_normal(more) * 10.0 ** rng.uniform(-3, 3, more)
    values = np.array([*known_floats, *(-x for x in known_floats), *scattered, np.nan])
    with np.errstate(all="ignore"):
        found = values.astype(np.float32 if dtype.itemsize < 8 else dtype).astype(dtype)
    return np.where(np.isnan(found), np.abs(found[np.isnan(found)][:1]), found)  # no NaN is negative


def arguments(type: str, seed: int = 0) -> dict[str, Array]:
    """Every edge value with every other, as a and b; c and pred are random."""
    rng = np.random.default_rng(seed)
    values = edge_values(type, rng)
    a, b = (side.reshape(-1) for side in np.meshgrid(values, values))
    return {"a": a, "b": b, "c": rng.choice(values, a.size), "pred": rng.integers(0, 2, a.size).astype(bool)}


def wide(x: Array) -> Array:
    """Numbers that NumPy can compare: f8 and the like as f64, narrow integers as i64."""
    if x.dtype.kind in "iub" and x.dtype.isbuiltin == 1:
        return x
    return x.astype(np.int64 if "int" in x.dtype.name else np.float64)


def differences(found: Array, wanted: Array) -> Array:
    """Where two arrays differ; all NaN are the same, -0.0 and 0.0 aren't."""
    x, y = wide(found), wide(wanted)
    if x.dtype.kind != "f":
        return np.asarray(x != y)
    return ~(((x == y) & (np.signbit(x) == np.signbit(y))) | (np.isnan(x) & np.isnan(y)))


def units_apart(found: Array, wanted: Array) -> float:
    """The greatest difference in units of the last place of `wanted`; infinite where one isn't finite or so."""
    differ = differences(found, wanted)
    if not differ.any():
        return 0.0
    info = ml_dtypes.finfo(wanted.dtype)
    x, y = wide(found)[differ], wide(wanted)[differ]
    if not (np.isfinite(x) & np.isfinite(y)).all():
        return np.inf
    scale = np.maximum(np.abs(y), float(info.smallest_normal))
    return float(np.max(np.abs(x - y) / (2.0 ** np.floor(np.log2(scale)) * float(info.eps))))
