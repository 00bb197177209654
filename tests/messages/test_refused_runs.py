"""What is said where the interpreter can't run an operation: its attributes, types and groups, as they are.

Operations are made without a reader, whose verifier would refuse most of them. What is wrong stands neither first nor
last, so that a message that names another place or value isn't the one expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from helpers.one_op import body, i64, ints, program, word

import interpreter
from hlogen.errors import ExecutionError
from hlogen.ir import (
    Attribute,
    Block,
    ConvDimensionNumbers,
    DenseElements,
    DotDimensionNumbers,
    FloatAttr,
    FloatType,
    GatherDimensionNumbers,
    OpaqueAttr,
    Region,
    ScatterDimensionNumbers,
    TensorType,
    dtype_of,
    tensor,
)


def table(*rows: Sequence[int]) -> DenseElements:
    return DenseElements(tensor(f"{len(rows)}x{len(rows[0])}xi64"), np.array(rows, np.int64))


def ragged(**dims: list[int]) -> dict[str, Attribute]:
    said = ", ".join(f"{name} = {entries}" for name, entries in dims.items())
    return {"ragged_dot_dimension_numbers": OpaqueAttr(f"#chlo.ragged_dot<{said}>")}


def config(**entries: Attribute) -> Any:
    return {"mhlo.backend_config": entries}


ALGORITHM = (
    "#stablehlo.dot_algorithm<lhs_precision_type = {lhs}, rhs_precision_type = {rhs}, accumulation_type = {sum}, "
    "lhs_component_count = 1, rhs_component_count = {count}, num_primitive_operations = 1, "
    "allow_imprecise_accumulation = false>"
)


def algorithm(lhs: str = "f32", rhs: str = "f32", sum: str = "f32", count: int = 1) -> dict[str, Attribute]:
    text = ALGORITHM.format(lhs=lhs, rhs=rhs, sum=sum, count=count)
    return {"dot_dimension_numbers": DotDimensionNumbers((), (), (1,), (0,)), "algorithm": OpaqueAttr(text)}


MATRICES = ["2x3xf32", "3x5xf32"]
GROUPED = ["4x3xf32", "2x3x5xf32", "2xi64"]
CONVOLUTION: dict[str, Any] = {
    "dimension_numbers": ConvDimensionNumbers(0, 2, (1,), 1, 2, (0,), 0, 2, (1,)),
    "feature_group_count": i64(1),
    "batch_group_count": i64(1),
}
SOLVED = {"left_side": True, "lower": True, "unit_diagonal": False, "transpose_a": word("transpose", "TRANSPOSE")}


def gathering(*, batching: bool = False, slice_sizes: Sequence[int] = (1, 4, 2), **numbers: Any) -> dict[str, Any]:
    """Windows 1x4x2 of an operand with three dimensions, collapsed (or batched) along the first."""
    dims = {"operand_batching_dims": (0,), "start_indices_batching_dims": (0,)} if batching else {
        "collapsed_slice_dims": (0,)
    }  # fmt: skip
    given = {"offset_dims": (1, 2), "start_index_map": (1, 2), "index_vector_dim": 1} | dims | numbers
    return {"dimension_numbers": GatherDimensionNumbers(**given), "slice_sizes": ints(*slice_sizes)}


def scattering(*, batching: bool = False, **numbers: Any) -> dict[str, Any]:
    """Windows at index vectors of two elements; the first dimension of inputs is inserted (or batched)."""
    dims = {"input_batching_dims": (0,), "scatter_indices_batching_dims": (0,)} if batching else {
        "inserted_window_dims": (0,)
    }  # fmt: skip
    given = {"update_window_dims": (1, 2), "scatter_dims_to_operand_dims": (1, 2), "index_vector_dim": 1}
    return {"scatter_dimension_numbers": ScatterDimensionNumbers(**(given | dims | numbers))}


# The operation, the types of its operands and results, its attributes, its regions, and what is said of it.
REFUSED: list[tuple[str, list[str], list[str], dict[str, Any], list[Region], str]] = [
    ("stablehlo.constant", [], ["3xf32"], {"value": i64(3)}, [],
     "attribute value of stablehlo.constant should be its elements, but it is 3 : i64"),
    ("chlo.constant", [], ["3xf32"], {"value": i64(3)}, [],
     "attribute value of chlo.constant should be its elements, but it is 3 : i64"),
    ("chlo.constant_like", ["3xf32"], ["3xf32"], {"value": "x"}, [],
     'attribute value of chlo.constant_like should be a number, but it is "x"'),
    ("stablehlo.compare", ["3xf32"] * 2, ["3xi1"], {"comparison_direction": word("comparison_direction", "UP")}, [],
     "comparison_direction UP is none of EQ, NE, GE, GT, LE, LT"),
    ("stablehlo.rng", ["f32", "f32", "1xi64"], ["3xf32"], {"rng_distribution": word("rng_distribution", "FLAT")}, [],
     "rng_distribution is FLAT, expected UNIFORM or NORMAL"),
    ("stablehlo.rng_bit_generator", ["2xui64"], ["2xui64", "?x3xui32"],
     {"rng_algorithm": word("rng_algorithm", "THREE_FRY")}, [],
     "the type tensor<?x3xui32> of output has dynamic dimensions, so its size isn't known"),
    ("stablehlo.broadcast_in_dim", ["2x3xf32"], ["2x5x3xf32"], {"broadcast_dimensions": ints(0, 3)}, [],
     "broadcast_dimensions [0, 3] should be distinct, from 0 to 2"),
    ("stablehlo.broadcast_in_dim", ["2x2xf32"], ["2x5x3xf32"], {"broadcast_dimensions": ints(1, 1)}, [],
     "broadcast_dimensions [1, 1] should be distinct, from 0 to 2"),
    ("stablehlo.dot", ["2x3x4xf32", "4x5xf32"], ["2x5xf32"], {}, [],
     "stablehlo.dot takes vectors and matrices, not tensor<2x3x4xf32> and tensor<4x5xf32>; use dot_general"),
    ("stablehlo.dot", ["3xf32", "f32"], ["3xf32"], {}, [],
     "stablehlo.dot takes vectors and matrices, not tensor<3xf32> and tensor<f32>; use dot_general"),
    ("stablehlo.torch_index_select", ["2x3x5xf32", "2x4xi32"], ["2x4x5xf32"], {"dim": i64(1), "batch_dims": i64(2)}, [],
     "torch_index_select needs 0 <= batch_dims <= dim < 3, the operand's rank, and batch_dims at most 2, that of "
     "index; they are 2 and 1"),
    ("stablehlo.dot_general", MATRICES, ["2x5xf32"], algorithm() | {"algorithm": i64(3)}, [],
     "attribute algorithm of stablehlo.dot_general should be #stablehlo.dot_algorithm<...>, but it is 3 : i64"),
    ("stablehlo.dot_general", MATRICES, ["2x5xf32"], algorithm(rhs="i8"), [],
     "algorithm has rhs_precision_type = i8, expected a float type"),
    ("stablehlo.dot_general", MATRICES, ["2x5xf32"], algorithm(sum="i32"), [],
     "algorithm has accumulation_type = i32, expected a float type"),
    ("chlo.ragged_dot", GROUPED, ["4x5xf32"], {"ragged_dot_dimension_numbers": i64(3)}, [],
     "attribute ragged_dot_dimension_numbers of chlo.ragged_dot should be #chlo.ragged_dot<...>, but it is 3 : i64"),
    ("chlo.ragged_dot", GROUPED, ["4x5xf32"], ragged(
        lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[1], lhs_ragged_dimensions=[0, 1]), [],
     "lhs_ragged_dimensions = [0, 1], expected one dimension"),
    ("chlo.ragged_dot", GROUPED, ["4x5xf32"], ragged(
        lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[1], lhs_ragged_dimensions=[0],
        rhs_group_dimensions=[0, 2]), [],
     "rhs_group_dimensions = [0, 2], expected 1 of them"),
    ("chlo.ragged_dot", ["4x3xf32", "3x5xf32", "2xi64"], ["2x4x5xf32"], ragged(
        lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[0], lhs_ragged_dimensions=[1],
        rhs_group_dimensions=[0]), [],
     "rhs_group_dimensions = [0], expected 0 of them"),
    ("chlo.ragged_dot", ["4x3xf32", "2x3x5xf32", "3x2xi64"], ["4x5xf32"], ragged(
        lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[1], lhs_ragged_dimensions=[0],
        rhs_group_dimensions=[0]), [],
     "group_sizes has shape [3, 2]; only one list of sizes for all is known"),
    ("chlo.scan", ["3xf32"], ["3xf32"], {"dimension": i64(0), "operandSegmentSizes": ints(0, 1),
                                         "resultSegmentSizes": ints(0, 1)}, [body([], "f32", 1)],
     "a scan without inputs needs scan_dim_size to know how often it runs"),
    ("stablehlo.scatter", ["5xf32", "3x1xi32", "3xf32"], ["5xf32"], {"scatter_dimension_numbers": i64(1)},
     [body(["stablehlo.add"], "f32")],
     "attribute scatter_dimension_numbers of stablehlo.scatter should be #stablehlo.scatter<...>, but it is 1 : i64"),
    ("stablehlo.dynamic_conv", ["1x6x1xf32", "3x1x2xf32", "3x2xi64"], ["1x?x2xf32"], {
        "dimension_numbers": ConvDimensionNumbers(0, 2, (1,), 1, 2, (0,), 0, 2, (1,)),
        "feature_group_count": i64(1), "batch_group_count": i64(1)}, [],
     "padding has shape [3, 2], expected [1, 2]: low and high of each spatial dimension"),
    ("stablehlo.custom_call", ["4xf32"], ["?xf32", "?xi32"], {"call_target_name": "TopK"}, [],
     "the type tensor<?xf32> doesn't say how many elements are taken"),
    ("stablehlo.custom_call", ["4xi32"], ["?xi32"], {"call_target_name": "cu_lu_pivots_to_permutation"}, [],
     "the type tensor<?xi32> doesn't say how many rows there are"),
    ("stablehlo.custom_call", ["4xf32", "f32"], ["2xf32"],
     {"call_target_name": "ApproxTopK"} | config(aggregate_to_topk=False), [],
     "aggregate_to_topk = false leaves it open how many elements there are"),
    ("stablehlo.custom_call", ["4xf32", "f32"], ["2xf32"],
     {"call_target_name": "ApproxTopK"} | config(reduction_dim=i64(0), top_k="two"), [],
     "backend_config has top_k = two, expected a number"),
    ("stablehlo.custom_call", ["4xf32", "f32"], ["2xf32"],
     {"call_target_name": "ApproxTopK"} | config(reduction_dim=i64(0), top_k=i64(2)), [],
     "called_computations is None; it should name a function"),
    ("interpreter.probe", ["3xf32"], ["3xf32"], {"probe_id": i64(3)}, [],
     "attribute probe_id of interpreter.probe should be a name, but it is 3 : i64"),
    ("stablehlo.all_to_all", ["4x6xf32"], ["4x6xf32"], {
        "split_dimension": i64(0), "concat_dimension": i64(2), "split_count": i64(2), "replica_groups": table([0, 1])},
     [], "concat_dimension = 2 isn't in [0, 2), the rank of tensor<4x6xf32>"),
    ("stablehlo.all_to_all", ["4x6xf32"], ["4x6xf32"], {
        "split_dimension": i64(0), "concat_dimension": i64(1), "split_count": i64(3), "replica_groups": table([0, 1])},
     [], "split_count is 3, but replica_groups = [[0, 1]] has groups of another size"),
    ("stablehlo.all_gather", ["4x6xf32"], ["8x6xf32"], {
        "all_gather_dim": i64(0), "replica_groups": table([0, 1, 2], [3, 1, 4])},
     [], "replica_groups = [[0, 1, 2], [3, 1, 4]] has id 1 twice"),
    ("stablehlo.all_gather", ["4x6xf32"], ["8x6xf32"], {
        "all_gather_dim": i64(0), "replica_groups": DenseElements(tensor("3xi64"), np.arange(3))},
     [], "replica_groups should be 2-dimensional, but its shape is [3]"),
    ("stablehlo.all_gather", ["4x6xf32"], ["8x6xf32"], {
        "all_gather_dim": i64(0), "replica_groups": OpaqueAttr("#stablehlo.whatever")},
     [], "replica_groups is #stablehlo.whatever, from which no groups can be read"),
    ("stablehlo.collective_permute", ["3xf32"], ["3xf32"], {"source_target_pairs": table([0, 1], [2, 3], [2, 0])},
     [], "source_target_pairs = [[0, 1], [2, 3], [2, 0]] has source 2 twice"),
    ("stablehlo.collective_permute", ["3xf32"], ["3xf32"], {"source_target_pairs": table([0, 1], [2, 3], [1, 3])},
     [], "source_target_pairs = [[0, 1], [2, 3], [1, 3]] has target 3 twice"),
    ("sdy.manual_computation", ["3xf32", "3xf32"], ["3xf32"], {
        "manual_axes": OpaqueAttr('#sdy<manual_axes{"x"}>'),
        "in_shardings": OpaqueAttr("#sdy.sharding_per_value<[<@mesh, [{}]>]>"),
        "out_shardings": OpaqueAttr("#sdy.sharding_per_value<[<@mesh, [{}]>]>")}, [body(["stablehlo.add"], "3xf32")],
     "in_shardings and out_shardings say how 2 values are split, but there are 2 operands and 1 results"),
    ("sdy.manual_computation", ["3xf32"], ["3xf32"], {
        "manual_axes": OpaqueAttr('#sdy<manual_axes{"x"}>'),
        "in_shardings": OpaqueAttr("#sdy.sharding_per_value<[<@mesh, [{}]>]>"),
        "out_shardings": OpaqueAttr("#sdy.sharding_per_value<[<@mesh, [{}]>]>")}, [body([], "3xf32", 1)],
     "the program declares no mesh @mesh; it declares: none"),
    ("stablehlo.map", ["3xf32"], ["3xf32"], {"dimensions": ints(0)}, [body(["stablehlo.add"], "f32")],
     "a region takes 2 arguments where it is given 1"),
    ("stablehlo.map", ["3xf32"], ["3xf32"], {"dimensions": ints(0)}, [Region([Block(), Block(), Block()])],
     "a region needs exactly one block to run, this one has 3"),
    *(("stablehlo.gather", ["4x6x5xf32", "4x2xi64"], ["?x?x?xf32"], gathering(**wrong), [], said) for wrong, said in (
        ({"slice_sizes": (1, 2)}, "slice_sizes has 2 elements for an operand of rank 3 (C20)"),
        ({"offset_dims": (1, 2, 3)}, "the dimension numbers don't add up to rank 3 (C1)"),
        ({"index_vector_dim": 3}, "index_vector_dim 3 isn't in 0 .. 2 (C2)"),
        ({"start_index_map": (1,)}, "start_index_map has 1 entries for index vectors of 2 elements (C3)"),
        ({"start_index_map": (1, 4)}, "dimension 4 isn't one of an operand of rank 3 (C8, C11, C19)"),
        ({"slice_sizes": (1, 7, 2)}, "slice_sizes[1] = 7 isn't in 0 .. 6, dimension 1 of operand (C21)"),
        ({"slice_sizes": (3, 4, 2)}, "slice_sizes[0] = 3, but that dimension is no offset (C9, C12)"),
        ({"offset_dims": (1, 4)}, "offset_dims (1, 4) aren't below 3 (C5)"),
    )),
    ("stablehlo.gather", ["4x6x5xf32", "3x2xi64"], ["?x?x?xf32"], gathering(batching=True), [],
     "batching dimensions 0 and 0 have sizes 4 and 3 (C17)"),
    ("stablehlo.gather", ["4x6x5xf32", "4x2xi64"], ["4x3x2xf32"], gathering(), [],
     "the result has shape (4, 4, 2), its type is tensor<4x3x2xf32> (C22)"),
    *(("stablehlo.scatter", ["4x6x5xf32", "3x2xi64", updates], ["4x6x5xf32"], scattering(**wrong),
       [body(["stablehlo.add"], "f32")], said) for updates, wrong, said in (
        ("3x4x2xf32", {"update_window_dims": (1,)}, "the dimension numbers don't add up to rank 3 (C2)"),
        ("3x4x2xf32", {"index_vector_dim": 3}, "index_vector_dim 3 isn't in 0 .. 2 (C22)"),
        ("3x4x2xf32", {"scatter_dims_to_operand_dims": (0, 1, 2)},
         "scatter_dims_to_operand_dims has 3 entries for index vectors of 2 elements (C19)"),
        ("3x4x2xf32", {"scatter_dims_to_operand_dims": (0, 4)},
         "dimension 4 isn't one of inputs of rank 3 (C11, C13, C21)"),
        ("3x4x2xf32", {"batching": True}, "batching dimensions 0 and 0 have sizes 4 and 3 (C18)"),
        ("2x4x2xf32", {}, "updates of shape (2, 4, 2) don't fit scatter_indices of shape (3, 2) (C4)"),
        ("3x4x7xf32", {}, "windows of size 7 don't fit dimension 2, size 5 (C4)"),
    )),
    ("stablehlo.dot_general", ["2x3x4xf32", "4x2x5xf32"], ["?x3x5xf32"],
     {"dot_dimension_numbers": DotDimensionNumbers((0,), (1,), (1,), (0,))}, [],
     "lhs and rhs have shapes [2, 3, 4] and [4, 2, 5]; dimensions [0, 1] of the one and [1, 0] of the other should "
     "have the same sizes (C9, C10)"),
    ("stablehlo.convolution", ["1x6x3xf32", "3x1x2xf32"], ["1x?x2xf32"], CONVOLUTION, [],
     "lhs has shape [1, 6, 3], which doesn't fit the shape [3, 1, 2] of rhs (C10 to C16)"),
    ("stablehlo.convolution", ["1x6x1xf32", "3x1x2xf32"], ["1x5x2xf32"], CONVOLUTION, [],
     "the result has shape [1, 4, 2], which isn't of its type tensor<1x5x2xf32>"),
    ("stablehlo.convolution", ["1x6x1xf32", "3x1x2xf32"], ["1x?x2xf32"],
     CONVOLUTION | {"lhs_dilation": ints(1, 2)}, [],
     "lhs_dilation is [1, 2], expected a value for each of 1 spatial dimensions"),
    ("stablehlo.batch_norm_inference", ["2x3xf32", *["3xf32"] * 4], ["2x3xf32"],
     {"epsilon": FloatAttr(0.5, FloatType("f32")), "feature_index": i64(2)}, [],
     "feature_index is 2, which is no dimension of an operand of rank 2"),
    ("stablehlo.batch_norm_inference", ["2x3xf32", "3xf32", "3xf32", "2xf32", "3xf32"], ["2x3xf32"],
     {"epsilon": FloatAttr(0.5, FloatType("f32")), "feature_index": i64(1)}, [],
     "operands have shapes [2, 3], [3], [3], [2], [3], which don't fit feature_index 1"),
    ("stablehlo.batch_norm_inference", ["2x3xf32", *["3xf32"] * 4], ["2x3xf32"],
     {"epsilon": i64(2), "feature_index": i64(1)}, [],
     "attribute epsilon of stablehlo.batch_norm_inference should be a float, but it is 2 : i64"),
    ("stablehlo.reduce_window", ["5x7xf32", "f32"], ["?x?xf32"], {"window_dimensions": ints(2, 0)},
     [body(["stablehlo.add"], "f32")],
     "window_dimensions is [2, 0], and each of them has to be positive"),
    ("stablehlo.select_and_scatter", ["6xf32", "4xf32", "f32"], ["6xf32"],
     {"window_dimensions": ints(2), "window_strides": ints(2)}, [
        body(["stablehlo.maximum"], "f32"), body(["stablehlo.add"], "f32")],
     "source has shape [4], but there are [3] windows (C2)"),
    ("stablehlo.dynamic_broadcast_in_dim", ["2x3xf32", "3xi64"], ["?x?x?xf32"],
     {"broadcast_dimensions": ints(1, 2)}, [],
     "[2, 3] can't be broadcast to output_dimensions [1, 1, 1] along broadcast_dimensions [1, 2]"),
    ("stablehlo.dynamic_reshape", ["2x3xf32", "3xi64"], ["?x?x?xf32"], {}, [],
     "6 elements can't be reshaped to output_shape [1, 1, 1]"),
    ("stablehlo.dynamic_iota", ["2xi64"], ["1x4xf32"], {"iota_dimension": i64(0)}, [],
     "the shape operand of stablehlo.dynamic_iota is [1, 1], which doesn't fit the result type tensor<1x4xf32>"),
    ("stablehlo.fft", ["2x4xcomplex<f32>"], ["2x4xcomplex<f32>"],
     {"fft_type": word("fft_type", "DCT"), "fft_length": ints(4)}, [],
     "fft_type is DCT, expected one of FFT, IFFT, RFFT, IRFFT"),
    ("stablehlo.fft", ["2x4xcomplex<f32>"], ["2x3xcomplex<f32>"],
     {"fft_type": word("fft_type", "IFFT"), "fft_length": ints(3)}, [],
     "operand has shape [2, 4], and fft_length is [3]: the specification leaves open what IFFT does where fft_length "
     "differs from the operand's last sizes (C4 is about real tensors alone)"),
    ("stablehlo.fft", ["2x6xf32"], ["2x4xcomplex<f32>"],
     {"fft_type": word("fft_type", "RFFT"), "fft_length": ints(5)}, [],
     "operand has shape [2, 6]; RFFT with fft_length = [5] needs one that ends in [5]"),
    ("stablehlo.fft", ["2x6xcomplex<f32>"], ["2x8xf32"],
     {"fft_type": word("fft_type", "IRFFT"), "fft_length": ints(8)}, [],
     "operand has shape [2, 6]; IRFFT with fft_length = [8] needs one that ends in [5]"),
    ("stablehlo.triangular_solve", ["3x3xf32", "3x2xf32"], ["3x2xf32"],
     SOLVED | {"transpose_a": word("transpose", "UP")}, [],
     "transpose_a is UP, expected NO_TRANSPOSE, TRANSPOSE or ADJOINT"),
    ("stablehlo.triangular_solve", ["3x3xf32", "4x2xf32"], ["4x2xf32"], SOLVED,
     [], "a has shape [3, 3], which doesn't fit the shape [4, 2] of b (C3)"),
    ("stablehlo.cholesky", ["3x4xf32"], ["3x4xf32"], {"lower": True}, [],
     "a has shape [3, 4], which isn't one of square matrices (C3)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "operands", "results", "attributes", "regions", "said"), REFUSED)
def test_what_is_said_of_an_operation_that_cannot_run(
    name: str, operands: list[str], results: list[str], attributes: dict[str, Any], regions: list[Region], said: str
) -> None:
    types = [tensor(text) for text in operands]
    made = program(name, types, [tensor(text) for text in results], attributes, regions)
    with pytest.raises(ExecutionError) as caught:
        interpreter.run(made, *(np.ones([*type.static_shape], _dtype(type)) for type in types))
    assert str(caught.value).splitlines()[0].removeprefix(f"{name}: ") == said


def _dtype(type: TensorType) -> Any:
    return dtype_of(type.element_type)
