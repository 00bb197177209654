"""All that is said of sparse products, matrices and segments that don't fit: what is wrong, and what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.sparse import SparseMatrix, SparseProduct

ENTRIES = SparseProduct.from_entries([0, 2], [1, 0], [0, 1], [0.5, 2], sizes=(3, 2, 4))
MATRIX = SparseMatrix.from_entries([0, 1], [1, 2], [0.5, 2.0], (4, 3))
OPEN = SparseMatrix.from_entries([0, 1], [1, 2], shape=(4, None))
X, Y = "5x3x7xf64", "5x2x7xf64"
S = hl.sparse


def built(*types: str) -> Callable[[Callable[..., Any]], Callable[[], Any]]:
    return lambda build: lambda: hl.function(*types, name="main")(build)


def info(**fields: Any) -> Any:
    return SimpleNamespace(**{"scale": None, "index": [0], "seg_out": None, "out_size": None, **fields})


def bcoo(**fields: Any) -> Any:
    given = {"indices": np.array([[0, 1]]), "data": [1.0], "shape": (4, 3), "n_batch": 0, "n_dense": 0}
    return SimpleNamespace(**given | fields)


class Broken:
    """Like SciPy's, but for what it gives."""

    def tocoo(self) -> Any:
        raise ValueError("nothing there")

    def __repr__(self) -> str:
        return "broken"


SAID: dict[str, Callable[[], Any]] = {
    "rows is a tensor of the program, and entries are known when the program is built\n"
    "  fix: give a NumPy array; for indices that are arguments there are x.at[...] and hl.sparse.segment_sum": built(
        "5xi32"
    )(lambda i: SparseMatrix.from_entries(i, [1], shape=(4, 3))),
    "values is a tensor of the program, and entries are known when the program is built\n"
    "  fix: give it to the products, which take values=": built("5xf32")(
        lambda v: SparseMatrix.from_entries([0], [1], v, (4, 3))
    ),
    "cols[2] is 1.5: cols has elements of float32, and indices are integers\n"
    "  fix: convert them where you know that nothing is lost: .astype(np.int64)": lambda: SparseMatrix.from_entries(
        [0, 1, 3], np.float32([1, 2, 1.5]), shape=(4, 3)
    ),
    "io[1] is 18446744073709551615, which is out of range": lambda: SparseProduct.from_entries(
        [0, 1], [0, 1], np.array([3, 2**64 - 1], np.uint64), sizes=(3, 3, 9)
    ),
    "rows[1] is 7, which is out of range: there are 4 rows, counted from 0 (2 entries are wrong)": lambda: (
        SparseMatrix.from_entries([0, 7, 2, -1], [0] * 4, shape=(4, 3))
    ),
    "rows[1] is -7, which is negative (3 entries are wrong)": lambda: SparseMatrix.from_entries(
        [0, -7, 4, -1], [0] * 4, shape=(4, 3)
    ),
    "indices[0] is 0, which is out of range: there are none": lambda: SparseMatrix.from_csr(
        [0, 0, 1], [0], shape=(2, 0)
    ),
    "every entry has one of each, but rows has 3, cols has 2, values has 4\n"
    "  fix: give lists of equal length": lambda: SparseMatrix.from_entries([0] * 3, [0] * 2, [1.0] * 4, (4, 3)),
    "indptr[0] is 2, so that entries before it are in no segment\n  fix: segments start at 0": lambda: (
        SparseMatrix.from_csr([2, 3], [0, 1, 2])
    ),
    "indptr is empty, but has one element more than there are segments: its last is their end": lambda: (
        SparseMatrix.from_csr([], [0])
    ),
    "entries 1 and 3 have the same indices (rows 2, cols 1)\n"
    "  fix: duplicates='merge' adds them up, and 'keep' leaves that to the program": lambda: SparseMatrix.from_entries(
        [0, 2, 1, 2], [0, 1, 2, 1], shape=(4, 3), duplicates="error"
    ),
    "shape lacks R, the number of rows, which rows alone doesn't tell: the last may be empty\n"
    "  fix: give shape=(R, C)": lambda: SparseMatrix.from_entries([0], [0], shape=(None, 3)),
    "sizes lack Mo, the number of rows of the result, which io alone doesn't tell: the last rows may be empty\n"
    "  fix: give sizes=(M1, M2, Mo)": lambda: SparseProduct.from_entries([0], [0], [0], sizes=(3, 3, None)),
    "M1 and M2 are the operands' to say\n  fix: give sizes=(M1, M2, Mo) in full": lambda: (
        SparseProduct.from_entries([0], [0], [0], sizes=(None, 3, 4)).bwd1
    ),
    "<sparse 4 x ? matrix of 2 entries> lacks C, the number of columns\n"
    "  fix: give shape=(R, C) in full": OPEN.to_dense,
    # EquiTorch's Infos, and other libraries' arrays
    "an Info is given, and index too\n  fix: leave one of them out": lambda: SparseMatrix.from_info(info(), index=[0]),
    "int 5 is no Info, which has scale, index, seg_out, out_size\n  fix: fields are given by name": lambda: (
        SparseMatrix.from_info(5)
    ),
    "the Info has index1, and one with scale, index, seg_out, out_size is wanted\n"
    "  fix: hl.sparse.SparseProduct is for SparseProductInfo, hl.sparse.SparseMatrix for SparseScaleInfo": lambda: (
        SparseMatrix.from_info(info(index1=[0]))
    ),
    "index_out is given without out_size, and the last rows may be empty\n  fix: give out_size": lambda: (
        SparseProduct.from_info(index1=[0], index_out=[2])
    ),
    "index_out[0] and index_out[2] are both 4: whether row 4 has the sum of both or only one differs between "
    "EquiTorch's devices\n  fix: make them one segment; from_entries adds up": lambda: SparseProduct.from_info(
        index1=[0, 1, 2], index_out=[4, 3, 4], out_size=5
    ),
    "an Info without seg_out, indices and scale says nothing of how many entries there are": lambda: (
        SparseProduct.from_info(out_size=5)
    ),
    "index2, which isn't given and so is the entry itself,[2] is 2, which is out of range: there are 2 rows, counted "
    "from 0": lambda: SparseProduct.from_info(index1=[0, 1, 2], sizes=(3, 2, 3)),
    "out_size is 5, but there are 2 segments, and no index_out that says which rows they are": lambda: (
        SparseProduct.from_info(index1=[0, 1, 2], seg_out=[0, 1, 3], out_size=5)
    ),
    "rows has 3 rows by out_size or seg_out, but 4 are said": lambda: SparseMatrix.from_info(
        index=[0, 1, 2], out_size=3, shape=(4, 5)
    ),
    "indptr has 3 elements, for 2 rows, but shape says 4": lambda: SparseMatrix.from_csr(
        [0, 1, 2], [0, 1], shape=(4, 3)
    ),
    "a sparse array is one of scipy.sparse, jax.experimental.sparse or torch, not str 'x'": lambda: (
        SparseMatrix.from_sparse("x")
    ),
    "the array has 1 batch and 2 dense dimensions, and entries have none": lambda: SparseMatrix.from_sparse(
        bcoo(n_batch=1, n_dense=2)
    ),
    "a sparse array of rank 3 is wanted (i1, i2, io), not of shape (4, 3)": lambda: SparseProduct.from_sparse(bcoo()),
    "an array of rank 2 is wanted (rows, cols), not of shape (4, 3, 2)": lambda: SparseMatrix.from_dense(
        np.zeros((4, 3, 2))
    ),
    "Broken broken doesn't give its entries: nothing there": lambda: SparseMatrix.from_sparse(Broken()),
    # operands
    "hl.sparse.outer takes a product first, not int 3\n"
    "  fix: make one: hl.sparse.SparseProduct.from_entries(i1, i2, io, scale, sizes=(M1, M2, Mo))": built(X, Y)(
        lambda x, y: S.outer(3, x, y)
    ),
    "hl.sparse.spmm takes a matrix first, not int 3\n"
    "  fix: make one: hl.sparse.SparseMatrix.from_entries(rows, cols, values, shape=(R, C))": built(X)(
        lambda x: S.spmm(3, x)
    ),
    "y of hl.sparse.mul is N x M2 x C, of rank 3, but tensor<2x7xf64> is given\n"
    "  fix: if all of N share it, say shared2=True": built(X, "2x7xf64")(lambda x, y: S.mul(ENTRIES, x, y)),
    "x of hl.sparse.mul is M1 x C, of rank 2, but tensor<5x3x7xf64> is given\n"
    "  fix: if it has N, leave out shared1=True": built(X, Y)(lambda x, y: S.mul(ENTRIES, x, y, shared1=True)),
    "y has 4 rows (tensor<5x4x7xf64>), but the product is made for 2": built(X, "5x4x7xf64")(
        lambda x, y: S.mul(ENTRIES, x, y)
    ),
    "hl.sparse.vecmat is a,ab->b of rows, but a is 7 in x (tensor<5x3x7xf64>) and 6 in y (tensor<5x2x6x4xf64>)": built(
        X, "5x2x6x4xf64"
    )(lambda x, y: S.vecmat(ENTRIES, x, y)),
    "products are of one element type, but x is tensor<5x3x7xf64>, y is tensor<5x2x7xf32>\n"
    "  fix: convert: hl.convert(x, ...)": built(X, "5x2x7xf32")(lambda x, y: S.mul(ENTRIES, x, y)),
    "scale has one number for each of 2 entries, but tensor<3xf64> is given": built(X, Y, "3xf64")(
        lambda x, y, s: S.mul(ENTRIES, x, y, scale=s)
    ),
    "the product's scale[0] is 0.5, and i32, which the operands are of, can't hold that": built(
        "5x3x7xi32", "5x2x7xi32"
    )(lambda x, y: S.mul(ENTRIES, x, y)),
    "hl.sparse.mul of shared operands alone is the same for all of N, whose size nothing tells\n"
    "  fix: say n=, the size of N": built("3x7xf64", "2x7xf64")(
        lambda x, y: S.mul(ENTRIES, x, y, shared1=True, shared2=True)
    ),
    "N differs: n says 4, x says 5, y says 5": built(X, Y)(lambda x, y: S.mul(ENTRIES, x, y, n=4)),
    "x of hl.sparse.scale is N x C x .., but tensor<3xf64> is given\n"
    "  fix: hl.sparse.spmv takes a vector; if all of N share it, say shared=True": built("3xf64")(
        lambda x: S.scale(MATRIX, x)
    ),
    "x of hl.sparse.scale is C x .., as it is shared, but tensor<f64> is given": built("f64")(
        lambda x: S.scale(MATRIX, x, shared=True, n=2)
    ),
    "b of hl.sparse.sddmm is C x K, of rank 2, but tensor<3xf64> is given\n"
    "  fix: hl.sparse.spmv is for vectors, spmm for matrices, and scale for any number of dimensions": built(
        "4x2xf64", "3xf64"
    )(lambda a, b: S.sddmm(MATRIX, a, b)),
    "K differs: a of hl.sparse.sddmm is tensor<4x2xf64>, b is tensor<3x5xf64>": built("4x2xf64", "3x5xf64")(
        lambda a, b: S.sddmm(MATRIX, a, b)
    ),
    "b has 4 rows (tensor<4x2xf64>), but <sparse 4 x 3 matrix of 2 entries with values> has 3 cols": built(
        "4x2xf64", "4x2xf64"
    )(lambda a, b: S.sddmm(MATRIX, a, b)),
    "values are given, and scaled=False, which leaves them out\n  fix: say one of both": built("4x2xf64", "3x2xf64")(
        lambda a, b: S.sddmm(MATRIX, a, b, values=np.ones(2), scaled=False)
    ),
    "cols[1] is 2, which is out of range: there are 2 rows of x, counted from 0": built("2xf64")(
        lambda x: S.spmv(OPEN, x)
    ),
    "lowering is one of 'auto', 'scatter', 'blocked', 'unrolled', 'dense', 'segment', not str 'fast'": built("3xf64")(
        lambda x: S.spmv(MATRIX, x, lowering="fast")
    ),
    # segments
    "segment_mean isn't defined for data of tensor<4xi32>\n  fix: convert it: hl.convert(data, 'f32')": built(
        "4xi32", "4xi32"
    )(lambda x, i: S.segment_mean(x, i, 3)),
    "segment_softmax isn't defined for data of tensor<4xcomplex<f32>>": built("4xcomplex<f32>", "4xi32")(
        lambda x, i: S.segment_softmax(x, i, 3)
    ),
    "reduce is one of 'sum', 'mean', 'prod', 'min', 'max', not str 'add'": built("4xf32")(
        lambda x: S.segment_csr(x, [0, 4], "add")
    ),
    "segment_csr takes rows of a static shape, but src is tensor<?xf32>": built("?xf32")(
        lambda x: S.segment_csr(x, [0, 4])
    ),
    "indptr is a list with one element more than there are segments, not tensor<2x2xi32>": built("4xf32", "2x2xi32")(
        S.segment_csr
    ),
    "indptr[2] is 1, less than indptr[1], which is 3": built("4xf32")(lambda x: S.segment_csr(x, [0, 3, 1, 4])),
    "indptr[1], the last, is 3, but there are 4 rows of src": built("4xf32")(lambda x: S.segment_csr(x, [0, 3])),
    "segment_softmax needs to know num_segments and the sizes of a row, but all segments are tensor<3x?xf32>\n"
    "  fix: give num_segments as a number, the most that there may be; empty segments change nothing": built(
        "4x?xf32", "4xi32"
    )(lambda x, i: S.segment_softmax(x, i, 3)),
}


@pytest.mark.parametrize("said", SAID, ids=lambda said: said[:60])
def test_what_is_said(said: str) -> None:
    with pytest.raises(hl.UsageError) as caught:
        SAID[said]()
    told, count = re.subn(rf"\n  where: {re.escape(__file__)}:\d+(:\d+)?$", "", str(caught.value), flags=re.M)
    assert (told, count) == (said, 1)
