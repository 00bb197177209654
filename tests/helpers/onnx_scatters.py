"""Random scatters whose update computations go beyond the generator's: arithmetic, branches, loops, calls, captures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from helpers.onnx_cases import at_interface, in_models
from helpers.onnx_runs import can_be_evaluated, reference_results, run_model
from helpers.onnx_values import elements

import interpreter
from hlogen.conform.generate import Case, SeededDraw, draw_case
from hlogen.export.onnx import to_onnx
from hlogen.ir import ComplexType, Module, QuantizedType
from hlogen.mlir.reader import read

Array = np.ndarray[Any, Any]

FLOATS = ("f32", "f64", "f16", "bf16", "f8E5M2", "f8E4M3FN")
INTEGERS = ("i32", "i64", "i8", "ui8", "i16", "ui16", "ui32", "ui64", "i4", "ui4")

# Bodies of one input by what its element type is: operations on %old, %new and, outside, the scalar %outer; {t} is the
# type, {T} a tensor of it, {dot} what makes a number one of the
# type; %z is what they return.
_ON_ALL = {
    "the first update stays": """
      %c = stablehlo.compare EQ, %old, %outer : ({T}, {T}) -> tensor<i1>
      %z = stablehlo.select %c, %new, %old : tensor<i1>, {T}""",
    "a constant": """
      %z = stablehlo.constant dense<1{dot}> : {T}""",
    "what is outside": """
      %z = stablehlo.maximum %outer, %outer : {T}""",
    "only the update": """
      %z = stablehlo.minimum %new, %outer : {T}""",
    "a branch": """
      %c = stablehlo.compare GT, %new, %old : ({T}, {T}) -> tensor<i1>
      %z = "stablehlo.if"(%c) ({{
        %a = stablehlo.maximum %old, %outer : {T}
        stablehlo.return %a : {T}
      }}, {{
        %b = stablehlo.minimum %new, %outer : {T}
        stablehlo.return %b : {T}
      }}) : (tensor<i1>) -> {T}""",
    "a call": """
      %z = func.call @update(%new, %old) : ({T}, {T}) -> {T}""",
    "a table": """
      %k = stablehlo.convert %new : ({T}) -> tensor<i32>
      %s = stablehlo.dynamic_slice %table, %k, sizes = [1] : (tensor<3x{t}>, tensor<i32>) -> tensor<1x{t}>
      %r = stablehlo.reshape %s : (tensor<1x{t}>) -> {T}
      %z = stablehlo.maximum %old, %r : {T}""",
    "small tensors": """
      %a = stablehlo.reshape %old : ({T}) -> tensor<1x{t}>
      %b = stablehlo.reshape %new : ({T}) -> tensor<1x{t}>
      %ab = stablehlo.concatenate %a, %b, %b, dim = 0
        : (tensor<1x{t}>, tensor<1x{t}>, tensor<1x{t}>) -> tensor<3x{t}>
      %most = stablehlo.maximum %ab, %table : tensor<3x{t}>
      %s = stablehlo.slice %most [1:2] : (tensor<3x{t}>) -> tensor<1x{t}>
      %f = stablehlo.slice %most [0:1] : (tensor<3x{t}>) -> tensor<1x{t}>
      %p = stablehlo.compare LT, %old, %outer : ({T}, {T}) -> tensor<i1>
      %q = stablehlo.select %p, %s, %f : tensor<i1>, tensor<1x{t}>
      %z = stablehlo.reshape %q : (tensor<1x{t}>) -> {T}""",
}
_ON_NUMBERS = {
    "moving average": """
      %c = stablehlo.constant dense<3{dot}> : {T}
      %a = stablehlo.multiply %old, %c : {T}
      %z = stablehlo.add %a, %new : {T}""",
    "new minus old": """
      %z = stablehlo.subtract %new, %old : {T}""",
    "old minus scaled": """
      %a = stablehlo.multiply %new, %outer : {T}
      %z = stablehlo.subtract %old, %a : {T}""",
    "scaled, added": """
      %a = stablehlo.multiply %new, %outer : {T}
      %z = stablehlo.add %a, %old : {T}""",
    "squares": """
      %a = stablehlo.multiply %old, %old : {T}
      %b = stablehlo.multiply %new, %new : {T}
      %z = stablehlo.subtract %a, %b : {T}""",
    "clamped": """
      %l = stablehlo.constant dense<1{dot}> : {T}
      %h = stablehlo.constant dense<3{dot}> : {T}
      %a = stablehlo.add %old, %new : {T}
      %z = stablehlo.clamp %l, %a, %h : {T}""",
    "counted": """
      %one = stablehlo.constant dense<1{dot}> : {T}
      %z = stablehlo.add %old, %one : {T}""",
    "a loop": """
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %most = stablehlo.constant dense<3> : tensor<i32>
      %r:2 = stablehlo.while(%v = %old, %n = %zero) : {T}, tensor<i32>
      cond {{
        %few = stablehlo.compare LT, %n, %most : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %less = stablehlo.compare LE, %v, %new : ({T}, {T}) -> tensor<i1>
        %on = stablehlo.and %few, %less : tensor<i1>
        stablehlo.return %on : tensor<i1>
      }} do {{
        %w = stablehlo.add %v, %v : {T}
        %m = stablehlo.add %n, %one : tensor<i32>
        stablehlo.return %w, %m : {T}, tensor<i32>
      }}
      %z = stablehlo.add %r#0, %new : {T}""",
}
_ON_INTEGERS = {
    "quotients": """
      %z = stablehlo.divide %old, %new : {T}""",
    "remainders": """
      %z = stablehlo.remainder %new, %old : {T}""",
    "shifts": """
      %one = stablehlo.constant dense<1{dot}> : {T}
      %a = stablehlo.shift_left %old, %one : {T}
      %z = stablehlo.xor %a, %new : {T}""",
    "not": """
      %a = stablehlo.not %old : {T}
      %z = stablehlo.and %a, %new : {T}""",
}
_ON_FLOATS = {
    "finite only": """
      %c = stablehlo.is_finite %new : ({T}) -> tensor<i1>
      %a = stablehlo.add %old, %new : {T}
      %z = stablehlo.select %c, %a, %old : tensor<i1>, {T}""",
    "absolute": """
      %a = stablehlo.abs %old : {T}
      %b = stablehlo.negate %new : {T}
      %z = stablehlo.maximum %a, %b : {T}""",
    "halves": """
      %h = stablehlo.constant dense<0.5> : {T}
      %a = stablehlo.add %old, %new : {T}
      %z = stablehlo.multiply %a, %h : {T}""",
}
_ON_BOOLEANS = {
    "implies": """
      %a = stablehlo.not %old : {T}
      %z = stablehlo.or %a, %new : {T}""",
}

# Bodies of two inputs, of types that may differ; %y and %z are what they return.
_OF_TWO = {
    "greatest with its companion": """
      %c = stablehlo.compare GT, %new0, %old0 : ({T0}, {T0}) -> tensor<i1>
      %y = stablehlo.select %c, %new0, %old0 : tensor<i1>, {T0}
      %z = stablehlo.select %c, %new1, %old1 : tensor<i1>, {T1}""",
    "apart": """
      %y = stablehlo.maximum %old0, %new0 : {T0}
      %z = stablehlo.minimum %new1, %old1 : {T1}""",
    "one needs the other": """
      %y = stablehlo.maximum %old0, %new0 : {T0}
      %a = stablehlo.compare LT, %old0, %new0 : ({T0}, {T0}) -> tensor<i1>
      %z = stablehlo.select %a, %new1, %old1 : tensor<i1>, {T1}""",
    "one counts, one is replaced": """
      %one = stablehlo.constant dense<1{dot}> : {T0}
      %y = stablehlo.add %old0, %one : {T0}
      %z = stablehlo.maximum %new1, %new1 : {T1}""",
    "the other one's updates": """
      %a = stablehlo.convert %new1 : ({T1}) -> {T0}
      %y = stablehlo.maximum %old0, %a : {T0}
      %z = stablehlo.minimum %old1, %new1 : {T1}""",
    "in small tensors, one needs the other": """
      %a = stablehlo.reshape %old0 : ({T0}) -> tensor<1x{t}>
      %b = stablehlo.reshape %new0 : ({T0}) -> tensor<1x{t}>
      %ab = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1x{t}>, tensor<1x{t}>) -> tensor<2x{t}>
      %ba = stablehlo.reverse %ab, dims = [0] : tensor<2x{t}>
      %m = stablehlo.maximum %ab, %ba : tensor<2x{t}>
      %s = stablehlo.slice %m [1:2] : (tensor<2x{t}>) -> tensor<1x{t}>
      %y = stablehlo.reshape %s : (tensor<1x{t}>) -> {T0}
      %c = stablehlo.compare LT, %y, %outer : ({T0}, {T0}) -> tensor<i1>
      %z = stablehlo.select %c, %new1, %old1 : tensor<i1>, {T1}""",
}


@dataclass(frozen=True)
class Drawn:
    """A program with its arguments."""

    what: str
    module: Module
    args: tuple[Array, ...]
    text: str

    def __str__(self) -> str:
        return "\n".join([self.what, self.text, *(repr(arg) for arg in self.args)])


def drawn_with_body(seed: int, body: str | None = None) -> Drawn:
    """A scatter of a random layout, with one of the bodies above; `body` names it where it isn't to be drawn."""
    rng = np.random.default_rng(seed)
    case = _layout(seed)
    if body in _OF_TWO or (body is None and rng.random() < 0.25):
        what = body or str(rng.choice(list(_OF_TWO)))
        pair = [str(rng.choice(("f32", "i32", "f64", "i64", "ui8", "f16"))) for _ in range(2)]
        return _program(rng, case, what, _OF_TWO[what], pair)
    kinds: list[tuple[dict[str, str], Sequence[str]]] = [
        ({**_ON_ALL, **_ON_NUMBERS, **_ON_FLOATS}, FLOATS),
        ({**_ON_ALL, **_ON_NUMBERS, **_ON_INTEGERS}, INTEGERS),
        ({**_ON_ALL, **_ON_BOOLEANS}, ("i1",)),
    ]
    fitting = [kind for kind in kinds if body is None or body in kind[0]]
    bodies, types = fitting[rng.integers(len(fitting)) if body or rng.random() < 0.9 else -1]
    what = body or str(rng.choice(list(bodies)))
    return _program(rng, case, what, bodies[what], [str(rng.choice(types))])


BODIES = [*_ON_ALL, *_ON_NUMBERS, *_ON_INTEGERS, *_ON_FLOATS, *_ON_BOOLEANS, *_OF_TWO]


def _layout(seed: int) -> Case:
    """A case whose indices and shapes are taken; its indices have a type of 8 bits or more."""
    case = draw_case(SeededDraw(seed), ("scatter",))
    return case if case.index_type.width >= 8 and 0 not in case.updates[0].shape else _layout(seed + 1_000_003)


def _program(rng: np.random.Generator, case: Case, what: str, body: str, types: Sequence[str]) -> Drawn:
    layout, single = case.layout, len(types) == 1
    numbers = [""] if single else [str(number) for number in range(len(types))]
    inputs = [_typed(layout.operand_shape, type) for type in types]
    updates = [_typed(layout.result_shape, type) for type in types]
    indices = _typed(layout.indices_shape, str(case.index_type))
    names = dict(zip((f"T{number}" for number in numbers), (f"tensor<{type}>" for type in types), strict=True))
    scalars = [f"tensor<{type}>" for type in types]
    olds_and_news = [(f"%{side}{n}", s) for side in ("old", "new") for n, s in zip(numbers, scalars, strict=True)]
    returned = "%z" if single else "%y, %z"
    signature = ", ".join(f"%x{n}: {t}" for n, t in enumerate(inputs))
    signature += f", %i: {indices}, " + ", ".join(f"%u{n}: {t}" for n, t in enumerate(updates))
    operands = ", ".join([*(f"%x{n}" for n in range(len(types))), "%i", *(f"%u{n}" for n in range(len(types)))])
    results, all_types = ", ".join(inputs), ", ".join([*inputs, indices, *updates])
    scatter = layout.scatter_numbers()
    attributes = ", ".join(f"{name} = {_text(value)}" for name, value in vars(scatter).items())
    outer, table = f"tensor<{types[0]}>", f"tensor<3x{types[0]}>"
    body = body.format(t=types[0], dot=".0" if "f" in types[0] else "", **names)
    text = f"""
func.func @main({signature}, %outer: {outer}, %table: {table}) -> ({results}) {{
  %r{"" if single else ":2"} = "stablehlo.scatter"({operands}) ({{
    ^bb0({", ".join(f"{name}: {type}" for name, type in olds_and_news)}):{body}
      stablehlo.return {returned} : {", ".join(scalars)}
  }}) {{scatter_dimension_numbers = #stablehlo.scatter<{attributes}>}} : ({all_types}) -> ({results})
  return {"%r" if single else "%r#0, %r#1"} : {results}
}}
func.func private @update(%a: {outer}, %b: {outer}) -> {outer} {{
  %0 = stablehlo.maximum %a, %b : {outer}
  %1 = stablehlo.{"or" if types[0] == "i1" else "add"} %0, %b : {outer}
  return %1 : {outer}
}}
"""
    special = 0.3 if rng.random() < 0.3 else 0.0
    args = (
        *(elements(rng, type, layout.operand_shape, special=special) for type in types),
        case.indices,
        *(elements(rng, type, layout.result_shape, special=special) for type in types),
        elements(rng, types[0], (), special=0),
        elements(rng, types[0], (3,), special=0),
    )
    return Drawn(what, read(text), tuple(np.asarray(arg) for arg in args), text)


def _typed(shape: Sequence[int], type: str) -> str:
    return f"tensor<{''.join(f'{size}x' for size in shape)}{type}>"


def _text(value: int | Sequence[int]) -> str:
    return str(value) if isinstance(value, int) else str(list(value))


def require_right(
    drawn: Drawn | Any, what: str, *, threads: Sequence[int] = (1, 8), opset: int = 21, reference: bool = False
) -> Any:
    """Asserts that the program's model gives what the interpreter gives; returns the model."""
    wanted = [at_interface(array) for array in interpreter.run(drawn.module, *drawn.args)]
    model = to_onnx(drawn.module, opset=opset)
    args = [at_interface(arg) for arg in drawn.args]
    for count in threads:
        require_same(run_model(model, *args, threads=count), wanted, f"{what}\n{drawn}")
    if reference and can_be_evaluated(model):
        require_same(reference_results(model, *args), wanted, f"{what}, reference\n{drawn}")
    return model


def require_same(given: Sequence[Array], wanted: Sequence[Array], what: str) -> None:
    """The same bits, and for a NaN any NaN."""
    assert len(given) == len(wanted), what
    for mine, theirs in zip(given, wanted, strict=True):
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape), what
        assert _bits(mine) == _bits(theirs), f"{what}\ngave\n{mine!r}\nand not\n{theirs!r}"


def has_model(case: Case, opset: int = 21) -> bool:
    """Whether a model can have the element types of a case as they are, so that its results are the same bits."""
    assert case.body is not None
    elements = [*(type.element_type for type in case.operand_types), *case.body.element_types]
    parts = (ComplexType, QuantizedType)
    return all(in_models(element, opset) and not isinstance(element, parts) for element in elements)


def _bits(array: Array) -> bytes:
    if array.dtype.kind not in "iub":
        with np.errstate(all="ignore"):
            array = np.where(np.isnan(array.astype(np.float64)), np.array(np.nan).astype(array.dtype), array)
    return np.ascontiguousarray(array).tobytes()
