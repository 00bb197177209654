"""convolution and dynamic_conv: linear in each operand, and the cotangent of each is a convolution again.

The cotangent of lhs is the result's, spread out by the strides and convolved with the kernels turned round. That of rhs
is lhs convolved with the result's cotangent, batch and features having changed places. Groups of features then become
groups of the batch, and the other way about.

Of dynamic_conv, whose padding is a tensor, they are convolutions too where that is known, else dynamic_convs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from hlogen.autodiff.registry import Tangents, transpose
from hlogen.autodiff.rules.partial import dequantized, only, widest
from hlogen.autodiff.site import Site, converted, zeros
from hlogen.builder.elementwise import add, subtract
from hlogen.builder.emit import emit, i64, i64_array
from hlogen.builder.known import integers_of
from hlogen.builder.shape import concatenate, constant, reshape, reverse, slice
from hlogen.builder.shape import transpose as transposed
from hlogen.builder.tensor import Tensor
from hlogen.builder.windows import padding_attribute
from hlogen.definitions.windows import dilated
from hlogen.ir import (
    Attribute,
    ConvDimensionNumbers,
    DenseArray,
    DenseElements,
    IntegerType,
    TensorType,
)

Padding: TypeAlias = "tuple[tuple[int, int], ...] | Tensor"


@dataclass(frozen=True)
class Convolution:
    """The attributes of a convolution, by their names, and its padding: a tensor where a run decides it."""

    window_strides: tuple[int, ...]
    padding: Padding
    lhs_dilation: tuple[int, ...]
    rhs_dilation: tuple[int, ...]
    window_reversal: tuple[bool, ...]
    dimension_numbers: ConvDimensionNumbers
    feature_group_count: int
    batch_group_count: int
    precision_config: Attribute | None

    @classmethod
    def of(cls, site: Site) -> Convolution:
        numbers = site.attributes["dimension_numbers"]
        assert isinstance(numbers, ConvDimensionNumbers)
        rank = len(numbers.input_spatial_dimensions)
        return cls(
            tuple(site.attribute("window_strides", (1,) * rank)),
            _padding_of(site, rank),
            tuple(site.attribute("lhs_dilation", (1,) * rank)),
            tuple(site.attribute("rhs_dilation", (1,) * rank)),
            tuple(map(bool, site.attribute("window_reversal", (False,) * rank))),
            numbers,
            site.attribute("feature_group_count"),
            site.attribute("batch_group_count"),
            site.attributes.get("precision_config"),
        )

    def emit(self, lhs: Tensor, rhs: Tensor, type: TensorType) -> Tensor:
        """This convolution of `lhs` and `rhs`, which is of `type`."""
        attributes: dict[str, Attribute] = {
            "window_strides": i64_array(self.window_strides),
            "lhs_dilation": i64_array(self.lhs_dilation),
            "rhs_dilation": i64_array(self.rhs_dilation),
            "window_reversal": DenseArray(IntegerType(1), self.window_reversal),
            "dimension_numbers": self.dimension_numbers,
            "feature_group_count": i64(self.feature_group_count),
            "batch_group_count": i64(self.batch_group_count),
        }
        if self.precision_config is not None:
            attributes["precision_config"] = self.precision_config
        if isinstance(self.padding, Tensor):
            return emit("stablehlo.dynamic_conv", [lhs, rhs, self.padding], attributes, result_types=[type])[0]
        attributes["padding"] = padding_attribute(self.padding)
        return emit("stablehlo.convolution", [lhs, rhs], attributes, result_types=[type])[0]


@transpose("stablehlo.convolution", "stablehlo.dynamic_conv", separately=(0, 1))
def transpose_convolution(site: Site, cotangents: Tangents, is_linear: Sequence[bool]) -> Tangents:
    cotangent = only(cotangents)
    number = 0 if is_linear[0] else 1
    type, other = site.input_types[number], site.inputs[1 - number]
    assert other is not None
    other = dequantized(other)
    outgoing: list[Tensor | None] = [None] * len(site.inputs)
    if 0 in (*type.static_shape, *other.type.static_shape, *cotangent.type.static_shape):
        outgoing[number] = zeros(type)
        return outgoing
    common = widest(type.element_type, cotangent.element_type, other.element_type)
    wide = type.with_element_type(common)
    cotangent, other = converted(cotangent, common), converted(other, common)
    back = _lhs_cotangent if number == 0 else _rhs_cotangent
    outgoing[number] = converted(back(Convolution.of(site), cotangent, other, wide), type.element_type)
    return outgoing


def _lhs_cotangent(conv: Convolution, cotangent: Tensor, rhs: Tensor, type: TensorType) -> Tensor:
    numbers = conv.dimension_numbers
    groups = conv.feature_group_count * conv.batch_group_count
    inputs, outputs = numbers.kernel_input_feature_dimension, numbers.kernel_output_feature_dimension
    # Kernels go from the features of the result to those of lhs: for each group from its own to its own.
    kernels = moved_between(rhs, outputs, inputs, groups)
    margins, totals = [], []
    for at in range(len(conv.window_strides)):
        span = dilated(rhs.type.static_shape[numbers.kernel_spatial_dimensions[at]], conv.rhs_dilation[at])
        there = dilated(cotangent.type.static_shape[numbers.output_spatial_dimensions[at]], conv.window_strides[at])
        wanted = dilated(type.static_shape[numbers.input_spatial_dimensions[at]], conv.lhs_dilation[at])
        margins.append(span - 1)
        totals.append(wanted + span - 1 - there)
    back = replace(
        conv,
        window_strides=conv.lhs_dilation,
        padding=_shifted(conv.padding, margins, -1, totals),
        lhs_dilation=conv.window_strides,
        window_reversal=tuple(not is_reversed for is_reversed in conv.window_reversal),
        dimension_numbers=ConvDimensionNumbers(
            numbers.output_batch_dimension,
            numbers.output_feature_dimension,
            numbers.output_spatial_dimensions,
            outputs,
            inputs,
            numbers.kernel_spatial_dimensions,
            numbers.input_batch_dimension,
            numbers.input_feature_dimension,
            numbers.input_spatial_dimensions,
        ),
        feature_group_count=groups,
        batch_group_count=1,
    )
    batch, features = numbers.input_batch_dimension, numbers.input_feature_dimension
    shape = list(type.static_shape)
    shape[batch] //= conv.batch_group_count
    shape[features] *= conv.batch_group_count
    result = back.emit(cotangent, kernels, type.with_shape(tuple(shape)))
    return moved_between(result, features, batch, conv.batch_group_count)


def _rhs_cotangent(conv: Convolution, cotangent: Tensor, lhs: Tensor, type: TensorType) -> Tensor:
    numbers = conv.dimension_numbers
    totals = []
    for at in range(len(conv.window_strides)):
        windows = dilated(cotangent.type.static_shape[numbers.output_spatial_dimensions[at]], conv.window_strides[at])
        there = dilated(lhs.type.static_shape[numbers.input_spatial_dimensions[at]], conv.lhs_dilation[at])
        wanted = dilated(type.static_shape[numbers.kernel_spatial_dimensions[at]], conv.rhs_dilation[at])
        totals.append(wanted + windows - 1 - there)
    back = replace(
        conv,
        window_strides=conv.rhs_dilation,
        padding=_shifted(conv.padding, [0] * len(totals), 1, totals),
        rhs_dilation=conv.window_strides,
        window_reversal=(False,) * len(totals),
        dimension_numbers=ConvDimensionNumbers(
            numbers.input_feature_dimension,
            numbers.input_batch_dimension,
            numbers.input_spatial_dimensions,
            numbers.output_batch_dimension,
            numbers.output_feature_dimension,
            numbers.output_spatial_dimensions,
            numbers.kernel_input_feature_dimension,
            numbers.kernel_output_feature_dimension,
            numbers.kernel_spatial_dimensions,
        ),
        feature_group_count=conv.batch_group_count,
        batch_group_count=conv.feature_group_count,
    )
    result = back.emit(lhs, cotangent, type)
    turned = [d for d, it in zip(numbers.kernel_spatial_dimensions, conv.window_reversal, strict=True) if it]
    return reverse(result, dimensions=turned) if turned else result


def _padding_of(site: Site, rank: int) -> Padding:
    attribute, tensors = site.attributes.get("padding"), site.inputs[2:]
    pairs: list[list[int]] = [[0, 0]] * rank
    if isinstance(attribute, DenseElements):
        pairs = attribute.array.reshape(rank, 2).tolist()
    for padding in tensors:
        assert padding is not None  # integers have values, where tangents have none
        known = integers_of(padding.value)
        if known is None:
            return padding
        pairs = known.tolist()
    return tuple((int(low), int(high)) for low, high in pairs)


def _shifted(padding: Padding, margins: Sequence[int], sign: int, totals: Sequence[int]) -> Padding:
    """Padding of the margin and `sign` times `padding` before, and so much after that both are the total."""
    if isinstance(padding, tuple):
        before = [margin + sign * low for margin, (low, _) in zip(margins, padding, strict=True)]
        return tuple((low, total - low) for low, total in zip(before, totals, strict=True))
    lows = converted(slice(padding, start_indices=[0, 0], limit_indices=[len(totals), 1]), IntegerType(64))
    margin, total = (constant(np.array(each, np.int64).reshape(-1, 1)) for each in (margins, totals))
    first = add(margin, lows) if sign > 0 else subtract(margin, lows)
    return concatenate([first, subtract(total, first)], dimension=1)


def moved_between(value: Tensor, source: int, target: int, count: int) -> Tensor:
    """`value` with the outermost factor `count` of dimension `source` made the outermost one of dimension `target`."""
    if count == 1:
        return value
    shape = list(value.type.static_shape)
    split = [*shape[:source], count, shape[source] // count, *shape[source + 1 :]]
    axes = [at for at in range(value.rank + 1) if at != source]  # of the dimensions themselves
    place = axes.index(target + (target > source))
    order = [*axes[:place], source, *axes[place:]]
    shape[source] //= count
    shape[target] *= count
    return reshape(transposed(reshape(value, split), permutation=order), shape)
