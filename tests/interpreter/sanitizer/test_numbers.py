"""Numbers that leave their type: what is reported where, and what is not."""

from __future__ import annotations

import itertools
import math
import warnings

import ml_dtypes
import numpy as np
import pytest
from helpers import one_op

import hlogen as hl
import interpreter

INF, NAN = math.inf, math.nan


def met(program, *args, **asked):
    sanitizer = interpreter.Sanitizer(**asked)
    interpreter.run(program, *args, sanitize=sanitizer)
    return sanitizer.findings


def ids(program, *args, **asked):
    return [finding.id for finding in met(program, *args, **asked)]


def unary(op, element="f32", result=None):
    target = f"tensor<4x{result or element}>"
    signature = f"(tensor<4x{element}>) -> {target}"
    return f"""
func.func @main(%x: tensor<4x{element}>) -> {target} {{
  %0 = stablehlo.{op} %x : {signature}
  return %0 : {target}
}}
"""


def binary(op, element, n=4):
    t = f"tensor<{n}x{element}>"
    return f"""
func.func @main(%x: {t}, %y: {t}) -> {t} {{
  %0 = stablehlo.{op} %x, %y : {t}
  return %0 : {t}
}}
"""


@pytest.mark.parametrize(
    ("op", "x", "wanted"),
    [
        ("log", [1, 0, -1, INF], {"number.nan": [2], "number.inf": [1]}),
        ("log", [NAN, INF, 1, 2], {}),
        ("sqrt", [4, -1, -0.0, INF], {"number.nan": [1]}),
        ("rsqrt", [4, 0, INF, NAN], {"number.inf": [1]}),
        ("exponential", [1, 100, INF, -INF], {"number.inf": [1]}),
        ("exponential", [1, 80, INF, NAN], {}),
        ("sine", [1, 0, INF, NAN], {"number.nan": [2]}),
        ("negate", [1, 0, INF, NAN], {}),
        ("abs", [1, 0, -INF, NAN], {}),
        ("tanh", [1, -1e30, INF, -INF], {}),
    ],
)
def test_made_by_a_function(op, x, wanted):
    found = met(unary(op), np.array(x, np.float32))
    assert {f.id: [e.position[0] for e in f.elements] for f in found} == wanted


@pytest.mark.parametrize("element", ["f64", "f32", "f16", "bf16", "f8E5M2", "complex<f32>"])
@pytest.mark.parametrize("op", ["add", "subtract", "multiply", "divide"])
def test_made_element_by_element(op, element):
    """By the definition: a NaN of operands that aren't one, an infinity of finite ones."""
    dtype = hl.ir.dtype_of(hl.ir.parse_element_type(element))
    values = np.array([0, 1, -2, 3e4, INF, -INF, NAN]).astype(dtype)
    x, y = (np.array(side) for side in zip(*itertools.product(values, values), strict=True))
    program = binary(op, element, len(x))
    (result,) = interpreter.run(program, x, y)
    nan, inf = [], []
    for i, (a, b, r) in enumerate(zip(x, y, result, strict=True)):
        a, b, r = (complex(v) for v in (a, b, r))
        are_nan = [any(map(math.isnan, (v.real, v.imag))) for v in (a, b, r)]
        are_inf = [any(map(math.isinf, (v.real, v.imag))) for v in (a, b, r)]
        if are_nan == [False, False, True]:
            nan.append(i)
        if are_inf == [False, False, True] and not any(are_nan[:2]):
            inf.append(i)
    found = {f.id: [e.position[0] for e in f.elements] for f in met(program, x, y, shown=100)}
    assert found == {id: places for id, places in (("number.nan", nan), ("number.inf", inf)) if places}


def test_text_tells_the_operands():
    (finding,) = met(binary("divide", "f32"), np.float32([1, 0, 2, 3]), np.float32([1, 0, 2, 3]))
    assert finding.elements[0].text == "result[1] is nan from 0.0, 0.0"
    assert finding.elements[0].values[1:] == (0, 0)
    assert finding.message == "NaNs are made: 1 of 4 elements"


def test_what_only_moves_or_chooses_makes_nothing():
    @hl.function("4xf32", "4xi1")
    def program(x, p):
        y = hl.select(p, hl.constant(np.full(4, NAN, np.float32)), hl.maximum(x, -INF))
        return hl.concatenate([hl.reverse(y, dimensions=[0]), hl.transpose(y, permutation=[0])], dimension=0), hl.clamp(
            -INF, x, INF
        )

    assert ids(program, np.float32([1, INF, NAN, 2]), [True, False, True, False]) == []


REDUCED = """
func.func @main(%x: tensor<3xf32>) -> tensor<f32> {{
  %init = stablehlo.constant dense<{init}> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.{op} across dimensions = [0]
    : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}}
"""


@pytest.mark.parametrize(
    ("op", "init", "x", "wanted"),
    [
        ("add", "0.0", [3e38, 3e38, 0], ["number.inf"]),
        ("add", "0.0", [INF, 3e38, 3e38], []),
        ("add", "0.0", [INF, -INF, 0], ["number.nan"]),
        ("add", "0.0", [NAN, INF, 0], []),
        ("multiply", "1.0", [1e30, 1e30, 1], ["number.inf"]),
        ("maximum", "0xFF800000", [1, 2, 3], []),
    ],
)
def test_made_by_a_reduction(op, init, x, wanted):
    assert ids(REDUCED.format(op=op, init=init), np.float32(x)) == wanted


def test_a_body_that_is_run_tells_for_itself():
    @hl.function("3xf32")
    def program(x):
        return hl.reduce(x, 1.0, [0], lambda a, b: a * b / 1)

    found = met(program, np.float32([1e30, 1e30, 1]))
    assert [(f.id, f.op) for f in found] == [("number.inf", "stablehlo.multiply")]
    assert found[0].elements[0].position is None
    assert "result[" not in found[0].elements[0].text


def test_made_by_a_matrix_product():
    @hl.function("1x2xf32", "2x1xf32")
    def program(x, y):
        return x @ y

    assert ids(program, np.float32([[1e30, 0]]), np.float32([[1e30], [0]])) == ["number.inf"]
    assert ids(program, np.float32([[INF, 0]]), np.float32([[1], [0]])) == []
    assert ids(program, np.float32([[INF, 0]]), np.float32([[0], [0]])) == ["number.nan"]


def scatter_add(rows, window):
    @hl.function(f"4x{window}xf32", f"{rows}xi32", f"{rows}x{window}xf32")
    def program(x, i, u):
        return x.at[i].add(u, mode="drop")

    return program


@pytest.mark.parametrize("rows", [1, 3])
@pytest.mark.parametrize("window", [1, 2])
def test_made_by_a_scatter_that_is_folded_without_being_run(rows, window):
    program = scatter_add(rows, window)
    x, i = np.full((4, window), 3e38, np.float32), np.arange(rows, dtype=np.int32)
    u = np.zeros((rows, window), np.float32)
    assert ids(program, x, i, u, select="number") == []
    u[0, -1] = 3e38
    (finding,) = met(program, x, i, u, select="number")
    assert (finding.id, finding.op, finding.count) == ("number.inf", "stablehlo.scatter", 1)
    assert finding.elements[0].position == (0, window - 1)
    u[0, -1] = INF
    assert ids(program, x, i, u, select="number") == []
    x[0, -1] = -INF
    assert ids(program, x, i, u, select="number") == ["number.nan"]
    x[3] = NAN  # nothing lands there
    u[0, -1] = 1
    assert ids(program, x, i, u, select="number") == []


@pytest.mark.parametrize(
    ("source", "target", "x", "wrong"),
    [
        ("i32", "i8", [127, 128, -128, -129], [1, 3]),
        ("i32", "ui8", [255, 256, -1, 0], [1, 2]),
        ("ui32", "i32", [0, 2**31 - 1, 2**31, 2**32 - 1], [2, 3]),
        ("i32", "i64", [1, -1, 2**31 - 1, -(2**31)], []),
        ("i8", "i4", [7, 8, -8, -9], [1, 3]),
        ("ui64", "i64", [2**63 - 1, 2**63, 0, 2**64 - 1], [1, 3]),
        ("f32", "i32", [2147483520, 2147483648, -2147483648, NAN], [1, 3]),
        ("f32", "i8", [127.9, 128, -128.9, -129], [1, 3]),
        ("f32", "ui8", [-0.9, -1, 255.9, 256], [1, 3]),
        ("f64", "i64", [9223372036854774784.0, 9223372036854775808.0, -9223372036854775808.0, INF], [1, 3]),
        ("f64", "ui64", [-0.5, -1, 18446744073709549568.0, 18446744073709551616.0], [1, 3]),
        ("f32", "i1", [NAN, 2, INF, 0], []),
        ("i32", "i1", [2, -1, 0, 1], []),
        ("complex<f32>", "i8", [1, 300, 2j, 128], [1, 3]),
        ("f32", "f4E2M1FN", [6.9, 7.1, NAN, -6], [1, 2]),
        ("i32", "f32", [2**31 - 1, 16777217, 0, 1], []),
    ],
)
def test_conversions(source, target, x, wrong):
    dtype = hl.ir.dtype_of(hl.ir.parse_element_type(source))
    values = np.array(x, dtype) if source == "ui64" else np.array(x).astype(dtype)
    found = met(unary("convert", source, target), values)
    assert [e.position[0] for f in found for e in f.elements if f.id == "number.conversion"] == wrong
    assert all(f.id == "number.conversion" for f in found)


def test_a_float_that_overflows_is_an_infinity():
    assert ids(unary("convert", "f64", "f32"), np.array([1e39, 1e38, INF, NAN])) == ["number.inf"]
    assert ids(unary("convert", "f32", "f8E4M3FN"), np.float32([500, 448, NAN, 1])) == ["number.nan"]
    assert ids(unary("convert", "i64", "f16"), np.array([70000, 1, 2, 3])) == ["number.inf"]


@pytest.mark.parametrize(
    ("op", "element", "x", "y", "id", "wrong"),
    [
        ("divide", "i32", [1, -(2**31), -(2**31), 5], [0, -1, 1, -1], "number.division", [0, 1]),
        ("remainder", "i8", [1, -128, 7, 0], [0, -1, 2, 0], "number.division", [0, 1, 3]),
        ("divide", "ui32", [1, 2, 3, 0], [0, 2**32 - 1, 3, 1], "number.division", [0]),
        ("power", "i32", [2, 2, 1, 0], [-1, 0, -5, 1], "number.power", [0, 2]),
        ("power", "ui32", [2, 2, 1, 0], [3, 0, 5, 1], "number.power", []),
        ("shift_left", "i32", [1] * 4, [31, 32, -1, 0], "number.shift", [1, 2]),
        ("shift_right_logical", "ui8", [1] * 4, [7, 8, 255, 0], "number.shift", [1, 2]),
        ("shift_right_arithmetic", "i4", [1] * 4, [3, 4, -1, 0], "number.shift", [1, 2]),
        ("add", "i32", [2**31 - 1, -(2**31), 2**31 - 1, 0], [1, -1, 0, 0], "number.overflow", [0, 1]),
        ("add", "i8", [127, -128, 100, 0], [1, -1, 27, 0], "number.overflow", [0, 1]),
        ("add", "i4", [7, -8, 3, 0], [1, -1, 4, 0], "number.overflow", [0, 1]),
        ("add", "i64", [2**63 - 1, -(2**63), 2**63 - 1, 0], [1, -1, 0, 0], "number.overflow", [0, 1]),
        ("subtract", "i64", [2**63 - 1, -(2**63), 2**63 - 1, 0], [-1, 1, 0, -(2**63)], "number.overflow", [0, 1, 3]),
        (
            "multiply",
            "i64",
            [2**32, 3037000500, 2**31, -1],
            [2**31, 3037000500, 2**31, -(2**63)],
            "number.overflow",
            [0, 1, 3],
        ),
        ("multiply", "i32", [2**16, 2**16, -1, 0], [2**15, 2**14, -(2**31), 0], "number.overflow", [0, 2]),
        ("add", "ui32", [2**32 - 1] * 4, [1] * 4, "number.overflow", []),
    ],
)
def test_integer_arithmetic(op, element, x, y, id, wrong):
    dtype = hl.ir.dtype_of(hl.ir.parse_element_type(element))
    x, y = (np.array([v % 2**64 if dtype == np.uint64 else v for v in side]).astype(dtype) for side in (x, y))
    found = met(binary(op, element), x, y)
    assert [e.position[0] for f in found for e in f.elements if f.id == id] == wrong
    assert {f.id for f in found} <= {id}


@pytest.mark.parametrize("element", ["i8", "i32", "i64"])
@pytest.mark.parametrize("op", ["add", "subtract", "multiply"])
def test_integers_of_rank_0_that_overflow(op, element):
    program = hl.function(f"tensor<{element}>", f"tensor<{element}>", name="main")(
        lambda x, y: {"add": lambda: x + y, "subtract": lambda: x - y, "multiply": lambda: x * y}[op]()
    )
    limits = np.iinfo(f"int{element[1:]}")
    x = {"subtract": limits.min}.get(op, limits.max)
    dtype = limits.dtype
    assert ids(program, np.array(x, dtype), np.array(2, dtype)) == ["number.overflow"]
    assert ids(program, np.array(3, dtype), np.array(2, dtype)) == []
    assert ids(program, np.array(x, dtype), np.array(op == "multiply", dtype)) == []


@pytest.mark.parametrize(
    ("op", "x", "y", "wrong", "text"),
    [
        ("add", [[100, 1, 2], [3, 4, 127]], [27, 1], [(1, 2)], "127 + 1 at [1, 2]"),
        ("subtract", [[100, 1, 2], [3, 4, -128]], [-28, 1], [(0, 0), (1, 2)], "100 - -28 at [0, 0]"),
        ("multiply", [[2, 1, 63], [-128, 4, 5]], [2, -1], [(1, 0)], "-128 * -1 at [1, 0]"),
    ],
)
def test_integers_that_are_broadcast_meet_where_they_belong(op, x, y, wrong, text):
    program = f"""func.func @main(%x: tensor<2x3xi8>, %y: tensor<2xi8>) -> tensor<2x3xi8> {{
      %0 = chlo.broadcast_{op} %x, %y {{broadcast_dimensions = array<i64: 0>}}
        : (tensor<2x3xi8>, tensor<2xi8>) -> tensor<2x3xi8>
      return %0 : tensor<2x3xi8>
    }}"""
    args = np.array(x, np.int8), np.array(y, np.int8)
    (finding,) = met(program, *args)
    assert (finding.id, [e.position for e in finding.elements]) == ("number.overflow", wrong)
    assert finding.elements[0].text == text
    with pytest.raises(interpreter.Trapped) as trapped:
        interpreter.run(program, *args, listeners=[interpreter.Trap("overflow")])
    assert trapped.value.index == wrong[0]


@pytest.mark.parametrize(
    ("op", "hazard", "x", "y", "wrong", "text"),
    [
        ("divide", "division", [[7, 1, 2], [3, 4, 5]], [1, 0], [(1, 0), (1, 1), (1, 2)], "3 / 0 at [1, 0]"),
        ("remainder", "division", [[7, 1, 2], [3, -128, 5]], [1, -1], [(1, 1)], "-128 % -1 at [1, 1]"),
        ("power", "power", [[7, 1, 2], [3, 4, 5]], [-1, 1], [(0, 0), (0, 1), (0, 2)], "7 ** -1 at [0, 0]"),
        ("shift_left", "shift", [[1, 1, 1], [1, 1, 1]], [8, 7], [(0, 0), (0, 1), (0, 2)], "1 << 8 at [0, 0]"),
        ("shift_right_logical", "shift", [[1], [1]], [7, -1], [(1, 0)], "1 >> -1 at [1, 0]"),
    ],
)
def test_what_integers_leave_open_is_seen_where_they_are_broadcast(op, hazard, x, y, wrong, text):
    type = f"tensor<2x{len(x[0])}xi8>"
    program = f"""func.func @main(%x: {type}, %y: tensor<2xi8>) -> {type} {{
      %0 = chlo.broadcast_{op} %x, %y {{broadcast_dimensions = array<i64: 0>}} : ({type}, tensor<2xi8>) -> {type}
      return %0 : {type}
    }}"""
    (finding,) = met(program, np.array(x, np.int8), np.array(y, np.int8))
    assert (finding.id, [e.position for e in finding.elements]) == (f"number.{hazard}", wrong)
    assert finding.elements[0].text == text


@pytest.mark.parametrize(
    ("source", "target", "x", "text"),
    [
        ("f32", "i8", [1, 300, 2, 3], "300.0 becomes 127 at [1]"),
        ("i32", "ui8", [1, 2, 3, 258], "258 becomes 2 at [3]"),
        ("i64", "i32", [1 << 32, 0, 0, 0], "4294967296 becomes 0 at [0]"),
        ("f32", "f4E2M1FN", [1, 0, 9, 1], "9.0 becomes 6.0 at [2]"),
    ],
)
def test_conversions_tell_what_becomes_what(source, target, x, text):
    (finding,) = met(unary("convert", source, target), np.array(x, hl.ir.dtype_of(hl.ir.parse_element_type(source))))
    assert finding.elements[0].text == text


def test_nans_of_what_is_broadcast_are_those_of_their_places():
    program = """func.func @main(%x: tensor<2x3xf32>, %y: tensor<2xf32>) -> tensor<2x3xf32> {
      %0 = chlo.broadcast_divide %x, %y {broadcast_dimensions = array<i64: 0>}
        : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
      return %0 : tensor<2x3xf32>
    }"""
    args = np.float32([[NAN, 1, 0], [1, 0, NAN]]), np.float32([1, 0])
    found = {f.id: [e.position for e in f.elements] for f in met(program, *args)}
    assert found == {"number.nan": [(1, 1)], "number.inf": [(1, 0)]}
    with pytest.raises(interpreter.Trapped) as trapped:
        interpreter.run(program, *args, listeners=[interpreter.Trap("nan")])
    assert trapped.value.index == (1, 1)


def test_squares_of_integers_leave_their_type():
    """Upstream's verifier has squares of floats alone; a program that wasn't read may have others."""
    type = hl.tensor("3xi32")
    program = one_op.program("chlo.square", [type], [type])
    x = np.array([46340, 46341, -(2**31)], np.int32)
    (finding,) = met(program, x)
    assert (finding.id, [e.position for e in finding.elements]) == ("number.overflow", [(1,), (2,)])
    assert finding.elements[0].text == "square(46341) at [1]"
    with pytest.raises(interpreter.Trapped, match="leaves the range of i32 in 2 of 3 elements"):
        interpreter.run(program, x, listeners=[interpreter.Trap("overflow")])


def test_lowest_integers_have_no_opposite():
    x = np.array([-(2**31), 1, 2, 3], np.int32)
    for op in ("negate", "abs"):
        (finding,) = met(unary(op, "i32"), x)
        assert (finding.id, finding.count) == ("number.overflow", 1)
        assert finding.elements[0].text == f"{op}(-2147483648) at [0]"
    assert ids(unary("negate", "i32"), np.array([2**31 - 1, 0, 1, 2], np.int32)) == []


def test_quantized_arithmetic_is_left_alone():
    t = "tensor<4x!quant.uniform<i8:f32, 0.5:3>>"
    text = f"func.func @main(%x: {t}) -> {t} {{\n %0 = stablehlo.add %x, %x : {t}\n return %0 : {t}\n}}"
    assert ids(text, np.array([127, -128, 3, 0], np.int8)) == []


@pytest.mark.parametrize("dtype", [ml_dtypes.bfloat16, np.float16])
def test_empty_and_scalar_values(dtype):
    element = "bf16" if dtype == ml_dtypes.bfloat16 else "f16"
    assert ids(binary("divide", element, 0), np.empty(0, dtype), np.empty(0, dtype)) == []
    scalar = binary("divide", element).replace("4x", "")
    assert ids(scalar, np.array(0, dtype), np.array(0, dtype)) == ["number.nan"]
    assert ids(scalar, np.array(1, dtype), np.array(1, dtype)) == []
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        interpreter.run(scalar, np.array(0, dtype), np.array(0, dtype), sanitize=True)
    assert [str(w.message).splitlines()[1].strip() for w in told] == ["nan from 0.0, 0.0"]


def test_infinities_of_any_of_the_results_are_found():
    """The squares of what is far apart overflow in the variance alone: what is divided by it is 0."""
    x, f = "tensor<4x1xf32>", "tensor<1xf32>"
    program = f"""func.func @main(%x: {x}, %a: {f}, %b: {f}) -> ({x}, {f}, {f}) {{
      %0:3 = "stablehlo.batch_norm_training"(%x, %a, %b) {{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}}
        : ({x}, {f}, {f}) -> ({x}, {f}, {f})
      return %0#0, %0#1, %0#2 : {x}, {f}, {f}
    }}"""
    sanitizer = interpreter.Sanitizer()
    far = np.array([[1e30], [-1e30], [1e30], [-1e30]], np.float32)
    results = interpreter.run(program, far, np.ones(1, np.float32), np.ones(1, np.float32), sanitize=sanitizer)
    assert [np.isinf(result).any() for result in results] == [False, False, True]
    (finding,) = sanitizer.findings
    assert (finding.id, finding.count, finding.total) == ("number.inf", 1, 1)
    assert [element.text for element in finding.elements] == ["result[0] is inf"]
