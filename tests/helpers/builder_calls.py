"""Calls of operations with arguments that fit, by the operation's name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hlogen as hl

GROUPS = {"replica_groups": [[0, 1]], "channel_id": 1}
CONVOLUTION = {
    "window_strides": [1],
    "lhs_dilation": [1],
    "rhs_dilation": [1],
    "window_reversal": [False],
    "input_batch_dimension": 0,
    "input_feature_dimension": 1,
    "input_spatial_dimensions": [2],
    "kernel_input_feature_dimension": 0,
    "kernel_output_feature_dimension": 1,
    "kernel_spatial_dimensions": [2],
    "output_batch_dimension": 0,
    "output_feature_dimension": 1,
    "output_spatial_dimensions": [2],
    "feature_group_count": 1,
    "batch_group_count": 1,
    "precision_config": ["DEFAULT", "HIGH"],
}


@hl.function("2xf32", private=True)
def callee(x):
    return x


@hl.region("f32", "f32")
def body(a, b):
    return a + b


def given(*arguments: Any, **options: Any) -> tuple[list[Any], dict[str, Any]]:
    return list(arguments), options


def future(x):
    return hl.async_start(lambda y: hl.slice(y, start_indices=[0], limit_indices=[1]), x)


# Arguments that fit, of the operation that the name starts with; of tensors of these types.
CALLS: dict[str, tuple[list[str], Callable[..., tuple[list[Any], dict[str, Any]]]]] = {
    "add": (["2xf32", "2xf32"], lambda x, y: given(x, y, element_type=None)),
    "after_all": ([], lambda: given(hl.after_all())),
    "all_gather": (
        ["4x2xf32", "4xi32"],
        lambda x, y: given([x, y], all_gather_dim=0, use_global_device_ids=True, num_partitions=None, **GROUPS),
    ),
    "all_gather across": (["4xf32"], lambda x: given(x, all_gather_dim=0, num_partitions=2, **GROUPS)),
    "all_reduce": (
        ["4xf32"],
        lambda x: given(x, lambda a, b: a + b, use_global_device_ids=True, computation_type="f64", **GROUPS),
    ),
    "all_to_all": (
        ["4x2xf32"],
        lambda x: given(x, split_dimension=0, concat_dimension=1, split_count=2, **GROUPS),
    ),
    "async_done": (["2xf32"], lambda x: given(future(x))),
    "async_start": (["2xf32"], lambda x: given(lambda y: hl.slice(y, start_indices=[0], limit_indices=[1]), x)),
    "batch_norm_grad": (
        ["4x2xf32", "2xf32", "2xf32", "2xf32", "4x2xf32"],
        lambda *xs: given(*xs, epsilon=1e-3, feature_index=1),
    ),
    "batch_norm_inference": (
        ["4x2xf32", "2xf32", "2xf32", "2xf32", "2xf32"],
        lambda *xs: given(*xs, epsilon=1e-3, feature_index=1),
    ),
    "batch_norm_training": (
        ["4x2xf32", "2xf32", "2xf32"],
        lambda *xs: given(*xs, epsilon=1e-3, feature_index=1),
    ),
    "bitcast_convert": (["2xf32"], lambda x: given(x, "i32")),
    "broadcast_in_dim": (["2xf32"], lambda x: given(x, [2, 3], broadcast_dimensions=[0])),
    "call": (["2xf32"], lambda x: given(callee, x)),
    "case": (["i32"], lambda i: given(i, [lambda: hl.constant(1.0), lambda: hl.constant(2.0)])),
    "checkpoint_name": (["2xf32"], lambda x: given(x, "hidden")),
    "cholesky": (["2x2xf32"], lambda x: given(x, lower=True)),
    "clamp": (["f32", "2xf32", "f32"], given),
    "collective_broadcast": (
        ["4xf32", "1xi32"],
        lambda x, roots: given([x, roots], has_dynamic_root=True, **GROUPS),
    ),
    "collective_permute": (["4xf32"], lambda x: given(x, source_target_pairs=[[0, 1], [1, 0]], channel_id=None)),
    "collective_reduce": (
        ["4xf32"],
        lambda x: given(x, "add", use_global_device_ids=True, has_dynamic_root=False, computation_type=None, **GROUPS),
    ),
    "compare": (["2xf32", "2xf32"], lambda x, y: given(x, y, "EQ", "TOTALORDER")),
    "complex": (["2xf32", "2xf32"], given),
    "composite": (
        ["2xf32"],
        lambda x: given("a.b", callee, x, composite_attributes={"a": 1}, version=1, regions=()),
    ),
    "concatenate": (["2xf32", "2xf32"], lambda x, y: given([x, y], dimension=0)),
    "constant": ([], lambda: given(1.5, "2xf32")),
    "convert": (["2xf32"], lambda x: given(x, "i32")),
    "convolution": (
        ["1x2x4xf32", "2x3x2xf32"],
        lambda x, y: given(x, y, padding=[[0, 0]], element_type=None, **CONVOLUTION),
    ),
    "custom_call": (
        ["2x3xf32"],
        lambda x: given(
            "target",
            x,
            result_types=["2xf32"],
            has_side_effect=False,
            backend_config="",
            api_version=1,
            called_computations=(callee,),
            operand_layouts=[[1, 0]],
            result_layouts=[[0]],
        ),
    ),
    "custom_call typed": (
        ["2xf32"],
        lambda x: given(
            "target",
            x,
            result_types="2xf32",
            backend_config={"a": 1},
            api_version=4,
            output_operand_aliases=[([], 0, [])],
        ),
    ),
    "dot_general": (
        ["2x3xf32", "3x4xf32"],
        lambda x, y: given(
            x,
            y,
            lhs_batching_dimensions=[],
            rhs_batching_dimensions=[],
            lhs_contracting_dimensions=[1],
            rhs_contracting_dimensions=[0],
            precision_config=["DEFAULT", "DEFAULT"],
            algorithm={"lhs_precision_type": "bf16", "rhs_precision_type": "bf16", "accumulation_type": "f32"},
            element_type="f32",
        ),
    ),
    "dynamic_broadcast_in_dim": (
        ["2xf32", "2xi64"],
        lambda x, sizes: given(
            x,
            sizes,
            broadcast_dimensions=[0],
            known_expanding_dimensions=[],
            known_nonexpanding_dimensions=[0],
            result_type="2x?xf32",
        ),
    ),
    "dynamic_conv": (
        ["1x2x4xf32", "2x3x2xf32", "1x2xi64"],
        lambda x, y, padding: given(x, y, padding, result_type=None, **CONVOLUTION),
    ),
    "dynamic_iota": (["2xi64"], lambda sizes: given(sizes, iota_dimension=0, result_type="?x3xi32")),
    "dynamic_pad": (["2xf32", "f32", "1xi64"], lambda x, y, n: given(x, y, n, n, n, result_type="?xf32")),
    "dynamic_reshape": (["2x3xf32", "2xi64"], lambda x, sizes: given(x, sizes, result_type="?x?xf32")),
    "dynamic_slice": (["2xf32", "i32"], lambda x, i: given(x, [i], slice_sizes=[1])),
    "dynamic_update_slice": (["2xf32", "1xf32", "i32"], lambda x, y, i: given(x, y, [i])),
    "exponential": (["2xf32"], lambda x: given(x, result_accuracy={"atol": 0.1, "ulps": 2}, element_type=None)),
    "fft": (["2x4xcomplex<f32>"], lambda x: given(x, "FFT", [4])),
    "fft of reals": (["2x4xf32"], lambda x: given(x, "RFFT", [4])),
    "function": ([], lambda: given("f32", "f32")),
    "get_dimension_size": (["2xf32"], lambda x: given(x, dimension=0)),
    "get_tuple_element": (["2xf32"], lambda x: given(hl.tuple(x), 0)),
    "if_": (["i1"], lambda p: given(p, lambda: hl.constant(1.0), lambda: hl.constant(2.0))),
    "infeed": ([], lambda: given(hl.after_all(), ["2x3xf32"], infeed_config="", layout=[[0, 1]])),
    "iota": ([], lambda: given("2x3xi32", iota_dimension=0)),
    "map": (["2xf32", "2xf32"], lambda x, y: given([x, y], lambda a, b: a + b)),
    "module": ([], lambda: given(callee)),
    "operation": (["2xf32"], lambda x: given("some.name", [x], result_types=["2xf32"], attributes={}, regions=())),
    "optimization_barrier": (["2xf32"], lambda x: given(x, hl.after_all())),
    "outfeed": (["2xf32"], lambda x: given(x, hl.after_all(), outfeed_config="")),
    "pad": (
        ["2xf32", "f32"],
        lambda x, y: given(x, y, edge_padding_low=[1], edge_padding_high=[1], interior_padding=[0]),
    ),
    "real_dynamic_slice": (["2xf32", "1xi64"], lambda x, n: given(x, n, n, n, result_type="?xf32")),
    "recv": (
        [],
        lambda: given(hl.after_all(), ["2xf32"], channel_id=1, is_host_transfer=False, source_target_pairs=[[0, 1]]),
    ),
    "reduce": (["2x3xf32"], lambda x: given(x, 0.0, [0], "add", computation_types=None)),
    "reduce_precision": (["2xf32"], lambda x: given(x, exponent_bits=5, mantissa_bits=3)),
    "reduce_scatter": (
        ["4x2xf32"],
        lambda x: given(x, "max", scatter_dimension=0, num_partitions=2, computation_type="f64", **GROUPS),
    ),
    "reduce_window": (
        ["4xf32"],
        lambda x: given(
            x,
            0.0,
            "add",
            window_dimensions=[2],
            window_strides=[1],
            base_dilations=[1],
            window_dilations=[1],
            padding=[[0, 0]],
            computation_types=None,
        ),
    ),
    "region": ([], lambda: given("f32", "f32")),
    "reshape": (["2x3xf32"], lambda x: given(x, [3, 2])),
    "reverse": (["2xf32"], lambda x: given(x, dimensions=[0])),
    "rng": (["f32"], lambda x: given(1.0, x, [2], "UNIFORM")),
    "rng_bit_generator": (["2xui64"], lambda x: given(x, "2xui32", rng_algorithm="PHILOX")),
    "select": (["2xi1", "2xf32", "2xf32"], given),
    "select_and_scatter": (
        ["4xf32", "2xf32"],
        lambda x, y: given(
            x, y, 0.0, lambda a, b: a >= b, "add", window_dimensions=[2], window_strides=[2], padding=[[0, 0]]
        ),
    ),
    "send": (
        ["2xf32"],
        lambda x: given([x], hl.after_all(), channel_id=1, is_host_transfer=False, source_target_pairs=[[0, 1]]),
    ),
    "set_dimension_size": (["2xf32", "i32"], lambda x, n: given(x, n, dimension=0)),
    "slice": (["2x3xf32"], lambda x: given(x, start_indices=[0, 0], limit_indices=[1, 1], strides=[1, 1])),
    "sort": (["2x3xf32"], lambda x: given(x, lambda a, b: hl.compare(a, b, "LT"), dimension=-1, is_stable=True)),
    "stop_gradient": (["2xf32"], given),
    "transpose": (["2x3xf32"], lambda x: given(x, permutation=[1, 0])),
    "triangular_solve": (
        ["2x2xf32", "2x3xf32"],
        lambda x, y: given(x, y, left_side=True, lower=True, unit_diagonal=False, transpose_a="NO_TRANSPOSE"),
    ),
    "tuple": (["2xf32"], lambda x: given(x, hl.after_all())),
    "uniform_dequantize": (["2x!quant.uniform<i8:f32, 0.5>"], given),
    "uniform_quantize": (["2xf32"], lambda x: given(x, "!quant.uniform<i8:f32, 0.5>")),
    "while_": (["i32"], lambda i: given(i, lambda a: hl.compare(a, 3, "LT"), lambda a: hl.add(a, 1))),
}
