"""Programs that read by index: NumPy's forms, take, gather, slices, and what moves elements."""

import jax
import jax.numpy as jnp
import numpy as np
from helpers.jax_corpus.program import booleans, distinct, imaginary, integers, normal, permuted, program, quick
from jax import lax


@program(normal(4, 3))
def last_row(x):
    return x[-1] * x[0]


@program(normal(6, 5))
def steps_both_ways(x):
    return x[::2, ::-1], x[4:0:-2, 1:-1:2]


@program(normal(2, 3, 4))
def ellipsis_and_new_axes(x):
    return x[..., None, 1] * x[:, None, :, 2]


@quick(normal(5, 3), integers(-5, 5, 7))
def rows(x, i):
    return x[i]


@quick(normal(3, 4, 5), integers(-3, 3, 6), integers(0, 5, 6))
def rows_and_columns_around_a_slice(x, i, j):
    return jnp.sin(x[i, :, j])


@program(normal(3, 4, 5), integers(0, 4, 2, 3), integers(0, 5, 3))
def adjacent_with_broadcasting(x, i, j):
    return x[:, i, j]


@program(normal(4, 5), integers(0, 4, 3), integers(-5, 5, 2))
def outer_product_of_indices(x, i, j):
    return x[i[:, None], j[None, :]] ** 2


@program(normal(4, 5), integers(0, 4, 3))
def rows_of_a_slice(x, i):
    return x[i, 1:4] * x[i, ::-1][:, :3]


@program(normal(2, 3, 4), integers(-4, 4, 5, dtype=np.int32))
def last_axis(x, i):
    return x[..., i]


@program(normal(6, 3), integers(-6, 6))
def one_row_by_a_number(x, i):
    return x[i] + x[i, 1]


@program(normal(3, 4, 2), integers(0, 3, 5), integers(0, 4, 5), integers(0, 2, 5))
def points(x, i, j, k):
    return x[i, j, k] * x[0, j, k]


@program(normal(3, 4, 2), integers(0, 4, 5))
def a_number_beside_an_array(x, j):
    return x[1, :, 1][j] + x[2, j, 0]


@quick(normal(5, 3), integers(-8, 9, 6))
def get_fill(x, i):
    return x.at[i].get(mode="fill", fill_value=0.5)


@program(normal(5, 3), integers(-3, 8, 6))
def get_fill_of_nan(x, i):
    return jnp.nansum(x.at[i].get(mode="fill"), axis=1)


@program(normal(5, 3), integers(-9, 9, 6))
def get_clip(x, i):
    return x.at[i].get(mode="clip") ** 2


@program(normal(5, 3), integers(0, 5, 6))
def get_promised(x, i):
    return x.at[i].get(mode="promise_in_bounds")


@program(normal(6, 3), permuted(6))
def get_unique(x, i):
    return x.at[i].get(unique_indices=True) * x.at[jnp.sort(i)].get(indices_are_sorted=True)


@program(normal(3, 5), integers(-2, 9, 4))
def take_modes(x, i):
    return jnp.take(x, i, axis=1, mode="clip"), jnp.take(x, i, axis=1, mode="wrap"), jnp.take(x, i, axis=None)


@program(normal(3, 5), integers(0, 5, 2, 3))
def take_of_a_matrix_of_indices(x, i):
    return jnp.take(x, i, axis=1)


@quick(normal(4, 5), integers(-5, 5, 4, 3))
def take_along_rows(x, i):
    return jnp.take_along_axis(x, i, axis=1)


@program(normal(4, 5, 2), integers(0, 4, 3, 5, 2), integers(0, 9, 4, 5, 1))
def take_along_first_and_last(x, i, j):
    return jnp.take_along_axis(x, i, axis=0).sum(), jnp.take_along_axis(x, j, axis=-1, mode="clip")


@program(normal(9), integers(0, 200, 4, dtype=np.uint8), integers(-9, 9, 4, dtype=np.int8))
def narrow_indices(x, i, j):
    return x[i % 9] * x[j]


@program(normal(4, 5), booleans(4, 5))
def masked(x, mask):
    return jnp.where(mask, jnp.exp(x), x * 2).sum(axis=0), jnp.mean(x, where=mask, axis=1)


@program(normal(4, 3))
def constant_mask(x):
    return x[np.array([True, False, True, True])], x[np.arange(12).reshape(4, 3) % 5 == 0]


@program(normal(3, 4), normal(3, 4), integers(0, 2, 3, 4))
def choose(x, y, which):
    return jnp.choose(which, [x, y], mode="clip"), jnp.select([x > 0, y > 0], [x * y, y], x)


@program(normal(4, 4))
def diagonals(x):
    return jnp.diagonal(x, 1), jnp.trace(x @ x), jnp.tril(x, -1) + jnp.triu(x).T, jnp.diag(x[0], 1)


@quick(normal(6, 5), integers(-2, 8), integers(-2, 8))
def windows_by_number(x, i, j):
    return lax.dynamic_slice(x, (i, j), (3, 2)), lax.dynamic_index_in_dim(x, i, 1, keepdims=False)


@program(normal(6, 5), normal(2, 3), integers(-3, 8), integers(-1, 8))
def update_of_a_window(x, u, i, j):
    return lax.dynamic_update_slice(x * 2, u, (i, j)) * lax.dynamic_update_index_in_dim(x, u[0, 0] * x[0], i, 0)


@program(normal(3, 6), integers(-2, 7, 3))
def windows_of_each_row(x, i):
    return jax.vmap(lambda row, start: lax.dynamic_slice(row, (start,), (3,)))(x, i)


@program(normal(3, 6, 2), integers(0, 6, 3, 4))
def rows_of_each_matrix(x, i):
    return jax.vmap(lambda m, k: m[k])(x, i)


@program(normal(6, 5), normal(3, 2, 2), integers(0, 6, 3), integers(0, 5, 3))
def updates_of_each_window(x, u, i, j):
    return jax.vmap(lambda w, a, b: lax.dynamic_update_slice(x, w, (a, b)))(u, i, j)


@quick(normal(5, 6, 4), integers(-2, 7, 3, 2))
def windows_by_gather(x, i):
    dimensions = lax.GatherDimensionNumbers(offset_dims=(0, 2), collapsed_slice_dims=(1,), start_index_map=(1, 0))
    return lax.gather(x, i, dimensions, (2, 1, 3), mode=lax.GatherScatterMode.FILL_OR_DROP, fill_value=0.0)


@program(normal(3, 6, 4), integers(-1, 7, 3, 2, 1))
def windows_by_batched_gather(x, i):
    dimensions = lax.GatherDimensionNumbers(
        offset_dims=(2,),
        collapsed_slice_dims=(1,),
        start_index_map=(1,),
        operand_batching_dims=(0,),
        start_indices_batching_dims=(0,),
    )
    return lax.gather(x, i, dimensions, (1, 1, 4), mode="clip")


@program(distinct(4, 5))
def largest_of_each_row(x):
    best = jnp.argmax(x, axis=1)
    return x[jnp.arange(4), best] ** 2, best, x.ravel()[jnp.argmin(x)]


@program(normal(4, 5))
def turned(x):
    return jnp.roll(x, 2, axis=1), jnp.flip(x, 0), jnp.rot90(x), jnp.roll(x, (1, -1), (0, 1))


@program(normal(5), integers(-7, 7))
def rolled_by_a_number(x, shift):
    return jnp.roll(x, shift)


@quick(normal(4, 5), normal())
def padded(x, fill):
    return lax.pad(x, fill, ((1, -1, 2), (-2, 3, 0)))


@program(normal(4, 5))
def padded_with_itself(x):
    return jnp.pad(x, 1, mode="edge"), jnp.pad(x, ((1, 2), (0, 1)), mode="reflect"), jnp.pad(x, 2, mode="wrap")


@program(normal(2, 3), normal(2, 3))
def put_together(x, y):
    a, b, c = jnp.split(jnp.concatenate([x, x * y, y], axis=1), [2, 5], axis=1)
    return jnp.stack([x, y], axis=1), jnp.tile(a, (2, 2)), jnp.repeat(b, 2, axis=1), jnp.hstack([c, x])


@program(normal(3, 4), integers(0, 3, 6))
def repeated_rows(x, i):
    return jnp.repeat(x, np.array([1, 0, 3]), axis=0) * jax.nn.one_hot(i[:4], 4)


@program(imaginary(5, 3), integers(-5, 5, 4))
def complex_rows(x, i):
    return jnp.conj(x[i]) * x[i, ::-1]


@program(normal(4, 4, 4))
def transposed(x):
    return jnp.swapaxes(x, 0, 2) + jnp.moveaxis(x, 0, -1) * x.transpose(1, 0, 2), x.reshape(2, -1)


@program(normal(7), normal(3), integers(0, 20, 6))
def put_by_flat_index(x, y, i):
    a, b = jnp.unravel_index(i % 21, (7, 3))
    return jnp.outer(x, y)[a, b] * jnp.ravel(jnp.outer(x, y))[i]
