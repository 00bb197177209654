"""``custom_call @shape_assertion``: what JAX's exports with symbolic sizes ask of the sizes of a run.

The first operand is what has to hold; the others stand for ``{0}``, ``{1}``, ... in the attribute `error_message`.
Backends don't know it. Once shapes are static its operands are constants, so that it is decided before a run, and
whoever hands a program to a backend leaves it out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from hlogen.analysis.view import is_analysed
from hlogen.errors import CheckFailed, UsageError
from hlogen.ir import Module, Operation, Value
from hlogen.program.structure import callee

if TYPE_CHECKING:
    from hlogen.analysis.facts import Facts

TARGET = "shape_assertion"


def is_shape_assertion(operation: Operation) -> bool:
    """Whether the operation is one, with a condition of booleans and no results."""
    return (
        operation.name == "stablehlo.custom_call"
        and operation.attributes.get("call_target_name") == TARGET
        and not operation.results
        and bool(operation.operands)
        and is_analysed(operation.operands[0].type)
    )


def require_shape_assertion(operation: Operation, facts: Facts) -> None:
    """CheckFailed, with the assertion's message, where it can't hold; UsageError where that isn't certain."""
    condition, *sizes = operation.operands
    holds = facts.of(condition)
    if holds.is_empty or holds.range.low == 1:
        return
    told = _message(operation, sizes, facts)
    where = f"\n  where: {operation.name} at {operation.location}" if operation.location else ""
    if holds.range.high == 0 or (holds.constant is not None and not holds.constant.all()):
        raise CheckFailed(f"{TARGET}: {told}{where}")
    raise UsageError(
        f"{TARGET}: whether it holds isn't known before a run, and only hlogen's interpreter looks while it runs; "
        f"it says: {told}{where}\n  fix: give the program static shapes, or run it on hlogen's interpreter"
    )


def require_shape_assertions(module: Module, entry: str) -> None:
    """The same for all that a run of the function `entry` comes by."""
    from hlogen.analysis.facts import Facts  # all that is known of operations, for what few programs have

    facts, functions = Facts(module), module.functions
    reached, pending = set[str](), [entry]
    while pending:
        name = pending.pop()
        if name in reached or name not in functions:
            continue
        reached.add(name)
        for operation in functions[name].operation.walk():
            pending += filter(None, [callee(operation)])
            if is_shape_assertion(operation):
                require_shape_assertion(operation, facts)


def _message(operation: Operation, sizes: list[Value], facts: Facts) -> str:
    given = operation.attributes.get("error_message")
    message = given if isinstance(given, str) else "the assertion doesn't hold"
    told = {f"{{{number}}}": _size(size, facts) for number, size in enumerate(sizes)}
    return re.sub(r"{\d+}", lambda place: told.get(place[0]) or place[0], message)


def _size(value: Value, facts: Facts) -> str | None:
    known = facts.of(value).range.value if is_analysed(value.type) else None
    return None if known is None else str(known)
