"""hlogen's own composites on a batch; all others are written out before."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.batching.registry import batching
from hlogen.autodiff.site import Site
from hlogen.builder.composite import STOP_GRADIENT, stop_gradient
from hlogen.builder.elementwise import and_, compare
from hlogen.builder.modes_error import IN_BOUNDS, emit_check
from hlogen.builder.reduction import reduce
from hlogen.builder.shape import broadcast_in_dim
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerAttr


@batching(STOP_GRADIENT)
def stopped(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    return stop_gradient(site.operands[0])


@batching(IN_BOUNDS)
def in_bounds(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    """A flag for each example. The interpreter's check is of the whole batch: it stops where it would for one."""
    attributes = site.attributes["composite_attributes"]
    assert isinstance(attributes, dict)
    dimension, op = attributes["index_vector_dim"], attributes.get("op")
    assert isinstance(dimension, IntegerAttr)
    indices, lower, upper = site.operands
    if list(is_batched) == [True, False, False]:
        emit_check(indices, lower, upper, dimension.value + 1, str(op))
    shape = (size, *site.input_types[0].static_shape)

    def whole(number: int) -> Tensor:
        if site.operands[number].shape == shape:
            return site.operands[number]
        dimensions = [0] if is_batched[number] else []
        if number == 0:
            dimensions += range(1, len(shape))
        elif site.input_types[number].rank:
            dimensions += [dimension.value + 1]
        return broadcast_in_dim(site.operands[number], shape, broadcast_dimensions=dimensions)

    inside = and_(compare(whole(0), whole(1), "GE"), compare(whole(0), whole(2), "LE"))
    return reduce(inside, True, range(1, len(shape)), "and")
