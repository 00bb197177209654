"""What rules say where they are broken, and what they make of programs that their examples don't show."""

import re
from typing import Any

import numpy as np
import pytest

import hlogen as hl
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


ADDS = "(tensor<f32>, tensor<f32>) -> tensor<f32>"
ROWS = {
    **{f"{which}_{name}_dimension": at for which in ("input", "output") for name, at in (("batch", 0), ("feature", 2))},
    **{f"{which}_spatial_dimensions": [at] for which, at in (("input", 1), ("output", 1), ("kernel", 0))},
    "kernel_input_feature_dimension": 1,
    "kernel_output_feature_dimension": 2,
}
PER_TENSOR = "2x!quant.uniform<i8:f32, 0.5>"
# An operation by its parts; which of its rules it breaks, and what is said of that and what to do.
SAID: list[tuple[str, list[str], dict[str, Any], Any, list[str], str, str, str]] = [
    # One entry of a list, or several: those that are wrong, at most three of a link.
    ("reverse", ["2x3xf32"], {"dimensions": [0, 2, -1, 5, 7, 9]}, [], ["2x3xf32"], "C3",
     "dimensions[2] = -1 is below 0; dimensions[1] = 2 isn't below rank(result) = 2; dimensions[3] = 5 isn't below "
     "rank(result) = 2; dimensions[4] = 7 isn't below rank(result) = 2", "name dimensions that operand has, or none"),
    ("slice", ["4xf32"], {"start_indices": [-1], "limit_indices": [5], "strides": [1]}, [], ["6xf32"], "C3",
     "start_indices[0] = -1 is below 0; limit_indices[0] = 5 is above shape(operand)[0] = 4",
     "write at least 0 as start_indices[0]"),
    ("slice", ["4x4xf32"], {"start_indices": [0, 3], "limit_indices": [4, 2], "strides": [1, 1]}, [], ["4x0xf32"], "C3",
     "start_indices[1] = 3 is above limit_indices[1] = 2", "write at least 3 as limit_indices[1]"),
    ("slice", ["4xf32"], {"start_indices": [0], "limit_indices": [4], "strides": [0]}, [], ["4xf32"], "C4",
     "strides[0] = 0 isn't above 0", "write at least 1 as strides[0]"),
    ("pad", ["3xf32", "f32"], {"edge_padding_low": [0], "edge_padding_high": [0], "interior_padding": [-1]}, [],
     ["1xf32"], "C3", "interior_padding[0] = -1 is below 0", "write at least 0 as interior_padding[0]"),
    ("iota", [], {"iota_dimension": -1}, [], ["2xf32"], "C1", "iota_dimension = -1 is below 0",
     "write at least 0 as iota_dimension"),
    ("iota", [], {"iota_dimension": 2}, [], ["2x3xf32"], "C1", "iota_dimension = 2 isn't below rank(output) = 2",
     "write at most 1 as iota_dimension"),
    ("reduce_precision", ["2xf32"], {"exponent_bits": 0, "mantissa_bits": 4}, [], ["2xf32"], "C2",
     "exponent_bits = 0 is below 1", "write at least 1 as exponent_bits"),
    # Numbers of entries, of elements, of dimensions.
    ("fft", ["4xf32"], {"fft_type": "RFFT", "fft_length": [4, 4]}, [], ["3xcomplex<f32>"], "C1",
     "size(fft_length) = 2 is above rank(operand) = 1", "give fft_length at most 1 entries"),
    ("dynamic_slice", ["2x3xf32", "i32"], {"slice_sizes": [2, 1]}, [], ["2x1xf32"], "C2",
     "start_indices has 1 entry, but operand has rank 2", "pass 2 of start_indices"),
    ("dot_general", ["2x3xf32", "4x5xf32"], {"dot_dimension_numbers": {"lhs_contracting_dimensions": [1, 1],
     "rhs_contracting_dimensions": [0]}}, [], ["2x5xf32"], "C2",
     "lhs_contracting_dimensions has 2 entries, but rhs_contracting_dimensions has 1 entry",
     "give rhs_contracting_dimensions 2 entries"),
    ("dot_general", ["2x3xf32", "4x5xf32"], {"dot_dimension_numbers": {"lhs_contracting_dimensions": [1, 1],
     "rhs_contracting_dimensions": [0]}}, [], ["2x5xf32"], "C3",
     "lhs_batching_dimensions = [] and lhs_contracting_dimensions = [1, 1] have 1 more than once",
     "name each in lhs_batching_dimensions and lhs_contracting_dimensions once"),
    ("batch_norm_training", ["2x3xf32", "2xf32", "3xf32"], {"epsilon": 0.5, "feature_index": 1}, [],
     ["2x3xf32", "3xf32", "3xf32"], "C3", "scale has 2 elements, but dimension 1 of operand is 3",
     "pass scale with 3 elements"),
    ("cholesky", ["2x3xf32"], {}, [], ["2x3xf32"], "C3",
     "the last dimension but one of a is 2, but the last dimension of a is 3", "pass a tensor of square matrices as a"),
    ("broadcast_in_dim", ["2x3xf32"], {"broadcast_dimensions": [0, 1]}, [], ["4x3xf32"], "C5",
     "dimension 0 of operand is 2, but dimension 0 of result is 4", "pass operand with a size of 1 as dimension 0, or "
     "declare the result with a size of 2 as dimension 0"),
    ("broadcast_in_dim", ["?x2xf32"], {"broadcast_dimensions": [0, 1]}, [], ["3x5xf32"], "C5",  # open before it
     "dimension 1 of operand is 2, but dimension 1 of result is 5", "pass operand with a size of 1 as dimension 1, or "
     "declare the result with a size of 2 as dimension 1"),
    ("transpose", ["2x3xf32"], {"permutation": [0, 2]}, [], ["2x3xf32"], "C2",
     "permutation = [0, 2] is no permutation of [0, 1]", "name each of [0, 1] once in permutation"),
    # Types, of which the result is to change, and of equals what stands further behind.
    ("concatenate", ["2xf32", "3xf64"], {"dimension": 0}, [], ["5xf32"], "C1",
     "inputs[1] has elements of f64, but inputs[0] has elements of f32", "pass inputs[1] with elements of f32"),
    ("sort", ["2x3xf32", "3xf32"], {"dimension": 0}, "(tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) -> "
     "tensor<i1>", ["2x3xf32", "3xf32"], "C3", "inputs[1] has shape [3], but inputs[0] has shape [2, 3]",
     "pass inputs[1] with shape [2, 3]"),
    ("convert", ["2xf32"], {}, [], ["3xi32"], "C1", "operand has shape [2], but result has shape [3]",
     "declare the result with shape [2]"),
    ("select", ["2xi1", "2xf32", "2xf64"], {}, [], ["2xf32"], "C2",
     "on_false is tensor<2xf64>, but on_true is tensor<2xf32>", "pass a tensor<2xf32> as on_false"),
    ("real", ["2xcomplex<f32>"], {}, [], ["2xf64"], "C2",
     "result has elements of f64, but the numbers of operand have parts of f32", "declare the result with elements of "
     "f32"),
    ("get_tuple_element", ["tuple<tensor<f32>, tensor<i8>>"], {"index": 1}, [], ["i32"], "C2",
     "result is tensor<i32>, but element 1 of operand is tensor<i8>", "declare the result as tensor<i8>"),
    ("dynamic_update_slice", ["2x3xf32", "1x1xf32", "i32", "i64"], {}, [], ["2x3xf32"], "C5",
     "start_indices[1] is tensor<i64>, but start_indices[0] is tensor<i32>", "pass a tensor<i32> as start_indices[1]"),
    ("reduce", ["2x3xf32", "f32"], {"dimensions": [0]}, ["(tensor<f32>, tensor<i32>) -> tensor<f32>"], ["3xf32"], "C6",
     f"body is (tensor<f32>, tensor<i32>) -> tensor<f32>, expected {ADDS}",
     f"write body as {ADDS}, or with wider types of the same kind"),
    ("while", ["i32"], {}, ["(tensor<i32>) -> tensor<i1>", "(tensor<i32>) -> tensor<f32>"], ["i32"], "C2",
     "body takes [tensor<i32>] and returns [tensor<f32>], but operand has the types [tensor<i32>]",
     "let body take and return [tensor<i32>]"),
    # Quantized ones.
    ("add", [PER_TENSOR, "2xf32"], {}, [], [PER_TENSOR], "C2", "rhs isn't quantized: it is tensor<2xf32>",
     "pass a quantized tensor as rhs"),
    ("add", [PER_TENSOR, "2x!quant.uniform<i4:f32, 0.5>"], {}, [], [PER_TENSOR], "C3",
     "rhs has storage type i4, but lhs has storage type i8", "pass rhs with storage type i8"),
    ("uniform_quantize", ["2xf32"], {}, [], ["2x!quant.uniform<i8:f16, 0.5>"], "C2",
     "result has expressed type f16, but operand has elements of f32", "declare the result with expressed type f32"),
    # Words, and the kind of elements for which they are meant.
    ("compare", ["2xf32"] * 2, {"comparison_direction": "EQ", "compare_type": "SIGNED"}, [], ["2xi1"], "C3",
     "compare_type = SIGNED isn't in [FLOAT, TOTALORDER], and lhs is of floating-point type",
     "write FLOAT or TOTALORDER as compare_type"),
    ("compare", ["2xui32"] * 2, {"comparison_direction": "EQ", "compare_type": "FLOAT"}, [], ["2xi1"], "C3",
     "compare_type = FLOAT, expected UNSIGNED, and lhs is of unsigned integer type", "write compare_type = UNSIGNED"),
    ("rng", ["i64", "i64", "1xi64"], {"rng_distribution": "NORMAL"}, [], ["2xi64"], "C2",
     "a isn't of floating-point type: it is tensor<i64>, and rng_distribution = NORMAL",
     "write rng_distribution = UNIFORM, or draw numbers of floating-point type"),
    ("convolution", ["1x4x3xf32", "2x2x1xf32"], {"dimension_numbers": ROWS, "feature_group_count": 2,
     "batch_group_count": 2}, [], ["1x3x1xf32"], "C23",
     "feature_group_count = 2 and batch_group_count = 2, and only one of them may be above 1",
     "write 1 as one of them"),
    ("constant", [], {"value": np.zeros(3, np.float32)}, [], ["2xf32"], "C1",
     "value is a constant of tensor<3xf32>, but output is tensor<2xf32>", "declare output as tensor<3xf32>"),
    ("constant", [], {"value": np.zeros(2, np.float32)}, [], [PER_TENSOR], "C1",
     f"value is a constant of tensor<2xf32>, but output, tensor<{PER_TENSOR}>, is stored as tensor<2xi8>",
     "write the stored integers as a constant of tensor<2xi8>"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "operands", "attributes", "regions", "results", "label", "message", "fix"), SAID)
def test_what_is_said_and_what_to_do(name, operands, attributes, regions, results, label, message, fix) -> None:
    broken = {one.id: one for one in hl.check_operation(name, operands, attributes, regions, results)}
    one = broken[f"{name}.{label}"]
    assert (one.message, one.fix) == (message, fix)
