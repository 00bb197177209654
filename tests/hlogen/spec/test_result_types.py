"""Result types against upstream's: every operation of programs that upstream has verified, and one of each op here."""

from pathlib import Path

import numpy as np
import pytest

from hlogen.errors import UsageError
from hlogen.ir import (
    Block,
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    EnumAttr,
    IntegerAttr,
    IntegerType,
    Operation,
    Region,
    TensorType,
    Type,
    parse_type,
    tensor,
)
from hlogen.mlir.reader import read_all
from hlogen.spec.constraint import ConstraintError
from hlogen.spec.operations import CONSTRAINED
from hlogen.spec.result_types import infer

GOLDEN = Path(__file__).parents[3] / "golden"
I64 = IntegerType(64)

# One of each op whose result follows from its operands; upstream's own verifier has inferred the types written here.
PROGRAM = """
func.func @callee(%a: tensor<2xf32>) -> tensor<2xf32> { return %a : tensor<2xf32> }
func.func @main(
    %f: tensor<2x3xf32>, %g: tensor<2x3xf32>, %i: tensor<2x3xi32>, %u: tensor<2x3xui8>, %b: tensor<2x3xi1>,
    %c: tensor<2x3xcomplex<f32>>, %d: tensor<?x3xf32>, %s: tensor<f32>, %n: tensor<i32>, %p: tensor<i1>,
    %q: tensor<2x3x!quant.uniform<i8:f32, 0.5>>, %axis: tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>,
    %bound: tensor<?x3xf32, #stablehlo.bounds<5, ?>>, %z: tensor<2xf32>, %m: tensor<4x4xf32>, %token: !stablehlo.token,
    %cplx: tensor<complex<f32>>, %long: tensor<i64>, %n1: tensor<6xi32>, %conv_kernel: tensor<4x?x2x1xf32>
) {
  %abs = stablehlo.abs %i : tensor<2x3xi32>
  %abs_c = stablehlo.abs %c : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %real = stablehlo.real %c : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xf32>
  %imag = stablehlo.imag %f : tensor<2x3xf32>
  %complex = stablehlo.complex %f, %g : tensor<2x3xcomplex<f32>>
  %finite = stablehlo.is_finite %f : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %cosine = stablehlo.cosine %d : tensor<?x3xf32>
  %neg = stablehlo.negate %q : tensor<2x3x!quant.uniform<i8:f32, 0.5>>
  %clz = stablehlo.count_leading_zeros %u : tensor<2x3xui8>
  %not = stablehlo.not %b : tensor<2x3xi1>
  %add = stablehlo.add %f, %g : tensor<2x3xf32>
  %bounded = stablehlo.add %bound, %bound : tensor<?x3xf32, #stablehlo.bounds<5, ?>>
  %and = stablehlo.and %b, %b : tensor<2x3xi1>
  %shift = stablehlo.shift_left %u, %u : tensor<2x3xui8>
  %compare = stablehlo.compare LT, %f, %g : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
  %select = stablehlo.select %b, %f, %g : tensor<2x3xi1>, tensor<2x3xf32>
  %select_0 = stablehlo.select %p, %f, %g : tensor<i1>, tensor<2x3xf32>
  %clamp = stablehlo.clamp %s, %f, %g : (tensor<f32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %convert = stablehlo.convert %f : (tensor<2x3xf32>) -> tensor<2x3xi8>
  %cast = stablehlo.bitcast_convert %f : (tensor<2x3xf32>) -> tensor<2x3xi32>
  %cast_down = stablehlo.bitcast_convert %f : (tensor<2x3xf32>) -> tensor<2x3x4xi8>
  %cast_up = stablehlo.bitcast_convert %cast_down : (tensor<2x3x4xi8>) -> tensor<2x3xf32>
  %precise = stablehlo.reduce_precision %f, format = e5m10 : tensor<2x3xf32>
  %dequantized = stablehlo.uniform_dequantize %q : (tensor<2x3x!quant.uniform<i8:f32, 0.5>>) -> tensor<2x3xf32>
  %quantized = stablehlo.uniform_quantize %f : (tensor<2x3xf32>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5>>

  %constant = stablehlo.constant dense<1.0> : tensor<2x3xbf16>
  %iota = stablehlo.iota dim = 1 : tensor<2x3xi32>
  %broadcast = stablehlo.broadcast_in_dim %z, dims = [0] : (tensor<2xf32>) -> tensor<2x3xf32>
  %reshape = stablehlo.reshape %f : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %transpose = stablehlo.transpose %d, dims = [1, 0] : (tensor<?x3xf32>) -> tensor<3x?xf32>
  %transpose_axis = stablehlo.transpose %axis, dims = [1, 0]
    : (tensor<2x3x!quant.uniform<i8:f32:1, {0.5, 0.25, 0.125}>>)
    -> tensor<3x2x!quant.uniform<i8:f32:0, {0.5, 0.25, 0.125}>>
  %slice = stablehlo.slice %m [0:3:2, 1:4] : (tensor<4x4xf32>) -> tensor<2x3xf32>
  %concatenate = stablehlo.concatenate %f, %g, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %concatenate_d = stablehlo.concatenate %f, %d, dim = 0 : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %concatenate_b = stablehlo.concatenate %f, %bound, dim = 0
    : (tensor<2x3xf32>, tensor<?x3xf32, #stablehlo.bounds<5, ?>>) -> tensor<?x3xf32, #stablehlo.bounds<7, ?>>
  %pad = stablehlo.pad %f, %s, low = [1, -1], high = [0, 2], interior = [2, 0]
    : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x4xf32>
  %pad_b = stablehlo.pad %bound, %s, low = [1, -1], high = [0, 2], interior = [2, 0]
    : (tensor<?x3xf32, #stablehlo.bounds<5, ?>>, tensor<f32>) -> tensor<?x4xf32, #stablehlo.bounds<14, ?>>
  %reverse = stablehlo.reverse %f, dims = [0, 1] : tensor<2x3xf32>
  %dynamic_slice = stablehlo.dynamic_slice %f, %n, %n, sizes = [1, 2]
    : (tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>
  %updated = stablehlo.dynamic_update_slice %f, %dynamic_slice, %n, %n
    : (tensor<2x3xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %size = stablehlo.get_dimension_size %d, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %shape = stablehlo.constant dense<[6]> : tensor<1xi64>
  %dynamic_iota = stablehlo.dynamic_iota %shape, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  %dynamic_broadcast = stablehlo.dynamic_broadcast_in_dim %s, %shape, dims = []
    : (tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  %two = stablehlo.constant dense<1> : tensor<2xi64>
  %dynamic_pad = stablehlo.dynamic_pad %f, %s, %two, %two, %two
    : (tensor<2x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %dynamic_reshape = stablehlo.dynamic_reshape %f, %shape : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?xf32>
  %set_size = "stablehlo.set_dimension_size"(%f, %n) <{dimension = 1 : i64}>
    : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
  %set_bounded = "stablehlo.set_dimension_size"(%bound, %n) <{dimension = 0 : i64}>
    : (tensor<?x3xf32, #stablehlo.bounds<5, ?>>, tensor<i32>) -> tensor<?x3xf32, #stablehlo.bounds<5, ?>>
  %real_slice = "stablehlo.real_dynamic_slice"(%f, %two, %two, %two)
    : (tensor<2x3xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
  %barrier:2 = stablehlo.optimization_barrier %f, %n : tensor<2x3xf32>, tensor<i32>
  %tuple = stablehlo.tuple %f, %n : tuple<tensor<2x3xf32>, tensor<i32>>
  %element = stablehlo.get_tuple_element %tuple[1] : (tuple<tensor<2x3xf32>, tensor<i32>>) -> tensor<i32>
  %after = stablehlo.after_all %token, %token : !stablehlo.token

  %reduced = stablehlo.reduce(%f init: %s) applies stablehlo.add across dimensions = [1]
    : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  %window = "stablehlo.reduce_window"(%m, %s) <{
    window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, base_dilations = array<i64: 2, 1>,
    window_dilations = array<i64: 3, 1>, padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>
  }> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %t = stablehlo.maximum %x, %y : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x2xf32>
  %sorted:2 = "stablehlo.sort"(%f, %i) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<i32>, %w: tensor<i32>):
      %t = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  %map = "stablehlo.map"(%f) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%x: tensor<f32>):
      %t = stablehlo.convert %x : (tensor<f32>) -> tensor<i64>
      stablehlo.return %t : tensor<i64>
  }) : (tensor<2x3xf32>) -> tensor<2x3xi64>
  %dot = stablehlo.dot_general %d, %m, batching_dims = [] x [], contracting_dims = [] x []
    : (tensor<?x3xf32>, tensor<4x4xf32>) -> tensor<?x3x4x4xf32>
  %dot_wide = stablehlo.dot_general %f, %g, batching_dims = [0] x [0], contracting_dims = [1] x [1]
    : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf64>
  %image = stablehlo.reshape %m : (tensor<4x4xf32>) -> tensor<1x4x2x2xf32>
  %kernel = stablehlo.reshape %m : (tensor<4x4xf32>) -> tensor<2x4x1x2xf32>
  %conv = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[1, 0, i, o]->[0, f, b, 1],
    window = {stride = [2, 1], pad = [[1, 0], [2, 3]], lhs_dilate = [2, 3], rhs_dilate = [1, 2]}
    {feature_group_count = 2 : i64, batch_group_count = 1 : i64}
    : (tensor<1x4x2x2xf32>, tensor<2x4x1x2xf32>) -> tensor<3x2x1x7xf32>
  %conv_groups = stablehlo.convolution(%kernel, %conv_kernel) dim_numbers = [b, 0, f, 1]x[o, 0, 1, i]->[b, 0, 1, f],
    window = {} {feature_group_count = 1 : i64, batch_group_count = 2 : i64}
    : (tensor<2x4x1x2xf32>, tensor<4x?x2x1xf32>) -> tensor<1x?x1x4xf32>
  %cholesky = stablehlo.cholesky %m, lower = true : tensor<4x4xf32>
  %solved = "stablehlo.triangular_solve"(%m, %m) <{
    left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>
  }> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>

  %transformed = stablehlo.fft %c, type = FFT, length = [3] : (tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  %real_fft = stablehlo.fft %d, type = RFFT, length = [2, 3] : (tensor<?x3xf32>) -> tensor<?x2xcomplex<f32>>
  %real_ifft = stablehlo.fft %c, type = IRFFT, length = [2, 5] : (tensor<2x3xcomplex<f32>>) -> tensor<2x5xf32>
  %normal = "stablehlo.batch_norm_inference"(%f, %z, %z, %z, %z) <{epsilon = 0.0 : f32, feature_index = 0 : i64}>
    : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  %trained:3 = "stablehlo.batch_norm_training"(%f, %z, %z) <{epsilon = 0.0 : f32, feature_index = 0 : i64}>
    : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  %grads:3 = "stablehlo.batch_norm_grad"(%f, %z, %z, %z, %g) <{epsilon = 0.0 : f32, feature_index = 0 : i64}>
    : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x3xf32>)
    -> (tensor<2x3xf32>, tensor<2xf32>, tensor<2xf32>)
  %around = stablehlo.constant dense<[[1, 0], [2, 3]]> : tensor<2x2xi64>
  %dynamic_conv = "stablehlo.dynamic_conv"(%image, %kernel, %around) <{
    dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[1, 0, i, o]->[0, f, b, 1]>,
    feature_group_count = 2 : i64, batch_group_count = 1 : i64
  }> : (tensor<1x4x2x2xf32>, tensor<2x4x1x2xf32>, tensor<2x2xi64>) -> tensor<?x2x1x?xf32>
  %rng = stablehlo.rng %s, %s, %two, distribution = UNIFORM
    : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<1x1xf32>
  %seed = stablehlo.constant dense<1> : tensor<2xui64>
  %state, %bits = stablehlo.rng_bit_generator %seed, algorithm = PHILOX
    : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xbf16>)

  %if:2 = "stablehlo.if"(%p) ({
    stablehlo.return %f, %n : tensor<2x3xf32>, tensor<i32>
  }, {
    stablehlo.return %g, %n : tensor<2x3xf32>, tensor<i32>
  }) : (tensor<i1>) -> (tensor<2x3xf32>, tensor<i32>)
  %case = "stablehlo.case"(%n) ({
    stablehlo.return %f : tensor<2x3xf32>
  }) : (tensor<i32>) -> tensor<2x3xf32>
  %while:2 = stablehlo.while(%k = %n, %l = %f) : tensor<i32>, tensor<2x3xf32>
    cond {
      stablehlo.return %p : tensor<i1>
    } do {
      stablehlo.return %k, %l : tensor<i32>, tensor<2x3xf32>
    }
  %call = func.call @callee(%z) : (tensor<2xf32>) -> tensor<2xf32>
  %id = stablehlo.replica_id : tensor<ui32>
  %partition = stablehlo.partition_id : tensor<ui32>
  %all:2 = "stablehlo.all_gather"(%f, %n1) <{
    all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [3, 2]]> : tensor<2x2xi64>
  }> : (tensor<2x3xf32>, tensor<6xi32>) -> (tensor<4x3xf32>, tensor<12xi32>)
  %all_bounded = "stablehlo.all_gather"(%bound) <{
    all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>,
    replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>, use_global_device_ids
  }> : (tensor<?x3xf32, #stablehlo.bounds<5, ?>>) -> tensor<?x3xf32, #stablehlo.bounds<15, ?>>
  %sum = "stablehlo.all_reduce"(%f) <{replica_groups = dense<[[0, 1, 3], [2, -1, -1]]> : tensor<2x3xi64>}> ({
    ^bb0(%x: tensor<f64>, %y: tensor<f64>):
      %t = stablehlo.add %x, %y : tensor<f64>
      stablehlo.return %t : tensor<f64>
  }) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  %part = "stablehlo.reduce_scatter"(%m) <{
    scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %t = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %t : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  %exchanged = "stablehlo.all_to_all"(%m) <{
    split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64,
    replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  %permuted = "stablehlo.collective_permute"(%d) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}>
    : (tensor<?x3xf32>) -> tensor<?x3xf32>
  %sent_out = "stablehlo.collective_broadcast"(%f) <{replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>}>
    : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %sent = "stablehlo.send"(%f, %token) <{
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  %received:2 = "stablehlo.recv"(%sent) <{
    channel_handle = #stablehlo.channel_handle<handle = 0, type = 1>,
    source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>
  }> : (!stablehlo.token) -> (tensor<2x3xf32>, !stablehlo.token)
  %fed:2 = "stablehlo.infeed"(%token) : (!stablehlo.token) -> (tensor<2xi32>, !stablehlo.token)
  %out = "stablehlo.outfeed"(%f, %token) : (tensor<2x3xf32>, !stablehlo.token) -> !stablehlo.token
  %future = "stablehlo.async_start"(%m) ({
    ^bb0(%x: tensor<4x4xf32>):
      %t = stablehlo.slice %x [0:3:2, 1:4] : (tensor<4x4xf32>) -> tensor<2x3xf32>
      stablehlo.return %t : tensor<2x3xf32>
  }) : (tensor<4x4xf32>) -> !stablehlo.future<tensor<2x3xf32>>
  %done = "stablehlo.async_done"(%future) : (!stablehlo.future<tensor<2x3xf32>>) -> tensor<2x3xf32>
  %own = stablehlo.custom_call @vendor.op(%f) {backend_config = {a = 1 : i32}, api_version = 4 : i32}
    : (tensor<2x3xf32>) -> tensor<4xf32>
  %composed = stablehlo.composite "vendor.callee" %z {decomposition = @callee} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
"""


# The ops whose results only the program can state.
DECLARED = {
    *("convert", "bitcast_convert", "uniform_quantize", "iota", "broadcast_in_dim", "reshape", "call", "dynamic_iota"),
    *("rng_bit_generator", "recv", "infeed", "custom_call", "composite"),
}


def operations(text: str | Path) -> list[Operation]:
    modules = read_all(text, verify=True)
    return [
        op for module in modules for op in module.walk() if op.name.startswith("stablehlo.") or op.name == "func.call"
    ]


def signature(op: Operation) -> tuple[str, list[object], dict[str, object], tuple[object, ...]]:
    return op.name, [value.type for value in op.operands], dict(op.attributes), op.regions


@pytest.mark.parametrize("op", [pytest.param(op, id=f"{n}-{op.name}") for n, op in enumerate(operations(PROGRAM))])
def test_the_rules_agree_with_upstream(op: Operation) -> None:
    expected = tuple(value.type for value in op.results)
    assert infer(*signature(op), declared=expected) == expected
    if op.name.rpartition(".")[2] in DECLARED:
        with pytest.raises(UsageError, match="follow from the operands; give"):
            infer(*signature(op))
    elif op.name == "stablehlo.dynamic_reshape":  # as many elements along the only dimension
        assert infer(*signature(op)) == (tensor("6xf32"),)
    elif op.name == "stablehlo.rng":  # its shape is known to a run
        assert infer(*signature(op))[0].rank == expected[0].rank
    elif op.name == "stablehlo.dot_general" and expected == (tensor("2xf64"),):
        assert infer(*signature(op)) == (tensor("2xf32"),)
    else:
        assert infer(*signature(op)) == expected


def test_every_operation_is_met_by_the_program() -> None:
    elsewhere = {
        *("stablehlo.gather", "stablehlo.dynamic_gather", "stablehlo.scatter", "stablehlo.select_and_scatter"),
        "stablehlo.collective_reduce",
    }
    met = {op.name for op in operations(PROGRAM)}
    like_others = {f"stablehlo.{name}" for name in ELEMENTWISE_LIKE_OTHERS}
    assert CONSTRAINED.keys() - met - elsewhere - like_others == set()


ELEMENTWISE_LIKE_OTHERS = """
    atan2 cbrt ceil divide exponential exponential_minus_one floor log log_plus_one logistic minimum multiply or popcnt
    power remainder round_nearest_afz round_nearest_even rsqrt shift_right_arithmetic shift_right_logical sign sine sqrt
    subtract tan tanh xor
""".split()  # noqa: SIM905  # reads better without quotes


VALID = [folder for folder in sorted(GOLDEN.iterdir()) if folder.is_dir() and folder.name != "invalid"]


@pytest.mark.parametrize("folder", VALID, ids=lambda folder: folder.name)
def test_the_rules_agree_with_every_golden(folder: Path) -> None:
    for path in sorted(folder.glob("*.mlir")):
        for op in operations(path):
            expected = tuple(value.type for value in op.results)
            assert infer(*signature(op), declared=expected) == expected, path.name


F, G, N, S = tensor("2x3xf32"), tensor("3x2xf32"), tensor("2x3xi32"), tensor("f32")


def array(*values: int) -> DenseArray:
    return DenseArray(I64, values)


def refused(name: str, operands: list[Type], attributes: dict[str, object], declared: list[Type] | None = None) -> str:
    """The ids of the rules that an operation breaks with what they say, or why nobody knows its result."""
    try:
        found = infer(name, operands, attributes, (), declared)
    except ConstraintError as error:
        return "; ".join(f"{violation.id}: {violation.message}" for violation in error.violations)
    except UsageError as error:
        return str(error)
    raise AssertionError(f"{name} gives {', '.join(map(str, found))}")


@pytest.mark.parametrize(
    ("says", "name", "operands", "attributes"),
    [
        ("add.I2: operand rhs is missing", "add", [F], {}),
        ("add.I1: lhs is tensor<*xf32>, which has no rank", "add", ["tensor<*xf32>", F], {}),
        ("add.C1: rhs is tensor<3x2xf32>, but lhs is tensor<2x3xf32>", "add", [F, G], {}),
        ("add.C1: rhs is tensor<2x3xi32>, but lhs is tensor<2x3xf32>", "add", [F, N], {}),
        ("cosine.I1: operand is tensor<2x3xi32>, no tensor of floating-point or complex type or", "cosine", [N], {}),
        ("and.I1: lhs is tensor<2x3xf32>, no tensor of boolean or integer type", "and", [F, F], {}),
        ("abs.I1: operand is tensor<2xui8>, no tensor of signed integer,", "abs", ["tensor<2xui8>"], {}),
        ("select.I1: pred is tensor<2x3xi32>, no tensor of type i1", "select", [N, F, F], {}),
        ("clamp.C1: min has shape [3, 2], but operand has shape [2, 3]", "clamp", [G, F, S], {}),
        ("reshape: the result types don't follow from the operands; give them", "reshape", [F], {}),
        ("convert: the result types don't follow from the operands; give them", "convert", [F], {}),
        ("permutation = [0, 0] is no permutation", "transpose", [F], {"permutation": array(0, 0)}),
        ("transpose.I2: attribute permutation is missing", "transpose", [F], {}),
        ("concatenate.I2: attribute dimension is missing", "concatenate", [F, F], {}),
        ("concatenate.C4: dimension = 2 isn't below rank(inputs[0]) = 2", "concatenate", [F, F], {
            "dimension": IntegerAttr(2, I64)}),
        ("concatenate.C2: inputs[1] has shape [3, 2], but", "concatenate", [F, G], {"dimension": IntegerAttr(0, I64)}),
        ("concatenate.C3: size(inputs) = 0 isn't above 0", "concatenate", [], {"dimension": IntegerAttr(0, I64)}),
        ("slice.C4: strides[1] = 0 isn't above 0", "slice", [F], {
            "start_indices": array(0, 0), "limit_indices": array(1, 1), "strides": array(1, 0)}),
        ("slice.C3: limit_indices[1] = 4 is above shape(operand)[1] = 3", "slice", [F], {
            "start_indices": array(0, 2), "limit_indices": array(1, 4), "strides": array(1, 1)}),
        ("slice.C2: strides has 1 entry, but operand has rank 2", "slice", [F], {
            "start_indices": array(0, 2), "limit_indices": array(1, 4), "strides": array(1)}),
        ("padding_value is tensor<2x3xf32>", "pad", [F, F], {}),
        ("pad.C4: operand of shape [2, 3] has shape [-1, 3] with this padding", "pad", [F, S], {
            "edge_padding_low": array(-3, 0), "edge_padding_high": array(0, 0), "interior_padding": array(0, 0)}),
        ("pad.C3: interior_padding[0] = -1 is below 0", "pad", [F, S], {
            "edge_padding_low": array(0, 0), "edge_padding_high": array(0, 0), "interior_padding": array(-1, 0)}),
        ("reverse.C2: dimensions = [0, 0] has 0 more than once", "reverse", [F], {"dimensions": array(0, 0)}),
        ("reverse.C3: dimensions[0] = 0 isn't below rank(result) = 0", "reverse", [S], {"dimensions": array(0)}),
        ("dynamic_slice.C2: start_indices has 1 entry, but operand has rank 2", "dynamic_slice", [F, "tensor<i32>"], {
            "slice_sizes": array(1, 1)}),
        ("dynamic_slice.C3: start_indices[1] is tensor<i64>,", "dynamic_slice", [F, "tensor<i32>", "tensor<i64>"], {
            "slice_sizes": array(1, 1)}),
        ("dynamic_slice.I2: start_indices[0] is tensor<f32>: f32 is no integer type", "dynamic_slice", [F, S, S], {
            "slice_sizes": array(1, 1)}),
        ("dynamic_slice.C4: slice_sizes[0] = 9 is above shape(operand)[0] = 2", "dynamic_slice",
            [F, "tensor<i32>", "tensor<i32>"], {"slice_sizes": array(9, 1)}),
        ("dynamic_update_slice.C6:", "dynamic_update_slice", [F, "tensor<9x1xf32>", "tensor<i32>", "tensor<i32>"], {}),
        ("dot_general.I3: dot_dimension_numbers is missing", "dot_general", [F, G], {}),
        ("convolution.I8: dimension_numbers is missing", "convolution", [F, G], {}),
        ("reduce.I4: region body is missing", "reduce", [F, S], {"dimensions": array(0)}),
        ("reduce.I2: init_values[0] is tensor<2x3xf32>, of rank 2,", "reduce", [F, F], {"dimensions": array(0)}),
        ("reduce.I2: init_values[0] is tensor<2x3xf32>, of rank 2,", "reduce", [F, F, S], {"dimensions": array(0)}),
        ("if.I1: pred is tensor<f32>, no 0-dimensional tensor of type i1", "if", [S], {}),
        ("case.C1: the operation has no branches", "case", ["tensor<i32>"], {}),
        ("while.I2: region cond is missing", "while", [F], {}),
        ("get_tuple_element.I1: operand is tensor<2x3xf32>, no tuple", "get_tuple_element", [F], {}),
        ("after_all.I1: inputs[0] is tensor<2x3xf32>, no token", "after_all", [F], {}),
        ("give them", "custom_call", [F], {"call_target_name": "vendor.op"}),
        ("cholesky.I1: a is tensor<2x2xi32>, no tensor of floating-point or", "cholesky", ["tensor<2x2xi32>"], {}),
        ("triangular_solve.I3: attribute left_side is missing", "triangular_solve", [F, F], {}),
        ("triangular_solve.I3: attribute left_side is missing", "triangular_solve", ["tensor<3x3xf32>", F], {}),
        ("triangular_solve.I4: attribute lower is missing", "triangular_solve",
            ["tensor<2x2xf32>", F], {"left_side": False}),
        ("fft.C1: size(fft_length) = 3 is above rank(operand) = 2", "fft", [F], {
            "fft_type": EnumAttr("fft_type", "RFFT"), "fft_length": array(1, 1, 1)}),
        ("fft.C2: operand isn't complex, but fft_type = FFT", "fft", [F], {
            "fft_type": EnumAttr("fft_type", "FFT"), "fft_length": array(3)}),
        ("fft.C4: fft_length = [4], but the last dimensions of the real tensor have sizes [3]", "fft", [F], {
            "fft_type": EnumAttr("fft_type", "RFFT"), "fft_length": array(4)}),
        ("fft.C5: IRFFT takes shape [2] and gives [4] with fft_length = [4]", "fft", ["tensor<2xcomplex<f32>>"], {
            "fft_type": EnumAttr("fft_type", "IRFFT"), "fft_length": array(4)}),
        ("batch_norm_training.I4: attribute epsilon is missing", "batch_norm_training",
            [F, "tensor<3xf32>", "tensor<3xf32>"], {"feature_index": IntegerAttr(2, I64)}),
        ("batch_norm_training.I4: attribute epsilon is", "batch_norm_training", [F, "tensor<2xf32>", "tensor<3xf32>"],
            {"feature_index": IntegerAttr(1, I64)}),
        ("batch_norm_training.I1: operand is", "batch_norm_training", [N, "tensor<3xi32>", "tensor<3xi32>"],
            {"feature_index": IntegerAttr(1, I64)}),
        ("dynamic_conv.I3: padding is tensor<2xi64>, of rank 1,", "dynamic_conv", [F, G, "tensor<2xi64>"], {}),
        ("expected 2 operands (operand, size), found 1", "set_dimension_size", [F], {}),
        ("operand has type !stablehlo.token, expected a ranked tensor", "set_dimension_size",
            ["!stablehlo.token", "tensor<i32>"], {}),
        ("set_dimension_size: dimension = 2 is no dimension of operand tensor<2x3xf32>", "set_dimension_size",
            [F, "tensor<i32>"], {"dimension": IntegerAttr(2, I64)}),
        ("set_dimension_size: dimension is missing", "set_dimension_size", [F, "tensor<i32>"], {}),
        ("set_dimension_size: dimension is a, no integer", "set_dimension_size", [F, "tensor<i32>"], {
            "dimension": "a"}),
        ("limit_indices is tensor<1xi32>, expected 2 integers", "real_dynamic_slice",
            [F, "tensor<2xi32>", "tensor<1xi32>", "tensor<2xi32>"], {}),
        ("limit_indices is tensor<2xi64>, but start_indices is tensor<2xi32>: expected one element type",
            "real_dynamic_slice", [F, "tensor<2xi32>", "tensor<2xi64>", "tensor<2xi32>"], {}),
        ("no rule that infers the result types of stablehlo.nothing; give them", "nothing", [F], {}),
    ],
)  # fmt: skip
def test_what_has_no_result_type_says_why(
    says: str, name: str, operands: list[TensorType | str], attributes: dict[str, object]
) -> None:
    types = [parse_type(type) if isinstance(type, str) else type for type in operands]
    assert says in refused(f"stablehlo.{name}", types, attributes)


@pytest.mark.parametrize(
    ("says", "name", "operands", "attributes", "declared"),
    [
        ("reshape.C2: operand has 6 elements, but result has 7 elements", "reshape", [F], {}, "7xf32"),
        ("reshape.C1: operand has elements of f32, but result has elements of i32", "reshape", [F], {}, "6xi32"),
        (
            "broadcast_in_dim.C5: dimension 0 of operand is 2, but dimension 0 of result is 5",
            "broadcast_in_dim",
            [F],
            {"broadcast_dimensions": array(0, 1)},
            "5x3xf32",
        ),
        (
            "broadcast_in_dim.C3: broadcast_dimensions[1] = 2 isn't below rank(result) = 2",
            "broadcast_in_dim",
            [F],
            {"broadcast_dimensions": array(0, 2)},
            "2x3xf32",
        ),
        (
            "iota.C1: iota_dimension = 1 isn't below rank(output) = 1",
            "iota",
            [],
            {"iota_dimension": IntegerAttr(1, I64)},
            "5xi32",
        ),
        ("convert.C1: operand has shape [2, 3], but result has shape [3, 2]", "convert", [F], {}, "3x2xi32"),
        (
            "bitcast_convert.O1: result is tensor<2x4x!foo.bar>: !foo.bar is no element type of StableHLO",
            "bitcast_convert",
            ["tensor<2xcomplex<f32>>"],
            {},
            "2x4x!foo.bar",
        ),
        (
            "bitcast_convert.C1: operand, of shape [2, 3] and 32 bits for an element, can't be read as shape [2, 3, 3]",
            "bitcast_convert",
            [F],
            {},
            "2x3x3xi8",
        ),
        (
            "dynamic_reshape.C4: output_shape has 2 elements, but result has rank 1",
            "dynamic_reshape",
            [F, "2xi64"],
            {},
            "6xf32",
        ),
        (
            "dynamic_iota.I1: output_shape is tensor<2xf32>: f32 is no integer type",
            "dynamic_iota",
            ["2xf32"],
            {},
            "6xi32",
        ),
        (
            "dynamic_broadcast_in_dim.I3: attribute broadcast_dimensions is missing",
            "dynamic_broadcast_in_dim",
            [F, "2xi64"],
            {},
            "?x?xi32",
        ),
        ("padding_value is", "dynamic_pad", [F, F, "2xi64", "2xi64", "2xi64"], {}, "?x?xf32"),
        (
            "dynamic_pad.C2: edge_padding_high has 3 elements, but operand has rank 2",
            "dynamic_pad",
            [F, S, "2xi64", "3xi64", "2xi64"],
            {},
            "?x?xf32",
        ),
        ("add.C1: result is tensor<2x2xf32>, but lhs is tensor<2x3xf32>", "add", [F, F], {}, "2x2xf32"),
    ],
)
def test_declared_results_are_checked(
    says: str, name: str, operands: list[TensorType | str], attributes: dict[str, object], declared: str
) -> None:
    types = [tensor(type) if isinstance(type, str) else type for type in operands]
    assert says in refused(f"stablehlo.{name}", types, attributes, declared=[tensor(declared)])


def conv(numbers: tuple[object, ...] = (0, 2, (1,), 1, 2, (0,), 0, 2, (1,)), **attributes: object) -> dict[str, object]:
    given = {name: DenseArray(I64, value) if isinstance(value, tuple) else value for name, value in attributes.items()}
    if isinstance(padding := attributes.get("padding"), tuple) and len(padding) % 2 == 0:
        given["padding"] = DenseElements(tensor(f"{len(padding) // 2}x2xi64"), np.reshape(padding, (-1, 2)))
    if isinstance(reversal := attributes.get("window_reversal"), tuple):
        given["window_reversal"] = DenseArray(IntegerType(1), reversal)
    counts = {"feature_group_count": IntegerAttr(1, I64), "batch_group_count": IntegerAttr(1, I64)}
    return {"dimension_numbers": ConvDimensionNumbers(*numbers), **counts, **given}  # wrong ones too


@pytest.mark.parametrize(
    ("says", "lhs", "rhs", "attributes"),
    [
        ("convolution.C1: lhs has rank 2, but rhs has rank 3", "4x6xf32", "3x4x2xf32", conv()),
        ("convolution.C2: window_strides has 0 entries, expected rank(lhs) - 2 = -1", "4xf32", "4xf32", conv()),
        ("convolution.C12: input_spatial_dimensions has 2 entries, expected rank(lhs) - 2 =", "2x9x4xf32", "3x4x2xf32",
            conv((0, 2, (1, 0), 1, 2, (0,), 0, 2, (1,)))),
        ("convolution.C17: kernel_spatial_dimensions has 0 entries, expected rank(lhs) - 2", "2x9x4xf32", "3x4x2xf32",
            conv((0, 2, (1,), 1, 2, (), 0, 2, (1,)))),
        ("convolution.C19: output_spatial_dimensions has 0 entries, expected rank(lhs) - 2", "2x9x4xf32", "3x4x2xf32",
            conv((0, 2, (1,), 1, 2, (0,), 0, 2, ()))),
        ("convolution.C13: input_dimensions = [0, 2, 2] has 2 more than once", "2x9x4xf32", "3x4x2xf32",
            conv((0, 2, (2,), 1, 2, (0,), 0, 2, (1,)))),
        ("convolution.C18: kernel_dimensions[2] = 3 isn't below rank(lhs) = 3", "2x9x4xf32", "3x4x2xf32",
            conv((0, 2, (1,), 1, 3, (0,), 0, 2, (1,)))),
        ("convolution.C20: output_dimensions = [0, 1, 0] has 0 more than once", "2x9x4xf32",
            "3x4x2xf32", conv((0, 2, (1,), 1, 2, (0,), 0, 0, (1,)))),
        ("convolution.C14: rhs takes 3 features, but lhs has 4, where", "2x9x4xf32", "3x3x2xf32", conv()),
        ("convolution.C14: rhs takes 4 features, but lhs has 4, where feature_group_count =", "2x9x4xf32", "3x4x2xf32",
            conv(feature_group_count=IntegerAttr(2, I64))),
        ("convolution.C10: lhs has 2 batches, which aren't 3 groups of one size", "2x9x4xf32", "3x4x3xf32",
            conv(batch_group_count=IntegerAttr(3, I64))),
        ("convolution.C11: lhs has 4 features, which aren't 3 groups of one size", "2x9x4xf32", "3x4x3xf32",
            conv(feature_group_count=IntegerAttr(3, I64))),
        ("convolution.C15: rhs gives 3 features, which aren't 2 groups of one size", "2x9x4xf32",
            "3x4x3xf32", conv(batch_group_count=IntegerAttr(2, I64))),
        ("convolution.C16: rhs gives 3 features, which aren't 2 groups of one size", "2x9x4xf32",
            "3x2x3xf32", conv(feature_group_count=IntegerAttr(2, I64))),
        ("convolution.C21: feature_group_count = 0 isn't above 0", "2x9x4xf32", "3x4x2xf32",
            conv(feature_group_count=IntegerAttr(0, I64))),
        ("convolution.C22: batch_group_count = -1 isn't above 0", "2x9x4xf32", "3x4x2xf32",
            conv(batch_group_count=IntegerAttr(-1, I64))),
        ("convolution.C23: feature_group_count = 2 and batch_group_count = 2, and only one", "2x9x4xf32", "3x2x2xf32",
            conv(feature_group_count=IntegerAttr(2, I64), batch_group_count=IntegerAttr(2, I64))),
        ("convolution.C2: window_strides has 2 entries,", "2x9x4xf32", "3x4x2xf32", conv(window_strides=(1, 1))),
        ("convolution.C3: window_strides[0] = 0 isn't above 0", "2x9x4xf32", "3x4x2xf32", conv(window_strides=(0,))),
        ("convolution.C6: lhs_dilation[0] = 0 isn't above 0", "2x9x4xf32", "3x4x2xf32", conv(lhs_dilation=(0,))),
        ("convolution.C8: rhs_dilation[0] = -1 isn't above 0", "2x9x4xf32", "3x4x2xf32", conv(rhs_dilation=(-1,))),
        ("convolution.C9: window_reversal has 0 entries,", "2x9x4xf32", "3x4x2xf32", conv(window_reversal=())),
        ("convolution.I4: padding has 1 dimension, expected 2", "2x9x4xf32", "3x4x2xf32", conv(padding=(1, 1, 1))),
        ("precision_config has 1 entry, expected 2", "2x9x4xf32", "3x4x2xf32",
            {**conv(), "precision_config": (EnumAttr("precision", "HIGH"),)}),
        ("convolution.C27: lhs has elements of f32, but rhs has elements of f64", "2x9x4xf32", "3x4x2xf64", conv()),
        ("convolution: the result types don't follow from the", "2x9x4x!quant.uniform<i8:f32, 0.5>", "3x4x2xf32",
            conv()),
    ],
)  # fmt: skip
def test_convolutions_that_have_no_result(says: str, lhs: str, rhs: str, attributes: dict[str, object]) -> None:
    assert says in refused("stablehlo.convolution", [tensor(lhs), tensor(rhs)], attributes)


@pytest.mark.parametrize(
    ("lhs", "rhs", "attributes", "result"),
    [
        ("2x9x4xf32", "3x4x5xf32", conv(), "2x7x5xf32"),
        ("?x?x?xf32", "3x4x5xf32", conv(), "?x?x5xf32"),
        ("2x0x4xf32", "3x4x5xf32", conv(padding=(1, 1)), "2x0x5xf32"),
        ("2x0x4xf32", "3x4x5xf32", conv(padding=(2, 1), lhs_dilation=(7,)), "2x1x5xf32"),
        ("2x3x4xf32", "0x4x5xf32", conv(window_strides=(2,)), "2x2x5xf32"),
        ("2x3x4xf32", "0x4x5xf32", conv(padding=(-3, 0)), "2x0x5xf32"),
    ],
)
def test_result_types_of_convolution(lhs: str, rhs: str, attributes: dict[str, object], result: str) -> None:
    assert infer("stablehlo.convolution", [tensor(lhs), tensor(rhs)], attributes) == (tensor(result),)


@pytest.mark.parametrize(
    ("operand", "attributes", "result"),
    [
        ("3xf32", {"padding": (2, 2), "base_dilations": (2,)}, "8xf32"),
        ("1xf32", {"padding": (2, 2), "base_dilations": (2,)}, "4xf32"),
        ("0xf32", {"padding": (2, 2), "base_dilations": (2,)}, "3xf32"),
        ("0xf32", {"padding": (0, 0), "base_dilations": (2,)}, "0xf32"),
        ("4xf32", {"padding": (-2, -2), "base_dilations": (1,)}, "0xf32"),
        ("4xf32", {"padding": (-2, -3), "base_dilations": (1,)}, "0xf32"),
        ("?xf32", {"padding": (2, 2), "base_dilations": (2,)}, "?xf32"),
    ],
)
def test_result_types_of_reduce_window(operand: str, attributes: dict[str, tuple[int, ...]], result: str) -> None:
    """No elements are no places, however far apart elements lie (`dilated_input_shape` of the specification)."""
    windows = {
        name: DenseElements(tensor("1x2xi64"), np.array([value])) if name == "padding" else DenseArray(I64, value)
        for name, value in {**attributes, "window_dimensions": (2,)}.items()
    }
    block = Block([S, S])
    block.operations.append(Operation("stablehlo.add", block.arguments, [S]))
    block.operations.append(Operation("stablehlo.return", block.operations[0].results))
    assert infer("stablehlo.reduce_window", [tensor(operand), S], windows, [Region([block])]) == (tensor(result),)


@pytest.mark.parametrize("count", [0, 2])
def test_a_body_returns_as_many_values_as_there_are_inputs(count: int) -> None:
    block = Block([S, S])
    block.operations.append(Operation("stablehlo.return", [block.arguments[0]] * count))
    with pytest.raises(ConstraintError, match=r"reduce\.C6: body is .*, expected \(tensor<f32>, tensor<f32>\) -> "):
        infer("stablehlo.reduce", [F, S], {"dimensions": array(0)}, [Region([block])])


def test_unknown_ops_have_the_types_they_declare() -> None:
    assert infer("other.op", [F], {}, (), declared=[G, S]) == (G, S)


def test_what_two_operands_know_together() -> None:
    assert infer("stablehlo.add", [tensor("2x?xf32"), tensor("?x3xf32")], {}) == (F,)
    bounded, wider = (tensor(f"tensor<?xf32, #stablehlo.bounds<{bound}>>") for bound in (4, 5))
    for other, known in ((tensor("?xf32"), bounded), (wider, bounded), (tensor("3xf32"), tensor("3xf32"))):
        assert infer("stablehlo.add", [bounded, other], {}) == (known,)
        assert infer("stablehlo.add", [other, bounded], {}) == (known,)
    assert infer("stablehlo.compare", [F, F], {"comparison_direction": EnumAttr("comparison_direction", "LT")}) == (
        tensor("2x3xi1"),
    )


def test_gather_raises_all_its_violations() -> None:
    with pytest.raises(ConstraintError, match=r"gather\.I2"):
        infer("stablehlo.gather", [F, F], {})


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "declared", "result"),
    [
        ("real_dynamic_slice", ["2x3xf32", *["2xi64"] * 3], {}, None, "?x?xf32"),
        ("real_dynamic_slice", ["2x?xf32", "?xi32", "2xi32", "?xi32"], {}, None, "?x?xf32"),
        ("real_dynamic_slice", ["3xi8", *["1xindex"] * 3], {}, None, "?xi8"),
        ("real_dynamic_slice", ["f32", *["0xi32"] * 3], {}, "f32", "f32"),
        ("real_dynamic_slice", ["2x3xf32", *["2xi64"] * 3], {}, "1x?xf32", "1x?xf32"),
        ("set_dimension_size", ["2x3xf32", "i32"], {"dimension": IntegerAttr(1, I64)}, None,
         "tensor<2x?xf32, #stablehlo.bounds<?, 3>>"),
        ("set_dimension_size", ["tensor<?x3xf32, #stablehlo.bounds<5, ?>>", "i32"], {"dimension": IntegerAttr(0, I64)},
         None, "tensor<?x3xf32, #stablehlo.bounds<5, ?>>"),
        ("set_dimension_size", ["?xf32", "i32"], {"dimension": IntegerAttr(0, I64)}, None, "?xf32"),
        ("set_dimension_size", ["2x3xf32", "i32"], {"dimension": IntegerAttr(1, I64)}, "2x?xf32", "2x?xf32"),
    ],
)  # fmt: skip
def test_results_that_no_rule_gives(
    name: str, operands: list[str], attributes: dict[str, object], declared: str | None, result: str
) -> None:
    stated = None if declared is None else [tensor(declared)]
    found = infer(f"stablehlo.{name}", [tensor(type) for type in operands], attributes, (), stated)
    assert found == (tensor(result),)


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "declared", "said"),
    [
        ("set_dimension_size", ["2x3xf32", "i64"], {"dimension": IntegerAttr(1, I64)}, None,
         "set_dimension_size: size is tensor<i64>, expected tensor<i32>"),
        ("set_dimension_size", ["2x3xf32", "i32"], {"dimension": IntegerAttr(-1, I64)}, None,
         "set_dimension_size: dimension = -1 is no dimension of operand tensor<2x3xf32>"),
        ("set_dimension_size", ["2x3xf32", "i32"], {"dimension": IntegerAttr(1, I64)}, "2x4xf32",
         "set_dimension_size: the result is declared as tensor<2x4xf32>, but it is tensor<2x?xf32, "
         "#stablehlo.bounds<?, 3>>"),
        ("set_dimension_size", ["2x3xf32", "i32"], {"dimension": IntegerAttr(1, I64)}, "?xf32",
         "set_dimension_size: the result is declared as tensor<?xf32>, but it is tensor<2x?xf32, "
         "#stablehlo.bounds<?, 3>>"),
        ("real_dynamic_slice", ["2x3xf32", "2xi64", "2x1xi64", "2xi64"], {}, None,
         "real_dynamic_slice: limit_indices is tensor<2x1xi64>, expected 2 integers"),
        ("real_dynamic_slice", ["3xf32", "1xi64", "1xi64", "1xf32"], {}, None,
         "real_dynamic_slice: strides is tensor<1xf32>, expected 1 integer"),
        ("real_dynamic_slice", ["2x3xf32", *["2xi64"] * 3], {}, "?x?xf64",
         "real_dynamic_slice: the result is declared as tensor<?x?xf64>, but it is tensor<?x?xf32>"),
    ],
)  # fmt: skip
def test_results_that_no_rule_forbids(
    name: str, operands: list[str], attributes: dict[str, object], declared: str | None, said: str
) -> None:
    types = [tensor(type) for type in operands]
    stated = None if declared is None else [tensor(declared)]
    with pytest.raises(UsageError) as error:
        infer(f"stablehlo.{name}", types, attributes, (), stated)
    assert str(error.value) == said
