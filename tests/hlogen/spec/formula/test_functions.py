"""The functions of formulas against the specification's words for them, on every kind of element type, and counted."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from hlogen.ir import TensorType, parse_element_type, parse_type
from hlogen.ir.types import I1, FunctionType
from hlogen.spec.constraint import Undecided
from hlogen.spec.dims import Dim
from hlogen.spec.formula.functions import FUNCTIONS, Called, Each, Table
from hlogen.spec.rules import control_flow
from hlogen.spec.rules.rule import TABLE

SIGNED = [f"i{width}" for width in (2, 4, 8, 16, 32, 64)]
UNSIGNED = [f"ui{width}" for width in (2, 4, 8, 16, 32, 64)]
BITS = {
    **{name: int(name.lstrip("ui")) for name in (*SIGNED, *UNSIGNED)}, "i1": 1, "f4E2M1FN": 4, "f6E3M2FN": 6,
    "f8E4M3FN": 8, "f8E8M0FNU": 8, "bf16": 16, "f16": 16, "tf32": 19, "f32": 32, "f64": 64,
    "complex<f32>": 64, "complex<f64>": 128,
    "!quant.uniform<i8:f32, 0.5>": 8, "!quant.uniform<i4:f32, 0.25:1>": 4, "!quant.uniform<i8:bf16, 0.5>": 8,
    "!quant.uniform<u16:f32:0, {0.5, 0.25}>": 16,
}  # fmt: skip
KINDS = {
    "is_boolean": lambda name: name == "i1",
    "is_integer": lambda name: name in (*SIGNED, *UNSIGNED),
    "is_signed_integer": lambda name: name in SIGNED,
    "is_unsigned_integer": lambda name: name in UNSIGNED,
    "is_float": lambda name: name[0] in "fbt",
    "is_complex": lambda name: name.startswith("complex"),
    "is_quantized": lambda name: name[0] == "!",
    "is_per_axis_quantized": lambda name: name[0] == "!" and "{" in name,
    "is_per_tensor_quantized": lambda name: name[0] == "!" and "{" not in name,
}


def of(name: str, *arguments: Any) -> Any:
    return FUNCTIONS[name](*arguments)


@pytest.mark.parametrize("name", BITS)
def test_element_types(name: str) -> None:
    element = parse_element_type(name)
    for value in (element, TensorType((2, 3), element)):
        assert of("num_bits", value) == BITS[name]
        assert {kind: of(kind, value) for kind in KINDS} == {kind: bool(so(name)) for kind, so in KINDS.items()}
        part = name[len("complex<") : -1] if name.startswith("complex") else name
        assert str(of("part_type", value)) == part
        if name.startswith("complex"):
            assert str(of("complex_element_type", value)) == part
        else:
            with pytest.raises(Undecided):
                of("complex_element_type", value)
    assert of("is_tensor", TensorType((), element))
    assert not of("is_tensor", element)


def promotable(x: str, y: str) -> bool:
    """The specification's `is_promotable`; a boolean is promotable to itself."""

    def kind(name: str) -> str:
        return "i" if name in (*SIGNED, *UNSIGNED) else "b" if name == "i1" else name[0] if name[0] in "c!" else "f"

    if kind(x) != kind(y):
        return False
    if kind(x) == "!" and (expressed := [name.split(":")[1].split(",")[0] for name in (x, y)]):
        return expressed[0] == expressed[1] and BITS[x] <= BITS[y]
    return BITS[x] <= BITS[y]


def test_what_is_promotable_to_what() -> None:
    types = {name: parse_element_type(name) for name in BITS}
    for x, y in itertools.product(BITS, BITS):
        assert of("is_promotable", types[x], types[y]) == promotable(x, y), (x, y)


def test_quantized_types() -> None:
    type = parse_type("tensor<4x2x!quant.uniform<i8<-9:9>:bf16:1, {0.5:3, 0.25:-4}>>")
    assert (str(of("storage_type", type)), str(of("expressed_type", type))) == ("i8", "bf16")
    assert (of("quantization_dimension", type), of("scales", type)) == (1, (0.5, 0.25))
    assert of("zero_points", type) == (3, -4)
    baseline = of("baseline_element_type", type)
    assert (baseline.scales, baseline.zero_points, baseline.axis) == ((1.0, 1.0), (0, 0), 1)
    assert (baseline.storage_min, baseline.storage_max) == (-9, 9)
    assert of("baseline_type", type).element_type == baseline
    plain = parse_type("tensor<4x!quant.uniform<i4:f32, 0.5>>")
    assert (of("baseline_element_type", plain).storage_min, of("baseline_element_type", plain).storage_max) == (-8, 7)
    assert of("baseline_type", parse_type("tensor<4xf32>")) == parse_type("tensor<4xf32>")
    with pytest.raises(Undecided):
        of("quantization_dimension", plain)


@pytest.mark.parametrize(
    ("function", "operand", "result", "said"),
    [
        ("moved_element_type", "{0.5, 0.25}", "{0.5, 0.25}", True),
        ("moved_element_type", "{0.5, 0.25}", "{0.5, 0.125}", False),
        ("spread_element_type", "{0.5, 0.25}", "{0.5, 0.125, 0.25}", True),
        ("spread_element_type", "{0.5:1}", "{0.5:2}", True),
    ],
)
def test_axes_that_move(function: str, operand: str, result: str, said: bool) -> None:
    for storage in ("i8", "i4"):
        a = parse_type(f"tensor<2x3x!quant.uniform<i8:f32:0, {operand}>>")
        b = parse_type(f"tensor<2x3x!quant.uniform<{storage}:f32:1, {result}>>")
        assert of(function, a, b) == (said and storage == "i8")
    per_tensor = [parse_type(f"tensor<2x!quant.uniform<i8:f32, {scale}>>") for scale in ("0.5", "0.25")]
    assert of(function, per_tensor[0], per_tensor[0])
    assert not of(function, *per_tensor)


def test_windows_are_as_many_as_fit() -> None:
    """Counted by placing them (spec: reduce_window, num_windows)."""
    for size, window, stride, dilation, spread, low, high in itertools.product(
        range(5), (1, 2, 3), (1, 2, 3), (1, 2), (1, 2), (-1, 0, 2), (0, 1)
    ):
        padded = low + (0 if size == 0 else (size - 1) * dilation + 1) + high
        width = (window - 1) * spread + 1
        starts = [] if padded == 0 else [at for at in range(0, max(padded, 0), stride) if at + width <= padded]
        found = of("num_windows", (size,), (window,), (stride,), (dilation,), (spread,), ((low, high),))
        assert found == (len(starts),), (size, window, stride, dilation, spread, low, high)


def test_windows_of_what_is_open_or_makes_no_sense() -> None:
    ones: Any = ((1, 1), (1, 1), (1, 1), ((0, 0), (0, 0)))
    assert of("num_windows", (Dim(None), 4), (2, 2), *ones) == (Dim(None), 3)
    for wrong in (((1, 0), *ones[1:]), (*ones[:3], ((0, 0), (0, 0, 0))), ((1,), *ones[1:])):
        with pytest.raises(Undecided):
            of("num_windows", (4, 4), (2, 2), *wrong)


def test_shapes_are_bitcast_by_whole_elements() -> None:
    types = {width: TensorType((3, 4), parse_element_type(f"i{width}")) for width in (8, 32)}
    assert of("bitcast_shape", types[32], types[8]) == (3, 4, 4)
    assert of("bitcast_shape", types[8], types[32]) == (3,)
    assert of("bitcast_shape", types[8], types[8]) == (3, 4)


def test_lists() -> None:
    assert of("without", (5, 6, 7), (0, 2)) == of("without", (6, 7), 1) == (6,)
    assert of("replaced", (5, 6, 7), -1, 9) == (5, 6, 9)
    assert of("multiplied", (5, 6), 1, 3) == (5, 18)
    assert of("divided", (5, 7), 1, 3) == (5, 2)
    assert of("exchanged", (8, 3), 0, 1, 4) == (2, 12)
    assert of("exchanged", (8, 3), 1, 1, 4) == (8, 3)
    assert of("quotient_up", 7, 2) == 4
    assert of("quotient_up", 6, 2) == 3
    assert of("ids_of", ((0, 2), (5, -1))) == (0, 2, 5)
    assert (of("ones", 2), of("zeros", 3), of("range", 3)) == ((1, 1), (0, 0, 0), (0, 1, 2))
    assert (of("zeros", 0, 2), of("shape", of("zeros", 0, 2)), of("zeros", 2, 1)) == ((), (0, 2), ((0,), (0,)))
    assert of("shape", Table(((1, 2, 3),), 3)) == (1, 3)
    assert of("total", ()) == 0
    assert of("product", ()) == 1
    assert of("product", (2, Dim(None, 3))) == Dim(None, 6)
    assert of("total", (2, Dim(None))) == Dim(None)
    assert of("axes", parse_type("tensor<2x3xf32>")) == (0, 1)


def test_functions_and_futures() -> None:
    scalar, pair = (parse_type(text) for text in ("tensor<f32>", "tuple<tensor<f32>, tensor<2xi1>>"))
    type = FunctionType((scalar, pair), (pair,))
    for takes in (type, Called("f", True, type)):
        assert (of("input_types", takes), of("output_types", takes)) == ((scalar, pair), (pair,))
    assert of("tuple_element_types", pair) == (scalar, parse_type("tensor<2xi1>"))
    assert of("future_types", parse_type("!stablehlo.future<tensor<f32>, tensor<2xi1>>")) == (
        *(scalar, parse_type("tensor<2xi1>")),
    )
    for function, value in (("input_types", Called("f", None, None)), ("future_types", scalar), ("shape", pair)):
        with pytest.raises(Undecided):
            of(function, value)
    assert of("predicate") == TensorType((), I1)
    assert of("scalar", parse_type("tensor<2x3xi8>")) == parse_type("tensor<i8>")


@pytest.mark.parametrize(
    ("body", "inputs", "said"),
    [
        ("(tensor<f32>, tensor<f32>) -> tensor<f32>", ["2xf32"], True),
        ("(tensor<f64>, tensor<f64>) -> tensor<f64>", ["2xf32"], True),
        ("(tensor<f16>, tensor<f16>) -> tensor<f16>", ["2xf32"], False),
        ("(tensor<f32>, tensor<f32>) -> tensor<f64>", ["2xf32"], False),
        ("(tensor<f32>) -> tensor<f32>", ["2xf32"], False),
        ("(tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>", ["2xf32"], False),
        ("(tensor<f32>, tensor<i8>, tensor<f32>, tensor<i8>) -> (tensor<f32>, tensor<i8>)", ["2xf32", "2xi8"], True),
        ("(tensor<f32>, tensor<i8>, tensor<f32>, tensor<i8>) -> (tensor<f32>, tensor<i8>)", ["2xi8", "2xf32"], False),
        ("(tensor<f32>, tensor<f32>, tensor<i8>, tensor<i8>) -> (tensor<f32>, tensor<i8>)", ["2xf32", "2xi8"], False),
        ("(tensor<f32>, tensor<f32>) -> tensor<f32>", ["2xf32", "2xf32"], False),
    ],
)
def test_what_folds(body: str, inputs: list[str], said: bool) -> None:
    assert of("folds", parse_type(body), Each(parse_type(f"tensor<{one}>") for one in inputs)) is said


def test_a_convolution_has_the_places_that_its_numbers_name() -> None:
    lhs, rhs = parse_type("tensor<6x9x8x4xf32>"), parse_type("tensor<5x2x3x12xf32>")
    # lhs: batch 3, feature 0, spatial 1 and 2; rhs: features of the result 3; result: batch 2, feature 0.
    found = of(
        *("convolved", lhs, rhs, (1, 2), ((0, 0), (1, 1)), (1, 1), (1, 1)),
        *((3, 3, 2, 0), (1, 2), (1, 2), (3, 1), 2),
    )
    assert found == (12, (8 + 2 - 3) // 2 + 1, 4 // 2, 9 - 2 + 1)


def test_what_rules_add() -> None:
    """Functions that stand beside the rules that ask for them."""
    assert len(TABLE.rows()) > 100  # they are there once the rules are
    groups = ((3, 1), (1, -1), (-2, 5))
    assert of("flattened", groups) == (3, 1, 1, -1, -2, 5)
    assert of("first_repeated", (3, 1, 5, 1, 3)) == 1
    assert (of("first_beyond", (3, 1, -2, 5)), of("first_beyond", (3, 1, -2, 5), 3)) == (-2, 3)
    assert of("first_beyond", (0, 2, 3), 3) == 3
    multiples = {(size, part): of("is_multiple", size, part) for size in range(7) for part in range(4)}
    assert {pair for pair, so in multiples.items() if so} == {
        (size, part) for size, part in multiples if any(size == part * times for times in range(1, 7))
    }
    assert of("is_multiple", Dim(None), 2) is None
    assert of("is_multiple", 4, Dim(None, 2)) is None
    quantized = parse_element_type("!quant.uniform<i8:f32:2, {0.5, 0.25}>")
    assert of("transposed_element_type", quantized, (1, 2, 0)).axis == 1
    assert of("transposed_element_type", quantized, (2, 0, 1)).axis == 0
    for kept in (parse_element_type("f32"), parse_element_type("!quant.uniform<i8:f32, 0.5>")):
        assert of("transposed_element_type", kept, (1, 0)) == kept
    assert of("transposed_element_type", quantized, (1, 0)) == quantized
    precisions = ("f32", "tf32", "bf16", "f8E4M3FN", "i8", "f33", "complex<f32>", "")
    assert [name for name in precisions if of("is_precision", name)] == ["f32", "tf32", "bf16", "f8E4M3FN"]
    names = ("a.b", "chlo.top_k", "a.b.c", "a", ".b", "a.", "", "a b.c", "1a.b")
    assert [name for name in names if of("is_namespaced_op_name", name)] == ["a.b", "chlo.top_k", "a.b.c"]
    assert of("is_namespaced_op_name", 3) is None
    assert [of("is_defined_in_parent_scope", Called("f", exists, None)) for exists in (True, False, None)] == [
        True, False, None]  # fmt: skip


@pytest.mark.parametrize(
    ("type", "is_value", "is_foreign"),
    [
        ("tensor<2xf32>", True, True),
        ("tensor<*xf32>", False, True),
        ("tensor<2x!quant.uniform<i8:f32:0, {0.5, 0.25}>>", True, True),
        ("!stablehlo.token", True, True),
        ("tuple<tensor<f32>, tuple<!stablehlo.token>>", True, True),
        ("tuple<tensor<f32>, tensor<*xf32>>", False, True),
        ("tuple<>", True, True),
        ("tuple<tensor<f32>, f32>", False, False),
        ("f32", False, False),
        ("index", False, False),
    ],
)
def test_values_of_functions(type: str, is_value: bool, is_foreign: bool) -> None:
    assert len(TABLE.rows()) > 100
    assert (control_flow.is_value(parse_type(type)), of("is_foreign_value", parse_type(type))) == (is_value, is_foreign)
