"""Makes a program of a program, by rules that replace single operations.

A rule is written with the builder, as a user would write the operations that it emits::

    def rule(site: MatchedOp) -> Sequence[Tensor] | None:
        if nothing_to_do(site.op):
            return None                                  # the operation stays as it is
        return site.again(operands=[...], attributes={...})

The program that is rewritten stays as it is; the new one shares no operation with it that could be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from hlogen.analysis.fact import Array
from hlogen.analysis.facts import Facts
from hlogen.analysis.judge import Judgement, judge
from hlogen.analysis.view import is_analysed
from hlogen.builder.emit import emit
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import Scope, filling, located
from hlogen.forking import cached_property
from hlogen.ir import (
    Attribute,
    Block,
    Function,
    HasModule,
    Location,
    Module,
    Operation,
    Region,
    TensorType,
    Type,
    Value,
)
from hlogen.mlir.diagnostics import with_place
from hlogen.mlir.errors import VerificationError
from hlogen.program.copy import Copier
from hlogen.program.structure import Structure
from hlogen.program.unused import drop_freed
from hlogen.transform.changes import note
from hlogen.transform.whole import is_plain

Rule: TypeAlias = "Callable[[MatchedOp], Sequence[Tensor] | None]"


class MatchedOp:
    """One operation of the program that is rewritten.

    `op` is the operation as it stands there, `operands` are the tensors that stand for its operands in the new program.
    `facts` (and `judgement`, of a gather or scatter) are about the program that is rewritten: ask them about `op`.
    """

    def __init__(self, op: Operation, rewriter: _Rewriter, scope: Scope) -> None:
        self.op = op
        self.facts = rewriter.facts
        self._rewriter = rewriter
        self._scope = scope

    @cached_property
    def operands(self) -> tuple[Tensor, ...]:
        return tuple(self.now(value) for value in self.op.operands)

    @cached_property
    def judgement(self) -> Judgement:
        return judge(self.op, self.facts)

    def integers(self, value: Value) -> Array | None:
        """The integers of a value of the old program, in 64 bits, where they are known and not many."""
        return self.facts.of(value).constant if is_analysed(value.type) else None

    def now(self, value: Value) -> Tensor:
        """What stands for a value of the old program that can be used here, such as an operand's own operand."""
        return self.tensor(self._rewriter.values[value])

    def tensor(self, value: Value) -> Tensor:
        """A value of the new program that can be used here."""
        return Tensor(value, self._scope)

    def regions(self, given: Mapping[Value, Tensor] = MappingProxyType({})) -> list[Region]:
        """The operation's regions, rewritten; `given` are what stands for arguments of theirs, which stay unused."""
        return self._rewriter.regions(self.op, {value: tensor.value for value, tensor in given.items()})

    def written_out(self, block: Block, operands: Sequence[Tensor]) -> list[Tensor]:
        """Puts the operations of one of its blocks here, entered with `operands`; gives what it returns."""
        values = self._rewriter.written_out(block, [operand.value for operand in operands], self._scope)
        return [self.tensor(value) for value in values]

    def again(
        self,
        operands: Sequence[Tensor] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        result_types: Sequence[Type] | None = None,
        regions: Sequence[Region] | None = None,
    ) -> tuple[Tensor, ...]:
        """Emits the operation once more, with other operands; `attributes` replace those of the same names."""
        return emit(
            self.op.name,
            self.operands if operands is None else operands,
            {**self.op.attributes, **(attributes or {})},
            self.regions() if regions is None else regions,
            [result.type for result in self.op.results] if result_types is None else result_types,
        )


def rewritten(program: HasModule, rules: Mapping[str, Rule]) -> Module:
    """A copy of `program` in which the rule for an operation's name says what stands for it.

    Names, places, attributes, symbols and whatever else the program has stay. Functions whose bodies are made of
    several blocks are left alone. Raises ConstraintError where the program was read although it isn't valid.
    """
    module = program.module
    module.require_valid()
    rewriter = _Rewriter(module, rules)
    operations = [rewriter.top(operation) for operation in module.operations]
    return Module(operations, module.attributes, module.name, module.location, module.source)


def simplified(program: HasModule, rules: Mapping[str, Rule]) -> Module:
    """`rewritten`, and what the operations that went away alone have used goes, too."""
    freed, structure = list[Value](), Structure(program.module)

    def freeing(rule: Rule) -> Rule:
        def applied(site: MatchedOp) -> Sequence[Tensor] | None:
            results = rule(site)
            if results is not None:
                freed.extend(site.now(value).value for value in (*site.op.operands, *structure.captured(site.op)))
            return results

        return applied

    module = rewritten(program, {name: freeing(rule) for name, rule in rules.items()})
    drop_freed(module, freed)
    return module


class _Rewriter(Copier):
    def __init__(self, module: Module, rules: Mapping[str, Rule]) -> None:
        super().__init__()
        self.rules = rules
        self.facts = Facts(module)
        self.scope: Scope | None = None  # of the block that is being filled

    def top(self, operation: Operation) -> Operation:
        return self.again(operation) if operation.name == "func.func" and is_plain(Function(operation)) else operation

    def written_out(self, block: Block, operands: Sequence[Value], scope: Scope) -> list[Value]:
        self.stands(block.arguments, operands)
        for operation in block.operations[:-1]:
            self.operation(operation, scope.block.operations)
        return self.now(block.operations[-1].operands)

    def regions(self, operation: Operation, given: Mapping[Value, Value] = MappingProxyType({})) -> list[Region]:
        around, name = self.scope, Function(operation).name if operation.name == "func.func" else None
        copies = []
        for region in operation.regions:
            copy = self.entered(region.block)
            self.values.update(given)
            what = f"function {name}" if name else f"a region of {operation.name}"
            self.scope = Scope(copy, what, Location("a program that is rewritten"), around, name)
            with filling(self.scope):
                self.fill(region.block, copy.operations)
            copies.append(Region([copy]))
        self.scope = around
        return copies

    def operation(self, operation: Operation, copies: list[Operation]) -> None:
        scope, rule, first = self.scope, self.rules.get(operation.name), len(copies)
        assert scope is not None
        with located(operation.location or Location("unknown")):
            replaced = None if rule is None else rule(MatchedOp(operation, self, scope))
            if replaced is None:
                super().operation(operation, copies)
                scope.values.update(copies[-1].results)
                return
        results = [tensor.value for tensor in replaced]
        _hand_on_notes(operation, results, copies[first:])
        note("rewritten", operation)
        for old, now in zip(operation.results, results, strict=True):
            if now.owner in copies[first:] and _are_compatible(old.type, now.type):
                now.type = old.type  # what the program says of sizes, where a rule has found out more, or less
            if old.type != now.type and isinstance(old.type, TensorType):  # not all types are held against it before
                message = f"{operation.name} gives {now.type}, but the program says {old.type}"
                raise VerificationError(with_place(operation.location, message), [message])
            now.name = now.name or old.name
        self.stands(operation.results, results)


def _hand_on_notes(operation: Operation, results: Sequence[Value], made: Sequence[Operation]) -> None:
    """Puts what other dialects say of an operation, such as how it is sharded, on those that now give its results.

    A sharding lists all results, and is left out where they come from several operations.
    """
    notes = {name: value for name, value in operation.attributes.items() if "." in name}
    owners = {result.owner for result in results}
    for owner in made:
        if owner in owners:
            kept = {name: value for name, value in notes.items() if len(owners) == 1 or name not in _SHARDINGS}
            owner.attributes = {**owner.attributes, **kept}


def _are_compatible(one: Type, other: Type) -> bool:
    """Whether these are tensors that differ in no more than in what is known of their sizes."""
    return (
        isinstance(one, TensorType)
        and isinstance(other, TensorType)
        and (one.element_type, one.rank) == (other.element_type, other.rank)
        and all(None in pair or len(set(pair)) == 1 for pair in zip(one.shape, other.shape, strict=True))
    )


_SHARDINGS = ("sdy.sharding", "mhlo.sharding")
