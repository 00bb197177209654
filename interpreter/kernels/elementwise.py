"""Registers elementwise kernels, which quantized tensors take through floats unless a kernel says otherwise."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.registry import Plan, Quantized, kernel


def elementwise(*names: str, quantized: Quantized = Quantized.ON_FLOATS) -> Callable[[Plan], Plan]:
    """Registers a plan for elementwise operations."""
    return kernel(*names, elementwise=True, quantized=quantized)
