"""Small whole programs that meet one hazard each, or just don't: what rule pages show and tests check and run."""

from __future__ import annotations

OPERAND = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]
INPUT = [10, 20, 30, 40, 50, 60]


def gather(indices: str, *, sorted: bool = False) -> str:
    """Three slices of size 2 of six elements, from constant indices."""
    return f"""\
func.func @main(%operand: tensor<6xf32>) -> tensor<3x2xf32> {{
  %start_indices = stablehlo.constant dense<{indices}> : tensor<3xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {{
    dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 2>,
    indices_are_sorted = {_flag(sorted)}
  }} : (tensor<6xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return %result : tensor<3x2xf32>
}}
"""


def collapsed_gather(indices: str, *, slice_size: int) -> str:
    """Three elements of six, the indexed dimension collapsed."""
    return f"""\
func.func @main(%operand: tensor<6xf32>) -> tensor<3xf32> {{
  %start_indices = stablehlo.constant dense<{indices}> : tensor<3xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: {slice_size}>,
    indices_are_sorted = false
  }} : (tensor<6xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %result : tensor<3xf32>
}}
"""


def batched_gather(indices: str) -> str:
    """Two elements of each of two rows, promised to be sorted."""
    return f"""\
func.func @main(%operand: tensor<2x4xf32>) -> tensor<2x2xf32> {{
  %start_indices = stablehlo.constant dense<{indices}> : tensor<2x2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {{
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [1],
      operand_batching_dims = [0],
      start_indices_batching_dims = [0],
      start_index_map = [1],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>,
    indices_are_sorted = true
  }} : (tensor<2x4xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  return %result : tensor<2x2xf32>
}}
"""


def counted_batches() -> str:
    """Three elements of each of two rows, by indices that say the row."""
    return """\
func.func @main(%operand: tensor<2x4xf32>, %at: tensor<2x3x1xi64>) -> tensor<2x3xf32> {
  %row = stablehlo.iota dim = 0 : tensor<2x3x1xi64>
  %start_indices = stablehlo.concatenate %row, %at, dim = 2
    : (tensor<2x3x1xi64>, tensor<2x3x1xi64>) -> tensor<2x3x2xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [0, 1],
      start_index_map = [0, 1],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>,
    indices_are_sorted = false
  } : (tensor<2x4xf32>, tensor<2x3x2xi64>) -> tensor<2x3xf32>
  return %result : tensor<2x3xf32>
}
"""


def batched_lookup() -> str:
    """Three elements of each of two rows, the rows as batches."""
    return """\
func.func @main(%operand: tensor<2x4xf32>, %at: tensor<2x3x1xi64>) -> tensor<2x3xf32> {
  %result = "stablehlo.gather"(%operand, %at) {
    dimension_numbers = #stablehlo.gather<
      collapsed_slice_dims = [1],
      operand_batching_dims = [0],
      start_indices_batching_dims = [0],
      start_index_map = [1],
      index_vector_dim = 2>,
    slice_sizes = array<i64: 1, 1>,
    indices_are_sorted = false
  } : (tensor<2x4xf32>, tensor<2x3x1xi64>) -> tensor<2x3xf32>
  return %result : tensor<2x3xf32>
}
"""


def narrow_gather(index: str) -> str:
    """Three elements of three hundred, by indices of the element type `index`."""
    return f"""\
func.func @main(%operand: tensor<300xf32>, %start_indices: tensor<3x{index}>) -> tensor<3xf32> {{
  %result = "stablehlo.gather"(%operand, %start_indices) {{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  }} : (tensor<300xf32>, tensor<3x{index}>) -> tensor<3xf32>
  return %result : tensor<3xf32>
}}
"""


def clamped_gather(*, clamp: bool) -> str:
    """Every element of six in reverse order; with `clamp`, the indices are kept in bounds that they never leave."""
    clamping = """\
  %first = stablehlo.constant dense<0> : tensor<i64>
  %clamped = stablehlo.clamp %first, %reversed, %last : (tensor<i64>, tensor<6xi64>, tensor<i64>) -> tensor<6xi64>
"""
    indices = "%clamped" if clamp else "%reversed"
    return f"""\
func.func @main(%operand: tensor<6xf32>) -> tensor<6xf32> {{
  %iota = stablehlo.iota dim = 0 : tensor<6xi64>
  %last = stablehlo.constant dense<5> : tensor<i64>
  %from = stablehlo.broadcast_in_dim %last, dims = [] : (tensor<i64>) -> tensor<6xi64>
  %reversed = stablehlo.subtract %from, %iota : tensor<6xi64>
{clamping if clamp else ""}\
  %result = "stablehlo.gather"(%operand, {indices}) {{
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  }} : (tensor<6xf32>, tensor<6xi64>) -> tensor<6xf32>
  return %result : tensor<6xf32>
}}
"""


def filled_gather() -> str:
    """Three elements of six, with 0 for each that is beyond the end."""
    return """\
func.func @main(%operand: tensor<6xf32>, %start_indices: tensor<3xi64>) -> tensor<3xf32> {
  %last = stablehlo.constant dense<5> : tensor<3xi64>
  %inside = stablehlo.compare LE, %start_indices, %last : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %read = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<6xf32>, tensor<3xi64>) -> tensor<3xf32>
  %fill = stablehlo.constant dense<0.0> : tensor<3xf32>
  %result = stablehlo.select %inside, %read, %fill : tensor<3xi1>, tensor<3xf32>
  return %result : tensor<3xf32>
}
"""


def wrapped_gather() -> str:
    """Three elements of six, those at negative indices from the end."""
    return """\
func.func @main(%operand: tensor<6xf32>, %indices: tensor<3xi64>) -> tensor<3xf32> {
  %zero = stablehlo.constant dense<0> : tensor<3xi64>
  %negative = stablehlo.compare LT, %indices, %zero : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
  %size = stablehlo.constant dense<6> : tensor<3xi64>
  %from_end = stablehlo.add %indices, %size : tensor<3xi64>
  %start_indices = stablehlo.select %negative, %from_end, %indices : tensor<3xi1>, tensor<3xi64>
  %result = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1>,
    indices_are_sorted = false
  } : (tensor<6xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %result : tensor<3xf32>
}
"""


def scatter(
    indices: str,
    *,
    element: str = "i32",
    window: int | None = None,
    body: str | None = None,
    sorted: bool = False,
    unique: bool = False,
) -> str:
    """Three updates of six elements at constant indices: of one element each, or of `window` elements.

    `body` is the op that combines the old value with the new one; None overwrites.
    """
    updates = f"tensor<3x{element}>" if window is None else f"tensor<3x{window}x{element}>"
    dims = "inserted_window_dims = [0]" if window is None else "update_window_dims = [1]"
    combine = f"    %new = stablehlo.{body} %old, %update : tensor<{element}>\n" if body else ""
    return f"""\
func.func @main(%input: tensor<6x{element}>, %updates: {updates}) -> tensor<6x{element}> {{
  %scatter_indices = stablehlo.constant dense<{indices}> : tensor<3xi64>
  %result = "stablehlo.scatter"(%input, %scatter_indices, %updates) ({{
  ^bb0(%old: tensor<{element}>, %update: tensor<{element}>):
{combine}    stablehlo.return {"%new" if body else "%update"} : tensor<{element}>
  }}) {{
    scatter_dimension_numbers = #stablehlo.scatter<
      {dims}, scatter_dims_to_operand_dims = [0], index_vector_dim = 1>,
    indices_are_sorted = {_flag(sorted)},
    unique_indices = {_flag(unique)}
  }} : (tensor<6x{element}>, tensor<3xi64>, {updates}) -> tensor<6x{element}>
  return %result : tensor<6x{element}>
}}
"""


def elementwise(op: str, element: str) -> str:
    """One operation on two arguments of three elements."""
    return f"""\
func.func @main(%lhs: tensor<3x{element}>, %rhs: tensor<3x{element}>) -> tensor<3x{element}> {{
  %result = stablehlo.{op} %lhs, %rhs : tensor<3x{element}>
  return %result : tensor<3x{element}>
}}
"""


def sort(direction: str) -> str:
    """Three elements in ascending order, by a comparison of that direction."""
    return f"""\
func.func @main(%operand: tensor<3xf32>) -> tensor<3xf32> {{
  %result = "stablehlo.sort"(%operand) ({{
  ^bb0(%lhs: tensor<f32>, %rhs: tensor<f32>):
    %less = stablehlo.compare {direction}, %lhs, %rhs : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }}) {{dimension = 0 : i64, is_stable = true}} : (tensor<3xf32>) -> tensor<3xf32>
  return %result : tensor<3xf32>
}}
"""


def total(start: str) -> str:
    """The sum of three elements and `start`."""
    return f"""\
func.func @main(%operand: tensor<3xf32>) -> tensor<f32> {{
  %start = stablehlo.constant dense<{start}> : tensor<f32>
  %result = stablehlo.reduce(%operand init: %start) applies stablehlo.add across dimensions = [0]
    : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %result : tensor<f32>
}}
"""


def by_constant(op: str, rhs: str) -> str:
    """One operation on three integers and a constant."""
    return f"""\
func.func @main(%lhs: tensor<3xi32>) -> tensor<3xi32> {{
  %rhs = stablehlo.constant dense<{rhs}> : tensor<3xi32>
  %result = stablehlo.{op} %lhs, %rhs : tensor<3xi32>
  return %result : tensor<3xi32>
}}
"""


def conversion(operand: str, source: str, target: str) -> str:
    return f"""\
func.func @main() -> tensor<3x{target}> {{
  %operand = stablehlo.constant dense<{operand}> : tensor<3x{source}>
  %result = stablehlo.convert %operand : (tensor<3x{source}>) -> tensor<3x{target}>
  return %result : tensor<3x{target}>
}}
"""


def _flag(value: bool) -> str:
    return "true" if value else "false"
