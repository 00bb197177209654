"""Branches, loops and calls: what a model does is what the interpreter does."""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
import pytest
from helpers.onnx_runs import reference_results, run_model, through_onnx

import hlogen as hl
import interpreter
from hlogen.export.errors import ExportError
from hlogen.export.onnx import program as lowerer
from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.graph import Edge, inner_graphs
from hlogen.export.onnx.lowerings import control_flow


def agree(program: Any, *args: Any, **options: Any) -> tuple[np.ndarray, ...]:
    """The results of the model, which are the interpreter's bit by bit, in ONNX's own evaluator too."""
    expected = interpreter.run(program, *args)
    model = to_onnx(program, **options)
    for results in (run_model(model, *args), run_model(model, *args, threads=4), reference_results(model, *args)):
        for got, want in zip(results, expected, strict=True):
            assert (got.dtype, got.shape) == (want.dtype, want.shape)
            assert got.tobytes() == want.tobytes()
    return expected


IF = """
func.func @main(%p: tensor<i1>, %a: tensor<3xf32>, %n: tensor<i32>) -> (tensor<3xf32>, tensor<i32>) {
  %0:2 = "stablehlo.if"(%p) ({
    %1 = stablehlo.add %a, %a : tensor<3xf32>
    stablehlo.return %1, %n : tensor<3xf32>, tensor<i32>
  }, {
    %c = stablehlo.constant dense<7> : tensor<i32>
    stablehlo.return %a, %c : tensor<3xf32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<3xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<i32>
}
"""


@pytest.mark.parametrize("pred", [True, False])
def test_if(pred: bool) -> None:
    agree(IF, np.bool_(pred), np.arange(3, dtype=np.float32), np.int32(5))


def test_what_gives_nothing_is_not_written() -> None:
    model = to_onnx("""
    func.func @main(%p: tensor<i1>) -> tensor<i1> {
      "stablehlo.if"(%p) ({ stablehlo.return }, { stablehlo.return }) : (tensor<i1>) -> ()
      "stablehlo.while"() ({ stablehlo.return %p : tensor<i1> }, { stablehlo.return }) : () -> ()
      return %p : tensor<i1>
    }""")
    assert [node.op_type for node in model.graph.node] == ["Identity"]
    assert run_model(model, np.True_)[0]


def test_calls_deeper_than_python_goes_are_refused() -> None:
    depth = 400
    chain = "".join(
        f"func.func private @f{n}(%a: tensor<f32>) -> tensor<f32> {{ %0 = func.call @f{n + 1}(%a) : (tensor<f32>) -> "
        f"tensor<f32> return %0 : tensor<f32> }}\n"
        for n in range(depth)
    )
    text = f"{chain}func.func private @f{depth}(%a: tensor<f32>) -> tensor<f32> {{ return %a : tensor<f32> }}\n"
    with pytest.raises(ExportError, match="@main can't be written as an ONNX model: its calls or regions are too deep"):
        to_onnx(text + chain.partition("\n")[0].replace("private @f0", "@main"))


def test_the_branches_of_a_known_if_are_not_written() -> None:
    text = IF.replace("%p: tensor<i1>, ", "").replace(
        "  %0:2", "  %p = stablehlo.constant dense<true> : tensor<i1>\n  %0:2"
    )
    model = to_onnx(text)
    assert [node.op_type for node in model.graph.node] == ["Add", "Identity"]
    agree(text, np.arange(3, dtype=np.float32), np.int32(5))


def case_of(count: int) -> str:
    branches = ", ".join(
        f"{{ %c{k} = stablehlo.constant dense<{k}> : tensor<i32> stablehlo.return %c{k} : tensor<i32> }}"
        for k in range(count)
    )
    return f"""func.func @main(%n: tensor<i32>) -> tensor<i32> {{
      %0 = "stablehlo.case"(%n) ({branches}) : (tensor<i32>) -> tensor<i32>
      return %0 : tensor<i32>
    }}"""


@pytest.mark.parametrize("count", [1, 3, 100])
def test_case_takes_the_last_branch_for_what_is_out_of_range(count: int) -> None:
    for index in sorted({0, 1, count // 2, count - 1, count, -1, -(2**31), 2**31 - 1}):
        (result,) = agree(case_of(count), np.int32(index))
        assert result == (index if 0 <= index < count else count - 1)


def nested_branches(depth: int) -> str:
    """So many branches inside of one another: the innermost adds 1."""
    inside = """
      %c = stablehlo.constant dense<1> : tensor<2xi32>
      %r0 = stablehlo.add %n, %c : tensor<2xi32>"""
    for k in range(depth):
        inside = f"""
      %r{k + 1} = "stablehlo.if"(%p) ({{ {inside}
        stablehlo.return %r{k} : tensor<2xi32>
      }}, {{ stablehlo.return %n : tensor<2xi32> }}) : (tensor<i1>) -> tensor<2xi32>"""
    return f"""func.func @main(%p: tensor<i1>, %n: tensor<2xi32>) -> tensor<2xi32> {{ {inside}
      return %r{depth} : tensor<2xi32>
    }}"""


def test_branches_as_deep_as_a_model_can_have_them() -> None:
    (result,) = agree(nested_branches(31), np.bool_(True), np.array([5, 6], np.int32))
    assert result.tolist() == [6, 7]
    with pytest.raises(
        ExportError, match=r"stablehlo\.if \(at .*\): it is one too many: a model can have 31 loops and"
    ):
        to_onnx(nested_branches(32))


@hl.function(hl.tensor("i32"), hl.tensor("4xf32"))
def times(count: Any, x: Any) -> Any:
    return hl.while_((np.int32(0), x), lambda i, y: i < count, lambda i, y: (i + 1, y + x))


@pytest.mark.parametrize("count", [0, 1, 5, -3])
def test_while_of_any_number_of_iterations_uses_values_from_outside(count: int) -> None:
    i, y = agree(times, np.int32(count), np.arange(4, dtype=np.float32))
    assert i == max(count, 0)
    assert y.tolist() == (np.arange(4) * (1 + max(count, 0))).tolist()


@hl.function(hl.tensor("i32"), hl.tensor("i32"))
def nested(n: Any, m: Any) -> Any:
    def outer(i: Any, total: Any) -> Any:
        def inner(j: Any, sum: Any) -> Any:
            grown = hl.if_(i < j, lambda: sum + i, lambda: sum + j + m)
            return j + 1, grown

        _, total = hl.while_((i, total), lambda j, sum: j < m, inner)
        return i + 1, total

    return hl.while_((np.int32(0), np.int32(0)), lambda i, total: i < n, outer)


@pytest.mark.parametrize(("n", "m"), [(3, 4), (0, 4), (3, 0), (5, 5)])
def test_loops_inside_loops(n: int, m: int) -> None:
    agree(nested, np.int32(n), np.int32(m))


def test_states_of_no_elements() -> None:
    @hl.function(hl.tensor("i32"), hl.tensor("0x3xf32"))
    def program(n: Any, x: Any) -> Any:
        return hl.while_((np.int32(0), x), lambda i, y: i < n, lambda i, y: (i + 1, y + x))

    agree(program, np.int32(3), np.zeros((0, 3), np.float32))


def test_a_state_that_only_passes_through_and_one_twice() -> None:
    @hl.function(hl.tensor("i32"), hl.tensor("2xf32"))
    def program(n: Any, x: Any) -> Any:
        return hl.while_((np.int32(0), x, x, x), lambda i, a, b, c: i < n, lambda i, a, b, c: (i + 1, a, a + b, a))

    for n in (0, 3):
        agree(program, np.int32(n), np.array([1, 2], np.float32))


CALLS = """
func.func @main(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %0:2 = func.call @both(%a) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %1:2 = func.call @both(%0#0) : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  %2 = stablehlo.composite "some.name" %1#1 {decomposition = @twice} : (tensor<2xf32>) -> tensor<2xf32>
  return %1#0, %2 : tensor<2xf32>, tensor<2xf32>
}
func.func private @both(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = stablehlo.add %a, %c : tensor<2xf32>
  %1 = func.call @twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1, %a : tensor<2xf32>, tensor<2xf32>
}
func.func private @twice(%a: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.add %a, %a : tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""


def test_calls_and_composites_are_written_out() -> None:
    model = to_onnx(CALLS)
    assert not model.functions
    assert [node.op_type for node in model.graph.node].count("Add") == 5
    agree(CALLS, np.array([1, 2], np.float32))


@pytest.mark.parametrize("opset", [18, 21, 26])
def test_calls_that_would_make_it_large_are_functions_of_the_model(monkeypatch: Any, opset: int) -> None:
    monkeypatch.setattr(lowerer, "_MOST_WRITTEN_OUT", 5)
    model = to_onnx(CALLS, opset)
    assert [function.name for function in model.functions] == ["twice", "both"]
    assert {node.domain for node in model.graph.node} == {"hlogen"}
    agree(CALLS, np.array([1, 2], np.float32), opset=opset)


def doubling(depth: int) -> str:
    functions = [
        f"""func.func {"@main" if k == depth else f"private @f{k}"}(%a: tensor<f32>) -> tensor<f32> {{
          %0 = func.call @f{k - 1}(%a) : (tensor<f32>) -> tensor<f32>
          %1 = func.call @f{k - 1}(%0) : (tensor<f32>) -> tensor<f32>
          return %1 : tensor<f32>
        }}"""
        for k in range(1, depth + 1)
    ]
    return "\n".join(["func.func private @f0(%a: tensor<f32>) -> tensor<f32> { return %a : tensor<f32> }", *functions])


def test_calls_that_double_what_they_call_stay_small(monkeypatch: Any) -> None:
    monkeypatch.setattr(lowerer, "_MOST_WRITTEN_OUT", 100)
    model = to_onnx(doubling(8))
    assert len(model.functions) == 8
    assert model.ByteSize() < 4_000


def test_calls_that_double_without_end_are_refused() -> None:
    with pytest.raises(ExportError, match="the program has 6,442,450,940 operations once its calls are written out"):
        to_onnx(doubling(30))


def test_a_function_that_the_program_calls_is_entered_with_anything() -> None:
    """What its calls give it isn't what the model is given."""
    text = """
    func.func @main(%x: tensor<4xf32>) -> tensor<1xf32> {
      %c = stablehlo.constant dense<1> : tensor<1xi32>
      %r = func.call @one(%x, %c) : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
      return %r : tensor<1xf32>
    }
    func.func private @one(%x: tensor<4xf32>, %i: tensor<1xi32>) -> tensor<1xf32> {
      %r = "stablehlo.gather"(%x, %i) {
        dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0]>, slice_sizes = array<i64: 1>
      } : (tensor<4xf32>, tensor<1xi32>) -> tensor<1xf32>
      return %r : tensor<1xf32>
    }"""
    for index, value in ((3, 3), (9, 3), (-1, 0), (2, 2)):
        (result,) = through_onnx(text, np.arange(4, dtype=np.float32), np.array([index], np.int32), entry="one")
        assert result.tolist() == [value]


def test_a_function_of_the_model_inside_a_loop_and_with_a_loop_inside(monkeypatch: Any) -> None:
    monkeypatch.setattr(lowerer, "_MOST_WRITTEN_OUT", 5)
    program = """
    func.func @main(%a: tensor<i32>) -> tensor<i32> {
      %0 = func.call @grown(%a) : (tensor<i32>) -> tensor<i32>
      %1 = "stablehlo.while"(%0) ({
      ^bb0(%x: tensor<i32>):
        %c = stablehlo.constant dense<1000> : tensor<i32>
        %2 = stablehlo.compare LT, %x, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %2 : tensor<i1>
      }, {
      ^bb0(%x: tensor<i32>):
        %2 = func.call @grown(%x) : (tensor<i32>) -> tensor<i32>
        stablehlo.return %2 : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      return %1 : tensor<i32>
    }
    func.func private @grown(%a: tensor<i32>) -> tensor<i32> {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %c = stablehlo.constant dense<10> : tensor<i32>
      %0 = stablehlo.add %a, %c : tensor<i32>
      %1 = "stablehlo.while"(%a) ({
      ^bb0(%x: tensor<i32>):
        %2 = stablehlo.compare LT, %x, %0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %2 : tensor<i1>
      }, {
      ^bb0(%x: tensor<i32>):
        %2 = stablehlo.add %x, %one : tensor<i32>
        stablehlo.return %2 : tensor<i32>
      }) : (tensor<i32>) -> tensor<i32>
      return %1 : tensor<i32>
    }"""
    model = to_onnx(program)
    assert [function.name for function in model.functions] == ["grown"]
    agree(program, np.int32(3))


def test_what_only_says_something_about_a_value_does_nothing() -> None:
    program = """
    module {
      sdy.mesh @mesh = <["x"=2]>
      func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
        %0 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<4xf32>
        %1 = stablehlo.custom_call @Sharding(%0) : (tensor<4xf32>) -> tensor<4xf32>
        %2:2 = stablehlo.optimization_barrier %1, %a : tensor<4xf32>, tensor<4xf32>
        %3 = stablehlo.add %2#0, %2#1 : tensor<4xf32>
        return %3 : tensor<4xf32>
      }
    }"""
    model = to_onnx(program)
    assert [node.op_type for node in model.graph.node] == ["Add"]
    (result,) = through_onnx(program, np.arange(4, dtype=np.float32))
    assert result.tolist() == [0, 2, 4, 6]


@hl.function(hl.tensor("4xf32"), hl.tensor("2xi32"))
def taken(x: Any, indices: Any) -> Any:
    return hl.take(x, indices, mode="error")


def test_a_check_of_index_vectors_gives_its_flag_and_stops_nothing() -> None:
    x = np.arange(4, dtype=np.float32)
    _, flag = agree(taken, x, np.array([3, 0], np.int32))
    assert flag
    _, flag = through_onnx(taken, x, np.array([4, 0], np.int32))
    assert not flag


def test_branches_of_different_shapes_are_not_written(monkeypatch: Any) -> None:
    """A shape that a lowering gets wrong passes ONNX's checker, its shape inference and onnxruntime."""
    original = control_flow._branch
    calls_made = []

    def wrong(site: Any, region: Any) -> Any:
        branch = original(site, region)

        def lowered(graph: Any) -> Any:
            first, *rest = branch(graph)
            calls_made.append(first)
            if len(calls_made) == 2:
                first = Edge(first.name, first.dtype, (1, *first.shape))
            return [first, *rest]

        return lowered

    monkeypatch.setattr(control_flow, "_branch", wrong)
    with pytest.raises(AssertionError):
        to_onnx(IF)


def test_the_inside_of_a_node_holds_no_nodes_that_nobody_uses() -> None:
    text = IF.replace(
        "stablehlo.return %a, %c", "%u = stablehlo.add %a, %a : tensor<3xf32>\n    stablehlo.return %a, %c"
    )
    (node,) = [node for node in to_onnx(text).graph.node if node.op_type == "If"]
    kinds = [sorted(inside.op_type for inside in graph.node) for graph in inner_graphs(node)]
    assert sorted(kinds) == [["Add", "Identity"], ["Identity", "Identity"]]
    assert isinstance(node, onnx.NodeProto)
