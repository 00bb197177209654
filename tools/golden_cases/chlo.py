"""The goldens of the ops of CHLO that frontends leave in modules."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy as np

from tools.golden_cases.case import AnyOpCase, Text, case
from tools.golden_cases.tensors import iota, values

WIDE = 64  # ULPs
INF, NAN = math.inf, math.nan


def functions() -> Iterator[AnyOpCase]:
    rows = {
        "acos": [0.5, -0.25, 1.0],
        "acosh": [1.5, 3.0, 100.0],
        "asin": [0.5, -0.25, 1.0],
        "asinh": [0.5, -2.0, 100.0],
        "atan": [0.5, -2.0, 100.0],
        "atanh": [0.5, -0.25, 0.875],
        "bessel_i1e": [0.5, -2.0, 20.0],
        "cosh": [0.5, -2.0, 5.0],
        "digamma": [0.5, 3.0, -1.25],
        "erf": [0.5, -2.0, 0.125],
        "erf_inv": [0.5, -0.25, 0.875],
        "erfc": [0.5, -2.0, 3.0],
        "lgamma": [0.5, 3.5, -1.25],
        "sinh": [0.5, -2.0, 5.0],
        "square": [0.5, -3.0, 1e10],
        "tan": [0.5, -2.0, 5.0],
    }
    for op, elements in rows.items():
        for type in ("f32", "f64"):
            yield case(
                f"chlo.{op}",
                f"{op}_{type}",
                f"{op} in {type}",
                values(f"3x{type}", elements),
                says="the function of real numbers, of each element",
                ulps=WIDE,
                file=op,
            )
    elsewhere = {
        "bessel_i1e": [0.0, 100.0, -50.0],
        "digamma": [0.25, 10.5, 100.0, -3.5],
        "erf": [1e-10, 5.0, -0.75],
        "erf_inv": [0.999, -0.999, 1e-10],
        "erfc": [0.25, 9.0, -5.0],
        "lgamma": [0.125, 10.5, 100.0, -3.5, 0.99, 2.01],
        "asinh": [1e-10, 1e30, -1e30],
        "acosh": [1.0, 1e30, 1.0078125],
        "atanh": [1e-10, 0.999, -0.999],
        "sinh": [1e-10, 20.0, -20.0],
    }
    for op, elements in elsewhere.items():
        yield case(
            f"chlo.{op}",
            f"{op}_elsewhere",
            f"{op} of small and large numbers",
            values(f"{len(elements)}xf64", elements),
            says="the function of real numbers, of each element",
            ulps=1024,
            file=f"{op}_elsewhere",
        )
    complexes = [0.5 + 1j, -0.25 - 0.5j]
    for op in ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh"):
        yield case(
            f"chlo.{op}",
            f"{op}_complex",
            f"{op} of complex numbers",
            values("2xcomplex<f64>", complexes),
            says="the principal value",
            ulps=1024,
            file=f"{op}_complex",
        )
    yield case(
        "chlo.conj",
        "conj",
        "the conjugate",
        values("2xcomplex<f32>", [1 + 2j, -3j]),
        says="the sign of the imaginary part is the other",
    )
    ends = {
        "asin": [2.0, -INF, NAN], "acos": [2.0, -INF, NAN], "atan": [NAN], "atanh": [1.0, -1.0, 2.0, NAN],
        "asinh": [INF, -INF, NAN], "acosh": [INF, 0.5, NAN], "sinh": [INF, -INF, NAN], "cosh": [INF, -INF, NAN, 0.0],
        "erf": [INF, -INF, NAN], "erfc": [INF, -INF, NAN], "erf_inv": [1.0, -1.0, 2.0, NAN],
        "lgamma": [INF, 0.0, -1.0, NAN], "digamma": [INF, NAN], "bessel_i1e": [NAN],
    }  # fmt: skip
    for op, elements in ends.items():
        yield case(
            f"chlo.{op}",
            f"{op}_at_the_ends",
            f"{op} at the ends of its domain and beyond, and of NaN",
            values(f"{len(elements)}xf32", elements),
            says="the function of real numbers, of each element",
            file=f"{op}_at_the_ends",
        )
    special = values("4xf32", [INF, -INF, NAN, 1])
    for op, says in (
        ("is_inf", "an infinity of either sign"),
        ("is_pos_inf", "the infinity above"),
        ("is_neg_inf", "the infinity below"),
    ):
        yield case(f"chlo.{op}", op, says, special, says=f"{says}")
    yield case(
        "chlo.zeta",
        "zeta",
        "Hurwitz's zeta",
        values("3xf64", [2.0, 3.0, 1.5]),
        values("3xf64", [1.0, 0.5, 2.25]),
        says="the sum of (n + q)^-x over n >= 0",
        ulps=WIDE,
    )
    yield case(
        "chlo.polygamma",
        "polygamma",
        "derivatives of digamma",
        values("3xf64", [1.0, 2.0, 0.0]),
        values("3xf64", [1.0, 0.5, 2.25]),
        says="the n-th derivative of digamma",
        ulps=WIDE,
    )
    yield case(
        "chlo.next_after",
        "next_after",
        "the next number on the way to rhs",
        values("6xf32", [1, 1, 0, 0, -1, 2]),
        values("6xf32", [2, 0, 1, -1, -2, 2]),
        says="nextafter of IEEE-754's library",
        bits=True,
    )


def others() -> Iterator[AnyOpCase]:
    x = values("2x5xf32", [[3, 1, 4, 1, 5], [-2, 6, 5, 3, -5]])
    yield case(
        "chlo.top_k",
        "top_k",
        "the largest, in descending order",
        x,
        says="the k largest of the last dimension, and their indices",
        k=2,
    )
    yield case(
        "chlo.top_k",
        "top_k_of_equals",
        "of equal elements the first comes first",
        values("5xi32", [3, 7, 7, 1, 7]),
        says="the k largest of the last dimension, and their indices",
        k=3,
    )
    for type, pairs in (
        ("i32", [(2**30, 6), (-(2**30), 6), (-1, -1)]),
        ("ui32", [(2**31, 6), (2**32 - 1, 2**32 - 1), (1, 1)]),
    ):
        yield case(
            "chlo.mulhi",
            f"mulhi_{type}",
            f"the upper half of a product of {type}",
            *(values(f"3x{type}", [p[i] for p in pairs]) for i in (0, 1)),
            says="the upper half of the bits of lhs * rhs",
            file="mulhi",
        )
    numbers = Text(
        "#chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], "
        "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = "
        "[0], rhs_group_dimensions = [0]>"
    )
    yield case(
        "chlo.top_k",
        "top_k_of_floats",
        "infinities at the ends, and as many as there are",
        values("2x3xf32", [[0.5, INF, -INF], [-1.5, 2, -0.25]]),
        says="the k largest of the last dimension, and their indices",
        k=3,
    )
    yield case(
        "chlo.ragged_dot",
        "ragged_dot_of_empty_groups",
        "the first group and the last are empty",
        iota("3x2xf32"),
        values("4x2x3xf32", np.arange(24).reshape(4, 2, 3)),
        values("4xi64", [0, 1, 2, 0]),
        says="the rows of group i times rhs[i]",
        differs={"xla": "xla.ragged-dot"},
        ragged_dot_dimension_numbers=numbers,
    )
    rhs = values("3x2x2xf32", np.arange(12).reshape(3, 2, 2))
    yield case(
        "chlo.ragged_dot",
        "ragged_dot",
        "rows of each group times the group's matrix",
        iota("5x2xf32"),
        rhs,
        values("3xi64", [2, 0, 3]),
        says="the rows of group i times rhs[i]",
        differs={"xla": "xla.ragged-dot"},
        ragged_dot_dimension_numbers=numbers,
    )


CASES: Sequence[AnyOpCase] = [*functions(), *others()]
