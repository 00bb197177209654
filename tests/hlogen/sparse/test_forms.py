"""Entries in other libraries' forms: EquiTorch's Info and its bugs, CSR, and sparse arrays of SciPy, JAX and torch."""

from __future__ import annotations

import itertools
from collections import namedtuple
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import hlogen as hl
import interpreter
from hlogen.sparse import SparseMatrix, SparseProduct

Array = npt.NDArray[Any]
ProductInfo = namedtuple("ProductInfo", "scale index1 index2 seg_out gather_index index_out out_size")


def info_formula(x: Array, y: Array, out_size: int, info: Mapping[str, Any]) -> Array:
    """z[n, index_out[M]] = sum over segment M of s_t x[n, index1[t]] y[n, index2[t]], as EquiTorch's text has it."""

    def term(t: int) -> Array:
        s = 1.0 if info["scale"] is None else info["scale"][t]
        i = t if info["index1"] is None else info["index1"][t]
        j = t if info["index2"] is None else info["index2"][t]
        return np.asarray(s * x[:, i] * y[:, j])

    z = np.zeros((x.shape[0], out_size, x.shape[2]))
    seg_out, gather_index = info["seg_out"], info["gather_index"]
    if seg_out is None:
        lists = (info["scale"], info["index1"], info["index2"])
        sums = [term(t) for t in range(next(len(one) for one in lists if one is not None))]
    else:
        sums = []
        for first, last in itertools.pairwise(seg_out):
            entries = [k if gather_index is None else gather_index[k] for k in range(first, last)]
            sums.append(sum((term(t) for t in entries), np.zeros_like(z[:, 0])))
    for place, value in enumerate(sums):
        z[:, place if info["index_out"] is None else info["index_out"][place]] = value
    return z


def drawn_info(rng: np.random.Generator, fields: str) -> tuple[dict[str, Any], int]:
    """An Info with the `fields` that are named, and its number of rows of the result."""
    count = 6
    info: dict[str, Any] = dict.fromkeys(ProductInfo._fields)
    info["index1"] = rng.integers(0, 6, count)
    if "index2" in fields:
        info["index2"] = rng.integers(0, 6, count)
    if "scale" in fields:
        info["scale"] = rng.normal(size=count)
    segments = count
    if "seg_out" in fields:
        segments = 5
        elements = 8 if "gather_index" in fields else count
        inner = np.sort(rng.integers(0, elements + 1, segments - 1))  # the first and the last segment may be empty
        info["seg_out"] = np.array([0, *inner, elements])
        if "gather_index" in fields:
            info["gather_index"] = rng.integers(0, count, elements)
    size = segments
    if "index_out" in fields:
        size = 9
        info["index_out"] = rng.permutation(size)[:segments]
        info["out_size"] = size
    return info, size


@pytest.mark.share(3)
@pytest.mark.parametrize("scale", ["", "scale"])
@pytest.mark.parametrize("index2", ["", "index2"])
@pytest.mark.parametrize("segments", ["", "seg_out", "seg_out gather_index"])
@pytest.mark.parametrize("index_out", ["", "index_out"])
def test_every_info_means_what_its_text_says(scale: str, index2: str, segments: str, index_out: str) -> None:
    rng = np.random.default_rng(len(scale + index2 + segments + index_out))
    x, y = rng.normal(size=(2, 6, 3)), rng.normal(size=(2, 6, 3))
    for _ in range(4):
        info, size = drawn_info(rng, f"{scale} {index2} {segments} {index_out}")
        expected = info_formula(x, y, size, info)
        own = rng.normal(size=6)
        expected_own = info_formula(x, y, size, {**info, "scale": own})
        for product in (
            SparseProduct.from_info(**info),
            SparseProduct.from_info(ProductInfo(**info)),
            SparseProduct.from_info(SimpleNamespace(**info), sizes=(6, None, size)),
        ):

            @hl.function("2x6x3xf64", "2x6x3xf64", "6xf64")
            def main(x, y, s, product=product):
                return hl.sparse.mul(product, x, y), hl.sparse.mul(product, x, y, scale=s)

            given, with_own = interpreter.run(main, x, y, own)
            np.testing.assert_allclose(given, expected, rtol=1e-12, atol=1e-12)
            np.testing.assert_allclose(with_own, expected_own, rtol=1e-12, atol=1e-12)


def test_an_info_of_segments_alone() -> None:
    product = SparseProduct.from_info(seg_out=[0, 2, 2, 3])
    assert (product.i1.tolist(), product.i2.tolist(), product.io.tolist()) == ([0, 1, 2], [0, 1, 2], [0, 0, 2])
    gathered = SparseProduct.from_info(seg_out=[0, 2, 2, 3], gather_index=[4, 1, 1])
    assert (gathered.i1.tolist(), gathered.io.tolist(), gathered.given) == ([1, 4, 1], [0, 0, 2], 5)
    assert SparseProduct.from_info(seg_out=[0, 3], gather_index=[4, 1, 1], sizes=(7, None, 1)).given == 7


def test_merged_entries_of_an_info_stand_as_they_were_given() -> None:
    """A program's own scale has their order, not that of gather_index."""
    fields: dict[str, Any] = {"index1": [0, 1, 2], "index2": [0, 0, 0], "seg_out": [0, 2, 3], "gather_index": [2, 0, 1]}
    products = [SparseProduct.from_info(**fields, duplicates=way) for way in ("keep", "merge", "error")]

    @hl.function("1x3x1xf64", "1x1x1xf64", "3xf64")
    def main(x, y, scale):
        return tuple(hl.sparse.mul(product, x, y, scale=scale) for product in products)

    x = np.array([[[1.0], [10.0], [100.0]]])
    for result in interpreter.run(main, x, np.ones((1, 1, 1)), np.array([1.0, 2.0, 3.0])):
        assert result.ravel().tolist() == [301, 20]


def test_no_entries_in_an_info() -> None:
    for info in ({"index1": []}, {"index1": [], "seg_out": [0]}, {"seg_out": [0, 0, 0]}):
        assert len(SparseProduct.from_info(**info)) == 0
    assert SparseProduct.from_info(index1=[], seg_out=[0, 0, 0]).sizes == (None, None, 2)
    assert SparseProduct.from_info(index1=[], seg_out=[0], index_out=[], out_size=4).sizes == (None, None, 4)


def test_scale_info() -> None:
    x = np.arange(12.0).reshape(4, 3)
    Info = namedtuple("Info", "scale index seg_out out_size")
    info = Info([0.5, 2.0, -1.0], [3, 0, 3], [0, 1, 1, 3], 3)
    for matrix in (SparseMatrix.from_info(info), SparseMatrix.from_info(**info._asdict(), shape=(3, 4))):

        @hl.function("4x3xf64")
        def main(x, matrix=matrix):
            return hl.sparse.spmm(matrix, x)

        (result,) = interpreter.run(main, x)
        np.testing.assert_array_equal(result, [0.5 * x[3], 0 * x[0], 2 * x[0] - x[3]])
    assert SparseMatrix.from_info(info).shape == (3, None)


# EquiTorch's bugs: what it does in silence, and what is done here.


def test_row_0_without_entries() -> None:
    """Rows 1, 1, 2, 2 give [0, 0, 0, 2] there."""
    product = SparseProduct.from_entries([0, 0, 0, 0], None, [1, 1, 2, 2], sizes=(1, 4, 3))
    of_info = SparseProduct.from_info(index1=[0, 0, 0, 0], seg_out=[0, 0, 2, 4])

    @hl.function("1x1x1xf64", "1x4x1xf64")
    def main(x, y):
        return hl.sparse.mul(product, x, y), hl.sparse.mul(of_info, x, y)

    for result in interpreter.run(main, np.full((1, 1, 1), 2.0), np.ones((1, 4, 1))):
        assert result.ravel().tolist() == [0, 4, 4]
    gradient = interpreter.run(hl.vjp(main), np.full((1, 1, 1), 2.0), np.ones((1, 4, 1)), *[np.ones((1, 3, 1))] * 2)
    assert gradient[2].ravel().tolist() == [8.0]
    assert gradient[3].ravel().tolist() == [4.0] * 4


def test_empty_lists() -> None:
    product = SparseProduct.from_entries([], [], [], [], (2, 2, 3))

    @hl.function("1x2x1xf32", "1x2x1xf32")
    def main(x, y):
        return hl.sparse.mul(product, x, y)

    (result,) = interpreter.run(main, np.ones((1, 2, 1), np.float32), np.ones((1, 2, 1), np.float32))
    assert result.tolist() == [[[0], [0], [0]]]


def test_channels_of_1_do_not_broadcast() -> None:
    product = SparseProduct.from_entries([0], [0], [0], sizes=(1, 1, 1))
    with pytest.raises(hl.UsageError, match=r"c is 5 in x .* and 1 in y"):
        hl.function("2x1x5xf32", "2x1x1xf32")(lambda x, y: hl.sparse.mul(product, x, y))


def test_a_scale_of_f64_is_not_rounded_on_its_way() -> None:
    product = SparseProduct.from_entries([0], [0], [0], [1 / 3], (1, 1, 1))

    @hl.function("1x1x1xf64", "1x1x1xf64")
    def main(x, y):
        return hl.sparse.mul(product, x, y)

    assert interpreter.run(main, np.ones((1, 1, 1)), np.ones((1, 1, 1)))[0].item() == 1 / 3


I1, I2 = [0, 1, 2], [2, 1, 0]
BAD_INFO: list[tuple[dict[str, Any], str]] = [
    ({"gather_index": [0, 1, 2]}, "gather_index says in which order seg_out takes entries, but there is no seg_out"),
    ({"seg_out": [0, 2]}, r"seg_out\[1\], the last, is 2, but there are 3 entries"),
    ({"seg_out": [0, 2, 4]}, r"seg_out\[2\], the last, is 4, but there are 3 entries"),
    ({"seg_out": [0, 3], "gather_index": [0, 1]}, r"seg_out\[1\], the last, is 3, .* 2 elements of gather_index"),
    ({"seg_out": [0, 2, 1, 3]}, r"seg_out\[2\] is 1, less than seg_out\[1\], which is 2"),
    ({"seg_out": [1, 3]}, r"seg_out\[0\] is 1, so that entries before it are in no segment"),
    ({"seg_out": [-1, 3]}, r"seg_out\[0\] is -1, which is negative"),
    ({"seg_out": []}, "seg_out is empty, but has one element more than there are segments"),
    ({"seg_out": [0.0, 3.0]}, r"seg_out\[0\] is 0.0: seg_out has elements of float64, and indices are integers"),
    ({"seg_out": [0, 2], "gather_index": [0, 3]}, r"gather_index\[1\] is 3, .*: there are 3 entries, counted from 0"),
    ({"seg_out": [0, 2], "gather_index": [0, -1]}, r"gather_index\[1\] is -1, which is negative"),
    ({"index_out": [0, 1, 2]}, "index_out is given without out_size"),
    ({"index_out": [0, 1], "out_size": 5}, "index_out has 2 elements, but there are 3 entries"),
    ({"seg_out": [0, 1, 3], "index_out": [0, 1, 2], "out_size": 5}, "index_out has 3 elements, .* 2 segments"),
    ({"index_out": [0, 5, 2], "out_size": 5}, r"index_out\[1\] is 5, which is out of range: there are 5 rows"),
    ({"index_out": [0, -1, 2], "out_size": 5}, r"index_out\[1\] is -1, which is negative"),
    ({"index_out": [4, 0, 4], "out_size": 5}, r"index_out\[0\] and index_out\[2\] are both 4"),
    ({"out_size": 5}, "out_size is 5, but there are 3 entries, and no index_out"),
    ({"seg_out": [0, 3], "out_size": 2}, "out_size is 2, but there are 1 segments, and no index_out"),
    ({"out_size": 3.0}, r"out_size is a number of rows, not float 3\.0"),
    ({"out_size": -1}, "out_size is a number of rows, and -1 is negative"),
    ({"sizes": (3, 3, 4)}, "io has 3 rows by out_size or seg_out, but 4 are said"),
    ({"index1": [0, 1]}, "every entry has one of each, but index1 has 2, index2 has 3"),
    ({"scale": [1.0]}, "index1 has 3, index2 has 3, scale has 1"),
    ({"index1": [0, 3, 0], "sizes": (3, 3, 3)}, r"index1\[1\] is 3, which is out of range: there are 3 rows"),
    ({"index2": None, "sizes": (3, 2, 3)}, r"index2, which isn't given .*\[2\] is 2, which is out of range"),
    ({"index1": [0, -2, 0]}, r"index1\[1\] is -2, which is negative"),
    ({"index1": None, "index2": None}, "an Info without seg_out, indices and scale says nothing"),
    ({"info": ProductInfo(None, I1, I2, None, None, None, None)}, "an Info is given, and index1 too"),
]


@pytest.mark.parametrize(("changed", "message"), BAD_INFO, ids=[message[:40] for _, message in BAD_INFO])
def test_an_info_that_contradicts_itself(changed: dict[str, Any], message: str) -> None:
    with pytest.raises(hl.UsageError, match=message):
        SparseProduct.from_info(**{"index1": I1, "index2": I2, **changed})
    if "info" not in changed and "sizes" not in changed:
        info = ProductInfo(**{**dict.fromkeys(ProductInfo._fields), "index1": I1, "index2": I2, **changed})
        with pytest.raises(hl.UsageError, match=message):
            SparseProduct.from_info(info)


def test_what_is_no_info_or_the_wrong_one() -> None:
    product = ProductInfo(None, I1, I2, None, None, None, None)
    matrix = SimpleNamespace(scale=None, index=I1, seg_out=None, out_size=None)
    wrong: list[tuple[Any, Any, str]] = [
        (SparseProduct, [1], r"list \[1\] is no Info, which has scale, index1"),
        (SparseProduct, {"index1": I1}, r"dict .* is no Info"),
        (SparseMatrix, (1, 2), "is no Info"),
        (SparseProduct, matrix, "the Info has index, and one with scale, index1, .* is wanted"),
        (SparseMatrix, product, "the Info has index1, and one with scale, index, seg_out, out_size is wanted"),
    ]
    for call, info, message in wrong:
        with pytest.raises(hl.UsageError, match=message):
            call.from_info(info)


def test_indices_out_of_an_operands_range_are_found_where_it_is_known() -> None:
    product = SparseProduct.from_info(index1=[0, 4, 2], index2=I2)
    with pytest.raises(hl.UsageError, match=r"i1\[1\] is 4, which is out of range: there are 3 rows"):
        hl.function("2x3x5xf32", "2x3x5xf32")(lambda x, y: hl.sparse.mul(product, x, y))


def test_segments_that_no_lists_have_the_length_of() -> None:
    for starts, message in [
        ([0, 2**40], r"\[1\], the last, is 1099511627776, and products of 2\*\*31 rows and more aren't written"),
        ([0, -2], r"\[1\] is -2, less than [a-z_]*\[0\], which is 0"),
        ([], "is empty, but has one element more than there are segments"),
    ]:
        with pytest.raises(hl.UsageError, match=message):
            SparseProduct.from_info(seg_out=starts)
        with pytest.raises(hl.UsageError, match=message):
            SparseMatrix.from_csr(starts)


# CSR


def test_csr() -> None:
    matrix = SparseMatrix.from_csr([0, 0, 2, 3, 3], [1, 0, 1], [1.0, 2.0, 3.0], (4, 2))
    assert matrix.to_dense().tolist() == [[0, 0], [2, 1], [0, 3], [0, 0]]
    assert SparseMatrix.from_csr([0, 0, 2, 3, 3], [1, 0, 1]).shape == (4, None)
    segments = SparseMatrix.from_csr([0, 0, 2, 3, 3])
    assert (segments.rows.tolist(), segments.cols.tolist(), segments.shape) == ([1, 1, 2], [0, 1, 2], (4, None))
    merged = SparseMatrix.from_csr([0, 3], [1, 1, 0], [1.0, 2.0, 3.0], (1, 2), duplicates="merge")
    assert (len(merged), merged.to_dense().tolist()) == (2, [[3, 3]])


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (([0, 2, 1, 3], I1), r"indptr\[2\] is 1, less than indptr\[1\], which is 2"),
        (([1, 3], I1), r"indptr\[0\] is 1, so that"),
        (([0, 4], I1), r"indptr\[1\], the last, is 4, but there are 3 entries"),
        (([], I1), "indptr is empty"),
        (([0, 3], I1, [1.0]), "indices has 3, values has 1"),
        (([0, 3], I1, None, (2, 3)), "indptr has 2 elements, for 1 rows, but shape says 2"),
        (([0, 3], I1, None, (1, 2)), r"indices\[2\] is 2, which is out of range: there are 2 columns"),
        (([0, 3], [0, -1, 0]), r"indices\[1\] is -1, which is negative"),
        (([0.0, 3.0], I1), r"indptr\[0\] is 0.0"),
        ((3, I1), r"indptr is a list"),
    ],
)
def test_what_is_wrong_with_a_csr(given: Any, message: str) -> None:
    with pytest.raises(hl.UsageError, match=message):
        SparseMatrix.from_csr(*given)


# Other libraries' arrays

DENSE = np.array([[0, 2.0, 0], [0, 0, 0], [1.5, 0, -3], [0, 0, 0]])


@pytest.mark.parametrize("format", ["coo", "csr", "csc", "bsr", "dia", "dok", "lil"])
@pytest.mark.parametrize("kind", ["array", "matrix"])
def test_scipy(format: str, kind: str) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    given = getattr(sparse, f"{format}_{kind}")(DENSE)
    matrix = SparseMatrix.from_sparse(given)
    assert matrix.shape == (4, 3)
    np.testing.assert_array_equal(matrix.to_dense(), DENSE)
    assert matrix.rows.tolist() == sorted(matrix.rows.tolist())


def test_scipy_with_duplicates() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    given = sparse.coo_array(([1.0, 2.0, 3.0], ([2, 0, 2], [1, 1, 1])), shape=(3, 2))
    assert len(SparseMatrix.from_sparse(given)) == 3
    assert SparseMatrix.from_sparse(given, duplicates="merge").values.tolist() == [2, 4]
    with pytest.raises(hl.UsageError, match="entries 0 and 2 have the same indices"):
        SparseMatrix.from_sparse(given, duplicates="error")


def test_a_coefficient_array_is_a_product() -> None:
    rng = np.random.default_rng(0)
    table = rng.normal(size=(3, 4, 5)) * (rng.random((3, 4, 5)) < 0.3)
    x, y = rng.normal(size=(2, 3, 2)), rng.normal(size=(2, 4, 2))
    expected = np.einsum("abo,nac,nbc->noc", table, x, y)
    products = [SparseProduct.from_dense(table)]
    jax_sparse = pytest.importorskip("jax.experimental.sparse")
    products.append(SparseProduct.from_sparse(jax_sparse.BCOO.fromdense(table.astype(np.float32))))
    for product, tolerance in zip(products, (1e-12, 1e-6), strict=True):
        assert product.sizes == (3, 4, 5)

        @hl.function("2x3x2xf64", "2x4x2xf64")
        def main(x, y, product=product):
            return hl.sparse.mul(product, x, y)

        np.testing.assert_allclose(interpreter.run(main, x, y)[0], expected, rtol=tolerance, atol=tolerance)


def test_scipy_of_three_dimensions() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    table = np.zeros((2, 3, 4))
    table[1, 2, 0], table[0, 2, 3], table[1, 0, 3] = 0.5, 2, -1
    product = SparseProduct.from_sparse(sparse.coo_array(table))
    assert product.sizes == (2, 3, 4)
    assert (product.i1.tolist(), product.i2.tolist(), product.io.tolist()) == ([1, 0, 1], [2, 2, 0], [0, 3, 3])
    assert product.scale is not None
    assert product.scale.tolist() == [0.5, 2, -1]
    with pytest.raises(hl.UsageError, match=r"rank 2 is wanted \(rows, cols\), not of shape \(2, 3, 4\)"):
        SparseMatrix.from_sparse(sparse.coo_array(table))


def test_bcoo_and_its_padding() -> None:
    jax_sparse = pytest.importorskip("jax.experimental.sparse")
    given = jax_sparse.BCOO.fromdense(DENSE.astype(np.float32), nse=6)  # three of them are padding, at (4, 3)
    assert given.indices.tolist()[3:] == [[4, 3]] * 3
    matrix = SparseMatrix.from_sparse(given)
    assert (len(matrix), matrix.given) == (3, 6)
    np.testing.assert_array_equal(matrix.to_dense(), DENSE)
    np.testing.assert_array_equal(SparseMatrix.from_sparse(jax_sparse.BCSR.fromdense(DENSE)).to_dense(), DENSE)

    @hl.function("3xf32", "6xf32", "4x1xf32", "3x1xf32")
    def main(x, data, a, b):
        product = hl.sparse.spmv(matrix, x, values=data)
        return product, hl.sparse.sddmm(matrix, a, b), hl.sparse.spmv(matrix.T, product, values=data)

    rng = np.random.default_rng(0)
    x, a, b = (rng.normal(size=shape).astype(np.float32) for shape in ((3,), (4, 1), (3, 1)))
    data = np.asarray(given.data).copy()
    data[3:] = 99  # no matter what is in the padding
    product, sampled, back = interpreter.run(main, x, data, a, b)
    np.testing.assert_allclose(product, DENSE @ x, rtol=1e-6)
    np.testing.assert_allclose(back, DENSE.T @ (DENSE @ x), rtol=1e-6)
    np.testing.assert_allclose(sampled, [*(DENSE * (a @ b.T))[DENSE != 0], 0, 0, 0], rtol=1e-6)


def bcoo(indices: Any, data: Any, shape: tuple[int, ...], **dimensions: int) -> Any:
    return SimpleNamespace(
        indices=np.array(indices), data=data, shape=shape, **{"n_batch": 0, "n_dense": 0, **dimensions}
    )


def test_what_is_like_a_bcoo() -> None:
    assert SparseMatrix.from_sparse(bcoo([[0, 1], [2, 0], [1, 9]], [1.0, 2.0, 3.0], (2, 2))).to_dense().tolist() == [
        [0, 1],
        [0, 0],
    ]
    for given, message in [
        (bcoo([[0, 1], [0, -1]], [1.0, 2.0], (2, 2)), r"cols\[1\] is -1, which is negative"),
        (bcoo([[0, 1]], [1.0, 2.0], (2, 2)), "rows has 1, cols has 1, values has 2"),
        (bcoo([[0]], [1.0], (2,)), r"rank 2 is wanted \(rows, cols\), not of shape \(2,\)"),
        (bcoo([[0, 1]], [1.0], (2, 2), n_batch=1), "1 batch and 0 dense dimensions"),
        (bcoo([[0, 1]], [1.0], (2, 2), n_dense=2), "0 batch and 2 dense dimensions"),
        (bcoo([[0.5, 1]], [1.0], (2, 2)), r"rows\[0\] is 0.5"),
        (np.eye(2), "from_dense takes it"),
        ("sparse", "a sparse array is one of scipy.sparse, .*, not str 'sparse'"),
        (None, "not None"),
    ]:
        with pytest.raises(hl.UsageError, match=message):
            SparseMatrix.from_sparse(given)


def test_dense() -> None:
    matrix = SparseMatrix.from_dense(DENSE)
    assert (len(matrix), matrix.shape) == (3, (4, 3))
    np.testing.assert_array_equal(matrix.to_dense(), DENSE)
    assert SparseMatrix.from_dense([[1, 0], [0, 0]]).to_dense().dtype == np.int64
    assert len(SparseMatrix.from_dense(np.zeros((0, 3)))) == 0
    with pytest.raises(hl.UsageError, match=r"rank 2 is wanted \(rows, cols\), not of shape \(3,\)"):
        SparseMatrix.from_dense([1, 2, 3])


@pytest.mark.filterwarnings("ignore:Sparse:UserWarning")  # torch's, of what it calls beta
@pytest.mark.parametrize("layout", ["coo", "csr", "csc", "unsorted"])
def test_torch(layout: str) -> None:
    torch = pytest.importorskip("torch")
    dense = torch.tensor(DENSE, requires_grad=True)
    if layout == "unsorted":
        given = torch.sparse_coo_tensor(
            [[2, 0, 2, 0], [2, 1, 0, 1]], [-3.0, 1.5, 1.5, 0.5], (4, 3), dtype=torch.float64
        )
        assert SparseMatrix.from_sparse(given).order.tolist() == [1, 3, 0, 2]
    else:
        given = getattr(dense, f"to_sparse_{layout}")()
    np.testing.assert_array_equal(SparseMatrix.from_sparse(given).to_dense(), DENSE)


def test_torch_gives_indices_and_numbers_too() -> None:
    torch = pytest.importorskip("torch")
    index, numbers = torch.tensor([1, 0], dtype=torch.int32), torch.tensor([0.5, 2.0], requires_grad=True)
    matrix = SparseMatrix.from_entries(index, index, numbers, (2, 2))
    assert matrix.to_dense().tolist() == [[2, 0], [0, 0.5]]
    for given, message in [(torch.zeros(2, 2), "the torch tensor is dense"), (torch.zeros(2, 2, 2), "dense")]:
        with pytest.raises(hl.UsageError, match=message):
            SparseMatrix.from_sparse(given)
    with pytest.raises(hl.UsageError, match="1 dense dimensions"):
        SparseMatrix.from_sparse(torch.zeros(2, 2, 2).to_sparse(2))
