"""Rows of scatter, one for each well-known update computation: windows partly out of bounds, duplicates."""

import numpy as np
from helpers.derivatives import Row, distinct, normal

import hlogen as hl

NUMBERS = {
    "update_window_dims": [1],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [1, 0],
    "index_vector_dim": 1,
}


def scatter(body, values=normal, unique=False):
    def sampler(rng, element_type):
        @hl.function(f"4x5x{element_type}", "6x2xi32", f"6x2x{element_type}", name="main")
        def main(inputs, scatter_indices, updates):
            return hl.scatter(inputs, scatter_indices, updates, body, **NUMBERS, unique_indices=unique)

        rows = rng.permutation(np.arange(-1, 5)) if unique else rng.integers(-1, 5, 6)
        indices = np.stack([rng.integers(-2, 6, 6), rows], 1).astype(np.int32)
        both = values(rng, (32,), element_type)
        return main, [both[:20].reshape(4, 5), indices, both[20:].reshape(6, 2)]

    return sampler


def several(rng, element_type):
    """Three inputs, each with its own computation, among them one of integers."""

    @hl.function(f"5x{element_type}", "5xi32", "5xf32", "7xi32", f"7x{element_type}", "7xi32", "7xf32", name="main")
    def main(x, n, y, scatter_indices, u, m, v):
        return hl.scatter(
            [x, n, hl.convert(y, "f64")],
            scatter_indices,
            [u, m, hl.convert(v, "f64")],
            lambda x, n, y, u, m, v: (u, n + m, y - v),
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )

    x, u = normal(rng, (5,), element_type), normal(rng, (7,), element_type)
    n, m, indices = (rng.integers(-1, 6, size).astype(np.int32) for size in (5, 7, 7))
    return main, [x, n, np.ones(5, "f"), indices, u, m, np.ones(7, "f")]


def promoted(rng, element_type):
    """The computation works in wider floats than the inputs have."""
    del element_type

    @hl.function("5xf64", "7xi32", "7xf64", name="main")
    def main(x, scatter_indices, u):
        return hl.scatter(
            hl.convert(x, "f32"),
            scatter_indices,
            hl.convert(u, "f32"),
            "add",
            computation_types="f64",
            update_window_dims=[],
            inserted_window_dims=[0],
            scatter_dims_to_operand_dims=[0],
            index_vector_dim=1,
        )

    return main, [rng.integers(1, 9, 5) / 8, rng.integers(-1, 6, 7).astype(np.int32), rng.integers(1, 9, 7) / 8]


BOTH = ("f64", "complex<f64>")

ROWS = [
    Row("stablehlo.scatter", scatter("add"), BOTH),
    Row("stablehlo.scatter", scatter(lambda old, new: new + old), samples=1),
    Row("stablehlo.scatter", scatter(lambda old, new: old - new), BOTH),
    Row("stablehlo.scatter", scatter("set"), BOTH),
    Row("stablehlo.scatter", scatter("set", unique=True), BOTH),
    Row("stablehlo.scatter", scatter("mul", unique=True), BOTH),
    Row("stablehlo.scatter", scatter("mul"), BOTH),
    Row("stablehlo.scatter", scatter("min", distinct)),
    Row("stablehlo.scatter", scatter("max", distinct)),
    Row("stablehlo.scatter", scatter(lambda old, new: hl.maximum(new, old), distinct), samples=1),
    Row("stablehlo.scatter", scatter(lambda old, new: old), samples=1),
    Row("stablehlo.scatter", several, wrt=(0, 4)),
    Row("stablehlo.scatter", promoted, samples=1, tolerance=1e-3),
]
