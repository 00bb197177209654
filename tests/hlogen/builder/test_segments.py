"""hl.segment_sum, segment_prod, segment_min and segment_max, against NumPy's own folds."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.ir import dtype_of, parse_element_type

FOLDS = {
    "sum": (hl.segment_sum, np.add, 0),
    "prod": (hl.segment_prod, np.multiply, 1),
    "min": (hl.segment_min, np.minimum, np.inf),
    "max": (hl.segment_max, np.maximum, -np.inf),
}
BACKENDS = ("interpreter", "upstream", "xla")


@pytest.mark.parametrize("fold", FOLDS)
@pytest.mark.parametrize("ids", ["i64", "ui8", "i8", "ui64", "i32"])
def test_rows_are_folded_by_segment(fold: str, ids: str) -> None:
    call, ufunc, empty = FOLDS[fold]
    rng = np.random.default_rng(3)
    data = rng.integers(-4, 5, (7, 3)).astype(np.float32)
    segments = np.array([0, 2, 2, 0, 6, 100, 2]).astype(dtype_of(parse_element_type(ids)))

    @hl.function("7x3xf32", f"7x{ids}", name="main")
    def main(x, at):
        return call(x, at, 5)

    str(main)
    expected = np.full((5, 3), empty, np.float32)
    for row, segment in zip(data, segments.tolist(), strict=True):
        if segment < 5:
            expected[segment] = ufunc(expected[segment], row)
    for name in BACKENDS:
        (result,) = backend(name).run(main, data, segments)
        np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize(
    ("type", "smallest", "largest"),
    [
        ("i8", -128, 127),
        ("i64", -(2**63), 2**63 - 1),
        ("ui16", 0, 65535),
        ("ui64", 0, 2**64 - 1),
        ("i1", False, True),
        ("bf16", -np.inf, np.inf),
        ("f8E4M3FN", -448, 448),
        ("f4E2M1FN", -6, 6),
        ("complex<f32>", complex(-np.inf, -np.inf), complex(np.inf, np.inf)),
    ],
)
def test_empty_segments(type: str, smallest, largest) -> None:
    @hl.function(f"1x{type}", "1xi32", name="main")
    def main(x, at):
        return [FOLDS[fold][0](x, at, 2) for fold in ("sum", "prod", "min", "max")]

    str(main)
    dtype = dtype_of(parse_element_type(type))
    results = interpreter.run(main, np.ones(1, dtype), np.zeros(1, np.int32))
    for result, empty in zip(results, (0, 1, largest, smallest), strict=True):
        assert result.dtype == dtype
        assert result.tolist() == np.array([1, empty], np.uint64 if type == "ui64" else None).astype(dtype).tolist()


@pytest.mark.parametrize("name", BACKENDS)
def test_ids_do_not_wrap(name: str) -> None:
    @hl.function("3xi32", "3xi64", name="main")
    def main(x, at):
        return hl.segment_sum(x, at, 5), hl.segment_sum(x, at, 5, mode="clip")

    dropped, clipped = backend(name).run(main, np.array([1, 2, 4], np.int32), np.array([2**32 + 1, -1, 3]))
    assert dropped.tolist() == [0, 0, 0, 4, 0]
    assert clipped.tolist() == [2, 0, 0, 4, 1]


def test_it_is_one_scatter_that_keeps_the_promises() -> None:
    @hl.function("7x3xf32", "7xi32", name="main")
    def main(x, at):
        return hl.segment_max(x, at, 5, indices_are_sorted=True, unique_indices=True)

    names = [op.name for op in main.module.walk() if op.name.startswith("stablehlo.")]
    assert sorted(names) == ["stablehlo.constant", "stablehlo.maximum", "stablehlo.return", "stablehlo.scatter"]
    (scatter,) = (op for op in main.module.walk() if op.name == "stablehlo.scatter")
    assert scatter.attributes["indices_are_sorted"] is True
    assert scatter.attributes["unique_indices"] is True


def test_mode_error_gives_the_flag() -> None:
    @hl.function("3xf32", "3xi32", name="main")
    def main(x, at):
        return hl.segment_sum(x, at, 2, mode="error")

    data = np.ones(3, np.float32)
    assert interpreter.run(main, data, np.array([0, 1, 1], np.int32))[1]
    with pytest.raises(hl.ExecutionError, match="scatter out of bounds"):
        interpreter.run(main, data, np.array([0, 1, 2], np.int32))
    assert not backend("xla").run(main, data, np.array([0, 1, 2], np.int32))[1]


def test_no_rows_and_no_segments() -> None:
    @hl.function("0x2xf32", "0xi32", "3xf32", "3xi32", name="main")
    def main(x, at, y, there):
        return hl.segment_sum(x, at, 2), hl.segment_sum(y, there, 0)

    arguments = np.zeros((0, 2), np.float32), np.zeros(0, np.int32), np.ones(3, np.float32), np.zeros(3, np.int32)
    for name in BACKENDS:
        without_rows, without_segments = backend(name).run(main, *arguments)
        assert without_rows.tolist() == [[0, 0], [0, 0]]
        assert without_segments.shape == (0,)


@pytest.mark.parametrize(
    ("data", "ids", "count", "more", "message"),
    [
        ("7x3xf32", "6xi32", 5, {}, "one segment id for each row"),
        ("7x3xf32", "7x1xi32", 5, {}, "one segment id for each row"),
        ("f32", "1xi32", 5, {}, "one segment id for each row"),
        ("7xf32", "7xf32", 5, {}, "segment_ids are integers, not tensor<7xf32>"),
        ("7xf32", "7xi1", 5, {}, "segment_ids are integers, not tensor<7xi1>"),
        ("7xf32", "7xi32", -1, {}, "num_segments is the number of the result's rows, not -1"),
        ("7xf32", "7xi32", 2.5, {}, "num_segments"),
        ("7xf32", "7xi32", 5, {"mode": "wrap"}, "mode is one of"),
        ("7xf32", "7xi32", 5, {"mode": ["drop", "clip"]}, "mode has 2 entries for index vectors of 1"),
        ("7xf8E8M0FNU", "7xi32", 5, {}, "0"),
        ("7x!quant.uniform<i8:f32,0.5:3>", "7xi32", 5, {}, "isn't defined for data of"),
        ("?xf32", "?xi32", 5, {"mode": "error"}, r"mode 'error' needs to know the shape of the indices, but they are"),
    ],
)
def test_errors_name_the_argument_and_the_line(data: str, ids: str, count, more, message: str) -> None:
    with pytest.raises(hl.UsageError, match=message) as caught:
        hl.function(data, ids)(lambda x, at: hl.segment_sum(x, at, count, **more))
    assert "test_segments.py" in str(caught.value)


def test_arrays_become_constants() -> None:
    @hl.function(name="main")
    def main():
        return hl.segment_sum(np.array([1, 2, 3], ml_dtypes.bfloat16), np.array([1, 1, 0]), 2)

    assert interpreter.run(main)[0].astype(int).tolist() == [3, 3]


def test_ids_that_are_known_are_in_range_unless_a_mode_says_what_becomes_of_them() -> None:
    ids = np.array([0, 2, 5, -1])
    for given in (lambda: ids, lambda: ids.tolist(), lambda: hl.constant(ids), lambda: ids.astype(np.int8)):
        with pytest.raises(hl.UsageError, match=r"segment_ids\[2\] is 5, which is out of range: there are 3 segments"):
            hl.function("4xf32")(lambda x, given=given: hl.segment_sum(x, given(), 3))
    for known, base, count, message in [
        ([0, 1, 1, 1], 1, 2, r"segment_ids\[0\] is 0, which is out of range: there are 2 segments, counted from 1"),
        ([1, 2, 2, 3], 1, 2, r"segment_ids\[3\] is 3"),
        ([0, 1, -1, 1], 0, 2, r"segment_ids\[2\] is -1"),
        ([0, 0, 0, 0], 0, 0, r"segment_ids\[0\] is 0, which is out of range: there are no segments"),
    ]:
        with hl.index_base(base), pytest.raises(hl.UsageError, match=message):
            hl.function("4xf32")(lambda x, known=known, count=count: hl.segment_max(x, np.array(known), count))

    @hl.function("4xf32", "4xi64", name="main")
    def main(x, at):
        return hl.segment_sum(x, ids, 3, mode="drop"), hl.segment_sum(x, ids, 3, mode="clip"), hl.segment_sum(x, at, 3)

    dropped, clipped, of_argument = interpreter.run(main, np.ones(4, np.float32), ids)
    assert dropped.tolist() == of_argument.tolist() == [1, 0, 1]
    assert clipped.tolist() == [2, 0, 2]
