"""Where upstream's verifier accepts what the specification forbids, or refuses what it allows: data with cases.

The checker follows the specification; what it says about upstream (`Violation.upstream`) is held against this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from hlogen.conform.versions import Versions


@dataclass(frozen=True)
class VerifierDifference:
    """`stance` is upstream's: ``laxer`` accepts a violation of `constraint`, ``stricter`` refuses a valid program.

    `since` and `until` are StableHLO versions: the first that hlogen supports or that differs, the first that doesn't.
    """

    id: str
    stance: Literal["laxer", "stricter"]
    constraint: str
    reason: str
    program: str = field(repr=False)
    since: str = "1.0"
    until: str | None = None

    def is_in(self, versions: Mapping[str, str]) -> bool:
        """Whether it shows in these versions, as a backend's `version()` gives them."""
        return Versions("StableHLO", self.since, self.until).include(versions)


def _scatter(
    *,
    element: str = "i32",
    indices: str = "i64",
    updates: str | None = None,
    body: str | None = None,
    body_update: str | None = None,
    result: str | None = None,
) -> str:
    """One update of one element; every type can be another than it should be."""
    updates, body = updates or element, body or element
    body_update = body_update or body
    result = result or body
    return f"""
func.func @main(%input: tensor<2x{element}>, %scatter_indices: tensor<1x{indices}>, %update: tensor<{updates}>)
    -> tensor<2x{result}> {{
  %0 = "stablehlo.scatter"(%input, %scatter_indices, %update) ({{
  ^bb0(%old: tensor<{body}>, %new: tensor<{body_update}>):
    "stablehlo.return"(%old) : (tensor<{body}>) -> ()
  }}) {{
    scatter_dimension_numbers = #stablehlo.scatter<
      inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>
  }} : (tensor<2x{element}>, tensor<1x{indices}>, tensor<{updates}>) -> tensor<2x{result}>
  func.return %0 : tensor<2x{result}>
}}
"""


def _gather(element: str) -> str:
    result = f"tensor<2x{element}>"
    return f"""
func.func @main(%operand: tensor<3x{element}>, %start_indices: tensor<2x1xi64>) -> {result} {{
  %0 = "stablehlo.gather"(%operand, %start_indices) {{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  }} : (tensor<3x{element}>, tensor<2x1xi64>) -> {result}
  func.return %0 : {result}
}}
"""


def _dynamic_gather(slice_sizes_type: str, constant: str | None = None) -> str:
    argument = "" if constant else f", %slice_sizes: {slice_sizes_type}"
    line = f"%slice_sizes = stablehlo.constant {constant} : {slice_sizes_type}" if constant else ""
    return f"""
func.func @main(%operand: tensor<300xi32>, %start_indices: tensor<1xi64>{argument}) -> tensor<200xi32> {{
  {line}
  %0 = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) {{
    dimension_numbers = #stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>
  }} : (tensor<300xi32>, tensor<1xi64>, {slice_sizes_type}) -> tensor<200xi32>
  func.return %0 : tensor<200xi32>
}}
"""


def _quantized(scale: str) -> str:
    return f"!quant.uniform<i8:f32, {scale}>"


# A dimension of at most 2 paired with one of 3.
_BOUND_TOO_SMALL = """
func.func @main(%operand: tensor<?xi32, #stablehlo.bounds<2>>, %start_indices: tensor<3x0xi64>) -> tensor<3xi32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      operand_batching_dims = [0], start_indices_batching_dims = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>
  } : (tensor<?xi32, #stablehlo.bounds<2>>, tensor<3x0xi64>) -> tensor<3xi32>
  func.return %0 : tensor<3xi32>
}
"""

_INDICES = "upstream's type constraint of scatter_indices lets any integer type and index through"
_DEMOTION = "upstream compares the kinds of the types, and their widths only for integers and complex types"

VERIFIER_DIFFERENCES: tuple[VerifierDifference, ...] = (
    VerifierDifference("scatter-indices-i1", "laxer", "scatter.I2", _INDICES, _scatter(indices="i1")),
    VerifierDifference("scatter-indices-index", "laxer", "scatter.I2", _INDICES, _scatter(indices="index")),
    VerifierDifference("scatter-indices-i3", "laxer", "scatter.I2", _INDICES, _scatter(indices="i3")),
    VerifierDifference("scatter-indices-i128", "laxer", "scatter.I2", _INDICES, _scatter(indices="i128")),
    VerifierDifference(
        "updates-of-another-float",
        "laxer",
        "scatter.C6",
        "upstream doesn't compare the element types of updates and inputs",
        _scatter(element="f64", updates="f32"),
    ),
    VerifierDifference(
        "updates-of-another-integer",
        "laxer",
        "scatter.C6",
        "upstream doesn't compare the element types of updates and inputs",
        _scatter(element="i64", updates="i32"),
    ),
    VerifierDifference(
        "float-demotion", "laxer", "scatter.C23", _DEMOTION, _scatter(element="f64", updates="f64", body="f32")
    ),
    VerifierDifference(
        "boolean-to-integer", "laxer", "scatter.C23", _DEMOTION, _scatter(element="i1", updates="i1", body="i32")
    ),
    VerifierDifference(
        "second-argument-of-another-width",
        "laxer",
        "scatter.C23",
        "upstream doesn't compare the two halves of update_computation's arguments by width",
        _scatter(element="f32", body="f32", body_update="f64"),
    ),
    VerifierDifference(
        "quantized-scale-of-updates",
        "laxer",
        "scatter.C6",
        "upstream compares quantized types without their scales",
        _scatter(element=_quantized("0.5"), updates=_quantized("0.25")),
    ),
    VerifierDifference(
        "bound-too-small",
        "laxer",
        "gather.C17",
        "upstream doesn't compare the bound of a dynamic dimension with anything",
        _BOUND_TOO_SMALL,
    ),
    VerifierDifference(
        "slice-sizes-of-unknown-shape",
        "stricter",
        "dynamic_gather.I3",
        "upstream wants slice_sizes to have a static shape",
        _dynamic_gather("tensor<?xi64>"),
    ),
    VerifierDifference(
        "unsigned-slice-sizes",
        "stricter",
        "dynamic_gather.C12",
        "upstream reads a constant ui8 200 as -56",
        _dynamic_gather("tensor<1xui8>", "dense<200>"),
    ),
    VerifierDifference(
        "tf32", "stricter", "gather.I1", "upstream's dialect has tf32 in no operand's type", _gather("tf32")
    ),
)
