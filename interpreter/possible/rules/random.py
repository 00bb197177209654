"""Random numbers and bits, of which the specification leaves all but their interval to the implementation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.numerics import is_boolean
from interpreter.possible.evaluate import Evaluation, all_unknown
from interpreter.possible.registry import Values, always, rule, unpromised
from interpreter.possible.values import Possible, intervals
from interpreter.values.attributes import enum, tensor_type

unpromised(
    "stablehlo.rng_bit_generator",
    because="the specification leaves the bits to the implementation, and to its variant of whichever algorithm",
)


@rule(
    "stablehlo.rng",
    opens=always,
    because="the specification leaves to the implementation which numbers of a distribution are drawn",
)
def rng(evaluation: Evaluation, step: PlannedStep, operands: Values, captured: Sequence[Values]) -> Values:
    """Uniform numbers lie in [a, b); of normal ones nothing is certain."""
    (result,) = evaluation.plain(step, operands, captured)
    a, b, _ = operands
    is_open = isinstance(a, Possible) or isinstance(b, Possible)
    type = tensor_type(step.op.result).element_type
    if enum(step.op, "rng_distribution") != "UNIFORM" or is_open:
        return [all_unknown(result)]
    if is_boolean(type):  # [false, true) has one element
        return [result]
    last = np.asarray(b - b.dtype.type(1) if b.dtype.kind in "iu" else np.nextafter(b, a)).astype(b.dtype)
    positions = np.arange(result.size)
    return [Possible(result, intervals(positions, np.full(result.size, a), np.full(result.size, last)))]
