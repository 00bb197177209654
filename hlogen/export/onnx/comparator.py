"""What a sort's comparator sorts by, where it compares the same function of two elements, one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hlogen.analysis.view import word_of
from hlogen.export.onnx.types import type_of_elements
from hlogen.ir import ComplexType, EnumAttr, Operation, Region, Value

_SWAPPED = {"LT": "GT", "GT": "LT"}


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
    terminator = comparator.block.operations[-1]
    return _Pairs(comparator.block.arguments).keys(terminator.operands[0])


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
        direction = word_of(compare, "comparison_direction")
        lhs, rhs = compare.operands
        if direction not in _SWAPPED or isinstance(type_of_elements(lhs), ComplexType):
            return None
        if self._corresponds(lhs, rhs, self._firsts):
            return Key(lhs, direction == "LT", _is_total(compare))
        if self._corresponds(lhs, rhs, self._seconds):
            return Key(rhs, direction == "GT", _is_total(compare))
        return None

    def _is_equality(self, compare: object, key: Key) -> bool:
        """Whether an operation says that the elements are equal by `key`."""
        if not isinstance(compare, Operation) or compare.name != "stablehlo.compare":
            return False
        lhs, rhs = compare.operands
        is_alike = word_of(compare, "comparison_direction") == "EQ" and _is_total(compare) == key.is_total
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


def _is_total(compare: Operation) -> bool:
    type = compare.attributes.get("compare_type")
    return isinstance(type, EnumAttr) and type.value == "TOTALORDER"
