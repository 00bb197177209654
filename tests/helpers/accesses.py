"""Gathers and scatters as text, and what is proved about the only one of a program."""

from __future__ import annotations

import hlogen as hl
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import Judgement, judge

OPS = ("stablehlo.gather", "stablehlo.scatter", "stablehlo.dynamic_gather")


def judged(text: str) -> Judgement:
    """The judgement of the only gather or scatter."""
    module = hl.parse(text)
    (op,) = (op for op in module.walk() if op.name in OPS)
    return judge(op, Facts(module))


def scatter(
    indices: str,
    *,
    inputs: str = "6xi32",
    updates: str = "3xi32",
    type: str = "3x1xi64",
    arguments: str = "",
    dims: str = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1",
    body: str = "stablehlo.return %new : tensor<i32>",
    constant_updates: str = "",
) -> str:
    """A scatter at %indices, which the lines of `indices` make."""
    element = inputs.rpartition("x")[2]
    given = f"%updates = stablehlo.constant dense<{constant_updates}> : tensor<{updates}>" if constant_updates else ""
    taken = "" if constant_updates else f", %updates: tensor<{updates}>"
    return f"""
func.func @main(%inputs: tensor<{inputs}>{taken}{arguments}) -> tensor<{inputs}> {{
  {indices}
  {given}
  %0 = "stablehlo.scatter"(%inputs, %indices, %updates) ({{
  ^bb0(%old: tensor<{element}>, %new: tensor<{element}>):
    {body}
  }}) {{
    scatter_dimension_numbers = #stablehlo.scatter<{dims}>
  }} : (tensor<{inputs}>, tensor<{type}>, tensor<{updates}>) -> tensor<{inputs}>
  return %0 : tensor<{inputs}>
}}
"""


def gather(
    indices: str,
    *,
    operand: str = "6xf32",
    type: str = "3x1xi64",
    result: str = "3xf32",
    slice_sizes: str = "1",
    arguments: str = "",
    dims: str = "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1",
) -> str:
    return f"""
func.func @main(%operand: tensor<{operand}>{arguments}) -> tensor<{result}> {{
  {indices}
  %0 = "stablehlo.gather"(%operand, %indices) {{
    dimension_numbers = #stablehlo.gather<{dims}>, slice_sizes = array<i64: {slice_sizes}>
  }} : (tensor<{operand}>, tensor<{type}>) -> tensor<{result}>
  return %0 : tensor<{result}>
}}
"""


def constant(values: str, type: str = "3x1xi64") -> str:
    return f"%indices = stablehlo.constant dense<{values}> : tensor<{type}>"


ARGUMENT = {"indices": "", "arguments": ", %indices: tensor<3x1xi64>"}


def scatter_at_pairs(parts: str, *, dims: str = "") -> str:
    indices = f"""
  %iota = stablehlo.iota dim = 0 : tensor<3x1xi64>
  %indices = stablehlo.concatenate {parts}, dim = 1 : (tensor<3x1xi64>, tensor<3x1xi64>) -> tensor<3x2xi64>"""
    return scatter(
        indices,
        inputs="6x6xi32",
        type="3x2xi64",
        arguments=", %arg: tensor<3x1xi64>",
        dims=dims or "inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1",
    )
