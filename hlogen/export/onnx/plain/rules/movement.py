"""Operations that move elements: parts are moved alike."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hlogen.builder.emit import emit_constant
from hlogen.builder.tensor import Tensor
from hlogen.export.onnx.plain.context import PartsContext
from hlogen.export.onnx.plain.registry import complex_rule
from hlogen.export.onnx.plain.types import parts_of
from hlogen.ir import DenseElements, TensorType

MOVEMENT = (
    "stablehlo.broadcast_in_dim",
    "stablehlo.concatenate",
    "stablehlo.dynamic_broadcast_in_dim",
    "stablehlo.dynamic_gather",
    "stablehlo.dynamic_pad",
    "stablehlo.dynamic_reshape",
    "stablehlo.dynamic_slice",
    "stablehlo.dynamic_update_slice",
    "stablehlo.gather",
    "stablehlo.pad",
    "stablehlo.real_dynamic_slice",
    "stablehlo.reshape",
    "stablehlo.reverse",
    "stablehlo.select",
    "stablehlo.slice",
    "stablehlo.transpose",
)


@complex_rule(*MOVEMENT)
def moved(site: PartsContext) -> Sequence[Tensor]:
    return site.for_each()


@complex_rule("stablehlo.get_dimension_size")
def get_dimension_size(site: PartsContext) -> Sequence[Tensor]:
    return site.again([site.parts(0)[0]])


@complex_rule("stablehlo.constant")
def constant(site: PartsContext) -> Sequence[Tensor]:
    elements = site.op.attributes["value"]
    assert isinstance(elements, DenseElements)
    type = parts_of(site.op.result.type)[0]
    assert isinstance(type, TensorType)
    array = elements.array[(0,) * type.rank] if elements.is_splat else elements.array
    parts = (array.real, array.imag)
    return [
        emit_constant(np.ascontiguousarray(x) if x.ndim else x.item(), type.element_type, type.shape) for x in parts
    ]


@complex_rule("stablehlo.iota", "stablehlo.dynamic_iota")
def iota(site: PartsContext) -> Sequence[Tensor]:
    type = parts_of(site.op.result.type)[0]
    assert isinstance(type, TensorType)
    return *site.again(result_types=[type]), emit_constant(0, type.element_type, type.shape)
