"""What works on this machine: each backend runs a tiny gather, for `hlogen doctor`."""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.backends.address import installed_backends
from hlogen.backends.pool import BACKENDS, backend
from hlogen.errors import HlogenError

_PROGRAM = """
func.func @main(%operand: tensor<3x2xf32>, %start_indices: tensor<2x1xi64>) -> tensor<2x2xf32> {
  %0 = "stablehlo.gather"(%operand, %start_indices) {
    dimension_numbers = #stablehlo.gather<
      offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
    slice_sizes = array<i64: 1, 2>
  } : (tensor<3x2xf32>, tensor<2x1xi64>) -> tensor<2x2xf32>
  func.return %0 : tensor<2x2xf32>
}
"""


def describe_backends() -> dict[str, dict[str, Any]]:
    """By name: ``what`` the backend is, whether it ``works``, its ``version``, and the ``reason`` where it doesn't."""
    installed = {name: f"{where}, from an installed package" for name, where in installed_backends().items()}
    return {name: {"what": what, **_try(name)} for name, what in {**installed, **BACKENDS}.items()}


def _try(name: str) -> dict[str, Any]:
    operand = np.arange(6, dtype=np.float32).reshape(3, 2)
    start_indices = np.array([[2], [0]])
    try:
        judge = backend(name)
        (result,) = judge.run(_PROGRAM, operand, start_indices)
        version = judge.version()
    except (HlogenError, ImportError) as error:
        return {"works": False, "version": {}, "reason": str(error)}
    if not np.array_equal(result, operand[[2, 0]]):
        return {"works": False, "version": version, "reason": f"a tiny gather gave {result.tolist()}"}
    return {"works": True, "version": version, "reason": ""}
