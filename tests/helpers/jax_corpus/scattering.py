"""Programs that write by index: every combiner and mode of .at, segments, and lax's scatters."""

import jax
import jax.numpy as jnp
import numpy as np
from helpers.jax_corpus.program import (
    between,
    distinct,
    imaginary,
    integers,
    normal,
    permuted,
    positive,
    program,
    quick,
    tied,
)
from jax import lax


@quick(normal(5, 3), integers(-5, 5, 7), normal(7, 3))
def add_rows(x, i, u):
    return x.at[i].add(u)


@quick(normal(5, 3), integers(-5, 5, 7), normal(7, 3))
def set_rows(x, i, u):
    return jnp.sin(x).at[i].set(u)


@program(normal(5, 3), integers(-9, 9, 7), normal(7, 3))
def add_rows_drop(x, i, u):
    return x.at[i].add(u, mode="drop")


@program(normal(5, 3), integers(-9, 9, 7), normal(7, 3))
def add_rows_clip(x, i, u):
    return x.at[i].add(u, mode="clip") ** 2


@program(normal(5, 3), integers(-9, 9, 7), normal(7, 3))
def set_rows_drop(x, i, u):
    return x.at[i].set(u, mode="drop")


@program(normal(5, 3), integers(-9, 9, 7), normal(7, 3))
def set_rows_clip(x, i, u):
    return x.at[i].set(u, mode="clip")


@program(normal(6, 3), permuted(6), normal(6, 3))
def set_rows_unique(x, i, u):
    return x.at[i].set(u, unique_indices=True) * u


@program(normal(5, 3), integers(0, 5, 7), normal(7, 3))
def subtract_rows(x, i, u):
    return x.at[i].subtract(u)


def _multiplied(x, i, u):
    for k in range(i.shape[0]):
        row = jnp.arange(x.shape[0]) == jnp.where(i[k] < 0, i[k] + x.shape[0], i[k])
        x = jnp.where(row[:, None], x * u[k], x)
    return x


@quick(normal(5, 3), integers(0, 5, 7), normal(7, 3), reference=_multiplied)
def multiply_rows(x, i, u):
    return x.at[i].multiply(u)


@program(tied(5, 3), integers(0, 4, 7), tied(7, 3), reference=_multiplied)
def multiply_rows_with_zeros(x, i, u):
    return x.at[i].multiply(u)


@program(normal(5, 3), integers(-9, 9, 7), normal(7, 3), reference=_multiplied)
def multiply_rows_drop(x, i, u):
    return x.at[i].multiply(u, mode="drop")


@program(normal(5, 3), permuted(5), normal(5, 3))
def multiply_rows_unique(x, i, u):
    return x.at[i].multiply(u, unique_indices=True)


@program(normal(5, 3), integers(0, 5, 7))
def multiply_by_constants(x, i):
    return x.at[i].multiply(jnp.arange(21.0).reshape(7, 3))


@program(normal(5, 3), permuted(5), positive(5, 3))
def divide_rows(x, i, u):
    return x.at[i].divide(u, unique_indices=True)


@quick(distinct(5, 3), integers(0, 5, 7), normal(7, 3))
def maximum_of_rows(x, i, u):
    return x.at[i].max(u)


@program(distinct(5, 3), integers(-9, 9, 7), normal(7, 3))
def minimum_of_rows_drop(x, i, u):
    return x.at[i].min(u, mode="drop")


@program(tied(5, 3), integers(0, 4, 9), tied(9, 3))
def maximum_of_rows_tied(x, i, u):
    return x.at[i].max(u)


@program(tied(5, 3), integers(0, 4, 9), tied(9, 3))
def minimum_of_rows_tied(x, i, u):
    return x.at[i].min(u)


@program(normal(5, 3), integers(0, 5, 4))
def powers_of_rows(x, i):
    return x.at[i].power(2)


def _squared(x, i):
    for k in range(i.shape[0]):
        x = jnp.where((jnp.arange(x.shape[0]) == i[k])[:, None], jnp.sin(x), x)
    return x


@program(normal(5, 3), integers(0, 5, 6), reference=_squared)
def apply_to_rows(x, i):
    return x.at[i].apply(jnp.sin)


@program(normal(4, 5), integers(0, 4, 6), integers(0, 5, 6), normal(6))
def add_points(x, i, j, u):
    return x.at[i, j].add(u)


@program(normal(4, 5), integers(0, 4, 6), integers(0, 5, 6), normal(6))
def set_points(x, i, j, u):
    return x.at[i, j].set(u * u)


@program(normal(3, 4, 5), integers(0, 3, 6), integers(-5, 5, 6), normal(6, 4))
def add_around_a_slice(x, i, j, u):
    return x.at[i, :, j].add(u)


@program(normal(3, 4, 5), integers(0, 3, 6), integers(-5, 5, 6), normal(6, 4))
def set_around_a_slice(x, i, j, u):
    return x.at[i, :, j].set(u)


@program(normal(4, 5), integers(0, 5, 3), normal(4, 3))
def add_columns(x, j, u):
    return x.at[:, j].add(u)


@program(normal(5, 6), normal(2, 3), normal())
def set_slices(x, u, v):
    return x.at[1:3, ::2].set(u).at[-1].set(v).at[0, 1:].add(v * x[1, 1:])


@program(normal(5, 6), integers(-5, 5), normal(6))
def set_a_row_by_number(x, i, u):
    return x.at[i].set(u).at[i, 2].multiply(3.0)


@program(imaginary(5, 3), integers(0, 5, 7), imaginary(7, 3))
def add_complex_rows(x, i, u):
    return x.at[i].add(u * 1j)


@program(imaginary(5, 3), permuted(5), imaginary(5, 3))
def multiply_complex_rows(x, i, u):
    return x.at[i].multiply(u, unique_indices=True)


@quick(normal(8, 2), integers(-1, 6, 8))
def segment_sum(x, segments):
    return jax.ops.segment_sum(x, segments, num_segments=5)


@program(normal(8, 2), lambda rng: np.sort(rng.integers(0, 5, 8)))
def segment_sum_sorted(x, segments):
    return jax.ops.segment_sum(x, segments, num_segments=5, indices_are_sorted=True)


@program(distinct(8, 2), integers(0, 5, 8))
def segment_max(x, segments):
    return jnp.tanh(jax.ops.segment_max(x, segments, num_segments=5))


@program(tied(8, 2), integers(0, 3, 8))
def segment_min_tied(x, segments):
    return jax.ops.segment_min(x, segments, num_segments=3)


def _segment_products(x, segments):
    member = segments[None, :] == jnp.arange(5)[:, None]
    return jnp.prod(jnp.where(member[:, :, None], x[None], 1.0), axis=1)


@program(normal(8, 2), integers(0, 5, 8), reference=_segment_products)
def segment_prod(x, segments):
    return jax.ops.segment_prod(x, segments, num_segments=5)


@program(normal(9, 2), integers(0, 4, 9))
def segment_softmax(x, segments):
    shifted = jnp.exp(x - jax.ops.segment_max(x, segments, num_segments=4)[segments])
    return shifted / jax.ops.segment_sum(shifted, segments, num_segments=4)[segments]


@program(normal(12), integers(0, 6, 12))
def weighted_count(x, i):
    return jnp.bincount(i, weights=x, length=6)


@program(normal(12), between(0, 1, 12))
def weighted_histogram(w, x):
    return jnp.histogram(lax.stop_gradient(x), bins=4, range=(0, 1), weights=w)[0]


@program(normal(3, 5), integers(0, 5, 3, 4), normal(3, 4))
def add_in_each_row(x, i, u):
    return jax.vmap(lambda row, k, v: row.at[k].add(v))(x, i, u)


@program(normal(3, 5), integers(-2, 7, 3, 4), normal(3, 4))
def set_in_each_row(x, i, u):
    return jax.vmap(lambda row, k, v: row.at[k].set(v, mode="drop"))(x, i, u)


@program(normal(5), integers(0, 5, 3, 4), normal(3, 4))
def add_to_one_row_in_turn(x, i, u):
    return jax.vmap(lambda k, v: x.at[k].add(v))(i, u)


@program(normal(4, 5), integers(0, 4, 2, 5), normal(2, 5))
def put_along_an_axis(x, i, u):
    return jnp.put_along_axis(x, i, u, axis=0, inplace=False)


@program(normal(6, 7), integers(-2, 7, 4, 2), normal(4, 2, 3))
def windows_by_scatter_add(x, i, u):
    dimensions = lax.ScatterDimensionNumbers(
        update_window_dims=(1, 2), inserted_window_dims=(), scatter_dims_to_operand_dims=(0, 1)
    )
    return lax.scatter_add(x, i, u, dimensions, mode="clip")


@program(normal(6, 7), integers(0, 4, 4, 2), normal(4, 2, 3))
def overlapping_windows_by_scatter(x, i, u):
    dimensions = lax.ScatterDimensionNumbers(
        update_window_dims=(1, 2), inserted_window_dims=(), scatter_dims_to_operand_dims=(0, 1)
    )
    return lax.scatter(x, i, u, dimensions, mode="promise_in_bounds")


@program(distinct(6, 7), integers(0, 4, 4, 2), normal(4, 2, 3))
def overlapping_windows_by_scatter_max(x, i, u):
    dimensions = lax.ScatterDimensionNumbers(
        update_window_dims=(1, 2), inserted_window_dims=(), scatter_dims_to_operand_dims=(0, 1)
    )
    return lax.scatter_max(x, i, u, dimensions)


@program(normal(12), integers(0, 4, 6), normal(6))
def scattered_and_gathered(x, i, u):
    table = jnp.zeros(4).at[i].add(u * x[:6])
    return jnp.cumsum(table[i]) * x[6:].at[i].min(u)
