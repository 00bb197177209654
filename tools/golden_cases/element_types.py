"""The goldens of element types: ops that every type computes, on values that only the whole of a type tells apart.

The limits of integers, so that no type is taken for a narrower one, for a float or for one with another sign; floats
with a last bit that counts, halves between two numbers, and the smallest number. One file for each op and kind of
types, one part of it for each type.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import ml_dtypes
import numpy as np
from model.exact import exact

from hlogen.ir import dtype_of, tensor
from tools.golden_cases.case import AnyOpCase, case
from tools.golden_cases.elementwise import INF, NAN, SMALL_FLOATS
from tools.golden_cases.reductions import binary, compare
from tools.golden_cases.tensors import Tensor, values

SIGNED, UNSIGNED = ("i4", "i8", "i16", "i32", "i64"), ("ui4", "ui8", "ui16", "ui32", "ui64")
FLOATS = (*SMALL_FLOATS, "f32", "f64")
TINY_FLOATS = ("f4E2M1FN", "f6E2M3FN", "f6E3M2FN")


# Known differences of the oracles.
NARROW_COUNTS = {
    **{("count_leading_zeros", type): {"xla": "xla.constant-leading-zeros"} for type in SIGNED if type != "i64"},
    ("popcnt", "i4"): {"xla": "xla.constant-bit-count"},
}


def rounding_differs(op: str, type: str) -> dict[str, str]:
    if type == "f8E3M4" and op in ("ceil", "floor", "round_nearest_even", "round_nearest_afz"):
        wrong = {"upstream": "upstream.rounding-of-f8E3M4"}
        return wrong | ({"xla": "xla.constant-rounding-of-f8E3M4"} if op.startswith("round") else {})
    if type in ("bf16", "f32", "f64") and op in ("ceil", "floor"):
        return {"xla": "xla.constant-rounding-of-subnormals"}
    return {}


@dataclass(frozen=True)
class Integers:
    """An integer type with its limits, and two numbers that need nearly all of its bits."""

    type: str
    lowest: int
    highest: int

    @property
    def is_signed(self) -> bool:
        return self.lowest < 0

    @property
    def some(self) -> int:
        return self.highest // 5 * 2 + 1

    @property
    def other(self) -> int:
        return self.highest // 7


def integers(types: Sequence[str] = (*SIGNED, *UNSIGNED)) -> Iterator[Integers]:
    for type in types:
        width = int(type.lstrip("ui"))
        signed = type.startswith("i")
        yield Integers(type, -(2 ** (width - 1)) if signed else 0, 2 ** (width - signed) - 1)


@dataclass(frozen=True)
class Floats:
    """A floating-point type, the step from 1 to the next number, and the smallest number."""

    type: str
    step: float
    smallest: float


def floats(types: Sequence[str] = FLOATS) -> Iterator[Floats]:
    for type in types:
        info = ml_dtypes.finfo(dtype_of(tensor(f"1x{type}").element_type))  # type: ignore[no-untyped-call]
        yield Floats(type, float(info.eps), float(info.smallest_subnormal))


def four_of(type: str) -> list[Any]:
    """Four elements of any type that show where it is taken for another: limits, last bits, -0.0, NaN, the smallest."""
    if type == "i1":
        return [True, False, True, True]
    if type.startswith("complex"):
        (part,) = floats([type.removeprefix("complex<").removesuffix(">")])
        return [complex(1 + part.step, -1 - part.step), complex(part.smallest, INF), 1j, -2]
    if type.lstrip("ui").isdecimal():
        (i,) = integers([type])
        return [i.some, i.lowest, i.highest, i.other]
    (f,) = floats([type])
    return [1 + f.step, -0.0, NAN, f.smallest]


def exactly(type: str, elements: Sequence[Any]) -> Tensor:
    """A tensor of elements that the type has, each of them."""
    made = values(f"{len(elements)}x{type}", elements)
    if [float(x) for x in made.array] != [float(x) for x in elements]:
        raise ValueError(f"{type} doesn't have all of {list(elements)}")
    return made


def of_integers(op: str, says: str, type: str, rows: Sequence[Any], **more: Any) -> AnyOpCase:
    """`rows` are elements, or tuples of one for each operand."""
    columns = zip(*(row if isinstance(row, tuple) else (row,) for row in rows), strict=True)
    operands = [values(f"{len(rows)}x{type}", column) for column in columns]
    shown = (f"element_type_{type}", f"elements of type {type}")
    return case(op, *shown, *operands, says=says, file="element_types_integer", **more)


def arithmetic_of_integers() -> Iterator[AnyOpCase]:
    for i in integers():
        high, low, a, b = i.highest, i.lowest, i.some, i.other
        below = (low // 3, high // 5) if i.is_signed else (high // 3, 1)
        exponent = 1
        while 3 ** (exponent + 1) <= high:
            exponent += 1
        rows: Mapping[str, tuple[str, Sequence[Any]]] = {
            "add": ("For integers: integer addition.", [(a, b), below, (high - 1, 1)]),
            "subtract": ("For integers: integer subtraction.", [(a, b), below, (high, 1)]),
            "multiply": ("For integers: integer multiplication.", [(b, 5), (low // 9, 7), (high, 1)]),
            "divide": ("the algebraic quotient with any fractional part discarded", [(high, 3), (low, 7), (a, b)]),
            "remainder": ("The sign of the result is taken from the dividend.", [(high, 5), (low, 7), (a, b)]),
            "maximum": ("For integers: integer maximum.", [(high, high - 1), (low, 0), (high, 1), (a, b)]),
            "minimum": ("For integers: integer minimum.", [(high, high - 1), (low, 0), (high, 1), (a, b)]),
            "power": ("For integers: integer exponentiation.", [(3, exponent), (high, 1), (low, 0)]),
            "clamp": (
                "result = minimum(maximum(operand, min), max)",
                [(b, high, high - 1), (b, low, high), (low, a, high)],
            ),
        }
        for op, (says, operands) in rows.items():
            yield of_integers(op, says, i.type, operands)
    for i in integers(SIGNED):
        for op, says in {
            "abs": "For signed integers: integer modulus.",
            "negate": "For signed integers: integer negation.",
            "sign": "-1, 0 or 1",
        }.items():
            yield of_integers(op, says, i.type, [i.lowest + 1, i.highest, -i.some, 0])


def bits_of_integers() -> Iterator[AnyOpCase]:
    for i in integers():
        high, low, a, b = i.highest, i.lowest, i.some, i.other
        width = int(i.type.lstrip("ui"))
        for op in ("and", "or", "xor"):
            yield of_integers(op, f"For integers: bitwise {op.upper()}.", i.type, [(a, b), (high, a), (low, b)])
        for op, says in {
            "not": "For integers: bitwise NOT.",
            "popcnt": "element-wise count of the number of bits set",
            "count_leading_zeros": "element-wise count of the number of leading zero bits",
        }.items():
            differs = NARROW_COUNTS.get((op, i.type))
            yield of_integers(op, says, i.type, [high, low, a, b, 1, 0], differs=differs)
        for op, says in {
            "shift_left": "left-shift operation on the lhs tensor by rhs number of bits",
            "shift_right_arithmetic": "arithmetic right-shift operation on the lhs tensor by rhs number of bits",
            "shift_right_logical": "logical right-shift operation on the lhs tensor by rhs number of bits",
        }.items():
            by = [0, 1, width // 2, width // 2 + 1, width - 1]
            yield of_integers(op, says, i.type, [(x, n) for n in by for x in (a, high, low)])
        for direction in ("GT", "EQ"):
            pairs = [(high, high - 1), (high, low), (low, low), (a, b), (b, a)]
            yield case(
                "compare",
                f"element_type_{i.type}_{direction}",
                f"{direction} of {i.type}",
                *(values(f"5x{i.type}", [pair[side] for pair in pairs]) for side in (0, 1)),
                says="For boolean and integer element types: lhs op rhs.",
                file="element_types_integer",
                comparison_direction=direction,
                compare_type="SIGNED" if i.is_signed else "UNSIGNED",
            )


def floats_to_the_last_bit() -> Iterator[AnyOpCase]:
    """Results that are rounded, ties to even, and numbers that no narrower type has."""
    for f in floats():
        u, least = f.step, f.smallest
        thirds = [(1, 3), (2, 3), (1, 5), (1, 7), (5, 3)]
        rounded: dict[str, list[tuple[Any, Any]]] = {
            "add": [(1, u / 2), (1 + u, u / 2), (1, 3 * u / 4), (least, least)],
            "subtract": [(1, u / 4), (1 + u, -u / 2), (1, -3 * u / 4), (2 * least, least)],
            "multiply": [(1 + u, 1 + u), (1 + u, 1.5), (1 + 3 * u, 1.5), (least, 1)],
            "divide": [*thirds, (least, 1)],
            "remainder": [(1 + u, 1), (1 - u, 1 + u), (least, 1)],
            "maximum": [(1, 1 + u), (-1, -1 - u), (least, 0), (-least, 0)],
            "minimum": [(1, 1 + u), (-1, -1 - u), (least, 0), (-least, 0)],
        }
        for op, pairs in rounded.items():
            yield case(
                op,
                f"last_bit_{f.type}",
                f"to the last bit of {f.type}",
                *(exactly(f.type, [pair[side] for pair in pairs]) for side in (0, 1)),
                says=f"For floats: `{op}` from IEEE-754: to nearest, ties to even.",
                file="last_bit",
            )
        for op in ("abs", "negate", "sign", "ceil", "floor", "round_nearest_even", "round_nearest_afz"):
            yield case(
                op,
                f"last_bit_{f.type}",
                f"to the last bit of {f.type}",
                exactly(f.type, [1 + u, -1 - u, least, -least, 1.5 - u]),
                says=f"For floats: `{op}` from IEEE-754.",
                file="last_bit",
                differs=rounding_differs(op, f.type),
            )
        yield case(
            "clamp",
            f"last_bit_{f.type}",
            f"to the last bit of {f.type}",
            exactly(f.type, [1, 1 + u, least]),
            exactly(f.type, [1 + u, 1, 0]),
            exactly(f.type, [2, 2, 1]),
            says="result = minimum(maximum(operand, min), max)",
            file="last_bit",
        )
        for kind in ("FLOAT", "TOTALORDER"):
            yield case(
                "compare",
                f"last_bit_{f.type}_{kind}",
                f"{kind}: to the last bit of {f.type}",
                exactly(f.type, [1 + u, 1, -1 - u, least, 0]),
                exactly(f.type, [1, 1 + u, -1, 0, -least]),
                says="compare_type = FLOAT, TOTALORDER: IEEE-754",
                file="last_bit",
                comparison_direction="GT",
                compare_type=kind,
            )


def complex_numbers() -> Iterator[AnyOpCase]:
    """Parts of f64 that f32 doesn't have."""
    u = 2.0**-52
    z, w = [1 + u + 1j, 2 - (1 + u) * 1j], [1 + (1 + u) * 1j, 2 - 1j]
    for op, says in {
        "add": "For complex numbers: complex addition.",
        "subtract": "For complex numbers: complex subtraction.",
        "maximum": "For complex numbers: lexicographic maximum for the (real, imaginary) pair.",
        "minimum": "For complex numbers: lexicographic minimum for the (real, imaginary) pair.",
    }.items():
        differs = {"xla": "xla.complex-extremes"} if op == "maximum" else None
        pair = (values("2xcomplex<f64>", z), values("2xcomplex<f64>", w))
        yield case(op, "complex_numbers_f64", "to the last bit of f64", *pair, says=says, differs=differs)
    for op in ("multiply", "divide"):
        thirds = [values("2xcomplex<f64>", [1 / 3 + 0.9j, 0.7 - 3j]), values("2xcomplex<f64>", [0.3 - 1j, 1.1 + 0.2j])]
        says = f"For complex numbers: complex {'multiplication' if op == 'multiply' else 'division'}."
        yield case(op, "complex_numbers_f64", "in f64", *thirds, says=says, ulps=64)
    for op in ("negate", "abs", "sign", "real", "imag"):
        ulps = 3 if op in ("abs", "sign") else None
        x = values("2xcomplex<f64>", [1 / 3 + 0.1j, 0.7 - 3j])
        yield case(op, "complex_numbers_f64", "in f64", x, says=f"{op} of complex numbers", ulps=ulps)
    for direction in ("EQ", "NE"):
        yield case(
            "compare",
            f"complex_f64_{direction}",
            "to the last bit of f64",
            values("2xcomplex<f64>", z),
            values("2xcomplex<f64>", [1 + 1j, 2 - 1j]),
            says="For complex element types, lexicographic comparison of (real, imag) pairs.",
            file="complex_numbers_f64",
            comparison_direction=direction,
            compare_type="FLOAT",
        )


def conversions() -> Iterator[AnyOpCase]:
    same = "If the source value can be exactly represented in the destination type, the result is that representation."

    def to(name: str, title: str, operand: Tensor, type: str, file: str, **more: Any) -> AnyOpCase:
        results = f"{operand.array.size}x{type}"
        return case("convert", name, title, operand, says=same, results=results, file=file, **more)

    for i in integers():
        mine = values(f"4x{i.type}", [i.lowest, i.highest, i.some, 0])
        widest = ["i64"] if i.is_signed else ["i64", "ui64"]
        for wide in widest if i.type not in ("i64", "ui64") else []:
            yield to(f"{i.type}_to_{wide}", f"{i.type} is part of {wide}", mine, wide, "integers_to_widest")
            there = values(f"4x{wide}", [i.lowest, i.highest, i.some, 0])
            yield to(f"{wide}_to_{i.type}", f"{wide} within {i.type}", there, i.type, "integers_from_widest")
        bits = int(i.type.lstrip("ui")) - i.is_signed
        for type, digits in (("f32", 24), ("f64", 53)):
            places = max(bits - digits, 0)
            whole = [i.lowest, i.highest >> places << places, 1, 0]
            mine, there = values(f"4x{i.type}", whole), exactly(type, whole)
            yield to(f"{i.type}_to_{type}", f"{i.type} in {type}", mine, type, "integers_to_floats_all")
            yield to(f"{type}_to_{i.type}", f"{type} in {i.type}", there, i.type, "floats_to_integers_all")
    for type in (*FLOATS, *TINY_FLOATS, "f8E8M0FNU"):
        info = ml_dtypes.finfo(dtype_of(tensor(f"1x{type}").element_type))  # type: ignore[no-untyped-call]
        least, most = float(info.smallest_subnormal), float(info.max)
        numbers = [1, 2, least, most] if type == "f8E8M0FNU" else [1, -2, least, -most, 0]
        for wide in {"f32": ["f64"], "f64": []}.get(type, ["f32", "f64"]):
            yield to(f"{type}_to_{wide}", f"{type} is part of {wide}", exactly(type, numbers), wide, "floats_to_wider")
            differs = {"xla": "xla.f6"} if type.startswith("f6E") else None
            there = exactly(wide, numbers)
            yield to(f"{wide}_to_{type}", f"{wide} within {type}", there, type, "floats_from_wider", differs=differs)
    for type in ("f8E3M4", "f8E4M3", "f8E5M2", "bf16", "f16", "f64"):
        yield to(f"special_{type}_to_f32", f"of {type}", values(f"3x{type}", [INF, -INF, NAN]), "f32", "special_floats")
        yield to(f"special_f32_to_{type}", f"in {type}", values("3xf32", [INF, -INF, NAN]), type, "special_floats")


def every_bit_pattern() -> Iterator[AnyOpCase]:
    """All that a type of 8 bits can hold, as what it stands for."""
    for type in ("f8E3M4", "f8E4M3", "f8E4M3FN", "f8E4M3FNUZ", "f8E4M3B11FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU"):
        everything = np.arange(256, dtype=np.uint8).view(dtype_of(tensor(f"1x{type}").element_type))
        numbers = everything[~np.isnan(everything.astype(np.float32))]
        yield case(
            "convert",
            f"all_of_{type}",
            f"every number of {type}",
            values(f"{numbers.size}x{type}", numbers),
            says=(
                "If the source value can be exactly represented in the destination type, the result is that "
                "representation."
            ),
            results=f"{numbers.size}xf32",
            file="every_float_of_8_bits",
        )


def sorts_and_reductions() -> Iterator[AnyOpCase]:
    sorts = (
        "sort sorts a 1-dimensional slice in non-descending order expecting that comparator returns true "
        "if lhs is less than rhs"
    )
    rows: dict[str, tuple[str, list[Any], Any]] = {}
    for i in integers():
        kind = "SIGNED" if i.is_signed else "UNSIGNED"
        rows[i.type] = (kind, [i.highest, 1, i.lowest, i.highest - 1, i.some], i.lowest)
    for f in floats():
        least, step = f.smallest, f.step
        rows[f.type] = ("FLOAT", [1 + step, least, -1, 1, -1 - step], -2)
    for type, (kind, elements, lowest) in rows.items():
        x = exactly(type, elements) if kind == "FLOAT" else values(f"5x{type}", elements)
        about = {"file": "element_types_all"}
        shown = (f"element_type_{type}", f"elements of type {type}")
        less = compare("LT", type, lambda a, b: exact(a) < exact(b), kind)
        not_less = compare("GE", type, lambda a, b: exact(a) >= exact(b), kind)
        largest = binary("maximum", type, lambda a, b: a if exact(a) >= exact(b) else b)
        init = values(type, lowest)
        yield case("sort", *shown, x, says=sorts, dimension=0, comparator=less, **about)
        says = "results...[j0, ..., jR-1] = reduce(inputs...[j0, ..., :, ..., jR-1])"
        yield case("reduce", *shown, x, init, says=says, dimensions=[0], body=largest, **about)
        says = "results...[result_index] = reduce(windows, init_values, axes(inputs...), body)"
        yield case("reduce_window", *shown, x, init, says=says, window_dimensions=[2], body=largest, **about)
        yield case(
            "select_and_scatter",
            *shown,
            x,
            values(f"2x{type}", elements[:2]),
            init,
            says="result[result_index] = reduce([source_values], [init_value], [0], scatter)",
            window_dimensions=[2],
            window_strides=[3],
            select=not_less,
            scatter=largest,
            **about,
        )


def fewer_bits() -> Iterator[AnyOpCase]:
    for type, exponent, mantissa in (("f16", 4, 3), ("bf16", 5, 3), ("f64", 8, 23), ("f64", 11, 30)):
        step, bias = 2.0**-mantissa, 2 ** (exponent - 1) - 1
        inside = [1 + step / 2, 1 + 3 * step / 2, -1 - step / 2 - step / 8]
        outside = [2.0**-bias, 2.0 ** (1 - bias), 2.0 ** (bias + 1)] if exponent != 11 else [0.5, 2.0, -3.0]
        yield case(
            "reduce_precision",
            f"element_type_{type}_{exponent}_{mantissa}",
            f"{type} to {exponent} bits of exponent, {mantissa} of mantissa",
            exactly(type, [*inside, *outside]),
            says="The mantissa bits of the original value are updated to round it to the nearest value representable.",
            file="element_types",
            exponent_bits=exponent,
            mantissa_bits=mantissa,
        )


def bits_of_other_types() -> Iterator[AnyOpCase]:
    same = "If num_bits(E') = num_bits(E), bits(result[i0, ..., iR-1]) = bits(operand[i0, ..., iR-1])."
    for type, bits in (
        ("f64", "i64"),
        ("f32", "i32"),
        ("f16", "ui16"),
        ("bf16", "i16"),
        ("f64", "ui64"),
        ("f8E4M3FN", "ui8"),
        ("f8E5M2", "i8"),
    ):
        yield case(
            "bitcast_convert",
            f"{type}_to_{bits}",
            f"the bits of {type}",
            values(f"3x{type}", [1.5, -2.0, -0.0]),
            says=same,
            results=f"3x{bits}",
            file="element_types",
        )
        numbers = values(f"3x{type}", [1.5, -2.0, -0.0])
        stored = numbers.array.view(dtype_of(tensor(f"1x{bits}").element_type))
        yield case(
            "bitcast_convert",
            f"{bits}_to_{type}",
            f"bits as {type}",
            values(f"3x{bits}", stored),
            says=same,
            results=f"3x{type}",
            file="element_types",
        )


CASES: Sequence[AnyOpCase] = [
    *arithmetic_of_integers(),
    *bits_of_integers(),
    *floats_to_the_last_bit(),
    *complex_numbers(),
    *conversions(),
    *every_bit_pattern(),
    *sorts_and_reductions(),
    *fewer_bits(),
    *bits_of_other_types(),
]
