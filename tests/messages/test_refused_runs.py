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
    Operation,
    Region,
    ScatterDimensionNumbers,
    SymbolRef,
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


def channel(handle: int) -> dict[str, Attribute]:
    return {"channel_handle": OpaqueAttr(f"#stablehlo.channel_handle<handle = {handle}, type = 1>")}


def accuracy(mode: str = "TOLERANCE", *, atol: float = 0, rtol: float = 0, ulps: int = 0) -> dict[str, Attribute]:
    said = f"atol = {atol}, rtol = {rtol}, ulps = {ulps}, mode = #stablehlo.result_accuracy_mode<{mode}>"
    return {"result_accuracy": OpaqueAttr(f"#stablehlo.result_accuracy<{said}>")}


def two_of(element: str) -> Region:
    """The body of a scatter of two inputs, which gives the updates."""
    block = Block([tensor(element)] * 4)
    block.operations = [Operation("stablehlo.return", block.arguments[2:])]
    return Region([block])


def giving(element: str) -> Region:
    """A computation of two f32 that gives something else."""
    block = Block([tensor("f32")] * 2)
    given = Operation("stablehlo.convert", block.arguments[:1], [tensor(element)])
    block.operations = [given, Operation("stablehlo.return", given.results)]
    return Region([block])


PER_TENSOR = "!quant.uniform<i8:f32, 0.5:3>"
PER_AXIS = "!quant.uniform<i8:f32:1, {0.5, 0.25, 1.0}>"
ONE_BY_ONE: dict[str, Any] = {"scatter_dimension_numbers": ScatterDimensionNumbers((), (0,), (), (), (0,), 1)}

ALGORITHM = (
    "#stablehlo.dot_algorithm<lhs_precision_type = {lhs}, rhs_precision_type = {rhs}, accumulation_type = {sum}, "
    "lhs_component_count = 1, rhs_component_count = {count}, num_primitive_operations = {operations}, "
    "allow_imprecise_accumulation = false>"
)


def algorithm(
    lhs: str = "f32", rhs: str = "f32", sum: str = "f32", count: int = 1, operations: int = 1
) -> dict[str, Attribute]:
    text = ALGORITHM.format(lhs=lhs, rhs=rhs, sum=sum, count=count, operations=operations)
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
     'backend_config has top_k = "two", expected a number'),
    ("stablehlo.custom_call", ["4xf32", "f32"], ["2xf32"],
     {"call_target_name": "ApproxTopK"} | config(reduction_dim=i64(0)), [],
     "backend_config lacks top_k, expected a number"),
    ("stablehlo.custom_call", ["4xf32", "f32"], ["2xf32"],
     {"call_target_name": "ApproxTopK", "called_computations": (i64(1), "f")} |
     config(reduction_dim=i64(0), top_k=i64(2)), [],
     'called_computations is [1 : i64, "f"]; it should name a function'),
    ("stablehlo.custom_call", ["2x2xf32"], ["2x2xf32", "i32"],
     {"call_target_name": "lapack_spotrf_ffi"} | config(uplo="L"), [],
     'backend_config is {uplo = "L"}; it needs uplo, a number'),
    ("stablehlo.custom_call", ["2x2xf32"], ["2x2xf32", "i32"], {"call_target_name": "lapack_spotrf_ffi"}, [],
     "backend_config is missing; it needs uplo, a number"),
    ("stablehlo.custom_call", ["4xf32", "f32"], ["2xf32"],
     {"call_target_name": "ApproxTopK"} | config(reduction_dim=i64(0), top_k=i64(2)), [],
     "called_computations is missing; it should name a function"),
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
    ("stablehlo.exponential", ["3xf32"], ["3xf32"], accuracy("FAST"), [],
     "result_accuracy of stablehlo.exponential has mode FAST, expected DEFAULT, HIGHEST or TOLERANCE"),
    ("stablehlo.exponential", ["3xf32"], ["3xf32"], accuracy(atol=1, rtol=-0.5, ulps=2), [],
     "result_accuracy of stablehlo.exponential asks for atol = 1, rtol = -0.5, ulps = 2, expected none below 0"),
    ("stablehlo.exponential", ["3xf32"], ["3xf32"], accuracy(), [],
     "result_accuracy of stablehlo.exponential asks for atol = 0, rtol = 0, ulps = 0; on f32, results are within "
     "0.501 ULP (docs/accuracy.md)"),
    ("stablehlo.exponential", ["3xf32"], ["3xf32"], accuracy(atol=1e-30), [],
     "result_accuracy of stablehlo.exponential asks for atol = 1e-30, rtol = 0, ulps = 0, at 2.7182817459106445 more "
     "than is known: on f32, results are within 0.501 ULP (docs/accuracy.md); ask for ulps = 1 or more"),
    ("chlo.broadcast_add", ["2x3xf32", "4xf32"], ["?x?xf32"], {}, [],
     "operands of shapes [2, 3] and [4] don't broadcast to one shape"),
    ("chlo.broadcast_add", ["2x3x5xf32", "3x5xf32"], ["2x3x5xf32"], {"broadcast_dimensions": ints(2, 1)}, [],
     "broadcast_dimensions = [2, 1] should say, in order, which of 3 dimensions each of the 2 dimensions of the other "
     "operand is"),
    ("stablehlo.bitcast_convert", ["3x?xi8"], ["3xi32"], {}, [], "1 elements of 8 bits aren't one of 32 bits (C1)"),
    ("stablehlo.torch_index_select", ["2x1xf32", "3xi32"], ["2x3xf32"], {"dim": i64(1), "batch_dims": i64(0)}, [],
     "index[0] is 1, outside of dimension 1 of the operand, whose size is 1"),
    ("stablehlo.dot_general", MATRICES, ["2x5xf32"], algorithm() | {
        "algorithm": OpaqueAttr("#stablehlo.dot_algorithm<lhs_precision_type = f32, accumulation_type = f32>")}, [],
     "algorithm lacks rhs_precision_type, lhs_component_count, rhs_component_count, num_primitive_operations, "
     "allow_imprecise_accumulation"),
    ("stablehlo.dot_general", MATRICES, ["2x5xf32"], algorithm() | {
        "precision_config": (word("precision", "DEFAULT"), word("precision", "HIGH"))}, [],
     "precision_config is [DEFAULT, HIGH] beside an algorithm, which says the precision itself; leave one of the two "
     "out (C21)"),
    ("stablehlo.dot_general", MATRICES, ["2x5xf32"], algorithm(lhs="f16", sum="bf16"), [],
     "algorithm has lhs_precision_type = f16 and accumulation_type = bf16, in which products of f16 can't be added up; "
     "the accumulation type should be as wide"),
    ("stablehlo.dot_general", MATRICES, ["2x5xf32"], algorithm(lhs="f16", sum="f16"), [],
     "algorithm has rhs_precision_type = f32 and accumulation_type = f16, in which products of f32 can't be added up; "
     "the accumulation type should be as wide"),
    ("stablehlo.dot_general", ["2x3xcomplex<f32>", "3x5xcomplex<f32>"], ["2x5xcomplex<f32>"], algorithm(), [],
     "an algorithm of dot_general is about real numbers, not complex<f32>; leave it out"),
    ("stablehlo.dot_general", MATRICES, ["2x5xf32"], algorithm(count=0), [],
     "algorithm has rhs_component_count = 0, expected at least 1"),
    ("stablehlo.dot_general", MATRICES, ["2x5xf32"], algorithm(count=3, operations=4), [],
     "algorithm has num_primitive_operations = 4; of 1 and 3 components, 1, 2, 3 products can be taken, so that all of "
     "one size are in or out"),
    ("stablehlo.dynamic_gather", ["4x6x5xf32", "4x2xi64", "2xi64"], ["?x?x?xf32"],
     {"dimension_numbers": gathering()["dimension_numbers"]}, [], "slice_sizes has shape (2,) for rank 3 (C11)"),
    ("stablehlo.pad", ["5x3xf32", "f32"], ["?x?xf32"], {
        "edge_padding_low": ints(1, -2), "edge_padding_high": ints(0, -4), "interior_padding": ints(0, 1)}, [],
     "padding low -2, high -4 and interior 1 leaves less than nothing of 3"),
    *(("stablehlo.reduce_window", ["5x7xf32", "f32"], ["?x?xf32"], {"window_dimensions": ints(2, 2), name: ints(2, 0)},
       [body(["stablehlo.add"], "f32")], f"a window has the {said}, and all of them have to be at least 1")
      for name, said in (("window_strides", "strides [2, 0]"), ("base_dilations", "dilations [2, 0, 1, 1]"),
                         ("window_dilations", "dilations [1, 1, 2, 0]"))),
    ("stablehlo.uniform_dequantize", [f"3x{PER_TENSOR}"], ["3xf16"], {}, [],
     f"uniform_dequantize gives the expressed type of tensor<3x{PER_TENSOR}>, not tensor<3xf16> (C2)"),
    ("stablehlo.uniform_quantize", ["3xf16"], [f"3x{PER_TENSOR}"], {}, [],
     f"uniform_quantize takes the expressed type of tensor<3x{PER_TENSOR}>, not f16 (C2)"),
    ("stablehlo.uniform_quantize", ["2x4xf32"], [f"2x4x{PER_AXIS}"], {}, [],
     f"tensor<2x4x{PER_AXIS}> should have 3 slices along its dimension 1 (C12, C13)"),
    ("stablehlo.uniform_dequantize", ["3x!quant.uniform<i8:f16, 1.0E-10>"], ["3xf16"], {}, [],
     "the scale 1e-10 of !quant.uniform<i8:f16, 1.0e-10> is 0.0 as f16; it should be positive and finite (C5, C6)"),
    ("stablehlo.uniform_dequantize", ["3xi8"], ["3xf32"], {}, [], "expected a quantized tensor, found tensor<3xi8>"),
    ("stablehlo.concatenate", [f"2x3x{PER_AXIS}"] * 2, [f"4x3x{PER_AXIS}"], {"dimension": i64(0)}, [],
     f"stablehlo.concatenate can't keep the quantization per axis of tensor<2x3x{PER_AXIS}> and "
     f"tensor<2x3x{PER_AXIS}> and tensor<4x3x{PER_AXIS}>: only operations of one operand can"),
    ("stablehlo.reverse", [f"2x3x{PER_TENSOR}"], ["2x3x!quant.uniform<i8:f32, 0.25>"],
     {"dimensions": ints(0)}, [],
     f"stablehlo.reverse moves stored integers, so its tensors should be quantized alike, but they are "
     f"tensor<2x3x{PER_TENSOR}> and tensor<2x3x!quant.uniform<i8:f32, 0.25>>; use uniform_quantize to "
     "requantize"),
    ("stablehlo.tanh", [f"2x3x{PER_AXIS}"], [f"2x3x{PER_AXIS}"], {}, [],
     f"stablehlo.tanh takes tensors that are quantized per tensor, not per axis: {PER_AXIS}"),
    ("stablehlo.rng", ["f32", "f32", "1xi64"], ["1xf32"], {"rng_distribution": word("rng_distribution", "UNIFORM")}, [],
     "a uniform distribution needs an interval [a, b) with a < b, but a is 1.0 and b is 1.0"),
    ("stablehlo.scatter", ["5xf32", "5xf32", "3x1xi32", "3xf32", "2xf32"], ["5xf32", "5xf32"], ONE_BY_ONE,
     [two_of("f32")], "the updates differ in shape (C3)"),
    ("stablehlo.compare", ["3xf32"] * 2, ["3xi1"], {"comparison_direction": i64(3)}, [],
     "attribute comparison_direction of stablehlo.compare should be one of its words, but it is 3 : i64"),
    ("stablehlo.iota", [], ["3x?xi32"], {"iota_dimension": i64(0)}, [],
     "the result type tensor<3x?xi32> has dynamic dimensions, which stablehlo.iota can't find out when it runs; use "
     "the operation's dynamic form or give the result a static shape"),
    ("stablehlo.add", ["?x3xf32", "3x3xf32"], ["?x3xf32"], {}, [],
     "the operands' shapes should be the same, but they are [1, 3] and [3, 3]"),
    ("stablehlo.collective_permute", ["3xf32"], ["3xf32"], {}, [],
     "source_target_pairs is missing; write who sends to whom, such as [[0, 1], [1, 0]]"),
    ("stablehlo.collective_permute", ["3xf32"], ["3xf32"], {"source_target_pairs": table([0, 1, 2], [3, 4, 5])}, [],
     "source_target_pairs should have shape [n, 2], but it has shape [2, 3]"),
    ("stablehlo.collective_permute", ["3xf32"], ["3xf32"], {"source_target_pairs": i64(3)}, [],
     "source_target_pairs is 3 : i64; write who sends to whom, such as [[0, 1], [1, 0]]"),
    *(("stablehlo.all_gather", ["4x6xf32"], ["8x6xf32"], {"all_gather_dim": i64(0)} | wrong, [], said)
      for wrong, said in (
        ({}, "replica_groups is missing; write the ids that work together, such as [[0, 1]]"),
        ({"replica_groups": i64(3)},
         "replica_groups is 3 : i64; write the ids that work together, such as [[0, 1]]"),
        ({"replica_groups": DenseElements(tensor("2x0xi64"), np.zeros((2, 0), np.int64))},
         "replica_groups is empty, of shape [2, 0]; write the ids that work together, such as [[0, 1]]"),
        ({"replica_groups": table([0, 1, 2], [3, -1, 4])},
         "replica_groups = [[0, 1, 2], [3, -1, 4]] has an id behind the padding of -1"),
        ({"replica_groups": table([0, 1, 2], [3, 4, -1])},
         "replica_groups = [[0, 1, 2], [3, 4, -1]] has groups of 2 and 3 ids; this operation needs groups of one size"),
        ({"replica_groups": table([0]), "channel_handle": OpaqueAttr("#stablehlo.whatever")},
         "channel_handle is #stablehlo.whatever, which has no handle = ..."),
        ({"replica_groups": table([0]), "use_global_device_ids": True},
         "use_global_device_ids needs a positive channel_id, but it is 0"),
        ({"replica_groups": table([0, 2])},
         "replica_groups = [[0, 2]] names replica 2, but the grid of 1 replica x 1 partition has replica id 0 alone "
         "(cross_replica); run it with interpreter.run_parallel (hlogen parallel --replicas R --partitions P)"),
        ({"replica_groups": table([0, 2])} | channel(5),
         "replica_groups = [[0, 2]] names replica 2, but the grid of 1 replica x 1 partition has replica id 0 alone "
         "(cross_replica_and_partition); run it with interpreter.run_parallel (hlogen parallel --replicas R "
         "--partitions P)"),
        ({"replica_groups": table([0, 2]), "use_global_device_ids": True} | channel(5),
         "replica_groups = [[0, 2]] names process 2, but the grid of 1 replica x 1 partition has process id 0 alone "
         "(flattened_ids); run it with interpreter.run_parallel (hlogen parallel --replicas R --partitions P)"),
      )),
    ("stablehlo.collective_permute", ["3xf32"], ["3xf32"], {"source_target_pairs": table([0, 2])} | channel(5), [],
     "source_target_pairs = [[0, 2]] names partition 2, but the grid of 1 replica x 1 partition has partition id 0 "
     "alone (cross_partition); run it with interpreter.run_parallel (hlogen parallel --replicas R --partitions P)"),
    ("stablehlo.all_gather", ["4x6xf32"], ["8x6xf32"], {"all_gather_dim": i64(0), "replica_groups": table([0])}, [],
     "the result has shape [4, 6] in a grid of 1 replica x 1 partition, but its type is tensor<8x6xf32>"),
    ("stablehlo.collective_reduce", ["3xf32"], ["3xf32"], {"replica_groups": table([0])}, [],
     "stablehlo.collective_reduce has no computation, which would be its only region"),
    ("stablehlo.collective_reduce", ["3xf32"], ["3xf32"], {"replica_groups": table([0])},
     [giving("i1")],
     "the computation of stablehlo.collective_reduce gives tensor<i1>, expected one tensor<f32>"),
    ("stablehlo.collective_reduce", ["3xf32"], ["3xf64"], {"replica_groups": table([0])},
     [body(["stablehlo.add"], "f32")],
     "stablehlo.collective_reduce gives elements of f64, expected f32 as its computation"),
    ("stablehlo.collective_broadcast", ["3xf32", "1xi64"], ["3xf32"],
     {"replica_groups": table([0]), "has_dynamic_root": True}, [],
     "root 1 isn't in [0, 1), the size of its process group"),
    ("stablehlo.collective_broadcast", ["3xf32", "2xi64"], ["3xf32"],
     {"replica_groups": table([0]), "has_dynamic_root": True}, [],
     "the roots are [1, 1], but there are 1 operands in front of them"),
    ("check.expect_eq", ["3xf32"], [], {}, [], "check.expect_eq compares two values, got 1"),
    ("check.expect_close", ["3xi32", "3xi32"], [], {}, [],
     "check.expect_close compares floating-point or complex elements, not i32"),
    ("check.expect_almost_eq", ["3xf32", "3xf64"], [], {}, [],
     "check.expect_almost_eq compares values of one element type, got tensor<3xf32> and tensor<3xf64>"),
    ("interpreter.run_parallel", ["3xf32"], ["3xf32"], {"programs": ((), ())}, [],
     "programs should be a grid of functions, a row for each replica, but it is [[], []]"),
    ("stablehlo.return", ["3xf32"], [], {}, [],
     "stablehlo.return stands in front of other operations; it ends a region"),
    ("func.call", ["3xf32"], ["3xf32"], {"callee": SymbolRef(("other",))}, [],
     "the program calls @other, which it doesn't have; it has: @main"),
    ("func.call", ["3xf32"], ["3xf32"], {"callee": "main"}, [],
     'attribute callee of func.call should be a function\'s @name, but it is "main"'),
    ("func.call", ["3xf32"], ["3xf32"], {"callee": SymbolRef(("main",))}, [],
     "functions call themselves, which StableHLO doesn't have: @main -> @main"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "operands", "results", "attributes", "regions", "said"), REFUSED)
def test_what_is_said_of_an_operation_that_cannot_run(
    name: str, operands: list[str], results: list[str], attributes: dict[str, Any], regions: list[Region], said: str
) -> None:
    types = [tensor(text) for text in operands]
    made = program(name, types, [tensor(text) for text in results], attributes, regions)
    with pytest.raises(ExecutionError) as caught:
        interpreter.run(made, *(np.ones([dim or 1 for dim in type.shape], _dtype(type)) for type in types))
    assert str(caught.value).splitlines()[0].removeprefix(f"{name}: ") == said


def _dtype(type: TensorType) -> Any:
    return dtype_of(type.element_type)
