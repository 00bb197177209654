"""Types that nobody can take: quantized ones wherever they stand, each told once, at the first place that has it."""

from __future__ import annotations

import pytest

from hlogen.mlir.reader import read
from hlogen.spec.operations import violations_of

NEGATIVE = "tensor<2x!quant.uniform<i8:f32, -0.5>>"
SAID = f"scales [-0.5] aren't all above 0, in {NEGATIVE}"


def told(text: str) -> list[tuple[str, str, int | None]]:
    found = violations_of(read(text))
    return [(one.op, one.message, one.location and one.location.line) for one in found if one.id.startswith("quant")]


@pytest.mark.parametrize(
    "type",
    [NEGATIVE, f"tuple<{NEGATIVE}>", f"tuple<i1, tuple<tensor<2xf32>, {NEGATIVE}>>", f"tuple<{NEGATIVE}, {NEGATIVE}>"],
)  # fmt: skip
def test_in_arguments_and_results(type: str) -> None:
    assert told(f"func.func @main(%x: {type}) {{\n  return\n}}") == [("func.func", SAID, 1)]
    text = f'func.func @main() {{\n  %0 = "a.b"() : () -> {type}\n  %1 = "a.c"(%0) : ({type}) -> {type}\n  return\n}}'
    assert told(text) == [("a.b", SAID, 2)]


def test_in_regions_and_of_two_kinds() -> None:
    other = NEGATIVE.replace("-0.5", "0.0")
    text = f"""func.func @main(%x: {NEGATIVE}) {{
      "a.b"() ({{
      ^bb0(%a: {other}, %b: {NEGATIVE}):
        "a.c"() : () -> ()
      }}) : () -> ()
      return
    }}"""
    assert told(text) == [("func.func", SAID, 1), ("a.b", SAID.replace("-0.5", "0.0"), 2)]


@pytest.mark.parametrize(
    ("type", "id", "message", "fix"),
    [
        ("tensor<2x!quant.uniform<i8<-129:127>:f32, 0.5>>", "C3",
         "storage_min is -129 and storage_max is 127, of a storage type from -128 to 127",
         "write limits between -128 and 127, the lower one first, or none"),
        ("tensor<2x!quant.uniform<u8<9:9>:f32, 0.5:9>>", "C3",
         "storage_min is 9 and storage_max is 9, of a storage type from 0 to 255",
         "write limits between 0 and 255, the lower one first, or none"),
        ("tensor<2x!quant.uniform<i8:f32:0, {0.5, -1.0}>>", "C5", "scales [0.5, -1.0] aren't all above 0",
         "write scales above 0"),
        ("tensor<2x!quant.uniform<i8:f16, 65536.0>>", "C6", "scales [65536.0] aren't all finite in f16",
         "write scales that f16 can hold"),
        ("tensor<2x!quant.uniform<u4:f32, 0.5:16>>", "C7", None, "write zero points from 0 to 15"),
        ("tensor<2x!quant.uniform<i8<-5:5>:f32, 0.5:-6>>", "C7", None, "write zero points from -5 to 5"),
        ("tensor<2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>", "C12",
         "the type is quantized along dimension 1, but the tensor has rank 1", "write a dimension below 1"),
        ("tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>", "C13", "dimension 0 has size 3, but there are 2 scales",
         "write a scale for each of the 3 slices"),
    ],
)  # fmt: skip
def test_what_is_said(type: str, id: str, message: str | None, fix: str) -> None:
    (found,) = violations_of(read(f"func.func @main(%x: {type}) {{\n  return\n}}"))
    assert (found.id, found.fix) == (f"quantized_element_type.{id}", fix)
    assert found.message.endswith(f", in {type}")
    assert message is None or found.message == f"{message}, in {type}"


@pytest.mark.parametrize(
    "type",
    [
        "tensor<2x!quant.uniform<i8<-128:127>:f32, 0.5:-128>>",
        "tensor<2x!quant.uniform<u4:f32, 0.5:15>>",
        "tensor<2x!quant.uniform<i8:f16, 65504.0>>",
        "tensor<?x!quant.uniform<i8:f32:0, {0.5, 0.25}>>",
        "tensor<3x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>>",
    ],
)
def test_valid_neighbours(type: str) -> None:
    assert violations_of(read(f"func.func @main(%x: {type}) {{\n  return\n}}")) == []


@pytest.mark.parametrize("dimension", [0, 2])
def test_what_is_refused_for_a_type_that_nobody_can_take_is_told_no_second_time(dimension: int) -> None:
    """Whether an operation takes it or makes it; upstream refuses each of them."""
    faulty = f"tensor<3x2x!quant.uniform<i8:f32:{dimension}, {{0.5, 0.25}}>>"
    for name, given, made in (("dequantize", faulty, "tensor<3x2xf32>"), ("quantize", "tensor<3x2xf32>", faulty)):
        uses = [f'  %{at} = "stablehlo.uniform_{name}"(%x) : ({given}) -> {made}\n' for at in range(2)]
        program = read(f"func.func @main(%x: {given}) {{\n{''.join(uses)}  return\n}}")
        assert len(program.refusals) == 2
        assert [one.id for one in violations_of(program)] == [f"quantized_element_type.C{13 if dimension == 0 else 12}"]
