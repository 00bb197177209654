"""Programs that make no sense, let through by upstream's verifier or made by hand: an error says what is wrong."""

import numpy as np
import pytest
from helpers.one_op import i64, ints, program, word

import interpreter
from hlogen.errors import ExecutionError, UsageError
from hlogen.ir import (
    Block,
    ConvDimensionNumbers,
    DenseElements,
    DotDimensionNumbers,
    OpaqueAttr,
    Operation,
    Region,
    ScatterDimensionNumbers,
    TensorType,
    TokenType,
    parse_element_type,
    tensor,
)

WINDOW = """func.func @main(%x: tensor<5xf32>) -> tensor<4xf32> {
  %init = stablehlo.constant dense<-2.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %init) ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.maximum %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
  }) {window_dimensions = array<i64: 9223372036854775808>} : (tensor<5xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
RNG = """func.func @main(%shape: tensor<1xi64>) -> tensor<?xf32> {
  %a = stablehlo.constant dense<0.0> : tensor<f32>
  %b = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.rng"(%a, %b, %shape) {rng_distribution = #stablehlo<rng_distribution NORMAL>}
    : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}"""
DYNAMIC_WINDOW = """func.func @main(%x: tensor<4xi32>, %two: tensor<1x1xi32>, %padding: tensor<1x2xi32>)
    -> tensor<?xi32> {
  %init = stablehlo.constant dense<0> : tensor<i32>
  %ones = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %two, %ones, %ones, %ones, %padding)
    {called_computations = [@sum]} : (tensor<4xi32>, tensor<i32>, tensor<1x1xi32>, tensor<1xi32>, tensor<1xi32>,
    tensor<1xi32>, tensor<1x2xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
func.func private @sum(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
  %0 = stablehlo.add %a, %b : tensor<i32>
  return %0 : tensor<i32>
}"""


@pytest.mark.parametrize(
    ("program", "arguments", "wrong"),
    [
        (WINDOW, [[1.0] * 5], r"window_dimensions is \[-9223372036854775808\], and each of them has to be positive"),
        (RNG, [[-1]], r"the shape is \[-1\], and no size can be negative"),
        (
            DYNAMIC_WINDOW.replace("%two: tensor<1x1xi32>", "%two: !stablehlo.token").replace(
                "tensor<i32>, tensor<1x1xi32>", "tensor<i32>, !stablehlo.token"
            ),
            [[1, 2, 3, 4], None, [[0, 0]]],
            r"@stablehlo\.dynamic_reduce_window takes tensors, and not !stablehlo\.token",
        ),
        (DYNAMIC_WINDOW, [[1, 2, 3, 4], [[2]], [[0, 0]]], "windows of 1 dimensions need 1 positive sizes"),
    ],
    ids=[
        "a window of a negative size",
        "random numbers of a negative shape",
        "a token for sizes",
        "sizes of windows in a matrix",
    ],
)
def test_it_is_refused(program, arguments, wrong):
    with pytest.raises(ExecutionError, match=wrong):
        interpreter.run(program, *arguments)


def test_shapes_that_a_routine_refuses():
    program = """func.func @main(%a: tensor<3x2xf32>, %t: tensor<0xf32>, %c: tensor<3x2xf32>) -> tensor<3x2xf32> {
      %0 = stablehlo.custom_call @lapack_sormqr_ffi(%a, %t, %c) {mhlo.backend_config = {left = true, transpose = false}}
        : (tensor<3x2xf32>, tensor<0xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
      return %0 : tensor<3x2xf32>
    }"""
    matrix = [[1.0, 2.0]] * 3
    with pytest.raises(ExecutionError, match=r"the routine refuses arrays of the shapes \[3, 2\], \[0\], \[3, 2\]"):
        interpreter.run(program, matrix, [], matrix)


def test_one_bit_indices_are_sanitized():
    program = """func.func @main(%x: tensor<2xi32>, %at: tensor<1xi1>, %update: tensor<i32>) -> tensor<2xi32> {
      %0 = "stablehlo.scatter"(%x, %at, %update) ({
      ^bb0(%old: tensor<i32>, %new: tensor<i32>):
        stablehlo.return %new : tensor<i32>
      }) {scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
          index_vector_dim = 0>} : (tensor<2xi32>, tensor<1xi1>, tensor<i32>) -> tensor<2xi32>
      return %0 : tensor<2xi32>
    }"""
    (result,) = interpreter.run(program, [5, 6], [True], 7, sanitize=True)
    assert result.tolist() == [5, 7]


def call(target, types, results, config=""):
    """A program of one custom call, and a comparator for it."""
    given, returned = ([f"tensor<{type}>" for type in some] for some in (types, results))
    arguments = ", ".join(f"%x{n}: {type}" for n, type in enumerate(given))
    operands = ", ".join(f"%x{n}" for n in range(len(types)))
    return f"""func.func @main({arguments}) -> ({", ".join(returned)}) {{
      %r:{len(results)} = stablehlo.custom_call @{target}({operands}) {{{config}}}
        : ({", ".join(given)}) -> ({", ".join(returned)})
      return {", ".join(f"%r#{n}" for n in range(len(results)))} : {", ".join(returned)}
    }}
    func.func private @less(%a: tensor<f32>, %b: tensor<f32>) -> tensor<i1> {{
      %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      return %0 : tensor<i1>
    }}"""


def approximate(config):
    config = f"called_computations = [@less], mhlo.backend_config = {{{config}}}"
    return call("ApproxTopK", ["4xf32", "f32"], ["2xf32"], config)


def of_groups(groups, count=2, name="all_to_all"):
    attributes = {"split_dimension": i64(0), "concat_dimension": i64(0), "split_count": i64(count)}
    if not isinstance(groups, OpaqueAttr):
        groups = DenseElements(tensor("x".join(map(str, np.shape(groups))) + "xi64"), np.array(groups))
    key = "source_target_pairs" if name == "collective_permute" else "replica_groups"
    types = [tensor("4x4xf32")]
    return program(f"stablehlo.{name}", types, types, attributes | {key: groups})


def mapped(*blocks):
    types = [tensor("2xf32")] * 2
    return program("stablehlo.map", types, types[:1], {"dimensions": ints(0)}, [Region(list(blocks))])


def random(distribution, type="f32"):
    types = [tensor(type), tensor(type), tensor("1xi64")]
    kind = {"rng_distribution": word("rng_distribution", distribution)}
    return program("stablehlo.rng", types, [tensor(f"2x{type}")], kind)


def product_by(algorithm):
    numbers = DotDimensionNumbers((), (), (0,), (0,))
    attributes = {"dot_dimension_numbers": numbers, "algorithm": OpaqueAttr(f"#stablehlo.dot_algorithm<{algorithm}>")}
    return program("stablehlo.dot_general", [tensor("2xf32")] * 2, [tensor("f32")], attributes)


def summed(type, body_type):
    given, inner = (TensorType((), parse_element_type(one)) for one in (type, body_type))
    block = Block([inner, inner])
    add = Operation("stablehlo.add", block.arguments, [inner])
    block.operations = [add, Operation("stablehlo.return", add.results)]
    types = [TensorType((4,), given.element_type), given]
    return program("stablehlo.reduce", types, [inner], {"dimensions": ints(0)}, [Region([block])])


def ragged(numbers):
    text = f"#chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], {numbers}>"
    types = [tensor("4x2xf32"), tensor("2x2x3xf32"), tensor("1x2xi32")]
    return program("chlo.ragged_dot", types, [tensor("4x3xf32")], {"ragged_dot_dimension_numbers": OpaqueAttr(text)})


def without_inputs():
    block = Block([tensor("f32")])
    block.operations = [Operation("stablehlo.return", block.arguments * 2)]
    attributes = {"operandSegmentSizes": ints(0, 1), "dimension": i64(0)}
    return program("chlo.scan", [tensor("f32")], [tensor("?xf32"), tensor("f32")], attributes, [Region([block])])


QUANTIZED = tensor("2x!quant.uniform<i8:f32, 0.5>")
AXIS = tensor("2x3x!quant.uniform<i8:f32:0, {0.5, 0.25}>")
REFUSED = [
    (
        summed("!quant.uniform<i8:f32, 0.5>", "f32"),
        "!quant.uniform<i8:f32, 0.5> can't be converted to f32; use uniform_dequantize before",
    ),
    (
        summed("bf16", "!quant.uniform<i8:f32, 0.5>"),
        "bf16 can't be converted to !quant.uniform<i8:f32, 0.5>, which stands for other floats",
    ),
    (
        ragged("lhs_ragged_dimensions = [0], rhs_group_dimensions = []"),
        "rhs_group_dimensions = [], expected 1 of them",
    ),
    (
        ragged("lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]"),
        "lhs_ragged_dimensions = [0, 1], expected one dimension",
    ),
    (
        program("stablehlo.dot", [tensor("2x2x2xf32"), tensor("2xf32")], [tensor("2x2xf32")]),
        "stablehlo.dot takes vectors and matrices, not tensor<2x2x2xf32> and tensor<2xf32>; use dot_general",
    ),
    (
        program(
            "stablehlo.broadcast_in_dim", [tensor("2xf32")], [tensor("2x3xf32")], {"broadcast_dimensions": ints(2)}
        ),
        "broadcast_dimensions [2] should be distinct, from 0 to 1",
    ),
    (
        program(
            *("stablehlo.broadcast_in_dim", [tensor("2x2xf32")], [tensor("2x2xf32")]),
            {"broadcast_dimensions": ints(0, 0)},
        ),
        "broadcast_dimensions [0, 0] should be distinct, from 0 to 1",
    ),
    (
        program(
            *("stablehlo.rng_bit_generator", [tensor("2xui64")], [tensor("2xui64"), tensor("?xui32")]),
            {"rng_algorithm": word("rng_algorithm", "PHILOX")},
        ),
        "the type tensor<?xui32> of output has dynamic dimensions, so its size isn't known",
    ),
    (random("NORMAL", "i32"), "stablehlo.rng isn't defined on elements of type i32"),
    (random("UNIFORM", "complex<f32>"), "stablehlo.rng isn't defined on elements of type complex<f32>"),
    (random("CAUCHY"), "rng_distribution is CAUCHY, expected UNIFORM or NORMAL"),
    (
        program(
            *("stablehlo.compare", [tensor("f32")] * 2, [tensor("i1")]),
            {"comparison_direction": word("comparison_direction", "LESS")},
        ),
        "comparison_direction LESS is none of EQ, NE, GE, GT, LE, LT",
    ),
    (
        program("stablehlo.is_finite", [tensor("2xf32")], [QUANTIZED]),
        f"this operation doesn't run on the quantized type {QUANTIZED.element_type}; "
        "use uniform_dequantize, compute on floats and use uniform_quantize",
    ),
    (
        program("stablehlo.transpose", [AXIS], [tensor("3x2xf32")], {"permutation": ints(1, 0)}),
        f"stablehlo.transpose can't keep the quantization per axis of {AXIS} and tensor<3x2xf32>: "
        "both should be quantized",
    ),
    (program("stablehlo.negate", [TokenType()], [TokenType()]), "expected a tensor, found !stablehlo.token"),
    (
        program("chlo.next_after", [tensor("2xf8E5M2")] * 2, [tensor("2xf8E5M2")]),
        "chlo.next_after isn't defined on elements of type f8E5M2",
    ),
    (
        program("chlo.is_inf", [tensor("2xi32")], [tensor("2xi1")]),
        "chlo.is_inf isn't defined on elements of type i32",
    ),
    (of_groups([[0]]), "split_count is 2, but replica_groups = [[0]] has groups of another size"),
    (
        program(
            *("stablehlo.all_to_all", [tensor("4x4xf32")], [tensor("4x4xf32")]),
            {"split_dimension": i64(2), "concat_dimension": i64(0), "split_count": i64(1)},
        ),
        "split_dimension = 2 isn't in [0, 2), the rank of tensor<4x4xf32>",
    ),
    (of_groups([0, 1]), "replica_groups should be 2-dimensional, but its shape is [2]"),
    (of_groups([[0, 1], [2, 0]]), "replica_groups = [[0, 1], [2, 0]] has id 0 twice"),
    (
        of_groups(OpaqueAttr("#stablehlo.replica_group_mesh_axes<axes>")),
        "replica_groups is #stablehlo.replica_group_mesh_axes<axes>, from which no groups can be read",
    ),
    (
        of_groups(OpaqueAttr("#stablehlo.replica_group_mesh_axes<mesh = @m, axes = [#stablehlo.axis_ref<name = a>]>")),
        "the program declares no mesh @m; it declares: none",
    ),
    (
        of_groups([[0, 1], [0, 2]], name="collective_permute"),
        "source_target_pairs = [[0, 1], [0, 2]] has source 0 twice",
    ),
    (
        of_groups([[0, 2], [1, 2]], name="collective_permute"),
        "source_target_pairs = [[0, 2], [1, 2]] has target 2 twice",
    ),
    (
        product_by(
            "lhs_precision_type = i32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, "
            "rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false"
        ),
        "algorithm has lhs_precision_type = i32, expected a float type",
    ),
    (
        program(
            *("stablehlo.scatter", [tensor("2xf32")] * 2, [tensor("2xf32")]),
            {"scatter_dimension_numbers": ScatterDimensionNumbers()},
        ),
        "scatter takes N > 0 inputs, scatter_indices and N updates and gives N results (C5); "
        "found 2 operands, 1 results, 0 regions",
    ),
    (mapped(Block([tensor("f32")])), "a region takes 1 arguments where it is given 2"),
    (mapped(), "a region needs exactly one block to run, this one has 0"),
    (
        call("mhlo.topk", ["4xf32"], ["?xf32", "?xi32"]),
        "the type tensor<?xf32> doesn't say how many elements are taken",
    ),
    (
        call("cu_lu_pivots_to_permutation", ["4xi32"], ["?xi32"]),
        "the type tensor<?xi32> doesn't say how many rows there are",
    ),
    (
        approximate("aggregate_to_topk = false, top_k = 2 : i64, reduction_dim = 0 : i64"),
        "aggregate_to_topk = false leaves it open how many elements there are",
    ),
    (
        approximate('top_k = 2 : i64, reduction_dim = "a"'),
        'backend_config has reduction_dim = "a", expected a number',
    ),
    (
        call(
            *("lapack_sgees_ffi", ["2x2xf32"], ["2x2xf32", "2x2xf32", "2xf32", "2xf32", "i32", "i32"]),
            "mhlo.backend_config = {mode = 86 : ui8, sort = 83 : ui8}",
        ),
        "gees sorts no eigenvalues here",
    ),
    (
        """func.func @main(%x: tensor<2x2xi32>) -> tensor<2x2xi32> {
          %0 = "stablehlo.torch_index_select"(%x, %x) {dim = -2 : i64, batch_dims = -1 : i64}
            : (tensor<2x2xi32>, tensor<2x2xi32>) -> tensor<2x2xi32>
          return %0 : tensor<2x2xi32>
        }""",
        "torch_index_select needs 0 <= batch_dims <= dim < 2, the operand's rank, and batch_dims at most 2, that of "
        "index; they are 1 and 0",
    ),
    (
        """func.func @main() -> tensor<2xi32> {
          %0 = stablehlo.constant dense_resource<__elided__> : tensor<2xi32>
          return %0 : tensor<2xi32>
        }""",
        "this constant was printed without its elements (__elided__), so the program can't run; print it whole, "
        "or write it as bytecode",
    ),
]


@pytest.mark.parametrize(("odd", "wrong"), REFUSED, ids=[wrong[:50] for _, wrong in REFUSED])
def test_it_is_not_even_loaded(odd, wrong):
    with pytest.raises(ExecutionError) as refused:
        interpreter.load(odd)
    assert str(refused.value).partition("\n  where: stablehlo.")[0].partition("\n  where: chlo.")[0] == wrong


def test_a_function_that_uses_what_stands_outside():
    negate = program("stablehlo.negate", [tensor("f32")], [tensor("f32")])
    next(op for op in negate.walk() if op.name == "stablehlo.negate").operands = Block([tensor("f32")]).arguments
    with pytest.raises(ExecutionError, match=r"^function @main uses values from outside of it$"):
        interpreter.load(negate)


def test_what_its_arguments_show():
    pivots = call("lapack_sgeqp3_ffi", ["2x2xf32", "2xi32"], ["2x2xf32", "2xi32", "2xf32"])
    with pytest.raises(
        ExecutionError, match=r"^geqp3 takes columns in any order here, so jpvt should be 0, not \[0, 1\]"
    ):
        interpreter.run(pivots, np.eye(2, dtype=np.float32), [0, 1])
    factors = ["?x?xf32", "2xf32", "?x?xf32", "?x?xf32", "i32"]
    config = "mhlo.backend_config = {mode = 78 : ui8}"
    with pytest.raises(
        ExecutionError, match=r"^nothing is computed for a result of type tensor<\?x\?xf32>, which doesn't"
    ):
        interpreter.run(call("lapack_sgesdd_ffi", ["2x2xf32"], factors, config), np.eye(2, dtype=np.float32))
    words = """func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) {
      "check.expect_eq"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> ()
      return
    }"""
    with pytest.raises(ExecutionError, match=r"^check\.expect_eq: the actual shape is \(2,\), the expected one \(3,\)"):
        interpreter.run(words, [1.0, 2.0], [1.0, 2.0, 3.0])
    groups = ragged("lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]")
    with pytest.raises(
        ExecutionError, match=r"^group_sizes has shape \[1, 2\]; only one list of sizes for all is known"
    ):
        interpreter.run(groups, np.ones((4, 2), np.float32), np.ones((2, 2, 3), np.float32), [[2, 2]])
    with pytest.raises(ExecutionError, match=r"^a scan without inputs needs scan_dim_size to know how often it runs"):
        interpreter.run(without_inputs(), 1.0)
    numbers = {
        "dimension_numbers": ConvDimensionNumbers(0, 2, (1,), 1, 2, (0,), 0, 2, (1,)),
        "feature_group_count": i64(1),
        "batch_group_count": i64(1),
    }
    types = [tensor("1x4x1xf32"), tensor("2x1x1xf32"), tensor("1x3xi32")]
    windows = program("stablehlo.dynamic_conv", types, [tensor("1x?x1xf32")], numbers)
    said = r"^padding has shape \[1, 3\], expected \[1, 2\]: low and high of each spatial dimension"
    with pytest.raises(ExecutionError, match=said):
        interpreter.run(windows, np.ones((1, 4, 1), np.float32), np.ones((2, 1, 1), np.float32), [[1, 1, 1]])
    one = DenseElements(tensor("1x1xi64"), np.array([[0]]))
    sent = program(
        *("stablehlo.collective_broadcast", [tensor("2xf32"), tensor("2xi32")], [tensor("2xf32")]),
        {"replica_groups": one, "has_dynamic_root": True},
    )
    with pytest.raises(ExecutionError, match=r"^the roots are \[0, 0\], but there are 1 operands in front of them"):
        interpreter.run(sent, [1.0, 2.0], [0, 0])
    taken = program("stablehlo.uniform_dequantize", [QUANTIZED], [tensor("2xf32")])
    with pytest.raises(UsageError, match=r"got a list of 2: give an array of np\.int8 instead"):
        interpreter.run(taken, ["a", "b"])


def test_what_is_written_in_another_way():
    """A list of integers as an array of them, an algorithm of which nothing is said, `index`, which has 64 bits."""
    x = np.array([[1.0, 2.0, 3.0]], np.float32)
    flipped = program(
        "stablehlo.transpose", [tensor("1x3xf32")], [tensor("3x1xf32")], {"permutation": (i64(1), i64(0))}
    )
    assert interpreter.run(flipped, x)[0].tolist() == x.T.tolist()
    assert interpreter.run(product_by(""), [1.0, 2.0], [3.0, 4.0])[0] == 11.0
    # floats are quantized for a body of quantized elements
    total = interpreter.run(summed("f32", "!quant.uniform<i8:f32, 0.5>"), [1.0, 2.0, 3.0, 4.0], 0.0)
    assert total[0] == 10.0 / 0.5
    halves = program("stablehlo.bitcast_convert", [tensor("1xindex")], [tensor("1x2xi32")])
    assert interpreter.run(halves, np.array([(7 << 32) + 5]))[0].tolist() == [[5, 7]]


def test_only_what_checks_bounds_is_taken_for_it() -> None:
    """Any other composite of that name is computed by its decomposition, here the negative."""
    program = """func.func @main(%x: tensor<2xTYPE>, %low: tensor<TYPE>) -> tensor<2xTYPE> {
      %0 = stablehlo.composite "hlogen.in_bounds" %x, %low, %low {
        composite_attributes = {index_vector_dim = AT : i64}, decomposition = @other
      } : (tensor<2xTYPE>, tensor<TYPE>, tensor<TYPE>) -> tensor<2xTYPE>
      return %0 : tensor<2xTYPE>
    }
    func.func private @other(%x: tensor<2xTYPE>, %low: tensor<TYPE>, %high: tensor<TYPE>) -> tensor<2xTYPE> {
      %0 = stablehlo.negate %x : tensor<2xTYPE>
      return %0 : tensor<2xTYPE>
    }"""
    for type, at in (("f32", "1"), ("i32", "2"), ("i32", "-1"), ("i32", "0")):
        assert interpreter.run(program.replace("TYPE", type).replace("AT", at), [1, 2], 9)[0].tolist() == [-1, -2]
    with pytest.raises(ExecutionError, match=r"^gather or scatter out of bounds: 2 of 2 index vectors point outside"):
        interpreter.run(program.replace("TYPE", "i32").replace("AT", "1"), [1, 2], 9)
