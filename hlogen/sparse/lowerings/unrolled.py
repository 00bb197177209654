"""Every entry written out: static slices of rows, multiplied and added up row by row of the result."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from hlogen.builder.elementwise import add, multiply
from hlogen.builder.emit import emit_constant
from hlogen.builder.shape import concatenate
from hlogen.builder.shape import slice as emit_slice
from hlogen.builder.tensor import Tensor
from hlogen.sparse.einsum import Named, spread
from hlogen.sparse.form import Form, Indices
from hlogen.sparse.lowerings.parts import ENTRY, all_names, finished, names_of, sizes_of, zeros


def unrolled(form: Form, operands: Sequence[Tensor]) -> Tensor:
    writing = _Writing(form, operands)
    written, firsts = np.unique(form.result.index, return_index=True)
    rows, done = [], 0
    for row, first, last in zip(written.tolist(), firsts, [*firsts[1:], form.count], strict=True):
        if row > done:
            rows.append(writing.empty(row - done))
        rows.append(writing.total(np.arange(first, last)))
        done = row + 1
    if done < form.result.size:
        rows.append(writing.empty(form.result.size - done))
    total = concatenate(rows, dimension=writing.names.index(ENTRY)) if len(rows) > 1 else rows[0]
    return finished(form, (total, writing.names))


class _Writing:
    """What is known of a product while its rows are written."""

    def __init__(self, form: Form, operands: Sequence[Tensor]) -> None:
        self.form, self.operands = form, operands
        self.names = all_names(form)
        self.sizes = sizes_of(form, operands) | {ENTRY: 1}
        # Sums over the last operand are shared by the entries that agree in all others: fewest of these go first.
        self.order = sorted(range(len(operands)), key=lambda number: len(np.unique(self._pairs(number), axis=1).T))
        self.slices: dict[tuple[int, int], Tensor] = {}

    def total(self, entries: Indices) -> Tensor:
        """The sum over entries of all that operands have, as one row."""
        return spread(self._sum(entries, self.order), self.names, [self.sizes[name] for name in self.names])

    def empty(self, rows: int) -> Tensor:
        """So many rows that no entry adds to."""
        sizes = self.sizes | {ENTRY: rows}
        return zeros(self.operands[0], tuple(sizes[name] for name in self.names))

    def _sum(self, entries: Indices, order: Sequence[int]) -> Named:
        """The sum over entries of the product of some operands."""
        index = self.form.operands[order[0]].index[entries]
        terms: list[Named]
        if len(order) == 1:
            terms = [self._scaled(order[0], entry) for entry in entries]
        else:
            terms = [
                self._product(self._slice(order[0], row), self._sum(entries[index == row], order[1:]))
                for row in np.unique(index)
            ]
        return reduce(add, [tensor for tensor, _ in terms]), terms[0][1]

    def _product(self, left: Named, right: Named) -> Named:
        names = "".join(name for name in self.names if name in left[1] + right[1])
        shape = [self.sizes[name] for name in names]
        return multiply(spread(left, names, shape), spread(right, names, shape)), names

    def _scaled(self, number: int, entry: int) -> Named:
        tensor, names = self._slice(number, int(self.form.operands[number].index[entry]))
        numbers = self.form.coefficients
        if numbers is None:
            return tensor, names
        value = numbers[entry].astype(tensor.dtype)
        return multiply(tensor, emit_constant(value, tensor.element_type, tensor.shape)), names

    def _slice(self, number: int, row: int) -> Named:
        """One row of an operand."""
        operand, names = self.operands[number], names_of(self.form.operands[number])
        if (number, row) not in self.slices:
            start, limit = [0] * operand.rank, list(operand.type.static_shape)
            axis = names.index(ENTRY)
            start[axis], limit[axis] = row, row + 1
            self.slices[number, row] = emit_slice(operand, start_indices=start, limit_indices=limit)
        return self.slices[number, row], names

    def _pairs(self, number: int) -> Indices:
        """Rows of the result and of an operand, for each entry."""
        return np.stack([self.form.result.index, self.form.operands[number].index])
