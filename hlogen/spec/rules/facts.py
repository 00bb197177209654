"""An operation as its rules see it: operands, attributes, regions and results by the specification's names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, TypeAlias

from hlogen.ir.attributes import (
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    DotDimensionNumbers,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    SymbolRef,
    UnitAttr,
)
from hlogen.ir.module import Block, Operation, Region, Value
from hlogen.ir.printer import attribute_text
from hlogen.ir.types import FunctionType, TensorType, Type
from hlogen.spec.constraint import Undecided
from hlogen.spec.dims import Dim
from hlogen.spec.formula.evaluate import value
from hlogen.spec.formula.functions import Called, Table
from hlogen.spec.formula.syntax import Node
from hlogen.spec.optable import OPS, Presence
from hlogen.spec.process_groups import group_size, row_size
from hlogen.spec.rules.misread import misread

_CHANNEL_TYPES = ("CHANNEL_TYPE_INVALID", "DEVICE_TO_DEVICE", "DEVICE_TO_HOST", "HOST_TO_DEVICE")
_CHANNEL = re.compile(r"\bhandle = (-?\d+),\s*type = (-?\d+)")
_ALGORITHM = re.compile(r"(\w+) = (?:(-?\d+)|(true|false)|([^,<>]+))")
_ALGORITHM_FIELDS = (
    *("lhs_precision_type", "rhs_precision_type", "accumulation_type", "lhs_component_count", "rhs_component_count"),
    *("num_primitive_operations", "allow_imprecise_accumulation"),
)
_ALIAS = re.compile(r"#stablehlo\.output_operand_alias<(.*)>", re.S)
_ALIAS_FIELDS = tuple(
    re.compile(rf"\b{name}\s*=\s*{value}")
    for name, value in (
        ("output_tuple_indices", r"\[([-\d\s,]*)\]"),
        ("operand_index", r"(-?\d+)"),
        ("operand_tuple_indices", r"\[([-\d\s,]*)\]"),
    )
)
_MOST_ENTRIES = 1 << 17  # of a list or a table
_STRUCTURED = (DotDimensionNumbers, ConvDimensionNumbers)
# Inputs that are fields of these, whose lists are tuples of integers.
IN_STRUCTURES = frozenset(field.name for cls in _STRUCTURED for field in fields(cls))


class Absent(Undecided):
    """Raised for an optional attribute that isn't there: what speaks of it holds."""


# What stands in a region of which only its type is known.
ANYTHING = "hlogen.anything"
# The functions that an operation of a program may name, with their types, None where it couldn't be read; and None
# where nobody knows the program.
Functions: TypeAlias = "Mapping[str, FunctionType | None] | None"


def _open(of: Callable[[Mapping[str, Any]], int | None]) -> Callable[[Operation], int | Dim]:
    def size(op: Operation) -> int | Dim:
        found = of(op.attributes)
        return Dim(None) if found is None else found

    return size


def _started(op: Operation) -> tuple[Block, Operation]:
    """The body of an asynchronous operation, and the one operation in it but for its return."""
    block = _body(op)
    if len(block.operations) != 2:
        raise Undecided
    return block, block.operations[0]


def _body(op: Operation) -> Block:
    return _block_of(op.regions[0] if len(op.regions) == 1 else None)[0]


def _results(op: Operation) -> tuple[Type, ...]:
    return tuple(value.type for value in _started(op)[1].results)


def _operations(op: Operation) -> tuple[str, ...]:
    found = tuple(operation.name.removeprefix("stablehlo.") for operation in _body(op).operations[:-1])
    if ANYTHING in found:
        raise Undecided
    return found


def _passed(op: Operation) -> tuple[str, ...]:
    """What the operation in the body is given, of what the body has: arguments or, where it takes none, operands."""
    block, inner = _started(op)
    if inner.name == ANYTHING:
        raise Undecided
    what, values = ("argument", block.arguments) if block.arguments else ("operand", op.operands)

    def told(at: int, value: Value) -> str:
        if at < len(values) and values[at] is value:
            return f"{what} {at}"
        return f"{what} {values.index(value)}" if value in values else "another value"

    return tuple(told(at, value) for at, value in enumerate(inner.operands))


def _all_passed(op: Operation) -> tuple[str, ...]:
    what = "argument" if _body(op).arguments else "operand"
    return tuple(f"{what} {at}" for at in range(len(op.operands)))


# What MLIR says in other words: the sizes of process groups and of the rows of replica_groups, open where only a run
# knows them, whether dot_general has no algorithm, and what is wrong with dimension numbers that can't be read; of the
# body of async_start its operations but for the return, what the one that there is gives and what it is passed, and
# what it should be.
DERIVED: dict[str, Callable[[Operation], Any]] = {
    "process_group_size": _open(group_size),
    "replica_group_size": _open(row_size),
    "misread_numbers": lambda op: misread(op.attributes),
    "is_empty_algorithm": lambda op: "algorithm" not in op.attributes,
    "operations": _operations,
    "passed": _passed,
    "all_passed": _all_passed,
    "operation_results": _results,
}


def _unbounded(type: Type) -> Type:
    return replace(type, bounds=None) if isinstance(type, TensorType) else type


class OperationFacts(Mapping[str, Any]):
    """The values of the names that formulas use, each made when it is asked for.

    Operands and results are types, variadic ones tuples of types; attributes are numbers, lists, truth values and words
    of enumerations; regions are function types. The name "" stands for the roles of all names. `unsaid` are those that
    an attribute has that isn't there and needn't be. `functions` are those that attributes may name.
    """

    def __init__(
        self, op: Operation, defaults: Mapping[str, Node] = MappingProxyType({}), functions: Functions = None
    ) -> None:
        spec = OPS[op.name]
        self.defaults = defaults
        self.functions = functions
        self.op = op
        self.spec = spec
        self.roles: dict[str, str] = {}
        self.types: dict[str, Any] = {}
        for role, patterns, values in (("operand", spec.operands, op.operands), ("result", spec.results, op.results)):
            found = assigned(patterns, tuple(value.type for value in values))
            self.types.update(found)
            self.roles.update(dict.fromkeys(found, role))
        self.attributes: dict[str, Any] = {}
        for name, attribute in op.attributes.items():
            if name in spec.attributes:  # others are nobody's input
                self._add(name, attribute)
        for name, default in spec.attributes.items():
            self.roles[name] = "attribute"
            if name not in self.attributes and not isinstance(default, Presence):
                self.attributes[name] = default
        self._plain: dict[str, Any] = {}
        self.unsaid: set[str] = set()
        if "algorithm" in spec.attributes:
            self._add_algorithm(op.attributes.get("algorithm"))
        if "channel_handle" in spec.attributes:
            self._add_channel(op.attributes.get("channel_handle"))
        if isinstance(aliases := self.attributes.get("output_operand_aliases"), tuple):
            self.attributes["output_operand_aliases"] = tuple(map(_alias, aliases))
        self.regions = assigned(spec.regions, tuple(op.regions))
        self.roles.update(dict.fromkeys(self.regions, "region"))

    def unbounded(self) -> OperationFacts | None:
        """The same without bounds of dynamic dimensions, None where there are none."""
        operands, results = ([value.type for value in values] for values in (self.op.operands, self.op.results))
        if not any(isinstance(type, TensorType) and type.bounds is not None for type in (*operands, *results)):
            return None
        block = Block(list(map(_unbounded, operands)))
        op = Operation(
            self.op.name, block.arguments, list(map(_unbounded, results)), self.op.attributes, self.op.regions
        )
        return OperationFacts(op, self.defaults, self.functions)

    def _add(self, name: str, attribute: Any) -> None:
        self.attributes[name] = attribute
        self.roles[name] = "attribute"
        if isinstance(attribute, _STRUCTURED) and is_dataclass(attribute):
            for field in fields(attribute):
                self._add(field.name, getattr(attribute, field.name))

    def _add_algorithm(self, algorithm: Any) -> None:
        """The inputs that are the fields of dot_general's algorithm."""
        self.roles.update(dict.fromkeys(_ALGORITHM_FIELDS, "attribute"))
        if algorithm is None:
            self.unsaid.update(_ALGORITHM_FIELDS)
        elif isinstance(algorithm, OpaqueAttr):
            for name, number, flag, word in _ALGORITHM.findall(algorithm.text):
                self.attributes[name] = int(number) if number else flag == "true" if flag else word.strip()

    def _add_channel(self, handle: Any) -> None:
        """The id and the type of the channel; one that may be left out has id 0 where it is, as upstream has it."""
        self.roles.update(channel_id="attribute", channel_type="attribute")
        match = _CHANNEL.search(handle.text) if isinstance(handle, OpaqueAttr) else None
        if match is not None:
            self.attributes["channel_id"] = int(match[1])
            number = int(match[2])
            known = 0 <= number < len(_CHANNEL_TYPES)
            self.attributes["channel_type"] = _CHANNEL_TYPES[number] if known else match[2]
        elif handle is not None:
            self.attributes["channel_id"] = self.attributes["channel_type"] = attribute_text(handle)
        elif self.spec.attributes["channel_handle"] is Presence.OPTIONAL:
            self.attributes["channel_id"] = 0

    def __getitem__(self, name: str) -> Any:
        if name == "":
            return self.roles
        if name in self.types:
            found = self.types[name]
            if found is None:
                raise Undecided
            return found
        if name in self.regions:
            found = self.regions[name]
            return tuple(map(type_of_region, found)) if isinstance(found, tuple) else type_of_region(found)
        if name in DERIVED:
            return DERIVED[name](self.op)
        if name in self.attributes:
            if name not in self._plain:
                given = self.attributes[name]
                if isinstance(given, SymbolRef):
                    self._plain[name] = self._called(given)
                else:
                    self._plain[name] = given if name == "value" else plain(given)
            return self._plain[name]
        if name in self.defaults:
            return value(self.defaults[name], self)
        if self.spec.attributes.get(name) is Presence.OPTIONAL or name in self.unsaid:
            raise Absent
        raise Undecided

    def _called(self, symbol: SymbolRef) -> Called:
        if self.functions is None:
            return Called(symbol.name, None, None)
        return Called(symbol.name, symbol.name in self.functions, self.functions.get(symbol.name))

    def __iter__(self) -> Iterator[str]:
        return iter(self.roles)

    def __len__(self) -> int:
        return len(self.roles)


def assigned(patterns: tuple[str, ...], values: tuple[Any, ...]) -> dict[str, Any]:
    """Which of the values each name stands for: one, None where it is missing, or a tuple for ``inputs...``.

    Several variadic names share what the others leave, in equal parts; what is left over goes to the last of them.
    """
    single = sum(not pattern.endswith("...") for pattern in patterns)
    variadic = len(patterns) - single
    rest = max(len(values) - single, 0)
    share, over = divmod(rest, variadic) if variadic else (0, 0)
    at, found = 0, dict[str, Any]()
    for pattern in patterns:
        if pattern.endswith("..."):
            variadic -= 1
            count = share if variadic else share + over
            found[pattern[:-3]] = values[at : at + count]
            at += count
        else:
            found[pattern] = values[at] if at < len(values) else None
            at += 1
    return found


def type_of_region(region: Region | None) -> FunctionType:
    """What a region takes and gives; Undecided where it has no single block that returns."""
    block, end = _block_of(region)
    inputs: tuple[Type, ...] = tuple(value.type for value in block.arguments)
    return FunctionType(inputs, tuple(value.type for value in end.operands))


def _block_of(region: Region | None) -> tuple[Block, Operation]:
    """The one block of a region, and its return."""
    if region is None or len(region.blocks) != 1 or (end := region.block.terminator) is None:
        raise Undecided
    return region.block, end


def plain(attribute: Any) -> Any:
    """An attribute as a number, a list (of lists), a truth value or a word; Undecided where it is none of these."""
    match attribute:
        case bool() | str() | int():
            return attribute
        case IntegerAttr() | FloatAttr():
            return attribute.value
        case EnumAttr():
            return attribute.value
        case UnitAttr():
            return True
        case DenseArray():
            return tuple(attribute.values)
        case DenseElements():
            return _nested(attribute.array)
        case tuple():
            return tuple(map(plain, attribute))
        case None:
            raise Absent
    raise Undecided


def _alias(attribute: Any) -> Any:
    """An alias of custom_call as (output_tuple_indices, operand_index, operand_tuple_indices); else the attribute."""
    match = _ALIAS.fullmatch(attribute.text) if isinstance(attribute, OpaqueAttr) else None
    found = [field.search(match[1]) for field in _ALIAS_FIELDS] if match is not None else [None]
    if None in found:
        return attribute
    outputs, index, operands = (tuple(map(int, filter(str.strip, one[1].split(",")))) for one in found if one)
    return outputs, index[0], operands


def is_alias(value: Any) -> bool:
    """Whether it is an alias as `_alias` has it."""
    return isinstance(value, tuple) and [*map(type, value)] == [tuple, int, tuple]


def _nested(values: Any) -> Any:
    if values.size > _MOST_ENTRIES:
        raise Undecided  # nobody writes so many; ``dense<0>`` does
    if values.ndim == 2:
        return Table((tuple(row) for row in values.tolist()), values.shape[1])
    listed = values.reshape(-1).tolist() if values.ndim < 2 else None
    if listed is None:
        raise Undecided
    return tuple(listed) if values.ndim else listed[0]
