"""The flag of mode "error": whether all index vectors are in bounds, which the interpreter also checks while running.

It is the composite ``hlogen.in_bounds`` of the indices and their bounds. Every backend computes it by its
decomposition; the interpreter knows the name and stops where the flag is false, saying which index vectors are out of
bounds.
"""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.builder.elementwise import and_, compare
from hlogen.builder.emit import emit_constant, emit_one, i64
from hlogen.builder.function import Function, built
from hlogen.builder.modes import Component, bounds_of, limits_of, row_of
from hlogen.builder.reduction import reduce
from hlogen.builder.regions import PRED
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.sizes import size_as
from hlogen.builder.tensor import Tensor
from hlogen.builder.trace import located, require_scope, usage_error
from hlogen.ir import Attribute, IntegerType, Location, TensorType
from hlogen.program.effects import IN_BOUNDS

# One function per type, shared by all programs, so that functions which call each other agree on what a name means.
_DECOMPOSITIONS: dict[tuple[TensorType, int, bool], Function] = {}


def in_bounds_flag(indices: Tensor, index_vector_dim: int, components: Sequence[Component], op: str) -> Tensor:
    """i1 scalar: whether every index vector is in bounds in the dimensions of mode "error"."""
    checked = [component for component in components if component.mode == "error" and not component.is_inside]
    if not checked:
        return emit_constant(True, PRED.element_type, ())
    lower, upper = _bounds(indices, index_vector_dim, components)
    return emit_check(indices, lower, upper, index_vector_dim, op)


def emit_check(indices: Tensor, lower: Tensor, upper: Tensor, index_vector_dim: int, op: str) -> Tensor:
    """i1 scalar: whether every index vector lies between `lower` and `upper`; what the interpreter stops for.

    The bounds are of the type `bounds_type`, or of that of the indices where each index vector has its own. UsageError
    where the shape of the indices isn't known: a composite has its types once and for all.
    """
    if not indices.type.is_static:
        raise usage_error(
            f"mode 'error' needs to know the shape of the indices, but they are {indices.type}\n"
            "  fix: say mode='clip' or 'fill' (of an update 'drop'), and test the indices beside it: "
            "hl.reduce((i >= 0) & (i < size), True, dims, 'and')"
        )
    function = decomposition(indices.type, index_vector_dim, lower.type)
    attributes: dict[str, Attribute] = {
        "name": IN_BOUNDS,
        "decomposition": function.bring_along(require_scope(f"mode 'error' of hl.{op}")),
        "composite_attributes": {"op": op, "index_vector_dim": i64(index_vector_dim)},
    }
    return emit_one("stablehlo.composite", [indices, lower, upper], attributes, result_type=PRED)


def _bounds(indices: Tensor, index_vector_dim: int, components: Sequence[Component]) -> tuple[Tensor, Tensor]:
    """The first and the last place that are in bounds, one for each element of an index vector."""
    ranges = [bounds_of(component) if component.mode == "error" else None for component in components]
    lower, upper = limits_of(indices, ranges)
    if index_vector_dim == indices.rank:
        assert isinstance(indices.element_type, IntegerType)
        return size_as(lower[0], indices.element_type), size_as(upper[0], indices.element_type)
    return row_of(lower, indices), row_of(upper, indices)


def bounds_type(type: TensorType, index_vector_dim: int) -> TensorType:
    """The type of a bound that holds for all index vectors: one number for each of their elements."""
    return type.with_shape(() if index_vector_dim == type.rank else (type.shape[index_vector_dim],))


def decomposition(type: TensorType, index_vector_dim: int, limits: TensorType) -> Function:
    """The function of indices of `type` and bounds of the type `limits` that gives the flag."""
    are_shared = limits == bounds_type(type, index_vector_dim)
    key = (type, index_vector_dim, are_shared)
    if key not in _DECOMPOSITIONS:
        dims = [] if index_vector_dim == type.rank else [index_vector_dim]

        def in_bounds(indices: Tensor, lower: Tensor, upper: Tensor) -> Tensor:
            low, high = lower, upper
            if are_shared:
                low, high = (
                    broadcast_in_dim(limit, type.static_shape, broadcast_dimensions=dims) for limit in (lower, upper)
                )
            inside = and_(compare(indices, low, "GE"), compare(indices, high, "LE"))
            return reduce(inside, True, range(type.rank), "and")

        shape = "x".join([*map(str, type.shape), str(type.element_type)])
        name = f"{IN_BOUNDS}.{shape}.{index_vector_dim}{'' if are_shared else '.each'}"
        with located(Location(IN_BOUNDS)):  # it is nobody's line in particular
            _DECOMPOSITIONS.setdefault(key, built(in_bounds, [type, limits, limits], name, private=True))
    return _DECOMPOSITIONS[key]
