"""SparseProduct: the entries of a sparse product, checked once and sorted by their row of the result."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.builder.trace import usage_error
from hlogen.door import public
from hlogen.forking import cached_property
from hlogen.sparse.checks import Duplicates, Numbers, as_sizes, frozen, merged
from hlogen.sparse.form import Indices
from hlogen.sparse.forms import Given, info_fields, of_columns, of_dense, of_info, of_sparse

_SIZES = ("M1", "M2", "Mo")
_DIMENSIONS = ("i1", "i2", "io")


@public
@dataclass(frozen=True, eq=False, repr=False)
class SparseProduct:
    """Which rows of two operands meet, and in which row of the result: ``z[io[t]] += scale[t] * x[i1[t]] o y[i2[t]]``.

    Made by `from_entries` and its kin, which check it and sort the entries by `io`. `scale` is None where it is 1.
    Sizes are (M1, M2, Mo), the numbers of rows; M1 and M2 are None where they are the operands' to say. A program's
    own scale has `given` numbers, in the order that entries were given in, of which entry t has number `order[t]`.
    """

    i1: Indices
    i2: Indices
    io: Indices
    scale: Numbers | None
    sizes: tuple[int | None, int | None, int]
    order: Indices
    given: int

    @staticmethod
    def from_entries(
        i1: npt.ArrayLike | None,
        i2: npt.ArrayLike | None,
        io: npt.ArrayLike | None,
        scale: npt.ArrayLike | None = None,
        sizes: Sequence[int | None] | None = None,
        *,
        duplicates: Duplicates = "keep",
    ) -> SparseProduct:
        """The product of entries ``(i1[t], i2[t], io[t], scale[t])``, in any order.

        Indices count from 0; None stands for 0, 1, 2, .... `sizes` are the numbers of rows (M1, M2, Mo), or None for
        M1 and M2, which then are the operands'; Mo can be left out only where `io` is. Entries with the same indices
        are added up: as they are ("keep"), as one entry with the sum of their scales, which stands where the first
        of them did ("merge"), or not at all ("error").

        Raises UsageError, naming entry and value, where indices are no integers or out of range, and where lengths
        differ.
        """
        whole = as_sizes(sizes, _SIZES, "sizes")
        if io is not None and whole[2] is None:
            raise usage_error(
                "sizes lack Mo, the number of rows of the result, which io alone doesn't tell: the last rows may be "
                "empty\n  fix: give sizes=(M1, M2, Mo)"
            )
        return _made(of_columns({"i1": i1, "i2": i2, "io": io}, scale, whole, "scale"), duplicates)

    @staticmethod
    def from_info(
        info: object = None,
        *,
        scale: npt.ArrayLike | None = None,
        index1: npt.ArrayLike | None = None,
        index2: npt.ArrayLike | None = None,
        seg_out: npt.ArrayLike | None = None,
        gather_index: npt.ArrayLike | None = None,
        index_out: npt.ArrayLike | None = None,
        out_size: int | None = None,
        sizes: Sequence[int | None] | None = None,
        duplicates: Duplicates = "keep",
    ) -> SparseProduct:
        """The product of EquiTorch's ``SparseProductInfo``: an object with these fields, or the fields themselves.

        Entry t is ``(index1[t], index2[t], scale[t])``, None stands for t, t and 1. Segment M has the entries
        ``seg_out[M]`` up to ``seg_out[M + 1]``, of `gather_index` where that is given; without `seg_out`, each entry
        is a segment. It goes to row ``index_out[M]`` of `out_size`, else to row M. `sizes` are (M1, M2, Mo), of which
        all can be left out.

        Raises UsageError, naming field, element and value, where they contradict each other, drop entries, or leave
        out what they need.
        """
        given = {"scale": scale, "index1": index1, "index2": index2, "seg_out": seg_out}
        given |= {"gather_index": gather_index, "index_out": index_out, "out_size": out_size}
        indices = {"index1": "i1", "index2": "i2"}
        fields = info_fields(info, given)
        return _made(of_info(fields, indices, "io", as_sizes(sizes, _SIZES, "sizes")), duplicates)

    @staticmethod
    def from_sparse(array: Any, *, duplicates: Duplicates = "keep") -> SparseProduct:
        """The product whose scales are a sparse array of shape (M1, M2, Mo): SciPy's, JAX's (BCOO) or torch's.

        Padding of a BCOO, which is out of range, is left out; a program's own scale has a number for it nevertheless.
        """
        return _made(of_sparse(array, _DIMENSIONS, "SparseProduct.from_dense"), duplicates)

    @staticmethod
    def from_dense(array: npt.ArrayLike) -> SparseProduct:
        """The product whose scales are the elements of an array of shape (M1, M2, Mo) that aren't 0."""
        return _made(of_dense(array, _DIMENSIONS), "keep")

    def __len__(self) -> int:
        """The number of entries."""
        return len(self.io)

    def __repr__(self) -> str:
        sizes = ", ".join("?" if size is None else str(size) for size in self.sizes)
        return f"<sparse product of {len(self)} entries, sizes ({sizes}){'' if self.scale is None else ', scaled'}>"

    @cached_property
    def bwd1(self) -> SparseProduct:
        """The entries of the gradient of the first operand: (i2, io, i1), sorted by i1."""
        return self._turned(self.i2, self.io, self.i1, (self.sizes[1], self.sizes[2], self.sizes[0]))

    @cached_property
    def bwd2(self) -> SparseProduct:
        """The entries of the gradient of the second operand: (io, i1, i2), sorted by i2."""
        return self._turned(self.io, self.i1, self.i2, (self.sizes[2], self.sizes[0], self.sizes[1]))

    def _turned(
        self, i1: Indices, i2: Indices, io: Indices, sizes: tuple[int | None, int | None, int | None]
    ) -> SparseProduct:
        if sizes[2] is None:
            raise usage_error("M1 and M2 are the operands' to say\n  fix: give sizes=(M1, M2, Mo) in full")
        whole = (sizes[0], sizes[1], sizes[2])
        return _sorted({"i1": i1, "i2": i2, "io": io}, self.scale, whole, self.order, self.given)


def _made(given: Given, duplicates: Duplicates) -> SparseProduct:
    columns, scale = merged(given.columns, given.numbers, duplicates)
    order, count = given.order, given.count
    if duplicates == "merge":
        order, count = np.arange(len(columns["io"])), len(columns["io"])
    m1, m2, mo = given.sizes
    return _sorted(columns, scale, (m1, m2, given.count if mo is None else mo), order, count)


def _sorted(
    columns: dict[str, Indices],
    scale: Numbers | None,
    sizes: tuple[int | None, int | None, int],
    order: Indices,
    given: int,
) -> SparseProduct:
    by_row = np.argsort(columns["io"], kind="stable")
    i1, i2, io = (frozen(columns[name][by_row]) for name in _DIMENSIONS)
    scale = None if scale is None else frozen(scale[by_row])
    return SparseProduct(i1, i2, io, scale, sizes, frozen(order[by_row]), given)
