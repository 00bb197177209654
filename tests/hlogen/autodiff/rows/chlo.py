"""Rows of CHLO's functions."""

import numpy as np
from helpers.derivatives import Row, distinct

import hlogen as hl
from hlogen.ir import IntegerAttr, IntegerType, dtype_of

BOTH = ("f64", "complex<f64>")


def of(name, low, high):
    def sampler(rng, element_type):
        drawn = rng.uniform(low, high, (2, 3))
        if element_type.startswith("complex"):
            drawn = drawn + 1j * rng.uniform(-0.4, 0.4, (2, 3))
        type = hl.tensor(f"2x3x{element_type}")
        function = hl.function(type, name="main")(lambda x: hl.operation(name, [x], result_types=[x.type])[0])
        return function, [drawn.astype(dtype_of(type.element_type))]

    return sampler


def conj(rng, element_type):
    def function(x):
        return hl.exponential(hl.operation("chlo.conj", [x], result_types=[x.type])[0])

    return hl.function(f"2x3x{element_type}", name="main")(function), of("chlo.conj", -1, 1)(rng, element_type)[1]


def polygamma(rng, element_type):
    order = float(rng.integers(0, 4))

    def function(x):
        return hl.operation("chlo.polygamma", [np.full((2, 3), order), x], result_types=[x.type])[0]

    return hl.function("2x3xf64", name="main")(function), [rng.uniform(0.5, 3, (2, 3))]


def zeta(rng, element_type):
    def function(q):
        return hl.operation("chlo.zeta", [np.full((2, 3), x), q], result_types=[q.type])[0]

    x = rng.uniform(1.5, 4)
    return hl.function("2x3xf64", name="main")(function), [rng.uniform(0.5, 3, (2, 3))]


def top_k(rng, element_type):
    def function(x):
        values, indices = hl.operation(
            "chlo.top_k",
            [x],
            result_types=["2x3x2xf64", "2x3x2xi32"],
            attributes={"k": IntegerAttr(2, IntegerType(64))},
        )
        return values * values, indices

    return hl.function("2x3x5xf64", name="main")(function), [distinct(rng, (2, 3, 5), element_type)]


ROWS = [
    Row("chlo.acos", of("chlo.acos", -0.8, 0.8), BOTH),
    Row("chlo.acosh", of("chlo.acosh", 1.3, 3), BOTH),
    Row("chlo.asin", of("chlo.asin", -0.8, 0.8), BOTH),
    Row("chlo.asinh", of("chlo.asinh", -2, 2), BOTH),
    Row("chlo.atan", of("chlo.atan", -2, 2), BOTH),
    Row("chlo.atanh", of("chlo.atanh", -0.8, 0.8), BOTH),
    Row("chlo.conj", conj, ("complex<f64>",)),
    Row("chlo.cosh", of("chlo.cosh", -1, 1), BOTH),
    Row("chlo.digamma", of("chlo.digamma", 0.5, 3)),
    Row("chlo.erf", of("chlo.erf", -2, 2)),
    Row("chlo.erf_inv", of("chlo.erf_inv", -0.8, 0.8)),
    Row("chlo.erfc", of("chlo.erfc", -2, 2)),
    Row("chlo.lgamma", of("chlo.lgamma", 0.5, 3)),
    Row("chlo.polygamma", polygamma),
    Row("chlo.sinh", of("chlo.sinh", -1, 1), BOTH),
    Row("chlo.square", of("chlo.square", -1, 1), BOTH),
    Row("chlo.tan", of("chlo.tan", -1, 1), BOTH),
    Row("chlo.top_k", top_k),
    Row("chlo.zeta", zeta),
]
