"""Programs split by XLA and run on all devices: the same results, whatever is split how."""

from __future__ import annotations

import ml_dtypes
import numpy as np
import pytest

import hlogen as hl
import interpreter
from hlogen.backends.errors import OracleCrashed, OracleError, OracleTimeout
from hlogen.conform.sharded import Piece, annotate, partition, partitioned
from hlogen.errors import CheckFailed, UsageError
from hlogen.ir import parse_type
from hlogen.mlir.errors import ParseError
from hlogen.mlir.writer import to_bytecode, to_text

FIRST = ("x",)


@hl.function("16x32x4xf32", "16x5x1xi32")
def rows(operand, start_indices):
    return hl.gather(
        operand,
        start_indices,
        offset_dims=[2],
        collapsed_slice_dims=[1],
        operand_batching_dims=[0],
        start_indices_batching_dims=[0],
        start_index_map=[1],
        index_vector_dim=2,
        slice_sizes=[1, 1, 4],
    )


def arguments(seed=0):
    rng = np.random.default_rng(seed)
    return rng.random((16, 32, 4), np.float32), rng.integers(-3, 36, (16, 5, 1), np.int32)


def same(left, right):
    for one, other in zip(left, right, strict=True):
        assert (one.dtype, one.shape) == (other.dtype, other.shape)
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("mesh", "operand", "indices", "result"),
    [
        ({"x": 8}, FIRST, FIRST, FIRST),
        ({"x": 8}, FIRST, FIRST, None),
        ({"x": 8}, FIRST, None, None),
        ({"x": 8}, FIRST, FIRST, ()),
        ({"x": 8}, (), FIRST, FIRST),
        ({"x": 8}, (None, "x"), (), FIRST),
        ({"x": 2}, FIRST, FIRST, FIRST),
        ({"x": 1}, FIRST, FIRST, FIRST),
        ({"x": 2, "y": 4}, ("x", None, "y"), FIRST, ("x", None, "y")),
        ({"x": 2, "y": 4}, ("x", None, "y"), ("y",), ()),
        ({"x": 2, "y": 4}, (("y", "x"),), (("x", "y"),), ("y",)),
        ({"x": 2, "y": 2, "z": 2}, ("z", "x", "y"), ("x",), (None, None, "x")),
    ],
)
def test_a_run_is_the_interpreters(mesh, operand, indices, result):
    program = annotate(rows, mesh, [operand, indices], [result])
    partitioned = partition(program)
    same(partitioned.run(*arguments()), interpreter.run(rows, *arguments()))
    same(partitioned.run(*arguments(1)), interpreter.run(rows, *arguments(1)))


def test_what_is_told():
    split = partition(annotate(rows, {"x": 8}, [FIRST, ()], [FIRST]), devices=9)
    assert (split.devices, dict(split.mesh), split.entry) == (8, {"x": 8}, "rows")
    assert split.arguments == (
        Piece(parse_type("tensor<16x32x4xf32>"), (2, 32, 4)),
        Piece(parse_type("tensor<16x5x1xi32>"), (16, 5, 1)),
    )
    assert split.results == (Piece(parse_type("tensor<16x5x4xf32>"), (2, 5, 4)),)
    assert (split.collectives, split.operations, split.bytes_moved) == ({}, (), 0)
    assert "gather" in split.hlo
    assert str(split).splitlines() == [
        'mesh <"x"=8> of 8 devices',
        "  argument 0: tensor<16x32x4xf32>, tensor<2x32x4xf32> on each device",
        "  argument 1: tensor<16x5x1xi32>, tensor<16x5x1xi32> on each device",
        "  result 0: tensor<16x5x4xf32>, tensor<2x5x4xf32> on each device",
        "no collectives: the devices need nothing of each other",
    ]


def test_collectives_are_told():
    """A result that is whole has to be gathered from the devices, by its definition."""
    split = partition(annotate(rows, {"x": 8}, [FIRST, FIRST], [()]))
    assert split.collectives == {"all-gather": 1}
    (operation,) = split.operations
    assert (operation.type, operation.group) == ("f32[16,5,4]", 8)
    assert split.bytes_moved == operation.bytes_moved == 8 * (16 * 5 * 4 * 4) * 7 // 8
    assert str(split).splitlines()[-2:] == [
        "  all-gather f32[16,5,4], groups of 8: 8960 bytes",
        "1 all-gather; 8960 bytes move between devices",
    ]


def test_a_constraint_in_between_counts():
    text = """
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.add %a, %a : tensor<16xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{}]> : tensor<16xf32>
  %2 = stablehlo.multiply %1, %a : tensor<16xf32>
  return %2 : tensor<16xf32>
}
"""
    split = partition(text)
    assert "all-gather" in split.collectives
    same(split.run(np.arange(16, dtype=np.float32)), [2 * np.arange(16, dtype=np.float32) ** 2])


def test_a_gradient_over_the_batch():
    """Each device derives its part of the batch; the gradient of what all of them share is the sum."""

    @hl.function("32x4xf32", "16x5xi32", "16x5x4xf32")
    def loss(table, ids, weights):
        return hl.reduce(hl.take(table, ids, axis=0, mode="clip") * weights, 0.0, [0, 1, 2], "add")

    gradient = hl.grad(loss, wrt=["table", "weights"])
    rng = np.random.default_rng(0)
    inputs = [rng.integers(-9, 10, shape).astype(np.float32) for shape in ((32, 4), (16, 5, 4))]
    inputs.insert(1, rng.integers(0, 32, (16, 5)).astype(np.int32))
    split = partition(annotate(gradient, {"x": 8}, [(), FIRST, FIRST], [(), FIRST]))
    assert split.collectives == {"all-reduce": 1}
    same(split.run(*inputs), interpreter.run(gradient, *inputs))


def test_more_devices_than_eight():
    split = partition(annotate(rows, {"x": 16}, [FIRST, FIRST], [FIRST]), devices=16)
    assert (split.devices, split.collectives) == (16, {})
    same(split.run(*arguments()), interpreter.run(rows, *arguments()))


@pytest.mark.parametrize("form", [to_text, to_bytecode, str])
def test_forms_of_a_program(form, tmp_path):
    program = form(annotate(rows, {"x": 8}, [FIRST, FIRST]))
    assert partition(program).collectives == {}
    path = tmp_path / "program.mlir"
    path.write_bytes(program if isinstance(program, bytes) else program.encode())
    same(partition(path).run(*arguments()), interpreter.run(rows, *arguments()))


def test_devices_in_another_order():
    """The mesh may count its devices as it likes: each piece goes where XLA looks for it."""
    text = to_text(annotate(rows, {"x": 2, "y": 4}, [("x", None, "y"), ("y",)], [("y",)]))
    reordered = text.replace('<["x"=2, "y"=4]>', '<["x"=2, "y"=4], device_ids=[3, 1, 4, 0, 5, 2, 7, 6]>')
    assert reordered != text
    same(partition(reordered).run(*arguments()), interpreter.run(rows, *arguments()))


@pytest.mark.parametrize("type", ["i1", "i4", "ui8", "i64", "f8E4M3FN", "bf16", "f64", "complex<f32>", "complex<f64>"])
def test_element_types(type):
    @hl.function(f"8x3x{type}", f"{type}")
    def pick(operand, scalar):
        return hl.reverse(operand, dimensions=[1]), scalar, operand[:, :0]

    dtype = {
        "i1": np.bool_,
        "i4": ml_dtypes.int4,
        "ui8": np.uint8,
        "i64": np.int64,
        "f8E4M3FN": ml_dtypes.float8_e4m3fn,
        "bf16": ml_dtypes.bfloat16,
        "f64": np.float64,
        "complex<f32>": np.complex64,
        "complex<f64>": np.complex128,
    }[type]
    values = np.arange(24).reshape(8, 3) % 7
    operand = (values + 1j * values[::-1]).astype(dtype) if "complex" in type else values.astype(dtype)
    split = partition(annotate(pick, {"x": 8}, [FIRST, ()], [FIRST, (), None]))
    assert [piece.shape for piece in split.arguments] == [(1, 3), ()]
    assert [piece.shape for piece in split.results[:2]] == [(1, 3), ()]
    same(split.run(operand, operand[3, 2]), [operand[:, ::-1], operand[3, 2, None].reshape(()), operand[:, :0]])


def test_arrays_of_other_memory_layouts_stay_what_they_are():
    operand, indices = arguments()
    split = partition(annotate(rows, {"x": 8}, [FIRST, FIRST], [FIRST]))
    expected = interpreter.run(rows, operand, indices)
    same(split.run(np.asfortranarray(operand), indices[::-1][::-1]), expected)
    before = operand.copy()
    (result,) = split.run(operand, indices)
    result[:] = 0
    np.testing.assert_array_equal(operand, before)
    same(split.run(operand, indices), expected)


# What ends XLA's partitioner: a gather whose batch it doesn't recognise (the indices come from outside) with narrow
# indices, and a slice size of 0 in a batching dimension.
ENDING = {
    "Unsupported indices type": (
        "tensor<16x2xi8>",
        "collapsed_slice_dims = [0, 1], start_index_map = [0, 1], index_vector_dim = 1",
        "1, 1",
        (16, 2),
    ),
    "Check failed": (
        "tensor<16x1xi32>",
        "collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
        "start_index_map = [1], index_vector_dim = 1",
        "0, 1",
        (16, 1),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("message", ENDING)
def test_what_ends_xla_is_an_error_and_has_a_portable_form(message):
    indices_type, numbers, sizes, shape = ENDING[message]
    split = 'sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>'
    program = hl.parse(f"""
sdy.mesh @mesh = <["x"=16]>
func.func @main(%x: tensor<16x8xf32> {{{split}}}, %i: {indices_type} {{{split}}}) -> tensor<16xf32> {{
  %0 = "stablehlo.gather"(%x, %i) {{
    dimension_numbers = #stablehlo.gather<{numbers}>, slice_sizes = array<i64: {sizes}>
  }} : (tensor<16x8xf32>, {indices_type}) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}}
""")
    with pytest.raises(OracleCrashed, match=message):
        partition(program, 16)
    rng = np.random.default_rng(0)
    indices = rng.integers(0, 8, shape).astype(np.int8 if "i8" in indices_type else np.int32)
    inputs = rng.random((16, 8)).astype(np.float32), indices
    same(partition(hl.transform.portable(program), 16).run(*inputs), interpreter.run(program, *inputs))


class TestBadInput:
    @pytest.mark.parametrize(
        ("change", "message"),
        [
            (lambda a, i: (a,), "takes 2 arguments, 1 were given"),
            (lambda a, i: (a[:8], i), r"argument 0 has type tensor<16x32x4xf32>, which doesn't take .* \(8, 32, 4\)"),
            (
                lambda a, i: (a, i.astype(np.int64)),
                "argument 1 has type tensor<16x5x1xi32>, which takes int32 elements",
            ),
        ],
    )
    def test_arguments(self, change, message):
        split = partition(annotate(rows, {"x": 8}, [FIRST, FIRST]))
        with pytest.raises(UsageError, match=message):
            split.run(*change(*arguments()))

    def test_dynamic_shapes(self):
        text = to_text(annotate(rows, {"x": 8}, [FIRST, FIRST])).replace("16x5x", "16x?x")
        with pytest.raises(
            UsageError, match=r"argument 1 of @main has type .*, whose shape isn't known; give the prog"
        ):
            partition(text.replace("@rows", "@main"))

    def test_no_program(self):
        with pytest.raises(ParseError):
            partition("sdy.mesh @mesh")
        with pytest.raises(UsageError, match=r"there is no file 'none\.mlir'"):
            partition("none.mlir")

    def test_no_such_function(self):
        with pytest.raises(UsageError, match="the program has no function @other; it has: @rows"):
            partition(annotate(rows, {"x": 8}, [FIRST, FIRST]), entry="other")

    def test_an_unknown_axis(self):
        text = to_text(annotate(rows, {"x": 8}, [FIRST, FIRST])).replace('[{"x"}, {}, {}]', '[{"z"}, {}, {}]')
        with pytest.raises(ParseError, match='unknown axis name: "z"'):
            partition(text)

    def test_what_xla_refuses(self):
        text = """
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xf32> {
  %0 = stablehlo.custom_call @nobody.knows(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
        with pytest.raises(OracleError, match=r"xla-sharded: .*nobody"):
            partition(text).run(np.zeros(8, np.float32))

    def test_what_xla_refuses_is_told_without_the_whole_program(self):
        text = to_text(annotate(rows, {"x": 8}, [FIRST, FIRST])).replace(
            "module {", "module attributes {sdy.a = 1} {", 1
        )
        with pytest.raises(OracleError, match=r'SDY attribute encountered: "sdy\.a"') as caught:
            partition(text)
        assert "func.func" not in str(caught.value)

    @pytest.mark.slow
    def test_a_run_that_takes_too_long(self, monkeypatch):
        text = """
sdy.mesh @mesh = <["x"=8]>
func.func @main(%a: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<8xi32> {
  %0 = "stablehlo.while"(%a) ({
  ^bb0(%x: tensor<8xi32>):
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  }, {
  ^bb0(%x: tensor<8xi32>):
    %next = stablehlo.add %x, %x : tensor<8xi32>
    stablehlo.return %next : tensor<8xi32>
  }) : (tensor<8xi32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}
"""
        split = partition(text, time_limit=61)
        assert partitioned._worker(61).time_limit == 61
        with monkeypatch.context() as patched:
            patched.setattr(partitioned._worker(61), "time_limit", 1.0)  # of the run alone
            with pytest.raises(OracleTimeout, match="no result after 1 s"):
                split.run(np.zeros(8, np.int32))
        quick = partition(annotate(rows, {"x": 8}, [FIRST, FIRST]), time_limit=61)
        same(quick.run(*arguments()), interpreter.run(rows, *arguments()))


ASSERTS = """
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<8xf32>) -> tensor<i32>
  %least = stablehlo.constant dense<3> : tensor<i32>
  %holds = stablehlo.compare GE, %size, %least : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%holds, %size) {error_message = "size {0} is too small"}
    : (tensor<i1>, tensor<i32>) -> ()
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""


def test_an_assertion_about_shapes():
    x = np.arange(8, dtype=np.float32)
    (result,) = partition(annotate(hl.parse(ASSERTS), {"x": 8}, [FIRST])).run(x)
    np.testing.assert_array_equal(result, x + x)
    with pytest.raises(CheckFailed, match="size 8 is too small"):
        partition(annotate(hl.parse(ASSERTS.replace("dense<3>", "dense<9>")), {"x": 8}, [FIRST]))
