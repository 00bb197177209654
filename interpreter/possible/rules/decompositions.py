"""Transforms, decompositions and solutions, which the specification defines over real numbers.

By which algorithm floats come to them, in which order they are added and where they are rounded is open, so that
nothing is certain: substitution, products with inverted blocks and iteration are off by different amounts. Asked for
accuracy (`ulps`), the results are taken to be off by so many units in the last place of the sum of a transform's
elements, or of the largest element of the matrix or the solution that they belong to, times the condition number of
the matrix: good algorithms give what is exact for a matrix that is off by units in the last place.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.ir import ComplexType, ElementType, FloatType, Operation
from interpreter.execution.blocks import PlannedStep
from interpreter.possible.evaluate import Evaluation, all_unknown
from interpreter.possible.formats import format_of
from interpreter.possible.registry import Values, always, rule
from interpreter.possible.values import Possible, intervals, joined, unknown
from interpreter.values.array import Array
from interpreter.values.attributes import enum, flag, integers, tensor_type


@rule(
    "stablehlo.cholesky",
    "stablehlo.fft",
    "stablehlo.triangular_solve",
    opens=always,
    because="the specification defines it over real numbers, and leaves open how floats come to it; "
    "with ulps= (--ulps) it is bounded",
)
def over_real_numbers(
    evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]
) -> Values:
    (result,) = evaluation.plain(step, operands, captured)
    format = _format(tensor_type(step.op.result).element_type)
    ulps = evaluation.options.ulps
    if not ulps or format is None or any(isinstance(operand, Possible) for operand in operands):
        return [all_unknown(result)]
    sizes = format_of(format)
    values = result.astype(np.complex128 if result.dtype.kind == "c" else np.float64)
    largest = np.maximum(np.abs(values.real), np.abs(values.imag)).max(_whole(step.op), keepdims=True, initial=0)
    if step.op.name == "stablehlo.fft":  # whose sums are as large as what is summed, however much cancels
        terms = _terms(step.op, np.asarray(operands[0]))
        is_mean = enum(step.op, "fft_type") in ("IFFT", "IRFFT")
        largest = np.maximum(largest, terms / np.prod(integers(step.op, "fft_length")) if is_mean else terms)
    condition = _condition(step.op, values, np.asarray(operands[0]))
    radius = np.broadcast_to(ulps * (2 * sizes.unit * largest * condition + sizes.smallest), values.shape)
    is_known = np.isfinite(radius) & _is_defined(step.op, values) & ~_may_overflow(step.op, np.asarray(operands[0]))
    corner = radius * (1 + 1j) if result.dtype.kind == "c" else radius
    low, high = (np.where(is_known, x, 0).astype(result.dtype).reshape(-1) for x in (values - corner, values + corner))
    known, other = np.flatnonzero(is_known), np.flatnonzero(~is_known)
    bounds = intervals(known, low[known], high[known])
    return [Possible(result, joined([bounds, unknown(other, result.dtype)]))]


def _may_overflow(op: Operation, operand: Array) -> Array:
    """Where a sum of a transform may be beyond its type, though the result isn't: it is divided later, or cancels."""
    if op.name != "stablehlo.fft":
        return np.zeros((), bool)
    return np.asarray(~(_terms(op, operand) <= np.finfo(operand.dtype.type(0).real.dtype).max))


def _terms(op: Operation, operand: Array) -> Array:
    """The sum of the sizes of what a transform sums; half of the elements may stand for the others, too."""
    with np.errstate(all="ignore"):
        sizes = np.abs(operand.astype(np.complex128 if operand.dtype.kind == "c" else np.float64))
        return np.asarray(2 * sizes.sum(_whole(op), keepdims=True))


def _whole(op: Operation) -> tuple[int, ...]:
    """The dimensions of one transform, one matrix or one solution."""
    match op.name:
        case "stablehlo.fft":
            return tuple(range(-len(integers(op, "fft_length")), 0))
        case "stablehlo.cholesky":
            return (-2, -1)
    return (-2,) if flag(op, "left_side") else (-1,)


def _condition(op: Operation, values: Array, operand: Array) -> Array:
    """How much farther off a result is than the matrix that it is exact for; at least 1."""
    if op.name == "stablehlo.fft" or not values.size:
        return np.ones(())
    if op.name == "stablehlo.cholesky":  # the condition of l * l^T is that of l, squared
        matrix, power = np.where(_is_defined(op, values), values, 0), 2
    else:
        matrix, power = np.asarray(operand).astype(values.dtype), 1
        matrix = np.tril(matrix) if flag(op, "lower") else np.triu(matrix)
        if flag(op, "unit_diagonal"):
            matrix = np.where(np.eye(matrix.shape[-1], dtype=bool), 1, matrix)
    is_finite = np.isfinite(matrix).all((-2, -1), keepdims=True)
    with np.errstate(all="ignore"):
        found = np.asarray(np.linalg.cond(np.where(is_finite, matrix, 0)) ** power)
    return found[..., None, None]


def _is_defined(op: Operation, values: Array) -> Array:
    """Of a decomposition, one triangle is; the other one is left to the implementation."""
    if op.name != "stablehlo.cholesky":
        return np.ones(values.shape, bool)
    is_lower = np.tri(*values.shape[-2:]) != 0
    kept = is_lower if flag(op, "lower", default=False) else is_lower.T
    return np.broadcast_to(kept, values.shape)


def _format(type: ElementType) -> FloatType | None:
    """The float type of the numbers or of their parts; None of quantized ones."""
    element = type.element_type if isinstance(type, ComplexType) else type
    return element if isinstance(element, FloatType) else None
