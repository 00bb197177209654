"""What products say to operands, flags and sizes that don't fit; no argument of any kind ends in a traceback."""

import random
import re
from typing import Any

import numpy as np
import pytest

import hlogen as hl

SparseProduct = hl.sparse.SparseProduct
NAMES = ["mul", "outer", "inner", "vecmat", "vecsca", "scavec", "mat_t_vec"]
ENTRIES = SparseProduct.from_entries([0, 2], [1, 0], [0, 1], [0.5, 2], sizes=(3, 2, 4))
UNSIZED = SparseProduct.from_entries([0, 2], [1, 0], None)
X, Y = "2x3x5xf64", "2x2x5xf64"


def message(build, *types):
    with pytest.raises(hl.UsageError) as caught:
        hl.function(*types, name="main")(build)
    text = str(caught.value)
    assert "where: " in text
    assert __file__.rpartition("/")[2] in text  # the user's own line
    return text


def of_mul(product=ENTRIES, **given):
    return lambda x, y: hl.sparse.mul(product, x, y, **given)


BAD = [
    # what is given as the product
    (of_mul([0, 1]), (X, Y), "hl.sparse.mul takes a product first, not list [0, 1]", "SparseProduct.from_entries"),
    (lambda x, y: hl.sparse.inner(x, y, y), (X, Y), "takes a product first, not a tensor (tensor<2x3x5xf64>)"),
    (of_mul(None), (X, Y), "takes a product first, not None"),
    # shapes
    (of_mul(), ("3x5xf64", Y), "x of hl.sparse.mul is N x M1 x C, of rank 3, but tensor<3x5xf64>", "shared1=True"),
    (of_mul(), (X, "2x5xf64"), "y of hl.sparse.mul is N x M2 x C, of rank 3, but tensor<2x5xf64>", "shared2=True"),
    (of_mul(shared2=True), (X, Y), "y of hl.sparse.mul is M2 x C, of rank 2, but", "leave out shared2=True"),
    (of_mul(), ("f64", Y), "x of hl.sparse.mul is N x M1 x C, of rank 3, but tensor<f64> is given"),
    (of_mul(), ("2x4x5xf64", Y), "x has 4 rows (tensor<2x4x5xf64>), but the product is made for 3"),
    (of_mul(), (X, "2x0x5xf64"), "y has 0 rows (tensor<2x0x5xf64>), but the product is made for 2"),
    (of_mul(UNSIZED), ("2x2x5xf64", Y), "i1[1] is 2, which is out of range: there are 2 rows, counted from 0"),
    (of_mul(UNSIZED), ("1x3000000000x1xi8", "1x2x1xi8"), "the number of rows of x is 3000000000, and products"),
    (of_mul(), (X, "2x2x1xf64"), "c is 5 in x (tensor<2x3x5xf64>) and 1 in y (tensor<2x2x1xf64>)"),
    (
        lambda x, y: hl.sparse.vecmat(ENTRIES, x, y),
        (X, "2x2x4x5xf64"),
        "hl.sparse.vecmat is a,ab->b of rows, but a is 5 in x (tensor<2x3x5xf64>) and 4 in y",
    ),
    (
        lambda x, y: hl.sparse.mat_t_vec(ENTRIES, x, y),
        ("2x3x5x4xf64", "2x2x4xf64"),
        "hl.sparse.mat_t_vec is ab,a->b of rows, but a is 5 in x (tensor<2x3x5x4xf64>) and 4 in y",
    ),
    (lambda x, y: hl.sparse.outer(ENTRIES, x, y), (X, "2x2xf64"), "y of hl.sparse.outer is N x M2 x B, of rank 3"),
    (lambda x, y: hl.sparse.vecsca(ENTRIES, x, y), (X, Y), "y of hl.sparse.vecsca is N x M2, of rank 2"),
    (lambda x, y: hl.sparse.scavec(ENTRIES, x, y), (X, Y), "x of hl.sparse.scavec is N x M1, of rank 2"),
    (of_mul(), ("?x3x5xf64", Y), "x is tensor<?x3x5xf64>, and products need static shapes"),
    # element types
    (of_mul(), ("2x3x5xf32", Y), "x is tensor<2x3x5xf32>, y is tensor<2x2x5xf64>", "convert"),
    (of_mul(), ("2x3x5xi1", "2x2x5xi1"), "x is tensor<2x3x5xi1>, and products are of numbers"),
    (of_mul(), ("2x3x5xf8E8M0FNU", "2x2x5xf8E8M0FNU"), "and products are of numbers"),
    (of_mul(), ("2x3x5x!quant.uniform<i8:f32, 0.5>",) * 2, "and products are of numbers"),
    (of_mul(), ("2x3x5xi32", "2x2x5xi32"), "scale[0] is 0.5, and i32"),
    # flags and N
    (of_mul(shared1=1), (X, Y), "shared1 takes True or False, not int 1"),
    (of_mul(shared2=None), (X, Y), "shared2 takes True or False, not None"),
    (of_mul(out_accumulated="no"), (X, Y), "out_accumulated takes True or False, not str 'no'"),
    (of_mul(), ("3x3x5xf64", Y), "N differs: x says 3, y says 2"),
    (of_mul(n=4), (X, Y), "N differs: n says 4, x says 2, y says 2"),
    (of_mul(n=4, shared1=True), ("3x5xf64", Y), "N differs: n says 4, y says 2"),
    (of_mul(shared1=True, shared2=True), ("3x5xf64", "2x5xf64"), "whose size nothing tells", "say n="),
    (of_mul(shared1=True, shared2=True, n=-1), ("3x5xf64", "2x5xf64"), "n is a size, and -1 is negative"),
    (of_mul(n=2.0), (X, Y), "n", "2.0"),
    (of_mul(n=True), (X, Y), "n", "True"),
    (of_mul(n=2**70), (X, Y), "n has 1180591620717411303424, which doesn't fit 64 bits"),
    # scales
    (of_mul(scale=[1.0]), (X, Y), "scale has one number for each of 2 entries, but tensor<1xf64> is given"),
    (of_mul(scale=1.0), (X, Y), "scale has one number for each of 2 entries, but tensor<f64> is given"),
    (of_mul(scale=[1j, 2]), (X, Y), "a constant of element type f64 can't hold the complex 1j"),
    (lambda x, y, s: hl.sparse.mul(ENTRIES, x, y, scale=s), (X, Y, "2xf32"), "scale is tensor<2xf32>"),
    # lowerings
    (of_mul(lowering="fast"), (X, Y), "lowering is one of 'auto', 'scatter'", "not str 'fast'"),
    (of_mul(lowering=["scatter"]), (X, Y), "not list ['scatter']"),
    # operands
    (lambda x: hl.sparse.mul(ENTRIES, x, None), (X,), "y is a tensor, a number or a NumPy array, not None"),
    (lambda x: hl.sparse.mul(ENTRIES, "x", x), (Y,), "x is a tensor, a number or a NumPy array, not str 'x'"),
]


@pytest.mark.parametrize(("build", "types", "words"), [(b, t, w) for b, t, *w in BAD], ids=[w for _, _, w, *_ in BAD])
def test_what_is_wrong_is_named(build, types, words):
    text = message(build, *types)
    for word in words:
        assert word in text


def test_a_whole_message():
    """With where, and what to do."""
    text = message(of_mul(), "3x5xf64", Y)
    assert re.sub(r"where: .*", "where: ..", text) == (
        "x of hl.sparse.mul is N x M1 x C, of rank 3, but tensor<3x5xf64> is given\n"
        "  where: ..\n  fix: if all of N share it, say shared1=True"
    )


def test_tensors_of_another_function():
    kept: Any = []
    hl.function(X, name="other")(lambda x: kept.append(x) or x)
    assert "uses a tensor of function other" in message(lambda y: hl.sparse.mul(ENTRIES, kept[0], y), Y)


def test_outside_of_functions():
    with pytest.raises(hl.UsageError, match=r"hl\.sparse\.mul"):
        hl.sparse.mul(ENTRIES, np.ones((2, 3, 5)), np.ones((2, 2, 5)))


def test_names_of_room_and_products():
    with pytest.raises(AttributeError, match="mull"):
        hl.sparse.mull  # type: ignore[attr-defined]  # noqa: B018 - it is looked up, which raises


class _WithoutLength:
    def __len__(self):
        raise RuntimeError("no length")


def _anything(tensors, other):
    """Arguments of all kinds, right and wrong."""
    return [
        *(
            None,
            True,
            False,
            0,
            1,
            -1,
            3,
            2**40,
            2**70,
            1.5,
            float("nan"),
            1j,
            "a",
            "auto",
            "",
            b"x",
            lambda: 0,
            int,
            hl,
        ),
        *([], (), {}, set(), [1], [0, 1], [0, -1], [0, 5], [0.5, 1], ["a", "b"], [None, None], [[0, 1]], [[0], [1, 2]]),
        *(np.array([0, 1], dtype) for dtype in ("i8", "u8", "f4", "?", "O", "M8[s]", "U1")),
        *(np.array([0, 2**63], np.uint64), np.zeros(0), np.zeros((2, 2)), np.array(3), np.float64(2), np.bool_(True)),
        *(range(2), iter([0, 1]), _WithoutLength(), object(), Ellipsis, NotImplemented, slice(0, 2), bytearray(b"ab")),
        *(np.zeros((2, 3, 5), dtype) for dtype in ("f8", "f4", "i4", "?", "c16")),
        *(ENTRIES, UNSIZED, other, hl.tensor("2xf32"), *tensors),
    ]


TYPES = [X, Y, "3x5xf64", "2x3xf64", "2xf64", "2x3x5xf32", "2x3x5xi1", "2x3x5x5xf64", "?x3x5xf64", "2x3x5xf8E8M0FNU"]
TYPES += ["2x3x5x!quant.uniform<i8:f32, 0.5>", "f64", "0x3x5xf64", "2x0x5xf64", "2x3x0xf64", "2x3x5xi4", "2xi64"]


@pytest.mark.parametrize("seed", range(4))
def test_arguments_of_any_kind_are_taken_or_refused(seed):
    """A call gives a product, or says in words what is wrong: nothing else is raised."""
    rng, counts = random.Random(seed), {"taken": 0, "refused": 0}
    kept: Any = []
    hl.function(X, name="other")(lambda x: kept.append(x) or x)

    def attempt(call, *args, **given):
        try:
            call(*args, **given)
        except hl.UsageError:
            counts["refused"] += 1
        else:
            counts["taken"] += 1

    @hl.function(*TYPES, name="main")
    def main(*tensors):
        for _ in range(400):
            pool = _anything(tensors, kept[0])

            def drawn(good, share=0.6, pool=pool):
                return good if rng.random() < share else rng.choice(pool)

            sizes = drawn((3, 2, 4)) if rng.random() < 0.7 else [drawn(3), drawn(2), drawn(4)]
            given = {"duplicates": drawn("merge")} if rng.random() < 0.3 else {}
            attempt(
                SparseProduct.from_entries, drawn([0, 2]), drawn([1, 0]), drawn([0, 1]), drawn(None), sizes, **given
            )
            rights = {"scale": None, "shared1": False, "shared2": False, "out_accumulated": True, "n": 2}
            rights |= {"lowering": "auto"}
            given = {word: drawn(right) for word, right in rights.items() if rng.random() < 0.3}
            operation = getattr(hl.sparse, rng.choice(NAMES))
            attempt(operation, drawn(ENTRIES, 0.9), drawn(tensors[0]), drawn(tensors[1]), **given)
        return tensors[0]

    assert min(counts.values()) > 30


@pytest.mark.parametrize("seed", range(3))
def test_the_first_wrong_entry_is_named_as_it_was_given(seed):
    """Whatever the order that entries are then put in."""
    rng = np.random.default_rng(seed)
    rows, into = rng.integers(1, 5, 9), rng.integers(0, 4, 9)
    scale = rng.choice([1, 0.5], 9)
    rows[rng.integers(9)], scale[rng.integers(9)] = 3, 0.5
    at, in_scale = int((rows >= 3).argmax()), int((scale == 0.5).argmax())
    product = SparseProduct.from_entries(rows, rows, into, sizes=(None, None, 4))
    matrix = hl.sparse.SparseMatrix.from_entries(into, rows, shape=(4, None))
    small, large, found = "1x3x2xi32", "1x5x2xi32", f"[{at}] is {rows[at]}, "
    assert f"i1{found}" in message(lambda x, y: hl.sparse.mul(product, x, y), small, large)
    assert f"i2{found}" in message(lambda x, y: hl.sparse.mul(product, x, y), large, small)
    assert f"cols{found}" in message(lambda x: hl.sparse.spmm(matrix, x), "3x2xi32")
    product = SparseProduct.from_entries(rows, rows, into, scale, sizes=(5, 5, 4))
    matrix = hl.sparse.SparseMatrix.from_entries(into, rows, scale, shape=(4, 5))
    assert f"scale[{in_scale}] is 0.5" in message(lambda x: hl.sparse.mul(product, x, x), "1x5x2xi32")
    assert f"values[{in_scale}] is 0.5" in message(lambda x: hl.sparse.spmm(matrix, x), "5x2xi32")
