"""Who calls whom in a program, and which functions a model has as functions of its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from hlogen.analysis.structure import callee
from hlogen.ir import Function, Operation

# Calls are written out, as operations are optimised best where they stand, up to this many operations.
_MOST_WRITTEN_OUT = 20_000


def calls_of(function: Function) -> list[Operation]:
    """The calls in a function, in the order of the text."""
    return [operation for operation in function.operation.walk() if callee(operation) is not None]


def callees_first(functions: Mapping[str, Function], entry: str) -> tuple[list[str], list[tuple[str, ...]]]:
    """The functions that running @entry may call, each behind those that it calls itself; and the circles of calls.

    Functions that are called and aren't there are left out. Nothing recurses, however deep the calls are.
    """
    order: dict[str, None] = {}
    circles: list[tuple[str, ...]] = []
    calling: dict[str, None] = {}
    pending = [(entry, False)]
    while pending:
        name, is_done = pending.pop()
        if is_done:
            order[name] = None
            del calling[name]
        elif name in calling:
            path = list(calling)
            circles.append((*path[path.index(name) :], name))
        elif name not in order and name in functions:
            calling[name] = None
            pending.append((name, True))
            called = dict.fromkeys(filter(None, map(callee, calls_of(functions[name]))))
            pending.extend((other, False) for other in reversed(called))
    return list(order), circles


def written_out(functions: Mapping[str, Function], entry: str) -> int:
    """How many operations the program has once every call is replaced by what it calls. None may call itself."""
    sizes: dict[str, int] = {}
    for name in callees_first(functions, entry)[0]:
        called = (callee(call) or "" for call in calls_of(functions[name]))
        own = sum(1 for _ in functions[name].operation.walk())
        sizes[name] = own + sum(sizes.get(other, 0) for other in called)
    return sizes[entry]


def repeated(functions: Mapping[str, Function], entry: str) -> frozenset[str]:
    """The functions that become functions of the model: those called in several places, where it would grow too large.

    None may call itself.
    """
    if written_out(functions, entry) <= _MOST_WRITTEN_OUT:
        return frozenset()
    reached = callees_first(functions, entry)[0]
    places = Counter(callee(call) for name in reached for call in calls_of(functions[name]))
    return frozenset(name for name, count in places.items() if name is not None and count > 1)
