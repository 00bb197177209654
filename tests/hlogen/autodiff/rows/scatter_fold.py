"""Rows of scatter with update computations of which the order matters, and of products."""

from helpers.derivatives import Row
from helpers.scatter_folds import COMPUTATIONS, draw_fold


def fold(computation):
    def sampler(rng, element_type):
        drawn = draw_fold(int(rng.integers(1 << 30)), computation)
        return drawn.function, drawn.inputs

    return sampler


ROWS = [Row("stablehlo.scatter", fold(computation), samples=2) for computation in COMPUTATIONS]
