"""What is said to an operation is what the program says: each option in its own attribute, each operand in its place.

The values of one operation differ from each other, and from those that hold where nothing is said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import hlogen as hl
from hlogen.ir.printer import attribute_text

GROUPS = [[1, 0, 2], [3]]
GROUPS_TEXT = "dense<[[1, 0, 2], [3, -1, -1]]> : tensor<2x3xi64>"
EVEN = [[1, 0], [3, 2]]
EVEN_TEXT = "dense<[[1, 0], [3, 2]]> : tensor<2x2xi64>"
PAIRS_TEXT = "dense<[[2, 1], [1, 0]]> : tensor<2x2xi64>"


def channel(handle: int, type: int = 1) -> str:
    return f"#stablehlo.channel_handle<handle = {handle}, type = {type}>"


def config(*names: str) -> str:
    return f"[{', '.join(f'#stablehlo<precision {name}>' for name in names)}]"


WINDOWS: dict[str, Any] = {
    "window_strides": [1, 2],
    "lhs_dilation": [2, 3],
    "rhs_dilation": [3, 1],
    "window_reversal": [True, False],
    "input_batch_dimension": 3,
    "input_feature_dimension": 1,
    "input_spatial_dimensions": [2, 0],
    "kernel_input_feature_dimension": 2,
    "kernel_output_feature_dimension": 0,
    "kernel_spatial_dimensions": [3, 1],
    "output_batch_dimension": 1,
    "output_feature_dimension": 0,
    "output_spatial_dimensions": [2, 3],
    "precision_config": ["HIGH", "DEFAULT"],
}
WINDOWS_SAID = {
    "window_strides": "array<i64: 1, 2>",
    "lhs_dilation": "array<i64: 2, 3>",
    "rhs_dilation": "array<i64: 3, 1>",
    "window_reversal": "array<i1: true, false>",
    "dimension_numbers": "#stablehlo.conv<[1, f, 0, b]x[o, 1, i, 0]->[f, b, 0, 1]>",
    "precision_config": config("HIGH", "DEFAULT"),
}
INTO = {
    "update_window_dims": [1],
    "inserted_window_dims": [1],
    "input_batching_dims": [0],
    "scatter_indices_batching_dims": [1],
    "scatter_dims_to_operand_dims": [2, 1],
    "index_vector_dim": 2,
}
INTO_SAID = (
    "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [0], "
    "scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [2, 1], index_vector_dim = 2>"
)
OUT_OF = {
    "offset_dims": [1],
    "collapsed_slice_dims": [1],
    "operand_batching_dims": [0],
    "start_indices_batching_dims": [1],
    "start_index_map": [2, 1],
    "index_vector_dim": 2,
}
OUT_OF_SAID = (
    "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], operand_batching_dims = [0], "
    "start_indices_batching_dims = [1], start_index_map = [2, 1], index_vector_dim = 2>"
)


@hl.function("2xf32", private=True)
def callee(x):
    return x


@hl.function("2xf32", private=True)
def other(x):
    return -x


# Of operands of these types: the call, and the attributes of the operation that it builds, which takes the operands in
# their order, and any constants behind them.
Row = tuple[list[str], Callable[..., Any], dict[str, str]]
ROWS: dict[str, Row] = {
    "all_gather": (
        ["4x2xf32"],
        lambda x: hl.all_gather(x, all_gather_dim=1, replica_groups=EVEN, channel_id=7, use_global_device_ids=True),
        {"all_gather_dim": "1 : i64", "replica_groups": EVEN_TEXT, "channel_handle": channel(7),
         "use_global_device_ids": "unit"},
    ),
    "all_reduce of replicas": (
        ["4x2xf32"],
        lambda x: hl.all_reduce(x, "add", replica_groups=GROUPS, channel_id=0),
        {"replica_groups": GROUPS_TEXT, "channel_handle": channel(0)},
    ),
    "all_reduce of groups in an array": (
        ["4x2xf32"],
        lambda x: hl.all_reduce(x, "add", replica_groups=np.array(EVEN, np.uint8)),
        {"replica_groups": EVEN_TEXT},
    ),
    "collective_permute of pairs in an array": (
        ["4x2xf32"],
        lambda x: hl.collective_permute(x, source_target_pairs=np.array([[2, 1], [1, 0]])),
        {"source_target_pairs": PAIRS_TEXT},
    ),
    "all_gather of groups in ranges": (
        ["4x2xf32"],
        lambda x: hl.all_gather(x, all_gather_dim=0, replica_groups=[range(1, -1, -1), np.array([3, 2])]),
        {"all_gather_dim": "0 : i64", "replica_groups": EVEN_TEXT},
    ),
    "all_reduce as nothing is said": (
        ["4x2xf32"], lambda x: hl.all_reduce(x, "add", replica_groups=GROUPS), {"replica_groups": GROUPS_TEXT},
    ),
    "all_reduce": (
        ["4x2xf32", "2xf32"],
        lambda *xs: hl.all_reduce(xs, "add", replica_groups=GROUPS, channel_id=7, use_global_device_ids=True),
        {"replica_groups": GROUPS_TEXT, "channel_handle": channel(7), "use_global_device_ids": "unit"},
    ),
    "reduce_scatter": (
        ["4x2xf32"],
        lambda x: hl.reduce_scatter(
            x, "add", scatter_dimension=1, replica_groups=EVEN, channel_id=7, use_global_device_ids=True
        ),
        {"scatter_dimension": "1 : i64", "replica_groups": EVEN_TEXT, "channel_handle": channel(7),
         "use_global_device_ids": "unit"},
    ),
    "all_to_all": (
        ["4x2xf32"],
        lambda x: hl.all_to_all(
            x, split_dimension=1, concat_dimension=0, split_count=2, replica_groups=EVEN, channel_id=7
        ),
        {"split_dimension": "1 : i64", "concat_dimension": "0 : i64", "split_count": "2 : i64",
         "replica_groups": EVEN_TEXT, "channel_handle": channel(7)},
    ),
    "collective_broadcast": (
        ["4x2xf32"],
        lambda x: hl.collective_broadcast(x, replica_groups=EVEN, channel_id=7),
        {"replica_groups": EVEN_TEXT, "channel_handle": channel(7)},
    ),
    "collective_broadcast dynamic": (
        ["4x2xf32", "f32", "2xi32"],
        lambda *xs: hl.collective_broadcast(xs, replica_groups=EVEN, has_dynamic_root=True),
        {"replica_groups": EVEN_TEXT, "has_dynamic_root": "unit"},
    ),
    "collective_reduce": (
        ["4x2xf32", "1xi32"],
        lambda *xs: hl.collective_reduce(
            xs, "add", replica_groups=EVEN, channel_id=7, use_global_device_ids=True, has_dynamic_root=True
        ),
        {"replica_groups": EVEN_TEXT, "channel_handle": channel(7), "use_global_device_ids": "unit",
         "has_dynamic_root": "unit"},
    ),
    "collective_permute": (
        ["4x2xf32"],
        lambda x: hl.collective_permute(x, source_target_pairs=[(2, 1), (1, 0)], channel_id=7),
        {"source_target_pairs": PAIRS_TEXT, "channel_handle": channel(7)},
    ),
    "send": (
        ["2xf32", "3xf32", "!stablehlo.token"],
        lambda x, y, token: hl.send([x, y], token, channel_id=7, source_target_pairs=[[2, 1], [1, 0]]),
        {"channel_handle": channel(7), "is_host_transfer": "false", "source_target_pairs": PAIRS_TEXT},
    ),
    "send to the host": (
        ["2xf32", "!stablehlo.token"],
        lambda x, token: hl.send(x, token, channel_id=7, is_host_transfer=True),
        {"channel_handle": channel(7, 2), "is_host_transfer": "true"},
    ),
    "recv": (
        ["!stablehlo.token"],
        lambda token: hl.recv(token, ["2xf32", "i8"], channel_id=7, source_target_pairs=[[2, 1], [1, 0]]),
        {"channel_handle": channel(7), "is_host_transfer": "false", "source_target_pairs": PAIRS_TEXT},
    ),
    "recv from the host": (
        ["!stablehlo.token"],
        lambda token: hl.recv(token, "2xf32", channel_id=7, is_host_transfer=True),
        {"channel_handle": channel(7, 3), "is_host_transfer": "true"},
    ),
    "infeed": (
        ["!stablehlo.token"],
        lambda token: hl.infeed(token, ["2x3xf32", "2xi8"], infeed_config="in", layout=[[0, 1], [0]]),
        {"infeed_config": '"in"', "layout": "[[0 : i64, 1 : i64], [0 : i64]]"},
    ),
    "outfeed": (
        ["2xf32", "i8", "!stablehlo.token"],
        lambda x, y, token: hl.outfeed([x, y], token, outfeed_config="out"),
        {"outfeed_config": '"out"'},
    ),
    "batch_norm_inference": (
        ["2x3xf32", *["3xf32"] * 4],
        lambda *xs: hl.batch_norm_inference(*xs, epsilon=0.25, feature_index=1),
        {"epsilon": "0.25 : f32", "feature_index": "1 : i64"},
    ),
    "batch_norm_inference by names": (
        ["2x3xf32", *["3xf32"] * 4],
        lambda x, s, o, m, v: hl.batch_norm_inference(
            variance=v, mean=m, offset=o, scale=s, operand=x, feature_index=1, epsilon=0.25
        ),
        {"epsilon": "0.25 : f32", "feature_index": "1 : i64"},
    ),
    "batch_norm_training": (
        ["2x3xf32", "3xf32", "3xf32"],
        lambda *xs: hl.batch_norm_training(*xs, epsilon=0.25, feature_index=1),
        {"epsilon": "0.25 : f32", "feature_index": "1 : i64"},
    ),
    "batch_norm_grad": (
        ["2x3xf32", *["3xf32"] * 3, "2x3xf32"],
        lambda *xs: hl.batch_norm_grad(*xs, epsilon=0.25, feature_index=1),
        {"epsilon": "0.25 : f32", "feature_index": "1 : i64"},
    ),
    "convolution": (
        ["9x4x8x2xf32", "6x2x2x3xf32"],
        lambda x, y: hl.convolution(
            x, y, padding=[[3, 4], [5, 6]], feature_group_count=2, batch_group_count=1, **WINDOWS
        ),
        {**WINDOWS_SAID, "padding": "dense<[[3, 4], [5, 6]]> : tensor<2x2xi64>", "feature_group_count": "2 : i64",
         "batch_group_count": "1 : i64"},
    ),
    "convolution of groups of the batch": (
        ["9x4x8x2xf32", "6x2x4x3xf32"],
        lambda x, y: hl.convolution(
            x, y, padding=[[3, 4], [5, 6]], feature_group_count=1, batch_group_count=2, **WINDOWS
        ),
        {**WINDOWS_SAID, "padding": "dense<[[3, 4], [5, 6]]> : tensor<2x2xi64>", "feature_group_count": "1 : i64",
         "batch_group_count": "2 : i64"},
    ),
    "dynamic_conv": (
        ["9x4x8x2xf32", "6x2x2x3xf32", "2x2xi32"],
        lambda x, y, p: hl.dynamic_conv(x, y, p, feature_group_count=2, **WINDOWS),
        {**WINDOWS_SAID, "feature_group_count": "2 : i64", "batch_group_count": "1 : i64"},
    ),
    "dot_general": (
        ["5x2x3xf32", "3x7x2x5xf32"],
        lambda x, y: hl.dot_general(
            x, y, lhs_batching_dimensions=[1], rhs_batching_dimensions=[2], lhs_contracting_dimensions=[2, 0],
            rhs_contracting_dimensions=[0, 3], precision_config=["HIGHEST", "HIGH"],
        ),
        {"dot_dimension_numbers": "#stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [2], "
         "lhs_contracting_dimensions = [2, 0], rhs_contracting_dimensions = [0, 3]>",
         "precision_config": config("HIGHEST", "HIGH")},
    ),
    "dot_general by an algorithm": (
        ["2xf32", "2xf32"],
        lambda x, y: hl.dot_general(
            x, y, lhs_contracting_dimensions=[0], rhs_contracting_dimensions=[0],
            algorithm={"lhs_precision_type": "bf16", "rhs_precision_type": "tf32", "accumulation_type": "f32",
                       "lhs_component_count": 3, "rhs_component_count": 2, "num_primitive_operations": 6,
                       "allow_imprecise_accumulation": True},
        ),
        {"dot_dimension_numbers": "#stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>",
         "algorithm": "#stablehlo.dot_algorithm<lhs_precision_type = bf16, rhs_precision_type = tf32, "
         "accumulation_type = f32, lhs_component_count = 3, rhs_component_count = 2, num_primitive_operations = 6, "
         "allow_imprecise_accumulation = true>"},
    ),
    "custom_call": (
        ["2x3xf32", "2xf32"],
        lambda *xs: hl.custom_call(
            "target", *xs, result_types=["3x2xf32", "2xf32"], has_side_effect=True, backend_config="as it is",
            api_version=2, called_computations=(other, callee), operand_layouts=[[0, 1], [0]],
            result_layouts=[[1, 0], [0]], output_operand_aliases=[([1], 1, [])],
        ),
        {"call_target_name": '"target"', "has_side_effect": "true", "backend_config": '"as it is"',
         "api_version": "2 : i32", "called_computations": "[@other, @callee]",
         "operand_layouts": "[dense<[0, 1]> : tensor<2xindex>, dense<0> : tensor<1xindex>]",
         "result_layouts": "[dense<[1, 0]> : tensor<2xindex>, dense<0> : tensor<1xindex>]",
         "output_operand_aliases": "[#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 1, "
         "operand_tuple_indices = []>]"},
    ),
    "custom_call of the first version": (
        ["2xf32"], lambda x: hl.custom_call("target", x, result_types="2xf32", api_version=0),
        {"call_target_name": '"target"', "api_version": "0 : i32"},
    ),
    "custom_call as nothing is said": (
        ["2xf32"], lambda x: hl.custom_call("target", x, result_types="2xf32"), {"call_target_name": '"target"'},
    ),
    "custom_call of a dict": (
        ["2xf32"],
        lambda x: hl.custom_call(
            "target", x, result_types="2xf32",
            backend_config={"a": 1, "b": 1.5, "c": [True, "t"], "d": np.int8(3), "e": np.array([1, 2], np.int32),
                            "f": {"g": np.float32(0.5)}},
        ),
        {"call_target_name": '"target"', "api_version": "4 : i32",
         "backend_config": '{a = 1 : i64, b = 1.5 : f64, c = [true, "t"], d = 3 : i8, '
         "e = dense<[1, 2]> : tensor<2xi32>, f = {g = 0.5 : f32}}"},
    ),
    "composite": (
        ["2xf32"],
        lambda x: hl.composite("my.own", callee, x, composite_attributes={"a": 1}, version=3),
        {"name": '"my.own"', "decomposition": "@callee", "composite_attributes": "{a = 1 : i64}", "version": "3 : i32"},
    ),
    "reduce_window": (
        ["9x8xf32", "f32"],
        lambda x, start: hl.reduce_window(
            x, start, "add", window_dimensions=[2, 3], window_strides=[4, 1], base_dilations=[1, 2],
            window_dilations=[3, 1], padding=[[1, 2], [3, 0]],
        ),
        {"window_dimensions": "array<i64: 2, 3>", "window_strides": "array<i64: 4, 1>",
         "base_dilations": "array<i64: 1, 2>", "window_dilations": "array<i64: 3, 1>",
         "padding": "dense<[[1, 2], [3, 0]]> : tensor<2x2xi64>"},
    ),
    "select_and_scatter": (
        ["4x6xf32", "3x2xf32", "f32"],
        lambda x, source, start: hl.select_and_scatter(
            x, source, start, lambda a, b: a >= b, "add", window_dimensions=[2, 3], window_strides=[1, 4],
            padding=[[0, 0], [0, 1]],
        ),
        {"window_dimensions": "array<i64: 2, 3>", "window_strides": "array<i64: 1, 4>",
         "padding": "dense<[[0, 0], [0, 1]]> : tensor<2x2xi64>"},
    ),
    "pad": (
        ["4x6xf32", "f32"],
        lambda x, y: hl.pad(x, y, edge_padding_low=[1, 2], edge_padding_high=[-1, 3], interior_padding=[0, 4]),
        {"edge_padding_low": "array<i64: 1, 2>", "edge_padding_high": "array<i64: -1, 3>",
         "interior_padding": "array<i64: 0, 4>"},
    ),
    "slice": (
        ["4x6xf32"],
        lambda x: hl.slice(x, start_indices=[1, 0], limit_indices=[3, 5], strides=[1, 2]),
        {"start_indices": "array<i64: 1, 0>", "limit_indices": "array<i64: 3, 5>", "strides": "array<i64: 1, 2>"},
    ),
    "dynamic_broadcast_in_dim": (
        ["1x3xf32", "3xi32"],
        lambda x, sizes: hl.dynamic_broadcast_in_dim(
            x, sizes, broadcast_dimensions=[2, 1], known_expanding_dimensions=[0], known_nonexpanding_dimensions=[1]
        ),
        {"broadcast_dimensions": "array<i64: 2, 1>", "known_expanding_dimensions": "array<i64: 0>",
         "known_nonexpanding_dimensions": "array<i64: 1>"},
    ),
    "dynamic_pad": (["2xf32", "f32", "1xi32", "1xi32", "1xi32"], hl.dynamic_pad, {}),
    "real_dynamic_slice": (["2xf32", "1xi32", "1xi32", "1xi32"], hl.real_dynamic_slice, {}),
    "set_dimension_size": (
        ["2x3xf32", "i32"], lambda x, n: hl.set_dimension_size(x, n, dimension=1), {"dimension": "1 : i64"},
    ),
    "gather": (
        ["2x3x4xf32", "5x2x2xi32"],
        lambda x, i: hl.gather(x, i, slice_sizes=[1, 1, 3], indices_are_sorted=True, **OUT_OF),
        {"dimension_numbers": OUT_OF_SAID, "slice_sizes": "array<i64: 1, 1, 3>", "indices_are_sorted": "true"},
    ),
    "dynamic_gather": (
        ["2x3x4xf32", "5x2x2xi32", "3xi32"],
        lambda x, i, n: hl.dynamic_gather(x, i, n, indices_are_sorted=True, **OUT_OF),
        {"dimension_numbers": OUT_OF_SAID, "indices_are_sorted": "true"},
    ),
    "scatter sorted": (
        ["2x3x4xf32", "5x2x2xi32", "5x3x2xf32"],
        lambda x, i, u: hl.scatter(x, i, u, "add", indices_are_sorted=True, unique_indices=False, **INTO),
        {"scatter_dimension_numbers": INTO_SAID, "indices_are_sorted": "true", "unique_indices": "false"},
    ),
    "scatter unique": (
        ["2x3x4xf32", "2x3x4xi8", "5x2x2xi32", "5x3x2xf32", "5x3x2xi8"],
        lambda x, y, i, u, v: hl.scatter(
            [x, y], i, [u, v], lambda a, b, c, d: (a + c, b * d), indices_are_sorted=False, unique_indices=True, **INTO
        ),
        {"scatter_dimension_numbers": INTO_SAID, "indices_are_sorted": "false", "unique_indices": "true"},
    ),
    "sort": (
        ["2x3xf32", "2x3xi8"],
        lambda *xs: hl.sort(xs, "GT", 0, is_stable=False),
        {"dimension": "0 : i64", "is_stable": "false"},
    ),
    "sort as nothing else is said": (["2x3xf32"], hl.sort, {"dimension": "-1 : i64", "is_stable": "true"}),
    "triangular_solve": (
        ["2x2xf32", "3x2xf32"],
        lambda x, y: hl.triangular_solve(
            x, y, left_side=False, lower=True, unit_diagonal=True, transpose_a="ADJOINT"
        ),
        {"left_side": "false", "lower": "true", "unit_diagonal": "true",
         "transpose_a": "#stablehlo<transpose ADJOINT>"},
    ),
    "triangular_solve otherwise": (
        ["2x2xf32", "2x3xf32"],
        lambda x, y: hl.triangular_solve(x, y, left_side=True, lower=False),
        {"left_side": "true", "lower": "false", "unit_diagonal": "false",
         "transpose_a": "#stablehlo<transpose NO_TRANSPOSE>"},
    ),
    "cholesky": (["2x2xf32"], lambda x: hl.cholesky(x, lower=True), {"lower": "true"}),
    "cholesky as nothing is said": (["2x2xf32"], hl.cholesky, {"lower": "false"}),
    "fft": (
        ["3x4x5xf32"], lambda x: hl.fft(x, "RFFT", [4, 5]),
        {"fft_type": "#stablehlo<fft_type RFFT>", "fft_length": "array<i64: 4, 5>"},
    ),
    "rng": (
        ["f32", "f32"], lambda a, b: hl.rng(a, b, [2, 3], "NORMAL"),
        {"rng_distribution": "#stablehlo<rng_distribution NORMAL>"},
    ),
    "rng_bit_generator": (
        ["3xui64"], lambda x: hl.rng_bit_generator(x, "2xi8", rng_algorithm="PHILOX"),
        {"rng_algorithm": "#stablehlo<rng_algorithm PHILOX>"},
    ),
    "rng_bit_generator as nothing is said": (
        ["3xui64"], lambda x: hl.rng_bit_generator(x, "2xi8"), {"rng_algorithm": "#stablehlo<rng_algorithm DEFAULT>"},
    ),
    "reduce_precision": (
        ["2xf32"], lambda x: hl.reduce_precision(x, exponent_bits=5, mantissa_bits=3),
        {"exponent_bits": "5 : i32", "mantissa_bits": "3 : i32"},
    ),
    "compare": (
        ["2xf32", "2xf32"], lambda x, y: hl.compare(x, y, "GE", "TOTALORDER"),
        {"comparison_direction": "#stablehlo<comparison_direction GE>",
         "compare_type": "#stablehlo<comparison_type TOTALORDER>"},
    ),
    "broadcast_in_dim": (
        ["2x3xf32"], lambda x: hl.broadcast_in_dim(x, [3, 4, 2], broadcast_dimensions=[2, 0]),
        {"broadcast_dimensions": "array<i64: 2, 0>"},
    ),
    "transpose": (
        ["2x3x4xf32"], lambda x: hl.transpose(x, [2, 0, 1]), {"permutation": "array<i64: 2, 0, 1>"},
    ),
    "dynamic_slice": (
        ["2x3xf32", "i32", "i32"], lambda x, i, j: hl.dynamic_slice(x, [i, j], slice_sizes=[1, 2]),
        {"slice_sizes": "array<i64: 1, 2>"},
    ),
    "select": (["2xi1", "2xf32", "2xf32"], hl.select, {}),
    "clamp": (["f32", "2xf32", "f32"], hl.clamp, {}),
    "atan2": (["f32", "f32"], hl.atan2, {}),
    "complex": (["f32", "f32"], hl.complex, {}),
}  # fmt: skip


@pytest.mark.parametrize("name", ROWS)
def test_what_is_said(name: str) -> None:
    types, call, said = ROWS[name]
    arguments: list[Any] = []

    def build(*given: Any) -> list[Any]:
        arguments.extend(given)
        call(*given)
        return []

    function = hl.function(*types, name="main")(build)
    if "algorithm" not in said:  # of those upstream takes some alone, of the same type for both operands
        str(function)  # upstream's verifier has seen it
    operation = function.operation.regions[0].block.operations[-2]
    assert operation.name == f"stablehlo.{name.partition(' ')[0]}"
    assert {key: attribute_text(value) for key, value in operation.attributes.items()} == said
    assert list(operation.operands[: len(types)]) == [argument.value for argument in arguments]


PROMISES = ("indices_are_sorted", "unique_indices")
UPDATES: dict[str, Callable[..., Any]] = {
    **{
        f"at.{name}": lambda x, i, y, name=name, **options: getattr(x.at[i], name)(y, **options)
        for name in ("set", "add", "subtract", "multiply", "divide", "power", "min", "max")
    },
    "at.apply": lambda x, i, y, **options: x.at[i].apply(hl.sine, **options),
    "at.apply of two": lambda x, i, y, **options: x.at[i].apply(hl.atan2, y, **options),
    "at.set in several dimensions": lambda x, i, y, **options: x.at[i, i, 1:].set(y, **options),
    "put_along_axis": lambda x, i, y, **options: hl.put_along_axis(x, hl.reshape(i, [3, 1, 1]), y, 0, **options),
    "put_along_axis of a row": lambda x, i, y, **options: hl.put_along_axis(x, i, y, None, **options),
    **{
        name: lambda x, i, y, name=name, **options: getattr(hl, name)(
            hl.slice(x, [0, 0, 0], [3, 4, 5]), i, 7, **options
        )
        for name in ("segment_sum", "segment_prod", "segment_min", "segment_max")
    },
}
READS: dict[str, Callable[..., Any]] = {
    "at.get": lambda x, i, **options: x.at[i].get(**options),
    "take": lambda x, i, **options: hl.take(x, i, 1, **options),
    "take of a row": lambda x, i, **options: hl.take(x, i, **options),
    "take_along_axis": lambda x, i, **options: hl.take_along_axis(x, hl.reshape(i, [1, 3, 1]), 1, **options),
    "take_along_axis of a row": lambda x, i, **options: hl.take_along_axis(x, i, None, **options),
}


@pytest.mark.parametrize("mode", [None, "clip", "promise_in_bounds", "error"])
def test_promises_are_made_as_they_are_given(mode: str | None) -> None:
    """One, the other and neither. In a mode that moves indices to the edges, none is unique any more, and vectors of
    several needn't be sorted: (-2, 1) and (-1, 0) become (0, 1) and (0, 0)."""
    given = [dict(zip(PROMISES, pair, strict=True)) for pair in ((True, False), (False, True), (False, False))]

    def build(x: Any, i: Any, y: Any) -> list[Any]:
        for options in given:
            for update in UPDATES.values():
                update(x, i, y, mode=mode, **options)
        for options in given:
            for read in READS.values():
                read(x, i, mode=mode, indices_are_sorted=options["indices_are_sorted"])
        return []

    operations = hl.function("6x4x5xf32", "3xi32", "f32", name="main")(build).operation.regions[0].block.operations
    made = {
        name: iter([op.attributes for op in operations if op.name == f"stablehlo.{name}"])
        for name in ("scatter", "gather")
    }
    for options in given:
        for name in UPDATES:
            found = next(made["scatter"])
            is_sorted = options["indices_are_sorted"] and (mode not in ("clip", "error") or "several" not in name)
            assert found["indices_are_sorted"] is is_sorted, (name, options)
            is_unique = options["unique_indices"] and mode not in ("clip", "error")
            assert found["unique_indices"] is is_unique, (name, options)
    for options in given:
        for name in READS:
            assert next(made["gather"])["indices_are_sorted"] is options["indices_are_sorted"], (name, options)
    assert [[*rest] for rest in made.values()] == [[], []]


@pytest.mark.parametrize("computation_types", ["f64", ["f64", "f32"], ["f32", "f64"], ("bf16", np.float32), None])
def test_each_input_has_the_computation_type_of_its_place(computation_types: Any) -> None:
    given = [computation_types] * 2 if isinstance(computation_types, str) else computation_types or ["bf16", "f32"]
    expected = [hl.ir.element_type_of(np.dtype(one)) if not isinstance(one, str) else hl.ir.parse_element_type(one)
                for one in given]  # fmt: skip
    types = {"computation_types": computation_types}
    narrow = "bf16" if computation_types is None or "bf16" in computation_types else "f32"

    def build(x: Any, y: Any, i: Any) -> list[Any]:
        inputs = [x, y]
        results = (
            hl.reduce(inputs, [0, 0], [0], "add", **types),
            hl.reduce_window(inputs, [0, 0], "add", window_dimensions=[2], **types),
            hl.scatter(
                inputs, i, [x, y], "add", update_window_dims=[], inserted_window_dims=[0],
                scatter_dims_to_operand_dims=[0], index_vector_dim=1, **types,
            ),
        )  # fmt: skip
        for pair in results:
            assert [one.element_type for one in pair] == expected
        return []

    str(hl.function(f"4x{narrow}", "4xf32", "4x1xi32", name="main")(build))
