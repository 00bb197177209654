"""hlogen's own composites on a batch; all others are written out before."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import Unbatched, batching
from hlogen.autodiff.site import Site, full_like
from hlogen.builder.composite import STOP_GRADIENT, stop_gradient
from hlogen.builder.elementwise import and_, compare, select
from hlogen.builder.modes_error import bounds_type, emit_check
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerAttr, IntegerType
from hlogen.program.effects import IN_BOUNDS


@batching(STOP_GRADIENT)
def stopped(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    return stop_gradient(site.operands[0])


@batching(IN_BOUNDS)
def in_bounds(site: Site, is_batched: Sequence[bool], size: int) -> Tensor | Unbatched:
    """A flag for each example. The interpreter's check is of the whole batch: it stops where it would for one.

    Where bounds differ along the batch, or not all examples get here, each index vector has its own bounds: for an
    example that doesn't get here all that there are.
    """
    attributes = site.attributes["composite_attributes"]
    assert isinstance(attributes, dict)
    dimension, op = attributes["index_vector_dim"], attributes.get("op")
    assert isinstance(dimension, IntegerAttr)
    indices, lower, upper = site.operands
    if not any(is_batched):
        assert site.mask is not None
        gets_here = reduce(site.mask, False, [0], "or")
        lower, upper = _wherever(gets_here, lower, upper)
        return Unbatched(emit_check(indices, lower, upper, dimension.value, str(op)))
    type, limits = site.input_types[:2]
    shape = (size, *type.static_shape)
    own = range(1, len(shape))
    are_shared = limits == bounds_type(type, dimension.value)
    of_bounds = own if not are_shared else [dimension.value + 1] if limits.rank else []

    def whole(number: int) -> Tensor:
        dimensions = [*([0] if is_batched[number] else []), *(of_bounds if number else own)]
        if len(dimensions) == len(shape):
            return site.operands[number]
        return broadcast_in_dim(site.operands[number], shape, broadcast_dimensions=dimensions)

    indices, *bounds = (whole(number) for number in range(3))
    inside = and_(compare(indices, bounds[0], "GE"), compare(indices, bounds[1], "LE"))
    if any(is_batched[1:]) or not are_shared or site.mask is not None:
        lower, upper = bounds
    if site.mask is not None:
        gets_here = broadcast_in_dim(site.mask, shape, broadcast_dimensions=[0])
        lower, upper = _wherever(gets_here, lower, upper)
    emit_check(indices, lower, upper, dimension.value + 1, str(op))
    return reduce(inside, True, own, "and")


def _wherever(pred: Tensor, lower: Tensor, upper: Tensor) -> tuple[Tensor, Tensor]:
    """The bounds where `pred`; elsewhere all that the element type can say is inside."""
    element_type = lower.element_type
    assert isinstance(element_type, IntegerType)
    return (
        select(pred, lower, full_like(lower, element_type.minimum)),
        select(pred, upper, full_like(upper, element_type.maximum)),
    )
