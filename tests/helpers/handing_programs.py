"""Random programs that hand values on: what regions capture, functions take and views show is used before and after.

So a value has several holders at once: a run that writes over what one of them still needs gives other bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_TYPE = "tensor<4xf32>"
_SECOND = f"""
func.func private @second(%a: {_TYPE}, %b: {_TYPE}) -> ({_TYPE}, {_TYPE}) {{
  %0 = stablehlo.subtract %a, %b : {_TYPE}
  return %b, %0 : {_TYPE}, {_TYPE}
}}
"""


def handing_program(seed: int, size: int = 14) -> tuple[str, list[Any]]:
    """The text of a program of about `size` operations, and arguments for it."""
    rng = np.random.default_rng(seed)
    values = ["%x", "%y"]
    lines = []

    def new() -> str:
        values.append(f"%v{len(values)}")
        return values[-1]

    for _ in range(size):
        a, b, c = rng.choice(values[-5:], 3)
        match rng.integers(0, 9):
            case 0 | 1 | 2:
                op = rng.choice(["add", "subtract", "multiply", "maximum"])
                lines.append(f"{new()} = stablehlo.{op} {a}, {b} : {_TYPE}")
            case 3:
                lines.append(f"{new()} = stablehlo.negate {a} : {_TYPE}")
            case 4:
                own = f"%w = stablehlo.add {c}, {b} : {_TYPE}\n" if rng.random() < 0.5 else ""
                lines.append(f"""{new()} = "stablehlo.if"(%p) ({{
                  {own}stablehlo.return {"%w" if own else b} : {_TYPE} }}, {{
                  stablehlo.return {a} : {_TYPE} }}) : (tensor<i1>) -> {_TYPE}""")
            case 5:
                first = new()
                lines.append(f"""{first}_, {first}, {new()} = "stablehlo.while"(%zero, {a}, {b}) ({{
                ^bb0(%i: tensor<i32>, %s: {_TYPE}, %t: {_TYPE}):
                  %w = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
                  stablehlo.return %w : tensor<i1> }}, {{
                ^bb0(%i: tensor<i32>, %s: {_TYPE}, %t: {_TYPE}):
                  %w = stablehlo.add %i, %one : tensor<i32>
                  %k = stablehlo.add %s, {c} : {_TYPE}
                  stablehlo.return %w, {rng.choice(["%k", "%t", c])}, {rng.choice(["%s", "%k", c])}
                    : tensor<i32>, {_TYPE}, {_TYPE}
                }}) : (tensor<i32>, {_TYPE}, {_TYPE}) -> (tensor<i32>, {_TYPE}, {_TYPE})""")
            case 6:
                lines.append(f"{new()}, {new()} = call @second({a}, {b}) : ({_TYPE}, {_TYPE}) -> ({_TYPE}, {_TYPE})")
            case 7:
                square, result = f"%s{len(values)}", new()
                lines.append(f"{square} = stablehlo.reshape {a} : ({_TYPE}) -> tensor<2x2xf32>")
                lines.append(f"{result} = stablehlo.reshape {square} : (tensor<2x2xf32>) -> {_TYPE}")
            case _:
                part, result = f"%s{len(values)}", new()
                lines.append(f"{part} = stablehlo.slice {b} [0:2] : ({_TYPE}) -> tensor<2xf32>")
                lines.append(
                    f"{result} = stablehlo.dynamic_update_slice {a}, {part}, %one "
                    f": ({_TYPE}, tensor<2xf32>, tensor<i32>) -> {_TYPE}"
                )
    results = [values[-1], *rng.choice(values, 3)]
    listed = ", ".join([_TYPE] * len(results))
    body = "\n  ".join(lines)
    program = f"""func.func @main(%x: {_TYPE}, %y: {_TYPE}, %p: tensor<i1>, %n: tensor<i32>) -> ({listed}) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  {body}
  return {", ".join(results)} : {listed}
}}
{_SECOND}"""
    given = [rng.standard_normal(4).astype(np.float32) for _ in range(2)]
    return program, [*given, np.asarray(rng.random() < 0.5), np.asarray(rng.integers(0, 3), np.int32)]
