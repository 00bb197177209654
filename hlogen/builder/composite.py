"""Composites of hlogen's own: operations that mean more than their decomposition, which is what backends run."""

from __future__ import annotations

from hlogen.builder.emit import as_tensor, emit_one
from hlogen.builder.function import Function, built
from hlogen.builder.modes_error import IN_BOUNDS
from hlogen.builder.modes_error import decomposition as in_bounds_decomposition
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import located, require_scope
from hlogen.ir import Attribute, IntegerAttr, Location, Operation, SymbolRef, TensorType

STOP_GRADIENT = "hlogen.stop_gradient"

# One function per type, shared by all programs, so that functions which call each other agree on what a name means.
_IDENTITIES: dict[TensorType, Function] = {}


def stop_gradient(operand: TensorLike) -> Tensor:
    """`operand`, through which no derivative goes: `jvp`, `vjp` and `grad` take it for a constant, to any order.

    It is the composite ``hlogen.stop_gradient``, which every backend computes as doing nothing.
    """
    scope = require_scope("hl.stop_gradient")
    value = as_tensor(operand, "operand")
    identity = _identity(value.type)
    identity.bring_along(scope)
    attributes: dict[str, Attribute] = {"name": STOP_GRADIENT, "decomposition": SymbolRef((identity.name,))}
    return emit_one("stablehlo.composite", [value], attributes, result_type=value.type)


def own_decomposition(operation: Operation) -> Function | None:
    """What one of hlogen's own composites is decomposed to, in whatever program it stands; None for all others."""
    types = [operand.type for operand in operation.operands]
    name = operation.attributes.get("name")
    if operation.name != "stablehlo.composite" or not all(isinstance(type, TensorType) for type in types):
        return None
    if name == STOP_GRADIENT and len(types) == 1:
        return _identity(types[0])  # type: ignore[arg-type]  # a TensorType, as checked
    if name == IN_BOUNDS and len(types) == 3:
        attributes = operation.attributes.get("composite_attributes")
        dimension = attributes.get("index_vector_dim") if isinstance(attributes, dict) else None
        if isinstance(dimension, IntegerAttr):
            return in_bounds_decomposition(types[0], dimension.value)  # type: ignore[arg-type]  # as checked
    return None


def _identity(type: TensorType) -> Function:
    if type not in _IDENTITIES:
        with located(Location(STOP_GRADIENT)):  # it is nobody's line in particular
            made = built(lambda operand: operand, [type], f"{STOP_GRADIENT}.{str(type)[7:-1]}", private=True)
        _IDENTITIES.setdefault(type, made)
    return _IDENTITIES[type]
