"""scale, spmv, spmm and sddmm against loops over the entries: values, derivatives, batches, backends, and errors."""

from __future__ import annotations

from itertools import product as tuples
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from helpers.backends import run_on
from helpers.derivatives import check, normal
from helpers.on_backends import BACKENDS, hold_derivatives_on_backends, hold_on_backends

import hlogen as hl
import interpreter
from hlogen.ir import dtype_of
from hlogen.sparse import SparseMatrix
from hlogen.sparse.lowerings import LOWERINGS

Array = npt.NDArray[Any]

# Rows and columns of the entries, and the shape: empty rows first, last, all; duplicates; one entry, none at all.
ENTRIES: dict[str, tuple[list[int], list[int], tuple[int, int]]] = {
    "gaps": ([4, 1, 4, 1, 1], [0, 2, 2, 2, 1], (6, 3)),
    "sorted": ([0, 0, 1, 3], [1, 0, 2, 2], (4, 3)),
    "permutation": ([2, 0, 1], [1, 2, 0], (3, 3)),
    "one": ([0], [0], (1, 1)),
    "none": ([], [], (3, 2)),
    "no rows": ([], [], (0, 2)),
}


def scale_formula(
    rows: list[int], cols: list[int], values: Array, size: int, x: Array, shared: bool, accumulated: bool, n: int
) -> Array:
    """z[n, rows[t], ..] += values[t] x[n, cols[t], ..], one entry after the other."""
    batch = [x] * n if shared else list(x)
    z = np.zeros((n, size, *np.shape(x)[2 - shared :]))
    for number in range(n):
        for t in range(len(rows)):
            z[number, rows[t]] += values[t] * batch[number][cols[t]]
    return z.sum(axis=0) if accumulated else z


def drawn(name: str, values: str, rng: np.random.Generator) -> tuple[SparseMatrix, Array, Array | None]:
    """A matrix, the values that count, and those that the program has."""
    rows, cols, shape = ENTRIES[name]
    own, programs = rng.normal(size=len(rows)), rng.normal(size=len(rows))
    if values == "none":
        return SparseMatrix.from_entries(rows, cols, None, shape), np.ones(len(rows)), None
    matrix = SparseMatrix.from_entries(rows, cols, own, shape)
    return (matrix, own, None) if values == "matrix" else (matrix, programs, programs)


@pytest.mark.parametrize("has_values", [True, False])
@pytest.mark.parametrize("name", ENTRIES)
def test_merged_entries_are_numbered_as_the_first_of_them_come(name: str, has_values: bool) -> None:
    """So a program's own values are one for each that is left, and what sddmm gives goes in again."""
    rows, cols, shape = ENTRIES[name]
    rng = np.random.default_rng(5)
    values = rng.normal(size=len(rows)) if has_values else None
    matrix = SparseMatrix.from_entries(rows, cols, values, shape, duplicates="merge")
    np.testing.assert_allclose(matrix.to_dense(), SparseMatrix.from_entries(rows, cols, values, shape).to_dense())
    places = list(dict.fromkeys(zip(rows, cols, strict=True)))
    assert len(matrix) == matrix.given == len(places)
    own, x, a = rng.normal(size=len(places)), rng.normal(size=shape[1]), rng.normal(size=(shape[0], 2))

    @hl.function(f"{len(places)}xf64", f"{shape[1]}xf64", f"{shape[0]}x2xf64", f"{shape[1]}x2xf64", name="main")
    def main(own, x, a, b):
        return hl.sparse.spmv(matrix, x, values=own), hl.sparse.sddmm(matrix, a, b, scaled=False)

    b = rng.normal(size=(shape[1], 2))
    z, products = interpreter.run(main, own, x, a, b)
    dense = np.zeros(shape)
    for (row, col), value in zip(places, own, strict=True):
        dense[row, col] = value
    np.testing.assert_allclose(z, dense @ x, atol=1e-12)
    np.testing.assert_allclose(products, [a[row] @ b[col] for row, col in places], atol=1e-12)


@pytest.mark.share(3)
@pytest.mark.parametrize("channels", [(), (2,), (2, 0), (2, 3, 1)], ids=str)
@pytest.mark.parametrize("values", ["none", "matrix", "program"])
@pytest.mark.parametrize("name", ENTRIES)
def test_scale_is_its_formula(name: str, values: str, channels: tuple[int, ...]) -> None:
    rows, cols, shape = ENTRIES[name]
    rng = np.random.default_rng(len(name + values))
    matrix, numbers, programs = drawn(name, values, rng)
    for shared, accumulated, n in tuples((False, True), (False, True), (3, 0)):
        x = rng.normal(size=(*([] if shared else [n]), shape[1], *channels))

        @hl.function(of(x), f"{len(rows)}xf64")
        def main(x, own, shared=shared, accumulated=accumulated, n=n):
            flags = {"shared": shared, "out_accumulated": accumulated, "n": n}
            return hl.sparse.scale(matrix, x, values=None if programs is None else own, **flags)

        (result,) = interpreter.run(main, x, numbers)
        expected = scale_formula(rows, cols, numbers, shape[0], x, shared, accumulated, n)
        np.testing.assert_allclose(result, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("values", ["none", "matrix", "program"])
@pytest.mark.parametrize("name", ENTRIES)
def test_spmv_spmm_and_sddmm_are_their_formulas(name: str, values: str) -> None:
    rows, cols, shape = ENTRIES[name]
    rng = np.random.default_rng(len(name + values))
    matrix, numbers, programs = drawn(name, values, rng)
    v, x, a, b = (rng.normal(size=size) for size in (shape[1:], (shape[1], 2), (shape[0], 4), (shape[1], 4)))

    @hl.function(of(v), of(x), of(a), of(b), f"{len(rows)}xf64")
    def main(v, x, a, b, own):
        given = None if programs is None else own
        return (
            hl.sparse.spmv(matrix, v, values=given),
            hl.sparse.spmm(matrix, x, values=given),
            hl.sparse.sddmm(matrix, a, b, values=given),
            hl.sparse.sddmm(matrix, a, b, scaled=False),
            hl.sparse.spmm(matrix.T, a, values=given),
        )

    by_vector, by_matrix, sampled, inner, turned = interpreter.run(main, v, x, a, b, numbers)
    dense = np.zeros(shape)
    for row, col, number in zip(rows, cols, numbers, strict=True):
        dense[row, col] += number
    elements = [a[row] @ b[col] for row, col in zip(rows, cols, strict=True)]
    for got, wanted in [
        (by_vector, dense @ v),
        (by_matrix, dense @ x),
        (turned, dense.T @ a),
        (inner, elements),
        (sampled, elements * numbers),
    ]:
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)


@pytest.mark.share(2)
@pytest.mark.parametrize(("shared", "accumulated"), [*tuples((False, True), (False, True))])
@pytest.mark.parametrize("channels", [(), (2, 3)], ids=str)
def test_derivatives_of_scale(shared: bool, accumulated: bool, channels: tuple[int, ...]) -> None:
    rng = np.random.default_rng(0)
    matrix, _, _ = drawn("gaps", "matrix", rng)
    x = rng.normal(size=(*([] if shared else [2]), 3, *channels))
    flags = {"shared": shared, "out_accumulated": accumulated, "n": 2}

    @hl.function(of(x), "5xf64")
    def main(x, own):
        return hl.sparse.scale(matrix, x, **flags), hl.sparse.scale(matrix, x, values=own, **flags)

    check(main, [x, rng.normal(size=5)], order=3, tolerance=1e-7)


def test_derivatives_of_the_others() -> None:
    rng = np.random.default_rng(0)
    matrix, _, _ = drawn("gaps", "matrix", rng)

    @hl.function("3xf64", "3x2xf64", "6x2xf64", "5xf64")
    def main(v, x, a, own):
        return (
            hl.sparse.spmv(matrix, v),
            hl.sparse.spmm(matrix, x, values=own),
            hl.sparse.sddmm(matrix, a, x),
            hl.sparse.sddmm(matrix, a, x, values=own),
        )

    check(main, [rng.normal(size=size) for size in ((3,), (3, 2), (6, 2), (5,))], order=2)


def test_the_gradient_of_values_is_an_sddmm() -> None:
    rng = np.random.default_rng(0)
    matrix, _, _ = drawn("gaps", "matrix", rng)

    @hl.function("3x2xf64", "5xf64")
    def product(x, own):
        return hl.sparse.spmm(matrix, x, values=own)

    @hl.function("6x2xf64", "3x2xf64")
    def sampled(a, b):
        return hl.sparse.sddmm(matrix, a, b, scaled=False)

    x, own, cotangent = rng.normal(size=(3, 2)), rng.normal(size=5), rng.normal(size=(6, 2))
    _, gradient_x, gradient = interpreter.run(hl.vjp(product), x, own, cotangent)
    np.testing.assert_allclose(gradient, interpreter.run(sampled, cotangent, x)[0], rtol=1e-12)
    dense = np.zeros((6, 3))
    np.add.at(dense, (ENTRIES["gaps"][0], ENTRIES["gaps"][1]), own)
    np.testing.assert_allclose(gradient_x, dense.T @ cotangent, rtol=1e-12)


def test_batches_of_everything_or_of_some() -> None:
    rng = np.random.default_rng(0)
    matrix, _, _ = drawn("gaps", "matrix", rng)

    @hl.function("2x3xf64", "5xf64", "6x3xf64")
    def main(x, own, a):
        return hl.sparse.scale(matrix, x, values=own), hl.sparse.sddmm(matrix, a, x.T @ a[:2], values=own)

    inputs = [rng.normal(size=size) for size in ((4, 2, 3), (4, 5), (4, 6, 3))]
    for axes in tuples((0, None), (0, None), (0, None)):
        if axes == (None, None, None):
            continue
        given = [each if axis == 0 else each[0] for each, axis in zip(inputs, axes, strict=True)]
        batched = interpreter.run(hl.vmap(main, in_axes=axes, axis_size=4), *given)
        for number in range(4):
            one = [each[number] if axis == 0 else each[0] for each, axis in zip(inputs, axes, strict=True)]
            for got, wanted in zip(batched, interpreter.run(main, *one), strict=True):
                np.testing.assert_allclose(got[number], wanted, rtol=1e-12, atol=1e-12)


def test_attention_with_heads() -> None:
    """sddmm, softmax and spmm for each head: a batch of the program for one."""
    rows, cols, shape = ENTRIES["gaps"]
    graph = SparseMatrix.from_entries(rows, cols, shape=shape)

    @hl.function("6x4xf64", "3x4xf64", "3x4xf64")
    def head(queries, keys, values):
        shares = hl.sparse.segment_softmax(hl.sparse.sddmm(graph, queries, keys), np.array(rows), 6)
        return hl.sparse.spmm(graph, values, values=shares)

    heads = hl.vmap(head, in_axes=(1, 1, 1), out_axes=1, axis_size=2)
    rng = np.random.default_rng(0)
    q, k, v = (rng.normal(size=(size, 2, 4)) for size in (6, 3, 3))
    expected = np.zeros((6, 2, 4))
    for number in range(2):
        powers = [np.exp(q[row, number] @ k[col, number]) for row, col in zip(rows, cols, strict=True)]
        for row, col, power in zip(rows, cols, powers, strict=True):
            whole = sum(other for other, its_row in zip(powers, rows, strict=True) if its_row == row)
            expected[row, number] += power / whole * v[col, number]
    np.testing.assert_allclose(interpreter.run(heads, q, k, v)[0], expected, rtol=1e-12, atol=1e-12)


@pytest.mark.share(3)
@pytest.mark.parametrize("lowering", LOWERINGS)
@pytest.mark.parametrize("name", ENTRIES)
def test_all_lowerings_give_the_same(name: str, lowering: Any) -> None:
    rows, _, shape = ENTRIES[name]
    rng = np.random.default_rng(0)
    matrix, _, _ = drawn(name, "matrix", rng)

    @hl.function(f"2x{shape[1]}x3xf64", f"{shape[1]}xf64", f"{shape[0]}x2xf64", f"{shape[1]}x2xf64", f"{len(rows)}xf64")
    def main(x, v, a, b, own):
        results = []
        for way in ("scatter", lowering):
            results += [
                hl.sparse.scale(matrix, x, lowering=way),
                hl.sparse.scale(matrix, x, values=own, out_accumulated=True, lowering=way),
                hl.sparse.spmv(matrix, v, values=own, lowering=way),
                hl.sparse.sddmm(matrix, a, b, values=own, lowering=way),
            ]
        return results

    inputs = [rng.normal(size=type.static_shape) for type in main.type.inputs]
    hazards = interpreter.Sanitizer(ignore=["promise.sorted-literal"])  # the order is that of indices as they stand
    results = interpreter.run(main, *inputs, sanitize=hazards)
    for got, wanted in zip(results[4:], results[:4], strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12)
    interpreter.run(hl.vjp(main), *inputs, *results, sanitize=hazards)
    assert not [finding for finding in hazards.findings if not finding.id.startswith("order.")], hazards.findings


@pytest.mark.parametrize("element_type", ["f32", "bf16", "f16", "i32", "ui8", "complex<f64>"])
def test_element_types(element_type: str) -> None:
    rng = np.random.default_rng(0)
    rows, cols, shape = ENTRIES["gaps"]
    matrix = SparseMatrix.from_entries(rows, cols, [1, 2, 3, 1, 2], shape)

    @hl.function(f"3x2x{element_type}", f"5x{element_type}", name="main")
    def main(x, own):
        return hl.sparse.spmm(matrix, x), hl.sparse.spmm(matrix, x, values=own)

    dtype = dtype_of(hl.tensor(element_type).element_type)
    x, own = rng.integers(0, 4, (3, 2)), np.array([1, 0, 2, 1, 1])
    hold_on_backends(main, [x.astype(dtype), own.astype(dtype)])
    by_matrix, by_own = interpreter.run(main, x.astype(dtype), own.astype(dtype))
    np.testing.assert_array_equal(by_matrix.astype(complex), matrix.to_dense() @ x)
    np.testing.assert_array_equal(
        by_own.astype(complex), SparseMatrix.from_entries(rows, cols, own, shape).to_dense() @ x
    )


def test_derivatives_on_backends() -> None:
    rng = np.random.default_rng(0)
    matrix, _, _ = drawn("gaps", "matrix", rng)

    @hl.function("2x3x2xf64", "5xf64", "6x2xf64", name="main")
    def main(x, own, a):
        scores = hl.sparse.sddmm(matrix, a, x[0], values=own)
        return hl.sparse.scale(matrix, x, values=scores)

    hold_derivatives_on_backends(main, [normal(rng, type.static_shape, "f64") for type in main.type.inputs])


def test_promises_are_made_where_they_are_true() -> None:
    matrix = SparseMatrix.from_entries([1, 0, 3], [1, 1, 2], shape=(4, 3))

    @hl.function("3xf32", name="main")
    def main(x):
        return hl.sparse.spmv(matrix, x, lowering="scatter")

    (gather,) = (op for op in main.module.walk() if op.name == "stablehlo.gather")
    (scatter,) = (op for op in main.module.walk() if op.name == "stablehlo.scatter")
    assert gather.attributes["indices_are_sorted"] is True
    assert scatter.attributes["indices_are_sorted"] is True
    assert scatter.attributes["unique_indices"] is True


def test_what_a_matrix_is() -> None:
    matrix = SparseMatrix.from_entries([2, 0, 2], [1, 1, 0], [1.0, 2.0, 3.0], shape=(4, 2))
    assert repr(matrix) == "<sparse 4 x 2 matrix of 3 entries with values>"
    assert repr(SparseMatrix.from_entries([2], None, shape=(4, None))) == "<sparse 4 x ? matrix of 1 entries>"
    assert len(matrix) == 3
    assert matrix.to_dense().tolist() == [[0, 2], [0, 0], [3, 1], [0, 0]]
    assert matrix.T.to_dense().tolist() == matrix.to_dense().T.tolist()
    assert matrix.T.T.order.tolist() == [1, 2, 0]  # column by column within a row: still the numbers of those given
    assert matrix.T.rows.tolist() == [0, 1, 1]
    twice = SparseMatrix.from_entries([0, 0], [1, 1], shape=(1, 2))
    assert twice.to_dense().tolist() == [[0, 2]]
    assert SparseMatrix.from_entries([0, 0], [1, 1], shape=(1, 2), duplicates="merge").values.tolist() == [2]
    open_ended = SparseMatrix.from_entries([0], [1], shape=(1, None))
    for ask in (lambda: open_ended.T, open_ended.to_dense):
        with pytest.raises(hl.UsageError, match="lacks C, the number of columns"):
            ask()


def test_nothing_of_it_changes_and_the_callers_own_stays_theirs() -> None:
    rows, cols, values, starts = (
        np.array([0, 1, 1]),
        np.array([1, 0, 2]),
        np.array([2.0, 3.0, 4.0]),
        np.array([0, 1, 3]),
    )
    dense = np.array([[0, 2.0, 0], [3, 0, 4]])
    matrices = [
        SparseMatrix.from_entries(rows, cols, values, (2, 3)),
        SparseMatrix.from_entries(rows, cols, values, (2, 3), duplicates="merge"),
        SparseMatrix.from_csr(starts, cols, values, (2, 3)),
        SparseMatrix.from_info(scale=values, index=cols, seg_out=starts, shape=(2, 3)),
        SparseMatrix.from_dense(dense),
    ]
    matrices += [matrix.T.T for matrix in matrices]
    before = dense.copy()
    for given in (rows, cols, values, starts, dense):
        given[:] = 0  # still writeable, and copied
    for matrix in matrices:
        for array in (matrix.rows, matrix.cols, matrix.values, matrix.order):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 1
        matrix.to_dense()[:] = 7  # is the caller's
        np.testing.assert_array_equal(matrix.to_dense(), before)


def test_columns_that_are_the_operands_to_say() -> None:
    matrix = SparseMatrix.from_entries([2, 0], [1, 3], shape=(3, None))

    @hl.function("5xf64", "4xf64")
    def main(v, w):
        return hl.sparse.spmv(matrix, v), hl.sparse.spmv(matrix, w)

    for result in interpreter.run(main, np.arange(5.0), np.arange(4.0)):
        assert result.tolist() == [3, 0, 1]
    with pytest.raises(hl.UsageError, match=r"cols\[1\] is 3, which is out of range: there are 3 rows of x"):
        hl.function("3xf64")(lambda v: hl.sparse.spmv(matrix, v))


def test_entries_count_from_0_wherever_they_are() -> None:
    matrix = SparseMatrix.from_entries([2, 0], [1, 3], [2.0, 3.0], shape=(3, 4))

    @hl.function("4xf64")
    def main(v):
        with hl.index_base(1):
            return hl.sparse.spmv(matrix, v)

    assert interpreter.run(main, np.arange(4.0))[0].tolist() == [9, 0, 2]


def test_index_form_of_torch_scatter() -> None:
    """scatter(src, index, dim_size) is the matrix with a column for each row of src."""
    matrix = SparseMatrix.from_entries([2, 0, 2], None, shape=(4, 3))

    @hl.function("3x2xf64")
    def main(src):
        return hl.sparse.spmm(matrix, src)

    src = np.arange(6.0).reshape(3, 2)
    assert interpreter.run(main, src)[0].tolist() == [[2, 3], [0, 0], [4, 6], [0, 0]]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"rows": [0, 4]}, r"rows\[1\] is 4, which is out of range: there are 4 rows, counted from 0"),
    ({"cols": [-1, 0]}, r"cols\[0\] is -1, which is negative"),
    ({"cols": [0.5, 0]}, r"cols\[0\] is 0.5: cols has elements of float64, and indices are integers"),
    ({"cols": [0]}, "every entry has one of each, but rows has 2, cols has 1, values has 2"),
    ({"values": [1.0]}, "values has 1"),
    ({"shape": None}, r"shape lacks R, the number of rows"),
    ({"shape": (None, 3)}, r"shape lacks R"),
    ({"shape": (4,)}, r"shape is 2 numbers \(R, C\), not tuple \(4,\)"),
    ({"shape": (-4, 3)}, "R is a number of rows, and -4 is negative"),
    ({"rows": None, "shape": (1, 3)}, "rows isn't given, so entry t takes row t, but there are 2 entries and 1 rows"),
    ({"rows": [1, 1], "cols": [2, 2], "duplicates": "error"}, r"entries 0 and 1 .* \(rows 1, cols 2\)"),
]


@pytest.mark.parametrize(("changed", "message"), BAD, ids=[message[:30] for _, message in BAD])
def test_what_is_wrong_with_entries_is_named(changed: dict[str, Any], message: str) -> None:
    given = {"rows": [0, 1], "cols": [1, 2], "values": [1.0, 2.0], "shape": (4, 3), **changed}
    with pytest.raises(hl.UsageError, match=message):
        SparseMatrix.from_entries(**given)


def test_more_dimensions_than_the_alphabet_has_letters() -> None:
    matrix = SparseMatrix.from_entries([0, 1, 1], [1, 0, 2], [1.0, 2.0, 3.0], (2, 3))
    program = hl.function("1x3x" + 27 * "1x" + "2xf64", name="main")(lambda x: hl.sparse.scale(matrix, x))
    backward = hl.vmap(hl.vjp(program), axis_size=1)
    assert str(hl.vjp(hl.parse(str(backward)))) == str(hl.vjp(backward))
    x = np.arange(6.0).reshape(1, 3, 2)
    gz = np.array([[[1.0, 2.0], [3.0, 4.0]]])
    wide = [array.reshape(1, *array.shape[:2], *27 * [1], 2) for array in (x, gz)]
    for name in BACKENDS:
        z, gx = run_on(name, backward, *wide)
        np.testing.assert_array_equal(z.reshape(1, 2, 2), matrix.to_dense() @ x)
        np.testing.assert_array_equal(gx.reshape(1, 3, 2), matrix.to_dense().T @ gz)


MATRIX = SparseMatrix.from_entries([0, 1], [1, 2], [0.5, 2.0], (4, 3))
UNSIZED = SparseMatrix.from_entries([0], [2_500_000_000], shape=(2, None))
S = hl.sparse
WRONG: list[tuple[Any, list[str], str]] = [
    (lambda x: S.spmv(MATRIX, x), ["4xf32"], r"x has 4 rows \(tensor<4xf32>\), but <sparse 4 x 3 .*> has 3 cols"),
    (lambda x: S.spmv(MATRIX, x), ["3x1xf32"], "x of hl.sparse.spmv is a vector of C elements, of rank 1, but"),
    (lambda x: S.spmm(MATRIX, x), ["3xf32"], "x of hl.sparse.spmm is C x K, of rank 2, but tensor<3xf32>"),
    (lambda x: S.scale(MATRIX, x), ["3xf32"], "x of hl.sparse.scale is N x C x .., but tensor<3xf32> is given"),
    (lambda x: S.scale(MATRIX, x, shared=True, n=1), ["f32"], "C x .., as it is shared"),
    (lambda x: S.scale(MATRIX, x, shared=True), ["3xf32"], "fix: say n=, the size of N"),
    (lambda x: S.scale(MATRIX, x, n=3), ["2x3xf32"], "N differs: n says 3, x says 2"),
    (lambda x: S.scale(MATRIX, x, shared=True, n=-1), ["3xf32"], "n is a size, and -1 is negative"),
    (lambda x: S.scale(MATRIX, x, shared=1), ["2x3xf32"], "shared"),
    (lambda x: S.scale(MATRIX, x, out_accumulated=None), ["2x3xf32"], "out_accumulated"),
    (lambda x: S.spmv(UNSIZED, x), ["3000000000xf32"], r"the number of rows of x is 3000000000, and products"),
    (lambda x: S.spmv(MATRIX, x), ["3xi32"], r"the matrix's values\[0\] is 0.5, and i32, which the operands are of"),
    (lambda x: S.spmv(MATRIX, x), ["3xi1"], "x is tensor<3xi1>, and products are of numbers"),
    (lambda x: S.spmv(MATRIX, x), ["?xf32"], "x is .*, and products need static shapes"),
    (lambda x: S.spmv(MATRIX, x, lowering="fast"), ["3xf32"], "lowering is one of 'auto'"),
    (lambda x: S.spmv(np.eye(3), x), ["3xf32"], "hl.sparse.spmv takes a matrix first, not ndarray"),
    (lambda x, v: S.spmv(MATRIX, x, values=v), ["3xf32", "3xf32"], "values are one number for each of 2 entries"),
    (lambda x, v: S.spmv(MATRIX, x, values=v), ["3xf32", "2xf64"], "of one element type, but x is .*, values is"),
    (lambda a, b: S.sddmm(MATRIX, a, b), ["4x2xf32", "3x3xf32"], "K differs: a of hl.sparse.sddmm is"),
    (lambda a, b: S.sddmm(MATRIX, a, b), ["3x2xf32", "3x2xf32"], r"a has 3 rows .*, but <sparse 4 x 3 .*> has 4 rows"),
    (lambda a, b: S.sddmm(MATRIX, a, b), ["4xf32", "3xf32"], "a of hl.sparse.sddmm is R x K, of rank 2"),
    (
        lambda a, v: S.sddmm(MATRIX, a, a[:3], values=v, scaled=False),
        ["4x2xf32", "2xf32"],
        "values are given, and scaled=False",
    ),
]


@pytest.mark.parametrize(("call", "types", "message"), WRONG, ids=[message[:40] for *_, message in WRONG])
def test_what_does_not_fit_is_refused(call: Any, types: list[str], message: str) -> None:
    with pytest.raises(hl.UsageError, match=message) as caught:
        hl.function(*types)(call)
    assert "test_matrix.py" in str(caught.value)


def of(array: Array) -> str:
    return "x".join([*map(str, array.shape), "f64"])
