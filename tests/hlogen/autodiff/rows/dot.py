"""Rows of dot_general: dimensions of all kinds at random places."""

from helpers.derivatives import Row, normal

import hlogen as hl


def drawn_dimensions(rng):
    """Random shapes for the two operands, and how their dimensions correspond."""
    counts = rng.integers(0, 3, size=4)
    sides = []
    shared = [[int(rng.integers(1, 4)) for _ in range(count)] for count in counts[:2]]
    for own in counts[2:]:
        sizes = [*shared[0], *shared[1], *(int(rng.integers(1, 4)) for _ in range(own))]
        places = [int(place) for place in rng.permutation(len(sizes))]
        shape = [0] * len(sizes)
        for place, size in zip(places, sizes, strict=True):
            shape[place] = size
        sides.append((shape, places[: counts[0]], places[counts[0] : counts[0] + counts[1]]))
    (lhs, lhs_batching, lhs_contracting), (rhs, rhs_batching, rhs_contracting) = sides
    return (
        lhs,
        rhs,
        {
            "lhs_batching_dimensions": lhs_batching,
            "rhs_batching_dimensions": rhs_batching,
            "lhs_contracting_dimensions": lhs_contracting,
            "rhs_contracting_dimensions": rhs_contracting,
        },
    )


def product(rng, element_type):
    lhs, rhs, dimensions = drawn_dimensions(rng)
    types = ["".join(f"{size}x" for size in shape) + element_type for shape in (lhs, rhs)]

    @hl.function(*types, name="main")
    def function(x, y):
        return hl.dot_general(x, y, **dimensions, precision_config=["HIGHEST", "DEFAULT"])

    return function, [normal(rng, lhs, element_type), normal(rng, rhs, element_type)]


def squared(rng, element_type):
    """Both operands the same."""

    @hl.function(f"3x3x{element_type}", name="main")
    def function(x):
        return x @ x

    return function, [normal(rng, (3, 3), element_type)]


def accumulated(rng, element_type):
    """The result has a wider element type than the operands."""

    @hl.function("2x3xf32", "3x2xf32", name="main")
    def function(x, y):
        return hl.dot_general(x, y, lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0], element_type="f64")

    return function, [normal(rng, (2, 3), "f32"), normal(rng, (3, 2), "f32")]


ROWS = [
    Row("stablehlo.dot_general", product, ("f64", "complex<f64>"), samples=5),
    Row("stablehlo.dot_general", squared, samples=1),
    Row("stablehlo.dot_general", accumulated, order=1, tolerance=1e-3),
]
