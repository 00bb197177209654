"""Composites of hlogen's own: operations that mean more than their decomposition, which is what backends run.

Derivatives and batches know them by their names, as other operations by theirs; all other composites are written out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from hlogen.builder.checkpoint import name_given
from hlogen.builder.composite import CHECKPOINT_NAME, STOP_GRADIENT, identity
from hlogen.builder.function import Function
from hlogen.builder.modes_error import bounds_type
from hlogen.builder.modes_error import decomposition as in_bounds
from hlogen.builder.trace import require_scope
from hlogen.custom import said_of
from hlogen.ir import IntegerAttr, Operation, SymbolRef, TensorType
from hlogen.program.effects import CHECKPOINT, IN_BOUNDS
from hlogen.sparse.composite import PRODUCT, form_of
from hlogen.sparse.composite import decomposition as sparse_product

# What each is decomposed to; None where it isn't as hlogen writes it.
_DECOMPOSITIONS: Mapping[str, Callable[[Operation, list[TensorType]], Function | None]] = {
    STOP_GRADIENT: lambda operation, types: identity(types[0]) if len(types) == 1 else None,
    CHECKPOINT_NAME: lambda operation, types: _named(operation, types),
    IN_BOUNDS: lambda operation, types: _in_bounds(operation, types),
    PRODUCT: lambda operation, types: _sparse_product(operation, types),
}


def own_decomposition(operation: Operation) -> Function | None:
    """What one of hlogen's own composites is decomposed to, in whatever program it stands; None for all others."""
    decomposed = _DECOMPOSITIONS.get(operation.called)
    types = [operand.type for operand in operation.operands]
    if decomposed is None or not all(isinstance(type, TensorType) for type in types):
        return None
    return decomposed(operation, cast("list[TensorType]", types))


def decomposition_of(operation: Operation) -> Function:
    """The function that a composite is decomposed to, which the program being built has brought along."""
    symbol = operation.attributes["decomposition"]
    assert isinstance(symbol, SymbolRef)
    return cast(Function, require_scope(operation.called).root.calls[symbol.name])


def has_rules(operation: Operation) -> bool:
    """Whether somebody says of a composite what its derivative or batch is, or it says that somebody should."""
    if operation.called == CHECKPOINT:
        return True
    said = operation.attributes.get("composite_attributes")
    if isinstance(said, dict) and ("hlogen.derivative" in said or "hlogen.batches" in said):
        return True
    return any(word in said_of(operation.called) for word in ("vjp", "jvp", "transpose", "vmap"))


def _named(operation: Operation, types: list[TensorType]) -> Function | None:
    return identity(types[0], CHECKPOINT_NAME) if len(types) == 1 and name_given(operation) else None


def _sparse_product(operation: Operation, types: list[TensorType]) -> Function | None:
    form = form_of(operation)
    return None if form is None else sparse_product(form, types)


def _in_bounds(operation: Operation, types: list[TensorType]) -> Function | None:
    attributes = operation.attributes.get("composite_attributes")
    dimension = attributes.get("index_vector_dim") if isinstance(attributes, dict) else None
    if len(types) != 3 or not isinstance(dimension, IntegerAttr):
        return None
    indices, lower, upper = types
    is_known = lower == upper and lower in (indices, bounds_type(indices, dimension.value))
    return in_bounds(indices, dimension.value, lower) if is_known else None
