"""Functions that no two implementations compute alike: their results may be off by some units in the last place.

The specification promises no accuracy of exponential, tanh and the like. Asked for it (`ulps`), an evaluation takes
each of their results for an interval around the value that it computes itself. Where an operation's `result_accuracy`
names a tolerance, that is how far an implementation's result may be off the exact value, asked or not.
"""

from __future__ import annotations

import numpy as np

from hlogen.ir import FloatType, Operation, dtype_of
from interpreter.execution.traits import CORRECT
from interpreter.kernels.accuracy import Tolerance, stated, tolerance, units
from interpreter.kernels.numerics import is_complex, is_integer
from interpreter.kernels.registry import traits_of
from interpreter.possible.boxes import Box, box_of, widened
from interpreter.possible.columns import Column
from interpreter.possible.registry import Value
from interpreter.possible.tidy import without_settled
from interpreter.possible.values import Possible, intervals, joined, unknown
from interpreter.values.array import Array
from interpreter.values.attributes import tensor_type
from interpreter.values.same import is_nan


class Within:
    """Results of approximated functions are within `ulps` units in the last place of the interpreter's own.

    Those with a tolerance are within that one of the exact value, which is within the stated bound of the own.
    """

    def __init__(self, ulps: int) -> None:
        self.ulps = ulps

    def is_open(self, op: Operation) -> bool:
        if "result_accuracy" in op.attributes and tolerance(op) is not None:
            return True
        return bool(self.ulps) and is_approximated(op)

    def off(self, op: Operation, result: Value) -> Value:
        """What is possible of `result`; infinities and NaNs are taken to be what they are.

        Complex numbers, of which no accuracy of the parts follows from that of the whole, are unknown, and so are
        quantized ones, which may round to either side.
        """
        value = result.nominal if isinstance(result, Possible) else result
        found = result.open if isinstance(result, Possible) and result.open else None
        type, everywhere = _floats(op), np.arange(value.size)
        if type is None:
            return Possible(value, unknown(everywhere, value.dtype))
        entry = np.full(value.size, -1)
        if found is not None:
            entry[found.positions] = np.arange(len(found))
        column = Column(value.reshape(-1), found, entry)
        box = box_of(column)
        asked = tolerance(op)
        around = widened(box, type, self.ulps) if asked is None else _tolerated(box, type, op.name, asked)
        low = np.where(_is_finite(box.low), around.low, box.low)
        high = np.where(_is_finite(box.high), around.high, box.high)
        is_known = box.known & ~is_nan(low) & ~is_nan(high)
        is_only_nan = (entry < 0) & is_nan(column.nominal)
        known, other = np.flatnonzero(is_known), np.flatnonzero(~is_known & ~is_only_nan)
        bounds = intervals(known, low[known], high[known], box.may_be_nan[known], origin=column.origin[known])
        unclear = unknown(other, value.dtype, origin=column.origin[other])
        return Possible(value, without_settled(joined([bounds, unclear])))


def is_approximated(op: Operation) -> bool:
    """Whether implementations round its results in ways of their own.

    IEEE-754 has add, multiply, divide, sqrt and remainder rounded correctly; that is what is stated of them, of real
    numbers at least.
    """
    bounds = traits_of(op.name).accuracy
    if bounds is None:
        return False
    element = tensor_type(op.operands[0]).element_type
    if is_complex(element):
        return bounds.complex_f64 is not None and bounds.complex_f64 > CORRECT
    return bounds.f64 > CORRECT and not is_integer(element)


def _tolerated(box: Box, type: FloatType, name: str, asked: Tolerance) -> Box:
    """The box with the tolerance more on either side, and with how far the interpreter itself may be off.

    A value that is exactly so far off may round to the next one.
    """
    bound = stated(name, type) or 0.0
    low, high = (end.astype(np.float64) for end in (box.low, box.high))
    below, above = (asked.allowed(end, units(end, type)) + (bound + 1) * units(end, type) for end in (low, high))
    dtype = dtype_of(type)
    return Box((low - below).astype(dtype), (high + above).astype(dtype), box.may_be_nan, box.known)


def _is_finite(values: Array) -> Array:
    return np.isfinite(values.astype(np.float64))


def _floats(op: Operation) -> FloatType | None:
    """The float type of the result; None where it isn't of floats."""
    element = tensor_type(op.result).element_type
    return element if isinstance(element, FloatType) else None
