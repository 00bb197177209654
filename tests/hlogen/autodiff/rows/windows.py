"""Rows of reduce_window and select_and_scatter, over windows of all kinds."""

from helpers.derivatives import Row, distinct, normal

import hlogen as hl


def drawn_windows(rng, rank=None, dilations=True):
    """A random shape and the arguments of a reduce_window that has windows."""
    while True:
        rank = int(rng.integers(1, 3)) if rank is None else rank
        shape = [int(x) for x in rng.integers(1, 6, rank)]
        arguments = {
            "window_dimensions": [int(x) for x in rng.integers(1, 4, rank)],
            "window_strides": [int(x) for x in rng.integers(1, 4, rank)],
            "padding": [[int(x) for x in rng.integers(-1, 3, 2)] for _ in range(rank)],
        }
        if dilations:
            arguments["base_dilations"] = [int(x) for x in rng.integers(1, 3, rank)]
            arguments["window_dilations"] = [int(x) for x in rng.integers(1, 3, rank)]
        counts = []
        for at in range(rank):
            base, window = ((arguments.get(f"{name}_dilations") or [1] * rank)[at] for name in ("base", "window"))
            padded = (shape[at] - 1) * base + 1 + sum(arguments["padding"][at])
            span = (arguments["window_dimensions"][at] - 1) * window + 1
            counts.append(0 if span > padded else (padded - span) // arguments["window_strides"][at] + 1)
        if min(counts):
            return shape, counts, arguments


def text(shape, element_type):
    return "".join(f"{size}x" for size in shape) + element_type


def windows(body, init, values=normal, **options):
    def sampler(rng, element_type):
        shape, _, arguments = drawn_windows(rng)

        @hl.function(text(shape, element_type), name="main")
        def function(x):
            return hl.reduce_window(x, init, body, **arguments, **options)

        return function, [values(rng, shape, element_type)]

    return sampler


def with_initial_value(body, values=normal):
    """The derivative goes to the initial value, too."""

    def sampler(rng, element_type):
        shape, _, arguments = drawn_windows(rng)

        @hl.function(text(shape, element_type), element_type, name="main")
        def function(x, init):
            return hl.reduce_window(x, init, body, **arguments)

        return function, [values(rng, shape, element_type), normal(rng, (), element_type)]

    return sampler


def cumulative(body, init, values=normal):
    def sampler(rng, element_type):
        @hl.function(f"5x2x{element_type}", name="main")
        def function(x):
            return hl.reduce_window(x, init, body, window_dimensions=[5, 1], padding=[[4, 0], [0, 0]])

        return function, [values(rng, (5, 2), element_type)]

    return sampler


def pair(rng, element_type):
    """Two inputs of one body, the second of which sees the first, and a captured value. The body is associative."""
    shape, _, arguments = drawn_windows(rng)

    @hl.function(*[text(shape, element_type)] * 2, element_type, name="main")
    def function(x, y, scale):
        def body(a, b, c, d):
            return a + c + scale * a * c, b + (scale * a + 1.0) * d

        return hl.reduce_window([x, y], [0.0, 0.0], body, **arguments)

    return function, [normal(rng, shape, element_type), normal(rng, shape, element_type), normal(rng, (), element_type)]


def largest_and_place(rng, element_type):
    """What pooling with places looks like: a float and an integer in one body."""
    shape, _, arguments = drawn_windows(rng)

    @hl.function(text(shape, element_type), name="main")
    def function(x):
        def body(a, i, b, j):
            is_first = hl.compare(a, b, "GE")
            return hl.select(is_first, a, b), hl.select(is_first, i, j)

        numbers = hl.iota(text(shape, "i32"))
        return hl.reduce_window([x, numbers], [-1e3, -1], body, **arguments)

    return function, [distinct(rng, shape, element_type)]


def widened(rng, element_type):
    shape, _, arguments = drawn_windows(rng)

    @hl.function(text(shape, "f32"), "f32", name="main")
    def function(x, init):
        total = hl.reduce_window(x, init, "add", **arguments, computation_types="f64")
        return total, hl.reduce_window(x, -100.0, "max", **arguments, computation_types="f64")

    return function, [distinct(rng, shape, "f32") * 8, normal(rng, (), "f32")]


def selected(scatter, select=lambda a, b: a >= b, init=None):
    def sampler(rng, element_type):
        shape, counts, arguments = drawn_windows(rng, dilations=False)

        @hl.function(*(text(sizes, element_type) for sizes in (shape, counts, ())), name="main")
        def function(x, source, start):
            return hl.select_and_scatter(x, source, start, select, scatter, **arguments)

        return function, [
            distinct(rng, shape, element_type),
            distinct(rng, counts, element_type),
            normal(rng, (), element_type) if init is None else init + 0 * normal(rng, (), element_type),
        ]

    return sampler


def selected_by_captured(rng, element_type):
    """Both functions use values from outside; only that of `scatter` has a derivative."""
    shape, counts, arguments = drawn_windows(rng, dilations=False)

    @hl.function(*(text(sizes, element_type) for sizes in (shape, counts, (), ())), name="main")
    def function(x, source, near, scale):
        return hl.select_and_scatter(
            x,
            source,
            0,
            lambda a, b: hl.abs(a - near) <= hl.abs(b - near),
            lambda a, b: a + scale * b,
            **arguments,
        )

    return function, [distinct(rng, shape, element_type), normal(rng, counts, element_type)] + [
        normal(rng, (), element_type) for _ in range(2)
    ]


ROWS = [
    Row("stablehlo.reduce_window", windows("add", 0.0), ("f64", "complex<f64>"), samples=4),
    Row("stablehlo.reduce_window", with_initial_value("add"), samples=2),
    Row("stablehlo.reduce_window", cumulative("add", 0.0)),
    Row("stablehlo.reduce_window", windows("max", -100.0, distinct), samples=3),
    Row("stablehlo.reduce_window", windows("min", 0.03, distinct), samples=3),
    Row("stablehlo.reduce_window", with_initial_value("max", distinct), samples=2),
    Row("stablehlo.reduce_window", cumulative("max", -100.0, distinct)),
    Row("stablehlo.reduce_window", windows("mul", 1.0), order=1),
    Row("stablehlo.reduce_window", cumulative("mul", 1.0)),
    Row("stablehlo.reduce_window", pair, order=1),
    Row("stablehlo.reduce_window", largest_and_place, order=1),
    Row("stablehlo.reduce_window", widened, order=1, tolerance=1e-2),
    Row("stablehlo.select_and_scatter", selected("add"), samples=2),
    Row("stablehlo.select_and_scatter", selected("add", lambda a, b: a < b), ("f64",), samples=2),
    Row("stablehlo.select_and_scatter", selected("max"), order=1, samples=2),
    Row("stablehlo.select_and_scatter", selected("mul"), order=1, samples=2),
    Row("stablehlo.select_and_scatter", selected_by_captured, order=1, samples=2),
]
