"""Advice on operations whose operands' values are known before a run: slices that are clamped, divisions by zero,
conversions that lose the number, shifts by too many bits. Only what is certain is said."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from hlogen.analysis.bounds import range_text
from hlogen.analysis.fact import Array, Fact
from hlogen.analysis.facts import Facts
from hlogen.analysis.proof import position_text
from hlogen.analysis.view import is_analysed
from hlogen.ir.attributes import DenseArray, DenseElements
from hlogen.ir.module import Operation, Value
from hlogen.ir.types import FloatType, IntegerType, TensorType

Said = Iterator[tuple[str, str]]  # rule and message


def of_values(op: Operation, facts: Facts) -> Said:
    """(rule, message) of what certainly happens in an operation that breaks no constraint."""
    yield from _BY_NAME[op.name](op, facts)


def _slices(op: Operation, facts: Facts) -> Said:
    operand = op.operands[0].type
    is_update = op.name.endswith("dynamic_update_slice")
    starts = op.operands[2:] if is_update else op.operands[1:]
    window = _window(op, is_update)
    if not isinstance(operand, TensorType) or window is None:
        return
    for d, (start, size, width) in enumerate(zip(starts, operand.shape, window, strict=False)):
        fact = _fact(start, facts)
        if fact is None or size is None or width is None:
            continue
        last = size - width
        where = f"start_indices[{d}] is {range_text(fact.range)}"
        if fact.range.high < 0:
            yield "bounds.negative", f"{where}, which is clamped to 0: it isn't counted from the end"
        elif fact.range.low > last:
            latest = f"a window of size {width} in dimension {d} of size {size} starts at {last} at the latest"
            yield "bounds.clamped", f"{where}, but {latest}: it is clamped"


def _window(op: Operation, is_update: bool) -> tuple[int | None, ...] | None:
    if is_update:
        update = op.operands[1].type
        return update.shape if isinstance(update, TensorType) else None
    sizes = op.attributes.get("slice_sizes")
    return tuple(int(size) for size in sizes.values) if isinstance(sizes, DenseArray) else None


def _divisions(op: Operation, facts: Facts) -> Said:
    divisor = _fact(op.operands[1], facts)
    if divisor is not None and _is_integer(op.operands[0]):
        for found in _certain(divisor, lambda values: values == 0, divisor.range.low == divisor.range.high == 0):
            yield "number.division", f"rhs{found}"


def _powers(op: Operation, facts: Facts) -> Said:
    exponent = _fact(op.operands[1], facts)
    if exponent is not None and _is_integer(op.operands[0]):
        for found in _certain(exponent, lambda values: values < 0, exponent.range.high < 0):
            yield "number.power", f"rhs{found}, and a negative power of an integer is none"


def _shifts(op: Operation, facts: Facts) -> Said:
    bits = _fact(op.operands[1], facts)
    type = op.operands[0].type
    if bits is None or not isinstance(type, TensorType) or not isinstance(type.element_type, IntegerType):
        return
    width = type.element_type.width
    is_outside = bits.range.high < 0 or bits.range.low >= width
    for found in _certain(bits, lambda values: (values < 0) | (values >= width), is_outside):
        yield "number.shift", f"rhs{found}, and {type.element_type} has {width} bits"


def _conversions(op: Operation, facts: Facts) -> Said:
    source, target = op.operands[0].type, op.results[0].type
    if not isinstance(source, TensorType) or not isinstance(target, TensorType):
        return
    limits = target.element_type
    if not isinstance(limits, IntegerType) or limits.is_boolean:
        return
    low, high = limits.minimum, limits.maximum
    if isinstance(source.element_type, FloatType):
        values = _constant_floats(op.operands[0])
        if values is not None and values.size:
            lost = ~((np.trunc(values) >= float(low)) & (np.trunc(values) < float(high + 1)))
            if lost.any():
                yield "number.conversion", f"operand{_first(values, lost)}, and {limits} holds {low} .. {high}"
        return
    fact = _fact(op.operands[0], facts)
    if fact is not None:
        is_outside = fact.range.low > high or fact.range.high < low
        for found in _certain(fact, lambda values: (values < low) | (values > high), is_outside):
            yield "number.conversion", f"operand{found}, and {limits} holds {low} .. {high}"


def _fact(value: Value, facts: Facts) -> Fact | None:
    """What is known of integers, if there are some."""
    if not is_analysed(value.type) or _is_of_all_bits(value):
        return None
    fact = facts.of(value)
    return None if fact.is_empty or 0 in fact.shape else fact


def _is_of_all_bits(value: Value) -> bool:
    """Whether integers are unsigned and 64 bits wide: NumPy's signed ones don't hold them."""
    element = value.type.element_type if isinstance(value.type, TensorType) else None
    return isinstance(element, IntegerType) and element.is_unsigned and element.width == 64


def _is_integer(value: Value) -> bool:
    return isinstance(value.type, TensorType) and isinstance(value.type.element_type, IntegerType)


def _certain(fact: Fact, is_so: Callable[[Array], Array], is_all: bool) -> Iterator[str]:
    """What is certainly so, if anything is: "[1] is 40" of the first of the elements that are known, " is 32 .. 40"."""
    if fact.constant is not None:
        found = is_so(fact.constant)
        if found.any():
            yield _first(fact.constant, found)
    elif is_all:
        yield f" is {range_text(fact.range)}"


def _first(values: Array, mask: Array) -> str:
    """The first element where the mask is true: "[1, 0] is 3", or " is 3" of a scalar."""
    place = tuple(map(int, np.unravel_index(int(mask.argmax()), mask.shape))) if mask.ndim else ()
    return f"{position_text(place) if place else ''} is {values[place]}"


def _constant_floats(value: Value) -> Array | None:
    owner = value.owner
    if not isinstance(owner, Operation) or owner.name != "stablehlo.constant":
        return None
    found = owner.attributes.get("value")
    return found.array.astype(np.float64) if isinstance(found, DenseElements) else None


_BY_NAME: dict[str, Callable[[Operation, Facts], Said]] = {
    "stablehlo.dynamic_slice": _slices,
    "stablehlo.dynamic_update_slice": _slices,
    "stablehlo.divide": _divisions,
    "stablehlo.remainder": _divisions,
    "stablehlo.power": _powers,
    "stablehlo.shift_left": _shifts,
    "stablehlo.shift_right_arithmetic": _shifts,
    "stablehlo.shift_right_logical": _shifts,
    "stablehlo.convert": _conversions,
}
# The operations that this advice is about.
OPERATIONS = frozenset(_BY_NAME)
