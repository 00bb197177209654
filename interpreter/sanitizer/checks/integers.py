"""Integer arithmetic that the specification leaves open: division, powers, shifts, overflow, conversions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import ml_dtypes
import numpy as np

from hlogen.ir import ComplexType, ElementType, FloatType, IndexType, IntegerType, TensorType, Value, dtype_of
from interpreter.execution.blocks import PlannedStep
from interpreter.kernels.numerics import is_integer, working_dtype
from interpreter.sanitizer.finding import Element
from interpreter.sanitizer.vectors import first_places
from interpreter.sanitizer.watch import Check, Event, check, check_all
from interpreter.values.array import Array
from interpreter.values.digits import digits
from interpreter.values.made import cut_off_outside, is_floating, wrapped

Wrong = Callable[..., "Array | None"]


@check("stablehlo.divide", "stablehlo.remainder")
def division(step: PlannedStep) -> Check | None:
    type = _integer(step.op.result)
    if type is None:
        return None

    def wrong(lhs: Array, rhs: Array) -> Array | None:
        found: Array = rhs == 0
        if type.minimum < 0 and (rhs == -1).any():
            found = found | ((rhs == -1) & (lhs == type.minimum))
        return found

    said = f"integers are divided by zero, or the lowest {type} by -1: {{count}} of {{total}} elements"
    sign = "/" if step.op.name.endswith("divide") else "%"
    return _elements("number.division", said, type, wrong, lambda x, y: f"{x} {sign} {y}")


@check_all
def overflow(step: PlannedStep) -> Check | None:
    """Of signed integers; unsigned ones are computed modulo their size by intent. Conversions have their own hazard."""
    exact = step.traits.exact
    type = None if exact is None else _integer(step.op.result)
    if exact is None or type is None or type.minimum == 0 or any(_integer(x) != type for x in step.op.operands):
        return None
    name = step.op.name.partition(".")[2].removeprefix("broadcast_")
    dtype = working_dtype(type)

    def checked(event: Event) -> None:
        met = step.traits.by_element(step.op, event.operands) or ()
        operands = [x.astype(dtype, copy=False) for x in met]
        found = wrapped(exact, operands, type)
        if found is not None:
            said = f"integers leave the range of {type}: {{count}} of {{total}} elements"
            told = (lambda x, y: f"{x} {_SIGNS[name]} {y}") if len(operands) == 2 else (lambda x: f"{name}({x})")
            _report(event, "number.overflow", said, operands, found, told)

    return checked


_SIGNS = {"add": "+", "subtract": "-", "multiply": "*"}


@check("stablehlo.power")
def power(step: PlannedStep) -> Check | None:
    type = _integer(step.op.result)
    if type is None or type.minimum == 0:
        return None
    said = "integers are raised to a negative power: {count} of {total} elements"
    return _elements("number.power", said, type, lambda base, exponent: exponent < 0, lambda x, y: f"{x} ** {y}")


@check("stablehlo.shift_left", "stablehlo.shift_right_arithmetic", "stablehlo.shift_right_logical")
def shift(step: PlannedStep) -> Check | None:
    type = _integer(step.op.result)
    assert type is not None  # there is no kernel for others
    width = type.width
    said = f"shifts by less than 0 or by {width} bits and more: {{count}} of {{total}} elements"
    sign = "<<" if step.op.name.endswith("shift_left") else ">>"

    def wrong(lhs: Array, rhs: Array) -> Array:
        found: Array = (rhs < 0) | (rhs >= width) if type.minimum < 0 else rhs >= width
        return found

    return _elements("number.shift", said, type, wrong, lambda x, y: f"{x} {sign} {y}")


def _elements(id: str, said: str, type: IntegerType, wrong: Wrong, told: Callable[..., str]) -> Check:
    """The check of an elementwise operation on integers; `wrong` marks elements, given the operands."""
    dtype = working_dtype(type)

    def checked(event: Event) -> None:
        met = event.step.traits.by_element(event.step.op, event.operands) or ()
        operands = [x.astype(dtype, copy=False) for x in met]
        found = wrong(*operands)
        if found is not None and found.any():
            _report(event, id, said, operands, found, told)

    return checked


@check("stablehlo.convert")
def conversion(step: PlannedStep) -> Check | None:
    source, target = (_element_type(value) for value in (step.op.operands[0], step.op.result))
    if source is None or target is None or source == target:
        return None
    wrong = _unheld(source, target)
    if wrong is None:
        return None
    said = f"{target} can't hold what is converted: {{count}} of {{total}} elements"

    def checked(event: Event) -> None:
        (operand,) = event.operands
        found = wrong(operand)
        if found is not None and found.any():
            (result,) = event.results
            _report(
                event,
                "number.conversion",
                said,
                [operand, result],
                found,
                lambda x, y: f"{digits(x)} becomes {digits(y)}",
            )

    return checked


def _unheld(source: ElementType, target: ElementType) -> Callable[[Array], Array | None] | None:
    """What marks the elements of `source` that `target` can't hold; None where it holds all, or a float's inf tells."""
    part = source.element_type if isinstance(source, ComplexType) else source
    if isinstance(target, ComplexType):
        target = target.element_type
    if isinstance(target, (IntegerType, IndexType)):
        if isinstance(target, IntegerType) and target.is_boolean:
            return None
        low, high = _range(target)
        if isinstance(part, FloatType):
            return lambda x: cut_off_outside(x, low, high)
        assert isinstance(part, (IntegerType, IndexType))  # convert takes nothing else
        lowest, highest = _range(part)
        if lowest >= low and highest <= high:
            return None
        dtype = working_dtype(part)

        def of_integers(x: Array) -> Array | None:
            values = x.astype(dtype, copy=False)
            if not values.size or (int(values.min()) >= low and int(values.max()) <= high):
                return None
            found: Array = (values < low) | (values > high)
            return found

        return of_integers
    if isinstance(target, FloatType) and target.name.startswith(("f4", "f6")):
        return _beyond(target)
    return None


def _beyond(target: FloatType) -> Callable[[Array], Array | None]:
    """Of floats with neither NaN nor infinity: what isn't rounded to a neighbour but cut off, and NaN."""
    dtype = dtype_of(target)
    top = float(ml_dtypes.finfo(dtype).max)  # type: ignore[no-untyped-call]  # ml_dtypes leaves it without types
    below = float(np.nextafter(np.asarray(top).astype(dtype), np.asarray(0).astype(dtype)))
    limit = top + (top - below) / 2

    def wrong(x: Array) -> Array | None:
        values = np.real(x).astype(np.float64) if is_floating(x) else x.astype(np.float64)
        return ~(np.abs(values) < limit)

    return wrong


def _report(
    event: Event, id: str, said: str, operands: Sequence[Array], wrong: Array, told: Callable[..., str]
) -> None:
    shape = event.results[0].shape
    wrong = np.broadcast_to(wrong, shape)
    type = event.step.op.result.type
    position_known = isinstance(type, TensorType) and 0 < type.rank == len(shape)

    def elements(n: int) -> Iterable[Element]:
        for place in first_places(wrong, n):
            values: list[Any] = [np.broadcast_to(x, shape)[place] for x in operands]
            where = f" at {list(place)}" if position_known else ""
            yield Element(told(*values) + where, place if position_known else None, None, tuple(values))

    event.report(id, said, np.count_nonzero(wrong), event.results[0].size, elements)


def _range(type: IntegerType | IndexType) -> tuple[int, int]:
    integer = IntegerType(64) if isinstance(type, IndexType) else type
    return integer.minimum, integer.maximum


def _integer(value: Value) -> IntegerType | None:
    """The integer type of a tensor's elements, as far as it is one that isn't i1."""
    type = _element_type(value)
    if isinstance(type, IndexType):
        return IntegerType(64)
    return type if isinstance(type, IntegerType) and is_integer(type) else None


def _element_type(value: Value) -> ElementType | None:
    return value.type.element_type if isinstance(value.type, TensorType) else None
