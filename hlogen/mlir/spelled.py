"""Attributes and types from the text that MLIR prints for them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache
from typing import Any, TypeVar

from hlogen.ir.attributes import (
    DIMENSION_NUMBERS,
    Attribute,
    ConvDimensionNumbers,
    DimensionNumbers,
    EnumAttr,
    OpaqueAttr,
)
from hlogen.ir.errors import TypeSyntaxError
from hlogen.ir.type_parser import parse_type
from hlogen.ir.types import OpaqueType, TensorType, Type
from hlogen.mlir.dense import dense_from_text
from hlogen.mlir.lenient import true_spelling
from hlogen.mlir.tokens import is_nested_deeper_than

_DIMENSION_NUMBERS = re.compile(r"#stablehlo\.(gather|scatter|dot)<(.*)>", re.S)
_DIMENSION_FIELD = re.compile(r"(\w+)\s*=\s*(?:\[([^\]]*)\]|(-?\d+))")
_CONV = re.compile(r"#stablehlo\.conv<\s*\[([^\]]*)\]\s*x\s*\[([^\]]*)\]\s*->\s*\[([^\]]*)\]\s*>")
_RAW_CONV = re.compile(r"#stablehlo\.conv<\s*raw\b([^<>]*)>")
_ENUM = re.compile(r"#(\w+)<(\w+) ([\w.]+)>")
_NEGATIVE_DIMENSION = re.compile(r"\btensor<(?:[\d?]+x)*-\d")  # bytecode may say so
_DEEPEST_TYPE = 64
_SHORT = 500  # characters of an attribute that is remembered

_NumbersT = TypeVar("_NumbersT", bound=DimensionNumbers | ConvDimensionNumbers)


def attribute_from_text(text: str) -> Attribute:
    text = true_spelling(text)
    if text.startswith("#"):
        return (_own_attribute if len(text) <= _SHORT else _own_attribute.__wrapped__)(text)
    if text.startswith("dense<"):
        return dense_from_text(text) or OpaqueAttr(text)
    return OpaqueAttr(text)


@lru_cache(maxsize=1024)
def _own_attribute(text: str) -> Attribute:
    """What StableHLO's own attributes are by their text: programs have few, each again and again."""
    if match := _DIMENSION_NUMBERS.fullmatch(text):
        return _numbers(DIMENSION_NUMBERS[match[1]], match[2]) or OpaqueAttr(text)
    if match := _CONV.fullmatch(text):
        return _conv_dimension_numbers(*match.groups()) or OpaqueAttr(text)
    if match := _RAW_CONV.fullmatch(text):
        return _numbers(ConvDimensionNumbers, match[1]) or OpaqueAttr(text)
    if match := _ENUM.fullmatch(text):
        return EnumAttr(match[2], match[3], match[1])
    return OpaqueAttr(text)


def _conv_dimension_numbers(lhs: str, rhs: str, result: str) -> ConvDimensionNumbers | None:
    """From ``b, 0, 1, f`` and the like; None where a layout doesn't name each dimension once."""
    found: list[int | tuple[int, ...]] = []
    for layout, letters in ((lhs, "bf"), (rhs, "io"), (result, "bf")):
        names = [name.strip() for name in layout.split(",")]
        spatial = [str(at) for at in range(len(names) - 2)]
        if sorted(names) != sorted([*spatial, *letters]):
            return None
        found += [*map(names.index, letters), tuple(map(names.index, spatial))]
    return ConvDimensionNumbers(*found)  # type: ignore[arg-type]  # two numbers and a tuple, three times


def _numbers(cls: Callable[..., _NumbersT], text: str) -> _NumbersT | None:
    """Dimension numbers from ``offset_dims = [0], index_vector_dim = 1``; a list that isn't there is empty.

    None where upstream refuses to read them: an unknown name, a list instead of a number, or what is no number.
    """
    given = {name: (listed, single) for name, listed, single in _DIMENSION_FIELD.findall(text)}
    numbers: dict[str, Any] = {}
    for field in fields(cls):  # type: ignore[arg-type]  # all of them are dataclasses
        if field.name in given:
            listed, single = given.pop(field.name)
            is_list = str(field.type).startswith("tuple")
            if is_list and single:
                return None
            try:
                numbers[field.name] = tuple(map(int, filter(str.strip, listed.split(",")))) if is_list else int(single)
            except ValueError:
                return None
    try:
        return None if given else cls(**numbers)
    except TypeError:  # of a convolution, which has to say them all
        return None


tensor_type = lru_cache(maxsize=4096)(TensorType)  # what is known of one is found once


@lru_cache(maxsize=4096)
def type_from_text(text: str) -> Type:
    text = true_spelling(text)
    require_shallow(text)
    try:
        return parse_type(text, of_mlir=True)
    except TypeSyntaxError:  # a spelling of some dialect that hlogen doesn't know
        if _NEGATIVE_DIMENSION.search(text):
            raise TypeSyntaxError(f"the type {text} has a negative dimension") from None
        return OpaqueType(text)


def require_shallow(text: str) -> None:
    """TypeSyntaxError where a type is nested too deeply: whatever goes through it takes as much of Python's stack."""
    if is_nested_deeper_than(_DEEPEST_TYPE, text):
        raise TypeSyntaxError(f"a type is nested more than {_DEEPEST_TYPE} levels deep")
