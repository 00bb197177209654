"""Operations whose shapes are known only when the program runs: those that don't fit together then are errors.

The specification calls that undefined behaviour (Dynamism). Without this check NumPy would broadcast some of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Operation, TensorType, Type
from interpreter.execution.blocks import Run
from interpreter.execution.failures import placed
from interpreter.kernels.registry import kernels
from interpreter.kernels.scatter import ScatterPlan
from interpreter.values.array import fits, narrowed


def shapes_checked(op: Operation, run: Run) -> Run:
    """`run`, the plan of `op`, with shapes checked where the program leaves any open: its operands', its results'."""
    is_static = all(
        not isinstance(value.type, TensorType) or value.type.is_static for value in (*op.operands, *op.results)
    )
    traits = kernels()[op.name].traits
    if (is_static and not traits.shaped_by_values) or not op.operands or isinstance(run, ScatterPlan):
        return run  # a scatter sees to it itself: others look at its plan
    fits_together = traits.alike or not op.regions  # else what fails may do so inside of a region
    operand_ranks, result_types = _ranks(op), [value.type for value in op.results]

    def checked(*operands: Any) -> Any:
        if any(isinstance(x, np.ndarray) and x.ndim > rank for x, rank in zip(operands, operand_ranks, strict=True)):
            return run(*operands)  # many lanes at once, each with the same shapes
        shapes = {x.shape for x in operands if isinstance(x, np.ndarray) and x.ndim}
        if traits.alike and len(shapes) > 1:
            raise ExecutionError(f"the operands' shapes should be the same, but they are {_listed(operands)}")
        try:
            results = run(*operands)
        except (ValueError, IndexError) as error:
            if not fits_together:
                raise
            raise ExecutionError(f"the operands' shapes {_listed(operands)} don't fit together: {error}") from error
        for type, value in zip(result_types, results if len(result_types) != 1 else (results,), strict=True):
            if isinstance(type, TensorType) and not fits(np.shape(value), type):
                raise ExecutionError(f"the result has shape {list(np.shape(value))}, which isn't of its type {type}")
        return results

    return checked


def with_types(op: Operation, types: Sequence[Type]) -> Operation | None:
    """An operation that gives the operands of `op` types that say more of their shapes; None where none does.

    Branches may give, and loops be given, arrays of which only the types around say what shapes they have. To hold
    them against those is an operation of its own, which passes them on.
    """
    wanted = [narrowed(value.type, type) for value, type in zip(op.operands, types, strict=False)]
    if all(value.type == type for value, type in zip(op.operands, wanted, strict=False)):
        return None
    return Operation("stablehlo.optimization_barrier", op.operands, wanted, location=op.location)


def placed_at(op: Operation, run: Run) -> Run:
    """`run`, whose errors are said to come up at `op`."""

    def at(*operands: Any) -> Any:
        try:
            return run(*operands)
        except ExecutionError as error:
            raise placed(error, op) from None

    return at


def _ranks(op: Operation) -> list[int]:
    return [value.type.rank if isinstance(value.type, TensorType) else 0 for value in op.operands]


def _listed(operands: tuple[Any, ...]) -> str:
    return " and ".join(str(list(np.shape(x))) for x in operands)
