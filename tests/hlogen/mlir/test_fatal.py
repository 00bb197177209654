"""What would end the process inside of upstream's parser or verifier is an error with its place; nothing else is."""

from __future__ import annotations

import tracemalloc
from itertools import permutations
from pathlib import Path

import pytest

import hlogen as hl
import interpreter
from hlogen.mlir.fatal import fatal
from hlogen.mlir.reader import read
from hlogen.spec.operations import violations_of

GOLDEN = Path(__file__).parents[3] / "golden"


def constant(literal: str, type: str) -> str:
    return (
        f"func.func @main() -> {type} {{\n  %0 = stablehlo.constant dense<{literal}> : {type}\n  return %0 : {type}\n}}"
    )


def broadcasting(dimensions: str) -> str:
    return f"""func.func @main(%x: tensor<1x4xf32>, %y: tensor<4xf32>) -> tensor<1x4xf32> {{
  %0 = chlo.broadcast_add %x, %y {{broadcast_dimensions = array<i64: {dimensions}>}}
    : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  return %0 : tensor<1x4xf32>
}}"""


def all_to_all(groups: str) -> str:
    return f"""func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %0 = "stablehlo.all_to_all"(%x) {{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64,
    replica_groups = {groups}}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}}"""


def raw(input: str = "0, input_feature_dimension = 2, input_spatial_dimensions = [1]", output: str = "[1]") -> str:
    return f"""#stablehlo.conv<raw input_batch_dimension = {input},
      kernel_input_feature_dimension = 1, kernel_output_feature_dimension = 2, kernel_spatial_dimensions = [0],
      output_batch_dimension = 0, output_feature_dimension = 2, output_spatial_dimensions = {output}>"""


ROWS = "tensor<3x2x!quant.uniform<i8<-127:127>:f32:1, {0.5, 0.25:3}>>"
REDUCE = """func.func @main(%x: tensor<2xf32>) {{
  %0 = "stablehlo.reduce"({}) ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    "stablehlo.return"(%a) : (tensor<f32>) -> ()
  }}) {{dimensions = array<i64: 0>}} : (tensor<2xf32>) -> tensor<f32>
  return
}}"""


def spread(operand: str, result: str) -> str:
    type = f"({operand}, tensor<2xi64>) -> {result}"
    return f"""func.func @main(%x: {operand}, %shape: tensor<2xi64>) -> {result} {{
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%x, %shape) {{broadcast_dimensions = array<i64: 1>}} : {type}
  return %0 : {result}
}}"""


def noted(attribute: str) -> str:
    """An attribute where no verifier of an operation looks at it."""
    return f"func.func @main() attributes {{a.b =\n  {attribute}}} {{\n  return\n}}"


COMPLEX = "a complex number can't be an element of"
FATAL = [
    (constant("(1.0, 2.0)", "tensor<bf16>"), f"-:2:33: {COMPLEX} tensor<bf16>"),
    (constant("[[(1.0, 2.0)], [(3.0, 4.0)]]", "tensor<2x1xbf16>"), f"-:2:35: {COMPLEX} tensor<2x1xbf16>"),
    (constant("[1.0, (1.0, 2.0)]", "tensor<2xf32>"), f"-:2:39: {COMPLEX} tensor<2xf32>"),
    (constant("(0x3F80, 2.0)", "tensor<f8E5M2>"), f"-:2:33: {COMPLEX} tensor<f8E5M2>"),
    (constant("(1, 2)", "tensor<index>"), f"-:2:33: {COMPLEX} tensor<index>"),
    ("!t = tensor<bf16>\n" + constant("(1.0, 2.0)", "!t"), f"-:3:33: {COMPLEX} tensor<bf16>"),
    (noted("dense<(1.0, 2.0)> : vector<1xbf16>"), f"-:2:9: {COMPLEX} vector<1xbf16>"),
    (broadcasting("-1"), "-:2:69: a broadcast dimension is negative"),
    (broadcasting("0, -5"), "-:2:72: a broadcast dimension is negative"),
    (all_to_all("dense<> : tensor<0x0xi64>"), "-:3:5: all_to_all has no replica groups"),
    (all_to_all('dense<"0x"> : tensor<0x2xi64>'), "-:3:5: all_to_all has no replica groups"),
    (noted(raw("-1, input_spatial_dimensions = [1]")), "-:2:3: the dimension numbers of input are [-1, 1]"),
    (noted(raw(output="[9]")), "-:2:3: the dimension numbers of output are [0, 2, 9], not each of 0 to 2 once"),
    (noted(raw(output="[0xFFC00000]")), "-:2:3: the dimension numbers of output are [0, 2, 4290772992], not each"),
    (noted(raw(output="[1, 1]")), "-:2:3: the dimension numbers of output are [0, 1, 1, 2]"),
    (
        noted("#stablehlo.conv<[b, 300000000, f]x[0, i, o]->[b, 0, f]>"),
        "-:2:23: a convolution has no dimension 3000000",
    ),
    (noted("#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 1099511627776, f]>"), "a convolution has no dimension 1099511"),
    (spread("tensor<2xf32>", ROWS), "-:2:99: the result is quantized per axis, and the operand isn't"),
    (spread("tensor<2x!quant.uniform<i8:f32, 0.5>>", ROWS), "the result is quantized per axis, and the operand isn't"),
    (REDUCE.format("%x"), "-:2:29: reduce has no inputs"),
    (REDUCE.format(""), "-:2:27: reduce has no inputs"),
]
NOT_FATAL = [
    constant("(1.0, 2.0)", "tensor<complex<f32>>"),
    constant("[(1.0, 2.0), (3.0, 4.0)]", "tensor<2xcomplex<f64>>"),
    "!t = tensor<complex<f32>>\n" + constant("(1.0, 2.0)", "!t"),
    broadcasting("1"),
    spread("tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>", ROWS),
    spread("tensor<2xf32>", "tensor<3x2xf32>"),
    noted(raw()),
    noted(raw(output="[0x1]")),
    noted('"dense<(1.0, 2.0)> : tensor<bf16>"'),
    "// dense<(1.0, 2.0)> : tensor<bf16>\n" + noted('"#stablehlo.conv<raw input_batch_dimension = -1>"'),
    "func.func @f() { // all_to_all replica_groups = dense<> : tensor<0x0xi64>\n  return\n}",
]


@pytest.mark.parametrize(("text", "said"), FATAL)
def test_what_would_end_the_process_is_an_error(text: str, said: str) -> None:
    for _ in range(2):
        with pytest.raises(hl.ParseError) as error:
            read(text, verify=True)
        assert said in str(error.value)
        with pytest.raises((hl.ParseError, hl.ConstraintError)):  # it may be read without upstream
            interpreter.load(hl.parse(text))
    assert "\n  2 |" in str(error.value) or "\n  3 |" in str(error.value)


def test_the_first_of_several_is_told_which_stands_in_no_comment() -> None:
    one_of_each = [text for text, said in FATAL if not text.startswith("!t") and said.startswith("-:2:")][::2]
    for first, second in permutations(one_of_each, 2):
        found = fatal(first)
        assert found is not None
        for above in ("", f"// {first.replace(chr(10), ' ')}\n"):
            assert fatal(f"{above}{first}\n{second}") == (found[0] + len(above), found[1])


@pytest.mark.parametrize("text", NOT_FATAL)
def test_what_only_looks_like_it_is_read(text: str) -> None:
    assert fatal(text) is None
    hl.parse(text)


def test_nothing_in_the_goldens_is_taken_for_it_but_what_breaks_the_rules_of_such_lists() -> None:
    found = {str(path.relative_to(GOLDEN)) for path in GOLDEN.glob("**/*.mlir") if fatal(path.read_text()) is not None}
    assert found == {f"invalid/{op}.mlir" for op in ("all_to_all", "convolution", "dynamic_conv")}


PADDED = """
func.func @main(%operand: tensor<4x6xf32>, %source: tensor<2x3xf32>, %init: tensor<f32>) -> tensor<4x6xf32> {{
  %result = "stablehlo.select_and_scatter"(%operand, %source, %init) <{{
    window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>, padding = dense<0> : tensor<{rows}x2xi64>
  }}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%0) : (tensor<i1>) -> ()
  }}, {{
  ^bb0(%c: tensor<f32>, %d: tensor<f32>):
    %1 = stablehlo.add %c, %d : tensor<f32>
    "stablehlo.return"(%1) : (tensor<f32>) -> ()
  }}) : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %result : tensor<4x6xf32>
}}
"""


@pytest.mark.parametrize(
    "text", [PADDED.format(rows=2**63 - 1), constant("", f"tensor<0x{2**63 - 1}xf32>")], ids=["padding", "no elements"]
)
def test_a_constant_that_nobody_can_count_is_an_error(text: str) -> None:
    with pytest.raises(hl.ParseError, match="a constant has more elements than can be held"):
        hl.parse(text)


def test_a_table_of_a_million_rows_in_one_word_is_not_spread_out() -> None:
    """The rules of tables leave it alone, at their cost: what upstream says stands."""
    module = hl.parse(PADDED.format(rows=1_000_000))
    tracemalloc.start()
    found = [violation.id for violation in violations_of(module)]
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == ["upstream.select_and_scatter"]
    assert peak < 1 << 20
