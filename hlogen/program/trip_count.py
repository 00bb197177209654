"""How often a loop runs, where the program says so: it counts from a constant to a constant in constant steps.

Which integers are constant is for others to know: see `Integers`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

from hlogen.ir import Block, IntegerType, Operation, TensorType, Value
from hlogen.program.directions import SWAPPED, direction_of
from hlogen.program.structure import invariant, returned

# The integers of a value as an array, where they are known.
Integers: TypeAlias = "Callable[[Value], Any | None]"

_LINEAR = {
    "stablehlo.add",
    "stablehlo.subtract",
    "stablehlo.multiply",
    "stablehlo.convert",
    "stablehlo.reshape",
}


@dataclass(frozen=True)
class Counted:
    """A ``while`` of `count` iterations."""

    operation: Operation
    count: int
    integers: Integers

    def line(self, value: Value, depth: int = 6) -> tuple[int, int] | None:
        """The numbers a and b where an integer in the body is ``a + k * b`` in iteration k; None if none are found."""
        known = _integer(value, self.integers)
        if known is not None:
            return known, 0
        body = self.operation.regions[1].block
        maker = value.owner
        if maker is body:
            start = _integer(self.operation.operands[value.index], self.integers)
            step = _step(self.operation, value.index, self.integers)
            return self._within(start, step, value) if start is not None and step is not None else None
        if not isinstance(maker, Operation) or maker.name not in _LINEAR or not depth:
            return None
        lines = [self.line(operand, depth - 1) for operand in maker.operands]
        known_lines = [line for line in lines if line is not None]
        if len(known_lines) != len(lines):
            return None
        (a, b), (c, d) = known_lines[0], known_lines[-1]
        match maker.name:
            case "stablehlo.add":
                found = a + c, b + d
            case "stablehlo.subtract":
                found = a - c, b - d
            case "stablehlo.multiply":
                if b and d:
                    return None
                found = a * c, a * d + b * c
            case _:
                found = a, b
        return self._within(*found, value)

    def writes_once(self, number: int) -> bool:
        """True for a buffer that each iteration only writes a part of, and no two the same."""
        body = self.operation.regions[1].block
        argument, written = body.arguments[number], returned(body)[number]
        maker = written.owner
        if not isinstance(maker, Operation) or maker.name != "stablehlo.dynamic_update_slice":
            return False
        uses = [value for operation in body.walk() for value in operation.operands]
        if maker.operands[0] is not argument or uses.count(argument) != 1 or uses.count(written) != 1:
            return False
        buffer, update = (cast(TensorType, whole.type).shape for whole in (argument, maker.operands[1]))
        for size, part, start in zip(buffer, update, maker.operands[2:], strict=True):
            line = self.line(start)
            if line is not None and size is not None and part is not None and abs(line[1]) >= max(part, 1):
                ends = line[0], line[0] + (self.count - 1) * line[1]
                if all(0 <= end <= size - part for end in ends):
                    return True
        return False

    def _within(self, first: int, step: int, value: Value) -> tuple[int, int] | None:
        """The line, if its integers don't wrap in the type of `value`."""
        ends = first, first + (self.count - 1) * step
        return (first, step) if all(_fits(end, value) for end in ends) else None


def counted(operation: Operation, integers: Integers) -> Counted | None:
    """How the ``while`` counts; None where that isn't known before it runs."""
    cond = operation.regions[0].block
    compare = returned(cond)[0].owner
    if not isinstance(compare, Operation) or compare.name != "stablehlo.compare" or compare not in cond.operations:
        return None
    direction = direction_of(compare)
    for (left, right), relation in ((compare.operands, direction), (compare.operands[::-1], SWAPPED[direction])):
        if left not in cond.arguments:
            continue
        number = left.index
        start = _integer(operation.operands[number], integers)
        bound = _bound(right, operation, cond, integers)
        step = _step(operation, number, integers)
        if start is None or bound is None or step is None:
            continue
        count = _count(start, bound, step, relation)
        if count is None or not _fits(start + count * step, left):
            continue
        return Counted(operation, count, integers)
    return None


def surely_ends(operation: Operation, integers: Integers) -> bool:
    """Whether the ``while`` itself ends whatever its inputs are: it counts up to, or down to, what stays the same.

    So it does in steps of one, which pass over nothing and get to the bound before they wrap around.
    """
    waiting = [*returned(operation.regions[0].block)]
    while waiting:
        maker = waiting.pop().owner
        if not isinstance(maker, Operation):
            continue
        if maker.name == "stablehlo.and":  # it ends where one of the two does
            waiting += maker.operands
        elif maker.name == "stablehlo.compare" and _passes_bound(maker, operation, integers):
            return True
    return counted(operation, integers) is not None


def _passes_bound(compare: Operation, operation: Operation, integers: Integers) -> bool:
    cond, direction = operation.regions[0].block, direction_of(compare)
    for (left, right), relation in ((compare.operands, direction), (compare.operands[::-1], SWAPPED[direction])):
        if left.owner is not cond or not _is_integer(left):
            continue
        if right.owner is cond:
            stays = invariant(operation)[right.index]
        else:
            stays = not _is_inside(right, cond) or _integer(right, integers) is not None
        step = _step(operation, left.index, integers) if stays else None
        if step is not None and relation in _ENDING.get(step, ()):
            return True
    return False


# By the step of a counter, the relations to a bound that it leaves some time.
_ENDING = {1: ("LT", "NE"), -1: ("GT", "NE")}


def _is_inside(value: Value, block: Block) -> bool:
    return isinstance(value.owner, Operation) and value.owner in block.operations


def _is_integer(value: Value) -> bool:
    """Whether it is a number that wraps around; booleans don't, when one is added."""
    element = value.type.element_type if isinstance(value.type, TensorType) else None
    return isinstance(element, IntegerType) and not element.is_boolean


def _bound(value: Value, operation: Operation, block: Block, integers: Integers) -> int | None:
    """What `value` is in every iteration: a constant, or a carry that starts as one and stays."""
    if value.owner is block:
        return _integer(operation.operands[value.index], integers) if invariant(operation)[value.index] else None
    return _integer(value, integers)


def _step(operation: Operation, number: int, integers: Integers) -> int | None:
    """What the body adds to carry `number`."""
    body = operation.regions[1].block
    value = returned(body)[number]
    owner = value.owner
    if value is body.arguments[number]:
        return 0
    if not isinstance(owner, Operation) or owner.name not in ("stablehlo.add", "stablehlo.subtract"):
        return None
    left, right = owner.operands
    argument = body.arguments[number]
    if owner.name == "stablehlo.add" and right is argument:
        left, right = right, left
    if left is not argument:
        return None
    step = _bound(right, operation, body, integers)
    return -step if step is not None and owner.name == "stablehlo.subtract" else step


def _integer(value: Value, integers: Integers) -> int | None:
    """The integer of rank 0 that a value is, if that is known."""
    known = integers(value)
    return int(known.reshape(-1)[0]) if known is not None and known.size == 1 else None


def _count(start: int, bound: int, step: int, relation: str) -> int | None:
    """How often ``start + k * step`` stands in `relation` to `bound`, from k = 0 on; None for ever."""
    distance = bound - start
    match relation:
        case "EQ":
            return 0 if distance else (1 if step else None)
        case "NE":
            if distance == 0:
                return 0
            return distance // step if step and distance % step == 0 and distance // step > 0 else None
        case "LE" | "GE":
            distance += 1 if relation == "LE" else -1
    if relation in ("GT", "GE"):
        distance, step = -distance, -step
    if distance <= 0:
        return 0
    return -(-distance // step) if step > 0 else None


def _fits(last: int, value: Value) -> bool:
    """Whether the counter gets to `last` without wrapping."""
    type = value.type
    assert isinstance(type, TensorType)
    return isinstance(type.element_type, IntegerType) and (
        type.element_type.minimum <= last <= type.element_type.maximum
    )
