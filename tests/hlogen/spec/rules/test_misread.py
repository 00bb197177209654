"""What is wrong with dimension numbers that are there is said; and a fix that nobody can follow isn't."""

from __future__ import annotations

import pytest

import hlogen as hl

CONVOLUTION = """func.func @main(%x: tensor<1x8x8x4xf32>, %k: tensor<3x3x4x8xf32>) -> tensor<1x6x6x8xf32> {{
  %0 = stablehlo.convolution(%x, %k) dim_numbers = {}, window = {{}}
    {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} :
    (tensor<1x8x8x4xf32>, tensor<3x3x4x8xf32>) -> tensor<1x6x6x8xf32>
  return %0 : tensor<1x6x6x8xf32>
}}"""
GATHER = """func.func @main(%x: tensor<4xf32>, %i: tensor<2x1xi64>) -> tensor<2xf32> {{
  %0 = "stablehlo.gather"(%x, %i) {{dimension_numbers = #stablehlo.{}, slice_sizes = array<i64: 1>}}
    : (tensor<4xf32>, tensor<2x1xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}}"""
REST = "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"


@pytest.mark.parametrize(
    ("program", "numbers", "words"),
    [
        (CONVOLUTION, "[b, 0, 0, f]x[0, 1, i, o]->[b, 0, 1, f]", "that of input has 0 2 times and lacks 1"),
        (CONVOLUTION, "[b, 0, 1, f]x[0, 1, i, q]->[b, 0, 1, f]", "that of kernel has q, which is none of i, o, 0, 1"),
        (GATHER, f"gather<offset_dims = [b, 0], {REST}>", "offset_dims = [b, 0] isn't of numbers alone"),
        (GATHER, f"gather<offset_dimz = [], {REST}>", "it has no offset_dimz (did you mean offset_dims?)"),
        (GATHER, f"gather<offset_dims = 1, {REST}>", "offset_dims = 1 is no list"),
        (
            GATHER,
            "gather<index_vector_dim = [1], collapsed_slice_dims = 0>",
            "index_vector_dim = [1] is no number; collapsed_slice_dims = 0 is no list",
        ),
        (GATHER, "scatter<index_vector_dim = 1>", "is #stablehlo.scatter<index_vector_dim = 1>"),
    ],
)
def test_dimension_numbers(program: str, numbers: str, words: str) -> None:
    (violation,) = hl.check(hl.parse(program.format(numbers)))
    assert violation.id in ("convolution.I8", "gather.I3")
    assert words in violation.message
    assert "is missing" not in violation.message


def violations(line: str) -> list[hl.Violation]:
    return hl.check(hl.parse(f"func.func @main(%a: tensor<2xf32>, %z: tensor<f32>) {{\n  {line}\n  return\n}}"))


def test_a_fix_that_nobody_can_follow_is_not_given() -> None:
    pad = "stablehlo.pad %a, %z, low = [{}], high = [0], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>"
    (violation,) = violations(f"%0 = {pad.format(-3)}")
    assert (violation.id, violation.fix) == ("pad.C4", "")
    (violation,) = violations(f"%0 = {pad.format(-1)}")
    assert violation.fix == "declare the result with shape [1]"


def test_one_odd_element_type_is_one_violation() -> None:
    (violation,) = hl.check(
        hl.parse("func.func @f(%a: tensor<2xf80>) {\n  %0 = stablehlo.add %a, %a : tensor<2xf80>\n  return\n}")
    )
    assert violation.id == "add.I1"


def test_what_to_do_about_regions_that_are_not_there() -> None:
    found = violations('%0 = "stablehlo.while"(%a) : (tensor<2xf32>) -> tensor<2xf32>')
    assert [one.fix for one in found] == [f"write {name} ({{ ... stablehlo.return ... }})" for name in ("cond", "body")]
    found = violations('%0 = "stablehlo.while"(%a) ({}, {}) : (tensor<2xf32>) -> tensor<2xf32>')
    assert {one.fix for one in found} == {"write operations into it that end in stablehlo.return"}


def test_an_attribute_of_another_kind_is_shown_as_it_is_written() -> None:
    (violation,) = violations(
        '%0 = "stablehlo.dot_general"(%a, %a) {dot_dimension_numbers = 1 : i64} '
        ": (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>"
    )
    assert violation.message == "dot_dimension_numbers is 1 : i64"
    (violation,) = violations(
        '%0 = "stablehlo.broadcast_in_dim"(%a) {broadcast_dimensions = [0]} : (tensor<2xf32>) -> tensor<2xf32>'
    )  # only dimension numbers are read from lists of this kind
    assert violation.message == "broadcast_dimensions is [0 : i64], no list of integers of type i64"


@pytest.mark.parametrize(
    ("line", "ids"),
    [
        ("%0 = stablehlo.iota dim = 3 : tensor<2x3xi1>", ["iota.O1", "iota.C1"]),
        (
            '%0 = "stablehlo.dynamic_slice"(%a, %z, %z) {slice_sizes = array<i64: 1>} '
            ": (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<1xf32>",
            ["dynamic_slice.I2", "dynamic_slice.C2"],
        ),
        (
            "%1 = stablehlo.constant dense<0> : tensor<2xi32>\n"
            "  %0 = stablehlo.cosine %1 : (tensor<2xi32>) -> tensor<3xi32>",
            ["cosine.I1", "cosine.O1"],  # C1 asks for whole types
        ),
    ],
)
def test_rules_of_shapes_do_not_wait_for_element_types(line: str, ids: list[str]) -> None:
    assert [violation.id for violation in violations(line)] == ids
