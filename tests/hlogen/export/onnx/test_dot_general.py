"""dot_general of all dimension numbers and element types, against the interpreter."""

from __future__ import annotations

import numpy as np
import pytest
from helpers.onnx_ops import Operations
from helpers.onnx_runs import through_onnx
from helpers.onnx_values import FLOATS, INTEGERS, elements

from hlogen.export.errors import ExportError
from hlogen.export.onnx import to_onnx
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


def test_sums_of_small_integers_are_exact_beyond_24_bits() -> None:
    """255 * 255 * 299 is odd and above 2 ** 24: no f32."""
    text = """func.func @main(%x: tensor<1x299xui8>, %y: tensor<299x1xui8>) -> tensor<1x1xui32> {
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
        : (tensor<1x299xui8>, tensor<299x1xui8>) -> tensor<1x1xui32>
      return %0 : tensor<1x1xui32>
    }"""
    (found,) = through_onnx(text, np.full((1, 299), 255, np.uint8), np.full((299, 1), 255, np.uint8))
    assert found.tolist() == [[255 * 255 * 299]]


@pytest.mark.parametrize(
    ("type", "accumulation", "is_plain"), [("f32", "f32", True), ("f64", "f64", True), ("f16", "f32", False)]
)
def test_an_algorithm_is_what_is_done_anyway_or_refused(type: str, accumulation: str, is_plain: bool) -> None:
    text = f"""func.func @main(%x: tensor<2x3x{type}>, %y: tensor<3x2x{type}>) -> tensor<2x2x{type}> {{
      %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = {type},
        rhs_precision_type = {type}, accumulation_type = {accumulation}, lhs_component_count = 1,
        rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
        : (tensor<2x3x{type}>, tensor<3x2x{type}>) -> tensor<2x2x{type}>
      return %0 : tensor<2x2x{type}>
    }}"""
    if is_plain:
        assert [node.op_type for node in to_onnx(text).graph.node] == ["MatMul"]
        return
    with pytest.raises(ExportError, match="its algorithm rounds operands or splits them, or adds up in another type"):
        to_onnx(text)
