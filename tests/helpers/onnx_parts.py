"""Programs on complex numbers through ONNX, where these are pairs, and one-operation programs in text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from helpers.onnx_runs import as_pairs, from_pairs, reference_results, run_model

from hlogen.export.onnx import to_onnx
from hlogen.ir import element_type_of

Array = np.ndarray[Any, Any]

TOLERANCE = {"complex64": 3e-6, "float32": 3e-6, "complex128": 1e-12, "float64": 1e-12}


def type_of(array: Array) -> str:
    return f"tensor<{''.join(f'{size}x' for size in array.shape)}{element_type_of(array.dtype)}>"


def calling(name: str, operands: Sequence[Array], *results: Array, attributes: str = "") -> str:
    """A program of one operation on arguments of the operands' types, in generic form."""
    taken = ", ".join(f"%a{number}: {type_of(x)}" for number, x in enumerate(operands))
    given = ", ".join(f"%a{number}" for number in range(len(operands)))
    types, made = ", ".join(map(type_of, operands)), ", ".join(map(type_of, results))
    left = "%0" if len(results) == 1 else f"%0:{len(results)}"
    returned = "%0" if len(results) == 1 else ", ".join(f"%0#{number}" for number in range(len(results)))
    return f"""func.func @main({taken}) -> ({made}) {{
      {left} = "{name}"({given}) {{{attributes}}} : ({types}) -> ({made})
      return {returned} : {made}
    }}"""


def results_of(
    program: Any, dtypes: Sequence[Any], *args: Any, opset: int = 21, reference: bool = False
) -> list[Array]:
    """What the program's model gives, complex numbers as such again."""
    run = reference_results if reference else run_model
    given = run(to_onnx(program, opset=opset), *(as_pairs(np.asarray(arg)) for arg in args))
    return [from_pairs(array, dtype) for array, dtype in zip(given, dtypes, strict=True)]


def require_close(given: Sequence[Array], wanted: Sequence[Array], tolerance: float | None = None) -> None:
    """Within a tolerance of the dtype, relative to the largest element; integers and booleans the same."""
    for mine, theirs in zip(given, wanted, strict=True):
        assert (mine.dtype, mine.shape) == (theirs.dtype, theirs.shape)
        allowed = (tolerance or TOLERANCE[theirs.dtype.name]) if theirs.dtype.kind in "fc" else 0
        largest = max(1.0, float(np.abs(theirs[np.isfinite(theirs)]).max(initial=0)))
        np.testing.assert_allclose(mine, theirs, rtol=allowed, atol=allowed * largest)


def drawn(shape: Sequence[int], dtype: Any, seed: int = 0) -> Array:
    rng = np.random.default_rng(seed)
    real = rng.normal(size=shape)
    return np.asarray(real + 1j * rng.normal(size=shape) if np.dtype(dtype).kind == "c" else real).astype(dtype)
