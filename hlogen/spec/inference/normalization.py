"""Result types of batch_norm_inference, batch_norm_training and batch_norm_grad."""

from __future__ import annotations

from hlogen.ir.types import FloatType, QuantizedType, TensorType, Type
from hlogen.spec.dims import differ, dims_of, tensor_of
from hlogen.spec.inference.registry import Signature, rule


@rule("stablehlo.batch_norm_inference")
def batch_norm_inference(op: Signature) -> tuple[Type, ...]:
    operand, *features = op.tensors("operand", "scale", "offset", "mean", "variance")
    _feature_type(op, operand, dict(zip(("scale", "offset", "mean", "variance"), features, strict=True)))
    return (operand,)


@rule("stablehlo.batch_norm_training")
def batch_norm_training(op: Signature) -> tuple[Type, ...]:
    operand, scale, offset = op.tensors("operand", "scale", "offset")
    feature = _feature_type(op, operand, {"scale": scale, "offset": offset})
    return operand, feature, feature


@rule("stablehlo.batch_norm_grad")
def batch_norm_grad(op: Signature) -> tuple[Type, ...]:
    operand, *features, grad_output = op.tensors("operand", "scale", "mean", "variance", "grad_output")
    feature = _feature_type(op, operand, dict(zip(("scale", "mean", "variance"), features, strict=True)))
    op.same_shape({"operand": operand, "grad_output": grad_output})
    op.same_element_type({"operand": operand, "grad_output": grad_output})
    return operand, feature, feature


def _feature_type(op: Signature, operand: TensorType, features: dict[str, TensorType]) -> TensorType:
    """The type of a value per feature (C1-C6)."""
    if not isinstance(operand.element_type, (FloatType, QuantizedType)):
        raise op.error(f"operand is {operand}, expected floats or quantized")
    feature_index = op.integer("feature_index")
    op.dimension("feature_index", feature_index, operand.rank)
    if not isinstance(operand.element_type, QuantizedType):
        op.same_element_type({"operand": operand, **features})
    dim = dims_of(operand)[feature_index]
    for name, type in features.items():
        if type.rank != 1 or differ(dims_of(type)[0], dim):
            raise op.error(f"{name} is {type}, expected shape [{dim}]: one element per feature of operand {operand}")
    return tensor_of((dim,), operand.element_type)
