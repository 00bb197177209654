"""Writes a program as generic MLIR text, in pure Python and without verifying anything.

This is what the writer hands to the bindings; invalid programs print as well.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from hlogen.ir.attributes import (
    Attribute,
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    DotDimensionNumbers,
    EnumAttr,
    FloatAttr,
    GatherDimensionNumbers,
    IntegerAttr,
    OpaqueAttr,
    ScatterDimensionNumbers,
    SymbolRef,
    UnitAttr,
    conv_text,
    dimension_numbers_text,
)
from hlogen.ir.module import Block, Location, Module, Operation, Region, Value
from hlogen.ir.types import FLOAT_WIDTHS, ComplexType, FloatType, Type, float_text

# Constants of more elements than this are written as hexadecimal bytes.
MAX_LISTED_ELEMENTS = 64
_SPECIAL = re.compile(r'[^ -~]|["\\]')  # in a string, where everything else stands for itself
_BARE = re.compile(r"[A-Za-z_][A-Za-z0-9_$.]*")


def generic_text(module: Module, locations: bool = False) -> str:
    """The module in MLIR's generic form.

    With `locations`, each operation carries its ``loc("file":line:column)``, and arguments of functions their names.
    """
    return _Printer(locations).module(module)


def operation_text(operation: Operation) -> str:
    """One operation in generic form. Values from outside of it print as ``%<name hint>`` or a number of their own."""
    printer = _Printer(False)
    printer.operation(operation, 0)
    return "\n".join(printer.lines)


def attribute_text(attribute: Attribute) -> str:
    """The MLIR text of an attribute."""
    match attribute:
        case bool():
            return "true" if attribute else "false"
        case str():
            return string_text(attribute)
        case tuple():
            return f"[{', '.join(map(attribute_text, attribute))}]"
        case dict():
            return f"{{{_entries(attribute)}}}"
        case IntegerAttr():
            return f"{attribute.value} : {attribute.type}"
        case FloatAttr():
            return f"{_float(attribute.value, attribute.type)} : {attribute.type}"
        case UnitAttr():
            return "unit"
        case SymbolRef():
            return "::".join(f"@{part}" if _is_bare(part) else f"@{string_text(part)}" for part in attribute.path)
        case EnumAttr():
            return f"#{attribute.dialect}<{attribute.kind} {attribute.value}>"
        case DenseArray():
            values = ", ".join(_array_element(value, attribute.element_type) for value in attribute.values)
            return f"array<{attribute.element_type}{': ' + values if values else ''}>"
        case DenseElements():
            return f"{dense_text(attribute)} : {attribute.type}"
        case GatherDimensionNumbers() | ScatterDimensionNumbers() | DotDimensionNumbers():
            return dimension_numbers_text(attribute)
        case ConvDimensionNumbers():
            return conv_text(attribute)
        case OpaqueAttr():
            return attribute.text
        case _:
            return str(attribute)  # a type


def dense_text(elements: DenseElements) -> str:
    """``dense<...>`` without the type: a splat, nested lists where small, hexadecimal bytes otherwise."""
    array, element_type = elements.array, elements.type.element_type
    if elements.is_splat:
        return f"dense<{_element(array[(0,) * array.ndim], element_type)}>"
    is_boolean = array.dtype == np.bool_  # releases of MLIR differ in how booleans are packed
    if array.size > MAX_LISTED_ELEMENTS and not is_boolean:
        return f'dense<"0x{_storage(array, element_type).hex().upper()}">'
    return f"dense<{_nested(array, element_type) if array.size else ''}>"


def _storage(array: npt.NDArray[Any], element_type: Type) -> bytes:
    """The elements as MLIR stores them: little endian, each in the fewest whole bytes."""
    data = np.ascontiguousarray(array)
    if isinstance(element_type, FloatType) and element_type.name == "tf32":
        bits = (data.view(np.uint32) >> 13).astype("<u4")
        return bits.view(np.uint8).reshape(-1, 4)[:, :3].tobytes()
    if sys.byteorder == "big":
        data = data.byteswap()
    return data.tobytes()


def string_text(text: str) -> str:
    """A quoted MLIR string; what isn't printable ASCII becomes ``\\XX`` bytes."""
    return f'"{_SPECIAL.sub(_escaped, text)}"'


def _escaped(special: re.Match[str]) -> str:
    return "".join(f"\\{byte:02X}" for byte in special[0].encode("utf-8", "surrogateescape"))


def _entries(attributes: Mapping[str, Attribute]) -> str:
    return ", ".join(
        _key(key) if isinstance(value, UnitAttr) else f"{_key(key)} = {attribute_text(value)}"
        for key, value in attributes.items()
    )


def _key(key: str) -> str:
    return key if _is_bare(key) else string_text(key)


def _is_bare(name: str) -> bool:
    return _BARE.fullmatch(name) is not None


def _array_element(value: int | float | bool, element_type: Type) -> str:
    if isinstance(element_type, FloatType):
        return _float(value, element_type)
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def _nested(array: npt.NDArray[Any], element_type: Type) -> str:
    if array.ndim == 0:
        return _element(array[()], element_type)
    return f"[{', '.join(_nested(row, element_type) for row in array)}]"


def _element(value: Any, element_type: Type) -> str:
    if isinstance(element_type, ComplexType):
        part = element_type.element_type
        return f"({_float(value.real, part)}, {_float(value.imag, part)})"
    if isinstance(element_type, FloatType):
        return _float(value, element_type)
    return ("true" if value else "false") if isinstance(value, (bool, np.bool_)) else str(int(value))


def _float(value: Any, element_type: FloatType) -> str:
    """A decimal literal that reads back exactly, or the bits in hexadecimal where no decimal can say the value."""
    with np.errstate(invalid="ignore"):  # a signaling NaN is none to be told of
        is_finite = np.isfinite(value)
    if is_finite:
        return float_text(float(value))
    from hlogen.ir.dtypes import dtype_of

    width = FLOAT_WIDTHS[element_type.name]
    bits = int.from_bytes(np.asarray(value, dtype_of(element_type)).tobytes(), "little")
    if element_type.name == "tf32":
        bits >>= 13
    return f"0x{bits:0{(width + 3) // 4}X}"


class _Printer:
    def __init__(self, locations: bool) -> None:
        self.locations = locations
        self.lines: list[str] = []
        self.names: dict[Value, str] = {}
        self.hints: set[str] = set()  # those of values that were used before they were defined, or never are
        self.blocks: dict[Block, str] = {}
        self.results = self.arguments = self.outsiders = 0  # how many have a name

    def module(self, module: Module) -> str:
        name = "" if module.name is None else f" @{module.name if _is_bare(module.name) else string_text(module.name)}"
        attributes = f" attributes {{{_entries(module.attributes)}}}" if module.attributes else ""
        self.lines.append(f"module{name}{attributes} {{")
        for operation in module.operations:
            outside = self.results, self.arguments
            self.operation(operation, 1)
            if operation.name == "func.func":  # whose names end with it
                self.results, self.arguments = outside
        self.lines.append("}" + self.location(module.location))
        return "\n".join(self.lines) + "\n"

    def operation(self, operation: Operation, depth: int) -> None:
        indent = "  " * depth
        results = ", ".join(self.define(result) for result in operation.results)
        operands = ", ".join(self.use(operand) for operand in operation.operands)
        line = f'{indent}{results}{" = " if results else ""}"{operation.name}"({operands})'
        if operation.successors:
            line += f"[{', '.join(self.label(block) for block in operation.successors)}]"
        if operation.regions:
            self.lines.append(line + " ({")
            for number, region in enumerate(operation.regions):
                if number:
                    self.lines.append(indent + "}, {")
                self.region(region, depth, is_body=operation.name == "func.func")
            line = indent + "})"
        if operation.attributes:
            line += f" {{{_entries(operation.attributes)}}}"
        operand_types = ", ".join(str(operand.type) for operand in operation.operands)
        result_types = ", ".join(str(result.type) for result in operation.results)
        if len(operation.results) != 1 or "->" in result_types:
            result_types = f"({result_types})"
        self.lines.append(f"{line} : ({operand_types}) -> {result_types}{self.location(operation.location)}")

    def region(self, region: Region, depth: int, is_body: bool) -> None:
        for number, block in enumerate(region.blocks):
            if number or block.arguments:
                arguments = ", ".join(self.argument(value, is_body and not number) for value in block.arguments)
                self.lines.append(f"{'  ' * depth}{self.label(block)}{f'({arguments})' if arguments else ''}:")
            for operation in block.operations:
                self.operation(operation, depth + 1)

    def define(self, value: Value) -> str:
        if value in self.names:  # a block further up uses it already
            return self.names[value]
        if isinstance(value.owner, Operation):
            while (name := f"%{self.results}") in self.hints:
                self.results += 1
            self.results += 1
        else:
            while (name := f"%arg{self.arguments}") in self.hints:
                self.arguments += 1
            self.arguments += 1
        self.names[value] = name
        return name

    def argument(self, value: Value, of_function: bool) -> str:
        name = f" loc({string_text(value.name)})" if of_function and self.locations and value.name else ""
        return f"{self.define(value)}: {value.type}{name}"

    def use(self, value: Value) -> str:
        if value not in self.names:
            hint = f"%{value.name}"
            if value.name is None or hint in self.names.values():
                while (hint := f"%outside{self.outsiders}") in self.hints:
                    self.outsiders += 1
                self.outsiders += 1
            self.names[value] = hint
            self.hints.add(hint)
        return self.names[value]

    def label(self, block: Block) -> str:
        return self.blocks.setdefault(block, f"^bb{len(self.blocks)}")

    def location(self, location: Location | None) -> str:
        if not self.locations:
            return ""
        if location is None:
            return " loc(unknown)"
        return f" loc({string_text(location.file)}:{location.line}:{location.column})"
