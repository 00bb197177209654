"""Facts about the integers of a program, found on demand, each once.

The transfer function of a value's operation looks at the facts of its operands. Where one isn't known yet, that is
found first and the function is run again: so nothing recurses along a program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from hlogen.analysis.calls import argument_of_function
from hlogen.analysis.effort import Effort, Exhausted
from hlogen.analysis.elementwise import elementwise_fact
from hlogen.analysis.fact import FAR, Fact, fact_of_type, no_elements, restricted, with_values
from hlogen.analysis.lookup import LoopFacts
from hlogen.analysis.loops import facts_of_loop
from hlogen.analysis.range import Interval, Range
from hlogen.analysis.registry import row_of
from hlogen.analysis.view import View, integer_type, is_analysed, shape_at
from hlogen.errors import UsageError
from hlogen.ir import Block, Function, Module, Operation, TensorType, Value
from hlogen.program.structure import Structure
from hlogen.spec.operations import violations_in

__all__ = ["FAR", "Fact", "Facts", "Interval", "Range"]

_T = TypeVar("_T")
_NOWHERE: Mapping[int, int] = MappingProxyType({})
_Key: TypeAlias = tuple[Value, tuple[tuple[int, int], ...]]

# What comes up where an operation isn't as the specification wants it: an invalid program is a program too.
MALFORMED = (AssertionError, IndexError, KeyError, TypeError, UsageError, ValueError)


class Pending(Exception):
    """Some facts are needed that `facts` hasn't found yet."""

    def __init__(self, facts: Facts, keys: Sequence[_Key]) -> None:
        super().__init__(keys)
        self.facts = facts
        self.keys = keys


class Facts:
    """What is known of the integers of a program. Values that are looked at may not change afterwards.

    With a `module`, the arguments of its private functions are known from their calls, those of loops from what is
    carried. Without one (while a program is being built), arguments may be anything.
    """

    depth = 0  # of loops and calls that are looked at from inside

    def __init__(self, module: Module | None = None) -> None:
        self.structure = Structure(module)
        self.effort = Effort()
        self.lenient = True  # takes what is malformed as unknown, not as an error
        self.invalid = _invalid_in(module)  # what these give is unknown
        self.loops: dict[Operation, LoopFacts] = {}
        self._calls: dict[Operation, Facts] = {}
        self._known: dict[_Key, Fact] = {}

    def of(self, value: Value, at: Mapping[int, int] = _NOWHERE) -> Fact:
        """What is known of `value`, a tensor of integers; of its part at index ``at[d]`` along dimension d, if given.

        The part keeps the rank, with the size 1 along the dimensions in `at`. UsageError where the value isn't a tensor
        of integers or booleans, or has no such index.
        """
        if not is_analysed(value.type):
            raise UsageError(f"there are facts about tensors of integers and booleans, not about {value.type}")
        key = value, _places(value, at)
        known = self._known.get(key)
        return known if known is not None else self._find(key)

    def look(self, value: Value, at: Mapping[int, int] = _NOWHERE) -> Fact:
        """The same for transfer functions: raises Pending where the fact isn't found yet."""
        key = value, _places(value, at)
        known = self._known.get(key)
        if known is None:
            if not is_analysed(value.type):
                raise UsageError(f"there are no facts about {value.type}")
            raise Pending(self, [key])
        return known

    def prepare(self, parts: Iterable[tuple[Value, Mapping[int, int]]]) -> None:
        """Raises Pending where facts of these parts of values, so far as they have one, aren't found yet."""
        missing = self._missing((value, _places(value, at)) for value, at in parts)
        if missing:
            raise Pending(self, missing)

    def complete(self, look: Callable[[], _T]) -> _T:
        """What a function gives that looks at facts; those that it needs are found."""
        while True:
            try:
                return look()
            except Pending as pending:
                if pending.facts is not self:
                    raise
                for key in pending.keys:
                    self._find(key)

    def within(self, operation: Operation, arguments: Mapping[Value, Fact | None]) -> Facts:
        """Facts of the values in the regions of an operation, where these hold of the arguments."""
        return _Inside(self, arguments, operation)

    def called(self, call: Operation, function: Function) -> Facts:
        """Facts of the values of a function, called with the operands of `call`."""
        if call not in self._calls:
            operands = dict(zip(function.arguments, call.operands, strict=True))
            self._calls[call] = _Inside(self, {}, None, operands)
        return self._calls[call]

    def _find(self, wanted: _Key) -> Fact:
        """Finds a fact, and all that it needs before it."""
        known = self._known
        waiting, begun = [wanted], set[_Key]()
        while waiting:
            key = waiting[-1]
            if key in known:
                waiting.pop()
                continue
            if key not in begun:
                begun.add(key)
                needed = self._needed(key)
                if needed:
                    waiting += needed
                    continue
            try:
                known[key] = self._derived(key)
            except Pending as pending:
                if pending.facts is not self:
                    raise
                for key in pending.keys:
                    if key in begun:  # it depends on itself: functions that call each other
                        known[key] = _unknown(key)
                waiting += pending.keys
        return known[wanted]

    def _needed(self, key: _Key) -> list[_Key]:
        """What is surely looked at for a fact."""
        value, places = key
        owner = value.owner
        if places or not isinstance(owner, Operation) or row_of(owner) is None:
            return []
        return self._missing((operand, ()) for operand in owner.operands)

    def _missing(self, keys: Iterable[_Key]) -> list[_Key]:
        return [key for key in keys if is_analysed(key[0].type) and key not in self._known]

    def _derived(self, key: _Key) -> Fact:
        value, places = key
        at = dict(places)
        shape = shape_at(value.type, at)
        if 0 in shape:
            return no_elements(shape)
        if at and self.effort.parts <= 0:
            return restricted(self.look(value), at)
        try:
            fact = self._argument(value, at) if isinstance(value.owner, Block) else self._result(value, value.owner, at)
        except MALFORMED:
            if not self.lenient:
                raise
            return _unknown(key)
        self.effort.parts -= bool(at)
        return with_values(fact, integer_type(value.type))

    def _result(self, value: Value, operation: Operation, at: Mapping[int, int]) -> Fact:
        row = row_of(operation)
        view = View(self, value, operation, at)
        if row is None or operation in self.invalid:
            return view.unknown()
        if row.elementwise is not None:
            return elementwise_fact(row, view)
        assert row.rule is not None
        if at and not row.views:
            return restricted(self.look(value), at)
        return row.rule(view)

    def _argument(self, value: Value, at: Mapping[int, int]) -> Fact:
        """What is known of an argument of a function or a region."""
        assert isinstance(value.owner, Block)
        operation, found = self.structure.owners.get(value.owner), None
        if operation is not None and operation.name == "stablehlo.while":
            found = facts_of_loop(self, operation).argument(self, value, operation, at)
        elif operation is not None and operation.name == "func.func":
            found = argument_of_function(self, operation, value, at)
        return found or fact_of_type(integer_type(value.type), shape_at(value.type, at))


class _Inside(Facts):
    """Facts of the values in a loop or a function, where some hold of its arguments: `known`, or those of `operands`.

    What is defined outside of `operation` is looked up in `outer`, which has found it before.
    """

    def __init__(
        self,
        outer: Facts,
        known: Mapping[Value, Fact | None],
        operation: Operation | None,
        operands: Mapping[Value, Value] = MappingProxyType({}),
    ) -> None:
        super().__init__()
        self.structure, self.effort, self.lenient = outer.structure, outer.effort, outer.lenient
        self.invalid = outer.invalid
        self.depth = outer.depth + 1
        self._outer = outer
        self._arguments = known
        self._operands = operands
        self._defined = None if operation is None else self.structure.defined(operation)

    def _needed(self, key: _Key) -> list[_Key]:
        return super()._needed(key) if self._defined is None or key[0] in self._defined else []

    def _derived(self, key: _Key) -> Fact:
        value, places = key
        at = dict(places)
        fact = self._arguments.get(value)
        if fact is not None:
            return restricted(fact, at)
        if value in self._operands:
            return self._outer.look(self._operands[value], at)
        if self._defined is not None and value not in self._defined:
            return restricted(self._outer.look(value), at)
        self.effort.repeated -= 1
        if self.effort.repeated < 0:
            raise Exhausted
        return super()._derived(key)


def _invalid_in(module: Module | None) -> frozenset[Operation]:
    """The operations of a program that break rules, which somebody may have read all the same."""
    if module is None or not module.is_refused:
        return frozenset()
    return frozenset(operation for operation, _ in violations_in(module) if operation is not None)


def _places(value: Value, at: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Where a part is: dimensions of size 1 are whole in any case."""
    if not at:
        return ()
    assert isinstance(value.type, TensorType)
    shape = value.type.shape
    places = []
    for d, index in sorted(at.items()):
        if not 0 <= d < len(shape):
            raise UsageError(f"{value.type} has no dimension {d}")
        size = shape[d]
        if index < 0 or (size is not None and index >= size):
            raise UsageError(f"dimension {d} of {value.type} has no index {index}")
        if size != 1:
            places.append((d, index))
    return tuple(places)


def _unknown(key: _Key) -> Fact:
    value, places = key
    return fact_of_type(integer_type(value.type), shape_at(value.type, dict(places)))
