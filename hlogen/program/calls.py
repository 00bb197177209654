"""Who calls whom in a program, and where it starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from hlogen.errors import UsageError
from hlogen.ir import Function, HasModule, Module, Operation
from hlogen.program.structure import callee, names_in


def entry_of(program: HasModule, entry: str | None) -> Function:
    """The function called `entry`; without a name ``@main``, or else the only public function.

    ConstraintError where the program was read although it isn't valid.
    """
    module = program.module
    module.require_valid()
    if entry is not None:
        return module.function(entry)
    found = module.default_entry
    if found is not None:
        return found
    public = [function for function in module.functions.values() if function.is_public]
    if not public:
        return module.function("main")
    names = ", ".join(f"@{function.name}" for function in public)
    raise UsageError(f"the program has several public functions and no @main: {names}\n  fix: name one as entry")


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


def reached(module: Module, also: Iterable[str] = ()) -> set[str]:
    """The functions that whoever runs the program may start at, those of the names `also`, and all that these name.

    Where there is nothing to start at, the functions are there for others to look at: all of them.
    """
    functions, entry = module.functions, module.default_entry
    waiting = [*also, *(name for name, function in functions.items() if not function.is_private)]
    waiting += ["main" if entry is None else entry.name]
    for operation in module.operations:
        if operation.name != "func.func":
            waiting += (name for inner in operation.walk() for name in names_in(inner))
    found = set[str]()
    while waiting:
        name = waiting.pop()
        if name in functions and name not in found:
            found.add(name)
            waiting += (name for inner in functions[name].operation.walk() for name in names_in(inner))
    return found or set(functions)


def size_written_out(functions: Mapping[str, Function], entry: str) -> int:
    """How many operations the program has once every call is replaced by what it calls. None may call itself."""
    sizes: dict[str, int] = {}
    for name in callees_first(functions, entry)[0]:
        called = (callee(call) or "" for call in calls_of(functions[name]))
        own = sum(1 for _ in functions[name].operation.walk())
        sizes[name] = own + sum(sizes.get(other, 0) for other in called)
    return sizes[entry]
