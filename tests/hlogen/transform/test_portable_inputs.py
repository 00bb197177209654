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
from hlogen.transform.portable_inputs import Inputs

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


# Two tensors, and whether a backend that finds equal ones can't take them for one: of two arguments it knows nothing.
PAIRS = [
    ("%x", "%y", True),
    ("%x", "%x", False),
    ("%x", "%reshaped", False),
    ("%reshaped", "%converted", False),  # one after the other, from one argument
    ("%twice", "%x", False),
    ("%twice", "%y", True),
    ("%x", "%negative", False),  # of what is computed nobody knows what it is
    ("%negative", "%negative", False),
    ("%zeros", "%ones", True),
    ("%zeros", "%others", False),
    ("%zeros", "%x", False),
    ("%spread", "%ones", False),
    ("%spread", "%zeros", True),
    ("%padded", "%padded_with_one", True),  # by the edge, whatever is padded
    ("%padded", "%padded_y", True),
    ("%padded", "%padded_otherwise", False),
    ("%not_padded", "%not_padded_with_one", False),  # the padding isn't there
    ("%cut", "%cut_with_one", False),  # nor does it say anything where something goes
]


@pytest.mark.parametrize(("first", "second", "are_different"), PAIRS)
def test_what_is_never_taken_for_one_tensor(first: str, second: str, are_different: bool) -> None:
    def pad(operand: str, value: str, low: int, high: int) -> str:
        size = 6 + low + high
        return (
            f"stablehlo.pad {operand}, {value}, low = [{low}], high = [{high}], interior = [0]\n"
            f"    : (tensor<6xi32>, tensor<i32>) -> tensor<{size}xi32>"
        )

    program = hl.parse(f"""func.func @main(%x: tensor<6xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {{
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %zeros = stablehlo.constant dense<0> : tensor<6xi32>
  %others = stablehlo.constant dense<0> : tensor<6xi32>
  %ones = stablehlo.constant dense<[1, 1, 1, 1, 1, 2]> : tensor<6xi32>
  %table = stablehlo.constant dense<[1, 1, 1, 1, 1, 2]> : tensor<6xi32>
  %spread = stablehlo.reshape %table : (tensor<6xi32>) -> tensor<2x3xi32>
  %reshaped = stablehlo.reshape %x : (tensor<6xi32>) -> tensor<2x3xi32>
  %converted = stablehlo.convert %reshaped : (tensor<2x3xi32>) -> tensor<2x3xf32>
  %bits = stablehlo.bitcast_convert %converted : (tensor<2x3xf32>) -> tensor<2x3xi32>
  %twice = stablehlo.broadcast_in_dim %bits, dims = [0, 2] : (tensor<2x3xi32>) -> tensor<2x1x3xi32>
  %negative = stablehlo.negate %x : tensor<6xi32>
  %padded = {pad("%x", "%zero", 0, 2)}
  %padded_with_one = {pad("%x", "%one", 0, 2)}
  %padded_y = {pad("%y", "%zero", 0, 2)}
  %padded_otherwise = {pad("%x", "%one", 2, 0)}
  %not_padded = {pad("%x", "%zero", 0, 0)}
  %not_padded_with_one = {pad("%x", "%one", 0, 0)}
  %cut = {pad("%x", "%zero", -2, 1)}
  %cut_with_one = {pad("%x", "%one", -2, 1)}
  func.return %x : tensor<6xi32>
}}""")
    body = program.function("main").body
    values = {f"%{value.name}": value for value in (*body.arguments, *(op.result for op in body.operations[:-1]))}
    inputs = Inputs(program)
    assert inputs.are_different(values[first], values[second]) == are_different
    assert inputs.are_different(values[second], values[first]) == are_different


def test_what_a_called_function_is_given_may_be_one_tensor() -> None:
    program = hl.parse("""
func.func @main(%x: tensor<6xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  %0 = func.call @f(%x, %x) : (tensor<6xi32>, tensor<6xi32>) -> tensor<6xi32>
  func.return %0 : tensor<6xi32>
}
func.func @f(%x: tensor<6xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  func.return %x : tensor<6xi32>
}
func.func @never_called(%x: tensor<6xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  func.return %x : tensor<6xi32>
}
func.func private @hidden(%x: tensor<6xi32>, %y: tensor<6xi32>) -> tensor<6xi32> {
  func.return %x : tensor<6xi32>
}""")
    inputs = Inputs(program)
    found = {name: inputs.are_different(*function.arguments) for name, function in program.functions.items()}
    assert found == {"main": True, "f": False, "never_called": True, "hidden": False}
