"""What the models are asked about: the operation of a minimal program, its operands, and what came of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

import interpreter
from hlogen.conform.forms import Form
from hlogen.errors import HlogenError
from hlogen.fuzz.elements import Array
from hlogen.ir import (
    Attribute,
    Block,
    DenseElements,
    FunctionType,
    Module,
    Operation,
    Region,
    TensorType,
    Type,
    Value,
)
from hlogen.program.copy import Copier
from interpreter.values.same import is_same

Results: TypeAlias = "tuple[Array, ...]"


@dataclass(frozen=True)
class Wrong:
    """Results that aren't those of the specification: `got` instead of `expected`.

    Where the program is one operation, beside constants, `alone` is that.
    """

    expected: Results
    got: Results
    alone: Alone | None

    @property
    def is_wrong(self) -> bool:
        return not all(is_same(*pair).all() for pair in zip(self.got, self.expected, strict=True))


@dataclass(frozen=True)
class Alone:
    """One operation with arrays for its operands, to be run again with some of it changed."""

    op: Operation
    types: tuple[TensorType, ...]
    operands: tuple[Array, ...]

    @property
    def name(self) -> str:
        return self.op.name.partition(".")[2]

    @property
    def attributes(self) -> Mapping[str, Attribute]:
        return self.op.attributes

    def with_operand(self, at: int, array: Array, type: TensorType | None = None) -> Alone:
        """The same with another operand, of another type if one is given."""
        types = self.types if type is None else (*self.types[:at], type, *self.types[at + 1 :])
        return replace(self, types=types, operands=(*self.operands[:at], array, *self.operands[at + 1 :]))

    def with_attributes(self, **changed: Attribute | None) -> Alone:
        """The same with other attributes; None leaves one out."""
        attributes = {name: value for name, value in {**self.attributes, **changed}.items() if value is not None}
        op = Operation(
            self.op.name, self.op.operands, [each.type for each in self.op.results], attributes, self.op.regions
        )
        return replace(self, op=op)

    def with_name(self, name: str) -> Alone:
        """Another operation on the same operands."""
        types = tuple(each.type for each in self.op.results)
        op = Operation(f"stablehlo.{name}", self.op.operands, types, self.attributes, self.op.regions)
        return replace(self, op=op)

    def with_regions(self, copier: Copier, types: Sequence[TensorType] | None = None) -> Alone:
        """The same with its regions as the copier copies them, and results of other types if any are given."""
        results: Sequence[Type] = types or tuple(each.type for each in self.op.results)
        regions = [copier.region(each) for each in self.op.regions]
        return replace(self, op=Operation(self.op.name, self.op.operands, results, self.attributes, regions))

    def run(self, results: Sequence[TensorType] | None = None, **options: Any) -> Results | None:
        """What the specification says that this gives, with results of other types if any are given; None where it is
        no program."""
        block = Block(self.types)
        copier = Copier(dict(zip(self.op.operands, block.arguments, strict=True)))
        regions = [copier.region(each) for each in self.op.regions]
        types = tuple(results or (each.type for each in self.op.results))
        op = Operation(self.op.name, block.arguments, types, self.op.attributes, regions)
        block.operations += [op, Operation("func.return", op.results)]
        type = FunctionType(self.types, types)
        main = Operation("func.func", (), (), {"sym_name": "main", "function_type": type}, [Region([block])])
        try:
            return tuple(interpreter.run(Module([main]), *self.operands, **options))
        except (HlogenError, ValueError, IndexError, TypeError, KeyError):  # the mistake makes no sense here
            return None


def wrong(form: Form, got: Results) -> Wrong:
    """What is known of the results of a program."""
    return Wrong(form.expected(), got, _alone(form))


def apart(form: Form) -> Iterator[Form]:
    """Each operation of a program, alone on the operands that it has there."""
    block = form.module.function(form.entry).body
    operations = [each for each in block.operations[:-1] if each.name != "stablehlo.constant"]
    values = (*block.arguments, *(result for each in block.operations[:-1] for result in each.results))
    known = [each for each in values if isinstance(each.type, TensorType)]
    others = [each.operation for each in form.module.functions.values() if each.name != form.entry]
    whole = _module(block.arguments, block.operations[:-1], known, others)
    arrays = dict(zip(known, interpreter.run(whole, *form.arguments), strict=True))
    for operation in operations:
        has_tensors = all(each in arrays for each in (*operation.operands, *operation.results))
        if has_tensors and not any(_captures(each, arrays) for each in operation.regions):
            operands = tuple(dict.fromkeys(operation.operands))
            module = _module(operands, [operation], operation.results, others)
            yield Form(form.id, module, "main", tuple(arrays[each] for each in operands), ())


def _module(
    arguments: Sequence[Value], operations: Sequence[Operation], results: Sequence[Value], others: Sequence[Operation]
) -> Module:
    block = Block([each.type for each in arguments])
    copier = Copier(dict(zip(arguments, block.arguments, strict=True)))
    for operation in operations:
        copier.operation(operation, block.operations)
    block.operations.append(Operation("func.return", copier.now(results)))
    type = FunctionType(tuple(each.type for each in arguments), tuple(each.type for each in results))
    main = Operation("func.func", (), (), {"sym_name": "main", "function_type": type}, [Region([block])])
    return Module([main, *others])


def _alone(form: Form) -> Alone | None:
    block = form.module.function(form.entry).body
    known: dict[Value, Array] = dict(zip(block.arguments, form.arguments, strict=True))
    found: Operation | None = None
    for operation in block.operations[:-1]:
        value = operation.attributes.get("value")
        if operation.name == "stablehlo.constant" and isinstance(value, DenseElements):
            known[operation.result] = value.array
        elif found is not None:
            return None
        else:
            found = operation
    if found is None or not all(operand in known for operand in found.operands):
        return None
    if tuple(block.operations[-1].operands) != found.results or any(_captures(each, known) for each in found.regions):
        return None
    types = tuple(each.type for each in found.operands if isinstance(each.type, TensorType))
    if len(types) != len(found.operands):
        return None
    return Alone(found, types, tuple(np.asarray(known[each]) for each in found.operands))


def _captures(region: Region, known: Mapping[Value, Array]) -> bool:
    return any(value in known for block in region.blocks for op in block.walk() for value in op.operands)
