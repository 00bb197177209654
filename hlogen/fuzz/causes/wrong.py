"""What the models are asked about: the operation of a minimal program, its operands, and what came of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
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
from hlogen.program.structure import CALLS, captured, captured_by
from interpreter.execution.listener import Listener
from interpreter.values.same import is_same

Results: TypeAlias = "tuple[Array, ...]"
_MOST_RUNS = 3  # of an operation in a loop that are looked at


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

    @property
    def runs_others(self) -> bool:
        """Whether it runs other operations, in regions or a function."""
        return bool(self.op.regions) or self.op.name in CALLS

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
        try:
            return tuple(interpreter.run(_main(block, ()), *self.operands, **options))
        except (HlogenError, ValueError, IndexError, TypeError, KeyError):  # the mistake makes no sense here
            return None


def wrong(form: Form, got: Results) -> Wrong:
    """What is known of the results of a program."""
    return Wrong(form.expected(), got, _alone(form))


def apart(form: Form) -> list[Form]:
    """Each operation that a program runs, alone on the operands that it has there: those of regions and functions, too,
    before the operations that run them."""
    seen = _Seen(form)
    interpreter.run(form.module, *form.arguments, entry=form.entry, listeners=[seen])
    return seen.forms


class _Seen(Listener):
    """Takes down operations with the values that they run on; what runs on scalars in lanes, on all of them at once."""

    def __init__(self, form: Form) -> None:
        self.forms: list[Form] = []
        self._form = form
        arguments = form.module.function(form.entry).body.arguments
        self._arrays: dict[Value, Array] = dict(zip(arguments, form.arguments, strict=True))
        self._runs: Counter[Operation] = Counter()

    def on_op(self, op: Operation, operands: Sequence[Any], results: Sequence[Any]) -> None:
        for value, array in zip((*op.operands, *op.results), (*operands, *results), strict=True):
            if isinstance(value.type, TensorType):
                self._arrays[value] = np.array(array)
        self._runs[op] += 1
        taken = tuple(dict.fromkeys((*op.operands, *captured(op))))
        if (
            op.name == "stablehlo.constant"
            or self._runs[op] > _MOST_RUNS
            or not self._arrays.keys() >= {*taken, *op.results}
        ):
            return
        arrays = [self._arrays[each] for each in taken]
        are_scalars = not op.regions and op.results and all(_type(each).rank == 0 for each in (*taken, *op.results))
        lanes = self._arrays[op.results[0]].shape if are_scalars else ()
        if lanes:
            arrays = [np.broadcast_to(each, lanes) for each in arrays]
        results, types = (
            [_type(each).with_shape(lanes) if lanes else _type(each) for each in values]
            for values in (op.results, taken)
        )
        if any(array.shape != type.shape for array, type in zip(arrays, types, strict=True)):
            return
        block = Block(types)
        copier = Copier(dict(zip(taken, block.arguments, strict=True)))
        regions = [copier.region(each) for each in op.regions]
        alone = Operation(op.name, copier.now(op.operands), results, op.attributes, regions)
        block.operations += [alone, Operation("func.return", alone.results)]
        others = (each.operation for name, each in self._form.module.functions.items() if name != self._form.entry)
        self.forms.append(Form(self._form.id, _main(block, others), "main", tuple(arrays), ()))


def _main(block: Block, functions: Iterable[Operation]) -> Module:
    """A module of a function of this block, and of others."""
    types = tuple(tuple(each.type for each in values) for values in (block.arguments, block.operations[-1].operands))
    main = Operation(
        "func.func", (), (), {"sym_name": "main", "function_type": FunctionType(*types)}, [Region([block])]
    )
    return Module([main, *functions])


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
    if tuple(block.operations[-1].operands) != found.results:
        return None
    types = tuple(each.type for each in found.operands if isinstance(each.type, TensorType))
    if len(types) != len(found.operands):
        return None
    operands = tuple(np.asarray(known[each]) for each in found.operands)
    if captured(found):
        regions = [_Captured(known).region(each) for each in found.regions]
        results = [each.type for each in found.results]
        found = Operation(found.name, found.operands, results, found.attributes, regions)
    return Alone(found, types, operands)


class _Captured(Copier):
    """A region with constants for what it sees outside."""

    def __init__(self, known: Mapping[Value, Array]) -> None:
        super().__init__()
        self._known = known

    def entered(self, block: Block) -> Block:
        copy = super().entered(block)
        for value in captured_by(block):
            if value in self._known and value not in self.values:
                elements = DenseElements(_type(value), self._known[value])
                copy.operations.append(Operation("stablehlo.constant", (), [value.type], {"value": elements}))
                self.stands([value], copy.operations[-1].results)
        return copy


def _type(value: Value) -> TensorType:
    assert isinstance(value.type, TensorType)
    return value.type
