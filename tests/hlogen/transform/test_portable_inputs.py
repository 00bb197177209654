"""Random programs that hand tensors on: a backend that writes into a scatter's inputs changes nobody else's tensor."""

from __future__ import annotations

import numpy as np
import pytest
from helpers import campaign
from helpers.cases import all_same

import hlogen as hl
import interpreter
from hlogen.backends import backend
from hlogen.conform.differences.on_modules import scatter_input_is_used_again
from hlogen.transform import portable

TENSOR = "tensor<2xi32>"
SCATTER = f""""stablehlo.scatter"({{x}}, %at, %update) ({{{{
    ^bb0(%old: tensor<i32>, %new: tensor<i32>):
      %sum = stablehlo.add %old, %new : tensor<i32>
      stablehlo.return %sum : tensor<i32>
    }}}}) {{{{
      scatter_dimension_numbers = #stablehlo.scatter<
        inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
    }}}} : ({TENSOR}, tensor<1xi64>, tensor<i32>) -> {TENSOR}"""
# Functions that give an argument, a new tensor, and one of two.
CALLED = f"""
func.func private @same(%x: {TENSOR}, %at: tensor<1xi64>, %update: tensor<i32>) -> {TENSOR} {{
  func.return %x : {TENSOR}
}}
func.func private @new(%x: {TENSOR}, %at: tensor<1xi64>, %update: tensor<i32>) -> {TENSOR} {{
  %0 = stablehlo.multiply %x, %x : {TENSOR}
  func.return %0 : {TENSOR}
}}
func.func private @updated(%x: {TENSOR}, %at: tensor<1xi64>, %update: tensor<i32>) -> {TENSOR} {{
  %0 = {SCATTER.format(x="%x")}
  func.return %0 : {TENSOR}
}}
"""


class _Maker:
    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.names = 0

    def name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def pick(self, values: list[str]) -> str:
        """Mostly one of the last values, so that many are used once."""
        return values[-1 - min(int(self.rng.geometric(0.5)) - 1, len(values) - 1)]

    def block(self, values: list[str], depth: int) -> tuple[str, list[str]]:
        """Some operations, and the values that there are after them."""
        text, values = "", list(values)
        for _ in range(int(self.rng.integers(1, 5))):
            made, name, x = "", self.name(), self.pick(values)
            kind = self.rng.choice(["scatter", "scatter", "add", "barrier", "call", "if", "while"])
            if kind == "scatter":
                made = f"{name} = {SCATTER.format(x=x)}"
            elif kind == "barrier":
                made = f"{name} = stablehlo.optimization_barrier {x} : {TENSOR}"
            elif kind == "call":
                called = self.rng.choice(["same", "new", "updated"])
                types = f"({TENSOR}, tensor<1xi64>, tensor<i32>) -> {TENSOR}"
                made = f"{name} = func.call @{called}({x}, %at, %update) : {types}"
            elif kind == "if" and depth:
                branches = [self.region(values, depth - 1, 1) for _ in range(2)]
                regions = f"({{\n{branches[0]}}}, {{\n{branches[1]}}})"
                made = f'{name} = "stablehlo.if"(%yes) {regions} : (tensor<i1>) -> {TENSOR}'
            elif kind == "while" and depth:
                made = self.loop(name, x, self.pick(values), values, depth - 1)
                values.append(f"{name}#1")
                name = f"{name}#2"
            if not made:
                made = f"{name} = stablehlo.add {x}, {self.pick(values)} : {TENSOR}"
            text += made + "\n"
            values.append(name)
        return text, values

    def region(self, values: list[str], depth: int, count: int, first: str = "", type: str = "") -> str:
        text, values = self.block(values, depth)
        returned = [first] * bool(first) + [self.pick(values) for _ in range(count)]
        types = [type] * bool(first) + [TENSOR] * count
        return f"{text}stablehlo.return {', '.join(returned)} : {', '.join(types)}\n"

    def loop(self, name: str, first: str, second: str, values: list[str], depth: int) -> str:
        i, less, following, a, b = (self.name() for _ in range(5))
        body = self.region([*values, a, b], depth, 2, following, "tensor<i32>")
        carried = f"({i} = %zero, {a} = {first}, {b} = {second}) : tensor<i32>, {TENSOR}, {TENSOR}"
        return f"""{name}:3 = stablehlo.while{carried}
cond {{
  {less} = stablehlo.compare LT, {i}, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.return {less} : tensor<i1>
}} do {{
  {following} = stablehlo.add {i}, %one : tensor<i32>
{body}}}"""

    def program(self) -> str:
        text, values = self.block(["%x"], 2)
        returned = [self.pick(values) for _ in range(2)]
        return f"""{CALLED}
func.func @main(%x: {TENSOR}, %at: tensor<1xi64>, %update: tensor<i32>, %yes: tensor<i1>) -> ({TENSOR}, {TENSOR}) {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
{text}func.return {", ".join(returned)} : {TENSOR}, {TENSOR}
}}
"""


@pytest.mark.parametrize(
    "seeds", [range(60), pytest.param(campaign.seeds(1000, 3000), marks=pytest.mark.campaign)], ids=["few", "many"]
)
def test_nobody_elses_tensor_changes(seeds: range) -> None:
    alone = 0
    for seed in seeds:
        text = _Maker(seed).program()
        program = hl.parse(text)
        for yes in (False, True):
            arguments = np.array([1, 2], np.int32), np.array([0]), np.array(5, np.int32), np.array(yes)
            wanted = interpreter.run(program, *arguments)
            assert all_same(backend("upstream").run(portable(program), *arguments), wanted), text
            if not scatter_input_is_used_again(program):
                alone += 1
                assert all_same(backend("upstream").run(program, *arguments), wanted), text
    assert alone > len(seeds) / 10
