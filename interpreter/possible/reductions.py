"""What a reduction of one input by a well-known body may give, over all binary trees."""

from __future__ import annotations

from typing import Any

import numpy as np

from hlogen.forking import cached_property
from hlogen.ir import ElementType, FloatType, IntegerType, TensorType
from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.convert import converter
from interpreter.kernels.numerics import is_boolean, is_float, is_integer
from interpreter.kernels.reduction import body_types
from interpreter.possible.boxes import box_of, comparable, has_infinity, limits
from interpreter.possible.columns import columns_of
from interpreter.possible.evaluate import nominal, unknown_array
from interpreter.possible.formats import format_of
from interpreter.possible.registry import Value, Values
from interpreter.possible.retyped import reduction_in_f64
from interpreter.possible.sums import Sums, sums_of
from interpreter.possible.tidy import without_settled
from interpreter.possible.values import Open, Possible, intervals, joined, sets, unknown
from interpreter.values.array import Array, as_array
from interpreter.values.same import is_same

_EXTREMA = ("stablehlo.maximum", "stablehlo.minimum")
_COUNT = ("stablehlo.add", "stablehlo.multiply")  # on numbers, it matters how often a value that isn't neutral counts


class Reduction:
    """One run of a reduction: `body`, on the operand number `data`, from the operand number `init`."""

    def __init__(self, step: PlannedStep, body: str, operands: Values, data: int, init: int, result: Array) -> None:
        self.step, self.body, self.data, self.init, self.result = step, body, data, init, result
        self.operands = [nominal(x) for x in operands]
        self.operand: Value = operands[data]
        (self.type,) = body_types(step.op.regions[-1], 1)
        source = step.op.operands[data].type
        assert isinstance(source, TensorType)
        self.source_type = source.element_type

    def of_closed(self) -> Possible:
        """Where all elements are the same under every order up to here."""
        if self.depends_on_grouping:
            if self.body != "stablehlo.add" or not isinstance(self.type, FloatType) or not self._starts_from_zero:
                return unknown_array(self.result)
            return Possible(self.result, self._sum())
        return Possible(self.result, self._regrouped())

    @property
    def depends_on_grouping(self) -> bool:
        """Whether rounding makes the tree matter."""
        return self.body in _COUNT and not is_integer(self.type) and not is_boolean(self.type)

    def of_open(self) -> Possible:
        """Where elements are open: bounds, from those of the elements."""
        is_sum = self.body == "stablehlo.add" and self._starts_from_zero
        if self.source_type != self.type or not (is_float(self.type) or is_integer(self.type)):
            return unknown_array(self.result)
        if not is_sum and self.body not in _EXTREMA:
            return unknown_array(self.result)
        places, (column,) = columns_of([self.operand], self.operand.nominal)
        box = box_of(column)
        low, high = self.operand.nominal.copy(), self.operand.nominal.copy()
        low.reshape(-1)[places], high.reshape(-1)[places] = box.low, box.high
        lost, nan, touched = (self._any(places[x]) for x in (~box.known, box.may_be_nan, np.ones(len(places), bool)))
        closed = self.of_closed().open
        if self.body in _EXTREMA:
            grows = self.body == "stablehlo.maximum"  # with the initial value, which needn't count
            low, high = self._run(low, from_neutral=grows), self._run(high, from_neutral=not grows)
            found = Sums(low, high, nan, ~touched, np.array(~lost, order="C"))
            if closed is not None:
                found.known.reshape(-1)[closed.positions] = False
        else:
            found = self._bounds(low.astype(np.float64), high.astype(np.float64))
            found.known &= ~lost
            found.may_be_nan |= nan
            found.settled = ~touched
        parts = [of_bounds(found)]
        if closed is not None:
            parts.append(closed.taken(np.flatnonzero(~touched.reshape(-1)[closed.positions])))
        opened = without_settled(joined(parts))
        return Possible(self.result, None if opened is None else opened.from_origin(self.operand.open.origin[0]))

    def _regrouped(self) -> Open | None:
        """What grouping doesn't change, but the initial value may."""
        without = self._run(from_neutral=True)
        places = np.flatnonzero(~is_same(without, self.result))
        if self.body in _COUNT and not is_boolean(self.type):
            return unknown(places, self.result.dtype) if len(places) else None
        values = np.stack([self.result.reshape(-1)[places], without.reshape(-1)[places]], axis=1).reshape(-1)
        return joined([sets(places, np.full(len(places), 2), values, exact=True)])

    def _zeros(self, places: Array) -> Open:
        values = np.tile(np.array([-0.0, 0.0]).astype(self.result.dtype), len(places))
        return sets(places, np.full(len(places), 2), values, exact=True)

    def _sum(self) -> Open | None:
        numbers = comparable(converter(self.source_type, self.type)(self.operands[self.data])).astype(np.float64)
        found = of_bounds(self._bounds(numbers, numbers))
        is_negative_zero = (numbers == 0) & np.signbit(numbers)
        if not is_negative_zero.any() or np.signbit(self.operands[self.init].astype(np.float64)):
            return found if len(found) else None
        # nothing but negative zeros, and no initial value among them, add up to a negative zero
        others = self._any(np.flatnonzero(~is_negative_zero))
        places = np.flatnonzero(~others & self._any(np.arange(numbers.size)))
        return joined([found, self._zeros(np.setdiff1d(places, found.positions))])

    def _bounds(self, low: Array, high: Array) -> Sums:
        if isinstance(self.type, FloatType):
            return sums_of(low, high, self._total, self._least, self.type)
        size = self._total(np.maximum(np.abs(low), np.abs(high)))
        least, greatest = limits(self.type)
        low, high = self._total(low), self._total(high)
        known = (size < 2.0**53) & (low >= least) & (high <= greatest)
        low, high = (np.where(known, x, 0).astype(self.result.dtype) for x in (low, high))
        return Sums(low, high, np.zeros(low.shape, bool), np.zeros(low.shape, bool), known)

    def _total(self, numbers: Array) -> Array:
        return self._in_f64(self._adds, numbers, 0.0)

    def _least(self, numbers: Array) -> Array:
        return self._in_f64(self._takes_least, numbers, np.inf)

    def _any(self, positions: Array) -> Array:
        """Which results an element at one of these positions goes into."""
        marks = np.zeros(self.operands[self.data].shape)
        marks.reshape(-1)[positions] = -1
        found: Array = self._in_f64(self._takes_least, marks, 0.0) < 0
        return found

    def _in_f64(self, run: object, numbers: Array, init: float) -> Array:
        assert callable(run)
        operands = list(self.operands)
        operands[self.data], operands[self.init] = numbers, np.asarray(init)
        return np.asarray(run(*operands))

    @cached_property
    def _adds(self) -> object:
        return reduction_in_f64(self.step.op, "stablehlo.add", (self.data, self.init))

    @cached_property
    def _takes_least(self) -> object:
        return reduction_in_f64(self.step.op, "stablehlo.minimum", (self.data, self.init))

    def _run(self, operand: Array | None = None, *, from_neutral: bool = False) -> Array:
        operands = list(self.operands)
        if operand is not None:
            operands[self.data] = operand
        if from_neutral:
            operands[self.init] = _neutral(self.body, self.source_type, operands[self.init].dtype)
        return np.asarray(as_array(self.step.run(*operands)))

    @property
    def _starts_from_zero(self) -> bool:
        return bool(self.operands[self.init] == 0)


def _neutral(body: str, type: ElementType, dtype: np.dtype[Any]) -> Array:
    """What changes nothing when it is combined with an element of `type`."""
    least: float
    greatest: float
    if isinstance(type, FloatType):
        greatest = np.inf if has_infinity(type) else format_of(type).largest
        least = -greatest
    elif is_boolean(type):
        least, greatest = 0, 1
    else:
        least, greatest = limits(type)
    every_bit = -1 if isinstance(type, IntegerType) and not type.is_unsigned and not is_boolean(type) else greatest
    found = {
        "stablehlo.add": 0,
        "stablehlo.multiply": 1,
        "stablehlo.maximum": least,
        "stablehlo.minimum": greatest,
        "stablehlo.and": every_bit,
        "stablehlo.or": 0,
        "stablehlo.xor": 0,
    }[body]
    return np.asarray(found, np.float64 if isinstance(found, float) else None).astype(dtype)


def of_bounds(found: Sums) -> Open:
    is_open = ~found.settled.reshape(-1)
    known = found.known.reshape(-1)
    places = np.flatnonzero(is_open & known)
    low, high, nan = (x.reshape(-1)[places] for x in (found.low, found.high, found.may_be_nan))
    bounded = intervals(places, low, high, nan)
    return joined([bounded, unknown(np.flatnonzero(is_open & ~known), low.dtype)]) or bounded
