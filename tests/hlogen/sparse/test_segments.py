"""segment_mean, segment_softmax and segment_csr against loops over rows: values, derivatives, batches, backends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from helpers.backends import run_on
from helpers.derivatives import check, distinct
from helpers.on_backends import BACKENDS, hold_derivatives_on_backends, hold_on_backends, hold_together

import hlogen as hl
import interpreter
from hlogen.ir import dtype_of, parse_element_type

Array = npt.NDArray[Any]
S = hl.sparse

IDS = [0, 2, 2, 0, 4, 2, 5]  # segments 1 and 3 are empty; of 5 segments, the last row is in none


def rows_of(ids: Sequence[int], segment: int) -> list[int]:
    return [number for number, own in enumerate(ids) if own == segment]


def mean_formula(data: Array, ids: Sequence[int], count: int) -> Array:
    result = np.zeros((count, *data.shape[1:]), data.dtype)
    for segment in range(count):
        rows = rows_of(ids, segment)
        for row in rows:
            result[segment] += data[row] / len(rows)
    return result


def softmax_formula(data: Array, ids: Sequence[int], count: int) -> Array:
    result = np.zeros_like(data)
    for segment in range(count):
        rows = rows_of(ids, segment)
        for row in rows:
            result[row] = 1 / sum(np.exp(data[other] - data[row]) for other in rows)
    return result


@pytest.mark.share(2)
@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (0,)], ids=str)
@pytest.mark.parametrize("ids", ["i64", "ui8", "i8", "ui64", "i32"])
def test_mean_and_softmax_are_their_formulas(shape: tuple[int, ...], ids: str) -> None:
    data = np.random.default_rng(3).normal(size=(7, *shape))
    segments = np.array([*IDS[:-1], 100]).astype(dtype_of(parse_element_type(ids)))

    @hl.function(of(data), f"7x{ids}")
    def main(x, at):
        return S.segment_mean(x, at, 5), S.segment_softmax(x, at, 5), S.segment_softmax(x, IDS, 6)

    mean, softmax, known = interpreter.run(main, data, segments)
    np.testing.assert_allclose(mean, mean_formula(data, IDS, 5), rtol=1e-14)
    np.testing.assert_allclose(softmax, softmax_formula(data, IDS, 5), rtol=1e-14)
    np.testing.assert_allclose(known, softmax_formula(data, IDS, 6), rtol=1e-14)


def test_softmax_overflows_nowhere() -> None:
    @hl.function("7xf32", "7xi32", name="main")
    def main(x, at):
        return S.segment_softmax(x, at, 5)

    data = np.array([3e38, 1e4, 1e4, 3e38, -3e38, -1e4, 3e38], np.float32)
    backward = hl.vjp(main)
    for name in BACKENDS:
        (result,) = run_on(name, main, data, np.array(IDS, np.int32))
        assert result.tolist() == [0.5, 0.5, 0.5, 0.5, 1, 0, 0]
        _, gradient = run_on(name, backward, data, np.array(IDS, np.int32), np.ones(7, np.float32))
        assert np.isfinite(gradient).all()


def test_masked_scores() -> None:
    """Minus infinity takes no part; a segment of nothing else has no shares."""

    @hl.function("5xf64", "5xi32")
    def main(x, at):
        return S.segment_softmax(x, at, 3)

    ids = np.array([0, 0, 0, 1, 1], np.int32)
    data = np.array([1.0, -np.inf, 1.0, -np.inf, -np.inf])
    with np.errstate(invalid="ignore"):
        (result,) = interpreter.run(main, data, ids)
    assert result[:3].tolist() == [0.5, 0, 0.5]
    assert np.isnan(result[3:]).all()


@pytest.mark.parametrize("element_type", ["f16", "bf16"])
def test_a_mean_counts_further_than_its_type(element_type: str) -> None:
    dtype = dtype_of(parse_element_type(element_type))

    @hl.function(f"5000x{element_type}", "5000xi32", name="main")
    def main(x, at):
        return S.segment_mean(x, at, 2)

    data = np.zeros(5000, dtype)
    data[0] = 5000
    for name in BACKENDS:
        (result,) = run_on(name, main, data, np.zeros(5000, np.int32))
        assert result.astype(float).tolist() == [1, 0]  # 5000 is rounded alike above and below


@pytest.mark.parametrize("element_type", ["f16", "bf16"])
def test_long_segments_of_narrow_floats(element_type: str) -> None:
    """A sum of ones stops at 256 in bf16; the mean of ones is 1, and shares of a segment add up to 1."""
    dtype = dtype_of(parse_element_type(element_type))
    ids = np.repeat([0, 1], [4096, 4]).astype(np.int32)

    @hl.function(f"4100x{element_type}", "4100xi32", name="main")
    def main(x, at):
        return S.segment_mean(x, at, 2), S.segment_softmax(x, at, 2)

    for name in BACKENDS:
        mean, softmax = run_on(name, main, np.ones(4100, dtype), ids)
        assert mean.dtype == softmax.dtype == dtype
        assert mean.astype(float).tolist() == [1, 1]
        assert softmax.astype(float).tolist() == [1 / 4096] * 4096 + [0.25] * 4


@pytest.mark.parametrize("mode", ["drop", "fill", "clip", "promise_in_bounds", ["clip"]])
def test_modes(mode: Any) -> None:
    rng = np.random.default_rng(0)
    data = rng.normal(size=(5, 2))
    inside = mode == "promise_in_bounds"
    ids = [0, 1, 1, 2, 0] if inside else [0, -1, 1, 3, -7]
    effective = ids if mode in ("drop", "fill", "promise_in_bounds") else np.clip(ids, 0, 2).tolist()

    @hl.function("5x2xf64", "5xi64", name="main")
    def main(x, at):
        return S.segment_mean(x, at, 3, mode=mode), S.segment_softmax(x, at, 3, mode=mode)

    hold_on_backends(main, [data, np.array(ids)])
    mean, softmax = interpreter.run(main, data, np.array(ids))
    np.testing.assert_allclose(mean, mean_formula(data, effective, 3), rtol=1e-12)
    np.testing.assert_allclose(softmax, softmax_formula(data, effective, 3), rtol=1e-12)


def test_a_complex_mean() -> None:
    @hl.function("3xcomplex<f64>", "3xi32", name="main")
    def main(x, at):
        return S.segment_mean(x, at, 2)

    inputs = [np.array([1 + 2j, 3 - 4j, 7j]), np.array([0, 0, 5], np.int32)]
    hold_derivatives_on_backends(main, inputs)
    assert interpreter.run(main, *inputs)[0].tolist() == [2 - 1j, 0]


def test_mode_error_gives_the_flag() -> None:
    @hl.function("3xf64", "3xi32", name="main")
    def main(x, at):
        (mean, first), (softmax, second) = (
            S.segment_mean(x, at, 2, mode="error"),
            S.segment_softmax(x, at, 2, mode="error"),
        )
        return mean, first, softmax, second

    good, bad = np.array([0, 1, 1], np.int32), np.array([0, 1, 2], np.int32)
    mean, first, _, second = interpreter.run(main, np.ones(3), good)
    assert (mean.tolist(), bool(first), bool(second)) == ([1, 1], True, True)
    with pytest.raises(hl.ExecutionError, match="scatter out of bounds"):
        interpreter.run(main, np.ones(3), bad)
    _, first, softmax, second = run_on("xla", main, np.ones(3), bad)
    assert (bool(first), bool(second), softmax.tolist()) == (False, False, [1, 0.5, 0.5])


def test_counting_from_1() -> None:
    data = np.random.default_rng(0).normal(size=(7, 2))

    @hl.function("7x2xf64", "7xi32", "4xi32")
    def main(x, at, starts):
        with hl.index_base(1):
            return (
                S.segment_mean(x, at, 5),
                S.segment_softmax(x, at, 5),
                S.segment_csr(x, starts, "mean"),
                S.segment_csr(x, [0, 2, 2, 7], "mean"),
            )

    starts = np.array([0, 2, 2, 7], np.int32)
    mean, softmax, *by_starts = interpreter.run(main, data, np.array(IDS, np.int32) + 1, starts)
    np.testing.assert_allclose(mean, mean_formula(data, IDS, 5), rtol=1e-12)
    np.testing.assert_allclose(softmax, softmax_formula(data, IDS, 5), rtol=1e-12)
    for result in by_starts:
        np.testing.assert_allclose(result, mean_formula(data, [0, 0, 2, 2, 2, 2, 2], 3), rtol=1e-12)


@pytest.mark.parametrize("name", ["segment_mean", "segment_softmax"])
@pytest.mark.parametrize("is_known", [False, True])
def test_derivatives(name: str, is_known: bool) -> None:
    data = np.random.default_rng(0).normal(size=(7, 2))

    @hl.function("7x2xf64", "7xi32")
    def main(x, at):
        return getattr(S, name)(x, np.array(IDS) if is_known else at, 5, mode="drop")

    check(main, [data, np.array(IDS, np.int32)], order=3, tolerance=1e-6)


@pytest.mark.parametrize("mode", ["drop", pytest.param("clip", marks=pytest.mark.campaign)])
def test_derivatives_and_batches_on_backends(mode: Any) -> None:
    rng = np.random.default_rng(0)

    @hl.function("7x2xf64", "7xi32", "4xi32", name="main")
    def main(x, at, starts):
        return (
            S.segment_mean(x, at, 4, mode=mode),
            S.segment_softmax(x, at, 4, mode=mode),
            S.segment_csr(x, starts, "mean"),
        )

    hold_derivatives_on_backends(
        main, [rng.normal(size=(7, 2)), np.array(IDS, np.int32), np.array([0, 3, 3, 6], np.int32)]
    )


def test_a_row_that_is_dropped_has_no_gradient() -> None:
    @hl.function("3xf64", "3xi32")
    def main(x, at):
        return S.segment_softmax(x, at, 2)

    _, gradient = interpreter.run(
        hl.vjp(main), np.array([1.0, 2.0, 800.0]), np.array([0, 0, 9], np.int32), np.arange(3.0)
    )
    assert gradient[2] == 0
    assert np.isfinite(gradient).all()


# segment_csr

FOLDS: dict[str, tuple[Any, float]] = {
    "sum": (np.sum, 0),
    "mean": (np.mean, 0),
    "prod": (np.prod, 1),
    "min": (np.min, np.inf),
    "max": (np.max, -np.inf),
}
STARTS = [[0, 2, 2, 5, 7], [0, 0, 0, 0, 7], [0, 7, 7, 7, 7], [0, 1, 2, 3, 7], [0, 0, 3, 7, 7]]


@pytest.mark.parametrize("reduce", FOLDS)
def test_csr_is_its_formula(reduce: Any) -> None:
    fold, empty = FOLDS[reduce]
    data = np.random.default_rng(0).normal(size=(7, 3))
    runs = []
    for number, starts in enumerate(STARTS):

        @hl.function("7x3xf64", "5xi32", "5xui8", name=f"starts{number}")
        def function(x, p, q, starts=starts):
            return [S.segment_csr(x, each, reduce) for each in (starts, hl.constant(np.array(starts)), p, q)]

        runs.append((function, [data, np.array(starts, np.int32), np.array(starts, np.uint8)]))
    hold_together(runs, backends=["interpreter", ("upstream", "xla")[[*FOLDS].index(reduce) % 2]])
    for (function, inputs), starts in zip(runs, STARTS, strict=True):
        expected = np.array([fold(data[a:b], axis=0) if b > a else np.full(3, empty) for a, b in pairwise(starts)])
        for result in interpreter.run(function, *inputs):
            np.testing.assert_allclose(result, expected, rtol=1e-12, err_msg=str(starts))


def test_csr_of_integers_and_of_nothing() -> None:
    @hl.function("4xi8", "0x2xf32", "3xi64", "1xi64", "3xf32")
    def main(x, none, starts, one, y):
        return [
            S.segment_csr(x, starts, "max"),
            S.segment_csr(x, [0, 4, 4], "min"),
            S.segment_csr(none, starts),
            S.segment_csr(none, [0, 0, 0], "mean"),
            S.segment_csr(y, one),
            S.segment_csr(none, [0]),
        ]

    given = [np.array([1, 5, -3, 2], np.int8), np.zeros((0, 2), np.float32), np.array([0, 3, 4]), np.array([0])]
    most, least, *empty, none, none_known = interpreter.run(main, *given, np.ones(3, np.float32))
    assert (most.tolist(), least.tolist()) == ([5, 2], [-3, 127])
    for result in empty:
        assert result.tolist() == [[0, 0], [0, 0]]
    assert (none.shape, none_known.shape) == ((0,), (0, 2))


@pytest.mark.parametrize("starts", [[1, 2, 2, 6], [0, 5, 2, 7], [-3, 9, 4, 2], [3, 3, 3, 3], [2**31 - 1, 0, 0, -9]])
def test_starts_that_only_the_program_knows_are_not_checked(starts: list[int]) -> None:
    """Row k goes to segment m - 1, where m of all starts are at most k."""
    data = np.random.default_rng(0).normal(size=(7, 3))
    expected = np.zeros((3, 3))
    for k, row in enumerate(data):
        segment = sum(start <= k for start in starts) - 1
        if 0 <= segment < 3:
            expected[segment] += row

    @hl.function("7x3xf64", "4xi32", name="main")
    def main(x, p):
        return S.segment_csr(x, p)

    hold_on_backends(main, [data, np.array(starts, np.int32)])
    np.testing.assert_allclose(interpreter.run(main, data, np.array(starts, np.int32))[0], expected, rtol=1e-12)


def test_segments_of_csr_are_promised_to_be_sorted_and_they_are() -> None:
    @hl.function("7x3xf64", "5xi32", name="main")
    def main(x, p):
        return S.segment_csr(x, [0, 2, 2, 5, 7], "max"), S.segment_csr(x, p, "max")

    folds = [op for op in main.module.walk() if op.name == "stablehlo.scatter" and "f64" in str(op.operands[0].type)]
    assert [op.attributes["indices_are_sorted"] for op in folds] == [True, True]
    for starts in STARTS:
        interpreter.run(main, np.ones((7, 3)), np.array(starts, np.int32), sanitize=True)
    with pytest.warns(UserWarning, match="dropped"):  # the promise is kept, but rows are in no segment
        interpreter.run(main, np.ones((7, 3)), np.array([5, 2, 9, 2, 3], np.int32), sanitize=True)


@pytest.mark.parametrize("reduce", FOLDS)
def test_derivatives_of_csr(reduce: Any) -> None:
    data = distinct(np.random.default_rng(0), (7, 2), "f64")

    @hl.function("7x2xf64", "5xi32")
    def main(x, p):
        return S.segment_csr(x, p, reduce)[:1], S.segment_csr(x, [0, 2, 2, 5, 7], reduce)[2:]

    check(main, [data, np.array([0, 2, 2, 5, 7], np.int32)], order=2, tolerance=1e-5)


def test_a_batch_of_starts() -> None:
    @hl.function("7x2xf64", "5xi32")
    def main(x, p):
        return S.segment_csr(x, p, "mean"), S.segment_softmax(x, p[0] + np.zeros(7, np.int32), 3)

    data = np.random.default_rng(0).normal(size=(7, 2))
    starts = np.array(STARTS, np.int32)
    batched = interpreter.run(hl.vmap(main, in_axes=(None, 0), axis_size=5), data, starts)
    for number in range(5):
        for got, wanted in zip(batched, interpreter.run(main, data, starts[number]), strict=True):
            np.testing.assert_allclose(got[number], wanted, rtol=1e-12)


def test_torch_agrees() -> None:
    torch = pytest.importorskip("torch")
    data = np.random.default_rng(0).normal(size=(7, 2))
    for reduce in ("sum", "mean", "prod", "min", "max"):

        @hl.function("7x2xf64")
        def main(x, reduce=reduce):
            return S.segment_csr(x, [0, 2, 3, 5, 7], reduce)

        expected = torch.segment_reduce(torch.tensor(data), reduce, offsets=torch.tensor([0, 2, 3, 5, 7]), axis=0)
        np.testing.assert_allclose(interpreter.run(main, data)[0], expected.numpy(), rtol=1e-12)


WRONG: list[tuple[Any, list[str], str]] = [
    (lambda x, i: S.segment_mean(x, i, 3), ["4xi32", "4xi32"], r"segment_mean isn't defined for data of .*i32>"),
    (lambda x, i: S.segment_mean(x, i, 3), ["4xi1", "4xi32"], r"segment_mean isn't defined for data of .*i1>"),
    (lambda x, i: S.segment_softmax(x, i, 3), ["4xi32", "4xi32"], "segment_softmax isn't defined for data of"),
    (lambda x, i: S.segment_softmax(x, i, 3), ["4xcomplex<f32>", "4xi32"], "segment_softmax isn't defined for data of"),
    (lambda x, i: S.segment_mean(x, i, 3), ["4xf32", "4xf32"], "segment_ids are integers, not tensor<4xf32>"),
    (lambda x, i: S.segment_softmax(x, i, 3), ["4xf32", "4xf32"], "segment_ids are integers, not tensor<4xf32>"),
    (lambda x, i: S.segment_mean(x, i, 3), ["4xf32", "5xi32"], "one segment id for each row of data"),
    (lambda x, i: S.segment_softmax(x, i, 3), ["f32", "5xi32"], "one segment id for each row of data"),
    (lambda x, i: S.segment_mean(x, i, 3), ["f32", "5xi32"], "one segment id for each row of data"),
    (lambda x, i: S.segment_mean(x, i, -3), ["4xf32", "4xi32"], "num_segments is .*, not -3"),
    (lambda x, i: S.segment_softmax(x, i, 3, mode="wrap"), ["4xf32", "4xi32"], "mode is one of"),
    (lambda x: S.segment_softmax(x, [0, 3, 1, 5], 3), ["4xf32"], r"segment_ids\[1\] is 3, .* there are 3 segments"),
    (lambda x: S.segment_mean(x, [0, -3, 1, 5], 3), ["4xf32"], r"segment_ids\[1\] is -3, .* there are 3 segments"),
    (lambda x, i: S.segment_softmax(x, i, 3), ["4x?xf32", "4xi32"], "segment_softmax needs to know num_segments and"),
    (lambda x, p: S.segment_csr(x, p, "add"), ["4xf32", "3xi32"], "reduce is one of 'sum', 'mean', .*, not str 'add'"),
    (lambda x, p: S.segment_csr(x, p, "mean"), ["4xi32", "3xi32"], "segment_mean isn't defined"),
    (lambda x, p: S.segment_csr(x, p), ["f32", "3xi32"], "segment_csr takes rows of a static shape, but src is"),
    (lambda x, p: S.segment_csr(x, p), ["4xf32", "3xf32"], "indptr are integers, not tensor<3xf32>"),
    (lambda x, p: S.segment_csr(x, p), ["4xf32", "3xi1"], "indptr are integers, not tensor<3xi1>"),
    (lambda x, p: S.segment_csr(x, p), ["4xf32", "0xi32"], "one element more than there are segments"),
    (lambda x, p: S.segment_csr(x, p), ["4xf32", "2x2xi32"], "one element more than there are segments"),
    (lambda x: S.segment_csr(x, [0, 2, 1, 4]), ["4xf32"], r"indptr\[2\] is 1, less than indptr\[1\], which is 2"),
    (lambda x: S.segment_csr(x, [1, 4]), ["4xf32"], r"indptr\[0\] is 1, so that rows of src before it"),
    (lambda x: S.segment_csr(x, [-1, 4]), ["4xf32"], r"indptr\[0\] is -1, which is negative"),
    (lambda x: S.segment_csr(x, [0, 5]), ["4xf32"], r"indptr\[1\], the last, is 5, but there are 4 rows of src"),
    (lambda x: S.segment_csr(x, [0, 3]), ["4xf32"], r"indptr\[1\], the last, is 3, but there are 4 rows of src"),
    (lambda x: S.segment_csr(x, hl.constant([0, 3])), ["4xf32"], r"indptr\[1\], the last, is 3, but there are 4 rows"),
    (lambda x: S.segment_csr(x, [0.0, 4.0]), ["4xf32"], r"indptr\[0\] is 0.0: indptr has elements of float64"),
    (lambda x: S.segment_csr(x, []), ["4xf32"], "indptr is empty"),
    (lambda x: S.segment_csr(x, 4), ["4xf32"], "indptr is a list"),
]


@pytest.mark.parametrize(("call", "types", "message"), WRONG, ids=[message[:40] for *_, message in WRONG])
def test_what_does_not_fit_is_refused(call: Any, types: list[str], message: str) -> None:
    with pytest.raises(hl.UsageError, match=message) as caught:
        hl.function(*types)(call)
    assert "test_segments.py" in str(caught.value)


def of(array: Array) -> str:
    return "x".join([*map(str, array.shape), "f64"])


def test_no_segments_have_no_shares() -> None:
    @hl.function("3x4xf32", "3xi32", name="main")
    def main(x: Any, at: Any) -> Any:
        return S.segment_softmax(x, at, 0)

    (found,) = interpreter.run(main, np.ones((3, 4), np.float32), np.zeros(3, np.int32))
    assert found.tolist() == [[0] * 4] * 3
