"""What attributes, types and places are in bytecode, where that is known.

An entry begins with a number that tells its form. Upstream reads forever what it has written once: what such a number
stands for doesn't change, and whatever is new gets a new one. What has a form that isn't known here is asked of the
bindings, which takes longer.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import TypeAlias

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
    ScatterDimensionNumbers,
    SymbolRef,
    UnitAttr,
)
from hlogen.ir.types import F32, F64, I1, FloatType, FunctionType, IndexType, IntegerType, TensorType, Type
from hlogen.mlir.dense import dense_from_bytes
from hlogen.mlir.encoded import BUILTIN, Encoded, number, numbers_in, signed, two_numbers
from hlogen.mlir.spelled import attribute_from_text, tensor_type, type_from_text

# Dialects whose attributes of these classes consist of numbers alone: they refer to no other entry.
_OWN = ("stablehlo", "chlo")
_ALONE = (EnumAttr, DotDimensionNumbers, GatherDimensionNumbers, ScatterDimensionNumbers, ConvDimensionNumbers)
_MOST_KNOWN = 4096
_SHORT = 64  # bytes of a constant that is remembered
HOLDERS = frozenset((dict, tuple))  # of other attributes
_DYNAMIC = -(1 << 63)
_SIGNS = ("i", "si", "ui")
_PLAIN_TYPES = {1: "index", 3: "bf16", 4: "f16", 5: "f32", 6: "f64"}
_ARRAY, _DICTIONARY = b"\1", b"\3"  # with which they begin
_EMPTY = b"\3\1"  # a dictionary
_INTEGER_TYPE, _FUNCTION_TYPE, _COMPLEX_TYPE, _TENSOR_TYPE = 0, 2, 9, 13
_CALL, _FILE, _FUSED, _FUSED_AND_MORE, _NAME, _NOWHERE, _RANGE = 10, 11, 12, 13, 14, 15, 22
_ARRAYS: dict[Type, str] = {F32: "f", F64: "d", I1: "?"}
_ARRAYS |= {IntegerType(8 << at): form for at, form in enumerate("bhiq")}

# What attributes of these dialects are, by the bindings' package, the dialect and the bytes of the entry.
_known: dict[tuple[str, str, bytes], Attribute] = {}


Position: TypeAlias = tuple[str, int, int]


class Unknown(Exception):
    """An entry has a form that isn't known here."""


class Entries:
    """The entries of a program; what the bindings are asked for is put in, since other entries may have it inside."""

    def __init__(self, encoded: Encoded, package: str) -> None:
        self._strings = encoded.strings
        self._code = encoded.entries
        self._starts = encoded.starts
        self._foreign = encoded.foreign
        self._attribute_count = encoded.attribute_count
        self._package = package
        self._types: dict[int, Type] = {}
        self._attributes: dict[int, Attribute] = {}
        self._words: dict[int, str] = {}
        self._places: dict[int, Position] = {}

    def type(self, key: int) -> Type:
        found = self._types.get(key)
        if found is None:
            found = self._types[key] = self._new_type(self._attribute_count + key)
        return found

    def put_type(self, key: int, type: Type) -> None:
        self._types[key] = type

    def attribute(self, key: int) -> Attribute:
        found = self._attributes.get(key)
        if found is None:
            content = self._content(key)
            if content == _EMPTY:
                return {}
            if key in self._foreign:
                found = self._foreign_attribute(self._foreign[key], content)
            else:
                found = _FORMS.get(content[0] >> 1, Entries._unknown)(self, content)
            if type(found) not in HOLDERS or is_shared(found):
                self._attributes[key] = found
        return found

    def attributes(self, key: int) -> dict[str, Attribute]:
        """Those of an operation, by their names."""
        if key in self._foreign:
            raise Unknown
        return self._dictionary(self._content(key))

    def put(self, key: int, attribute: Attribute) -> None:
        """Keeps what an attribute is, and what is in it."""
        dialect = self._foreign.get(key, BUILTIN)
        content = self._content(key)
        if dialect in _OWN and isinstance(attribute, _ALONE):
            if len(_known) >= _MOST_KNOWN:
                _known.clear()
            _known[self._package, dialect, content] = attribute
        elif dialect == BUILTIN and content.startswith(_ARRAY) and isinstance(attribute, tuple):
            for element, value in zip(numbers_in(content)[2:], attribute, strict=True):
                self.put(element, value)
        elif dialect == BUILTIN and content.startswith(_DICTIONARY) and isinstance(attribute, dict):
            _, _, *inside = numbers_in(content)
            for name, held in zip(inside[::2], inside[1::2], strict=True):
                self.put(held, attribute[self._word(name)])
        if is_shared(attribute):
            self._attributes[key] = attribute

    def position(self, key: int) -> Position | None:
        """The file, line and column that a place is; None where it is more than that, or less."""
        found = self._places.get(key)
        if found is None:
            parts = self._numbers(key)
            kind = parts[0]
            if kind == _RANGE:
                _, file, _, line, column, *_ = (*parts, 0, 0)
                found = self._places[key] = self._word(file), line, column
            elif kind == _FILE:
                _, file, line, column = parts
                found = self._places[key] = self._word(file), line, column
            elif kind not in (_CALL, _FUSED, _FUSED_AND_MORE, _NAME, _NOWHERE):
                raise Unknown
        return found

    def positions(self, key: int) -> Iterator[Position]:
        """All that are in a place; of a call the callee's come first."""
        code, starts, foreign, places = self._code, self._starts, self._foreign, self._places
        waiting = [key]
        while waiting:
            if (found := places.get(key := waiting.pop())) is not None:
                yield found
                continue
            if key in foreign:
                raise Unknown
            kind = code[starts[key]] >> 1
            if kind == _NAME:
                _, inside = two_numbers(code, starts[key] + 1)
                waiting.append(inside)
            elif kind == _CALL:
                callee, caller = two_numbers(code, starts[key] + 1)
                waiting += caller, callee
            elif kind in (_FUSED, _FUSED_AND_MORE):
                parts = self._numbers(key)
                waiting += parts[1 + parts[1] : 1 : -1]
            elif (found := self.position(key)) is not None:
                yield found

    def name(self, key: int) -> str | None:
        """The name that stands for a place, if one does."""
        parts = self._numbers(key)
        return self._word(parts[1]) if parts[0] == _NAME else None

    def _content(self, key: int) -> bytes:
        return self._code[self._starts[key] : self._starts[key + 1]]

    def _numbers(self, key: int) -> list[int]:
        if key in self._foreign:
            raise Unknown
        return numbers_in(self._content(key))

    def _word(self, key: int) -> str:
        """The text of a string that is a name."""
        found = self._words.get(key)
        if found is None:
            found = self._words[key] = self._strings[self._numbers(key)[1]].decode()
        return found

    def _new_type(self, key: int) -> Type:
        if self._foreign.get(key) == "":
            return type_from_text(self._content(key)[:-1].decode())
        kind, *parts = self._numbers(key)
        if kind == _TENSOR_TYPE:
            return _tensor(tuple(parts[1:-1]), self.type(parts[-1]))
        if kind == _FUNCTION_TYPE:
            types = [*map(self.type, parts[1 : parts[0] + 1] + parts[parts[0] + 2 :])]
            if any(isinstance(type, FunctionType) for type in types):  # which may be too deep
                raise Unknown
            return FunctionType(tuple(types[: parts[0]]), tuple(types[parts[0] :]))
        if kind == _INTEGER_TYPE:
            return type_from_text(f"{_SIGNS[parts[0] & 3]}{parts[0] >> 2}")
        if kind == _COMPLEX_TYPE:
            return type_from_text(f"complex<{self.type(parts[0])}>")
        if kind in _PLAIN_TYPES:
            return type_from_text(_PLAIN_TYPES[kind])
        raise Unknown

    def _foreign_attribute(self, dialect: str, content: bytes) -> Attribute:
        if not dialect:
            return attribute_from_text(content[:-1].decode())
        if (found := _known.get((self._package, dialect, content))) is None:
            raise Unknown
        return found

    def _unknown(self, content: bytes) -> Attribute:
        raise Unknown

    def _array(self, content: bytes) -> Attribute:
        values = tuple([self.attribute(key) for key in numbers_in(content)[2:]])
        if any(
            isinstance(value, DenseElements) for value in values
        ):  # of complex ones the bindings know the text alone
            raise Unknown
        return values

    def _dictionary(self, content: bytes) -> dict[str, Attribute]:
        inside = iter(numbers_in(content)[2:])
        words, known = self._words, self._attributes
        return {
            words.get(name) or self._word(name): known[value] if value in known else self.attribute(value)
            for name, value in zip(inside, inside, strict=True)
        }

    def _string(self, content: bytes) -> Attribute:
        return self._strings[number(content, 1)[0]].decode("utf-8", "surrogateescape")

    def _symbol(self, content: bytes) -> Attribute:
        return SymbolRef((self._word(number(content, 1)[0]),))

    def _type_attribute(self, content: bytes) -> Attribute:
        return self.type(number(content, 1)[0])

    def _unit(self, content: bytes) -> Attribute:
        return UnitAttr()

    def _integer(self, content: bytes) -> Attribute:
        key, at = number(content, 1)
        kind = self.type(key)
        if not isinstance(kind, (IntegerType, IndexType)):
            raise Unknown
        width = kind.width if isinstance(kind, IntegerType) else 64
        if not 0 < width <= 64:
            raise Unknown
        value = content[at] if width <= 8 else signed(number(content, at)[0])
        value &= (1 << width) - 1
        if isinstance(kind, IntegerType) and kind.is_boolean:
            return bool(value)
        if value > (kind.maximum if isinstance(kind, IntegerType) else (1 << 63) - 1):
            value -= 1 << width
        return IntegerAttr(value, kind)

    def _float(self, content: bytes) -> Attribute:
        key, at = number(content, 1)
        kind = self.type(key)
        if kind != F32 and kind != F64:
            raise Unknown
        size, form = (4, "<f") if kind == F32 else (8, "<d")
        bits = signed(number(content, at)[0]) & (1 << 8 * size) - 1
        return FloatAttr(struct.unpack(form, bits.to_bytes(size, "little"))[0], kind)

    def _dense_array(self, content: bytes) -> Attribute:
        key, at = number(content, 1)
        count, at = number(content, at)
        _, at = number(content, at)
        kind = self.type(key)
        if (form := _ARRAYS.get(kind)) is None:
            raise Unknown
        return DenseArray(kind, struct.unpack_from(f"<{count}{form}", content, at))  # type: ignore[arg-type]  # as it has

    def _dense_elements(self, content: bytes) -> Attribute:
        key, at = number(content, 1)
        size, at = number(content, at)
        kind = self.type(key)
        make = _dense if size <= _SHORT else _dense.__wrapped__
        if not isinstance(kind, TensorType) or (found := make(kind, content[at:])) is None:
            raise Unknown
        return found


# By the number that tells the form.
_FORMS: dict[int, Callable[[Entries, bytes], Attribute]] = {
    0: Entries._array,
    1: Entries._dictionary,
    2: Entries._string,
    4: Entries._symbol,
    6: Entries._type_attribute,
    7: Entries._unit,
    8: Entries._integer,
    9: Entries._float,
    17: Entries._dense_array,
    18: Entries._dense_elements,
}


@lru_cache(maxsize=1024)
def _dense(type: TensorType, content: bytes) -> DenseElements | None:
    return dense_from_bytes(content, type)


@lru_cache(maxsize=4096)
def _tensor(sizes: tuple[int, ...], element: Type) -> Type:
    shape = tuple(map(signed, sizes))
    if isinstance(element, (FloatType, IntegerType)) and min(shape, default=0) >= 0:  # as most
        return tensor_type(shape, element)
    if any(size < 0 and size != _DYNAMIC for size in shape):
        raise Unknown
    return type_from_text(f"tensor<{''.join('?x' if size < 0 else f'{size}x' for size in shape)}{element}>")


def is_shared(attribute: Attribute) -> bool:
    """Whether operations share it: dicts, and what holds them, belong to one."""
    if isinstance(attribute, tuple):
        return all(map(is_shared, attribute))
    return not isinstance(attribute, dict)
