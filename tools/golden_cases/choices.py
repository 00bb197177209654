"""The goldens of comparisons, choices and conversions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tools.golden_cases.case import AnyOpCase, OpCase, case
from tools.golden_cases.elementwise import INF, NAN, unary
from tools.golden_cases.tensors import values

# Known differences of the oracles.
COMPLEX_ORDER = {"upstream": "upstream.order-of-complex-numbers", "xla": "xla.constant-order-of-complex-numbers"}
TOTAL_ORDER = {"upstream": "upstream.total-order", "xla": "xla.constant-total-order"}


def choices() -> Iterator[AnyOpCase]:
    directions = ("EQ", "NE", "GE", "GT", "LE", "LT")
    integers = ([1, 2, 3, -1], [2, 2, 2, 2])
    for direction in directions:
        yield case(
            "compare",
            f"direction_{direction}_signed",
            f"{direction} of signed integers",
            *(values("4xi32", x) for x in integers),
            says="For boolean and integer element types: lhs op rhs.",
            file="integers",
            comparison_direction=direction,
            compare_type="SIGNED",
        )
        yield case(
            "compare",
            f"direction_{direction}_unsigned",
            f"{direction} of unsigned integers: 200 is more than 100",
            values("3xui8", [200, 100, 3]),
            values("3xui8", [100, 200, 3]),
            says="For boolean and integer element types: lhs op rhs.",
            file="unsigned_integers",
            comparison_direction=direction,
            compare_type="UNSIGNED",
        )
        yield case(
            "compare",
            f"direction_{direction}_booleans",
            f"{direction} of booleans: false is less than true",
            values("4xi1", [False, False, True, True]),
            values("4xi1", [False, True, False, True]),
            says="For boolean and integer element types: lhs op rhs.",
            file="booleans",
            comparison_direction=direction,
            compare_type="UNSIGNED",
        )
        floats = ([1.0, 2.0, NAN, NAN, 0.0, INF, -INF], [2.0, 2.0, 1.0, NAN, -0.0, INF, INF])
        yield case(
            "compare",
            f"direction_{direction}_float",
            f"{direction} of floats: NaN compares unequal to all, zeros are equal",
            *(values("7xf32", x) for x in floats),
            says="compare_type = FLOAT: compareQuiet operations of IEEE-754.",
            file="floats",
            comparison_direction=direction,
            compare_type="FLOAT",
        )
        # Whether signed zeros and NaNs are equal then, the text doesn't say.
        total = [values("6xf32", x) for x in ([1.5, NAN, -INF, 1.0, INF, -0.0], [-1.5, INF, -1e30, 2.0, NAN, -0.0])]
        yield case(
            "compare",
            f"direction_{direction}_totalorder",
            f"{direction} in total order: NaN is more than any number",
            *total,
            says="compare_type = TOTALORDER: totalOrder and compareQuietEqual of IEEE-754.",
            file="total_order",
            differs=TOTAL_ORDER if direction not in ("EQ", "NE") else None,
            comparison_direction=direction,
            compare_type="TOTALORDER",
        )
    for direction in ("EQ", "NE"):
        yield case(
            "compare",
            f"direction_{direction}_complex",
            f"{direction} of complex numbers",
            values("3xcomplex<f32>", [1 + 2j, 1 + 2j, 3]),
            values("3xcomplex<f32>", [1 + 2j, 1 - 2j, 3j]),
            says="For complex element types, lexicographic comparison of (real, imag) pairs.",
            file="complex_numbers",
            comparison_direction=direction,
            compare_type="FLOAT",
        )
    for direction in ("GE", "GT", "LE", "LT"):
        yield case(
            "compare",
            f"direction_{direction}_complex",
            f"{direction} of complex numbers: real parts first",
            values("3xcomplex<f32>", [1 + 2j, 1 - 2j, 3]),
            values("3xcomplex<f32>", [1 + 2j, 1 + 2j, 3j]),
            says="For complex element types, lexicographic comparison of (real, imag) pairs.",
            file="order_of_complex_numbers",
            differs=COMPLEX_ORDER,
            comparison_direction=direction,
            compare_type="FLOAT",
        )
    for type, lhs, rhs in (
        ("i32", [1, -2, 3], [1, 2, -3]),
        ("ui8", [200, 3, 7], [100, 3, 9]),
        ("f32", [1, NAN, 2], [0, 0, 2]),
    ):
        yield case(
            "compare",
            f"no_compare_type_{type}",
            f"compare_type left out: that of {type}",
            values(f"3x{type}", lhs),
            values(f"3x{type}", rhs),
            says="compare_type is optional: SIGNED, UNSIGNED or FLOAT by the element type.",
            file="no_compare_type",
            comparison_direction="GT",
        )
    says = "result[result_index] = pred_element ? on_true[result_index] : on_false[result_index]"
    yield case(
        "select",
        "pred_of_the_same_shape",
        "an element of pred for each",
        values("4xi1", [True, False, True, False]),
        values("4xi32", [1, 2, 3, 4]),
        values("4xi32", [5, 6, 7, 8]),
        says=says,
    )
    yield case(
        "select",
        "pred_of_rank_0",
        "pred_element = rank(pred) = 0 ? pred[] : pred[result_index]",
        values("i1", False),
        values("2xf32", [1, NAN]),
        values("2xf32", [5, 6]),
        says=says,
    )
    yield case(
        "select",
        "pred_of_rank_0_true",
        "one pred for all elements",
        values("i1", True),
        values("2xi32", [1, 2]),
        values("2xi32", [5, 6]),
        says=says,
    )
    yield case(
        "select",
        "complex_numbers",
        "complex numbers are chosen whole",
        values("2xi1", [True, False]),
        values("2xcomplex<f32>", [1 + 2j, 3]),
        values("2xcomplex<f32>", [5j, 6 - 1j]),
        says=says,
    )
    says = "result = minimum(maximum(operand, min), max)"
    yield case(
        "clamp",
        "tensors",
        "a bound for each element",
        values("4xi32", [0, 0, 0, 5]),
        values("4xi32", [-1, 3, 9, 0]),
        values("4xi32", [5, 5, 5, 6]),
        says=says,
    )
    yield case(
        "clamp",
        "bounds_of_rank_0",
        "one bound for all",
        values("f32", -1.0),
        values("2x2xf32", [[-3, 0.5], [1, 7]]),
        values("f32", 2.0),
        says=says,
    )
    yield case(
        "clamp",
        "min_of_rank_0",
        "min for all, max for each",
        values("i32", -1),
        values("3xi32", [-3, 5, 1]),
        values("3xi32", [2, 3, 0]),
        says=says,
    )
    yield case(
        "clamp",
        "max_of_rank_0",
        "min for each, max for all",
        values("3xi32", [-1, 2, 0]),
        values("3xi32", [-3, 1, 9]),
        values("i32", 5),
        says=says,
    )
    yield case(
        "clamp",
        "nan_in_bounds",
        "NaN comes through from the bounds too",
        values("3xf32", [NAN, -1, 0]),
        values("3xf32", [0, 0.5, 1]),
        values("3xf32", [1, NAN, 2]),
        says=says,
    )
    yield case(
        "clamp",
        "signed_zeros",
        "-0.0 is less than 0.0",
        values("4xf32", [-1, 0.0, -1, -1]),
        values("4xf32", [-0.0, -0.0, 0.0, 1]),
        values("4xf32", [1, 1, -0.0, -0.0]),
        says=says,
        bits=True,
    )
    yield case(
        "clamp",
        "unsigned_integers",
        "ui8 200 is above 100",
        values("ui8", 10),
        values("3xui8", [200, 5, 50]),
        values("ui8", 100),
        says=says,
    )
    yield case(
        "clamp",
        "crossing_bounds",
        "where the bounds cross, max wins",
        values("i32", 5),
        values("3xi32", [0, 4, 9]),
        values("i32", 2),
        says=says,
    )
    yield case(
        "clamp",
        "nan",
        "NaN comes through",
        values("f32", -1.0),
        values("2xf32", [NAN, 0.5]),
        values("f32", 1.0),
        says=says,
    )


def conversions() -> Iterator[AnyOpCase]:
    def to(name: str, title: str, old: str, new: str, elements: Sequence[Any], says: str, **more: Any) -> OpCase:
        return case(
            "convert",
            name,
            title,
            values(f"{len(elements)}x{old}", elements),
            says=says,
            results=f"{len(elements)}x{new}",
            **more,
        )

    boolean = "false is converted to zero, true to one; zero to false, what isn't zero to true."
    for type in ("i8", "ui32", "f16", "f32", "complex<f32>"):
        label = type.replace("<", "_").replace(">", "")
        yield to(
            f"boolean_to_{label}", f"true is 1 in {type}", "i1", type, [False, True], boolean, file="from_booleans"
        )
        elements = [0, 1, 2, 100] if type[0] in "iu" else [0.0, -0.0, 0.5, NAN] if type[0] == "f" else [0, 1, 0.5, -3]
        yield to(
            f"{label}_to_boolean",
            f"what isn't zero in {type} is true",
            type,
            "i1",
            elements,
            boolean,
            file="to_booleans",
        )
    same = "If the source value can be exactly represented in the destination type, the result is that representation."
    yield to("integers_widened", "signs are kept", "i8", "i64", [-128, -1, 0, 127], same)
    yield to("unsigned_integers_widened", "ui8 200 is 200", "ui8", "i32", [0, 127, 128, 200, 255], same)
    yield to("integers_narrowed", "values that fit", "i64", "i8", [-128, -1, 0, 127], same)
    yield to("integers_of_4_bits", "there and back", "i4", "i8", [-8, -1, 0, 7], same)
    yield to("integers_to_floats", "integers that the type has", "i32", "f32", [-(2**24), -1, 0, 16777215, 2**30], same)
    yield to("unsigned_integers_to_floats", "2**63 isn't negative", "ui64", "f64", [0, 1, 2**63, 2**53 - 1], same)
    yield to("floats_widened", "exact values", "f16", "f64", [1.5, -0.1, 65504.0, 2.0**-24, INF], same)
    yield to("floats_narrowed", "values that the type has", "f64", "bf16", [1.5, -3.0, 2.0**100, -INF], same)
    yield to("signed_zeros", "-0.0 stays -0.0", "f32", "f64", [-0.0, 0.0], same, bits=True)
    yield to("signed_zeros_narrowed", "-0.0 stays -0.0", "f32", "bf16", [-0.0, 0.0], same, bits=True)
    yield to("floats_of_8_bits", "values that the type has", "f32", "f8E4M3FN", [1.5, -3.0, 448.0, 2.0**-9], same)
    truncated = "For conversions involving floating-point-to-integer, the fractional part is truncated."
    yield to("floats_to_integers", "toward zero", "f32", "i32", [1.9, -1.9, 0.5, -0.5, 1e9], truncated)
    yield to("floats_to_unsigned_integers", "up to the largest", "f32", "ui8", [0.9, 255.9, 128.5, -0.9], truncated)
    yield to(
        "complex_to_complex",
        "both parts",
        "complex<f32>",
        "complex<f64>",
        [1.5 - 2j, 0.1j],
        "Conversion involving complex-to-complex: real and imaginary parts.",
    )
    yield to(
        "complex_to_float",
        "the imaginary part is ignored",
        "complex<f32>",
        "f32",
        [1.5 - 2j, 0.1j],
        "complex-to-any-other-type: the source imaginary value is ignored.",
    )
    yield to(
        "integers_to_complex",
        "the imaginary part is zero",
        "i64",
        "complex<f64>",
        [-1, 0, 1],
        "any-other-type-to-complex: the destination imaginary value is zeroed.",
    )
    says = "The mantissa bits of the original value are updated to round it to the nearest value representable."
    half = {"exponent_bits": 5, "mantissa_bits": 10}
    yield unary(
        "reduce_precision",
        "mantissa",
        "ties go to the even value",
        "f32",
        [1 + 2.0**-11, 1 + 3 * 2.0**-11, 1 + 2.0**-11 + 2.0**-20, -0.1],
        says,
        **half,
    )
    yield unary(
        "reduce_precision",
        "overflow",
        "what doesn't fit into the exponent becomes an infinity",
        "f32",
        [65519.0, 65520.0, -1e10, INF],
        "the intermediate result overflows to infinity using the original sign",
        **half,
    )
    yield unary(
        "reduce_precision",
        "underflow",
        "what is below the normal numbers becomes a zero of its sign",
        "f32",
        [2.0**-14, 2.0**-15, -(2.0**-15), -0.0],
        "the intermediate result underflows to zero using the original sign",
        bits=True,
        **half,
    )
    yield unary("reduce_precision", "nan", "NaN stays NaN", "f32", [NAN, 1.0], says, **half)
    yield unary(
        "reduce_precision",
        "all_bits",
        "the type's own bits change nothing",
        "f32",
        [0.1, -1e30, 65519.0],
        says,
        exponent_bits=8,
        mantissa_bits=23,
    )
    yield unary(
        "reduce_precision",
        "no_mantissa_bits",
        "powers of two are left",
        "f32",
        [1.25, 1.75, -3.5, 5.0],
        says,
        exponent_bits=8,
        mantissa_bits=0,
    )
    for type, exponent_bits in (("f32", 8), ("f64", 11)):
        yield unary(
            "reduce_precision",
            f"nan_without_mantissa_bits_{type}",
            "no bit of the mantissa is left to tell NaN from infinity",
            type,
            [NAN, 1.75],
            says,
            file="nan_without_mantissa_bits",
            exponent_bits=exponent_bits,
            mantissa_bits=0,
        )


CASES: Sequence[AnyOpCase] = [*choices(), *conversions()]
