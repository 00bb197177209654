"""A derived program on every backend: upstream's verifier accepts it, and all give the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from helpers.backends import run_together
from helpers.derivatives import direction, floats

import hlogen as hl
from hlogen.ir import dtype_of

BACKENDS = ("interpreter", "upstream", "xla")


def hold_on_backends(
    function: Any, inputs: Sequence[Any], tolerance: float = 1e-9, backends: Sequence[str] = BACKENDS
) -> None:
    """`function` gives the same on all `backends`."""
    hold_together([(function, inputs)], tolerance, backends)


def hold_together(
    runs: Sequence[tuple[Any, Sequence[Any]]], tolerance: float = 1e-9, backends: Sequence[str] = BACKENDS
) -> None:
    """Functions of different names, with their inputs, give the same on all `backends`."""
    texts = [str(function) for function, _ in runs]  # upstream has verified them
    results = [run_together(name, runs) for name in backends]
    for name, others in zip(backends[1:], results[1:], strict=True):
        for text, found, expected in zip(texts, others, results[0], strict=True):
            for got, wanted in zip(found, expected, strict=True):
                assert got.dtype == wanted.dtype
                np.testing.assert_allclose(got, wanted, rtol=tolerance, atol=tolerance, err_msg=f"on {name}\n{text}")


def hold_gradient_on_backends(
    function: Any, inputs: Sequence[Any], tolerance: float = 1e-9, backends: Sequence[str] = BACKENDS
) -> None:
    """vjp."""
    rng = np.random.default_rng(0)
    hold_on_backends(hl.vjp(function), [*inputs, *_directed(rng, function.type.results)], tolerance, backends)


def hold_derivatives_on_backends(
    function: Any, inputs: Sequence[Any], tolerance: float = 1e-9, backends: Sequence[str] = BACKENDS
) -> None:
    """jvp, vjp, forward over reverse, reverse over reverse, and a batch of gradients."""
    rng = np.random.default_rng(0)
    tangents = _directed(rng, function.type.inputs)
    given = [*inputs, *_directed(rng, function.type.results)]
    backward = hl.vjp(function)
    runs = [
        (hl.jvp(function), [*inputs, *tangents]),
        (backward, given),
        (hl.jvp(backward), [*given, *_directed(rng, backward.type.inputs)]),
        (hl.vjp(backward), [*given, *_directed(rng, backward.type.results)]),
        (
            hl.vmap(backward, axis_size=2),
            [np.stack([value, value[::-1] if np.ndim(value) else value]) for value in given],
        ),
    ]
    hold_together(runs, tolerance, backends)


def _directed(rng: np.random.Generator, types: Any) -> list[Any]:
    """A random tangent or cotangent for each of the types that has one."""
    return [
        direction(rng, np.zeros(types[number].static_shape, dtype_of(types[number].element_type)))
        for number in floats(types)
    ]
