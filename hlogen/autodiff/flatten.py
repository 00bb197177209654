"""A program as one function: calls and composites are replaced by what they call.

Only hlogen's own composites stay (`hlogen.autodiff.composites`), which have rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import cast

from hlogen.autodiff.composites import own_decomposition
from hlogen.builder.emit import described
from hlogen.builder.function import Function as Decomposition
from hlogen.builder.trace import require_scope, usage_error
from hlogen.errors import UsageError
from hlogen.ir import Block, Function, HasModule, Module, Operation, Region, SymbolRef, TensorType, Value

_CALLS = {"func.call": "callee", "stablehlo.composite": "decomposition"}
_MAX_OPERATIONS = 10_000_000


def entry_of(program: HasModule, entry: str | None) -> Function:
    """The function called `entry`; without a name ``@main``, or else the only public function."""
    module = program.module
    if entry is not None:
        return module.function(entry)
    public = [function for function in module.functions.values() if not function.is_private]
    if "main" in module.functions or not public:
        return module.function("main")
    if len(public) > 1:
        names = ", ".join(f"@{function.name}" for function in public)
        raise UsageError(f"the program has several public functions and no @main: {names}\n  fix: name one as entry")
    return public[0]


def no_program(given: object, what: str) -> UsageError:
    """The error where `hl.<what>` is given something else than a program."""
    fix = "decorate it with @hl.function(...) and the types of its arguments"
    if isinstance(given, (str, bytes, PathLike)):
        fix = "read it: hl.parse(...)"
    return usage_error(
        f"hl.{what} takes a function made with @hl.function(...) or a program, not {described(given)}\n  fix: {fix}"
    )


def tensor_types(values: Sequence[Value], what: str, name: str, maker: str) -> list[TensorType]:
    """The types of the arguments or results (`what`) of the function `name`, which `hl.<maker>` got."""
    types = []
    for value in values:
        if not isinstance(value.type, TensorType):
            raise usage_error(f"{name} has the {what} {value.type}, and hl.{maker} takes functions of tensors")
        types.append(value.type)
    return types


def flattened(module: Module, function: Function) -> Block:
    """A copy of the body of `function`, the functions that it calls written out in it.

    What its composites are decomposed to becomes part of the program being built.
    """
    block = function.body
    flat = _Flat(module)
    copy = Block([argument.type for argument in block.arguments], [argument.name for argument in block.arguments])
    values = dict(zip(block.arguments, copy.arguments, strict=True))
    copy.operations = flat.operations(block, values, (function.name,))
    return copy


class _Flat:
    def __init__(self, module: Module) -> None:
        self.functions = module.functions
        self.count = 0

    def operations(self, block: Block, values: dict[Value, Value], callers: tuple[str, ...]) -> list[Operation]:
        """Copies of the operations of `block`; `values` says what stands for the values they use, and learns theirs."""
        copies: list[Operation] = []
        for operation in block.operations:
            attribute = _CALLS.get(operation.name)
            own = own_decomposition(operation)
            if attribute is None or own is not None:
                copies.append(self._copy(operation, values, callers, own))
                continue
            callee = cast(SymbolRef, operation.attributes[attribute]).name
            if callee in callers:
                raise UsageError(f"@{callee} calls itself ({operation.location}), and a program has no recursion")
            if callee not in self.functions or self.functions[callee].is_declaration:
                raise UsageError(f"@{callee}, called at {operation.location}, has no body in the program")
            body = self.functions[callee].body
            inner = dict(zip(body.arguments, (values[operand] for operand in operation.operands), strict=True))
            copies.extend(self.operations(body, inner, (*callers, callee)))
            returned = copies.pop().operands  # the callee's return
            values.update(zip(operation.results, returned, strict=True))
        return copies

    def _copy(
        self, operation: Operation, values: dict[Value, Value], callers: tuple[str, ...], own: Decomposition | None
    ) -> Operation:
        self.count += 1
        if self.count > _MAX_OPERATIONS:
            raise usage_error(f"the program has over {_MAX_OPERATIONS:,} operations once its calls are written out")
        regions = []
        for region in operation.regions:
            (block,) = region.blocks
            copy = Block([argument.type for argument in block.arguments], [a.name for a in block.arguments])
            values.update(zip(block.arguments, copy.arguments, strict=True))
            copy.operations = self.operations(block, values, callers)
            regions.append(Region([copy]))
        new = Operation(
            operation.name,
            [values[operand] for operand in operation.operands],
            [result.type for result in operation.results],
            operation.attributes if own is None else {**operation.attributes, "decomposition": SymbolRef((own.name,))},
            regions,
            operation.location,
        )
        if own is not None:
            own.bring_along(require_scope("a derivative"))
        values.update(zip(operation.results, new.results, strict=True))
        return new
