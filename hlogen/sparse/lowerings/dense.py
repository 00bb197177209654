"""A dense tensor of coefficients, 0 where no entry is: products of all rows with all rows, then a matrix product.

An infinity or NaN gets into all rows of the result, by 0 * inf.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import numpy as np

from hlogen.builder.scatter import scatter as emit_scatter
from hlogen.builder.shape import constant, reshape
from hlogen.builder.tensor import Tensor
from hlogen.sparse.einsum import Named, einsum
from hlogen.sparse.form import Factor, Form, Indices
from hlogen.sparse.lowerings.blocks import in_blocks
from hlogen.sparse.lowerings.parts import (
    BATCH,
    ENTRY,
    coefficients,
    index_constant,
    letters_size,
    names_of,
    rows_at,
    scaled,
    zeros,
)

# How many combinations of rows there may be.
MOST = 1 << 26


def dense(form: Form, operands: Sequence[Tensor]) -> Tensor:
    elements = math.prod(factor.size for factor in combined(form) if factor is not form.result)
    return in_blocks(form, operands, elements * letters_size(form, operands), partial(_of_block, form))


def dense_size(form: Form) -> int:
    """The number of combinations of rows."""
    return math.prod(factor.size for factor in combined(form))


def combined(form: Form) -> list[Factor]:
    """The factors all of whose rows meet all rows of the others."""
    factors = [factor for factor in form.operands if not _is_of_entries(factor)]
    return factors if form.result.is_identity else [*factors, form.result]


def _is_of_entries(factor: Factor) -> bool:
    """Whether an operand has a row for each entry, so that it is a coefficient."""
    return factor.is_unique and not factor.is_batched


def _of_block(form: Form, operands: Sequence[Tensor]) -> Tensor:
    of_entries, of_rows = [], []
    for factor, operand in zip(form.operands, operands, strict=True):
        if _is_of_entries(factor):
            of_entries.append((rows_at((operand, names_of(factor)), factor.index), names_of(factor)))
        else:
            of_rows.append((factor, operand))
    if of_entries:
        of_entries = scaled(of_entries, coefficients(form, operands[0]))
    result = names_of(form.result)
    if not of_rows:
        values = einsum(of_entries, ENTRY + form.result.letters)
        return values if form.result.is_identity else _scattered(form.result.index, values, form.result.size)
    # each operand's rows have a name of their own
    row_names = [chr(ord("0") + number) for number in range(len(of_rows))]
    named = [
        (operand, names_of(factor).replace(ENTRY, name))
        for name, (factor, operand) in zip(row_names, of_rows, strict=True)
    ]
    needed = {*result, *(name for _, names in of_entries for name in names)} - {ENTRY}
    lanes = "".join(dict.fromkeys(name for _, names in named for name in names if name in needed))
    batch, letters = lanes.partition(BATCH)[1], lanes.replace(BATCH, "")
    rows = "".join(row_names)
    sizes = [factor.size for factor, _ in of_rows]
    indices = [factor.index for factor, _ in of_rows]
    if form.result.is_identity:
        products = einsum(named, batch + rows + letters)
        shape = products.type.static_shape
        flat = reshape(products, [*shape[: len(batch)], math.prod(sizes), *shape[len(batch + rows) :]])
        names = batch + ENTRY + letters
        there = (rows_at((flat, names), np.ravel_multi_index(indices, sizes)), names)
        numbers = None if of_entries else coefficients(form, operands[0])
        return einsum([*scaled([there], numbers), *of_entries], result)
    combined = einsum(named, rows + batch + letters), rows + batch + letters
    return einsum([_coefficients(form, of_entries, rows, sizes, indices, operands[0]), combined], result)


def _coefficients(
    form: Form, of_entries: Sequence[Named], rows: str, sizes: Sequence[int], indices: Sequence[Indices], like: Tensor
) -> Named:
    """The dense tensor of coefficients: the row of the result, then those of operands, then letters."""
    shape = [form.result.size, *sizes]
    flat = np.ravel_multi_index([form.result.index, *indices], shape)
    if of_entries:
        letters = "".join(dict.fromkeys("".join(names for _, names in of_entries).replace(ENTRY, "")))
        values = einsum(of_entries, ENTRY + letters)
        tensor = _scattered(flat, values, math.prod(shape))
        return reshape(tensor, [*shape, *values.type.static_shape[1:]]), ENTRY + rows + letters
    numbers = np.ones(form.count) if form.coefficients is None else form.coefficients
    is_whole = np.issubdtype(like.dtype, np.integer)
    total = np.zeros(math.prod(shape), like.dtype if is_whole else numbers.dtype)
    np.add.at(total, flat, numbers.astype(total.dtype))
    return constant(total.reshape(shape).astype(like.dtype), like.element_type), ENTRY + rows


def _scattered(index: Indices, values: Tensor, size: int) -> Tensor:
    """Values, one per entry, added up in a tensor of so many rows."""
    return emit_scatter(
        zeros(values, (size, *values.type.static_shape[1:])),
        index_constant(index),
        values,
        "add",
        update_window_dims=range(1, values.rank),
        inserted_window_dims=[0],
        scatter_dims_to_operand_dims=[0],
        index_vector_dim=1,
        indices_are_sorted=bool((np.diff(index) >= 0).all()),
        unique_indices=len(np.unique(index)) == len(index),
    )
