"""Rows of batch_norm_*, with the feature dimension at random places."""

import numpy as np
from helpers.derivatives import Row, normal

import hlogen as hl


def drawn(rng, element_type):
    shape = tuple(int(size) for size in rng.integers(2, 4, size=rng.integers(1, 4)))
    at = int(rng.integers(len(shape)))
    options = {"epsilon": 0.25, "feature_index": at}
    types = ["x".join(map(str, shape)) + f"x{element_type}", f"{shape[at]}x{element_type}"]

    def feature(positive=False):
        value = normal(rng, (shape[at],), element_type)
        return np.abs(value) + 0.5 if positive else value

    return normal(rng, shape, element_type), feature, types, options


def inference(rng, element_type):
    x, feature, (whole, part), options = drawn(rng, element_type)
    function = hl.function(whole, part, part, part, part, name="main")(
        lambda *operands: hl.batch_norm_inference(*operands, **options)
    )
    return function, [x, feature(), feature(), feature(), feature(positive=True)]


def training(rng, element_type):
    x, feature, (whole, part), options = drawn(rng, element_type)
    function = hl.function(whole, part, part, name="main")(
        lambda *operands: hl.batch_norm_training(*operands, **options)
    )
    return function, [x, feature(), feature()]


def grad(rng, element_type):
    x, feature, (whole, part), options = drawn(rng, element_type)
    function = hl.function(whole, part, part, part, whole, name="main")(
        lambda *operands: hl.batch_norm_grad(*operands, **options)
    )
    return function, [x, feature(), feature(), feature(positive=True), normal(rng, x.shape, element_type)]


ROWS = [
    Row("stablehlo.batch_norm_inference", inference, samples=4),
    Row("stablehlo.batch_norm_training", training, samples=4),
    Row("stablehlo.batch_norm_grad", grad, samples=4),
]
