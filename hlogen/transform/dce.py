"""What nothing uses goes (dead code elimination)."""

from __future__ import annotations

from hlogen.analysis.facts import Facts
from hlogen.analysis.view import is_analysed
from hlogen.door import strict
from hlogen.ir import Function, HasModule, Module, Operation, Value
from hlogen.program.calls import calls_of, reached
from hlogen.program.effects import calls_alone, has_effect
from hlogen.program.structure import callee
from hlogen.program.trip_count import surely_ends
from hlogen.program.unused import drop_unused
from hlogen.transform.changes import note
from hlogen.transform.whole import copy_of, plain_functions


@strict
def dce(program: HasModule) -> Module:
    """The program without what neither its results nor its effects need.

    Operations that nothing uses go, and what only they used; carries of loops that only feed themselves; results of
    branches; private functions that nothing names. What has effects stays: infeed, outfeed, send, recv, rng, custom
    calls, operations of other dialects, calls and composites of functions with such in them. So does a loop that isn't
    proved to end, as the specification leaves open what a program is that never does.

    Results are the same, bit for bit.

    Raises ConstraintError where the program was read although it isn't valid.
    """
    module = copy_of(program)
    stays = _Stays(module)
    for function in plain_functions(module):
        dropped = drop_unused(function.body, stays)
        note("dropped", *dropped.whole)
        note("narrowed", *dropped.in_part)
    names = reached(module)
    unused = [function.operation for name, function in module.functions.items() if name not in names]
    note("dropped", *unused)
    module.operations = [operation for operation in module.operations if operation not in unused]
    return module


class _Stays:
    """Whether an operation itself is to be run though nothing uses its results."""

    def __init__(self, module: Module) -> None:
        self._facts = Facts(module)
        self._idle = set[str]()  # the functions whose calls needn't be run
        functions = plain_functions(module)
        calls = {each.name: {callee(call) or "" for call in calls_of(each)} for each in functions}
        while more := {
            each.name for each in functions if each.name not in self._idle and calls[each.name] <= self._idle
        }:
            idle = {each.name for each in functions if each.name in more and not self._is_needed(each)}
            for name in more - idle:
                del calls[name]
            functions = [each for each in functions if each.name in calls]
            self._idle |= idle

    def _is_needed(self, function: Function) -> bool:
        return any(map(self, function.body.walk()))

    def __call__(self, operation: Operation) -> bool:
        if operation.name == "stablehlo.while":
            return not surely_ends(operation, self._integers)
        if calls_alone(operation) and callee(operation) in self._idle:
            return False
        return has_effect(operation)

    def _integers(self, value: Value) -> object | None:
        return self._facts.of(value).constant if is_analysed(value.type) else None
