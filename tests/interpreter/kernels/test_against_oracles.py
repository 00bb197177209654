"""Every elementwise operation on every element type, on special and random values, against upstream's interpreter.

One program holds an operation on all its types, so an operation costs one call of the worker. Where the two may
differ the case says by how much, or is left out with the reason.
"""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest
from helpers.one_op import array, dtype, i32, word

import interpreter
from hlogen.backends import backend
from hlogen.ir import (
    Attribute,
    Block,
    FloatType,
    FunctionType,
    IntegerType,
    Module,
    Operation,
    Region,
    TensorType,
    Type,
    parse_element_type,
)

INTEGERS = ["i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64"]
# Not in here: f8E8M0FNU, which has neither zero nor negative numbers; f4 and f6, which overflow to 0 upstream.
FLOATS = ["f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ", "bf16", "f16", "f32", "f64"]
COMPLEX = ["complex<f32>", "complex<f64>"]
ANY = [*INTEGERS, *FLOATS, *COMPLEX]
Case = tuple[str, list[np.ndarray], str, dict[str, Attribute]]

BINARY = {
    "add": [*ANY, "i1"],
    "subtract": ANY,
    "multiply": [*ANY, "i1"],
    "divide": ANY,
    "remainder": [*INTEGERS, *FLOATS],
    "maximum": [*INTEGERS, *FLOATS, "i1"],
    "minimum": [*INTEGERS, *FLOATS, "i1"],
    "power": [*INTEGERS, *FLOATS],
    "and": [*INTEGERS, "i1"],
    "or": [*INTEGERS, "i1"],
    "xor": [*INTEGERS, "i1"],
    "shift_left": INTEGERS,
    "shift_right_arithmetic": INTEGERS,
    "shift_right_logical": INTEGERS,
    "atan2": FLOATS,
}
UNARY = {
    "abs": [*INTEGERS[:6], *FLOATS, *COMPLEX],
    "negate": ANY,
    "sign": [*INTEGERS[:6], *FLOATS, *COMPLEX],
    "not": [*INTEGERS, "i1"],
    "popcnt": INTEGERS,
    "count_leading_zeros": INTEGERS,
    "floor": FLOATS,
    "ceil": FLOATS,
    "round_nearest_afz": FLOATS,
    "round_nearest_even": FLOATS,
    "is_finite": FLOATS,
    "real": [*FLOATS, *COMPLEX],
    "imag": [*FLOATS, *COMPLEX],
    **{
        name: [*FLOATS, *COMPLEX]
        for name in ("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one")
    },
    **{name: [*FLOATS, *COMPLEX] for name in ("rsqrt", "sine", "sqrt", "tan", "tanh")},
    "logistic": ["bf16", "f16", "f32", "f64"],  # upstream rounds in between: on 8 bits that is another function
}
# In units in the last place; complex functions cancel differently.
TOLERANCE = {"power": 1, "cbrt": 3, "atan2": 1, "logistic": 4, "complex": 16}


def samples(type: str, count: int = 12) -> np.ndarray:
    rng = np.random.default_rng(1)
    element_type = parse_element_type(type)
    if type.startswith("complex"):
        special = [0, 1, -1, 1j, 0.5 + 0.5j, -2.5 + 3j, 1e-3 - 7j]
        return np.array([*special, *(rng.normal(size=count) + 2j * rng.normal(size=count))], dtype(type))
    if isinstance(element_type, IntegerType):
        if element_type.width <= 4:
            return array(type, list(range(element_type.minimum, element_type.maximum + 1)))
        wanted = {
            0,
            1,
            2,
            3,
            7,
            8,
            100,
            -1,
            -2,
            -7,
            element_type.minimum,
            element_type.maximum,
            element_type.maximum - 1,
        }
        return array(type, sorted(x for x in wanted if element_type.minimum <= x <= element_type.maximum))
    limits = ml_dtypes.finfo(dtype(type))
    if limits.bits == 8:
        return np.arange(0, 256, 7, dtype=np.uint8).view(dtype(type))
    special = [
        0.0,
        -0.0,
        1,
        -1,
        0.5,
        1.5,
        2.5,
        -2.5,
        np.inf,
        -np.inf,
        np.nan,
        limits.max,
        limits.min,
        limits.tiny,
        limits.eps,
    ]
    with np.errstate(over="ignore"):
        return np.concatenate([np.array(special, dtype(type)), (rng.normal(size=count) * 3).astype(dtype(type))])


def pairs(type: str) -> list[np.ndarray]:
    values = samples(type)
    i, j = np.meshgrid(np.arange(len(values)), np.arange(len(values)), indexing="ij")
    return [values[i.ravel()], values[j.ravel()]]


def result_type(name: str, type: str) -> str:
    if name in ("is_finite", "compare"):
        return "i1"
    return type[len("complex<") : -1] if name in ("abs", "real", "imag") and type.startswith("complex") else type


def check(name: str, cases: list[Case], tolerance: float = 0) -> None:
    types = [[TensorType(x.shape, parse_element_type(case[0])) for x in case[1]] for case in cases]
    block = Block([type for group in types for type in group])
    arguments = iter(block.arguments)
    results = []
    for (_, operands, result, attributes), group in zip(cases, types, strict=True):
        taken = [next(arguments) for _ in operands]
        op = Operation(name, taken, (TensorType(group[0].shape, parse_element_type(result)),), attributes)
        block.operations.append(op)
        results.append(op.result)
    block.operations.append(Operation("func.return", results))
    outer: tuple[Type, ...] = tuple(value.type for value in results)
    main = {"sym_name": "main", "function_type": FunctionType(tuple(x.type for x in block.arguments), outer)}
    module = Module([Operation("func.func", (), (), main, [Region([block])])])
    arrays = [x for case in cases for x in case[1]]
    ours, theirs = interpreter.run(module, *arrays), backend("upstream").run(module, *arrays)
    for case, mine, other in zip(cases, ours, theirs, strict=True):
        assert mine.dtype == other.dtype
        units = TOLERANCE["complex"] if case[0].startswith("complex") else tolerance
        differing = np.flatnonzero(~agree(mine, other, units))
        shown = [(*(x[i] for x in case[1]), mine[i], other[i]) for i in differing[:3]]
        assert not differing.size, f"{name} on {case[0]} -> {case[2]}: operands, ours, upstream's: {shown}"


def agree(mine: np.ndarray, other: np.ndarray, units: float) -> np.ndarray:
    if mine.dtype.kind == "c":
        with np.errstate(invalid="ignore", over="ignore"):
            size = np.abs(mine) + np.abs(other)
            close = np.abs(mine - other) <= units * np.finfo(mine.dtype).eps * size
        return close | (np.isnan(mine) & np.isnan(other)) | (mine == other)
    if mine.dtype.kind in "biu" or "int" in mine.dtype.name:
        return np.asarray(mine.astype(object) == other.astype(object))
    x, y = mine.astype(np.float64), other.astype(np.float64)
    same = (x == y) & (np.signbit(x) == np.signbit(y))
    if units:
        with np.errstate(invalid="ignore", over="ignore"):
            same |= np.abs(x - y) <= units * float(ml_dtypes.finfo(mine.dtype).eps) * np.abs(x)
    return same | (np.isnan(x) & np.isnan(y))


@pytest.mark.parametrize("name", BINARY)
def test_binary(name: str) -> None:
    cases: list[Case] = []
    for type in BINARY[name]:
        lhs, rhs = pairs(type)
        if name in ("divide", "remainder") and type in INTEGERS:  # implementation-defined, and upstream dies of it
            lowest = parse_element_type(type).minimum
            defined = (rhs.astype(object) != 0) & ~((rhs.astype(object) == -1) & (lhs.astype(object) == lowest))
            lhs, rhs = lhs[defined], rhs[defined]
        if name == "divide" and type.startswith("complex"):
            lhs, rhs = lhs[rhs != 0], rhs[rhs != 0]
        cases.append((type, [lhs, rhs], result_type(name, type), {}))
    check(f"stablehlo.{name}", cases, TOLERANCE.get(name, 0))


@pytest.mark.parametrize("name", UNARY)
def test_unary(name: str) -> None:
    cases: list[Case] = []
    for type in UNARY[name]:
        values = samples(type, 60)
        if name in ("log", "rsqrt", "cbrt", "log_plus_one") and type.startswith("complex"):
            values = values[(values != 0) & (values != -1)]  # no accuracy is promised at a branch point
        cases.append((type, [values], result_type(name, type), {}))
    transcendental = (
        name in UNARY and UNARY[name][-2:] == COMPLEX and name not in ("negate", "abs", "sign", "real", "imag")
    )
    check(f"stablehlo.{name}", cases, TOLERANCE.get(name, 1 if transcendental else 0))


@pytest.mark.parametrize("direction", ["EQ", "NE", "GE", "GT", "LE", "LT"])
def test_compare(direction: str) -> None:
    cases: list[Case] = []
    for type in [*INTEGERS, *FLOATS, "i1"]:
        kind = "FLOAT" if type in FLOATS else "UNSIGNED" if type[0] == "u" or type == "i1" else "SIGNED"
        attributes: dict[str, Attribute] = {
            "comparison_direction": word("comparison_direction", direction),
            "compare_type": word("comparison_type", kind),
        }
        cases.append((type, pairs(type), "i1", attributes))
    check("stablehlo.compare", cases)


@pytest.mark.parametrize("source", [*ANY, "i1"])
def test_convert(source: str) -> None:
    values = samples(source, 40)
    check("stablehlo.convert", [(source, [values], target, {}) for target in [*ANY, "i1"]])


@pytest.mark.parametrize("type", ["f8E5M2", "f8E4M3", "f8E3M4", "bf16", "f16", "f32", "f64"])
def test_reduce_precision(type: str) -> None:
    cases: list[Case] = [
        (type, [samples(type, 40)], type, {"exponent_bits": i32(exponent), "mantissa_bits": i32(mantissa)})
        for exponent in (1, 2, 3, 4, 5, 8, 11)
        for mantissa in (0, 1, 2, 3, 7, 10, 23, 52)
    ]
    check("stablehlo.reduce_precision", cases)


def test_bitcast_convert_between_types_of_one_width() -> None:
    cases: list[Case] = []
    for source in [*INTEGERS, *FLOATS]:
        for target in [*INTEGERS, *FLOATS]:
            widths = [parse_element_type(type) for type in (source, target)]
            assert all(isinstance(type, (IntegerType, FloatType)) for type in widths)
            if widths[0].width == widths[1].width:
                cases.append((source, [samples(source)], target, {}))
    check("stablehlo.bitcast_convert", cases)


def test_clamp() -> None:
    cases: list[Case] = []
    for type in [*INTEGERS, *FLOATS]:
        lhs, rhs = pairs(type)
        cases.append((type, [lhs, rhs, np.roll(rhs, 5)], type, {}))
    check("stablehlo.clamp", cases)
