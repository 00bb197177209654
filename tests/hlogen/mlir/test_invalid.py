"""Programs that upstream refuses: every operation comes through, with all that is wrong, at its place."""

from __future__ import annotations

import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.lint.report import findings_of, report
from hlogen.mlir.reader import parts, read

ADD = '%0 = "stablehlo.add"(%a, %b) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>'
SLICE = "%1 = stablehlo.slice %a [0:5] : (tensor<2xf32>) -> tensor<5xf32>"
ERF = '%2 = "chlo.erf"(%a) : (tensor<2xf32>) -> tensor<3xf32>'
ROUND = "%3 = stablehlo.floor %n : tensor<i32>"
LOOP = """%4:2 = stablehlo.while(%i = %n, %x = %a) : tensor<i32>, tensor<2xf32>
  cond {
    stablehlo.return %i : tensor<i32>
  } do {
    %5 = stablehlo.multiply %x, %b : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
    stablehlo.return %i, %5 : tensor<i32>, tensor<2xf32>
  }"""


def function(*lines: str, name: str = "main") -> str:
    body = "\n  ".join(lines)
    return f"func.func @{name}(%a: tensor<2xf32>, %b: tensor<3xf32>, %n: tensor<i32>) {{\n  {body}\n  return\n}}\n"


def found(text: str) -> list[tuple[str, int, int]]:
    violations = hl.check(hl.parse(text))
    return [(one.id, one.location.line, one.location.column) for one in violations if one.location is not None]


def test_every_violation_of_every_operation_at_its_place() -> None:
    text = function(ADD, SLICE, ERF, ROUND, LOOP, SLICE.replace("%1", "%é"[:1] + "z"))
    assert found(text) == [
        ("add.C1", 2, 8),
        ("slice.C3", 3, 8),
        ("upstream.chlo.erf", 4, 8),
        ("floor.I1", 5, 8),
        ("floor.O1", 5, 8),
        ("while.C1", 6, 10),
        ("multiply.C1", 10, 10),
        ("slice.C3", 13, 8),
    ]
    with pytest.raises(hl.ConstraintError) as error:
        interpreter.run(hl.parse(text))
    assert [one.id for one in error.value.violations] == [id for id, *_ in found(text)]


def test_columns_count_bytes_behind_what_is_no_ascii() -> None:
    line = '  "é.ü"() {x = "日本"} : () -> () ' + SLICE + " " + ERF
    columns = [line.encode().index(name) + 1 for name in (b"stablehlo.slice", b'"chlo.erf"')]
    assert found(function(line[2:])) == [("slice.C3", 2, columns[0]), ("upstream.chlo.erf", 2, columns[1])]


def test_a_type_that_nobody_can_take_is_said_once() -> None:
    wrong = "tensor<1x5x2x!quant.uniform<i8:f32:10, {0.1:-30, 0.1:-30}>>"
    text = f"func.func @f(%x: {wrong}) {{\n  %0 = stablehlo.add %x, %x : {wrong}\n  return\n}}"
    assert found(text) == [("quantized_element_type.C12", 1, 1)]


def test_what_upstream_cannot_even_parse() -> None:
    conv = "#stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 1, input_spatial_dimensions = [1]"
    kernel = "kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0]"
    output = "output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [2]>"
    types = "(tensor<1x1x8xf32>, tensor<3x1x1xf32>) -> tensor<1x1x6xf32>"
    text = f"""func.func @f(%x: tensor<1x1x8xf32>, %k: tensor<3x1x1xf32>) {{
      %0 = "stablehlo.convolution"(%x, %k) {{dimension_numbers = {conv}, {kernel}, {output},
        feature_group_count = 1 : i64, batch_group_count = 1 : i64}} : {types}
      return
    }}"""
    assert ("convolution.C13", 2, 12) in found(text)


def test_a_function_is_called_from_inside_of_what_is_disguised() -> None:
    call = LOOP.replace(
        "stablehlo.multiply %x, %b : (tensor<2xf32>, tensor<3xf32>)", "func.call @g(%x) : (tensor<2xf32>)"
    )
    text = function(call) + (
        "func.func private @g(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}"
    )
    assert found(text) == [("while.C1", 2, 10)]


def test_a_syntax_error_costs_its_operation_or_its_function() -> None:
    broken = function("what %n %n : tensor<i32>", name="broken").replace("(%a", "(%a:")
    undefined = function("%0 = stablehlo.floor %zz : tensor<2xf32>", name="undefined")
    call = "func.call @broken(%a, %b, %n) : (tensor<2xf32>, tensor<3xf32>, tensor<i32>) -> ()"
    text = "module {\n" + function(SLICE, name="first") + broken + undefined + function(call, ERF, name="last") + "}"
    with pytest.raises(hl.ParseError, match=":6:"):
        read(text)
    (part,) = parts(text)
    module, errors = part.read_rest()
    assert module is not None
    assert [*module.functions] == ["first", "undefined", "last"]
    assert [(error.rule, error.location.line) for error in errors if error.location] == [
        ("", 6), ("program.undefined", 11),
    ]  # fmt: skip
    assert [one.id for one in hl.check(module)] == ["slice.C3", "upstream.chlo.erf"]


def test_a_program_of_nothing_but_syntax_errors() -> None:
    (part,) = parts("func.func @f() { what is this }")
    module, errors = part.read_rest()
    assert module is None or not module.functions
    assert len(errors) == 1


def test_the_report_of_a_file(tmp_path) -> None:
    path = tmp_path / "m.mlir"
    path.write_text(function(SLICE) + "// -----\n" + function("%0 = nonsense", ERF) + function(ERF, name="other"))
    findings = [finding for told in report(str(path), "m.mlir") for finding in told.get("findings", ())]
    assert [(finding["rule"], finding["line"]) for finding in findings] == [
        ("slice.C3", 2), ("parse", 7), ("upstream.chlo.erf", 8), ("upstream.chlo.erf", 12),
    ]  # fmt: skip


@pytest.mark.parametrize(
    "door", [interpreter.load, hl.transform.simplify, hl.transform.portable, hl.export.onnx.to_onnx]
)
def test_nothing_is_made_of_what_upstream_alone_refuses(door) -> None:
    module = hl.parse(function(ERF, name="main"))
    for _ in range(2):
        with pytest.raises(hl.ConstraintError) as error:
            door(module)
        assert [violation.id for violation in error.value.violations] == ["upstream.chlo.erf"]
    assert "chlo.erf" in str(module)


def test_operations_and_functions_that_are_named_alike() -> None:
    """What begins as an operation's name in strings, comments, attributes and symbols is none."""
    text = function(
        '// stablehlo.slice %a [0:5] and "stablehlo.add"(%a)',
        '%9 = stablehlo.custom_call @stablehlo.slice(%a) {x = "stablehlo.slice %a [0:5]", y = @stablehlo.add} '
        ": (tensor<2xf32>) -> tensor<2xf32>",
        SLICE,
    )
    assert found(text) == [("slice.C3", 4, 8)]
    (call,) = [op for op in hl.parse(text).walk() if op.name == "stablehlo.custom_call"]
    assert call.attributes["x"] == "stablehlo.slice %a [0:5]"
    assert "stablehlo.add" in str(call.attributes["y"])


def test_what_is_said_of_gathers_among_invalid_operations() -> None:
    text = """func.func @main(%operand: tensor<4x6x5xf32>, %at: tensor<4x3x5xui32>) -> tensor<4x3x5xf32> {
      %line = stablehlo.iota dim = 0 : tensor<4xui32>
      %first = stablehlo.broadcast_in_dim %line, dims = [0] : (tensor<4xui32>) -> tensor<4x3x5xui32>
      %last = stablehlo.iota dim = 2 : tensor<4x3x5xui32>
      %indices = stablehlo.concatenate %first, %at, %last, dim = 3
        : (tensor<4x3x5xui32>, tensor<4x3x5xui32>, tensor<4x3x5xui32>) -> tensor<4x3x5x3xui32>
      %0 = "stablehlo.gather"(%operand, %indices) {
        dimension_numbers = #stablehlo.gather<
          collapsed_slice_dims = [0, 1, 2], start_index_map = [0, 1, 2], index_vector_dim = 3>,
        slice_sizes = array<i64: 1, 1, 1>
      } : (tensor<4x6x5xf32>, tensor<4x3x5x3xui32>) -> tensor<4x3x5xf32>
      return %0 : tensor<4x3x5xf32>
    }"""
    module = hl.parse(text)
    assert [finding.rule for finding in findings_of("m.mlir", module)] == ["concatenate.C4"]
    assert "60 index vectors" in str(hl.analyze(module))


TWO_RETURNS = """func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  %0 = "stablehlo.OP"(%a) ({
    ^bb0(%lhs: tensor<i32>, %rhs: tensor<i32>):
      stablehlo.return %lhs : tensor<i32>
      stablehlo.return %lhs : tensor<i32>
  }) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>} : (tensor<2xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}"""


@pytest.mark.parametrize("name", ["all_reduce", "collective_reduce"])
def test_a_region_returns_once(name: str) -> None:
    """Also where the verifier doesn't know the operation."""
    module = hl.parse(TWO_RETURNS.replace("OP", name))
    assert [violation.id for violation in hl.check(module)] == [f"{name}.I5"]
    with pytest.raises(hl.HlogenError):
        interpreter.load(module)


def test_a_call_in_generic_form_inside_of_what_is_disguised() -> None:
    call = LOOP.replace("stablehlo.multiply %x, %b : (tensor<2xf32>, tensor<3xf32>)", "call @g(%x) : (tensor<2xf32>)")
    text = function(call) + ("func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n")
    assert [id for id, *_ in found(str(hl.parse(text)))] == [id for id, *_ in found(text)] == ["while.C1"]


@pytest.mark.parametrize(("body", "accepted"), [("tensor<f32>", True), ("tensor<i32>", False)])
def test_what_upstream_refuses_has_no_note_that_it_accepts_it(body: str, accepted: bool) -> None:
    """It takes an initial value of another width, of another kind it doesn't."""
    found = hl.check(
        hl.parse(f"""
        func.func @main(%x: tensor<2xf64>, %init: {body}) {{
          %0 = "stablehlo.reduce"(%x, %init) ({{
          ^bb0(%a: tensor<f64>, %b: tensor<f64>):
            "stablehlo.return"(%a) : (tensor<f64>) -> ()
          }}) {{dimensions = array<i64: 0>}} : (tensor<2xf64>, {body}) -> tensor<f64>
          return
        }}""")
    )
    assert [one.id for one in found] == ["reduce.C2"]
    assert (found[0].upstream is not None) == accepted


def test_what_is_wrong_with_a_function_hides_no_rule() -> None:
    """Returns of other types or numbers, two of them, or none."""
    for end in ("return %a : tensor<2xf32>", "return %a, %a : tensor<2xf32>, tensor<2xf32>", "return\n  return"):
        text = function(SLICE, end).replace("\n  return\n}", "\n}")
        assert [id for id, *_ in found(text)] == ["slice.C3", "upstream.func.return"], end
    text = function("%0 = stablehlo.floor %a : tensor<2xf32>").replace("\n  return\n}", "\n}")
    assert found(text) == [("program.end", 1, 1)]


def test_what_is_refused_at_once_is_told_where_it_stands() -> None:
    text = function("return %a : tensor<2xf32>").replace("\n  return\n}", "\n}")
    violations = hl.check(hl.parse(text + text.replace("@main", "@other").replace("return", "return\n  return")))
    assert [one.location.line for one in violations] == [2, 5, 6]
    assert "last operation" not in violations[0].message


@pytest.mark.parametrize(
    ("region", "sizes", "said"),
    [
        ("({ stablehlo.return })", "array<i64: 1, 4>", "requires zero regions"),
        ("", "dense<[1, 4]> : tensor<2xi64>", "attribute 'slice_sizes' failed to satisfy constraint"),
        ("", "array<i64: 1, 4>", None),
    ],
)
def test_how_a_gather_is_written_upstream_decides(region: str, sizes: str, said: str | None) -> None:
    violations = hl.check(
        hl.parse(f"""func.func @main(%t: tensor<8x4xf32>, %i: tensor<3x1xi32>) -> tensor<3x4xf32> {{
          %0 = "stablehlo.gather"(%t, %i) {region} {{dimension_numbers = #stablehlo.gather<offset_dims = [1],
            collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = {sizes}}}
            : (tensor<8x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
          return %0 : tensor<3x4xf32>
        }}""")
    )
    assert [one.id for one in violations] == (["upstream.gather"] if said else [])
    assert said is None or said in violations[0].message


def test_chlo_in_pretty_form_hides_nothing() -> None:
    assert found(function("%2 = chlo.acos %n : tensor<i32> -> tensor<f32>", SLICE)) == [
        ("upstream.chlo.acos", 2, 8),
        ("slice.C3", 3, 8),
    ]


def test_where_there_are_too_many_refusals_it_is_said() -> None:
    calls = [f"func.call @nowhere{n}() : () -> ()" for n in range(60)]
    violations = hl.check(hl.parse(function(*calls)))
    assert [one.id for one in violations[:-1]] == ["upstream.func.call"] * 50
    assert "there may be more that upstream refuses" in violations[-1].message


def test_a_window_that_does_not_move() -> None:
    text = """func.func @main(%x: tensor<1x4x1xf32>, %k: tensor<2x1x1xf32>, %p: tensor<1x2xi32>) -> tensor<1x?x1xf32> {
      %0 = "stablehlo.dynamic_conv"(%x, %k, %p) {window_strides = array<i64: 0>,
        dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64,
        batch_group_count = 1 : i64} : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi32>) -> tensor<1x?x1xf32>
      return %0 : tensor<1x?x1xf32>
    }"""
    assert [one.id for one in hl.check(hl.parse(text))] == ["dynamic_conv.C3"]
    with pytest.raises(interpreter.ExecutionError, match="the strides \\[0\\], and all of them have to be at least 1"):
        interpreter.run(text, np.ones((1, 4, 1), np.float32), np.ones((2, 1, 1), np.float32), [[0, 0]])
