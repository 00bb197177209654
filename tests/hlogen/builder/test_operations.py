"""Every operation of the builder: its inferred types hold before upstream's verifier, and it runs as NumPy computes."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterable
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import hlogen as hl
import hlogen.builder
import interpreter
from hlogen.spec.optable import OPS

INTS = np.array([[3, -4, 5], [0, 7, -1]], np.int32)
MORE_INTS = np.array([[2, 3, -2], [1, 5, 4]], np.int32)
FLOATS = np.array([[0.5, -1.5, 2.5], [0.25, 3.0, -0.75]], np.float32)
POSITIVE = np.abs(FLOATS)
FLAGS = np.array([[True, False, True], [False, False, True]])
COMPLEX = (FLOATS + 1j * POSITIVE).astype(np.complex64)

CONVOLUTION = partial(
    hl.convolution,
    input_batch_dimension=0,
    input_feature_dimension=1,
    input_spatial_dimensions=[],
    kernel_input_feature_dimension=0,
    kernel_output_feature_dimension=1,
    kernel_spatial_dimensions=[],
)

FACTOR = np.array([[2, 0, 0], [-1, 3, 0], [4, 0.5, 1]], np.float32)
BATCH = np.array([[1, 2], [3, 4], [3, 4], [1, 2]], np.float32)  # the specification's example
BATCH_NORM = {"epsilon": 0.0, "feature_index": 1}
STATE = np.array([1, 2], np.uint64)
DYNAMIC_CONV = partial(
    hl.dynamic_conv,
    input_batch_dimension=0,
    input_feature_dimension=2,
    input_spatial_dimensions=[1],
    kernel_input_feature_dimension=1,
    kernel_output_feature_dimension=2,
    kernel_spatial_dimensions=[0],
)

AS_VECTORS = {"lhs_contracting_dimensions": [0], "rhs_contracting_dimensions": [0]}


def pooled(operand, source, init_value=0.0, select=lambda a, b: a >= b, **options):
    return hl.select_and_scatter(operand, source, init_value, select, "add", **{"window_dimensions": [2], **options})


# The operation, its operands, and what NumPy makes of them.
CASES: dict[str, tuple[Callable[..., Any], tuple[Any, ...], Any]] = {
    "abs": (hl.abs, (INTS,), np.abs(INTS)),
    "abs_complex": (hl.abs, (COMPLEX,), np.abs(COMPLEX)),
    "add": (hl.add, (INTS, MORE_INTS), INTS + MORE_INTS),
    "and": (hl.and_, (INTS, MORE_INTS), INTS & MORE_INTS),
    "atan2": (hl.atan2, (FLOATS, POSITIVE), np.arctan2(FLOATS, POSITIVE)),
    "batch_norm_grad": (
        lambda x, s, g: hl.batch_norm_grad(x, s, np.array([2, 3]), np.array([1, 1]), g, **BATCH_NORM)[2],
        (BATCH, BATCH[0], np.full((4, 2), 0.125, np.float32)),
        np.array([0.5, 0.5], np.float32),
    ),
    "batch_norm_inference": (
        lambda x, s: hl.batch_norm_inference(x, s, s, np.array([2, 3]), np.array([1, 4]), **BATCH_NORM),
        (BATCH, BATCH[0]),
        (BATCH - np.float32([2, 3])) / np.float32([1, 2]) * BATCH[0] + BATCH[0],
    ),
    "batch_norm_training": (
        lambda x: hl.batch_norm_training(x, np.ones(2), np.ones(2), **BATCH_NORM)[0],
        (BATCH,),
        np.array([[0, 0], [2, 2], [2, 2], [0, 0]], np.float32),
    ),
    "bitcast_convert": (lambda x: hl.bitcast_convert(x, "ui32"), (FLOATS,), FLOATS.view(np.uint32)),
    "bitcast_narrower": (
        lambda x: hl.bitcast_convert(x, np.uint8),
        (FLOATS,),
        np.frombuffer(FLOATS.tobytes(), np.uint8).reshape(2, 3, 4),
    ),
    "bitcast_wider": (
        lambda x: hl.bitcast_convert(x, "ui64"),
        (INTS[:, :2].copy(),),
        INTS[:, :2].copy().view(np.uint64)[:, 0],
    ),
    "broadcast_in_dim": (
        lambda x: hl.broadcast_in_dim(x, [4, 2, 3], broadcast_dimensions=[1, 2]),
        (INTS,),
        np.broadcast_to(INTS, (4, 2, 3)),
    ),
    "case": (
        lambda index, x: hl.case(index, [lambda: x, lambda: -x, lambda: x * 2]),
        (np.int32(1), INTS),
        -INTS,
    ),
    "cbrt": (hl.cbrt, (FLOATS,), np.cbrt(FLOATS)),
    "ceil": (hl.ceil, (FLOATS,), np.ceil(FLOATS)),
    "cholesky": (lambda x: hl.cholesky(x, lower=True), (FACTOR @ FACTOR.T,), FACTOR),
    "cholesky_upper": (hl.cholesky, (FACTOR @ FACTOR.T,), FACTOR.T),
    "clamp": (lambda x: hl.clamp(-1, x, 3), (INTS,), np.clip(INTS, -1, 3)),
    "compare": (lambda x, y: hl.compare(x, y, "GE"), (INTS, MORE_INTS), INTS >= MORE_INTS),
    "compare_totalorder": (
        lambda x, y: hl.compare(x, y, "LT", "TOTALORDER"),
        (np.array([-0.0, 0.0]), np.array([0.0, np.nan])),
        np.array([True, True]),
    ),
    "complex": (hl.complex, (FLOATS, POSITIVE), COMPLEX),
    "concatenate": (
        lambda x, y: hl.concatenate([x, y, np.ones((2, 1))], dimension=1),
        (FLOATS, POSITIVE),
        np.concatenate([FLOATS, POSITIVE, np.ones((2, 1), np.float32)], 1),
    ),
    "convert": (lambda x: hl.convert(x, "i8"), (FLOATS,), FLOATS.astype(np.int8)),
    "convolution": (
        lambda x, y: hl.convolution(
            x,
            y,
            window_strides=[2],
            padding=[[1, 0]],
            input_batch_dimension=0,
            input_feature_dimension=2,
            input_spatial_dimensions=[1],
            kernel_input_feature_dimension=1,
            kernel_output_feature_dimension=2,
            kernel_spatial_dimensions=[0],
            precision_config=["HIGH", "DEFAULT"],
        ),
        (np.array([[[1], [2], [3]]], np.int32), np.array([[[10, 100]], [[1, -1]]], np.int32)),
        np.array([[[1, -1], [23, 197]]], np.int32),
    ),
    "convolution_groups": (
        lambda x, y: hl.convolution(
            x,
            y,
            lhs_dilation=[2],
            rhs_dilation=[2],
            window_reversal=[True],
            input_batch_dimension=0,
            input_feature_dimension=1,
            input_spatial_dimensions=[2],
            kernel_input_feature_dimension=0,
            kernel_output_feature_dimension=2,
            kernel_spatial_dimensions=[1],
            output_batch_dimension=2,
            output_feature_dimension=0,
            output_spatial_dimensions=[1],
            feature_group_count=2,
        ),
        (FLOATS[np.newaxis], np.array([[[10, 100], [1, -1]]], np.float32)),
        np.array([[[-14.5], [0], [23.5]], [[299.75], [0], [-78]]], np.float32),
    ),
    "cosine": (hl.cosine, (FLOATS,), np.cos(FLOATS)),
    "count_leading_zeros": (hl.count_leading_zeros, (np.array([1, 255, 0], np.uint8),), np.array([7, 0, 8], np.uint8)),
    "divide": (hl.divide, (INTS, MORE_INTS), np.trunc(INTS / MORE_INTS).astype(np.int32)),
    "dot_general": (
        lambda x, y: hl.dot_general(
            x,
            y,
            lhs_batching_dimensions=[0],
            rhs_batching_dimensions=[0],
            lhs_contracting_dimensions=[1],
            rhs_contracting_dimensions=[1],
            precision_config=["DEFAULT", "HIGHEST"],
        ),
        (INTS, MORE_INTS),
        np.sum(INTS * MORE_INTS, 1, dtype=np.int32),
    ),
    "dot_general_wider": (
        lambda x, y: hl.dot_general(
            x, y, lhs_contracting_dimensions=[1], rhs_contracting_dimensions=[1], element_type="f64"
        ),
        (FLOATS, POSITIVE),
        FLOATS.astype(np.float64) @ POSITIVE.astype(np.float64).T,
    ),
    "dynamic_broadcast_in_dim": (
        lambda x, shape: hl.dynamic_broadcast_in_dim(
            x,
            shape,
            broadcast_dimensions=[1, 2],
            known_expanding_dimensions=[],
            known_nonexpanding_dimensions=[0, 1],
            result_type="4x2x3xi32",
        ),
        (INTS, np.array([4, 2, 3])),
        np.broadcast_to(INTS, (4, 2, 3)),
    ),
    "dynamic_conv": (
        lambda x, y, p: DYNAMIC_CONV(x, y, p, window_strides=[2], result_type="1x2x2xi32"),
        (np.array([[[1], [2], [3]]], np.int32), np.array([[[10, 100]], [[1, -1]]], np.int32), np.array([[1, 0]])),
        np.array([[[1, -1], [23, 197]]], np.int32),
    ),
    "dynamic_conv_of_any_padding": (
        DYNAMIC_CONV,
        (np.array([[[1], [2]]], np.int32), np.array([[[10]], [[1]]], np.int32), np.array([[0, 2]])),
        np.array([[[12], [20], [0]]], np.int32),
    ),
    "dynamic_iota": (
        lambda shape: hl.dynamic_iota(shape, iota_dimension=1, result_type="?x?xi32"),
        (np.array([2, 3]),),
        np.tile(np.arange(3, dtype=np.int32), (2, 1)),
    ),
    "dynamic_pad": (
        lambda x, low: hl.dynamic_pad(x, 9, low, [0, 1], np.array([1, 0])),
        (INTS, np.array([1, -1])),
        np.array([[9, 9, 9], [-4, 5, 9], [9, 9, 9], [7, -1, 9]], np.int32),
    ),
    "real_dynamic_slice": (
        lambda x, start: hl.real_dynamic_slice(x, start, [2, 3], [1, 2], result_type="?x2xi32"),
        (INTS, np.array([1, 0])),
        INTS[1:2, 0:3:2],
    ),
    "set_dimension_size": (lambda x, n: hl.set_dimension_size(x, n, dimension=1), (INTS, np.int32(2)), INTS[:, :2]),
    "dynamic_reshape": (lambda x, shape: hl.dynamic_reshape(x, shape), (INTS, np.array([3, 2])), INTS.reshape(3, 2)),
    "dynamic_slice": (
        lambda x, i: hl.dynamic_slice(x, [i, 5], slice_sizes=[1, 2]),
        (INTS, np.int32(1)),
        INTS[1:2, 1:3],
    ),
    "dynamic_update_slice": (
        lambda x, i: hl.dynamic_update_slice(x, [[9, 8]], [i, 0]),
        (INTS, np.int32(1)),
        np.array([[3, -4, 5], [9, 8, -1]], np.int32),
    ),
    "exponential": (hl.exponential, (FLOATS,), np.exp(FLOATS)),
    "exponential_minus_one": (hl.exponential_minus_one, (FLOATS,), np.expm1(FLOATS)),
    "fft": (lambda x: hl.fft(x, "FFT", [3]), (COMPLEX,), np.fft.fft(COMPLEX)),
    "fft_inverse": (lambda x: hl.fft(x, "IFFT", [2, 3]), (COMPLEX,), np.fft.ifft2(COMPLEX)),
    "fft_real": (lambda x: hl.fft(x, "RFFT", [2, 3]), (FLOATS,), np.fft.rfft2(FLOATS)),
    "fft_inverse_real": (lambda x: hl.fft(x, "IRFFT", [5]), (COMPLEX,), np.fft.irfft(COMPLEX, 5)),
    "floor": (hl.floor, (FLOATS,), np.floor(FLOATS)),
    "get_dimension_size": (lambda x: hl.get_dimension_size(x, dimension=1), (INTS,), np.int32(3)),
    "if": (lambda p, x: hl.if_(p, lambda: x + 1, lambda: x - 1), (np.True_, INTS), INTS + 1),
    "imag": (hl.imag, (COMPLEX,), COMPLEX.imag),
    "iota": (lambda: hl.iota("2x3xi32", iota_dimension=1), (), np.tile(np.arange(3, dtype=np.int32), (2, 1))),
    "is_finite": (hl.is_finite, (np.array([1.0, np.inf, np.nan]),), np.array([True, False, False])),
    "log": (hl.log, (POSITIVE,), np.log(POSITIVE)),
    "log_plus_one": (hl.log_plus_one, (POSITIVE,), np.log1p(POSITIVE)),
    "logistic": (hl.logistic, (FLOATS,), 1 / (1 + np.exp(-FLOATS))),
    "map": (lambda x, y: hl.map([x, y], lambda a, b: a * b + 1), (INTS, MORE_INTS), INTS * MORE_INTS + 1),
    "map_of_one": (lambda x: hl.map(x, lambda a: hl.convert(a, "i64") * 2), (INTS,), INTS.astype(np.int64) * 2),
    "maximum": (hl.maximum, (INTS, MORE_INTS), np.maximum(INTS, MORE_INTS)),
    "minimum": (lambda x: hl.minimum(x, 2), (INTS,), np.minimum(INTS, 2)),
    "multiply": (hl.multiply, (INTS, MORE_INTS), INTS * MORE_INTS),
    "negate": (hl.negate, (INTS,), -INTS),
    "not": (hl.not_, (FLAGS,), ~FLAGS),
    "optimization_barrier": (lambda x: hl.optimization_barrier(x, 1)[0], (INTS,), INTS),
    "or": (hl.or_, (FLAGS, ~FLAGS), FLAGS | ~FLAGS),
    "pad": (
        lambda x: hl.pad(x, 9, edge_padding_low=[1, -1], edge_padding_high=[0, 1], interior_padding=[1, 0]),
        (INTS,),
        np.array([[9, 9, 9], [-4, 5, 9], [9, 9, 9], [7, -1, 9]], np.int32),
    ),
    "popcnt": (hl.popcnt, (np.array([7, 255, 0], np.uint8),), np.array([3, 8, 0], np.uint8)),
    "power": (hl.power, (POSITIVE, FLOATS), POSITIVE**FLOATS),
    "real": (hl.real, (COMPLEX,), COMPLEX.real),
    "reduce": (lambda x: hl.reduce(x, 0, [1], "add"), (INTS,), INTS.sum(1, dtype=np.int32)),
    "reduce_function": (
        lambda x: hl.reduce(x, 1, [0, 1], lambda a, b: a * b),
        (MORE_INTS,),
        MORE_INTS.prod(dtype=np.int32),
    ),
    "reduce_variadic": (
        lambda x, y: hl.reduce(
            [x, y], [np.iinfo(np.int32).min, 0], [1], lambda a, b, c, d: (hl.maximum(a, c), hl.add(b, d))
        )[0],
        (INTS, MORE_INTS),
        INTS.max(1),
    ),
    "reduce_wider": (
        lambda x: hl.reduce(x, 0, [0], "add", computation_types="f64"),
        (FLOATS,),
        FLOATS.astype(np.float64).sum(0),
    ),
    "reduce_precision": (
        lambda x: hl.reduce_precision(x, exponent_bits=8, mantissa_bits=7),
        (np.array([1 + 2**-9], np.float32),),
        np.array([1], np.float32),
    ),
    "reduce_window": (
        lambda x: hl.reduce_window(x, 0, "add", window_dimensions=[1, 3], padding=[[0, 0], [2, 0]]),
        (INTS,),
        np.cumsum(INTS, 1, dtype=np.int32),
    ),
    "reduce_window_all": (
        lambda x: hl.reduce_window(
            x,
            0,
            lambda a, b: hl.maximum(a, b),
            window_dimensions=[2, 2],
            window_strides=[1, 2],
            base_dilations=[2, 1],
            window_dilations=[1, 1],
        ),
        (INTS,),
        np.array([[3], [7]], np.int32),
    ),
    "remainder": (hl.remainder, (INTS, MORE_INTS), np.fmod(INTS, MORE_INTS)),
    "reshape": (lambda x: hl.reshape(x, (3, 2)), (INTS,), INTS.reshape(3, 2)),
    "reverse": (lambda x: hl.reverse(x, dimensions=[1]), (INTS,), INTS[:, ::-1]),
    "rng": (lambda a: hl.rng(a, 1, [2, 3], "UNIFORM"), (np.int32(0),), np.zeros((2, 3), np.int32)),
    "rng_normal": (lambda a: hl.rng(a, 0, [4], "NORMAL"), (np.float32(2),), np.full(4, 2, np.float32)),
    "rng_bit_generator": (
        lambda s: hl.rng_bit_generator(s, "2x2xui64", rng_algorithm="THREE_FRY")[1],
        (STATE,),
        np.array([[9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144]], np.uint64),
    ),
    "rng_bit_generator of a list": (lambda: hl.rng_bit_generator([1, 2], "3xi8")[0], (), np.array([1, 3], np.uint64)),
    "rng_bit_generator_state": (lambda s: hl.rng_bit_generator(s, "3xi8")[0], (STATE,), np.array([1, 3], np.uint64)),
    "round_nearest_afz": (hl.round_nearest_afz, (np.array([0.5, 1.5, -2.5]),), np.array([1.0, 2.0, -3.0])),
    "round_nearest_even": (hl.round_nearest_even, (np.array([0.5, 1.5, -2.5]),), np.array([0.0, 2.0, -2.0])),
    "rsqrt": (hl.rsqrt, (POSITIVE,), 1 / np.sqrt(POSITIVE)),
    "select": (hl.select, (FLAGS, INTS, MORE_INTS), np.where(FLAGS, INTS, MORE_INTS)),
    "select_and_scatter in windows of one element": (
        lambda x, y: hl.select_and_scatter(x, y, 0.0, lambda a, b: a >= b, "add"),
        (FLOATS, FLOATS + 1),
        FLOATS + 1,
    ),
    "select_and_scatter": (
        lambda x: hl.select_and_scatter(
            x,
            [[5, 6]],
            0,
            lambda a, b: a >= b,
            "add",
            window_dimensions=[2, 2],
            window_strides=[1, 1],
            padding=[[0, 0], [0, 0]],
        ),
        (INTS,),
        np.array([[0, 0, 0], [0, 11, 0]], np.int32),
    ),
    "select_numbers": (lambda p, x: hl.select(p, x, 0), (FLAGS, INTS), np.where(FLAGS, INTS, 0)),
    "select_scalars": (
        lambda p, x: hl.select(p, x, 0),
        (FLAGS, np.int32(5)),
        np.where(FLAGS, np.int32(5), np.int32(0)),
    ),
    "shift_left": (hl.shift_left, (INTS, np.abs(MORE_INTS)), INTS << np.abs(MORE_INTS)),
    "shift_right_arithmetic": (hl.shift_right_arithmetic, (INTS, np.abs(MORE_INTS)), INTS >> np.abs(MORE_INTS)),
    "shift_right_logical": (
        lambda x: hl.shift_right_logical(x, 28),
        (INTS,),
        (INTS.view(np.uint32) >> np.uint32(28)).view(np.int32),
    ),
    "sign": (hl.sign, (INTS,), np.sign(INTS)),
    "sine": (hl.sine, (FLOATS,), np.sin(FLOATS)),
    "slice": (
        lambda x: hl.slice(x, start_indices=[0, 0], limit_indices=[2, 3], strides=[1, 2]),
        (INTS,),
        INTS[0:2, 0:3:2],
    ),
    "slice_without_strides": (
        lambda x: hl.slice(x, start_indices=[1, 0], limit_indices=[2, 2]),
        (INTS,),
        INTS[1:2, 0:2],
    ),
    "sort": (lambda x: hl.sort(x, lambda a, b: a < b), (INTS,), np.sort(INTS)),
    "sort_by_key": (
        lambda x, y: hl.sort([x, y], lambda a, b, c, d: a > b, dimension=0)[1],
        (INTS[:, 0].copy(), MORE_INTS[:, 0].copy()),
        MORE_INTS[:, 0][np.argsort(-INTS[:, 0], kind="stable")],
    ),
    "sqrt": (hl.sqrt, (POSITIVE,), np.sqrt(POSITIVE)),
    "subtract": (hl.subtract, (INTS, MORE_INTS), INTS - MORE_INTS),
    "tan": (hl.tan, (FLOATS,), np.tan(FLOATS)),
    "tanh": (hl.tanh, (FLOATS,), np.tanh(FLOATS)),
    "transpose": (lambda x: hl.transpose(x, permutation=[1, 0]), (INTS,), INTS.T),
    "triangular_solve": (
        lambda a, b: hl.triangular_solve(a, b, left_side=True, lower=True),
        (FACTOR, FACTOR @ INTS.T.astype(np.float32)),
        INTS.T.astype(np.float32),
    ),
    "triangular_solve_right": (
        lambda a, b: hl.triangular_solve(a, b, left_side=False, lower=True, transpose_a="ADJOINT"),
        (FACTOR, INTS.astype(np.float32) @ FACTOR.T),
        INTS.astype(np.float32),
    ),
    "while": (lambda x: hl.while_(x, lambda a: a < 100, lambda a: a * 2), (np.int32(3),), np.int32(192)),
    "while_several": (
        lambda x: hl.while_([x, 0], lambda a, i: i < 3, lambda a, i: [a + i, i + 1])[0],
        (np.int64(10),),
        np.int64(13),
    ),
    "xor": (hl.xor, (INTS, MORE_INTS), INTS ^ MORE_INTS),
}


def type_of(array) -> str:
    from hlogen.ir import element_type_of

    array = np.asarray(array)
    return "x".join([*map(str, array.shape), str(element_type_of(array.dtype))])


def build(body, arrays) -> hl.Function:
    parameters = [f"x{number}" for number in range(len(arrays))]
    assert len(parameters) == len(arrays)
    return hl.function(*map(type_of, arrays), name="main")(lambda *operands: body(*operands))


@pytest.mark.parametrize("name", CASES)
def test_operation(name: str) -> None:
    body, arrays, expected = CASES[name]
    function = build(body, arrays)
    str(function)  # upstream's verifier has seen it
    (result,) = interpreter.run(function, *arrays)
    expected = np.asarray(expected)
    assert (result.shape, result.dtype) == (expected.shape, expected.dtype)
    if expected.dtype.kind in "fc":
        np.testing.assert_allclose(result, expected, rtol=1e-5)
    else:
        np.testing.assert_array_equal(result, expected)


# Files of the builder that hold what operations are made with, or no operation of their own.
NO_OPERATIONS = {
    "arrays",
    "attributes",
    "broadcasting",
    "calls",
    "checkpoint",
    "composite",
    "emit",
    "function",
    "function_attributes",
    "functions",
    "inner",
    "operation",
    "operators",
    "places",
    "process_groups",
    "regions",
    "rows",
    "segments",
    "sizes",
    "tensor",
    "trace",
    "traced",
    "trees",
}
# Operations of the dialect that its specification leaves out.
NOT_SPECIFIED = {"stablehlo.real_dynamic_slice", "stablehlo.set_dimension_size"}
# Files whose operations need more than arrays to be run on: their tests are files of their own.
OWN_TESTS = ("channels", "distribution", "extension", "tuples")
OPERATION_FILES = sorted({file.name for file in pkgutil.iter_modules(hlogen.builder.__path__)} - NO_OPERATIONS)


def operations(files: Iterable[str] = OPERATION_FILES) -> dict[str, Any]:
    """The public functions of the builder's files of operations that `hlogen` exports."""
    return {
        name: value
        for file in files
        for name, value in vars(import_module(f"hlogen.builder.{file}")).items()
        if inspect.isfunction(value) and value.__module__ == f"hlogen.builder.{file}" and name in dir(hl)
    }


def test_a_name_is_the_operations_own() -> None:
    """The op's name, with an underscore after it where Python reserves the word."""
    from keyword import iskeyword

    for name in operations():
        assert f"stablehlo.{name.removesuffix('_')}" in {*OPS, *NOT_SPECIFIED}, name
        assert name.endswith("_") == iskeyword(name.removesuffix("_"))


def test_every_operation_has_a_case() -> None:
    tested = {operation.name for body, arrays, _ in CASES.values() for operation in build(body, arrays).module.walk()}
    own_tests = {"stablehlo.gather", "stablehlo.scatter", "stablehlo.dynamic_gather", "stablehlo.constant"}
    own_tests |= {"stablehlo.uniform_quantize", "stablehlo.uniform_dequantize"}
    own_tests |= {f"stablehlo.{name}" for name in operations(OWN_TESTS)}
    assert {f"stablehlo.{name.removesuffix('_')}" for name in operations()} - tested == own_tests - tested


def test_every_operation_of_the_specification_can_be_written() -> None:
    assert {f"stablehlo.{name.removesuffix('_')}" for name in operations()} == OPS.keys() | NOT_SPECIFIED


def test_quantization() -> None:
    @hl.function("2xf32")
    def f(x):
        quantized = hl.uniform_quantize(x, "!quant.uniform<i8:f32, 0.5>")
        narrower = hl.uniform_quantize(quantized, "!quant.uniform<i4:f32, 2.0>")
        return hl.uniform_dequantize(quantized), hl.uniform_dequantize(narrower)

    str(f)
    assert f.type.results == (hl.tensor("2xf32"),) * 2


Q = "!quant.uniform<i8:f32, 0.5>"
AS_PRODUCT = {  # a convolution without spatial dimensions
    "input_batch_dimension": 0,
    "input_feature_dimension": 1,
    "input_spatial_dimensions": [],
    "kernel_input_feature_dimension": 0,
    "kernel_output_feature_dimension": 1,
    "kernel_spatial_dimensions": [],
}
AS_DOT = {"lhs_contracting_dimensions": [1], "rhs_contracting_dimensions": [0]}


@pytest.mark.parametrize(("product", "options"), [(hl.dot_general, AS_DOT), (hl.convolution, AS_PRODUCT)])
def test_quantized_products(product, options) -> None:
    wide = "!quant.uniform<i32:f32, 0.25>"

    @hl.function(f"2x3x{Q}", f"3x2x{Q}", "2x3xf32")
    def f(x, y, z):
        return product(x, y, **options, element_type=wide), product(z, y, **options)

    str(f)
    assert f.type.results == (hl.tensor(f"2x2x{wide}"), hl.tensor("2x2xf32"))
    x, y = np.array([[1, 2, -3], [4, 5, 6]], np.int8), np.array([[7, 8], [9, -10], [11, 12]], np.int8)
    quantized, hybrid = interpreter.run(f, x, y, x.astype(np.float32))
    exact = x.astype(np.int64) @ y.astype(np.int64)  # of halves: each product is a quarter
    assert quantized.tolist() == exact.tolist()
    assert hybrid.tolist() == (exact / 2).tolist()


def test_quantized_bodies_and_movement() -> None:
    @hl.function(f"2x3x{Q}", f"{Q}")
    def f(x, init):
        largest = hl.reduce(x, init, dimensions=[1], body=hl.maximum)
        ordered = hl.sort(x, lambda a, b: a > b, dimension=1)
        return largest, ordered[:, :2], hl.select(x < -x, x, -x), hl.iota(f"3x{Q}")

    str(f)
    x = np.array([[1, 2, -3], [4, 6, 5]], np.int8)
    results = interpreter.run(f, x, np.int8(3))
    assert [result.tolist() for result in results] == [
        [3, 6], [[2, 1], [6, 5]], [[-1, -2, -3], [-4, -6, -5]], [0, 2, 4],
    ]  # fmt: skip


def test_any_operation_can_be_built_by_name() -> None:
    @hl.function("2xf32")
    def f(x):
        hl.operation(
            "stablehlo.custom_call",
            [x, x],
            attributes={"call_target_name": "check.expect_eq", "has_side_effect": True},
        )
        return hl.operation("stablehlo.cosine", [x], result_types=["2xf32"])[0]

    str(f)
    assert [operation.name for operation in f.module.function("f").body.operations][:2] == [
        "stablehlo.custom_call",
        "stablehlo.cosine",
    ]


@pytest.mark.parametrize(
    ("types", "body", "said"),
    [
        (["2x3xf32"], lambda x: hl.and_(x, x), "and"),
        (["2x3xi1"], lambda x: hl.subtract(x, x), "subtract"),
        (["2x3xi32"], lambda x: hl.sine(x), "sine"),
        (["2x3xcomplex<f32>"], lambda x: hl.compare(x, x, "EQ", "TOTALORDER"), "is FLOAT (C3)"),
        (["2x3xi32"], lambda x: hl.compare(x, x, "LESS"), "comparison_direction is one of"),
        (["2x3xi32"], lambda x: hl.compare(x, x, "LT", "FLOAT"), "compare_type of i32 is SIGNED (C3), not FLOAT"),
        (["2x3xi32"], lambda x: hl.compare(x, x, "LT", "BYTES"), "compare_type is one of"),
        (["2x3xi32"], lambda x: hl.reshape(x, [4]), "6 elements"),
        (
            ["2x3xi32"],
            lambda x: hl.reshape(x, [-2, 3]),
            "shape[0] = -2, expected a size of at least 0, or -1 for what is left",
        ),
        (["2x3xi32"], lambda x: hl.reshape(x, [4, -1]), "6 elements don't divide by 4"),
        (["2x3xi32"], lambda x: hl.reshape(x, [-1, -1]), "only one size may be -1"),
        (["2x3xi32"], lambda x: hl.transpose(x, permutation=[0, 0]), "permutation"),
        (
            ["2x3xi32"],
            lambda x: hl.broadcast_in_dim(x, [3, 2], broadcast_dimensions=[0, 1]),
            "broadcast_in_dim.C5: dimension 0 of operand is 2, but dimension 0 of",
        ),
        (
            ["2x3xi32"],
            lambda x: hl.slice(x, start_indices=[0, 0], limit_indices=[3, 3]),
            "slice.C3: limit_indices[0] = 3 is above shape(operand)[0] = 2",
        ),
        (["2x3xi32"], lambda x: hl.concatenate([x, x], dimension=2), "dimension"),
        (["2x3xi32"], lambda x: hl.concatenate(x, dimension=0), "list or tuple"),
        (["2x3xi32"], lambda x: hl.pad(x, 1.5, edge_padding_low=[0, 0], edge_padding_high=[0, 0]), "fraction"),
        (["2x3xi32"], lambda x: hl.bitcast_convert(x, "i64"), "last dimension of size"),
        (["2x3xi32"], lambda x: hl.convert(x, "f33"), "f33"),
        (["2x3xf32"], lambda x: hl.fft(x, "DFT", [3]), "fft_type is one of FFT, IFFT, RFFT, IRFFT, not str 'DFT'"),
        (["2x3xf32"], lambda x: hl.fft(x, "FFT", [3]), "fft.C2: operand isn't complex, but fft_type = FFT"),
        (
            ["2x3xf32"],
            lambda x: hl.cholesky(x),
            "cholesky.C3: the last dimension but one of a is 2, but the last dimension",
        ),
        (
            ["3x3xf32"],
            lambda x: hl.triangular_solve(x, x, left_side=True, lower=True, transpose_a="T"),
            "transpose_a is one of NO_TRANSPOSE, TRANSPOSE, ADJOINT, not str 'T'",
        ),
        (
            ["2x3xf32"],
            lambda x: hl.batch_norm_training(x, [1.0] * 2, [1.0] * 2, epsilon=0, feature_index=1),
            "batch_norm_training.C3: scale has 2 elements, but dimension 1 of operand",
        ),
        (
            ["2x3xf32"],
            lambda x: hl.batch_norm_training(x, [1.0] * 3, [1.0] * 3, epsilon="0", feature_index=1),
            "epsilon is a number",
        ),
        (
            ["i32"],
            lambda x: hl.rng(x, 1, [2], "NORMAL"),
            "rng.C2: a isn't of floating-point type: it is tensor<i32>, and",
        ),
        (["i32"], lambda x: hl.rng(x, 1, [2], "POISSON"), "rng_distribution is one of UNIFORM, NORMAL"),
        (
            ["3xui64"],
            lambda x: hl.rng_bit_generator(x, "i32", rng_algorithm="THREE_FRY"),
            "rng_bit_generator.C2: initial_state has 3 elements, expected 2, and",
        ),
        (["2xui64"], lambda x: hl.rng_bit_generator(x, "i32", rng_algorithm="RANDU"), "rng_algorithm is"),
        (
            ["2x3xf32"],
            lambda x: hl.map(x, lambda a: (a, a)),
            "map.C4: computation takes [tensor<f32>] and returns [tensor<f32>,",
        ),
        (["2x3xi32"], lambda x: hl.convert(x, object), "object"),
        (["2x3xi32"], lambda x: hl.iota("2x3xi32", iota_dimension=2), "iota_dimension"),
        (["2x3xi32"], lambda x: hl.select(x, x, x), "pred"),
        (["2x3xi32"], lambda x: hl.select(True, 1, 2), "select needs a tensor"),
        (["2x3xi32"], lambda x: hl.clamp(1, 2, 3), "clamp needs a tensor"),
        (["2x3xi32"], lambda x: hl.clamp(np.zeros(2, int), x, 3), "min"),
        (["2x3xi32"], lambda x: x @ x, "dot_general.C10: lhs has sizes [3] along lhs_contracting_dimensions, but"),
        (["2x3x4xi32"], lambda x: x @ x, "dot_general.C10: lhs has sizes [4] along lhs_contracting_dimensions, but"),
        (["2x3x4xi32", "5x4x2xi32"], lambda x, y: x @ y, "dimension 0 of lhs has size 2, dimension 0 of rhs 5"),
        (["i32"], lambda x: x @ x, "@ takes tensors of rank 1 and more"),
        (["2x3xi32"], lambda x: hl.dynamic_slice(x, [0], slice_sizes=[1, 1]), "start_indices"),
        (["2x3xi32"], lambda x: hl.dynamic_slice(x, x, slice_sizes=[1, 1]), "start_indices is a list of scalars"),
        (
            ["2x3xi32"],
            lambda x: hl.dynamic_update_slice(x, np.zeros((3, 3), int), [0, 0]),
            "dynamic_update_slice.C6: shape(update)[0] = 3 is above shape(operand)[0] =",
        ),
        (["2x3xi32"], lambda x: hl.reduce(x, [0, 0], [0], "add"), "1 inputs, but 2 init_values"),
        (["2x3xi32"], lambda x: hl.reduce(x, 0, [2], "add"), "dimensions"),
        (["2x3xi32"], lambda x: hl.reduce(x, 0, [0], "sum"), "body of reduce 'sum' has no meaning"),
        (["2x3xi32"], lambda x: hl.if_(x, lambda: x, lambda: x), "pred is tensor<2x3xi32>"),
        (["2xf32"], lambda x: hl.uniform_quantize(x, "i8"), "not i8"),
        (["2xf64"], lambda x: hl.uniform_quantize(x, "!quant.uniform<i8:f32, 0.5>"), "takes f32 values"),
        (
            ["2xf32"],
            lambda x: hl.uniform_dequantize(x),
            "uniform_dequantize.I1: operand is tensor<2xf32>, which isn't quantized",
        ),
        (["2xf32"], lambda x: hl.reduce_window(x, 0, "add", window_dimensions=[0]), "at least 1"),
        (["2xf32"], lambda x: hl.reduce_window(x, 0, "add", window_dimensions=[1], padding=1), "[low, high]"),
        (["2x3xf32", "i64"], lambda x, n: hl.set_dimension_size(x, n, dimension=0), "expected tensor<i32>"),
        (
            ["2x3xf32"],
            lambda x: hl.set_dimension_size(x, 1, dimension=2),
            "set_dimension_size: dimension = 2 is no dimension of operand",
        ),
        (["2x3xf32"], lambda x: hl.real_dynamic_slice(x, [0], [1, 1], [1, 1]), "tensor<1xi64>, expected 2 integers"),
        (["2xf32"], lambda x: hl.dynamic_reshape(x, x), "output_shape is a 1-dimensional tensor of integers"),
        (["2xf32"], lambda x: hl.dynamic_reshape(x, 2), "output_shape takes a list of integers"),
        (["2xf32"], lambda x: hl.iota("?xi32"), "hl.dynamic_iota"),
        (["2xf32"], lambda x: hl.reduce_window(x, 0, "add", window_dimensions=[1], padding=[[1]]), "[low, high]"),
        (
            ["i1"],
            lambda p: hl.if_(p, lambda: p, lambda: hl.constant(1)),
            "if.C2: true_branch returns [tensor<i1>], but false_branch returns",
        ),
        (["i1"], lambda p: hl.if_(p, lambda: p, p), "false_branch of if is a Python function, not a tensor"),
        (["i1"], lambda p: hl.if_(p, lambda: p, lambda x: p), "false_branch of if gets 0 arguments"),
        (["i32"], lambda i: hl.case(i, []), "non-empty list"),
        (["i32"], lambda i: hl.while_(i, lambda a: a, lambda a: a), "cond"),
        (["i32"], lambda i: hl.while_(i, lambda a: a < 3, lambda a: (a, a)), "body"),
        (["i32"], lambda i: hl.sort(i, lambda a, b: a < b), "dimension"),
        (["i32"], lambda i: hl.dot_general(i, i, lhs_contracting_dimensions=[0], rhs_contracting_dimensions=[]), "lhs"),
        (
            ["2xi32"],
            lambda x: hl.dot_general(
                x, x, lhs_contracting_dimensions=[0], rhs_contracting_dimensions=[0], precision_config="HIGH"
            ),
            "precision_config is two of",
        ),
        (["2x2xi32"], lambda x: CONVOLUTION(x, x, window_strides=1), "window_strides"),
        (["2x2xi32"], lambda x: CONVOLUTION(x, x, window_reversal=True), "window_reversal takes a list of booleans"),
        (["2x2xi32"], lambda x: CONVOLUTION(x, x, window_reversal=[1]), "window_reversal"),
        (["2x2xi32"], lambda x: CONVOLUTION(x, x, padding=[[1]]), "[low, high]"),
        (
            ["2x2xi32"],
            lambda x: CONVOLUTION(x, x, feature_group_count=4),
            "convolution.C11: lhs has 2 features, which aren't 4 groups of one size",
        ),
        (["2x2xi32"], lambda x: CONVOLUTION(x, x, precision_config="HIGH"), "precision_config is two of"),
        (
            ["2x2xi32"],
            lambda x: CONVOLUTION(x, x, precision_config=["HIGH"]),
            "precision_config has 1 entry, expected 2",
        ),
        (
            ["2x2x!quant.uniform<i8:f32, 0.5>"],
            lambda x: CONVOLUTION(x, x),
            "convolution: the result types don't follow from the operands; give them",
        ),
        ([f"2x{Q}", "2xf32"], lambda x, y: x + y, "fix: convert one with hl.uniform_quantize"),
        (["2xf32", f"2x{Q}"], lambda x, y: x + y, "fix: convert one with hl.uniform_dequantize"),
        (
            ["2x3xf64", f"3x2x{Q}"],
            lambda x, y: hl.dot_general(x, y, **AS_DOT),
            "dot_general.C20: rhs has expressed type f32, but lhs has elements of f64",
        ),
        (["i32"], lambda i: hl.operation("cosine", [i]), "name is an operation's name with its dialect"),
        (["i32"], lambda i: hl.operation("a.b", i), "operands is a list of tensors"),
        (["i32"], lambda i: hl.operation("a.b", [i], result_types="f32"), "result_types is a list"),
        (["i32"], lambda i: hl.operation("a.b", [i], regions=[i]), "regions[0] is made with hl.region, not a tensor"),
        (["i32"], lambda i: hl.operation("a.b", [i], attributes=[1]), "attributes is a dict of attributes"),
        (["i32"], lambda i: hl.operation("a.b", [i], attributes={"": 1}), "attributes has the name str ''"),
        (["i32"], lambda i: hl.constant(1, "2xq32"), "type: 'tensor<2xq32>' is not a type"),
        (["i32"], lambda i: hl.rng(i, i, [-1], "UNIFORM"), "shape [-1] has a negative size"),
        (
            ["f32"],
            lambda x: hl.reduce_precision(x, exponent_bits=0, mantissa_bits=3),
            "reduce_precision.C2: exponent_bits = 0 is below 1",
        ),
        (
            ["f32"],
            lambda x: hl.reduce_precision(x, exponent_bits=3, mantissa_bits=-1),
            "reduce_precision.C3: mantissa_bits = -1 is below 0",
        ),
        (
            ["2x3xf32"],
            lambda x: hl.batch_norm_training(x, [1.0] * 3, [1.0] * 3, epsilon=1e300, feature_index=1),
            "epsilon = 1e+300 doesn't fit f32",
        ),
        (["2x2xi32"], lambda x: CONVOLUTION(x, x, precision_config=2), "precision_config is two of"),
        (["2x2xi32"], lambda x: CONVOLUTION(x, x, padding=np.array(1)), "padding is a list of [low, high]"),
        (
            ["2x2xf32"],
            lambda x: CONVOLUTION(x, x, element_type=f"{Q}"),
            "convolution.C28: lhs isn't quantized, but result is quantized; rhs isn't",
        ),
        (
            ["2xf32"],
            lambda x: hl.dot_general(x, x, **AS_VECTORS, element_type=f"{Q}"),
            "dot_general.C14: lhs isn't quantized, but result is quantized; rhs isn't",
        ),
        (["2xf32"], lambda x: pooled(x, x), "select_and_scatter.C2: source has shape [2], but along the dimensions of"),
        (
            ["2xf32"],
            lambda x: pooled(x, x[:1], np.zeros(1, np.float32)),
            "select_and_scatter.I3: init_value is tensor<1xf32>, of rank 1, expected 0",
        ),
        (
            ["2xf32"],
            lambda x: pooled(x, x[:1], select=lambda a, b: a),
            "select_and_scatter.C9: select takes [tensor<f32>, tensor<f32>] and returns",
        ),
        (
            ["2xf32"],
            lambda x: pooled(x, x[:1], window_dimensions=[2, 2]),
            "select_and_scatter.C4: window_dimensions has 2 entries, but operand has",
        ),
        (
            ["2xf32"],
            lambda x: pooled(x, x[:1], window_strides=[0]),
            "select_and_scatter.C7: window_strides[0] = 0 isn't above 0",
        ),
        (
            ["2xf32"],
            lambda x: hl.dynamic_broadcast_in_dim(x, [2, 3], broadcast_dimensions=[2]),
            "dynamic_broadcast_in_dim.C3: broadcast_dimensions[0] = 2 isn't below",
        ),
        (
            ["2xf32"],
            lambda x: hl.dynamic_broadcast_in_dim(
                x, [2], broadcast_dimensions=[0], known_expanding_dimensions=[0], known_nonexpanding_dimensions=[0]
            ),
            "dynamic_broadcast_in_dim.C8: known_expanding_dimensions = [0] and",
        ),
        (
            ["2xf32"],
            lambda x: hl.dynamic_reshape(x, [3], result_type="3xf32"),
            "dynamic_reshape.C2: operand has 2 elements, but result has 3 elements",
        ),
        (
            ["i32"],
            lambda i: hl.dynamic_iota([3], iota_dimension=1, result_type="?xi32"),
            "dynamic_iota.C1: iota_dimension = 1 isn't below size(output_shape) = 1",
        ),
        (
            ["f32"],
            lambda x: hl.optimization_barrier(hl.tuple(x)),
            "optimization_barrier.I1: operand has the types [tuple<tensor<f32>>], which",
        ),
    ],
)
def test_refused_at_the_users_line(types, body, said: str) -> None:
    with pytest.raises((hl.UsageError, hl.ConstraintError)) as caught:
        hl.function(*types, name="f")(body)
    assert said in str(caught.value)
    assert f"{__file__}:" in str(caught.value)


def test_products_of_windows_may_be_summed_in_a_wider_type() -> None:
    x = np.full((1, 2), 100, np.int8)

    @hl.function("1x2xi8", "2x1xi8", name="main")
    def f(x, y):
        return CONVOLUTION(x, y, element_type="i32")

    assert str(f.type.results[0]) == "tensor<1x1xi32>"
    (result,) = interpreter.run(str(f), x, x.T)
    assert result.tolist() == [[20_000]]
