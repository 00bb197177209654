"""Mode "error": the interpreter stops and says where; other backends give the flag."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.mlir.writer import to_bytecode, to_portable_artifact

CELLS = {"offset_dims": [], "collapsed_slice_dims": [0], "start_index_map": [0], "index_vector_dim": 1}
POINTS = {"offset_dims": [], "collapsed_slice_dims": [0, 1], "start_index_map": [0, 1], "index_vector_dim": 1}
INTO_CELLS = {
    "update_window_dims": [],
    "inserted_window_dims": [0],
    "scatter_dims_to_operand_dims": [0],
    "index_vector_dim": 1,
}
OPERAND = np.arange(5, dtype=np.float32)
GOOD, BAD = np.array([[4], [0], [1]]), np.array([[4], [2**40], [-1]])


@hl.function("5xf32", "3x1xi64")
def cells(x, at):
    return hl.gather(x, at, **CELLS, slice_sizes=[1], mode="error")


@hl.function("5xf32", "3x1xi64", "3xf32")
def written(x, at, updates):
    return hl.scatter(x, at, updates, "add", **INTO_CELLS, mode="error")


@pytest.mark.parametrize("name", ["interpreter", "upstream", "xla"])
def test_in_bounds(name: str) -> None:
    str(cells)
    result, in_bounds = backend(name).run(cells, OPERAND, GOOD)
    assert result.tolist() == [4, 0, 1]
    assert in_bounds
    result, in_bounds = backend(name).run(written, OPERAND, GOOD, np.ones(3, np.float32))
    assert result.tolist() == [1, 2, 2, 3, 5]
    assert in_bounds


@pytest.mark.parametrize("name", ["upstream", "xla"])
def test_elsewhere_the_flag_says_it(name: str) -> None:
    result, in_bounds = backend(name).run(cells, OPERAND, BAD)
    assert result.tolist() == [4, 4, 0]
    assert not in_bounds
    result, in_bounds = backend(name).run(written, OPERAND, BAD, np.ones(3, np.float32))
    assert result.tolist() == [1, 1, 2, 3, 6]
    assert not in_bounds


def test_the_interpreter_stops_and_says_where() -> None:
    with pytest.raises(hl.ExecutionError) as caught:
        interpreter.run(cells, OPERAND, BAD)
    assert "gather out of bounds: 2 of 3 index vectors point outside" in str(caught.value)
    assert "index vector [1099511627776] at [1]: it may be from 0 to 4" in str(caught.value)
    assert "index vector [-1] at [2]" in str(caught.value)
    assert "test_modes_error.py:" in str(caught.value)
    assert caught.value.operation == "stablehlo.gather"
    assert caught.value.location is not None

    with pytest.raises(hl.ExecutionError, match="scatter out of bounds: 2 of 3") as caught:
        interpreter.run(written, OPERAND, BAD, np.ones(3, np.float32))
    assert caught.value.operation == "stablehlo.scatter"


def test_vectors_of_several_elements_and_many_offenders() -> None:
    @hl.function("5x4xf32", "7x2xi8")
    def points(x, at):
        return hl.gather(x, at, **POINTS, slice_sizes=[1, 1], mode=["clip", "error"])

    indices = np.array([[9, 0], [0, 4], [-1, -1], [0, 9], [0, 10], [0, 11], [0, 12]], np.int8)
    with pytest.raises(hl.ExecutionError) as caught:
        interpreter.run(points, np.zeros((5, 4), np.float32), indices)
    assert "6 of 7 index vectors" in str(caught.value)
    assert "index vector [0, 4] at [1]: element 1 may be from 0 to 3" in str(caught.value)
    assert "element 0" not in str(caught.value)
    assert "and 1 more" in str(caught.value)


@pytest.mark.parametrize("indices", [np.int32, np.uint64])
def test_an_empty_dimension_has_nothing_in_bounds(indices: type) -> None:
    @hl.function("0xf32", f"1x1x{'i32' if indices is np.int32 else 'ui64'}", "1xf32", name="main")
    def main(x, at, updates):
        return hl.scatter(x, at, updates, "add", **INTO_CELLS, mode="error")

    arguments = np.zeros(0, np.float32), np.zeros((1, 1), indices), np.ones(1, np.float32)
    with pytest.raises(hl.ExecutionError, match="nowhere, as the dimension is empty"):
        interpreter.run(main, *arguments)
    assert not backend("upstream").run(main, *arguments)[1]


def test_a_flag_that_is_not_used_is_still_checked() -> None:
    @hl.function("5xf32", "3x1xi64")
    def first(x, at):
        return hl.gather(x, at, **CELLS, slice_sizes=[1], mode="error")[0]

    with pytest.raises(hl.ExecutionError, match="out of bounds"):
        interpreter.run(first, OPERAND, BAD)


def test_the_check_survives_every_way_of_writing() -> None:
    for written_out in (str(cells), to_bytecode(cells), to_portable_artifact(cells, "current")):
        with pytest.raises(hl.ExecutionError, match="2 of 3 index vectors"):
            interpreter.run(hl.parse(written_out), OPERAND, BAD)


def test_what_is_known_to_be_in_bounds_is_true() -> None:
    @hl.function("5xf32")
    def constant(x):
        return hl.gather(x, GOOD, **CELLS, slice_sizes=[1], mode="error")

    assert "composite" not in str(constant)
    assert interpreter.run(constant, OPERAND)[1]


def test_no_index_at_all_is_in_bounds() -> None:
    @hl.function("5xf32", "2x0xi64", name="main")
    def main(x, at):
        return hl.gather(
            x, at, offset_dims=[1], collapsed_slice_dims=[], start_index_map=[], index_vector_dim=1, slice_sizes=[3],
            mode="error",
        )  # fmt: skip

    result, in_bounds = interpreter.run(main, OPERAND, np.zeros((2, 0), np.int64))
    assert result.tolist() == [[0, 1, 2]] * 2
    assert in_bounds


def test_functions_that_call_each_other_share_the_decomposition() -> None:
    @hl.function("5xf32", "3x1xi64", name="main")
    def main(x, at):
        inner, fine = cells(x, at)
        outer, also_fine = hl.gather(x, at, **CELLS, slice_sizes=[1], mode="error")
        return inner + outer, fine & also_fine

    assert str(main).count("func.func private @hlogen.in_bounds") == 1
    assert backend("xla").run(main, OPERAND, GOOD)[0].tolist() == [8, 0, 2]
    program = hl.module(main, written)
    assert "hlogen.in_bounds" in str(program)


def test_inside_of_branches_and_computations() -> None:
    """Where it is run for many lanes at once, only the lanes that get there are checked."""

    @hl.function("3xi32", "3xi32", name="main")
    def main(x, table):
        def body(old, new):
            at = hl.reshape(new, [1, 1])
            looked_up = lambda: hl.reshape(hl.gather(table, at, **CELLS, slice_sizes=[1], mode="error")[0], [])  # noqa: E731
            return hl.if_(old > 0, lambda: looked_up(), lambda: old)

        indices = np.array([[0], [1], [2]])
        return hl.scatter(x, indices, hl.constant(np.array([2, 9, 0], np.int32)), body, **INTO_CELLS)

    table = np.array([5, 6, 7], np.int32)
    assert interpreter.run(main, np.array([1, 0, 1], np.int32), table)[0].tolist() == [7, 0, 5]
    with pytest.raises(hl.ExecutionError, match=r"gather out of bounds[\s\S]*index vector \[9\]"):
        interpreter.run(main, np.array([1, 1, 1], np.int32), table)


def test_a_region_outside_of_a_function_cannot_be_checked() -> None:
    with pytest.raises(hl.UsageError, match=r"belongs to no function yet[\s\S]*fix:"):

        @hl.region("5xf32", "3x1xi64")
        def region(x, at):
            return hl.gather(x, at, **CELLS, slice_sizes=[1], mode="error")[0]


@pytest.mark.parametrize("bound", ["3xi32", "4xi64"])
def test_a_composite_of_the_same_name_that_is_no_check_is_its_decomposition(bound: str) -> None:
    text = """
func.func private @all(%a: tensor<4xi32>, %b: tensor<BOUND>, %c: tensor<BOUND>) -> tensor<i1> {
  %true = stablehlo.constant dense<true> : tensor<i1>
  return %true : tensor<i1>
}
func.func @main(%a: tensor<4xi32>, %b: tensor<BOUND>) -> tensor<i1> {
  %0 = stablehlo.composite "hlogen.in_bounds" %a, %b, %b {decomposition = @all,
    composite_attributes = {op = "gather", index_vector_dim = 0 : i64}}
    : (tensor<4xi32>, tensor<BOUND>, tensor<BOUND>) -> tensor<i1>
  return %0 : tensor<i1>
}
""".replace("BOUND", bound)
    second = np.zeros(int(bound[0]), np.int32 if bound.endswith("i32") else np.int64)
    (result,) = interpreter.run(text, np.full(4, 9, np.int32), second)
    assert result


def test_flags_of_one_program_know_where_their_vectors_lie() -> None:
    """Of indices of one type, along either dimension, or each a vector by itself; in dimensions of several sizes."""
    both = {"offset_dims": [], "collapsed_slice_dims": [0, 1], "start_index_map": [0, 1], "slice_sizes": [1, 1]}
    alone = {"offset_dims": [], "collapsed_slice_dims": [0], "start_index_map": [0], "slice_sizes": [1]}

    @hl.function("5x3xf32", "7xf32", "2x2xi32", "2x2xi32")
    def flags(x, y, at, other):
        return [
            *(hl.gather(x, at, **both, index_vector_dim=d, mode="error")[1] for d in (1, 0)),
            hl.gather(x, other, **both, index_vector_dim=0, mode="error")[1],
            *(hl.gather(y, i, **alone, index_vector_dim=2, mode="error")[1] for i in (at, other)),
            *(hl.gather(x, at, **both, index_vector_dim=d, mode=["clip", "error"])[1] for d in (0, 1)),
        ]

    x, y = np.zeros((5, 3), np.float32), np.zeros(7, np.float32)
    drawn = [
        [[[4, 2], [0, 1]], [[6, 0], [0, 0]]],
        [[[4, 3], [2, 1]], [[0, 0], [0, 7]]],
        [[[9, 0], [0, 3]], [[0, -1], [2, 2]]],
    ]
    for at, other in np.array(drawn, np.int32):

        def inside(vectors: np.ndarray, first: int = 5) -> bool:
            return bool(((vectors >= 0) & (vectors < [first, 3])).all())

        expected = [
            inside(at), inside(at.T), inside(other.T), *(bool(((i >= 0) & (i < 7)).all()) for i in (at, other)),
            *(bool(((i[:, 1] >= 0) & (i[:, 1] < 3)).all()) for i in (at.T, at)),
        ]  # fmt: skip
        assert [bool(flag) for flag in backend("xla").run(flags, x, y, at, other)] == expected
