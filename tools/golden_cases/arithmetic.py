"""The goldens of the elementwise ops of two operands: arithmetic, extremes, logic and shifts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tools.golden_cases.case import ULPS, AnyOpCase
from tools.golden_cases.elementwise import I32_MAX, I32_MIN, INF, NAN, binary, every_float, unary


def arithmetic() -> Iterator[AnyOpCase]:
    booleans = [(False, False), (False, True), (True, False), (True, True)]
    integers = [(7, 3), (-7, 3), (7, -3), (-7, -3), (0, 5), (-6, 3), (6, -3), (I32_MAX - 5, 5)]
    numbers = [(1.5, 0.25), (-1.5, 0.25), (1e10, 3.0), (0.1, 0.2), (1 + 2.0**-23, 2.0**-24), (3.0, -7.0)]
    special = [(INF, 1.0), (-INF, INF), (INF, INF), (NAN, 1.0), (1.0, NAN), (0.0, INF)]
    zeros = [(0.0, 0.0), (0.0, -0.0), (-0.0, 0.0), (-0.0, -0.0), (1.0, -1.0), (2.0, 0.0), (-2.0, 0.0)]
    complexes = [(1 + 2j, 3 - 1j), (-0.5 + 4j, 2 + 2j), (3, 1j)]
    ieee = {"add": "addition", "subtract": "subtraction", "multiply": "multiplication", "divide": "division"}
    for op, name in ieee.items():
        if op in ("add", "multiply"):
            logical = "OR" if op == "add" else "AND"
            yield binary(
                op,
                "booleans",
                f"booleans: logical {logical}",
                "i1",
                booleans,
                f"For booleans: logical {logical}.",
                differs={"xla": "xla.boolean-constant-sum"} if op == "add" else None,
            )
        pairs = integers if op != "multiply" else integers[:-1]
        if op == "divide":
            integer = "integer division which produces the algebraic quotient with any fractional part discarded"
        else:
            integer = f"integer {name}"
        yield binary(op, "integers", "integers of either sign", "i32", pairs, f"For integers: {integer}.")
        if op != "subtract":
            unsigned = [(200, 7), (250, 1), (9, 3)] if op != "multiply" else [(36, 7), (250, 1), (9, 3)]
            yield binary(
                op,
                "unsigned_integers",
                "unsigned integers: ui8 200 isn't negative",
                "ui8",
                unsigned,
                f"For integers: {integer}.",
            )
        else:
            yield binary(
                op,
                "unsigned_integers",
                "unsigned integers: ui8 200 isn't negative",
                "ui8",
                [(200, 7), (250, 0), (9, 9)],
                f"For integers: {integer}.",
            )
        says = f"For floats: `{name}` from IEEE-754."
        yield binary(op, "floats", "results that need rounding", "f32", numbers, says)
        yield binary(op, "infinities_and_nan", "infinities and NaN", "f32", special, says)
        zero_pairs = [pair for pair in zeros if op != "divide" or 0.0 not in (pair[1], -pair[1])]
        zero_pairs += [(0.0, 3.0), (0.0, -3.0), (-0.0, 3.0), (1.0, -INF)] if op == "divide" else []
        yield binary(op, "signed_zeros", "the sign of a zero", "f32", zero_pairs, says, bits=True)
        if op == "divide":
            by_zero = [(1.0, 0.0), (-1.0, 0.0), (1.0, -0.0), (-1.0, -0.0), (INF, -0.0)]
            yield binary(op, "by_zero", "a float divided by a zero is infinite", "f32", by_zero, says)
        tiny = {
            "multiply": [(2.0**-80, 2.0**-66), (2.0**-149, 0.5)],
            "divide": [(2.0**-140, 64.0), (3 * 2.0**-149, 2.0)],
        }
        subnormal = tiny.get(op, [(2.0**-149, 2.0**-148), (2.0**-126, -(2.0**-149))])
        yield binary(op, "subnormals", "subnormal numbers are numbers", "f32", subnormal, says, bits=True)
        huge = {"multiply": (1e30, -1e30), "divide": (1e30, -1e-30), "subtract": (-3e38, 3e38), "add": (-3e38, -3e38)}
        yield binary(op, "overflow", "what is too large becomes an infinity", "f32", [huge[op]], says)
        yield from every_float(op, says, [1.5, -3.0, 0.5, 7.0], [1.25, 2.5, -0.5, 1.75])
        yield binary(
            op,
            "complex_numbers",
            f"complex {name}",
            "complex<f32>",
            complexes,
            f"For complex numbers: complex {name}.",
            ulps=ULPS,
        )
    far = [(1e30 + 1e30j, 2e30 - 1e30j), (1e-30 + 2e-30j, 1e-30 - 1e-30j), (3e30j, 1e-3 + 0j)]
    yield binary(
        "divide",
        "complex_far_from_one",
        "squares of the parts overflow or underflow",
        "complex<f32>",
        far,
        "For complex numbers: complex division.",
        ulps=64,
    )
    says = "The sign of the result is taken from the dividend, and its absolute value is less than the divisor's."
    yield binary("remainder", "integers", "the sign is the dividend's", "i32", integers, says)
    yield binary(
        "remainder",
        "unsigned_integers",
        "unsigned integers: ui8 200 isn't negative",
        "ui8",
        [(200, 7), (250, 3), (9, 3)],
        says,
    )
    yield binary(
        "remainder",
        "floats",
        "d is the quotient rounded toward zero",
        "f32",
        [(5.5, 2.0), (-5.5, 2.0), (5.5, -2.0), (-7.25, -0.5), (1e10, 3.0), (0.3, 0.1)],
        says,
    )
    yield binary(
        "remainder",
        "signed_zeros",
        "a zero has the dividend's sign",
        "f32",
        [(6.0, 3.0), (-6.0, 3.0), (0.0, -3.0), (-0.0, 3.0)],
        says,
        bits=True,
    )
    yield binary(
        "remainder",
        "infinities_and_nan",
        "infinities and NaN",
        "f32",
        [(1.0, INF), (INF, 1.0), (NAN, 1.0), (1.0, NAN), (1.0, 0.0)],
        says,
    )
    yield from every_float("remainder", says, [1.5, -3.0, 0.5, 7.0], [1.25, 2.0, -0.5, 1.75])
    for op in ("maximum", "minimum"):
        logical = "OR" if op == "maximum" else "AND"
        says = f"For floats: `{op}` from IEEE-754."
        yield binary(
            op, "booleans", f"booleans: logical {logical}", "i1", booleans, f"For booleans: logical {logical}."
        )
        yield binary(
            op, "integers", "signed integers", "i32", [*integers, (I32_MIN, I32_MAX)], f"For integers: integer {op}."
        )
        yield binary(
            op,
            "unsigned_integers",
            "ui8 200 is more than 100",
            "ui8",
            [(200, 100), (1, 255), (3, 3)],
            f"For integers: integer {op}.",
        )
        yield binary(
            op, "floats", "floats and infinities", "f32", [(1.5, 0.25), (-1.0, -2.0), (INF, 1.0), (-INF, 1.0)], says
        )
        yield binary(
            op,
            "nan",
            "NaN comes through from either side",
            "f32",
            [(NAN, 1.0), (1.0, NAN), (NAN, NAN), (NAN, INF)],
            says,
        )
        yield binary(
            op,
            "signed_zeros",
            "-0.0 is less than 0.0",
            "f32",
            [(0.0, -0.0), (-0.0, 0.0), (-0.0, -0.0)],
            says,
            bits=True,
        )
        yield from every_float(op, says, [1.5, -3.0, 0.5, 7.0], [1.25, 2.5, -0.5, 7.0])
        yield binary(
            op,
            "complex_numbers",
            "real parts first, then imaginary ones",
            "complex<f32>",
            [(1 + 2j, 3 - 1j), (1 + 2j, 1 + 3j), (-1j, -2j)],
            f"For complex numbers: lexicographic {op} for the (real, imaginary) pair.",
            differs={"xla": "xla.complex-extremes"},
        )


def logic() -> Iterator[AnyOpCase]:
    booleans = [(False, False), (False, True), (True, False), (True, True)]
    for op, name in (("and", "AND"), ("or", "OR"), ("xor", "XOR")):
        yield binary(op, "booleans", f"logical {name}", "i1", booleans, f"For booleans: logical {name}.")
        for type in ("i8", "ui8", "i32", "ui64"):
            pairs = [(5, 3), (0, 127), (100, 27)] + ([(-1, 85), (-128, 127)] if type[0] == "i" else [(200, 85)])
            yield binary(
                op,
                f"integers_{type}",
                f"bits of {type}",
                type,
                pairs,
                f"For integers: bitwise {name}.",
                file="integers",
            )
    yield unary("not", "booleans", "logical NOT", "i1", [False, True], "For booleans: logical NOT.")
    yield unary(
        "not", "integers", "every bit is the other", "i8", [0, 1, -1, 127, -128, 85], "For integers: bitwise NOT."
    )
    yield unary(
        "not", "unsigned_integers", "every bit is the other", "ui8", [0, 1, 255, 128, 85], "For integers: bitwise NOT."
    )
    shifts = {
        "shift_left": "Performs element-wise left-shift operation on the lhs tensor by rhs number of bits.",
        "shift_right_arithmetic": (
            "Performs element-wise arithmetic right-shift operation on the lhs tensor by rhs number of bits."
        ),
        "shift_right_logical": (
            "Performs element-wise logical right-shift operation on the lhs tensor by rhs number of bits."
        ),
    }
    for op, says in shifts.items():
        yield binary(
            op,
            "signed_integers",
            "of negative numbers too",
            "i8",
            [(1, 0), (1, 3), (-1, 1), (-128, 7), (85, 1), (-86, 2)],
            says,
        )
        yield binary(
            op,
            "unsigned_integers",
            "of numbers with the highest bit",
            "ui8",
            [(1, 0), (1, 3), (255, 1), (128, 7), (85, 1)],
            says,
        )
        yield binary(
            op,
            "all_bits_and_more",
            "by the width of the type and by more: no bit of lhs is left",
            "i8",
            [(1, 8), (-1, 8), (100, 100), (-100, 127)],
            says,
        )


def two_operands() -> Iterator[AnyOpCase]:
    says = "For floats: `atan2` from IEEE-754."
    yield binary(
        "atan2",
        "quadrants",
        "every quadrant",
        "f32",
        [(1.1, 2.7), (1.0, -2.0), (-1.0, -2.0), (-1.0, 2.0), (2.0, 1e-3)],
        says,
        ulps=ULPS,
    )
    yield binary(
        "atan2",
        "axes",
        "on the axes, with signed zeros",
        "f64",
        [(0.0, 1.0), (0.0, -1.0), (-0.0, -1.0), (1.0, 0.0), (-1.0, -0.0), (0.0, 0.0), (0.0, -0.0)],
        says,
        ulps=ULPS,
    )
    yield binary(
        "atan2",
        "infinities",
        "infinities count as quadrants",
        "f64",
        [(INF, 1.0), (1.0, INF), (-1.0, -INF), (INF, INF), (-INF, -INF)],
        says,
        ulps=ULPS,
    )
    yield binary("atan2", "nan", "NaN of NaN", "f32", [(NAN, 1.0), (1.0, NAN), (0.0, NAN)], says)
    yield binary(
        "atan2",
        "signed_zeros",
        "the sign is that of lhs",
        "f32",
        [(0.0, 1.0), (-0.0, 1.0), (0.0, 0.0), (-0.0, 0.0)],
        says,
        bits=True,
    )
    yield binary(
        "power",
        "integers",
        "integer exponentiation",
        "i32",
        [(2, 10), (-3, 3), (7, 0), (0, 0), (-1, 5), (1, 1000)],
        "For integers: integer exponentiation.",
    )
    says = "For floats: `pow` from IEEE-754."
    yield binary(
        "power",
        "floats",
        "powers and roots",
        "f32",
        [(2.0, 0.5), (-2.0, 3.0), (-2.0, -2.0), (10.0, -3.0), (1.1, 20.3)],
        says,
        ulps=ULPS,
    )
    yield binary(
        "power",
        "zeros_and_ones",
        "x to 0 is 1, 1 to x is 1, 0 to a positive power is 0",
        "f64",
        [(0.0, 0.0), (NAN, 0.0), (1.0, NAN), (1.0, INF), (0.0, 2.5), (0.0, -1.0), (-2.0, 0.5)],
        says,
    )
    yield binary(
        "power",
        "signed_zeros",
        "an odd power of -0.0 has its sign",
        "f32",
        [(-0.0, 3.0), (-0.0, 2.0), (-0.0, -3.0), (-INF, 3.0), (-INF, -3.0)],
        says,
        bits=True,
    )
    yield binary(
        "power",
        "square_roots",
        "a root of -inf and of -0.0 is no square root",
        "f64",
        [(-INF, 0.5), (-0.0, 0.5), (INF, 0.5), (0.0, 0.5), (4.0, 0.5), (INF, -0.5)],
        says,
        bits=True,
    )
    for type in ("f16", "bf16", "f64"):
        yield binary(
            "power",
            f"element_type_{type}",
            f"powers in {type}",
            type,
            [(2.0, 0.5), (-2.0, 3.0), (3.0, -2.0), (1.5, 7.25)],
            says,
            ulps=ULPS,
            file="element_types_float",
        )
        yield binary(
            "atan2",
            f"element_type_{type}",
            f"angles in {type}",
            type,
            [(1.0, 2.0), (1.0, -2.0), (-1.0, -2.0), (-1.0, 2.0)],
            "For floats: `atan2` from IEEE-754.",
            ulps=ULPS,
            file="element_types_float",
        )
    yield binary(
        "power",
        "complex_quadrants",
        "bases of every quadrant",
        "complex<f64>",
        [(1 + 1j, 0.5), (-1 + 1j, 2), (-1 - 1j, 0.5 + 1j), (1 - 1j, -1), (2, 1j), (-4, 0.5)],
        "For complex numbers: complex exponentiation.",
        noise=2,
    )
    yield binary(
        "power",
        "complex_numbers",
        "complex exponentiation",
        "complex<f64>",
        [(1 + 2j, 2 + 0j), (0.5j, 1 + 1j), (2, 3)],
        "For complex numbers: complex exponentiation.",
        ulps=1024,
    )


CASES: Sequence[AnyOpCase] = [*arithmetic(), *logic(), *two_operands()]
