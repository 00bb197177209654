"""Derivatives and batching of hybrid products: float operands, quantized weights that stay as they are."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.errors import HlogenError

WEIGHTS = "!quant.uniform<i8:f32, 0.5:0>"
AS_DOT = {"lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]}
AS_CONVOLUTION = {
    "input_batch_dimension": 0,
    "input_feature_dimension": 1,
    "input_spatial_dimensions": [],
    "kernel_input_feature_dimension": 0,
    "kernel_output_feature_dimension": 1,
    "kernel_spatial_dimensions": [],
}
X = np.array([[1, 2, 3], [4, 5, 6]], np.float32)
W = np.array([[1, -2], [3, 4], [5, 60]], np.int8)


@pytest.mark.parametrize(("product", "options"), [(hl.dot_general, AS_DOT), (hl.convolution, AS_CONVOLUTION)])
def test_the_gradient_of_a_hybrid_product_is_of_the_weights_numbers(product, options) -> None:
    @hl.function("2x3xf32", f"3x2x{WEIGHTS}")
    def loss(x, w):
        y = product(x, w, **options)
        return hl.reduce(y * y, 0.0, dimensions=[0, 1], body=hl.add)

    numbers = W * 0.5
    (gradient,) = interpreter.run(hl.grad(loss), X, W)
    assert gradient.tolist() == (2 * (X @ numbers) @ numbers.T).tolist()
    _, tangent = interpreter.run(hl.jvp(loss), X, W, X)
    assert tangent.tolist() == 2 * ((X @ numbers) ** 2).sum()


def test_hybrid_products_in_batches() -> None:
    @hl.function("2x3xf32", f"3x2x{WEIGHTS}")
    def product(x, w):
        return hl.dot_general(x, w, **AS_DOT)

    batched = hl.vmap(product, in_axes=(0, None), axis_size=4)
    xs = np.stack([X, -X, X * 2, X * 0])
    (result,) = interpreter.run(batched, xs, W)
    assert result.tolist() == (xs @ (W * 0.5)).tolist()
    (result,) = interpreter.run(hl.vmap(product, axis_size=4), xs, np.stack([W, W, -W, W]))
    assert result.tolist() == np.stack([x @ (w * 0.5) for x, w in zip(xs, [W, W, -W, W], strict=True)]).tolist()


def test_a_path_through_quantized_arithmetic_is_refused() -> None:
    @hl.function("2x3xf32")
    def f(x):
        quantized = hl.uniform_quantize(x, WEIGHTS)
        return hl.reduce(hl.uniform_dequantize(quantized + quantized), 0.0, dimensions=[0, 1], body=hl.add)

    with pytest.raises(HlogenError, match="rounds to steps"):
        hl.grad(f)
