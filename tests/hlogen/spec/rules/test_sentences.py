"""What rules say where they are broken, and what they make of programs that their examples don't show."""

import re

import pytest

from hlogen.mlir.reader import read
from hlogen.spec.constraint import Violation
from hlogen.spec.formula.functions import FUNCTIONS
from hlogen.spec.operations import violations_of
from hlogen.spec.rules.example import program
from hlogen.spec.rules.rule import TABLE

SPECIFIED = [
    "type", "types", "shape", "rank", "axes", "dim", "size", "num_elements", "range", "is_empty", "is_unique",
    "is_sorted", "same", "max", "min", "element_type", "baseline_element_type", "baseline_type",
    "complex_element_type", "num_bits", "is_complex", "is_float", "is_boolean", "is_integer", "is_signed_integer",
    "is_unsigned_integer", "is_promotable", "is_token", "is_tensor", "tuple_element_types", "is_quantized",
    "is_per_axis_quantized", "is_per_tensor_quantized", "storage_type", "expressed_type", "quantization_dimension",
    "scales", "zero_points", "input_types", "output_types", "num_windows",
]  # fmt: skip
# Functions that formulas call and the specification's text doesn't know.
OURS = re.compile(rf"\b(?:{'|'.join(sorted(FUNCTIONS.keys() - SPECIFIED))})\(")


def found(operation: str) -> list[Violation]:
    return violations_of(read(program(operation)))


def told(operation: str) -> list[tuple[str, str, str]]:
    return [(one.id, one.message, one.fix) for one in found(operation)]


@pytest.mark.parametrize("name", TABLE.rows())
def test_what_is_said_stays_with_the_words_of_the_specification(name: str) -> None:
    for constraint in TABLE.rows()[name].constraints:
        if constraint.example:
            for one in violations_of(read(constraint.example)):
                for text in (one.message, one.fix):
                    assert text, one.id
                    assert text == text.strip(), one.id
                    assert OURS.search(text) is None, f"{one.id}: {text}"
                    assert " is false" not in text, one.id


def test_what_differs_is_said_with_both_values_and_the_result_is_to_change() -> None:
    assert told('%r = "stablehlo.abs"(%x) : (tensor<2xf32>) -> tensor<3xf32>') == [
        ("abs.C1", "result has shape [3], but operand has shape [2]", "declare the result with shape [2]")
    ]


def test_of_several_that_are_equal_the_odd_one_is_to_change() -> None:
    text = '%r = "stablehlo.subtract"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>'
    assert told(text) == [
        ("subtract.C1", "rhs is tensor<3xf32>, but lhs is tensor<2xf32>", "pass a tensor<2xf32> as rhs")
    ]


def test_where_an_open_size_hides_who_is_odd_those_that_differ_are_said() -> None:
    text = '%r = "stablehlo.subtract"(%x, %y) : (tensor<2xf32>, tensor<?xf32>) -> tensor<3xf32>'
    assert told(text) == [
        ("subtract.C1", "lhs is tensor<2xf32>, but result is tensor<3xf32>", "declare the result as tensor<2xf32>")
    ]


def test_quantized_types_are_said_with_their_parameters() -> None:
    text = """%r = "stablehlo.negate"(%x) : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf32>"""
    assert [one.fix for one in found(text)] == ["declare the result as tensor<2x!quant.uniform<i8:f32, 0.5>>"]


def test_alternatives_are_all_offered() -> None:
    text = """%r = "stablehlo.clamp"(%a, %x, %b) :
      (tensor<3xf32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>"""
    assert told(text) == [
        (
            "clamp.C1",
            "min has shape [3], but operand has shape [2]",
            "pass min with rank 0, or pass min with shape [2]",
        )
    ]


def test_a_dimension_of_nothing_is_no_matter_of_the_dimension() -> None:
    text = '%r = "stablehlo.get_dimension_size"(%x) { dimension = 0 : i64 } : (tensor<f32>) -> tensor<i32>'
    assert told(text) == [
        (
            "get_dimension_size.C1",
            "dimension = 0 isn't below rank(operand) = 0",
            "pass operand with rank at least 1",
        )
    ]


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        (
            '%r = "stablehlo.add"(%x, %y, %z) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>',
            ("add.I2", "the operation has 3 operands, expected 2: lhs, rhs", "pass lhs and rhs, nothing else"),
        ),
        (
            '%r:2 = "stablehlo.sine"(%x) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)',
            ("sine.O1", "the operation has 2 results, expected 1: result", "declare result, nothing else"),
        ),
        (
            '%r = "stablehlo.iota"(%x) { iota_dimension = 0 : i64 } : (tensor<f32>) -> tensor<2xf32>',
            ("iota.O1", "the operation has 1 operand, expected 0", "pass no operand"),
        ),
        (
            '%r = "stablehlo.sine"() : () -> tensor<f32>',
            ("sine.I1", "operand is missing", "pass operand"),
        ),
    ],
)
def test_operands_and_results_are_as_many_as_the_specification_names(
    operation: str, expected: tuple[str, str, str]
) -> None:
    assert told(operation) == [expected]


PER_AXIS = "!quant.uniform<i8:f32:{}, {{{}}}>"


@pytest.mark.parametrize(
    ("operation", "ids"),
    [
        # The last dimension of what has smaller elements is as long as a larger one is wide.
        ('%r = "stablehlo.bitcast_convert"(%x) : (tensor<2x3xi8>) -> tensor<2xi32>', ["bitcast_convert.C1"]),
        ('%r = "stablehlo.bitcast_convert"(%x) : (tensor<i8>) -> tensor<i32>', ["bitcast_convert.C1"]),
        ('%r = "stablehlo.bitcast_convert"(%x) : (tensor<2xi32>) -> tensor<2x4xi8>', []),
        # Scales stay the same, except where broadcasting makes more of them.
        (
            f"""%r = "stablehlo.reshape"(%x) :
              (tensor<2x{PER_AXIS.format(0, "1.0, 2.0")}>) -> tensor<2x1x{PER_AXIS.format(0, "1.0, 3.0")}>""",
            ["reshape.C1"],
        ),
        (
            f"""%r = "stablehlo.broadcast_in_dim"(%x) {{ broadcast_dimensions = array<i64: 1> }} :
              (tensor<1x{PER_AXIS.format(0, "1.0")}>) -> tensor<3x2x{PER_AXIS.format(1, "1.0, 1.0")}>""",
            [],
        ),
        (
            f"""%r = "stablehlo.broadcast_in_dim"(%x) {{ broadcast_dimensions = array<i64: 1> }} :
              (tensor<1x{PER_AXIS.format(0, "1.0")}>) -> tensor<3x2x{PER_AXIS.format(1, "1.0, 2.0")}>""",
            ["broadcast_in_dim.C6"],
        ),
        # Of a tensor quantized per axis the axis is one of its own, with a scale for each slice.
        (
            f'%r = "stablehlo.uniform_quantize"(%x) : (tensor<2xf32>) -> tensor<2x{PER_AXIS.format(0, "1.0")}>',
            ["quantized_element_type.C13"],
        ),
        (
            f'%r = "stablehlo.uniform_quantize"(%x) : (tensor<2xf32>) -> tensor<2x{PER_AXIS.format(1, "1.0")}>',
            ["quantized_element_type.C12"],
        ),
        # Constants of quantized types are written as what they store.
        (
            '%r = "stablehlo.constant"() { value = dense<1> : tensor<2xi8> } : () -> '
            "tensor<2x!quant.uniform<i8:f32, 0.5>>",
            [],
        ),
        (
            '%r = "stablehlo.constant"() { value = dense<1> : tensor<2xi32> } : () -> '
            "tensor<2x!quant.uniform<i8:f32, 0.5>>",
            ["constant.C1"],
        ),
        # Hints that aren't there are empty.
        (
            """%r = "stablehlo.dynamic_broadcast_in_dim"(%x, %d) {
              broadcast_dimensions = array<i64: 0>, known_expanding_dimensions = array<i64: 0, 0>
            } : (tensor<1xf32>, tensor<1xi64>) -> tensor<?xf32>""",
            ["dynamic_broadcast_in_dim.C8"],
        ),
        # No size is below 0, also where a run would tell.
        (
            """%r = "stablehlo.pad"(%x, %v) {
              edge_padding_low = array<i64: -2>, edge_padding_high = array<i64: -2>, interior_padding = array<i64: 0>
            } : (tensor<3xf32>, tensor<f32>) -> tensor<?xf32>""",
            ["pad.C4"],
        ),
        # Inputs of different ranks differ in more than one dimension.
        (
            """%r = "stablehlo.concatenate"(%x, %y) { dimension = 1 : i64 } :
              (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x4xf32>""",
            ["concatenate.C2"],
        ),
        # What is open in one input may be known from another.
        (
            """%r = "stablehlo.concatenate"(%x, %y) { dimension = 0 : i64 } :
              (tensor<2x?xf32>, tensor<1x3xf32>) -> tensor<3x2xf32>""",
            ["concatenate.C6"],
        ),
        # Numbers have the width that the specification gives them.
        (
            '%r = "stablehlo.reverse"(%x) { dimensions = array<i32: 0> } : (tensor<2xf32>) -> tensor<2xf32>',
            ["reverse.I2"],
        ),
        ('%r = "stablehlo.iota"() { iota_dimension = 0 : i32 } : () -> tensor<2xf32>', ["iota.I1"]),
        # MLIR's own type of indices is for shapes.
        ('%r = "stablehlo.not"(%x) : (tensor<2xindex>) -> tensor<2xi32>', ["not.I1"]),
        ('%r = "stablehlo.dynamic_reshape"(%x, %s) : (tensor<2xf32>, tensor<1xindex>) -> tensor<2xf32>', []),
        # The type of a comparison may be left out.
        (
            """%r = "stablehlo.compare"(%x, %y) { comparison_direction = #stablehlo<comparison_direction EQ> } :
              (tensor<i32>, tensor<i32>) -> tensor<i1>""",
            [],
        ),
        # As many words of state as PHILOX may have.
        (
            """%s, %r = "stablehlo.rng_bit_generator"(%x) { rng_algorithm = #stablehlo<rng_algorithm PHILOX> } :
              (tensor<4xui64>) -> (tensor<4xui64>, tensor<2xui32>)""",
            ["rng_bit_generator.C2"],
        ),
        ('%r = "stablehlo.multiply"(%x, %y) : (tensor<2xi1>, tensor<2xi1>) -> tensor<2xi1>', []),
        # A bound says how many elements there are at most.
        (
            """%r:3 = "stablehlo.batch_norm_training"(%x, %y, %z) {epsilon = 0.5 : f32, feature_index = 0 : i64} :
              (tensor<3x1xf32>, tensor<3xf32>, tensor<3xf32>) ->
              (tensor<3x1xf32>, tensor<3xf32>, tensor<?xf32, #stablehlo.bounds<2>>)""",
            ["batch_norm_training.C6"],
        ),
        # Unsigned storage in MLIR's other spelling.
        (
            """%r = "stablehlo.negate"(%x) : (tensor<2x!quant.uniform<ui8:f32, 0.5>>) ->
              tensor<2x!quant.uniform<ui8:f32, 0.5>>""",
            [],
        ),
    ],
)
def test_programs_near_the_examples(operation: str, ids: list[str]) -> None:
    assert [one.id for one in found(operation)] == ids
