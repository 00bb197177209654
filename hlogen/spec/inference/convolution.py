"""The result types of convolution and dynamic_conv."""

from __future__ import annotations

from hlogen.ir.attributes import ConvDimensionNumbers
from hlogen.ir.types import TensorType, Type, is_integer
from hlogen.spec.dims import Dim, differ, dims_of
from hlogen.spec.inference.linear_algebra import declared_element_type, product_element_type
from hlogen.spec.inference.registry import Signature, rule, tensor
from hlogen.spec.predicates import counted


@rule("stablehlo.convolution")
def convolution(op: Signature) -> tuple[Type, ...]:
    lhs, rhs = op.tensors("lhs", "rhs")
    return _convolution(op, lhs, rhs)


@rule("stablehlo.dynamic_conv")
def dynamic_conv(op: Signature) -> tuple[Type, ...]:
    """How many windows there are is only known when the program runs; it may declare it."""
    lhs, rhs, padding = op.tensors("lhs", "rhs", "padding")
    if (
        not is_integer(padding.element_type)
        or padding.rank != 2
        or any(map(differ, dims_of(padding), (Dim(lhs.rank - 2), Dim(2))))
    ):
        raise op.error(f"padding is {padding}, expected integers of shape [{lhs.rank - 2}, 2]")
    return _convolution(op, lhs, rhs)


def _convolution(op: Signature, lhs: TensorType, rhs: TensorType) -> tuple[Type, ...]:
    """A declared result may have another element type: against C27, but programs and upstream's verifier have it."""
    numbers = op.attribute("dimension_numbers", ConvDimensionNumbers, "#stablehlo.conv<...>")
    _check_dimensions(op, lhs, rhs, numbers)
    _check_features(op, lhs, rhs, numbers)
    left, right = dims_of(lhs), dims_of(rhs)
    batch = left[numbers.input_batch_dimension].size
    dims = [Dim(None)] * lhs.rank
    dims[numbers.output_batch_dimension] = Dim(None if batch is None else batch // op.integer("batch_group_count"))
    dims[numbers.output_feature_dimension] = right[numbers.kernel_output_feature_dimension]
    for dimension, count in zip(numbers.output_spatial_dimensions, _window_counts(op, lhs, rhs, numbers), strict=True):
        dims[dimension] = count
    if op.declared is not None:
        return tensor(dims, declared_element_type(op, lhs, rhs))
    return tensor(dims, product_element_type(op, lhs, rhs, "convolution"))


def _check_dimensions(op: Signature, lhs: TensorType, rhs: TensorType, numbers: ConvDimensionNumbers) -> None:
    """C1, C12, C13, C17-C20: the dimension numbers name each dimension of each tensor once."""
    rank = lhs.rank
    if rank != rhs.rank or rank < 2:
        raise op.error(
            f"lhs is {lhs} and rhs is {rhs}, expected one rank for both, of at least 2: a batch (or output feature) "
            "dimension, a feature dimension and the spatial ones"
        )
    for what, first, second in (
        ("input", "batch", "feature"),
        ("kernel", "input_feature", "output_feature"),
        ("output", "batch", "feature"),
    ):
        spatial = getattr(numbers, f"{what}_spatial_dimensions")
        if len(spatial) != rank - 2:
            raise op.error(
                f"{what}_spatial_dimensions = {list(spatial)} has {counted(len(spatial), 'entry', 'entries')}, "
                f"expected {rank - 2}, as the rank is {rank}"
            )
        single = [getattr(numbers, f"{what}_{name}_dimension") for name in (first, second)]
        op.dimensions(
            f"[{what}_{first}_dimension, {what}_{second}_dimension] + {what}_spatial_dimensions",
            (*single, *spatial),
            rank,
        )


def _check_features(op: Signature, lhs: TensorType, rhs: TensorType, numbers: ConvDimensionNumbers) -> None:
    """C10, C11, C14-C16, C21-C24: the groups divide what they split, and each kernel takes a group's features."""
    feature_groups, batch_groups = op.integer("feature_group_count"), op.integer("batch_group_count")
    for name, count in (("feature_group_count", feature_groups), ("batch_group_count", batch_groups)):
        if count < 1:
            raise op.error(f"{name} = {count}, expected at least 1")
    if feature_groups > 1 and batch_groups > 1:
        raise op.error(
            f"feature_group_count = {feature_groups} and batch_group_count = {batch_groups}, "
            "expected one of them to be 1"
        )
    left, right = dims_of(lhs), dims_of(rhs)
    for name, count, what, dimension, dim in (
        ("batch_group_count", batch_groups, "lhs's input_batch_dimension", numbers.input_batch_dimension, left),
        ("feature_group_count", feature_groups, "lhs's input_feature_dimension", numbers.input_feature_dimension, left),
        *(
            (name, count, "rhs's kernel_output_feature_dimension", numbers.kernel_output_feature_dimension, right)
            for name, count in (("batch_group_count", batch_groups), ("feature_group_count", feature_groups))
        ),
    ):
        size = dim[dimension].size
        if size is not None and size % count:
            raise op.error(f"{name} = {count} doesn't divide {what} {dimension}, of size {size}")
    features = left[numbers.input_feature_dimension].size
    taken = right[numbers.kernel_input_feature_dimension]
    if features is not None and differ(taken, Dim(features // feature_groups)):
        raise op.error(
            f"rhs's kernel_input_feature_dimension {numbers.kernel_input_feature_dimension} has size {taken}, expected "
            f"{features // feature_groups}: lhs has {counted(features, 'feature')} and feature_group_count is "
            f"{feature_groups}"
        )
    precision = op.attributes.get("precision_config")
    if isinstance(precision, tuple) and len(precision) not in (0, 2):  # upstream reads no entries as no attribute
        raise op.error(f"precision_config has {counted(len(precision), 'entry', 'entries')}, expected 2")


def _window_counts(op: Signature, lhs: TensorType, rhs: TensorType, numbers: ConvDimensionNumbers) -> list[Dim]:
    """C2-C9, C25: how many windows there are along each spatial dimension."""
    rank = lhs.rank - 2
    ones = (1,) * rank
    strides = op.optional_integers("window_strides", ones)
    lhs_dilation = op.optional_integers("lhs_dilation", ones)
    rhs_dilation = op.optional_integers("rhs_dilation", ones)
    for name, values in (
        ("window_strides", strides),
        ("lhs_dilation", lhs_dilation),
        ("rhs_dilation", rhs_dilation),
        ("window_reversal", op.optional_integers("window_reversal", ones)),
    ):
        if len(values) != rank:
            raise op.error(
                f"{name} = {list(values)} has {counted(len(values), 'entry', 'entries')}, expected {rank}, one per "
                "spatial dimension"
            )
        if name != "window_reversal" and any(value < 1 for value in values):
            raise op.error(f"{name} = {list(values)}, expected values of at least 1")
    padding = op.optional_integers("padding", (0,) * (2 * rank))
    if len(padding) != 2 * rank:
        raise op.error(f"padding has {counted(len(padding), 'value')}, expected {2 * rank}: [low, high] per dimension")
    counts = []
    for at in range(rank):
        dim = dims_of(lhs)[numbers.input_spatial_dimensions[at]].size
        window = dims_of(rhs)[numbers.kernel_spatial_dimensions[at]].size
        if dim is None or window is None or op.name == "stablehlo.dynamic_conv":
            counts.append(Dim(None))
            continue
        padded = padding[2 * at] + _dilated(dim, lhs_dilation[at]) + padding[2 * at + 1]
        width = _dilated(window, rhs_dilation[at])
        is_empty = padded == 0 or width > padded
        counts.append(Dim(0 if is_empty else (padded - width) // strides[at] + 1))
    return counts


def _dilated(size: int, dilation: int) -> int:
    return 0 if size == 0 else (size - 1) * dilation + 1
