"""Operations on quantized tensors: on what these store where elements are only moved, else on the floats.

A result is quantized again, as the specification's dequantize_op_quantize has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np

from hlogen.builder.emit import emit, emit_constant
from hlogen.builder.tensor import Tensor
from hlogen.errors import UsageError
from hlogen.export.onnx.plain.context import PartsContext
from hlogen.export.onnx.plain.quantization import dequantized, quantized
from hlogen.export.onnx.plain.registry import definition_of, quantized_rule
from hlogen.export.onnx.plain.rules.movement import MOVEMENT
from hlogen.export.onnx.plain.types import is_quantized, require_alike
from hlogen.ir import DenseElements, Operation, QuantizedType, TensorType

_ON_FLOATS = (
    "stablehlo.abs",
    "stablehlo.add",
    "stablehlo.atan2",
    "stablehlo.batch_norm_grad",
    "stablehlo.batch_norm_inference",
    "stablehlo.batch_norm_training",
    "stablehlo.cbrt",
    "stablehlo.ceil",
    "stablehlo.cholesky",
    "stablehlo.clamp",
    "stablehlo.compare",
    "stablehlo.convolution",
    "stablehlo.cosine",
    "stablehlo.divide",
    "stablehlo.dot_general",
    "stablehlo.dynamic_conv",
    "stablehlo.dynamic_iota",
    "stablehlo.exponential",
    "stablehlo.exponential_minus_one",
    "stablehlo.floor",
    "stablehlo.iota",
    "stablehlo.is_finite",
    "stablehlo.log",
    "stablehlo.log_plus_one",
    "stablehlo.logistic",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.multiply",
    "stablehlo.negate",
    "stablehlo.power",
    "stablehlo.reduce_precision",
    "stablehlo.remainder",
    "stablehlo.round_nearest_afz",
    "stablehlo.round_nearest_even",
    "stablehlo.rsqrt",
    "stablehlo.sign",
    "stablehlo.sine",
    "stablehlo.sqrt",
    "stablehlo.subtract",
    "stablehlo.tan",
    "stablehlo.tanh",
    "stablehlo.triangular_solve",
    "stablehlo.uniform_dequantize",
    "stablehlo.uniform_quantize",
)


@quantized_rule(*_ON_FLOATS)
def on_floats(site: PartsContext) -> Sequence[Tensor]:
    operands = [_floats(site, number) for number in range(len(site.op.operands))]
    types = [cast(TensorType, result.type) for result in site.op.results]
    return [
        quantized(made, type) if is_quantized(type) else made
        for made, type in zip(_computed(site.op, operands, types), types, strict=True)
    ]


def _floats(site: PartsContext, operand: int) -> Tensor:
    (stored,) = site.parts(operand)
    type = site.op.operands[operand].type
    return dequantized(stored, cast(TensorType, type)) if is_quantized(type) else stored


def _computed(op: Operation, operands: Sequence[Tensor], types: Sequence[TensorType]) -> Sequence[Tensor]:
    if op.name in ("stablehlo.uniform_quantize", "stablehlo.uniform_dequantize"):
        return operands
    floats = [_expressed(type) for type in types]
    define = definition_of(op.name)
    if define is not None:
        on_floats = Operation(op.name, [operand.value for operand in operands], floats, op.attributes)
        made = define(on_floats, *operands)
        if made is None:
            raise UsageError("it isn't defined for these types and attributes")
        return made
    return emit(op.name, operands, op.attributes, (), floats)


def _expressed(type: TensorType) -> TensorType:
    element = type.element_type
    return type.with_element_type(element.expressed_type) if isinstance(element, QuantizedType) else type


@quantized_rule(*MOVEMENT)
def moved(site: PartsContext) -> Sequence[Tensor]:
    require_alike(site.op)
    return site.again()


@quantized_rule("stablehlo.get_dimension_size")
def get_dimension_size(site: PartsContext) -> Sequence[Tensor]:
    return site.again()


@quantized_rule("stablehlo.constant")
def constant(site: PartsContext) -> Sequence[Tensor]:
    elements, (type,) = site.op.attributes["value"], site.result_types
    assert isinstance(elements, DenseElements)
    assert isinstance(type, TensorType)
    if elements.is_splat:
        return [emit_constant(elements.array[(0,) * type.rank].item(), type.element_type, type.shape)]
    return [emit_constant(np.ascontiguousarray(elements.array), type.element_type)]


@quantized_rule("stablehlo.bitcast_convert")
def bitcast_convert(site: PartsContext) -> Sequence[Tensor]:
    """What is stored, as it is: for another width it isn't written."""
    if site.all_parts[0].type != site.result_types[0]:
        raise site.error(f"from {site.op.operands[0].type} to {site.op.result.type} it isn't written")
    return site.all_parts
