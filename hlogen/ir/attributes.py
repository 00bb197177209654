"""Attributes as plain Python values.

What Python has a word for is that word: ``bool``, ``str``, ``tuple`` (MLIR's array), ``dict``, a type. The rest are the
small classes below. Whatever hlogen has no class for is an OpaqueAttr whose text survives reading and writing.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from hlogen.errors import UsageError
from hlogen.ir.dtypes import dtype_of
from hlogen.ir.types import FloatType, IndexType, IntegerType, TensorType, Type


@dataclass(frozen=True)
class IntegerAttr:
    """``3 : i64``; converts to ``int``."""

    value: int
    type: IntegerType | IndexType

    def __int__(self) -> int:
        return self.value

    __index__ = __int__


@dataclass(frozen=True)
class FloatAttr:
    """``1.5 : f32``; converts to ``float``."""

    value: float
    type: FloatType

    def __float__(self) -> float:
        return self.value


@dataclass(frozen=True)
class UnitAttr:
    """An attribute that only is there, such as ``{has_side_effect}``."""


@dataclass(frozen=True)
class SymbolRef:
    """``@name`` (or ``@outer::@name``, as ``path = ("outer", "name")``)."""

    path: tuple[str, ...]

    @property
    def name(self) -> str:
        return self.path[-1]


@dataclass(frozen=True)
class EnumAttr:
    """``#stablehlo<comparison_direction LT>``: kind ``comparison_direction``, value ``LT``."""

    kind: str
    value: str
    dialect: str = "stablehlo"


@dataclass(frozen=True)
class DenseArray:
    """``array<i64: 1, 2>`` or ``array<i1: true>``."""

    element_type: IntegerType | FloatType
    values: tuple[int | float | bool, ...]


class DenseElements:
    """``dense<...> : tensor<...>``: a static tensor type and its elements, a read-only NumPy array of that shape.

    Equal where type and bits are equal (so NaN equals NaN of the same payload, and 0.0 differs from -0.0).
    A splat stays a broadcast view, so its memory doesn't grow with the shape.
    """

    __slots__ = ("array", "type")

    def __init__(self, type: TensorType, array: npt.ArrayLike) -> None:
        dtype = dtype_of(type.element_type)
        values = np.asarray(array)
        if values.dtype != dtype:
            raise UsageError(f"a constant of type {type} holds {dtype} elements, not {values.dtype}")
        if values.shape != type.static_shape:
            raise UsageError(f"a constant of type {type} can't hold an array of shape {values.shape}")
        if values.flags.writeable:
            values = values.copy()
            values.flags.writeable = False
        self.type = type
        self.array: npt.NDArray[Any] = values

    @property
    def is_splat(self) -> bool:
        """True where all elements share one storage place."""
        return self.array.size > 0 and all(
            stride == 0 or dim == 1 for stride, dim in zip(self.array.strides, self.array.shape, strict=True)
        )

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DenseElements):
            return NotImplemented
        if self.type != other.type:
            return False
        if self.is_splat and other.is_splat:
            first = (0,) * self.array.ndim
            return bool(self.array[first].tobytes() == other.array[first].tobytes())
        return self.array.tobytes() == other.array.tobytes()

    def __hash__(self) -> int:
        # Of the elements only the first, which is the same for a splat as for an array that isn't one.
        return hash((self.type, self.array[(0,) * self.array.ndim].tobytes() if self.array.size else b""))

    def __reduce__(self) -> tuple[Any, ...]:
        """Of a splat only its element travels."""
        return _dense, (self.type, np.asarray(self.array[(0,) * self.array.ndim] if self.is_splat else self.array))

    def __deepcopy__(self, memo: object) -> DenseElements:
        return self

    def __repr__(self) -> str:
        return f"DenseElements({self.type})"


def _dense(type: TensorType, elements: npt.NDArray[Any]) -> DenseElements:
    return DenseElements(type, np.broadcast_to(elements, type.static_shape))


@dataclass(frozen=True)
class GatherDimensionNumbers:
    """``#stablehlo.gather<...>``: which dimensions of operand, start_indices and result correspond (gather I3-I8)."""

    offset_dims: tuple[int, ...] = ()
    collapsed_slice_dims: tuple[int, ...] = ()
    operand_batching_dims: tuple[int, ...] = ()
    start_indices_batching_dims: tuple[int, ...] = ()
    start_index_map: tuple[int, ...] = ()
    index_vector_dim: int = 0


@dataclass(frozen=True)
class ScatterDimensionNumbers:
    """``#stablehlo.scatter<...>``: which dimensions of inputs, indices and updates correspond (scatter I4-I9)."""

    update_window_dims: tuple[int, ...] = ()
    inserted_window_dims: tuple[int, ...] = ()
    input_batching_dims: tuple[int, ...] = ()
    scatter_indices_batching_dims: tuple[int, ...] = ()
    scatter_dims_to_operand_dims: tuple[int, ...] = ()
    index_vector_dim: int = 0


@dataclass(frozen=True)
class DotDimensionNumbers:
    """``#stablehlo.dot<...>`` (spec: dot_general I3-I6)."""

    lhs_batching_dimensions: tuple[int, ...] = ()
    rhs_batching_dimensions: tuple[int, ...] = ()
    lhs_contracting_dimensions: tuple[int, ...] = ()
    rhs_contracting_dimensions: tuple[int, ...] = ()


@dataclass(frozen=True)
class ConvDimensionNumbers:
    """``#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>``: what the dimensions of lhs (input), rhs (kernel) and result
    (output) stand for (spec: convolution I8-I16)."""

    input_batch_dimension: int
    input_feature_dimension: int
    input_spatial_dimensions: tuple[int, ...]
    kernel_input_feature_dimension: int
    kernel_output_feature_dimension: int
    kernel_spatial_dimensions: tuple[int, ...]
    output_batch_dimension: int
    output_feature_dimension: int
    output_spatial_dimensions: tuple[int, ...]


@dataclass(frozen=True)
class OpaqueAttr:
    """An attribute hlogen has no class for, by its text."""

    text: str


DimensionNumbers: TypeAlias = GatherDimensionNumbers | ScatterDimensionNumbers | DotDimensionNumbers
Attribute: TypeAlias = (
    bool
    | str
    | tuple["Attribute", ...]
    | dict[str, "Attribute"]
    | IntegerAttr
    | FloatAttr
    | UnitAttr
    | SymbolRef
    | EnumAttr
    | DenseArray
    | DenseElements
    | DimensionNumbers
    | ConvDimensionNumbers
    | OpaqueAttr
    | Type
)

# The mnemonic of each dimension-numbers attribute that MLIR text writes field by field.
DIMENSION_NUMBERS: dict[str, type[DimensionNumbers]] = {
    "gather": GatherDimensionNumbers,
    "scatter": ScatterDimensionNumbers,
    "dot": DotDimensionNumbers,
}


def dimension_numbers_text(numbers: DimensionNumbers) -> str:
    """``#stablehlo.gather<offset_dims = [1], index_vector_dim = 1>``, empty lists left out as MLIR does."""
    mnemonic = next(name for name, cls in DIMENSION_NUMBERS.items() if type(numbers) is cls)
    parts = []
    for field in fields(numbers):
        value = getattr(numbers, field.name)
        if isinstance(value, int):
            parts.append(f"{field.name} = {value}")
        elif value or (mnemonic == "dot" and "contracting" in field.name):
            parts.append(f"{field.name} = [{', '.join(map(str, value))}]")
    return f"#stablehlo.{mnemonic}<{', '.join(parts)}>"


def conv_text(numbers: ConvDimensionNumbers) -> str:
    """``#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>``; field by field where that can't be said so."""
    parts = [
        (numbers.input_spatial_dimensions, {numbers.input_batch_dimension: "b", numbers.input_feature_dimension: "f"}),
        (
            numbers.kernel_spatial_dimensions,
            {numbers.kernel_input_feature_dimension: "i", numbers.kernel_output_feature_dimension: "o"},
        ),
        (
            numbers.output_spatial_dimensions,
            {numbers.output_batch_dimension: "b", numbers.output_feature_dimension: "f"},
        ),
    ]
    layouts = []
    for spatial, letters in parts:
        names = {**{dimension: str(at) for at, dimension in enumerate(spatial)}, **letters}
        if sorted(names) != list(range(len(spatial) + 2)):
            values = ", ".join(f"{field.name} = {_field(getattr(numbers, field.name))}" for field in fields(numbers))
            return f"#stablehlo.conv<raw {values}>"
        layouts.append(f"[{', '.join(names[dimension] for dimension in sorted(names))}]")
    lhs, rhs, result = layouts
    return f"#stablehlo.conv<{lhs}x{rhs}->{result}>"


def _field(value: int | tuple[int, ...]) -> str:
    return str(value) if isinstance(value, int) else f"[{', '.join(map(str, value))}]"
