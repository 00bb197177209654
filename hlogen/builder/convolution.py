"""Products of windows with kernels (spec: convolution)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy.typing as npt

from hlogen.builder.emit import booleans, i64, i64_array, integer, integers
from hlogen.builder.linear_algebra import pair, precisions, product
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope
from hlogen.builder.windows import padding_attribute
from hlogen.door import public
from hlogen.ir import Attribute, ConvDimensionNumbers, DenseArray, ElementType, IntegerType


@public
def convolution(
    lhs: TensorLike,
    rhs: TensorLike,
    *,
    window_strides: Iterable[int] | None = None,
    padding: Sequence[Sequence[int]] | None = None,
    lhs_dilation: Iterable[int] | None = None,
    rhs_dilation: Iterable[int] | None = None,
    window_reversal: Iterable[bool] | None = None,
    input_batch_dimension: int,
    input_feature_dimension: int,
    input_spatial_dimensions: Iterable[int],
    kernel_input_feature_dimension: int,
    kernel_output_feature_dimension: int,
    kernel_spatial_dimensions: Iterable[int],
    output_batch_dimension: int | None = None,
    output_feature_dimension: int | None = None,
    output_spatial_dimensions: Iterable[int] | None = None,
    feature_group_count: int = 1,
    batch_group_count: int = 1,
    precision_config: Sequence[str] | None = None,
    element_type: ElementType | str | npt.DTypeLike | None = None,
) -> Tensor:
    """Dot products of windows of `lhs` with each of the kernels that `rhs` holds, as layers of images need them.

    The dimension numbers say what each dimension of `lhs` (input), `rhs` (kernel) and the result (output) stands for;
    the result's are those of `lhs` where they aren't given. Per spatial dimension: windows start `window_strides`
    apart, elements of `lhs` lie `lhs_dilation` apart and those of a kernel `rhs_dilation` (all 1 where not given),
    `padding` adds [low, high] zeros to `lhs` (none where not given), and `window_reversal` turns the windows round. The
    windows aren't reversed by themselves: this is what mathematics calls a cross-correlation.

    The result has as many windows as fit along each spatial dimension and as many features as `rhs` has kernels (C25);
    its element type is that of `lhs` and `rhs` (C27) unless `element_type` asks for another to accumulate in, which
    upstream's verifier takes, too. With `feature_group_count`, each group of kernels sees its own group of input
    features; with `batch_group_count`, its own group of the batch, which the result has only once. `precision_config`
    is "DEFAULT", "HIGH" or "HIGHEST" for each operand. A product of quantized tensors needs `element_type`; one of
    floats and a quantized `rhs` has floats.
    """
    require_scope("hl.convolution")
    left, right = pair(lhs, rhs)
    attributes = convolution_attributes(
        window_strides=window_strides,
        lhs_dilation=lhs_dilation,
        rhs_dilation=rhs_dilation,
        window_reversal=window_reversal,
        input_batch_dimension=input_batch_dimension,
        input_feature_dimension=input_feature_dimension,
        input_spatial_dimensions=input_spatial_dimensions,
        kernel_input_feature_dimension=kernel_input_feature_dimension,
        kernel_output_feature_dimension=kernel_output_feature_dimension,
        kernel_spatial_dimensions=kernel_spatial_dimensions,
        output_batch_dimension=output_batch_dimension,
        output_feature_dimension=output_feature_dimension,
        output_spatial_dimensions=output_spatial_dimensions,
        feature_group_count=feature_group_count,
        batch_group_count=batch_group_count,
        precision_config=precision_config,
    )
    if padding is not None:
        attributes["padding"] = padding_attribute(padding)
    return product("stablehlo.convolution", left, right, attributes, element_type)


def convolution_attributes(
    *,
    window_strides: Iterable[int] | None,
    lhs_dilation: Iterable[int] | None,
    rhs_dilation: Iterable[int] | None,
    window_reversal: Iterable[bool] | None,
    input_batch_dimension: int,
    input_feature_dimension: int,
    input_spatial_dimensions: Iterable[int],
    kernel_input_feature_dimension: int,
    kernel_output_feature_dimension: int,
    kernel_spatial_dimensions: Iterable[int],
    output_batch_dimension: int | None,
    output_feature_dimension: int | None,
    output_spatial_dimensions: Iterable[int] | None,
    feature_group_count: int,
    batch_group_count: int,
    precision_config: Sequence[str] | None,
) -> dict[str, Attribute]:
    """The attributes of a convolution or dynamic_conv, but for ``padding``."""
    spatial = integers(input_spatial_dimensions, "input_spatial_dimensions")
    numbers = ConvDimensionNumbers(
        integer(input_batch_dimension, "input_batch_dimension"),
        integer(input_feature_dimension, "input_feature_dimension"),
        spatial,
        integer(kernel_input_feature_dimension, "kernel_input_feature_dimension"),
        integer(kernel_output_feature_dimension, "kernel_output_feature_dimension"),
        integers(kernel_spatial_dimensions, "kernel_spatial_dimensions"),
        integer(
            input_batch_dimension if output_batch_dimension is None else output_batch_dimension,
            "output_batch_dimension",
        ),
        integer(
            input_feature_dimension if output_feature_dimension is None else output_feature_dimension,
            "output_feature_dimension",
        ),
        spatial
        if output_spatial_dimensions is None
        else integers(output_spatial_dimensions, "output_spatial_dimensions"),
    )
    attributes: dict[str, Attribute] = {"dimension_numbers": numbers}
    windows = {"window_strides": window_strides, "lhs_dilation": lhs_dilation, "rhs_dilation": rhs_dilation}
    for name, values in windows.items():
        if values is not None:
            attributes[name] = i64_array(integers(values, name))
    if window_reversal is not None:
        attributes["window_reversal"] = DenseArray(IntegerType(1), booleans(window_reversal, "window_reversal"))
    attributes["feature_group_count"] = i64(integer(feature_group_count, "feature_group_count"))
    attributes["batch_group_count"] = i64(integer(batch_group_count, "batch_group_count"))
    if precision_config is not None:
        attributes["precision_config"] = precisions(precision_config)
    return attributes
