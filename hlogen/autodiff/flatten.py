"""A program as one function: calls and composites are replaced by what they call, elements of tuples by themselves,
asynchronous operations by what they start.

Only hlogen's own composites stay (`hlogen.autodiff.composites`), which have rules, and tuples that something else
takes. What is said of where elements are, goes: it changes nothing of what is computed, and the meshes that it names
aren't the new program's.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import cast

from hlogen.autodiff.composites import own_decomposition
from hlogen.autodiff.plain import plain_form
from hlogen.builder.emit import described
from hlogen.builder.function import Function as Decomposition
from hlogen.builder.trace import require_scope, usage_error
from hlogen.errors import UsageError
from hlogen.ir import (
    Block,
    Function,
    HasModule,
    IntegerAttr,
    Module,
    OpaqueAttr,
    Operation,
    Region,
    SymbolRef,
    TensorType,
    Value,
)
from hlogen.ir.printer import attribute_text
from hlogen.spec.process_groups import inlined

_CALLS = {"func.call": "callee", "stablehlo.composite": "decomposition"}
_TUPLES = ("stablehlo.tuple", "stablehlo.get_tuple_element")
_MAX_OPERATIONS = 10_000_000

# What is gone before anything is derived or batched.
WRITTEN_OUT = frozenset({*_CALLS, *_TUPLES, "stablehlo.async_start", "stablehlo.async_done"})


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
    if flat.has_tuples:
        _without_unused_tuples(copy, set())
    return copy


def _without_unused_tuples(block: Block, used: set[Value]) -> None:
    """Takes the tuples out of `block` that nothing behind them uses; `used` learns what the rest uses."""
    kept = []
    for operation in reversed(block.operations):
        if operation.name == "stablehlo.tuple" and operation.result not in used:
            continue
        for region in operation.regions:
            _without_unused_tuples(region.block, used)
        used.update(operation.operands)
        kept.append(operation)
    block.operations = kept[::-1]


class _Flat:
    def __init__(self, module: Module) -> None:
        self.functions = module.functions
        self.meshes = {
            str(operation.attributes.get("sym_name")): attribute_text(operation.attributes["mesh"])
            for operation in module.operations
            if operation.name == "sdy.mesh"
        }
        self.count = 0
        self.has_tuples = False
        self.started: dict[Value, Sequence[Value]] = {}  # what the operation gives that a future stands for

    def operations(self, block: Block, values: dict[Value, Value], callers: tuple[str, ...]) -> list[Operation]:
        """Copies of the operations of `block`; `values` says what stands for the values they use, and learns theirs."""
        copies: list[Operation] = []
        for operation in block.operations:
            same = self._handed_on(operation, values)
            if same is not None:
                values[operation.result] = same
                continue
            begun = self._begun(operation, values, callers)
            if begun is not None:
                copies.extend(begun)
                continue
            plain = plain_form(operation, [values[operand] for operand in operation.operands])
            if plain is not None:
                copies.extend(plain)
                values.update(zip(operation.results, plain[-1].results, strict=True))
                continue
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

    def _begun(
        self, operation: Operation, values: dict[Value, Value], callers: tuple[str, ...]
    ) -> list[Operation] | None:
        """What an asynchronous operation starts, and nothing for waiting for it; None for any other."""
        if operation.name == "stablehlo.async_start":
            body = operation.regions[0].block
            inner = dict(zip(body.arguments, (values[operand] for operand in operation.operands), strict=True))
            copies = self.operations(body, inner, callers)
            self.started[operation.result] = copies.pop().operands
            return copies
        if operation.name == "stablehlo.async_done" and operation.operands[0] in self.started:
            values.update(zip(operation.results, self.started[operation.operands[0]], strict=True))
            return []
        return None

    def _handed_on(self, operation: Operation, values: dict[Value, Value]) -> Value | None:
        """The value that the result of `operation` is, if it computes nothing."""
        self.has_tuples |= operation.name in _TUPLES
        if operation.name == "sdy.sharding_constraint" or operation.attributes.get("call_target_name") == "Sharding":
            (operand,) = operation.operands
            return values[operand] if operand.type == operation.result.type else None
        if operation.name != "stablehlo.get_tuple_element":
            return None
        made_by = values[operation.operands[0]].owner
        index = operation.attributes.get("index")
        if (
            not isinstance(made_by, Operation)
            or made_by.name != "stablehlo.tuple"
            or not isinstance(index, IntegerAttr)
        ):
            return None
        return made_by.operands[index.value]

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
        attributes = operation.attributes
        if own is not None:
            attributes = {**attributes, "decomposition": SymbolRef((own.name,))}
        groups = attributes.get("replica_groups")
        if isinstance(groups, OpaqueAttr):
            attributes = {**attributes, "replica_groups": inlined(groups, self.meshes)}
        new = Operation(
            operation.name,
            [values[operand] for operand in operation.operands],
            [result.type for result in operation.results],
            attributes,
            regions,
            operation.location,
        )
        if own is not None:
            own.bring_along(require_scope("a derivative"))
        values.update(zip(operation.results, new.results, strict=True))
        return new
