"""Rows of convolution and dynamic_conv: dimensions at random places, strides, dilations, padding, reversal, groups."""

import numpy as np
from helpers.derivatives import Row, normal

import hlogen as hl


def drawn_convolution(rng, rank=None, groups=None):
    """Random shapes for the two operands, and the rest of the arguments."""
    rank = int(rng.integers(0, 3)) if rank is None else rank
    groups = rng.permutation([1, 1, int(rng.integers(1, 4))])[:2] if groups is None else groups
    feature_groups, batch_groups = map(int, groups)
    sizes = {"batch": int(rng.integers(1, 3)) * batch_groups, "inputs": int(rng.integers(1, 3))}
    sizes["outputs"] = int(rng.integers(1, 3)) * feature_groups * batch_groups
    lhs = [sizes["batch"], sizes["inputs"] * feature_groups, *map(int, rng.integers(1, 5, rank))]
    rhs = [sizes["inputs"], sizes["outputs"], *map(int, rng.integers(1, 4, rank))]
    places = [[int(place) for place in rng.permutation(rank + 2)] for _ in range(3)]
    shapes = [
        [given[order.index(at)] for at in range(rank + 2)] for given, order in zip((lhs, rhs), places[:2], strict=True)
    ]
    arguments = {
        "window_strides": [int(x) for x in rng.integers(1, 4, rank)],
        "padding": [[int(x) for x in rng.integers(-1, 4, 2)] for _ in range(rank)],
        "lhs_dilation": [int(x) for x in rng.integers(1, 4, rank)],
        "rhs_dilation": [int(x) for x in rng.integers(1, 3, rank)],
        "window_reversal": [bool(x) for x in rng.integers(0, 2, rank)],
        "feature_group_count": feature_groups,
        "batch_group_count": batch_groups,
    }
    names = (
        ("input", "batch", "feature"),
        ("kernel", "input_feature", "output_feature"),
        ("output", "batch", "feature"),
    )
    for (what, first, second), (one, two, *spatial) in zip(names, places, strict=True):
        arguments[f"{what}_{first}_dimension"] = one
        arguments[f"{what}_{second}_dimension"] = two
        arguments[f"{what}_spatial_dimensions"] = spatial
    return (*shapes, arguments)


def of_types(shapes, element_type):
    return ["".join(f"{size}x" for size in shape) + element_type for shape in shapes]


def convolution(rank=None, groups=None):
    def sampler(rng, element_type):
        lhs, rhs, arguments = drawn_convolution(rng, rank, groups)

        @hl.function(*of_types((lhs, rhs), element_type), name="main")
        def function(x, y):
            return hl.convolution(x, y, **arguments, precision_config=["HIGHEST", "DEFAULT"])

        return function, [normal(rng, lhs, element_type), normal(rng, rhs, element_type)]

    return sampler


def dynamic_conv(is_known):
    """Padded by a tensor, whose values are a constant or come with the inputs."""

    def sampler(rng, element_type):
        lhs, rhs, arguments = drawn_convolution(rng)
        padding = np.array(arguments.pop("padding"), np.int32).reshape(-1, 2)
        types, result_type = of_types((lhs, rhs), element_type), result_of(lhs, rhs, padding, arguments, element_type)
        inputs = [normal(rng, lhs, element_type), normal(rng, rhs, element_type)]
        if is_known:
            program = hl.function(*types, name="main")(
                lambda x, y: hl.dynamic_conv(x, y, padding, **arguments, result_type=result_type)
            )
            return program, inputs
        program = hl.function(*types, f"{len(padding)}x2xi32", name="main")(
            lambda x, y, p: hl.dynamic_conv(x, y, p, **arguments, result_type=result_type)
        )
        return program, [*inputs, padding]

    return sampler


def result_of(lhs, rhs, padding, arguments, element_type):
    """The result's type of a convolution that is padded so."""
    program = hl.function(*of_types((lhs, rhs), element_type), name="main")(
        lambda x, y: hl.convolution(x, y, padding=padding.tolist(), **arguments)
    )
    return program.type.results[0]


def with_itself(rng, element_type):
    @hl.function(f"4x4x{element_type}", name="main")
    def function(x):
        image = hl.reshape(x, [1, 4, 4, 1])
        return hl.convolution(
            image,
            hl.reshape(x, [4, 4, 1, 1]),
            padding=[[2, 1], [1, 2]],
            input_batch_dimension=0,
            input_feature_dimension=3,
            input_spatial_dimensions=[1, 2],
            kernel_input_feature_dimension=2,
            kernel_output_feature_dimension=3,
            kernel_spatial_dimensions=[0, 1],
        )

    return function, [normal(rng, (4, 4), element_type)]


ROWS = [
    Row("stablehlo.convolution", convolution(), ("f64", "complex<f64>"), samples=4),
    Row("stablehlo.convolution", convolution(1, (2, 1)), samples=2),
    Row("stablehlo.convolution", convolution(1, (1, 3)), samples=2),
    Row("stablehlo.convolution", convolution(3), samples=1, order=1),
    Row("stablehlo.convolution", with_itself, samples=1),
    Row("stablehlo.dynamic_conv", dynamic_conv(True), ("f64", "complex<f64>"), samples=4),
    Row("stablehlo.dynamic_conv", dynamic_conv(False), ("f64", "complex<f64>"), samples=4, wrt=(0, 1)),
]
