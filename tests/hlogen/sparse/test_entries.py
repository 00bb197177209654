"""SparseProduct: its entries as they are given, sorted, merged and turned, and everything that is wrong with them."""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.sparse import SparseProduct

I1, I2, IO = [3, 0, 2, 0, 3], [1, 1, 0, 0, 1], [2, 0, 2, 4, 2]
SCALE = [0.5, -1.0, 2.0, 3.0, 4.0]


def listed(product: SparseProduct) -> list[tuple[Any, ...]]:
    scale = [None] * len(product) if product.scale is None else product.scale.tolist()
    return list(zip(product.i1.tolist(), product.i2.tolist(), product.io.tolist(), scale, strict=True))


def test_entries_are_sorted_by_their_row_of_the_result_and_stay_in_order_within_it() -> None:
    product = SparseProduct.from_entries(I1, I2, IO, SCALE, (4, 2, 6))
    assert listed(product) == [(0, 1, 0, -1.0), (3, 1, 2, 0.5), (2, 0, 2, 2.0), (3, 1, 2, 4.0), (0, 0, 4, 3.0)]
    assert product.order.tolist() == [1, 0, 2, 4, 3]
    assert (product.sizes, product.given, len(product)) == ((4, 2, 6), 5, 5)
    assert repr(product) == "<sparse product of 5 entries, sizes (4, 2, 6), scaled>"
    assert repr(SparseProduct.from_entries(I1, I2, IO, sizes=(None, 2, 6))) == (
        "<sparse product of 5 entries, sizes (?, 2, 6)>"
    )


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64, ">i4"])
def test_indices_are_integers_of_any_type(dtype: Any) -> None:
    i1, i2, io = (np.array(column, dtype) for column in (I1, I2, IO))
    assert listed(SparseProduct.from_entries(i1, i2, io, SCALE, (4, 2, 6))) == listed(
        SparseProduct.from_entries(I1, I2, IO, SCALE, (4, 2, 6))
    )


def test_none_stands_for_counting() -> None:
    assert listed(SparseProduct.from_entries(None, I2, IO, sizes=(5, 2, 6))) == listed(
        SparseProduct.from_entries(range(5), I2, IO, sizes=(5, 2, 6))
    )
    product = SparseProduct.from_entries(I1, I2, None)
    assert product.io.tolist() == [0, 1, 2, 3, 4]
    assert product.sizes == (None, None, 5)
    assert SparseProduct.from_entries(None, None, None, SCALE, (5, 7, 9)).sizes == (5, 7, 9)


def test_no_entries() -> None:
    product = SparseProduct.from_entries([], [], [], [], (0, 3, 2), duplicates="merge")
    assert len(product) == 0
    assert product.sizes == (0, 3, 2)
    assert product.i1.dtype == product.order.dtype == np.int64
    assert len(SparseProduct.from_entries(None, None, [], sizes=(3, 3, 0))) == 0


@pytest.mark.parametrize(
    ("scale", "sums"),
    [
        (None, [2, 1, 1, 1]),
        (SCALE, [4.5, -1.0, 2.0, 3.0]),
        (np.array(SCALE, np.complex64) * 1j, [4.5j, -1j, 2j, 3j]),
        (np.array([200, 1, 2, 3, 100], np.uint8), [300, 1, 2, 3]),
        (np.array([2**64 - 2, 1, 2, 3, 1], np.uint64), [2**64 - 1, 1, 2, 3]),
    ],
)
def test_merged_entries_stand_where_the_first_of_them_did(scale: Any, sums: list[Any]) -> None:
    product = SparseProduct.from_entries(I1, I2, IO, scale, (4, 2, 6), duplicates="merge")
    assert [(a, b, c) for a, b, c, _ in listed(product)] == [(0, 1, 0), (3, 1, 2), (2, 0, 2), (0, 0, 4)]
    assert product.scale is not None
    assert product.scale[np.argsort(product.order)].tolist() == sums
    assert product.order.tolist() == [1, 0, 2, 3]
    assert product.given == 4


def test_merging_a_narrow_scale_adds_up_in_a_wide_one() -> None:
    same = np.zeros(4097, int)
    product = SparseProduct.from_entries(same, same, same, np.ones(4097, np.float16), (1, 1, 1), duplicates="merge")
    assert product.scale is not None
    assert product.scale.dtype == np.float16
    assert product.scale.tolist() == [4096.0]  # 4097 rounded once; one by one, f16 stops at 2048


def test_without_duplicates_all_ways_are_the_same() -> None:
    for way in ("keep", "merge", "error"):
        product = SparseProduct.from_entries([1, 0], [0, 1], [1, 1], sizes=(2, 2, 2), duplicates=way)
        assert listed(product) == [(1, 0, 1, None), (0, 1, 1, None)]
        assert product.order.tolist() == [0, 1]


def test_merging_leaves_the_product_as_it_is() -> None:
    rng = np.random.default_rng(0)
    x, y = rng.normal(size=(2, 4, 3)), rng.normal(size=(2, 2, 3))
    products = [SparseProduct.from_entries(I1, I2, IO, SCALE, (4, 2, 6), duplicates=way) for way in ("keep", "merge")]

    @hl.function("2x4x3xf64", "2x2x3xf64", "4xf64")
    def main(x, y, scale):
        return [*[hl.sparse.mul(product, x, y) for product in products], hl.sparse.mul(products[1], x, y, scale=scale)]

    kept, merged, own = interpreter.run(main, x, y, np.array([4.5, -1.0, 2.0, 3.0]))
    np.testing.assert_allclose(merged, kept, rtol=1e-15)
    np.testing.assert_allclose(own, kept, rtol=1e-15)


def test_nothing_of_it_changes_and_the_callers_own_stays_theirs() -> None:
    i1, scale = np.array(I1), np.array(SCALE)
    product = SparseProduct.from_entries(i1, I2, IO, scale, (4, 2, 6))
    before = listed(product)
    i1[:], scale[:] = 0, 0  # still writeable, and copied
    assert listed(product) == before
    for array in (product.i1, product.i2, product.io, product.scale, product.order):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_the_cycle() -> None:
    product = SparseProduct.from_entries(I1, I2, IO, SCALE, (4, 2, 6))
    first, second = product.bwd1, product.bwd2
    assert first.sizes == (2, 6, 4)
    assert second.sizes == (6, 4, 2)
    assert first.io.tolist() == sorted(I1)
    assert second.io.tolist() == sorted(I2)
    entries = sorted(listed(product))
    assert sorted((io, i1, i2, s) for i1, i2, io, s in listed(first)) == entries
    assert sorted((i2, io, i1, s) for i1, i2, io, s in listed(second)) == entries
    for turned in (first, second):  # a program's own scale goes on in the order given
        assert turned.scale is not None
        assert turned.scale.tolist() == [SCALE[number] for number in turned.order]
    assert sorted(listed(first.bwd1)) == sorted(listed(second))
    assert sorted(listed(first.bwd2)) == entries
    with pytest.raises(hl.UsageError, match="give sizes="):
        _ = SparseProduct.from_entries(I1, I2, IO, sizes=(None, 2, 6)).bwd1


@pytest.mark.parametrize(
    ("scale", "dtype"),
    [
        ([1, 2, 3, 4, 5], np.int64),
        ([True, False, True, True, True], np.int64),
        (np.ones(5, np.uint16), np.int64),
        (np.ones(5, np.float16), np.float16),
        (np.ones(5, ml_dtypes.bfloat16), np.float32),
        (np.ones(5, np.complex64), np.complex64),
        (np.ones(5, ">f8"), np.float64),
    ],
)
def test_scales_keep_their_precision(scale: Any, dtype: Any) -> None:
    product = SparseProduct.from_entries(I1, I2, IO, scale, (4, 2, 6))
    assert product.scale is not None
    assert product.scale.dtype == dtype


BAD: list[tuple[dict[str, Any], str]] = [
    ({"i1": [0, 4, 0, 0, 0]}, r"i1\[1\] is 4, which is out of range: there are 4 rows, counted from 0"),
    ({"i2": [0, 0, 0, 2, 5]}, r"i2\[3\] is 2, which is out of range: there are 2 rows.* \(2 entries are wrong\)"),
    ({"io": [0, 0, -1, 0, 0]}, r"io\[2\] is -1, which is negative"),
    ({"io": [0, 6, 0, 0, 0]}, r"io\[1\] is 6, which is out of range: there are 6 rows"),
    ({"io": np.array([0, 2**63, 0, 0, 0], np.uint64)}, r"io\[1\] is 9223372036854775808, which is out of range"),
    ({"i1": [0, 2**70, 0, 0, 0]}, "out of range"),
    ({"sizes": (0, 2, 6)}, r"i1\[0\] is 3, which is out of range: there are none"),
    ({"i1": [0.0, 0.0, 1.5, 0, 0]}, r"i1\[2\] is 1.5: i1 has elements of float64, and indices are integers\n"),
    ({"i1": np.zeros(5, np.float32)}, r"i1\[0\] is 0.0: i1 has elements of float32"),
    ({"i1": [0, np.nan, 0, 0, 0]}, r"i1\[1\] is nan"),
    ({"i1": [True] * 5}, r"i1\[0\] is True: i1 has elements of bool"),
    ({"i1": ["a"] * 5}, "no array of numbers"),
    ({"i1": [[0] * 5]}, r"i1 is a list with one element per entry, not an array of shape \(1, 5\)"),
    ({"i1": 3}, r"i1 is a list .* not an array of shape \(\)"),
    ({"i1": [0, 0, 0]}, "every entry has one of each, but i1 has 3, i2 has 5, io has 5, scale has 5"),
    ({"scale": [1.0]}, "i1 has 5, i2 has 5, io has 5, scale has 1"),
    ({"scale": ["a"] * 5}, "no array of numbers"),
    ({"scale": np.ones(5, np.longdouble)}, "scale has elements of float128, which no tensor can have"),
    ({"sizes": None}, "sizes lack Mo"),
    ({"sizes": (4, 2)}, r"sizes is 3 numbers \(M1, M2, Mo\), not tuple \(4, 2\)"),
    ({"sizes": 4}, r"sizes is 3 numbers"),
    ({"sizes": (4, 2, None)}, "sizes lack Mo"),
    ({"sizes": (4, -2, 6)}, "M2 is a number of rows, and -2 is negative"),
    ({"sizes": (4, 2, 6.0)}, r"Mo is a number of rows, not float 6\.0"),
    ({"sizes": (4, True, 6)}, "M2 is a number of rows, not bool True"),
    ({"sizes": (4, 2, 2**31)}, "Mo is 2147483648, and products of"),
    ({"i1": None, "sizes": (4, 2, 6)}, "i1 isn't given, so entry t takes row t, but there are 5 entries and 4 rows"),
    ({"duplicates": "sum"}, "duplicates is 'keep', 'merge' or 'error', not str 'sum'"),
    ({"duplicates": None}, "duplicates is 'keep', 'merge' or 'error', not None"),
    ({"duplicates": "error"}, r"entries 0 and 4 have the same indices \(i1 3, i2 1, io 2\)"),
    ({"i1": None, "i2": None, "io": None, "scale": None}, "there are no entries: give i1, i2, io or scale"),
]


@pytest.mark.parametrize(("changed", "message"), BAD, ids=[message[:30] for _, message in BAD])
def test_what_is_wrong_is_named(changed: dict[str, Any], message: str) -> None:
    given = {"i1": I1, "i2": I2, "io": IO, "scale": SCALE, "sizes": (4, 2, 6), **changed}
    with pytest.raises(hl.UsageError, match=message):
        SparseProduct.from_entries(**given)


def test_tensors_are_no_indices() -> None:
    with pytest.raises(hl.UsageError, match=r"(?s)io is a tensor of the program.*segment_sum"):
        hl.function("5xi32")(lambda x: SparseProduct.from_entries(I1, I2, x, sizes=(4, 2, 6)))


def test_a_tensor_is_no_scale_of_entries_but_of_a_product() -> None:
    with pytest.raises(hl.UsageError, match=r"(?s)scale is a tensor of the program.*give it to the products.*scale="):
        hl.function("5xf32")(lambda x: SparseProduct.from_entries(I1, I2, IO, x, (4, 2, 6)))


def test_a_scale_that_the_operands_cannot_hold() -> None:
    def run(scale: Any, element_type: str) -> Any:
        product = SparseProduct.from_entries(I1, I2, IO, scale, (4, 2, 6))
        return hl.function(f"1x4x1x{element_type}", f"1x2x1x{element_type}")(lambda x, y: hl.sparse.mul(product, x, y))

    for scale, element_type, message in [
        (SCALE, "i32", r"the product's scale\[0\] is 0.5, and i32"),
        ([1, 2, 300, 4, 5], "i8", r"scale\[2\] is 300, and i8"),
        ([1, 2, -3, 4, 5], "ui8", r"scale\[2\] is -3, and ui8"),
        ([1, 2, 3, 4, 1e39], "f32", r"scale\[4\] is 1e\+39, and f32"),
        (np.array([1, 2, 3j, 4, 5]), "f64", r"scale\[2\] is 3j, and f64"),
        (np.ones(5, np.complex64), "f64", r"scale\[0\] is \(1\+0j\), and f64"),
    ]:
        with pytest.raises(hl.UsageError, match=message):
            run(scale, element_type)
    run([1, 2, 3, 4, np.inf], "f32")
    run(np.array([1, 2, 3, 4, 5j]), "complex<f32>")
