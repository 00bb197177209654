"""A drawn sparse product is held against the model: its value, its gradients, and the derivatives of those."""

from __future__ import annotations

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


def hold_derivatives(drawn: Drawn, rng: np.random.Generator, run: Any = interpreter.run) -> None:
    """Both gradients and the scale's; then reverse over reverse and forward over reverse, all cross terms in it.

    With F the sum of all ``x * y * s * gz``, a gradient is the slope of F along one of the four, and z that along gz.
    """
    terms, own = drawn.terms, [0, 1, 2, 3] if drawn.scale == "operand" else [0, 1, 3]
    names = ("gx", "gy", "gs", "z")
    four = [*drawn.values, _like(rng, np.empty(drawn.case.shapes[2], drawn.values[0].dtype))]
    moved = [_like(rng, value) if number in own else None for number, value in enumerate(four)]
    inputs, moves = [four[number] for number in own], [moved[number] for number in own]
    # The results are z and the gradients of the operands, in this order.
    order = [3, *own[:-1]]

    backward = hl.vjp(drawn.function())
    assert only_products(backward)
    for number, result in zip(order, run(backward, *inputs), strict=True):
        same(result, terms.form(four, number), drawn, names[number])
    forward = run(hl.jvp(drawn.function()), *inputs[:-1], *moves[:-1])[1]
    same(forward, terms.pushed(four, [*moved[:3], None], 3), drawn, "the tangent of z")

    along = {number: terms.pushed(four, moved, number) for number in own}  # F's slope along `moved`, by each
    twice = hl.vjp(backward)
    assert only_products(twice)
    cotangents = [moved[number] for number in order]
    for number, result in zip(own, run(twice, *inputs, *cotangents)[len(order) :], strict=True):
        same(result, along[number], drawn, f"the gradient of <gradients, turns> by {names[number]}'s")
    for number, result in zip(order, run(hl.jvp(backward), *inputs, *moves)[len(order) :], strict=True):
        same(result, along[number], drawn, f"the tangent of {names[number]}")


def same(got: Any, wanted: Any, drawn: Drawn, what: str) -> None:
    assert np.shape(got) == wanted.shape, f"{what} of {drawn}"
    size = max(1.0, float(np.abs(wanted).max(initial=0)))
    np.testing.assert_allclose(got, wanted, rtol=TOLERANCE, atol=TOLERANCE * size, err_msg=f"{what} of {drawn}")


def only_products(program: Any) -> bool:
    """Whether the program's gathers and scatters all stand in the decompositions of products."""
    operations = {operation.name for operation in program.module.function(program.name).body.operations}
    return not operations & {"stablehlo.gather", "stablehlo.scatter", "stablehlo.dot_general"}


def _like(rng: np.random.Generator, value: Array) -> Array:
    drawn = rng.normal(size=value.shape)
    return drawn + 1j * rng.normal(size=value.shape) if value.dtype.kind == "c" else drawn
