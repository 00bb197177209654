"""Functions that no two implementations compute alike: their results may be off by some units in the last place.

The specification promises no accuracy of exponential, tanh and the like. Asked for it (`ulps`), an evaluation takes
each of their results for an interval around the value that it computes itself. Where an operation's `result_accuracy`
names a tolerance, that is how far an implementation's result may be off the exact value, asked or not.
"""

from __future__ import annotations

import numpy as np

from hlogen.ir import FloatType, Operation, dtype_of
from interpreter.kernels.accuracy import Tolerance, stated, tolerance, units
from interpreter.kernels.numerics import is_complex, is_integer
from interpreter.possible.boxes import Box, box_of, widened
from interpreter.possible.columns import Column
from interpreter.possible.registry import Value
from interpreter.possible.tidy import without_settled
from interpreter.possible.values import Possible, intervals, joined, unknown
from interpreter.values.array import Array
from interpreter.values.attributes import tensor_type
from interpreter.values.same import is_nan

# add, multiply, divide, sqrt and remainder are rounded correctly, by IEEE-754; these aren't promised to be, nor are
# those of chlo but for a few, and of complex numbers, more aren't.
APPROXIMATED = frozenset(
    f"stablehlo.{name}"
    for name in (
        "atan2", "cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic", "power",
        "rsqrt", "sine", "tan", "tanh",
    )
)  # fmt: skip
EXACT = frozenset(
    f"chlo.{name}"
    for name in (
        "conj", "constant", "constant_like", "is_inf", "is_neg_inf", "is_pos_inf", "mulhi", "next_after", "square",
        *(
            f"broadcast_{name}"
            for name in (
                "add", "and", "compare", "complex", "maximum", "minimum", "next_after", "or", "select", "shift_left",
                "shift_right_arithmetic", "shift_right_logical", "subtract", "xor",
            )
        ),
    )
)  # fmt: skip
COMPLEX = frozenset(f"stablehlo.{name}" for name in ("abs", "divide", "multiply", "sign", "sqrt")) | {"chlo.square"}


class Within:
    """Results of approximated functions are within `ulps` units in the last place of the interpreter's own.

    Those with a tolerance are within that one of the exact value, which is within the stated bound of the own.
    """

    def __init__(self, ulps: int) -> None:
        self.ulps = ulps

    def is_open(self, op: Operation) -> bool:
        if "result_accuracy" in op.attributes and tolerance(op) is not None:
            return True
        if not self.ulps:
            return False
        if op.name in COMPLEX:
            return is_complex(tensor_type(op.operands[0]).element_type)
        if op.name in APPROXIMATED:
            return not is_integer(tensor_type(op.result).element_type)
        return op.name.startswith("chlo.") and len(op.results) == 1 and op.name not in EXACT

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
