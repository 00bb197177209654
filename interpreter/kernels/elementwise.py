"""Registers elementwise kernels, which quantized tensors take through floats unless a kernel says otherwise.

Large arrays go through in chunks (chunks.py), so what a kernel takes while it works doesn't grow with its operands.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Unpack

from hlogen.ir import Operation, QuantizedType, TensorType, Type, dtype_of
from interpreter.execution.blocks import Run
from interpreter.execution.traits import Gives, Makes, Said
from interpreter.kernels.chunks import LARGE, chunked
from interpreter.kernels.registry import Plan, Planner, Quantized, kernel
from interpreter.kernels.result_shapes import of_elements

_USUAL: Said = {
    "elementwise": True,
    "pure": True,
    "alike": True,
    "shape": of_elements,
    "gives": Gives.NEW,
    "makes": Makes.NUMBERS,
}


def elementwise(
    *names: str, quantized: Quantized = Quantized.ON_FLOATS, by_chunks: bool = True, **said: Unpack[Said]
) -> Callable[[Plan], Plan]:
    """Registers a plan for elementwise operations; `by_chunks` but where nothing at all is computed on the way.

    They are pure, and compute new arrays of numbers, unless they say otherwise (execution/traits.py).
    """
    traits: Said = {**_USUAL, **said}
    register = kernel(*names, quantized=quantized, **traits)
    if not by_chunks:
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
    if not isinstance(type, TensorType) or (type.is_static and type.size < LARGE):
        return run
    if any(_is_per_axis(value.type) for value in (*op.operands, *op.results)):
        return run  # where an element stands matters
    return chunked(run, dtype_of(type.element_type))


def _is_per_axis(type: Type) -> bool:
    element = type.element_type if isinstance(type, TensorType) else None
    return isinstance(element, QuantizedType) and element.is_per_axis
