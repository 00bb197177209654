"""Rows of the result as sums of a fixed number of entries: gathers and additions that fuse into one loop, no scatter.

The entries stand in tables (`slots`). Slot k of all rows is a gather per operand; the slots of a row are added up one
after the other, some at a time where there are many. What no entry fills is left out, not multiplied by 0, which an
infinity or NaN wouldn't survive.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial, reduce

import numpy as np
import numpy.typing as npt

from hlogen.builder.elementwise import add, multiply, select
from hlogen.builder.shape import broadcast_in_dim, constant, dynamic_slice, reshape
from hlogen.builder.shape import slice as emit_slice
from hlogen.builder.tensor import Tensor
from hlogen.sparse.einsum import Named, spread
from hlogen.sparse.form import Form, Indices
from hlogen.sparse.lowerings.blocks import block_size, each_block, in_blocks, repeated, sums_of_blocks
from hlogen.sparse.lowerings.pairs import paired, pairs_size, with_pairs
from hlogen.sparse.lowerings.parts import (
    BATCH,
    ENTRY,
    all_names,
    apart,
    coefficients,
    finished,
    index_constant,
    names_of,
    rows_at,
    scaled,
    sizes_of,
    taken,
    zeros,
)
from hlogen.sparse.lowerings.slots import Table, step_size, tables

# The names and sizes of all that operands have.
Whole = tuple[str, Sequence[int]]


def segment(form: Form, operands: Sequence[Tensor]) -> Tensor:
    numbers = paired(form, sizes_of(form, operands))
    if numbers is not None:
        elements = pairs_size(form, operands, numbers)
        return in_blocks(form, operands, elements, lambda blocks: segment(*with_pairs(form, blocks, numbers)))
    table = tables(form.result.index, form.result.size)
    names, result = all_names(form), names_of(form.result)
    sizes = sizes_of(form, operands)
    elements = math.prod(sizes[name] for name in names if name != BATCH)
    of_block = partial(_total, form, table)
    size = block_size(sizes[BATCH], elements)
    if set(names) == set(result) or BATCH not in names or size == sizes[BATCH]:
        return finished(form, (of_block(operands), names))
    if BATCH in result:
        shape = [sizes[name] for name in result]
        return each_block(form, operands, size, lambda blocks: finished(form, (of_block(blocks), names)), shape)
    shape = [size, *(sizes[name] for name in names[1:])]
    sums = sums_of_blocks(form, operands, size, of_block, shape)
    return reduce(add, [finished(form, (total, names)) for total in sums])


def _total(form: Form, table: Table, operands: Sequence[Tensor]) -> Tensor:
    """The sum over entries, by the rows of a table, of all that operands have."""
    width, rows = table.entries.shape
    names = all_names(form)
    sizes = sizes_of(form, operands) | {ENTRY: rows}
    shape = [sizes[name] for name in names]
    parts = []
    if table.rest is not None:
        rest = apart(_total(form, table.rest, operands))
        further = rows_at((rest, names), np.maximum(table.rest_row, 0))
        parts.append(_kept(table.rest_row >= 0, (further, names)))
    size = step_size(width)
    if size == width:
        parts += [_slot(form, operands, entries, (names, shape)) for entries in table.entries]
    else:
        parts.append(_looped(form, operands, table.entries, size, (names, shape)))
    return reduce(add, parts) if parts else zeros(operands[0], tuple(shape))


def _slot(form: Form, operands: Sequence[Tensor], entries: Indices, whole: Whole) -> Tensor:
    """The products of one entry per row."""
    there = np.maximum(entries, 0)
    rows = [
        (rows_at((operand, names_of(factor)), factor.index[there]), names_of(factor))
        for factor, operand in zip(form.operands, operands, strict=True)
    ]
    numbers = coefficients(form, operands[0], there)
    return _kept(entries >= 0, (_product(scaled(rows, numbers), whole), whole[0]))


def _looped(form: Form, operands: Sequence[Tensor], entries: Indices, size: int, whole: Whole) -> Tensor:
    """The products of many entries per row added up, so many slots at a time."""
    width, rows = entries.shape
    count = -(-width // size)
    filled = np.full((count * size, rows), -1)
    filled[:width] = entries
    there = np.maximum(filled, 0)
    indices = [index_constant(factor.index[there]) for factor in form.operands]
    numbers = coefficients(form, operands[0], there)
    is_there = None if (filled >= 0).all() else constant(filled >= 0)

    def step(number: Tensor, total: Tensor) -> Tensor:
        first = multiply(number, constant(np.int32(size)))

        def some(table: Tensor | None) -> list[Tensor | None]:
            if table is None:
                return [None] * size
            slots = dynamic_slice(table, [first, constant(np.int32(0))], slice_sizes=[size, rows])
            return [_row(slots, at) for at in range(size)]

        columns = [some(index) for index in indices]
        for at, (number_at, there_at) in enumerate(zip(some(numbers), some(is_there), strict=True)):
            taken_rows = []
            for factor, operand, column in zip(form.operands, operands, columns, strict=True):
                index = column[at]
                assert index is not None
                taken_rows.append((taken((operand, names_of(factor)), index), names_of(factor)))
            product = _product(scaled(taken_rows, number_at), whole)
            total = add(total, product if there_at is None else _where(there_at, (product, whole[0])))
        return total

    return repeated(count, zeros(operands[0], tuple(whole[1])), step)


def _product(rows: Sequence[Named], whole: Whole) -> Tensor:
    return reduce(multiply, [spread(named, *whole) for named in rows])


def _kept(is_there: npt.NDArray[np.bool_], named: Named) -> Tensor:
    """Rows where they are there, 0 elsewhere."""
    return named[0] if is_there.all() else _where(constant(is_there), named)


def _where(is_there: Tensor, named: Named) -> Tensor:
    tensor, names = named
    shape = tensor.type.static_shape
    mask = broadcast_in_dim(is_there, shape, broadcast_dimensions=[names.index(ENTRY)])
    return select(mask, tensor, zeros(tensor, shape))


def _row(table: Tensor, at: int) -> Tensor:
    rows = table.type.static_shape[1]
    return reshape(emit_slice(table, start_indices=[at, 0], limit_indices=[at + 1, rows]), [rows])
