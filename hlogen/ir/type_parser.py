"""Reads the text of a type: the inverse of ``str(type)``, for any spelling that MLIR accepts."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import cast

from hlogen.door import public
from hlogen.ir.errors import TypeSyntaxError
from hlogen.ir.types import (
    FLOAT_WIDTHS,
    ComplexType,
    ElementType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    OpaqueType,
    QuantizedType,
    Shape,
    TensorType,
    TokenType,
    TupleType,
    Type,
    UnrankedTensorType,
)

_INTEGER = re.compile(r"(i|ui|si)([0-9]+)$")
_DIMENSION = re.compile(r"\s*([0-9]+|\?)\s*x")
_BOUNDS = re.compile(r"#stablehlo\.bounds<((?:\s*(?:\?|[0-9]+)\s*,)*\s*(?:\?|[0-9]+)?\s*)>")
_WORD = re.compile(r"[!#]?[A-Za-z_][\w.$]*")
_SIGNEDNESS = {"i": "signless", "ui": "unsigned", "si": "signed"}
_MAX_INTEGER_WIDTH = 1 << 24  # MLIR's own limit


@lru_cache(maxsize=4096)
def parse_type(text: str, *, of_mlir: bool = False) -> Type:
    """The type that `text` spells, such as ``tensor<2x?xf32>`` or ``(tensor<f32>) -> tensor<f32>``.

    Types of dialects that hlogen doesn't know become OpaqueType; `of_mlir`, so do MLIR's own that StableHLO doesn't
    have, such as f80. Raises TypeSyntaxError where no type is spelled.
    """
    parser = _Parser(text, of_mlir)
    result = parser.type()
    parser.end()
    return result


def parse_element_type(text: str) -> ElementType:
    """The element type that `text` spells, such as ``bf16``, ``ui8``, ``complex<f32>``, ``!quant.uniform<...>``."""
    stripped = text.strip()
    has_dimensions = stripped[:1].isdigit() or stripped.startswith("?")
    result = None if has_dimensions else parse_type(stripped)
    if result is None or isinstance(result, (TensorType, UnrankedTensorType, TokenType, TupleType, FunctionType)):
        raise TypeSyntaxError(f"{text!r} is no element type; expected one such as i32, ui8, bf16, f32 or complex<f32>")
    _require_readable(result)
    return result


@public
def tensor(text: str) -> TensorType:
    """The tensor type of a short spelling: ``tensor("2x3xi32")``, ``tensor("f32")``, ``tensor("?x4xbf16")``.

    The full spelling ``tensor<2x3xi32>`` is accepted too. Raises TypeSyntaxError with what was expected.
    """
    if not isinstance(text, str):
        raise TypeSyntaxError(f"tensor() takes a text such as '2x3xi32', not {type(text).__name__} {text!r}")
    stripped = text.strip()
    result = parse_type(stripped if stripped.startswith("tensor<") else f"tensor<{stripped}>")
    if not isinstance(result, TensorType):
        raise TypeSyntaxError(f"{text!r} is no ranked tensor type; expected dimensions and an element type: '2x3xi32'")
    _require_readable(result.element_type)
    return result


def _require_readable(type: ElementType) -> None:
    """Quantized types of other forms are left as they are where they are read, but nobody writes them on purpose."""
    if isinstance(type, OpaqueType) and type.text.startswith("!quant.uniform"):
        raise TypeSyntaxError(
            f"{type.text!r} is no quantized type of the specification; expected one such as "
            "!quant.uniform<i8:f32, 0.5:3>, or !quant.uniform<i8:f32:1, {0.5:3, 0.25}> along dimension 1"
        )


class _Parser:
    """Recursive descent over one type's text; `of_mlir`, a word that is no type of StableHLO is one all the same."""

    def __init__(self, text: str, of_mlir: bool) -> None:
        self.text = text
        self.of_mlir = of_mlir
        self.at = 0

    def type(self) -> Type:
        self.blanks()
        if self.peek("("):
            return self.function()
        start = self.at
        word = self.word()
        if word == "tensor":
            return self.tensor()
        if word == "complex":
            self.expect("<")
            element = self.type()
            self.expect(">")
            if isinstance(element, FloatType):
                return ComplexType(element)
            return OpaqueType(f"complex<{element}>")
        if word == "tuple":
            self.expect("<")
            return TupleType(tuple(self.listing(">")))
        if word == "!stablehlo.token":
            return TokenType()
        if word == "index":
            return IndexType()
        if word == "!quant.uniform":
            return self.quantized(start)
        if match := _INTEGER.match(word):
            return IntegerType(self.width(match[2]), _SIGNEDNESS[match[1]])  # type: ignore[arg-type]  # the table has the three words
        if word in FLOAT_WIDTHS:
            return FloatType(word)
        return self.opaque(start, word)

    def function(self) -> FunctionType:
        self.expect("(")
        inputs = tuple(self.listing(")"))
        self.blanks()
        if not self.text.startswith("->", self.at):
            raise self.error("expected '->'")
        self.at += 2
        self.blanks()
        if self.peek("("):
            self.expect("(")
            return FunctionType(inputs, tuple(self.listing(")")))
        return FunctionType(inputs, (self.type(),))

    def tensor(self) -> TensorType | UnrankedTensorType:
        self.expect("<")
        self.blanks()
        if self.text.startswith("*x", self.at):
            self.at += 2
            element = self.element_type()
            self.expect(">")
            return UnrankedTensorType(element)
        shape: list[int | None] = []
        while match := _DIMENSION.match(self.text, self.at):
            shape.append(None if match[1] == "?" else int(match[1]))
            self.at = match.end()
        element = self.element_type()
        bounds: Shape | None = None
        encoding: str | None = None
        self.blanks()
        if self.peek(","):
            self.expect(",")
            encoding = self.balanced_until(">").strip()
            if bounds_text := _BOUNDS.fullmatch(encoding):
                entries = [entry.strip() for entry in bounds_text[1].split(",") if entry.strip()]
                bounds, encoding = tuple(None if entry == "?" else int(entry) for entry in entries), None
        self.expect(">")
        return TensorType(tuple(shape), element, bounds, encoding)

    def element_type(self) -> ElementType:
        self.blanks()
        if self.at >= len(self.text) or self.text[self.at] in ">(":
            raise self.error("expected dimensions and an element type, such as 2x3xi32")
        result = self.type()
        if isinstance(result, (TensorType, UnrankedTensorType, TupleType, FunctionType)):
            raise self.error(f"{result} can't be an element type")
        if result == OpaqueType("none") and not self.of_mlir:
            raise self.error(f"{result} is no element type; expected one such as i32, ui8, bf16, f32 or complex<f32>")
        return cast(ElementType, result)

    def width(self, digits: str) -> int:
        """How many bits integers have, which MLIR limits."""
        width = int(digits)
        if not 0 < width < _MAX_INTEGER_WIDTH:
            raise self.error(f"integer width {width} is out of range")
        return width

    def quantized(self, start: int) -> QuantizedType | OpaqueType:
        self.expect("<")
        body = self.balanced_until(">")
        self.expect(">")
        match = re.fullmatch(
            r"\s*(ui?|i)([0-9]+)\s*(?:<\s*(-?[0-9]+)\s*:\s*(-?[0-9]+)\s*>)?"
            r"\s*:\s*(\w+)\s*(?::\s*(-?[0-9]+))?\s*,(.*)",
            body,
            re.S,
        )
        if match is None or match[5] not in FLOAT_WIDTHS:
            return OpaqueType(self.text[start : self.at])
        sign, width, low, high, expressed, axis, parameters = match.groups()
        storage = IntegerType(self.width(width), "unsigned" if sign != "i" else "signless")
        scales, zero_points = [], []
        try:
            for pair in parameters.strip().strip("{}").split(","):
                scale, _, zero_point = pair.strip().partition(":")
                scales.append(float(scale))
                zero_points.append(int(zero_point or 0))
        except ValueError:
            return OpaqueType(self.text[start : self.at])
        return QuantizedType(
            storage,
            FloatType(expressed),
            tuple(scales),
            tuple(zero_points),
            None if axis is None else int(axis),
            None if low is None else int(low),
            None if high is None else int(high),
        )

    def opaque(self, start: int, word: str) -> OpaqueType:
        self.blanks()
        if self.peek("<"):
            self.expect("<")
            self.balanced_until(">")
            self.expect(">")
        elif not (self.of_mlir or word.startswith("!") or word == "none"):
            raise TypeSyntaxError(
                f"{self.text!r} is not a type: {word!r} is none; expected one such as tensor<2x3xf32>, i32, bf16 or "
                "complex<f32>"
            )
        return OpaqueType(self.text[start : self.at].strip())

    def listing(self, closing: str) -> list[Type]:
        """Comma-separated types up to and including `closing`."""
        types: list[Type] = []
        self.blanks()
        if not self.peek(closing):
            types.append(self.type())
            self.blanks()
            while self.peek(","):
                self.expect(",")
                types.append(self.type())
                self.blanks()
        self.expect(closing)
        return types

    def balanced_until(self, closing: str) -> str:
        """The text up to (not including) the `closing` that balances what is open here."""
        depth, start = 0, self.at
        while self.at < len(self.text):
            char = self.text[self.at]
            if depth == 0 and char == closing:
                return self.text[start : self.at]
            if char == "-" and self.text.startswith("->", self.at):
                self.at += 1
            elif char in "<([{":
                depth += 1
            elif char in ">)]}":
                depth -= 1
            self.at += 1
        raise self.error(f"expected {closing!r}")

    def word(self) -> str:
        match = _WORD.match(self.text, self.at)
        if match is None:
            raise self.error("expected a type")
        self.at = match.end()
        return match[0]

    def blanks(self) -> None:
        while self.at < len(self.text) and self.text[self.at].isspace():
            self.at += 1

    def peek(self, char: str) -> bool:
        return self.text.startswith(char, self.at)

    def expect(self, char: str) -> None:
        self.blanks()
        if not self.peek(char):
            raise self.error(f"expected {char!r}")
        self.at += 1

    def end(self) -> None:
        self.blanks()
        if self.at != len(self.text):
            raise self.error("unexpected text after the type")

    def error(self, what: str) -> TypeSyntaxError:
        here = self.text[self.at : self.at + 20]
        found = f"{here!r} at character {self.at + 1}" if here else "the end"
        return TypeSyntaxError(f"{self.text!r} is not a type: {what}, found {found}")
