"""Rows of the operations that move elements. Results are squared, so that there is a second derivative."""

import numpy as np
from helpers.derivatives import Row, normal

import hlogen as hl

BOTH = ("f64", "complex<f64>")


def squared(x):
    return x * x


def of(op, *shapes):
    """Of operands of the given shapes."""

    def sampler(rng, element_type):
        types = [hl.tensor("x".join([*map(str, shape), element_type])) for shape in shapes]
        function = hl.function(*types, name="main")(lambda *operands: squared(op(*operands)))
        return function, [normal(rng, shape, element_type) for shape in shapes]

    return sampler


def broadcast_in_dim(rng, element_type):
    """Dimensions in any order, some of them expanded from size 1."""
    sizes = rng.integers(1, 4, size=rng.integers(0, 5))
    dimensions = rng.permutation(len(sizes))[: rng.integers(0, len(sizes) + 1)]
    shape = [1 if rng.random() < 0.4 else int(sizes[dimension]) for dimension in dimensions]
    return of(lambda x: hl.broadcast_in_dim(x, sizes, broadcast_dimensions=dimensions), shape)(rng, element_type)


def dynamic_broadcast_in_dim(rng, element_type):
    return of(
        lambda x: hl.dynamic_broadcast_in_dim(
            x, [2, 3, 4], broadcast_dimensions=[2, 0], result_type=f"2x3x4x{element_type}"
        ),
        (4, 1),
    )(rng, element_type)


def dynamic_pad(rng, element_type):
    return of(
        lambda x, v: hl.dynamic_pad(x, v, [-1, 2], [1, -2], [1, 2], result_type=f"7x13x{element_type}"), (4, 5), ()
    )(rng, element_type)


def dynamic_reshape(rng, element_type):
    return of(lambda x: hl.dynamic_reshape(x, [3, 4], result_type=f"3x4x{element_type}"), (2, 6))(rng, element_type)


def slice_(rng, element_type):
    shape = rng.integers(0, 7, size=rng.integers(0, 4))
    starts = [int(rng.integers(0, size + 1)) for size in shape]
    limits = [int(rng.integers(start, size + 1)) for start, size in zip(starts, shape, strict=True)]
    strides = rng.integers(1, 4, size=len(shape))
    return of(lambda x: hl.slice(x, start_indices=starts, limit_indices=limits, strides=strides), shape)(
        rng, element_type
    )


def pad(rng, element_type):
    """With edges that take elements away, too."""
    rank = rng.integers(0, 4)
    shape, interior = rng.integers(0, 4, size=rank), rng.integers(0, 3, size=rank)
    widths = np.maximum(shape - 1, 0) * interior + shape
    low = [int(rng.integers(-width, 3)) for width in widths]
    high = [
        int(rng.integers(-width - edge if edge < 0 else -width, 3)) for width, edge in zip(widths, low, strict=True)
    ]
    edges = {"edge_padding_low": low, "edge_padding_high": high, "interior_padding": interior}
    return of(lambda x, value: hl.pad(x, value, **edges), shape, ())(rng, element_type)


def concatenate(rng, element_type):
    sizes = rng.integers(0, 4, size=rng.integers(1, 4))
    return of(lambda *inputs: hl.concatenate(inputs, dimension=1), *((2, size) for size in sizes))(rng, element_type)


def starts(rng, count):
    """Also out of bounds: both operations move their slice inside."""
    return [hl.constant(np.int32(start)) for start in rng.integers(-2, 6, size=count)]


def dynamic_slice(rng, element_type):
    return of(lambda x: hl.dynamic_slice(x, starts(rng, 2), slice_sizes=[2, 3]), (4, 5))(rng, element_type)


def dynamic_update_slice(rng, element_type):
    return of(lambda x, update: hl.dynamic_update_slice(x, update, starts(rng, 2)), (4, 5), (2, 3))(rng, element_type)


def real_dynamic_slice(rng, element_type):
    bounds = [[0, 2, 1], [3, 7, 2], [1, 3, 1]]
    return of(
        lambda x: hl.operation(
            "stablehlo.real_dynamic_slice", [x, *map(np.array, bounds)], result_types=[f"3x2x1x{element_type}"]
        )[0],
        (4, 8, 3),
    )(rng, element_type)


def barrier(x, y):
    first, second = hl.optimization_barrier(x, y)
    return first * second


ROWS = [
    Row("stablehlo.broadcast_in_dim", broadcast_in_dim, BOTH, samples=4),
    Row("stablehlo.concatenate", concatenate, BOTH),
    Row("stablehlo.dynamic_broadcast_in_dim", dynamic_broadcast_in_dim, samples=1),
    Row("stablehlo.dynamic_pad", dynamic_pad, BOTH, samples=1),
    Row("stablehlo.dynamic_reshape", dynamic_reshape, samples=1),
    Row("stablehlo.dynamic_slice", dynamic_slice, BOTH),
    Row("stablehlo.dynamic_update_slice", dynamic_update_slice, BOTH),
    Row("stablehlo.optimization_barrier", of(barrier, (2, 3), (2, 3))),
    Row("stablehlo.pad", pad, BOTH, samples=5),
    Row("stablehlo.real_dynamic_slice", real_dynamic_slice, BOTH, samples=1),
    Row("stablehlo.reshape", of(lambda x: hl.reshape(x, (3, 4)), (2, 6)), samples=1),
    Row("stablehlo.reverse", of(lambda x: hl.reverse(x, dimensions=[0, 2]), (2, 3, 4)), samples=1),
    Row("stablehlo.slice", slice_, BOTH, samples=4),
    Row("stablehlo.transpose", of(lambda x: hl.transpose(x, permutation=[2, 0, 1]), (2, 3, 4)), samples=1),
]
