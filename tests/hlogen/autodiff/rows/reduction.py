"""Rows of reduce and map: every kind of body, over none, some and all dimensions, empty and of odd sizes."""

import numpy as np
from helpers.derivatives import Row, distinct, in_turn, normal

import hlogen as hl
from hlogen.ir import DenseArray, IntegerType

SHAPES = [
    ((0,), (5, 3)),
    ((1, 0), (3, 4)),
    ((1,), (2, 7, 2)),
    ((0,), (6,)),
    ((), (2, 2)),
    ((0,), (0, 2)),
    ((0, 1), (1, 2)),
]


def log_add_exp(a, b):
    larger = hl.maximum(a, b)
    return larger + hl.log(hl.exponential(a - larger) + hl.exponential(b - larger))


def affine(scale, shift, next_scale, next_shift):
    """The composition of affine functions: associative, and the order matters."""
    return scale * next_scale, shift * next_scale + next_shift


def larger_and_where(value, index, other_value, other_index):
    """As an argmax is written."""
    is_first = hl.or_(value > other_value, hl.and_(hl.compare(value, other_value, "EQ"), index < other_index))
    return hl.select(is_first, value, other_value), hl.select(is_first, index, other_index)


def single(body, draw=normal):
    def sampler(rng, element_type):
        dimensions, shape = in_turn(rng, SHAPES)
        shape_text = "".join(f"{size}x" for size in shape)

        @hl.function(f"{shape_text}{element_type}", element_type, name="main")
        def function(x, init):
            return hl.reduce(x, init, dimensions, body)

        return function, [draw(rng, shape, element_type), normal(rng, (), element_type)]

    return sampler


def pair(rng, element_type):
    @hl.function(*[f"7x2x{element_type}"] * 2, *[element_type] * 2, name="main")
    def function(scale, shift, first_scale, first_shift):
        return hl.reduce([scale, shift], [first_scale, first_shift], [0], affine)

    return function, [normal(rng, shape, element_type) for shape in ((7, 2), (7, 2), (), ())]


def argmax(rng, element_type):
    @hl.function(f"3x5x{element_type}", name="main")
    def function(x):
        places = hl.iota("3x5xi32", iota_dimension=1)
        largest, place = hl.reduce([x, places], [-np.inf, 0], [1], larger_and_where)
        return largest * hl.sine(largest), place

    return function, [distinct(rng, (3, 5), element_type)]


def smallest_with(rng, element_type):
    """The smallest, and what another input has there; written so that the later one comes first in the select."""

    def smaller(a, x, b, y):
        is_later = b < a
        return hl.select(is_later, b, a), hl.select(is_later, y, x)

    shape, dimensions = in_turn(rng, [("2x3x4", (2, 0)), ("2x3x4", (1,)), ("0x2x3", (1,)), ("0x2x3", (0,))])
    types = [f"{shape}x{element_type}"] * 2 + [element_type] * 2

    @hl.function(*types, name="main")
    def function(x, other, first, first_other):
        return hl.reduce([x, other], [first, first_other], dimensions, smaller)

    sizes = tuple(map(int, shape.split("x")))
    values = [distinct(rng, sizes, element_type), normal(rng, sizes, element_type)]
    return function, [*values, np.asarray(rng.normal() * 2 + 0.003), normal(rng, (), element_type)]


def two_choices(rng, element_type):
    """The smallest and the largest at once."""

    def both(a, x, b, y):
        return hl.select(a < b, a, b), hl.select(x > y, x, y)

    @hl.function(f"5x2x{element_type}", name="main")
    def function(x):
        return hl.reduce([x, x], [np.inf, -np.inf], [0], both)

    return function, [distinct(rng, (5, 2), element_type)]


def wider(rng, element_type):
    """The body has a wider element type than the inputs."""

    @hl.function("3x4xf32", "f32", name="main")
    def function(x, init):
        kind = in_turn(rng, ["add", "mul", "max"])
        return hl.reduce(x, init, [1], kind, computation_types="f64")

    return function, [5 * distinct(rng, (3, 4), "f32"), normal(rng, (), "f32") - 4]


def capturing(rng, element_type):
    """The body uses values from outside."""

    @hl.function(f"5x2x{element_type}", element_type, element_type, name="main")
    def function(x, init, scale):
        return hl.reduce(x, init, [0], lambda a, b: a + b + scale * a * b)

    return function, [normal(rng, (5, 2), element_type), normal(rng, (), element_type), normal(rng, (), element_type)]


def mapped(rng, element_type):
    scalar = hl.tensor(element_type)
    dimensions = {"dimensions": DenseArray(IntegerType(64), (0, 1))}

    @hl.function(f"2x3x{element_type}", f"2x3x{element_type}", element_type, name="main")
    def function(x, y, scale):
        @hl.region(scalar, scalar)
        def body(a, b):
            return hl.sine(a * scale) * b

        types = [hl.tensor(f"2x3x{element_type}")]
        return hl.operation("stablehlo.map", [x, y], result_types=types, attributes=dimensions, regions=[body])[0]

    return function, [normal(rng, shape, element_type) for shape in ((2, 3), (2, 3), ())]


ROWS = [
    Row("stablehlo.reduce", single("add"), ("f64", "complex<f64>"), samples=7),
    Row("stablehlo.reduce", single("mul"), ("f64", "complex<f64>"), samples=7),
    Row("stablehlo.reduce", single("max", distinct), samples=7),
    Row("stablehlo.reduce", single("min", distinct), samples=7),
    Row("stablehlo.reduce", single(log_add_exp), samples=4),
    Row("stablehlo.reduce", single(lambda a, b: a + b + a * b), samples=4),
    Row("stablehlo.reduce", pair, samples=2),
    Row("stablehlo.reduce", argmax),
    Row("stablehlo.reduce", smallest_with, samples=8),
    Row("stablehlo.reduce", two_choices, samples=1),
    Row("stablehlo.reduce", wider, order=1, tolerance=1e-3),
    Row("stablehlo.reduce", capturing, samples=2),
    Row("stablehlo.map", mapped),
]
