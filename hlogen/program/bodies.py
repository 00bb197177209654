"""What the bodies of reductions and scatters do, seen from their operations.

A body of N inputs takes N old values and N new ones, and returns N. The interpreter reads bodies by itself
(interpreter/kernels/bodies.py): it shares no code with what it judges.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from hlogen.ir import Block, FloatType, Operation, TensorType, Value
from hlogen.program.directions import direction_of, is_total
from hlogen.program.effects import runs_once
from hlogen.program.structure import returned

_COMMUTATIVE = frozenset({"add", "multiply", "minimum", "maximum", "and", "or", "xor"})
_CHOICES = ("stablehlo.minimum", "stablehlo.maximum")


@dataclass(frozen=True)
class Fold:
    """How a result comes about, of the arguments with the numbers `uses`.

    `kind` is
      keep     the old value of its number
      set      `update`, to which no old value goes
      select   the old value of its number or the new one, `update`, by the condition of `operation`
      other    anything else
      a name   the StableHLO operation of that name, of the old value and `update`, to which no old value goes; or of
               `update` and the old value, where that is the same
    and `is_plain` says that its own old and new value are all that it takes, as they are. An `operation` that is plain
    but of no kind takes the new value first, where that isn't the same.
    """

    kind: str
    uses: frozenset[int]
    update: Value | None = None
    operation: Operation | None = None
    is_plain: bool = False


def folds(block: Block) -> list[Fold]:
    """How each of a body's results comes about."""
    count = len(block.arguments) // 2
    pairs = zip(returned(block), block.arguments[:count], block.arguments[count:], strict=False)
    return [_fold(block, *each) for each in pairs]


def kind_of(block: Block, number: int) -> str:
    """The kind of a plain fold of this number, "other" for any other."""
    fold = folds(block)[number]
    return fold.kind if fold.is_plain else "other"


def only_operation(block: Block) -> str | None:
    """The operation that a body consists of, if it is one that is applied to each pair of arguments, in any order."""
    made = folds(block)
    pairs = [fold.operation if fold.is_plain and fold.kind != "other" else None for fold in made]
    names = {None if operation is None else operation.name for operation in pairs}
    return names.pop() if len(names) == 1 and len(block.operations) == len(made) + 1 else None


def only_chooses(block: Block, number: int) -> bool:
    """Whether result `number` of a body is always one of its old and new values of that number, as in argmax."""
    count = len(block.arguments) // 2
    kept = {block.arguments[number], block.arguments[count + number]}
    waiting, seen = [returned(block)[number]], set[Value]()
    while waiting:
        value = waiting.pop()
        if value in kept or value in seen:
            continue
        seen.add(value)
        operation = value.owner
        if isinstance(operation, Operation) and operation.name == "stablehlo.select":
            waiting += operation.operands[1:]
        elif isinstance(operation, Operation) and operation.name in _CHOICES:
            waiting += operation.operands
        else:
            return False
    return True


def computing(block: Block, values: Iterable[Value]) -> tuple[list[Operation], frozenset[int]]:
    """The operations of a block that `values` are made by, in order, and the numbers of the arguments that go in."""
    wanted, operations = set(values), list[Operation]()
    for operation in reversed(block.operations[:-1]):
        if not wanted.isdisjoint(operation.results):
            operations.append(operation)
            wanted.update(operand for inner in operation.walk() for operand in inner.operands)
    return operations[::-1], frozenset(at for at, argument in enumerate(block.arguments) if argument in wanted)


def arg_direction(block: Block) -> str | None:
    """ "GT" or "LT" for the body that JAX writes for argmax or argmin, None for any other.

    Of a value and its place, and another value and its place, it keeps the larger value (the smaller) or a NaN that
    comes first, and of equal ones the second value and the lower place.
    """
    if len(block.arguments) != 4:
        return None
    value, place, other, other_place = block.arguments
    given = [_expression(result) for result in returned(block)]
    for direction in ("GT", "LT"):
        better = {_compared(direction, value, other)}
        is_lower = frozenset({"and", _compared("EQ", value, other), _compared("LT", place, other_place)})
        or_nan = better | {_compared("NE", value, value)}
        for first in (or_nan,) if _is_float(value) else (better, or_nan):
            if given == [_choice(first, value, other), _choice(first | {is_lower}, place, other_place)]:
                return direction
    return None


def _fold(block: Block, value: Value, old: Value, new: Value) -> Fold:
    uses = _uses(block, value)
    if value is old:
        return Fold("keep", uses, is_plain=True)
    if not _takes_old(block, uses):
        return Fold("set", uses, value, is_plain=value is new)
    operation = value.owner
    if not isinstance(operation, Operation) or operation.regions:
        return Fold("other", uses)
    name, operands = operation.name.removeprefix("stablehlo."), operation.operands
    if name == "select" and set(operands[1:]) == {old, new}:
        return Fold("select", uses, new, operation)
    if len(operands) != 2:
        return Fold("other", uses)
    is_plain = set(operands) == {old, new}
    first, second = operands[::-1] if name in _COMMUTATIVE and operands[0] is not old else operands
    if first is old and not _takes_old(block, _uses(block, second)):
        return Fold(name, uses, second, operation, is_plain)
    return Fold("other", uses, None, operation, is_plain)


def _takes_old(block: Block, uses: frozenset[int]) -> bool:
    return any(number < len(block.arguments) // 2 for number in uses)


def _uses(block: Block, value: Value) -> frozenset[int]:
    """The numbers of the arguments that `value` depends on: all of them, where it is another one each time."""
    operations, uses = computing(block, [value])
    is_drawn = any(runs_once(inner) for operation in operations for inner in operation.walk())
    return frozenset(range(len(block.arguments))) if is_drawn else uses


def _expression(value: Value) -> object:
    """A value as what it is computed by, so that equal ones are computed alike."""
    owner = value.owner
    if not isinstance(owner, Operation):
        return value
    operands = [_expression(operand) for operand in owner.operands]
    match owner.name:
        case "stablehlo.compare" if not is_total(owner):
            return (direction_of(owner), *operands)
        case "stablehlo.select":
            return ("select", *operands)
        case "stablehlo.and":
            return frozenset({"and", *operands})
        case "stablehlo.or":
            parts = [part if isinstance(part, frozenset) and "and" not in part else {part} for part in operands]
            return frozenset().union(*parts)
    return value


def _is_float(value: Value) -> bool:
    return isinstance(value.type, TensorType) and isinstance(value.type.element_type, FloatType)


def _compared(direction: str, lhs: Value, rhs: Value) -> object:
    return (direction, lhs, rhs)


def _choice(conditions: set[object], value: Value, other: Value) -> object:
    """A select by one condition, or by any of several."""
    (only, *more) = conditions
    return ("select", frozenset(conditions) if more else only, value, other)
