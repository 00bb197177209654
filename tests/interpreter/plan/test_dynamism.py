"""Shapes that the program leaves open, and that don't agree when it runs."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from helpers.one_op import i64, program

import interpreter
from hlogen.errors import ExecutionError
from hlogen.ir import tensor


def floats(*shape: int) -> np.ndarray:
    return np.ones(shape, np.float32)


def test_equal_shapes_run() -> None:
    add = program("stablehlo.add", [tensor("?x3xf32"), tensor("2x?xf32")], [tensor("?x?xf32")])
    (result,) = interpreter.run(add, floats(2, 3), floats(2, 3))
    assert result.tolist() == [[2, 2, 2], [2, 2, 2]]


def test_tuples_have_parts_of_any_shapes() -> None:
    text = """func.func @main(%x: tensor<?xf32>, %y: tensor<f32>) -> tensor<?xf32> {
      %0 = stablehlo.tuple %x, %y : tuple<tensor<?xf32>, tensor<f32>>
      %1 = stablehlo.get_tuple_element %0[0] : (tuple<tensor<?xf32>, tensor<f32>>) -> tensor<?xf32>
      return %1 : tensor<?xf32>
    }"""
    (result,) = interpreter.run(text, floats(3), np.array(2, np.float32))
    assert result.tolist() == [1, 1, 1]


@pytest.mark.parametrize("other", [(1,), (2,)])
def test_operands_are_not_broadcast(other: tuple[int]) -> None:
    add = program("stablehlo.add", [tensor("?xf32"), tensor("?xf32")], [tensor("?xf32")])
    message = rf"the operands' shapes should be the same, but they are \[3\] and \[{other[0]}\]"
    with pytest.raises(ExecutionError, match=message):
        interpreter.run(add, floats(3), floats(*other))


def test_scalars_of_select_and_clamp_may_stand_beside_any_shape() -> None:
    select = program("stablehlo.select", [tensor("i1"), tensor("?xf32"), tensor("?xf32")], [tensor("?xf32")])
    (result,) = interpreter.run(select, np.array(True), floats(3), floats(3))
    assert result.tolist() == [1, 1, 1]


def test_a_result_that_is_not_of_its_type() -> None:
    absolute = program("stablehlo.abs", [tensor("?xf32")], [tensor("2xf32")])
    with pytest.raises(ExecutionError, match=r"the result has shape \[3\], which isn't of its type tensor<2xf32>"):
        interpreter.run(absolute, floats(3))


def test_shapes_that_cannot_be_joined() -> None:
    joined = program(
        "stablehlo.concatenate", [tensor("?x?xf32"), tensor("?x?xf32")], [tensor("?x?xf32")], {"dimension": i64(0)}
    )
    with pytest.raises(ExecutionError, match=r"the operands' shapes \[1, 2\] and \[1, 3\] don't fit together"):
        interpreter.run(joined, floats(1, 2), floats(1, 3))


def test_a_body_on_many_elements_at_once() -> None:
    text = """
    func.func @main(%x: tensor<4xf32>, %size: tensor<1xi32>) -> tensor<4xf32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
      ^bb0(%a: tensor<f32>):
        %1 = stablehlo.dynamic_broadcast_in_dim %a, %size, dims = []
          : (tensor<f32>, tensor<1xi32>) -> tensor<?xf32>
        %2 = stablehlo.add %1, %1 : tensor<?xf32>
        %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0]
          : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
        stablehlo.return %3 : tensor<f32>
      }) : (tensor<4xf32>) -> tensor<4xf32>
      return %0 : tensor<4xf32>
    }"""
    (result,) = interpreter.run(text, np.float32([1, 2, 3, 4]), np.array([5], np.int32))
    assert result.tolist() == [10, 20, 30, 40]


@pytest.mark.parametrize(
    ("operation", "amount", "shape"),
    [
        ("dynamic_pad %x, %c, %n, %z, %z : (tensor<3xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)",
         7, r"\[10\]"),
        ("real_dynamic_slice %x, %z, %n, %one : (tensor<3xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>)",
         3, r"\[3\]"),
    ],
)  # fmt: skip
def test_values_that_contradict_a_static_type(operation: str, amount: int, shape: str) -> None:
    text = f"""
    func.func @main(%x: tensor<3xf32>, %n: tensor<1xi64>) -> tensor<2xf32> {{
      %c = stablehlo.constant dense<0.0> : tensor<f32>
      %z = stablehlo.constant dense<0> : tensor<1xi64>
      %one = stablehlo.constant dense<1> : tensor<1xi64>
      %0 = stablehlo.{operation} -> tensor<2xf32>
      return %0 : tensor<2xf32>
    }}"""
    with pytest.raises(ExecutionError, match=rf"the result has shape {shape}, which isn't of its type tensor<2xf32>"):
        interpreter.run(text, floats(3), np.array([amount]))


def test_dynamic_padding_that_contradicts_a_static_type() -> None:
    text = """
    func.func @main(%x: tensor<1x4x1xf32>, %w: tensor<1x2x1xf32>, %p: tensor<1x2xi64>) -> tensor<1x3x1xf32> {
      %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{dimension_numbers = #stablehlo.conv<[b, 0, f]x[i, 0, o]->[b, 0, f]>,
        feature_group_count = 1 : i64, batch_group_count = 1 : i64}>
        : (tensor<1x4x1xf32>, tensor<1x2x1xf32>, tensor<1x2xi64>) -> tensor<1x3x1xf32>
      return %0 : tensor<1x3x1xf32>
    }"""
    (result,) = interpreter.run(text, floats(1, 4, 1), floats(1, 2, 1), np.array([[0, 0]]))
    assert result.tolist() == [[[2], [2], [2]]]
    with pytest.raises(ExecutionError, match=r"the result has shape \[1, 5, 1\], which isn't of its type"):
        interpreter.run(text, floats(1, 4, 1), floats(1, 2, 1), np.array([[1, 1]]))
    far = np.array([[1 << 30, 1 << 30]])
    with pytest.raises(ExecutionError, match=r"the result has shape \[1, 2147483651, 1\], which isn't of its type"):
        interpreter.run(text, floats(1, 4, 1), floats(1, 2, 1), far)
    with pytest.raises(ExecutionError, match=r"the result has shape \[1, 3, 1\], which isn't of its type tensor<3x"):
        interpreter.run(text.replace("1x3x1x", "3x"), floats(1, 4, 1), floats(1, 2, 1), np.array([[0, 0]]))


def test_a_result_beyond_its_bound() -> None:
    text = """
    func.func @main(%n: tensor<1xi64>) -> tensor<?xi32, #stablehlo.bounds<4>> {
      %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi64>) -> tensor<?xi32, #stablehlo.bounds<4>>
      return %0 : tensor<?xi32, #stablehlo.bounds<4>>
    }"""
    (result,) = interpreter.run(text, np.array([4]))
    assert result.tolist() == [0, 1, 2, 3]
    with pytest.raises(ExecutionError, match=r"the result has shape \[5\], which isn't of its type"):
        interpreter.run(text, np.array([5]))


COMPARATOR = """({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  })"""
FIRST = """({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %a, %b : tensor<f32>, tensor<f32>
  })"""
SUM = """({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  })"""


@pytest.mark.parametrize(
    "operation",
    [
        f'%0:2 = "stablehlo.sort"(%x, %y) <{{dimension = 0 : i64}}> {COMPARATOR} '
        ": (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)",
        f'%0 = "stablehlo.map"(%x, %y) <{{dimensions = array<i64: 0>}}> {SUM} '
        ": (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>",
        f'%0:2 = "stablehlo.reduce"(%x, %y, %z, %z) <{{dimensions = array<i64: 0>}}> {FIRST} '
        ": (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)",
        f'%0:2 = "stablehlo.reduce_window"(%x, %y, %z, %z) <{{window_dimensions = array<i64: 1>}}> {FIRST} '
        ": (tensor<?xf32>, tensor<?xf32>, tensor<f32>, tensor<f32>) -> (tensor<?xf32>, tensor<?xf32>)",
    ],
    ids=["sort", "map", "reduce", "reduce_window"],
)
def test_inputs_of_a_region_have_one_shape(operation: str) -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<f32> {{
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      {operation}
      return %z : tensor<f32>
    }}"""
    interpreter.run(text, floats(3), floats(3))
    for other in (1, 2):
        message = rf"the operands' shapes should be the same, but they are \[3\] and \[{other}\]"
        with pytest.raises(ExecutionError, match=message):
            interpreter.run(text, floats(3), floats(other))


def test_as_many_windows_as_sources() -> None:
    text = f"""
    func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {{
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = "stablehlo.select_and_scatter"(%x, %y, %z) <{{window_dimensions = array<i64: 2>}}> ({{
        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %1 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %1 : tensor<i1>
        }}, {SUM[1:-1]}) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }}"""
    (result,) = interpreter.run(text, floats(3), floats(2))
    assert result.tolist() == [1, 1, 0]
    with pytest.raises(ExecutionError, match=r"source has shape \[3\], but there are \[2\] windows \(C2\)"):
        interpreter.run(text, floats(3), floats(3))


@pytest.mark.parametrize(
    ("operation", "described"),
    [
        ("dynamic_iota %n, dim = 0 : (tensor<2xi64>)", "a result of type .* takes .* as"),
        ("dynamic_broadcast_in_dim %c, %n, dims = [] : (tensor<f32>, tensor<2xi64>)",
         "a result of type .* takes .* as"),
        ("dynamic_pad %x, %c, %n, %n, %n : (tensor<1x2xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>)",
         "a padded operand takes .* as"),
    ],
    ids=["dynamic_iota", "dynamic_broadcast_in_dim", "dynamic_pad"],
)  # fmt: skip
@pytest.mark.parametrize("size", [10**9, 2**61])
def test_a_shape_beyond_all_memory(operation: str, described: str, size: int) -> None:
    text = f"""
    func.func @main(%n: tensor<2xi64>) -> tensor<?x?xf32> {{
      %c = stablehlo.constant dense<0.0> : tensor<f32>
      %x = stablehlo.constant dense<0.0> : tensor<1x2xf32>
      %0 = stablehlo.{operation} -> tensor<?x?xf32>
      return %0 : tensor<?x?xf32>
    }}"""
    with pytest.raises(ExecutionError, match=described):
        interpreter.run(text, np.array([size, size]))


MATRICES = "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>"
SOLVE = (
    '"stablehlo.triangular_solve"(%x, %y) <{left_side = true, lower = true, unit_diagonal = false, '
    f"transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}> : {MATRICES}"
)


@pytest.mark.parametrize(
    ("operation", "x", "y", "message"),
    [
        ("stablehlo.dot_general %x, %y, contracting_dims = [0, 1] x [0, 1] : "
         "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<f32>",
         (2, 3), (3, 2), r"dimensions \[0, 1\] of the one and \[0, 1\] of the other should have the same sizes"),
        ("stablehlo.cholesky %x, lower = true : tensor<?x?xf32>", (2, 3), (1, 1), "isn't one of square matrices"),
        (SOLVE, (2, 2), (3, 1), r"a has shape \[2, 2\], which doesn't fit the shape \[3, 1\] of b"),
        (SOLVE, (3, 3), (1, 1), r"a has shape \[3, 3\], which doesn't fit the shape \[1, 1\] of b"),
        ('"stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 0.1 : f32, feature_index = 1 : i64}> : '
         "(tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>",
         (2, 3), (1, 1), "don't fit feature_index 1"),
        ("stablehlo.convolution(%x, %y) dim_numbers = [b, f]x[i, o]->[b, f], window = {} "
         f"{{feature_group_count = 2 : i64, batch_group_count = 1 : i64}} : {MATRICES}",
         (1, 4), (2, 3), r"lhs has shape \[1, 4\], which doesn't fit the shape \[2, 3\] of rhs"),
        ("stablehlo.bitcast_convert %x : (tensor<?x?xf32>) -> tensor<?xf64>",
         (1, 4), (1, 1), "4 elements of 32 bits aren't one of 64 bits"),
    ],
    ids=["dot_general", "cholesky", "solve", "solve of less", "batch_norm_inference", "convolution", "bitcast"],
)  # fmt: skip
def test_matrices_that_do_not_fit(operation: str, x: tuple[int, ...], y: tuple[int, ...], message: str) -> None:
    text = f"""
    func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %v: tensor<?xf32>) -> tensor<f32> {{
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = {operation}
      return %z : tensor<f32>
    }}"""
    with pytest.raises(ExecutionError, match=message):
        interpreter.run(text, floats(*x), floats(*y), floats(1))


@pytest.mark.parametrize(
    ("type", "message"),
    [
        ("x".join(["1"] * 65) + "xf32", "a tensor of rank 65 is beyond NumPy"),
        (
            "0x2305843009213693952xf32",
            "dimensions as large as those of .* are beyond NumPy, even where one of them is 0",
        ),
    ],
)
def test_tensors_beyond_numpy(type: str, message: str) -> None:
    text = f"""
    func.func @main() -> tensor<f32> {{
      %z = stablehlo.constant dense<0.0> : tensor<f32>
      %0 = stablehlo.broadcast_in_dim %z, dims = [] : (tensor<f32>) -> tensor<{type}>
      return %z : tensor<f32>
    }}"""
    with pytest.raises(ExecutionError, match=message):
        interpreter.run(text)


def _branches(op, chosen, n=2):
    branch = "%b = stablehlo.add %a, %a : tensor<?xf32>\n stablehlo.return %b : tensor<?xf32>"
    regions = ", ".join([f"{{ {branch} }}", "{ stablehlo.return %a : tensor<?xf32> }"][:n])
    return f"""func.func @main(%a: tensor<?xf32>, %p: tensor<{chosen}>) -> tensor<3xf32> {{
      %0 = "stablehlo.{op}"(%p) ({regions}) : (tensor<{chosen}>) -> tensor<3xf32>
      return %0 : tensor<3xf32> }}"""


def _loop(given, turn, result, returned):
    """A loop whose state is of the type `given` before it, `turn` in it, `returned` of a turn, `result` behind it."""
    return f"""func.func @main(%a: {given}, %n: tensor<i32>, %b: {returned}) -> {result} {{
      %0:2 = "stablehlo.while"(%a, %n) ({{ ^bb0(%x: {turn}, %i: tensor<i32>):
        %zero = stablehlo.constant dense<0> : tensor<i32>
        %more = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1> }}, {{ ^bb0(%x: {turn}, %i: tensor<i32>):
        %one = stablehlo.constant dense<1> : tensor<i32>
        %j = stablehlo.subtract %i, %one : tensor<i32>
        stablehlo.return %b, %j : {returned}, tensor<i32> }}) : ({given}, tensor<i32>) -> ({result}, tensor<i32>)
      return %0#0 : {result} }}"""


OPEN, THREE, AT_MOST = "tensor<?xf32>", "tensor<3xf32>", "tensor<?xf32, #stablehlo.bounds<3>>"
SELECT_AND_SCATTER = """func.func @main(%a: tensor<?xf32>, %b: tensor<?xf32>, %z: tensor<f32>) -> tensor<3xf32> {
  %0 = "stablehlo.select_and_scatter"(%a, %b, %z) <{window_dimensions=array<i64: 2>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %s : tensor<i1> }, {
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32> }) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32> }"""
SCATTER = """func.func @main(%a: tensor<?xf32>, %i: tensor<2x1xi64>, %u: tensor<2xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims=[0], scatter_dims_to_operand_dims=[0], index_vector_dim=1>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %y : tensor<f32>
  }) : (tensor<?xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32> }"""


def _ones(size):
    return np.ones(size, np.float32)


@pytest.mark.parametrize(
    ("program", "arguments", "where"),
    [
        (_branches("if", "i1"), lambda size: [_ones(size), True], "stablehlo.return at -:3"),
        (_branches("if", "i1"), lambda size: [_ones(size), False], "stablehlo.return at -:3"),
        (_branches("case", "i32"), lambda size: [_ones(size), 1], "stablehlo.return at -:3"),
        (_branches("case", "i32", 1), lambda size: [_ones(size), 7], "stablehlo.return at -:3"),
        (_loop(OPEN, THREE, THREE, THREE), lambda size: [_ones(size), 0, _ones(3)], "stablehlo.while at -:2"),
        (_loop(OPEN, OPEN, THREE, OPEN), lambda size: [_ones(size), 0, _ones(3)], "stablehlo.while at -:2"),
        (_loop(THREE, OPEN, THREE, OPEN), lambda size: [_ones(3), 2, _ones(size)], "stablehlo.return at -:8"),
        (_loop(THREE, THREE, OPEN, OPEN), lambda size: [_ones(3), 1, _ones(size)], "stablehlo.return at -:8"),
        (_loop(OPEN, OPEN, AT_MOST, OPEN), lambda size: [_ones(2), 1, _ones(size)], "stablehlo.return at -:8"),
        (_loop(OPEN, AT_MOST, OPEN, OPEN), lambda size: [_ones(size), 1, _ones(3)], "stablehlo.while at -:2"),
        (SCATTER, lambda size: [_ones(size), [[0], [1]], _ones(2)], "stablehlo.scatter at -:2"),
        (SELECT_AND_SCATTER, lambda size: [_ones(size), _ones(size - 1), 0.0], "stablehlo.select_and_scatter at -:2"),
    ],
)  # fmt: skip
def test_a_result_is_of_its_type_whatever_region_it_comes_from(program, arguments, where):
    lines: list[str] = []
    traced = partial(interpreter.run, listeners=[interpreter.Trace(lines.append)])
    for run in (interpreter.run, traced):
        for _ in range(2):
            (result,) = run(program, *arguments(3))
            assert result.shape == (3,)
            with pytest.raises(ExecutionError, match=r"the result has shape \[5\], which isn't of its type") as error:
                run(program, *arguments(5))
            assert f"where: {where}" in str(error.value)
    assert all(" at -:" in text.split("\n")[0] for text in lines)  # what holds values against types stands there, too
    with pytest.raises(ExecutionError, match=r"the result has shape \[5\], which isn't of its type"):
        interpreter.admissible(program, *arguments(5))
