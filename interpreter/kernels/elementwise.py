"""Registers elementwise kernels, which quantized tensors take through floats unless a kernel says otherwise.

Large arrays go through in chunks that stay in the processor's cache, with what is computed on the way: new memory
costs more than arithmetic on it, and what a kernel takes while it works doesn't grow with its operands.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Unpack

import numpy as np

from hlogen.ir import Operation, QuantizedType, TensorType, Type, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Gives, Makes, Said
from interpreter.kernels.registry import Plan, Planner, Quantized, kernel
from interpreter.kernels.result_shapes import of_elements
from interpreter.values.array import Array

_CHUNK = 1 << 14  # elements
_LARGE = 1 << 16  # elements: what is taken for fewer of them is no matter


_USUAL: Said = {
    "elementwise": True,
    "pure": True,
    "alike": True,
    "shape": of_elements,
    "gives": Gives.NEW,
    "makes": Makes.NUMBERS,
}


def elementwise(
    *names: str, quantized: Quantized = Quantized.ON_FLOATS, chunked: bool = True, **said: Unpack[Said]
) -> Callable[[Plan], Plan]:
    """Registers a plan for elementwise operations; `chunked` but where nothing at all is computed on the way.

    They are pure, and compute new arrays of numbers, unless they say otherwise (execution/traits.py).
    """
    traits: Said = {**_USUAL, **said}
    register = kernel(*names, quantized=quantized, **traits)
    if not chunked:
        return register

    def registered(plan: Plan) -> Plan:
        @wraps(plan)
        def planned(op: Operation, planner: Planner) -> Run:
            return in_chunks(op, plan(op, planner))

        register(planned)
        return planned

    return registered


def in_chunks(op: Operation, run: Run) -> Run:
    """`run`, the plan of `op`, which works element by element, on a part of large arrays at a time."""
    type = op.results[0].type if len(op.results) == 1 else None
    if isinstance(run, np.ufunc) or not isinstance(type, TensorType) or (type.is_static and type.size < _LARGE):
        return run
    if any(_is_per_axis(value.type) for value in (*op.operands, *op.results)):
        return run  # where an element stands matters
    dtype = dtype_of(type.element_type)

    def chunked(*operands: Array) -> Any:
        arrays = [x for x in operands if x.ndim]  # the others are scalars
        if all(x.size < _LARGE for x in arrays):
            return run(*operands)
        shape = arrays[0].shape
        if any(x.shape != shape for x in arrays):
            shape = np.broadcast_shapes(*(x.shape for x in arrays))
            operands = tuple(np.broadcast_to(x, shape) if x.ndim else x for x in operands)
        elif all(x.flags.c_contiguous for x in arrays):
            operands = tuple(x.reshape(-1) if x.ndim else x for x in operands)
        result = np.empty(next(x.shape for x in operands if x.ndim), dtype)
        rows = max(1, len(result) * _CHUNK // result.size) if result.size else 1
        for start in range(0, len(result), rows):
            end = start + rows
            result[start:end] = run(*(x[start:end] if x.ndim else x for x in operands))
        return result.reshape(shape)

    return chunked


def _is_per_axis(type: Type) -> bool:
    element = type.element_type if isinstance(type, TensorType) else None
    return isinstance(element, QuantizedType) and element.is_per_axis
