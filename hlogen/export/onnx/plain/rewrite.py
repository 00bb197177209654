"""Walks a program and writes another with the same meaning, of real tensors: see `hlogen.export.onnx.plain`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import islice

from hlogen.builder.emit import emit
from hlogen.builder.shape import concatenate, reshape
from hlogen.builder.shape import slice as sliced
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Scope, filling, located
from hlogen.definitions.registry import Definition, written
from hlogen.errors import UsageError
from hlogen.export.onnx.plain.context import PartsContext
from hlogen.export.onnx.plain.registry import COMPLEX, PARTS, QUANTIZED, PartsRule, definition_of
from hlogen.export.onnx.plain.types import (
    elements_of,
    interface_of,
    is_complex,
    is_plain,
    is_quantized,
    parts_of,
    types_met,
)
from hlogen.export.onnx.sizes import STATIC
from hlogen.ir import (
    Block,
    Function,
    FunctionType,
    Location,
    Module,
    Operation,
    Region,
    TensorType,
    Type,
    Value,
)
from hlogen.program.calls import callees_first

MISSING = "hlogen:missing"  # what stands for an operation that has no form, so that all of them are found
_NOWHERE = Location("unknown")


def rule_for(operation: Operation) -> PartsRule | None:
    """What is written for an operation on parts; None where it has no such form. Its types aren't all plain."""
    name, types = operation.name, types_met(operation)
    for is_so, registry in ((is_complex, COMPLEX), (is_quantized, QUANTIZED)):
        if any(map(is_so, types)) and name in registry.rows():
            return registry.rows()[name]
    return PARTS.rows().get(name)


def plain(module: Module, entry: Function) -> tuple[Module, Function, list[str]]:
    """The program of @entry and what it calls, rewritten; and what has no form, where hlogen:missing stands for it."""
    names, _ = callees_first(module.functions, entry.name)
    functions = [module.functions[name] for name in names]
    if not any(_needs_rewriting(operation) for function in functions for operation in function.operation.walk()):
        return module, entry, []
    rewriter = _Rewriter()
    operations = [rewriter.function(function, function.name == entry.name) for function in functions]
    made = Module(operations, module.attributes, module.name, module.location, module.source)
    return made, made.function(entry.name), rewriter.errors


def _needs_rewriting(operation: Operation) -> bool:
    return definition_of(operation.name) is not None or not all(map(is_plain, types_met(operation)))


class _Rewriter:
    """`parts` are what stands for the values of the old program; `errors` says what has no form."""

    def __init__(self) -> None:
        self.parts: dict[Value, tuple[Value, ...]] = {}
        self.errors: list[str] = []

    def function(self, function: Function, is_entry: bool) -> Operation:
        attributes = dict(function.operation.attributes)
        split = interface_of if is_entry else parts_of
        inputs = tuple(part for type in function.type.inputs for part in split(type))
        results = tuple(part for type in function.type.results for part in split(type))
        for described, before, now in (
            ("arg_attrs", function.type.inputs, inputs),
            ("res_attrs", function.type.results, results),
        ):
            if len(before) != len(now):
                attributes.pop(described, None)
        attributes["function_type"] = FunctionType(inputs, results)
        pairs = is_entry and any(map(is_complex, elements_of(function.type.inputs)))
        copy = self._entry_block(function) if pairs else self._started(function.body)
        scope = Scope(copy, f"function {function.name}", _NOWHERE, None, function.name)
        with filling(scope):
            if pairs:
                self._take_apart(function, scope)
            self._fill(function.body, scope, joined=is_entry)
        return Operation("func.func", (), (), attributes, [Region([copy])], function.location)

    def region(
        self,
        region: Region,
        around: Scope,
        what: str,
        ordered: Callable[[Sequence[Value]], Sequence[tuple[Value, int]]] | None = None,
    ) -> Region:
        block = region.block
        copy = self._started(block) if ordered is None else self._ordered(block, ordered(block.arguments))
        scope = Scope(copy, f"a region of {what}", _NOWHERE, around)
        with filling(scope):
            self._fill(block, scope)
        return Region([copy])

    def _started(self, block: Block) -> Block:
        """A block with the parts of another's arguments for arguments."""
        everything = [(argument, k) for argument in block.arguments for k in range(len(parts_of(argument.type)))]
        return self._ordered(block, everything)

    def _ordered(self, block: Block, order: Sequence[tuple[Value, int]]) -> Block:
        types = [parts_of(argument.type)[k] for argument, k in order]
        copy = Block(types, [_part_name(argument, k) for argument, k in order])
        placed = {(argument, k): now for (argument, k), now in zip(order, copy.arguments, strict=True)}
        for argument in block.arguments:
            self.parts[argument] = tuple(placed[argument, k] for k in range(len(parts_of(argument.type))))
        return copy

    def _entry_block(self, function: Function) -> Block:
        types: list[Type] = []
        names: list[str | None] = []
        for argument in function.arguments:
            wholes = interface_of(argument.type)
            types += wholes
            names += [argument.name] if len(wholes) == 1 else [_numbered(argument, k) for k in range(len(wholes))]
        return Block(types, names)

    def _take_apart(self, function: Function, scope: Scope) -> None:
        """The parts of the entry's arguments, of which complex ones are pairs."""
        given = iter(scope.block.arguments)
        for argument in function.arguments:
            parts: list[Value] = []
            for element in elements_of([argument.type]):
                if is_complex(element):
                    parts += _apart(Tensor(next(given), scope))
                else:
                    parts += islice(given, len(parts_of(element)))
            self.parts[argument] = tuple(parts)

    def _fill(self, block: Block, scope: Scope, joined: bool = False) -> None:
        for operation in block.operations:
            with located(operation.location or _NOWHERE):
                if operation.name.endswith("return"):
                    self._return(operation, scope, joined)
                else:
                    self._operation(operation, scope)

    def _return(self, operation: Operation, scope: Scope, joined: bool) -> None:
        values: list[Value] = []
        for operand in operation.operands:
            parts = iter(self.parts[operand])
            for element in elements_of([operand.type]):
                own = list(islice(parts, len(parts_of(element))))
                values += [_together(own, scope)] if joined and is_complex(element) else own
        emit(operation.name, [Tensor(value, scope) for value in values], operation.attributes, result_types=())

    def _operation(self, operation: Operation, scope: Scope) -> None:
        name = operation.name
        is_special = not all(map(is_plain, types_met(operation)))
        rule = rule_for(operation) if is_special else None
        define = definition_of(name)
        if rule is None and define is not None:
            rule = partial(self._defined, define, scope)
        elif rule is None and is_special:
            self._refuse(operation, f"it has no form for {_special_of(operation)}", scope)
            return
        if rule is None:
            made = emit(
                name,
                [Tensor(self.parts[operand][0], scope) for operand in operation.operands],
                operation.attributes,
                [self.region(region, scope, name) for region in operation.regions],
                [result.type for result in operation.results],
            )
        else:
            try:
                made = tuple(rule(PartsContext(operation, self, scope)))
            except UsageError as error:
                self._refuse(operation, str(error), scope)
                return
        self._take(operation, [tensor.value for tensor in made])

    def _take(self, operation: Operation, values: Sequence[Value]) -> None:
        """`values` are the parts of the operation's results."""
        given = iter(values)
        for result in operation.results:
            types = parts_of(result.type)
            parts = tuple(islice(given, len(types)))
            assert [part.type for part in parts] == list(types), f"{operation.name} gave {parts} for {result.type}"
            for k, part in enumerate(parts):
                part.name = part.name or _part_name(result, k)
            self.parts[result] = parts
        assert next(given, None) is None, f"{operation.name} gave more than its results"

    def _defined(self, define: Definition, scope: Scope, site: PartsContext) -> Sequence[Tensor]:
        """Writes what the operation is defined to be, rewritten itself."""
        dynamic = [type for type in types_met(site.op) if isinstance(type, TensorType) and not type.is_static]
        try:
            block = written(define, site.op)
        except UsageError:
            if not dynamic:
                raise
            block = None
        if block is None and dynamic:
            raise UsageError(f"its meaning is written out for static shapes, and {dynamic[0]} isn't\n  fix: {STATIC}")
        if block is None:
            raise UsageError("it isn't defined for these types and attributes")
        returned = block.operations.pop().operands
        return self.written_out(block, site.op.operands, returned, scope)

    def written_out(
        self, block: Block, operands: Sequence[Value], results: Sequence[Value], scope: Scope
    ) -> Sequence[Tensor]:
        """Writes the operations of a block, rewritten, and gives the parts of `results`, values of it."""
        for argument, operand in zip(block.arguments, operands, strict=True):
            self.parts[argument] = self.parts[operand]
        self._fill(block, scope)
        return [Tensor(part, scope) for result in results for part in self.parts[result]]

    def _refuse(self, operation: Operation, message: str, scope: Scope) -> None:
        where = f" (at {operation.location})" if operation.location else ""
        self.errors.append(f"{operation.name}{where}: {message}")
        types = [part for result in operation.results for part in parts_of(result.type)]
        self._take(operation, [tensor.value for tensor in emit(MISSING, result_types=types)])


def _apart(pairs: Tensor) -> list[Value]:
    shape = pairs.type.static_shape[:-1]
    parts = (sliced(pairs, start_indices=[*[0] * len(shape), k], limit_indices=[*shape, k + 1]) for k in (0, 1))
    return [reshape(part, shape).value for part in parts]


def _together(values: Sequence[Value], scope: Scope) -> Value:
    parts = [Tensor(value, scope) for value in values]
    shape = parts[0].type.static_shape
    return concatenate([reshape(part, [*shape, 1]) for part in parts], dimension=len(shape)).value


def _part_name(value: Value, k: int) -> str | None:
    if value.name is None or is_plain(value.type) or is_quantized(value.type):
        return value.name
    return f"{value.name}_{('real', 'imag')[k]}" if is_complex(value.type) else f"{value.name}_{k}"


def _numbered(value: Value, k: int) -> str | None:
    return None if value.name is None else f"{value.name}_{k}"


def _special_of(operation: Operation) -> str:
    """What an operation has that isn't plain, for messages."""
    return str(next(type for type in types_met(operation) if not is_plain(type)))
