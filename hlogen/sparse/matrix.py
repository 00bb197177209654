"""SparseMatrix, and what it is multiplied with: scale, spmv, spmm and sddmm.

Each is one form over the matrix's entries, as the products are: ``z[rows[t]] += values[t] * x[cols[t]]``, and for
sddmm ``z[t] = values[t] * <a[rows[t]], b[cols[t]]>``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.builder.emit import boolean, described
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope, usage_error
from hlogen.door import public
from hlogen.forking import cached_property
from hlogen.sparse.checks import (
    Duplicates,
    Numbers,
    agreed_batch,
    as_operands,
    as_size,
    as_sizes,
    check_coefficients,
    check_range,
    frozen,
    merged,
)
from hlogen.sparse.composite import emit_product
from hlogen.sparse.form import Factor, Form, Indices, letters_beside
from hlogen.sparse.forms import Given, info_fields, of_columns, of_csr, of_dense, of_info, of_sparse
from hlogen.sparse.lowerings import LoweringName, checked, checked_name

_DIMENSIONS = ("rows", "cols")


@public
@dataclass(frozen=True, eq=False, repr=False)
class SparseMatrix:
    """A matrix by its entries: ``matrix[rows[t], cols[t]] += values[t]``.

    Made by `from_entries` and its kin, which check it and sort the entries by row. `values` is None where all are 1.
    `shape` is (R, C); C is None where it is the operand's to say. A program's own values are `given` numbers, in the
    order that entries were given in, of which entry t has number `order[t]`.
    """

    rows: Indices
    cols: Indices
    values: Numbers | None
    shape: tuple[int, int | None]
    order: Indices
    given: int

    @staticmethod
    def from_entries(
        rows: npt.ArrayLike | None,
        cols: npt.ArrayLike | None,
        values: npt.ArrayLike | None = None,
        shape: Sequence[int | None] | None = None,
        *,
        duplicates: Duplicates = "keep",
    ) -> SparseMatrix:
        """The matrix of entries ``(rows[t], cols[t], values[t])``, in any order.

        Indices count from 0; None stands for 0, 1, 2, ...: with `cols` None, `rows` are the segments that a vector's
        elements belong to. `shape` is (R, C), where C may be None, and R only if `rows` is. Entries in the same place
        are added up: as they are ("keep"), as one entry with the sum of their values, which stands where the first of
        them did ("merge"), or not at all ("error").

        Raises UsageError, naming entry and value, where indices are no integers or out of range, and where lengths
        differ.
        """
        whole = as_sizes(shape, ("R", "C"), "shape")
        if rows is not None and whole[0] is None:
            raise usage_error(
                "shape lacks R, the number of rows, which rows alone doesn't tell: the last may be empty\n"
                "  fix: give shape=(R, C)"
            )
        return _made(of_columns({"rows": rows, "cols": cols}, values, whole, "values"), duplicates)

    @staticmethod
    def from_info(
        info: object = None,
        *,
        scale: npt.ArrayLike | None = None,
        index: npt.ArrayLike | None = None,
        seg_out: npt.ArrayLike | None = None,
        out_size: int | None = None,
        shape: Sequence[int | None] | None = None,
        duplicates: Duplicates = "keep",
    ) -> SparseMatrix:
        """The matrix of EquiTorch's ``SparseScaleInfo``: an object with these fields, or the fields themselves.

        Entry t has value ``scale[t]`` (None: 1) in column ``index[t]`` (None: t), and in row r if it is from
        ``seg_out[r]`` up to ``seg_out[r + 1]`` (None: r is t). `shape` is (R, C), of which both can be left out.

        Raises UsageError, naming field, element and value, where they contradict each other.
        """
        given = {"scale": scale, "index": index, "seg_out": seg_out, "out_size": out_size}
        fields = info_fields(info, given)
        rows, cols = as_sizes(shape, ("R", "C"), "shape")
        return _made(of_info(fields, {"index": "cols"}, "rows", (cols, rows)), duplicates)

    @staticmethod
    def from_csr(
        indptr: npt.ArrayLike,
        indices: npt.ArrayLike | None = None,
        values: npt.ArrayLike | None = None,
        shape: Sequence[int | None] | None = None,
        *,
        duplicates: Duplicates = "keep",
    ) -> SparseMatrix:
        """The matrix whose row r has the entries ``indptr[r]`` up to ``indptr[r + 1]``, in the columns `indices`.

        Without `indices`, entry t is in column t, as segments are of a vector's elements. `shape` is (R, C), of which
        both can be left out.
        """
        sizes = as_sizes(shape, ("R", "C"), "shape")
        return _made(of_csr(indptr, indices, values, sizes), duplicates)

    @staticmethod
    def from_sparse(array: Any, *, duplicates: Duplicates = "keep") -> SparseMatrix:
        """A sparse matrix of SciPy (in any format), JAX (BCOO or BCSR) or torch (in any layout).

        Padding of a BCOO, which is out of range, is left out; a program's own values have a number for it nevertheless.
        """
        return _made(of_sparse(array, _DIMENSIONS, "SparseMatrix.from_dense"), duplicates)

    @staticmethod
    def from_dense(array: npt.ArrayLike) -> SparseMatrix:
        """The elements of a matrix that aren't 0."""
        return _made(of_dense(array, _DIMENSIONS), "keep")

    def to_dense(self) -> Numbers:
        """The matrix as an array of NumPy, with the values that it was made with."""
        rows, cols = self.shape
        if cols is None:
            raise usage_error(f"{self!r} lacks C, the number of columns\n  fix: give shape=(R, C) in full")
        values = np.ones(len(self), np.int64) if self.values is None else self.values
        dense = np.zeros((rows, cols), values.dtype)
        np.add.at(dense, (self.rows, self.cols), values)
        return dense

    @cached_property
    def T(self) -> SparseMatrix:
        """The transpose. A program's values for it are in the same order."""
        if self.shape[1] is None:
            raise usage_error(f"{self!r} lacks C, the number of columns\n  fix: give shape=(R, C) in full")
        return _sorted(self.cols, self.rows, self.values, (self.shape[1], self.shape[0]), self.order, self.given)

    def __len__(self) -> int:
        """The number of entries."""
        return len(self.rows)

    def __repr__(self) -> str:
        rows, cols = ("?" if size is None else size for size in self.shape)
        return f"<sparse {rows} x {cols} matrix of {len(self)} entries{'' if self.values is None else ' with values'}>"


@public
def scale(
    matrix: SparseMatrix,
    x: TensorLike,
    *,
    values: TensorLike | None = None,
    shared: bool = False,
    out_accumulated: bool = False,
    n: int | None = None,
    lowering: LoweringName = "auto",
) -> Tensor:
    """Rows of x, times the matrix's values, added up: ``z[n, rows[t], ..] += values[t] * x[n, cols[t], ..]``.

    `x` is N x C x any dimensions or none, without N where it is `shared`; the result is N x R x the same dimensions,
    without N where it is `out_accumulated`: summed over N. Where neither has it, `n` says N. Rows without entries
    are 0.

    `values` take the place of the matrix's: one number per entry, in the order that the entries were given in; they
    have a derivative. `lowering` is how it is computed, as in `hlogen.sparse.mul`.

    Raises UsageError where shapes don't fit the matrix.
    """
    require_scope("hl.sparse.scale")
    (operand,), numbers = _operands("scale", matrix, values, lowering, x=x)
    batched = not boolean(shared, "shared")
    is_kept = not boolean(out_accumulated, "out_accumulated")
    if operand.rank < batched + 1:
        words = "N x C x .." if batched else "C x .., as it is shared"
        fix = "\n  fix: hl.sparse.spmv takes a vector; if all of N share it, say shared=True" if batched else ""
        raise usage_error(f"x of hl.sparse.scale is {words}, but {operand.type} is given{fix}")
    channels = "".join(islice(letters_beside(""), operand.rank - batched - 1))
    first = _factor(matrix, "cols", "x", operand, channels, batched)
    batch = agreed_batch({"x": operand.type.static_shape[0]} if batched else {}, n, "scale")
    return _emitted("scale", matrix, [first], (operand,), numbers, (channels, is_kept), batch, lowering)


@public
def spmv(
    matrix: SparseMatrix, x: TensorLike, *, values: TensorLike | None = None, lowering: LoweringName = "auto"
) -> Tensor:
    """The matrix times a vector: `x` has C elements, the result R. `values` and `lowering` are `hlogen.sparse.scale`'s.

    Raises UsageError where shapes don't fit the matrix.
    """
    require_scope("hl.sparse.spmv")
    (operand,), numbers = _operands("spmv", matrix, values, lowering, x=x)
    _check_rank("spmv", "x", operand, "a vector of C elements", 1)
    first = _factor(matrix, "cols", "x", operand, "", False)
    return _emitted("spmv", matrix, [first], (operand,), numbers, ("", False), 1, lowering)


@public
def spmm(
    matrix: SparseMatrix, x: TensorLike, *, values: TensorLike | None = None, lowering: LoweringName = "auto"
) -> Tensor:
    """The matrix times a matrix: `x` is C x K, the result R x K. `values` and `lowering` are `hlogen.sparse.scale`'s.

    Raises UsageError where shapes don't fit the matrix.
    """
    require_scope("hl.sparse.spmm")
    (operand,), numbers = _operands("spmm", matrix, values, lowering, x=x)
    _check_rank("spmm", "x", operand, "C x K", 2)
    first = _factor(matrix, "cols", "x", operand, "a", False)
    return _emitted("spmm", matrix, [first], (operand,), numbers, ("a", False), 1, lowering)


@public
def sddmm(
    matrix: SparseMatrix,
    a: TensorLike,
    b: TensorLike,
    *,
    values: TensorLike | None = None,
    scaled: bool = True,
    lowering: LoweringName = "auto",
) -> Tensor:
    """The elements of ``a @ b.T`` at the matrix's entries, times its values: ``values[t] * <a[rows[t]], b[cols[t]]>``.

    `a` is R x K, `b` is C x K; the result has one number per entry, in the order that the entries were given in, so
    that it goes in again as the `values` of a product. Where not `scaled`, the matrix's values are left out. `values`
    and `lowering` are `hlogen.sparse.scale`'s.

    Raises UsageError where shapes don't fit the matrix.
    """
    require_scope("hl.sparse.sddmm")
    (left, right), numbers = _operands("sddmm", matrix, values, lowering, a=a, b=b)
    _check_rank("sddmm", "a", left, "R x K", 2)
    _check_rank("sddmm", "b", right, "C x K", 2)
    if left.shape[1] != right.shape[1]:
        raise usage_error(f"K differs: a of hl.sparse.sddmm is {left.type}, b is {right.type}")
    factors = [
        _factor(matrix, "rows", "a", left, "a", False),
        _factor(matrix, "cols", "b", right, "a", False),
    ]
    if not boolean(scaled, "scaled"):
        if numbers is not None:
            raise usage_error("values are given, and scaled=False, which leaves them out\n  fix: say one of both")
        matrix = SparseMatrix(matrix.rows, matrix.cols, None, matrix.shape, matrix.order, matrix.given)
    return _emitted("sddmm", matrix, factors, (left, right), numbers, None, 1, lowering)


def _operands(
    name: str, matrix: SparseMatrix, values: TensorLike | None, lowering: LoweringName, **given: TensorLike
) -> tuple[list[Tensor], Tensor | None]:
    """The operands, and the program's own values, checked but for the operands' shapes."""
    if not isinstance(matrix, SparseMatrix):
        raise usage_error(
            f"hl.sparse.{name} takes a matrix first, not {described(matrix)}\n"
            "  fix: make one: hl.sparse.SparseMatrix.from_entries(rows, cols, values, shape=(R, C))"
        )
    checked_name(lowering)
    if values is None:
        return as_operands(**given), None
    *tensors, numbers = as_operands(**given, values=values)
    if numbers.shape != (matrix.given,):
        raise usage_error(f"values are one number for each of {matrix.given} entries, but {numbers.type} is given")
    return tensors, numbers


def _check_rank(name: str, word: str, operand: Tensor, shape: str, rank: int) -> None:
    if operand.rank != rank:
        raise usage_error(
            f"{word} of hl.sparse.{name} is {shape}, of rank {rank}, but {operand.type} is given\n"
            "  fix: hl.sparse.spmv is for vectors, spmm for matrices, and scale for any number of dimensions"
        )


def _factor(matrix: SparseMatrix, side: str, word: str, operand: Tensor, letters: str, is_batched: bool) -> Factor:
    """The factor of an operand with a row for each of the matrix's rows or columns."""
    index = matrix.rows if side == "rows" else matrix.cols
    known = matrix.shape[0] if side == "rows" else matrix.shape[1]
    size = operand.type.static_shape[is_batched]
    as_size(size, f"the number of rows of {word}")
    if known is None:
        check_range(index, size, side, f"rows of {word}", matrix.order)
    elif size != known:
        raise usage_error(f"{word} has {size} rows ({operand.type}), but {matrix!r} has {known} {side}")
    return Factor(index, size, letters, is_batched)


def _emitted(
    name: str,
    matrix: SparseMatrix,
    factors: list[Factor],
    operands: Sequence[Tensor],
    values: Tensor | None,
    rows: tuple[str, bool] | None,
    batch: int,
    lowering: LoweringName,
) -> Tensor:
    """The product whose result has the letters of `rows`, and maybe N; with `rows` None, a number for each entry."""
    tensors, coefficients = list(operands), matrix.values
    entries = Factor(matrix.order, matrix.given, "", False)
    if values is not None:
        factors, tensors, coefficients = [*factors, entries], [*tensors, values], None
    check_coefficients(coefficients, operands[0].element_type, "the matrix's values", matrix.order)
    result = entries if rows is None else Factor(matrix.rows, matrix.shape[0], *rows)
    form = Form(name, (*factors, result), batch, coefficients, lowering)
    return emit_product(checked(form), tensors)


def _made(given: Given, duplicates: Duplicates) -> SparseMatrix:
    columns, values = merged(given.columns, given.numbers, duplicates)
    order, count = given.order, given.count
    if duplicates == "merge":
        order, count = np.arange(len(columns["rows"])), len(columns["rows"])
    sizes = dict(zip(given.columns, given.sizes, strict=True))
    rows = given.count if sizes["rows"] is None else sizes["rows"]
    return _sorted(columns["rows"], columns["cols"], values, (rows, sizes["cols"]), order, count)


def _sorted(
    rows: Indices,
    cols: Indices,
    values: Numbers | None,
    shape: tuple[int, int | None],
    order: Indices,
    given: int,
) -> SparseMatrix:
    by_row = np.argsort(rows, kind="stable")
    values = None if values is None else frozen(values[by_row])
    return SparseMatrix(frozen(rows[by_row]), frozen(cols[by_row]), values, shape, frozen(order[by_row]), given)
