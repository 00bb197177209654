"""The plain way in blocks of N, or of entries, so that what is gathered for all entries never leaves the cache."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from hlogen.builder.elementwise import multiply
from hlogen.builder.shape import constant, dynamic_slice, dynamic_update_slice
from hlogen.builder.tensor import Tensor
from hlogen.sparse.einsum import Named, einsum
from hlogen.sparse.form import Form
from hlogen.sparse.lowerings import blocks
from hlogen.sparse.lowerings.blocks import in_blocks, repeated
from hlogen.sparse.lowerings.parts import (
    BATCH,
    ENTRY,
    coefficients,
    index_constant,
    letters_size,
    names_of,
    scaled,
    sizes_of,
    taken,
    zeros,
)
from hlogen.sparse.lowerings.scatter import added, scatter


def blocked(form: Form, operands: Sequence[Tensor]) -> Tensor:
    return in_blocks(form, operands, form.count * letters_size(form, operands), partial(_of_block, form))


def _of_block(form: Form, operands: Sequence[Tensor]) -> Tensor:
    """The product for a block of N, or all of it; entries in blocks where one block of N isn't small."""
    each = letters_size(form, operands)
    if any(factor.is_batched for factor in form.operands):
        each *= sizes_of(form, operands)[BATCH]
    count = max(1, blocks.ELEMENTS // each)
    return scatter(form, operands) if form.count < 2 * count else _by_entries(form, operands, count)


def _by_entries(form: Form, operands: Sequence[Tensor], size: int) -> Tensor:
    """The product, so many entries at a time."""
    names = names_of(form.result)
    sizes = sizes_of(form, operands)
    indices = [None if factor.is_identity else index_constant(factor.index) for factor in form.factors]
    numbers = coefficients(form, operands[0])

    def updated(done: Tensor, start: Tensor, size: int) -> Tensor:
        def some(tensor: Tensor, names: str) -> Tensor:
            starts = [start if name == ENTRY else constant(np.int32(0)) for name in names]
            shape = [
                size if name == ENTRY else length for name, length in zip(names, tensor.type.static_shape, strict=True)
            ]
            return dynamic_slice(tensor, starts, slice_sizes=shape)

        rows: list[Named] = []
        for factor, operand, index in zip(form.operands, operands, indices, strict=False):
            own = names_of(factor)
            if index is None:
                rows.append((some(operand, own), own))
            else:
                rows.append((taken((operand, own), some(index, ENTRY), factor.is_sorted), own))
        updates = einsum(scaled(rows, None if numbers is None else some(numbers, ENTRY)), names)
        index = indices[-1]
        if index is None:
            return dynamic_update_slice(
                done, updates, [start if name == ENTRY else constant(np.int32(0)) for name in names]
            )
        return added(form, done, some(index, ENTRY), updates)

    def step(number: Tensor, done: Tensor) -> Tensor:
        return updated(done, multiply(number, constant(np.int32(size))), size)

    count, left = divmod(form.count, size)
    done = repeated(count, zeros(operands[0], tuple(sizes[name] for name in names)), step)
    return updated(done, constant(np.int32(form.count - left)), left) if left else done
