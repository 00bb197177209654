"""Calls of functions of programs, those that were read from files among them."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

from hlogen.builder import trees
from hlogen.builder.emit import described
from hlogen.builder.function import Function
from hlogen.builder.trace import usage_error
from hlogen.builder.trees import Tree
from hlogen.door import public
from hlogen.ir import Function as View
from hlogen.ir import HasModule, Location, Module, SymbolRef
from hlogen.program.calls import entry_of

# The functions of programs, so that one that is called twice comes along once.
_known: WeakKeyDictionary[Module, dict[str, Function]] = WeakKeyDictionary()


@public
def call(callee: HasModule, *operands: Tree, entry: str | None = None) -> Any:
    """``func.call`` of a function of a program: of what hl.function made the same as ``callee(*operands)``.

    ::

        library = hl.parse("library.mlir")

        @hl.function("4xf32")
        def program(x):
            return hl.call(library, x, entry="normalize") + 1

    `entry` is the function to call, ``@main`` or the only public one without it. It comes along as a private function,
    and so does all that it calls, numbered where names are taken. A function of a program that was read takes and gives
    flat values: a tensor, or a tuple of them. Outside of functions it runs on arrays.

    Raises UsageError where there is no such function or operands don't fit its types, and ConstraintError where the
    program was read although it isn't valid.
    """
    if isinstance(callee, Function) and entry in (None, callee.name):
        return callee(*operands)
    if isinstance(callee, View):
        raise usage_error(
            f"callee is a program, not the function @{callee.name} of one\n"
            f"  fix: hl.call(program, ..., entry={callee.name!r})"
        )
    if not isinstance(callee, HasModule):
        raise usage_error(
            f"callee is what @hl.function(...) made or another program, not {described(callee)}\n"
            "  fix: decorate it with @hl.function(...), or read it: hl.parse(...)"
        )
    name = entry_of(callee, entry).name
    return _functions_of(callee.module)[name](*operands)


def _functions_of(module: Module) -> dict[str, Function]:
    """The functions of a program by name, which call one another; UsageError where it holds something else."""
    if module in _known:
        return _known[module]
    others = sorted({operation.name for operation in module.operations} - {"func.func"})
    if others:
        raise usage_error(f"the program has {', '.join(others)} beside its functions, so none of them can be called")
    functions = {}
    for view in module.functions.values():
        location = view.location or module.location or Location(module.source or "<program>")
        inputs, output = (trees.leaves(len(types)) for types in (view.type.inputs, view.type.results))
        output = trees.LEAF if output.leaf_count == 1 else output
        functions[view.name] = Function(view.operation, {}, None, location, inputs, output)
    for function in functions.values():
        attributes = (value for operation in function.operation.walk() for value in operation.attributes.values())
        for value in attributes:
            for one in value if isinstance(value, tuple) else (value,):
                if isinstance(one, SymbolRef) and one.name in functions:
                    function.calls[one.name] = functions[one.name]
    return _known.setdefault(module, functions)
