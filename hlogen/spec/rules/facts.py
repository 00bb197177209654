"""An operation as its rules see it: operands, attributes, regions and results by the specification's names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from types import MappingProxyType
from typing import Any

from hlogen.ir.attributes import (
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    DotDimensionNumbers,
    EnumAttr,
    FloatAttr,
    IntegerAttr,
    OpaqueAttr,
    UnitAttr,
)
from hlogen.ir.module import Operation, Region
from hlogen.ir.printer import attribute_text
from hlogen.ir.types import FunctionType, Type
from hlogen.spec.constraint import Undecided
from hlogen.spec.dims import Dim
from hlogen.spec.formula.evaluate import value
from hlogen.spec.formula.functions import Table
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
_MOST_ENTRIES = 1 << 17  # of a list or a table
_STRUCTURED = (DotDimensionNumbers, ConvDimensionNumbers)
# Inputs that are fields of these, whose lists are tuples of integers.
IN_STRUCTURES = frozenset(field.name for cls in _STRUCTURED for field in fields(cls))


class Absent(Undecided):
    """Raised for an optional attribute that isn't there: what speaks of it holds."""


def _open(of: Callable[[Mapping[str, Any]], int | None]) -> Callable[[Mapping[str, Any]], int | Dim]:
    def size(attributes: Mapping[str, Any]) -> int | Dim:
        found = of(attributes)
        return Dim(None) if found is None else found

    return size


# What MLIR's attributes say in other words: the sizes of process groups and of the rows of replica_groups, open where
# only a run knows them, and whether dot_general has no algorithm, and what is wrong
# with dimension numbers that can't be read; None if unknown.
DERIVED: dict[str, Callable[[Mapping[str, Any]], int | Dim | str | None]] = {
    "process_group_size": _open(group_size),
    "replica_group_size": _open(row_size),
    "misread_numbers": misread,
    "is_empty_algorithm": lambda attributes: "algorithm" not in attributes,
}


class OperationFacts(Mapping[str, Any]):
    """The values of the names that formulas use, each made when it is asked for.

    Operands and results are types, variadic ones tuples of types; attributes are numbers, lists, truth values and words
    of enumerations; regions are function types. The name "" stands for the roles of all names. `unsaid` are those that
    an attribute has that isn't there and needn't be.
    """

    def __init__(self, op: Operation, defaults: Mapping[str, Node] = MappingProxyType({})) -> None:
        spec = OPS[op.name]
        self.defaults = defaults
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
        self.regions = assigned(spec.regions, tuple(op.regions))
        self.roles.update(dict.fromkeys(self.regions, "region"))

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
            found = DERIVED[name](self.op.attributes)
            if found is None:
                raise Undecided
            return found
        if name in self.attributes:
            if name not in self._plain:
                given = self.attributes[name]
                self._plain[name] = given if name == "value" else plain(given)
            return self._plain[name]
        if name in self.defaults:
            return value(self.defaults[name], self)
        if self.spec.attributes.get(name) is Presence.OPTIONAL or name in self.unsaid:
            raise Absent
        raise Undecided

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
    if region is None or len(region.blocks) != 1 or region.block.terminator is None:
        raise Undecided
    inputs: tuple[Type, ...] = tuple(value.type for value in region.block.arguments)
    return FunctionType(inputs, tuple(value.type for value in region.block.terminator.operands))


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


def _nested(values: Any) -> Any:
    if values.size > _MOST_ENTRIES:
        raise Undecided  # nobody writes so many; ``dense<0>`` does
    if values.ndim == 2:
        return Table((tuple(row) for row in values.tolist()), values.shape[1])
    listed = values.reshape(-1).tolist() if values.ndim < 2 else None
    if listed is None:
        raise Undecided
    return tuple(listed) if values.ndim else listed[0]
