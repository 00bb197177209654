"""Programs with windows: convolutions, pools, reduce_window."""

import jax
import jax.numpy as jnp
from helpers.jax_corpus.program import distinct, imaginary, normal, program, quick, tied
from jax import lax


@program(normal(2, 3, 9), normal(4, 3, 3))
def convolution_1d(x, w):
    return lax.conv_general_dilated(x, w, (1,), "SAME")


@quick(normal(2, 3, 6, 7), normal(4, 3, 3, 2))
def convolution_2d(x, w):
    return lax.conv_general_dilated(x, w, (2, 1), ((1, 1), (0, 2)))


@program(normal(2, 6, 7, 3), normal(3, 2, 3, 4))
def convolution_channels_last(x, w):
    return lax.conv_general_dilated(x, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))


@program(normal(2, 2, 7, 7), normal(3, 2, 2, 3))
def convolution_dilated(x, w):
    return lax.conv_general_dilated(x, w, (2, 1), ((2, 1), (1, 3)), lhs_dilation=(1, 2), rhs_dilation=(2, 1))


@program(normal(2, 4, 6), normal(6, 2, 3))
def convolution_in_groups(x, w):
    return lax.conv_general_dilated(x, w, (1,), "SAME", feature_group_count=2)


@program(normal(2, 4, 6, 5), normal(8, 1, 3, 3))
def convolution_depthwise(x, w):
    return lax.conv_general_dilated(x, w, (1, 2), "SAME", feature_group_count=4)


@program(normal(4, 2, 6), normal(4, 2, 3))
def convolution_in_batch_groups(x, w):
    return lax.conv_general_dilated(x, w, (1,), "VALID", batch_group_count=2)


@program(normal(1, 5, 5, 2), normal(3, 3, 2, 3))
def convolution_transposed(x, w):
    return lax.conv_transpose(x, w, (2, 2), "SAME")


@program(normal(2, 2, 6), normal(3, 2, 2))
def convolution_negative_padding(x, w):
    return lax.conv_general_dilated(x, w, (1,), ((-1, 2),), rhs_dilation=(2,))


@program(imaginary(1, 2, 6), imaginary(3, 2, 3))
def convolution_complex(x, w):
    return lax.conv_general_dilated(x, w, (1,), "SAME")


@program(normal(1, 2, 6, 6))
def patches(x):
    return lax.conv_general_dilated_patches(x, (3, 2), (2, 1), "VALID")


@quick(distinct(2, 6, 6, 2))
def max_pool(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 2, 1), (1, 2, 2, 1), "SAME")


@program(distinct(2, 7, 5))
def min_pool(x):
    return lax.reduce_window(x, jnp.inf, lax.min, (1, 2, 3), (1, 1, 2), "VALID")


@program(tied(2, 6, 6))
def max_pool_tied(x):
    return lax.reduce_window(x, -jnp.inf, lax.max, (1, 3, 3), (1, 2, 2), "VALID")


@quick(normal(2, 6, 6, 2))
def average_pool(x):
    shape, strides = (1, 2, 3, 1), (1, 2, 1, 1)
    total = lax.reduce_window(x, 0.0, lax.add, shape, strides, "SAME")
    return total / lax.reduce_window(jnp.ones_like(x), 0.0, lax.add, shape, strides, "SAME")


@program(normal(3, 8))
def sum_windows_dilated(x):
    return lax.reduce_window(x, 0.0, lax.add, (2, 3), (1, 2), ((1, 0), (2, 2)), (1, 2), (1, 2))


def _max_windows_dilated(x):
    padded = jnp.pad(x, ((1, 0), (2, 2)), constant_values=-jnp.inf)
    rows = jnp.arange(3)[:, None] + jnp.arange(2)
    columns = jnp.arange(0, 8, 2)[:, None] + jnp.arange(0, 6, 2)
    return padded[rows[:, None, :, None], columns[:, None]].max((2, 3))


@program(distinct(3, 8), reference=_max_windows_dilated)
def max_windows_dilated(x):
    """JAX has no reverse mode for windows that are dilated."""
    return lax.reduce_window(x, -jnp.inf, lax.max, (2, 3), (1, 2), ((1, 0), (2, 2)), (1, 1), (1, 2))


@program(normal(2, 3, 8, 8), normal(4, 3, 3, 3), normal(4), normal(16, 5))
def convolutional_network(x, kernel, bias, w):
    y = jax.nn.relu(lax.conv_general_dilated(x, kernel, (2, 2), "SAME") + bias[:, None, None])
    y = lax.reduce_window(y, -jnp.inf, lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")
    return jax.nn.log_softmax(y.reshape(2, -1) @ w)


@program(normal(9), normal(3))
def moving_average(x, w):
    windows = x[jnp.arange(7)[:, None] + jnp.arange(3)]
    return windows @ jax.nn.softmax(w), jnp.convolve(x, jnp.ones(3) / 3, "valid")
