"""The seven products against the formula: flags, index forms, scales, empty rows, duplicates, sizes down to 0."""

from dataclasses import replace

import numpy as np
import pytest
from helpers import campaign
from helpers.backends import run_together
from helpers.sparse_cases import FLAGS, covering, drawn
from helpers.sparse_checks import hold_value, same
from helpers.sparse_model import ROWS

import hlogen as hl
import interpreter
from hlogen.ir import dtype_of
from hlogen.lint.report import findings_of
from hlogen.sparse.lowerings import LOWERINGS

LOWERING_NAMES = ["auto", *LOWERINGS]


@pytest.mark.share(4)
@pytest.mark.parametrize("lowering", LOWERING_NAMES)
@pytest.mark.parametrize("name", ROWS)
def test_a_product_is_the_formula(name, lowering):
    for one in covering(name, seed=7, per_flag=2):
        hold_value(replace(one, lowering=lowering))


@campaign.every(3)
@pytest.mark.parametrize("backend", ["upstream", "xla"])
@pytest.mark.parametrize("lowering", LOWERINGS)
def test_on_other_backends(lowering, backend, every):
    """All products in one program."""
    rng = np.random.default_rng(8)
    cases = [
        drawn(rng, name, flags, lowering=lowering)
        for number, name in enumerate(ROWS)
        for flags in FLAGS[number % every :: every]
    ]
    results = run_together(backend, [(one.function(f"f{number}"), one.inputs) for number, one in enumerate(cases)])
    for one, (result,) in zip(cases, results, strict=True):
        same(result, one.terms.value(*one.values), one, f"on {backend}")


@campaign.every(2)
@pytest.mark.parametrize("lowering", LOWERINGS)
def test_promises_are_kept_and_none_is_missing(lowering, every):
    """Of all gathers and scatters in products and their gradients, as they are checked and as they run.

    Beside the order that sums are rounded in, there is the note that N stands before the rows: sorted, for each of N.
    """
    rng = np.random.default_rng(12)
    for number, name in enumerate(ROWS):
        for one in [*covering(name, seed=13, per_flag=1)][number % every :: every]:
            backward = hl.vjp(replace(one, lowering=lowering).function())
            sanitizer = interpreter.Sanitizer()
            inputs = [rng.normal(size=type.static_shape) for type in backward.type.inputs]
            interpreter.run(backward, *inputs, sanitize=sanitizer)
            assert {finding.id for finding in sanitizer.findings} <= {"promise.sorted-literal", "order.rounding"}, one
            assert {finding.rule for finding in findings_of("x.mlir", backward.module)} <= {"promise.sorted-literal"}, (
                one
            )


def product(name="mul", lowering="auto", **flags):
    """A function of x, y around entries that leave rows 0, 2 and 4 empty."""
    entries = hl.sparse.SparseProduct.from_entries([0, 1, 1, 0], [1, 1, 0, 1], [3, 1, 3, 3], sizes=(2, 2, 5))
    return lambda x, y: getattr(hl.sparse, name)(entries, x, y, lowering=lowering, **flags)


def ran(build, *values, element_type=None):
    """What `build` of tensors gives for these values, on the interpreter."""
    types = []
    for value in values:
        own = element_type or hl.ir.element_type_of(value.dtype)
        types.append("x".join([*map(str, value.shape), str(own)]))
    function = hl.function(*types, name="main")(build)
    return interpreter.run(function, *values)[0]


@pytest.mark.parametrize("lowering", LOWERING_NAMES)
def test_rows_without_entries_are_0(lowering):
    """The first, the last, and between; entries 0 and 3 are the same, and both count."""
    x, y = np.array([[[1.0], [10.0]]]), np.array([[[2.0], [3.0]]])
    result = ran(product(lowering=lowering), x, y)
    assert result.ravel().tolist() == [0, 30, 0, 3 + 20 + 3, 0]


EXACT = [
    *("i4", "ui4", "i8", "ui8", "i16", "ui16", "i32", "ui32", "i64", "ui64"),
    *("f8E4M3FN", "f8E5M2", "f8E4M3", "f8E3M4", "bf16", "f16", "f32", "f64", "complex<f32>", "complex<f64>"),
]


@pytest.mark.share(4)
@pytest.mark.parametrize("lowering", LOWERING_NAMES)
@pytest.mark.parametrize("element_type", EXACT)
def test_every_element_type_of_numbers(element_type, lowering):
    """Whole numbers so small that nothing is rounded."""
    dtype = dtype_of(hl.tensor(element_type).element_type)
    x, y = np.array([[[1], [2]]]).astype(dtype), np.array([[[1], [2]]]).astype(dtype)
    result = ran(product(lowering=lowering), x, y, element_type=element_type)
    assert result.dtype == dtype
    assert result.astype(np.complex128).ravel().tolist() == [0, 4, 0, 2 + 2 + 2, 0]


@pytest.mark.parametrize("lowering", LOWERING_NAMES)
def test_integers_wrap_around(lowering):
    x, y = np.full((1, 2, 1), 100, np.int8), np.full((1, 2, 1), 2, np.int8)
    assert ran(product(lowering=lowering), x, y).ravel().tolist() == [0, 200 - 256, 0, 600 - 512, 0]


@pytest.mark.parametrize(("dtype", "count", "expected"), [(np.int8, 300, 3 * 300 - 4 * 256), (np.float16, 70_000, 0.0)])
def test_shared_operands_summed_over_more_n_than_their_type_counts_to(dtype, count, expected):
    """N times the same: integers wrap around, and no infinity times 0 comes from the count."""
    x, y = np.ones((2, 1), dtype), np.full((2, 1), 1 if dtype == np.int8 else 0, dtype)
    result = ran(product(shared1=True, shared2=True, out_accumulated=True, n=count), x, y)
    assert result[3, 0] == expected
    assert result[0, 0] == 0


def test_a_scale_keeps_its_precision():
    """0.1 in f64 is not the f32 nearest to it; in f32 it is."""
    for dtype in (np.float64, np.float32):
        entries = hl.sparse.SparseProduct.from_entries([0], [0], [0], [0.1], sizes=(1, 1, 1))
        one = np.ones((1, 1, 1), dtype)
        assert ran(lambda x, y, p=entries: hl.sparse.mul(p, x, y), one, one).ravel()[0] == dtype(0.1)


def test_a_scale_of_the_program_takes_the_place_of_the_products_own():
    entries = hl.sparse.SparseProduct.from_entries([0, 1], [0, 0], [1, 0], [5.0, 7.0], sizes=(2, 1, 2))
    x, y, scale = np.ones((1, 2, 1)), np.ones((1, 1, 1)), np.array([2.0, 3.0])
    assert ran(lambda x, y, s: hl.sparse.mul(entries, x, y, scale=s), x, y, scale).ravel().tolist() == [3, 2]


def test_operands_may_be_arrays():
    entries = hl.sparse.SparseProduct.from_entries([0, 1], [0, 0], [1, 0], sizes=(2, 1, 2))
    x = np.arange(2, dtype=np.float32).reshape(1, 2, 1)
    result = ran(lambda x: hl.sparse.mul(entries, x, [[[3]]], scale=np.array([1, 2])), x)
    assert result.dtype == np.float32
    assert result.ravel().tolist() == [6, 0]


def test_sizes_that_operands_say():
    """Without M1 and M2, the entries fit any operands that have the rows."""
    entries = hl.sparse.SparseProduct.from_entries([0, 2], None, None)
    for rows in (3, 5):
        x, y = np.arange(float(rows)).reshape(1, rows, 1), np.ones((1, 2, 1))
        assert ran(lambda x, y: hl.sparse.mul(entries, x, y), x, y).ravel().tolist() == [0, 2]


@pytest.mark.parametrize("lowering", [name for name in LOWERING_NAMES if name != "dense"])
@pytest.mark.parametrize("value", [np.inf, np.nan])
def test_what_is_not_finite_stays_in_its_rows(value, lowering):
    """No 0 that stands for a missing entry is multiplied with it; "dense" alone does that."""
    x, y = np.array([[[1.0], [value]], [[1.0], [1.0]]]), np.full((2, 2, 1), 2.0)
    build = product(lowering=lowering)
    result = ran(build, x, y)
    assert result[:, [0, 2, 4]].tolist() == [[[0.0]] * 3] * 2
    assert result[1].ravel().tolist() == [0, 2, 0, 6, 0]
    _, gx, gy = interpreter.run(
        hl.vjp(hl.function("2x2x1xf64", "2x2x1xf64", name="main")(build)), x, y, np.ones((2, 5, 1))
    )
    assert gx.ravel().tolist() == [4, 4, 4, 4]
    assert np.isfinite(gy).ravel().tolist() == [False, False, True, True]


@pytest.mark.parametrize("lowering", LOWERINGS)
def test_the_base_of_indices_around_it_does_not_matter(lowering):
    x, y = np.full((1, 2, 17), 2.0), np.full((1, 2, 17), 3.0)  # a shape that no other test has built the product of
    with hl.index_base(1):
        result = ran(product(lowering=lowering), x, y)
    assert result[0, :, 0].tolist() == [0, 6, 0, 18, 0]
