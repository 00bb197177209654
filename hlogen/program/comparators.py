"""What comparators of sorts sort by, as far as that is seen from their operations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hlogen.ir import Block, ComplexType, Operation, Region, TensorType, Value
from hlogen.program.directions import SWAPPED, direction_of, is_total
from hlogen.program.structure import returned

# Whether x stands in a relation to y, where x is less than y.
_IF_LESS = {"LT": True, "LE": True, "NE": True, "GT": False, "GE": False, "EQ": False}


@dataclass(frozen=True)
class Key:
    """`value`, which the comparator computes from the first element, goes up or down.

    `is_total`: in the order of IEEE-754's totalOrder.
    """

    value: Value
    is_ascending: bool
    is_total: bool


def sort_keys(comparator: Region) -> list[Key]:
    """The keys, the most important first; none where it isn't known what the comparator sorts by.

    f(x) < f(y), or f(x) > f(y); then ``f(x) < f(y) or (f(x) == f(y) and ...)`` with another such comparison.
    """
    return _Pairs(comparator.block.arguments).keys(returned(comparator.block)[0])


class _Pairs:
    """Comparisons of values that are made of the elements x and y in the same way."""

    def __init__(self, arguments: Sequence[Value]) -> None:
        self._firsts = dict(zip(arguments[::2], arguments[1::2], strict=True))
        self._seconds = {second: first for first, second in self._firsts.items()}

    def keys(self, value: Value) -> list[Key]:
        owner = value.owner
        if not isinstance(owner, Operation):
            return []
        key = self._key(owner)
        if key is not None:
            return [key]
        if owner.name != "stablehlo.or":
            return []
        for first, second in (owner.operands, owner.operands[::-1]):
            key, rest = self._key(first.owner), second.owner
            if key is None or not isinstance(rest, Operation) or rest.name != "stablehlo.and":
                continue
            for equal, others in (rest.operands, rest.operands[::-1]):
                keys = self.keys(others)
                if keys and self._is_equality(equal.owner, key):
                    return [key, *keys]
        return []

    def _key(self, compare: object) -> Key | None:
        if not isinstance(compare, Operation) or compare.name != "stablehlo.compare":
            return None
        direction = direction_of(compare)
        lhs, rhs = compare.operands
        is_ordered = isinstance(lhs.type, TensorType) and not isinstance(lhs.type.element_type, ComplexType)
        if direction not in ("LT", "GT") or not is_ordered:
            return None
        if self._corresponds(lhs, rhs, self._firsts):
            return Key(lhs, direction == "LT", is_total(compare))
        if self._corresponds(lhs, rhs, self._seconds):
            return Key(rhs, direction == "GT", is_total(compare))
        return None

    def _is_equality(self, compare: object, key: Key) -> bool:
        """Whether an operation says that the elements are equal by `key`."""
        if not isinstance(compare, Operation) or compare.name != "stablehlo.compare":
            return False
        lhs, rhs = compare.operands
        is_alike = direction_of(compare) == "EQ" and is_total(compare) == key.is_total
        return is_alike and (
            (self._same(lhs, key.value) and self._corresponds(lhs, rhs, self._firsts))
            or (self._same(rhs, key.value) and self._corresponds(lhs, rhs, self._seconds))
        )

    def _same(self, value: Value, other: Value) -> bool:
        """Whether two values are computed alike."""
        return self._corresponds(value, other, {}, {})

    def _corresponds(
        self, lhs: Value, rhs: Value, partner: dict[Value, Value], known: dict[tuple[Value, Value], bool] | None = None
    ) -> bool:
        """Whether `rhs` is computed as `lhs` is, each argument replaced by its partner, if there are any."""
        known = {} if known is None else known
        left, right = lhs.owner, rhs.owner
        if not isinstance(left, Operation) or not isinstance(right, Operation):
            is_argument = lhs in self._firsts or lhs in self._seconds
            return rhs is (partner.get(lhs) if partner and is_argument else lhs)
        place = (lhs, rhs)
        if place not in known:
            known[place] = (
                (left.name, left.attributes, lhs.index) == (right.name, right.attributes, rhs.index)
                and not (left.regions or right.regions)
                and len(left.operands) == len(right.operands)
                and all(
                    self._corresponds(*pair, partner, known) for pair in zip(left.operands, right.operands, strict=True)
                )
            )
        return known[place]


def sort_direction(comparator: Region, number: int) -> int:
    """1 where input `number` is sorted in ascending order, -1 in descending order, 0 where that isn't known.

    Ascending, if of two elements of that input the comparator puts the lesser first, whatever the other inputs have.
    """
    block = comparator.block
    first, second = block.arguments[2 * number], block.arguments[2 * number + 1]
    if_less, if_greater = (_answer(block, pair) for pair in ((first, second), (second, first)))
    if if_less is True and if_greater is False:
        return 1
    return -1 if if_less is False and if_greater is True else 0


def _answer(block: Block, ordered: tuple[Value, Value]) -> bool | None:
    """What a comparator returns where the first of `ordered` is less than the second; None if that isn't known."""
    answers: dict[Value, bool | None] = {}
    for operation in block.operations[:-1]:
        for result in operation.results:
            answers[result] = _found(operation, ordered, answers)
    (result,) = returned(block)
    return answers.get(result)


def _found(operation: Operation, ordered: tuple[Value, Value], answers: Mapping[Value, bool | None]) -> bool | None:
    name = operation.name.removeprefix("stablehlo.")
    if name == "compare":
        direction = direction_of(operation)
        if operation.operands == ordered:
            return _IF_LESS[direction]
        return _IF_LESS[SWAPPED[direction]] if operation.operands == ordered[::-1] else None
    match name, [answers.get(operand) for operand in operation.operands]:
        case "not", [answer]:
            return None if answer is None else not answer
        case "and", [a, b]:
            return False if a is False or b is False else (True if a and b else None)
        case "or", [a, b]:
            return True if a or b else (False if a is False and b is False else None)
        case "select", [pred, a, b]:
            if pred is None:
                return a if a is b else None
            return a if pred else b
    return None
