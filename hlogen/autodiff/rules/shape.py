"""Operations that move elements: each is linear, and its transpose moves the cotangents back."""

from __future__ import annotations

from collections.abc import Sequence

from hlogen.autodiff.registry import Tangent, Tangents, constant, jvp, transpose
from hlogen.autodiff.rules.partial import given, only
from hlogen.autodiff.site import Site, zeros_like
from hlogen.builder.elementwise import select
from hlogen.builder.emit import emit_constant
from hlogen.builder.reduction import reduce
from hlogen.builder.rows import window
from hlogen.builder.shape import (
    dynamic_update_slice,
    optimization_barrier,
    pad,
    slice,
)
from hlogen.builder.shape import transpose as transposed
from hlogen.builder.sizes import (
    Size,
    broadcast_to_sizes,
    difference_of,
    pad_by_sizes,
    quotient_of,
    reshape_to_sizes,
    sizes_of,
    sum_of_sizes,
)
from hlogen.builder.tensor import Tensor
from hlogen.ir import IntegerType

constant("stablehlo.constant", "stablehlo.iota", "stablehlo.get_dimension_size")


@transpose("stablehlo.broadcast_in_dim", jointly=(0,))
def transpose_broadcast_in_dim(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    return summed_back(only(cotangents), site, site.attribute("broadcast_dimensions"))


def summed_back(cotangent: Tensor, site: Site, broadcast_dimensions: Sequence[int]) -> Tensor:
    """The sum of `cotangent` over what was repeated when the first operand of `site` was broadcast to it."""
    type = site.input_types[0]
    same = site.attribute("known_nonexpanding_dimensions") or ()
    cotangent_sizes = cotangent.shape
    kept = {}
    for axis, (size, dimension) in enumerate(zip(type.shape, broadcast_dimensions, strict=True)):
        if size is None and axis not in same:
            return _summed_where_repeated(cotangent, site, broadcast_dimensions)
        if size != 1 or cotangent_sizes[dimension] == 1:
            kept[dimension] = axis
    repeated = [dimension for dimension in range(cotangent.rank) if dimension not in kept]
    total = summed(cotangent, repeated)
    order = [kept[dimension] for dimension in sorted(kept)]  # the operand's axes, in the order of the result's
    if order != sorted(order):
        total = transposed(total, permutation=[order.index(axis) for axis in sorted(order)])
    return total if total.type == type else reshape_to_sizes(total, site.sizes(0))


def _summed_where_repeated(cotangent: Tensor, site: Site, broadcast_dimensions: Sequence[int]) -> Tensor:
    """As `summed_back`, where only the running program knows whether a dimension has size 1 and was repeated.

    Each dimension is taken as (repeats, the operand's size) and summed over the repeats: 1 where there is none.
    """
    own = dict(zip(broadcast_dimensions, site.sizes(0), strict=True))
    pairs: list[Size] = []
    for dimension, whole in enumerate(sizes_of(cotangent)):
        part = own.get(dimension, 1)
        pairs += [quotient_of(whole, part), part]
    total = summed(reshape_to_sizes(cotangent, pairs), range(0, len(pairs), 2))
    order = sorted(broadcast_dimensions)
    there = [dimension for dimension in range(cotangent.rank) if dimension not in own]
    total = reshape_to_sizes(total, [own[dimension] for dimension in order]) if there else total
    places = [order.index(dimension) for dimension in broadcast_dimensions]
    return total if places == sorted(places) else transposed(total, permutation=places)


def summed(value: Tensor, dimensions: Sequence[int]) -> Tensor:
    """The sum of `value` over `dimensions`."""
    return reduce(value, 0, dimensions, "add") if dimensions else value


@transpose("stablehlo.reshape", jointly=(0,))
def transpose_reshape(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    return reshape_to_sizes(only(cotangents), site.sizes(0))


@transpose("stablehlo.transpose", jointly=(0,))
def transpose_transpose(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    permutation = site.attribute("permutation")
    return transposed(only(cotangents), permutation=[permutation.index(axis) for axis in range(len(permutation))])


@transpose("stablehlo.reverse", jointly=(0,))
def transpose_reverse(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    return site.emit([only(cotangents)])[0]


@transpose("stablehlo.slice", jointly=(0,))
def transpose_slice(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangent:
    cotangent = only(cotangents)
    starts, strides = site.attribute("start_indices"), site.attribute("strides")
    spans = [span(size, stride) for size, stride in zip(cotangent.type.static_shape, strides, strict=True)]
    after = [difference_of(size, start + used) for size, start, used in zip(site.sizes(0), starts, spans, strict=True)]
    return pad_by_sizes(cotangent, starts, after, [stride - 1 for stride in strides], site.sizes(0))


def span(count: int, stride: int) -> int:
    """How many places `count` elements cover that stand `stride` apart."""
    return 0 if count == 0 else (count - 1) * stride + 1


@transpose("stablehlo.pad", jointly=(0, 1))
def transpose_pad(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent = only(cotangents)
    low, high, interior = (
        site.attribute(name) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")
    )
    of_operand = of_padding = None
    if is_linear[0]:
        whole = pad(
            cotangent,
            0,
            edge_padding_low=[-amount for amount in low],
            edge_padding_high=[-amount for amount in high],
        )
        of_operand = whole
        if any(interior):
            of_operand = slice(
                whole,
                start_indices=[0] * whole.rank,
                limit_indices=whole.type.static_shape,
                strides=[amount + 1 for amount in interior],
            )
    if is_linear[1]:
        # Not the whole sum less the operand's: that would lose what is small, and infinity less itself is NaN.
        kept = select(padded_mask(site), zeros_like(cotangent), cotangent)
        of_padding = summed(kept, range(kept.rank))
    return [of_operand, of_padding]


def padded_mask(site: Site) -> Tensor:
    """i1: which elements of a pad's result are the operand's."""
    boolean = IntegerType(1)
    type = site.input_types[0]
    if type.is_static:
        inside = emit_constant(True, boolean, type.shape)
    else:
        inside = broadcast_to_sizes(emit_constant(True, boolean, ()), site.sizes(0), ())
    low, high, interior = (
        site.attribute(name) for name in ("edge_padding_low", "edge_padding_high", "interior_padding")
    )
    return pad(inside, False, edge_padding_low=low, edge_padding_high=high, interior_padding=interior)


@transpose("stablehlo.concatenate", jointly=(-1,))
def transpose_concatenate(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent = only(cotangents)
    dimension = site.attribute("dimension")
    if not all(type.is_static for type in (*site.input_types, cotangent.type)):
        return _cut_apart(site, cotangent, dimension, is_linear)
    parts: list[Tangent] = []
    start = 0
    for type, wanted in zip(site.input_types, is_linear, strict=True):
        starts, limits = [0] * cotangent.rank, list(cotangent.type.static_shape)
        starts[dimension], limits[dimension] = start, start + type.static_shape[dimension]
        start = limits[dimension]
        parts.append(slice(cotangent, start_indices=starts, limit_indices=limits) if wanted else None)
    return parts


def _cut_apart(site: Site, cotangent: Tensor, dimension: int, is_linear: Sequence[bool]) -> list[Tangent]:
    """The parts of a cotangent of dynamic shape: what is before and after each is taken off, as negative padding."""
    sizes = [site.sizes(number) for number in range(len(site.input_types))]
    along = [each[dimension] for each in sizes]
    parts: list[Tangent] = []
    for number, wanted in enumerate(is_linear):
        low: list[Size] = [0] * cotangent.rank
        high: list[Size] = [0] * cotangent.rank
        low[dimension] = difference_of(0, sum_of_sizes(along[:number]))
        high[dimension] = difference_of(0, sum_of_sizes(along[number + 1 :]))
        parts.append(pad_by_sizes(cotangent, low, high, [0] * cotangent.rank, sizes[number]) if wanted else None)
    return parts


@transpose("stablehlo.dynamic_slice", jointly=(0,))
def transpose_dynamic_slice(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    """Both operations move their slice inside, in the same way."""
    starts = given(site.inputs[1:])
    return [dynamic_update_slice(site.zeros(0), only(cotangents), starts), *[None] * len(starts)]


@transpose("stablehlo.dynamic_update_slice", jointly=(0, 1))
def transpose_dynamic_update_slice(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent = only(cotangents)
    starts = given(site.inputs[2:])
    return [
        dynamic_update_slice(cotangent, site.zeros(1), starts) if is_linear[0] else None,
        window(cotangent, starts, site.sizes(1)) if is_linear[1] else None,
        *[None] * len(starts),
    ]


@transpose("stablehlo.optimization_barrier", jointly=(-1,))
def transpose_optimization_barrier(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    return _behind_barrier(cotangents)


@jvp("stablehlo.optimization_barrier")
def optimization_barrier_jvp(site: Site, tangents: Tangents) -> Tangents:
    return _behind_barrier(tangents)


def _behind_barrier(values: Tangents) -> list[Tangent]:
    """One barrier for those that there are."""
    there = [number for number, value in enumerate(values) if value is not None]
    outgoing: list[Tangent] = [None] * len(values)
    for number, value in zip(there, optimization_barrier(*given([values[at] for at in there])), strict=True):
        outgoing[number] = value
    return outgoing
