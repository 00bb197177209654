"""Rows of gather and dynamic_gather: a window out of bounds, batching dimensions, collapsed ones, duplicates."""

import numpy as np
from helpers.derivatives import Row, normal

import hlogen as hl

BATCHED = {
    "offset_dims": [1],
    "collapsed_slice_dims": [1],
    "operand_batching_dims": [0],
    "start_indices_batching_dims": [1],
    "start_index_map": [2, 1],
    "index_vector_dim": 0,
}


def indices(rng):
    return rng.integers(-2, 6, (2, 3, 4)).astype(np.int16)


def gather(rng, element_type):
    @hl.function(f"3x4x5x{element_type}", "2x3x4xi16", name="main")
    def main(operand, start_indices):
        return hl.gather(operand, start_indices, **BATCHED, slice_sizes=[1, 1, 2])

    return main, [normal(rng, (3, 4, 5), element_type), indices(rng)]


def dynamic_gather(rng, element_type):
    @hl.function(f"3x4x5x{element_type}", "2x3x4xi16", "3xi32", name="main")
    def main(operand, start_indices, slice_sizes):
        return hl.dynamic_gather(operand, start_indices, slice_sizes, **BATCHED, result_type=f"3x2x4x{element_type}")

    return main, [normal(rng, (3, 4, 5), element_type), indices(rng), np.array([1, 1, 2], np.int32)]


ROWS = [
    Row("stablehlo.gather", gather, element_types=("f64", "complex<f64>")),
    Row("stablehlo.dynamic_gather", dynamic_gather),
]
