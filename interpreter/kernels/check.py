"""The checks that programs carry: the `check` dialect's ops, and custom calls of the same names.

They mean what they mean to upstream's tools: `expect_eq` compares values (NaN equals nothing, 0.0 equals -0.0),
`expect_almost_eq` allows an absolute difference, `expect_close` a number of floating-point steps (ULPs).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.errors import CheckFailed, ExecutionError
from hlogen.ir import ComplexType, DenseElements, FloatAttr, FloatType, Operation, TensorType
from interpreter.execution.blocks import Run
from interpreter.kernels.custom_call import custom_call_target
from interpreter.kernels.registry import Planner, Quantized, kernel
from interpreter.values.array import Array
from interpreter.values.attributes import integer

Agreement: TypeAlias = npt.NDArray[np.bool_]

OPS = (
    "check.expect_eq",
    "check.expect_eq_const",
    "check.expect_almost_eq",
    "check.expect_almost_eq_const",
    "check.expect_close",
)
CALLS = ("check.expect_eq", "check.expect_almost_eq", "check.expect_close", "check.eq")

# What upstream's tools allow where the program doesn't say: a custom call never does.
OP_TOLERANCE = 1e-4
CALL_TOLERANCE = 1e-3
EQ_CALL_TOLERANCE = 1e-4
OP_ULPS = 1
CALL_ULPS = 3

NO_LIMIT = np.iinfo(np.uint64).max
SHOWN = 5  # differing elements that a message lists


@kernel(*OPS, quantized=Quantized.ITSELF)
def check_op(op: Operation, planner: Planner) -> Run:
    return _run(op)


@custom_call_target(*CALLS)
def check_call(op: Operation, planner: Planner) -> Run:
    return _run(op)


@dataclass(frozen=True)
class Comparison:
    """What a check compares and how: `agree` says for two arrays of one shape where their elements agree.

    `how` says the same as data: {"kind": "equal"}, {"kind": "ulps", "least": 0, "most": 3}, or
    {"kind": "absolute", "tolerance": 1e-4}.
    """

    name: str
    agree: Callable[[Array, Array], Agreement]
    how: Mapping[str, Any]
    expected: Array | None = None  # where the program has it as the check's attribute

    def require(self, actual: Array, expected: Array) -> None:
        """Raises CheckFailed, with the first differing elements, where the arrays don't agree."""
        if actual.shape != expected.shape:
            raise CheckFailed(f"{self.name}: the actual shape is {actual.shape}, the expected one {expected.shape}")
        with np.errstate(all="ignore"):
            agreed = self.agree(actual, expected)
        if agreed.all():
            return
        differing = np.argwhere(~agreed)
        lines = [f"{self.name}: {len(differing)} of {actual.size} elements differ"]
        for place in differing[:SHOWN]:
            index = tuple(int(i) for i in place)
            lines.append(f"  at {list(index)}: actual {actual[index]}, expected {expected[index]}")
        if len(differing) > SHOWN:
            lines.append(f"  and {len(differing) - SHOWN} more")
        raise CheckFailed("\n".join(lines))


def is_check(op: Operation) -> bool:
    return check_name(op) is not None


def check_name(op: Operation) -> str | None:
    """``check.expect_eq`` for the op and for the custom call of that name; None for what isn't a check."""
    if op.name in OPS:
        return op.name.removesuffix("_const")
    target = op.attributes.get("call_target_name") if op.name == "stablehlo.custom_call" else None
    return target if isinstance(target, str) and target in CALLS else None


def comparison(op: Operation) -> Comparison:
    """The comparison that a check stands for. Raises ExecutionError where its operands or types don't fit it."""
    name, is_call = check_name(op), op.name == "stablehlo.custom_call"
    constant = op.attributes.get("value") if op.name in OPS else None
    expected = constant.array if isinstance(constant, DenseElements) else None
    if len(op.operands) != (2 if expected is None else 1):
        raise ExecutionError(f"{name} compares two values, got {len(op.operands)}")
    types = [value.type for value in op.operands] + ([constant.type] if isinstance(constant, DenseElements) else [])
    elements = [type.element_type if isinstance(type, TensorType) else None for type in types]
    if elements[0] != elements[1]:
        raise ExecutionError(f"{name} compares values of one element type, got {types[0]} and {types[1]}")
    element_type = elements[0]
    floats = element_type.element_type if isinstance(element_type, ComplexType) else element_type

    if name == "check.expect_eq" or (name == "check.eq" and not isinstance(floats, FloatType)):
        return Comparison(name, equal, {"kind": "equal"}, expected)
    if not isinstance(floats, FloatType):
        raise ExecutionError(f"{name} compares floating-point or complex elements, not {element_type}")
    if name == "check.expect_close":
        low = integer(op, "min_ulp_difference", 0)
        high = integer(op, "max_ulp_difference", CALL_ULPS if is_call else OP_ULPS)
        how = {"kind": "ulps", "least": low, "most": high}
        return Comparison(f"{name} ({low} to {high} ULPs)", close(floats, low, high), how, expected)
    tolerance = CALL_TOLERANCE if is_call else OP_TOLERANCE
    if name == "check.eq":
        tolerance = EQ_CALL_TOLERANCE
    given = op.attributes.get("tolerance")
    if isinstance(given, FloatAttr):
        tolerance = given.value
    how = {"kind": "absolute", "tolerance": tolerance}
    return Comparison(f"{name} (+- {tolerance})", almost_equal(tolerance), how, expected)


def equal(actual: Array, expected: Array) -> Agreement:
    return np.asarray(actual == expected)


def almost_equal(tolerance: float) -> Callable[[Array, Array], Agreement]:
    """Agreement within an absolute difference; NaN agrees with NaN, an infinity only with itself."""

    def agree(actual: Array, expected: Array) -> Agreement:
        if actual.dtype.kind == "c":
            return agree(actual.real, expected.real) & agree(actual.imag, expected.imag)
        a, b = actual.astype(np.float64), expected.astype(np.float64)
        near = np.isfinite(a) & np.isfinite(b) & (np.abs(a - b) <= tolerance)
        return np.asarray(near | (a == b) | (np.isnan(a) & np.isnan(b)))

    return agree


def close(element_type: FloatType, low: int, high: int) -> Callable[[Array, Array], Agreement]:
    """Agreement within `low` to `high` ULPs."""

    def agree(actual: Array, expected: Array) -> Agreement:
        difference = ulp_difference(actual.real, expected.real, element_type)
        if actual.dtype.kind == "c":
            difference = np.maximum(difference, ulp_difference(actual.imag, expected.imag, element_type))
        return np.asarray((difference >= low) & (difference <= high))

    return agree


def ulp_difference(actual: Array, expected: Array, element_type: FloatType) -> npt.NDArray[np.uint64]:
    """How many steps from one representable number to the next lie between the two.

    It is 0 for the same bits and for two NaNs, and beyond any limit where else one of them isn't finite.
    """
    a, b = _bits(actual), _bits(expected)
    sign = _sign(element_type, actual.dtype)
    same_side = (a & sign) == (b & sign)
    a_from_zero, b_from_zero = a & ~sign, b & ~sign
    apart = np.maximum(a_from_zero, b_from_zero) - np.minimum(a_from_zero, b_from_zero)
    steps = np.where(same_side, apart, a_from_zero + b_from_zero)

    a_value, b_value = actual.astype(np.float64), expected.astype(np.float64)
    steps = np.where(np.isfinite(a_value) & np.isfinite(b_value), steps, np.uint64(NO_LIMIT))
    same = (a == b) | (np.isnan(a_value) & np.isnan(b_value))
    return np.where(same, np.uint64(0), steps)


def _bits(array: Array) -> npt.NDArray[np.uint64]:
    unsigned = np.dtype(f"u{array.dtype.itemsize}")
    return np.array(array, order="C").view(unsigned).astype(np.uint64)


def _sign(element_type: FloatType, dtype: np.dtype[Any]) -> np.uint64:
    """The sign bit; types of fewer than 8 bits are stored in the low bits of a byte, tf32 as f32."""
    if element_type.name == "f8E8M0FNU":
        return np.uint64(0)
    width = element_type.width if dtype.itemsize == 1 else dtype.itemsize * 8
    return np.uint64(1 << (width - 1))


def _run(op: Operation) -> Run:
    compare = comparison(op)
    returns = bool(op.results)

    def run(*values: Array) -> Array | tuple[()]:
        compare.require(*(values if compare.expected is None else (*values, compare.expected)))
        return np.array(True) if returns else ()

    return run
