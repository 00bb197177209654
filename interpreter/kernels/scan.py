"""CHLO's scan: a body that runs for one slice of its inputs after the other and carries values along."""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.errors import ExecutionError
from hlogen.ir import Operation, dtype_of
from interpreter.execution.blocks import Run
from interpreter.kernels.registry import Planner, kernel
from interpreter.values.array import Array
from interpreter.values.attributes import flag, integer, integers, tensor_type


@kernel("chlo.scan", sums=True)
def scan(op: Operation, planner: Planner) -> Run:
    """The body takes a slice of each input, without `dimension`, and the carries; it returns outputs and new carries.

    With `is_reverse`, from the last slice to the first. Results are the outputs, stacked, and the last carries.
    """
    n_inputs, n_carries = integers(op, "operandSegmentSizes")
    n_outputs = len(op.results) - n_carries
    dimension, is_reverse = integer(op, "dimension"), flag(op, "is_reverse", default=False)
    body = planner.region(op.regions[0], n_inputs + n_carries)
    known_size = integer(op, "scan_dim_size", -1)
    types = [tensor_type(result) for result in op.results[:n_outputs]]

    def run(*operands: Array) -> Any:
        inputs, carries = operands[:n_inputs], operands[n_inputs:]
        size = inputs[0].shape[dimension] if inputs else known_size
        if size < 0:
            raise ExecutionError("a scan without inputs needs scan_dim_size to know how often it runs")
        places = range(size - 1, -1, -1) if is_reverse else range(size)
        rows: list[Any] = [None] * size
        for place in places:
            slices = (x[(slice(None),) * dimension + (place,)] for x in inputs)
            results = body(*slices, *carries)
            rows[place], carries = results[:n_outputs], results[n_outputs:]
        if size:
            outputs = [np.stack(column, dimension) for column in zip(*rows, strict=True)]
        else:
            outputs = [np.zeros([d or 0 for d in type.shape], dtype_of(type.element_type)) for type in types]
        results = (*outputs, *carries)
        return results[0] if len(results) == 1 else results

    return run
