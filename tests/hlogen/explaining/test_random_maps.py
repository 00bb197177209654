"""Index maps of products, windows and padding, with random dimension numbers, against the slow models."""

from __future__ import annotations

import numpy as np
import pytest
from model import linear_algebra, reductions, shape

import hlogen as hl
from hlogen.explaining.explanation import explain

SEEDS = range(12)


def picture_of(build, *arrays):
    function = hl.function(*(f"{'x'.join(map(str, array.shape))}xi32".lstrip("x") for array in arrays))(build)
    return explain(function, *arrays, op=build.__name__, entry=build.__name__).picture


def reads(picture, index):
    return [picture.panels[panel].values[tuple(at)] for panel, at in picture.way(index)[1]]


def drawn(rng, shape):
    return rng.integers(-9, 9, shape).astype(np.int32)


@pytest.mark.parametrize("seed", SEEDS)
def test_dot_general(seed):
    rng = np.random.default_rng(seed)
    batching, contracting = ([int(n) for n in rng.integers(1, 4, rng.integers(0, 3))] for _ in range(2))
    sides = []
    for _ in range(2):
        own = [int(n) for n in rng.integers(1, 4, rng.integers(0, 3))]
        sizes = [*batching, *contracting, *own]
        places = rng.permutation(len(sizes))  # where each of these dimensions stands
        whole = [0] * len(sizes)
        for place, size in zip(places, sizes, strict=True):
            whole[place] = size
        at = [int(place) for place in places]
        sides.append((drawn(rng, whole), at[: len(batching)], at[len(batching) : len(batching) + len(contracting)]))
    (lhs, lhs_batching, lhs_contracting), (rhs, rhs_batching, rhs_contracting) = sides
    numbers = {
        "lhs_batching_dimensions": lhs_batching,
        "rhs_batching_dimensions": rhs_batching,
        "lhs_contracting_dimensions": lhs_contracting,
        "rhs_contracting_dimensions": rhs_contracting,
    }

    def dot_general(a, b):
        return hl.dot_general(a, b, **numbers)

    wanted = linear_algebra.dot_general(lhs, rhs, dot_dimension_numbers=numbers)
    picture = picture_of(dot_general, lhs, rhs)
    for index in np.ndindex(*wanted.shape):
        factors = reads(picture, index)
        assert sum(a * b for a, b in zip(factors[::2], factors[1::2], strict=True)) == wanted[index]


@pytest.mark.parametrize("seed", SEEDS)
def test_convolution(seed):
    rng = np.random.default_rng(seed)
    spatial = int(rng.integers(0, 3))
    feature_groups, batch_groups = ((1, 1), (2, 1), (1, 2))[seed % 3]
    features, batch, outputs = int(rng.integers(1, 3)), int(rng.integers(1, 3)), 2 * int(rng.integers(1, 3))

    def laid_out(first, second, dims):
        """Names of dimensions in a random order, with their sizes."""
        names = [first[0], second[0], *map(str, range(spatial))]
        sizes = dict(zip(names, [first[1], second[1], *dims], strict=True))
        names = [names[i] for i in rng.permutation(len(names))]
        return names, drawn(rng, [sizes[name] for name in names])

    kernel = [int(n) for n in rng.integers(1, 4, spatial)]
    of_lhs, lhs = laid_out(("b", batch * batch_groups), ("f", features * feature_groups), rng.integers(2, 6, spatial))
    of_rhs, rhs = laid_out(("i", features), ("o", outputs), kernel)
    of_result, _ = laid_out(("b", 1), ("f", 1), [1] * spatial)
    options = {
        "window_strides": [int(n) for n in rng.integers(1, 3, spatial)],
        "padding": [[int(n) for n in rng.integers(0, 3, 2)] for _ in range(spatial)],
        "lhs_dilation": [int(n) for n in rng.integers(1, 3, spatial)],
        "rhs_dilation": [int(n) for n in rng.integers(1, 3, spatial)],
        "window_reversal": [bool(n) for n in rng.integers(0, 2, spatial)],
        "feature_group_count": feature_groups,
        "batch_group_count": batch_groups,
    }
    names = [str(n) for n in range(spatial)]

    def convolution(a, b):
        return hl.convolution(
            a,
            b,
            input_batch_dimension=of_lhs.index("b"),
            input_feature_dimension=of_lhs.index("f"),
            input_spatial_dimensions=[of_lhs.index(name) for name in names],
            kernel_input_feature_dimension=of_rhs.index("i"),
            kernel_output_feature_dimension=of_rhs.index("o"),
            kernel_spatial_dimensions=[of_rhs.index(name) for name in names],
            output_batch_dimension=of_result.index("b"),
            output_feature_dimension=of_result.index("f"),
            output_spatial_dimensions=[of_result.index(name) for name in names],
            **options,
        )

    said = "x".join(f"[{', '.join(part)}]" for part in (of_lhs, of_rhs)) + f"->[{', '.join(of_result)}]"
    wanted = linear_algebra.convolution(lhs, rhs, dimension_numbers=said, **options)
    picture = picture_of(convolution, lhs, rhs)
    for index in np.ndindex(*wanted.shape):
        factors = reads(picture, index)
        assert sum(a * b for a, b in zip(factors[::2], factors[1::2], strict=True)) == wanted[index]


@pytest.mark.parametrize("seed", SEEDS)
def test_reduce_window(seed):
    rng = np.random.default_rng(seed)
    rank = int(rng.integers(1, 3))
    x = drawn(rng, rng.integers(1, 6, rank))
    options = {
        "window_dimensions": [int(n) for n in rng.integers(1, 4, rank)],
        "window_strides": [int(n) for n in rng.integers(1, 3, rank)],
        "base_dilations": [int(n) for n in rng.integers(1, 3, rank)],
        "window_dilations": [int(n) for n in rng.integers(1, 3, rank)],
        "padding": [[int(n) for n in rng.integers(0, 3, 2)] for _ in range(rank)],
    }

    def reduce_window(a):
        return hl.reduce_window(a, np.int32(0), "add", **options)

    (wanted,) = reductions.reduce_window(x, np.array(0, np.int32), body=lambda a, b: a + b, **options)
    picture = picture_of(reduce_window, x)
    for index in np.ndindex(*wanted.shape):
        assert sum(reads(picture, index)) == wanted[index]


@pytest.mark.parametrize("seed", SEEDS)
def test_pad(seed):
    rng = np.random.default_rng(seed)
    rank = int(rng.integers(1, 4))
    x = drawn(rng, rng.integers(3, 6, rank))
    low, high, interior = ([int(n) for n in rng.integers(start, 3, rank)] for start in (-1, -1, 0))
    options = {"edge_padding_low": low, "edge_padding_high": high, "interior_padding": interior}

    def pad(a):
        return hl.pad(a, np.int32(77), **options)

    wanted = shape.pad(x, np.array(77, np.int32), **options)
    picture = picture_of(pad, x)
    for index in np.ndindex(*wanted.shape):
        assert reads(picture, index) == [wanted[index]]
