"""Facts across functions: what a call gives, and what a function's arguments are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hlogen.analysis.effort import Exhausted
from hlogen.analysis.fact import Fact, joined
from hlogen.analysis.lookup import Lookup
from hlogen.analysis.view import View
from hlogen.ir import Function, Operation, Value
from hlogen.program.structure import callee, returned

# Calls in calls that are looked at one by one.
_MAX_DEPTH: Final = 12


def result_of_call(view: View) -> Fact:
    """What the called function gives for these operands; for those of all its calls, where that would take too long."""
    facts, operation = view.facts, view.operation
    function = facts.structure.functions.get(callee(operation) or "")
    if function is None or function.is_declaration:
        return view.unknown()
    value = returned(function.body)[view.value.index]
    is_only_call = facts.structure.calls.get(function.name) == [operation] and function.is_private
    if facts.depth < _MAX_DEPTH and not (is_only_call and not facts.depth):
        try:
            return facts.called(operation, function).of(value, view.at)
        except Exhausted:
            pass
    return view.unknown() if facts.depth else facts.look(value, view.at)


def argument_of_function(facts: Lookup, operation: Operation, value: Value, at: Mapping[int, int]) -> Fact | None:
    """What is known of an argument of a function from all of its calls; None where there may be others."""
    function = Function(operation)
    calls = facts.structure.calls.get(function.name) if function.is_private else None
    if not calls:
        return None
    fact = facts.look(calls[0].operands[value.index], at)
    for call in calls[1:]:
        fact = joined(fact, facts.look(call.operands[value.index], at))
    return fact
