"""`to_onnx`: what it takes, what it calls things, what it refuses and how it says so."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from helpers.onnx_runs import run_model, through_onnx

import hlogen as hl
from hlogen.errors import HlogenError, UsageError
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.graph import Edge, Graph
from hlogen.mlir.writer import to_bytecode, to_portable_artifact
from hlogen.spec.constraint import ConstraintError

ROOT = Path(__file__).resolve().parents[4]

ADD = """
func.func @main(%a: tensor<3xf32>) -> tensor<3xf32> {
  %0 = stablehlo.add %a, %a : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""
X = np.array([1, 2, 3], np.float32)


def op_types(model: onnx.ModelProto) -> list[str]:
    return [node.op_type for node in model.graph.node]


def test_every_form_of_a_program(tmp_path: Path) -> None:
    module = hl.parse(ADD)
    file = tmp_path / "add.mlir"
    file.write_text(ADD)
    forms = [ADD, module, file, str(file), ADD.encode(), to_bytecode(module), to_portable_artifact(module, "1.0.0")]
    for form in forms:
        (result,) = through_onnx(form, X)
        assert result.tolist() == [2, 4, 6]


def test_a_function_of_the_builder() -> None:
    @hl.function(hl.tensor("3xf32"), hl.tensor("3xf32"))
    def program(left: Any, right: Any) -> Any:
        return left + right, right

    model = to_onnx(program)
    assert [given.name for given in model.graph.input] == ["left", "right"]
    assert [result.name for result in model.graph.output] == ["result0", "result1"]
    assert model.graph.name == "program"
    results = run_model(model, X, X + 1)
    assert [result.tolist() for result in results] == [[3, 5, 7], [2, 3, 4]]


def test_outputs_have_the_names_that_jax_gives() -> None:
    text = ADD.replace("-> tensor<3xf32> {", "-> (tensor<3xf32> {jax.result_info = \"result['loss']\"}) {")
    assert [result.name for result in to_onnx(text).graph.output] == ["result_loss"]
    of_complex = """func.func @main(%x: tensor<2xcomplex<f32>>)
        -> (tensor<2xcomplex<f32>> {jax.result_info = "a"}, tensor<2xf32> {jax.result_info = "b"}) {
      %0 = stablehlo.real %x : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
      return %x, %0 : tensor<2xcomplex<f32>>, tensor<2xf32>
    }"""
    assert [result.name for result in to_onnx(of_complex).graph.output] == ["a", "b"]


def test_names_are_unique_though_the_program_repeats_them() -> None:
    text = """
    func.func @main(%result0: tensor<3xf32>) -> (tensor<3xf32> {jax.result_info = "main"},
        tensor<3xf32> {jax.result_info = "main"}, tensor<3xf32>) {
      %0 = stablehlo.add %result0, %result0 : tensor<3xf32>
      return %0, %0, %result0 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
    }"""
    model = to_onnx(text)
    names = [value.name for value in (*model.graph.input, *model.graph.output)]
    assert len(set(names)) == 4
    assert len({node.name for node in model.graph.node}) == len(model.graph.node)
    assert [result.tolist() for result in run_model(model, X)] == [[2, 4, 6], [2, 4, 6], [1, 2, 3]]


@pytest.mark.parametrize(("name", "told"), [("add.mlir", "add.mlir"), ("\udc80.mlir", "\\udc80.mlir")])
def test_places_in_the_source_are_doc_strings_and_the_model_says_where_it_is_from(
    name: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_text(ADD)
    model = to_onnx(file)
    assert model.graph.node[0].doc_string == f"{tmp_path}/{told}:3:8"
    assert model.doc_string == f"@main of {tmp_path}/{told}"
    assert model.producer_name == "hlogen"


def test_nodes_that_nobody_uses_are_left_out() -> None:
    text = ADD.replace("  return", "  %1 = stablehlo.add %0, %0 : tensor<3xf32>\n  return")
    assert op_types(to_onnx(text)) == ["Add"]


def test_an_argument_that_nobody_uses_stays_an_input() -> None:
    text = ADD.replace("(%a: tensor<3xf32>)", "(%a: tensor<3xf32>, %b: tensor<2xi32>)")
    assert len(to_onnx(text).graph.input) == 2


def test_results_that_are_arguments_or_constants() -> None:
    text = """
    func.func @main(%a: tensor<3xf32>) -> (tensor<3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<i1>) {
      %c = stablehlo.constant dense<[4, 5]> : tensor<2xi32>
      %t = stablehlo.constant dense<true> : tensor<i1>
      return %a, %c, %c, %t : tensor<3xf32>, tensor<2xi32>, tensor<2xi32>, tensor<i1>
    }"""
    a, c, again, t = through_onnx(text, X)
    assert (a.tolist(), c.tolist(), again.tolist(), t.tolist()) == ([1, 2, 3], [4, 5], [4, 5], True)


def test_no_arguments() -> None:
    text = ADD.replace("%a: tensor<3xf32>", "").replace(
        "  %0", "  %a = stablehlo.constant dense<2.0> : tensor<3xf32>\n  %0"
    )
    (result,) = through_onnx(text)
    assert result.tolist() == [4, 4, 4]


def test_no_results() -> None:
    assert "returns nothing, and onnxruntime doesn't load a model without outputs" in refused(
        "func.func @main() { return }"
    )


@pytest.mark.parametrize("opset", range(18, 27))
def test_every_opset(opset: int) -> None:
    model = to_onnx(ADD, opset)
    assert model.opset_import[0].version == opset
    assert model.ir_version <= 13
    (result,) = run_model(model, X)
    assert result.tolist() == [2, 4, 6]


@pytest.mark.parametrize(
    ("opset", "reason"),
    [
        (17, "opset 17 is too old: .*\n  fix: use an opset from 18 to 26"),
        (27, "opset 27 is too new: onnxruntime loads .* up to opset 26"),
        (-1, "too old"),
        ("21", "opset is a number from 18 to 26, not '21'"),
        (21.0, "opset is a number"),
        (True, "opset is a number"),
    ],
)
def test_other_opsets_are_refused(opset: Any, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        to_onnx(ADD, opset)


def test_an_opset_that_the_installed_onnx_does_not_know(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onnx.defs, "onnx_opset_version", lambda: 24)
    with pytest.raises(
        ExportError, match=r"knows opsets up to 24, not 25\n  fix: use an older opset, or install a newer"
    ):
        to_onnx(ADD, 25)


def test_entries() -> None:
    two = ADD.replace("@main", "@one") + ADD.replace("@main", "@two").replace("%a, %a", "%a, %0").replace(
        "  %0 = stablehlo.add %a, %0", "  %0 = stablehlo.add %a, %a : tensor<3xf32>\n  %1 = stablehlo.add %a, %0"
    ).replace("return %0", "return %1")
    (result,) = through_onnx(two, X, entry="two")
    assert result.tolist() == [3, 6, 9]
    with pytest.raises(UsageError, match="several public functions and no @main: @one, @two"):
        to_onnx(two)
    with pytest.raises(UsageError, match="no function @three; it has: @one, @two"):
        to_onnx(two, entry="three")
    (result,) = through_onnx(two.replace("func.func @two", "func.func private @two"), X)
    assert result.tolist() == [2, 4, 6]


def refused(program: str, **options: Any) -> str:
    with pytest.raises(ExportError) as caught:
        to_onnx(program, **options)
    assert isinstance(caught.value, HlogenError)
    return str(caught.value)


def test_all_that_has_no_form_is_listed_with_its_places() -> None:
    message = refused(
        """
func.func @main(%a: tensor<?xcomplex<f32>>, %t: !stablehlo.token) -> tensor<?xcomplex<f32>> {
  %0 = stablehlo.custom_call @vendor.thing(%a) : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  %1 = stablehlo.after_all %t : !stablehlo.token
  %2 = func.call @declared(%0) : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  %3 = func.call @circle(%2) : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  %4:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (tensor<2xf8E3M4>, !stablehlo.token)
  return %3 : tensor<?xcomplex<f32>>
}
func.func private @declared(tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
func.func private @circle(%a: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = func.call @circle(%a) : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}
"""
    )
    first, *rest = message.splitlines()
    assert first == "@main can't be written as an ONNX model of opset 21:"
    for expected in (
        "functions call themselves, which ONNX doesn't have: @circle -> @circle",
        "@declared is only declared: it has no body (at -:10:1)",
        "tensor<?xcomplex<f32>> has sizes that only the run knows, which complex and quantized tensors can't have (at ",
        "elements of type f8E3M4 can't be in an ONNX model",
        "the custom call @vendor.thing: nothing is known of what it does (at -:3:8)",
        "stablehlo.infeed has no form in ONNX here: a model has inputs and outputs, and no channels beside them (at ",
        "  fix: make it static for the shapes at hand: hl.transform.refine(program, shapes)",
    ):
        assert any(line.strip().startswith(expected.strip()) for line in rest), (expected, message)


def test_a_function_that_is_never_called_may_hold_anything() -> None:
    text = (
        ADD
        + """
    func.func private @other(%a: tensor<?xf32>) -> tensor<?xf32> {
      %0 = stablehlo.custom_call @vendor.thing(%a) : (tensor<?xf32>) -> tensor<?xf32>
      return %0 : tensor<?xf32>
    }"""
    )
    assert op_types(to_onnx(text)) == ["Add"]


def test_what_turns_out_late_has_its_place_too() -> None:
    """Types inside of a program that an opset lacks: all of them are listed."""
    text = """
    func.func @main(%a: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
      %0 = stablehlo.convert %a : (tensor<3xf32>) -> tensor<3xf8E5M2>
      %1 = stablehlo.convert %0 : (tensor<3xf8E5M2>) -> tensor<3xf32>
      %2 = stablehlo.convert %a : (tensor<3xf32>) -> tensor<3xf8E4M3FN>
      %3 = stablehlo.convert %2 : (tensor<3xf8E4M3FN>) -> tensor<3xf32>
      return %1, %3 : tensor<3xf32>, tensor<3xf32>
    }"""
    message = refused(text, opset=18)
    assert "stablehlo.convert (at -:3:12): arithmetic on elements of type f8E5M2 needs opset 19 or later" in message
    assert "stablehlo.convert (at -:5:12): arithmetic on elements of type f8E4M3FN needs opset 19 or later" in message


def test_many_places_are_counted() -> None:
    lines = [f"  %{k + 1} = stablehlo.custom_call @f(%{k}) : (tensor<3xf32>) -> tensor<3xf32>" for k in range(9)]
    text = "func.func @main(%0: tensor<3xf32>) -> tensor<3xf32> {\n" + "\n".join(
        [*lines, "  return %9 : tensor<3xf32>\n}"]
    )
    assert "(at -:2:8, -:3:8, -:4:8, -:5:8, -:6:8 and 4 more)" in refused(text)


def test_an_entry_without_a_body() -> None:
    assert "@main is only declared" in refused("func.func private @main(tensor<3xf32>) -> tensor<3xf32>")


def test_violations_come_first() -> None:
    text = """
func.func @main(%a: tensor<8x4xcomplex<f32>>, %i: tensor<3x1xi32>) -> tensor<3x4xcomplex<f32>> {
  %0 = "stablehlo.gather"(%a, %i) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [2], index_vector_dim = 1>,
    slice_sizes = array<i64: 2, 4>
  } : (tensor<8x4xcomplex<f32>>, tensor<3x1xi32>) -> tensor<3x4xcomplex<f32>>
  return %0 : tensor<3x4xcomplex<f32>>
}"""
    with pytest.raises(ConstraintError) as caught:
        to_onnx(text)
    assert {violation.id for violation in caught.value.violations} == {"gather.C9", "gather.C19"}


def test_a_shape_that_onnx_infers_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mistake in a lowering doesn't leave as a model."""
    real = Graph.node

    def node(self: Graph, op_type: str, inputs: Any, dtype: Any, shape: Any, **attributes: Any) -> Edge:
        made = real(self, op_type, inputs, dtype, shape, **attributes)
        self.root.edges[made.name] = Edge(made.name, made.dtype, (1, *made.shape))
        return made

    monkeypatch.setattr(Graph, "node", node)
    text = ADD.replace("return %0", "%1 = stablehlo.add %0, %0 : tensor<3xf32>\n  return %1")
    with pytest.raises(AssertionError, match="ONNX infers another shape"):
        to_onnx(text)


def test_large_constants_are_there_once_and_as_they_are() -> None:
    values = np.random.default_rng(0).normal(size=(300, 100)).astype(np.float32)

    @hl.function(hl.tensor("300x100xf32"))
    def program(x: Any) -> Any:
        table, again = hl.constant(values), hl.constant(values)
        return x + table, again

    model = to_onnx(program)
    assert [len(tensor.raw_data) for tensor in model.graph.initializer] == [values.nbytes]
    first, second = run_model(model, np.zeros_like(values))
    assert first.tobytes() == second.tobytes() == values.tobytes()


@pytest.mark.parametrize(
    "operation",
    [
        "stablehlo.add %a, %c : TYPE",
        "stablehlo.maximum %a, %c : TYPE",
        "stablehlo.clamp %c, %a, %d : TYPE",
        "stablehlo.select %p, %c, %a : tensor<NxM, i1>, TYPE",
        "stablehlo.select %p, %c, %d : tensor<NxM, i1>, TYPE",
        "stablehlo.negate %c : TYPE",
    ],
)
@pytest.mark.parametrize("element", ["f32", "bf16", "f8E5M2"])
def test_splats_of_any_size_are_small(operation: str, element: str) -> None:
    """In the model and on the way there: these have a million times a million elements."""
    text = f"""
    func.func @main(%a: TYPE, %p: tensor<NxM, i1>) -> TYPE {{
      %c = stablehlo.constant dense<2.0> : TYPE
      %d = stablehlo.constant dense<3.0> : TYPE
      %0 = {operation}
      return %0 : TYPE
    }}""".replace("TYPE", f"tensor<NxM, {element}>")
    assert to_onnx(text.replace("NxM, ", "1000000x1000000x")).ByteSize() < 1200


def test_a_constant_above_the_limit_of_a_tensor(monkeypatch: pytest.MonkeyPatch) -> None:
    from hlogen.export.onnx import check

    monkeypatch.setattr(check, "_MOST_BYTES", 100_000)

    @hl.function(hl.tensor("300x100xf32"))
    def program(x: Any) -> Any:
        return x + hl.constant(np.random.default_rng(0).normal(size=(300, 100)).astype(np.float32))

    with pytest.raises(ExportError, match=r"120,000 bytes .* doesn't fit into a model.*\n  fix: make it an argument"):
        to_onnx(program)


def test_it_is_there_after_importing_hlogen_alone() -> None:
    code = "import hlogen as hl, sys; assert 'onnx' not in sys.modules; print(hl.export.onnx.to_onnx.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == "to_onnx\n"


def test_without_the_package_onnx_the_error_says_what_to_install() -> None:
    code = """
import sys
sys.modules["onnx"] = None
try:
    import hlogen.export.onnx
except ImportError as error:
    from hlogen.errors import HlogenError
    assert isinstance(error, HlogenError)
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout == 'hlogen.export.onnx needs the package onnx: pip install "hlogen[onnx]"\n'


ASSERTS = """
func.func @main(%x: tensor<3xf32>, %k: tensor<i32>) -> tensor<3xf32> {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<3xf32>) -> tensor<i32>
  %least = stablehlo.constant dense<3> : tensor<i32>
  %holds = stablehlo.compare GE, %size, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%holds, %size) {error_message = "size {0} isn't right"}
    : (tensor<i1>, tensor<i32>) -> ()
  %0 = stablehlo.add %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
}
"""


def test_an_assertion_about_shapes_that_holds_is_left_out() -> None:
    assert op_types(to_onnx(ASSERTS)) == ["Add"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            ASSERTS.replace("GE", "GT"),
            r"custom_call \(at -:6:3\): it doesn't hold: shape_assertion: size 3 isn't right",
        ),
        (ASSERTS.replace("GE, %size", "GE, %k"), r"custom_call \(at -:6:3\): shape_assertion: whether it holds isn't"),
    ],
)
def test_an_assertion_that_does_not_surely_hold_is_refused(text: str, message: str) -> None:
    with pytest.raises(ExportError, match=message):
        to_onnx(text)


def test_nodes_around_others_have_their_own_place() -> None:
    """That of an operation with regions is its own, behind them too; those in regions have that of what is there."""
    program = hl.parse("""func.func @main(%x: tensor<f32>) -> tensor<f32> {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %1 = stablehlo.while(%s = %x) : tensor<f32>
        cond {
          %c = stablehlo.compare LT, %s, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
          stablehlo.return %c : tensor<i1>
        } do {
          %2 = stablehlo.exponential %s : tensor<f32>
          stablehlo.return %2 : tensor<f32>
        }
      %3 = stablehlo.negate %1 : tensor<f32>
      return %3 : tensor<f32>
    }""")
    (graph,) = [to_onnx(program).graph]
    (loop,) = [node for node in graph.node if node.op_type == "Loop"]
    (body,) = [each.g for each in loop.attribute if each.name == "body"]
    lines = {node.op_type: node.doc_string.split(":")[1] for node in (*graph.node, *body.node)}
    assert {name: lines[name] for name in ("Loop", "Exp", "Neg")} == {"Loop": "3", "Exp": "8", "Neg": "11"}
