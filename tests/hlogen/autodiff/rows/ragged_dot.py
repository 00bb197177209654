"""Rows of ragged_dot: its ragged dimension is free, contracted or batching, and there may be rows behind the groups."""

import numpy as np
from helpers.derivatives import Row, normal

import hlogen as hl
from hlogen.ir import OpaqueAttr

# The dimension numbers, the shapes of lhs, rhs and the result, of 3 groups.
FREE = (
    "lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [1], "
    "rhs_contracting_dimensions = [3], lhs_ragged_dimensions = [2], rhs_group_dimensions = [2]",
    ((2, 3, 5), (4, 2, 3, 3), (2, 5, 4)),
)
CONTRACTING = (
    "lhs_batching_dimensions = [2], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [3, 1], "
    "rhs_contracting_dimensions = [1, 3], lhs_ragged_dimensions = [1], rhs_group_dimensions = []",
    ((3, 5, 2, 2), (2, 2, 4, 5), (3, 2, 3, 4)),
)
BATCHING = (
    "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], "
    "rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = []",
    ((5, 2, 3), (5, 3, 2), (5, 2, 2)),
)


def typed(shape, element_type):
    return "".join(f"{size}x" for size in shape) + element_type


def program(case, element_type="f64"):
    numbers, shapes = case
    attributes = {"ragged_dot_dimension_numbers": OpaqueAttr(f"#chlo.ragged_dot<{numbers}>")}
    types = [typed(shape, element_type) for shape in shapes]

    @hl.function(*types[:2], "3xi32", name="main")
    def function(lhs, rhs, sizes):
        return hl.operation("chlo.ragged_dot", [lhs, rhs, sizes], attributes=attributes, result_types=[types[2]])[0]

    return function


def of(case):
    def sampler(rng, element_type):
        lhs, rhs, _ = case[1]
        sizes = np.array([2, 0, 2 + rng.integers(2)], np.int32)
        return program(case, element_type), [normal(rng, lhs, element_type), normal(rng, rhs, element_type), sizes]

    return sampler


ROWS = [Row("chlo.ragged_dot", of(case), wrt=(0, 1)) for case in (FREE, CONTRACTING, BATCHING)]
