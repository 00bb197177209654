"""convolution and dynamic_conv on a batch. A batch of lhs is a larger batch; a batch of rhs is more kernels; where both
are batched, each entry is a group of its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hlogen.autodiff.batching.one_by_one import one_by_one
from hlogen.autodiff.batching.registry import batching
from hlogen.autodiff.rules.convolution import Convolution
from hlogen.autodiff.site import Site, zeros
from hlogen.builder.shape import reshape, transpose
from hlogen.builder.tensor import Tensor
from hlogen.ir import QuantizedType, TensorType, Type


@batching("stablehlo.convolution", "stablehlo.dynamic_conv")
def batch_convolution(site: Site, is_batched: Sequence[bool], size: int) -> Tensor:
    if is_batched[1] and any(map(_is_per_axis, (*site.input_types, *site.result_types))):
        raise site.error(
            "it has scales of their own along a dimension, which a batch of kernels can't be merged into\n"
            "  fix: batch lhs alone (in_axes), or quantize per tensor"
        )
    if any(is_batched[2:]):  # each entry has its own padding
        return one_by_one(site, is_batched, size)[0]
    lhs, rhs = site.operands[:2]
    conv, (type,) = Convolution.of(site), site.result_types
    numbers = conv.dimension_numbers
    if size == 0:
        return zeros(type.with_shape((0, *type.static_shape)))
    batch, features = numbers.output_batch_dimension, numbers.output_feature_dimension
    outputs = numbers.kernel_output_feature_dimension
    groups = conv.feature_group_count * conv.batch_group_count
    if all(is_batched[:2]):
        has_batch_groups = conv.batch_group_count > 1
        split = numbers.input_batch_dimension if has_batch_groups else numbers.input_feature_dimension
        lhs, rhs = _merged(lhs, split, 1), _merged(rhs, outputs, 1)
        if has_batch_groups:
            conv = replace(conv, batch_group_count=size * groups)
        else:
            conv = replace(conv, feature_group_count=size * groups)
        into, outer = features, 1
    elif is_batched[0]:
        lhs = _merged(lhs, numbers.input_batch_dimension, conv.batch_group_count)
        into, outer = batch, 1
    else:
        rhs = _merged(rhs, outputs, groups)
        into, outer = features, groups
    shape = list(type.static_shape)
    shape[into] *= size
    return _split(conv.emit(lhs, rhs, type.with_shape(tuple(shape))), into, outer, size)


def _is_per_axis(type: Type) -> bool:
    element = type.element_type if isinstance(type, TensorType) else None
    return isinstance(element, QuantizedType) and element.is_per_axis


def _merged(value: Tensor, dimension: int, outer: int) -> Tensor:
    """Dimension 0 of `value` made a factor of `dimension` (counted without it), inside of the factor `outer`."""
    size, *shape = value.type.static_shape
    whole = [size, *shape[:dimension], outer, shape[dimension] // outer, *shape[dimension + 1 :]]
    order = [*range(1, dimension + 2), 0, *range(dimension + 2, len(whole))]
    shape[dimension] *= size
    return reshape(transpose(reshape(value, whole), permutation=order), shape)


def _split(value: Tensor, dimension: int, outer: int, size: int) -> Tensor:
    """The reverse of `_merged`."""
    shape = list(value.type.static_shape)
    inner = shape[dimension] // (outer * size)
    whole = [*shape[:dimension], outer, size, inner, *shape[dimension + 1 :]]
    shape[dimension] //= size
    order = [dimension + 1, *(at for at in range(len(whole)) if at != dimension + 1)]
    return reshape(transpose(reshape(value, whole), permutation=order), [size, *shape])
