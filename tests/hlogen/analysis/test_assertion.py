"""Assertions about shapes: certain to hold, certain not to, or open; of what a run comes by alone."""

from __future__ import annotations

import pytest

import hlogen as hl
from hlogen.analysis.assertion import require_shape_assertions
from hlogen.errors import CheckFailed, UsageError

MESSAGE = "size {0} isn't {1} {2}"


def program(shape: str = "4xf32", condition: str = "EQ, %size, %four", assertion: str = "shape_assertion") -> str:
    return f"""
    func.func @main(%x: tensor<{shape}>, %any: tensor<i32>) {{
      %size = stablehlo.get_dimension_size %x, dim = 0 : (tensor<{shape}>) -> tensor<i32>
      func.call @inner(%size, %any) : (tensor<i32>, tensor<i32>) -> ()
      return
    }}
    func.func private @inner(%size: tensor<i32>, %any: tensor<i32>) {{
      %four = stablehlo.constant dense<4> : tensor<i32>
      %holds = stablehlo.compare {condition} : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.custom_call @{assertion}(%holds, %size, %any) {{error_message = "{MESSAGE}"}}
        : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
      return
    }}"""


def test_what_is_certain_to_hold_is_nothing() -> None:
    require_shape_assertions(hl.parse(program()), "main")


def test_what_cannot_hold_is_said_with_the_sizes_that_are_known() -> None:
    with pytest.raises(
        CheckFailed, match=r"^shape_assertion: size 5 isn't \{1\} \{2\}\n  where: .*custom_call at -:10:7$"
    ):
        require_shape_assertions(hl.parse(program("5xf32")), "main")


@pytest.mark.parametrize("text", [program("?xf32"), program(condition="EQ, %any, %four")])
def test_what_is_open_is_an_error_that_says_what_to_do(text: str) -> None:
    with pytest.raises(
        UsageError, match=r"(?s)whether it holds isn't known before a run.*fix: give the program static"
    ):
        require_shape_assertions(hl.parse(text), "main")


def test_all_elements_of_a_condition_count() -> None:
    text = """
    func.func @main() {
      %c = stablehlo.constant dense<[true, false]> : tensor<2xi1>
      stablehlo.custom_call @shape_assertion(%c) : (tensor<2xi1>) -> ()
      return
    }"""
    with pytest.raises(CheckFailed, match="the assertion doesn't hold"):
        require_shape_assertions(hl.parse(text), "main")
    require_shape_assertions(hl.parse(text.replace("false", "true")), "main")


def test_conditions_of_no_elements_hold() -> None:
    text = """
    func.func @main() {
      %c = stablehlo.constant dense<> : tensor<0x2xi1>
      stablehlo.custom_call @shape_assertion(%c) : (tensor<0x2xi1>) -> ()
      return
    }"""
    require_shape_assertions(hl.parse(text), "main")


@pytest.mark.parametrize("calls", [["inner", "other"], ["other", "inner"], ["other", "inner", "other"]])
def test_every_function_that_one_calls_is_looked_at(calls: list[str]) -> None:
    call = "func.call @inner(%size, %any) : (tensor<i32>, tensor<i32>) -> ()"
    text = program("5xf32").replace(call, "\n".join(call.replace("inner", name) for name in calls))
    other = "func.func private @other(%x: tensor<i32>, %y: tensor<i32>) { return }"
    with pytest.raises(CheckFailed, match="size 5 isn't"):
        require_shape_assertions(hl.parse(text + other), "main")


def test_functions_that_a_run_does_not_come_by_ask_nothing() -> None:
    require_shape_assertions(hl.parse(program("5xf32") + "func.func @other() { return }"), "other")


@pytest.mark.parametrize(
    "call",
    [
        "%0 = stablehlo.custom_call @shape_assertion(%c) : (tensor<i1>) -> tensor<i1>",
        "stablehlo.custom_call @shape_assertion(%x) : (tensor<f32>) -> ()",
        "stablehlo.custom_call @shape_assertion() : () -> ()",
    ],
    ids=["with a result", "of a float", "of nothing"],
)
def test_what_has_another_form_is_none(call: str) -> None:
    text = f"""
    func.func @main(%x: tensor<f32>) {{
      %c = stablehlo.constant dense<false> : tensor<i1>
      {call}
      return
    }}"""
    require_shape_assertions(hl.parse(text), "main")


def test_other_custom_calls_are_none() -> None:
    require_shape_assertions(hl.parse(program("5xf32", assertion="vendor.assertion")), "main")


def test_what_is_called_twice_or_by_itself_is_looked_at_once() -> None:
    twice = program().replace(
        "      return\n", "      func.call @main(%x, %any) : (tensor<4xf32>, tensor<i32>) -> ()\n      return\n", 1
    )
    require_shape_assertions(hl.parse(twice), "main")
