"""Products, convolutions, solvers, transforms and normalizations."""

from __future__ import annotations

import numpy as np

from hlogen.fuzz.elements import elements
from hlogen.fuzz.grammar.registry import row
from hlogen.fuzz.grammar.rows.reduction import padding
from hlogen.fuzz.site import COMPLEX, FLOATS, INTEGERS, NUMBERS, Site, integers, number, type_of
from hlogen.ir import (
    Attribute,
    ConvDimensionNumbers,
    DotDimensionNumbers,
    EnumAttr,
    FloatAttr,
    TensorType,
    Value,
    dtype_of,
    parse_element_type,
)
from hlogen.ir.types import F32, F64, I64

_SOLVED = (F32, F64, *COMPLEX)


@row("stablehlo.dot_general")
def dot_general(site: Site) -> None:
    lhs = site.tensor(NUMBERS)
    type = type_of(lhs)
    roles = [site.choice(("free", "contracting", "batching")) for _ in range(type.rank)]
    batching = [d for d in range(type.rank) if roles[d] == "batching"]
    contracting = site.shuffled([d for d in range(type.rank) if roles[d] == "contracting"])
    # The dimensions of rhs: those that pair with lhs's, and free ones, in any order.
    pairs = site.shuffled([*batching, *contracting, *(-1 for _ in range(site.integer(0, 2)))])
    shape = [type.static_shape[d] if d >= 0 else site.integer(1, 3) for d in pairs]
    rhs = site.like(type.with_shape(tuple(shape)))
    numbers = DotDimensionNumbers(
        tuple(batching), tuple(map(pairs.index, batching)), tuple(contracting), tuple(map(pairs.index, contracting))
    )
    free = [size for d, size in enumerate(type.static_shape) if roles[d] == "free"]
    result = [type.static_shape[d] for d in batching] + free + [
        size for d, size in zip(pairs, shape, strict=True) if d < 0
    ]  # fmt: skip
    element = type.element_type
    site.emit("stablehlo.dot_general", [lhs, rhs], [TensorType(tuple(result), element)], dot_dimension_numbers=numbers)


@row("stablehlo.convolution")
def convolution(site: Site) -> None:
    rank = site.integer(0, 2)
    groups = site.integer(2, 3) if site.chance(20) else 1
    by_batch = groups > 1 and site.chance(40)
    element = site.element((*FLOATS, *INTEGERS))
    batch, features, outputs = site.integer(1, 2), site.integer(1, 2), site.integer(1, 2)
    spatial = [site.integer(1, 4) for _ in range(rank)]
    window = [site.integer(1, 3) for _ in range(rank)]
    if by_batch:
        batch, outputs = batch * groups, outputs * groups
        kernel_features = features
    elif groups > 1:
        kernel_features = features
        features, outputs = features * groups, outputs * groups
    else:
        kernel_features = features
    input_order, kernel_order, output_order = (site.shuffled(range(rank + 2)) for _ in range(3))
    lhs = site.like(TensorType(_placed([batch, features, *spatial], input_order), element))
    rhs = site.like(TensorType(_placed([kernel_features, outputs, *window], kernel_order), element))
    numbers = ConvDimensionNumbers(
        input_order[0], input_order[1], tuple(input_order[2:]),
        kernel_order[0], kernel_order[1], tuple(kernel_order[2:]),
        output_order[0], output_order[1], tuple(output_order[2:]),
    )  # fmt: skip
    attributes: dict[str, Attribute] = {
        "dimension_numbers": numbers,
        "feature_group_count": number(1 if by_batch else groups),
        "batch_group_count": number(groups if by_batch else 1),
    }
    for name, most in (("window_strides", 3), ("lhs_dilation", 2), ("rhs_dilation", 2)):
        if site.chance(30):
            attributes[name] = integers([site.integer(1, most) for _ in range(rank)])
    if site.chance(40):
        attributes["padding"] = padding(site, rank)
    site.emit("stablehlo.convolution", [lhs, rhs], None, **attributes)


def _placed(sizes: list[int], order: list[int]) -> tuple[int, ...]:
    shape = [0] * len(sizes)
    for size, at in zip(sizes, order, strict=True):
        shape[at] = size
    return tuple(shape)


@row("stablehlo.cholesky")
def cholesky(site: Site) -> None:
    n, batch = site.integer(1, 3), site.shape(0, 1)
    type = TensorType((*batch, n, n), site.choice(_SOLVED))
    lower = np.tril(elements(site.draw, type, specials=False)) + 2 * np.eye(n)
    matrix = (lower @ np.conj(np.swapaxes(lower, -1, -2))).astype(dtype_of(type.element_type))
    site.emit("stablehlo.cholesky", [site.argument(type, matrix)], lower=site.chance(50))


@row("stablehlo.triangular_solve")
def triangular_solve(site: Site) -> None:
    n, m, batch = site.integer(1, 3), site.integer(1, 2), site.shape(0, 1)
    is_left = site.chance(50)
    type = TensorType((*batch, n, n), site.choice(_SOLVED))
    matrix = elements(site.draw, type, specials=False)
    diagonal = np.eye(n, dtype=bool)
    matrix = np.where(diagonal & (matrix == 0), np.ones((), matrix.dtype), matrix).astype(matrix.dtype)
    b = site.like(type.with_shape((*batch, n, m) if is_left else (*batch, m, n)))
    transpose = site.choice(("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"))
    attributes: dict[str, Attribute] = {
        "left_side": is_left, "lower": site.chance(50), "unit_diagonal": site.chance(30),
        "transpose_a": EnumAttr("transpose", transpose),
    }  # fmt: skip
    site.emit("stablehlo.triangular_solve", [site.argument(type, matrix), b], **attributes)


@row("stablehlo.fft")
def fft(site: Site) -> None:
    kind = site.choice(("FFT", "IFFT", "RFFT", "IRFFT"))
    lengths = [site.integer(1, 4) for _ in range(site.integer(1, 2))]
    shape = [*site.shape(0, 1), *lengths]
    if kind == "IRFFT":
        shape[-1] = lengths[-1] // 2 + 1
    allowed = (F32, F64) if kind == "RFFT" else COMPLEX
    operand = site.like(TensorType(tuple(shape), site.choice(allowed)))
    site.emit("stablehlo.fft", [operand], fft_type=EnumAttr("fft_type", kind), fft_length=integers(lengths))


@row("stablehlo.batch_norm_inference")
def batch_norm_inference(site: Site) -> None:
    operand, feature, attributes = _normalized(site)
    site.emit("stablehlo.batch_norm_inference", [operand, *(site.like(feature) for _ in range(4))], **attributes)


@row("stablehlo.batch_norm_training")
def batch_norm_training(site: Site) -> None:
    operand, feature, attributes = _normalized(site)
    site.emit("stablehlo.batch_norm_training", [operand, *(site.like(feature) for _ in range(2))], **attributes)


@row("stablehlo.batch_norm_grad")
def batch_norm_grad(site: Site) -> None:
    operand, feature, attributes = _normalized(site)
    operands = [operand, *(site.like(feature) for _ in range(3)), site.like(type_of(operand))]
    site.emit("stablehlo.batch_norm_grad", operands, **attributes)


def _normalized(site: Site) -> tuple[Value, TensorType, dict[str, Attribute]]:
    """The operand, the type of what there is one of for each feature, and the attributes."""
    operand = site.tensor(FLOATS, low=1, at_least=1)
    type = type_of(operand)
    at = site.integer(0, type.rank - 1)
    attributes: dict[str, Attribute] = {
        "epsilon": FloatAttr(site.choice((0.5, 1.0, 0.0009765625)), F32), "feature_index": number(at),
    }  # fmt: skip
    return operand, type.with_shape((type.static_shape[at],)), attributes


@row("stablehlo.rng_bit_generator")
def rng_bit_generator(site: Site) -> None:
    ui64 = parse_element_type("ui64")
    algorithm = site.choice(("THREE_FRY", "PHILOX"))
    size = site.integer(2, 3) if algorithm == "PHILOX" else 2
    state = site.new(TensorType((size,), ui64))
    result = TensorType(site.shape(), parse_element_type(site.choice(("ui32", "ui64", "i32", "ui8", "i16"))))
    site.emit(
        "stablehlo.rng_bit_generator", [state], [type_of(state), result],
        rng_algorithm=EnumAttr("rng_algorithm", algorithm),
    )  # fmt: skip


@row("stablehlo.dynamic_conv")
def dynamic_conv(site: Site) -> None:
    size, window = site.integer(1, 4), site.integer(1, 3)
    low, high = (site.choice((0, 1, 2)) for _ in range(2))
    element = site.element((*FLOATS, *INTEGERS))
    stride = site.integer(1, 2)
    lhs, rhs = site.like(TensorType((1, 1, size), element)), site.like(TensorType((1, 1, window), element))
    amounts = site.constant(TensorType((1, 2), I64), np.array([[low, high]], np.int64))
    length = max(low + size + high - window + stride, 0) // stride
    attributes: dict[str, Attribute] = {
        "dimension_numbers": ConvDimensionNumbers(0, 1, (2,), 0, 1, (2,), 0, 1, (2,)),
        "feature_group_count": number(1), "batch_group_count": number(1), "window_strides": integers([stride]),
    }  # fmt: skip
    site.emit("stablehlo.dynamic_conv", [lhs, rhs, amounts], [TensorType((1, 1, length), element)], **attributes)
