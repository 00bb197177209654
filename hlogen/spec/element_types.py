"""Which element types StableHLO has, and when one is promotable to another (spec: Types, is_promotable)."""

from __future__ import annotations

from hlogen.ir.types import ComplexType, FloatType, IndexType, IntegerType, QuantizedType, Type, is_integer

INTEGER_WIDTHS = (2, 4, 8, 16, 32, 64)


def why_no_element_type(element_type: Type) -> str | None:
    """Why a tensor can't have it where the spec asks for a tensor or a per-tensor quantized tensor; None if it can."""
    match element_type:
        case IntegerType():
            return None if element_type.is_boolean else _why_no_integer(element_type)
        case FloatType():
            return None
        case ComplexType():
            if element_type.element_type.name in ("f32", "f64"):
                return None
            return f"{element_type} isn't one of StableHLO's complex types, complex<f32> and complex<f64>"
        case QuantizedType():
            if element_type.is_per_axis:
                return f"it is quantized per axis (dimension {element_type.axis}), and only per tensor is allowed"
            return None
        case _:
            return f"{element_type} is no element type of StableHLO"


def is_element_of_values(element_type: Type) -> bool:
    """Whether tensors of it are values, quantized in whatever way (spec: ValueType)."""
    return isinstance(element_type, QuantizedType) or why_no_element_type(element_type) is None


def why_no_index_type(element_type: Type) -> str | None:
    """Why a tensor of it can't hold indices, that is, isn't of the spec's integer type; None if it can."""
    if isinstance(element_type, IntegerType):
        return "i1 is the boolean type, no integer" if element_type.is_boolean else _why_no_integer(element_type)
    if isinstance(element_type, IndexType):
        return "index is MLIR's own type, no integer type of StableHLO"
    return f"{element_type} is no integer type"


def is_promotable(x: Type, y: Type) -> bool:
    """The spec's `is_promotable`: same kind of type, and `y` at least as wide.

    The formula as it stands answers false for two booleans, as no line gives their width; since it admits them as the
    same kind, a boolean counts as promotable to itself here.
    """
    match x, y:
        case IntegerType(), IntegerType():
            if x.is_boolean or y.is_boolean:
                return x.is_boolean and y.is_boolean
            return is_integer(x) and is_integer(y) and x.width <= y.width
        case FloatType(), FloatType():
            return x.width <= y.width
        case ComplexType(), ComplexType():
            return x.element_type.width <= y.element_type.width
        case QuantizedType(), QuantizedType():
            return x.expressed_type == y.expressed_type and x.storage_type.width <= y.storage_type.width
        case _:
            return False


def _why_no_integer(element_type: IntegerType) -> str | None:
    if element_type.signedness == "signed":
        return f"StableHLO spells its signed integers i{element_type.width}, not {element_type}"
    if element_type.width not in INTEGER_WIDTHS:
        return f"{element_type} is no integer type of StableHLO, whose widths are 2, 4, 8, 16, 32 and 64"
    return None


def upstream_promotes(x: Type, y: Type) -> bool:
    """Whether upstream's verifier takes `x` for promotable to `y`: any two floats, integers of any sign by width."""
    match x, y:
        case IntegerType(), IntegerType():
            return x.width <= y.width
        case FloatType(), FloatType():
            return "tf32" not in (x.name, y.name)  # upstream has no tensors of it
        case ComplexType(), ComplexType():
            return x.element_type.width <= y.element_type.width
        case QuantizedType(), QuantizedType():
            return is_promotable(x, y)
        case _:
            return False


def upstream_confuses(x: Type, y: Type) -> bool:
    """Whether upstream's verifier takes `y` for `x` as the type of update_computation's second arguments."""
    return x == y or (isinstance(x, FloatType) and isinstance(y, FloatType))
