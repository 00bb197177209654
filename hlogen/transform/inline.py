"""Calls replaced by what they call."""

from __future__ import annotations

from hlogen.door import strict
from hlogen.errors import UsageError
from hlogen.ir import Function, HasModule, Module, Operation
from hlogen.program.calls import callees_first, calls_of, reached
from hlogen.program.copy import Copier
from hlogen.program.inline import Inliner
from hlogen.program.structure import callee
from hlogen.transform.changes import note
from hlogen.transform.whole import plain_functions

_MOST_OPERATIONS = 2_000_000


@strict
def inline(program: HasModule) -> Module:
    """The program with calls of its own functions replaced by their bodies, all the way down.

    Private functions that were called, and that nothing names any more, go. Composites stay, and so do calls of
    functions that have no body, or one of several blocks. Results are the same, bit for bit.

    Raises UsageError where a function calls itself, or where so much would be written out that it can't be held,
    ConstraintError where the program was read although it isn't valid.
    """
    module = program.module
    module.require_valid()
    plain = {function.name: function for function in plain_functions(module)}
    called = {name for function in plain.values() for call in _calls(function) if (name := callee(call)) in plain}
    done, sizes = dict[str, Operation](), dict[str, int]()
    for root in plain:
        if root in done:
            continue
        order, circles = callees_first(module.functions, root)
        if circles:
            raise UsageError(f"{' calls '.join(f'@{name}' for name in circles[0])}, and a program has no recursion")
        for name in order:
            if name in plain and name not in done:
                sizes[name] = _size(plain[name], sizes)
                done[name] = _Inlining(module, done).again(plain[name].operation)
    operations = [
        done.get(Function(operation).name, operation) if operation.name == "func.func" else operation
        for operation in module.operations
    ]
    whole = Module(operations, module.attributes, module.name, module.location, module.source)
    gone = called - reached(whole, set(module.functions) - called)
    whole.operations = [operation for operation in operations if operation.attributes.get("sym_name") not in gone]
    return whole


class _Inlining(Inliner):
    """Writes out calls of functions in which none are left."""

    def __init__(self, module: Module, done: dict[str, Operation]) -> None:
        super().__init__(module)
        self.functions = {name: Function(operation) for name, operation in done.items()}

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        if operation.name == "func.call" and callee(operation) in self.functions:
            note("inlined", operation)
            super().operation(operation, copies)
        else:
            Copier.operation(self, operation, copies)


def _calls(function: Function) -> list[Operation]:
    return [operation for operation in calls_of(function) if operation.name == "func.call"]


def _size(function: Function, sizes: dict[str, int]) -> int:
    """How many operations a function has once its calls are written out; UsageError where they are too many."""
    own = sum(1 for _ in function.operation.walk())
    size = own + sum(sizes.get(callee(call) or "", 0) for call in _calls(function))
    if size > _MOST_OPERATIONS:
        raise UsageError(
            f"@{function.name} has {size:,} operations once its calls are written out, over {_MOST_OPERATIONS:,}\n"
            "  fix: leave inline out; what runs the program calls functions"
        )
    return size
