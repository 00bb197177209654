"""Dynamic operations whose sizes are constants: the static ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from hlogen.builder.emit import i64_array
from hlogen.builder.tensor import Tensor
from hlogen.ir import TensorType
from hlogen.transform.canonical.registry import again, canonical, elements_of, shape_of
from hlogen.transform.canonical.shape import spanned
from hlogen.transform.rewrite import MatchedOp

Results: TypeAlias = "Sequence[Tensor] | None"


@canonical("stablehlo.dynamic_reshape")
def dynamic_reshape(site: MatchedOp) -> Results:
    operand, shape = site.operands
    if shape_of(operand) is None or _numbers(shape) != _result_shape(site):
        return None
    return again(site, "reshape", [operand], {})


@canonical("stablehlo.dynamic_broadcast_in_dim")
def dynamic_broadcast_in_dim(site: MatchedOp) -> Results:
    operand, shape = site.operands
    if shape_of(operand) is None or _numbers(shape) != _result_shape(site):
        return None
    at = site.op.attributes["broadcast_dimensions"]
    return again(site, "broadcast_in_dim", [operand], {"broadcast_dimensions": at})


@canonical("stablehlo.dynamic_iota")
def dynamic_iota(site: MatchedOp) -> Results:
    if _numbers(site.operands[0]) != _result_shape(site):
        return None
    return again(site, "iota", [], {"iota_dimension": site.op.attributes["iota_dimension"]})


@canonical("stablehlo.dynamic_gather")
def dynamic_gather(site: MatchedOp) -> Results:
    operand, indices, sizes = site.operands
    known = _numbers(sizes)
    if known is None:
        return None
    return again(site, "gather", [operand, indices], {**site.op.attributes, "slice_sizes": i64_array(known)})


@canonical("stablehlo.dynamic_pad")
def dynamic_pad(site: MatchedOp) -> Results:
    operand, value, *sizes = site.operands
    low, high, interior = map(_numbers, sizes)
    shape = shape_of(operand)
    if shape is None or low is None or high is None or interior is None or min(interior, default=0) < 0:
        return None
    padded = tuple(
        before + size + max(size - 1, 0) * between + after
        for size, before, after, between in zip(shape, low, high, interior, strict=True)
    )
    if padded != _result_shape(site):
        return None
    names = ("edge_padding_low", "edge_padding_high", "interior_padding")
    arrays = map(i64_array, (low, high, interior))
    return again(site, "pad", [operand, value], dict(zip(names, arrays, strict=True)))


@canonical("stablehlo.real_dynamic_slice")
def real_dynamic_slice(site: MatchedOp) -> Results:
    operand, *numbers = site.operands
    starts, limits, strides = map(_numbers, numbers)
    shape, result = shape_of(operand), _result_shape(site)
    if shape is None or starts is None or limits is None or strides is None or result is None:
        return None
    whole = zip(starts, limits, strides, shape, result, strict=True)
    if not all(
        0 <= start <= limit <= size and stride > 0 and -(-(limit - start) // stride) == given
        for start, limit, stride, size, given in whole
    ):
        return None
    return again(site, "slice", [operand], spanned(starts, limits, strides))


def _numbers(tensor: Tensor) -> tuple[int, ...] | None:
    """The integers of a constant."""
    elements = elements_of(tensor)
    return None if elements is None else tuple(map(int, elements.array.reshape(-1)))


def _result_shape(site: MatchedOp) -> tuple[int, ...] | None:
    type = site.op.result.type
    return type.static_shape if isinstance(type, TensorType) and type.is_static else None
