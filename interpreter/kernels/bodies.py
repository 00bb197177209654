"""What the functions in regions do, seen from their operations: folds of old and new values, and comparators.

Derivatives, facts and the exporter read bodies in hlogen/program/bodies.py: a judge shares no code with what it judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hlogen.ir import Block, Operation, Region, Value
from interpreter.kernels.arithmetic import ON_INTEGERS
from interpreter.kernels.numerics import is_complex
from interpreter.values.attributes import enum, tensor_type


@dataclass(frozen=True)
class Fold:
    """How a result of a body of N old and N new values comes about; `uses` are the numbers of the arguments it is of.

    keep   the old value of its number
    set    `update`, made without any old value
    apply  `op`, of the old value and of `update`, made without any old value; or of both the other way round, where
           that is the same
    other  anything else
    The update is None where it is the new value of its number, as it is.
    """

    kind: Literal["keep", "set", "apply", "other"]
    uses: frozenset[int]
    update: Value | None = None
    op: Operation | None = None


def folds(block: Block) -> list[Fold]:
    """How each result of a body comes about."""
    count = len(block.arguments) // 2
    uses, olds = _uses(block), frozenset(range(count))

    def fold(value: Value, old: Value, new: Value) -> Fold:
        of = uses.get(value, frozenset())
        if value is old:
            return Fold("keep", of)
        if not of & olds:
            return Fold("set", of, None if value is new else value)
        op = value.owner
        if isinstance(op, Operation) and len(op.operands) == 2 and not op.regions:
            first, second = op.operands
            if second is old and op.name in ON_INTEGERS:
                first, second = second, first
            if first is old and not uses.get(second, frozenset()) & olds:
                return Fold("apply", of, None if second is new else second, op)
        return Fold("other", of)

    returned = block.operations[-1].operands
    return [fold(*each) for each in zip(returned, block.arguments[:count], block.arguments[count:], strict=False)]


def only_operation(block: Block) -> Operation | None:
    """The operation that a body of one input consists of, applied to its old and its new value."""
    if len(block.operations) != 2 or len(block.arguments) != 2:
        return None
    return next((fold.op for fold in folds(block) if fold.update is None), None)


def _uses(block: Block) -> dict[Value, frozenset[int]]:
    """The arguments that each value of a block is made of; what is drawn at random is taken to be made of all."""
    uses = {argument: frozenset([i]) for i, argument in enumerate(block.arguments)}
    for op in block.operations:
        inner = list(op.walk())
        used = frozenset[int]().union(*(uses.get(value, frozenset()) for each in inner for value in each.operands))
        if any(each.name == "stablehlo.rng" for each in inner):
            used = frozenset(range(len(block.arguments)))
        uses.update((result, used) for result in op.results)
    return uses


@dataclass(frozen=True)
class Comparison:
    """A comparison of f(x) and f(y), where x and y are elements of input `number`; f(x) is first if `is_in_order`.

    `is_of_elements`: f(x) is x.
    """

    op: Operation
    number: int
    is_in_order: bool
    is_of_elements: bool

    @property
    def direction(self) -> str:
        return enum(self.op, "comparison_direction")

    @property
    def is_total(self) -> bool:
        """Whether by IEEE-754's totalOrder."""
        return enum(self.op, "compare_type", "FLOAT") == "TOTALORDER"


def comparison(comparator: Region) -> Comparison | None:
    """The comparison that a comparator consists of, in whichever direction; None for any other."""
    arguments, returned = comparator.block.arguments, comparator.block.operations[-1].operands
    op = returned[0].owner
    return _comparison(op, arguments) if isinstance(op, Operation) and op.name == "stablehlo.compare" else None


def lexicographic(comparator: Region) -> list[Comparison]:
    """The comparisons of a lexicographic order, the first first, each asked where those before it are equal.

    Empty where the comparator is anything else.
    """
    arguments = comparator.block.arguments
    found = [_comparison(op, arguments) for op in _compares(comparator.block.operations[-1].operands[0])]
    known = [one for one in found if one is not None]
    return known if len(known) == len(found) else []


def _comparison(op: Operation, arguments: Sequence[Value]) -> Comparison | None:
    lhs, rhs = op.operands
    if is_complex(tensor_type(lhs).element_type):
        return None
    for number, (x, y) in enumerate(zip(arguments[::2], arguments[1::2], strict=True)):
        for first, second in ((x, y), (y, x)):
            if _corresponds(lhs, rhs, first, second, {}):
                return Comparison(op, number, first is x, lhs is first)
    return None


def _compares(value: Value) -> list[Operation]:
    """The comparisons of a lexicographic order, the first first: less, or else equal and the rest; [] for others.

    ``select(EQ, rest, LT)``, ``select(NE, LT, rest)`` or ``or(LT, and(EQ, rest))``.
    """
    op = value.owner
    if not isinstance(op, Operation):
        return []
    if op.name == "stablehlo.compare":
        return [op]
    if op.name == "stablehlo.select":
        pred, on_true, on_false = op.operands
        return _lexicographic(pred, "EQ", on_false, on_true) or _lexicographic(pred, "NE", on_true, on_false)
    if op.name == "stablehlo.or":
        for less, both in (op.operands, op.operands[::-1]):
            inner = both.owner
            if isinstance(inner, Operation) and inner.name == "stablehlo.and":
                first, second = inner.operands
                found = _lexicographic(first, "EQ", less, second) or _lexicographic(second, "EQ", less, first)
                if found:
                    return found
    return []


def _lexicographic(test: Value, direction: str, less: Value, rest: Value) -> list[Operation]:
    """`less` and the comparisons of `rest`, where `test` compares the same values as `less` in this direction."""
    equal, compare = test.owner, less.owner
    if not (isinstance(equal, Operation) and isinstance(compare, Operation)):
        return []
    if (equal.name, compare.name) != ("stablehlo.compare", "stablehlo.compare"):
        return []
    is_same = (
        set(equal.operands) == set(compare.operands)
        and len({enum(op, "compare_type", "FLOAT") for op in (equal, compare)}) == 1
    )
    after = _compares(rest) if is_same and enum(equal, "comparison_direction") == direction else []
    return [compare, *after] if after else []


def _corresponds(lhs: Value, rhs: Value, first: Value, second: Value, known: dict[tuple[int, int], bool]) -> bool:
    """True where `rhs` is made of `second` as `lhs` is made of `first`, and of nothing else that differs by element."""
    if lhs is first or rhs is second:
        return lhs is first and rhs is second
    left, right = lhs.owner, rhs.owner
    if not isinstance(left, Operation) or not isinstance(right, Operation):
        return lhs is rhs and left is not first.owner  # an argument from outside of the comparator
    place = (id(lhs), id(rhs))
    if place not in known:
        known[place] = (
            (left.name, left.attributes, lhs.index) == (right.name, right.attributes, rhs.index)
            and not (left.regions or right.regions)
            and len(left.operands) == len(right.operands)
            and all(
                _corresponds(x, y, first, second, known) for x, y in zip(left.operands, right.operands, strict=True)
            )
        )
    return known[place]
