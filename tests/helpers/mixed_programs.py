"""Random programs of which some types leave their sizes open and others don't, as type inference leaves them."""

from __future__ import annotations

from typing import Any

import numpy as np

ROWS, COLUMNS = 3, 4
_OF_ONE = ("negate", "abs", "exponential", "tanh", "sign", "floor")
_OF_TWO = ("add", "subtract", "multiply", "divide", "maximum", "minimum", "power", "atan2", "remainder")
# Small bodies, that stand where they are called.
_FUNCTIONS = """
func.func private @twice(%x: tensor<?x?xf32>, %y: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.add %x, %y : (tensor<?x?xf32>, tensor<?x4xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.multiply %0, %x : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
func.func private @spread(%x: tensor<3x1xf32>, %y: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<3x1xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.subtract %0, %y : (tensor<3x4xf32>, tensor<3x?xf32>) -> tensor<3x?xf32>
  return %1 : tensor<3x?xf32>
}
"""


def mixed_program(seed: int, size: int = 10) -> tuple[str, list[Any]]:
    """The text of a program of about `size` operations, and arguments for it."""
    return _Writer(np.random.default_rng(seed)).written(size)


class _Writer:
    """Values by the shape that they have when the program runs, each with the type that it is written with."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self.lines: list[str] = []
        self.whole: list[tuple[str, str]] = []  # of 3x4
        self.narrow: list[tuple[str, str]] = []  # of 3x1 or 1x4, with static types

    def written(self, size: int) -> tuple[str, list[Any]]:
        arguments = [("%a", self.loose()), ("%b", self.loose()), ("%c", "tensor<3x1xf32>"), ("%d", "tensor<1x4xf32>")]
        self.whole += arguments[:2]
        self.narrow += arguments[2:]
        for _ in range(size):
            self.step()
        results = self.whole[-4:]
        values, types = ", ".join(name for name, _ in results), ", ".join(type for _, type in results)
        taken = ", ".join(f"{name}: {type}" for name, type in arguments)
        body = "\n  ".join(self.lines)
        shapes = [(ROWS, COLUMNS), (ROWS, COLUMNS), (ROWS, 1), (1, COLUMNS)]
        given = [self.rng.standard_normal(shape).astype(np.float32) for shape in shapes]
        return (
            f"func.func @main({taken}) -> ({types}) {{\n  {body}\n  return {values} : {types}\n}}\n{_FUNCTIONS}",
            given,
        )

    def step(self) -> None:
        kind = self.rng.integers(0, 7)
        if kind < 2:
            name, type = self.of(self.narrow)
            self.put(f"stablehlo.broadcast_in_dim {name}, dims = [0, 1]", [type], "tensor<3x4xf32>")
        elif kind == 2:
            name, type = self.of(self.whole)
            self.put(f"stablehlo.{self.of(_OF_ONE)} {name}", [type], self.loose())
        elif kind == 3:
            (name, type), (other, its) = self.of(self.narrow), self.of(self.whole)
            if type == "tensor<3x1xf32>":
                seen = self.cast(other, its, "tensor<3x?xf32>")
                self.put(f"call @spread({name}, {seen})", [type, "tensor<3x?xf32>"], "tensor<3x?xf32>")
            else:
                both = [self.cast(other, its, to) for to in ("tensor<?x?xf32>", "tensor<?x4xf32>")]
                self.put(f"call @twice({', '.join(both)})", ["tensor<?x?xf32>", "tensor<?x4xf32>"], "tensor<?x?xf32>")
        else:
            operands = [self.of(self.whole), self.of(self.whole)]
            names = ", ".join(name for name, _ in operands)
            self.put(f"stablehlo.{self.of(_OF_TWO)} {names}", [type for _, type in operands], self.loose())

    def put(self, op: str, taken: list[str], type: str) -> None:
        name = f"%{len(self.lines)}"
        self.lines.append(f"{name} = {op} : ({', '.join(taken)}) -> {type}")
        self.whole.append((name, type))

    def cast(self, name: str, type: str, to: str) -> str:
        """The value with another type: a conversion to its own element type."""
        self.put(f"stablehlo.convert {name}", [type], to)
        return self.whole[-1][0]

    def loose(self) -> str:
        return f"tensor<{'?' if self.rng.random() < 0.4 else ROWS}x{'?' if self.rng.random() < 0.4 else COLUMNS}xf32>"

    def of(self, options: Any) -> Any:
        return options[int(self.rng.integers(len(options)))]
