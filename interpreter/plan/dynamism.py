"""Operations whose shapes are known only when the program runs: those that don't fit together then are errors.

The specification calls that undefined behaviour (Dynamism). Without this check NumPy would broadcast some of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Operation, TensorType
from interpreter.execution.blocks import Run
from interpreter.kernels.registry import kernels
from interpreter.values.array import fits


def shapes_checked(op: Operation, run: Run) -> Run:
    """`run`, the plan of `op`, with its operands' shapes checked where the program leaves any of them open."""
    is_static = all(
        not isinstance(value.type, TensorType) or value.type.is_static for value in (*op.operands, *op.results)
    )
    traits = kernels()[op.name].traits
    if (is_static and not traits.shaped_by_values) or not op.operands or (op.regions and not traits.alike):
        return run
    operand_ranks, result_types = _ranks(op), [value.type for value in op.results]

    def checked(*operands: Any) -> Any:
        if any(np.ndim(x) > rank for x, rank in zip(operands, operand_ranks, strict=True)):
            return run(*operands)  # many lanes at once, each with the same shapes
        shapes = {x.shape for x in operands if isinstance(x, np.ndarray) and x.ndim}
        if traits.alike and len(shapes) > 1:
            raise ExecutionError(f"the operands' shapes should be the same, but they are {_listed(operands)}")
        try:
            results = run(*operands)
        except (ValueError, IndexError) as error:
            raise ExecutionError(f"the operands' shapes {_listed(operands)} don't fit together: {error}") from error
        for type, value in zip(result_types, results if len(result_types) != 1 else (results,), strict=True):
            if isinstance(type, TensorType) and not fits(np.shape(value), type):
                raise ExecutionError(f"the result has shape {list(np.shape(value))}, which isn't of its type {type}")
        return results

    return checked


def _ranks(op: Operation) -> list[int]:
    return [value.type.rank if isinstance(value.type, TensorType) else 0 for value in op.operands]


def _listed(operands: tuple[Any, ...]) -> str:
    return " and ".join(str(list(np.shape(x))) for x in operands)
