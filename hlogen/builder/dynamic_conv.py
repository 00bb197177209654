"""Products of windows with kernels, padded by what a tensor says (spec: dynamic_conv)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hlogen.builder.convolution import convolution_attributes
from hlogen.builder.emit import as_tensor, emit_one
from hlogen.builder.linear_algebra import pair
from hlogen.builder.regions import argument_type
from hlogen.builder.tensor import Tensor, TensorLike
from hlogen.builder.trace import require_scope
from hlogen.door import public
from hlogen.ir import IntegerType, TensorType


@public
def dynamic_conv(
    lhs: TensorLike,
    rhs: TensorLike,
    padding: TensorLike,
    *,
    window_strides: Iterable[int] | None = None,
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
    result_type: TensorType | str | None = None,
) -> Tensor:
    """`convolution` with `padding` a tensor of integers, [low, high] for each spatial dimension.

    The result's spatial dimensions are dynamic unless `result_type` says what they will be. A product of quantized
    tensors needs it, for its element type, which may also be a wider one than that of `lhs` and `rhs`.
    """
    require_scope("hl.dynamic_conv")
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
    operands = [*pair(lhs, rhs), as_tensor(padding, "padding", IntegerType(64))]
    declared = None if result_type is None else argument_type(result_type, "result_type")
    return emit_one("stablehlo.dynamic_conv", operands, attributes, declared=declared)
