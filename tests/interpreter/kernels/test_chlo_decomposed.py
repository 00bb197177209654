"""CHLO's operations against their definitions by the registered pass, run by the same interpreter.

The definitions are made for speed in f32 (polynomials, series of a fixed length), so they are less exact than the
kernels, whose own error tests/interpreter/test_accuracy.py holds: the tolerances are those of the definitions.
"""

from __future__ import annotations

from typing import Any

import ml_dtypes
import numpy as np
import pytest
from helpers.one_op import dtype

import hlogen as hl
import interpreter
from hlogen.ir import Module
from hlogen.mlir import provider
from hlogen.mlir.convert import Converter
from interpreter.kernels.registry import kernels

LEGALIZE = "builtin.module(func.func(chlo-legalize-to-stablehlo))"


def both(text: str, *arguments: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What a program with operations of CHLO gives, and what it gives with their definitions in place of them."""
    bindings = provider.find()
    module = bindings.ir.Module.parse(text, bindings.context())
    bindings.run_passes(module, LEGALIZE)
    defined: Module = Converter(bindings, module).module()
    assert "chlo." not in str(defined), str(defined)
    return tuple(interpreter.run(hl.parse(text), *arguments)), tuple(interpreter.run(defined, *arguments))


def applied(name: str, operand: str, result: str, size: int, count: int, attributes: str = "") -> str:
    taken, given = f"tensor<{size}x{operand}>", f"tensor<{size}x{result}>"
    names = [f"%{letter}" for letter in "abc"[:count]]
    return f"""func.func @main({", ".join(f"{each}: {taken}" for each in names)}) -> {given} {{
  %0 = "{name}"({", ".join(names)}) {attributes} : ({", ".join([taken] * count)}) -> {given}
  return %0 : {given}
}}"""


# Where functions are compared (low, high per operand), and how far the definitions are off in f32 and f64.
FUNCTIONS: dict[str, tuple[list[tuple[float, float]], float, float]] = {
    "chlo.acos": ([(-1, 1)], 2e-6, 1e-14),
    "chlo.acosh": ([(1, 50)], 2e-6, 1e-14),
    "chlo.asin": ([(-1, 1)], 2e-6, 1e-14),
    "chlo.asinh": ([(-50, 50)], 2e-6, 1e-14),
    "chlo.atan": ([(-50, 50)], 2e-6, 1e-14),
    "chlo.atanh": ([(-0.999, 0.999)], 2e-6, 1e-14),
    "chlo.bessel_i1e": ([(-50, 50)], 2e-6, 1e-14),
    "chlo.cosh": ([(-20, 20)], 5e-6, 1e-14),
    "chlo.digamma": ([(0.1, 30)], 2e-5, 1e-11),
    "chlo.erf": ([(-4, 4)], 2e-6, 1e-14),
    "chlo.erf_inv": ([(-0.999, 0.999)], 2e-5, 1e-12),
    "chlo.erfc": ([(-4, 8)], 2e-5, 1e-13),
    "chlo.lgamma": ([(0.1, 50)], 2e-5, 1e-11),
    "chlo.polygamma": ([(0, 6), (0.5, 30)], 2e-4, 1e-10),
    "chlo.sinh": ([(-20, 20)], 5e-6, 1e-14),
    "chlo.square": ([(-50, 50)], 0, 0),
    "chlo.tan": ([(-50, 50)], 2e-6, 1e-14),
    "chlo.zeta": ([(1.1, 20), (0.1, 20)], 2e-4, 1e-11),
}


def drawn(name: str, type: str, size: int = 300) -> list[np.ndarray[Any, Any]]:
    draw = np.random.default_rng(len(name))
    columns = [draw.uniform(low, high, size).astype(dtype(type)) for low, high in FUNCTIONS[name][0]]
    if name == "chlo.polygamma":
        columns[0] = np.floor(columns[0].astype(np.float64)).astype(dtype(type))
    return columns


@pytest.mark.share(3)
@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_reals(name: str, type: str) -> None:
    arguments = drawn(name, type)
    (ours,), (theirs,) = both(applied(name, type, type, 300, len(arguments)), *arguments)
    ours, theirs = ours.astype(np.float64), theirs.astype(np.float64)
    _, single, double = FUNCTIONS[name]
    unit = float(ml_dtypes.finfo(dtype(type)).eps)
    rtol = {"f64": double, "f32": single}.get(type, 8 * unit)
    with np.errstate(invalid="ignore"):
        wide = 10 * unit if type in ("f16", "bf16") else rtol
    np.testing.assert_allclose(ours, theirs, rtol=rtol, atol=wide)


@pytest.mark.parametrize("type", ["complex<f64>", "complex<f32>"])
@pytest.mark.parametrize(
    "name",
    ["acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "sinh", "square", "tan"],
)
def test_functions_of_complex_numbers(name: str, type: str) -> None:
    draw = np.random.default_rng(len(name))
    z = (draw.uniform(-3, 3, 300) + 1j * draw.uniform(-3, 3, 300)).astype(dtype(type))
    (ours,), (theirs,) = both(applied(f"chlo.{name}", type, type, 300, 1), z)
    np.testing.assert_allclose(ours, theirs, rtol=1e-13 if type == "complex<f64>" else 2e-5)


@pytest.mark.parametrize("name", ["is_inf", "is_pos_inf", "is_neg_inf"])
@pytest.mark.parametrize("type", ["f64", "f32", "bf16"])
def test_tests_of_infinity(name: str, type: str) -> None:
    x = np.array([0.0, 1.5, np.inf, -np.inf, np.nan]).astype(dtype(type))
    (ours,), (theirs,) = both(applied(f"chlo.{name}", type, "i1", 5, 1), x)
    assert ours.tolist() == theirs.tolist()


@pytest.mark.parametrize("type", ["f64", "f32", "f16", "bf16"])
def test_next_after(type: str) -> None:
    ends = np.array([0.0, -0.0, 1.0, -1.0, 3e4, np.inf, -np.inf, np.nan, 6e-8]).astype(dtype(type))
    x, y = (each.reshape(-1) for each in np.meshgrid(ends, ends))
    (ours,), (theirs,) = both(applied("chlo.next_after", type, type, 81, 2), x, y)
    np.testing.assert_array_equal(ours.astype(np.float64), theirs.astype(np.float64))


def test_conj() -> None:
    z = np.array([1 + 2j, -0.0 - 3j, 4], np.complex64)
    (ours,), (theirs,) = both(applied("chlo.conj", "complex<f32>", "complex<f32>", 3, 1), z)
    np.testing.assert_array_equal(ours, theirs)


BROADCAST_FLOATS = (
    "add", "atan2", "divide", "maximum", "minimum", "multiply", "next_after", "power", "remainder", "subtract",
)  # fmt: skip
BROADCAST_INTEGERS = ("and", "or", "shift_left", "shift_right_arithmetic", "shift_right_logical", "xor")


@pytest.mark.parametrize("name", [*BROADCAST_FLOATS, *BROADCAST_INTEGERS])
def test_broadcasting_operations(name: str) -> None:
    """Exactly: they are defined by the operations of StableHLO without broadcast_."""
    type = "f32" if name in BROADCAST_FLOATS else "i32"
    text = f"""func.func @main(%a: tensor<3x{type}>, %b: tensor<2x3x{type}>) -> tensor<2x3x{type}> {{
  %0 = "chlo.broadcast_{name}"(%a, %b) {{broadcast_dimensions = array<i64: 1>}}
    : (tensor<3x{type}>, tensor<2x3x{type}>) -> tensor<2x3x{type}>
  return %0 : tensor<2x3x{type}>
}}"""
    draw = np.random.default_rng(4)
    arguments = [draw.integers(1, 20, shape).astype(dtype(type)) for shape in ((3,), (2, 3))]
    (ours,), (theirs,) = both(text, *arguments)
    np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("type", ["f32", "i32", "bf16"])
def test_top_k(type: str) -> None:
    text = f"""func.func @main(%x: tensor<2x7x{type}>) -> (tensor<2x3x{type}>, tensor<2x3xi32>) {{
  %0:2 = chlo.top_k(%x, k = 3) : tensor<2x7x{type}> -> (tensor<2x3x{type}>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3x{type}>, tensor<2x3xi32>
}}"""
    x = np.random.default_rng(0).integers(-3, 4, (2, 7)).astype(dtype(type))
    for ours, theirs in zip(*both(text, x), strict=True):
        np.testing.assert_array_equal(ours.astype(np.float64), theirs.astype(np.float64))


@pytest.mark.parametrize(
    ("name", "operands", "result", "attributes"),
    [
        ("broadcast_compare", ["f32", "f32"], "i1", "{comparison_direction = #chlo<comparison_direction LT>}"),
        ("broadcast_complex", ["f32", "f32"], "complex<f32>", ""),
        ("broadcast_zeta", ["f64", "f64"], "f64", ""),
        ("broadcast_polygamma", ["f64", "f64"], "f64", ""),
        ("constant_like", ["f32"], "f32", "{value = 3.2 : f32}"),
        ("mulhi", ["i32", "i32"], "i32", ""),
        ("mulhi", ["ui8", "ui8"], "ui8", ""),
    ],
)
def test_other_operations(name: str, operands: list[str], result: str, attributes: str) -> None:
    draw = np.random.default_rng(9)
    types = [f"tensor<40x{type}>" for type in operands]
    names = [f"%{letter}" for letter in "abc"[: len(types)]]
    taken = ", ".join(f"{each}: {type}" for each, type in zip(names, types, strict=True))
    text = f"""func.func @main({taken}) -> tensor<40x{result}> {{
  %0 = "chlo.{name}"({", ".join(names)}) {attributes} : ({", ".join(types)}) -> tensor<40x{result}>
  return %0 : tensor<40x{result}>
}}"""
    top = 2**31 if name == "mulhi" else 9
    arguments = [draw.integers(1, top, 40).astype(dtype(type)) for type in operands]
    if name == "broadcast_zeta":
        arguments[0] += 0.5
    (ours,), (theirs,) = both(text, *arguments)
    np.testing.assert_allclose(ours, theirs, rtol=1e-10 if result == "f64" else 0)


@pytest.mark.parametrize("sizes", [[2, 3], [0, 5], [1, 2]])
def test_ragged_dot(sizes: list[int]) -> None:
    text = """func.func @main(%l: tensor<5x3xf32>, %r: tensor<2x3x4xf32>, %g: tensor<2xi32>) -> tensor<5x4xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %g) {
    ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [],
      lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0],
      rhs_group_dimensions = [0]>,
    precision_config = [#chlo<precision HIGH>, #chlo<precision DEFAULT>]
  } : (tensor<5x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}"""
    draw = np.random.default_rng(1)
    lhs, rhs = (draw.integers(-5, 6, shape).astype(np.float32) for shape in ((5, 3), (2, 3, 4)))
    (ours,), (theirs,) = both(text, lhs, rhs, np.array(sizes, np.int32))
    covered = sum(sizes)  # behind the last group, the definition has what the last rhs gives
    np.testing.assert_array_equal(ours[:covered], theirs[:covered])


def test_every_operation_of_chlo_is_compared_or_has_no_definition() -> None:
    compared = {
        *FUNCTIONS, "chlo.is_inf", "chlo.is_pos_inf", "chlo.is_neg_inf", "chlo.next_after", "chlo.conj", "chlo.top_k",
        *(f"chlo.broadcast_{name}" for name in (*BROADCAST_FLOATS, *BROADCAST_INTEGERS)),
    }  # fmt: skip
    known = {name for name in kernels() if name.startswith("chlo.")}
    others = {
        "chlo.broadcast_compare", "chlo.broadcast_complex", "chlo.broadcast_polygamma", "chlo.broadcast_zeta",
        "chlo.constant_like", "chlo.mulhi", "chlo.ragged_dot",
    }  # fmt: skip
    # a constant is itself, scan has no definition in operations of StableHLO, and broadcast_select's also takes some of
    # the dialects shape and tensor
    assert known - compared - others == {"chlo.broadcast_select", "chlo.constant", "chlo.scan"}
    assert compared <= known
