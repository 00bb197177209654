"""Elementwise operations in onnxruntime equal the interpreter's: every element type, with values at the edges."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from helpers.elementwise_cases import (
    INTEGERS,
    SMALL_FLOATS,
    TYPES,
    Case,
    arguments,
    cases,
    differences,
    element_type,
    program,
    units_apart,
)
from helpers.onnx_runs import reference_results, run_model, through_onnx

import hlogen as hl
import interpreter
from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
from hlogen.export.onnx.registry import TABLE
from hlogen.export.onnx.types import carrier, interface
from hlogen.ir import element_type_of
from hlogen.spec.optable import OPS

Array = np.ndarray[Any, Any]

# Operations that are computed otherwise than by NumPy may be off by so many units in the last place.
_UNITS = 8
# onnxruntime's hyperbolic tangent is a quotient of polynomials, and a little worse beside the least normal number.
_UNITS_OF = {"stablehlo.tanh": 32}


def compare(case: Case, found: Array, wanted: Array, given: dict[str, Array]) -> None:
    assert (found.shape, found.dtype) == (wanted.shape, interface(element_type_of(wanted.dtype), 21))
    if case.digits_lost and units_apart(found, wanted) <= _UNITS_OF.get(case.name, _UNITS):
        return
    differ = differences(found, wanted)
    places = [tuple(at) for at in np.argwhere(differ)[:5]]
    operands = [np.broadcast_to(given[name], differ.shape) for name in case.operands.split()]
    shown = [(*(operand[at] for operand in operands), found[at], wanted[at]) for at in places]
    assert not differ.any(), f"{case}: {differ.sum()} differ: operands, found, wanted: {shown}"


def check(type: str, given: dict[str, Array], opset: int, chosen: list[Case] | None = None) -> None:
    chosen = cases(type) if chosen is None else chosen
    text = program(type, {name: array.shape for name, array in given.items()}, chosen)
    wanted = interpreter.run(text, *given.values())
    held = interface(element_type(type), opset)
    fed = [array if name == "pred" else array.astype(held) for name, array in given.items()]
    found = through_onnx(text, *fed, opset=opset)
    for case, got, want in zip(chosen, found, wanted, strict=True):
        compare(case, got, want, given)


@pytest.mark.parametrize("type", TYPES)
def test_edges(type: str) -> None:
    check(type, arguments(type), 21)


@pytest.mark.share(5)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("type", "opset"), [(type, opset) for type in TYPES for opset in range(19 if type in SMALL_FLOATS else 18, 27)]
)
def test_opsets(type: str, opset: int) -> None:
    check(type, arguments(type, seed=opset), opset)


@pytest.mark.parametrize("opset", [18, 26])
def test_oldest_and_newest_opset(opset: int) -> None:
    for type in ("i1", "i4", "ui16", "i64", "bf16", "f32"):
        check(type, arguments(type), opset)


@pytest.mark.parametrize("shape", [(), (0,), (2, 0, 3), (2, 3, 4)], ids=str)
def test_shapes(shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(0)
    for type in ("i1", "i16", "ui64", "f16", "f32"):
        given = arguments(type)
        check(type, {name: rng.choice(array, shape) for name, array in given.items()}, 21)


def test_scalars_beside_tensors() -> None:
    """select takes a scalar predicate, clamp scalar bounds."""
    rng = np.random.default_rng(0)
    for type in (*INTEGERS, "bf16", "f32", "f64"):
        given = arguments(type)
        chosen = {name: rng.choice(given[name], shape) for name, shape in (("b", (4, 5)), ("a", ()), ("c", ()))}
        check(type, chosen, 21, [Case("stablehlo.clamp", "a b c", type)])
        chosen = {name: rng.choice(given[name], shape) for name, shape in (("a", (4, 5)), ("b", (4, 5)), ("pred", ()))}
        check(type, chosen, 21, [Case("stablehlo.select", "pred a b", type)])


@pytest.mark.parametrize("type", ["i1", "i8", "ui16", "i64", "ui64", "f16", "bf16", "f32", "f64"])
def test_constant_operands(type: str) -> None:
    """One operand is known, which makes other nodes of some operations, and both, which makes none."""
    given = arguments(type)
    rng = np.random.default_rng(1)
    values = np.unique(given["a"])
    values = values[:: max(1, len(values) // 6)]
    binary = [case for case in cases(type) if case.operands == "a b"]
    for constant in [*values, *np.array([0, 0.5]).astype(given["a"].dtype)]:
        for swapped in (False, True):
            text = _with_constant(type, constant, binary, swapped)
            operand = rng.permutation(given["a"])[:64]
            wanted = interpreter.run(text, operand)
            for case, got, want in zip(binary, through_onnx(text, operand), wanted, strict=True):
                compare(case, got, want, {"a": operand, "b": np.broadcast_to(constant, operand.shape)})


def _with_constant(type: str, constant: Any, chosen: list[Case], swapped: bool) -> str:
    tensor = f"tensor<64x{type}>"
    bits = np.asarray(constant)
    literal = f'"0x{bits.tobytes().hex().upper()}"' if bits.dtype != bool else str(bool(constant)).lower()
    lines, results = [f"  %k = stablehlo.constant dense<{literal}> : {tensor}"], []
    names = "%k, %a" if swapped else "%a, %k"
    for number, case in enumerate(chosen):
        results.append(f"tensor<64x{case.result}>")
        attributes = f" {{{case.attributes}}}" if case.attributes else ""
        lines.append(f'  %{number} = "{case.name}"({names}){attributes} : ({tensor}, {tensor}) -> {results[-1]}')
    returned = ", ".join(f"%{number}" for number in range(len(results)))
    types = ", ".join(results)
    return (
        f"func.func @main(%a: {tensor}) -> ({types}) {{\n" + "\n".join(lines) + f"\n  return {returned} : {types}\n}}"
    )


@pytest.mark.parametrize("type", ["f16", "f32", "f64"])
@pytest.mark.parametrize("sum", ["add %0, %zero", "add %zero, %0", "subtract %0, %minus"])
def test_a_zero_that_is_added_in_between_takes_the_sign_from_a_minus_zero(sum: str, type: str) -> None:
    """onnxruntime's optimizer leaves sums with a single zero out, but not where they are a model's results."""
    text = f"""func.func @main(%x: tensor<1x{type}>) -> tensor<1x{type}> {{
      %zero = stablehlo.constant dense<0.0> : tensor<1x{type}>
      %minus = stablehlo.constant dense<-0.0> : tensor<1x{type}>
      %0 = stablehlo.negate %x : tensor<1x{type}>
      %1 = stablehlo.{sum} : tensor<1x{type}>
      %2 = stablehlo.negate %1 : tensor<1x{type}>
      return %2 : tensor<1x{type}>
    }}"""
    for x in (0.0, -0.0, 1.0):
        (found,) = through_onnx(text, np.array([x], {"f16": np.float16, "f32": np.float32, "f64": np.float64}[type]))
        assert (found.item(), np.signbit(found).item()) == (x, x == 0)


@pytest.mark.parametrize("type", ["f16", "bf16", "f8E5M2", "i4"])
def test_every_step_rounds(type: str) -> None:
    """Between two operations, nothing is wider than the element type."""
    given = arguments(type)
    tensor = f"tensor<{given['a'].size}x{type}>"
    text = f"""
    func.func @main(%a: {tensor}, %b: {tensor}, %c: {tensor}) -> {tensor} {{
      %0 = stablehlo.add %a, %b : {tensor}
      %1 = stablehlo.multiply %0, %c : {tensor}
      %2 = stablehlo.subtract %1, %b : {tensor}
      %3 = stablehlo.divide %2, %c : {tensor}
      return %3 : {tensor}
    }}"""
    args = [given[name] for name in "abc"]
    held = interface(element_type(type), 21)
    (found,), (wanted,) = through_onnx(text, *(arg.astype(held) for arg in args)), interpreter.run(text, *args)
    assert not differences(found, wanted).any()


def test_reference_evaluator() -> None:
    for type in ("i32", "f32"):
        given = arguments(type)
        chosen = [case for case in cases(type) if case.name not in ("chlo.next_after", "stablehlo.reduce_precision")]
        text = program(type, {name: array.shape for name, array in given.items()}, chosen)
        with np.errstate(all="ignore"):
            found = reference_results(to_onnx(text), *given.values())
        for case, got, want in zip(chosen, found, interpreter.run(text, *given.values()), strict=True):
            compare(case, got, want, given)


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64"])
def test_total_order_of_nan_with_a_sign(type: str) -> None:
    """Where ONNX has an operator for bits."""
    given = arguments(type)
    for name in "ab":
        values = given[name].copy()
        negative = np.isnan(values) & (np.arange(values.size) % 2 == 0)
        given[name] = np.where(negative, -values, values)
    check(type, given, 26, [case for case in cases(type) if "TOTALORDER" in case.attributes])


def test_a_next_number_of_floats_whose_bits_are_not_known_is_refused() -> None:
    type = "tensor<2xf8E4M3FN>"
    step = f"%0 = chlo.next_after %a, %a : {type}, {type} -> {type}"
    text = f"func.func @main(%a: {type}) -> {type} {{ {step} return %0 : {type} }}"
    with pytest.raises(ExportError, match=r"chlo\.next_after .*: it isn't exported for elements of type f8E4M3FN"):
        to_onnx(text)


def test_map() -> None:
    text = """
    func.func @main(%a: tensor<2x3xi32>, %b: tensor<2x3xi32>) -> (tensor<2x3xi32>, tensor<2x3xi32>) {
      %0 = "stablehlo.map"(%a, %b) ({
      ^bb0(%x: tensor<i32>, %y: tensor<i32>):
        %1 = stablehlo.divide %x, %y : tensor<i32>
        %2 = stablehlo.multiply %1, %1 : tensor<i32>
        stablehlo.return %2 : tensor<i32>
      }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi32>, tensor<2x3xi32>) -> tensor<2x3xi32>
      %3 = "stablehlo.map"(%a) ({
      ^bb0(%x: tensor<i32>):
        %4 = stablehlo.constant dense<7> : tensor<i32>
        stablehlo.return %4 : tensor<i32>
      }) {dimensions = array<i64: 0, 1>} : (tensor<2x3xi32>) -> tensor<2x3xi32>
      return %0, %3 : tensor<2x3xi32>, tensor<2x3xi32>
    }"""
    args = np.arange(6, dtype=np.int32).reshape(2, 3) - 7, np.arange(6, dtype=np.int32).reshape(2, 3) - 2
    for found, wanted in zip(through_onnx(text, *args), interpreter.run(text, *args), strict=True):
        np.testing.assert_array_equal(found, wanted, strict=True)


def test_every_elementwise_operation_has_a_lowering() -> None:
    missing = [name for name, op in OPS.items() if op.kind == "elementwise" and name not in TABLE.rows()]
    assert missing == ["stablehlo.complex"]  # of which models have the parts


def test_a_model_of_one_operation_stays_small() -> None:
    text = program("f32", {"a": (8,)}, [case for case in cases("f32") if case.name == "stablehlo.exponential"])
    model = to_onnx(text)
    assert [node.op_type for node in model.graph.node if node.op_type != "Identity"] == ["Exp"]
    (found,) = run_model(model, np.zeros(8, np.float32))
    assert (found == 1).all()
    assert carrier(element_type("f32")) == np.float32


def test_one_divided_by_integers_is_not_fused_with_what_it_is_multiplied_by() -> None:
    """onnxruntime's optimizer takes (1 / x) * y for y / x."""

    @hl.function("5xi32")
    def f(x):
        return hl.divide(1, x) * x, hl.remainder(1, x)

    x = np.array([5, 1, -1, -3, 2], np.int32)
    products, left = through_onnx(f, x)
    assert (products.tolist(), left.tolist()) == ([0, 1, 1, 0, 0], [1, 0, 0, 1, 1])
