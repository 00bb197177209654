"""Operations by their parts, without any program around them and without bindings."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.ir import Block, OpaqueAttr, Operation, Region
from hlogen.ir.attributes import EnumAttr
from hlogen.spec.operations import CONSTRAINED, check_operation
from hlogen.spec.optable import OPS

ALIAS = OpaqueAttr(
    "#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>"
)
ADD = "(tensor<f32>, tensor<f32>) -> tensor<f32>"
GE = EnumAttr("comparison_direction", "GE")
DOT = {"lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]}
ROWS = {"offset_dims": [1], "collapsed_slice_dims": [0], "start_index_map": [0], "index_vector_dim": 1}
PUT = {"inserted_window_dims": [0], "scatter_dims_to_operand_dims": [0], "index_vector_dim": 1}
ROW = {
    **{f"input_{name}_dimension": at for name, at in (("batch", 0), ("feature", 2))}, "input_spatial_dimensions": [1],
    **{f"output_{name}_dimension": at for name, at in (("batch", 0), ("feature", 2))}, "output_spatial_dimensions": [1],
    "kernel_input_feature_dimension": 1, "kernel_output_feature_dimension": 2, "kernel_spatial_dimensions": [0],
}  # fmt: skip
WINDOWS = {"dimension_numbers": ROW, "feature_group_count": 1, "batch_group_count": 1}
BODY = Block([hl.tensor("f32")] * 2)
BODY.operations = [Operation("stablehlo.return", BODY.arguments[:1])]
VALID: list[tuple[str, list[str], dict[str, Any], Any, str]] = [
    ("scatter", ["6xf32", "3x1xi64", "3xf32"], {"scatter_dimension_numbers": PUT}, [ADD], "tensor<6xf32>"),
    ("convolution", ["1x4x1xf32", "2x1x1xf32"], {**WINDOWS, "window_reversal": [True]}, [], "tensor<1x3x1xf32>"),
    ("reduce", ["2x3xf32", "f32"], {"dimensions": [1]}, ADD, "tensor<2xf32>"),
    ("reduce", ["2x3xf32", "f32"], {"dimensions": [1]}, Region([BODY]), "tensor<2xf32>"),
    ("add", ["2xf32", "2xf32"], {}, [], "tensor<2xf32>"),
    ("stablehlo.compare", ["2xf32", "2xf32"], {"comparison_direction": "LT"}, [], "tensor<2xi1>"),
    ("compare", ["?xf32", "2xf32"], {"comparison_direction": GE}, [], "tensor<2xi1>"),
    ("dot_general", ["2x3xf32", "3x4xf32"], {"dot_dimension_numbers": DOT}, [], "tensor<2x4xf32>"),
    ("gather", ["8x4xf32", "5x1xi32"], {"dimension_numbers": ROWS, "slice_sizes": [1, 4]}, [], "tensor<5x4xf32>"),
    ("reduce", ["2x3xf32", "f32"], {"dimensions": [1]}, [ADD], "tensor<2xf32>"),
    ("pad", ["3xf32", "f32"], {"edge_padding_low": (1,), "edge_padding_high": np.array([0]), "interior_padding": [2]},
     [], "tensor<8xf32>"),
    ("sort", ["3xf32"], {"dimension": np.int64(0), "is_stable": np.True_},
     ["(tensor<f32>, tensor<f32>) -> tensor<i1>"], "tensor<3xf32>"),
    ("reduce_window", ["6xf32", "f32"], {"window_dimensions": [2], "padding": [[1, 1]]}, [ADD], "tensor<7xf32>"),
    ("get_tuple_element", ["tuple<tensor<f32>, tensor<i32>>"], {"index": 1}, [], "tensor<i32>"),
    ("batch_norm_inference", ["2x3xf32", *["3xf32"] * 4], {"epsilon": 0.5, "feature_index": 1}, [], "tensor<2x3xf32>"),
    ("async_start", ["4xf32"], {}, ["(tensor<4xf32>) -> tensor<2xf32>"], "!stablehlo.future<tensor<2xf32>>"),
    ("async_done", ["!stablehlo.future<tensor<2xi32>>"], {}, [], "tensor<2xi32>"),
    ("reduce_precision", ["2xf32"], {"exponent_bits": 5, "mantissa_bits": np.int64(10)}, [], "tensor<2xf32>"),
    ("batch_norm_inference", ["2x3xf32", *["3xf32"] * 4], {"epsilon": 1, "feature_index": 1}, [], "tensor<2x3xf32>"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "operands", "attributes", "regions", "result"), VALID)
def test_valid_operations(name, operands, attributes, regions, result) -> None:
    for _ in range(2):
        assert hl.check_operation(name, operands, attributes, regions) == []
        assert [str(type) for type in hl.infer(name, operands, attributes, regions)] == [result]
        assert [str(type) for type in hl.infer(name, operands, attributes, regions, result)] == [result]
    with pytest.raises(hl.ConstraintError):
        hl.infer(name, operands, attributes, regions, ["tensor<9x9x9xi64>"])


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "regions", "results", "ids"),
    [
        ("add", ["2xf32", "3xf32"], {}, [], None, ["add.C1"]),
        ("add", ["2xf32"], {}, [], None, ["add.I2"]),
        ("add", [], {}, [], None, ["add.I1", "add.I2"]),
        ("floor", ["2xi32"], {}, [], None, ["floor.I1"]),
        ("floor", ["2xi32"], {}, [], ["2xi32"], ["floor.I1", "floor.O1"]),
        ("compare", ["2xf32", "2xf32"], {"comparison_direction": "LTE"}, [], None, ["compare.I3"]),
        ("slice", ["4xf32"], {"start_indices": [0], "limit_indices": [5], "strides": [1]}, [], None, ["slice.C3"]),
        ("slice", ["4xf32"], {"start_indices": [0], "limit_indices": [4]}, [], None, ["slice.I4"]),
        ("reduce", ["2x3xf32", "f32"], {"dimensions": [5]}, [ADD], None, ["reduce.C4"]),
        ("iota", [], {"iota_dimension": 3}, [], ["3xi32"], ["iota.C1"]),
        ("while", ["i32"], {}, ["(tensor<i32>) -> tensor<i32>"] * 2, ["i32"], ["while.C1"]),
        ("gather", ["8x4xf32", "5x1xi32"], {"dimension_numbers": ROWS, "slice_sizes": [2, 4]}, [], None, ["gather.C9"]),
        ("async_start", ["4xf32"], {}, ["(tensor<4xf32>) -> tensor<2xf32>"], ["4xf32"], ["async_start.O1"]),
        ("async_start", ["4xf32"], {}, [], None, ["async_start.I2"]),
        ("async_done", ["4xf32"], {}, [], None, ["async_done.I1"]),
        ("composite", ["4xf32"], {"name": "abs", "decomposition": "f"}, [], ["4xf32"], ["composite.C1"]),
        ("custom_call", ["4xf32"], {"call_target_name": "f", "backend_config": 3}, [], ["f32"], ["custom_call.I4"]),
        (
            "custom_call",
            ["4xf32"],
            {"call_target_name": "f", "called_computations": [3]},
            [],
            ["f32"],
            ["custom_call.I6"],
        ),
        *(
            ("custom_call", ["4xf32"], {"call_target_name": "f", "output_operand_aliases": given}, [], ["f32"], ids)
            for given in ("a", ["a"], 3, [3], [[0, 0, 0]], [ALIAS, "a"])
            for ids in [["custom_call.I7"]]
        ),
        ("add", ["2xcomplex<f16>"] * 2, {}, [], ["2xcomplex<f16>"], ["add.I1", "add.I2", "add.O1"]),
        (
            *("scatter", ["6xf32", "3x1xf32", "3xf32"], {"scatter_dimension_numbers": PUT}, [ADD], None),
            ["scatter.I2"],
        ),
        (
            "convolution",
            ["1x4x1xf32", "2x1x1xf32"],
            {**WINDOWS, "window_reversal": [True, False]},
            [],
            None,
            ["convolution.C9"],
        ),
        ("all_gather", ["4xf32"], {"all_gather_dim": 1, "replica_groups": [[0, 1]]}, [], ["8xf32"], ["all_gather.C1"]),
    ],
)
def test_violations(name, operands, attributes, regions, results, ids) -> None:
    found = hl.check_operation(name, operands, attributes, regions, results)
    assert [violation.id for violation in found] == ids
    with pytest.raises(hl.ConstraintError) as error:
        hl.infer(name, operands, attributes, regions, results)
    assert [violation.id for violation in error.value.violations] == ids


def test_what_is_said_of_a_program_is_left_open_without_one() -> None:
    attributes = {"name": "vendor.abs", "decomposition": "abs", "version": 1, "composite_attributes": {"a": {"b": 1}}}
    assert hl.check_operation("composite", ["4xf32"], attributes, ["(tensor<f32>) -> tensor<f32>"], ["4xf32"]) == []
    attributes = {"call_target_name": "abs", "api_version": 4, "backend_config": {}, "called_computations": ["abs"]}
    assert hl.check_operation("custom_call", ["tensor<*xf32>"], attributes, [], ["4xf32"]) == []


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ad",), "the specification has no operation 'ad' whose rules are known"),
        ((3,), "name takes the name of an operation such as 'stablehlo.add', not int 3"),
        (("add", 3), "operand_types takes a list of tensor types"),
        (("add", ["2xf32", "nonsense"]), "nonsense"),
        (("add", ["2xf32", "2xf32"], [("a", 1)]), "attributes takes a mapping from names to values"),
        (("add", ["2xf32", "2xf32"], {1: 2}), "attributes takes names as keys"),
        (("add", ["2xf32", "2xf32"], {"x.a": object()}), "attribute x.a takes a plain value or one of hlogen.ir"),
        (("sort", ["2xf32"], {"dimesion": 5}), "stablehlo.sort has no attribute 'dimesion'; did you mean dimension?"),
        (("abs", ["2xf32"], {"by": 5}), "stablehlo.abs has no attribute 'by'; it has: none"),
        (("reverse", ["2xf32"], {"dimensions": [0.5]}), r"attribute dimensions\[0\] takes an integer"),
        (("reverse", ["2xf32"], {"dimensions": [[0], [0, 1]]}), "attribute dimensions has rows of 1 and 2 entries"),
        (("reduce", ["2xf32", "f32"], {"dimensions": [0]}, ["2xf32"]), r"regions\[0\] takes the type of a function"),
        (("reduce", ["2xf32", "f32"], {"dimensions": [0]}, 5), "regions takes a list of the regions' types"),
        (("reduce", ["2xf32", "f32"], {"dimensions": [0]}, {}), "regions takes a list of the regions' types"),
        (("iota", [], {"iota_dimension": 0}), "the result types don't follow from the operands; give them"),
        (("gather", ["2xf32"], {"dimension_numbers": {"foo": [1]}}), "attribute dimension_numbers: .*foo"),
    ],
)
def test_wrong_arguments(arguments, message) -> None:
    for function in (hl.check_operation, hl.infer):
        with pytest.raises(hl.UsageError, match=message):
            function(*arguments)


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "ids"),
    [
        ("batch_norm_training", ["2xf32"] * 3, {"epsilon": 1, "feature_index": [[]]}, ["batch_norm_training.I5"]),
        ("concatenate", ["2xf32"], {"dimension": [[]]}, ["concatenate.I2"]),
        ("dynamic_slice", ["2xf32", "i64"], {"slice_sizes": [[0, 1]]}, ["dynamic_slice.I3"]),
        ("dynamic_slice", ["2xf32", "i64"], {"slice_sizes": ["a"]}, ["dynamic_slice.I3"]),
        ("get_tuple_element", ["tuple<tensor<f32>>"], {"index": [[]]}, ["get_tuple_element.I2"]),
        ("slice", ["2xf32"], {"start_indices": [0], "limit_indices": [[]], "strides": [1]}, ["slice.I3"]),
        ("transpose", ["2x2x!quant.uniform<i8:f32:1, {0.5, 0.25}>"], {"permutation": 0}, ["transpose.I2"]),
    ],
)  # fmt: skip
def test_attributes_of_odd_kinds(name, operands, attributes, ids) -> None:
    assert [violation.id for violation in hl.check_operation(name, operands, attributes)] == ids


def test_shapes_of_more_dimensions_than_there_can_be_are_not_inferred() -> None:
    with pytest.raises(hl.UsageError, match="the result types don't follow from the operands; give them"):
        hl.infer("dynamic_reshape", ["2xf32", f"{2**63 - 1}xi64"])


def test_what_cannot_be_inferred_is_said_by_the_name_of_the_operation() -> None:
    for name in ("iota", "stablehlo.iota"):
        with pytest.raises(hl.UsageError) as error:
            hl.infer(name, [], {"iota_dimension": 0})
        assert str(error.value) == "iota: the result types don't follow from the operands; give them"


def test_a_dimension_that_there_is_not_is_named() -> None:
    with pytest.raises(hl.UsageError, match=r"dimension = 3 is no dimension of operand tensor<2xf32>"):
        hl.function("2xf32", "i32")(lambda x, size: hl.set_dimension_size(x, size, dimension=3))


def test_every_operation_without_any_parts_is_judged() -> None:
    for name in CONSTRAINED:
        spec = OPS[name]
        if all(part.endswith("...") for part in (*spec.operands, *spec.results)) or not spec.operands:
            continue
        assert hl.check_operation(name, result_types=[]), name
        assert check_operation(Operation(name)), name


def test_no_bindings_are_needed() -> None:
    code = "import sys, hlogen as hl; print(hl.infer('add', ['2xf32'] * 2), 'jaxlib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith(" False\n")


EARLY, EMPTY = Block([hl.tensor("f32")] * 2), Block([hl.tensor("f32")] * 2)
EARLY.operations = [Operation("stablehlo.return", EARLY.arguments[:1]) for _ in range(2)]
SCATTER = ("scatter", ["6xf32", "3x1xi64", "3xf32"], {"scatter_dimension_numbers": PUT})
NOT_OF_NUMBERS = OpaqueAttr("#stablehlo.gather<offset_dims = 1, index_vector_dim = [1], start_index_map = [a]>")


@pytest.mark.parametrize(
    ("given", "regions", "results", "id", "message"),
    [
        (SCATTER, [Region([EARLY])], ["6xf32"], "scatter.I12",
            "update_computation's block has a stablehlo.return before its end"),
        (SCATTER, [Region([EMPTY])], ["6xf32"], "scatter.I12",
            "update_computation's block ends in nothing, as it is empty, expected stablehlo.return"),
        (SCATTER, [], ["6xf32"], "scatter.I12", "the operation has 0 regions, expected 1"),
        ((SCATTER[0], ["6xf32", "!stablehlo.token", "3xf32"], SCATTER[2]), [ADD], ["6xf32"], "scatter.I2",
            "scatter_indices is !stablehlo.token, which is no tensor"),
        (("gather", ["8x4xf32", "5x1xi32"], {"dimension_numbers": NOT_OF_NUMBERS, "slice_sizes": [1, 4]}), [],
            ["5x4xf32"], "gather.I3", "attribute dimension_numbers is #stablehlo.gather, but offset_dims = 1 is no "
            "list; index_vector_dim = [1] is no number; start_index_map = [a] isn't of numbers alone"),
        (("dynamic_gather", ["8x4x!quant.uniform<i8:f32, 0.5>", "5x1xi32", "2xi32"], {"dimension_numbers": ROWS}), [],
            ["5x4x!quant.uniform<i8:f32, 0.25>"], "dynamic_gather.C14",
            "operand has element type !quant.uniform<i8:f32, 0.5>, result has !quant.uniform<i8:f32, 0.25>"),
    ],
)  # fmt: skip
def test_what_is_said(given, regions, results, id, message) -> None:
    name, operands, attributes = given
    (found,) = hl.check_operation(name, operands, attributes, regions, results)
    assert (found.id, found.message) == (id, message)


def test_a_repeated_dimension_leaves_the_shape_open() -> None:
    numbers = {"offset_dims": [1], "collapsed_slice_dims": [0, 0], "start_index_map": [0], "index_vector_dim": 1}
    attributes = {"dimension_numbers": numbers, "slice_sizes": [1, 1]}
    found = hl.check_operation("gather", ["6x6xf32", "3x1xi64"], attributes, [], ["3x6xf32"])
    assert [violation.id for violation in found] == ["gather.C1", "gather.C6"]


def test_an_operation_that_is_like_none() -> None:
    text = 'func.func @main(%x: tensor<f32>) {\n  "stablehlo.zzzqq"(%x) : (tensor<f32>) -> ()\n  return\n}'
    (found,) = hl.check(hl.parse(text))
    assert found.message == "StableHLO has no operation zzzqq"
    assert found.fix == "write an operation that there is (`hlogen rule` lists them)"
    assert str(found) == f"-:2:3: error: program.unknown: {found.message}\n    fix: {found.fix}"
    (foreign,) = hl.check(hl.parse(text.replace("stablehlo.zzzqq", "chlo.erf")))
    head = "-:2:3: error: upstream.chlo.erf: upstream's verifier refuses it: "
    assert str(foreign).startswith(head)
    assert "\n" not in str(foreign)


def test_a_valid_operation_of_the_same_types_hides_nothing() -> None:
    valid, early = ([Region([block])] for block in (BODY, EARLY))
    for regions, ids in ((valid, []), (early, ["scatter.I12"]), (valid, [])):
        assert [found.id for found in hl.check_operation(*SCATTER, regions, ["6xf32"])] == ids
