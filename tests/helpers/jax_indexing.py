"""Random gather and scatter programs as calls of jax.lax and as calls of hlogen, in every out-of-bounds mode."""

from __future__ import annotations

from typing import Any

import numpy as np
from helpers.drawn_programs import with_vectors

import hlogen as hl
from hlogen.conform.generate import Case, SeededDraw, draw_case
from hlogen.ir import IntegerType, TensorType, dtype_of, parse_element_type

MODES = ("clip", "fill", "promise_in_bounds")
BODIES = {
    "add": "scatter_add",
    "subtract": "scatter_sub",
    "mul": "scatter_mul",
    "min": "scatter_min",
    "max": "scatter_max",
    "set": "scatter",
}
I32, I64 = IntegerType(32), IntegerType(64)

Array = np.ndarray[Any, Any]


def drawn(seed: int, op: str, element_type: str = "f64", in_bounds: bool = False) -> Case:
    """A program that JAX can say and derive: collapsed sizes are 1, and index vectors aren't empty."""
    rng = np.random.default_rng(seed)
    while True:
        case = draw_case(SeededDraw(seed), (op,))
        layout = case.layout
        dropped = (*layout.collapsed_slice_dims, *layout.operand_batching_dims)
        if layout.start_index_map and all(layout.slice_sizes[d] == 1 for d in dropped):
            break
        seed += 1_000_003
    beyond = 0 if in_bounds else 4
    columns = [
        rng.integers(
            -beyond, layout.operand_shape[d] - layout.slice_sizes[d] + beyond, layout.index_vectors, np.int64, True
        )
        for d in layout.start_index_map
    ]
    index_type = I32 if rng.integers(2) else I64
    arrays = [values(rng, layout.operand_shape, element_type), np.zeros(layout.indices_shape, dtype_of(index_type))]
    if op == "scatter":
        arrays.append(values(rng, layout.result_shape, element_type))
    case = Case(op, layout, (parse_element_type(element_type),), index_type, tuple(arrays))
    return with_vectors(case, np.stack(columns, 1))


def values(rng: np.random.Generator, shape: Any, element_type: str) -> Array:
    """Small whole numbers: many ties."""
    array = rng.integers(1, 4, shape).astype(np.float64)
    if element_type.startswith("complex"):
        return array + 1j * rng.integers(1, 4, shape)
    return array


def types(case: Case) -> list[TensorType]:
    elements = [case.element_types[0], case.index_type, case.element_types[0]]
    return [TensorType(array.shape, element) for array, element in zip(case.operands, elements, strict=False)]


def ours(case: Case, mode: str, body: str | None = None, fill_value: float | None = None) -> Any:
    """The function with hlogen's own call. JAX drops whole windows."""
    layout = case.layout
    if body is None:
        more = {"fill_value": fill_value} if mode == "fill" else {}

        def main(operand, indices):
            return hl.gather(
                operand, indices, **vars(layout.gather_numbers()), slice_sizes=layout.slice_sizes, mode=mode, **more
            )

    else:
        window = {"window": "whole"} if mode == "fill" and layout.start_index_map else {}
        computation = body if body != "subtract" else (lambda old, new: old - new)

        def main(operand, indices, updates):
            return hl.scatter(
                operand, indices, updates, computation, **vars(layout.scatter_numbers()), mode=mode,
                unique_indices=case.unique_indices, **window,
            )  # fmt: skip

    return hl.function(*types(case), name="main")(main)


def of_jax(jax: Any, case: Case, mode: str, body: str | None = None, fill_value: float | None = None) -> Any:
    """The function of jax.lax, whose index vectors lie in the last dimension."""
    lax, layout = jax.lax, case.layout
    rank, at = len(layout.indices_shape), layout.index_vector_dim
    moved = [d - (d > at) for d in layout.start_indices_batching_dims]
    modes = {
        "clip": lax.GatherScatterMode.CLIP,
        "fill": lax.GatherScatterMode.FILL_OR_DROP,
        "promise_in_bounds": lax.GatherScatterMode.PROMISE_IN_BOUNDS,
    }

    def last(indices: Any) -> Any:
        return indices[..., None] if at == rank else jax.numpy.moveaxis(indices, at, -1)

    if body is None:
        numbers = lax.GatherDimensionNumbers(
            layout.offset_dims, layout.collapsed_slice_dims, layout.start_index_map, layout.operand_batching_dims,
            tuple(moved),
        )  # fmt: skip
        return lambda operand, indices: lax.gather(
            operand, last(indices), numbers, layout.slice_sizes, mode=modes[mode], fill_value=fill_value
        )
    numbers = lax.ScatterDimensionNumbers(
        layout.offset_dims, layout.collapsed_slice_dims, layout.start_index_map, layout.operand_batching_dims,
        tuple(moved),
    )  # fmt: skip
    function = getattr(lax, BODIES[body])
    return lambda operand, indices, updates: function(
        operand, last(indices), updates, numbers, mode=modes[mode], unique_indices=case.unique_indices
    )
