"""Rows of sort: one operand or several, any comparator, any dimension."""

from helpers.derivatives import Row, distinct, in_turn, normal

import hlogen as hl


def alone(rng, element_type):
    drawn = [((5,), 0), ((3, 4), 0), ((3, 4), -1), ((2, 3, 2), 1), ((1, 2), 0), ((0, 2), 1)]
    (shape, dimension), is_stable = in_turn(rng, drawn), in_turn(rng, [True, False])

    @hl.function("".join(f"{size}x" for size in shape) + element_type, name="main")
    def function(x):
        return hl.sort(x, lambda a, b: a < b, dimension=dimension, is_stable=is_stable)

    return function, [distinct(rng, shape, element_type)]


def together(rng, element_type):
    """By a function of one operand, of the other where that is equal; one of integers and one that only follows."""

    @hl.function(f"4x3x{element_type}", f"4x3x{element_type}", "4x3xi32", f"4x3x{element_type}", name="main")
    def function(x, y, number, follower):
        def comes_first(a, b, c, d, m, n, e, f):
            left, right = hl.floor(a), hl.floor(b)
            return hl.or_(left > right, hl.and_(hl.compare(left, right, "EQ"), c < d))

        return hl.sort([x, y, number, follower], comes_first, dimension=0)

    values = [distinct(rng, (4, 3), element_type) for _ in range(2)]
    return function, [*values, rng.integers(0, 9, (4, 3)).astype("int32"), normal(rng, (4, 3), element_type)]


def by_distance(rng, element_type):
    """The comparator uses a value from outside, which moves nothing as long as it moves little."""

    @hl.function(f"6x{element_type}", element_type, name="main")
    def function(x, center):
        return hl.sort(x, lambda a, b: hl.abs(a - center) < hl.abs(b - center)) * center

    return function, [distinct(rng, (6,), element_type), distinct(rng, (), element_type) + 0.01]


ROWS = [
    Row("stablehlo.sort", alone, samples=8),
    Row("stablehlo.sort", together),
    Row("stablehlo.sort", by_distance, samples=2),
]
