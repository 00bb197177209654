"""Operations whose shapes are tensors, on a batch: the batch dimension stands before the ones that they say.

Shapes are the same for the whole batch, since a tensor has one: where the result's type says it, that is it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hlogen.autodiff.batching.one_by_one import one_by_one
from hlogen.autodiff.batching.registry import Unbatched, batching, repeated
from hlogen.autodiff.rules.dynamic import dynamic_mask
from hlogen.autodiff.site import Site
from hlogen.builder.elementwise import select
from hlogen.builder.emit import emit_constant
from hlogen.builder.shape import broadcast_in_dim, concatenate, constant
from hlogen.builder.tensor import Tensor
from hlogen.ir import Attribute, DenseArray, dtype_of

_DIMENSIONS = ("broadcast_dimensions", "known_expanding_dimensions", "known_nonexpanding_dimensions")


@batching("stablehlo.dynamic_broadcast_in_dim", "stablehlo.dynamic_reshape")
def dynamic_shape(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor | Unbatched]:
    operand, shape = site.operands[0], _shared_shape(site, 1, is_batched)
    if not is_batched[0]:
        return [Unbatched(result) for result in site.emit([operand, shape])]
    attributes: dict[str, Attribute] = {}
    for name in _DIMENSIONS:
        dimensions = site.attributes.get(name)
        if isinstance(dimensions, DenseArray):
            before = () if name == "known_expanding_dimensions" else (0,)
            values = (*before, *(int(dimension) + 1 for dimension in dimensions.values))
            attributes[name] = replace(dimensions, values=values)
    return _emitted(site, [operand, _led_by(size, shape)], size, attributes)


@batching("stablehlo.dynamic_pad")
def dynamic_pad(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    if any(is_batched[2:]):
        _require_static(site)
        return one_by_one(site, is_batched, size)
    amounts = [_led_by(0, amount) for amount in site.operands[2:]]
    operand = site.operands[0] if is_batched[0] else repeated(site.operands[0], size)
    if not is_batched[1]:
        return _emitted(site, [operand, site.operands[1], *amounts], size)
    # As for pad: each example has its own padding value, which is laid over the one that there can be.
    any_value = emit_constant(1, operand.element_type, ())
    (padded,) = _emitted(site, [operand, any_value, *amounts], size)
    shape = (size, *site.result_types[0].static_shape)
    mask = broadcast_in_dim(dynamic_mask(site), shape, broadcast_dimensions=range(1, len(shape)))
    return [select(mask, padded, broadcast_in_dim(site.operands[1], shape, broadcast_dimensions=[0]))]


@batching("stablehlo.real_dynamic_slice")
def real_dynamic_slice(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Tensor]:
    if any(is_batched[1:]):
        _require_static(site)
        return one_by_one(site, is_batched, size)
    operand, *bounds = site.operands
    return _emitted(site, [operand, *map(_led_by, (0, size, 1), bounds)], size)


@batching("stablehlo.dynamic_iota")
def dynamic_iota(site: Site, is_batched: Sequence[bool], size: int) -> Sequence[Unbatched]:
    return [Unbatched(result) for result in site.emit([_shared_shape(site, 0, is_batched)])]


def _shared_shape(site: Site, number: int, is_batched: Sequence[bool]) -> Tensor:
    """The operand that is the result's shape; what the type says, where there is one for each example."""
    operand, (type,) = site.operands[number], site.result_types
    if not is_batched[number]:
        return operand
    _require_static(site)
    return constant(np.array(type.static_shape).astype(dtype_of(operand.element_type)), operand.element_type)


def _require_static(site: Site) -> None:
    """UsageError where the result's type doesn't say its shape."""
    if not site.result_types[0].is_static:
        raise site.error(
            "its shape differs along the batch, and a tensor has one shape\n"
            "  fix: compute it from what is the same for the whole batch (in_axes None)"
        )


def _led_by(first: int, amounts: Tensor) -> Tensor:
    """A tensor of sizes or amounts with one more for the batch dimension."""
    return concatenate([emit_constant(first, amounts.element_type, (1,)), amounts], dimension=0)


def _emitted(
    site: Site, operands: Sequence[Tensor], size: int, attributes: dict[str, Attribute] | None = None
) -> Sequence[Tensor]:
    types = [type.batched(size) for type in site.result_types]
    return site.emit(operands, types, **(attributes or {}))
