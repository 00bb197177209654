"""Generic MLIR text: what each attribute and operation prints as."""

import itertools
import re

import numpy as np
import pytest

from hlogen.ir import (
    Block,
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    DotDimensionNumbers,
    EnumAttr,
    FloatAttr,
    FunctionType,
    GatherDimensionNumbers,
    IntegerAttr,
    Location,
    Module,
    OpaqueAttr,
    Operation,
    Region,
    ScatterDimensionNumbers,
    SymbolRef,
    UnitAttr,
    parse_element_type,
    tensor,
)
from hlogen.ir.printer import attribute_text, generic_text, operation_text
from hlogen.mlir.reader import read

F32, F64, BF16, I1, I64 = (parse_element_type(text) for text in ("f32", "f64", "bf16", "i1", "i64"))


@pytest.mark.parametrize(
    ("attribute", "text"),
    [
        (True, "true"),
        (False, "false"),
        ('a "b"\n\\é', r'"a \22b\22\0A\5C\C3\A9"'),
        ((IntegerAttr(1, I64), "x"), '[1 : i64, "x"]'),
        ({"a": UnitAttr(), "b c": True}, '{a, "b c" = true}'),
        (IntegerAttr(-3, I64), "-3 : i64"),
        (FloatAttr(1.0, F32), "1.0 : f32"),
        (FloatAttr(1e300, F64), "1.0e+300 : f64"),
        (FloatAttr(float("inf"), F32), "0x7F800000 : f32"),
        (FloatAttr(float("-inf"), BF16), "0xFF80 : bf16"),
        (UnitAttr(), "unit"),
        (SymbolRef(("main",)), "@main"),
        (SymbolRef(("a", "b c")), '@a::@"b c"'),
        (EnumAttr("comparison_direction", "LT"), "#stablehlo<comparison_direction LT>"),
        (DenseArray(I64, (1, -2)), "array<i64: 1, -2>"),
        (DenseArray(I64, ()), "array<i64>"),
        (DenseArray(I1, (True, False)), "array<i1: true, false>"),
        (DenseArray(F32, (1.5, float("inf"))), "array<f32: 1.5, 0x7F800000>"),
        (OpaqueAttr("#foo.bar<1>"), "#foo.bar<1>"),
        (tensor("2xf32"), "tensor<2xf32>"),
        (
            GatherDimensionNumbers((1,), (0,), (), (), (0,), 1),
            "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], "
            "index_vector_dim = 1>",
        ),
        (ScatterDimensionNumbers(), "#stablehlo.scatter<index_vector_dim = 0>"),
        (
            DotDimensionNumbers((), (), (1,), (0,)),
            "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>",
        ),
        (
            ConvDimensionNumbers(0, 3, (1, 2), 2, 3, (0, 1), 2, 1, (3, 0)),
            "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[1, f, b, 0]>",
        ),
        (ConvDimensionNumbers(0, 1, (), 1, 0, (), 0, 1, ()), "#stablehlo.conv<[b, f]x[o, i]->[b, f]>"),
        (
            ConvDimensionNumbers(0, 0, (), 0, 1, (), 0, 1, (4,)),
            "#stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 0, input_spatial_dimensions = "
            "[], kernel_input_feature_dimension = 0, kernel_output_feature_dimension = 1, kernel_spatial_dimensions = "
            "[], output_batch_dimension = 0, output_feature_dimension = 1, output_spatial_dimensions = [4]>",
        ),
        (
            DenseElements(tensor("2x2xi32"), np.array([[1, 2], [3, 4]], np.int32)),
            "dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>",
        ),
        (DenseElements(tensor("2xi1"), np.array([True, False])), "dense<[true, false]> : tensor<2xi1>"),
        (DenseElements(tensor("i8"), np.int8(-5)), "dense<-5> : tensor<i8>"),
        (
            DenseElements(tensor("2x!quant.uniform<i8:f32, 0.5>"), np.array([-5, 7], np.int8)),
            "dense<[-5, 7]> : tensor<2x!quant.uniform<i8:f32, 0.5>>",
        ),
        # the 19 bits of a tf32: a sign, 8 of exponent, 10 of significand
        (
            DenseElements(tensor("2xtf32"), np.array([-np.inf, 1.5], np.float32)),
            "dense<[0x7FC00, 1.5]> : tensor<2xtf32>",
        ),
        (DenseElements(tensor("0x3xf32"), np.zeros((0, 3), np.float32)), "dense<> : tensor<0x3xf32>"),
        (
            DenseElements(tensor("1xcomplex<f32>"), np.array([1 - 2j], np.complex64)),
            "dense<(1.0, -2.0)> : tensor<1xcomplex<f32>>",
        ),
        (
            DenseElements(tensor("65xui16"), np.arange(65, dtype=np.uint16)),
            'dense<"0x' + "".join(f"{value:02X}00" for value in range(65)) + '"> : tensor<65xui16>',
        ),
    ],
)
def test_an_attribute_prints_as_mlir(attribute, text):
    assert attribute_text(attribute) == text


def test_a_splat_prints_one_element_whatever_its_size():
    kind = tensor("1048576x1048576xf32")
    elements = DenseElements(kind, np.broadcast_to(np.float32(0.5), kind.static_shape))
    assert attribute_text(elements) == "dense<0.5> : tensor<1048576x1048576xf32>"


def small_module(**attributes):
    body = Block([tensor("f32")])
    addition = Operation("stablehlo.add", [body.arguments[0]] * 2, [tensor("f32")], location=Location("p.py", 3, 7))
    body.operations = [addition, Operation("func.return", addition.results)]
    kind = FunctionType((tensor("f32"),), (tensor("f32"),))
    return Module(
        [Operation("func.func", (), (), {"sym_name": "main", "function_type": kind}, [Region([body])])], **attributes
    )


def test_a_module_prints_in_generic_form():
    assert generic_text(small_module(name="top", attributes={"a.b": UnitAttr()})) == (
        "module @top attributes {a.b} {\n"
        '  "func.func"() ({\n'
        "  ^bb0(%arg0: tensor<f32>):\n"
        '    %0 = "stablehlo.add"(%arg0, %arg0) : (tensor<f32>, tensor<f32>) -> tensor<f32>\n'
        '    "func.return"(%0) : (tensor<f32>) -> ()\n'
        '  }) {sym_name = "main", function_type = (tensor<f32>) -> tensor<f32>} : () -> ()\n'
        "}\n"
    )


def test_locations_print_where_asked_for():
    module = small_module()
    text = generic_text(module, locations=True)
    assert '-> tensor<f32> loc("p.py":3:7)' in text
    assert "(%0) : (tensor<f32>) -> () loc(unknown)" in text
    module.operations[0].location = Location('a "b"\\ü.py', 12, 1)
    assert generic_text(module, locations=True).splitlines()[-2].endswith(r' loc("a \22b\22\5C\C3\BC.py":12:1)')


def test_one_operation_alone_names_values_from_outside():
    module = small_module()
    addition = module.function("main").body.operations[0]
    assert operation_text(addition).count("%outside0") == 2


@pytest.mark.parametrize("others", [*itertools.permutations(["x", None, "outside0", "outside2"])], ids=str)
def test_values_from_outside_have_a_name_each(others):
    """Also where the program calls several alike, or as the operation's own values are called."""
    kind = tensor("f32")
    names = ["x", *others, None, "arg0", "arg1", "arg0", None]
    outside = [Block([kind], [name]).arguments[0] for name in names]
    body = Block([kind])
    body.operations = [Operation("my.inner", [*outside, *body.arguments])]
    lines = operation_text(Operation("my.op", outside, (), {}, [Region([body])])).splitlines()
    used = re.findall(r"%(\w+)", lines[0])
    (argument,) = re.findall(r"%(\w+):", lines[1])
    assert len({*used, argument}) == len(names) + 1
    assert (used[0], used[6], used[7]) == ("x", "arg0", "arg1")
    assert re.findall(r"%(\w+)", lines[2]) == [*used, argument]


def test_values_of_the_top_level_have_names_of_their_own():
    """Names inside of a function end with it, but mustn't be those of values that stand before it."""
    text = """module {
  %0 = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
  "func.func"() ({
  ^bb0(%arg0: tensor<i32>):
    %1 = "stablehlo.abs"(%arg0) : (tensor<i32>) -> tensor<i32>
    "func.return"(%1) : (tensor<i32>) -> ()
  }) {function_type = (tensor<i32>) -> tensor<i32>, sym_name = "f"} : () -> ()
  %1 = "stablehlo.constant"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  %2 = "stablehlo.add"(%0, %1) : (tensor<i32>, tensor<i32>) -> tensor<i32>
}
"""
    assert generic_text(read(text)) == text
