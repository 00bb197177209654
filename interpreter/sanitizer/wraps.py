"""Indices that the program itself counts from the end: ``select(i < 0, i + size, i)``, and what it gives is a start.

Judged by the text of the program, calls included (JAX's `where` is a function): the result becomes, by operations that
put indices together, a start of a gather, a scatter or a dynamic slice along a dimension of that size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hlogen.ir import Block, DenseElements, Operation, ScatterDimensionNumbers, TensorType, Value
from interpreter.kernels.gather import dimension_numbers
from interpreter.sanitizer.guards import MOST, SHAPED, Guards
from interpreter.values.attributes import enum

_PUT_TOGETHER = SHAPED | {f"stablehlo.{name}" for name in ("concatenate", "clamp", "minimum", "maximum")}
_DYNAMIC = "stablehlo.get_dimension_size"
_SLICES = {"stablehlo.dynamic_slice": 1, "stablehlo.dynamic_update_slice": 2}  # and where their starts begin


def is_wrap(select: Operation, guards: Guards) -> bool:
    """Whether this select counts negative indices from the end; where it stands in a function, of every call of it."""
    if id(select) not in guards.wraps:
        uses = list(_uses(select, guards))
        guards.wraps[id(select)] = bool(uses) and all(_wraps(*values, guards) for values in uses)
    return guards.wraps[id(select)]


def are_wrapped(starts: Iterable[Value], guards: Guards) -> bool:
    """Whether the program has counted these starts from the end, all but those that are constants."""
    waiting, seen, found = [*starts], set[Value](), False
    while waiting:
        value = waiting.pop()
        op = value.owner
        if value in seen or _number(value) is not None:
            continue
        seen.add(value)
        if not isinstance(op, Operation) or len(seen) > MOST:
            return False
        if (body := guards.body_of(op) if op.name == "func.call" else None) is not None:
            op = body.operations[0]
        if op.name == "stablehlo.select" and is_wrap(op, guards):
            found = True
        elif op.name in _PUT_TOGETHER:
            waiting += op.operands
        elif op.name != "stablehlo.constant":
            return False
    return found


def _uses(select: Operation, guards: Guards) -> Iterator[tuple[Sequence[Value], Value]]:
    """The operands and the result of a select, as callers have them where it is all that a function does."""
    block = select.operands[0].owner
    last = block.terminator if isinstance(block, Block) else None
    if (
        not isinstance(block, Block)
        or last is None
        or [*last.operands] != [*select.results]
        or len(block.operations) != 2
    ):
        yield select.operands, select.results[0]
        return
    for call in guards.calls.get(id(block), ()):
        yield [call.operands[block.arguments.index(value)] for value in select.operands], call.results[0]


def _wraps(operands: Sequence[Value], result: Value, guards: Guards) -> bool:
    predicate, wrapped, index = operands
    compare, add = predicate.owner, wrapped.owner
    if not (isinstance(compare, Operation) and compare.name == "stablehlo.compare"):
        return False
    if not (isinstance(add, Operation) and add.name == "stablehlo.add" and index in add.operands):
        return False
    if compare.operands[0] is not index or enum(compare, "comparison_direction") != "LT":
        return False
    size = _number(add.operands[1] if add.operands[0] is index else add.operands[0])
    # An index that is written into the program is meant as it is.
    if size is None or _number(compare.operands[1]) != 0 or _number(index) is not None:
        return False
    return any(size in sizes for sizes in _indexed(result, guards))


def _number(value: Value) -> int | str | None:
    """The number that a value is all over: a constant's, or the name of the operation that gives a dynamic size."""
    op = value.owner
    while isinstance(op, Operation) and op.name in SHAPED:
        op = op.operands[0].owner
    if not isinstance(op, Operation):
        return None
    constant = op.attributes.get("value")
    if isinstance(constant, DenseElements) and (constant.is_splat or constant.array.size == 1):
        return int(constant.array.flat[0])
    return _DYNAMIC if op.name == _DYNAMIC else None


def _indexed(start: Value, guards: Guards) -> Iterator[set[int | str]]:
    """The sizes of the dimensions in which whatever `start` becomes is an index."""
    waiting, seen = [start], {start}
    while waiting and len(seen) <= MOST:
        value = waiting.pop()
        for op in guards.users.get(value, ()):
            if op.name in _PUT_TOGETHER or (op.name == "stablehlo.select" and value is not op.operands[0]):
                waiting += [result for result in op.results if result not in seen]
                seen.update(op.results)
            else:
                yield _sizes(op, value)


def _sizes(op: Operation, start: Value) -> set[int | str]:
    dims: Iterable[int] = ()
    numbers = op.attributes.get("scatter_dimension_numbers")
    if op.name in ("stablehlo.gather", "stablehlo.dynamic_gather") and start is op.operands[1]:
        dims = dimension_numbers(op).start_index_map
    elif isinstance(numbers, ScatterDimensionNumbers) and start is op.operands[len(op.operands) // 2]:
        dims = numbers.scatter_dims_to_operand_dims
    elif op.name in _SLICES:
        first = _SLICES[op.name]
        dims = [d for d, value in enumerate(op.operands[first:]) if value is start]
    type = op.operands[0].type
    if not isinstance(type, TensorType):
        return set()
    sizes = [_DYNAMIC if size is None else size for size in type.shape]
    return {sizes[d] for d in dims}
