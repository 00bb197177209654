"""The assembly of upstream's check dialect, which no bindings know, reads as generic operations at the same places."""

import pytest

from hlogen.ir import FloatAttr, IntegerAttr, parse_element_type
from hlogen.mlir.errors import ParseError
from hlogen.mlir.reader import read
from hlogen.mlir.writer import to_text

TEXT = """func.func @main(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // check.expect_eq %a, %b : tensor<2xf32>
  %r:2 = "foo.two"() {s = "check.expect_eq %a, %b : tensor<2xf32>"} : () -> (tensor<2xf32>, tensor<2x2xi64>)
  check.expect_eq %a, %b : tensor<2xf32> check.expect_eq %a, %a : tensor<2xf32>
  check.expect_eq_const %r#1, dense<[[1, 2],
    [3, 4]]> : tensor<2x2xi64>
  check.expect_eq_const %a, dense<"0x0000803F00000040"> : tensor<2xf32> %z = stablehlo.abs %a : tensor<2xf32>
  check.expect_almost_eq %a, %b : tensor<2xf32>
  check.expect_almost_eq %a, %b, tolerance = 0.001 : tensor<2xf32>
  check.expect_almost_eq %a, %b, tolerance = 0.001 : f64 : tensor<2xf32>
  check.expect_almost_eq_const %a, dense<[1.0, 2.0]> : tensor<2xf32>, tolerance = 0.0001
  check.expect_almost_eq_const %a, dense<1.0> : tensor<2xf32>
  check.expect_almost_eq_const %a, dense<1.0> : tensor<2xf32> {tolerance = 0.1 : f64}
  check.expect_close %a, %b, max_ulp_difference = 3 : tensor<2xf32>, tensor<2xf32>
  check.expect_close %a, %b, max_ulp_difference = 3, min_ulp_difference = 1 : tensor<2xf32>, tensor<2xf32>
  check.expect_serialized_eq %a, probe_id = "probe0", iter = 2 : tensor<2xf32>
  "check.expect_eq"(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%a, %b) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  return
}
"""


@pytest.fixture(scope="module")
def checks():
    return [operation for operation in read(TEXT).walk() if operation.name.startswith("check.")]


def test_names_operands_and_places(checks):
    assert [
        (check.name.removeprefix("check.expect_"), check.location.line, len(check.operands)) for check in checks
    ] == [
        ("eq", 4, 2),
        ("eq", 4, 2),
        ("eq_const", 5, 1),
        ("eq_const", 7, 1),
        ("almost_eq", 8, 2),
        ("almost_eq", 9, 2),
        ("almost_eq", 10, 2),
        ("almost_eq_const", 11, 1),
        ("almost_eq_const", 12, 1),
        ("almost_eq_const", 13, 1),
        ("close", 14, 2),
        ("close", 15, 2),
        ("serialized_eq", 16, 1),
        ("eq", 17, 2),
    ]
    lines = TEXT.split("\n")
    for check in checks:
        assert lines[check.location.line - 1][check.location.column - 1 :].lstrip('"').startswith(check.name)


def test_a_neighbour_on_the_same_line_keeps_its_place():
    (neighbour,) = (operation for operation in read(TEXT).walk() if operation.name == "stablehlo.abs")
    assert TEXT.split("\n")[6][neighbour.location.column - 1 :].startswith("stablehlo.abs")


def test_constants(checks):
    assert checks[2].attributes["value"].array.tolist() == [[1, 2], [3, 4]]
    assert checks[2].operands[0].index == 1
    assert checks[3].attributes["value"].array.tolist() == [1.0, 2.0]


def test_parameters(checks):
    f64, ui64, ui32 = map(parse_element_type, ("f64", "ui64", "ui32"))
    assert [check.attributes.get("tolerance") for check in checks[4:10]] == [
        None,
        FloatAttr(0.001, f64),
        FloatAttr(0.001, f64),
        FloatAttr(0.0001, f64),
        None,
        FloatAttr(0.1, f64),
    ]
    assert checks[10].attributes == {"max_ulp_difference": IntegerAttr(3, ui64)}
    assert checks[11].attributes == {
        "max_ulp_difference": IntegerAttr(3, ui64),
        "min_ulp_difference": IntegerAttr(1, ui64),
    }
    assert checks[12].attributes == {"probe_id": "probe0", "iteration": IntegerAttr(2, ui32)}


def test_what_is_read_can_be_written_and_read_again():
    written = to_text(read(TEXT))
    assert to_text(read(written)) == written
    assert '"check.expect_eq_const"' in written


@pytest.mark.parametrize(
    "line",
    [
        "check.expect_eq %a",
        "check.expect_eq_const %a",
        "check.expect_eq_const %a, dense<1.0>",
        "check.expect_close %a, %a",
        "check.expect_eq %a, %a",
        "check.expect_nonsense %a, %a : tensor<2xf32>, x = 1",
        "check.expect_eq %a, %a, wrong = 1 : tensor<2xf32>",
    ],
)
def test_malformed_checks_are_parse_errors_at_their_line(line):
    with pytest.raises(ParseError) as caught:
        read(f"func.func @main(%a: tensor<2xf32>) {{\n  {line}\n  return\n}}\n")
    assert caught.value.location.line in (2, 3)


def test_properties_of_the_generic_form():
    text = """func.func @main(%a: tensor<2xi32>) {
  // "check.expect_eq_const"(%a) <{value = dense<0> : tensor<2xi32>}> : (tensor<2xi32>) -> ()
  "check.expect_eq_const"(%a) <{value = dense<[0, 1]> : tensor<2xi32>}> : (tensor<2xi32>) -> ()
  return
}
"""
    (check,) = [operation for operation in read(text).walk() if operation.name.startswith("check.")]
    assert check.attributes["value"].array.tolist() == [0, 1]
    assert str(check.location) == "-:3:3"
