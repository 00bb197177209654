"""Rows of if, case and while."""

import numpy as np
from helpers.derivatives import Row, in_turn, normal

import hlogen as hl


def branch(rng, element_type):
    @hl.function(f"3x{element_type}", f"3x{element_type}", "i1", name="main")
    def function(x, w, pred):
        first, second = hl.if_(pred, lambda: (hl.sine(x) * w, x), lambda: (x * x, hl.constant(np.ones(3), x.type)))
        return first * second, w

    return function, [normal(rng, (3,), element_type), normal(rng, (3,), element_type), np.bool_(rng.integers(2))]


def branches(rng, element_type):
    @hl.function(f"3x{element_type}", f"3x{element_type}", "i32", name="main")
    def function(x, w, index):
        def nested():
            return hl.if_(hl.compare(index, 0, "GT"), lambda: w * w, lambda: hl.negate(x))

        return hl.case(index, [lambda: hl.sine(x) * w, nested, lambda: hl.constant(np.ones(3), x.type)]) * x

    return function, [
        normal(rng, (3,), element_type),
        normal(rng, (3,), element_type),
        np.int32(in_turn(rng, range(-1, 4))),
    ]


def loop_of_known_length(rng, element_type):
    loops = (
        (0, 1, "LT", 4),
        (2, 3, "LE", 8),
        (7, -2, "GT", 1),
        (7, -2, "GE", 1),
        (3, 5, "NE", 18),
        (3, 1, "LT", 3),
    )
    start, step, relation, bound = in_turn(rng, loops)

    @hl.function(f"3x{element_type}", f"3x{element_type}", name="main")
    def function(x, w):
        kept = hl.sine(x)

        def body(i, y, z, same):
            scale = hl.convert(i, x.element_type) * 0.1
            return i + step, hl.sine(y * w) + z * scale, hl.cosine(y) * same, same

        return hl.while_([hl.constant(start, "i32"), x, w, kept], lambda i, *_: hl.compare(i, bound, relation), body)[1]

    return function, [0.25 * normal(rng, (3,), element_type), 0.25 * normal(rng, (3,), element_type)]


def loop_of_unknown_length(rng, element_type):
    @hl.function(f"3x{element_type}", f"3x{element_type}", "i32", name="main")
    def function(x, w, n):
        def body(i, y, z):
            return i + 1, hl.sine(y * w) + z, hl.if_(hl.compare(i, 1, "GT"), lambda: hl.cosine(y), lambda: z * w)

        return hl.while_([hl.constant(0, "i32"), x, w], lambda i, y, z: hl.compare(i, n, "LT"), body)[1]

    return function, [normal(rng, (3,), element_type), normal(rng, (3,), element_type), np.int32(rng.integers(4))]


def nested_loops(rng, element_type):
    """Unknown inside known."""

    @hl.function(f"2x{element_type}", f"2x{element_type}", name="main")
    def function(x, w):
        def outer(i, y):
            _, inner = hl.while_(
                [hl.constant(0, "i32"), y], lambda j, z: hl.compare(j, i, "LT"), lambda j, z: (j + 1, hl.sine(z * w))
            )
            return i + 1, inner + y

        return hl.while_([hl.constant(0, "i32"), x], lambda i, y: hl.compare(i, 3, "LT"), outer)[1]

    return function, [normal(rng, (2,), element_type), normal(rng, (2,), element_type)]


TYPES = ("f64", "complex<f64>")
ROWS = [
    Row("stablehlo.if", branch, TYPES),
    Row("stablehlo.case", branches, ("f64",), samples=6),
    Row("stablehlo.while", loop_of_known_length, TYPES, samples=8),
    Row("stablehlo.while", loop_of_unknown_length, ("f64",), samples=5),
    Row("stablehlo.while", nested_loops, ("f64",), samples=1),
]
