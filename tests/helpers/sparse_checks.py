"""A drawn sparse product is held against the model: its value, its gradients, and the derivatives of those."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from helpers.sparse_cases import Drawn
from helpers.sparse_model import Array

import hlogen as hl
import interpreter

TOLERANCE = 1e-12


def hold_value(drawn: Drawn, run: Any = interpreter.run) -> None:
    (result,) = run(drawn.function(), *drawn.inputs)
    same(result, drawn.terms.value(*drawn.values), drawn, "z")


Run = tuple[hl.Function, list[Array]]


def hold_derivatives(drawn: Drawn, rng: np.random.Generator) -> None:
    """Both gradients and the scale's; then reverse over reverse and forward over reverse, all cross terms in it."""
    runs, hold = derivatives(drawn, rng)
    hold([interpreter.run(function, *inputs) for function, inputs in runs])


def derivatives(
    drawn: Drawn, rng: np.random.Generator, name: str = "main"
) -> tuple[list[Run], Callable[[Sequence[Sequence[Array]]], None]]:
    """The derived functions that `hold_derivatives` runs, with their inputs, and what holds their results.

    With F the sum of all ``x * y * s * gz``, a gradient is the slope of F along one of the four, and z that along gz.
    """
    terms, own = drawn.terms, [0, 1, 2, 3] if drawn.scale == "operand" else [0, 1, 3]
    names = ("gx", "gy", "gs", "z")
    four = [*drawn.values, _like(rng, np.empty(drawn.case.shapes[2], drawn.values[0].dtype))]
    moved = [_like(rng, value) if number in own else None for number, value in enumerate(four)]
    inputs, moves = [four[number] for number in own], [moved[number] for number in own]
    # The results are z and the gradients of the operands, in this order.
    order = [3, *own[:-1]]

    function = drawn.function(name)
    backward = hl.vjp(function)
    twice = hl.vjp(backward)
    assert only_products(backward)
    assert only_products(twice)
    runs: list[Run] = [
        (backward, inputs),
        (hl.jvp(function), [*inputs[:-1], *moves[:-1]]),
        (twice, [*inputs, *(moved[number] for number in order)]),
        (hl.jvp(backward), [*inputs, *moves]),
    ]

    def hold(results: Sequence[Sequence[Array]]) -> None:
        gradients, (_, forward), by_reverse, by_forward = results
        for number, result in zip(order, gradients, strict=True):
            same(result, terms.form(four, number), drawn, names[number])
        same(forward, terms.pushed(four, [*moved[:3], None], 3), drawn, "the tangent of z")
        along = {number: terms.pushed(four, moved, number) for number in own}  # F's slope along `moved`, by each
        for number, result in zip(own, by_reverse[len(order) :], strict=True):
            same(result, along[number], drawn, f"the gradient of <gradients, turns> by {names[number]}'s")
        for number, result in zip(order, by_forward[len(order) :], strict=True):
            same(result, along[number], drawn, f"the tangent of {names[number]}")

    return runs, hold


def same(got: Any, wanted: Any, drawn: Drawn, what: str) -> None:
    assert np.shape(got) == wanted.shape, f"{what} of {drawn}"
    size = max(1.0, float(np.abs(wanted).max(initial=0)))
    if not np.allclose(got, wanted, rtol=TOLERANCE, atol=TOLERANCE * size):  # to say it takes longer than to see it
        np.testing.assert_allclose(got, wanted, rtol=TOLERANCE, atol=TOLERANCE * size, err_msg=f"{what} of {drawn}")


def only_products(program: Any) -> bool:
    """Whether the program's gathers and scatters all stand in the decompositions of products."""
    operations = {operation.name for operation in program.module.function(program.name).body.operations}
    return not operations & {"stablehlo.gather", "stablehlo.scatter", "stablehlo.dot_general"}


def _like(rng: np.random.Generator, value: Array) -> Array:
    drawn = rng.normal(size=value.shape)
    return drawn + 1j * rng.normal(size=value.shape) if value.dtype.kind == "c" else drawn
