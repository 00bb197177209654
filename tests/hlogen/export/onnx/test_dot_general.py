"""dot_general of all dimension numbers and element types, against the interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.onnx_ops import Operations
from helpers.onnx_values import FLOATS, INTEGERS, elements

from hlogen.ir import DotDimensionNumbers

Rng = np.random.Generator

# lhs, rhs and result
_TYPES = (
    *((type, type, type) for type in (*INTEGERS, *FLOATS, "i1")),
    *(("i8", "i8", "i32"), ("i8", "i8", "i64"), ("ui8", "ui8", "ui32"), ("i4", "i4", "i32"), ("i32", "i32", "i64")),
    *(("bf16", "bf16", "f32"), ("f16", "f16", "f32"), ("f32", "f32", "f64"), ("f32", "f32", "bf16")),
    *(("f8E4M3FN", "f8E5M2", "f32"), ("f8E5M2", "f8E5M2", "bf16")),
)


def _add(rng: Rng, ops: Operations, types: tuple[str, str, str]) -> None:
    batch, contracted, rows, columns = (rng.integers(0, 3) for _ in range(4))
    sizes = [0 if rng.random() < 0.05 else int(rng.integers(1, 5)) for _ in range(batch + contracted + rows + columns)]
    shared, left = sizes[: batch + contracted], sizes[batch + contracted : batch + contracted + rows]
    right = sizes[batch + contracted + rows :]
    lhs_dims, rhs_dims = [*shared, *left], [*shared, *right]
    lhs_order, rhs_order = rng.permutation(len(lhs_dims)).tolist(), rng.permutation(len(rhs_dims)).tolist()
    numbers = DotDimensionNumbers(
        tuple(lhs_order.index(d) for d in range(batch)),
        tuple(rhs_order.index(d) for d in range(batch)),
        tuple(lhs_order.index(d) for d in range(batch, batch + contracted)),
        tuple(rhs_order.index(d) for d in range(batch, batch + contracted)),
    )
    lhs_left = [lhs_dims[d] for d in lhs_order if d >= batch + contracted]
    rhs_left = [rhs_dims[d] for d in rhs_order if d >= batch + contracted]
    result = "".join(f"{dim}x" for dim in (*shared[:batch], *lhs_left, *rhs_left)) + types[2]
    ops.add(
        "stablehlo.dot_general",
        elements(rng, types[0], [lhs_dims[d] for d in lhs_order], special=0.01),
        elements(rng, types[1], [rhs_dims[d] for d in rhs_order], special=0.01),
        attributes={"dot_dimension_numbers": numbers},
        results=result,
        types=types[:2],
        close=types[2].startswith(("f", "b")),
    )


@pytest.mark.parametrize("seed", range(6))
def test_all_dimension_numbers(seed: int) -> None:
    rng = np.random.default_rng(seed)
    ops = Operations()
    for types in _TYPES:
        _add(rng, ops, types)
    ops.compare(opset=(19, 21, 26)[seed % 3])


def test_integers_wrap() -> None:
    """Also where the exact sum is more than f64 holds."""
    rng = np.random.default_rng(0)
    ops = Operations()
    numbers = DotDimensionNumbers((0,), (0,), (2,), (1,))
    for type in INTEGERS:
        ops.add(
            "stablehlo.dot_general",
            elements(rng, type, (2, 5, 300)),
            elements(rng, type, (2, 300, 4)),
            attributes={"dot_dimension_numbers": numbers},
            results=f"2x5x4x{type}",
            types=[type, type],
        )
    ops.compare(threads=2)
