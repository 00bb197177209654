"""What can be said of the input functions of reduce, scatter and sort without running them."""

from __future__ import annotations

from collections.abc import Mapping

from hlogen.analysis.view import word_of
from hlogen.ir import Block, Operation, Region, Value
from hlogen.program.directions import SWAPPED
from hlogen.program.structure import returned

_CHOICES = ("stablehlo.minimum", "stablehlo.maximum")
# Whether x stands in a relation to y, where x is less than y.
_IF_LESS = {"LT": True, "LE": True, "NE": True, "GT": False, "GE": False, "EQ": False}


def only_operation(region: Region, number: int) -> str | None:
    """The binary operation of an old and a new value that result `number` of a body is, without its dialect."""
    block = region.block
    value, count = returned(block)[number], len(block.arguments) // 2
    operation = value.owner
    if not isinstance(operation, Operation):
        return None
    arguments = {block.arguments[number], block.arguments[count + number]}
    return operation.name.removeprefix("stablehlo.") if set(operation.operands) == arguments else None


def only_chooses(region: Region, number: int) -> bool:
    """Whether result `number` of a body is always one of its old and new values of that number, as in argmax."""
    block = region.block
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
        direction = word_of(operation, "comparison_direction")
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
