"""Each operation's machine code gives the kernel's bits, for the corners of every type, each with each."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from helpers.reruns import require_same_bits

import interpreter
from hlogen.ir import dtype_of, parse_element_type
from interpreter.compiled import tier
from interpreter.compiled.registry import LOWERINGS
from interpreter.kernels.scatter import ScatterPlan
from interpreter.values.array import Array

INTEGERS = ("i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64")
SMALL_FLOATS = ("f8E5M2", "f8E4M3FN", "f8E4M3FNUZ")  # with infinities, with NaNs alone, without -0
MORE_SMALL_FLOATS = ("f8E3M4", "f8E4M3", "f8E4M3B11FNUZ", "f8E5M2FNUZ")
FLOATS = ("f32", "f64", "bf16", "f16", *SMALL_FLOATS)
ROUNDED = ("bf16", "f16", *SMALL_FLOATS)  # held as f32
TYPES = ("i1", *INTEGERS, *FLOATS)
BINARY = ("add", "subtract", "multiply", "maximum", "minimum")
OF_INTEGERS = ("divide", "remainder", "shift_left", "shift_right_logical", "shift_right_arithmetic", "and", "or", "xor")
UNARY_OF_INTEGERS = ("not", "popcnt", "count_leading_zeros", "abs", "sign", "negate")
OF_BOOLEANS = ("add", "multiply", "maximum", "minimum", "and", "or", "xor")
UNARY_OF_FLOATS = (
    "abs", "sign", "negate", "floor", "ceil", "round_nearest_even", "round_nearest_afz", "sqrt",
)  # fmt: skip
BY_NUMPY = (
    "cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "sine", "tan", "tanh",
)  # fmt: skip
OF_CHLO = ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cosh", "erf", "erfc", "sinh", "tan")
IN_STEPS = ("logistic", "rsqrt")  # which are computed in a wider type than f64 where they are of that
DIRECTIONS = ("EQ", "NE", "GE", "GT", "LE", "LT")


def corners(type: str) -> Array:
    dtype = dtype_of(parse_element_type(type))
    if type == "i1":
        return np.array([False, True])
    if type in ("i2", "i4", "ui2", "ui4"):
        return np.arange(16, dtype=np.int8).astype(dtype)
    if type in INTEGERS:
        info: Any = np.iinfo(dtype)
        width = info.bits
        values = {info.min, info.min + 1, info.max, info.max - 1, 0, 1, 2, 3, 7, width - 1, width, width + 1, 100}
        values |= {-1, -2, -3, -7} if info.min else set()
        if width > 16:  # beside and on what is halfway between two of f16, and of bf16
            values |= {h + d for h in (65520, 2**15 + 2**4, 2 ** (width - 3) + 2 ** (width - 11)) for d in (-1, 0, 1)}
        return np.array(sorted(values), dtype)
    with np.errstate(all="ignore"):
        wide = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1 / 3, 0.1, -7.3, 100.7, 3e4, 65504.0, 1e38, -1e300]
        wide += [255.5, 2147483648.0, -129.0, 9.3e18, 1.9e19, np.inf, -np.inf, np.nan, 5e-324, 1e-45, 6e-8, 1e-40]
        found = np.array(wide, np.float64).astype(dtype)
        return np.where(found != found, np.array(np.nan, dtype), found)  # of two NaNs, either may come out


def bodies(type: str) -> list[tuple[str, str]]:
    """Results of %x and %y, by what gives them, and their types."""
    t = f"tensor<{type}>"
    if type == "i1":
        found = [(f"stablehlo.{name} %x, %y : {t}", type) for name in OF_BOOLEANS]
        found += [(f"stablehlo.not %x : {t}", type), (f"stablehlo.select %x, %y, %x : tensor<i1>, {t}", type)]
    else:
        found = [(f"stablehlo.{name} %x, %y : {t}", type) for name in BINARY]
        names = OF_INTEGERS if type in INTEGERS else ("divide", "remainder")
        found += [(f"stablehlo.{name} %x, %y : {t}", type) for name in names]
        unary = UNARY_OF_INTEGERS if type in INTEGERS else UNARY_OF_FLOATS
        found += [
            (f"stablehlo.{name} %x : {t}", type)
            for name in unary
            if not (type.startswith("ui") and name in ("abs", "sign"))  # which have a sign, the specification says
        ]
        found.append((f"stablehlo.clamp %x, %y, %x : {t}", type))
    if type in FLOATS:
        found.append((f"stablehlo.atan2 %x, %y : {t}", type))
        found += [(f"chlo.{name} %x : {t} -> {t}", type) for name in ("square", *OF_CHLO)]
        found += [(f"chlo.is_{kind} %x : {t} -> tensor<i1>", "i1") for kind in ("inf", "pos_inf", "neg_inf")]
        if type not in SMALL_FLOATS:
            formats = [(e, m) for e in (2, 5, 8, 11) for m in (0, 1, 7, 23, 52)]
            found += [(f"stablehlo.reduce_precision %x, format = e{e}m{m} : {t}", type) for e, m in formats]
        found += [(f"stablehlo.{name} %x : {t}", type) for name in BY_NUMPY]
        if type != "f64":
            found.append((f"stablehlo.power %x, %y : {t}", type))
            found += [(f"stablehlo.{name} %x : {t}", type) for name in IN_STEPS]
            found.append((f"chlo.erf_inv %x : {t} -> {t}", type))
        found.append((f"stablehlo.is_finite %x : ({t}) -> tensor<i1>", "i1"))
    found += [(f"stablehlo.compare {d}, %x, %y : ({t}, {t}) -> tensor<i1>", "i1") for d in DIRECTIONS]
    bits = type.lstrip("uif")  # of integers, which may be read as others of so many, and as floats
    alike = [to for to in TYPES if type in INTEGERS and re.match(rf"(u?i|f|bf){bits}(\D|$)", to) and to != "f16"]
    found += [(f"stablehlo.bitcast_convert %x : ({t}) -> tensor<{to}>", to) for to in alike]
    found += [(f"stablehlo.convert %x : ({t}) -> tensor<{to}>", to) for to in TYPES]
    if type in ROUNDED:  # whoever takes a result finds it rounded
        found += [
            (f"stablehlo.convert %r{number} : ({t}) -> tensor<f64>", "f64")
            for number, (_, to) in enumerate(found, 1)
            if to == type
        ]
    return found


def program(type: str, found: list[tuple[str, str]]) -> str:
    """A scatter whose body has all results, each for an input of its type; %x and %y are old and new value of the first
    input, of which each pair of values is an element."""
    n = len(corners(type)) ** 2
    types = [type, *(to for _, to in found)]
    parameters = ", ".join(
        [*(f"%a{k}: tensor<{n}x{to}>" for k, to in enumerate(types)), f"%at: tensor<{n}x1xi32>"]
        + [f"%u{k}: tensor<{n}x{to}>" for k, to in enumerate(types)]
    )
    olds = [f"%{'x' if k == 0 else f'o{k}'}: tensor<{to}>" for k, to in enumerate(types)]
    news = [f"%{'y' if k == 0 else f'n{k}'}: tensor<{to}>" for k, to in enumerate(types)]
    lines = "\n".join(f"    %r{k + 1} = {text}" for k, (text, _) in enumerate(found))
    kinds = ", ".join(f"tensor<{to}>" for to in types)
    wide = ", ".join(f"tensor<{n}x{to}>" for to in types)
    operands = ", ".join([*(f"%a{k}" for k in range(len(types))), "%at", *(f"%u{k}" for k in range(len(types)))])
    numbers = "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"
    return f"""func.func @main({parameters}) -> ({wide}) {{
  %0:{len(types)} = "stablehlo.scatter"({operands}) ({{
  ^bb0({", ".join([*olds, *news])}):
{lines}
    stablehlo.return {", ".join(["%x", *(f"%r{k + 1}" for k in range(len(found)))])} : {kinds}
  }}) {{scatter_dimension_numbers = {numbers}}} : ({wide}, tensor<{n}x1xi32>, {wide}) -> ({wide})
  return {", ".join(f"%0#{k}" for k in range(len(types)))} : {wide}
}}"""


@pytest.mark.parametrize("type", TYPES)
def test_bits_of_corners(type):
    values, found = corners(type), bodies(type)
    n = len(values) ** 2
    others = [np.zeros(n, dtype_of(parse_element_type(to))) for _, to in found]
    at = np.arange(n, dtype=np.int32)[:, None]
    given = [np.repeat(values, len(values)), *others, at, np.tile(values, len(values)), *others]
    text = program(type, found)
    code = interpreter.load(text, compile="always")
    wanted = interpreter.load(text, compile="never")(*given)
    for (what, _), result, kernel in zip([("%x", type), *found], code(*given), wanted, strict=True):
        assert _bits(result) == _bits(kernel), what
    (step,) = code.plan.steps
    assert isinstance(step.run, ScatterPlan)
    assert step.run._compiled.is_made, "it ran in NumPy"
    require_same_bits(text, given, compile="always")


@pytest.mark.parametrize(
    ("source", "target", "value", "nearest"),
    [
        ("i32", "bf16", 2**30 + 2**22 + 1, 2**30 + 2**23),
        ("i32", "f16", -(2**15) - 2**4 - 1, -(2**15) - 2**5),
        ("i64", "bf16", -(2**62) - 2**54 - 1, -(2**62) - 2**55),
        ("i64", "bf16", 2**62 + 2**54, 2**62),
        ("ui64", "bf16", 2**63 + 2**55 + 1, 2**63 + 2**56),
        ("f64", "bf16", 1 + 2**-8 + 2**-40, 1 + 2**-7),
        ("f64", "f16", 1 + 2**-11 + 2**-40, 1 + 2**-10),
    ],
)
def test_what_would_round_twice_by_way_of_f32(source, target, value, nearest):
    """By way of f32, the value comes to lie halfway, and goes to the even one below; it is over that."""
    text = f"""func.func @main(%x: tensor<4x{source}>) -> tensor<4x{target}> {{
  %0 = "stablehlo.map"(%x) ({{
  ^bb0(%a: tensor<{source}>):
    %1 = stablehlo.convert %a : (tensor<{source}>) -> tensor<{target}>
    stablehlo.return %1 : tensor<{target}>
  }}) {{dimensions = array<i64: 0>}} : (tensor<4x{source}>) -> tensor<4x{target}>
  return %0 : tensor<4x{target}>
}}"""
    x = np.full(4, value, dtype_of(parse_element_type(source)))
    (found,) = interpreter.load(text, compile="always")(x)
    assert found.dtype == dtype_of(parse_element_type(target))
    assert found.astype(np.float64).tolist() == [nearest] * 4


@pytest.mark.parametrize("source", ["i64", "ui64", "i32", "ui32"])
def test_any_bit_behind_a_half_counts(source):
    """Integers that lie a power of two over what is halfway to the next of bf16, or below it, and for either sign."""
    width, signed = int(source.lstrip("ui")), source[0] == "i"
    first = width - 2
    base, half = 1 << first, 1 << (first - 8)  # bf16 has 7 bits behind the first
    up, down = ([base + half + d * (1 << k) for k in range(first - 9)] for d in (1, -1))
    wanted = [float(base + 2 * half)] * len(up) + [float(base)] * len(down)
    given = [*up, *down]
    if signed:
        given, wanted = [*given, *(-x for x in given)], [*wanted, *(-x for x in wanted)]
    n = len(given)
    text = f"""func.func @main(%x: tensor<{n}x{source}>) -> tensor<{n}xbf16> {{
  %0 = "stablehlo.map"(%x) ({{
  ^bb0(%a: tensor<{source}>):
    %1 = stablehlo.convert %a : (tensor<{source}>) -> tensor<bf16>
    stablehlo.return %1 : tensor<bf16>
  }}) {{dimensions = array<i64: 0>}} : (tensor<{n}x{source}>) -> tensor<{n}xbf16>
  return %0 : tensor<{n}xbf16>
}}"""
    (found,) = interpreter.load(text, compile="always")(np.array(given, dtype_of(parse_element_type(source))))
    assert found.astype(np.float64).tolist() == wanted


@pytest.mark.parametrize("type", ["f32", "bf16", "f16"])
def test_inverses_of_the_error_function(type):
    """Everywhere from -1 to 1, and close to both."""
    t, dtype = f"tensor<3000x{type}>", dtype_of(parse_element_type(type))
    text = f"""func.func @main(%x: {t}) -> {t} {{
  %0 = "stablehlo.map"(%x) ({{
  ^bb0(%a: tensor<{type}>):
    %1 = chlo.erf_inv %a : tensor<{type}> -> tensor<{type}>
    stablehlo.return %1 : tensor<{type}>
  }}) {{dimensions = array<i64: 0>}} : ({t}) -> {t}
  return %0 : {t}
}}"""
    near = 1 - np.logspace(-9, -1, 500)
    x = np.concatenate([np.linspace(-1.001, 1.001, 2000), near, -near]).astype(dtype)
    (found,) = interpreter.load(text, compile="always")(x)
    (wanted,) = interpreter.load(text, compile="never")(x)
    assert _bits(found) == _bits(wanted)


def test_all_floats_of_8_bits(monkeypatch):
    """To f32, and from it: how it is rounded depends on its upper 16 bits, and on whether others are set."""
    types = (*SMALL_FLOATS, *MORE_SMALL_FLOATS)
    n = 1 << 18
    words = (np.arange(1 << 16, dtype=np.uint32) << 16)[:, None] + np.array([0, 1, 0x8000, 0xFFFF], np.uint32)
    given: list[Array] = [words.reshape(-1).view(np.float32)]
    given += [np.resize(np.arange(256, dtype=np.uint8), n).view(dtype_of(parse_element_type(type))) for type in types]
    parameters = [f"%x{k}: tensor<{n}x{type}>" for k, type in enumerate(("f32", *types))]
    lines, results = [], []
    for k, type in enumerate(types):
        lines.append(f"%n{k} = stablehlo.convert %x0 : (tensor<{n}xf32>) -> tensor<{n}x{type}>")
        lines.append(f"%w{k} = stablehlo.convert %x{k + 1} : (tensor<{n}x{type}>) -> tensor<{n}xf32>")
        results += [(f"%n{k}", f"tensor<{n}x{type}>"), (f"%w{k}", f"tensor<{n}xf32>")]
    names, kinds = (", ".join(parts) for parts in zip(*results, strict=True))
    text = "\n".join(
        [f"func.func @main({', '.join(parameters)}) -> ({kinds}) {{", *lines, f"return {names} : {kinds}", "}"]
    )
    never, always = (interpreter.load(text, compile=mode) for mode in ("never", "always"))
    wanted = never(*given)
    calls = 0
    plain = tier.call

    def call(*given: Any, **said: Any) -> None:
        nonlocal calls
        calls += 1
        plain(*given, **said)

    monkeypatch.setattr(tier, "call", call)
    for _ in range(3):
        found = always(*given)
    assert calls
    for result, kernel, (name, kind) in zip(found, wanted, results, strict=True):
        assert _bits(result) == _bits(kernel), (name, kind)


def _bits(x: Array) -> bytes:
    """One NaN is as good as another."""
    return x.tobytes() if x.dtype.kind in "biu" else np.where(x != x, np.full(1, np.nan).astype(x.dtype), x).tobytes()


def test_each_row_is_here():
    text = "".join(what for type in TYPES for what, _ in bodies(type))
    missing = [name for name in LOWERINGS.rows() if f"{name} " not in text]
    assert not missing
