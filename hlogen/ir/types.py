"""StableHLO's types as plain Python values (spec: Types).

Every type is immutable and hashable; ``str(type)`` is its MLIR text, and `hlogen.ir.parse_type` is the inverse.
A dimension size is an ``int``, or ``None`` where the program writes ``?``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from hlogen.forking import cached_property

Signedness = Literal["signless", "unsigned", "signed"]
Shape: TypeAlias = "tuple[int | None, ...]"

_INTEGER_PREFIX = {"signless": "i", "unsigned": "ui", "signed": "si"}

# The width in bits of every floating-point type that StableHLO names; tf32 has 19 significant bits of a 32-bit word.
FLOAT_WIDTHS = {
    "f4E2M1FN": 4,
    "f6E2M3FN": 6,
    "f6E3M2FN": 6,
    "f8E3M4": 8,
    "f8E4M3": 8,
    "f8E4M3FN": 8,
    "f8E4M3FNUZ": 8,
    "f8E4M3B11FNUZ": 8,
    "f8E5M2": 8,
    "f8E5M2FNUZ": 8,
    "f8E8M0FNU": 8,
    "bf16": 16,
    "f16": 16,
    "tf32": 19,
    "f32": 32,
    "f64": 64,
}


@dataclass(frozen=True)
class IntegerType:
    """``iN`` (signless: StableHLO's boolean for N = 1, its signed siN otherwise), ``uiN`` or ``siN``."""

    width: int
    signedness: Signedness = "signless"

    @property
    def is_boolean(self) -> bool:
        return self.width == 1 and self.signedness == "signless"

    @property
    def is_unsigned(self) -> bool:
        """True where values are read as 0 .. 2**width - 1 (``uiN`` and the boolean)."""
        return self.signedness == "unsigned" or self.is_boolean

    @property
    def minimum(self) -> int:
        return 0 if self.is_unsigned else -(1 << (self.width - 1))

    @property
    def maximum(self) -> int:
        return (1 << (self.width if self.is_unsigned else self.width - 1)) - 1

    def __str__(self) -> str:
        return f"{_INTEGER_PREFIX[self.signedness]}{self.width}"


@dataclass(frozen=True)
class FloatType:
    """A floating-point type by its MLIR name, one of FLOAT_WIDTHS."""

    name: str

    @property
    def width(self) -> int:
        return FLOAT_WIDTHS[self.name]

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class ComplexType:
    """``complex<f32>`` or ``complex<f64>``."""

    element_type: FloatType

    def __str__(self) -> str:
        return f"complex<{self.element_type}>"


@dataclass(frozen=True)
class IndexType:
    """MLIR's ``index``: an integer as wide as the target's, which StableHLO admits for shape operands."""

    def __str__(self) -> str:
        return "index"


@dataclass(frozen=True)
class QuantizedType:
    """``!quant.uniform<storage<min:max>:expressed:axis, {scale:zero_point, ...}>`` (spec: quantized element types).

    One scale and zero point where `axis` is None (per tensor), one pair per slice of dimension `axis` otherwise.
    """

    storage_type: IntegerType
    expressed_type: FloatType
    scales: tuple[float, ...]
    zero_points: tuple[int, ...]
    axis: int | None = None
    storage_min: int | None = None
    storage_max: int | None = None

    @property
    def is_per_axis(self) -> bool:
        return self.axis is not None

    def __str__(self) -> str:
        storage = ("u" if self.storage_type.is_unsigned else "i") + str(self.storage_type.width)
        if self.storage_min is not None and self.storage_max is not None:
            storage += f"<{self.storage_min}:{self.storage_max}>"
        pairs = [
            float_text(scale) + (f":{zero_point}" if zero_point else "")
            for scale, zero_point in zip(self.scales, self.zero_points, strict=True)
        ]
        if self.axis is None:
            parameters = pairs[0] if len(pairs) == 1 else f"{{{', '.join(pairs)}}}"
            return f"!quant.uniform<{storage}:{self.expressed_type}, {parameters}>"
        return f"!quant.uniform<{storage}:{self.expressed_type}:{self.axis}, {{{', '.join(pairs)}}}>"


FUTURE = "!stablehlo.future<"


@dataclass(frozen=True)
class OpaqueType:
    """A type hlogen has no class for; its text survives reading and writing."""

    text: str

    def __str__(self) -> str:
        return self.text


def is_future(type: object) -> bool:
    """Whether it is what an asynchronous operation gives, ``!stablehlo.future<...>``."""
    return isinstance(type, OpaqueType) and type.text.startswith(FUTURE)


ElementType: TypeAlias = IntegerType | FloatType | ComplexType | IndexType | QuantizedType | OpaqueType


@dataclass(frozen=True)
class TensorType:
    """``tensor<2x?xf32>``, with ``#stablehlo.bounds`` where dynamic dimensions have an upper bound.

    `bounds` has one entry per dimension, None where a dimension has no bound. Any other encoding survives as text.
    """

    shape: Shape
    element_type: ElementType
    bounds: Shape | None = None
    encoding: str | None = None

    @property
    def rank(self) -> int:
        return len(self.shape)

    @cached_property
    def is_static(self) -> bool:
        return None not in self.shape

    @property
    def static_shape(self) -> tuple[int, ...]:
        """The shape where every dimension size is known; ValueError otherwise."""
        if not self.is_static:
            raise ValueError(f"{self} has dynamic dimensions")
        return self.shape  # type: ignore[return-value]  # is_static has excluded None

    @property
    def size(self) -> int:
        """The number of elements of a static tensor."""
        count = 1
        for dim in self.static_shape:
            count *= dim
        return count

    def with_shape(self, shape: Shape) -> TensorType:
        return TensorType(tuple(shape), self.element_type)

    def batched(self, size: int | None, dimension: int = 0) -> TensorType:
        """A tensor of `size` such tensors, in a new dimension; a quantization axis stays that of its own dimension."""
        element = self.element_type
        if isinstance(element, QuantizedType) and element.axis is not None and element.axis >= dimension:
            element = replace(element, axis=element.axis + 1)
        return TensorType((*self.shape[:dimension], size, *self.shape[dimension:]), element)

    def with_element_type(self, element_type: ElementType) -> TensorType:
        return TensorType(self.shape, element_type, self.bounds, self.encoding)

    @cached_property
    def _text(self) -> str:
        dims = "".join(f"{'?' if dim is None else dim}x" for dim in self.shape)
        encoding = ""
        if self.bounds is not None:
            encoding = f", #stablehlo.bounds<{', '.join('?' if b is None else str(b) for b in self.bounds)}>"
        elif self.encoding is not None:
            encoding = f", {self.encoding}"
        return f"tensor<{dims}{self.element_type}{encoding}>"

    def __str__(self) -> str:
        return self._text


@dataclass(frozen=True)
class UnrankedTensorType:
    """``tensor<*xf32>``: MLIR can write it, StableHLO has no such type."""

    element_type: ElementType

    def __str__(self) -> str:
        return f"tensor<*x{self.element_type}>"


@dataclass(frozen=True)
class TokenType:
    """``!stablehlo.token``."""

    def __str__(self) -> str:
        return "!stablehlo.token"


@dataclass(frozen=True)
class TupleType:
    """``tuple<...>`` of any types."""

    element_types: tuple[Type, ...]

    def __str__(self) -> str:
        return f"tuple<{', '.join(map(str, self.element_types))}>"


@dataclass(frozen=True)
class FunctionType:
    """``(inputs) -> (results)``."""

    inputs: tuple[Type, ...]
    results: tuple[Type, ...]

    def __str__(self) -> str:
        results = ", ".join(map(str, self.results))
        if len(self.results) != 1 or isinstance(self.results[0], FunctionType):
            results = f"({results})"
        return f"({', '.join(map(str, self.inputs))}) -> {results}"


Type: TypeAlias = TensorType | UnrankedTensorType | TokenType | TupleType | FunctionType | ElementType

I1 = IntegerType(1)
I8 = IntegerType(8)
I32 = IntegerType(32)
I64 = IntegerType(64)
UI32 = IntegerType(32, "unsigned")
F32 = FloatType("f32")
F64 = FloatType("f64")


def is_integer(element_type: Type) -> bool:
    """The spec's `is_integer`: a signed or unsigned integer, the boolean not included."""
    return isinstance(element_type, IntegerType) and not element_type.is_boolean


def is_boolean(element_type: Type) -> bool:
    """The spec's `is_boolean`: i1."""
    return isinstance(element_type, IntegerType) and element_type.is_boolean


def float_text(value: float) -> str:
    """A finite float as an MLIR literal that reads back exactly: MLIR wants a point before any exponent."""
    text = repr(float(value))
    mantissa, e, exponent = text.partition("e")
    return f"{mantissa if '.' in mantissa else mantissa + '.0'}{e}{exponent}"
